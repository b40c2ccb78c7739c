// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Bench of the level-2 switch: the lanes' ends and software are C's (<tn/cluster/cl_switch_bench.h>).

`timescale 1ns / 1ps
`default_nettype none
`include "tn_sim.vh"

module cl_switch_tb #(
    parameter integer PORT_N  = 4,
    parameter integer PLANE_N = 2,
    parameter integer SPEED   = 2,
    parameter integer PREEMPT = 1
`ifdef VERILATOR
) (
    `TN_BENCH_PORTS
);
`else
) ();
    `TN_BENCH_NETS
`endif
    localparam integer L = PORT_N * PLANE_N;

    wire [0:0] done;

    `TN_BENCH_CLOCK(1)

    wire [16*L-1:0] m_data;
    wire [3*L-1:0] freed;
    wire [L-1:0] m_valid;
    wire [L-1:0] m_last;
    wire [L-1:0] d_ready;
    wire [L-1:0] obs_move;
    wire [L-1:0] obs_drop;
    wire [5*L-1:0] obs_from;
    wire [31:0]   reg_rdata;
    wire [1023:0] play;

    tn_bfm_cl_switch u_pins (
        .clk(clk), .cycle(cycle), .play(play), .done(done),
        .pins({
            27'd0, rst, // from bit 612 on
            100'd0 | obs_from, // 512
            20'd0 | m_last, // 492
            20'd0 | obs_drop, // 472
            20'd0 | obs_move, // 452
            20'd0 | d_ready, // 432
            20'd0 | m_valid, // 412
            60'd0 | freed, // 352
            reg_rdata, // 320
            320'd0 | m_data // 0
        })
    );

    dut_cl_switch #(.PORT_N(PORT_N), .PLANE_N(PLANE_N), .SPEED(SPEED), .PREEMPT(PREEMPT)) u_dut (
        .clk(clk), .rst(rst), .s_valid(play[700+:L]), .s_data(play[0+:16*L]), .s_last(play[720+:L]),
        .freed(freed), .m_valid(m_valid), .m_ready(play[740+:L]), .m_data(m_data), .m_last(m_last),
        .m_ok(play[640+:3*L]), .up(play[760+:L]), .d_valid(play[780+:L]), .d_ready(d_ready),
        .d_data(play[320+:16*L]), .d_last(play[800+:L]), .d_done(play[820+:L]), .obs_move(obs_move),
        .obs_from(obs_from), .obs_drop(obs_drop), .reg_wr(play[840]), .reg_rd(play[841]),
        .reg_addr(play[850:842]), .reg_wdata(play[895:864]), .reg_rdata(reg_rdata)
    );

    initial begin
        `TN_DECLARE(3, 0, "cl_switch");
        `TN_PARAM("PORT_N", PORT_N);
        `TN_PARAM("PLANE_N", PLANE_N);
        `TN_PARAM("SPEED", SPEED);
        `TN_PARAM("PREEMPT", PREEMPT);
    end
endmodule

`default_nettype wire
