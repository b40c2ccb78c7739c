// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Chooses who injects next into TNW's links: 48 Pput windows and 6 Nget engines, in a circle.
//
// ask: a window's, number 8*link + channel, or an engine's, 48 + link. Asking in t, with inj_ok of the link and 8 cycles
// or more after the last: serve in t, beats of who is served in t+1 to t+8, which go on to inj in the same cycle.
// rst: number 0 goes first. Contract: tnw_pi.md section 4.

`timescale 1ns / 1ps
`default_nettype none

module tnw_inj_arb (
    input  wire         clk,
    input  wire         rst,
    // requests, and links with room
    input  wire [53:0]  ask,
    input  wire [5:0]   inj_ok,      // in t: an item of this link may begin in t+1
    // tnw_pput
    output wire         put_serve,   // tnw_pput's serve and serve_id
    output wire [5:0]   put_id,
    input  wire         put_valid,   // tnw_pput's inj_*
    input  wire         put_last,
    input  wire [127:0] put_data,
    input  wire [5:0]   put_from,    // its inj_id
    input  wire [23:0]  put_offset,
    // tnw_nget
    output wire         get_serve,   // tnw_nget's serve and serve_link
    output wire [2:0]   get_link,
    input  wire         get_valid,   // tnw_nget's inj_*
    input  wire         get_last,
    input  wire [127:0] get_data,
    input  wire [2:0]   get_from,    // its inj_link
    input  wire [2:0]   get_vc,
    input  wire [23:0]  get_offset,
    // the item
    output wire [5:0]   inj_valid,   // one hot
    output wire         inj_last,
    output wire [127:0] inj_data,
    output wire [2:0]   inj_vc,
    output wire [23:0]  inj_offset
);

    localparam [2:0] GAP = 3'd7;      // cycles between two serves
    localparam [5:0] ENGINE = 6'd48;  // the first engine's number
    localparam [5:0] TOP = 6'd53;

    // ---- who asks and may: the lowest number above the last one served, else the lowest of all
    wire [53:0] may = ask & {inj_ok, {8{inj_ok[5]}}, {8{inj_ok[4]}}, {8{inj_ok[3]}}, {8{inj_ok[2]}}, {8{inj_ok[1]}},
                             {8{inj_ok[0]}}};
    reg  [5:0]  last_q;
    reg  [5:0]  pick;
    reg  [2:0]  gap_q;
    integer     i;
    always @* begin
        pick = 6'd0;
        if (may != 54'd0) begin
            for (i = 53; i >= 0; i = i - 1) if (may[i]) pick = i[5:0];
            for (i = 53; i >= 0; i = i - 1) if (may[i] && i[5:0] > last_q) pick = i[5:0];
        end
    end

    wire       go = may != 54'd0 && gap_q == 3'd0;
    wire       engine = pick >= ENGINE;
    wire [5:0] number = pick - ENGINE;

    assign put_serve = go && !engine;
    assign put_id    = pick;
    assign get_serve = go && engine;
    assign get_link  = number[2:0];

    always @(posedge clk) begin
        if (rst) begin
            last_q <= TOP;
            gap_q  <= 3'd0;
        end else begin
            if (go) last_q <= pick;
            if (go) gap_q <= GAP;
            else if (gap_q != 3'd0) gap_q <= gap_q - 3'd1;
        end
    end

    // ---- beats of one at a time
    wire [2:0] link = put_valid ? put_from[5:3] : get_from;
    wire [5:0] one = 6'd1 << link;

    assign inj_valid  = put_valid || get_valid ? one : 6'd0;
    assign inj_last   = put_last || get_last;
    assign inj_data   = put_valid ? put_data : get_data;
    assign inj_vc     = put_valid ? put_from[2:0] : get_vc;
    assign inj_offset = put_valid ? put_offset : get_offset;

    wire unused = &{1'b0, number[5:3]};

endmodule

`default_nettype wire
