// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// The two links between two FPGAs of a board, at one port of the switch.
//
// A packet whose path is odd leaves by the second link, any other, and each acknowledgment, by the first; packets of both come in
// by turns (exa_mux). Lines and registers: the first link's in the lower half. All resets together empty it. Latency: that of
// exa_link, and in addition that of exa_mux. Paper chapter 3; contract: exa_qfdb.md.

`timescale 1ns / 1ps
`default_nettype none

module exa_pair (
    input  wire         clk,
    input  wire         rst,
    // clocks of the lines
    input  wire         tx_clk,
    input  wire         tx_rst,
    input  wire         rx_clk,
    input  wire         rx_rst,
    // packets in: header, payload, footer
    input  wire [2:0]   s_valid,
    output wire [2:0]   s_ready,
    input  wire [127:0] s_data,
    // packets out
    output wire [2:0]   m_valid,
    input  wire [2:0]   m_ready,
    output wire [127:0] m_data,
    // lines
    output wire [3:0]   tx_head,
    output wire [127:0] tx_data,
    input  wire [3:0]   rx_head,
    input  wire [127:0] rx_data,
    output wire         rx_slip,
    // registers
    input  wire         reg_rd,
    input  wire [11:0]  reg_addr,
    output wire [63:0]  reg_rdata
);

`include "exa_defs.vh"

    // the link of the packet that passes: a header names it
    reg        second_q;
    wire       odd = s_data[EXA_PATH_LSB] && s_data[EXA_TYPE_LSB+:EXA_TYPE_W] != EXA_ACK;
    wire       second = s_valid[0] ? odd : second_q;
    wire [1:0] to = {second, !second};

    always @(posedge clk)
        if (rst) second_q <= 1'b0;
        else if (s_valid[0] && s_ready[0]) second_q <= second;

    wire [1:0]   l_hr;
    wire [1:0]   l_pr;
    wire [1:0]   l_fr;
    wire [1:0]   i_hv;
    wire [1:0]   i_pv;
    wire [1:0]   i_fv;
    wire [1:0]   i_hr;
    wire [1:0]   i_pr;
    wire [1:0]   i_fr;
    wire [255:0] i_data;
    wire [1:0]   slip;
    wire [1:0]   lock;
    wire [1:0]   broken;

    assign s_ready = second ? {l_fr[1], l_pr[1], l_hr[1]} : {l_fr[0], l_pr[0], l_hr[0]};
    assign rx_slip = slip[0];

    genvar l;
    generate
        for (l = 0; l < 2; l = l + 1) begin : g_link
            exa_link u_link (
                .clk            (clk),
                .rst            (rst),
                .tx_clk         (tx_clk),
                .tx_rst         (tx_rst),
                .rx_clk         (rx_clk),
                .rx_rst         (rx_rst),
                .s_exa_hdr_valid(s_valid[0] && to[l]),
                .s_exa_hdr_ready(l_hr[l]),
                .s_exa_pld_valid(s_valid[1] && to[l]),
                .s_exa_pld_ready(l_pr[l]),
                .s_exa_ftr_valid(s_valid[2] && to[l]),
                .s_exa_ftr_ready(l_fr[l]),
                .s_exa_data     (s_data),
                .m_exa_hdr_valid(i_hv[l]),
                .m_exa_hdr_ready(i_hr[l]),
                .m_exa_pld_valid(i_pv[l]),
                .m_exa_pld_ready(i_pr[l]),
                .m_exa_ftr_valid(i_fv[l]),
                .m_exa_ftr_ready(i_fr[l]),
                .m_exa_data     (i_data[128*l+:128]),
                .tx_head        (tx_head[2*l+:2]),
                .tx_data        (tx_data[64*l+:64]),
                .rx_head        (rx_head[2*l+:2]),
                .rx_data        (rx_data[64*l+:64]),
                .rx_slip        (slip[l]),
                .reg_rd         (reg_rd),
                .reg_addr       (reg_addr),
                .reg_rdata      (reg_rdata[32*l+:32]),
                .obs_rx_lock    (lock[l]),
                .obs_rx_break   (broken[l])
            );
        end
    endgenerate

    wire [31:0] mux_rdata;
    wire [1:0]  drop;
    wire [7:0]  cause;

    exa_mux #(
        .IN_N(2)
    ) u_mux (
        .clk            (clk),
        .rst            (rst),
        .s_exa_hdr_valid(i_hv),
        .s_exa_hdr_ready(i_hr),
        .s_exa_pld_valid(i_pv),
        .s_exa_pld_ready(i_pr),
        .s_exa_ftr_valid(i_fv),
        .s_exa_ftr_ready(i_fr),
        .s_exa_data     (i_data),
        .m_exa_hdr_valid(m_valid[0]),
        .m_exa_hdr_ready(m_ready[0]),
        .m_exa_pld_valid(m_valid[1]),
        .m_exa_pld_ready(m_ready[1]),
        .m_exa_ftr_valid(m_valid[2]),
        .m_exa_ftr_ready(m_ready[2]),
        .m_exa_data     (m_data),
        .reg_rd         (1'b0),
        .reg_addr       (12'd0),
        .reg_rdata      (mux_rdata),
        .obs_drop_valid (drop),
        .obs_drop_cause (cause)
    );

    wire unused = &{1'b0, slip[1], lock, broken, mux_rdata, drop, cause};

endmodule

`default_nettype wire
