// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Transmitter of APEnet's link: packets and credit words into words of the line, stuffing, literal, SECDED, error injection.
//
// LITERAL_EN (0, 1): a word of MAGIC in a packet is doubled. HEADER (0, 1): 1, headers leave as they come. A word is chosen in t and on the line in t+1. sent_...: in the cycle
// of the choice; none is chosen in a cycle with stop 1. Events are one cycle long. rst: between packets, a credit word first.
// Contract: ape_link.md section 2.

`timescale 1ns / 1ps
`default_nettype none

module ape_link_tx #(
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
        if (LITERAL_EN != 0 && LITERAL_EN != 1) begin : g_check
            tn_error_LITERAL_EN_must_be_0_or_1 u_error ();
        end
    endgenerate

    localparam [1:0] IDLE = 2'd0, START = 2'd1, HEAD = 2'd2, BODY = 2'd3;
    // a credit is due so many words before the period ends: START and header, MAGIC, the credit itself
    localparam [9:0] AHEAD = 10'd6;

    reg [1:0] at_q;
    reg       stuff_q;   // a stuffing's MAGIC has left
    reg       double_q;  // a literal's first MAGIC has left
    reg       vc_q;
    reg [9:0] since_q;   // words since the last credit word
    reg       told_q;    // a credit word has left since reset
    reg [3:0] status_q;

    wire [9:0] span = period < 10'd16 ? 10'd16 : period;
    wire       due  = since_q >= span - AHEAD || !told_q;

    // one of these each cycle
    wire between   = at_q == IDLE && !stop;
    wire body      = at_q == BODY && !stop;
    wire begin_pkt = between && s_valid && !due && en;
    wire idle      = between && en && !begin_pkt;
    wire credit_in = body && stuff_q;
    wire second    = body && !stuff_q && double_q;
    wire stuff     = body && !stuff_q && !double_q && (due || !s_valid);
    wire word      = body && !stuff_q && !double_q && !due && s_valid;
    wire first     = word && LITERAL_EN != 0 && s_data == APE_MAGIC;
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
        else if (at_q == START) next = APE_START;
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
            since_q       <= 10'd0;
            told_q        <= 1'b0;
            wire_tx_valid <= 1'b0;
            status_q      <= 4'd0;
        end else begin
            wire_tx_valid <= !stop && (at_q != IDLE || en);
            if (!stop) begin
                stuff_q  <= stuff;
                double_q <= first;
            end
            if (ev_credit) begin
                since_q <= 10'd0;
                told_q  <= 1'b1;
            end else if (since_q != 10'h3ff && !stop) since_q <= since_q + 10'd1;
            case (at_q)
                IDLE: if (begin_pkt) at_q <= START;
                START: if (!stop) at_q <= HEAD;
                HEAD: if (!stop) at_q <= s_last ? IDLE : BODY;
                default: if (ev_packet) at_q <= IDLE;
            endcase
            if (!stop) status_q <= idle ? 4'd1 : begin_pkt ? 4'd2 : at_q == START ? 4'd3 : at_q == IDLE ? 4'd0
                : stuff || credit_in ? (s_valid ? 4'd5 : 4'd6) : 4'd4;
        end
    end

    always @(posedge clk) begin
        wire_tx_data <= next;
        if (header) vc_q <= s_data[APE_VC_LSB];
    end

    wire unused = s_head;

endmodule

`default_nettype wire
