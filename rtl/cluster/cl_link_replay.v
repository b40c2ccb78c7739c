// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Replay buffer of a lane: 16 places of 64 words, of which packets use 14 places and 35 words; reads a packet out.
//
// No parameters. start in t, while valid is 0: the first word stands at data in t+1, the next ones as ready takes them, a word a
// cycle. A packet that is read may lose its place, as the packet behind it is written later and no faster. rst: nothing is read.
// Contract: cl_link.md section 2.

`timescale 1ns / 1ps
`default_nettype none

module cl_link_replay (
    input  wire        clk,
    input  wire        rst,
    input  wire        wr_en,
    input  wire [3:0]  wr_place,
    input  wire [5:0]  wr_word,
    input  wire [15:0] wr_data,
    input  wire        start,
    input  wire [3:0]  place,
    output wire        valid,
    input  wire        ready,
    output wire [15:0] data,
    output wire        last
);

`include "cl_defs.vh"

    reg       valid_q;
    reg [3:0] place_q;
    reg [5:0] word_q;  // that stands at data
    reg [5:0] last_q;  // of the packet, once its second word has been there

    wire step = valid_q && ready;
    wire [5:0] next = word_q + 6'd1;

    assign valid = valid_q;
    assign last  = word_q == last_q;

    always @(posedge clk) begin
        if (rst) begin
            valid_q <= 1'b0;
            last_q  <= CL_WORDS_MAX - 6'd1;
        end else begin
            if (start) valid_q <= 1'b1;
            else if (step && last) valid_q <= 1'b0;
            if (valid_q && word_q == 6'd1) last_q <= data[CL_LEN_LSB+:6] + 6'd2;
        end
        if (start) begin
            place_q <= place;
            word_q  <= 6'd0;
        end else if (step) word_q <= next;
    end

    tn_ram_sync #(
        .DATA_W (16),
        .DEPTH_N(1024),
        .ADDR_W (10)
    ) u_ram (
        .clk    (clk),
        .wr_en  (wr_en),
        .wr_addr({wr_place, wr_word}),
        .wr_data(wr_data),
        .rd_en  (start || (step && !last)),
        .rd_addr(start ? {place, 6'd0} : {place_q, next}),
        .rd_data(data)
    );

endmodule

`default_nettype wire
