// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// TNW reception: packets of six links go where the credits of their (link, channel) say.
//
// CREDIT_LOG2 (0 to 4): 2** of it credits for each; LAST_EN (0, 1): bit 0 of an offset is last. A packet and a credit in t: take in t+1, first beat of
// m_wr in t+4, when nothing else is going on; then a packet every 8 cycles, and one more for a notification.
// A write of NOTIFY_HI in t asks in t+1. rst empties it. Paper section 2; contract: tnw_nwp.md sections 1 to 4.

`timescale 1ns / 1ps
`default_nettype none

module tnw_rcv #(
    parameter integer CREDIT_LOG2 = 3,  // log2 of the credits of a (link, channel)
    parameter integer LAST_EN     = 1   // bit 0 of an offset is last
) (
    input  wire         clk,
    input  wire         rst,
    // packets from the six links
    input  wire [47:0]  rcv_valid,
    output wire [5:0]   rcv_take,
    output wire [2:0]   rcv_vc,
    input  wire [5:0]   rcv_dvalid,
    input  wire [767:0] rcv_data,
    input  wire [143:0] rcv_offset,
    // links that were reset
    input  wire [5:0]   flush,
    // writes to the host
    output wire         m_wr_valid,
    input  wire         m_wr_ready,
    output wire         m_wr_first,
    output wire         m_wr_last,
    output wire [63:0]  m_wr_addr,
    output wire [127:0] m_wr_data,
    // registers
    input  wire         reg_wr,
    input  wire         reg_rd,
    input  wire [11:0]  reg_addr,
    input  wire [31:0]  reg_wdata,
    output wire [31:0]  reg_rdata,
    // observation
    output wire         obs_match_valid,
    output wire [5:0]   obs_match_id,
    output wire         obs_match_fit
);

    generate
        if (CREDIT_LOG2 < 0 || CREDIT_LOG2 > 4) begin : g_check
            tn_error_CREDIT_LOG2_must_be_0_to_4 u_error ();
        end
        if (LAST_EN < 0 || LAST_EN > 1) begin : g_last
            tn_error_LAST_EN_must_be_0_or_1 u_error ();
        end
    endgenerate

    localparam [7:0] SIZE = 8'd1 << CREDIT_LOG2;

    wire [5:0]             reg_id;
    wire                   push;
    wire [173:0]           reg_credit;
    wire                   reg_room;
    wire [CREDIT_LOG2:0]   outstanding;
    wire [7:0]             outstanding_n = {{(7 - CREDIT_LOG2) {1'b0}}, outstanding};
    wire [20:0]            used;
    wire [9:0]             flushed;
    wire [47:0]            has;
    wire                   room;
    wire [5:0]             sel;
    wire                   take;
    wire [173:0]           credit;
    wire                   first;
    wire                   ends;
    wire [21:0]            use_to;
    wire [47:0]            behind;
    wire                   cut;
    wire [5:0]             cut_id;
    wire                   inc_short;
    wire                   inc_long;
    wire                   inc_behind;
    wire                   gone;
    wire                   drop;
    wire [5:0]             gone_id;
    wire [1:0]             kept;
    wire [11:0]            kept_id;

    reg passed_q;  // the packet of obs_match was taken behind
    always @(posedge clk) passed_q <= inc_behind;

    tnw_rcv_regs u_regs (
        .clk         (clk),
        .rst         (rst),
        .reg_wr      (reg_wr),
        .reg_rd      (reg_rd),
        .reg_addr    (reg_addr),
        .reg_wdata   (reg_wdata),
        .reg_rdata   (reg_rdata),
        .reg_id      (reg_id),
        .push        (push),
        .credit      (reg_credit),
        .room        (reg_room),
        .outstanding (outstanding_n),
        .free        (SIZE - outstanding_n),
        .used        (used),
        .behind      (behind[reg_id]),
        .inc_packets (take),
        .inc_nofit   (obs_match_valid && !obs_match_fit && !passed_q),
        .inc_notified(gone),
        .inc_short   (inc_short),
        .inc_long    (inc_long),
        .inc_behind  (inc_behind),
        .inc_flushed (flushed)
    );

    tnw_rcv_credits #(
        .CREDIT_LOG2(CREDIT_LOG2)
    ) u_credits (
        .clk        (clk),
        .rst        (rst),
        .push       (push),
        .reg_id     (reg_id),
        .reg_credit (reg_credit),
        .room       (reg_room),
        .outstanding(outstanding),
        .used       (used),
        .has        (has),
        .sel        (sel),
        .take       (take && !behind[sel]),
        .credit     (credit),
        .first      (first),
        .ends       (ends),
        .use_to     (use_to),
        .cut        (cut),
        .cut_id     (cut_id),
        .flush      (flush),
        .gone       (gone),
        .drop       (drop),
        .gone_id    (gone_id),
        .kept       (kept),
        .kept_id    (kept_id),
        .flushed    (flushed)
    );

    tnw_rcv_match u_match (
        .clk     (clk),
        .rst     (rst),
        .ask     (rcv_valid & (has | behind)),
        .flush   (flush),
        .room    (room),
        .sel     (sel),
        .take    (take),
        .rcv_take(rcv_take),
        .rcv_vc  (rcv_vc)
    );

    tnw_rcv_write #(
        .LAST_EN(LAST_EN)
    ) u_write (
        .clk            (clk),
        .rst            (rst),
        .room           (room),
        .take           (take),
        .take_id        (sel),
        .take_credit    (credit),
        .take_first     (first),
        .take_ends      (ends),
        .take_use       (use_to),
        .behind         (behind),
        .cut            (cut),
        .cut_id         (cut_id),
        .rcv_dvalid     (rcv_dvalid),
        .rcv_data       (rcv_data),
        .rcv_offset     (rcv_offset),
        .flush          (flush),
        .gone           (gone),
        .drop           (drop),
        .gone_id        (gone_id),
        .kept           (kept),
        .kept_id        (kept_id),
        .obs_match_valid(obs_match_valid),
        .obs_match_id   (obs_match_id),
        .obs_match_fit  (obs_match_fit),
        .inc_short      (inc_short),
        .inc_long       (inc_long),
        .inc_behind     (inc_behind),
        .m_wr_valid     (m_wr_valid),
        .m_wr_ready     (m_wr_ready),
        .m_wr_first     (m_wr_first),
        .m_wr_last      (m_wr_last),
        .m_wr_addr      (m_wr_addr),
        .m_wr_data      (m_wr_data)
    );

endmodule

`default_nettype wire
