// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Shows C the pins of a block at each clock edge, and drives the block's inputs in the next cycle as C answers: one call a
// cycle. blockgen makes the bench that instantiates this module, and the C that knows the bits (harness/bfm/pins.h).
//
// PINS_W (1 to 640) bits of outputs, bit 0 is rst; PLAY_W (1 to 1024) bits of inputs.

`timescale 1ns / 1ps
`default_nettype none
`include "tn_sim.vh"

module tn_bfm_pins #(
    parameter integer PINS_W = 640,
    parameter integer PLAY_W = 1024
) (
    input  wire              clk,
    input  wire [63:0]       cycle,
    input  wire [PINS_W-1:0] pins,
    output reg  [PLAY_W-1:0] play,
    output reg               done // toggles when C may tell what it saw
);
    localparam integer BATCH_LOG2 = 6; // cycles between two of these

    reg [`TN_PLAY(PLAY_W)-1:0] next;
    reg [BATCH_LOG2-1:0]       count;
    integer                    unit;

    initial begin
        done  = 1'b0;
        count = {BATCH_LOG2{1'b0}};
        play  = {PLAY_W{1'b0}};
        `TN_OPEN("pins", 0, unit);
    end

    always @(posedge clk) begin
        `TN_PINS(unit, cycle, pins, next);
        play  <= next[PLAY_W-1:0];
        count <= count + 1'b1;
        if (&count) done <= !done;
    end
endmodule

`default_nettype wire
