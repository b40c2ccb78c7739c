// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// ExaNet multiplexer: several channels into one, a packet at a time.
//
// IN_N (2 to 16) inputs, served round-robin. A header accepted in cycle t is on the
// output in t+2. rst empties it and clears the counters. Paper section 3.2;
// contract: exa_mux.md.

`timescale 1ns / 1ps
`default_nettype none

module exa_mux #(
    parameter integer IN_N = 4  // inputs, 2 to 16
) (
    input  wire                clk,
    input  wire                rst,
    // packets in
    input  wire [IN_N-1:0]     s_exa_hdr_valid,
    output wire [IN_N-1:0]     s_exa_hdr_ready,
    input  wire [IN_N-1:0]     s_exa_pld_valid,
    output wire [IN_N-1:0]     s_exa_pld_ready,
    input  wire [IN_N-1:0]     s_exa_ftr_valid,
    output wire [IN_N-1:0]     s_exa_ftr_ready,
    input  wire [128*IN_N-1:0] s_exa_data,
    // packets out
    output wire                m_exa_hdr_valid,
    input  wire                m_exa_hdr_ready,
    output wire                m_exa_pld_valid,
    input  wire                m_exa_pld_ready,
    output wire                m_exa_ftr_valid,
    input  wire                m_exa_ftr_ready,
    output wire [127:0]        m_exa_data,
    // registers
    input  wire                reg_rd,
    input  wire [11:0]         reg_addr,
    output reg  [31:0]         reg_rdata,
    // observation
    output wire [IN_N-1:0]     obs_drop_valid,
    output reg  [4*IN_N-1:0]   obs_drop_cause
);

    localparam [31:0] ID = 32'h45550001;

    generate
        if (IN_N < 2 || IN_N > 16) begin : g_in_n
            tn_error_IN_N_must_be_2_to_16 u_error ();
        end
    endgenerate

    wire [IN_N-1:0]     w_valid;
    wire [IN_N-1:0]     w_last;
    reg  [2*IN_N-1:0]   w_kind;
    reg  [128*IN_N-1:0] w_data;
    reg  [IN_N-1:0]     w_ready;
    reg  [IN_N-1:0]     req;
    wire [3:0]          sel;
    wire                take;
    wire [IN_N-1:0]     ready;
    reg  [32*IN_N-1:0]  in_cnt;
    wire [31:0]         sent;

    assign s_exa_hdr_ready = ready;
    assign s_exa_pld_ready = ready;
    assign s_exa_ftr_ready = ready;

    integer i;
    always @*
        for (i = 0; i < IN_N; i = i + 1) begin
            req[i]     = w_valid[i] && w_kind[2*i+:2] == 2'd0;
            w_ready[i] = take && sel == i[3:0];
        end

    genvar p;
    generate
        for (p = 0; p < IN_N; p = p + 1) begin : g_port
            wire [1:0]   kind;
            wire [127:0] data;
            wire [127:0] head;
            wire [3:0]   dst;
            wire [3:0]   cause;
            wire [31:0]  cnt;

            exa_port_in u_in (
                .clk           (clk),
                .rst           (rst),
                .s_hdr_valid   (s_exa_hdr_valid[p]),
                .s_pld_valid   (s_exa_pld_valid[p]),
                .s_ftr_valid   (s_exa_ftr_valid[p]),
                .s_ready       (ready[p]),
                .s_data        (s_exa_data[128*p+:128]),
                .head          (head),
                .route         (4'd0),
                .miss          (1'b0),
                .loop          (1'b0),
                .w_valid       (w_valid[p]),
                .w_ready       (w_ready[p]),
                .w_kind        (kind),
                .w_data        (data),
                .w_last        (w_last[p]),
                .w_dst         (dst),
                .cnt_sel       (reg_addr[8:6]),
                .cnt           (cnt),
                .obs_drop_valid(obs_drop_valid[p]),
                .obs_drop_cause(cause)
            );

            always @* begin
                w_kind[2*p+:2]         = kind;
                w_data[128*p+:128]     = data;
                obs_drop_cause[4*p+:4] = cause;
                in_cnt[32*p+:32]       = cnt;
            end

            wire unused = &{1'b0, head, dst};
        end
    endgenerate

    exa_xbar_out #(
        .PORT_N(IN_N)
    ) u_out (
        .clk        (clk),
        .rst        (rst),
        .req        (req),
        .sel        (sel),
        .take       (take),
        .word_valid (w_valid[sel]),
        .word_kind  (w_kind[2*sel+:2]),
        .word_data  (w_data[128*sel+:128]),
        .word_last  (w_last[sel]),
        .m_hdr_valid(m_exa_hdr_valid),
        .m_pld_valid(m_exa_pld_valid),
        .m_ftr_valid(m_exa_ftr_valid),
        .m_hdr_ready(m_exa_hdr_ready),
        .m_pld_ready(m_exa_pld_ready),
        .m_ftr_ready(m_exa_ftr_ready),
        .m_data     (m_exa_data),
        .sent       (sent)
    );

    // register port: one table of counters, 16 ports a row
    localparam [4:0] PORTS = IN_N[4:0];
    wire [3:0] at = reg_addr[5:2];

    always @(posedge clk) begin
        if (rst) begin
            reg_rdata <= 32'd0;
        end else if (reg_rd) begin
            reg_rdata <= 32'd0;
            if (reg_addr == 12'h000) reg_rdata <= ID;
            if (reg_addr == 12'h004) reg_rdata <= {27'd0, PORTS};
            if (reg_addr[11:9] == 3'b010 && reg_addr[8:6] != 3'd7 && {1'b0, at} < PORTS && reg_addr[1:0] == 2'b00)
                reg_rdata <= in_cnt[32*at+:32];
            if (reg_addr == 12'h5c0) reg_rdata <= sent;
        end
    end

endmodule

`default_nettype wire
