// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Cuts the next packet of a transaction: its size, its reads, its place among the lanes.
//
// take loads descriptor, number and bytes issued so far; from the next cycle on the other outputs
// describe the packet that begins there. Nothing resets. Contract: exa_dma.md section 6.

`timescale 1ns / 1ps
`default_nettype none

module exa_dma_cut (
    input  wire         clk,
    // the transaction's row
    input  wire         take,
    input  wire [189:0] row,
    input  wire [14:0]  sent,
    input  wire [9:0]   tid,
    // the next packet
    output wire         last,
    output wire [14:0]  off,       // of the packet's first byte
    output wire [14:0]  off_next,  // of the byte behind it
    output reg  [117:0] cut,       // its header and footer
    // its reads
    output reg  [27:0]  vbs,       // for the barrel shifter
    output wire [37:0]  beat_at,   // address of the first beat, in beats
    output wire [4:0]   beats,
    output wire [4:0]   page_beats // before the next page of 4 KiB, or all
);

`include "exa_defs.vh"
`include "exa_dma_defs.vh"

    reg [189:0] row_q;
    reg [9:0]   tid_q;
    reg [14:0]  off_q;
    reg [14:0]  left_q;
    reg [41:0]  src_q;
    reg [41:0]  dst_q;

    always @(posedge clk)
        if (take) begin
            row_q  <= row;
            tid_q  <= tid;
            off_q  <= sent;
            left_q <= row[ROW_LENGTH_LSB+:DSC_LENGTH_W] - sent;
            src_q  <= row[ROW_SRC_LSB+:EXA_ADDR_W] + {27'd0, sent};
            // a transaction stays in its block of 16 KiB
            dst_q  <= {row[ROW_ADDR_LSB+14+:28], row[ROW_ADDR_LSB+:14] + sent[13:0]};
        end

    wire [8:0] room = DMA_PACKET_B[8:0] - {1'b0, dst_q[7:0]};
    wire [8:0] size = last ? left_q[8:0] : room;
    wire [9:0] src_end = {1'b0, size} + {6'd0, src_q[3:0]};
    wire [9:0] dst_end = {1'b0, size} + {6'd0, dst_q[3:0]};
    wire [9:0] src_up = src_end + 10'd15;
    wire [9:0] dst_up = dst_end + 10'd15;
    wire [8:0] to_page = 9'd256 - {1'b0, src_q[11:4]};
    wire [3:0] turn = dst_q[3:0] - src_q[3:0];

    assign last       = left_q <= {6'd0, room};
    assign off        = off_q;
    assign off_next   = off_q + {6'd0, size};
    assign beat_at    = src_q[41:4];
    assign beats      = src_up[8:4];
    assign page_beats = to_page < {4'd0, beats} ? to_page[4:0] : beats;

    always @* begin
        cut = {CUT_W{1'b0}};
        cut[CUT_PDID_LSB+:EXA_PDID_W] = row_q[ROW_PDID_LSB+:EXA_PDID_W];
        cut[CUT_DST_LSB+:EXA_DST_W]   = row_q[ROW_DST_LSB+:EXA_DST_W];
        cut[CUT_ADDR_LSB+:EXA_ADDR_W] = dst_q;
        cut[CUT_SIZE_LSB+:CUT_SIZE_W] = size;
        cut[CUT_PATH_LSB+:EXA_PATH_W] = row_q[ROW_PATH_LSB+:EXA_PATH_W];
        cut[CUT_TID_LSB+:CUT_TID_W]   = tid_q;
        cut[CUT_SEQ_LSB+:DSC_SEQ_W]   = row_q[ROW_SEQ_LSB+:DSC_SEQ_W];
        cut[CUT_NOTIFY_LSB]           = row_q[ROW_NOTIFY_LSB];
        cut[CUT_LAST_LSB]             = last;
        cut[CUT_FIRST_LSB]            = off_q == 15'd0;
    end

    always @* begin
        vbs = {VBS_W{1'b0}};
        vbs[VBS_TURN_LSB+:4]            = turn;
        vbs[VBS_FROM_LSB+:4]            = dst_q[3:0];
        vbs[VBS_END_LSB+:4]             = dst_end[3:0];
        vbs[VBS_UP_LSB]                 = dst_q[3:0] >= src_q[3:0];
        vbs[VBS_WORDS_LSB+:VBS_COUNT_W] = dst_up[8:4];
        vbs[VBS_BEATS_LSB+:VBS_COUNT_W] = beats;
        vbs[VBS_PAGE_LSB+:VBS_COUNT_W]  = page_beats;
    end

    wire unused = &{1'b0, row_q, src_up, dst_up, dst_end};

endmodule

`default_nettype wire
