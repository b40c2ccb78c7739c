// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Output of ExaNet's zDMA block: packets of two sources in turns, with their CRCs.
//
// Source i offers a packet with p_valid[i]: header and footer but for their CRCs, p_words payload words (none with
// p_alone: a header alone), of which p_word is the one that p_index asks for, until p_done[i], which is
// high as its last word is accepted. A packet offered in t: header on m_* in t+1; no idle cycle between its words. rst
// gives it up. Contract: exa_axi.md section 5.

`timescale 1ns / 1ps
`default_nettype none

module exa_axi_out (
    input  wire         clk,
    input  wire         rst,
    input  wire [1:0]   p_valid,
    input  wire [1:0]   p_alone,
    input  wire [5:0]   p_words,  // 3 bits a source
    input  wire [255:0] p_hdr,
    input  wire [255:0] p_ftr,
    input  wire [255:0] p_word,
    output wire [1:0]   p_index,
    output wire [1:0]   p_done,
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

    localparam [1:0] ST_IDLE = 2'd0;
    localparam [1:0] ST_HDR  = 2'd1;
    localparam [1:0] ST_PLD  = 2'd2;
    localparam [1:0] ST_FTR  = 2'd3;

    reg  [1:0]   state_q;
    reg          from_q;  // the source whose packet is under way, or was last
    reg  [2:0]   next_q;  // number of the payload word that follows
    reg  [31:0]  crc_q;

    // the other source's packet goes first
    wire         pick = p_valid[!from_q] ? !from_q : from_q;
    wire         from = state_q == ST_IDLE ? pick : from_q;
    wire [127:0] hdr = p_hdr[128*from+:128];
    wire [127:0] word = p_word[128*from+:128];
    wire         more = next_q != p_words[3*from+:3];
    wire         start = state_q == ST_IDLE && p_valid != 2'd0;
    wire         alone = p_alone[from];
    wire         go = (state_q == ST_HDR && m_hdr_ready && !alone) || (state_q == ST_PLD && m_pld_ready);
    wire         over = (state_q == ST_HDR && m_hdr_ready && alone) || (state_q == ST_FTR && m_ftr_ready);

    assign p_index     = next_q[1:0];
    assign p_done      = {over && from_q, over && !from_q};
    assign m_hdr_valid = state_q == ST_HDR;
    assign m_pld_valid = state_q == ST_PLD;
    assign m_ftr_valid = state_q == ST_FTR;

    reg [127:0] ftr;
    always @* begin
        ftr = p_ftr[128*from+:128];
        ftr[EXA_PLD_CRC_LSB+:EXA_PLD_CRC_W] = ~crc_q;
    end

    always @(posedge clk) begin
        if (rst) begin
            state_q <= ST_IDLE;
            from_q  <= 1'b0;
        end else begin
            if (start) begin
                state_q <= ST_HDR;
                from_q  <= pick;
            end else if (over) state_q <= ST_IDLE;
            else if (go) state_q <= more ? ST_PLD : ST_FTR;
        end
    end

    always @(posedge clk) begin
        if (state_q == ST_IDLE) begin
            next_q <= 3'd0;
            crc_q  <= 32'hffffffff;
            m_data <= hdr;
            m_data[EXA_CRC_LSB+:EXA_CRC_W] <= exa_crc16(hdr);
        end else if (go && more) begin
            next_q <= next_q + 3'd1;
            crc_q  <= exa_crc32(crc_q, word);
            m_data <= word;
        end else if (go) begin
            m_data <= ftr;
            m_data[EXA_FTR_CRC_LSB+:EXA_FTR_CRC_W] <= exa_crc8(ftr);
        end
    end

endmodule

`default_nettype wire
