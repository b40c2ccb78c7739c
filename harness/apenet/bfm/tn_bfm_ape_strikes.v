// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// What goes wrong on two lines of a lattice or a torus: shows C their words as they leave their senders, and does to them
// what C says as they come in (harness/apenet/fault/ape_line.c). For each of the two, play has the bits to invert (D-1:0),
// cut (D), put (D+1), whether to invert k (D+2) and the number of the line (D+15:D+8); pins have the word (D-1:0), valid (D), its
// k (D+1) and the number. D is 128 or, with symbols, 160.

`timescale 1ns / 1ps
`default_nettype none

module tn_bfm_ape_strikes #(
    parameter integer L   = 1, // lines, 256 at most
    parameter integer PCS = 0, // 1: the lines have symbols
    parameter integer D   = 128 + 32 * PCS // bits of a line
) (
    input  wire [L-1:0]     wire_in_valid,
    input  wire [L-1:0]     wire_in_k,
    input  wire [D*L-1:0] wire_in_data,
    input  wire [2*D+63:0] play,
    output wire [2*D+63:0] pins,
    output wire [D*L-1:0] wire_xor,
    output wire [L-1:0]     wire_xor_k,
    output wire [L-1:0]     wire_cut,
    output wire [L-1:0]     wire_put
);
    localparam integer W = D + 32; // bits of each of the two

    wire [7:0] a = play[D+8+:8];
    wire [7:0] b = play[W+D+8+:8];

    assign pins = {8'd0, 8'd0, b, 6'd0, wire_in_k[b], wire_in_valid[b], wire_in_data[D*b+:D],
                   8'd0, 8'd0, a, 6'd0, wire_in_k[a], wire_in_valid[a], wire_in_data[D*a+:D]};

    // (vectors of all lines are wide: they change when something is struck, and not in each cycle)
    reg [D*L-1:0] inverts;
    reg [L-1:0]     inverts_k, cuts, puts;
    initial begin
        inverts   = {D * L{1'b0}};
        inverts_k = {L{1'b0}};
        cuts      = {L{1'b0}};
        puts      = {L{1'b0}};
    end
    always @* begin
        inverts   = {D * L{1'b0}};
        inverts_k = {L{1'b0}};
        cuts      = {L{1'b0}};
        puts      = {L{1'b0}};
        inverts[D*a+:D] = play[D-1:0];
        inverts[D*b+:D] = inverts[D*b+:D] | play[W+:D];
        inverts_k[a] = play[D+2];
        inverts_k[b] = inverts_k[b] | play[W+D+2];
        cuts[a] = play[D];
        cuts[b] = cuts[b] | play[W+D];
        puts[a] = play[D+1];
        puts[b] = puts[b] | play[W+D+1];
    end
    assign wire_xor = inverts;
    assign wire_xor_k = inverts_k;
    assign wire_cut = cuts;
    assign wire_put = puts;
endmodule

`default_nettype wire
