// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Passive watch of one AXI channel: this module tells C of each beat offered, of each beat transferred, and of every
// change of a beat that waits. C is not called in idle cycles, nor while a beat waits unchanged.

`timescale 1ns / 1ps
`default_nettype none
`include "tn_sim.vh"

module tn_bfm_axi_watch #(
    parameter integer UNIT = 0 // 8 * monitor + channel
) (
    input  wire         clk,
    input  wire         rst,
    input  wire [63:0]  cycle,
    input  wire         valid,
    input  wire         ready,
    input  wire [159:0] beat, // see harness/sim/core_axi.h
    output reg          done  // toggles when C has beats to judge
);
    reg         rst_q, waiting_q, changed, strange;
    reg [159:0] beat_q;
    reg [16:0]  unknown;
    reg [4:0]   what;
    integer     i, unit;

    initial begin
        done  = 1'b0;
        rst_q = 1'b0;
        `TN_OPEN("axi", UNIT, unit);
    end

    always @(posedge clk) begin
        rst_q     <= rst;
        waiting_q <= !rst && valid && !ready;
        beat_q    <= beat;
        unknown   = 17'd0;
        strange   = 1'b0;
`ifndef VERILATOR
        strange = (valid ^ ready) === 1'bx;
        if (valid === 1'b1 && ^beat === 1'bx) begin
            for (i = 0; i < 16; i = i + 1)
                unknown[i] = ^beat[8*i +: 8] === 1'bx;
            unknown[16] = ^beat[159:128] === 1'bx;
        end
`endif
        changed = waiting_q && (!valid || beat !== beat_q);
        // (the channel is judged from a reset's second cycle on, since the reset is synchronous)
        if (rst ? rst_q && valid === 1'b1
                : valid && (ready || !waiting_q) || changed || strange) begin
            what = {ready === 1'bx, valid === 1'bx, rst, ready === 1'b1, valid === 1'b1};
            `TN_SEEN(unit, cycle, {27'd0, what}, {15'd0, unknown}, beat);
            done <= !done;
        end
    end
endmodule

`default_nettype wire
