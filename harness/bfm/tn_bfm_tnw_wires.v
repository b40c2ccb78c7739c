// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Shows C what stands on the lines of a TNW torus without symbols (PCS_EN 0), and which links are UP. All as they are at
// an edge, as taps of that cycle, in this order; bits 55:48 of the data are the line where it comes in, 39:0 its value:
// FIRST: what inverts it, not 0; FIRST + 1: it is cut; FIRST + 2: the word that link 55:48 sends, not IDLE; FIRST + 3:
// the line, when it is not IDLE or errors are on it; FIRST + 4: the word that the link takes, when it is not the line's;
// FIRST + 5: obs_up, when it has changed.

`timescale 1ns / 1ps
`default_nettype none
`include "tn_sim.vh"

module tn_bfm_tnw_wires #(
    parameter integer FIRST = 0,
    parameter integer LINES = 6, // 48 at most
    parameter integer WORDS = 1  // 0: lines carry symbols, and obs_up alone is shown
) (
    input wire                clk,
    input wire [63:0]         cycle,
    input wire                en,
    input wire [32*LINES-1:0] tx_data,
    input wire [4*LINES-1:0]  tx_flags,
    input wire [40*LINES-1:0] line,
    input wire [32*LINES-1:0] rx_data,
    input wire [4*LINES-1:0]  rx_flags,
    input wire [40*LINES-1:0] flip,
    input wire [LINES-1:0]    cut,
    input wire [LINES-1:0]    up,
    output reg                done // toggles when C has something to deliver
);
    localparam integer BATCH_LOG2 = 6;           // taps that C keeps, about
    localparam [39:0]  IDLE = 40'h0f_0707_0707;

    reg [BATCH_LOG2-1:0] count;
    reg                  was_en;
    reg [LINES-1:0]      was_up;
    reg [39:0]           word;
    reg [39:0]           sent;
    integer              l;

    initial begin
        done   = 1'b0;
        count  = {BATCH_LOG2{1'b0}};
        was_en = 1'b0;
        was_up = {LINES{1'b0}};
    end

    task say(input integer kind, input integer which, input [39:0] value);
        begin
            `TN_EXA_TAP(FIRST + kind, cycle, 2'b00, {8'd0, which[7:0], 8'd0, value});
            count = count + 1'b1;
            if (count == {BATCH_LOG2{1'b0}}) done = !done;
        end
    endtask

    always @(posedge clk) begin
        was_en <= en;
        if (en) begin
            was_up <= up;
            if (up !== was_up || !was_en)
                `TN_EXA_TAP(FIRST + 5, cycle, 2'b00, {{64-LINES{1'b0}}, up});
            for (l = 0; l < LINES && WORDS != 0; l = l + 1) begin
                word = line[40*l+:40];
                sent = {4'd0, tx_flags[4*l+:4], tx_data[32*l+:32]};
                if (flip[40*l+:40] != 40'd0) say(0, l, flip[40*l+:40]);
                if (cut[l]) say(1, l, 40'd0);
                if (sent !== IDLE) say(2, l, sent);
                if (word !== IDLE || cut[l] || flip[40*l+:40] != 40'd0) say(3, l, word);
                if (word[35:0] !== {rx_flags[4*l+:4], rx_data[32*l+:32]})
                    say(4, l, {4'd0, rx_flags[4*l+:4], rx_data[32*l+:32]});
            end
        end
    end
endmodule

`default_nettype wire
