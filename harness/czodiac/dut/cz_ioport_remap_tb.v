// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Bench of the I/O remapper: the wrapper dut_cz_ioport_remap between two
// sources and two sinks, its register port, a saboteur on each stream, and a
// monitor at each stream's far end: what was sent, and what was received.

`timescale 1ns / 1ps
`default_nettype none
`include "tn_sim.vh"

module cz_ioport_remap_tb #(
    parameter integer FUNC_N     = 8,
    parameter integer PORT_N     = 4,
    parameter integer MPS_B      = 512,
    parameter integer QUEUE_LOG2 = 7
`ifdef VERILATOR
) (
    `TN_BENCH_PORTS
);
`else
) ();
    `TN_BENCH_NETS
`endif

    localparam integer MONITOR_N = 7;

    wire [MONITOR_N-1:0] done;

    `TN_BENCH_CLOCK(MONITOR_N)

    // the far ends: what the sources drive (a, b) and the sinks see (c device, d user)
    wire         a_valid, b_valid, a_last, b_last, a_ready, b_ready;
    wire [127:0] a_data, b_data;
    wire [3:0]   a_keep, b_keep, a_port, b_port;
    wire         c_valid, d_valid, c_last, d_last, c_ready, d_ready;
    wire [127:0] c_data, d_data;
    wire [3:0]   c_keep, d_keep, c_port, d_port;

    wire         s_usr_valid, s_usr_last, s_usr_ready, s_dev_valid, s_dev_last, s_dev_ready;
    wire [127:0] s_usr_data, s_dev_data;
    wire [3:0]   s_usr_keep, s_usr_port, s_dev_keep, s_dev_port;
    wire [2:0]   s_usr_ok, s_dev_ok;
    wire         m_usr_valid, m_usr_last, m_usr_ready, m_dev_valid, m_dev_last, m_dev_ready;
    wire [127:0] m_usr_data, m_dev_data;
    wire [3:0]   m_usr_keep, m_usr_port, m_dev_keep;
    wire [2:0]   m_usr_ok, m_dev_ok;
    wire         reg_wr, reg_rd;
    wire [11:0]  reg_addr;
    wire [31:0]  reg_wdata, reg_rdata;
    wire [1:0]   rej_valid;
    wire [7:0]   rej_cause, rej_port;

    tn_bfm_source #(.ID(0)) u_source_usr (
        .clk(clk), .rst(rst), .cycle(cycle), .wake(wake[0]), .ok(s_usr_ok),
        .m_valid(a_valid), .m_data(a_data), .m_keep(a_keep), .m_last(a_last),
        .m_port(a_port), .m_ready(a_ready)
    );
    tn_bfm_source #(.ID(1)) u_source_dev (
        .clk(clk), .rst(rst), .cycle(cycle), .wake(wake[1]), .ok(s_dev_ok),
        .m_valid(b_valid), .m_data(b_data), .m_keep(b_keep), .m_last(b_last),
        .m_port(b_port), .m_ready(b_ready)
    );
    tn_saboteur #(.ID(0)) u_saboteur_s_usr (
        .clk(clk), .rst(rst), .cycle(cycle), .control(sabotage[4:0]), .ok(s_usr_ok),
        .s_valid(a_valid), .s_data(a_data), .s_keep(a_keep), .s_last(a_last),
        .s_port(a_port), .s_ready(a_ready),
        .m_valid(s_usr_valid), .m_data(s_usr_data), .m_keep(s_usr_keep), .m_last(s_usr_last),
        .m_port(s_usr_port), .m_ready(s_usr_ready)
    );
    tn_saboteur #(.ID(1)) u_saboteur_s_dev (
        .clk(clk), .rst(rst), .cycle(cycle), .control(sabotage[9:5]), .ok(s_dev_ok),
        .s_valid(b_valid), .s_data(b_data), .s_keep(b_keep), .s_last(b_last),
        .s_port(b_port), .s_ready(b_ready),
        .m_valid(s_dev_valid), .m_data(s_dev_data), .m_keep(s_dev_keep), .m_last(s_dev_last),
        .m_port(s_dev_port), .m_ready(s_dev_ready)
    );
    tn_saboteur #(.ID(2)) u_saboteur_m_dev (
        .clk(clk), .rst(rst), .cycle(cycle), .control(sabotage[14:10]), .ok(m_dev_ok),
        .s_valid(m_dev_valid), .s_data(m_dev_data), .s_keep(m_dev_keep), .s_last(m_dev_last),
        .s_port(4'd0), .s_ready(m_dev_ready),
        .m_valid(c_valid), .m_data(c_data), .m_keep(c_keep), .m_last(c_last),
        .m_port(c_port), .m_ready(c_ready)
    );
    tn_saboteur #(.ID(3)) u_saboteur_m_usr (
        .clk(clk), .rst(rst), .cycle(cycle), .control(sabotage[19:15]), .ok(m_usr_ok),
        .s_valid(m_usr_valid), .s_data(m_usr_data), .s_keep(m_usr_keep), .s_last(m_usr_last),
        .s_port(m_usr_port), .s_ready(m_usr_ready),
        .m_valid(d_valid), .m_data(d_data), .m_keep(d_keep), .m_last(d_last),
        .m_port(d_port), .m_ready(d_ready)
    );
    tn_bfm_sink #(.ID(0)) u_sink_dev (
        .clk(clk), .rst(rst), .wake(wake[64]), .ok_wanted(ok[2:0]),
        .s_ready(c_ready), .s_ok(m_dev_ok)
    );
    tn_bfm_sink #(.ID(1)) u_sink_usr (
        .clk(clk), .rst(rst), .wake(wake[65]), .ok_wanted(ok[5:3]),
        .s_ready(d_ready), .s_ok(m_usr_ok)
    );
    tn_bfm_reg u_reg (
        .clk(clk), .rst(rst), .cmd({cmd[1], cmd[0] && !cmd_addr[12]}), .addr(cmd_addr), .wdata(cmd_wdata),
        .reg_wr(reg_wr), .reg_rd(reg_rd), .reg_addr(reg_addr), .reg_wdata(reg_wdata),
        .reg_rdata(reg_rdata)
    );

    tn_bfm_monitor #(.ID(0)) u_mon_s_usr (
        .clk(clk), .rst(rst), .cycle(cycle), .valid(a_valid), .data(a_data),
        .keep(a_keep), .last(a_last), .port(a_port), .ready(a_ready),
        .ok(s_usr_ok), .done(done[0])
    );
    tn_bfm_monitor #(.ID(1)) u_mon_m_dev (
        .clk(clk), .rst(rst), .cycle(cycle), .valid(c_valid), .data(c_data),
        .keep(c_keep), .last(c_last), .port(4'd0), .ready(c_ready),
        .ok(m_dev_ok), .done(done[1])
    );
    tn_bfm_monitor #(.ID(2)) u_mon_s_dev (
        .clk(clk), .rst(rst), .cycle(cycle), .valid(b_valid), .data(b_data),
        .keep(b_keep), .last(b_last), .port(4'd0), .ready(b_ready),
        .ok(s_dev_ok), .done(done[2])
    );
    tn_bfm_monitor #(.ID(3)) u_mon_m_usr (
        .clk(clk), .rst(rst), .cycle(cycle), .valid(d_valid), .data(d_data),
        .keep(d_keep), .last(d_last), .port(d_port), .ready(d_ready),
        .ok(m_usr_ok), .done(done[3])
    );
    tn_bfm_reject #(.DIR(0)) u_mon_reject_u2d (
        .clk(clk), .rst(rst), .cycle(cycle), .valid(rej_valid[0]), .cause(rej_cause[3:0]),
        .port(rej_port[3:0]), .done(done[4])
    );
    tn_bfm_reject #(.DIR(1)) u_mon_reject_d2u (
        .clk(clk), .rst(rst), .cycle(cycle), .valid(rej_valid[1]), .cause(rej_cause[7:4]),
        .port(rej_port[7:4]), .done(done[5])
    );

    // what stands on the DUT's pins in each cycle, of resets too, while bit 0 of 1000h is set
    reg watch = 1'b0;
    always @(posedge clk) if (cmd[0] && cmd_addr[12]) watch <= cmd_wdata[0];
    wire [14:0] pins = {s_dev_valid && s_dev_ready, s_usr_valid && s_usr_ready, s_dev_ready, s_usr_ready, rej_valid,
                        s_dev_ok, s_usr_ok, m_usr_valid, m_dev_valid, rst};
    tn_bfm_tap #(.ID(0)) u_tap_pins (
        .clk(clk), .rst(1'b0), .cycle(cycle), .en(watch), .head(2'b00),
        .data({46'd0, s_dev_last, s_usr_last, ^pins[10:0] === 1'bx, pins}), .done(done[6])
    );

    dut_cz_ioport_remap #(
        .FUNC_N(FUNC_N), .PORT_N(PORT_N), .MPS_B(MPS_B), .QUEUE_LOG2(QUEUE_LOG2)
    ) u_dut (
        .clk(clk), .rst(rst),
        .s_usr_valid(s_usr_valid), .s_usr_data(s_usr_data), .s_usr_keep(s_usr_keep),
        .s_usr_last(s_usr_last), .s_usr_ready(s_usr_ready), .s_usr_port(s_usr_port),
        .s_usr_ok(s_usr_ok),
        .m_dev_valid(m_dev_valid), .m_dev_data(m_dev_data), .m_dev_keep(m_dev_keep),
        .m_dev_last(m_dev_last), .m_dev_ready(m_dev_ready), .m_dev_ok(m_dev_ok),
        .s_dev_valid(s_dev_valid), .s_dev_data(s_dev_data), .s_dev_keep(s_dev_keep),
        .s_dev_last(s_dev_last), .s_dev_ready(s_dev_ready), .s_dev_ok(s_dev_ok),
        .m_usr_valid(m_usr_valid), .m_usr_data(m_usr_data), .m_usr_keep(m_usr_keep),
        .m_usr_last(m_usr_last), .m_usr_ready(m_usr_ready), .m_usr_port(m_usr_port),
        .m_usr_ok(m_usr_ok),
        .reg_wr(reg_wr), .reg_rd(reg_rd), .reg_addr(reg_addr), .reg_wdata(reg_wdata),
        .reg_rdata(reg_rdata),
        .obs_rej_valid(rej_valid), .obs_rej_cause(rej_cause), .obs_rej_port(rej_port)
    );

    initial begin
        `TN_DECLARE(0, 0, "s_usr");
        `TN_DECLARE(0, 1, "s_dev");
        `TN_DECLARE(1, 0, "m_dev");
        `TN_DECLARE(1, 1, "m_usr");
        `TN_DECLARE(2, 0, "s_usr");
        `TN_DECLARE(2, 1, "m_dev");
        `TN_DECLARE(2, 2, "s_dev");
        `TN_DECLARE(2, 3, "m_usr");
        `TN_DECLARE(3, 0, "cz_ioport_remap");
`ifndef TN_LEAN
        `TN_DECLARE(4, 0, "s_usr");
        `TN_DECLARE(4, 1, "s_dev");
        `TN_DECLARE(4, 2, "m_dev");
        `TN_DECLARE(4, 3, "m_usr");
`endif
        `TN_PARAM("FUNC_N", FUNC_N);
        `TN_PARAM("PORT_N", PORT_N);
        `TN_PARAM("MPS_B", MPS_B);
        `TN_PARAM("QUEUE_LOG2", QUEUE_LOG2);
    end
endmodule

`default_nettype wire
