// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Wrapper of the ExaNet multiplexer: the documented ports (checkers/exanet/spec/exa_mux.md
// section 1) around our RTL. To test your own, write this module around it and give
// it as WRAPPER=.

`timescale 1ns / 1ps
`default_nettype none

module dut_exa_mux #(
    parameter integer IN_N = 4
) (
    input  wire                clk,
    input  wire                rst,

    input  wire [IN_N-1:0]     s_exa_hdr_valid,
    output wire [IN_N-1:0]     s_exa_hdr_ready,
    input  wire [IN_N-1:0]     s_exa_pld_valid,
    output wire [IN_N-1:0]     s_exa_pld_ready,
    input  wire [IN_N-1:0]     s_exa_ftr_valid,
    output wire [IN_N-1:0]     s_exa_ftr_ready,
    input  wire [128*IN_N-1:0] s_exa_data,

    output wire                m_exa_hdr_valid,
    input  wire                m_exa_hdr_ready,
    output wire                m_exa_pld_valid,
    input  wire                m_exa_pld_ready,
    output wire                m_exa_ftr_valid,
    input  wire                m_exa_ftr_ready,
    output wire [127:0]        m_exa_data,

    input  wire                reg_rd,
    input  wire [11:0]         reg_addr,
    output wire [31:0]         reg_rdata,

    output wire [IN_N-1:0]     obs_drop_valid,
    output wire [4*IN_N-1:0]   obs_drop_cause
);

    exa_mux #(
        .IN_N(IN_N)
    ) u_mux (
        .clk(clk), .rst(rst),
        .s_exa_hdr_valid(s_exa_hdr_valid), .s_exa_hdr_ready(s_exa_hdr_ready),
        .s_exa_pld_valid(s_exa_pld_valid), .s_exa_pld_ready(s_exa_pld_ready),
        .s_exa_ftr_valid(s_exa_ftr_valid), .s_exa_ftr_ready(s_exa_ftr_ready),
        .s_exa_data(s_exa_data),
        .m_exa_hdr_valid(m_exa_hdr_valid), .m_exa_hdr_ready(m_exa_hdr_ready),
        .m_exa_pld_valid(m_exa_pld_valid), .m_exa_pld_ready(m_exa_pld_ready),
        .m_exa_ftr_valid(m_exa_ftr_valid), .m_exa_ftr_ready(m_exa_ftr_ready),
        .m_exa_data(m_exa_data),
        .reg_rd(reg_rd), .reg_addr(reg_addr), .reg_rdata(reg_rdata),
        .obs_drop_valid(obs_drop_valid), .obs_drop_cause(obs_drop_cause)
    );
endmodule

`default_nettype wire
