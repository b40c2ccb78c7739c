// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Receiver of a TNW link: judges each packet and keeps the feedback to send.
//
// No parameters. Words come as tnw_rx_frame gives them; verdict, expected number
// and pending feedback follow a cycle later. keep: payload may go into its
// channel's FIFO; taken: the payload is a packet there now. fb_take: the pending
// feedback leaves in this cycle. rst: no feedback is pending, number 0 is expected.
// Paper section 2.2; contract: tnw_link.md sections 5 and 10.

`timescale 1ns / 1ps
`default_nettype none

module tnw_link_rx (
    input  wire        clk,
    input  wire        rst,
    // registers and link state
    input  wire        seq_off,
    input  wire [2:0]  link,
    // words, as tnw_rx_frame tells them
    input  wire        hdr,
    input  wire        last,
    input  wire        crc_ok,
    input  wire        broken,
    input  wire        stray,
    input  wire [31:0] header,
    // the reception FIFOs
    input  wire [7:0]  room,     // channel v has a place
    // accepted feedback, its number
    input  wire        restart,  // accepted feedback, its number
    input  wire        ready,
    input  wire [4:0]  fb_seq,
    // the packet that came
    output reg         keep,
    output wire        taken,
    // the verdict on the packet, for an observer
    output reg         obs_valid,
    output reg  [3:0]  obs_cause,
    output reg  [2:0]  obs_vc,
    output reg  [4:0]  obs_seq,
    // state
    output reg  [4:0]  expected,
    output reg         discarding,
    output wire        evt_sync,
    // feedback to be sent
    output wire [2:0]  pend_code,
    output wire [4:0]  pend_seq,
    input  wire        fb_take
);

`include "tnw_defs.vh"

    wire [2:0] vc = header[TNW_HDR_VC_LSB+:TNW_VC_W];
    wire [4:0] seq = header[TNW_HDR_SEQ_LSB+:TNW_SEQ_W];
    wire [4:0] ahead = seq - expected;

    // ---- verdict
    wire       judged = last || broken || stray;
    wire       skip = discarding || link != TNW_LNK_UP;  // which no packet sees begin: control words break it
    reg  [3:0] cause;
    always @* begin
        cause = TNW_CAUSE_TAKEN;
        if (!judged) cause = TNW_CAUSE_NO;
        else if (skip) cause = TNW_CAUSE_SKIPPED;
        else if (broken) cause = TNW_CAUSE_BROKEN;
        else if (stray) cause = TNW_CAUSE_STRAY;
        else if (!crc_ok) cause = TNW_CAUSE_CRC;
        else if (!seq_off && ahead >= TNW_BEFORE) cause = TNW_CAUSE_DUP;
        else if (!seq_off && ahead != 5'd0) cause = TNW_CAUSE_AHEAD;
        else if (!keep) cause = TNW_CAUSE_FULL;
    end

    wire is_ack = cause == TNW_CAUSE_TAKEN || cause == TNW_CAUSE_DUP;
    wire is_full = cause == TNW_CAUSE_FULL;
    wire is_nack = cause == TNW_CAUSE_BROKEN || cause == TNW_CAUSE_STRAY || cause == TNW_CAUSE_CRC
        || cause == TNW_CAUSE_AHEAD;
    assign taken = cause == TNW_CAUSE_TAKEN;

    // ---- RESTART
    wire [4:0] behind = expected - fb_seq;
    wire       resume = restart && (seq_off || behind <= TNW_BEFORE);
    assign evt_sync = restart && !resume;

    always @(posedge clk) begin
        if (rst) begin
            expected   <= 5'd0;
            discarding <= 1'b0;
            obs_valid  <= 1'b0;
        end else begin
            if (taken) expected <= expected + 5'd1;
            if (is_nack || is_full) discarding <= 1'b1;
            else if (resume) discarding <= 1'b0;
            obs_valid <= judged;
        end
        if (hdr) keep <= room[vc];
        obs_cause <= cause;
        obs_vc    <= stray ? 3'd0 : vc;
        obs_seq   <= stray ? 5'd0 : seq;
    end

    // ---- pending feedback: one, or with SEQ_OFF an ACK for each packet and a NACK behind them
    localparam [3:0] ACKS_MAX = 4'd15;
    reg  [3:0] acks_q;
    reg  [1:0] nack_q;  // bit 0: NACK, bit 1: NACK_FULL

    assign pend_code = acks_q != 4'd0 ? TNW_ACK : nack_q[1] ? TNW_NACK_FULL : nack_q[0] ? TNW_NACK : TNW_NONE;
    assign pend_seq  = seq_off || pend_code == TNW_NONE ? 5'd0 : acks_q != 4'd0 ? expected - 5'd1 : expected;

    wire late_ready = ready && link == TNW_LNK_UP && pend_code == TNW_NONE;
    wire add = is_ack || late_ready;
    wire ack_leaves = fb_take && acks_q != 4'd0;
    wire answered = resume && nack_q != 2'd0 && !fb_take;  // by the RESTART, before it left

    always @(posedge clk) begin
        if (rst) begin
            acks_q <= 4'd0;
            nack_q <= 2'd0;
        end else if (seq_off) begin
            if (add && !ack_leaves && acks_q != ACKS_MAX) acks_q <= acks_q + 4'd1;
            if (ack_leaves && !add) acks_q <= acks_q - 4'd1;
            if (is_nack || is_full) nack_q <= {is_full, is_nack};
            else if (resume || (fb_take && !ack_leaves)) nack_q <= 2'd0;
        end else if (is_nack || is_full) begin
            acks_q <= 4'd0;
            nack_q <= {is_full, is_nack};
        end else if (add || answered) begin
            acks_q <= 4'd1;
            nack_q <= 2'd0;
        end else if (fb_take) begin
            acks_q <= 4'd0;
            nack_q <= 2'd0;
        end
    end

    wire unused = &{1'b0, header[TNW_HDR_OFFSET_LSB+:TNW_OFFSET_W]};

endmodule

`default_nettype wire
