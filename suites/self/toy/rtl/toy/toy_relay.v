// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// A relay between ports a and b: checkers/toy/spec/toy_relay.md.

`timescale 1ns / 1ps
`default_nettype none

module toy_relay #(
    parameter integer DEPTH_LOG2 = 4 // log2 of the beats queued in each direction, 1 to 6
) (
    input  wire         clk,
    input  wire         rst,
    input  wire         s_a_valid,
    input  wire [127:0] s_a_data,
    input  wire [3:0]   s_a_keep,
    input  wire         s_a_last,
    output wire         s_a_ready,
    output wire         m_b_valid,
    output wire [127:0] m_b_data,
    output wire [3:0]   m_b_keep,
    output wire         m_b_last,
    input  wire         m_b_ready,
    input  wire         s_b_valid,
    input  wire [127:0] s_b_data,
    input  wire [3:0]   s_b_keep,
    input  wire         s_b_last,
    output wire         s_b_ready,
    output wire         m_a_valid,
    output wire [127:0] m_a_data,
    output wire [3:0]   m_a_keep,
    output wire         m_a_last,
    input  wire         m_a_ready,
    output wire [1:0]   obs_drop // a packet was dropped: [0] from a to b, [1] from b to a
);
    toy_relay_way #(.DEPTH_LOG2(DEPTH_LOG2)) u_ab (
        .clk(clk), .rst(rst), .s_valid(s_a_valid), .s_data(s_a_data), .s_keep(s_a_keep),
        .s_last(s_a_last), .s_ready(s_a_ready), .m_valid(m_b_valid), .m_data(m_b_data),
        .m_keep(m_b_keep), .m_last(m_b_last), .m_ready(m_b_ready), .dropped(obs_drop[0])
    );
    toy_relay_way #(.DEPTH_LOG2(DEPTH_LOG2)) u_ba (
        .clk(clk), .rst(rst), .s_valid(s_b_valid), .s_data(s_b_data), .s_keep(s_b_keep),
        .s_last(s_b_last), .s_ready(s_b_ready), .m_valid(m_a_valid), .m_data(m_a_data),
        .m_keep(m_a_keep), .m_last(m_a_last), .m_ready(m_a_ready), .dropped(obs_drop[1])
    );
endmodule

`default_nettype wire
