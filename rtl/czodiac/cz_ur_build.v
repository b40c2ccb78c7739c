// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// The completion that answers a rejected non-posted request: Cpl or CplLk, no
// data, status UR (PCIe 3.0 sections 2.2.9 and 2.3.1).
//
// Combinational; DWs as big-endian numbers.

`timescale 1ns / 1ps
`default_nettype none

module cz_ur_build (
    // the request
    input  wire [31:0] h0,
    input  wire [31:0] h1,
    input  wire        read,
    input  wire        locked,
    input  wire        atomic,
    input  wire        cas,
    input  wire        hint, // TH: device side only
    input  wire [15:0] completer,
    // the completion
    output reg  [31:0] c0,
    output reg  [31:0] c1,
    output reg  [31:0] c2
);
    `include "tn_fields.vh"

    wire [9:0]  length = h0[TLP_DW0_LENGTH_LSB +: TLP_DW0_LENGTH_W];
    // with a hint the byte enables hold the Steering Tag, and all bytes count
    wire [3:0]  first_be = hint ? 4'hf : h1[TLP_REQ_FIRST_BE_LSB +: TLP_REQ_FIRST_BE_W];
    wire [3:0]  last_be  = hint ? 4'hf : h1[TLP_REQ_LAST_BE_LSB +: TLP_REQ_LAST_BE_W];

    reg  [1:0]  low, high;
    reg  [11:0] count;

    // index of the first enabled byte and of the last one
    always @* begin
        low = first_be[0] ? 2'd0 : first_be[1] ? 2'd1 : first_be[2] ? 2'd2
            : first_be[3] ? 2'd3 : 2'd0;
        if (length == 10'd1)
            high = first_be[3] ? 2'd3 : first_be[2] ? 2'd2 : first_be[1] ? 2'd1 : 2'd0;
        else
            high = last_be[3] ? 2'd3 : last_be[2] ? 2'd2 : last_be[1] ? 2'd1
                 : last_be[0] ? 2'd0 : 2'd3;
        count = 12'd4;
        if (read)
            count = {length, 2'b00} - ({10'd0, low} + {10'd0, 2'd3 - high});
        else if (cas)
            count = {length == 10'd0, length, 1'b0};
        else if (atomic)
            count = {length, 2'b00};
    end

    always @* begin
        c0 = 32'd0;
        c0[TLP_DW0_TYPE_LSB +: TLP_DW0_TYPE_W] = locked ? TLP_DW0_TYPE_CPL_LK : TLP_DW0_TYPE_CPL;
        c0[TLP_DW0_TC_LSB +: TLP_DW0_TC_W]     = h0[TLP_DW0_TC_LSB +: TLP_DW0_TC_W];
        c0[TLP_DW0_IDO_LSB]                    = h0[TLP_DW0_IDO_LSB];
        c0[TLP_DW0_ATTR_LSB +: TLP_DW0_ATTR_W] = h0[TLP_DW0_ATTR_LSB +: TLP_DW0_ATTR_W];
        c1 = {completer, TLP_CPL_STATUS_UR, 1'b0, count};
        c2 = {h1[TLP_REQ_REQUESTER_LSB +: TLP_REQ_REQUESTER_W],
              h1[TLP_REQ_TAG_LSB +: TLP_REQ_TAG_W], 8'd0};
    end
endmodule

`default_nettype wire
