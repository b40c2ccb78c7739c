// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Wrapper of a packetizer (side 0) and a mailbox (side 1), ports side by side, side 0 in the lowest
// bits: what exa_ni_pair_tb joins by a network of its own. To test yours, write this module
// around them and give it as WRAPPER=.

`timescale 1ns / 1ps
`default_nettype none

module dut_exa_ni_pair #(
    parameter integer AXI_ID_W  = 4,
    parameter integer CHAN_N    = 8,
    parameter integer MBOX_N    = 8,
    parameter integer SLOT_LOG2 = 1,
    parameter integer DUP_N     = 64
) (
    input  wire                  clk,
    input  wire                  rst,
    input  wire [43:0]            own,
    input  wire [1:0]             s_exa_hdr_valid,
    output wire [1:0]             s_exa_hdr_ready,
    input  wire [1:0]             s_exa_pld_valid,
    output wire [1:0]             s_exa_pld_ready,
    input  wire [1:0]             s_exa_ftr_valid,
    output wire [1:0]             s_exa_ftr_ready,
    input  wire [255:0]           s_exa_data,
    output wire [1:0]             m_exa_hdr_valid,
    input  wire [1:0]             m_exa_hdr_ready,
    output wire [1:0]             m_exa_pld_valid,
    input  wire [1:0]             m_exa_pld_ready,
    output wire [1:0]             m_exa_ftr_valid,
    input  wire [1:0]             m_exa_ftr_ready,
    output wire [255:0]           m_exa_data,
    input  wire [1:0]             s_axi_awvalid,
    output wire [1:0]             s_axi_awready,
    input  wire [2*AXI_ID_W-1:0]  s_axi_awid,
    input  wire [39:0]            s_axi_awaddr,
    input  wire [15:0]            s_axi_awlen,
    input  wire [5:0]             s_axi_awsize,
    input  wire [3:0]             s_axi_awburst,
    input  wire [1:0]             s_axi_wvalid,
    output wire [1:0]             s_axi_wready,
    input  wire [255:0]           s_axi_wdata,
    input  wire [31:0]            s_axi_wstrb,
    input  wire [1:0]             s_axi_wlast,
    output wire [1:0]             s_axi_bvalid,
    input  wire [1:0]             s_axi_bready,
    output wire [2*AXI_ID_W-1:0]  s_axi_bid,
    output wire [3:0]             s_axi_bresp,
    input  wire [1:0]             s_axi_arvalid,
    output wire [1:0]             s_axi_arready,
    input  wire [2*AXI_ID_W-1:0]  s_axi_arid,
    input  wire [39:0]            s_axi_araddr,
    input  wire [15:0]            s_axi_arlen,
    input  wire [5:0]             s_axi_arsize,
    input  wire [3:0]             s_axi_arburst,
    output wire [1:0]             s_axi_rvalid,
    input  wire [1:0]             s_axi_rready,
    output wire [2*AXI_ID_W-1:0]  s_axi_rid,
    output wire [255:0]           s_axi_rdata,
    output wire [3:0]             s_axi_rresp,
    output wire [1:0]             s_axi_rlast,
    output wire [31:0]            obs_rx,
    output wire [MBOX_N-1:0]      waiting
);

    exa_packetizer #(
        .AXI_ID_W(AXI_ID_W), .CHAN_N(CHAN_N)
    ) u_packetizer (
        .clk(clk), .rst(rst), .own(own[22*0+:22]), .s_exa_hdr_valid(s_exa_hdr_valid[0]),
        .s_exa_hdr_ready(s_exa_hdr_ready[0]), .s_exa_pld_valid(s_exa_pld_valid[0]),
        .s_exa_pld_ready(s_exa_pld_ready[0]), .s_exa_ftr_valid(s_exa_ftr_valid[0]),
        .s_exa_ftr_ready(s_exa_ftr_ready[0]), .s_exa_data(s_exa_data[128*0+:128]),
        .m_exa_hdr_valid(m_exa_hdr_valid[0]), .m_exa_hdr_ready(m_exa_hdr_ready[0]),
        .m_exa_pld_valid(m_exa_pld_valid[0]), .m_exa_pld_ready(m_exa_pld_ready[0]),
        .m_exa_ftr_valid(m_exa_ftr_valid[0]), .m_exa_ftr_ready(m_exa_ftr_ready[0]),
        .m_exa_data(m_exa_data[128*0+:128]), .s_axi_awvalid(s_axi_awvalid[0]),
        .s_axi_awready(s_axi_awready[0]), .s_axi_awid(s_axi_awid[AXI_ID_W*0+:AXI_ID_W]),
        .s_axi_awaddr(s_axi_awaddr[20*0+:20]), .s_axi_awlen(s_axi_awlen[8*0+:8]),
        .s_axi_awsize(s_axi_awsize[3*0+:3]), .s_axi_awburst(s_axi_awburst[2*0+:2]),
        .s_axi_wvalid(s_axi_wvalid[0]), .s_axi_wready(s_axi_wready[0]),
        .s_axi_wdata(s_axi_wdata[128*0+:128]), .s_axi_wstrb(s_axi_wstrb[16*0+:16]),
        .s_axi_wlast(s_axi_wlast[0]), .s_axi_bvalid(s_axi_bvalid[0]),
        .s_axi_bready(s_axi_bready[0]), .s_axi_bid(s_axi_bid[AXI_ID_W*0+:AXI_ID_W]),
        .s_axi_bresp(s_axi_bresp[2*0+:2]), .s_axi_arvalid(s_axi_arvalid[0]),
        .s_axi_arready(s_axi_arready[0]), .s_axi_arid(s_axi_arid[AXI_ID_W*0+:AXI_ID_W]),
        .s_axi_araddr(s_axi_araddr[20*0+:20]), .s_axi_arlen(s_axi_arlen[8*0+:8]),
        .s_axi_arsize(s_axi_arsize[3*0+:3]), .s_axi_arburst(s_axi_arburst[2*0+:2]),
        .s_axi_rvalid(s_axi_rvalid[0]), .s_axi_rready(s_axi_rready[0]),
        .s_axi_rid(s_axi_rid[AXI_ID_W*0+:AXI_ID_W]), .s_axi_rdata(s_axi_rdata[128*0+:128]),
        .s_axi_rresp(s_axi_rresp[2*0+:2]), .s_axi_rlast(s_axi_rlast[0]), .obs_rx(obs_rx[16*0+:16])
    );
    exa_mailbox #(
        .AXI_ID_W(AXI_ID_W), .MBOX_N(MBOX_N), .SLOT_LOG2(SLOT_LOG2), .DUP_N(DUP_N)
    ) u_mailbox (
        .clk(clk), .rst(rst), .own(own[22*1+:22]), .s_exa_hdr_valid(s_exa_hdr_valid[1]),
        .s_exa_hdr_ready(s_exa_hdr_ready[1]), .s_exa_pld_valid(s_exa_pld_valid[1]),
        .s_exa_pld_ready(s_exa_pld_ready[1]), .s_exa_ftr_valid(s_exa_ftr_valid[1]),
        .s_exa_ftr_ready(s_exa_ftr_ready[1]), .s_exa_data(s_exa_data[128*1+:128]),
        .m_exa_hdr_valid(m_exa_hdr_valid[1]), .m_exa_hdr_ready(m_exa_hdr_ready[1]),
        .m_exa_pld_valid(m_exa_pld_valid[1]), .m_exa_pld_ready(m_exa_pld_ready[1]),
        .m_exa_ftr_valid(m_exa_ftr_valid[1]), .m_exa_ftr_ready(m_exa_ftr_ready[1]),
        .m_exa_data(m_exa_data[128*1+:128]), .s_axi_awvalid(s_axi_awvalid[1]),
        .s_axi_awready(s_axi_awready[1]), .s_axi_awid(s_axi_awid[AXI_ID_W*1+:AXI_ID_W]),
        .s_axi_awaddr(s_axi_awaddr[20*1+:20]), .s_axi_awlen(s_axi_awlen[8*1+:8]),
        .s_axi_awsize(s_axi_awsize[3*1+:3]), .s_axi_awburst(s_axi_awburst[2*1+:2]),
        .s_axi_wvalid(s_axi_wvalid[1]), .s_axi_wready(s_axi_wready[1]),
        .s_axi_wdata(s_axi_wdata[128*1+:128]), .s_axi_wstrb(s_axi_wstrb[16*1+:16]),
        .s_axi_wlast(s_axi_wlast[1]), .s_axi_bvalid(s_axi_bvalid[1]),
        .s_axi_bready(s_axi_bready[1]), .s_axi_bid(s_axi_bid[AXI_ID_W*1+:AXI_ID_W]),
        .s_axi_bresp(s_axi_bresp[2*1+:2]), .s_axi_arvalid(s_axi_arvalid[1]),
        .s_axi_arready(s_axi_arready[1]), .s_axi_arid(s_axi_arid[AXI_ID_W*1+:AXI_ID_W]),
        .s_axi_araddr(s_axi_araddr[20*1+:20]), .s_axi_arlen(s_axi_arlen[8*1+:8]),
        .s_axi_arsize(s_axi_arsize[3*1+:3]), .s_axi_arburst(s_axi_arburst[2*1+:2]),
        .s_axi_rvalid(s_axi_rvalid[1]), .s_axi_rready(s_axi_rready[1]),
        .s_axi_rid(s_axi_rid[AXI_ID_W*1+:AXI_ID_W]), .s_axi_rdata(s_axi_rdata[128*1+:128]),
        .s_axi_rresp(s_axi_rresp[2*1+:2]), .s_axi_rlast(s_axi_rlast[1]), .obs_rx(obs_rx[16*1+:16]),
        .waiting(waiting)
    );
endmodule

`default_nettype wire
