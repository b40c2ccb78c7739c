// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// What an APEnet node has as its host: an AXI4 master at the register port of the network interface, host memory behind
// the network interface's own master, and a monitor of each. A bench declares master and monitor PORT, memory and monitor
// MEM_PORT.

`timescale 1ns / 1ps
`default_nettype none

module tn_bfm_ape_host #(
    parameter integer PORT     = 0, // index of the register port among the bench's AXI ports
    parameter integer MEM_PORT = 1, // index of the memory port
    parameter integer AXI_ID_W = 4
) (
    input  wire                clk,
    input  wire                rst,
    input  wire [63:0]         cycle,
    input  wire [1:0]          wake, // of the register port, of the memory port
    output wire                s_axi_awvalid,
    input  wire                s_axi_awready,
    output wire [AXI_ID_W-1:0] s_axi_awid,
    output wire [19:0]         s_axi_awaddr,
    output wire [7:0]          s_axi_awlen,
    output wire [2:0]          s_axi_awsize,
    output wire [1:0]          s_axi_awburst,
    output wire                s_axi_wvalid,
    input  wire                s_axi_wready,
    output wire [127:0]        s_axi_wdata,
    output wire [15:0]         s_axi_wstrb,
    output wire                s_axi_wlast,
    input  wire                s_axi_bvalid,
    output wire                s_axi_bready,
    input  wire [AXI_ID_W-1:0] s_axi_bid,
    input  wire [1:0]          s_axi_bresp,
    output wire                s_axi_arvalid,
    input  wire                s_axi_arready,
    output wire [AXI_ID_W-1:0] s_axi_arid,
    output wire [19:0]         s_axi_araddr,
    output wire [7:0]          s_axi_arlen,
    output wire [2:0]          s_axi_arsize,
    output wire [1:0]          s_axi_arburst,
    input  wire                s_axi_rvalid,
    output wire                s_axi_rready,
    input  wire [AXI_ID_W-1:0] s_axi_rid,
    input  wire [127:0]        s_axi_rdata,
    input  wire [1:0]          s_axi_rresp,
    input  wire                s_axi_rlast,
    input  wire                m_axi_awvalid,
    output wire                m_axi_awready,
    input  wire [2:0]          m_axi_awid,
    input  wire [47:0]         m_axi_awaddr,
    input  wire [7:0]          m_axi_awlen,
    input  wire [2:0]          m_axi_awsize,
    input  wire [1:0]          m_axi_awburst,
    input  wire                m_axi_wvalid,
    output wire                m_axi_wready,
    input  wire [127:0]        m_axi_wdata,
    input  wire [15:0]         m_axi_wstrb,
    input  wire                m_axi_wlast,
    output wire                m_axi_bvalid,
    input  wire                m_axi_bready,
    output wire [2:0]          m_axi_bid,
    output wire [1:0]          m_axi_bresp,
    input  wire                m_axi_arvalid,
    output wire                m_axi_arready,
    input  wire [2:0]          m_axi_arid,
    input  wire [47:0]         m_axi_araddr,
    input  wire [7:0]          m_axi_arlen,
    input  wire [2:0]          m_axi_arsize,
    input  wire [1:0]          m_axi_arburst,
    output wire                m_axi_rvalid,
    input  wire                m_axi_rready,
    output wire [2:0]          m_axi_rid,
    output wire [127:0]        m_axi_rdata,
    output wire [1:0]          m_axi_rresp,
    output wire                m_axi_rlast,
    output wire [19:0]         done
);
    tn_bfm_axi_master #(.ID(PORT), .ID_W(AXI_ID_W), .ADDR_W(20), .USER_W(1)) u_master (
        .clk(clk), .rst(rst), .cycle(cycle), .wake(wake[0]), .done(done[4:0]), .m_axi_awvalid(s_axi_awvalid),
        .m_axi_awready(s_axi_awready), .m_axi_awid(s_axi_awid), .m_axi_awaddr(s_axi_awaddr),
        .m_axi_awlen(s_axi_awlen), .m_axi_awsize(s_axi_awsize), .m_axi_awburst(s_axi_awburst),
        .m_axi_wvalid(s_axi_wvalid), .m_axi_wready(s_axi_wready), .m_axi_wdata(s_axi_wdata),
        .m_axi_wstrb(s_axi_wstrb), .m_axi_wlast(s_axi_wlast), .m_axi_bvalid(s_axi_bvalid),
        .m_axi_bready(s_axi_bready), .m_axi_bid(s_axi_bid), .m_axi_bresp(s_axi_bresp), .m_axi_arvalid(s_axi_arvalid),
        .m_axi_arready(s_axi_arready), .m_axi_arid(s_axi_arid), .m_axi_araddr(s_axi_araddr),
        .m_axi_arlen(s_axi_arlen), .m_axi_arsize(s_axi_arsize), .m_axi_arburst(s_axi_arburst),
        .m_axi_rvalid(s_axi_rvalid), .m_axi_rready(s_axi_rready), .m_axi_rid(s_axi_rid), .m_axi_rdata(s_axi_rdata),
        .m_axi_rresp(s_axi_rresp), .m_axi_rlast(s_axi_rlast), .m_axi_awuser(), .m_axi_awlock(), .m_axi_awcache(),
        .m_axi_awprot(), .m_axi_awqos(), .m_axi_aruser(), .m_axi_arlock(), .m_axi_arcache(), .m_axi_arprot(),
        .m_axi_arqos()
    );
    tn_bfm_axi_monitor #(.ID(PORT), .ID_W(AXI_ID_W), .ADDR_W(20), .USER_W(1)) u_mon_master (
        .clk(clk), .rst(rst), .cycle(cycle), .done(done[9:5]), .axi_awvalid(s_axi_awvalid),
        .axi_awready(s_axi_awready), .axi_awid(s_axi_awid), .axi_awaddr(s_axi_awaddr), .axi_awlen(s_axi_awlen),
        .axi_awsize(s_axi_awsize), .axi_awburst(s_axi_awburst), .axi_wvalid(s_axi_wvalid), .axi_wready(s_axi_wready),
        .axi_wdata(s_axi_wdata), .axi_wstrb(s_axi_wstrb), .axi_wlast(s_axi_wlast), .axi_bvalid(s_axi_bvalid),
        .axi_bready(s_axi_bready), .axi_bid(s_axi_bid), .axi_bresp(s_axi_bresp), .axi_arvalid(s_axi_arvalid),
        .axi_arready(s_axi_arready), .axi_arid(s_axi_arid), .axi_araddr(s_axi_araddr), .axi_arlen(s_axi_arlen),
        .axi_arsize(s_axi_arsize), .axi_arburst(s_axi_arburst), .axi_rvalid(s_axi_rvalid), .axi_rready(s_axi_rready),
        .axi_rid(s_axi_rid), .axi_rdata(s_axi_rdata), .axi_rresp(s_axi_rresp), .axi_rlast(s_axi_rlast),
        .axi_awuser(1'd0), .axi_awlock(1'd0), .axi_awcache(4'd0), .axi_awprot(3'd0), .axi_awqos(4'd0),
        .axi_aruser(1'd0), .axi_arlock(1'd0), .axi_arcache(4'd0), .axi_arprot(3'd0), .axi_arqos(4'd0)
    );
    tn_bfm_axi_slave #(.ID(MEM_PORT), .ID_W(3), .ADDR_W(48), .USER_W(1)) u_memory (
        .clk(clk), .rst(rst), .cycle(cycle), .wake(wake[1]), .done(done[14:10]), .s_axi_awvalid(m_axi_awvalid),
        .s_axi_awready(m_axi_awready), .s_axi_awid(m_axi_awid), .s_axi_awaddr(m_axi_awaddr),
        .s_axi_awlen(m_axi_awlen), .s_axi_awsize(m_axi_awsize), .s_axi_awburst(m_axi_awburst),
        .s_axi_wvalid(m_axi_wvalid), .s_axi_wready(m_axi_wready), .s_axi_wdata(m_axi_wdata),
        .s_axi_wstrb(m_axi_wstrb), .s_axi_wlast(m_axi_wlast), .s_axi_bvalid(m_axi_bvalid),
        .s_axi_bready(m_axi_bready), .s_axi_bid(m_axi_bid), .s_axi_bresp(m_axi_bresp), .s_axi_arvalid(m_axi_arvalid),
        .s_axi_arready(m_axi_arready), .s_axi_arid(m_axi_arid), .s_axi_araddr(m_axi_araddr),
        .s_axi_arlen(m_axi_arlen), .s_axi_arsize(m_axi_arsize), .s_axi_arburst(m_axi_arburst),
        .s_axi_rvalid(m_axi_rvalid), .s_axi_rready(m_axi_rready), .s_axi_rid(m_axi_rid), .s_axi_rdata(m_axi_rdata),
        .s_axi_rresp(m_axi_rresp), .s_axi_rlast(m_axi_rlast), .s_axi_awuser(1'd0), .s_axi_awlock(1'd0),
        .s_axi_awcache(4'd0), .s_axi_awprot(3'd0), .s_axi_awqos(4'd0), .s_axi_aruser(1'd0), .s_axi_arlock(1'd0),
        .s_axi_arcache(4'd0), .s_axi_arprot(3'd0), .s_axi_arqos(4'd0)
    );
    tn_bfm_axi_monitor #(.ID(MEM_PORT), .ID_W(3), .ADDR_W(48), .USER_W(1)) u_mon_memory (
        .clk(clk), .rst(rst), .cycle(cycle), .done(done[19:15]), .axi_awvalid(m_axi_awvalid),
        .axi_awready(m_axi_awready), .axi_awid(m_axi_awid), .axi_awaddr(m_axi_awaddr), .axi_awlen(m_axi_awlen),
        .axi_awsize(m_axi_awsize), .axi_awburst(m_axi_awburst), .axi_wvalid(m_axi_wvalid), .axi_wready(m_axi_wready),
        .axi_wdata(m_axi_wdata), .axi_wstrb(m_axi_wstrb), .axi_wlast(m_axi_wlast), .axi_bvalid(m_axi_bvalid),
        .axi_bready(m_axi_bready), .axi_bid(m_axi_bid), .axi_bresp(m_axi_bresp), .axi_arvalid(m_axi_arvalid),
        .axi_arready(m_axi_arready), .axi_arid(m_axi_arid), .axi_araddr(m_axi_araddr), .axi_arlen(m_axi_arlen),
        .axi_arsize(m_axi_arsize), .axi_arburst(m_axi_arburst), .axi_rvalid(m_axi_rvalid), .axi_rready(m_axi_rready),
        .axi_rid(m_axi_rid), .axi_rdata(m_axi_rdata), .axi_rresp(m_axi_rresp), .axi_rlast(m_axi_rlast),
        .axi_awuser(1'd0), .axi_awlock(1'd0), .axi_awcache(4'd0), .axi_awprot(3'd0), .axi_awqos(4'd0),
        .axi_aruser(1'd0), .axi_arlock(1'd0), .axi_arcache(4'd0), .axi_arprot(3'd0), .axi_arqos(4'd0)
    );
endmodule

`default_nettype wire
