// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Packet sink: plays ready in runs that C draws, with one call a run, and drives each class's ok as test code has set
// it. Registers that are not ports are assigned by blocking assignment, as in tn_bfm_monitor.v.

`timescale 1ns / 1ps
`default_nettype none
`include "tn_sim.vh"

module tn_bfm_sink #(
    parameter integer ID = 0 // index among the bench's sinks, 0 to 7
) (
    input  wire       clk,
    input  wire       rst,
    input  wire       wake, // toggles when the pattern changes
    input  wire [2:0] ok_wanted,
    output reg        s_ready,
    output reg  [2:0] s_ok
);
    reg        wake_q, ready;
    reg [31:0] left, cycles;

    always @(posedge clk) begin
        s_ok <= rst ? 3'b000 : ok_wanted;
        if (rst) begin
            s_ready <= 1'b0;
            wake_q  = wake;
            left    = 32'd0;
        end else if (left > 32'd1 && wake == wake_q) begin
            left = left - 32'd1;
        end else begin
            `TN_SINK(ID, ready, cycles);
            wake_q  = wake;
            s_ready <= ready;
            left    = cycles;
        end
    end
endmodule

`default_nettype wire
