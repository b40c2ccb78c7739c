// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Between a local port of an APErouter and two gateway lines of a board of ExaNet.
//
// To the router: packets of both lines, a packet at a time, round-robin, each with the words that its header says; one that broke on
// its way is filled up with zeros. To the board: packets by bit 1 of the destination's fpga. s_exa_..., m_exa_...: channels of the lines.
// A header accepted in t is at l_tx in t+2; one at l_rx in t is at m_exa in t+1. l_rx_room: two whole packets have room. rst
// empties it. Contract: ape_boards.md section 2.

`timescale 1ns / 1ps
`default_nettype none

module ape_board_port (
    input  wire         clk,
    input  wire         rst,
    // packets from the board
    input  wire [1:0]   s_exa_hdr_valid,
    output wire [1:0]   s_exa_hdr_ready,
    input  wire [1:0]   s_exa_pld_valid,
    output wire [1:0]   s_exa_pld_ready,
    input  wire [1:0]   s_exa_ftr_valid,
    output wire [1:0]   s_exa_ftr_ready,
    input  wire [255:0] s_exa_data,
    // packets to the board
    output wire [1:0]   m_exa_hdr_valid,
    input  wire [1:0]   m_exa_hdr_ready,
    output wire [1:0]   m_exa_pld_valid,
    input  wire [1:0]   m_exa_pld_ready,
    output wire [1:0]   m_exa_ftr_valid,
    input  wire [1:0]   m_exa_ftr_ready,
    output wire [127:0] m_exa_data,
    // to the router
    output wire         l_tx_valid,
    input  wire         l_tx_ready,
    output wire [127:0] l_tx_data,
    output wire         l_tx_head,
    output wire         l_tx_last,
    // from the router
    input  wire         l_rx_valid,
    input  wire [127:0] l_rx_data,
    input  wire         l_rx_head,
    input  wire         l_rx_last,
    output wire [1:0]   l_rx_room
);

`include "exa_defs.vh"
`include "exa_crc.vh"
`include "ape_cells.vh"

    // ---- to the router
    wire         x_hdr, x_pld, x_ftr;
    wire [127:0] x_data;
    wire         ready;
    wire [31:0]  mux_rdata;
    wire [1:0]   mux_drop;
    wire [7:0]   mux_cause;

    exa_mux #(
        .IN_N(2)
    ) u_mux (
        .clk            (clk),
        .rst            (rst),
        .s_exa_hdr_valid(s_exa_hdr_valid),
        .s_exa_hdr_ready(s_exa_hdr_ready),
        .s_exa_pld_valid(s_exa_pld_valid),
        .s_exa_pld_ready(s_exa_pld_ready),
        .s_exa_ftr_valid(s_exa_ftr_valid),
        .s_exa_ftr_ready(s_exa_ftr_ready),
        .s_exa_data     (s_exa_data),
        .m_exa_hdr_valid(x_hdr),
        .m_exa_hdr_ready(ready),
        .m_exa_pld_valid(x_pld),
        .m_exa_pld_ready(ready),
        .m_exa_ftr_valid(x_ftr),
        .m_exa_ftr_ready(ready),
        .m_exa_data     (x_data),
        .reg_rd         (1'b0),
        .reg_addr       (12'd0),
        .reg_rdata      (mux_rdata),
        .obs_drop_valid (mux_drop),
        .obs_drop_cause (mux_cause)
    );

    reg  [4:0]  left_q;  // payload words still to go
    wire [10:0] words = ape_cell_words(x_data);
    wire        early = x_ftr && left_q != 5'd0;

    assign ready      = l_tx_ready && !early;
    assign l_tx_valid = x_hdr || x_pld || x_ftr;
    assign l_tx_data  = early ? 128'd0 : x_data;
    assign l_tx_head  = x_hdr;
    assign l_tx_last  = x_hdr ? ape_cell_alone(x_data) : x_ftr && !early;

    always @(posedge clk)
        if (l_tx_valid && l_tx_ready) left_q <= x_hdr ? words[4:0] : left_q - {4'd0, left_q != 5'd0};

    // ---- to the board
    localparam [6:0] TWO_PACKETS = 7'd36;

    wire         q_valid, q_head, q_last, q_ready;
    wire [6:0]   level;
    reg          line_q;
    wire         line = q_head ? m_exa_data[EXA_DST_LSB+EXA_FPGA_LSB+1] : line_q;
    wire [1:0]   to = {q_valid && line, q_valid && !line};
    wire         full_ready;

    tn_fifo #(
        .DATA_W    (130),
        .DEPTH_LOG2(6)
    ) u_fifo (
        .clk    (clk),
        .rst    (rst),
        .s_valid(l_rx_valid),
        .s_ready(full_ready),
        .s_data ({l_rx_head, l_rx_last, l_rx_data}),
        .m_valid(q_valid),
        .m_ready(q_ready),
        .m_data ({q_head, q_last, m_exa_data}),
        .level  (level)
    );

    assign m_exa_hdr_valid = q_head ? to : 2'd0;
    assign m_exa_pld_valid = !q_head && !q_last ? to : 2'd0;
    assign m_exa_ftr_valid = !q_head && q_last ? to : 2'd0;
    assign q_ready = q_head ? m_exa_hdr_ready[line] : q_last ? m_exa_ftr_ready[line] : m_exa_pld_ready[line];
    assign l_rx_room = {2{level <= 7'd64 - TWO_PACKETS}};

    always @(posedge clk) if (q_valid && q_head) line_q <= line;

    wire unused = &{1'b0, mux_rdata, mux_drop, mux_cause, words, full_ready};

endmodule

`default_nettype wire
