// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// What an address of exa_dma's port means.
//
// OUT_N (1 to 7) outputs, TXN_LOG2 (2 to 10): log2 of the descriptors. Combinational. addr counts
// words of 16 bytes. At most one of dsc, ctl, kernel is high; mapped is low for DECERR; tid is the
// descriptor's (a control message's) number, out the output of a control message.
// Contract: exa_dma.md section 3.

`timescale 1ns / 1ps
`default_nettype none

module exa_dma_map #(
    parameter integer OUT_N    = 1,  // outputs, 1 to 7
    parameter integer TXN_LOG2 = 10  // log2 of the descriptors, 2 to 10
) (
    input  wire [15:0] addr,
    output wire        mapped,
    output wire        dsc,
    output wire        ctl,
    output wire        kernel,
    output wire        half,
    output wire [9:0]  tid,
    output wire [2:0]  out
);

    localparam integer TXN_N = 1 << TXN_LOG2;
    localparam [4:0]   OUTS = OUT_N[4:0];
    localparam [7:0]   KERNEL = 8'h40;  // page

    wire [4:0] region = addr[15:11];  // 32 KiB
    wire       first = region == 5'd0;
    wire       later = region != 5'd0 && region <= OUTS && !addr[10];
    wire       there = {1'b0, tid} < TXN_N[10:0];
    wire [4:0] output_at = region - 5'd1;

    assign half   = addr[0];
    assign tid    = first ? addr[10:1] : addr[9:0];
    assign out    = output_at[2:0];
    assign dsc    = first && there;
    assign ctl    = later && there;
    assign kernel = addr[15:8] == KERNEL;
    assign mapped = first || later || kernel;

    wire unused = &{1'b0, output_at[4:3]};

endmodule

`default_nettype wire
