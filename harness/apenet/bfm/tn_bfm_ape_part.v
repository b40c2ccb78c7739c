// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// One of the four parts of a router's pins: shows them to C at each clock edge, and drives its inputs in the next cycle as
// C answers. What the words mean is between bench and C (harness/apenet/bfm/ape_router.c).

`timescale 1ns / 1ps
`default_nettype none
`include "tn_sim.vh"

module tn_bfm_ape_part #(
    parameter integer ID = 0
) (
    input wire         clk,
    input wire [63:0]  cycle,
    input wire [511:0] pins,
    output reg [1023:0] play,
    output reg         done // toggles when C has something to deliver
);
    localparam integer BATCH_LOG2 = 6; // cycles between deliveries

    reg [1023:0]         next;
    reg [BATCH_LOG2-1:0] count;
    integer              unit;

    initial begin
        done  = 1'b0;
        count = {BATCH_LOG2{1'b0}};
        play  = 1024'd0;
        `TN_OPEN("ape_router", ID, unit);
    end

    always @(posedge clk) begin
        `TN_PINS(unit, cycle, pins, next);
        play  <= next;
        count <= count + 1'b1;
        if (&count) done <= !done;
    end
endmodule

`default_nettype wire
