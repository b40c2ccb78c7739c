// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Bench of toy_relay: at each port a source, a saboteur and a monitor in front of the relay, and a saboteur, a
// monitor and a sink behind it. C finds all of them by the names that stand at the end.

`timescale 1ns / 1ps
`default_nettype none
`include "tn_sim.vh"

module toy_relay_tb #(
    parameter integer DEPTH_LOG2 = 4
`ifdef VERILATOR
) (
    `TN_BENCH_PORTS
);
`else
) ();
    `TN_BENCH_NETS
`endif

    localparam integer MONITOR_N = 4;

    wire [MONITOR_N-1:0] done;

    `TN_BENCH_CLOCK(MONITOR_N)

    wire [1:0] unused_drop;

    // port a: what the source sends (t_), what the relay takes (s_) and gives (m_), what the sink takes (r_)
    wire         t_a_valid, t_a_last, t_a_ready, s_a_valid, s_a_last, s_a_ready;
    wire         m_a_valid, m_a_last, m_a_ready, r_a_valid, r_a_last, r_a_ready;
    wire [127:0] t_a_data, s_a_data, m_a_data, r_a_data;
    wire [3:0]   t_a_keep, s_a_keep, m_a_keep, r_a_keep;

    // port b: what the source sends (t_), what the relay takes (s_) and gives (m_), what the sink takes (r_)
    wire         t_b_valid, t_b_last, t_b_ready, s_b_valid, s_b_last, s_b_ready;
    wire         m_b_valid, m_b_last, m_b_ready, r_b_valid, r_b_last, r_b_ready;
    wire [127:0] t_b_data, s_b_data, m_b_data, r_b_data;
    wire [3:0]   t_b_keep, s_b_keep, m_b_keep, r_b_keep;

    tn_bfm_source #(.ID(0)) u_source_a (
        .clk(clk), .rst(rst), .cycle(cycle), .wake(wake[0]), .ok(3'b111), .m_valid(t_a_valid),
        .m_data(t_a_data), .m_keep(t_a_keep), .m_last(t_a_last), .m_port(), .m_ready(t_a_ready)
    );
    tn_saboteur #(.ID(0)) u_saboteur_s_a (
        .clk(clk), .rst(rst), .cycle(cycle), .control(sabotage[0+:5]), .ok(3'b111),
        .s_valid(t_a_valid), .s_data(t_a_data), .s_keep(t_a_keep), .s_last(t_a_last),
        .s_port(4'd0), .s_ready(t_a_ready), .m_valid(s_a_valid), .m_data(s_a_data),
        .m_keep(s_a_keep), .m_last(s_a_last), .m_port(), .m_ready(s_a_ready)
    );
    tn_saboteur #(.ID(2)) u_saboteur_m_a (
        .clk(clk), .rst(rst), .cycle(cycle), .control(sabotage[10+:5]), .ok(3'b111),
        .s_valid(m_a_valid), .s_data(m_a_data), .s_keep(m_a_keep), .s_last(m_a_last),
        .s_port(4'd0), .s_ready(m_a_ready), .m_valid(r_a_valid), .m_data(r_a_data),
        .m_keep(r_a_keep), .m_last(r_a_last), .m_port(), .m_ready(r_a_ready)
    );
    tn_bfm_sink #(.ID(0)) u_sink_a (
        .clk(clk), .rst(rst), .wake(wake[64]), .ok_wanted(3'b111), .s_ready(r_a_ready), .s_ok()
    );
    tn_bfm_monitor #(.ID(0)) u_mon_s_a (
        .clk(clk), .rst(rst), .cycle(cycle), .valid(t_a_valid), .data(t_a_data), .keep(t_a_keep),
        .last(t_a_last), .port(4'd0), .ready(t_a_ready), .ok(3'b111), .done(done[0])
    );
    tn_bfm_monitor #(.ID(3)) u_mon_m_a (
        .clk(clk), .rst(rst), .cycle(cycle), .valid(r_a_valid), .data(r_a_data), .keep(r_a_keep),
        .last(r_a_last), .port(4'd0), .ready(r_a_ready), .ok(3'b111), .done(done[3])
    );

    tn_bfm_source #(.ID(1)) u_source_b (
        .clk(clk), .rst(rst), .cycle(cycle), .wake(wake[1]), .ok(3'b111), .m_valid(t_b_valid),
        .m_data(t_b_data), .m_keep(t_b_keep), .m_last(t_b_last), .m_port(), .m_ready(t_b_ready)
    );
    tn_saboteur #(.ID(1)) u_saboteur_s_b (
        .clk(clk), .rst(rst), .cycle(cycle), .control(sabotage[5+:5]), .ok(3'b111),
        .s_valid(t_b_valid), .s_data(t_b_data), .s_keep(t_b_keep), .s_last(t_b_last),
        .s_port(4'd0), .s_ready(t_b_ready), .m_valid(s_b_valid), .m_data(s_b_data),
        .m_keep(s_b_keep), .m_last(s_b_last), .m_port(), .m_ready(s_b_ready)
    );
    tn_saboteur #(.ID(3)) u_saboteur_m_b (
        .clk(clk), .rst(rst), .cycle(cycle), .control(sabotage[15+:5]), .ok(3'b111),
        .s_valid(m_b_valid), .s_data(m_b_data), .s_keep(m_b_keep), .s_last(m_b_last),
        .s_port(4'd0), .s_ready(m_b_ready), .m_valid(r_b_valid), .m_data(r_b_data),
        .m_keep(r_b_keep), .m_last(r_b_last), .m_port(), .m_ready(r_b_ready)
    );
    tn_bfm_sink #(.ID(1)) u_sink_b (
        .clk(clk), .rst(rst), .wake(wake[65]), .ok_wanted(3'b111), .s_ready(r_b_ready), .s_ok()
    );
    tn_bfm_monitor #(.ID(2)) u_mon_s_b (
        .clk(clk), .rst(rst), .cycle(cycle), .valid(t_b_valid), .data(t_b_data), .keep(t_b_keep),
        .last(t_b_last), .port(4'd0), .ready(t_b_ready), .ok(3'b111), .done(done[2])
    );
    tn_bfm_monitor #(.ID(1)) u_mon_m_b (
        .clk(clk), .rst(rst), .cycle(cycle), .valid(r_b_valid), .data(r_b_data), .keep(r_b_keep),
        .last(r_b_last), .port(4'd0), .ready(r_b_ready), .ok(3'b111), .done(done[1])
    );

    dut_toy_relay #(.DEPTH_LOG2(DEPTH_LOG2)) u_dut (
        .clk(clk), .rst(rst),
        .s_a_valid(s_a_valid), .s_a_data(s_a_data), .s_a_keep(s_a_keep), .s_a_last(s_a_last),
        .s_a_ready(s_a_ready),
        .m_b_valid(m_b_valid), .m_b_data(m_b_data), .m_b_keep(m_b_keep), .m_b_last(m_b_last),
        .m_b_ready(m_b_ready),
        .s_b_valid(s_b_valid), .s_b_data(s_b_data), .s_b_keep(s_b_keep), .s_b_last(s_b_last),
        .s_b_ready(s_b_ready),
        .m_a_valid(m_a_valid), .m_a_data(m_a_data), .m_a_keep(m_a_keep), .m_a_last(m_a_last),
        .m_a_ready(m_a_ready),
        .obs_drop(unused_drop)
    );

    // kinds: 0 source, 1 sink, 2 monitor (its number is the point of a capture), 3 the block, 4 saboteur
    initial begin
        `TN_DECLARE(0, 0, "s_a");
        `TN_DECLARE(0, 1, "s_b");
        `TN_DECLARE(1, 0, "m_a");
        `TN_DECLARE(1, 1, "m_b");
        `TN_DECLARE(2, 0, "s_a");
        `TN_DECLARE(2, 1, "m_b");
        `TN_DECLARE(2, 2, "s_b");
        `TN_DECLARE(2, 3, "m_a");
        `TN_DECLARE(3, 0, "toy_relay");
`ifndef TN_LEAN
        `TN_DECLARE(4, 0, "s_a");
        `TN_DECLARE(4, 1, "s_b");
        `TN_DECLARE(4, 2, "m_a");
        `TN_DECLARE(4, 3, "m_b");
`endif
        `TN_PARAM("DEPTH_LOG2", DEPTH_LOG2);
    end
endmodule

`default_nettype wire
