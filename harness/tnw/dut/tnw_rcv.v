// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Wrapper of TNW's reception side: the documented ports (checkers/tnw/spec/tnw_nwp.md section 1) around
// our RTL. To test your own, write this module around it and give it as WRAPPER=.

`timescale 1ns / 1ps
`default_nettype none

module dut_tnw_rcv #(
    parameter integer CREDIT_LOG2 = 3,
    parameter integer LAST_EN = 1
) (
    input  wire         clk,
    input  wire         rst,

    input  wire [47:0]  rcv_valid,
    output wire [5:0]   rcv_take,
    output wire [2:0]   rcv_vc,
    input  wire [5:0]   rcv_dvalid,
    input  wire [767:0] rcv_data,
    input  wire [143:0] rcv_offset,
    input  wire [5:0]   flush,

    output wire         m_wr_valid,
    input  wire         m_wr_ready,
    output wire         m_wr_first,
    output wire         m_wr_last,
    output wire [63:0]  m_wr_addr,
    output wire [127:0] m_wr_data,

    input  wire         reg_wr,
    input  wire         reg_rd,
    input  wire [11:0]  reg_addr,
    input  wire [31:0]  reg_wdata,
    output wire [31:0]  reg_rdata,

    output wire         obs_match_valid,
    output wire [5:0]   obs_match_id,
    output wire         obs_match_fit
);

    tnw_rcv #(.CREDIT_LOG2(CREDIT_LOG2), .LAST_EN(LAST_EN)) u_rcv (
        .clk(clk), .rst(rst), .rcv_valid(rcv_valid), .rcv_take(rcv_take), .rcv_vc(rcv_vc),
        .rcv_dvalid(rcv_dvalid), .rcv_data(rcv_data), .rcv_offset(rcv_offset), .flush(flush),
        .m_wr_valid(m_wr_valid), .m_wr_ready(m_wr_ready), .m_wr_first(m_wr_first), .m_wr_last(m_wr_last),
        .m_wr_addr(m_wr_addr), .m_wr_data(m_wr_data), .reg_wr(reg_wr), .reg_rd(reg_rd),
        .reg_addr(reg_addr), .reg_wdata(reg_wdata), .reg_rdata(reg_rdata),
        .obs_match_valid(obs_match_valid), .obs_match_id(obs_match_id), .obs_match_fit(obs_match_fit)
    );
endmodule

`default_nettype wire
