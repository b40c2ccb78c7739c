// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Byte Count and Lower Address of a request's first completion (PCIe 3.0 section 2.2.9).
//
// Combinational. Reads: from the first enabled byte to the last, 1 of a zero-length read. Atomics: the operand. Others: 4.

`timescale 1ns / 1ps
`default_nettype none

module tnw_pi_bytes (
    input  wire        read,
    input  wire        atomic,
    input  wire        cas,
    input  wire [10:0] length,    // DWs
    input  wire [4:0]  dw_at,     // address bits 6:2
    input  wire [3:0]  first_be,
    input  wire [3:0]  last_be,
    output reg  [11:0] bytes,     // 0: 4096
    output wire [6:0]  lower
);

    wire [1:0] low = first_be[0] ? 2'd0 : first_be[1] ? 2'd1 : first_be[2] ? 2'd2 : first_be[3] ? 2'd3 : 2'd0;
    wire [3:1] end_be = length == 11'd1 ? first_be[3:1] : last_be[3:1];
    // bytes behind the last one that is enabled; a zero-length read has one byte
    wire [1:0] high = end_be[3] ? 2'd0 : end_be[2] ? 2'd1 : end_be[1] ? 2'd2 : 2'd3;

    always @* begin
        bytes = 12'd4;
        if (read) bytes = {length[9:0], 2'd0} - {10'd0, low} - {10'd0, high};
        else if (cas) bytes = {length, 1'b0};
        else if (atomic) bytes = {length[9:0], 2'd0};
    end

    wire unused = &{1'b0, last_be[0]};

    assign lower = read ? {dw_at, low} : 7'd0;

endmodule

`default_nettype wire
