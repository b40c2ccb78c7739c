// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// ExaNet header check: CRC, well-formedness, and the words that must follow.
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
    wire [EXA_LEN_W-1:0]  len  = hdr[EXA_LEN_LSB+:EXA_LEN_W];
    wire [EXA_LEN_W:0]    last = {1'b0, len} + {6'd0, hdr[EXA_ADDR_LSB+:4]} + 10'd15;
    wire                  data = form == EXA_FORM_PLD;
    wire                  none = len == 9'd0;

    assign form   = hdr[EXA_FORM_LSB+:EXA_FORM_W];
    assign words  = !data ? 5'd0 : last[9] ? 5'd31 : last[8:4];
    assign crc_ok = crc == hdr[EXA_CRC_LSB+:EXA_CRC_W];

    wire bad_type = kind == 5'd0 || kind > 5'd10;
    wire bad_len  = data ? none || len > 9'd256 || words > 5'd16 : !none;

    assign malformed = bad_type || form == EXA_FORM_BAD || bad_len;

    wire unused = &{1'b0, last[3:0], hdr[127:0]};

endmodule

`default_nettype wire
