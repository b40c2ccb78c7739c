// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// What goes wrong on two lines of a lattice or a torus: shows C their words as they leave their senders, and does to them
// what C says as they come in (harness/apenet/fault/ape_line.c). For each of the two, play has the bits to invert (127:0),
// cut (128), put (129) and the number of the line (143:136); pins have the word (127:0), valid (128) and the number.

`timescale 1ns / 1ps
`default_nettype none

module tn_bfm_ape_strikes #(
    parameter integer L = 1 // lines, 256 at most
) (
    input  wire [L-1:0]     wire_in_valid,
    input  wire [128*L-1:0] wire_in_data,
    input  wire [319:0]     play,
    output wire [319:0]     pins,
    output wire [128*L-1:0] wire_xor,
    output wire [L-1:0]     wire_cut,
    output wire [L-1:0]     wire_put
);
    localparam integer W = 160; // bits of each of the two

    wire [7:0] a = play[136+:8];
    wire [7:0] b = play[W+136+:8];

    assign pins = {8'd0, 8'd0, b, 7'd0, wire_in_valid[b], wire_in_data[128*b+:128],
                   8'd0, 8'd0, a, 7'd0, wire_in_valid[a], wire_in_data[128*a+:128]};

    // (vectors of all lines are wide: they change when something is struck, and not in each cycle)
    reg [128*L-1:0] inverts;
    reg [L-1:0]     cuts, puts;
    initial begin
        inverts = {128 * L{1'b0}};
        cuts    = {L{1'b0}};
        puts    = {L{1'b0}};
    end
    always @* begin
        inverts = {128 * L{1'b0}};
        cuts    = {L{1'b0}};
        puts    = {L{1'b0}};
        inverts[128*a+:128] = play[127:0];
        inverts[128*b+:128] = inverts[128*b+:128] | play[W+:128];
        cuts[a] = play[128];
        cuts[b] = cuts[b] | play[W+128];
        puts[a] = play[129];
        puts[b] = puts[b] | play[W+129];
    end
    assign wire_xor = inverts;
    assign wire_cut = cuts;
    assign wire_put = puts;
endmodule

`default_nettype wire
