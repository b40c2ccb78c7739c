// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// What goes wrong with the words of one line of a TNW torus without symbols: says in each cycle which bits of the line
// have to be inverted in the next one, so that it shows what a line shows that loses, doubles, swaps or spoils a word.
// word is what the line's sender sends; the line has it WIRE_CYC later.
//
// go in a cycle arms one deed: kind FLIP inverts mask in a word; LOSE, DOUBLE and SWAP (with the next) a word; GONE
// puts IDLE in the place of 35. It is done to the word that place names: 0 to 34 of a packet, the skip-th packet from
// now on; or the skip-th word of a kind: place SET an ordered set, CONTROL one or a START, ANY what is not IDLE. A
// line that is to lose a word, or to swap two, is first a word late: an IDLE comes twice, or one before a START; a line
// that is late drops an IDLE when the deed is done. Tap TAP shows the deed in its cycle: kind in bits 2:0 of the data, the word in 43:8; and,
// with kind 0, that the line is as it was: go may come again.

`timescale 1ns / 1ps
`default_nettype none
`include "tn_sim.vh"

module tn_bfm_tnw_strikes #(
    parameter integer TAP      = 0,
    parameter integer WIRE_CYC = 1  // 1 or more
) (
    input  wire        clk,
    input  wire [63:0] cycle,
    input  wire        go,
    input  wire [2:0]  kind,
    input  wire [5:0]  place,
    input  wire [7:0]  skip,
    input  wire [35:0] mask,
    input  wire [35:0] word,
    output reg  [35:0] flip, // of the next cycle
    output reg         done  // toggles when C has something to deliver
);
    localparam [2:0]  NONE = 3'd0, FLIP = 3'd1, LOSE = 3'd2, DOUBLE = 3'd3, SWAP = 3'd4, GONE = 3'd5;
    localparam [35:0] IDLE = 36'hf_0707_0707;
    localparam [5:0]  SET = 6'd63, CONTROL = 6'd62, ANY = 6'd61, OUT = 6'd60, LAST = 6'd34, PACKET = 6'd35;

    reg [2:0]  armed;
    reg [5:0]  place_q;
    reg [7:0]  left;   // packets or sets that are let by
    reg        busy;   // done, the line is not as it was yet
    reg [1:0]  lag;    // words that the line is late
    reg        back;   // SWAP: the first of both is still to come
    reg [5:0]  gone;   // GONE: words still
    reg [5:0]  at;     // of the word before, in its packet
    reg [35:0] wire_q [0:63];
    reg [35:0] one_q, two_q; // what the line had one and two cycles before
    integer    i;

    // what the line would show, what it shows, and where that stands
    reg [35:0] now, next, show;
    reg [5:0]  where;
    reg        fits;  // what place names, or (left above 0) what is let by
    reg        late;  // from now on
    reg        hit;
    always @* begin
        now    = WIRE_CYC == 1 ? word : wire_q[WIRE_CYC-2];
        next   = lag == 2'd0 ? now : lag == 2'd1 ? one_q : two_q;
        late   = !go && (armed == LOSE || armed == SWAP) && lag == 2'd0 &&
                 (now == IDLE || (now[35:32] == 4'b0001 && now[7:0] == 8'hfb));
        if (late) where = OUT;
        else if (next[35:32] == 4'b0001 && next[7:0] == 8'hfb) where = 6'd0; // (unknown before reset: OUT)
        else if (at < LAST) where = at + 6'd1;
        else where = OUT;
        case (place_q)
            SET: fits = at >= LAST && next[35:32] == 4'b0001 && next[7:0] == 8'h9c;
            CONTROL: fits = next[35:32] == 4'b0001;
            ANY: fits = next != IDLE;
            default: fits = where == (left == 8'd0 ? place_q : 6'd0);
        endcase
        hit    = !go && !late && armed != NONE && left == 8'd0 && fits &&
                 (lag == 2'd1 || (armed != LOSE && armed != SWAP));
        show   = next;
        if (gone != 6'd0) show = IDLE;
        else if (back) show = two_q;
        else if (hit)
            case (armed)
                FLIP: show = next ^ mask;
                LOSE, SWAP: show = now;
                GONE: show = IDLE;
                default: ;
            endcase
        else if (late) show = IDLE;
        else if (lag != 2'd0 && armed == NONE && next == IDLE) show = lag == 2'd1 ? now : one_q;
        flip = show ^ now;
    end

    initial begin
        armed = NONE;
        place_q = 6'd0;
        left  = 8'd0;
        busy  = 1'b0;
        lag   = 2'd0;
        back  = 1'b0;
        gone  = 6'd0;
        at    = OUT;
        one_q = IDLE;
        two_q = IDLE;
        done  = 1'b0;
        for (i = 0; i < 64; i = i + 1) wire_q[i] = IDLE;
    end

    always @(posedge clk) begin
        wire_q[0] <= word;
        for (i = 1; i < WIRE_CYC; i = i + 1) wire_q[i] <= wire_q[i-1];
        one_q <= now;
        two_q <= one_q;
        back  <= 1'b0;
        if (gone != 6'd0) gone <= gone - 6'd1;
        at <= where;
        if (go) begin
            armed   <= kind;
            place_q <= place;
            left    <= skip;
            lag     <= 2'd0;
            at      <= OUT; // (of the line before)
            busy    <= 1'b0;
        end else if (hit) begin
            armed <= NONE;
            busy  <= 1'b1;
            case (armed)
                LOSE: begin
                    lag <= 2'd0;
                    at  <= where == OUT ? OUT : where + 6'd1;
                end
                DOUBLE: lag <= lag + 2'd1;
                SWAP: back <= 1'b1;
                GONE: gone <= PACKET - 6'd1;
                default: ;
            endcase
            `TN_TAP(TAP, cycle, 2'b00, {16'd0, 4'd0, next, 5'd0, armed});
            done <= !done;
        end else if (!back && gone == 6'd0) begin
            if (busy && lag == 2'd0) begin
                busy <= 1'b0;
                `TN_TAP(TAP, cycle, 2'b00, 64'd0);
                done <= !done;
            end
            if (armed != NONE && left != 8'd0 && fits && !late) left <= left - 8'd1;
            if (armed == NONE && lag != 2'd0 && next == IDLE) lag <= lag - 2'd1;
            if (late) lag <= 2'd1;
        end
    end
endmodule

`default_nettype wire
