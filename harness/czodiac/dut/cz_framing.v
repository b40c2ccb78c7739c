// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Wrapper of the framing of a PCIe link: the documented ports (checkers/czodiac/spec/cz_framing.md section 2) around
// our RTL. To test your own, write this module around it and give it as WRAPPER=.

`timescale 1ns / 1ps
`default_nettype none

module dut_cz_framing #(
    parameter integer MPS_B    = 512,
    parameter integer LANES    = 4,
    parameter integer SCRAMBLE = 1,
    parameter integer SKP_CYC  = 1280
) (
    input  wire               clk,
    input  wire               rst,
    input  wire               up,

    input  wire               s_frm_valid,
    output wire               s_frm_ready,
    input  wire [127:0]       s_frm_data,
    input  wire [3:0]         s_frm_keep,
    input  wire               s_frm_last,
    input  wire               s_frm_dllp,
    input  wire               s_frm_edb,

    output wire               m_frm_valid,
    output wire [127:0]       m_frm_data,
    output wire [3:0]         m_frm_keep,
    output wire               m_frm_last,
    output wire               m_frm_dllp,
    output wire               m_frm_edb,
    output wire               m_frm_err,

    output wire [8*LANES-1:0] tx_data,
    output wire [LANES-1:0]   tx_k,
    input  wire [8*LANES-1:0] rx_data,
    input  wire [LANES-1:0]   rx_k,
    input  wire [LANES-1:0]   rx_err,

    output wire               rx_up,
    output wire               obs_rx_err
);

    cz_framing #(
        .MPS_B(MPS_B), .LANES(LANES), .SCRAMBLE(SCRAMBLE), .SKP_CYC(SKP_CYC)
    ) u_framing (
        .clk(clk), .rst(rst), .up(up),
        .s_frm_valid(s_frm_valid), .s_frm_ready(s_frm_ready), .s_frm_data(s_frm_data),
        .s_frm_keep(s_frm_keep), .s_frm_last(s_frm_last), .s_frm_dllp(s_frm_dllp), .s_frm_edb(s_frm_edb),
        .m_frm_valid(m_frm_valid), .m_frm_data(m_frm_data), .m_frm_keep(m_frm_keep),
        .m_frm_last(m_frm_last), .m_frm_dllp(m_frm_dllp), .m_frm_edb(m_frm_edb), .m_frm_err(m_frm_err),
        .tx_data(tx_data), .tx_k(tx_k), .rx_data(rx_data), .rx_k(rx_k), .rx_err(rx_err),
        .rx_up(rx_up), .obs_rx_err(obs_rx_err)
    );
endmodule

`default_nettype wire
