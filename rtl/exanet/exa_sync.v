// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Levels across clocks: two registers in a row.
//
// DATA_W independent bits (or a Gray count). Latency 2 cycles of clk, one more
// by phase. rst clears them.

`timescale 1ns / 1ps
`default_nettype none

module exa_sync #(
    parameter integer DATA_W = 1  // bits
) (
    input  wire              clk,
    input  wire              rst,
    input  wire [DATA_W-1:0] d,
    output reg  [DATA_W-1:0] q
);

    reg [DATA_W-1:0] first_q;

    always @(posedge clk) begin
        if (rst) begin
            first_q <= {DATA_W{1'b0}};
            q       <= {DATA_W{1'b0}};
        end else begin
            first_q <= d;
            q       <= first_q;
        end
    end

endmodule

`default_nettype wire
