// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// One sending channel of an AXI port: drives the beats that C has queued for the channel.
//
// This module calls C once a beat. When C has no beat, the channel waits until wake toggles, or until the cycle that C
// named.

`timescale 1ns / 1ps
`default_nettype none
`include "tn_sim.vh"

module tn_bfm_axi_send #(
    parameter integer UNIT = 0 // 8 * port + channel
) (
    input  wire         clk,
    input  wire         rst,
    input  wire [63:0]  cycle,
    input  wire         wake, // toggles when C has new beats or settings
    output reg          valid,
    output reg  [159:0] beat, // see harness/sim/core_axi.h
    input  wire         ready,
    output reg          done  // toggles when C has work to do
);
    reg         wake_q, staged, asleep, timed;
    reg [31:0]  hold, delay;
    reg [1:0]   have;
    reg [159:0] next;

    integer     unit;

    initial begin
        done = 1'b0;
        `TN_OPEN("axi", UNIT, unit);
    end

    always @(posedge clk) begin
        if (rst) begin
            valid  <= 1'b0;
            wake_q <= wake;
            staged <= 1'b0;
            asleep <= 1'b0;
            timed  <= 1'b0;
            hold   <= 32'd0;
        end else if (!valid || ready) begin
            if (hold > 32'd1 && (staged || (timed && wake == wake_q))) begin
                hold  <= hold - 32'd1;
                valid <= 1'b0;
            end else if (staged) begin
                staged <= 1'b0;
                valid  <= 1'b1;
            end else if (asleep && wake == wake_q) begin
                valid <= 1'b0;
            end else begin
                `TN_NEXT(unit, cycle, valid, have, delay, next);
                wake_q <= wake;
                asleep <= have == 2'd0;
                timed  <= have == 2'd2;
                staged <= have == 2'd1 && delay != 32'd0;
                hold   <= delay;
                valid  <= have == 2'd1 && delay == 32'd0;
                if (have == 2'd1) beat <= next;
                if (have == 2'd1 || valid) done <= !done;
            end
        end
    end
endmodule

`default_nettype wire
