// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// An add to a counter, and the end of its firing.
//
// No parameters, no clock. Contract: cl_ni.md section 7.

`timescale 1ns / 1ps
`default_nettype none

module cl_ni_count (
    input  wire [31:0] value,     // word 0
    input  wire [3:0]  flags,     // of word 7: re-arm, firing, again, error, from bit 0 on
    input  wire [31:0] add,
    input  wire        ends,      // its firing ends; add is the re-arm value
    output wire [31:0] value_d,
    output wire [3:0]  flags_d,
    output wire        fires,     // it is to send its notifications (once more)
    output wire        error      // a crossing is lost
);

    wire firing = ends ? flags[2] : flags[1];
    wire again  = !ends && flags[2];
    wire moves  = !ends || flags[0];
    wire zero   = moves && value != 32'd0 && value_d == 32'd0;

    assign value_d = moves ? value + add : value;
    assign error   = zero && firing && again;
    assign flags_d = {flags[3] || error, again || (zero && firing), firing || zero, flags[0]};
    assign fires   = ends ? flags_d[1] : zero && !firing;

endmodule

`default_nettype wire
