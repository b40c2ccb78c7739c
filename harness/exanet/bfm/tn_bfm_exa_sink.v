// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Sink of the ExaNet channel: plays the three readies together, in runs that C
// draws, one call a run; which of them may be high is test code's wish.

`timescale 1ns / 1ps
`default_nettype none
`include "tn_sim.vh"

module tn_bfm_exa_sink #(
    parameter integer ID = 0 // index among the bench's sinks, 0 to 63
) (
    input  wire       clk,
    input  wire       rst,
    input  wire       wake, // toggles when the pattern changes
    input  wire [2:0] ok_wanted, // bit 0 header, 1 payload, 2 footer
    output wire       s_hdr_ready,
    output wire       s_pld_ready,
    output wire       s_ftr_ready
);
    wire       ready;
    wire [2:0] ok;

    tn_bfm_sink #(.ID(ID)) u_sink (
        .clk(clk), .rst(rst), .wake(wake), .ok_wanted(ok_wanted), .s_ready(ready), .s_ok(ok)
    );
    assign {s_ftr_ready, s_pld_ready, s_hdr_ready} = {3{ready}} & ok;
endmodule

`default_nettype wire
