// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Tells whether the start of a transaction is refused.
//
// OUT_N (1 to 7) outputs. Combinational: row is the descriptor, bank_hit tells that its PDID is in a
// bank. Contract: exa_dma.md section 5.

`timescale 1ns / 1ps
`default_nettype none

module exa_dma_start #(
    parameter integer OUT_N = 1  // outputs, 1 to 7
) (
    input  wire [189:0] row,
    input  wire         bank_hit,
    output wire         bad
);

`include "exa_defs.vh"
`include "exa_dma_defs.vh"

    localparam [4:0] OUTS = OUT_N[4:0];

    wire [14:0] length = row[ROW_LENGTH_LSB+:DSC_LENGTH_W];
    wire [15:0] block_end = {2'd0, row[ROW_ADDR_LSB+:14]} + {1'b0, length};
    wire [42:0] src_end = {1'b0, row[ROW_SRC_LSB+:EXA_ADDR_W]} + {28'd0, length};
    wire        src_past = src_end[42] && src_end[41:0] != 42'd0;
    wire        src_long = row[ROW_SRC_LSB+EXA_ADDR_W+:64-EXA_ADDR_W] != 22'd0;
    wire        peripheral = row[ROW_ADDR_LSB+39+:3] == EXA_PERIPHERALS;
    wire        length_bad = length == 15'd0 || {1'b0, length} > DMA_BLOCK_B[15:0];
    wire        block_bad = block_end > DMA_BLOCK_B[15:0];
    wire        path_bad = row[ROW_PATH_LSB+:DSC_PATH_W] >= OUTS;

    assign bad = length_bad || block_bad || path_bad || peripheral || src_long || src_past || !bank_hit;

    wire unused = &{1'b0, row};

endmodule

`default_nettype wire
