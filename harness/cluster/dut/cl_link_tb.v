// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Bench of one end of a lane: the port, software and the far end of the lane are C's (<tn/cluster/cl_link_bench.h>).

`timescale 1ns / 1ps
`default_nettype none
`include "tn_sim.vh"

module cl_link_tb #(
    parameter integer PLANE = 0
`ifdef VERILATOR
) (
    `TN_BENCH_PORTS
);
`else
) ();
    `TN_BENCH_NETS
`endif

    wire [0:0] done;

    `TN_BENCH_CLOCK(1)

    wire          wire_tx_k, s_ready, m_valid, m_last, up, x_ready, y_valid, y_nack, d_valid, d_last, d_done;
    wire [15:0]   wire_tx_data, m_data, d_data;
    wire [2:0]    s_ok;
    wire [5:0]    taken, y_ack;
    wire [1:0]    y_plane;
    wire [31:0]   reg_rdata;
    wire [1023:0] play;

    // words as harness/cluster/bfm/cl_link_bench.c has them
    tn_bfm_block u_pins (
        .clk(clk), .cycle(cycle), .play(play), .done(done),
        .pins({
            31'd0, rst, // 15
            288'd0, // 14 to 6
            reg_rdata, // 5
            22'd0, y_nack, 1'b0, y_plane, y_ack, // 4
            15'd0, d_last, d_data, // 3
            15'd0, m_last, m_data, // 2
            16'd0, wire_tx_data, // 1
            15'd0, d_done, d_valid, y_valid, x_ready, up, m_valid, s_ready, s_ok, taken, wire_tx_k // 0
        })
    );

    dut_cl_link #(.PLANE(PLANE)) u_dut (
        .clk(clk), .rst(rst), .wire_tx_k(wire_tx_k), .wire_tx_data(wire_tx_data), .wire_rx_k(play[32]),
        .wire_rx_err(play[33]), .wire_rx_data(play[15:0]), .s_valid(play[34]), .s_ready(s_ready), .s_data(play[31:16]),
        .s_last(play[35]), .s_ok(s_ok), .m_valid(m_valid), .m_data(m_data), .m_last(m_last), .freed(play[38:36]), .up(up),
        .kill(play[39]), .taken(taken), .x_valid(play[40]), .x_ready(x_ready), .x_nack(play[41]), .x_plane(play[43:42]),
        .x_ack(play[49:44]), .y_valid(y_valid), .y_nack(y_nack), .y_plane(y_plane), .y_ack(y_ack), .d_go(play[50]),
        .d_ack(play[56:51]), .d_valid(d_valid), .d_ready(play[57]), .d_data(d_data), .d_last(d_last), .d_done(d_done),
        .reg_wr(play[58]), .reg_rd(play[59]), .reg_addr(play[102:96]), .reg_wdata(play[95:64]), .reg_rdata(reg_rdata)
    );

    initial begin
        `TN_DECLARE(3, 0, "cl_link");
        `TN_PARAM("PLANE", PLANE);
    end
endmodule

`default_nettype wire
