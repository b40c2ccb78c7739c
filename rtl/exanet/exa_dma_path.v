// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// A path of exa_dma: the slots of an output, its packets and its control messages.
//
// PATH (0 to 6): its number. The ports are those of exa_dma_slots, exa_dma_out and exa_dma_control, which say what they
// mean; w_* and done are every path's, w_slot[5:3] tells whose. rst empties it. Contract: exa_dma.md sections 6, 8 and 9.

`timescale 1ns / 1ps
`default_nettype none

module exa_dma_path #(
    parameter integer PATH = 0  // its number, 0 to 6
) (
    input  wire         clk,
    input  wire         rst,
    // this node's coordinates
    input  wire [21:0]  own,
    // the packet to be issued
    input  wire [9:0]   tid,
    input  wire         alloc,
    input  wire         drop,
    input  wire         last,
    input  wire         lost,
    input  wire [14:0]  off,
    input  wire [117:0] cut,
    // its slot
    output wire         free_any,
    output wire [2:0]   free_at,
    output wire         tid_failed,
    output wire         astray,
    // words from memory
    input  wire         w_en,
    input  wire [5:0]   w_slot,
    input  wire [3:0]   w_index,
    input  wire [127:0] w_data,
    // its last read has ended
    input  wire         done,
    input  wire         done_fault,
    input  wire [1:0]   done_code,
    input  wire         done_page,
    // transactions that are over
    output wire         fin,
    output wire [2:0]   fin_at,
    output wire         fin_failed,
    output wire [9:0]   fin_tid,
    output wire [1:0]   fin_code,
    output wire         fin_page,
    output wire [14:0]  fin_off,
    input  wire         fin_take,
    input  wire [2:0]   fin_take_at,
    // control messages
    input  wire         ctl_wr,
    input  wire [9:0]   ctl_tid,
    input  wire [15:0]  ctl_strb,
    input  wire [127:0] ctl_data,
    input  wire [189:0] ctl_row,
    output wire         ctl_ok,
    output wire         ctl_mix,
    input  wire         ctl_drop,
    output wire         ctl_full,
    output wire         ctl_gone,
    // events
    output wire         ev_packet,
    output wire [8:0]   ev_bytes,
    output wire [1:0]   ev_faults,
    // packets out
    output wire         m_hdr_valid,
    input  wire         m_hdr_ready,
    output wire         m_pld_valid,
    input  wire         m_pld_ready,
    output wire         m_ftr_valid,
    input  wire         m_ftr_ready,
    output wire [127:0] m_data
);

    wire         here = w_slot[5:3] == PATH[2:0];
    wire         best_any;
    wire [2:0]   best_at;
    wire         take;
    wire [2:0]   take_at;
    wire [2:0]   sent_at;
    wire [111:0] ctl_hdr;
    wire [127:0] ctl_pld_0;
    wire [127:0] ctl_pld_1;
    wire [127:0] ctl_ftr;

    exa_dma_slots u_slots (
        .clk        (clk),
        .rst        (rst),
        .free_any   (free_any),
        .free_at    (free_at),
        .tid        (tid),
        .tid_failed (tid_failed),
        .alloc      (alloc),
        .drop       (drop),
        .last       (last),
        .lost       (lost),
        .astray     (astray),
        .comp       (done && here),
        .comp_at    (w_slot[2:0]),
        .comp_fault (done_fault),
        .comp_code  (done_code),
        .comp_page  (done_page),
        .best_any   (best_any),
        .best_at    (best_at),
        .take       (take),
        .take_at    (take_at),
        .sent       (ev_packet),
        .sent_at    (sent_at),
        .fin        (fin),
        .fin_at     (fin_at),
        .fin_failed (fin_failed),
        .fin_tid    (fin_tid),
        .fin_code   (fin_code),
        .fin_page   (fin_page),
        .fin_take   (fin_take),
        .fin_take_at(fin_take_at),
        .obs_faults (ev_faults)
    );

    tn_ram #(
        .DATA_W (15),
        .DEPTH_N(8),
        .ADDR_W (3)
    ) u_off (
        .clk    (clk),
        .wr_en  (alloc),
        .wr_addr(free_at),
        .wr_data(off),
        .rd_addr(fin_at),
        .rd_data(fin_off)
    );

    exa_dma_control u_control (
        .clk  (clk),
        .rst  (rst),
        .own  (own),
        .wr   (ctl_wr),
        .tid  (ctl_tid),
        .strb (ctl_strb),
        .data (ctl_data),
        .row  (ctl_row),
        .ok   (ctl_ok),
        .mix  (ctl_mix),
        .drop (ctl_drop),
        .full (ctl_full),
        .gone (ctl_gone),
        .hdr  (ctl_hdr),
        .pld_0(ctl_pld_0),
        .pld_1(ctl_pld_1),
        .ftr  (ctl_ftr)
    );

    exa_dma_out u_out (
        .clk        (clk),
        .rst        (rst),
        .own        (own),
        .put        (alloc),
        .put_at     (free_at),
        .put_cut    (cut),
        .w_en       (w_en && here),
        .w_at       (w_slot[2:0]),
        .w_index    (w_index),
        .w_data     (w_data),
        .best_any   (best_any),
        .best_at    (best_at),
        .take       (take),
        .take_at    (take_at),
        .sent       (ev_packet),
        .sent_at    (sent_at),
        .sent_size  (ev_bytes),
        .ctl_full   (ctl_full),
        .ctl_gone   (ctl_gone),
        .ctl_hdr    (ctl_hdr),
        .ctl_pld_0  (ctl_pld_0),
        .ctl_pld_1  (ctl_pld_1),
        .ctl_ftr    (ctl_ftr),
        .m_hdr_valid(m_hdr_valid),
        .m_hdr_ready(m_hdr_ready),
        .m_pld_valid(m_pld_valid),
        .m_pld_ready(m_pld_ready),
        .m_ftr_valid(m_ftr_valid),
        .m_ftr_ready(m_ftr_ready),
        .m_data     (m_data)
    );

endmodule

`default_nettype wire
