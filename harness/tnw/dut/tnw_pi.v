// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Wrapper of TNW's processor interface: the documented ports (checkers/tnw/spec/tnw_pi.md section 1)
// around our RTL. To test your own, write this module around it and give it as WRAPPER=.

`timescale 1ns / 1ps
`default_nettype none

module dut_tnw_pi #(
    parameter integer OFF_LOG2  = 16,
    parameter integer ITEM_LOG2 = 4,
    parameter integer TAG_LOG2  = 3,
    parameter integer DESC_LOG2 = 3,
    parameter integer LAST_EN   = 1
) (
    input  wire         clk,
    input  wire         rst,

    input  wire [15:0]  rid,
    input  wire [63:0]  bar0,
    input  wire [63:0]  bar2,

    input  wire         s_tlp_valid,
    input  wire [127:0] s_tlp_data,
    input  wire [3:0]   s_tlp_keep,
    input  wire         s_tlp_last,
    output wire         s_tlp_ready,
    output wire [2:0]   s_tlp_ok,

    output wire         m_tlp_valid,
    output wire [127:0] m_tlp_data,
    output wire [3:0]   m_tlp_keep,
    output wire         m_tlp_last,
    input  wire         m_tlp_ready,
    input  wire [2:0]   m_tlp_ok,

    input  wire         m_wr_valid,
    output wire         m_wr_ready,
    input  wire         m_wr_first,
    input  wire         m_wr_last,
    input  wire [63:0]  m_wr_addr,
    input  wire [127:0] m_wr_data,

    input  wire [5:0]   inj_ok,
    output wire [5:0]   inj_valid,
    output wire         inj_last,
    output wire [127:0] inj_data,
    output wire [2:0]   inj_vc,
    output wire [23:0]  inj_offset,

    output wire         reg_wr,
    output wire         reg_rd,
    output wire [15:0]  reg_addr,
    output wire [31:0]  reg_wdata,
    input  wire [31:0]  reg_rdata,

    output wire         obs_drop_valid,
    output wire [3:0]   obs_drop_cause,
    output wire         obs_err_valid,
    output wire [5:0]   obs_err_id,
    output wire [2:0]   obs_err_cause
);

    tnw_pi #(
        .OFF_LOG2(OFF_LOG2), .ITEM_LOG2(ITEM_LOG2), .TAG_LOG2(TAG_LOG2), .DESC_LOG2(DESC_LOG2),
        .LAST_EN(LAST_EN)
    ) u_pi (
        .clk(clk), .rst(rst), .rid(rid), .bar0(bar0), .bar2(bar2), .s_tlp_valid(s_tlp_valid),
        .s_tlp_data(s_tlp_data), .s_tlp_keep(s_tlp_keep), .s_tlp_last(s_tlp_last),
        .s_tlp_ready(s_tlp_ready), .s_tlp_ok(s_tlp_ok), .m_tlp_valid(m_tlp_valid),
        .m_tlp_data(m_tlp_data), .m_tlp_keep(m_tlp_keep), .m_tlp_last(m_tlp_last),
        .m_tlp_ready(m_tlp_ready), .m_tlp_ok(m_tlp_ok), .m_wr_valid(m_wr_valid),
        .m_wr_ready(m_wr_ready), .m_wr_first(m_wr_first), .m_wr_last(m_wr_last), .m_wr_addr(m_wr_addr),
        .m_wr_data(m_wr_data), .inj_ok(inj_ok), .inj_valid(inj_valid), .inj_last(inj_last),
        .inj_data(inj_data), .inj_vc(inj_vc), .inj_offset(inj_offset), .reg_wr(reg_wr), .reg_rd(reg_rd),
        .reg_addr(reg_addr), .reg_wdata(reg_wdata), .reg_rdata(reg_rdata),
        .obs_drop_valid(obs_drop_valid), .obs_drop_cause(obs_drop_cause), .obs_err_valid(obs_err_valid),
        .obs_err_id(obs_err_id), .obs_err_cause(obs_err_cause)
    );
endmodule

`default_nettype wire
