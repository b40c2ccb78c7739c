// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// ExaNet demultiplexer: one channel to several, by address and type.
//
// OUT_N (2 to 16) outputs. DRAM_EN: outputs that take DRAM's packets; RANGE_EN, RANGE_LO,
// RANGE_HI: peripheral indexes of each output; TYPE_SET: its types. The lowest that takes a
// packet gets it. A header accepted in cycle t is on its output in t+2. rst empties
// it and clears the counters. Paper section 3.2; contract: exa_mux.md.

`timescale 1ns / 1ps
`default_nettype none

module exa_demux #(
    parameter integer OUT_N    = 4,            // outputs, 2 to 16
    parameter [15:0]  DRAM_EN  = 16'h0001,     // outputs that take DRAM's packets
    parameter [15:0]  RANGE_EN = 16'h000f,     // outputs that have a range
    // first and last index, 7 bits an output: output p has index p
    parameter [111:0] RANGE_LO = {7'd15, 7'd14, 7'd13, 7'd12, 7'd11, 7'd10, 7'd9, 7'd8,
                                  7'd7, 7'd6, 7'd5, 7'd4, 7'd3, 7'd2, 7'd1, 7'd0},
    parameter [111:0] RANGE_HI = {7'd15, 7'd14, 7'd13, 7'd12, 7'd11, 7'd10, 7'd9, 7'd8,
                                  7'd7, 7'd6, 7'd5, 7'd4, 7'd3, 7'd2, 7'd1, 7'd0},
    parameter [511:0] TYPE_SET = {512{1'b1}}   // types, 32 bits an output
) (
    input  wire                 clk,
    input  wire                 rst,
    // packets in
    input  wire                 s_exa_hdr_valid,
    output wire                 s_exa_hdr_ready,
    input  wire                 s_exa_pld_valid,
    output wire                 s_exa_pld_ready,
    input  wire                 s_exa_ftr_valid,
    output wire                 s_exa_ftr_ready,
    input  wire [127:0]         s_exa_data,
    // packets out
    output wire [OUT_N-1:0]     m_exa_hdr_valid,
    input  wire [OUT_N-1:0]     m_exa_hdr_ready,
    output wire [OUT_N-1:0]     m_exa_pld_valid,
    input  wire [OUT_N-1:0]     m_exa_pld_ready,
    output wire [OUT_N-1:0]     m_exa_ftr_valid,
    input  wire [OUT_N-1:0]     m_exa_ftr_ready,
    output reg  [128*OUT_N-1:0] m_exa_data,
    // registers
    input  wire                 reg_rd,
    input  wire [11:0]          reg_addr,
    output reg  [31:0]          reg_rdata,
    // observation
    output wire                 obs_drop_valid,
    output wire [3:0]           obs_drop_cause
);

`include "exa_defs.vh"

    localparam [31:0] ID = 32'h45440001;

    generate
        if (OUT_N < 2 || OUT_N > 16) begin : g_out_n
            tn_error_OUT_N_must_be_2_to_16 u_error ();
        end
    endgenerate

    wire         ready;
    wire [127:0] head;
    wire         w_valid;
    wire [1:0]   w_kind;
    wire [127:0] w_data;
    wire         w_last;
    wire [3:0]   w_dst;
    wire [31:0]  cnt;
    wire [OUT_N-1:0]    take;
    reg  [32*OUT_N-1:0] sent;

    assign s_exa_hdr_ready = ready;
    assign s_exa_pld_ready = ready;
    assign s_exa_ftr_ready = ready;

    // lowest output that takes type and address
    wire [4:0] kind = head[EXA_TYPE_LSB+:EXA_TYPE_W];
    wire [9:0] addr_top = kind == EXA_ACK ? head[EXA_A_TO_LSB+:EXA_A_TO_W] : head[EXA_TO_LSB+:EXA_A_TO_W];
    wire       peripheral = addr_top[9:EXA_INDEX_W] == EXA_PERIPHERALS;
    wire [6:0] index = addr_top[EXA_INDEX_W-1:0];
    reg  [3:0] route;
    reg        hit;
    integer    o;
    always @* begin
        hit   = 1'b0;
        route = 4'd0;
        for (o = OUT_N - 1; o >= 0; o = o - 1)
            if (TYPE_SET[32*o+{27'd0, kind}] &&
                (peripheral ? RANGE_EN[o] && (index - RANGE_LO[7*o+:7]) <= (RANGE_HI[7*o+:7] - RANGE_LO[7*o+:7])
                            : DRAM_EN[o])) begin
                hit   = 1'b1;
                route = o[3:0];
            end
    end

    exa_port_in u_in (
        .clk           (clk),
        .rst           (rst),
        .s_hdr_valid   (s_exa_hdr_valid),
        .s_pld_valid   (s_exa_pld_valid),
        .s_ftr_valid   (s_exa_ftr_valid),
        .s_ready       (ready),
        .s_data        (s_exa_data),
        .head          (head),
        .route         (route),
        .miss          (!hit),
        .loop          (1'b0),
        .w_valid       (w_valid),
        .w_ready       (|take),
        .w_kind        (w_kind),
        .w_data        (w_data),
        .w_last        (w_last),
        .w_dst         (w_dst),
        .cnt_sel       (reg_addr[8:6]),
        .cnt           (cnt),
        .obs_drop_valid(obs_drop_valid),
        .obs_drop_cause(obs_drop_cause)
    );

    genvar p;
    generate
        for (p = 0; p < OUT_N; p = p + 1) begin : g_port
            localparam [3:0] HERE = p;
            wire         mine = w_valid && w_dst == HERE;
            wire [3:0]   sel;
            wire [127:0] out;
            wire [31:0]  count;

            exa_xbar_out #(
                .PORT_N(2)
            ) u_out (
                .clk        (clk),
                .rst        (rst),
                .req        ({1'b0, mine && w_kind == EXA_WORD_HDR}),
                .sel        (sel),
                .take       (take[p]),
                .word_valid (mine),
                .word_kind  (w_kind),
                .word_data  (w_data),
                .word_last  (w_last),
                .m_hdr_valid(m_exa_hdr_valid[p]),
                .m_pld_valid(m_exa_pld_valid[p]),
                .m_ftr_valid(m_exa_ftr_valid[p]),
                .m_hdr_ready(m_exa_hdr_ready[p]),
                .m_pld_ready(m_exa_pld_ready[p]),
                .m_ftr_ready(m_exa_ftr_ready[p]),
                .m_data     (out),
                .sent       (count)
            );

            always @* begin
                m_exa_data[128*p+:128] = out;
                sent[32*p+:32]         = count;
            end

            wire unused = &{1'b0, sel};
        end
    endgenerate

    localparam [4:0] PORTS = OUT_N[4:0];
    wire [3:0] at = reg_addr[5:2];

    always @(posedge clk) begin
        if (rst) begin
            reg_rdata <= 32'd0;
        end else if (reg_rd) begin
            reg_rdata <= 32'd0;
            if (reg_addr == 12'h000) reg_rdata <= ID;
            if (reg_addr == 12'h004) reg_rdata <= {27'd0, PORTS};
            if (reg_addr[11:9] == 3'b010 && reg_addr[8:6] != 3'd7 && reg_addr[5:0] == 6'd0) reg_rdata <= cnt;
            if (reg_addr[11:6] == 6'b010111 && {1'b0, at} < PORTS && reg_addr[1:0] == 2'b00)
                reg_rdata <= sent[32*at+:32];
        end
    end

    wire unused = &{1'b0, head, kind};

endmodule

`default_nettype wire
