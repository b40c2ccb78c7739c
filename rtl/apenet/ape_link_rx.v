// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Receiver of APEnet's link: classes the words of the line, judges headers and footers, cuts packets that an error broke.
//
// BAND (0, 1): 1, words with k are control words, and a footer is held until the words behind it show that its packet is over; 0, the content of words
// says so, and no footer is held. CUT_CYC (3 to 65535): in this cycle without a word a packet under way is cut. HEADER (0, 1): packets of APEnet, of ExaNet. A word at wire_rx in t is at the queues' write
// ports in t+1. Events are one cycle long. rst: between packets. Contract: ape_link.md section 3.

`timescale 1ns / 1ps
`default_nettype none

module ape_link_rx #(
    parameter integer BAND    = 1,
    parameter integer CUT_CYC = 3,    // cycles
    parameter integer HEADER  = 0
) (
    input  wire         clk,
    input  wire         rst,
    input  wire         en,
    // the line
    input  wire         wire_rx_valid,
    input  wire         wire_rx_k,
    input  wire [127:0] wire_rx_data,
    // levels of the queues of VC 0 and 1
    input  wire [19:0]  pld_level,
    input  wire [15:0]  hdr_level,
    // words for the queues, and the VC of a footer that is held
    output wire [1:0]   hdr_wr,
    output wire [127:0] hdr_data,
    output wire [8:0]   hdr_words,
    output wire [1:0]   pld_wr,
    output wire [127:0] pld_data,
    output wire [1:0]   hold,
    // a clean credit word
    output wire         credit_valid,
    output wire [35:0]  credit_data,
    // events
    output wire         ev_header,
    output wire         ev_fixed,
    output wire         ev_fatal,
    output wire         ev_form,
    output wire         ev_over,
    output wire         ev_crc,
    output wire         ev_cut,
    output wire         ev_drop,
    output wire         ev_credit_bad,
    output wire [3:0]   status
);

`include "ape_defs.vh"
`include "ape_words.vh"
`include "ape_secded.vh"
`include "ape_crc.vh"
`include "exa_defs.vh"
`include "exa_crc.vh"
`include "ape_cells.vh"

    generate
        if (CUT_CYC < 3 || CUT_CYC > 65535) begin : g_check
            tn_error_CUT_CYC_must_be_3_to_65535 u_error ();
        end
    endgenerate

    localparam [2:0] IDLE = 3'd0, HEAD = 3'd1, DATA = 3'd2, FOOT = 3'd3, HUNT = 3'd4, HOLD = 3'd5;
    localparam [9:0] HUNT_N = 10'd640;
    localparam integer STILL_LAST = CUT_CYC - 1;
    localparam OUT_OF_BAND = BAND != 0;

    reg          v_q;
    reg          k_q;
    reg  [127:0] w_q;
    reg          after_q;   // the word before was MAGIC, with BAND 0 one of its own
    reg          near_q;    // in the cycle before a credit word came
    reg  [2:0]   at_q;
    reg          vc_q;
    reg  [8:0]   want_q;    // payload words of the packet
    reg  [8:0]   got_q;     // of these
    reg  [31:0]  crc_q;
    reg  [127:0] foot_q;    // the footer that is held
    reg  [9:0]   hunt_q;    // words since the hunt began
    reg  [15:0]  still_q;   // cycles without a word before this one
    reg          fresh_q;   // a header has come, for RX_STATUS

    always @(posedge clk) begin
        v_q <= wire_rx_valid && en && !rst;
        if (wire_rx_valid) {k_q, w_q} <= {wire_rx_k && OUT_OF_BAND, wire_rx_data};
    end

    // ---- classes of words
    wire       is_magic = (k_q || !OUT_OF_BAND) && w_q == APE_MAGIC;
    wire       is_start = (k_q || !OUT_OF_BAND) && w_q == APE_START;
    wire       in_pkt   = at_q == DATA || at_q == FOOT;
    wire       held     = at_q == HOLD;
    wire       still    = !v_q && still_q == STILL_LAST[15:0];

    // SECDED where it matters; a function in an always block works only then, which simulators feel
    reg [7:0] syn;
    reg       odd;
    always @* begin
        syn = 8'd0;
        odd = 1'b0;
        if (!in_pkt || after_q) begin
            syn = ape_secded(w_q[119:0]) ^ w_q[127:120];
            odd = ^w_q;
        end
    end

    // START and MAGIC in their places; a control word that is broken or out of its place; a doubled MAGIC; words behind MAGIC; other words
    wire start   = v_q && is_start && (after_q || (!OUT_OF_BAND && !in_pkt));
    wire broken  = v_q && k_q && !is_magic && !start;
    wire literal = !OUT_OF_BAND && v_q && is_magic && after_q;
    wire stuffed = v_q && !k_q && after_q && !is_magic && !is_start;
    wire plain   = v_q && !k_q && !after_q && !is_magic && !(is_start && !in_pkt);

    // ---- credit words
    wire credit_ok = syn == 8'd0 && w_q[119:2*APE_CREDIT_W] == 84'd0;

    assign credit_valid  = credit_ok && (stuffed || (!OUT_OF_BAND && plain && at_q == IDLE));
    assign credit_data   = w_q[35:0];
    assign ev_credit_bad = stuffed && !credit_ok;
    assign ev_drop       = broken || (literal && !in_pkt) || (plain && !in_pkt && at_q != HEAD && (OUT_OF_BAND || !credit_ok));

    // ---- header
    wire         header = plain && at_q == HEAD;
    wire         fatal  = !odd && syn != 8'd0;
    reg  [127:0] head;
    reg          wrong_head;  // its CRC-16
    always @* begin
        head = w_q;
        wrong_head = 1'b0;
        if (at_q == HEAD && HEADER != 0) wrong_head = exa_crc16(w_q) != w_q[EXA_CRC_LSB+:EXA_CRC_W];
        else if (at_q == HEAD && odd) head = ape_mended(w_q, syn);
    end

    wire [10:0]  words  = HEADER != 0 ? ape_cell_words(head) : ape_words(head);
    wire         alone  = HEADER != 0 ? ape_cell_alone(head) : head[APE_ALONE];
    wire         vc     = head[APE_VC_LSB];
    wire         form   = head[APE_VC_LSB+1+:APE_VC_W-1] != 3'd0 || (!alone && head[APE_LEN_LSB+:APE_LEN_W] > APE_LEN_MAX[13:0]);
    wire         lost   = HEADER != 0 ? wrong_head : fatal;
    wire         misfit = HEADER != 0 ? head[APE_VC_LSB+1+:APE_VC_W-1] != 3'd0 || ape_cell_odd(head) : form;
    wire [9:0]   pld_at = vc ? pld_level[19:10] : pld_level[9:0];
    wire [7:0]   hdr_at = vc ? hdr_level[15:8] : hdr_level[7:0];
    wire         over   = {1'b0, pld_at} + words > 11'd512 || hdr_at > (alone ? 8'd127 : 8'd126);

    assign ev_header = header && !lost && !misfit && !over;
    assign ev_fixed  = header && odd && HEADER == 0;
    assign ev_fatal  = header && lost;
    assign ev_form   = header && !lost && misfit;
    assign ev_over   = header && !lost && !misfit && over;

    // ---- payload, footer, and the footer of a packet that is cut
    wire body   = in_pkt && (literal || plain);
    wire footer = body && at_q == FOOT;
    wire ended  = broken || still || (!v_q && !en);
    wire cut    = in_pkt && (start || ended);
    // a held footer is handed on when its packet is over, and with a cut
    wire past   = held && (start || (v_q && is_magic && near_q));
    wire moved  = held && (plain || ended);
    wire handed = OUT_OF_BAND ? past || moved : footer;
    reg  wrong;

    reg [127:0] foot;
    always @* begin
        wrong = 1'b0;
        if (at_q == FOOT && HEADER == 0) wrong = ape_crc_foot(crc_q, w_q) != w_q[APE_CRC_LSB+:APE_CRC_W];
        foot = cut ? 128'd0 : w_q;
        if (cut || wrong) foot[APE_ERR] = 1'b1;
        if (HEADER != 0) foot = cut ? 128'd0 : w_q;
        if (held) begin
            foot = moved && HEADER != 0 ? 128'd0 : foot_q;
            if (moved && HEADER == 0) foot[APE_ERR] = 1'b1;
        end
    end

    assign ev_crc    = footer && wrong;
    assign ev_cut    = cut || moved;
    assign hold      = held ? {vc_q, !vc_q} : 2'b00;
    assign pld_data  = w_q;
    assign pld_wr    = body && at_q == DATA ? {vc_q, !vc_q} : 2'b00;
    assign hdr_wr    = ev_header ? {vc, !vc} : handed || cut ? {vc_q, !vc_q} : 2'b00;
    assign hdr_data  = at_q == HEAD ? head : foot;
    assign hdr_words = got_q;

    always @(posedge clk) begin
        if (rst) begin
            at_q    <= IDLE;
            after_q <= 1'b0;
            fresh_q <= 1'b0;
        end else begin
            fresh_q <= ev_header;
            if (!en) after_q <= 1'b0;
            else if (v_q) after_q <= is_magic && (OUT_OF_BAND || !after_q);
            if (start) at_q <= HEAD;
            else if (broken && (in_pkt || held)) at_q <= HUNT;
            else if (!en && !v_q) at_q <= IDLE;
            else if ((in_pkt || held || (!OUT_OF_BAND && at_q == HEAD)) && still) at_q <= IDLE;
            else if (header) begin
                if (!ev_header) at_q <= HUNT;
                else at_q <= alone ? IDLE : words == 11'd0 ? FOOT : DATA;
            end else if (OUT_OF_BAND && at_q == HEAD) at_q <= HUNT;
            else if (footer) at_q <= OUT_OF_BAND ? HOLD : IDLE;
            else if (past) at_q <= IDLE;
            else if (moved) at_q <= HUNT;
            else if (body && got_q + 9'd1 == want_q) at_q <= FOOT;
            else if (at_q == HUNT && v_q && hunt_q == HUNT_N - 10'd1) at_q <= IDLE;
        end
    end

    always @(posedge clk) begin
        still_q <= v_q || (!in_pkt && !held && at_q != HEAD) ? 16'd0 : still_q + 16'd1;
        hunt_q  <= at_q != HUNT ? 10'd0 : v_q ? hunt_q + 10'd1 : hunt_q;
        near_q  <= stuffed;
        if (footer) foot_q <= foot;
        if (header) begin
            vc_q   <= vc;
            want_q <= words[8:0];
            got_q  <= 9'd0;
            crc_q  <= ape_crc_head(head);
        end else if (body && at_q == DATA) begin
            got_q <= got_q + 9'd1;
            crc_q <= ape_crc_word(crc_q, w_q);
        end
    end

    // RX_STATUS: a code each for off, idle, start, header, header credit, data, data credit, footer, footer credit, footer held, error
    assign status = !en ? 4'd0 : fresh_q ? 4'd3 : at_q == IDLE ? 4'd1 : at_q == HEAD ? (after_q ? 4'd4 : 4'd2)
        : at_q == DATA ? (after_q ? 4'd6 : 4'd5) : at_q == FOOT ? (after_q ? 4'd8 : 4'd7) : held ? 4'd9 : 4'd10;

endmodule

`default_nettype wire
