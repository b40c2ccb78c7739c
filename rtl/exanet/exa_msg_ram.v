// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Memory of 128-bit words, written by bytes, with two asynchronous read ports.
//
// DEPTH_N words. A byte written in t reads so from t+1. Nothing resets: readers gate
// with a valid bit of theirs.

`timescale 1ns / 1ps
`default_nettype none

module exa_msg_ram #(
    parameter integer DEPTH_N = 256,  // words
    parameter integer ADDR_W  = 8     // bits per address, 2**ADDR_W >= DEPTH_N
) (
    input  wire              clk,
    input  wire [15:0]       wr_strb,
    input  wire [ADDR_W-1:0] wr_addr,
    input  wire [127:0]      wr_data,
    input  wire [ADDR_W-1:0] a_addr,
    output wire [127:0]      a_data,
    input  wire [ADDR_W-1:0] b_addr,
    output wire [127:0]      b_data
);

    generate
        if ((1 << ADDR_W) < DEPTH_N) begin : g_check
            tn_error_ADDR_W_too_small_for_DEPTH_N u_error ();
        end
    endgenerate

    reg [127:0] mem_q [0:DEPTH_N-1];

    integer b;
    always @(posedge clk)
        for (b = 0; b < 16; b = b + 1) if (wr_strb[b]) mem_q[wr_addr][8*b+:8] <= wr_data[8*b+:8];

    assign a_data = mem_q[a_addr];
    assign b_data = mem_q[b_addr];

endmodule

`default_nettype wire
