// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Transmitter of the ExaNet link: words to frames, NFC, refresh, scrambler.
//
// REFRESH_CYC (16 to 352) blocks between refreshes. A word and its first and
// last marks come from the TX FIFO; a block leaves every cycle, one cycle after
// it was chosen. want_xoff, rx_lock, peer_xoff and peer_ready come from the
// receiver, already in this clock. frame_end: one cycle a frame. rst: no frame
// open, XON sent next. Paper section 6.3; contract: exa_link.md sections 2 to 4.

`timescale 1ns / 1ps
`default_nettype none

module exa_link_tx #(
    parameter integer REFRESH_CYC = 64  // blocks between two refreshes
) (
    input  wire         clk,
    input  wire         rst,
    // words of packets
    input  wire         s_valid,
    output wire         s_ready,
    input  wire         s_first,
    input  wire         s_last,
    input  wire [127:0] s_data,
    // state of the receiver
    input  wire         want_xoff,
    input  wire         rx_lock,
    input  wire         peer_xoff,
    input  wire         peer_ready,
    // a frame has ended
    output reg          frame_end,
    // blocks of the line
    output reg  [1:0]   head,
    output reg  [63:0]  data
);

`include "exa_blocks.vh"

    localparam [11:0] REFRESH_LAST = REFRESH_CYC[11:0] - 12'd1;

    reg        open_q;   // a frame has begun, its separator is not sent
    reg        half_q;   // the high half of a word is due
    reg        ended_q;  // the word under way was the last
    reg [63:0] high_q;
    reg        told_q;   // the state of the last NFC
    reg        nfc_q;    // an NFC is due
    reg        mark_q;   // an empty frame is due
    reg        fresh_q;  // no separator since the link came up
    reg [11:0] count_q;
    reg [57:0] past_q;   // scrambler: the last bits, newest on top

    wire up = rx_lock && peer_ready;
    wire go = up && !peer_xoff;
    wire nfc = nfc_q || want_xoff != told_q;
    // a separator: after the last word, or before a header that comes without one
    wire due = open_q && !half_q && (ended_q || (s_valid && s_first));
    // the peer heard nothing before: it waits for a separator
    wire renew = fresh_q && !open_q;
    wire empty = !open_q && ((mark_q && !(s_valid && go)) || (renew && up));
    wire sep = !nfc && (due || empty);
    wire high = !nfc && half_q;
    wire low = !nfc && !half_q && !due && !renew && s_valid && go;

    assign s_ready = low;

    reg [1:0]  next_head;
    reg [63:0] next;
    always @* begin
        next_head = EXA_HEAD_CTRL;
        next      = {56'd0, EXA_BLK_IDLE};
        next[EXA_NR_BIT] = !rx_lock;
        if (nfc) begin
            next = {56'd0, EXA_BLK_NFC};
            next[EXA_XOFF_BIT] = want_xoff;
        end else if (high || low) begin
            next_head = EXA_HEAD_DATA;
            next      = high ? high_q : s_data[63:0];
        end else if (sep) begin
            next = {56'd0, EXA_BLK_SEP};
        end
    end

    // 64 steps of x^58 + x^39 + 1 at once
    reg [63:0] mixed;
    always @* begin
        mixed[38:0]  = next[38:0] ^ past_q[57:19] ^ past_q[38:0];
        mixed[57:39] = next[57:39] ^ mixed[18:0] ^ past_q[57:39];
        mixed[63:58] = next[63:58] ^ mixed[24:19] ^ mixed[5:0];
    end

    always @(posedge clk) begin
        if (rst) begin
            open_q    <= 1'b0;
            half_q    <= 1'b0;
            ended_q   <= 1'b0;
            told_q    <= 1'b0;
            nfc_q     <= 1'b1;
            mark_q    <= 1'b1;
            fresh_q   <= 1'b1;
            count_q   <= 12'd0;
            past_q    <= {58{1'b1}};
            frame_end <= 1'b0;
            head      <= EXA_HEAD_CTRL;
        end else begin
            count_q   <= count_q == REFRESH_LAST ? 12'd0 : count_q + 12'd1;
            past_q    <= mixed[63:6];
            frame_end <= sep && open_q;
            head      <= next_head;
            if (nfc) begin
                nfc_q  <= 1'b0;
                told_q <= want_xoff;
            end
            if (sep) begin
                open_q <= 1'b0;
                mark_q <= 1'b0;
            end
            if (!up) fresh_q <= 1'b1;
            else if (sep) fresh_q <= 1'b0;
            if (low) begin
                open_q  <= 1'b1;
                ended_q <= s_last;
            end
            if (low || high) half_q <= low;
            if (count_q == REFRESH_LAST) begin
                nfc_q  <= 1'b1;
                mark_q <= 1'b1;
            end
        end
    end

    always @(posedge clk) begin
        data <= mixed;
        if (low) high_q <= s_data[127:64];
    end

endmodule

`default_nettype wire
