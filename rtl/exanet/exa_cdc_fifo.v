// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Queue of 2**DEPTH_LOG2 words between two clocks.
//
// DATA_W >= 1, DEPTH_LOG2 2 to 12. A word written stands at m_data two to three
// cycles of rd_clk later. wr_level counts the words held, as the writer knows
// it: never less than there are. The words are in block RAM of two clocks. Both resets empty it, asserted together.
// Paper section 6.3.

`timescale 1ns / 1ps
`default_nettype none

module exa_cdc_fifo #(
    parameter integer DATA_W     = 8,  // bits a word
    parameter integer DEPTH_LOG2 = 4   // log2 of the words held
) (
    input  wire                wr_clk,
    input  wire                wr_rst,
    input  wire                s_valid,
    output wire                s_ready,
    input  wire [DATA_W-1:0]   s_data,
    output wire [DEPTH_LOG2:0] wr_level,
    input  wire                rd_clk,
    input  wire                rd_rst,
    output wire                m_valid,
    input  wire                m_ready,
    output wire [DATA_W-1:0]   m_data
);

    localparam integer PTR_W = DEPTH_LOG2 + 1;

    generate
        if (DEPTH_LOG2 < 2 || DEPTH_LOG2 > 12) begin : g_check
            tn_error_DEPTH_LOG2_must_be_2_to_12 u_error ();
        end
    endgenerate

    // one bit more than the address, so that full and empty differ
    reg  [PTR_W-1:0] wr_q;
    reg  [PTR_W-1:0] wr_gray_q;
    reg  [PTR_W-1:0] rd_q;
    reg  [PTR_W-1:0] rd_gray_q;
    wire [PTR_W-1:0] rd_gray;  // as the writer sees it
    wire [PTR_W-1:0] wr_gray;  // as the reader sees it
    reg  [PTR_W-1:0] rd_seen;
    wire [PTR_W-1:0] wr_d = wr_q + 1'b1;
    wire [PTR_W-1:0] rd_d = rd_q + 1'b1;

    wire push = s_valid && s_ready;
    wire pop = m_valid && m_ready;

    integer b;
    always @* begin
        rd_seen = rd_gray;
        for (b = DEPTH_LOG2 - 1; b >= 0; b = b - 1) rd_seen[b] = rd_seen[b+1] ^ rd_gray[b];
    end

    assign wr_level = wr_q - rd_seen;
    assign s_ready  = !wr_level[DEPTH_LOG2];
    assign m_valid  = wr_gray != rd_gray_q;

    always @(posedge wr_clk) begin
        if (wr_rst) begin
            wr_q      <= {PTR_W{1'b0}};
            wr_gray_q <= {PTR_W{1'b0}};
        end else if (push) begin
            wr_q      <= wr_d;
            wr_gray_q <= wr_d ^ (wr_d >> 1);
        end
    end

    always @(posedge rd_clk) begin
        if (rd_rst) begin
            rd_q      <= {PTR_W{1'b0}};
            rd_gray_q <= {PTR_W{1'b0}};
        end else if (pop) begin
            rd_q      <= rd_d;
            rd_gray_q <= rd_d ^ (rd_d >> 1);
        end
    end

    exa_sync #(
        .DATA_W(PTR_W)
    ) u_rd (
        .clk(wr_clk),
        .rst(wr_rst),
        .d  (rd_gray_q),
        .q  (rd_gray)
    );

    exa_sync #(
        .DATA_W(PTR_W)
    ) u_wr (
        .clk(rd_clk),
        .rst(rd_rst),
        .d  (wr_gray_q),
        .q  (wr_gray)
    );

    // The word at the reader's pointer is read in each cycle. It was written two edges of rd_clk before wr_gray tells of it, so the
    // word that m_valid shows is never one that is written in that cycle.
    reg [DATA_W-1:0] mem_q [0:(1 << DEPTH_LOG2)-1];
    reg [DATA_W-1:0] out_q;
    wire [DEPTH_LOG2-1:0] rd_now = pop ? rd_d[DEPTH_LOG2-1:0] : rd_q[DEPTH_LOG2-1:0];

    always @(posedge wr_clk)
        if (push) mem_q[wr_q[DEPTH_LOG2-1:0]] <= s_data;

    always @(posedge rd_clk) out_q <= mem_q[rd_now];

    assign m_data = out_q;

endmodule

`default_nettype wire
