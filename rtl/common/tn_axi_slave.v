// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// AXI4 slave front end, 128 bits: bursts become accesses of one 16-byte word.
//
// AXI_ID_W (1 to 16), ADDR_W (13 to 32). A write beat is offered at wr_* (wr_strb has
// the bytes it covers and strobes; wr_resp answers in the same cycle) and done in a
// cycle with wr_valid and wr_ready. A read is done in a cycle with rd_valid and rd_ready:
// rd_data and rd_resp answer in that cycle; rd_valid and what goes with it hold until then. wr_addr and rd_addr are addresses of
// 16-byte words. Write address in t: beat in t+1; read address in t: access in t+1,
// data in t+2; one beat a cycle, unless wr_ready or rd_ready is low. rst drops what is under way. Contract: axi_slave.md.

`timescale 1ns / 1ps
`default_nettype none

module tn_axi_slave #(
    parameter integer AXI_ID_W = 4,  // bits of an ID, 1 to 16
    parameter integer ADDR_W   = 20  // bits of an address, 13 to 32
) (
    input  wire                clk,
    input  wire                rst,
    // AXI4: writes
    input  wire                s_axi_awvalid,
    output wire                s_axi_awready,
    input  wire [AXI_ID_W-1:0] s_axi_awid,
    input  wire [ADDR_W-1:0]   s_axi_awaddr,
    input  wire [7:0]          s_axi_awlen,
    input  wire [2:0]          s_axi_awsize,
    input  wire [1:0]          s_axi_awburst,
    input  wire                s_axi_wvalid,
    output wire                s_axi_wready,
    input  wire [127:0]        s_axi_wdata,
    input  wire [15:0]         s_axi_wstrb,
    input  wire                s_axi_wlast,
    output reg                 s_axi_bvalid,
    input  wire                s_axi_bready,
    output reg  [AXI_ID_W-1:0] s_axi_bid,
    output reg  [1:0]          s_axi_bresp,
    // AXI4: reads
    input  wire                s_axi_arvalid,
    output wire                s_axi_arready,
    input  wire [AXI_ID_W-1:0] s_axi_arid,
    input  wire [ADDR_W-1:0]   s_axi_araddr,
    input  wire [7:0]          s_axi_arlen,
    input  wire [2:0]          s_axi_arsize,
    input  wire [1:0]          s_axi_arburst,
    output reg                 s_axi_rvalid,
    input  wire                s_axi_rready,
    output reg  [AXI_ID_W-1:0] s_axi_rid,
    output reg  [127:0]        s_axi_rdata,
    output reg  [1:0]          s_axi_rresp,
    output reg                 s_axi_rlast,
    // accesses of one beat: writes
    output wire                wr_valid,
    input  wire                wr_ready,
    output wire [ADDR_W-5:0]   wr_addr,
    output wire [15:0]         wr_strb,
    output wire [127:0]        wr_data,
    input  wire [1:0]          wr_resp,
    // accesses of one beat: reads
    output wire                rd_valid,
    input  wire                rd_ready,
    output wire [ADDR_W-5:0]   rd_addr,
    output wire [ADDR_W-5:0]   rd_soon,  // rd_addr of the next cycle, for a memory that is read a cycle before
    output wire [15:0]         rd_strb,
    input  wire [127:0]        rd_data,
    input  wire [1:0]          rd_resp
);

    localparam [1:0] SLVERR   = 2'd2;
    localparam [1:0] RESERVED = 2'd3;  // kind of burst

    generate
        if (AXI_ID_W < 1 || AXI_ID_W > 16) begin : g_id_w
            tn_error_AXI_ID_W_must_be_1_to_16 u_error ();
        end
        if (ADDR_W < 13 || ADDR_W > 32) begin : g_addr_w
            tn_error_ADDR_W_must_be_13_to_32 u_error ();
        end
    endgenerate

    // ---- writes
    reg                w_busy_q;
    reg [AXI_ID_W-1:0] w_id_q;
    reg [ADDR_W-1:0]   w_addr_q;
    reg [7:0]          w_len_q;
    reg [2:0]          w_size_q;
    reg [1:0]          w_burst_q;
    reg [7:0]          w_left_q;   // beats after this one
    reg [1:0]          w_worst_q;  // answer of those before

    wire [15:0]        w_lanes;
    wire [ADDR_W-1:0]  w_next;
    wire               w_bad = w_burst_q == RESERVED;
    wire               w_last = w_left_q == 8'd0;
    wire               w_can = w_busy_q && (!w_last || !s_axi_bvalid || s_axi_bready);
    wire               w_take = s_axi_wvalid && s_axi_wready;
    wire [1:0]         w_resp = w_bad ? SLVERR : wr_resp;
    wire [1:0]         w_worst = w_resp > w_worst_q ? w_resp : w_worst_q;

    tn_axi_beat #(
        .ADDR_W(ADDR_W)
    ) u_w_beat (
        .addr (w_addr_q),
        .len  (w_len_q),
        .size (w_size_q),
        .burst(w_burst_q),
        .strb (w_lanes),
        .next (w_next)
    );

    assign s_axi_awready = !w_busy_q && !rst;
    assign s_axi_wready  = w_can && (wr_ready || w_bad);
    assign wr_valid      = w_can && s_axi_wvalid && !w_bad;
    assign wr_addr       = w_addr_q[ADDR_W-1:4];
    assign wr_strb       = s_axi_wstrb & w_lanes;
    assign wr_data       = s_axi_wdata;

    always @(posedge clk) begin
        if (rst) begin
            w_busy_q     <= 1'b0;
            s_axi_bvalid <= 1'b0;
        end else begin
            if (s_axi_bready) s_axi_bvalid <= 1'b0;
            if (s_axi_awvalid && s_axi_awready) w_busy_q <= 1'b1;
            if (w_take && w_last) begin
                w_busy_q     <= 1'b0;
                s_axi_bvalid <= 1'b1;
            end
        end
    end

    always @(posedge clk) begin
        if (s_axi_awready) begin
            w_id_q    <= s_axi_awid;
            w_addr_q  <= s_axi_awaddr;
            w_len_q   <= s_axi_awlen;
            w_size_q  <= s_axi_awsize;
            w_burst_q <= s_axi_awburst;
            w_left_q  <= s_axi_awlen;
            w_worst_q <= 2'd0;
        end else if (w_take) begin
            w_addr_q  <= w_next;
            w_left_q  <= w_left_q - 8'd1;
            w_worst_q <= w_worst;
        end
        if (w_take && w_last) begin
            s_axi_bid   <= w_id_q;
            s_axi_bresp <= w_worst;
        end
    end

    // ---- reads
    reg                r_busy_q;
    reg [AXI_ID_W-1:0] r_id_q;
    reg [ADDR_W-1:0]   r_addr_q;
    reg [7:0]          r_len_q;
    reg [2:0]          r_size_q;
    reg [1:0]          r_burst_q;
    reg [7:0]          r_left_q;

    wire [ADDR_W-1:0]  r_next;
    wire               r_bad = r_burst_q == RESERVED;
    wire               r_last = r_left_q == 8'd0;
    wire               r_can = r_busy_q && (!s_axi_rvalid || s_axi_rready);
    wire               r_go = r_can && (rd_ready || r_bad);

    tn_axi_beat #(
        .ADDR_W(ADDR_W)
    ) u_r_beat (
        .addr (r_addr_q),
        .len  (r_len_q),
        .size (r_size_q),
        .burst(r_burst_q),
        .strb (rd_strb),
        .next (r_next)
    );

    assign s_axi_arready = !r_busy_q && !rst;
    assign rd_valid      = r_can && !r_bad;
    assign rd_addr       = r_addr_q[ADDR_W-1:4];

    wire [ADDR_W-1:0] r_soon = s_axi_arready ? s_axi_araddr : r_go ? r_next : r_addr_q;
    assign rd_soon = r_soon[ADDR_W-1:4];

    always @(posedge clk) begin
        if (rst) begin
            r_busy_q     <= 1'b0;
            s_axi_rvalid <= 1'b0;
        end else begin
            if (s_axi_rready) s_axi_rvalid <= 1'b0;
            if (s_axi_arvalid && s_axi_arready) r_busy_q <= 1'b1;
            if (r_go) begin
                r_busy_q     <= !r_last;
                s_axi_rvalid <= 1'b1;
            end
        end
    end

    always @(posedge clk) begin
        r_addr_q <= r_soon;
        if (s_axi_arready) begin
            r_id_q    <= s_axi_arid;
            r_len_q   <= s_axi_arlen;
            r_size_q  <= s_axi_arsize;
            r_burst_q <= s_axi_arburst;
            r_left_q  <= s_axi_arlen;
        end else if (r_go) r_left_q <= r_left_q - 8'd1;
        if (r_go) begin
            s_axi_rid   <= r_id_q;
            s_axi_rdata <= r_bad ? 128'd0 : rd_data;
            s_axi_rresp <= r_bad ? SLVERR : rd_resp;
            s_axi_rlast <= r_last;
        end
    end

    wire unused = &{1'b0, s_axi_wlast};

endmodule

`default_nettype wire
