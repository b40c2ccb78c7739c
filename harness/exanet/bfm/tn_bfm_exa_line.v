// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// One direction of a serial line: blocks in, blocks out, a cycle later and cut out of the
// bits at any place. In reset the boundary stands offset bits from the right one; slip
// moves it by one.

`timescale 1ns / 1ps
`default_nettype none

module tn_bfm_exa_line (
    input  wire        clk,
    input  wire        rst,
    input  wire [6:0]  offset, // 0 to 65
    input  wire [1:0]  s_head,
    input  wire [63:0] s_data,
    output reg  [1:0]  m_head,
    output reg  [63:0] m_data,
    input  wire        slip
);
    localparam [6:0] LAST = 7'd65;

    reg  [65:0]  past_q;
    reg  [6:0]   at_q;
    wire [131:0] bits = {s_data, s_head, past_q} >> at_q;

    always @(posedge clk) begin
        past_q <= {s_data, s_head};
        {m_data, m_head} <= bits[65:0];
        if (rst) begin
            past_q <= 66'd0;
            at_q   <= offset;
            {m_data, m_head} <= 66'd0;
        end else if (slip) begin
            at_q <= at_q == LAST ? 7'd0 : at_q + 7'd1;
        end
    end
endmodule

`default_nettype wire
