// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// One clock of a bench that has several. The clock toggles step / 65536 times a cycle of base on the average, and drifts
// slowly by up to swing / 65536 to either side. The clock changes at rising edges of base alone, so both simulators see
// the same edges; where two such clocks rise together, registers of both sample the values of before.

`timescale 1ns / 1ps
`default_nettype none

module tn_bench_osc #(
    parameter [15:0] PHASE = 16'd0 // phase at time 0
) (
    input  wire        base,
    input  wire [15:0] step,
    input  wire [15:0] swing,
    output reg         clk
);
    localparam integer DRIFT_LOG2 = 14; // cycles of base from fastest to slowest

    reg [16:0]         acc, inc;
    reg [DRIFT_LOG2:0] at;
    reg [31:0]         drift;

    initial begin
        acc = {1'b0, PHASE};
        at  = {DRIFT_LOG2 + 1{1'b0}};
        clk = 1'b0;
    end

    // The drift changes by about 1 / 65536 in 16 cycles. Computed in each cycle, the drift took a fifth of a link's time under Icarus.
    always @(posedge base) begin
        at = at + 1'b1;
        if (at[3:0] == 4'd1) begin
            drift = (at[DRIFT_LOG2] ? ~{18'd0, at[DRIFT_LOG2-1:0]} & 32'h3fff : {18'd0, at[DRIFT_LOG2-1:0]}) *
                    {16'd0, swing} >> (DRIFT_LOG2 - 1);
            inc   = {1'b0, step} + {1'b0, drift[15:0]} - {1'b0, swing};
        end
        acc = {1'b0, acc[15:0]} + inc;
        if (acc[16]) clk = !clk;
    end
endmodule

`default_nettype wire
