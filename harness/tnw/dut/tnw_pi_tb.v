// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Bench of TNW's processor interface: the host that sends and takes TLPs, memory writes of reception,
// links that take items and the registers of other blocks are C's (<tn/bfm_tnw_pi.h>).

`timescale 1ns / 1ps
`default_nettype none
`include "tn_sim.vh"

module tnw_pi_tb #(
    parameter integer OFF_LOG2  = 16,
    parameter integer ITEM_LOG2 = 4,
    parameter integer TAG_LOG2  = 3,
    parameter integer DESC_LOG2 = 3,
    parameter integer LAST_EN   = 1
`ifdef VERILATOR
) (
    `TN_BENCH_PORTS
);
`else
) ();
    `TN_BENCH_NETS
`endif

    localparam integer MONITOR_N = 3;

    wire [MONITOR_N-1:0] done;

    `TN_BENCH_CLOCK(MONITOR_N)

    wire          s_tlp_ready;
    wire [2:0]    s_tlp_ok;
    wire          m_tlp_valid;
    wire [127:0]  m_tlp_data;
    wire [3:0]    m_tlp_keep;
    wire          m_tlp_last;
    wire          m_wr_ready;
    wire [5:0]    inj_valid;
    wire          inj_last;
    wire [127:0]  inj_data;
    wire [2:0]    inj_vc;
    wire [23:0]   inj_offset;
    wire          reg_wr;
    wire          reg_rd;
    wire [15:0]   reg_addr;
    wire [31:0]   reg_wdata;
    wire          obs_drop_valid;
    wire [3:0]    obs_drop_cause;
    wire          obs_err_valid;
    wire [5:0]    obs_err_id;
    wire [2:0]    obs_err_cause;
    wire [1023:0] play;

    // words as harness/tnw/bfm/tnw_pi.c has them
    tn_bfm_block u_pins (
        .clk(clk), .cycle(cycle), .play(play), .done(done[0]),
        .pins({
            31'd0, rst, // 15
            23'd0, obs_err_cause, obs_err_id, // 14
            28'd0, obs_drop_cause, // 13
            16'd0, reg_addr, // 12
            4'd0, inj_offset, inj_vc, inj_last, // 11
            16'd0, obs_err_valid, obs_drop_valid, reg_rd, reg_wr, inj_valid, m_wr_ready, m_tlp_valid,
            s_tlp_ok, s_tlp_ready, // 10
            27'd0, m_tlp_last, m_tlp_keep, // 9
            reg_wdata, inj_data, m_tlp_data // 8 to 0
        })
    );

    tn_bfm_monitor #(.ID(0)) u_mon_s_tlp (
        .clk(clk), .rst(rst), .cycle(cycle), .valid(play[512]), .data(play[127:0]),
        .keep(play[517:514]), .last(play[513]), .port(4'd0), .ready(s_tlp_ready), .ok(s_tlp_ok),
        .done(done[1])
    );
    tn_bfm_monitor #(.ID(1)) u_mon_m_tlp (
        .clk(clk), .rst(rst), .cycle(cycle), .valid(m_tlp_valid), .data(m_tlp_data),
        .keep(m_tlp_keep), .last(m_tlp_last), .port(4'd0), .ready(play[518]), .ok(play[521:519]),
        .done(done[2])
    );

    // at the DUT, behind the saboteur or before it
    wire          d_valid;
    wire          d_ready;
    wire          d_last;
    wire [127:0]  d_data;
    wire [3:0]    d_keep;
    wire          u_valid;
    wire          u_ready;
    wire          u_last;
    wire [127:0]  u_data;
    wire [3:0]    u_keep;

    tn_saboteur #(.ID(0)) u_sab_s_tlp (
        .clk(clk), .rst(rst), .cycle(cycle), .control(sabotage[4:0]), .ok(s_tlp_ok),
        .s_valid(play[512]), .s_data(play[127:0]), .s_keep(play[517:514]), .s_last(play[513]), .s_port(4'd0),
        .s_ready(s_tlp_ready), .m_valid(d_valid), .m_data(d_data), .m_keep(d_keep), .m_last(d_last), .m_port(),
        .m_ready(d_ready)
    );
    tn_saboteur #(.ID(1)) u_sab_m_tlp (
        .clk(clk), .rst(rst), .cycle(cycle), .control(sabotage[9:5]), .ok(play[521:519]),
        .s_valid(u_valid), .s_data(u_data), .s_keep(u_keep), .s_last(u_last), .s_port(4'd0), .s_ready(u_ready),
        .m_valid(m_tlp_valid), .m_data(m_tlp_data), .m_keep(m_tlp_keep), .m_last(m_tlp_last), .m_port(),
        .m_ready(play[518])
    );

    dut_tnw_pi #(
        .OFF_LOG2(OFF_LOG2), .ITEM_LOG2(ITEM_LOG2), .TAG_LOG2(TAG_LOG2), .DESC_LOG2(DESC_LOG2),
        .LAST_EN(LAST_EN)
    ) u_dut (
        .clk(clk), .rst(rst), .rid(play[495:480]), .bar0(play[383:320]), .bar2(play[447:384]),
        .s_tlp_valid(d_valid), .s_tlp_data(d_data), .s_tlp_keep(d_keep), .s_tlp_last(d_last),
        .s_tlp_ready(d_ready), .s_tlp_ok(s_tlp_ok), .m_tlp_valid(u_valid), .m_tlp_data(u_data),
        .m_tlp_keep(u_keep), .m_tlp_last(u_last), .m_tlp_ready(u_ready), .m_tlp_ok(play[521:519]),
        .m_wr_valid(play[522]), .m_wr_ready(m_wr_ready), .m_wr_first(play[523]), .m_wr_last(play[524]),
        .m_wr_addr(play[319:256]), .m_wr_data(play[255:128]), .inj_ok(play[501:496]),
        .inj_valid(inj_valid), .inj_last(inj_last), .inj_data(inj_data), .inj_vc(inj_vc),
        .inj_offset(inj_offset), .reg_wr(reg_wr), .reg_rd(reg_rd), .reg_addr(reg_addr),
        .reg_wdata(reg_wdata), .reg_rdata(play[479:448]), .obs_drop_valid(obs_drop_valid),
        .obs_drop_cause(obs_drop_cause), .obs_err_valid(obs_err_valid), .obs_err_id(obs_err_id),
        .obs_err_cause(obs_err_cause)
    );

    initial begin
        `TN_DECLARE(2, 0, "s_tlp");
        `TN_DECLARE(2, 1, "m_tlp");
        `TN_DECLARE(3, 0, "tnw_pi");
`ifndef TN_LEAN
        `TN_DECLARE(4, 0, "s_tlp");
        `TN_DECLARE(4, 1, "m_tlp");
`endif
        `TN_PARAM("OFF_LOG2", OFF_LOG2);
        `TN_PARAM("ITEM_LOG2", ITEM_LOG2);
        `TN_PARAM("TAG_LOG2", TAG_LOG2);
        `TN_PARAM("DESC_LOG2", DESC_LOG2);
        `TN_PARAM("LAST_EN", LAST_EN);
    end
endmodule

`default_nettype wire
