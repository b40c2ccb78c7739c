// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Wrapper of a PCIe link's end: the documented ports (checkers/czodiac/spec/cz_framing.md section 2) around our
// RTL. To test your own, write this module around it and give it as WRAPPER=.

`timescale 1ns / 1ps
`default_nettype none

module dut_cz_link #(
    parameter integer MPS_B       = 512,
    parameter integer LANES       = 4,
    parameter integer REPLAY_LOG2 = 12,
    parameter integer SEQ_LOG2    = 11,
    parameter integer CR_PH       = 32,
    parameter integer CR_NPH      = 32,
    parameter integer CR_PD       = 128,
    parameter integer CR_NPD      = 32,
    parameter integer SCRAMBLE    = 1,
    parameter integer SKP_CYC     = 1280
) (
    input  wire         clk,
    input  wire         rst,
    input  wire         link_up,

    input  wire         s_tlp_valid,
    output wire         s_tlp_ready,
    input  wire [127:0] s_tlp_data,
    input  wire [3:0]   s_tlp_keep,
    input  wire         s_tlp_last,
    input  wire         s_tlp_abort,
    output wire [2:0]   s_tlp_ok,

    output wire         m_tlp_valid,
    input  wire         m_tlp_ready,
    output wire [127:0] m_tlp_data,
    output wire [3:0]   m_tlp_keep,
    output wire         m_tlp_last,
    input  wire [2:0]   m_tlp_ok,

    output wire [10*LANES-1:0] tx_sym,
    input  wire [10*LANES-1:0] rx_sym,
    output wire         rx_up,
    output wire         obs_rx_err,

    output wire         dl_active,
    output wire         retrain,
    output wire [7:0]   obs_err,

    input  wire         reg_wr,
    input  wire         reg_rd,
    input  wire [11:0]  reg_addr,
    input  wire [31:0]  reg_wdata,
    output wire [31:0]  reg_rdata
);

    cz_link #(
        .MPS_B(MPS_B), .LANES(LANES), .REPLAY_LOG2(REPLAY_LOG2), .SEQ_LOG2(SEQ_LOG2), .CR_PH(CR_PH),
        .CR_NPH(CR_NPH), .CR_PD(CR_PD), .CR_NPD(CR_NPD),
        .SCRAMBLE(SCRAMBLE), .SKP_CYC(SKP_CYC)
    ) u_link (
        .clk(clk), .rst(rst), .link_up(link_up),
        .s_tlp_valid(s_tlp_valid), .s_tlp_ready(s_tlp_ready), .s_tlp_data(s_tlp_data),
        .s_tlp_keep(s_tlp_keep), .s_tlp_last(s_tlp_last), .s_tlp_abort(s_tlp_abort), .s_tlp_ok(s_tlp_ok),
        .m_tlp_valid(m_tlp_valid), .m_tlp_ready(m_tlp_ready), .m_tlp_data(m_tlp_data),
        .m_tlp_keep(m_tlp_keep), .m_tlp_last(m_tlp_last), .m_tlp_ok(m_tlp_ok),
        .tx_sym(tx_sym), .rx_sym(rx_sym), .rx_up(rx_up), .obs_rx_err(obs_rx_err),
        .dl_active(dl_active), .retrain(retrain), .obs_err(obs_err),
        .reg_wr(reg_wr), .reg_rd(reg_rd), .reg_addr(reg_addr), .reg_wdata(reg_wdata), .reg_rdata(reg_rdata)
    );
endmodule

`default_nettype wire
