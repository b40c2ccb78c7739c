// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// RID table: one lookup over all functions (cZodiac paper section 5.2).
//
// U2D (BY_OID 0) it is CAM6/RAM1 or CAM7/RAM2: {port, UID} gives the OID.
// D2U (BY_OID 1) it stands for RAM3: the OID gives {UID, DestPort}. RAM3 is
// built as comparators, since all 16 bits of the OID must agree anyway.
// Combinational; more than one hit is reported, not resolved.

`timescale 1ns / 1ps
`default_nettype none

module cz_rid_cam #(
    parameter integer FUNC_N = 8, // functions, 1 to 64
    parameter integer BY_OID = 0
) (
    // the tables
    input  wire [FUNC_N-1:0]    valid,
    input  wire [FUNC_N*4-1:0]  port,
    input  wire [FUNC_N*16-1:0] uid,
    input  wire [FUNC_N*16-1:0] oid,
    // the question
    input  wire                 en,       // look up; else no hit
    input  wire [15:0]          key,
    input  wire [3:0]           key_port, // U2D only
    // the answer
    output reg                  hit,
    output reg                  multi,    // two or more entries match
    output reg  [15:0]          id,       // OID, or UID
    output reg  [3:0]           dest,     // the entry's port
    output reg  [FUNC_N-1:0]    which     // the entries that match
);
    integer i;

    always @* begin
        hit   = 1'b0;
        multi = 1'b0;
        id    = 16'd0;
        dest  = 4'd0;
        which = {FUNC_N{1'b0}};
        if (en)
            for (i = 0; i < FUNC_N; i = i + 1)
                if (valid[i] && (BY_OID != 0 ? oid[i*16 +: 16] == key
                               : uid[i*16 +: 16] == key && port[i*4 +: 4] == key_port)) begin
                    multi = multi || hit;
                    hit   = 1'b1;
                    id    = BY_OID != 0 ? uid[i*16 +: 16] : oid[i*16 +: 16];
                    dest  = port[i*4 +: 4];
                    which[i] = 1'b1;
                end
    end
endmodule

`default_nettype wire
