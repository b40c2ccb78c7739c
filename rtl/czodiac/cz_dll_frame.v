// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Makes frames of the TLPs to send: number in front, LCRC behind (PCIe 3.0 3.5.2.1).
//
// A TLP of n DWs becomes a frame of n + 2, a beat of it in the cycle of each beat taken and, from 3
// DWs in the last beat on, one beat more in the next cycle. With s_abort in the last beat
// the frame ends with the inverted LCRC and m_edb. clr (link down): nothing more of the TLP
// under way becomes a frame, though it is taken to its end, as all TLPs are while up is low.
// Contract: cz_dll.md section 4.

`timescale 1ns / 1ps
`default_nettype none

module cz_dll_frame (
    input  wire         clk,
    input  wire         rst,
    input  wire         clr,
    input  wire         up,       // TLPs become frames

    // TLPs
    input  wire         s_valid,
    output wire         s_ready,
    input  wire [127:0] s_data,
    input  wire [3:0]   s_keep,
    input  wire         s_last,
    input  wire         s_abort,
    output wire         begins,   // the first beat of a TLP is taken that becomes a frame

    // frames: every beat is taken
    input  wire         m_room,   // two beats can be taken
    input  wire [11:0]  m_seq,    // the frame's number
    output reg          m_valid,
    output reg  [127:0] m_data,
    output reg  [3:0]   m_keep,
    output reg          m_last,
    output reg          m_edb
);
`include "cz_dll_defs.vh"

    reg         in_tlp_q, drop_q;
    reg         tail_q, tail_edb_q;
    reg  [63:0] tail_data_q;
    reg         tail_two_q;      // the tail has two DWs
    reg  [31:0] carry_q, crc_q;

    wire        drops = in_tlp_q ? drop_q : !up;
    assign      s_ready = !rst && !tail_q && (m_room || drops);
    wire        takes  = s_valid && s_ready;
    assign      begins = takes && !in_tlp_q && up && !clr;

    wire [31:0] carry  = in_tlp_q ? carry_q : {m_seq[7:0], 4'd0, m_seq[11:8], 16'd0};
    reg  [31:0] crc;
    integer     i;

    always @* begin
        crc = in_tlp_q ? crc_q : tn_crc32_dw(LCRC_START, carry);
        for (i = 0; i < 4; i = i + 1)
            if (s_keep[i])
                crc = tn_crc32_dw(crc, s_data[32*i +: 32]);
    end

    wire [31:0] lcrc = s_abort ? crc : ~crc;
    wire        more = s_keep[2]; // three DWs or four: the LCRC has no room in this beat

    always @* begin
        m_valid = takes && !drops && !clr;
        m_data  = {s_data[95:0], carry};
        m_keep  = 4'hf;
        m_last  = s_last && !more;
        m_edb   = m_last && s_abort;
        if (s_last && !s_keep[1]) begin
            m_data[95:64] = lcrc;
            m_keep        = 4'h7;
        end else if (s_last && !s_keep[2])
            m_data[127:96] = lcrc;
        if (tail_q) begin
            m_valid = !clr;
            m_data  = {64'd0, tail_data_q};
            m_keep  = tail_two_q ? 4'h3 : 4'h1;
            m_last  = 1'b1;
            m_edb   = tail_edb_q;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            in_tlp_q <= 1'b0;
            drop_q   <= 1'b0;
            tail_q   <= 1'b0;
        end else begin
            if (takes) begin
                in_tlp_q <= !s_last;
                drop_q   <= drops || clr;
            end else if (clr)
                drop_q <= 1'b1;
            tail_q <= takes && s_last && more && !drops && !clr;
        end
        if (takes) begin
            carry_q     <= s_data[127:96];
            crc_q       <= crc;
            tail_two_q  <= s_keep[3];
            tail_edb_q  <= s_abort;
            tail_data_q <= s_keep[3] ? {lcrc, s_data[127:96]} : {32'd0, lcrc};
        end
    end
endmodule

`default_nettype wire
