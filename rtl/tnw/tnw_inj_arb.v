// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Who injects next into TNW's links: 48 Pput windows and 6 Nget engines in a circle.
//
// ask: a window's, number 8*link + channel, or an engine's, 48 + link. Asking in t, with inj_ok of the link and 8 cycles
// or more after the last: serve in t, beats of who is served in t+1 to t+8, which go on to inj in the same cycle.
// rst: number 0 goes first. Contract: tnw_pi.md section 4.

`timescale 1ns / 1ps
`default_nettype none

module tnw_inj_arb (
    input  wire         clk,
    input  wire         rst,
    input  wire [53:0]  ask,
    input  wire [5:0]   inj_ok,      // in t: an item of this link may begin in t+1
    output wire         put_serve,   // tnw_pput's serve and serve_id
    output wire [5:0]   put_id,
    input  wire         put_valid,   // tnw_pput's inj_*
    input  wire         put_last,
    input  wire [127:0] put_data,
    input  wire [5:0]   put_from,    // its inj_id
    input  wire [23:0]  put_offset,
    output wire         get_serve,   // tnw_nget's serve and serve_link
    output wire [2:0]   get_link,
    input  wire         get_valid,   // tnw_nget's inj_*
    input  wire         get_last,
    input  wire [127:0] get_data,
    input  wire [2:0]   get_from,    // its inj_link
    input  wire [2:0]   get_vc,
    input  wire [23:0]  get_offset,
    output wire [5:0]   inj_valid,   // one hot
    output wire         inj_last,
    output wire [127:0] inj_data,
    output wire [2:0]   inj_vc,
    output wire [23:0]  inj_offset
);

endmodule

`default_nettype wire
