// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Input port of whatever forwards ExaNet packets: judges headers, drops, keeps
// packets whole.
//
// route, miss and loop are the answer to the header at head, in the same cycle.
// What leaves by w_* is always a sound sequence: a header of a packet to forward,
// its payload words, one footer (w_kind EXA_WORD_ZERO when the packet broke: all
// zeros, whatever w_data has); w_last on the last. w_dst is the output, stable from header to footer. A word accepted in
// cycle t stands at w_* in t+1. cnt_sel selects the counter that cnt shows.
// rst empties it and clears the counters. Contract: exa_crossbar.md sections 3
// and 5.

`timescale 1ns / 1ps
`default_nettype none

module exa_port_in (
    input  wire         clk,
    input  wire         rst,
    // packets in
    input  wire         s_hdr_valid,
    input  wire         s_pld_valid,
    input  wire         s_ftr_valid,
    output wire         s_ready,
    input  wire [127:0] s_data,
    // the route of a header
    output wire [127:0] head,
    input  wire [3:0]   route,
    input  wire         miss,
    input  wire         loop,
    // words to an output
    output wire         w_valid,
    input  wire         w_ready,
    output wire [1:0]   w_kind,
    output wire [127:0] w_data,
    output wire         w_last,
    output wire [3:0]   w_dst,
    // counters
    input  wire [2:0]   cnt_sel,
    output wire [31:0]  cnt,
    // observation
    output wire         obs_drop_valid,
    output wire [3:0]   obs_drop_cause
);

`include "exa_defs.vh"

    localparam [3:0] CAUSE_NONE   = 4'd0;
    localparam [3:0] CAUSE_HCRC   = 4'd1;
    localparam [3:0] CAUSE_MALF   = 4'd2;
    localparam [3:0] CAUSE_ROUTE  = 4'd3;
    localparam [3:0] CAUSE_LOOP   = 4'd4;
    localparam [3:0] CAUSE_BROKEN = 4'd5;
    localparam [3:0] CAUSE_STRAY  = 4'd6;

    localparam [1:0] ST_IDLE = 2'd0;  // between packets
    localparam [1:0] ST_BODY = 2'd1;  // a packet is being forwarded
    localparam [1:0] ST_DROP = 2'd2;  // the rest of a dropped packet may come

    // the word at the head
    wire         in_valid;
    wire         in_ready;
    wire [129:0] in_word;
    wire [1:0]   s_kind = s_hdr_valid ? EXA_WORD_HDR : s_pld_valid ? EXA_WORD_PLD : EXA_WORD_FTR;

    tn_skid #(
        .DATA_W(130)
    ) u_skid (
        .clk    (clk),
        .rst    (rst),
        .s_valid(s_hdr_valid || s_pld_valid || s_ftr_valid),
        .s_ready(s_ready),
        .s_data ({s_kind, s_data}),
        .m_valid(in_valid),
        .m_ready(in_ready),
        .m_data (in_word)
    );

    wire [1:0]   in_kind = in_word[129:128];
    wire [127:0] in_data = in_word[127:0];
    wire         in_hdr = in_kind == EXA_WORD_HDR;
    wire         in_ftr = in_kind == EXA_WORD_FTR;

    reg [1:0] state_q;
    reg [3:0] dst_q;
    reg [4:0] left_q;  // payload words still to come

    // the header's judgement
    wire       crc_ok;
    wire       malformed;
    wire [1:0] form;
    wire [4:0] words;

    exa_hdr_check u_check (
        .en       (in_valid && in_hdr),
        .hdr      (in_data),
        .crc_ok   (crc_ok),
        .malformed(malformed),
        .form     (form),
        .words    (words)
    );

    assign head = in_data;

    wire body = state_q == ST_BODY;
    // the word at the head is not the one that the header promised
    wire wrong = in_hdr || (in_ftr ? left_q != 5'd0 : left_q == 5'd0);
    wire broken = body && in_valid && wrong;
    wire begins = !body && in_valid && in_hdr;
    wire stray = state_q == ST_IDLE && in_valid && !in_hdr;

    reg [3:0] judged;
    always @* begin
        judged = CAUSE_NONE;
        if (!crc_ok) judged = CAUSE_HCRC;
        else if (malformed) judged = CAUSE_MALF;
        else if (miss) judged = CAUSE_ROUTE;
        else if (loop) judged = CAUSE_LOOP;
    end

    wire good = begins && judged == CAUSE_NONE;

    assign w_valid = good || (body && in_valid);
    assign w_kind  = broken ? EXA_WORD_ZERO : in_kind;
    assign w_data  = in_data;
    assign w_last  = body ? broken || in_ftr : form == EXA_FORM_HDR;
    assign w_dst   = body ? dst_q : route;

    // a broken packet's zero footer takes no word; what is not forwarded goes at once
    wire moved = w_valid && w_ready;

    assign in_ready = w_valid ? w_ready && !broken : 1'b1;

    wire [3:0] cause = begins ? judged : broken && moved ? CAUSE_BROKEN : stray ? CAUSE_STRAY : CAUSE_NONE;

    assign obs_drop_valid = cause != CAUSE_NONE;
    assign obs_drop_cause = cause;

    always @(posedge clk) begin
        if (rst) begin
            state_q <= ST_IDLE;
        end else if (moved) begin
            if (broken) state_q <= ST_DROP;
            else if (w_last) state_q <= ST_IDLE;
            else state_q <= ST_BODY;
        end else if (begins && !good) begin
            state_q <= ST_DROP;
        end else if (!body && in_valid && in_ftr) begin
            state_q <= ST_IDLE;
        end
    end

    always @(posedge clk) begin
        if (good) begin
            dst_q  <= route;
            left_q <= words;
        end else if (moved) begin
            left_q <= left_q - 5'd1;
        end
    end

    // counters by cause, in a memory with a bit for those that are not 0; 0 counts what was forwarded whole
    reg  [31:0] cnt_q [0:7];
    reg  [7:0]  begun_q;
    wire [2:0]  cnt_at = cause[2:0];
    wire        count = cause != CAUSE_NONE || (moved && w_last);

    always @(posedge clk)
        if (count) cnt_q[cnt_at] <= (begun_q[cnt_at] ? cnt_q[cnt_at] : 32'd0) + 32'd1;

    always @(posedge clk) begin
        if (rst) begun_q <= 8'd0;
        else if (count) begun_q[cnt_at] <= 1'b1;
    end

    assign cnt = begun_q[cnt_sel] ? cnt_q[cnt_sel] : 32'd0;

endmodule

`default_nettype wire
