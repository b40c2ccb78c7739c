// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Shows C the values of some wires, such as a block of a serial line, at every edge of their clock while en is high.
// Nothing is shown in reset.

`timescale 1ns / 1ps
`default_nettype none
`include "tn_sim.vh"

module tn_bfm_tap #(
    parameter integer ID   = 0, // index among the bench's taps
    parameter integer SKIP = 0  // edges out of reset that are left out, 0 or 1
) (
    input  wire        clk,
    input  wire        rst,
    input  wire [63:0] cycle,
    input  wire        en,
    input  wire [1:0]  head,
    input  wire [63:0] data,
    output reg         done // toggles when C has cycles to deliver
);
    localparam integer BATCH_LOG2 = 6; // log2 of about so many edges that C keeps

    reg                  started_q;
    reg [BATCH_LOG2-1:0] count;

    initial begin
        done  = 1'b0;
        count = {BATCH_LOG2{1'b0}};
    end

    always @(posedge clk) begin
        started_q <= !rst;
        if (en && !rst && (SKIP == 0 || started_q)) begin
            `TN_TAP(ID, cycle, head, data);
            count <= count + 1'b1;
            if (&count) done <= !done;
        end
    end
endmodule

`default_nettype wire
