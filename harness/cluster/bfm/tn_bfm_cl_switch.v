// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Shows C the pins of the level-2 switch at each clock edge, and drives its inputs in the next cycle as C answers. Lanes
// that the switch lacks are 0. The order of the pins is that of harness/cluster/bfm/cl_switch_pins.c.

`timescale 1ns / 1ps
`default_nettype none
`include "tn_sim.vh"

module tn_bfm_cl_switch (
    input wire          clk,
    input wire [63:0]   cycle,
    input wire [639:0]  pins,
    output reg [1023:0] play,
    output reg          done // toggles when C has cycles to deliver
);
    localparam integer BATCH_LOG2 = 6; // cycles until C tells

    reg [1023:0]         next;
    reg [BATCH_LOG2-1:0] count;
    integer              unit;

    initial begin
        done  = 1'b0;
        count = {BATCH_LOG2{1'b0}};
        play  = 1024'd0;
        `TN_OPEN("cl_switch", 0, unit);
    end

    always @(posedge clk) begin
        `TN_PINS(unit, cycle, pins, next);
        play  <= next;
        count <= count + 1'b1;
        if (&count) done <= !done;
    end
endmodule

`default_nettype wire
