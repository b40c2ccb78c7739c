// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Inverts bits of a line of 66-bit blocks: every `period` blocks there is one burst of `burst` inverted bits. The place
// of the burst is drawn from SEED; a burst ends with its block.

`timescale 1ns / 1ps
`default_nettype none

module tn_bench_noise #(
    parameter [15:0] SEED = 16'hace1 // not 0
) (
    input  wire        clk,
    input  wire        rst,
    input  wire [31:0] period, // 0: no errors
    input  wire [6:0]  burst,  // 1 to 66
    output reg  [65:0] error
);
    reg [31:0] count_q;
    reg [15:0] lfsr_q; // x^16+x^14+x^13+x^11+1

    always @(posedge clk) begin
        lfsr_q  <= {lfsr_q[14:0], lfsr_q[15] ^ lfsr_q[13] ^ lfsr_q[12] ^ lfsr_q[10]};
        count_q <= count_q + 32'd1;
        error   <= 66'd0;
        if (count_q + 32'd1 >= period) begin
            count_q <= 32'd0;
            if (period != 32'd0)
                error <= ~({66{1'b1}} << burst) << lfsr_q % 16'd66;
        end
        if (rst) begin
            lfsr_q  <= SEED;
            count_q <= 32'd0;
            error   <= 66'd0;
        end
    end
endmodule

`default_nettype wire
