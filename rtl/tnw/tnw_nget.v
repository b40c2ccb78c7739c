// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// TNW Nget: six engines that read host memory and inject it.
//
// TAG_LOG2 (1 to 5): 2** of it reads of 512 bytes of a link under way; DESC_LOG2 (0 to 4): 2** of it descriptors of a
// link. A write of NOTIFY_HI in t gives rd_valid in t+3 when nothing else is going on. rd and note hold until ready.
// A completion is never stalled: cpl_valid in t, its beats in t+1 or later, all of them before the next cpl_valid.
// serve in t, only of who asks and 8 cycles or more after the last, gives beats in t+1 to t+8, the notification of a
// last item note_valid in t+9. rst empties all. Contract: tnw_pi.md sections 5 and 6.

`timescale 1ns / 1ps
`default_nettype none

module tnw_nget #(
    parameter integer TAG_LOG2  = 3,  // log2 of the reads of a link under way
    parameter integer DESC_LOG2 = 3   // log2 of the descriptors of a link
) (
    input  wire         clk,
    input  wire         rst,
    // registers 8000 to 85FF; what is not there reads 0, other addresses are not looked at
    input  wire         reg_wr,
    input  wire         reg_rd,
    input  wire [15:0]  reg_addr,
    input  wire [31:0]  reg_wdata,
    output wire [31:0]  reg_rdata,       // in the cycle after reg_rd, else 0
    input  wire [31:0]  cpl_tmo,         // CPL_TMO: cycles, 0 never
    // reads
    output wire         rd_valid,
    input  wire         rd_ready,
    output wire [63:0]  rd_addr,         // a multiple of 16
    output wire [7:0]   rd_dw,           // 4 to 128, a multiple of 4
    output wire [7:0]   rd_tag,          // 32*link + slot
    input  wire         rd_sent,         // one cycle: the last beat of this MRd was accepted on m_tlp
    input  wire [7:0]   rd_sent_tag,
    // completions, each judged whole by tnw_pi_in (not malformed, 256 bytes at most)
    input  wire         cpl_valid,       // one cycle each
    input  wire [7:0]   cpl_tag,
    input  wire         cpl_mine,        // its Requester ID is rid
    input  wire [2:0]   cpl_status,
    input  wire         cpl_ep,
    input  wire [11:0]  cpl_bytes,       // Byte Count, 0: 4096
    input  wire [6:0]   cpl_lower,       // Lower Address
    input  wire [6:0]   cpl_dw,          // DWs of payload, 0 to 64
    input  wire         cpl_has_data,    // CplD
    input  wire         cpl_dvalid,      // a beat; (cpl_dw + 3) / 4 of them
    input  wire [127:0] cpl_data,        // payload DW 0 in bits 31:0 of the first, byte 0 in bits 7:0
    // notifications: writes of 16 bytes
    output wire         note_valid,
    input  wire         note_ready,
    output wire [63:0]  note_addr,
    output wire [127:0] note_data,       // lane i is byte i
    // injection
    output wire [5:0]   ask,
    input  wire         serve,
    input  wire [2:0]   serve_link,
    output wire         inj_valid,
    output wire         inj_last,
    output wire [127:0] inj_data,
    output wire [2:0]   inj_link,
    output wire [2:0]   inj_vc,
    output wire [23:0]  inj_offset,
    // counters of tnw_pi_regs: GET_READS counts with rd_sent there, GET_ITEMS with serve
    output wire         inc_notified,
    output wire         inc_failed,
    output wire         inc_unexpected,
    output wire         inc_bad,
    output wire         inc_no_room,
    output wire [2:0]   inc_lost         // slots gone LOST in this cycle
);

endmodule

`default_nettype wire
