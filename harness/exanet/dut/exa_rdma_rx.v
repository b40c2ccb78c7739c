// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Wrapper of ExaNet's RDMA receiver: the documented ports (checkers/exanet/spec/exa_rdma_rx.md,
// axi_slave.md; those that every block of the network interface has are in exa_ni_ports.vh)
// around our RTL. To test your own, write this module around it and give it as WRAPPER=.

`timescale 1ns / 1ps
`default_nettype none

module dut_exa_rdma_rx #(
    parameter integer AXI_ID_W = 4,
    parameter integer HOLD     = 1,
    parameter integer WAY_LOG2 = 4,
    parameter integer DUP_N    = 64
) (
`include "exa_ni_ports.vh"
    output wire            m_axi_awvalid,
    input  wire            m_axi_awready,
    output wire [2:0]      m_axi_awid,
    output wire [41:0]     m_axi_awaddr,
    output wire [7:0]      m_axi_awlen,
    output wire [2:0]      m_axi_awsize,
    output wire [1:0]      m_axi_awburst,
    output wire            m_axi_wvalid,
    input  wire            m_axi_wready,
    output wire [127:0]    m_axi_wdata,
    output wire [15:0]     m_axi_wstrb,
    output wire            m_axi_wlast,
    input  wire            m_axi_bvalid,
    output wire            m_axi_bready,
    input  wire [2:0]      m_axi_bid,
    input  wire [1:0]      m_axi_bresp,
    output wire [31:0] obs_rx
);

    exa_rdma_rx #(
        .AXI_ID_W(AXI_ID_W), .HOLD(HOLD), .WAY_LOG2(WAY_LOG2), .DUP_N(DUP_N)
    ) u_block (
`include "exa_ni_wires.vh"
        .m_axi_awvalid(m_axi_awvalid),
        .m_axi_awready(m_axi_awready),
        .m_axi_awid(m_axi_awid),
        .m_axi_awaddr(m_axi_awaddr),
        .m_axi_awlen(m_axi_awlen),
        .m_axi_awsize(m_axi_awsize),
        .m_axi_awburst(m_axi_awburst),
        .m_axi_wvalid(m_axi_wvalid),
        .m_axi_wready(m_axi_wready),
        .m_axi_wdata(m_axi_wdata),
        .m_axi_wstrb(m_axi_wstrb),
        .m_axi_wlast(m_axi_wlast),
        .m_axi_bvalid(m_axi_bvalid),
        .m_axi_bready(m_axi_bready),
        .m_axi_bid(m_axi_bid),
        .m_axi_bresp(m_axi_bresp),
        .obs_rx(obs_rx)
    );
endmodule

`default_nettype wire
