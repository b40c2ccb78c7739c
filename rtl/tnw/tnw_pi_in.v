// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// TNW processor interface: TLPs from the host, judged and worked off in the order in which they came.
//
// OFF_LOG2 (8 to 24): 2** of it fragments of 16 bytes in an injection window. Last beat in t: judged in t+1, first strobe,
// fragment or completion in t+2, one DW or fragment a cycle. The last beat of a TLP waits on s_tlp_ready, which depends
// on s_tlp_last without a register, until what came before it is as good as done: 17 cycles at most. rst drops what was
// not worked off. Contract: tnw_pi.md sections 1 and 2.

`timescale 1ns / 1ps
`default_nettype none

module tnw_pi_in #(
    parameter integer OFF_LOG2 = 16  // log2 of the fragments of a window's addresses
) (
    input  wire                clk,
    input  wire                rst,
    input  wire [15:0]         rid,
    input  wire [63:0]         bar0,
    input  wire [63:0]         bar2,
    input  wire                s_tlp_valid,
    output wire                s_tlp_ready,
    input  wire [127:0]        s_tlp_data,
    input  wire [3:0]          s_tlp_keep,
    input  wire                s_tlp_last,
    output wire [2:0]          s_tlp_ok,
    // registers of all blocks
    output wire                reg_wr,
    output wire                reg_rd,
    output wire [15:0]         reg_addr,
    output wire [31:0]         reg_wdata,
    input  wire [31:0]         reg_rdata,       // in the cycle after reg_rd
    // tnw_pput: frag, form, and in_id of these; in a register write of window 8*l+v that number, too
    output wire                frag_valid,
    output wire                form_valid,
    output wire [5:0]          in_id,
    output wire [OFF_LOG2-1:0] frag_addr,
    output wire [127:0]        frag_data,
    output wire [31:0]         form_addr,
    // tnw_nget: completions; cpl_valid in t, its beats from t+1 on, a beat a cycle
    output wire                cpl_valid,
    output wire [7:0]          cpl_tag,
    output wire                cpl_mine,        // its Requester ID is rid
    output wire [2:0]          cpl_status,
    output wire                cpl_ep,
    output wire [11:0]         cpl_bytes,       // Byte Count, 0: 4096
    output wire [6:0]          cpl_lower,       // Lower Address
    output wire [6:0]          cpl_dw,          // DWs of payload, 0 to 64
    output wire                cpl_has_data,    // CplD
    output wire                cpl_dvalid,
    output wire [127:0]        cpl_data,        // payload DW 0 in bits 31:0 of the first beat
    // tnw_pi_out: answers, data first
    output wire                ans_dvalid,
    output wire [3:0]          ans_at,          // number of the DW
    output wire [31:0]         ans_data,
    output wire                ans_valid,       // the answer is whole; not before its last data
    output wire [95:0]         ans_header,      // its three DWs as on the stream
    output wire [4:0]          ans_dw,          // DWs of data, 0 to 16
    input  wire                ans_gone,        // the last beat of an answer was accepted on m_tlp
    // one cycle for each TLP
    output wire                judged_valid,
    output wire [3:0]          judged_cause,    // 1 to 9
    output wire                obs_drop_valid,  // but for FINE and CPL
    output wire [3:0]          obs_drop_cause
);

endmodule

`default_nettype wire
