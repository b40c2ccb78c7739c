// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// One receiving channel of an AXI port: plays ready in runs that C draws, and hands each beat received to C.

`timescale 1ns / 1ps
`default_nettype none
`include "tn_sim.vh"

module tn_bfm_axi_take #(
    parameter integer UNIT = 0 // 8 * port + channel
) (
    input  wire         clk,
    input  wire         rst,
    input  wire [63:0]  cycle,
    input  wire         wake, // toggles when C has new beats or settings
    input  wire         valid,
    input  wire [159:0] beat, // see harness/sim/core_axi.h
    output reg          ready,
    output reg          done  // toggles when C has work to do
);
    reg        wake_q, run_ready;
    reg [31:0] left, cycles;

    integer    unit;

    initial begin
        done = 1'b0;
        `TN_OPEN("axi", UNIT, unit);
    end

    always @(posedge clk) begin
        if (rst) begin
            ready  <= 1'b0;
            wake_q <= wake;
            left   <= 32'd0;
        end else begin
            if (left > 32'd1 && wake == wake_q) begin
                left <= left - 32'd1;
            end else begin
                `TN_READY(unit, cycle, run_ready, cycles);
                wake_q <= wake;
                ready  <= run_ready;
                left   <= cycles;
            end
            if (valid && ready) begin
                `TN_GOT(unit, cycle, beat);
                done <= !done;
            end
        end
    end
endmodule

`default_nettype wire
