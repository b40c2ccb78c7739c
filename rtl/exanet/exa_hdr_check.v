// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// ExaNet header check: CRC, well-formedness, and the words that must follow it by type and size.
//
// Combinational; nothing resets. The outputs mean something with en high only
// (without it the CRC is not worked out, which simulates faster). malformed and
// words mean something with crc_ok only; words is the number of payload words
// (above 16 is malformed; 31 stands for all above 31).
// Contract: exa_crossbar.md section 3.

`timescale 1ns / 1ps
`default_nettype none

module exa_hdr_check (
    input  wire         en,
    input  wire [127:0] hdr,
    output wire         crc_ok,
    output wire         malformed,
    output wire [1:0]   form,
    output wire [4:0]   words
);

`include "exa_defs.vh"

    // CRC-16/IBM-3740 over bits 111:0, most significant byte first
    reg [15:0] crc;
    reg [7:0]  x;
    integer    i;
    always @* begin
        crc = 16'hffff;
        x   = 8'd0;
        if (en)
            for (i = 13; i >= 0; i = i - 1) begin
                x   = crc[15:8] ^ hdr[8*i+:8];
                x   = x ^ (x >> 4);
                crc = {crc[7:0], 8'd0} ^ {x[3:0], 12'd0} ^ {3'd0, x, 5'd0} ^ {8'd0, x};
            end
    end

    wire [EXA_TYPE_W-1:0] kind = hdr[EXA_TYPE_LSB+:EXA_TYPE_W];
    wire [EXA_SIZE_W-1:0] size = hdr[EXA_SIZE_LSB+:EXA_SIZE_W];
    wire [EXA_SIZE_W:0]   last = {1'b0, size} + {11'd0, hdr[EXA_ADDR_LSB+:4]} + 15'd15;
    wire                  alone = kind >= EXA_ALONE_MIN || kind == EXA_ACK;
    wire                  none = size == 14'd0;
    wire                  data = !alone && !none;

    assign form   = alone ? EXA_FORM_HDR : none ? EXA_FORM_FTR : EXA_FORM_PLD;
    assign words  = !data ? 5'd0 : last[EXA_SIZE_W:9] != 6'd0 ? 5'd31 : last[8:4];
    assign crc_ok = crc == hdr[EXA_CRC_LSB+:EXA_CRC_W];

    // the sizes that a type may have
    reg bad;
    always @*
        case (kind)
            EXA_ACK, EXA_RELEASE, EXA_FLOW_RATE: bad = !none;
            EXA_WRITE, EXA_ZWRITE, EXA_ZREAD_RSP: bad = none || size > 14'd256 || words > 5'd16;
            EXA_ZREAD_REQ: bad = size > 14'd256 || words > 5'd16;
            EXA_READ_REQ, EXA_DMA_CTL: bad = size != 14'd32;
            EXA_NOTIFY: bad = size != 14'd16;
            default: bad = 1'b1;
        endcase

    assign malformed = bad;

    wire unused = &{1'b0, last[3:0], hdr[127:0]};

endmodule

`default_nettype wire
