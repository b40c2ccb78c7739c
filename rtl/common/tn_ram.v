// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Memory: one write port, one asynchronous read port.
//
// DATA_W >= 1 bits a word, DEPTH_N >= 1 words. A word written in cycle t reads
// so from cycle t+1. Nothing resets: readers gate with a valid bit of theirs.

`timescale 1ns / 1ps
`default_nettype none

module tn_ram #(
    parameter integer DATA_W  = 8,   // bits per word
    parameter integer DEPTH_N = 16,  // words
    parameter integer ADDR_W  = 4    // bits per address, 2**ADDR_W >= DEPTH_N
) (
    input  wire              clk,
    input  wire              wr_en,
    input  wire [ADDR_W-1:0] wr_addr,
    input  wire [DATA_W-1:0] wr_data,
    input  wire [ADDR_W-1:0] rd_addr,
    output wire [DATA_W-1:0] rd_data
);

    generate
        if ((1 << ADDR_W) < DEPTH_N) begin : g_check
            tn_error_ADDR_W_too_small_for_DEPTH_N u_error ();
        end
    endgenerate

    reg [DATA_W-1:0] mem_q [0:DEPTH_N-1];

    always @(posedge clk)
        if (wr_en) mem_q[wr_addr] <= wr_data;

    assign rd_data = mem_q[rd_addr];

endmodule

`default_nettype wire
