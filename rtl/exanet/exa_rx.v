// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Reception of an ExaNet network interface's block: takes a word every cycle,
// judges headers, framing and CRCs.
//
// What leaves at w_* are packets with a good header and the words it promised:
// w_hdr, w_pld, w_ftr mark the word w_data; a packet that breaks has no w_ftr. A packet that is a
// header alone has w_alone only.
// w_head is the header of the packet that w_data belongs to, w_index the number of a payload
// word. With w_ftr: w_ftr_ok and w_pld_ok, the CRCs. cause: one cycle for each that
// is dropped here (bits 1 to 5). A word accepted in t is at w_* in t+2. rst empties it; s_ready is
// high in every cycle without rst.
// Contract: exa_ni.md sections 1 to 3.

`timescale 1ns / 1ps
`default_nettype none

module exa_rx (
    input  wire         clk,
    input  wire         rst,
    // packets in
    input  wire         s_hdr_valid,
    input  wire         s_pld_valid,
    input  wire         s_ftr_valid,
    output wire         s_ready,
    input  wire [127:0] s_data,
    // the word of this cycle
    output reg          w_hdr,
    output reg          w_pld,
    output reg          w_ftr,
    output reg          w_alone,
    output wire         ending,     // w_ftr in the next cycle
    output wire [127:0] next_data,  // w_data in the next cycle
    output reg  [127:0] w_data,
    // of its packet
    output reg  [127:0] w_head,
    output reg  [3:0]   w_index,
    // the packet's end
    output reg          w_ftr_ok,
    output reg          w_pld_ok,
    output reg  [5:1]   cause
);

`include "exa_defs.vh"
`include "exa_crc.vh"

    localparam [1:0] ST_IDLE = 2'd0;  // between packets
    localparam [1:0] ST_BODY = 2'd1;  // in a good packet
    localparam [1:0] ST_DROP = 2'd2;  // the rest of a dropped one may come

    // stage 1: the word
    reg         hdr_q;
    reg         pld_q;
    reg         ftr_q;
    reg [127:0] data_q;

    // without a register: a sender that holds no reset sees at once that nothing is taken
    assign s_ready = !rst;

    always @(posedge clk) begin
        hdr_q <= s_ready && s_hdr_valid;
        pld_q <= s_ready && s_pld_valid && !s_hdr_valid;
        ftr_q <= s_ready && s_ftr_valid && !s_hdr_valid && !s_pld_valid;
    end

    always @(posedge clk) data_q <= s_data;

    // stage 2: its judgement
    reg [1:0]  state_q;
    reg [4:0]  left_q;  // payload words still to come
    reg [31:0] crc_q;

    wire       crc_ok;
    wire       malformed;
    wire [1:0] form;
    wire [4:0] words;

    exa_hdr_check u_check (
        .en       (hdr_q),
        .hdr      (data_q),
        .crc_ok   (crc_ok),
        .malformed(malformed),
        .form     (form),
        .words    (words)
    );

    wire body = state_q == ST_BODY;
    wire alone = form == EXA_FORM_HDR;
    wire short = data_q[EXA_TYPE_LSB+:EXA_TYPE_W] == EXA_RELEASE;
    wire sound = hdr_q && crc_ok && !malformed;
    wire good = sound && !alone;
    wire late = body && pld_q && left_q == 5'd0;
    wire early = body && ftr_q && left_q != 5'd0;

    assign next_data = data_q;
    assign ending    = body && ftr_q && !early;

    always @(posedge clk) begin
        if (rst) begin
            state_q <= ST_IDLE;
            w_hdr   <= 1'b0;
            w_pld   <= 1'b0;
            w_ftr   <= 1'b0;
            w_alone <= 1'b0;
            cause   <= 5'd0;
        end else begin
            w_hdr    <= good;
            w_pld    <= body && pld_q && !late;
            w_ftr    <= ending;
            w_alone  <= sound && alone && !short;
            cause[1] <= hdr_q && !crc_ok;
            cause[2] <= hdr_q && crc_ok && malformed;
            cause[3] <= sound && short;
            cause[4] <= body && (hdr_q || late || early);
            cause[5] <= state_q == ST_IDLE && (pld_q || ftr_q);
            if (hdr_q) state_q <= good ? ST_BODY : sound ? ST_IDLE : ST_DROP;
            else if (ftr_q) state_q <= ST_IDLE;
            else if (late) state_q <= ST_DROP;
        end
    end

    always @(posedge clk) begin
        w_data <= data_q;
        if (hdr_q) begin
            w_head  <= data_q;
            w_index <= 4'd15;  // so that the first payload word is number 0
            left_q  <= words;
            crc_q   <= 32'hffffffff;
        end
        if (pld_q) begin
            w_index <= w_index + 4'd1;
            left_q  <= left_q - 5'd1;
            if (body) crc_q <= exa_crc32(crc_q, data_q);
        end
        if (body && ftr_q) begin
            w_ftr_ok <= exa_crc8(data_q) == data_q[EXA_FTR_CRC_LSB+:EXA_FTR_CRC_W];
            // without payload the register's complement is 0, as the field must be
            w_pld_ok <= ~crc_q == data_q[EXA_PLD_CRC_LSB+:EXA_PLD_CRC_W];
        end
    end

endmodule

`default_nettype wire
