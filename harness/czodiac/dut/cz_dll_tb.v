// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Bench of the data link layer: source, sink, software and the far end of the wire are C's
// (<tn/czodiac/bfm_cz_dll.h>).

`timescale 1ns / 1ps
`default_nettype none
`include "tn_sim.vh"

module cz_dll_tb #(
    parameter integer MPS_B       = 512,
    parameter integer LANES       = 4,
    parameter integer REPLAY_LOG2 = 12,
    parameter integer SEQ_LOG2    = 11,
    parameter integer CR_PH       = 32,
    parameter integer CR_NPH      = 32,
    parameter integer CR_PD       = 128,
    parameter integer CR_NPD      = 32
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

    wire          s_tlp_ready, m_tlp_valid, m_tlp_last, m_frm_valid, m_frm_last, m_frm_dllp, m_frm_edb;
    wire          dl_active, retrain;
    wire [2:0]    s_tlp_ok;
    wire [127:0]  m_tlp_data, m_frm_data;
    wire [3:0]    m_tlp_keep, m_frm_keep;
    wire [7:0]    obs_err;
    wire [31:0]   reg_rdata;
    wire [1023:0] play;

    // words as harness/czodiac/bfm/cz_dll.c has them
    tn_bfm_block u_pins (
        .clk(clk), .cycle(cycle), .play(play), .done(done),
        .pins({
            31'd0, rst, // 15
            96'd0, // 14 to 12
            25'd0, m_frm_edb, m_frm_dllp, m_frm_last, m_frm_keep, // 11
            27'd0, m_tlp_last, m_tlp_keep, // 10
            16'd0, obs_err, retrain, dl_active, m_frm_valid, m_tlp_valid, s_tlp_ok, s_tlp_ready, // 9
            reg_rdata, m_frm_data, m_tlp_data // 8 to 0
        })
    );

    dut_cz_dll #(
        .MPS_B(MPS_B), .LANES(LANES), .REPLAY_LOG2(REPLAY_LOG2), .SEQ_LOG2(SEQ_LOG2), .CR_PH(CR_PH),
        .CR_NPH(CR_NPH), .CR_PD(CR_PD), .CR_NPD(CR_NPD)
    ) u_dut (
        .clk(clk), .rst(rst), .dl_up(play[256]),
        .s_tlp_valid(play[257]), .s_tlp_ready(s_tlp_ready), .s_tlp_data(play[127:0]),
        .s_tlp_keep(play[261:258]), .s_tlp_last(play[262]), .s_tlp_abort(play[263]), .s_tlp_ok(s_tlp_ok),
        .m_tlp_valid(m_tlp_valid), .m_tlp_ready(play[264]), .m_tlp_data(m_tlp_data),
        .m_tlp_keep(m_tlp_keep), .m_tlp_last(m_tlp_last), .m_tlp_ok(play[267:265]),
        .m_frm_valid(m_frm_valid), .m_frm_ready(play[268]), .m_frm_data(m_frm_data),
        .m_frm_keep(m_frm_keep), .m_frm_last(m_frm_last), .m_frm_dllp(m_frm_dllp), .m_frm_edb(m_frm_edb),
        .s_frm_valid(play[269]), .s_frm_data(play[255:128]), .s_frm_keep(play[273:270]),
        .s_frm_last(play[274]), .s_frm_dllp(play[275]), .s_frm_edb(play[276]), .s_frm_err(play[277]),
        .dl_active(dl_active), .retrain(retrain), .obs_err(obs_err),
        .reg_wr(play[288]), .reg_rd(play[289]), .reg_addr(play[301:290]), .reg_wdata(play[351:320]),
        .reg_rdata(reg_rdata)
    );

    initial begin
        `TN_DECLARE(3, 0, "cz_dll");
        `TN_PARAM("MPS_B", MPS_B);
        `TN_PARAM("LANES", LANES);
        `TN_PARAM("REPLAY_LOG2", REPLAY_LOG2);
        `TN_PARAM("SEQ_LOG2", SEQ_LOG2);
        `TN_PARAM("CR_PH", CR_PH);
        `TN_PARAM("CR_NPH", CR_NPH);
        `TN_PARAM("CR_PD", CR_PD);
        `TN_PARAM("CR_NPD", CR_NPD);
    end
endmodule

`default_nettype wire
