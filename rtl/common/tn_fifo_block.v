// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// First-in first-out queue of 2**DEPTH_LOG2 words in block RAM: tn_fifo, which it behaves as, has them in LUTs.
//
// DATA_W >= 1, DEPTH_LOG2 >= 1. A word accepted in cycle t stands at m_data from
// cycle t+1 on when the queue was empty. One word in and one out each cycle;
// a full queue takes none even while one leaves. level counts the words held.
// rst empties it.

`timescale 1ns / 1ps
`default_nettype none

module tn_fifo_block #(
    parameter integer DATA_W     = 8,  // bits per word
    parameter integer DEPTH_LOG2 = 4   // log2 of the words held
) (
    input  wire                  clk,
    input  wire                  rst,
    input  wire                  s_valid,
    output wire                  s_ready,
    input  wire [DATA_W-1:0]     s_data,
    output wire                  m_valid,
    input  wire                  m_ready,
    output wire [DATA_W-1:0]     m_data,
    output wire [DEPTH_LOG2:0]   level
);

    generate
        if (DEPTH_LOG2 < 1) begin : g_check
            tn_error_DEPTH_LOG2_must_be_at_least_1 u_error ();
        end
    endgenerate

    // one bit more than the address, so that full and empty differ
    reg [DEPTH_LOG2:0] wr_q;
    reg [DEPTH_LOG2:0] rd_q;

    wire push = s_valid && s_ready;
    wire pop  = m_valid && m_ready;

    assign level   = wr_q - rd_q;
    assign s_ready = !level[DEPTH_LOG2];
    assign m_valid = wr_q != rd_q;

    always @(posedge clk) begin
        if (rst) begin
            wr_q <= {(DEPTH_LOG2 + 1) {1'b0}};
            rd_q <= {(DEPTH_LOG2 + 1) {1'b0}};
        end else begin
            if (push) wr_q <= wr_q + 1'b1;
            if (pop) rd_q <= rd_q + 1'b1;
        end
    end

    // the word that is first in the next cycle is read in this one; a word that is written in it goes past the memory
    wire [DEPTH_LOG2:0] rd_now = pop ? rd_q + 1'b1 : rd_q;
    wire [DATA_W-1:0]   held;
    reg  [DATA_W-1:0]   past_q;
    reg                 is_past_q;

    tn_ram_sync #(
        .DATA_W (DATA_W),
        .DEPTH_N(1 << DEPTH_LOG2),
        .ADDR_W (DEPTH_LOG2)
    ) u_ram (
        .clk    (clk),
        .wr_en  (push),
        .wr_addr(wr_q[DEPTH_LOG2-1:0]),
        .wr_data(s_data),
        .rd_en  (1'b1),
        .rd_addr(rd_now[DEPTH_LOG2-1:0]),
        .rd_data(held)
    );

    always @(posedge clk) begin
        past_q    <= s_data;
        is_past_q <= push && wr_q == rd_now;
    end

    assign m_data = is_past_q ? past_q : held;

endmodule

`default_nettype wire
