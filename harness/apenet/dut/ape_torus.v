// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Wrapper of APEnet's torus of nodes: the documented ports (checkers/apenet/spec/ape_torus.md, those of a host in ape_ni.md)
// around our RTL. Node k has place k of each vector, line j place j. To test your own, write this module around it and give
// it as WRAPPER=.

`timescale 1ns / 1ps
`default_nettype none

module dut_ape_torus #(
    parameter integer X_N      = 2,
    parameter integer Y_N      = 2,
    parameter integer Z_N      = 1,
    parameter integer LINK_N   = 6,
    parameter integer LOCAL_N  = 1,
    parameter integer WIRE_CYC = 1,
    parameter integer BAND     = 1,
    parameter integer AXI_ID_W = 4,
    parameter integer ENGINE_N = 4,
    parameter integer TLB_LOG2 = 6,
    parameter integer PCS      = 0,
    parameter integer K = X_N * Y_N * Z_N, // nodes
    parameter integer L = LINK_N * K,      // lines
    parameter integer D = 128 + 32 * PCS   // bits of a line
) (
    input  wire                  clk,
    input  wire [K-1:0]          rst,
    output wire [K-1:0]          irq_event,
    output wire [K-1:0]          irq_miss,
    input  wire [D*L-1:0]      wire_xor,
    input  wire [L-1:0]          wire_xor_k,
    input  wire [L-1:0]          wire_cut,
    input  wire [L-1:0]          wire_put,
    output wire [L-1:0]          wire_out_valid,
    output wire [L-1:0]          wire_out_k,
    output wire [D*L-1:0]      wire_out_data,
    output wire [L-1:0]          wire_in_valid,
    output wire [L-1:0]          wire_in_k,
    output wire [D*L-1:0]      wire_in_data,
    input  wire [K-1:0]          s_axi_awvalid,
    output wire [K-1:0]          s_axi_awready,
    input  wire [AXI_ID_W*K-1:0] s_axi_awid,
    input  wire [20*K-1:0]       s_axi_awaddr,
    input  wire [8*K-1:0]        s_axi_awlen,
    input  wire [3*K-1:0]        s_axi_awsize,
    input  wire [2*K-1:0]        s_axi_awburst,
    input  wire [K-1:0]          s_axi_wvalid,
    output wire [K-1:0]          s_axi_wready,
    input  wire [128*K-1:0]      s_axi_wdata,
    input  wire [16*K-1:0]       s_axi_wstrb,
    input  wire [K-1:0]          s_axi_wlast,
    output wire [K-1:0]          s_axi_bvalid,
    input  wire [K-1:0]          s_axi_bready,
    output wire [AXI_ID_W*K-1:0] s_axi_bid,
    output wire [2*K-1:0]        s_axi_bresp,
    input  wire [K-1:0]          s_axi_arvalid,
    output wire [K-1:0]          s_axi_arready,
    input  wire [AXI_ID_W*K-1:0] s_axi_arid,
    input  wire [20*K-1:0]       s_axi_araddr,
    input  wire [8*K-1:0]        s_axi_arlen,
    input  wire [3*K-1:0]        s_axi_arsize,
    input  wire [2*K-1:0]        s_axi_arburst,
    output wire [K-1:0]          s_axi_rvalid,
    input  wire [K-1:0]          s_axi_rready,
    output wire [AXI_ID_W*K-1:0] s_axi_rid,
    output wire [128*K-1:0]      s_axi_rdata,
    output wire [2*K-1:0]        s_axi_rresp,
    output wire [K-1:0]          s_axi_rlast,
    output wire [K-1:0]          m_axi_awvalid,
    input  wire [K-1:0]          m_axi_awready,
    output wire [3*K-1:0]        m_axi_awid,
    output wire [48*K-1:0]       m_axi_awaddr,
    output wire [8*K-1:0]        m_axi_awlen,
    output wire [3*K-1:0]        m_axi_awsize,
    output wire [2*K-1:0]        m_axi_awburst,
    output wire [K-1:0]          m_axi_wvalid,
    input  wire [K-1:0]          m_axi_wready,
    output wire [128*K-1:0]      m_axi_wdata,
    output wire [16*K-1:0]       m_axi_wstrb,
    output wire [K-1:0]          m_axi_wlast,
    input  wire [K-1:0]          m_axi_bvalid,
    output wire [K-1:0]          m_axi_bready,
    input  wire [3*K-1:0]        m_axi_bid,
    input  wire [2*K-1:0]        m_axi_bresp,
    output wire [K-1:0]          m_axi_arvalid,
    input  wire [K-1:0]          m_axi_arready,
    output wire [3*K-1:0]        m_axi_arid,
    output wire [48*K-1:0]       m_axi_araddr,
    output wire [8*K-1:0]        m_axi_arlen,
    output wire [3*K-1:0]        m_axi_arsize,
    output wire [2*K-1:0]        m_axi_arburst,
    input  wire [K-1:0]          m_axi_rvalid,
    output wire [K-1:0]          m_axi_rready,
    input  wire [3*K-1:0]        m_axi_rid,
    input  wire [128*K-1:0]      m_axi_rdata,
    input  wire [2*K-1:0]        m_axi_rresp,
    input  wire [K-1:0]          m_axi_rlast
);

    ape_torus #(
        .X_N(X_N), .Y_N(Y_N), .Z_N(Z_N), .LINK_N(LINK_N), .LOCAL_N(LOCAL_N), .WIRE_CYC(WIRE_CYC), .BAND(BAND), .AXI_ID_W(AXI_ID_W),
        .ENGINE_N(ENGINE_N), .TLB_LOG2(TLB_LOG2), .PCS(PCS)
    ) u_block (
        .clk(clk), .rst(rst), .irq_event(irq_event), .irq_miss(irq_miss), .wire_xor(wire_xor), .wire_xor_k(wire_xor_k), .wire_cut(wire_cut),
        .wire_put(wire_put), .wire_out_valid(wire_out_valid), .wire_out_k(wire_out_k), .wire_out_data(wire_out_data),
        .wire_in_valid(wire_in_valid), .wire_in_k(wire_in_k), .wire_in_data(wire_in_data), .s_axi_awvalid(s_axi_awvalid),
        .s_axi_awready(s_axi_awready), .s_axi_awid(s_axi_awid), .s_axi_awaddr(s_axi_awaddr),
        .s_axi_awlen(s_axi_awlen), .s_axi_awsize(s_axi_awsize), .s_axi_awburst(s_axi_awburst),
        .s_axi_wvalid(s_axi_wvalid), .s_axi_wready(s_axi_wready), .s_axi_wdata(s_axi_wdata),
        .s_axi_wstrb(s_axi_wstrb), .s_axi_wlast(s_axi_wlast), .s_axi_bvalid(s_axi_bvalid),
        .s_axi_bready(s_axi_bready), .s_axi_bid(s_axi_bid), .s_axi_bresp(s_axi_bresp), .s_axi_arvalid(s_axi_arvalid),
        .s_axi_arready(s_axi_arready), .s_axi_arid(s_axi_arid), .s_axi_araddr(s_axi_araddr),
        .s_axi_arlen(s_axi_arlen), .s_axi_arsize(s_axi_arsize), .s_axi_arburst(s_axi_arburst),
        .s_axi_rvalid(s_axi_rvalid), .s_axi_rready(s_axi_rready), .s_axi_rid(s_axi_rid), .s_axi_rdata(s_axi_rdata),
        .s_axi_rresp(s_axi_rresp), .s_axi_rlast(s_axi_rlast), .m_axi_awvalid(m_axi_awvalid),
        .m_axi_awready(m_axi_awready), .m_axi_awid(m_axi_awid), .m_axi_awaddr(m_axi_awaddr),
        .m_axi_awlen(m_axi_awlen), .m_axi_awsize(m_axi_awsize), .m_axi_awburst(m_axi_awburst),
        .m_axi_wvalid(m_axi_wvalid), .m_axi_wready(m_axi_wready), .m_axi_wdata(m_axi_wdata),
        .m_axi_wstrb(m_axi_wstrb), .m_axi_wlast(m_axi_wlast), .m_axi_bvalid(m_axi_bvalid),
        .m_axi_bready(m_axi_bready), .m_axi_bid(m_axi_bid), .m_axi_bresp(m_axi_bresp), .m_axi_arvalid(m_axi_arvalid),
        .m_axi_arready(m_axi_arready), .m_axi_arid(m_axi_arid), .m_axi_araddr(m_axi_araddr),
        .m_axi_arlen(m_axi_arlen), .m_axi_arsize(m_axi_arsize), .m_axi_arburst(m_axi_arburst),
        .m_axi_rvalid(m_axi_rvalid), .m_axi_rready(m_axi_rready), .m_axi_rid(m_axi_rid), .m_axi_rdata(m_axi_rdata),
        .m_axi_rresp(m_axi_rresp), .m_axi_rlast(m_axi_rlast)
    );
endmodule

`default_nettype wire
