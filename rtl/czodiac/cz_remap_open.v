// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Open requests of each entry: non-posted TLPs that it forwarded and that are not answered, counted by
// direction (checkers/czodiac/spec/cz_ioport_remap.md section 2). An entry that has some may not be changed.
//
// A count holds at 511, as the number is unknown from then on. busy and the counts are of this cycle; busy
// speaks of a request that is accepted in it, too. rst and forget clear.

`timescale 1ns / 1ps
`default_nettype none

module cz_remap_open #(
    parameter integer FUNC_N = 8 // entries, 1 to 64
) (
    input  wire                clk,
    input  wire                rst,
    // requests and completions
    input  wire [FUNC_N-1:0]   ask_u2d, // a request of a USER is accepted
    input  wire [FUNC_N-1:0]   end_u2d, // the last completion of one is accepted from the device
    input  wire [FUNC_N-1:0]   ask_d2u, // a request of the device is accepted
    input  wire [FUNC_N-1:0]   end_d2u, // the last completion of one is accepted from a USER
    input  wire [FUNC_N-1:0]   forget,  // the entry is written: its requests count no longer
    // open requests
    output reg  [FUNC_N-1:0]   busy,
    output reg  [FUNC_N*9-1:0] open_u2d,
    output reg  [FUNC_N*9-1:0] open_d2u
);
    localparam [8:0] UNKNOWN = 9'd511;

    function [8:0] next;
        input [8:0] n;
        input       asks, ends;
        if (n == UNKNOWN || (asks && ends && n != 9'd0))
            next = n;
        else if (asks)
            next = n + 9'd1;
        else
            next = ends && n != 9'd0 ? n - 9'd1 : n;
    endfunction

    integer i;

    always @*
        for (i = 0; i < FUNC_N; i = i + 1)
            busy[i] = open_u2d[i*9 +: 9] != 9'd0 || open_d2u[i*9 +: 9] != 9'd0 || ask_u2d[i] || ask_d2u[i];

    always @(posedge clk)
        for (i = 0; i < FUNC_N; i = i + 1)
            if (rst || forget[i]) begin
                open_u2d[i*9 +: 9] <= 9'd0;
                open_d2u[i*9 +: 9] <= 9'd0;
            end else begin
                open_u2d[i*9 +: 9] <= next(open_u2d[i*9 +: 9], ask_u2d[i], end_u2d[i]);
                open_d2u[i*9 +: 9] <= next(open_d2u[i*9 +: 9], ask_d2u[i], end_d2u[i]);
            end
endmodule

`default_nettype wire
