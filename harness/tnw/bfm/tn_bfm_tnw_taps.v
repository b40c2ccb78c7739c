// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Shows C the words that come in on the six links of a TNW node, and its packets that are taken.
// Tap FIRST + l is link l: each word that is not IDLE, or hurt, data in bits 31:0, flags in 35:32,
// head says whether an error was put on it. (Four /E/ are no word: tnw_pcs without lanes.)
// Tap FIRST + 6: the takes of tnw_rcv, {fit, id}.

`timescale 1ns / 1ps
`default_nettype none
`include "tn_sim.vh"

module tn_bfm_tnw_taps #(
    parameter integer FIRST = 0
) (
    input wire         clk,
    input wire         rst,
    input wire [63:0]  cycle,
    input wire         en,
    input wire [191:0] data,
    input wire [23:0]  flags,
    input wire [5:0]   struck,
    input wire         match_valid,
    input wire [5:0]   match_id,
    input wire         match_fit,
    output reg         done // toggles when C has something to deliver
);
    localparam integer BATCH_LOG2 = 6; // words that C keeps, about

    reg [BATCH_LOG2-1:0] count;
    integer l;

    initial begin
        done  = 1'b0;
        count = {BATCH_LOG2{1'b0}};
    end

    always @(posedge clk)
        if (en && !rst) begin
            for (l = 0; l < 6; l = l + 1)
                if (flags[4*l+:4] !== 4'hf || struck[l] ||
                    (data[32*l+:32] !== 32'h07070707 && data[32*l+:32] !== 32'hfefefefe)) begin
                    `TN_TAP(FIRST + l, cycle, {1'b0, struck[l]}, {28'd0, flags[4*l+:4], data[32*l+:32]});
                    count = count + 1'b1;
                    if (count == {BATCH_LOG2{1'b0}}) done = !done;
                end
            if (match_valid) `TN_TAP(FIRST + 6, cycle, 2'b00, {57'd0, match_fit, match_id});
        end
endmodule

`default_nettype wire
