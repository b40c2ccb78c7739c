// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// TNW processor interface: TLPs from the host, judged and worked off in the order in which they came.
//
// OFF_LOG2 (8 to 24): 2** of it fragments of 16 bytes in an injection window; LAST_EN (0, 1): its address has a bit for last. Last beat in t: judged in t+1, first strobe,
// fragment or completion in t+2, one DW or fragment a cycle. The last beat of a TLP waits on s_tlp_ready, which depends
// on s_tlp_last without a register, until what came before it is as good as done: 17 cycles at most. rst drops what was
// not worked off. Contract: tnw_pi.md sections 1 and 2.

`timescale 1ns / 1ps
`default_nettype none

module tnw_pi_in #(
    parameter integer OFF_LOG2 = 16,  // log2 of the fragments of a window's addresses
    parameter integer LAST_EN  = 1    // a window's address has a bit for last
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
    output wire                frag_last,
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
    `include "tn_bswap.vh"
    `include "tnw_tlp.vh"
    `include "tnw_pi_work.vh"

    wire         whole_valid;
    wire [127:0] stream_header;
    wire [7:0]   whole_dw;
    wire [4:0]   left;
    wire         rd_hdr4;
    wire [3:0]   rd_word;
    wire [127:0] rd_data;
    wire         malformed, hdr4, mrd, mwr, cpl, np, read, atomic, cas, data;
    wire [10:0]  length;
    wire [63:0]  addr;
    wire [3:0]   first_be, last_be;
    wire [11:0]  bytes;
    wire [6:0]   lower;
    wire [3:0]   cause;
    wire [2:0]   work;
    wire [4:0]   cycles;
    wire [127:0] header = {tn_bswap32(stream_header[127:96]), tn_bswap32(stream_header[95:64]),
                           tn_bswap32(stream_header[63:32]), tn_bswap32(stream_header[31:0])};

    assign judged_valid   = whole_valid;
    assign judged_cause   = whole_valid ? cause : 4'd0;
    assign obs_drop_valid = whole_valid && cause != CAUSE_FINE && cause != CAUSE_CPL;
    assign obs_drop_cause = obs_drop_valid ? cause : 4'd0;

    tnw_pi_collect u_collect (
        .clk         (clk),
        .rst         (rst),
        .s_tlp_valid (s_tlp_valid),
        .s_tlp_ready (s_tlp_ready),
        .s_tlp_data  (s_tlp_data),
        .s_tlp_keep  (s_tlp_keep),
        .s_tlp_last  (s_tlp_last),
        .s_tlp_ok    (s_tlp_ok),
        .left        (left),
        .whole_valid (whole_valid),
        .whole_header(stream_header),
        .whole_dw    (whole_dw),
        .no_answer   (work != WORK_READ && work != WORK_UR),
        .ans_gone    (ans_gone),
        .rd_hdr4     (rd_hdr4),
        .rd_word     (rd_word),
        .rd_data     (rd_data)
    );

    tnw_pi_kind u_kind (
        .h0       (header[31:0]),
        .h1       (header[63:32]),
        .h2       (header[95:64]),
        .h3       (header[127:96]),
        .dw       (whole_dw),
        .malformed(malformed),
        .hdr4     (hdr4),
        .mrd      (mrd),
        .mwr      (mwr),
        .cpl      (cpl),
        .np       (np),
        .read     (read),
        .atomic   (atomic),
        .cas      (cas),
        .data     (data),
        .length   (length),
        .addr     (addr),
        .first_be (first_be),
        .last_be  (last_be)
    );

    tnw_pi_bytes u_bytes (
        .read    (read),
        .atomic  (atomic),
        .cas     (cas),
        .length  (length),
        .dw_at   (addr[6:2]),
        .first_be(first_be),
        .last_be (last_be),
        .bytes   (bytes),
        .lower   (lower)
    );

    tnw_pi_judge #(
        .OFF_LOG2(OFF_LOG2),
        .LAST_EN (LAST_EN)
    ) u_judge (
        .bar0     (bar0),
        .bar2     (bar2),
        .malformed(malformed),
        .mrd      (mrd),
        .mwr      (mwr),
        .cpl      (cpl),
        .np       (np),
        .data     (data),
        .ep       (header[TLP_DW0_EP_LSB]),
        .length   (length),
        .addr     (addr),
        .first_be (first_be),
        .last_be  (last_be),
        .cause    (cause),
        .work     (work),
        .cycles   (cycles)
    );

    tnw_pi_work #(
        .OFF_LOG2(OFF_LOG2),
        .LAST_EN (LAST_EN)
    ) u_work (
        .clk         (clk),
        .rst         (rst),
        .rid         (rid),
        .load        (whole_valid),
        .work        (work),
        .cycles      (cycles),
        .header      (header),
        .hdr4        (hdr4),
        .data        (data),
        .length      (length),
        .addr        (addr),
        .first_be    (first_be),
        .bytes       (bytes),
        .lower       (lower),
        .left        (left),
        .rd_hdr4     (rd_hdr4),
        .rd_word     (rd_word),
        .rd_data     (rd_data),
        .reg_wr      (reg_wr),
        .reg_rd      (reg_rd),
        .reg_addr    (reg_addr),
        .reg_wdata   (reg_wdata),
        .reg_rdata   (reg_rdata),
        .frag_valid  (frag_valid),
        .form_valid  (form_valid),
        .in_id       (in_id),
        .frag_addr   (frag_addr),
        .frag_last   (frag_last),
        .frag_data   (frag_data),
        .form_addr   (form_addr),
        .cpl_valid   (cpl_valid),
        .cpl_tag     (cpl_tag),
        .cpl_mine    (cpl_mine),
        .cpl_status  (cpl_status),
        .cpl_ep      (cpl_ep),
        .cpl_bytes   (cpl_bytes),
        .cpl_lower   (cpl_lower),
        .cpl_dw      (cpl_dw),
        .cpl_has_data(cpl_has_data),
        .cpl_dvalid  (cpl_dvalid),
        .cpl_data    (cpl_data),
        .ans_dvalid  (ans_dvalid),
        .ans_at      (ans_at),
        .ans_data    (ans_data),
        .ans_valid   (ans_valid),
        .ans_header  (ans_header),
        .ans_dw      (ans_dw)
    );

endmodule

`default_nettype wire
