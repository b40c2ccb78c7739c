// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// ExaNet crossbar: the intra-node switch (ExaCrossb), bufferless.
//
// PORT_N ports (8 to 16), each a channel in and one out. LINK_BASE (0 to
// PORT_N - 4) is the port to FPGA 0 of the board, GW_BASE (same range, the two
// groups of four apart) gateway port 0, DRAM_PORT (0 to PORT_N - 1) takes DRAM
// traffic. RANGE_EN, RANGE_LO, RANGE_HI: peripheral indexes of each port. A
// header accepted in cycle t is on its output in t+2. rst empties it and clears
// all counters. Paper sections 3.2.2 and 6.4; contract: exa_crossbar.md.

`timescale 1ns / 1ps
`default_nettype none

module exa_crossbar #(
    parameter integer PORT_N    = 16,        // ports, 8 to 16
    parameter integer LINK_BASE = 8,         // link to FPGA 0
    parameter integer GW_BASE   = 12,        // gateway port 0
    parameter integer DRAM_PORT = 0,         // receiver of DRAM traffic
    parameter [15:0]  RANGE_EN  = 16'h003f,  // ports that have a range
    // first and last index, 7 bits a port: port p has index p
    parameter [111:0] RANGE_LO  = {7'd15, 7'd14, 7'd13, 7'd12, 7'd11, 7'd10, 7'd9, 7'd8,
                                   7'd7, 7'd6, 7'd5, 7'd4, 7'd3, 7'd2, 7'd1, 7'd0},
    parameter [111:0] RANGE_HI  = {7'd15, 7'd14, 7'd13, 7'd12, 7'd11, 7'd10, 7'd9, 7'd8,
                                   7'd7, 7'd6, 7'd5, 7'd4, 7'd3, 7'd2, 7'd1, 7'd0}
) (
    input  wire                  clk,
    input  wire                  rst,
    // this node's coordinates
    input  wire [21:0]           own,
    // packets in
    input  wire [PORT_N-1:0]     s_exa_hdr_valid,
    output wire [PORT_N-1:0]     s_exa_hdr_ready,
    input  wire [PORT_N-1:0]     s_exa_pld_valid,
    output wire [PORT_N-1:0]     s_exa_pld_ready,
    input  wire [PORT_N-1:0]     s_exa_ftr_valid,
    output wire [PORT_N-1:0]     s_exa_ftr_ready,
    input  wire [128*PORT_N-1:0] s_exa_data,
    // packets out
    output wire [PORT_N-1:0]     m_exa_hdr_valid,
    input  wire [PORT_N-1:0]     m_exa_hdr_ready,
    output wire [PORT_N-1:0]     m_exa_pld_valid,
    input  wire [PORT_N-1:0]     m_exa_pld_ready,
    output wire [PORT_N-1:0]     m_exa_ftr_valid,
    input  wire [PORT_N-1:0]     m_exa_ftr_ready,
    output reg  [128*PORT_N-1:0] m_exa_data,
    // registers
    input  wire                  reg_rd,
    input  wire [11:0]           reg_addr,
    output reg  [31:0]           reg_rdata,
    // observation
    output wire [PORT_N-1:0]     obs_drop_valid,
    output reg  [4*PORT_N-1:0]   obs_drop_cause
);

    localparam [31:0] ID = 32'h45580001;

    generate
        if (PORT_N < 8 || PORT_N > 16) begin : g_port_n
            tn_error_PORT_N_must_be_8_to_16 u_error ();
        end
        if (LINK_BASE < 0 || LINK_BASE + 4 > PORT_N) begin : g_link_base
            tn_error_LINK_BASE_must_be_0_to_PORT_N_minus_4 u_error ();
        end
        if (GW_BASE < 0 || GW_BASE + 4 > PORT_N || (GW_BASE < LINK_BASE + 4 && LINK_BASE < GW_BASE + 4))
        begin : g_gw_base
            tn_error_GW_BASE_must_be_0_to_PORT_N_minus_4_and_off_the_links u_error ();
        end
        if (DRAM_PORT < 0 || DRAM_PORT >= PORT_N) begin : g_dram_port
            tn_error_DRAM_PORT_must_be_0_to_PORT_N_minus_1 u_error ();
        end
    endgenerate

    // what the inputs show and the outputs ask for; slices are driven as
    // variables, which Icarus simulates far faster than nets
    wire [PORT_N-1:0]        w_valid;
    wire [PORT_N-1:0]        w_last;
    reg  [2*PORT_N-1:0]      w_kind;
    reg  [128*PORT_N-1:0]    w_data;
    reg  [4*PORT_N-1:0]      w_dst;
    reg  [PORT_N-1:0]        w_ready;
    reg  [PORT_N*PORT_N-1:0] req;
    reg  [4*PORT_N-1:0]      sel;
    wire [PORT_N-1:0]        take;
    wire [PORT_N-1:0]        ready;
    reg  [32*PORT_N-1:0]     in_cnt;
    reg  [32*PORT_N-1:0]     out_cnt;

    assign s_exa_hdr_ready = ready;
    assign s_exa_pld_ready = ready;
    assign s_exa_ftr_ready = ready;

    integer i;
    always @* begin
        req = {PORT_N * PORT_N{1'b0}};
        for (i = 0; i < PORT_N; i = i + 1)
            if (w_valid[i] && w_kind[2*i+:2] == 2'd0) req[w_dst[4*i+:4]*PORT_N+i] = 1'b1;
    end

    integer o;
    always @* begin
        w_ready = {PORT_N{1'b0}};
        for (o = 0; o < PORT_N; o = o + 1) if (take[o]) w_ready[sel[4*o+:4]] = 1'b1;
    end

    genvar p;
    generate
        for (p = 0; p < PORT_N; p = p + 1) begin : g_port
            wire [1:0]   kind;
            wire [127:0] data;
            wire [3:0]   dst;
            wire [3:0]   cause;
            wire [31:0]  cnt;
            wire [3:0]   chosen;
            wire [127:0] out;
            wire [31:0]  sent;

            exa_xbar_in #(
                .PORT_N   (PORT_N),
                .LINK_BASE(LINK_BASE),
                .GW_BASE  (GW_BASE),
                .DRAM_PORT(DRAM_PORT),
                .IN_PORT  (p),
                .RANGE_EN (RANGE_EN),
                .RANGE_LO (RANGE_LO),
                .RANGE_HI (RANGE_HI)
            ) u_in (
                .clk           (clk),
                .rst           (rst),
                .own           (own),
                .s_hdr_valid   (s_exa_hdr_valid[p]),
                .s_pld_valid   (s_exa_pld_valid[p]),
                .s_ftr_valid   (s_exa_ftr_valid[p]),
                .s_ready       (ready[p]),
                .s_data        (s_exa_data[128*p+:128]),
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
                w_dst[4*p+:4]          = dst;
                obs_drop_cause[4*p+:4] = cause;
                in_cnt[32*p+:32]       = cnt;
            end

            exa_xbar_out #(
                .PORT_N(PORT_N)
            ) u_out (
                .clk        (clk),
                .rst        (rst),
                .req        (req[PORT_N*p+:PORT_N]),
                .sel        (chosen),
                .take       (take[p]),
                .word_valid (w_valid[chosen]),
                .word_kind  (w_kind[2*chosen+:2]),
                .word_data  (w_data[128*chosen+:128]),
                .word_last  (w_last[chosen]),
                .m_hdr_valid(m_exa_hdr_valid[p]),
                .m_pld_valid(m_exa_pld_valid[p]),
                .m_ftr_valid(m_exa_ftr_valid[p]),
                .m_hdr_ready(m_exa_hdr_ready[p]),
                .m_pld_ready(m_exa_pld_ready[p]),
                .m_ftr_ready(m_exa_ftr_ready[p]),
                .m_data     (out),
                .sent       (sent)
            );

            always @* begin
                sel[4*p+:4]            = chosen;
                m_exa_data[128*p+:128] = out;
                out_cnt[32*p+:32]      = sent;
            end
        end
    endgenerate

    // register port: one table of counters, 16 ports a row
    localparam [4:0] PORTS = PORT_N[4:0];
    wire [3:0] at = reg_addr[5:2];

    always @(posedge clk) begin
        if (rst) begin
            reg_rdata <= 32'd0;
        end else if (reg_rd) begin
            reg_rdata <= 32'd0;
            if (reg_addr == 12'h000) reg_rdata <= ID;
            if (reg_addr == 12'h004)
                reg_rdata <= {DRAM_PORT[7:0], GW_BASE[7:0], LINK_BASE[7:0], PORT_N[7:0]};
            if (reg_addr == 12'h008) reg_rdata <= {10'd0, own};
            if (reg_addr[11:9] == 3'b010 && {1'b0, at} < PORTS && reg_addr[1:0] == 2'b00)
                reg_rdata <= reg_addr[8:6] == 3'd7 ? out_cnt[32*at+:32] : in_cnt[32*at+:32];
        end
    end

endmodule

`default_nettype wire
