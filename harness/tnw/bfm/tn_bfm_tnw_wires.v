// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Shows C what stands on the lines of a TNW torus, and which links are UP. All as they are at an edge, as taps of that
// cycle, in this order; bits 55:48 of the data are the line where it comes in, 39:0 its value. FIRST: what inverts it,
// not 0; FIRST + 1: it is cut; FIRST + 2: the word that link 55:48 sends, not IDLE; FIRST + 3: the line, when it is not
// IDLE or errors are on it (with symbols: always); FIRST + 4: the word that the link takes, when it is not the line's
// (with symbols: when it is not IDLE nor what stands for no word); FIRST + 5: obs_up, when it has changed; FIRST + 6: the
// nodes in reset, when they have changed.

`timescale 1ns / 1ps
`default_nettype none
`include "tn_sim.vh"

module tn_bfm_tnw_wires #(
    parameter integer FIRST = 0,
    parameter integer NODES = 1,  // 8 at most
    parameter integer SYMBOLS = 0 // 1: lines carry symbols
) (
    input wire                clk,
    input wire [63:0]         cycle,
    input wire                en,
    input wire [NODES-1:0]    rst,
    input wire [192*NODES-1:0] tx_data,
    input wire [24*NODES-1:0]  tx_flags,
    input wire [240*NODES-1:0] line,
    input wire [192*NODES-1:0] rx_data,
    input wire [24*NODES-1:0]  rx_flags,
    input wire [240*NODES-1:0] flip,
    input wire [6*NODES-1:0]    cut,
    input wire [6*NODES-1:0]    up,
    output reg                done // toggles when C has something to deliver
);
    localparam integer BATCH_LOG2 = 6;           // taps that C keeps, about
    localparam [39:0]  IDLE = 40'h0f_0707_0707;
    localparam [39:0]  NO_WORD = 40'h0f_fefe_fefe; // four /E/

    reg [BATCH_LOG2-1:0] count;
    reg                  was_en;
    reg [6*NODES-1:0]      was_up;
    reg [NODES-1:0]        was_rst;
    reg [39:0]           word;
    reg [39:0]           sent;
    reg [39:0]           took;
    integer              l;

    initial begin
        done   = 1'b0;
        count  = {BATCH_LOG2{1'b0}};
        was_en = 1'b0;
        was_up = {6*NODES{1'b0}};
        was_rst = {NODES{1'b0}};
    end

    task say(input integer kind, input integer which, input [39:0] value);
        begin
            `TN_TAP(FIRST + kind, cycle, 2'b00, {8'd0, which[7:0], 8'd0, value});
            count = count + 1'b1;
            if (count == {BATCH_LOG2{1'b0}}) done = !done;
        end
    endtask

    always @(posedge clk) begin
        was_en <= en;
        if (en) begin
            was_up  <= up;
            was_rst <= rst;
            if (up !== was_up || !was_en)
                `TN_TAP(FIRST + 5, cycle, 2'b00, {{64-6*NODES{1'b0}}, up});
            if (rst !== was_rst || !was_en)
                `TN_TAP(FIRST + 6, cycle, 2'b00, {{64-NODES{1'b0}}, rst});
            for (l = 0; l < 6 * NODES; l = l + 1) begin
                word = line[40*l+:40];
                sent = {4'd0, tx_flags[4*l+:4], tx_data[32*l+:32]};
                took = {4'd0, rx_flags[4*l+:4], rx_data[32*l+:32]};
                if (flip[40*l+:40] != 40'd0) say(0, l, flip[40*l+:40]);
                if (cut[l]) say(1, l, 40'd0);
                if (sent !== IDLE) say(2, l, sent);
                if (SYMBOLS != 0 || word !== IDLE || cut[l] || flip[40*l+:40] != 40'd0) say(3, l, word);
                if (SYMBOLS != 0 ? took !== IDLE && took !== NO_WORD : word[35:0] !== took[35:0]) say(4, l, took);
            end
        end
    end
endmodule

`default_nettype wire
