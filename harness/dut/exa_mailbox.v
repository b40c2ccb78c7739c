// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Wrapper of ExaNet's mailbox: the documented ports (checkers/spec/exa_mailbox.md,
// exa_ni.md and axi_slave.md) around our RTL. To test your own, write this module around it and
// give it as WRAPPER=.

`timescale 1ns / 1ps
`default_nettype none

module dut_exa_mailbox #(
    parameter integer AXI_ID_W  = 4,
    parameter integer MBOX_N    = 64,
    parameter integer SLOT_LOG2 = 3,
    parameter integer DUP_N     = 64
) (
    input  wire                clk,
    input  wire                rst,
    input  wire [21:0]         own,
    input  wire                s_exa_hdr_valid,
    output wire                s_exa_hdr_ready,
    input  wire                s_exa_pld_valid,
    output wire                s_exa_pld_ready,
    input  wire                s_exa_ftr_valid,
    output wire                s_exa_ftr_ready,
    input  wire [127:0]        s_exa_data,
    output wire                m_exa_hdr_valid,
    input  wire                m_exa_hdr_ready,
    output wire                m_exa_pld_valid,
    input  wire                m_exa_pld_ready,
    output wire                m_exa_ftr_valid,
    input  wire                m_exa_ftr_ready,
    output wire [127:0]        m_exa_data,
    input  wire                s_axi_awvalid,
    output wire                s_axi_awready,
    input  wire [AXI_ID_W-1:0] s_axi_awid,
    input  wire [19:0]         s_axi_awaddr,
    input  wire [7:0]          s_axi_awlen,
    input  wire [2:0]          s_axi_awsize,
    input  wire [1:0]          s_axi_awburst,
    input  wire                s_axi_wvalid,
    output wire                s_axi_wready,
    input  wire [127:0]        s_axi_wdata,
    input  wire [15:0]         s_axi_wstrb,
    input  wire                s_axi_wlast,
    output wire                s_axi_bvalid,
    input  wire                s_axi_bready,
    output wire [AXI_ID_W-1:0] s_axi_bid,
    output wire [1:0]          s_axi_bresp,
    input  wire                s_axi_arvalid,
    output wire                s_axi_arready,
    input  wire [AXI_ID_W-1:0] s_axi_arid,
    input  wire [19:0]         s_axi_araddr,
    input  wire [7:0]          s_axi_arlen,
    input  wire [2:0]          s_axi_arsize,
    input  wire [1:0]          s_axi_arburst,
    output wire                s_axi_rvalid,
    input  wire                s_axi_rready,
    output wire [AXI_ID_W-1:0] s_axi_rid,
    output wire [127:0]        s_axi_rdata,
    output wire [1:0]          s_axi_rresp,
    output wire                s_axi_rlast,
    output wire [MBOX_N-1:0]   waiting,
    output wire [15:0]         obs_rx
);

    exa_mailbox #(
        .AXI_ID_W(AXI_ID_W), .MBOX_N(MBOX_N), .SLOT_LOG2(SLOT_LOG2), .DUP_N(DUP_N)
    ) u_block (
        .clk(clk), .rst(rst), .own(own), .s_exa_hdr_valid(s_exa_hdr_valid),
        .s_exa_hdr_ready(s_exa_hdr_ready), .s_exa_pld_valid(s_exa_pld_valid),
        .s_exa_pld_ready(s_exa_pld_ready), .s_exa_ftr_valid(s_exa_ftr_valid),
        .s_exa_ftr_ready(s_exa_ftr_ready), .s_exa_data(s_exa_data),
        .m_exa_hdr_valid(m_exa_hdr_valid), .m_exa_hdr_ready(m_exa_hdr_ready),
        .m_exa_pld_valid(m_exa_pld_valid), .m_exa_pld_ready(m_exa_pld_ready),
        .m_exa_ftr_valid(m_exa_ftr_valid), .m_exa_ftr_ready(m_exa_ftr_ready),
        .m_exa_data(m_exa_data), .s_axi_awvalid(s_axi_awvalid), .s_axi_awready(s_axi_awready),
        .s_axi_awid(s_axi_awid), .s_axi_awaddr(s_axi_awaddr), .s_axi_awlen(s_axi_awlen),
        .s_axi_awsize(s_axi_awsize), .s_axi_awburst(s_axi_awburst), .s_axi_wvalid(s_axi_wvalid),
        .s_axi_wready(s_axi_wready), .s_axi_wdata(s_axi_wdata), .s_axi_wstrb(s_axi_wstrb),
        .s_axi_wlast(s_axi_wlast), .s_axi_bvalid(s_axi_bvalid), .s_axi_bready(s_axi_bready),
        .s_axi_bid(s_axi_bid), .s_axi_bresp(s_axi_bresp), .s_axi_arvalid(s_axi_arvalid),
        .s_axi_arready(s_axi_arready), .s_axi_arid(s_axi_arid), .s_axi_araddr(s_axi_araddr),
        .s_axi_arlen(s_axi_arlen), .s_axi_arsize(s_axi_arsize), .s_axi_arburst(s_axi_arburst),
        .s_axi_rvalid(s_axi_rvalid), .s_axi_rready(s_axi_rready), .s_axi_rid(s_axi_rid),
        .s_axi_rdata(s_axi_rdata), .s_axi_rresp(s_axi_rresp), .s_axi_rlast(s_axi_rlast),
        .waiting(waiting), .obs_rx(obs_rx)
    );
endmodule

`default_nettype wire
