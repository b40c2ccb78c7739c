// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Packets that TNW's receiver takes, and the notifications they end with, into writes of host memory.
//
// Two places of a packet: while one is written the next comes in. A take in t, with its credit, gives beats
// of the link in t+2 to t+9, the verdict on obs_match in t+3 and the first beat of m_wr then, too.
// A packet that does not fit gives no write; one that ends its credit a notification behind it. LAST_EN 1: a packet ends its
// credit by its last, too (cut, with its first beat), and one that is taken behind gives nothing. gone: the
// notification was accepted; drop: what was left of a flushed credit was; kept: in a flush, credits of
// which something is left. rst empties it. Contract: tnw_nwp.md sections 2 and 3, tnw.md section 6.

`timescale 1ns / 1ps
`default_nettype none

module tnw_rcv_write #(
    parameter integer LAST_EN = 1  // bit 0 of an offset is last
) (
    input  wire         clk,
    input  wire         rst,
    // takes, with their credit
    output wire         room,             // a packet may be taken
    input  wire         take,
    input  wire [5:0]   take_id,
    input  wire [173:0] take_credit,
    input  wire         take_first,       // of its credit
    input  wire         take_ends,
    input  wire [21:0]  take_use,         // packets of the credit that are used up with this one
    output reg  [47:0]  behind,           // of each (link, channel)
    output wire         cut,              // the packet whose first beat this is ends its credit, of which more is left
    output wire [5:0]   cut_id,
    // beats from the links
    input  wire [5:0]   rcv_dvalid,
    input  wire [767:0] rcv_data,
    input  wire [143:0] rcv_offset,
    // flushes, and credits that end
    input  wire [5:0]   flush,
    output wire         gone,
    output wire         drop,
    output wire [5:0]   gone_id,
    output reg  [1:0]   kept,
    output wire [11:0]  kept_id,
    // observation
    output reg          obs_match_valid,
    output reg  [5:0]   obs_match_id,
    output reg          obs_match_fit,
    output wire         inc_short,
    output wire         inc_long,
    output wire         inc_behind,
    // writes to the host
    output wire         m_wr_valid,
    input  wire         m_wr_ready,
    output wire         m_wr_first,
    output wire         m_wr_last,
    output wire [63:0]  m_wr_addr,
    output wire [127:0] m_wr_data
);

    // ---- the places, each of one packet
    reg  [1:0]   busy_q;
    reg  [1:0]   known_q;   // its offset came: fit_q, addr_q and wrote_q are those
    reg  [1:0]   fit_q;
    reg  [1:0]   first_q;
    reg  [1:0]   ends_q;
    reg  [1:0]   orphan_q;  // the last of a credit that was flushed
    reg  [1:0]   past_q;    // taken behind: it has no credit
    reg  [1:0]   reset_q;   // its link was flushed behind its take
    reg  [1:0]   short_q;
    reg  [1:0]   long_q;
    reg  [43:0]  use_q;     // packets of the credit that are used up, this one too
    reg  [11:0]  id_q;
    reg  [119:0] base_q;    // in 16 bytes
    reg  [43:0]  length_q;  // in packets
    reg  [119:0] note_q;    // in 16 bytes
    reg  [63:0]  tag_q;
    reg  [119:0] addr_q;    // in 16 bytes
    reg  [43:0]  wrote_q;   // packets of the credit that were written, this one too
    reg          in_q;      // the place that is taken next
    reg          out_q;     // the place that is written next
    wire         done;      // nothing is left of place out_q

    assign room    = !busy_q[in_q];
    assign kept_id = id_q;

    // ---- beats from the links: of the packet taken two cycles ago, or more
    reg          taken_q;
    reg          at_q;      // place of the packet whose beats come
    reg  [2:0]   beat_q;
    wire [5:0]   id = id_q[6*at_q+:6];
    wire [21:0]  length = length_q[22*at_q+:22];
    wire [23:0]  told = rcv_offset[24*id[5:3]+:24];
    wire         last = LAST_EN != 0 && told[0];
    wire [23:0]  offset = {told[23:1], told[0] && LAST_EN == 0};
    wire         past = past_q[at_q];
    wire         wr_en = rcv_dvalid[id[5:3]];
    wire         head = wr_en && beat_q == 3'd0;
    wire         fit = !past && {1'b0, offset} + 25'd8 <= {length, 3'd0};
    wire         short = head && !past && last && !ends_q[at_q];
    wire         long = head && !past && LAST_EN != 0 && !last && ends_q[at_q];
    wire [21:0]  wrote_before;
    wire [21:0]  wrote = (first_q[at_q] ? 22'd0 : wrote_before) + {21'd0, fit};

    always @(posedge clk) begin
        if (rst) begin
            taken_q         <= 1'b0;
            at_q            <= 1'b0;
            beat_q          <= 3'd0;
            obs_match_valid <= 1'b0;
            obs_match_id    <= 6'd0;
            obs_match_fit   <= 1'b0;
        end else begin
            taken_q <= take;
            if (taken_q) begin
                at_q   <= !in_q;
                beat_q <= 3'd0;
            end else if (wr_en) beat_q <= beat_q + 3'd1;
            obs_match_valid <= head;
            obs_match_id    <= head ? id : 6'd0;
            obs_match_fit   <= head && fit;
        end
    end

    tn_ram #(
        .DATA_W (22),
        .DEPTH_N(48),
        .ADDR_W (6)
    ) u_wrote (
        .clk    (clk),
        .wr_en  (head && !past),
        .wr_addr(id),
        .wr_data(wrote),
        .rd_addr(id),
        .rd_data(wrote_before)
    );

    // ---- messages: a flush behind the take has taken the credit off its queue, and nobody is behind after it
    wire struck = reset_q[at_q] || flush[id[5:3]];
    assign cut        = short && !struck;
    assign cut_id     = id;
    assign inc_short  = short;
    assign inc_long   = long;
    assign inc_behind = head && past;

    integer b;
    always @(posedge clk) begin
        if (rst) behind <= 48'd0;
        else begin
            if (long && !struck) behind[id] <= 1'b1;
            if (head && past && last) behind[id] <= 1'b0;
            for (b = 0; b < 6; b = b + 1) if (flush[b]) behind[8*b+:8] <= 8'd0;
        end
    end

    // ---- flush: the last packet of a credit that is still here keeps it
    reg [1:0] stay;    // will be here in the next cycle, with something to write, or the last of a flushed credit
    reg [1:0] orphan;
    integer   p;
    always @* begin
        for (p = 0; p < 2; p = p + 1)
            stay[p] = busy_q[p] && !(done && out_q == p[0]) && !(known_q[p] && !fit_q[p] && !ends_q[p] && !orphan_q[p]);
        for (p = 0; p < 2; p = p + 1) begin
            orphan[p] = orphan_q[p] || (flush[id_q[6*p+3+:3]] && stay[p] && !ends_q[p] && !past_q[p]
                && !(out_q == p[0] && stay[1-p] && id_q[5:0] == id_q[11:6]));
            kept[p] = flush[id_q[6*p+3+:3]] && stay[p] && !past_q[p] && (ends_q[p] || orphan[p]);
        end
    end

    integer s;
    always @(posedge clk) begin
        if (rst) begin
            busy_q   <= 2'd0;
            known_q  <= 2'd0;
            orphan_q <= 2'd0;
            past_q   <= 2'd0;
            reset_q  <= 2'd0;
            in_q     <= 1'b0;
            out_q    <= 1'b0;
            id_q     <= 12'd0;
        end else begin
            orphan_q <= orphan;
            if (take) in_q <= !in_q;
            if (done) out_q <= !out_q;
            for (s = 0; s < 2; s = s + 1) begin
                if (done && out_q == s[0]) busy_q[s] <= 1'b0;
                if (head && at_q == s[0]) known_q[s] <= 1'b1;
                if (short && at_q == s[0]) orphan_q[s] <= 1'b0;
                if (flush[id_q[6*s+3+:3]]) reset_q[s] <= 1'b1;
                if (take && in_q == s[0]) begin
                    busy_q[s]    <= 1'b1;
                    known_q[s]   <= 1'b0;
                    orphan_q[s]  <= 1'b0;
                    past_q[s]    <= behind[take_id];
                    reset_q[s]   <= 1'b0;
                    id_q[6*s+:6] <= take_id;
                end
            end
        end
        for (s = 0; s < 2; s = s + 1) begin
            if (take && in_q == s[0]) begin
                first_q[s]   <= take_first;
                ends_q[s]    <= take_ends && !behind[take_id];
                use_q[22*s+:22] <= take_use;
                {base_q[60*s+:60], length_q[22*s+:22], note_q[60*s+:60], tag_q[32*s+:32]} <= take_credit;
            end
            if (head && at_q == s[0]) begin
                fit_q[s]          <= fit;
                addr_q[60*s+:60]  <= base_q[60*s+:60] + {36'd0, offset};
                wrote_q[22*s+:22] <= wrote;
                short_q[s]        <= short;
                long_q[s]         <= long;
                if (short) ends_q[s] <= 1'b1;
            end
        end
    end

    // ---- writes: the packet, then the notification
    reg  [2:0]   sent_q;    // beats of the packet
    reg          behind_q;  // all eight
    wire [5:0]   who = id_q[6*out_q+:6];
    wire [21:0]  wrote_due = wrote_q[22*out_q+:22];
    wire         there = busy_q[out_q] && known_q[out_q];
    wire         data = there && fit_q[out_q] && !behind_q;
    wire         note = there && ends_q[out_q] && !data;
    wire         accept = m_wr_valid && m_wr_ready;
    wire [7:0]   cause = {long_q[out_q], short_q[out_q], 5'd0, wrote_due != use_q[22*out_q+:22]};
    wire [127:0] beat;

    assign done       = there && (accept ? note || (sent_q == 3'd7 && !ends_q[out_q]) : !data && !note);
    assign gone       = accept && note;
    assign drop       = done && orphan_q[out_q];
    assign gone_id    = who;
    assign m_wr_valid = data || note;
    assign m_wr_first = note || sent_q == 3'd0;
    assign m_wr_last  = note || sent_q == 3'd7;
    assign m_wr_addr  = {note ? note_q[60*out_q+:60] : addr_q[60*out_q+:60], 4'd0};
    assign m_wr_data  = note ? {24'd0, 1'b0, who[5:3], 1'b0, who[2:0], 1'b1, 23'd0, cause, 3'd0, wrote_due, 7'd0, tag_q[32*out_q+:32]}
                             : beat;

    always @(posedge clk) begin
        if (rst) begin
            sent_q   <= 3'd0;
            behind_q <= 1'b0;
        end else begin
            if (accept && data) sent_q <= sent_q + 3'd1;
            if (done) behind_q <= 1'b0;
            else if (accept && sent_q == 3'd7) behind_q <= 1'b1;
        end
    end

    tn_ram #(
        .DATA_W (128),
        .DEPTH_N(16),
        .ADDR_W (4)
    ) u_beats (
        .clk    (clk),
        .wr_en  (wr_en),
        .wr_addr({at_q, beat_q}),
        .wr_data(rcv_data[128*id[5:3]+:128]),
        .rd_addr({out_q, sent_q}),
        .rd_data(beat)
    );

endmodule

`default_nettype wire
