// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// I/O remapper of an IOPort: translates Requester IDs and addresses between the
// USERs' ports and one device, and never lets a TLP through that the tables do
// not connect.
//
// Latency: 5 cycles from a TLP's first beat in to its first beat out, the same
// for every TLP. Throughput: one beat a cycle in each direction. rst clears
// tables, counters and queues.
// cZodiac paper sections 4.1 and 5.2; checkers/czodiac/spec/cz_ioport_remap.md.
// Rules: CZR-*.

`timescale 1ns / 1ps
`default_nettype none

module cz_ioport_remap #(
    parameter integer FUNC_N     = 8,   // functions, 1 to 64
    parameter integer PORT_N     = 4,   // ports, 1 to 16
    parameter integer MPS_B      = 512, // largest payload in bytes, 128 to 4096
    parameter integer QUEUE_LOG2 = 7    // log2 of the beats of each class queue
) (
    input  wire         clk,
    input  wire         rst,

    // TLPs from the crossbar
    input  wire         s_usr_valid,
    input  wire [127:0] s_usr_data,
    input  wire [3:0]   s_usr_keep,
    input  wire         s_usr_last,
    output wire         s_usr_ready,
    input  wire [3:0]   s_usr_port,
    output wire [2:0]   s_usr_ok,

    // TLPs to the device
    output wire         m_dev_valid,
    output wire [127:0] m_dev_data,
    output wire [3:0]   m_dev_keep,
    output wire         m_dev_last,
    input  wire         m_dev_ready,
    input  wire [2:0]   m_dev_ok,

    // TLPs from the device
    input  wire         s_dev_valid,
    input  wire [127:0] s_dev_data,
    input  wire [3:0]   s_dev_keep,
    input  wire         s_dev_last,
    output wire         s_dev_ready,
    output wire [2:0]   s_dev_ok,

    // TLPs to the crossbar
    output wire         m_usr_valid,
    output wire [127:0] m_usr_data,
    output wire [3:0]   m_usr_keep,
    output wire         m_usr_last,
    input  wire         m_usr_ready,
    output wire [3:0]   m_usr_port,
    input  wire [2:0]   m_usr_ok,

    // registers
    input  wire         reg_wr,
    input  wire         reg_rd,
    input  wire [11:0]  reg_addr,
    input  wire [31:0]  reg_wdata,
    output wire [31:0]  reg_rdata,

    // TLPs not forwarded: bit, nibble 0 U2D, 1 D2U
    output wire [1:0]   obs_rej_valid,
    output wire [7:0]   obs_rej_cause,
    output wire [7:0]   obs_rej_port
);
    generate
        if (FUNC_N < 1 || FUNC_N > 64) begin : g_check_func
            tn_error_FUNC_N_must_be_1_to_64 u_error ();
        end
        if (PORT_N < 1 || PORT_N > 16) begin : g_check_port
            tn_error_PORT_N_must_be_1_to_16 u_error ();
        end
        if (MPS_B < 128 || MPS_B > 4096 || (MPS_B & (MPS_B - 1)) != 0) begin : g_check_mps
            tn_error_MPS_B_must_be_a_power_of_two_128_to_4096 u_error ();
        end
        if (QUEUE_LOG2 < 5 || QUEUE_LOG2 > 12) begin : g_check_queue
            tn_error_QUEUE_LOG2_must_be_5_to_12 u_error ();
        end
    endgenerate

    // --- tables ---
    wire [15:0]            completer;
    wire [FUNC_N-1:0]      valid;
    wire [FUNC_N*4-1:0]    port;
    wire [FUNC_N*16-1:0]   uid, oid;
    wire [FUNC_N*6-1:0]    win_valid;
    wire [FUNC_N*6*64-1:0] win_ubase, win_obase;
    wire [FUNC_N*6*6-1:0]  win_size;
    wire [31:0]            counter;
    wire [FUNC_N-1:0]      u_asks, u_ends, d_asks, d_ends, busy, forget;
    wire [FUNC_N*9-1:0]    open_u2d, open_d2u;

    cz_remap_open #(.FUNC_N(FUNC_N)) u_open (
        .clk(clk), .rst(rst), .ask_u2d(u_asks), .end_u2d(d_ends), .ask_d2u(d_asks),
        .end_d2u(u_ends), .forget(forget), .busy(busy), .open_u2d(open_u2d), .open_d2u(open_d2u)
    );

    cz_remap_tables #(.FUNC_N(FUNC_N), .PORT_N(PORT_N)) u_tables (
        .clk(clk), .rst(rst), .reg_wr(reg_wr), .reg_rd(reg_rd), .reg_addr(reg_addr),
        .reg_wdata(reg_wdata), .reg_rdata(reg_rdata), .counter(counter),
        .completer(completer), .valid(valid), .port(port), .uid(uid), .oid(oid),
        .win_valid(win_valid), .win_ubase(win_ubase), .win_obase(win_obase),
        .win_size(win_size), .busy(busy), .open_u2d(open_u2d), .open_d2u(open_d2u),
        .forget(forget)
    );

    // --- the two directions ---
    wire        u_ur_valid, u_ur_ready, u_rej, u_bad;
    wire        d_ur_valid, d_ur_ready, d_rej, d_bad;
    wire [95:0] u_ur_beat, d_ur_beat;
    wire [3:0]  u_cause, d_cause, u_port, d_port;
    wire [2:0]  u_left, d_left, u_ok, d_ok;
    wire        to_usr_room, to_dev_room;
    wire [3:0]  unused_dest;

    // A non-posted TLP may need a completion in the other direction.
    assign s_usr_ok = {u_ok[2], u_ok[1] && to_usr_room, u_ok[0]};
    assign s_dev_ok = {d_ok[2], d_ok[1] && to_dev_room, d_ok[0]};

    cz_remap_dir #(
        .FUNC_N(FUNC_N), .PORT_N(PORT_N), .MPS_B(MPS_B), .QUEUE_LOG2(QUEUE_LOG2), .DIR(0)
    ) u_u2d (
        .clk(clk), .rst(rst), .completer(completer), .valid(valid), .port(port), .uid(uid),
        .oid(oid), .win_valid(win_valid), .win_ubase(win_ubase), .win_obase(win_obase),
        .win_size(win_size),
        .s_valid(s_usr_valid), .s_data(s_usr_data), .s_keep(s_usr_keep), .s_last(s_usr_last),
        .s_port(s_usr_port), .s_ready(s_usr_ready), .s_ok(u_ok),
        .m_valid(m_dev_valid), .m_data(m_dev_data), .m_keep(m_dev_keep), .m_last(m_dev_last),
        .m_dest(unused_dest), .m_ready(m_dev_ready), .m_ok(m_dev_ok),
        .ur_valid(u_ur_valid), .ur_beat(u_ur_beat), .ur_ready(u_ur_ready),
        .in_ur_valid(d_ur_valid), .in_ur_beat(d_ur_beat), .in_ur_dest(4'd0),
        .in_ur_ready(d_ur_ready), .in_ur_room(to_dev_room),
        .rej_valid(u_rej), .rej_cause(u_cause), .rej_port(u_port), .left(u_left),
        .left_bad(u_bad), .asks(u_asks), .ends(u_ends)
    );

    cz_remap_dir #(
        .FUNC_N(FUNC_N), .PORT_N(PORT_N), .MPS_B(MPS_B), .QUEUE_LOG2(QUEUE_LOG2), .DIR(1)
    ) u_d2u (
        .clk(clk), .rst(rst), .completer(completer), .valid(valid), .port(port), .uid(uid),
        .oid(oid), .win_valid(win_valid), .win_ubase(win_ubase), .win_obase(win_obase),
        .win_size(win_size),
        .s_valid(s_dev_valid), .s_data(s_dev_data), .s_keep(s_dev_keep), .s_last(s_dev_last),
        .s_port(4'd0), .s_ready(s_dev_ready), .s_ok(d_ok),
        .m_valid(m_usr_valid), .m_data(m_usr_data), .m_keep(m_usr_keep), .m_last(m_usr_last),
        .m_dest(m_usr_port), .m_ready(m_usr_ready), .m_ok(m_usr_ok),
        .ur_valid(d_ur_valid), .ur_beat(d_ur_beat), .ur_ready(d_ur_ready),
        .in_ur_valid(u_ur_valid), .in_ur_beat(u_ur_beat), .in_ur_dest(u_port),
        .in_ur_ready(u_ur_ready), .in_ur_room(to_usr_room),
        .rej_valid(d_rej), .rej_cause(d_cause), .rej_port(d_port), .left(d_left),
        .left_bad(d_bad), .asks(d_asks), .ends(d_ends)
    );

    wire unused = &{1'b0, unused_dest};

    assign obs_rej_valid = {d_rej, u_rej};
    assign obs_rej_cause = {d_cause, u_cause};
    assign obs_rej_port  = {d_port, u_port};

    cz_remap_counters u_counters (
        .clk(clk), .rst(rst), .left_u2d(u_left), .left_d2u(d_left),
        .ur_usr(u_ur_valid && u_ur_ready), .ur_dev(d_ur_valid && d_ur_ready),
        .bad_u2d(u_bad), .bad_d2u(d_bad), .rej_u2d(u_rej), .cause_u2d(u_cause),
        .rej_d2u(d_rej), .cause_d2u(d_cause), .addr(reg_addr), .value(counter)
    );
endmodule

`default_nettype wire
