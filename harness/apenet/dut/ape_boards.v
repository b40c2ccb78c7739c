// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Wrapper of two boards in a torus: the documented ports (checkers/apenet/spec/ape_boards.md) around our
// RTL. To test your own, write this module around it and give it as WRAPPER=.

`timescale 1ns / 1ps
`default_nettype none

module dut_ape_boards #(
    parameter integer AXI_ID_W  = 4,   // bits of an AXI ID, 1 to 16
    parameter integer CHAN_N    = 64,  // channels of the packetizer, 2 to 64
    parameter integer MBOX_N    = 64,  // mailboxes, 1 to 64
    parameter integer SLOT_LOG2 = 3,   // log2 of the slots of each, 1 to 6
    parameter integer RSP_LOG2  = 10,  // log2 of the responses held, 2 to 12
    parameter integer READ_LOG2 = 6,   // log2 of the read requests held, 1 to 8
    parameter integer DUP_N     = 512, // entries of a table of duplicates: all channels that may send here
    parameter integer WIRE_CYC  = 3,   // cycles of the torus's lines, 0 to 22
    parameter integer BAND      = 1    // 0: control words in band
) (
    input  wire                         clk,
    input  wire                         rst,
    input  wire [39:0]                  board,
    input  wire [7:0]                   link_clk,
    input  wire [7:0]                   link_rst,
    input  wire [7:0]                   s_axi_awvalid,
    output wire [7:0]                   s_axi_awready,
    input  wire [8*AXI_ID_W-1:0]        s_axi_awid,
    input  wire [183:0]                 s_axi_awaddr,
    input  wire [63:0]                  s_axi_awlen,
    input  wire [23:0]                  s_axi_awsize,
    input  wire [15:0]                  s_axi_awburst,
    input  wire [7:0]                   s_axi_wvalid,
    output wire [7:0]                   s_axi_wready,
    input  wire [1023:0]                s_axi_wdata,
    input  wire [127:0]                 s_axi_wstrb,
    input  wire [7:0]                   s_axi_wlast,
    output wire [7:0]                   s_axi_bvalid,
    input  wire [7:0]                   s_axi_bready,
    output wire [8*AXI_ID_W-1:0]        s_axi_bid,
    output wire [15:0]                  s_axi_bresp,
    input  wire [7:0]                   s_axi_arvalid,
    output wire [7:0]                   s_axi_arready,
    input  wire [8*AXI_ID_W-1:0]        s_axi_arid,
    input  wire [183:0]                 s_axi_araddr,
    input  wire [63:0]                  s_axi_arlen,
    input  wire [23:0]                  s_axi_arsize,
    input  wire [15:0]                  s_axi_arburst,
    output wire [7:0]                   s_axi_rvalid,
    input  wire [7:0]                   s_axi_rready,
    output wire [8*AXI_ID_W-1:0]        s_axi_rid,
    output wire [1023:0]                s_axi_rdata,
    output wire [15:0]                  s_axi_rresp,
    output wire [7:0]                   s_axi_rlast,
    input  wire [23:0]                  s_exa_hdr_valid,
    output wire [23:0]                  s_exa_hdr_ready,
    input  wire [23:0]                  s_exa_pld_valid,
    output wire [23:0]                  s_exa_pld_ready,
    input  wire [23:0]                  s_exa_ftr_valid,
    output wire [23:0]                  s_exa_ftr_ready,
    input  wire [3071:0]                s_exa_data,
    output wire [23:0]                  m_exa_hdr_valid,
    input  wire [23:0]                  m_exa_hdr_ready,
    output wire [23:0]                  m_exa_pld_valid,
    input  wire [23:0]                  m_exa_pld_ready,
    output wire [23:0]                  m_exa_ftr_valid,
    input  wire [23:0]                  m_exa_ftr_ready,
    output wire [3071:0]                m_exa_data,
    output wire [8*MBOX_N-1:0]          waiting,
    input  wire [7:0]                   reg_rd,
    input  wire [127:0]                 reg_addr,
    output wire [255:0]                 reg_rdata,
    output wire [383:0]                 obs_in_valid,
    output wire [383:0]                 obs_in_ready,
    output wire [16383:0]               obs_in_data,
    output wire [383:0]                 obs_out_valid,
    output wire [383:0]                 obs_out_ready,
    output wire [16383:0]               obs_out_data,
    input  wire [1:0]                   gw_reg_rd,
    input  wire [11:0]                  gw_reg_addr,
    output wire [63:0]                  gw_reg_rdata,
    input  wire [255:0]                 wire_xor,
    input  wire [1:0]                   wire_xor_k,
    input  wire [1:0]                   wire_cut,
    input  wire [1:0]                   wire_put,
    output wire [1:0]                   wire_in_valid,
    output wire [1:0]                   wire_in_k,
    output wire [255:0]                 wire_in_data,
    output wire [1:0]                   wire_out_valid,
    output wire [1:0]                   wire_out_k,
    output wire [255:0]                 wire_out_data
);

    ape_boards #(
        .AXI_ID_W(AXI_ID_W), .CHAN_N(CHAN_N), .MBOX_N(MBOX_N), .SLOT_LOG2(SLOT_LOG2),
        .RSP_LOG2(RSP_LOG2), .READ_LOG2(READ_LOG2), .DUP_N(DUP_N), .WIRE_CYC(WIRE_CYC), .BAND(BAND)
    ) u_boards (
        .clk(clk), .rst(rst), .board(board), .link_clk(link_clk), .link_rst(link_rst), .s_axi_awvalid(s_axi_awvalid),
        .s_axi_awready(s_axi_awready), .s_axi_awid(s_axi_awid), .s_axi_awaddr(s_axi_awaddr),
        .s_axi_awlen(s_axi_awlen), .s_axi_awsize(s_axi_awsize), .s_axi_awburst(s_axi_awburst),
        .s_axi_wvalid(s_axi_wvalid), .s_axi_wready(s_axi_wready), .s_axi_wdata(s_axi_wdata),
        .s_axi_wstrb(s_axi_wstrb), .s_axi_wlast(s_axi_wlast), .s_axi_bvalid(s_axi_bvalid),
        .s_axi_bready(s_axi_bready), .s_axi_bid(s_axi_bid), .s_axi_bresp(s_axi_bresp), .s_axi_arvalid(s_axi_arvalid),
        .s_axi_arready(s_axi_arready), .s_axi_arid(s_axi_arid), .s_axi_araddr(s_axi_araddr),
        .s_axi_arlen(s_axi_arlen), .s_axi_arsize(s_axi_arsize), .s_axi_arburst(s_axi_arburst),
        .s_axi_rvalid(s_axi_rvalid), .s_axi_rready(s_axi_rready), .s_axi_rid(s_axi_rid), .s_axi_rdata(s_axi_rdata),
        .s_axi_rresp(s_axi_rresp), .s_axi_rlast(s_axi_rlast), .s_exa_hdr_valid(s_exa_hdr_valid),
        .s_exa_hdr_ready(s_exa_hdr_ready), .s_exa_pld_valid(s_exa_pld_valid), .s_exa_pld_ready(s_exa_pld_ready),
        .s_exa_ftr_valid(s_exa_ftr_valid), .s_exa_ftr_ready(s_exa_ftr_ready), .s_exa_data(s_exa_data),
        .m_exa_hdr_valid(m_exa_hdr_valid), .m_exa_hdr_ready(m_exa_hdr_ready), .m_exa_pld_valid(m_exa_pld_valid),
        .m_exa_pld_ready(m_exa_pld_ready), .m_exa_ftr_valid(m_exa_ftr_valid), .m_exa_ftr_ready(m_exa_ftr_ready),
        .m_exa_data(m_exa_data), .waiting(waiting), .reg_rd(reg_rd), .reg_addr(reg_addr), .reg_rdata(reg_rdata),
        .obs_in_valid(obs_in_valid), .obs_in_ready(obs_in_ready), .obs_in_data(obs_in_data),
        .obs_out_valid(obs_out_valid), .obs_out_ready(obs_out_ready), .obs_out_data(obs_out_data),
        .gw_reg_rd(gw_reg_rd), .gw_reg_addr(gw_reg_addr), .gw_reg_rdata(gw_reg_rdata), .wire_xor(wire_xor),
        .wire_xor_k(wire_xor_k), .wire_cut(wire_cut), .wire_put(wire_put), .wire_in_valid(wire_in_valid),
        .wire_in_k(wire_in_k), .wire_in_data(wire_in_data), .wire_out_valid(wire_out_valid), .wire_out_k(wire_out_k), .wire_out_data(wire_out_data)
    );
endmodule

`default_nettype wire
