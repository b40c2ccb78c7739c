// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Memory for block RAM: one write port with an enable for each column, one registered read port.
//
// DATA_W >= 1 bits a word, DEPTH_N >= 1 words, COL_W a divisor of DATA_W. An address given with
// rd_en in cycle t has its word at rd_data in t+1, where it stays until the next rd_en. A word
// that is written in t reads in t as it was before, from t+1 on as written. Nothing resets:
// readers gate with a valid bit of theirs, or clear the memory word by word.

`timescale 1ns / 1ps
`default_nettype none

module tn_ram_sync #(
    parameter integer DATA_W  = 8,      // bits per word
    parameter integer DEPTH_N = 16,     // words
    parameter integer ADDR_W  = 4,      // bits per address, 2**ADDR_W >= DEPTH_N
    parameter integer COL_W   = DATA_W  // bits under one write enable
) (
    input  wire                    clk,
    input  wire [DATA_W/COL_W-1:0] wr_en,
    input  wire [ADDR_W-1:0]       wr_addr,
    input  wire [DATA_W-1:0]       wr_data,
    input  wire                    rd_en,
    input  wire [ADDR_W-1:0]       rd_addr,
    output reg  [DATA_W-1:0]       rd_data
);

    generate
        if ((1 << ADDR_W) < DEPTH_N) begin : g_addr_w
            tn_error_ADDR_W_too_small_for_DEPTH_N u_error ();
        end
        if (DATA_W % COL_W != 0) begin : g_col_w
            tn_error_COL_W_must_divide_DATA_W u_error ();
        end
    endgenerate

    localparam integer COL_N = DATA_W / COL_W;

    (* ram_style = "block" *) reg [DATA_W-1:0] mem_q [0:DEPTH_N-1];

    integer c;
    always @(posedge clk)
        for (c = 0; c < COL_N; c = c + 1)
            if (wr_en[c]) mem_q[wr_addr][COL_W*c+:COL_W] <= wr_data[COL_W*c+:COL_W];

    always @(posedge clk)
        if (rd_en) rd_data <= mem_q[rd_addr];

endmodule

`default_nettype wire
