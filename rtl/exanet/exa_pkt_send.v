// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Sender of the packetizer: one message from its memory to a packet, aligned to its
// destination.
//
// start (with idle) takes the message described by the inputs, which must then stay
// until done. index is the word of the message that word must be, in the same cycle.
// A message started in t has its header on m_* in t+2; no idle cycle between words; done is
// high as the footer leaves. rst stops it. Contract: exa_packetizer.md section 3.

`timescale 1ns / 1ps
`default_nettype none

module exa_pkt_send (
    input  wire         clk,
    input  wire         rst,
    // this node's coordinates
    input  wire [21:0]  own,
    // a message to send
    input  wire         start,
    output wire         idle,
    output wire         done,
    // its header
    input  wire [15:0]  pdid,
    input  wire [63:0]  place,  // coordinates and address
    input  wire [4:0]   kind,
    input  wire [6:0]   len,
    input  wire [5:0]   chan,
    input  wire [13:0]  num,
    // its words
    output wire [1:0]   index,
    input  wire [127:0] word,
    // packets out
    output wire         m_hdr_valid,
    input  wire         m_hdr_ready,
    output wire         m_pld_valid,
    input  wire         m_pld_ready,
    output wire         m_ftr_valid,
    input  wire         m_ftr_ready,
    output reg  [127:0] m_data
);

`include "exa_defs.vh"
`include "exa_crc.vh"

    localparam [2:0] LAST = 3'd7;  // the footer is out, or nothing is

    reg         busy_q;
    reg [2:0]   step_q;  // 0 header, then payload words, then footer
    reg [2:0]   valid_q;  // footer, payload, header
    reg [127:0] prev_q;  // the message's word before
    reg [31:0]  crc_q;

    wire        gone = |(valid_q & {m_ftr_ready, m_pld_ready, m_hdr_ready});
    wire        free = valid_q == 3'b000 || gone;
    wire [3:0]  shift = place[3:0];
    wire [7:0]  span = {1'b0, len} + {4'd0, shift} + 8'd15;
    wire [2:0]  words = span[6:4];
    wire        header = step_q == 3'd0;
    wire        footer = step_q == words + 3'd1;
    wire        load = busy_q && free && step_q != LAST;

    assign {m_ftr_valid, m_pld_valid, m_hdr_valid} = valid_q;
    assign idle  = !busy_q;
    assign done  = valid_q[2] && m_ftr_ready;
    assign index = step_q[1:0] - 2'd1;

    // lane k of payload word i is byte 16i + k - shift of the message
    wire [255:0] both = {word, prev_q} >> {5'd16 - {1'b0, shift}, 3'd0};
    reg  [127:0] pld;
    reg  [7:0]   at;
    integer      k;
    always @* begin
        pld = 128'd0;
        at  = 8'd0;
        for (k = 0; k < 16; k = k + 1) begin
            at = {1'b0, step_q - 3'd1, k[3:0]} - {4'd0, shift};
            if (at < {1'b0, len}) pld[8*k+:8] = both[8*k+:8];
        end
    end

    // header and footer with their CRCs
    reg [127:0] hdr;
    reg [127:0] ftr;
    always @* begin
        hdr = 128'd0;
        hdr[EXA_ADDR_LSB+:EXA_ADDR_W] = place[EXA_ADDR_W-1:0];
        hdr[EXA_SIZE_LSB+:EXA_SIZE_W] = {7'd0, len};
        hdr[EXA_TYPE_LSB+:EXA_TYPE_W] = kind;
        hdr[EXA_DST_LSB+:EXA_DST_W]   = place[EXA_PLACE_DST_LSB+:EXA_DST_W];
        hdr[EXA_PDID_LSB+:EXA_PDID_W] = pdid;
        hdr[EXA_CRC_LSB+:EXA_CRC_W]   = exa_crc16(hdr);
        ftr = 128'd0;
        ftr[EXA_PLD_CRC_LSB+:EXA_PLD_CRC_W] = ~crc_q;
        ftr[EXA_SEQ_LSB+:EXA_SEQ_W]         = num;
        ftr[EXA_SRC_LSB+:EXA_DST_W]         = own;
        ftr[EXA_TID_LSB+:EXA_TID_CHAN_W]    = chan;
        ftr[EXA_TID_LSB+EXA_TID_MSG_BIT]    = 1'b1;
        ftr[EXA_FTR_CRC_LSB+:EXA_FTR_CRC_W] = exa_crc8(ftr);
    end

    always @(posedge clk) begin
        if (rst) begin
            busy_q  <= 1'b0;
            valid_q <= 3'b000;
        end else begin
            if (start) busy_q <= 1'b1;
            else if (done) busy_q <= 1'b0;
            if (free) valid_q <= {3{load}} & (header ? 3'b001 : footer ? 3'b100 : 3'b010);
        end
    end

    always @(posedge clk) begin
        if (start && idle) step_q <= 3'd0;
        else if (load) step_q <= footer ? LAST : step_q + 3'd1;
        if (load) begin
            prev_q <= header ? 128'd0 : word;
            crc_q  <= header ? 32'hffffffff : exa_crc32(crc_q, pld);
            m_data <= header ? hdr : footer ? ftr : pld;
        end
    end

    wire unused = &{1'b0, span[7], span[3:0], both[255:128]};

endmodule

`default_nettype wire
