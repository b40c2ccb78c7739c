// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Bench of a PCIe link's end: source, sink, software and the far end of the lanes, from symbols to TLPs, are C's
// (<tn/czodiac/bfm_cz_dll.h>).

`timescale 1ns / 1ps
`default_nettype none
`include "tn_sim.vh"

module cz_link_tb #(
    parameter integer MPS_B       = 512,
    parameter integer LANES       = 4,
    parameter integer REPLAY_LOG2 = 12,
    parameter integer SEQ_LOG2    = 11,
    parameter integer CR_PH       = 32,
    parameter integer CR_NPH      = 32,
    parameter integer CR_PD       = 128,
    parameter integer CR_NPD      = 32,
    parameter integer SCRAMBLE    = 1,
    parameter integer SKP_CYC     = 1280
`ifdef VERILATOR
) (
    `TN_BENCH_PORTS
);
`else
) ();
    `TN_BENCH_NETS
`endif

    localparam integer MONITOR_N = 1;

    wire [MONITOR_N-1:0] done;

    `TN_BENCH_CLOCK(MONITOR_N)

    wire                s_tlp_ready, m_tlp_valid, m_tlp_last, dl_active, retrain, rx_up, obs_rx_err;
    wire [2:0]          s_tlp_ok;
    wire [127:0]        m_tlp_data;
    wire [3:0]          m_tlp_keep;
    wire [7:0]          obs_err;
    wire [31:0]         reg_rdata;
    wire [10*LANES-1:0] tx_sym;
    wire [95:0]         tx_sym_all = {{(96 - 10 * LANES){1'b0}}, tx_sym};
    wire [1023:0]       play;

    // words as harness/czodiac/bfm/cz_link.c has them
    tn_bfm_block u_pins (
        .clk(clk), .cycle(cycle), .play(play), .done(done),
        .pins({
            31'd0, rst, // 15
            160'd0, // 14 to 10
            27'd0, m_tlp_last, m_tlp_keep, // 9
            15'd0, obs_err, obs_rx_err, rx_up, retrain, dl_active, m_tlp_valid, s_tlp_ok, s_tlp_ready, // 8
            reg_rdata, tx_sym_all, m_tlp_data // 7 to 0
        })
    );

    dut_cz_link #(
        .MPS_B(MPS_B), .LANES(LANES), .REPLAY_LOG2(REPLAY_LOG2), .SEQ_LOG2(SEQ_LOG2), .CR_PH(CR_PH),
        .CR_NPH(CR_NPH), .CR_PD(CR_PD), .CR_NPD(CR_NPD), .SCRAMBLE(SCRAMBLE), .SKP_CYC(SKP_CYC)
    ) u_dut (
        .clk(clk), .rst(rst), .link_up(play[224]),
        .s_tlp_valid(play[225]), .s_tlp_ready(s_tlp_ready), .s_tlp_data(play[127:0]),
        .s_tlp_keep(play[229:226]), .s_tlp_last(play[230]), .s_tlp_abort(play[231]), .s_tlp_ok(s_tlp_ok),
        .m_tlp_valid(m_tlp_valid), .m_tlp_ready(play[232]), .m_tlp_data(m_tlp_data),
        .m_tlp_keep(m_tlp_keep), .m_tlp_last(m_tlp_last), .m_tlp_ok(play[235:233]),
        .tx_sym(tx_sym), .rx_sym(play[128+:10*LANES]), .rx_up(rx_up), .obs_rx_err(obs_rx_err),
        .dl_active(dl_active), .retrain(retrain), .obs_err(obs_err),
        .reg_wr(play[256]), .reg_rd(play[257]), .reg_addr(play[269:258]), .reg_wdata(play[319:288]),
        .reg_rdata(reg_rdata)
    );

    initial begin
        `TN_DECLARE(3, 0, "cz_link");
        `TN_PARAM("MPS_B", MPS_B);
        `TN_PARAM("LANES", LANES);
        `TN_PARAM("REPLAY_LOG2", REPLAY_LOG2);
        `TN_PARAM("SEQ_LOG2", SEQ_LOG2);
        `TN_PARAM("CR_PH", CR_PH);
        `TN_PARAM("CR_NPH", CR_NPH);
        `TN_PARAM("CR_PD", CR_PD);
        `TN_PARAM("CR_NPD", CR_NPD);
        `TN_PARAM("SCRAMBLE", SCRAMBLE);
        `TN_PARAM("SKP_CYC", SKP_CYC);
    end
endmodule

`default_nettype wire
