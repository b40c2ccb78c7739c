// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Wrapper of the ExaNet demultiplexer: the documented ports (checkers/exanet/spec/exa_mux.md
// section 2) around our RTL. To test your own, write this module around it and give
// it as WRAPPER=.

`timescale 1ns / 1ps
`default_nettype none

module dut_exa_demux #(
    parameter integer OUT_N    = 4,
    parameter [15:0]  DRAM_EN  = 16'h0001,
    parameter [15:0]  RANGE_EN = 16'h000f,
    parameter [111:0] RANGE_LO = 112'd0, // 7 bits an output; the bench gives them
    parameter [111:0] RANGE_HI = 112'd0,
    parameter [511:0] TYPE_SET = {512{1'b1}}
) (
    input  wire                 clk,
    input  wire                 rst,

    input  wire                 s_exa_hdr_valid,
    output wire                 s_exa_hdr_ready,
    input  wire                 s_exa_pld_valid,
    output wire                 s_exa_pld_ready,
    input  wire                 s_exa_ftr_valid,
    output wire                 s_exa_ftr_ready,
    input  wire [127:0]         s_exa_data,

    output wire [OUT_N-1:0]     m_exa_hdr_valid,
    input  wire [OUT_N-1:0]     m_exa_hdr_ready,
    output wire [OUT_N-1:0]     m_exa_pld_valid,
    input  wire [OUT_N-1:0]     m_exa_pld_ready,
    output wire [OUT_N-1:0]     m_exa_ftr_valid,
    input  wire [OUT_N-1:0]     m_exa_ftr_ready,
    output wire [128*OUT_N-1:0] m_exa_data,

    input  wire                 reg_rd,
    input  wire [11:0]          reg_addr,
    output wire [31:0]          reg_rdata,

    output wire                 obs_drop_valid,
    output wire [3:0]           obs_drop_cause
);

    exa_demux #(
        .OUT_N(OUT_N), .DRAM_EN(DRAM_EN), .RANGE_EN(RANGE_EN), .RANGE_LO(RANGE_LO), .RANGE_HI(RANGE_HI),
        .TYPE_SET(TYPE_SET)
    ) u_demux (
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
