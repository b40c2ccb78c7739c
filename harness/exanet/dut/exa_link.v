// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Wrapper of ExaNet's serial link: the documented ports (checkers/exanet/spec/exa_link.md
// section 1) around our RTL. To test your own, write this module around it and give it as
// WRAPPER=.

`timescale 1ns / 1ps
`default_nettype none

module dut_exa_link #(
    parameter integer XOFF_FREE   = 72,
    parameter integer XON_FREE    = 144,
    parameter integer REFRESH_CYC = 64,
    parameter integer SLIP_CYC    = 8
) (
    input  wire         clk,
    input  wire         rst,
    input  wire         tx_clk,
    input  wire         tx_rst,
    input  wire         rx_clk,
    input  wire         rx_rst,

    input  wire         s_exa_hdr_valid,
    output wire         s_exa_hdr_ready,
    input  wire         s_exa_pld_valid,
    output wire         s_exa_pld_ready,
    input  wire         s_exa_ftr_valid,
    output wire         s_exa_ftr_ready,
    input  wire [127:0] s_exa_data,

    output wire         m_exa_hdr_valid,
    input  wire         m_exa_hdr_ready,
    output wire         m_exa_pld_valid,
    input  wire         m_exa_pld_ready,
    output wire         m_exa_ftr_valid,
    input  wire         m_exa_ftr_ready,
    output wire [127:0] m_exa_data,

    output wire [1:0]   tx_head,
    output wire [63:0]  tx_data,
    input  wire [1:0]   rx_head,
    input  wire [63:0]  rx_data,
    output wire         rx_slip,

    input  wire         reg_rd,
    input  wire [11:0]  reg_addr,
    output wire [31:0]  reg_rdata,

    output wire         obs_rx_lock,
    output wire         obs_rx_break
);

    exa_link #(
        .XOFF_FREE(XOFF_FREE), .XON_FREE(XON_FREE), .REFRESH_CYC(REFRESH_CYC), .SLIP_CYC(SLIP_CYC)
    ) u_link (
        .clk(clk), .rst(rst), .tx_clk(tx_clk), .tx_rst(tx_rst), .rx_clk(rx_clk), .rx_rst(rx_rst),
        .s_exa_hdr_valid(s_exa_hdr_valid), .s_exa_hdr_ready(s_exa_hdr_ready),
        .s_exa_pld_valid(s_exa_pld_valid), .s_exa_pld_ready(s_exa_pld_ready),
        .s_exa_ftr_valid(s_exa_ftr_valid), .s_exa_ftr_ready(s_exa_ftr_ready),
        .s_exa_data(s_exa_data),
        .m_exa_hdr_valid(m_exa_hdr_valid), .m_exa_hdr_ready(m_exa_hdr_ready),
        .m_exa_pld_valid(m_exa_pld_valid), .m_exa_pld_ready(m_exa_pld_ready),
        .m_exa_ftr_valid(m_exa_ftr_valid), .m_exa_ftr_ready(m_exa_ftr_ready),
        .m_exa_data(m_exa_data),
        .tx_head(tx_head), .tx_data(tx_data), .rx_head(rx_head), .rx_data(rx_data),
        .rx_slip(rx_slip),
        .reg_rd(reg_rd), .reg_addr(reg_addr), .reg_rdata(reg_rdata),
        .obs_rx_lock(obs_rx_lock), .obs_rx_break(obs_rx_break)
    );
endmodule

`default_nettype wire
