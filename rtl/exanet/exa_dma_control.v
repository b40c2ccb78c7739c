// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Control messages of an output: three writes of 8 bytes make one.
//
// wr offers a beat of transaction tid with its strobes; ok answers in the same cycle, mix tells that it was
// refused because another message has begun. The third beat takes pdid, coordinates, path and number of row;
// full is high from the next cycle on until gone. hdr is the header's bits 111:0, pld_* the payload, ftr the
// footer without its CRCs. drop forgets one or two writes held. rst forgets all. Contract: exa_dma.md section 8.

`timescale 1ns / 1ps
`default_nettype none

module exa_dma_control (
    input  wire         clk,
    input  wire         rst,
    // this node's coordinates
    input  wire [21:0]  own,
    // a write of the control byte
    input  wire         wr,
    input  wire [9:0]   tid,
    input  wire [15:0]  strb,
    input  wire [127:0] data,
    input  wire [189:0] row,
    // its effect
    output wire         ok,
    output wire         mix,
    // the message that waits
    input  wire         drop,
    output wire         full,
    input  wire         gone,
    // its packet
    output reg  [111:0] hdr,
    output wire [127:0] pld_0,
    output wire [127:0] pld_1,
    output reg  [127:0] ftr
);

`include "exa_defs.vh"
`include "exa_dma_defs.vh"

    localparam [1:0] FULL = 2'd3;
    localparam [EXA_SIZE_W-1:0] SIZE = 14'd32;

    reg [1:0]  held_q;  // writes held
    reg [9:0]  tid_q;
    reg [63:0] place_q;
    reg [63:0] low_q;
    reg [63:0] high_q;
    reg [15:0] pdid_q;
    reg [21:0] dst_q;
    reg [2:0]  path_q;
    reg [12:0] seq_q;

    wire        half = strb == 16'hff00;
    wire        shape = half || strb == 16'h00ff;
    wire        other = held_q != 2'd0 && tid != tid_q;
    wire [63:0] word = half ? data[127:64] : data[63:0];
    wire        take = wr && ok;

    assign ok    = shape && !other && !full;
    assign mix   = wr && shape && other && !full;
    assign full  = held_q == FULL;
    assign pld_0 = {64'd0, place_q};
    assign pld_1 = {high_q, low_q};

    always @(posedge clk) begin
        if (rst || gone) held_q <= 2'd0;
        else if (drop && !full) held_q <= 2'd0;
        else if (take) held_q <= held_q + 2'd1;
    end

    always @(posedge clk)
        if (take) begin
            tid_q <= tid;
            if (held_q == 2'd0) place_q <= word;
            if (held_q == 2'd1) low_q <= word;
            if (held_q == 2'd2) begin
                high_q <= word;
                pdid_q <= row[ROW_PDID_LSB+:EXA_PDID_W];
                dst_q  <= row[ROW_DST_LSB+:EXA_DST_W];
                path_q <= row[ROW_PATH_LSB+:EXA_PATH_W];
                seq_q  <= row[ROW_SEQ_LSB+:DSC_SEQ_W];
            end
        end

    always @* begin
        hdr = 112'd0;
        hdr[EXA_PATH_LSB+:EXA_PATH_W] = path_q;
        hdr[EXA_TO_LSB+:10]           = EXA_TO_RDMA;
        hdr[EXA_SIZE_LSB+:EXA_SIZE_W] = SIZE;
        hdr[EXA_TYPE_LSB+:EXA_TYPE_W] = EXA_DMA_CTL;
        hdr[EXA_DST_LSB+:EXA_DST_W]   = dst_q;
        hdr[EXA_PDID_LSB+:EXA_PDID_W] = pdid_q;
        ftr = 128'd0;
        ftr[EXA_SEQ_LSB+:DSC_SEQ_W]   = seq_q;
        ftr[EXA_SRC_LSB+:EXA_DST_W]   = own;
        ftr[EXA_TID_LSB+:CUT_TID_W]   = tid_q;
    end

    wire unused = &{1'b0, row};

endmodule

`default_nettype wire
