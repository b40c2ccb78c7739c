// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Sums up a stream's beats; the sum does not depend on the order of its TLPs.

`timescale 1ns / 1ps
`default_nettype none

module dut_floor_sum (
    input  wire         clk,
    input  wire         rst,
    input  wire         valid, // and ready
    input  wire [127:0] data,
    input  wire [3:0]   keep,
    input  wire         last,
    input  wire [3:0]   port,
    output reg  [31:0]  beats_q,
    output reg  [63:0]  sum_q
);
    reg  [15:0]  beat_q; // of the TLP
    wire [127:0] lanes = {{32{keep[3]}}, {32{keep[2]}}, {32{keep[1]}}, {32{keep[0]}}} & data;

    always @(posedge clk)
        if (rst) begin
            beats_q <= 32'd0;
            beat_q  <= 16'd0;
            sum_q   <= 64'd0;
        end else if (valid) begin
            beats_q <= beats_q + 32'd1;
            beat_q  <= last ? 16'd0 : beat_q + 16'd1;
            sum_q   <= sum_q + (lanes[63:0] ^ {lanes[126:64], lanes[127]}) +
                       {15'd0, beat_q, port, keep, last, 24'd0};
        end
endmodule

`default_nettype wire
