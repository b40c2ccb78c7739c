// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// The level-2 switch of the cluster without its lanes' ends: virtual output queues, sequential iterative matching, output queues in three levels.
//
// PORT_N (2 to 20) ports of PLANE_N (1 to 3) lanes, 20 lanes at most; SPEED (1, 2) words a cycle from input to output; PREEMPT (0, 1): a higher level
// ends a match between packets. A packet of n words that is whole at s in t begins at m in t + 5 + n / 2, rounded up, with
// SPEED 2 and no other on its way. Paper: section III; contract: cl_switch.md.

`timescale 1ns / 1ps
`default_nettype none

module cl_switch #(
    parameter integer PORT_N  = 4,
    parameter integer PLANE_N = 2,
    parameter integer SPEED   = 2,
    parameter integer PREEMPT = 1
) (
    input  wire                          clk,
    input  wire                          rst,
    // from the lanes' ends
    input  wire [PORT_N*PLANE_N-1:0]     s_valid,
    input  wire [16*PORT_N*PLANE_N-1:0]  s_data,
    input  wire [PORT_N*PLANE_N-1:0]     s_last,
    output wire [3*PORT_N*PLANE_N-1:0]   freed,
    // to them
    output wire [PORT_N*PLANE_N-1:0]     m_valid,
    input  wire [PORT_N*PLANE_N-1:0]     m_ready,
    output wire [16*PORT_N*PLANE_N-1:0]  m_data,
    output wire [PORT_N*PLANE_N-1:0]     m_last,
    input  wire [3*PORT_N*PLANE_N-1:0]   m_ok,
    input  wire [PORT_N*PLANE_N-1:0]     up,
    // back from dead ones
    input  wire [PORT_N*PLANE_N-1:0]     d_valid,
    output wire [PORT_N*PLANE_N-1:0]     d_ready,
    input  wire [16*PORT_N*PLANE_N-1:0]  d_data,
    input  wire [PORT_N*PLANE_N-1:0]     d_last,
    input  wire [PORT_N*PLANE_N-1:0]     d_done,
    // to look at
    output reg  [PORT_N*PLANE_N-1:0]     obs_move,
    output reg  [5*PORT_N*PLANE_N-1:0]   obs_from,
    output wire [PORT_N*PLANE_N-1:0]     obs_drop,
    // registers
    input  wire                          reg_wr,
    input  wire                          reg_rd,
    input  wire [8:0]                    reg_addr,
    input  wire [31:0]                   reg_wdata,
    output wire [31:0]                   reg_rdata
);

    localparam integer LANE_N = PORT_N * PLANE_N;

    generate
        if (PORT_N < 2 || LANE_N > 20) begin : g_ports
            tn_error_PORT_N_must_be_2_to_20_lanes u_error ();
        end
        if (PLANE_N < 1 || PLANE_N > 3) begin : g_planes
            tn_error_PLANE_N_must_be_1_to_3 u_error ();
        end
        if (SPEED < 1 || SPEED > 2) begin : g_speed
            tn_error_SPEED_must_be_1_or_2 u_error ();
        end
        if (PREEMPT < 0 || PREEMPT > 1) begin : g_preempt
            tn_error_PREEMPT_must_be_0_or_1 u_error ();
        end
    endgenerate

    wire [7:0]  max_burst;
    wire        seed_wr;
    wire [4:0]  n_match, n_void, n_preempt;

    // ---- inputs
    wire [3*LANE_N*LANE_N-1:0] some;
    wire [LANE_N-1:0]   take, drop, rd_valid, rd_two, rd_last, ev_in, ev_overflow;
    wire [6*LANE_N-1:0] take_at;
    wire [2*LANE_N-1:0] prio;
    wire [32*LANE_N-1:0] rd_data;
    wire [4*LANE_N-1:0] in_level;
    wire [5*LANE_N-1:0] out_level, from;
    wire [LANE_N-1:0]   busy, hold, go, ev_out;
    wire [2*LANE_N-1:0] plane;
    wire [PORT_N-1:0]   dark;  // ports without a lane that is up
    reg  [5*LANE_N-1:0] way;
    reg  [LANE_N-1:0]   none;
    wire [3*LANE_N-1:0] room;

    genvar l, k;
    generate
        for (l = 0; l < LANE_N; l = l + 1) begin : g_in
            cl_switch_in #(
                .LANE_N (LANE_N),
                .PLANE_N(PLANE_N),
                .SPEED  (SPEED)
            ) u_in (
                .clk        (clk),
                .rst        (rst),
                .s_valid    (s_valid[l]),
                .s_data     (s_data[16*l+:16]),
                .s_last     (s_last[l]),
                .some       (some[3*LANE_N*l+:3*LANE_N]),
                .take       (take[l]),
                .drop       (drop[l]),
                .take_at    (take_at[6*l+:6]),
                .rd_valid   (rd_valid[l]),
                .rd_data    (rd_data[32*l+:32]),
                .rd_two     (rd_two[l]),
                .rd_last    (rd_last[l]),
                .freed      (freed[3*l+:3]),
                .ev_in      (ev_in[l]),
                .ev_overflow(ev_overflow[l]),
                .ev_drop    (obs_drop[l]),
                .level      (in_level[4*l+:4])
            );
        end
    endgenerate

    cl_switch_match #(
        .LANE_N (LANE_N),
        .PREEMPT(PREEMPT)
    ) u_match (
        .clk      (clk),
        .rst      (rst),
        .max_burst(max_burst),
        .seed_wr  (seed_wr),
        .seed     (reg_wdata[15:0]),
        .some     (some),
        .way      (way),
        .go       (go),
        .none     (none),
        .room     (room),
        .hold     (hold),
        .done     (rd_last),
        .take     (take),
        .drop     (drop),
        .take_at  (take_at),
        .prio     (prio),
        .busy     (busy),
        .from     (from),
        .n_match  (n_match),
        .n_void   (n_void),
        .n_preempt(n_preempt)
    );

    // ---- outputs
    wire [LANE_N-1:0]    x_en, x_valid, x_ready, idle, begin_d, en_d;
    wire [16*PORT_N-1:0] data_d;
    wire [2*PORT_N-1:0]  prio_d;
    wire [PORT_N-1:0]    last_d;

    generate
        for (l = 0; l < LANE_N; l = l + 1) begin : g_out
            localparam integer PORT = l / PLANE_N;
            wire [31:0] i     = {27'd0, from[5*l+:5]};
            wire        mine  = busy[l] && rd_valid[i];
            wire        first = busy[l] && take[i] && !drop[i];

            cl_switch_out u_out (
                .clk    (clk),
                .rst    (rst),
                .w_begin(first || begin_d[l]),
                .w_prio (first ? prio[2*i+:2] : prio_d[2*PORT+:2]),
                .w_en   (mine || en_d[l]),
                .w_data (mine ? rd_data[32*i+:32] : {16'd0, data_d[16*PORT+:16]}),
                .w_two  (mine && rd_two[i]),
                .w_last (mine ? rd_last[i] : last_d[PORT]),
                .room   (room[3*l+:3]),
                .up     (up[l]),
                .m_valid(m_valid[l]),
                .m_ready(m_ready[l]),
                .m_data (m_data[16*l+:16]),
                .m_last (m_last[l]),
                .m_ok   (m_ok[3*l+:3]),
                .x_en   (x_en[l]),
                .x_valid(x_valid[l]),
                .x_ready(x_ready[l]),
                .idle   (idle[l]),
                .ev_out (ev_out[l]),
                .level  (out_level[5*l+:5])
            );

            always @(posedge clk) begin
                obs_move[l]      <= mine && rd_last[i] && !rst;
                obs_from[5*l+:5] <= i[4:0];
            end
        end

        for (k = 0; k < PORT_N; k = k + 1) begin : g_port
            localparam integer AT = k * PLANE_N;
            cl_switch_port #(
                .PLANE_N(PLANE_N)
            ) u_port (
                .clk    (clk),
                .rst    (rst),
                .up     (up[AT+:PLANE_N]),
                .d_done (d_done[AT+:PLANE_N]),
                .idle   (idle[AT+:PLANE_N]),
                .busy   (busy[AT+:PLANE_N]),
                .plane  (plane[2*AT+:2*PLANE_N]),
                .go     (go[AT+:PLANE_N]),
                .none   (dark[k]),
                .d_valid(d_valid[AT+:PLANE_N]),
                .d_ready(d_ready[AT+:PLANE_N]),
                .d_data (d_data[16*AT+:16*PLANE_N]),
                .d_last (d_last[AT+:PLANE_N]),
                .x_en   (x_en[AT+:PLANE_N]),
                .x_valid(x_valid[AT+:PLANE_N]),
                .x_ready(x_ready[AT+:PLANE_N]),
                .x_data (m_data[16*AT+:16*PLANE_N]),
                .x_last (m_last[AT+:PLANE_N]),
                .room   (room[3*AT+:3*PLANE_N]),
                .hold   (hold[AT+:PLANE_N]),
                .w_begin(begin_d[AT+:PLANE_N]),
                .w_prio (prio_d[2*k+:2]),
                .w_en   (en_d[AT+:PLANE_N]),
                .w_data (data_d[16*k+:16]),
                .w_last (last_d[k])
            );

        end
    endgenerate

    integer n;
    always @*
        for (n = 0; n < LANE_N; n = n + 1) begin
            way[5*n+:5] = PLANE_N[4:0] * (n[4:0] / PLANE_N[4:0]) + {3'd0, plane[2*n+:2]};
            none[n]     = dark[n/PLANE_N];
        end

    cl_switch_regs #(
        .LANE_N(LANE_N)
    ) u_regs (
        .clk        (clk),
        .rst        (rst),
        .reg_wr     (reg_wr),
        .reg_rd     (reg_rd),
        .reg_addr   (reg_addr),
        .reg_wdata  (reg_wdata),
        .reg_rdata  (reg_rdata),
        .max_burst  (max_burst),
        .seed_wr    (seed_wr),
        .n_match    (n_match),
        .n_preempt  (n_preempt),
        .n_void     (n_void),
        .ev_overflow(ev_overflow),
        .ev_drop    (obs_drop),
        .ev_moved   (begin_d),
        .ev_in      (ev_in),
        .ev_out     (ev_out),
        .in_level   (in_level),
        .out_level  (out_level)
    );

endmodule

`default_nettype wire
