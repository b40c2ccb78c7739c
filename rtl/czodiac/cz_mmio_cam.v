// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// MMIO table: CAM0 to CAM5 of {port, UBAR} over all functions, and the RAM
// with the OBARs (cZodiac paper section 5.2).
//
// Combinational. A window is aligned to its size, a power of two, so a match
// compares the bits above the size, and the translation keeps those below.

`timescale 1ns / 1ps
`default_nettype none

module cz_mmio_cam #(
    parameter integer FUNC_N = 8 // functions, 1 to 64
) (
    // the tables
    input  wire [FUNC_N-1:0]      valid,
    input  wire [FUNC_N*4-1:0]    port,
    input  wire [FUNC_N*6-1:0]    win_valid,
    input  wire [FUNC_N*6*64-1:0] win_ubase,
    input  wire [FUNC_N*6*64-1:0] win_obase,
    input  wire [FUNC_N*6*6-1:0]  win_size, // log2 of bytes
    // the question
    input  wire                   en,       // look up; else no hit
    input  wire [3:0]             key_port,
    input  wire [63:0]            addr,     // first byte, DW aligned
    input  wire [12:0]            bytes,    // 4 to 4096
    // the answer
    output reg                    hit,
    output reg                    multi,    // first byte in two or more windows
    output reg                    past,     // last byte beyond the window
    output reg  [63:0]            result    // translated address
);
    integer    i, w;
    reg [63:0] mask, offset;

    always @* begin
        hit    = 1'b0;
        multi  = 1'b0;
        past   = 1'b0;
        result = 64'd0;
        mask   = 64'd0;
        offset = 64'd0;
        if (en)
            for (i = 0; i < FUNC_N; i = i + 1)
                if (valid[i] && port[i*4 +: 4] == key_port)
                    for (w = i*6; w < i*6 + 6; w = w + 1)
                        if (win_valid[w]) begin
                            mask = (64'd1 << win_size[w*6 +: 6]) - 64'd1;
                            if ((addr & ~mask) == win_ubase[w*64 +: 64]) begin
                                multi  = multi || hit;
                                hit    = 1'b1;
                                offset = addr & mask;
                                past   = offset + {51'd0, bytes} - 64'd1 > mask;
                                result = offset | win_obase[w*64 +: 64];
                            end
                        end
    end
endmodule

`default_nettype wire
