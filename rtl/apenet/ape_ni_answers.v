// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Answers to messages: they wait here for the local port, a header each.
//
// ACK_LOG2 (1 to 4): log2 of the answers that wait. One that finds the queue full is dropped. An answer put in cycle t stands in t+1 at
// the earliest. rst forgets all. Contract: ape_ni.md section 7.7.

`timescale 1ns / 1ps
`default_nettype none

module ape_ni_answers #(
    parameter integer ACK_LOG2 = 4  // log2 of the answers that wait, 1 to 4
) (
    input  wire         clk,
    input  wire         rst,
    input  wire [15:0]  own,
    input  wire         put,
    input  wire [71:0]  answer,   // source of the message, pid, msg, cause
    output wire         valid,
    input  wire         ready,
    output wire [127:0] header,
    output wire         dropped
);

`include "ape_ni_defs.vh"
`include "ape_ni_check.vh"

    wire              room;
    wire [ANS_W-1:0]  a;
    wire [ACK_LOG2:0] level;

    assign dropped = put && !room;

    tn_fifo #(
        .DATA_W    (ANS_W),
        .DEPTH_LOG2(ACK_LOG2)
    ) u_queue (
        .clk    (clk),
        .rst    (rst),
        .s_valid(put),
        .s_ready(room),
        .s_data (answer),
        .m_valid(valid),
        .m_ready(ready),
        .m_data (a),
        .level  (level)
    );

    wire [15:0] to = a[71:56];
    wire [15:0] pid = a[55:40];
    wire [31:0] msg = a[39:8];
    wire [7:0]  cause = a[7:0];

    assign header = {18'd0, answer_check(own, pid, msg, cause), cause, msg, 1'b0, 13'd0, TYPE_ACK, 2'd0, 4'd0, to[4:0], to[9:5],
                     to[15:10], pid, 5'd0};

    wire unused = &{1'b0, level};

endmodule

`default_nettype wire
