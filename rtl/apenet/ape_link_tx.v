// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Transmitter of APEnet's link: packets and credit words into words of the line, stuffing, literals, SECDED, error injection.
//
// BAND (0, 1): 1, MAGIC and START have k, and an idle line is MAGIC and a credit word in turn; 0, k is 0, an idle line is credit words, and LITERAL_EN (0, 1):
// a word of MAGIC in a packet is doubled. With BAND 1 START and header leave one behind the other or START again, a cycle is left empty behind a credit word in
// a packet when no word is here, and the words behind a packet leave with en 0, too. HEADER (0, 1): 1, headers leave as they come. A word is chosen in t and on the line in t+1. sent_...: in the cycle
// of the choice; none is chosen in a cycle with stop 1. Events are one cycle long. rst: between packets, the first word of all is due.
// Contract: ape_link.md section 2.

`timescale 1ns / 1ps
`default_nettype none

module ape_link_tx #(
    parameter integer BAND       = 1,
    parameter integer LITERAL_EN = 1,
    parameter integer HEADER     = 0
) (
    input  wire         clk,
    input  wire         rst,
    input  wire         en,
    input  wire         stop,
    // packets
    input  wire         s_valid,
    output wire         s_ready,
    input  wire [127:0] s_data,
    input  wire         s_head,
    input  wire         s_last,
    // the credit word to send, and how often at least
    input  wire [35:0]  credit,
    input  wire [9:0]   period,
    // error injection into the next header: one bit, two bits
    input  wire         inject_one,
    input  wire         inject_two,
    input  wire [6:0]   inject_a,
    input  wire [6:0]   inject_b,
    // the line
    output reg          wire_tx_valid,
    output reg          wire_tx_k,
    output reg  [127:0] wire_tx_data,
    // words that leave, by VC
    output wire [1:0]   sent_hdr,
    output wire [1:0]   sent_pld,
    // events
    output wire         ev_header,
    output wire         ev_packet,
    output wire         ev_credit,
    output wire         ev_literal,
    output wire [3:0]   status
);

`include "ape_defs.vh"
`include "ape_secded.vh"

    generate
        if (BAND != 0 && BAND != 1) begin : g_band
            tn_error_BAND_must_be_0_or_1 u_error ();
        end
        if (LITERAL_EN != 0 && LITERAL_EN != 1) begin : g_check
            tn_error_LITERAL_EN_must_be_0_or_1 u_error ();
        end
    endgenerate

    // START: MAGIC has left; with BAND 1 its START or a credit word is due, with BAND 0 its START
    localparam [1:0] IDLE = 2'd0, START = 2'd1, HEAD = 2'd2, BODY = 2'd3;
    localparam OUT_OF_BAND = BAND != 0;
    localparam LITERALS = !OUT_OF_BAND && LITERAL_EN != 0;
    // a credit is due so many words before the period ends: START and header, MAGIC, the credit itself
    localparam [9:0] AHEAD = 10'd6;

    reg [1:0] at_q;
    reg       stuff_q;   // a stuffing's MAGIC has left
    reg       double_q;  // a literal's first MAGIC has left
    reg       told_in_q; // a credit word in a packet was the last word
    reg       near_q;    // a credit word left in the cycle before
    reg       owed_q;    // the words behind a packet have not all left
    reg       vc_q;
    reg [9:0] since_q;   // words since the last credit word
    reg       told_q;    // a credit word has left since reset
    reg [3:0] status_q;

    wire [9:0] span = period < 10'd16 ? 10'd16 : period;
    wire       due  = since_q >= span - AHEAD || !told_q;

    // one of these each cycle
    wire on        = en || owed_q;
    wire between   = at_q == IDLE && !stop && on;
    wire behind    = at_q == START && !stop && (!OUT_OF_BAND || on);
    wire body      = at_q == BODY && !stop;
    wire ready     = s_valid && !due;
    wire magic     = between && (OUT_OF_BAND || ready);
    wire start     = behind && (!OUT_OF_BAND || (ready && en));
    wire idle      = OUT_OF_BAND ? behind && !start : between && !magic;
    wire credit_in = body && stuff_q;
    wire second    = body && !stuff_q && double_q;
    wire empty     = OUT_OF_BAND && body && told_in_q && !s_valid;
    wire stuff     = body && !stuff_q && !double_q && !empty && (due || !s_valid);
    wire word      = body && !stuff_q && !double_q && !due && s_valid;
    wire first     = LITERALS && word && s_data == APE_MAGIC;
    wire header    = at_q == HEAD && !stop;

    assign s_ready    = header || second || (word && !first);
    assign ev_header  = header;
    assign ev_packet  = s_ready && s_last;
    assign ev_credit  = idle || credit_in;
    assign ev_literal = second;
    assign sent_hdr   = header ? {s_data[APE_VC_LSB], !s_data[APE_VC_LSB]}
        : s_ready && s_last ? {vc_q, !vc_q} : 2'b00;
    assign sent_pld   = s_ready && !header && !s_last ? {vc_q, !vc_q} : 2'b00;
    assign status     = status_q;

    reg [127:0] next;
    always @* begin
        next = APE_MAGIC;
        if (idle || credit_in) next = {ape_secded({84'd0, credit}), 84'd0, credit};
        else if (start) next = APE_START;
        else if (header) begin
            next = {ape_secded(s_data[119:0]), s_data[119:0]};
            if (HEADER != 0) next = s_data;
            if (inject_one || inject_two) next[inject_a] = !next[inject_a];
            if (inject_two) next[inject_b] = !next[inject_b];
        end else if (word) next = s_data;
    end

    always @(posedge clk) begin
        if (rst) begin
            at_q          <= IDLE;
            stuff_q       <= 1'b0;
            double_q      <= 1'b0;
            told_in_q     <= 1'b0;
            near_q        <= 1'b0;
            owed_q        <= 1'b0;
            since_q       <= 10'd0;
            told_q        <= 1'b0;
            wire_tx_valid <= 1'b0;
            status_q      <= 4'd0;
        end else begin
            wire_tx_valid <= magic || start || idle || header || (body && !empty);
            if (!stop) begin
                stuff_q   <= stuff;
                double_q  <= first;
                told_in_q <= credit_in;
            end
            near_q <= ev_credit;
            if (OUT_OF_BAND && ev_packet && !header) owed_q <= 1'b1;
            else if (start || (magic && near_q)) owed_q <= 1'b0;
            if (ev_credit) begin
                since_q <= 10'd0;
                told_q  <= 1'b1;
            end else if (since_q != 10'h3ff && !stop && !empty) since_q <= since_q + 10'd1;
            case (at_q)
                IDLE: if (magic) at_q <= START;
                START: if (behind) at_q <= start ? HEAD : IDLE;
                HEAD: if (!stop) at_q <= s_last ? IDLE : BODY;
                else if (OUT_OF_BAND) at_q <= IDLE;
                default: if (ev_packet) at_q <= IDLE;
            endcase
            if (!stop) status_q <= idle ? 4'd1 : magic || stuff || first ? 4'd2 : start ? 4'd3 : credit_in ? (s_valid ? 4'd5 : 4'd6) : empty ? 4'd6
                : header || body ? 4'd4 : 4'd0;
        end
    end

    always @(posedge clk) begin
        wire_tx_k    <= OUT_OF_BAND && (magic || start || stuff);
        wire_tx_data <= next;
        if (header) vc_q <= s_data[APE_VC_LSB];
    end

    wire unused = s_head;

endmodule

`default_nettype wire
