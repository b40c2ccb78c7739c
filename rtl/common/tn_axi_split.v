// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// One AXI4 master to SLAVE_N slaves, by the three address bits given as aw_sel and
// ar_sel: valid, ready and answers; what goes with a valid is wired to all.
//
// AXI_ID_W (1 to 16), SLAVE_N (2 to 7). One write and one read burst at a time. A number
// without a slave is answered DECERR, data 0. Combinational but for the next
// burst, which waits until the one before has been answered. rst drops what is
// under way. Contract: section 2 of the board's page, whose ports it splits (rtl/top).

`timescale 1ns / 1ps
`default_nettype none

module tn_axi_split #(
    parameter integer AXI_ID_W = 4,  // bits of an ID, 1 to 16
    parameter integer SLAVE_N  = 3   // slaves, 2 to 7
) (
    input  wire                        clk,
    input  wire                        rst,
    // one slave port: writes
    input  wire                        s_axi_awvalid,
    output wire                        s_axi_awready,
    input  wire [AXI_ID_W-1:0]         s_axi_awid,
    input  wire [2:0]                  aw_sel,
    input  wire [7:0]                  s_axi_awlen,
    input  wire                        s_axi_wvalid,
    output wire                        s_axi_wready,
    output wire                        s_axi_bvalid,
    input  wire                        s_axi_bready,
    output wire [AXI_ID_W-1:0]         s_axi_bid,
    output wire [1:0]                  s_axi_bresp,
    // one slave port: reads
    input  wire                        s_axi_arvalid,
    output wire                        s_axi_arready,
    input  wire [AXI_ID_W-1:0]         s_axi_arid,
    input  wire [2:0]                  ar_sel,
    input  wire [7:0]                  s_axi_arlen,
    output wire                        s_axi_rvalid,
    input  wire                        s_axi_rready,
    output wire [AXI_ID_W-1:0]         s_axi_rid,
    output wire [127:0]                s_axi_rdata,
    output wire [1:0]                  s_axi_rresp,
    output wire                        s_axi_rlast,
    // the slaves: writes
    output reg  [SLAVE_N-1:0]          m_axi_awvalid,
    input  wire [SLAVE_N-1:0]          m_axi_awready,
    output reg  [SLAVE_N-1:0]          m_axi_wvalid,
    input  wire [SLAVE_N-1:0]          m_axi_wready,
    input  wire [SLAVE_N-1:0]          m_axi_bvalid,
    output reg  [SLAVE_N-1:0]          m_axi_bready,
    input  wire [AXI_ID_W*SLAVE_N-1:0] m_axi_bid,
    input  wire [2*SLAVE_N-1:0]        m_axi_bresp,
    // the slaves: reads
    output reg  [SLAVE_N-1:0]          m_axi_arvalid,
    input  wire [SLAVE_N-1:0]          m_axi_arready,
    input  wire [SLAVE_N-1:0]          m_axi_rvalid,
    output reg  [SLAVE_N-1:0]          m_axi_rready,
    input  wire [AXI_ID_W*SLAVE_N-1:0] m_axi_rid,
    input  wire [128*SLAVE_N-1:0]      m_axi_rdata,
    input  wire [2*SLAVE_N-1:0]        m_axi_rresp,
    input  wire [SLAVE_N-1:0]          m_axi_rlast
);

    localparam [1:0] DECERR = 2'd3;
    localparam [3:0] COUNT = SLAVE_N[3:0];

    generate
        if (SLAVE_N < 2 || SLAVE_N > 7) begin : g_slave_n
            tn_error_SLAVE_N_must_be_2_to_7 u_error ();
        end
    endgenerate

    // a bit for every number that the three bits can give
    wire [7:0] awready = {{8-SLAVE_N{1'b0}}, m_axi_awready};
    wire [7:0] wready = {{8-SLAVE_N{1'b0}}, m_axi_wready};
    wire [7:0] bvalid = {{8-SLAVE_N{1'b0}}, m_axi_bvalid};
    wire [7:0] arready = {{8-SLAVE_N{1'b0}}, m_axi_arready};
    wire [7:0] rvalid = {{8-SLAVE_N{1'b0}}, m_axi_rvalid};
    wire [7:0] rlast = {{8-SLAVE_N{1'b0}}, m_axi_rlast};

    // ---- writes: the slave of the burst under way, or none
    reg                w_busy_q;
    reg [2:0]          w_sel_q;
    reg [AXI_ID_W-1:0] w_id_q;
    reg [8:0]          w_left_q;  // beats to come, where there is no slave

    wire               aw_none = {1'b0, aw_sel} >= COUNT;
    wire               w_none = {1'b0, w_sel_q} >= COUNT;
    wire               w_over = w_left_q == 9'd0;

    assign s_axi_awready = s_axi_awvalid && !w_busy_q && !rst && (aw_none || awready[aw_sel]);
    assign s_axi_wready  = w_busy_q && (w_none ? !w_over : wready[w_sel_q]);
    assign s_axi_bvalid  = w_busy_q && (w_none ? w_over : bvalid[w_sel_q]);
    assign s_axi_bid     = w_none ? w_id_q : m_axi_bid[AXI_ID_W*w_sel_q+:AXI_ID_W];
    assign s_axi_bresp   = w_none ? DECERR : m_axi_bresp[2*w_sel_q+:2];

    integer w;
    always @*
        for (w = 0; w < SLAVE_N; w = w + 1) begin
            m_axi_awvalid[w] = !w_busy_q && s_axi_awvalid && aw_sel == w[2:0];
            m_axi_wvalid[w]  = w_busy_q && s_axi_wvalid && w_sel_q == w[2:0];
            m_axi_bready[w]  = w_busy_q && s_axi_bready && w_sel_q == w[2:0];
        end

    always @(posedge clk) begin
        if (rst) begin
            w_busy_q <= 1'b0;
        end else begin
            if (s_axi_awvalid && s_axi_awready) w_busy_q <= 1'b1;
            if (s_axi_bvalid && s_axi_bready) w_busy_q <= 1'b0;
        end
    end

    always @(posedge clk) begin
        if (s_axi_awvalid && s_axi_awready) begin
            w_sel_q  <= aw_sel;
            w_id_q   <= s_axi_awid;
            w_left_q <= {1'b0, s_axi_awlen} + 9'd1;
        end else if (s_axi_wvalid && s_axi_wready) begin
            w_left_q <= w_left_q - 9'd1;
        end
    end

    // ---- reads
    reg                r_busy_q;
    reg [2:0]          r_sel_q;
    reg [AXI_ID_W-1:0] r_id_q;
    reg [7:0]          r_left_q;

    wire               ar_none = {1'b0, ar_sel} >= COUNT;
    wire               r_none = {1'b0, r_sel_q} >= COUNT;

    assign s_axi_arready = s_axi_arvalid && !r_busy_q && !rst && (ar_none || arready[ar_sel]);
    assign s_axi_rvalid  = r_busy_q && (r_none || rvalid[r_sel_q]);
    assign s_axi_rid     = r_none ? r_id_q : m_axi_rid[AXI_ID_W*r_sel_q+:AXI_ID_W];
    assign s_axi_rdata   = r_none ? 128'd0 : m_axi_rdata[128*r_sel_q+:128];
    assign s_axi_rresp   = r_none ? DECERR : m_axi_rresp[2*r_sel_q+:2];
    assign s_axi_rlast   = r_none ? r_left_q == 8'd0 : rlast[r_sel_q];

    integer r;
    always @*
        for (r = 0; r < SLAVE_N; r = r + 1) begin
            m_axi_arvalid[r] = !r_busy_q && s_axi_arvalid && ar_sel == r[2:0];
            m_axi_rready[r]  = r_busy_q && s_axi_rready && r_sel_q == r[2:0];
        end

    always @(posedge clk) begin
        if (rst) begin
            r_busy_q <= 1'b0;
        end else begin
            if (s_axi_arvalid && s_axi_arready) r_busy_q <= 1'b1;
            if (s_axi_rvalid && s_axi_rready && s_axi_rlast) r_busy_q <= 1'b0;
        end
    end

    always @(posedge clk) begin
        if (s_axi_arvalid && s_axi_arready) begin
            r_sel_q  <= ar_sel;
            r_id_q   <= s_axi_arid;
            r_left_q <= s_axi_arlen;
        end else if (s_axi_rvalid && s_axi_rready) begin
            r_left_q <= r_left_q - 8'd1;
        end
    end

endmodule

`default_nettype wire
