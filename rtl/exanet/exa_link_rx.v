// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Receiver of the ExaNet link: blocks to words, whatever errors the line makes.
//
// Parameters as in exa_link. Words leave with their kind to the RX FIFO, which
// holds 256 and tells its level; a packet that was begun is always ended, at need
// by a footer of zeros, for which one word is kept free. evt: one cycle each, see
// the names below. Two cycles from a block to its word. rst: no lock, waiting for
// a separator. Paper section 6.3; contract: exa_link.md sections 2, 4 and 5.

`timescale 1ns / 1ps
`default_nettype none

module exa_link_rx #(
    parameter integer XOFF_FREE = 72,   // XOFF when fewer words are free
    parameter integer XON_FREE  = 144,  // XON when more are free
    parameter integer SLIP_CYC  = 8     // blocks ignored after a slip
) (
    input  wire         clk,
    input  wire         rst,
    // blocks of the line
    input  wire [1:0]   rx_head,
    input  wire [63:0]  rx_data,
    output wire         rx_slip,
    // words of packets
    output wire         m_valid,
    output wire [1:0]   m_kind,
    output wire [127:0] m_data,
    // room behind it
    input  wire [8:0]   level,
    // state of the line
    output wire         lock,
    output reg          want_xoff,
    output reg          peer_xoff,
    output reg          peer_ready,
    // events
    output wire [8:0]   evt
);

`include "exa_defs.vh"
`include "exa_blocks.vh"

    localparam [8:0] DEPTH     = 9'd256;
    localparam [8:0] XOFF_WORD = XOFF_FREE[8:0];
    localparam [8:0] XON_WORD  = XON_FREE[8:0];
    localparam [4:0] MOST      = 5'd18;  // words of the longest packet

    // ---- descrambler and lock
    reg  [57:0]  past_q;
    reg  [1:0]   head_q;
    reg  [63:0]  data_q;
    reg          lock_q;
    wire [121:0] both = {rx_data, past_q};

    exa_block_lock #(
        .SLIP_CYC(SLIP_CYC)
    ) u_lock (
        .clk (clk),
        .rst (rst),
        .head(rx_head),
        .lock(lock),
        .slip(rx_slip)
    );

    always @(posedge clk) begin
        past_q <= both[121:64];
        head_q <= rx_head;
        data_q <= rx_data ^ both[82:19] ^ both[63:0];
        if (rst) lock_q <= 1'b0;
        else lock_q <= lock;
    end

    // ---- what the block is
    wire       lost = lock_q && !lock;
    wire       is_data = lock_q && head_q == EXA_HEAD_DATA;
    wire       is_ctrl = lock_q && head_q == EXA_HEAD_CTRL;
    wire       bad_head = lock_q && head_q[1] == head_q[0];
    wire [7:0] octet0 = data_q[7:0];
    wire       is_sep7 = is_ctrl && octet0 == EXA_BLK_SEP7;
    wire       is_sep = (is_ctrl && octet0 == EXA_BLK_SEP) || is_sep7;
    wire       is_idle = is_ctrl && octet0 == EXA_BLK_IDLE;
    wire       is_nfc = is_ctrl && octet0 == EXA_BLK_NFC;
    wire       odd_sep = is_sep7 || data_q[15:8] != 8'd0;

    // ---- words
    reg          skip_q;   // wait for a separator
    reg          half_q;   // the low half of a word is here
    reg  [63:0]  low_q;
    reg  [4:0]   count_q;  // words of the frame, the held one included
    reg  [127:0] hold_q;   // the last of them: what it is, the next block tells
    reg          out_q;    // the header has been handed on
    reg  [4:0]   want_q;   // words the frame must have
    reg          exact_q;  // or may have at most
    reg  [4:0]   lack_q;   // words that the frame before, which was short, lacked
    reg          dark_q;   // an invalid sync header came since the last separator

    wire         held = count_q != 5'd0;
    wire         open = held || half_q;
    wire [127:0] word = {data_q, low_q};
    wire         is_word = is_data && !skip_q && half_q;
    wire         crc_ok;
    wire         malformed;
    wire [1:0]   form;
    wire [4:0]   words;

    exa_hdr_check u_check (
        .en       (is_word && !held),
        .hdr      (word),
        .crc_ok   (crc_ok),
        .malformed(malformed),
        .form     (form),
        .words    (words)
    );

    wire sound = crc_ok && words <= 5'd16;
    wire too_many = is_word && held && count_q == want_q;
    wire too_few = exact_q && held && count_q != want_q;
    wire sep_end = is_sep && !skip_q;
    // words that a short frame lacked may be the rest of it, behind a separator that was none
    wire is_rest = held && count_q == lack_q;
    // with no data before it a separator means nothing, whatever its octets
    wire sep_bad = sep_end && open && (odd_sep || half_q || too_few || is_rest);
    wire line_bad = !skip_q && open && (lost || bad_head);
    wire darkens = bad_head && dark_q;
    wire bad = too_many || sep_bad || line_bad;

    // a word leaves when what follows it has come; the last free one is for a
    // footer of zeros, so that a packet that was begun can always be ended
    wire       leaves = held && !bad && (is_word || sep_end);
    wire       full = leaves && level >= DEPTH - 9'd1;
    wire       give_up = bad || full;
    wire [1:0] kind = !out_q ? EXA_WORD_HDR : sep_end ? EXA_WORD_FTR : EXA_WORD_PLD;

    // the footer of zeros leaves in the cycle behind, in which no word can: two blocks must come for each
    reg zero_q;

    assign m_valid = zero_q || (leaves && !full);
    assign m_kind  = zero_q ? EXA_WORD_FTR : kind;
    assign m_data  = hold_q;

    always @(posedge clk) begin
        if (rst) zero_q <= 1'b0;
        else zero_q <= give_up && out_q;
    end

    always @(posedge clk) begin
        if (rst) begin
            skip_q  <= 1'b1;
            half_q  <= 1'b0;
            count_q <= 5'd0;
            out_q   <= 1'b0;
        end else if (lost || is_sep || give_up || darkens) begin
            // a separator after half a word may be a data block of a payload; two dark blocks may have been a header
            skip_q  <= lost || darkens || (give_up && (!is_sep || half_q));
            half_q  <= 1'b0;
            count_q <= 5'd0;
            out_q   <= 1'b0;
        end else if (is_data && !skip_q) begin
            half_q <= !half_q;
            if (is_word) begin
                count_q <= count_q + 5'd1;
                out_q   <= held;
            end
        end
    end

    // without a reset: behind one nothing counts before a separator, which writes both
    always @(posedge clk) begin
        if (is_sep) lack_q <= too_few ? want_q - count_q : 5'd0;
        dark_q <= !is_sep && (dark_q || bad_head);
    end

    always @(posedge clk) begin
        if (is_data && !half_q) low_q <= data_q;
        if (give_up) hold_q <= 128'd0;
        else if (is_word) hold_q <= word;
        if (is_word && !held) begin
            exact_q <= sound;
            want_q  <= !sound ? MOST : form == EXA_FORM_HDR ? 5'd1 : words + 5'd2;
        end
    end

    // ---- flow control
    wire [8:0] free = DEPTH - level;
    wire       set = free < XOFF_WORD;
    wire       clear = free > XON_WORD;

    always @(posedge clk) begin
        if (rst) begin
            want_xoff  <= 1'b0;
            peer_xoff  <= 1'b0;
            peer_ready <= 1'b0;
        end else begin
            if (set) want_xoff <= 1'b1;
            else if (clear) want_xoff <= 1'b0;
            if (lost) peer_xoff <= 1'b0;
            else if (is_nfc) peer_xoff <= data_q[EXA_XOFF_BIT];
            if (lost) peer_ready <= 1'b0;
            else if (is_data) peer_ready <= 1'b1;
            else if (is_idle) peer_ready <= !data_q[EXA_NR_BIT];
        end
    end

    assign evt = {
        is_nfc && data_q[EXA_XOFF_BIT],                              // 8 XOFF_IN
        set && !want_xoff,                                           // 7 XOFF_OUT
        lost,                                                        // 6 LOCK_LOST
        is_ctrl && !is_sep && !is_idle && !is_nfc,                   // 5 UNKNOWN
        bad_head,                                                    // 4 HEAD
        full,                                                        // 3 OVERFLOW
        is_data && skip_q,                                           // 2 SKIPPED
        give_up,                                                     // 1 BROKEN
        sep_end && held && !give_up                                  // 0 FRAMES
    };

    wire unused = &{1'b0, malformed};

endmodule

`default_nettype wire
