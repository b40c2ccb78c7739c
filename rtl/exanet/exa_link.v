// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// ExaNet link (ExAurora): a channel over 64B/66B blocks, three clocks.
//
// XOFF_FREE (32 to 200) and XON_FREE (XOFF_FREE + 1 to 255): thresholds of the RX
// FIFO in free words; REFRESH_CYC (16 to 352, at most 2 * XOFF_FREE - 48) blocks between
// refreshes; SLIP_CYC (1 to 255) blocks ignored after a slip. Cut-through; about a dozen cycles from
// channel to channel. The three resets, asserted together, empty it and clear
// all counters. Paper section 6.3; contract: exa_link.md.

`timescale 1ns / 1ps
`default_nettype none

module exa_link #(
    parameter integer XOFF_FREE   = 72,   // XOFF when fewer words are free
    parameter integer XON_FREE    = 144,  // XON when more are free
    parameter integer REFRESH_CYC = 64,   // blocks between two refreshes
    parameter integer SLIP_CYC    = 8     // blocks ignored after a slip
) (
    input  wire         clk,
    input  wire         rst,
    // clocks of the line
    input  wire         tx_clk,
    input  wire         tx_rst,
    input  wire         rx_clk,
    input  wire         rx_rst,
    // packets in
    input  wire         s_exa_hdr_valid,
    output wire         s_exa_hdr_ready,
    input  wire         s_exa_pld_valid,
    output wire         s_exa_pld_ready,
    input  wire         s_exa_ftr_valid,
    output wire         s_exa_ftr_ready,
    input  wire [127:0] s_exa_data,
    // packets out
    output wire         m_exa_hdr_valid,
    input  wire         m_exa_hdr_ready,
    output wire         m_exa_pld_valid,
    input  wire         m_exa_pld_ready,
    output wire         m_exa_ftr_valid,
    input  wire         m_exa_ftr_ready,
    output wire [127:0] m_exa_data,
    // line
    output wire [1:0]   tx_head,
    output wire [63:0]  tx_data,
    input  wire [1:0]   rx_head,
    input  wire [63:0]  rx_data,
    output wire         rx_slip,
    // registers
    input  wire         reg_rd,
    input  wire [11:0]  reg_addr,
    output reg  [31:0]  reg_rdata,
    // observation
    output wire         obs_rx_lock,
    output wire         obs_rx_break
);

`include "exa_defs.vh"

    localparam [31:0] ID = 32'h454c0001;
    localparam [8:0] ROOM_LEVEL = 9'd256 - 9'd18;  // a whole packet fits

    generate
        if (XOFF_FREE < 32 || XOFF_FREE > 200) begin : g_xoff
            tn_error_XOFF_FREE_must_be_32_to_200 u_error ();
        end
        if (2 * XOFF_FREE < REFRESH_CYC + 48) begin : g_room
            tn_error_XOFF_FREE_must_be_half_REFRESH_CYC_and_24 u_error ();
        end
        if (XON_FREE <= XOFF_FREE || XON_FREE > 255) begin : g_xon
            tn_error_XON_FREE_must_be_above_XOFF_FREE_to_255 u_error ();
        end
        if (REFRESH_CYC < 16 || REFRESH_CYC > 352) begin : g_refresh
            tn_error_REFRESH_CYC_must_be_16_to_352 u_error ();
        end
        if (SLIP_CYC < 1 || SLIP_CYC > 255) begin : g_slip
            tn_error_SLIP_CYC_must_be_1_to_255 u_error ();
        end
    endgenerate

    // ---- channel to TX FIFO: which word ends the frame
    reg          open_q;  // a packet is under way
    wire         crc_ok;
    wire         malformed;
    wire [1:0]   form;
    wire [4:0]   words;
    wire         put_ready;
    wire [8:0]   put_level;
    wire         hdr = s_exa_hdr_valid && s_exa_hdr_ready;
    wire         pld = s_exa_pld_valid && s_exa_pld_ready;
    wire         ftr = s_exa_ftr_valid && s_exa_ftr_ready;
    wire         alone = crc_ok && form == EXA_FORM_HDR;
    wire         stray = (pld || ftr) && !open_q;

    exa_hdr_check u_check (
        .en       (s_exa_hdr_valid),
        .hdr      (s_exa_data),
        .crc_ok   (crc_ok),
        .malformed(malformed),
        .form     (form),
        .words    (words)
    );

    assign s_exa_hdr_ready = put_ready && put_level <= ROOM_LEVEL;
    assign s_exa_pld_ready = put_ready;
    assign s_exa_ftr_ready = put_ready;

    always @(posedge clk) begin
        if (rst) open_q <= 1'b0;
        else if (hdr) open_q <= !alone;
        else if (ftr) open_q <= 1'b0;
    end

    wire         get_valid;
    wire         get_ready;
    wire [129:0] get_word;

    exa_cdc_fifo #(
        .DATA_W    (130),
        .DEPTH_LOG2(8)
    ) u_tx_fifo (
        .wr_clk  (clk),
        .wr_rst  (rst),
        .s_valid (hdr || ((pld || ftr) && open_q)),
        .s_ready (put_ready),
        .s_data  ({hdr, hdr ? alone : ftr, s_exa_data}),
        .wr_level(put_level),
        .rd_clk  (tx_clk),
        .rd_rst  (tx_rst),
        .m_valid (get_valid),
        .m_ready (get_ready),
        .m_data  (get_word)
    );

    // ---- the two line sides
    wire         want_xoff;
    wire         peer_xoff;
    wire         peer_ready;
    wire         rx_lock;
    wire [3:0]   state_rx = {peer_ready, peer_xoff, want_xoff, rx_lock};
    wire [3:0]   state_tx;
    wire [3:0]   state;
    wire         frame_end;
    wire [8:0]   rx_evt;
    wire         word_valid;
    wire [1:0]   word_kind;
    wire [127:0] word_data;
    wire [8:0]   rx_level;
    wire         rx_ready;
    wire         out_valid;
    wire         out_ready;
    wire [129:0] out_word;

    exa_sync #(
        .DATA_W(4)
    ) u_state_tx (
        .clk(tx_clk),
        .rst(tx_rst),
        .d  (state_rx),
        .q  (state_tx)
    );

    exa_sync #(
        .DATA_W(4)
    ) u_state (
        .clk(clk),
        .rst(rst),
        .d  (state_rx),
        .q  (state)
    );

    exa_link_tx #(
        .REFRESH_CYC(REFRESH_CYC)
    ) u_tx (
        .clk       (tx_clk),
        .rst       (tx_rst),
        .s_valid   (get_valid),
        .s_ready   (get_ready),
        .s_first   (get_word[129]),
        .s_last    (get_word[128]),
        .s_data    (get_word[127:0]),
        .want_xoff (state_tx[1]),
        .rx_lock   (state_tx[0]),
        .peer_xoff (state_tx[2]),
        .peer_ready(state_tx[3]),
        .frame_end (frame_end),
        .head      (tx_head),
        .data      (tx_data)
    );

    exa_link_rx #(
        .XOFF_FREE(XOFF_FREE),
        .XON_FREE (XON_FREE),
        .SLIP_CYC (SLIP_CYC)
    ) u_rx (
        .clk       (rx_clk),
        .rst       (rx_rst),
        .rx_head   (rx_head),
        .rx_data   (rx_data),
        .rx_slip   (rx_slip),
        .m_valid   (word_valid),
        .m_kind    (word_kind),
        .m_data    (word_data),
        .level     (rx_level),
        .lock      (rx_lock),
        .want_xoff (want_xoff),
        .peer_xoff (peer_xoff),
        .peer_ready(peer_ready),
        .evt       (rx_evt)
    );

    exa_cdc_fifo #(
        .DATA_W    (130),
        .DEPTH_LOG2(8)
    ) u_rx_fifo (
        .wr_clk  (rx_clk),
        .wr_rst  (rx_rst),
        .s_valid (word_valid),
        .s_ready (rx_ready),
        .s_data  ({word_kind, word_data}),
        .wr_level(rx_level),
        .rd_clk  (clk),
        .rd_rst  (rst),
        .m_valid (out_valid),
        .m_ready (out_ready),
        .m_data  (out_word)
    );

    assign m_exa_hdr_valid = out_valid && out_word[129:128] == EXA_WORD_HDR;
    assign m_exa_pld_valid = out_valid && out_word[129:128] == EXA_WORD_PLD;
    assign m_exa_ftr_valid = out_valid && out_word[129:128] == EXA_WORD_FTR;
    assign m_exa_data      = out_word[127:0];
    assign out_ready = (m_exa_hdr_valid && m_exa_hdr_ready) || (m_exa_pld_valid && m_exa_pld_ready)
        || (m_exa_ftr_valid && m_exa_ftr_ready);

    assign obs_rx_lock  = rx_lock;
    assign obs_rx_break = rx_evt[1];

    // ---- counters and registers
    wire [35:0] rx_inc;
    wire [3:0]  tx_inc;

    exa_evt_cdc #(
        .EVT_N(9)
    ) u_rx_evt (
        .src_clk(rx_clk),
        .src_rst(rx_rst),
        .evt    (rx_evt),
        .clk    (clk),
        .rst    (rst),
        .inc    (rx_inc)
    );

    exa_evt_cdc #(
        .EVT_N(1)
    ) u_tx_evt (
        .src_clk(tx_clk),
        .src_rst(tx_rst),
        .evt    (frame_end),
        .clk    (clk),
        .rst    (rst),
        .inc    (tx_inc)
    );

    wire [43:0]      inc = {rx_inc, {3'd0, stray}, tx_inc};
    reg  [32*11-1:0] cnt_q;
    integer          c;

    always @(posedge clk) begin
        for (c = 0; c <= 10; c = c + 1)
            if (rst) cnt_q[32*c+:32] <= 32'd0;
            else cnt_q[32*c+:32] <= cnt_q[32*c+:32] + {28'd0, inc[4*c+:4]};
    end

    always @(posedge clk) begin
        if (rst) begin
            reg_rdata <= 32'd0;
        end else if (reg_rd) begin
            reg_rdata <= 32'd0;
            if (reg_addr == 12'h000) reg_rdata <= ID;
            if (reg_addr == 12'h004) reg_rdata <= {28'd0, state};
            if (reg_addr[11:6] == 6'b010000 && reg_addr[5:2] <= 4'd10 && reg_addr[1:0] == 2'b00)
                reg_rdata <= cnt_q[32*reg_addr[5:2]+:32];
        end
    end

    wire unused = &{1'b0, malformed, words, rx_ready};

endmodule

`default_nettype wire
