// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// TNW link: packets over a line of words, with numbers, ACKs and go-back-N.
//
// TX_ITEMS_LOG2 (2 to 6): txFifo has 2** of it items of 128 bytes; RX_PKTS_LOG2
// (1 to 4): each channel's reception FIFO 2** of it packets. An item's START is on
// tx_data two cycles after its last beat; a CRC word in t gives rcv_valid in t+2,
// and its ACK is on tx_data in t+3, when nothing is under way. rst, and CTRL.reset
// but for registers, empty it. Paper section 2.2; contract: tnw_link.md.

`timescale 1ns / 1ps
`default_nettype none

module tnw_link #(
    parameter integer TX_ITEMS_LOG2 = 4,  // log2 of the items of txFifo
    parameter integer RX_PKTS_LOG2  = 4   // log2 of the packets of a channel's FIFO
) (
    input  wire         clk,
    input  wire         rst,
    // the line
    output wire [31:0]  tx_data,
    output wire [3:0]   tx_flags,
    input  wire [31:0]  rx_data,
    input  wire [3:0]   rx_flags,
    input  wire         rx_up,
    input  wire [2:0]   rx_code_n,
    input  wire [2:0]   rx_disp_n,
    // injection: items to send
    output wire         inj_ok,
    input  wire         inj_valid,
    input  wire         inj_last,
    input  wire [127:0] inj_data,
    input  wire [2:0]   inj_vc,
    input  wire [23:0]  inj_offset,
    // reception: packets that came
    output wire [7:0]   rcv_valid,
    input  wire         rcv_take,
    input  wire [2:0]   rcv_vc,
    output wire         rcv_dvalid,
    output wire [127:0] rcv_data,
    output wire [23:0]  rcv_offset,
    // the link was reset
    output wire         flush,
    // registers
    input  wire         reg_wr,
    input  wire         reg_rd,
    input  wire [9:0]   reg_addr,
    input  wire [31:0]  reg_wdata,
    output wire [31:0]  reg_rdata,
    // observation
    output wire         obs_rx_valid,
    output wire [3:0]   obs_rx_cause,
    output wire [2:0]   obs_rx_vc,
    output wire [4:0]   obs_rx_seq,
    output wire [2:0]   obs_tx_state,
    output wire [4:0]   obs_unacked,
    output wire         obs_up
);

`include "tnw_defs.vh"

    // places for txFifo and the 15 of txBuffer; at least 32, so that a place's low bits are its number
    localparam integer SLOT_W = (TX_ITEMS_LOG2 < 4 ? 4 : TX_ITEMS_LOG2) + 1;

    generate
        if (TX_ITEMS_LOG2 < 2 || TX_ITEMS_LOG2 > 6) begin : g_tx
            tn_error_TX_ITEMS_LOG2_must_be_2_to_6 u_error ();
        end
        if (RX_PKTS_LOG2 < 1 || RX_PKTS_LOG2 > 4) begin : g_rx
            tn_error_RX_PKTS_LOG2_must_be_1_to_4 u_error ();
        end
    endgenerate

    // ---- registers, reset, state
    wire         ctrl_reset;
    wire         seq_off;
    wire [15:0]  resend_tmo;
    wire [15:0]  full_backoff;
    wire         taking;
    wire         resetting;
    wire [31:0]  status;
    wire [39:0]  levels;
    wire [199:0] inc;
    wire [2:0]   link;
    wire         evt_failed;
    wire         clear = rst || flush;

    tnw_link_regs #(
        .TX_ITEMS_LOG2(TX_ITEMS_LOG2),
        .RX_PKTS_LOG2 (RX_PKTS_LOG2)
    ) u_regs (
        .clk         (clk),
        .rst         (rst),
        .reg_wr      (reg_wr),
        .reg_rd      (reg_rd),
        .reg_addr    (reg_addr),
        .reg_wdata   (reg_wdata),
        .reg_rdata   (reg_rdata),
        .ctrl_reset  (ctrl_reset),
        .seq_off     (seq_off),
        .resend_tmo  (resend_tmo),
        .full_backoff(full_backoff),
        .taking      (taking),
        .resetting   (resetting),
        .flush       (flush),
        .status      (status),
        .levels      (levels),
        .inc         (inc)
    );

    wire [4:0] adv;
    wire       nack;
    wire       full;
    wire       restart;
    wire       init;
    wire       ready;
    wire       wake;

    tnw_link_state u_state (
        .clk       (clk),
        .rst       (rst),
        .down      (flush),
        .hold      (ctrl_reset),
        .rx_up     (rx_up),
        .init      (init),
        .ready     (ready),
        .wake      (wake),
        .state     (link),
        .evt_failed(evt_failed)
    );

    // ---- words from the line
    wire        fb_valid;
    wire        fb_start;
    wire        fb_crc_ok;
    wire [2:0]  fb_code;
    wire [4:0]  fb_seq;
    wire [31:0] word;
    wire [31:0] header;
    wire        hdr;
    wire        pld;
    wire [4:0]  pld_n;
    wire        last;
    wire        crc_ok;
    wire        broken;
    wire        stray;
    wire        bad;

    tnw_rx_frame u_frame (
        .clk      (clk),
        .rst      (rst),
        .rx_data  (rx_data),
        .rx_flags (rx_flags),
        .rx_up    (rx_up),
        .fb_valid (fb_valid),
        .fb_start (fb_start),
        .fb_crc_ok(fb_crc_ok),
        .fb_code  (fb_code),
        .fb_seq   (fb_seq),
        .word     (word),
        .header   (header),
        .hdr      (hdr),
        .pld      (pld),
        .pld_n    (pld_n),
        .last     (last),
        .crc_ok   (crc_ok),
        .broken   (broken),
        .stray    (stray),
        .bad      (bad)
    );

    wire [SLOT_W-1:0] wr;
    wire [SLOT_W-1:0] next;
    wire [SLOT_W-1:0] oldest;
    wire [4:0]        u;
    wire              evt_crc;
    wire              evt_code;
    wire              evt_seq;

    tnw_link_fb u_fb (
        .valid   (fb_valid),
        .start   (fb_start),
        .crc_ok  (fb_crc_ok),
        .code    (fb_code),
        .seq     (fb_seq),
        .link    (link),
        .seq_off (seq_off),
        .oldest  (oldest[4:0]),
        .u       (u),
        .adv     (adv),
        .nack    (nack),
        .full    (full),
        .restart (restart),
        .init    (init),
        .ready   (ready),
        .wake    (wake),
        .evt_crc (evt_crc),
        .evt_code(evt_code),
        .evt_seq (evt_seq)
    );

    // ---- packets received
    wire [7:0] room;
    wire       keep;
    wire       taken;
    wire [4:0] expected;
    wire       discarding;
    wire       evt_sync;
    wire [2:0] pend_code;
    wire [4:0] pend_seq;
    wire       fb_take;

    tnw_link_rx u_rx (
        .clk       (clk),
        .rst       (clear),
        .seq_off   (seq_off),
        .link      (link),
        .hdr       (hdr),
        .last      (last),
        .crc_ok    (crc_ok),
        .broken    (broken),
        .stray     (stray),
        .header    (header),
        .room      (room),
        .restart   (restart),
        .ready     (ready),
        .fb_seq    (fb_seq),
        .keep      (keep),
        .taken     (taken),
        .obs_valid (obs_rx_valid),
        .obs_cause (obs_rx_cause),
        .obs_vc    (obs_rx_vc),
        .obs_seq   (obs_rx_seq),
        .expected  (expected),
        .discarding(discarding),
        .evt_sync  (evt_sync),
        .pend_code (pend_code),
        .pend_seq  (pend_seq),
        .fb_take   (fb_take)
    );

    tnw_rx_fifos #(
        .RX_PKTS_LOG2(RX_PKTS_LOG2)
    ) u_fifos (
        .clk       (clk),
        .rst       (clear),
        .shut      (resetting || link == TNW_LNK_DOWN),
        .wr_en     (pld && keep),
        .wr_n      (pld_n),
        .wr_data   (word),
        .wr_vc     (header[TNW_HDR_VC_LSB+:TNW_VC_W]),
        .wr_offset (header[TNW_HDR_OFFSET_LSB+:TNW_OFFSET_W]),
        .commit    (taken),
        .room      (room),
        .levels    (levels),
        .rcv_valid (rcv_valid),
        .rcv_take  (rcv_take),
        .rcv_vc    (rcv_vc),
        .rcv_dvalid(rcv_dvalid),
        .rcv_data  (rcv_data),
        .rcv_offset(rcv_offset),
        .taking    (taking)
    );

    // ---- packets to be sent
    wire [SLOT_W-1:0] rd_slot;
    wire [2:0]        rd_beat;
    wire [127:0]      rd_data;
    wire [26:0]       rd_info;
    wire              begun;
    wire              lost;
    wire              stalled;
    wire              free;
    wire [3:0]        tx_evt;
    reg               tail_q;  // a packet of before the reset is under way: its place must stay

    always @(posedge clk) tail_q <= !rst && (flush || (tail_q && !free));

    tnw_tx_store #(
        .TX_ITEMS_LOG2(TX_ITEMS_LOG2),
        .RING_LOG2    (SLOT_W)
    ) u_store (
        .clk       (clk),
        .rst       (rst),
        .flush     (flush),
        .up        (link == TNW_LNK_UP && !resetting && !tail_q),
        .take      (link == TNW_LNK_UP || link == TNW_LNK_FAILED),
        .ok        (inj_ok),
        .inj_valid (inj_valid),
        .inj_last  (inj_last),
        .inj_data  (inj_data),
        .inj_vc    (inj_vc),
        .inj_offset(inj_offset),
        .next      (next),
        .wr        (wr),
        .begun     (begun),
        .lost      (lost),
        .rd_slot   (rd_slot),
        .rd_beat   (rd_beat),
        .rd_data   (rd_data),
        .rd_info   (rd_info)
    );

    tnw_link_tx #(
        .SLOT_W(SLOT_W)
    ) u_tx (
        .clk         (clk),
        .rst         (rst),
        .flush       (flush),
        .link        (link),
        .seq_off     (seq_off),
        .resend_tmo  (resend_tmo),
        .full_backoff(full_backoff),
        .adv         (adv),
        .nack        (nack),
        .full        (full),
        .pend_code   (pend_code),
        .pend_seq    (pend_seq),
        .fb_take     (fb_take),
        .wr          (wr),
        .next        (next),
        .oldest      (oldest),
        .u           (u),
        .state       (obs_tx_state),
        .stalled     (stalled),
        .free        (free),
        .rd_slot     (rd_slot),
        .rd_beat     (rd_beat),
        .rd_data     (rd_data),
        .rd_info     (rd_info),
        .tx_data     (tx_data),
        .tx_flags    (tx_flags),
        .evt         (tx_evt)
    );

    // ---- what is counted
    reg        up_q;
    reg  [2:0] code_n_q;
    reg  [2:0] disp_n_q;
    wire       fell = up_q && !rx_up;
    wire [6:0] held = {2'd0, u} + {{(7 - SLOT_W) {1'b0}}, wr - next} + {6'd0, begun};
    wire [7:0] unread = {3'd0, levels[4:0]} + {3'd0, levels[9:5]} + {3'd0, levels[14:10]} + {3'd0, levels[19:15]}
        + {3'd0, levels[24:20]} + {3'd0, levels[29:25]} + {3'd0, levels[34:30]} + {3'd0, levels[39:35]};
    wire [7:0] causes;

    always @(posedge clk) begin
        up_q     <= rx_up && !rst;
        code_n_q <= rst ? 3'd0 : rx_code_n;
        disp_n_q <= rst ? 3'd0 : rx_disp_n;
    end

    genvar c;
    generate
        for (c = 0; c < 8; c = c + 1) begin : g_cause
            assign causes[c] = obs_rx_valid && obs_rx_cause == c + 1;
            assign inc[8*(12+c)+:8] = {7'd0, causes[c]};
        end
        for (c = 0; c < 3; c = c + 1) begin : g_sent  // TX_PACKETS, TX_RESENT, TX_RESTARTS
            assign inc[8*c+:8] = {7'd0, tx_evt[c]};
        end
    endgenerate

    assign inc[31:24] = {7'd0, tx_evt[3]};
    assign inc[95:32] = {flush ? unread : 8'd0, flush ? {1'b0, held} : {7'd0, lost}, 7'd0, evt_failed, 7'd0, evt_code,
                         7'd0, evt_seq, 7'd0, evt_crc, 7'd0, full, 7'd0, nack};
    assign inc[199:160] = {5'd0, disp_n_q, 5'd0, code_n_q, 7'd0, fell, 7'd0, bad, 7'd0, evt_sync};

    assign status = {stalled, 8'd0, next[4:0], expected, u, obs_tx_state, discarding, up_q, link};
    assign obs_unacked = u;
    assign obs_up      = link == TNW_LNK_UP;

    wire unused = &{1'b0, oldest};

endmodule

`default_nettype wire
