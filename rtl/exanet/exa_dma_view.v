// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// A descriptor as software sees it: one half of it to read, and a beat written into it.
//
// Combinational. half 0: words 0 and 1, half 1: words 2 and 3. word is that half of row and stat;
// merged is row with the bytes of data that strb names. Contract: exa_dma.md section 4.

`timescale 1ns / 1ps
`default_nettype none

module exa_dma_view (
    input  wire [189:0] row,
    input  wire [17:0]  stat,
    input  wire         half,
    output wire [127:0] word,
    input  wire         wr_half,
    input  wire [15:0]  strb,
    input  wire [127:0] data,
    output reg  [189:0] merged
);

`include "exa_dma_defs.vh"

    wire [127:0] places = row[ROW_SRC_LSB+:128];
    reg  [127:0] control;
    reg  [127:0] beat;

    always @* begin
        control = 128'd0;
        control[DSC_PDID_LSB+:16]             = row[ROW_PDID_LSB+:16];
        control[DSC_LENGTH_LSB+:DSC_LENGTH_W] = row[ROW_LENGTH_LSB+:DSC_LENGTH_W];
        control[DSC_CHAINED_LSB]              = row[ROW_CHAINED_LSB];
        control[DSC_DEP_LSB+:DSC_DEP_W]       = row[ROW_DEP_LSB+:DSC_DEP_W];
        control[DSC_SENT_LSB+:DSC_LENGTH_W]   = stat[STAT_SENT_LSB+:DSC_LENGTH_W];
        control[DSC_DONE_LSB]                 = stat[STAT_DONE_LSB];
        control[DSC_NOTIFY_LSB]               = row[ROW_NOTIFY_LSB];
        control[DSC_ERROR_LSB]                = stat[STAT_ERROR_LSB];
        control[DSC_DB_LSB]                   = row[ROW_DB_LSB];
        control[DSC_PATH_LSB+:DSC_PATH_W]     = row[ROW_PATH_LSB+:DSC_PATH_W];
        control[DSC_SEQ_LSB+:DSC_SEQ_W]       = row[ROW_SEQ_LSB+:DSC_SEQ_W];
    end

    assign word = half ? control : places;

    integer b;
    always @* begin
        beat = wr_half ? control : places;
        for (b = 0; b < 16; b = b + 1)
            if (strb[b]) beat[8*b+:8] = data[8*b+:8];
        merged = row;
        if (!wr_half) merged[ROW_SRC_LSB+:128] = beat;
        else begin
            merged[ROW_PDID_LSB+:16]             = beat[DSC_PDID_LSB+:16];
            merged[ROW_LENGTH_LSB+:DSC_LENGTH_W] = beat[DSC_LENGTH_LSB+:DSC_LENGTH_W];
            merged[ROW_CHAINED_LSB]              = beat[DSC_CHAINED_LSB];
            merged[ROW_DEP_LSB+:DSC_DEP_W]       = beat[DSC_DEP_LSB+:DSC_DEP_W];
            merged[ROW_NOTIFY_LSB]               = beat[DSC_NOTIFY_LSB];
            merged[ROW_DB_LSB]                   = beat[DSC_DB_LSB];
            merged[ROW_PATH_LSB+:DSC_PATH_W]     = beat[DSC_PATH_LSB+:DSC_PATH_W];
            merged[ROW_SEQ_LSB+:DSC_SEQ_W]       = beat[DSC_SEQ_LSB+:DSC_SEQ_W];
        end
    end

    wire unused = &{1'b0, stat};

endmodule

`default_nettype wire
