// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// ECRC of a TLP that passes beat by beat (PCIe 3.0 2.7.1): Type[0] and EP count
// as 1, and on the user side Dest CPU as 0 (checkers/czodiac/spec/cz_ioport_remap.md
// section 3).
//
// digest, combinational, on the last beat: the digest DW in lane order over all
// DWs but the last. The register takes a beat when step is high. en low: idle.

`timescale 1ns / 1ps
`default_nettype none

module cz_ecrc #(
    parameter integer USER_SIDE = 1 // 1: Dest CPU counts as 0; 0: those bits as they are
) (
    input  wire         clk,
    input  wire         rst,
    input  wire         step,
    input  wire         en,
    input  wire         first,
    input  wire         last,
    input  wire [127:0] data,
    input  wire [2:0]   n,
    output wire [31:0]  digest
);
`include "tn_crc32_dw.vh"

    reg  [31:0]  crc_q, next;
    reg  [127:0] d;
    // byte 0: Type[0]; byte 1: bits 7, 3, 1, 0 are Dest CPU; byte 2: EP
    localparam [127:0] AS_ONE  = 128'h00400001;
    localparam [127:0] AS_ZERO = USER_SIDE != 0 ? 128'h00008b00 : 128'h0;

    wire [2:0]   take = last ? n - 3'd1 : n; // the last DW is the digest
    integer      i;

    always @* begin
        d    = first ? (data | AS_ONE) & ~AS_ZERO : data;
        next = first ? 32'hffffffff : crc_q;
        if (en)
            for (i = 0; i < 4; i = i + 1)
                if (i[2:0] < take)
                    next = tn_crc32_dw(next, d[32*i +: 32]);
    end

    assign digest = ~next;

    always @(posedge clk)
        if (rst)
            crc_q <= 32'hffffffff;
        else if (step)
            crc_q <= next;
endmodule

`default_nettype wire
