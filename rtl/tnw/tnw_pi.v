// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// TNW processor interface: TLPs of the host to registers, Pput and Nget, items to the links, writes to the host.
//
// OFF_LOG2 (8 to 24): 2** of it units of 16 bytes in an injection window; ITEM_LOG2 (2 to 5): 2** of it items that a
// window collects; TAG_LOG2 (1 to 5), DESC_LOG2 (0 to 4): reads and descriptors of a link; LAST_EN (0, 1):
// items say whether they are their message's last. A TLP's last beat in t: its
// first strobe in t+2, the first beat of an item it ends in t+7; a write's TLP two cycles behind m_wr. rst empties it.
// Paper section 2.1; contract: tnw_pi.md.

`timescale 1ns / 1ps
`default_nettype none

module tnw_pi #(
    parameter integer OFF_LOG2  = 16,  // log2 of the 16-byte units of an injection window
    parameter integer ITEM_LOG2 = 4,   // log2 of the items a window collects
    parameter integer TAG_LOG2  = 3,   // log2 of the reads of a link under way
    parameter integer DESC_LOG2 = 3,   // log2 of the descriptors of a link
    parameter integer LAST_EN   = 1    // bit 0 of an item's offset is last, and a window's address has a bit for it
) (
    input  wire         clk,
    input  wire         rst,
    // identity and address ranges
    input  wire [15:0]  rid,
    input  wire [63:0]  bar0,
    input  wire [63:0]  bar2,
    // TLPs from the host
    input  wire         s_tlp_valid,
    output wire         s_tlp_ready,
    input  wire [127:0] s_tlp_data,
    input  wire [3:0]   s_tlp_keep,
    input  wire         s_tlp_last,
    output wire [2:0]   s_tlp_ok,
    // TLPs to the host
    output wire         m_tlp_valid,
    input  wire         m_tlp_ready,
    output wire [127:0] m_tlp_data,
    output wire [3:0]   m_tlp_keep,
    output wire         m_tlp_last,
    input  wire [2:0]   m_tlp_ok,
    // tnw_rcv's writes
    input  wire         m_wr_valid,
    output wire         m_wr_ready,
    input  wire         m_wr_first,
    input  wire         m_wr_last,
    input  wire [63:0]  m_wr_addr,
    input  wire [127:0] m_wr_data,
    // injection into the six links
    input  wire [5:0]   inj_ok,
    output wire [5:0]   inj_valid,
    output wire         inj_last,
    output wire [127:0] inj_data,
    output wire [2:0]   inj_vc,
    output wire [23:0]  inj_offset,
    // registers of other blocks
    output wire         reg_wr,
    output wire         reg_rd,
    output wire [15:0]  reg_addr,
    output wire [31:0]  reg_wdata,
    input  wire [31:0]  reg_rdata,
    // observation
    output wire         obs_drop_valid,
    output wire [3:0]   obs_drop_cause,
    output wire         obs_err_valid,
    output wire [5:0]   obs_err_id,
    output wire [2:0]   obs_err_cause
);

    // ---- TLPs in
    wire                any_wr;
    wire                any_rd;
    wire [31:0]         any_rdata;
    wire                frag_valid;
    wire                form_valid;
    wire [5:0]          in_id;
    wire [OFF_LOG2-1:0] frag_addr;
    wire                frag_last;
    wire [127:0]        frag_data;
    wire [31:0]         form_addr;
    wire                cpl_valid;
    wire [7:0]          cpl_tag;
    wire                cpl_mine;
    wire [2:0]          cpl_status;
    wire                cpl_ep;
    wire [11:0]         cpl_bytes;
    wire [6:0]          cpl_lower;
    wire [6:0]          cpl_dw;
    wire                cpl_has_data;
    wire                cpl_dvalid;
    wire [127:0]        cpl_data;
    wire                ans_dvalid;
    wire [3:0]          ans_at;
    wire [31:0]         ans_data;
    wire                ans_valid;
    wire [95:0]         ans_header;
    wire [4:0]          ans_dw;
    wire                ans_gone;
    wire                judged_valid;
    wire [3:0]          judged_cause;

    tnw_pi_in #(
        .OFF_LOG2(OFF_LOG2),
        .LAST_EN (LAST_EN)
    ) u_in (
        .clk           (clk),
        .rst           (rst),
        .rid           (rid),
        .bar0          (bar0),
        .bar2          (bar2),
        .s_tlp_valid   (s_tlp_valid),
        .s_tlp_ready   (s_tlp_ready),
        .s_tlp_data    (s_tlp_data),
        .s_tlp_keep    (s_tlp_keep),
        .s_tlp_last    (s_tlp_last),
        .s_tlp_ok      (s_tlp_ok),
        .reg_wr        (any_wr),
        .reg_rd        (any_rd),
        .reg_addr      (reg_addr),
        .reg_wdata     (reg_wdata),
        .reg_rdata     (any_rdata),
        .frag_valid    (frag_valid),
        .form_valid    (form_valid),
        .in_id         (in_id),
        .frag_addr     (frag_addr),
        .frag_last     (frag_last),
        .frag_data     (frag_data),
        .form_addr     (form_addr),
        .cpl_valid     (cpl_valid),
        .cpl_tag       (cpl_tag),
        .cpl_mine      (cpl_mine),
        .cpl_status    (cpl_status),
        .cpl_ep        (cpl_ep),
        .cpl_bytes     (cpl_bytes),
        .cpl_lower     (cpl_lower),
        .cpl_dw        (cpl_dw),
        .cpl_has_data  (cpl_has_data),
        .cpl_dvalid    (cpl_dvalid),
        .cpl_data      (cpl_data),
        .ans_dvalid    (ans_dvalid),
        .ans_at        (ans_at),
        .ans_data      (ans_data),
        .ans_valid     (ans_valid),
        .ans_header    (ans_header),
        .ans_dw        (ans_dw),
        .ans_gone      (ans_gone),
        .judged_valid  (judged_valid),
        .judged_cause  (judged_cause),
        .obs_drop_valid(obs_drop_valid),
        .obs_drop_cause(obs_drop_cause)
    );

    // ---- TLPs out
    wire         note_valid;
    wire         note_ready;
    wire [63:0]  note_addr;
    wire [127:0] note_data;
    wire [2:0]   note_link;
    wire         note_sent;
    wire [2:0]   note_sent_link;
    wire         rd_valid;
    wire         rd_ready;
    wire [63:0]  rd_addr;
    wire [7:0]   rd_dw;
    wire [7:0]   rd_tag;
    wire         rd_sent;
    wire [7:0]   rd_sent_tag;

    tnw_pi_out u_out (
        .clk           (clk),
        .rst           (rst),
        .rid           (rid),
        .m_wr_valid    (m_wr_valid),
        .m_wr_ready    (m_wr_ready),
        .m_wr_first    (m_wr_first),
        .m_wr_last     (m_wr_last),
        .m_wr_addr     (m_wr_addr),
        .m_wr_data     (m_wr_data),
        .note_valid    (note_valid),
        .note_ready    (note_ready),
        .note_addr     (note_addr),
        .note_data     (note_data),
        .note_link     (note_link),
        .note_sent     (note_sent),
        .note_sent_link(note_sent_link),
        .rd_valid      (rd_valid),
        .rd_ready      (rd_ready),
        .rd_addr       (rd_addr),
        .rd_dw         (rd_dw),
        .rd_tag        (rd_tag),
        .rd_sent       (rd_sent),
        .rd_sent_tag   (rd_sent_tag),
        .ans_dvalid    (ans_dvalid),
        .ans_at        (ans_at),
        .ans_data      (ans_data),
        .ans_valid     (ans_valid),
        .ans_header    (ans_header),
        .ans_dw        (ans_dw),
        .ans_gone      (ans_gone),
        .m_tlp_valid   (m_tlp_valid),
        .m_tlp_ready   (m_tlp_ready),
        .m_tlp_data    (m_tlp_data),
        .m_tlp_keep    (m_tlp_keep),
        .m_tlp_last    (m_tlp_last),
        .m_tlp_ok      (m_tlp_ok)
    );

    // ---- registers
    wire [31:0] get_rdata;
    wire [31:0] reorder_tmo;
    wire [31:0] cpl_tmo;
    wire        next_valid;
    wire [23:0] next_item;
    wire [5:0]  look_id;
    wire [23:0] look_next;
    wire [31:0] look_status;
    wire [31:0] look_err_addr;
    wire [31:0] look_done;
    wire        put_serve;
    wire        get_serve;
    wire        inc_after;
    wire        inc_notified;
    wire        inc_failed;
    wire        inc_unexpected;
    wire        inc_bad;
    wire        inc_no_room;
    wire [2:0]  inc_lost;

    tnw_pi_regs #(
        .OFF_LOG2 (OFF_LOG2),
        .ITEM_LOG2(ITEM_LOG2),
        .TAG_LOG2 (TAG_LOG2),
        .DESC_LOG2(DESC_LOG2),
        .LAST_EN  (LAST_EN)
    ) u_regs (
        .clk           (clk),
        .rst           (rst),
        .reg_wr        (any_wr),
        .reg_rd        (any_rd),
        .reg_addr      (reg_addr),
        .reg_wdata     (reg_wdata),
        .reg_rdata     (any_rdata),
        .ext_wr        (reg_wr),
        .ext_rd        (reg_rd),
        .ext_rdata     (reg_rdata),
        .get_rdata     (get_rdata),
        .reorder_tmo   (reorder_tmo),
        .cpl_tmo       (cpl_tmo),
        .next_valid    (next_valid),
        .next_item     (next_item),
        .look_id       (look_id),
        .look_next     (look_next),
        .look_status   (look_status),
        .look_err_addr (look_err_addr),
        .look_done     (look_done),
        .judged_valid  (judged_valid),
        .judged_cause  (judged_cause),
        .inc_put_item  (put_serve),
        .err_valid     (obs_err_valid),
        .err_cause     (obs_err_cause),
        .inc_after     (inc_after),
        .inc_get_item  (get_serve),
        .inc_get_read  (rd_sent),
        .inc_notified  (inc_notified),
        .inc_failed    (inc_failed),
        .inc_unexpected(inc_unexpected),
        .inc_bad       (inc_bad),
        .inc_no_room   (inc_no_room),
        .inc_lost      (inc_lost)
    );

    // ---- Pput
    wire [47:0]  put_ask;
    wire [5:0]   put_id;
    wire         put_valid;
    wire         put_last;
    wire [127:0] put_data;
    wire [5:0]   put_from;
    wire [23:0]  put_offset;

    tnw_pput #(
        .OFF_LOG2 (OFF_LOG2),
        .ITEM_LOG2(ITEM_LOG2),
        .LAST_EN  (LAST_EN)
    ) u_pput (
        .clk          (clk),
        .rst          (rst),
        .reorder_tmo  (reorder_tmo),
        .frag_valid   (frag_valid),
        .form_valid   (form_valid),
        .next_valid   (next_valid),
        .in_id        (in_id),
        .frag_addr    (frag_addr),
        .frag_last    (frag_last),
        .frag_data    (frag_data),
        .form_addr    (form_addr),
        .next_item    (next_item),
        .ask          (put_ask),
        .serve        (put_serve),
        .serve_id     (put_id),
        .inj_valid    (put_valid),
        .inj_last     (put_last),
        .inj_data     (put_data),
        .inj_id       (put_from),
        .inj_offset   (put_offset),
        .look_id      (look_id),
        .look_next    (look_next),
        .look_status  (look_status),
        .look_err_addr(look_err_addr),
        .look_done    (look_done),
        .obs_err_valid(obs_err_valid),
        .obs_err_id   (obs_err_id),
        .obs_err_cause(obs_err_cause),
        .inc_after    (inc_after)
    );

    // ---- Nget
    wire [5:0]   get_ask;
    wire [2:0]   get_link;
    wire         get_valid;
    wire         get_last;
    wire [127:0] get_data;
    wire [2:0]   get_from;
    wire [2:0]   get_vc;
    wire [23:0]  get_offset;

    tnw_nget #(
        .TAG_LOG2 (TAG_LOG2),
        .DESC_LOG2(DESC_LOG2),
        .LAST_EN  (LAST_EN)
    ) u_nget (
        .clk           (clk),
        .rst           (rst),
        .reg_wr        (any_wr),
        .reg_rd        (any_rd),
        .reg_addr      (reg_addr),
        .reg_wdata     (reg_wdata),
        .reg_rdata     (get_rdata),
        .cpl_tmo       (cpl_tmo),
        .rd_valid      (rd_valid),
        .rd_ready      (rd_ready),
        .rd_addr       (rd_addr),
        .rd_dw         (rd_dw),
        .rd_tag        (rd_tag),
        .rd_sent       (rd_sent),
        .rd_sent_tag   (rd_sent_tag),
        .cpl_valid     (cpl_valid),
        .cpl_tag       (cpl_tag),
        .cpl_mine      (cpl_mine),
        .cpl_status    (cpl_status),
        .cpl_ep        (cpl_ep),
        .cpl_bytes     (cpl_bytes),
        .cpl_lower     (cpl_lower),
        .cpl_dw        (cpl_dw),
        .cpl_has_data  (cpl_has_data),
        .cpl_dvalid    (cpl_dvalid),
        .cpl_data      (cpl_data),
        .note_valid    (note_valid),
        .note_ready    (note_ready),
        .note_addr     (note_addr),
        .note_data     (note_data),
        .note_link     (note_link),
        .note_sent     (note_sent),
        .note_sent_link(note_sent_link),
        .ask           (get_ask),
        .serve         (get_serve),
        .serve_link    (get_link),
        .inj_valid     (get_valid),
        .inj_last      (get_last),
        .inj_data      (get_data),
        .inj_link      (get_from),
        .inj_vc        (get_vc),
        .inj_offset    (get_offset),
        .inc_notified  (inc_notified),
        .inc_failed    (inc_failed),
        .inc_unexpected(inc_unexpected),
        .inc_bad       (inc_bad),
        .inc_no_room   (inc_no_room),
        .inc_lost      (inc_lost)
    );

    // ---- injection
    tnw_inj_arb u_arb (
        .clk       (clk),
        .rst       (rst),
        .ask       ({get_ask, put_ask}),
        .inj_ok    (inj_ok),
        .put_serve (put_serve),
        .put_id    (put_id),
        .put_valid (put_valid),
        .put_last  (put_last),
        .put_data  (put_data),
        .put_from  (put_from),
        .put_offset(put_offset),
        .get_serve (get_serve),
        .get_link  (get_link),
        .get_valid (get_valid),
        .get_last  (get_last),
        .get_data  (get_data),
        .get_from  (get_from),
        .get_vc    (get_vc),
        .get_offset(get_offset),
        .inj_valid (inj_valid),
        .inj_last  (inj_last),
        .inj_data  (inj_data),
        .inj_vc    (inj_vc),
        .inj_offset(inj_offset)
    );

endmodule

`default_nettype wire
