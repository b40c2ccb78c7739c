// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Bench of TNW's reception side: six links, host memory behind m_wr and its stalls, and who
// writes registers are C's (<tn/bfm_tnw_rcv.h>).

`timescale 1ns / 1ps
`default_nettype none
`include "tn_sim.vh"

module tnw_rcv_tb #(
    parameter integer CREDIT_LOG2 = 3,
    parameter integer LAST_EN = 1
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

    wire [5:0]   rcv_take;
    wire [2:0]   rcv_vc;
    wire         m_wr_valid;
    wire         m_wr_first;
    wire         m_wr_last;
    wire [63:0]  m_wr_addr;
    wire [127:0] m_wr_data;
    wire [31:0]  reg_rdata;
    wire         obs_match_valid;
    wire [5:0]   obs_match_id;
    wire         obs_match_fit;
    wire [1023:0] play;

    // words as harness/tnw/bfm/tnw_rcv.c has them
    tn_bfm_block u_pins (
        .clk(clk), .cycle(cycle), .play(play), .done(done),
        .pins({
            31'd0, rst, // 15
            96'd0, // 14 to 12
            30'd0, m_wr_last, m_wr_first, // 11
            25'd0, obs_match_fit, obs_match_id, // 10
            29'd0, rcv_vc, // 9
            24'd0, obs_match_valid, m_wr_valid, rcv_take, // 8
            32'd0, // 7
            reg_rdata, m_wr_addr, m_wr_data // 6 to 0
        })
    );

    dut_tnw_rcv #(.CREDIT_LOG2(CREDIT_LOG2), .LAST_EN(LAST_EN)) u_dut (
        .clk(clk), .rst(rst), .rcv_valid(play[959:912]), .rcv_take(rcv_take), .rcv_vc(rcv_vc),
        .rcv_dvalid(play[965:960]), .rcv_data(play[767:0]), .rcv_offset(play[911:768]),
        .flush(play[971:966]), .m_wr_valid(m_wr_valid), .m_wr_ready(play[972]),
        .m_wr_first(m_wr_first), .m_wr_last(m_wr_last), .m_wr_addr(m_wr_addr), .m_wr_data(m_wr_data),
        .reg_wr(play[973]), .reg_rd(play[974]), .reg_addr(play[986:975]), .reg_wdata(play[1023:992]),
        .reg_rdata(reg_rdata), .obs_match_valid(obs_match_valid), .obs_match_id(obs_match_id),
        .obs_match_fit(obs_match_fit)
    );

    initial begin
        `TN_DECLARE(3, 0, "tnw_rcv");
        `TN_PARAM("CREDIT_LOG2", CREDIT_LOG2);
        `TN_PARAM("LAST_EN", LAST_EN);
    end
endmodule

`default_nettype wire
