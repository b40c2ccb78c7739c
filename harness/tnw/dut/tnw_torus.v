// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Wrapper of a torus of TNW network processors: the documented ports (checkers/tnw/spec/tnw_torus.md
// section 2) around our RTL. To test your own, write this module around it and give it as WRAPPER=.

`timescale 1ns / 1ps
`default_nettype none

module dut_tnw_torus #(
    parameter integer X_N       = 2,
    parameter integer Y_N       = 2,
    parameter integer Z_N       = 2,
    parameter integer WIRE_CYC  = 1,
    parameter integer PCS_EN    = 0,
    parameter integer OFF_LOG2  = 16,
    parameter integer ITEM_LOG2 = 4,
    parameter integer TAG_LOG2  = 3,
    parameter integer DESC_LOG2 = 3,
    parameter integer CREDIT_LOG2 = 3,
    parameter integer LAST_EN = 1
) (
    input  wire                       clk,
    input  wire [X_N*Y_N*Z_N-1:0]     rst,
    input  wire [16*X_N*Y_N*Z_N-1:0]  rid,
    input  wire [64*X_N*Y_N*Z_N-1:0]  bar0,
    input  wire [64*X_N*Y_N*Z_N-1:0]  bar2,

    input  wire [X_N*Y_N*Z_N-1:0]     s_tlp_valid,
    output wire [X_N*Y_N*Z_N-1:0]     s_tlp_ready,
    input  wire [128*X_N*Y_N*Z_N-1:0] s_tlp_data,
    input  wire [4*X_N*Y_N*Z_N-1:0]   s_tlp_keep,
    input  wire [X_N*Y_N*Z_N-1:0]     s_tlp_last,
    output wire [3*X_N*Y_N*Z_N-1:0]   s_tlp_ok,

    output wire [X_N*Y_N*Z_N-1:0]     m_tlp_valid,
    input  wire [X_N*Y_N*Z_N-1:0]     m_tlp_ready,
    output wire [128*X_N*Y_N*Z_N-1:0] m_tlp_data,
    output wire [4*X_N*Y_N*Z_N-1:0]   m_tlp_keep,
    output wire [X_N*Y_N*Z_N-1:0]     m_tlp_last,
    input  wire [3*X_N*Y_N*Z_N-1:0]   m_tlp_ok,

    input  wire [240*X_N*Y_N*Z_N-1:0] wire_xor,
    input  wire [6*X_N*Y_N*Z_N-1:0]   wire_cut,
    output wire [240*X_N*Y_N*Z_N-1:0] wire_out,

    output wire [6*X_N*Y_N*Z_N-1:0]   obs_up,
    output wire [6*X_N*Y_N*Z_N-1:0]   obs_rx_valid,
    output wire [24*X_N*Y_N*Z_N-1:0]  obs_rx_cause,
    output wire [18*X_N*Y_N*Z_N-1:0]  obs_rx_vc,
    output wire [30*X_N*Y_N*Z_N-1:0]  obs_rx_seq,
    output wire [192*X_N*Y_N*Z_N-1:0] obs_tx_data,
    output wire [24*X_N*Y_N*Z_N-1:0]  obs_tx_flags,
    output wire [192*X_N*Y_N*Z_N-1:0] obs_rx_data,
    output wire [24*X_N*Y_N*Z_N-1:0]  obs_rx_flags,
    output wire [X_N*Y_N*Z_N-1:0]     obs_match_valid,
    output wire [6*X_N*Y_N*Z_N-1:0]   obs_match_id,
    output wire [X_N*Y_N*Z_N-1:0]     obs_match_fit
);

    tnw_torus #(
        .X_N(X_N), .Y_N(Y_N), .Z_N(Z_N), .WIRE_CYC(WIRE_CYC), .PCS_EN(PCS_EN),
        .OFF_LOG2(OFF_LOG2), .ITEM_LOG2(ITEM_LOG2), .TAG_LOG2(TAG_LOG2), .DESC_LOG2(DESC_LOG2),
        .CREDIT_LOG2(CREDIT_LOG2), .LAST_EN(LAST_EN)
    ) u_torus (
        .clk(clk), .rst(rst), .rid(rid), .bar0(bar0), .bar2(bar2),
        .s_tlp_valid(s_tlp_valid), .s_tlp_ready(s_tlp_ready), .s_tlp_data(s_tlp_data),
        .s_tlp_keep(s_tlp_keep), .s_tlp_last(s_tlp_last), .s_tlp_ok(s_tlp_ok),
        .m_tlp_valid(m_tlp_valid), .m_tlp_ready(m_tlp_ready), .m_tlp_data(m_tlp_data),
        .m_tlp_keep(m_tlp_keep), .m_tlp_last(m_tlp_last), .m_tlp_ok(m_tlp_ok),
        .wire_xor(wire_xor), .wire_cut(wire_cut), .wire_out(wire_out), .obs_up(obs_up),
        .obs_rx_valid(obs_rx_valid), .obs_rx_cause(obs_rx_cause), .obs_rx_vc(obs_rx_vc),
        .obs_rx_seq(obs_rx_seq), .obs_tx_data(obs_tx_data), .obs_tx_flags(obs_tx_flags),
        .obs_rx_data(obs_rx_data), .obs_rx_flags(obs_rx_flags), .obs_match_valid(obs_match_valid),
        .obs_match_id(obs_match_id), .obs_match_fit(obs_match_fit)
    );
endmodule

`default_nettype wire
