// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Bench of my_filter. Source, monitors and sink have the header in front of the payload; tn_axis_split and
// tn_axis_join stand between them and the block, which has it in tuser.

`timescale 1ns / 1ps
`default_nettype none
`include "tn_sim.vh"

module my_filter_tb #(
    parameter integer KIND_MAX = 15
`ifdef VERILATOR
) (
    `TN_BENCH_PORTS
);
`else
) ();
    `TN_BENCH_NETS
`endif

    localparam integer MONITOR_N = 2;

    wire [MONITOR_N-1:0] done;

    `TN_BENCH_CLOCK(MONITOR_N)

    wire         in_valid, in_ready, in_last, out_valid, out_ready, out_last;
    wire [127:0] in_data, out_data, s_data, m_data;
    wire [3:0]   in_keep, out_keep;
    wire         s_valid, s_ready, s_last, m_valid, m_ready, m_last;
    wire [15:0]  s_keep, m_keep;
    wire [31:0]  s_user, m_user;

    tn_bfm_source #(.ID(0)) u_source (
        .clk(clk), .rst(rst), .cycle(cycle), .wake(wake[0]), .ok(3'b111), .m_valid(in_valid), .m_data(in_data),
        .m_keep(in_keep), .m_last(in_last), .m_port(), .m_ready(in_ready)
    );
    tn_bfm_monitor #(.ID(0)) u_mon_in (
        .clk(clk), .rst(rst), .cycle(cycle), .valid(in_valid), .data(in_data), .keep(in_keep), .last(in_last),
        .port(4'd0), .ready(in_ready), .ok(3'b111), .done(done[0])
    );
    tn_axis_split #(.HDR_N(1)) u_split (
        .clk(clk), .rst(rst), .s_valid(in_valid), .s_ready(in_ready), .s_data(in_data), .s_keep(in_keep), .s_last(in_last),
        .m_axis_tvalid(s_valid), .m_axis_tready(s_ready), .m_axis_tdata(s_data), .m_axis_tkeep(s_keep),
        .m_axis_tlast(s_last), .m_axis_tuser(s_user)
    );
    my_filter #(.KIND_MAX(KIND_MAX)) u_dut (
        .aclk(clk), .aresetn(!rst),
        .s_axis_tvalid(s_valid), .s_axis_tready(s_ready), .s_axis_tdata(s_data), .s_axis_tkeep(s_keep),
        .s_axis_tlast(s_last), .s_axis_tuser(s_user),
        .m_axis_tvalid(m_valid), .m_axis_tready(m_ready), .m_axis_tdata(m_data), .m_axis_tkeep(m_keep),
        .m_axis_tlast(m_last), .m_axis_tuser(m_user)
    );
    tn_axis_join #(.HDR_N(1)) u_join (
        .clk(clk), .rst(rst), .s_axis_tvalid(m_valid), .s_axis_tready(m_ready), .s_axis_tdata(m_data),
        .s_axis_tkeep(m_keep), .s_axis_tlast(m_last), .s_axis_tuser(m_user),
        .m_valid(out_valid), .m_ready(out_ready), .m_data(out_data), .m_keep(out_keep), .m_last(out_last)
    );
    tn_bfm_monitor #(.ID(1)) u_mon_out (
        .clk(clk), .rst(rst), .cycle(cycle), .valid(out_valid), .data(out_data), .keep(out_keep), .last(out_last),
        .port(4'd0), .ready(out_ready), .ok(3'b111), .done(done[1])
    );
    tn_bfm_sink #(.ID(0)) u_sink (
        .clk(clk), .rst(rst), .wake(wake[64]), .ok_wanted(3'b111), .s_ready(out_ready), .s_ok()
    );

    // kinds: 0 source, 1 sink, 2 monitor, 3 the block; C finds them by these names
    initial begin
        `TN_DECLARE(0, 0, "s_in");
        `TN_DECLARE(1, 0, "m_out");
        `TN_DECLARE(2, 0, "s_in");
        `TN_DECLARE(2, 1, "m_out");
        `TN_DECLARE(3, 0, "my_filter");
        `TN_PARAM("KIND_MAX", KIND_MAX);
    end
endmodule

`default_nettype wire
