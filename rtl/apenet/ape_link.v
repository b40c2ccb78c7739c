// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// One end of APEnet's torus link: word stuffing, credits, receive buffers of two virtual channels.
//
// BAND (0, 1): 1, control words are those marked by k; 0, their content marks them, and LITERAL_EN (0, 1): words of MAGIC in a packet are doubled. CUT_CYC (3 to 65535): in this cycle without a word a packet under way
// is cut. HEADER (0, 1): packets of APEnet, of ExaNet. A header at wire_rx in t is at m_rx in t+3; a header taken at s_tx in t is on the line in t+4 at the latest. One word a cycle, but for
// those behind a cycle with wire_tx_stop. rst: empties it, counters too. Paper section 3.2; contract: ape_link.md.

`timescale 1ns / 1ps
`default_nettype none

module ape_link #(
    parameter integer BAND       = 1,
    parameter integer LITERAL_EN = 1,
    parameter integer CUT_CYC    = 3,     // cycles
    parameter integer HEADER     = 0
) (
    input  wire         clk,
    input  wire         rst,
    // the line
    input  wire         wire_tx_stop,
    output wire         wire_tx_valid,
    output wire         wire_tx_k,
    output wire [127:0] wire_tx_data,
    input  wire         wire_rx_valid,
    input  wire         wire_rx_k,
    input  wire [127:0] wire_rx_data,
    // packets to the line
    input  wire         s_tx_valid,
    output wire         s_tx_ready,
    input  wire [127:0] s_tx_data,
    input  wire         s_tx_head,
    input  wire         s_tx_last,
    output wire [19:0]  tx_room_data,
    output wire [15:0]  tx_room_hdr,
    // packets from the line, by VC
    output wire [1:0]   m_rx_valid,
    input  wire [1:0]   m_rx_ready,
    output wire [255:0] m_rx_data,
    output wire [1:0]   m_rx_head,
    output wire [1:0]   m_rx_last,
    // registers
    input  wire         reg_wr,
    input  wire         reg_rd,
    input  wire [7:0]   reg_addr,
    input  wire [31:0]  reg_wdata,
    output wire [31:0]  reg_rdata
);

`include "ape_defs.vh"
`include "ape_words.vh"
`include "exa_defs.vh"
`include "exa_crc.vh"
`include "ape_cells.vh"

    wire [9:0]   thr_data, period, margin_data;
    wire [7:0]   thr_hdr, tx_cycles, margin_hdr;
    wire         tx_en, rx_en, inject_one, inject_two, tx_head_sent;
    wire [6:0]   inject_a, inject_b;
    wire [3:0]   tx_status, rx_status;
    wire [19:0]  pld_level;
    wire [15:0]  hdr_stored, hdr_level;
    wire [1:0]   hold;
    wire [12:0]  ev;

    // ---- transmitter: a few words between it and the router, which needs time from packet to packet
    wire         tx_valid, tx_ready, tx_head, tx_last;
    wire [127:0] tx_data;
    wire [2:0]   unused_level;

    tn_fifo #(
        .DATA_W    (130),
        .DEPTH_LOG2(2)
    ) u_wait (
        .clk    (clk),
        .rst    (rst),
        .s_valid(s_tx_valid),
        .s_ready(s_tx_ready),
        .s_data ({s_tx_head, s_tx_last, s_tx_data}),
        .m_valid(tx_valid),
        .m_ready(tx_ready),
        .m_data ({tx_head, tx_last, tx_data}),
        .level  (unused_level)
    );

    // a footer that is held counts as one that is stored
    assign hdr_level = {hdr_stored[15:8] + {7'd0, hold[1]}, hdr_stored[7:0] + {7'd0, hold[0]}};

    // the credit word: what is held, and the margin, at most all ones
    wire [10:0] data0 = {1'b0, pld_level[9:0]} + {1'b0, margin_data};
    wire [10:0] data1 = {1'b0, pld_level[19:10]} + {1'b0, margin_data};
    wire [8:0]  hdr0  = {1'b0, hdr_level[7:0]} + {1'b0, margin_hdr};
    wire [8:0]  hdr1  = {1'b0, hdr_level[15:8]} + {1'b0, margin_hdr};

    wire [35:0] credit = {
        data1[9:0] | {10{data1[10]}}, hdr1[7:0] | {8{hdr1[8]}}, data0[9:0] | {10{data0[10]}}, hdr0[7:0] | {8{hdr0[8]}}
    };

    wire [1:0]  sent_hdr, sent_pld;

    ape_link_tx #(
        .BAND      (BAND),
        .LITERAL_EN(LITERAL_EN),
        .HEADER    (HEADER)
    ) u_tx (
        .clk          (clk),
        .rst          (rst),
        .en           (tx_en),
        .stop         (wire_tx_stop),
        .s_valid      (tx_valid),
        .s_ready      (tx_ready),
        .s_data       (tx_data),
        .s_head       (tx_head),
        .s_last       (tx_last),
        .credit       (credit),
        .period       (period),
        .inject_one   (inject_one),
        .inject_two   (inject_two),
        .inject_a     (inject_a),
        .inject_b     (inject_b),
        .wire_tx_valid(wire_tx_valid),
        .wire_tx_k    (wire_tx_k),
        .wire_tx_data (wire_tx_data),
        .sent_hdr     (sent_hdr),
        .sent_pld     (sent_pld),
        .ev_header    (tx_head_sent),
        .ev_packet    (ev[0]),
        .ev_credit    (ev[8]),
        .ev_literal   (ev[12]),
        .status       (tx_status)
    );

    wire        credit_valid;
    wire [35:0] credit_data;
    wire [10:0] words = HEADER != 0 ? ape_cell_words(s_tx_data) : ape_words(s_tx_data);
    wire        alone = HEADER != 0 ? ape_cell_alone(s_tx_data) : s_tx_data[APE_ALONE];

    ape_link_room u_room (
        .clk         (clk),
        .rst         (rst),
        .thr_data    (thr_data),
        .thr_hdr     (thr_hdr),
        .tx_cycles   (tx_cycles),
        .credit_valid(credit_valid),
        .credit_data (credit_data),
        .grant_valid (s_tx_valid && s_tx_ready && s_tx_head),
        .grant_vc    (s_tx_data[APE_VC_LSB]),
        .grant_words (words[8:0]),
        .grant_alone (alone),
        .sent_hdr    (sent_hdr),
        .sent_pld    (sent_pld),
        .room_data   (tx_room_data),
        .room_hdr    (tx_room_hdr)
    );

    // ---- receiver
    wire [1:0]   hdr_wr, pld_wr;
    wire [127:0] hdr_data, pld_data;
    wire [8:0]   hdr_words;

    assign ev[9] = credit_valid;

    ape_link_rx #(
        .BAND   (BAND),
        .CUT_CYC(CUT_CYC),
        .HEADER (HEADER)
    ) u_rx (
        .clk          (clk),
        .rst          (rst),
        .en           (rx_en),
        .wire_rx_valid(wire_rx_valid),
        .wire_rx_k    (wire_rx_k),
        .wire_rx_data (wire_rx_data),
        .pld_level    (pld_level),
        .hdr_level    (hdr_stored),
        .hdr_wr       (hdr_wr),
        .hdr_data     (hdr_data),
        .hdr_words    (hdr_words),
        .pld_wr       (pld_wr),
        .pld_data     (pld_data),
        .hold         (hold),
        .credit_valid (credit_valid),
        .credit_data  (credit_data),
        .ev_header    (ev[1]),
        .ev_fixed     (ev[2]),
        .ev_fatal     (ev[3]),
        .ev_form      (ev[11]),
        .ev_over      (ev[10]),
        .ev_crc       (ev[4]),
        .ev_cut       (ev[5]),
        .ev_drop      (ev[6]),
        .ev_credit_bad(ev[7]),
        .status       (rx_status)
    );

    genvar v;
    generate
        for (v = 0; v < 2; v = v + 1) begin : g_vc
            ape_rx_queue #(
                .HEADER(HEADER)
            ) u_queue (
                .clk      (clk),
                .rst      (rst),
                .hdr_wr   (hdr_wr[v]),
                .hdr_data (hdr_data),
                .hdr_words(hdr_words),
                .pld_wr   (pld_wr[v]),
                .pld_data (pld_data),
                .pld_level(pld_level[10*v+:10]),
                .hdr_level(hdr_stored[8*v+:8]),
                .m_valid  (m_rx_valid[v]),
                .m_ready  (m_rx_ready[v]),
                .m_data   (m_rx_data[128*v+:128]),
                .m_head   (m_rx_head[v]),
                .m_last   (m_rx_last[v])
            );
        end
    endgenerate

    ape_link_regs u_regs (
        .clk        (clk),
        .rst        (rst),
        .reg_wr     (reg_wr),
        .reg_rd     (reg_rd),
        .reg_addr   (reg_addr),
        .reg_wdata  (reg_wdata),
        .reg_rdata  (reg_rdata),
        .thr_data   (thr_data),
        .thr_hdr    (thr_hdr),
        .tx_cycles  (tx_cycles),
        .period     (period),
        .margin_data(margin_data),
        .margin_hdr (margin_hdr),
        .tx_en      (tx_en),
        .rx_en      (rx_en),
        .inject_one (inject_one),
        .inject_two (inject_two),
        .inject_a   (inject_a),
        .inject_b   (inject_b),
        .injected   (tx_head_sent),
        .tx_status  (tx_status),
        .rx_status  (rx_status),
        .level_data (pld_level),
        .level_hdr  (hdr_level),
        .room_data  (tx_room_data),
        .room_hdr   (tx_room_hdr),
        .ev         (ev)
    );

    wire unused = &{1'b0, words[10:9], unused_level};

endmodule

`default_nettype wire
