// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Shows C the words on a line of an APEnet lattice as they come in at the receiving end, one a cycle.

`timescale 1ns / 1ps
`default_nettype none
`include "tn_sim.vh"

module tn_bfm_ape_line #(
    parameter integer ID = 0 // the line's number
) (
    input wire         clk,
    input wire         rst,
    input wire [63:0]  cycle,
    input wire         valid,
    input wire         k,
    input wire [127:0] data,
    output reg         done // toggles when C has words to deliver
);
    localparam integer BATCH_LOG2 = 4; // words that C keeps, about

    reg [BATCH_LOG2-1:0] count;
    integer              unit;

    initial begin
        done  = 1'b0;
        count = {BATCH_LOG2{1'b0}};
        `TN_OPEN("ape_line", ID, unit);
    end

    always @(posedge clk)
        if (!rst && valid !== 1'b0) begin
            `TN_SEEN(unit, cycle, {31'd0, valid === 1'b1 && ^{k, data} !== 1'bx}, 32'd0, {31'd0, k, data});
            count = count + 1'b1;
            if (count == {BATCH_LOG2{1'b0}}) done = !done;
        end
endmodule

`default_nettype wire
