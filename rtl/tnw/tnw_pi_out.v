// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// TNW processor interface: TLPs to the host, one row of writes and answers, reads behind the writes made before them.
//
// First beat of m_wr in t: first beat of its TLP in t+2 when nothing is before it; a beat a cycle, no gap between TLPs.
// m_wr_ready depends on ans_valid and note_valid without a register. Answers always have room, 8 of them. Reads have 8
// places; one is made when rd_ready takes it: then its slot is to be taken. m_tlp_ok in t is looked at without a register
// for a TLP that begins in t+1. rst empties it. Contract: tnw_pi.md section 3.

`timescale 1ns / 1ps
`default_nettype none

module tnw_pi_out (
    input  wire         clk,
    input  wire         rst,
    input  wire [15:0]  rid,
    // writes of tnw_rcv
    input  wire         m_wr_valid,
    output wire         m_wr_ready,
    input  wire         m_wr_first,
    input  wire         m_wr_last,
    input  wire [63:0]  m_wr_addr,
    input  wire [127:0] m_wr_data,
    // notifications of tnw_nget: writes of 16 bytes
    input  wire         note_valid,
    output wire         note_ready,
    input  wire [63:0]  note_addr,
    input  wire [127:0] note_data,
    // reads of tnw_nget
    input  wire         rd_valid,
    output wire         rd_ready,
    input  wire [63:0]  rd_addr,
    input  wire [7:0]   rd_dw,       // length in DW, 1 to 128
    input  wire [7:0]   rd_tag,
    output wire         rd_sent,     // one cycle: the last beat of this MRd is accepted on m_tlp
    output wire [7:0]   rd_sent_tag,
    // answers of tnw_pi_in
    input  wire         ans_dvalid,
    input  wire [3:0]   ans_at,
    input  wire [31:0]  ans_data,
    input  wire         ans_valid,
    input  wire [95:0]  ans_header,
    input  wire [4:0]   ans_dw,
    output wire         ans_gone,    // the last beat of an answer is accepted on m_tlp
    output wire         m_tlp_valid,
    input  wire         m_tlp_ready,
    output wire [127:0] m_tlp_data,
    output wire [3:0]   m_tlp_keep,
    output wire         m_tlp_last,
    input  wire [2:0]   m_tlp_ok
);

endmodule

`default_nettype wire
