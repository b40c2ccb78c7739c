// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Wrapper of the ExaNet intra-node switch: the documented ports (checkers/spec/
// exa_crossbar.md section 1) around our RTL. To test your own, write this
// module around it and give it as WRAPPER=.

`timescale 1ns / 1ps
`default_nettype none

module dut_exa_crossbar #(
    parameter integer PORT_N    = 16,
    parameter integer LINK_BASE = 8,
    parameter integer GW_BASE   = 12,
    parameter integer DRAM_PORT = 0,
    parameter [15:0]  RANGE_EN  = 16'h003f,
    parameter [111:0] RANGE_LO  = 112'd0, // 7 bits a port; the bench gives them
    parameter [111:0] RANGE_HI  = 112'd0
) (
    input  wire                  clk,
    input  wire                  rst,
    input  wire [21:0]           own,

    input  wire [PORT_N-1:0]     s_exa_hdr_valid,
    output wire [PORT_N-1:0]     s_exa_hdr_ready,
    input  wire [PORT_N-1:0]     s_exa_pld_valid,
    output wire [PORT_N-1:0]     s_exa_pld_ready,
    input  wire [PORT_N-1:0]     s_exa_ftr_valid,
    output wire [PORT_N-1:0]     s_exa_ftr_ready,
    input  wire [128*PORT_N-1:0] s_exa_data,

    output wire [PORT_N-1:0]     m_exa_hdr_valid,
    input  wire [PORT_N-1:0]     m_exa_hdr_ready,
    output wire [PORT_N-1:0]     m_exa_pld_valid,
    input  wire [PORT_N-1:0]     m_exa_pld_ready,
    output wire [PORT_N-1:0]     m_exa_ftr_valid,
    input  wire [PORT_N-1:0]     m_exa_ftr_ready,
    output wire [128*PORT_N-1:0] m_exa_data,

    input  wire                  reg_rd,
    input  wire [11:0]           reg_addr,
    output wire [31:0]           reg_rdata,

    output wire [PORT_N-1:0]     obs_drop_valid,
    output wire [4*PORT_N-1:0]   obs_drop_cause
);

    exa_crossbar #(
        .PORT_N(PORT_N), .LINK_BASE(LINK_BASE), .GW_BASE(GW_BASE), .DRAM_PORT(DRAM_PORT),
        .RANGE_EN(RANGE_EN), .RANGE_LO(RANGE_LO), .RANGE_HI(RANGE_HI)
    ) u_crossbar (
        .clk(clk), .rst(rst), .own(own),
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
