// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// One direction of the remapper: decision, pipeline, class queues. DIR 0 is U2D,
// 1 is D2U. Latency 5 cycles; one beat a cycle; rst empties it.

`timescale 1ns / 1ps
`default_nettype none

module cz_remap_dir #(
    parameter integer FUNC_N     = 8,
    parameter integer PORT_N     = 4,
    parameter integer MPS_B      = 512,
    parameter integer QUEUE_LOG2 = 7,
    parameter integer DIR        = 0
) (
    input  wire                   clk,
    input  wire                   rst,

    // tables
    input  wire [15:0]            completer,
    input  wire [FUNC_N-1:0]      valid,
    input  wire [FUNC_N*4-1:0]    port,
    input  wire [FUNC_N*16-1:0]   uid,
    input  wire [FUNC_N*16-1:0]   oid,
    input  wire [FUNC_N*6-1:0]    win_valid,
    input  wire [FUNC_N*6*64-1:0] win_ubase,
    input  wire [FUNC_N*6*64-1:0] win_obase,
    input  wire [FUNC_N*6*6-1:0]  win_size,

    input  wire                   s_valid,
    input  wire [127:0]           s_data,
    input  wire [3:0]             s_keep,
    input  wire                   s_last,
    input  wire [3:0]             s_port,
    output wire                   s_ready,
    output wire [2:0]             s_ok,

    output wire                   m_valid,
    output wire [127:0]           m_data,
    output wire [3:0]             m_keep,
    output wire                   m_last,
    output wire [3:0]             m_dest,
    input  wire                   m_ready,
    input  wire [2:0]             m_ok,

    // UR completions for the other direction, and from it
    output wire                   ur_valid,
    output wire [95:0]            ur_beat,
    input  wire                   ur_ready,
    input  wire                   in_ur_valid,
    input  wire [95:0]            in_ur_beat,
    input  wire [3:0]             in_ur_dest,
    output wire                   in_ur_ready,
    output wire                   in_ur_room,

    output wire                   rej_valid,
    output wire [3:0]             rej_cause,
    output wire [3:0]             rej_port,
    output wire [2:0]             left,
    output wire                   left_bad,
    output wire [FUNC_N-1:0]      asks,   // a request of this entry is accepted, and will be answered
    output wire [FUNC_N-1:0]      ends    // the last completion that its ID gets is accepted
);
    wire         first, forward, answer, td, in_hdr4, out_hdr4, posted;
    wire [3:0]   cause, dest;
    wire [95:0]  d_ur_beat;
    wire [1:0]   cls;
    wire [127:0] header;
    wire [FUNC_N-1:0] which;
    wire         is_ask, is_end;

    assign asks = {FUNC_N{s_valid && s_ready && first && is_ask}} & which;
    assign ends = {FUNC_N{s_valid && s_ready && first && is_end}} & which;

    cz_remap_decide #(.FUNC_N(FUNC_N), .PORT_N(PORT_N), .DIR(DIR)) u_decide (
        .valid(valid), .port(port), .uid(uid), .oid(oid), .win_valid(win_valid),
        .win_ubase(win_ubase), .win_obase(win_obase), .win_size(win_size),
        .completer(completer), .en(s_valid && first), .beat(s_data), .keep(s_keep),
        .last(s_last), .src_port(s_port), .forward(forward), .cause(cause), .answer(answer),
        .ur_beat(d_ur_beat), .cls(cls), .td(td), .in_hdr4(in_hdr4), .out_hdr4(out_hdr4),
        .header(header), .dest(dest), .which(which), .asks(is_ask), .ends(is_end)
    );

    wire         q_valid, q_first, q_last, q_bad, q_ready;
    wire [127:0] q_data;
    wire [3:0]   q_keep, q_dest;
    wire [1:0]   q_cls;

    cz_remap_pipe #(.DIR(DIR)) u_pipe (
        .clk(clk), .rst(rst), .s_valid(s_valid), .s_data(s_data), .s_keep(s_keep),
        .s_last(s_last), .s_port(s_port), .s_ready(s_ready), .s_first(first),
        .d_forward(forward), .d_cause(cause), .d_answer(answer), .d_ur_beat(d_ur_beat),
        .d_cls(cls), .d_td(td), .d_in_hdr4(in_hdr4), .d_out_hdr4(out_hdr4),
        .d_header(header), .d_dest(dest), .rej_valid(rej_valid), .rej_cause(rej_cause),
        .rej_port(rej_port), .ur_valid(ur_valid), .ur_beat(ur_beat), .ur_ready(ur_ready),
        .posted(posted), .m_valid(q_valid), .m_data(q_data), .m_keep(q_keep),
        .m_first(q_first), .m_last(q_last), .m_dest(q_dest), .m_cls(q_cls), .m_bad(q_bad),
        .m_ready(q_ready)
    );

    cz_class_queues #(.MPS_B(MPS_B), .QUEUE_LOG2(QUEUE_LOG2)) u_queues (
        .clk(clk), .rst(rst), .s_valid(q_valid), .s_data(q_data), .s_keep(q_keep),
        .s_first(q_first), .s_last(q_last), .s_dest(q_dest), .s_cls(q_cls), .s_bad(q_bad),
        .s_ready(q_ready), .s_ok(s_ok), .posted(posted), .ur_valid(in_ur_valid),
        .ur_beat(in_ur_beat), .ur_dest(in_ur_dest), .ur_ready(in_ur_ready),
        .ur_room(in_ur_room), .m_valid(m_valid), .m_data(m_data), .m_keep(m_keep),
        .m_last(m_last), .m_dest(m_dest), .m_ready(m_ready), .m_ok(m_ok), .left(left),
        .left_bad(left_bad)
    );
endmodule

`default_nettype wire
