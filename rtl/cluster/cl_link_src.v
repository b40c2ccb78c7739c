// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Packets to send: numbers them, changes their CRC by that of the difference, writes them into the replay buffer, judges them.
//
// No parameters. A word taken in t is written in t; put or drop is 1 in the cycle in which the last word is taken. The first word
// waits for the room of its priority, no other one waits. rst: between packets. Contract: cl_link.md section 2.

`timescale 1ns / 1ps
`default_nettype none

module cl_link_src (
    input  wire        clk,
    input  wire        rst,
    input  wire        s_valid,
    output wire        s_ready,
    input  wire [15:0] s_data,
    input  wire        s_last,
    input  wire [2:0]  s_ok,
    // the number that the packet gets
    input  wire [5:0]  seq,
    // the replay buffer
    output wire        wr_en,
    output wire [5:0]  wr_word,
    output reg  [15:0] wr_data,
    // a packet begins, is whole and sound, is dropped; its priority, 3 as 2
    output wire        open,
    output wire        put,
    output wire        drop,
    output wire [1:0]  prio
);

`include "cl_defs.vh"

    reg  [5:0]  at_q;    // words of the packet that were taken; 63: so many or more
    reg  [1:0]  prio_q;
    reg  [5:0]  len_q;
    reg         bad_q;   // its priority or its type is none
    reg  [15:0] crc_q;   // of the words as they came
    reg  [15:0] diff_q;  // of the difference

    wire        first = at_q == 6'd0;
    wire [1:0]  prio_in = s_data[CL_PRIO_LSB+:2];
    wire        take = s_valid && s_ready;
    wire        fits = at_q >= CL_WORDS_MIN - 6'd1 && at_q < CL_WORDS_MAX && {1'b0, len_q} + 7'd2 == {1'b0, at_q};
    wire        good = fits && !bad_q && s_data == crc_q;

    assign prio    = !first ? prio_q : prio_in == 2'd3 ? 2'd2 : prio_in;
    assign s_ready = !first || s_ok[prio];
    assign wr_en   = take;
    assign wr_word = at_q;
    assign open    = take && first;
    assign put     = take && s_last && good;
    assign drop    = take && s_last && !good;

    wire [15:0] diff = at_q == 6'd1 ? {10'd0, s_data[CL_SEQ_LSB+:6] ^ seq} : 16'd0;

    always @* begin
        wr_data = s_data ^ diff;
        if (s_last) wr_data = s_data ^ diff_q;
    end

    always @(posedge clk) begin
        if (rst) at_q <= 6'd0;
        else if (take) at_q <= s_last ? 6'd0 : at_q + {5'd0, at_q != 6'd63};
        if (take) begin
            prio_q <= prio;
            if (first) bad_q <= prio_in == 2'd3 || s_data[CL_TYPE_LSB+:4] == CL_LINK;
            if (at_q == 6'd1) len_q <= s_data[CL_LEN_LSB+:6];
            crc_q  <= cl_crc16(first ? CL_CRC_INIT : crc_q, s_data);
            diff_q <= cl_crc16(first ? 16'd0 : diff_q, diff);
        end
    end

endmodule

`default_nettype wire
