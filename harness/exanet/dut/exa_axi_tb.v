// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Bench of ExaNet's loads and stores to other nodes: the wrapper dut_exa_axi in the bench of exa_ni_tb.vh,
// an AXI4 master "win" at the windows, and host memory "mem" behind the master port, each with a
// monitor. Cause c is a reject of port c.

`timescale 1ns / 1ps
`default_nettype none
`include "tn_sim.vh"
`define EXA_NI_DONE 34
`define EXA_NI_OBS_W 16

module exa_axi_tb #(
    parameter integer AXI_ID_W = 4,
    parameter integer REQ_LOG2 = 4
`ifdef VERILATOR
) (
    `TN_BENCH_PORTS
);
`else
) ();
    `TN_BENCH_NETS
`endif

`include "exa_ni_tb.vh"

    wire                 s_win_awvalid;
    wire                 s_win_awready;
    wire [AXI_ID_W-1:0]  s_win_awid;
    wire [34:0]          s_win_awaddr;
    wire [7:0]           s_win_awlen;
    wire [2:0]           s_win_awsize;
    wire [1:0]           s_win_awburst;
    wire                 s_win_wvalid;
    wire                 s_win_wready;
    wire [127:0]         s_win_wdata;
    wire [15:0]          s_win_wstrb;
    wire                 s_win_wlast;
    wire                 s_win_bvalid;
    wire                 s_win_bready;
    wire [AXI_ID_W-1:0]  s_win_bid;
    wire [1:0]           s_win_bresp;
    wire                 s_win_arvalid;
    wire                 s_win_arready;
    wire [AXI_ID_W-1:0]  s_win_arid;
    wire [34:0]          s_win_araddr;
    wire [7:0]           s_win_arlen;
    wire [2:0]           s_win_arsize;
    wire [1:0]           s_win_arburst;
    wire                 s_win_rvalid;
    wire                 s_win_rready;
    wire [AXI_ID_W-1:0]  s_win_rid;
    wire [127:0]         s_win_rdata;
    wire [1:0]           s_win_rresp;
    wire                 s_win_rlast;
    wire                 m_axi_awvalid;
    wire                 m_axi_awready;
    wire [2:0]           m_axi_awid;
    wire [41:0]          m_axi_awaddr;
    wire [7:0]           m_axi_awlen;
    wire [2:0]           m_axi_awsize;
    wire [1:0]           m_axi_awburst;
    wire                 m_axi_wvalid;
    wire                 m_axi_wready;
    wire [127:0]         m_axi_wdata;
    wire [15:0]          m_axi_wstrb;
    wire                 m_axi_wlast;
    wire                 m_axi_bvalid;
    wire                 m_axi_bready;
    wire [2:0]           m_axi_bid;
    wire [1:0]           m_axi_bresp;
    wire                 m_axi_arvalid;
    wire                 m_axi_arready;
    wire [2:0]           m_axi_arid;
    wire [41:0]          m_axi_araddr;
    wire [7:0]           m_axi_arlen;
    wire [2:0]           m_axi_arsize;
    wire [1:0]           m_axi_arburst;
    wire                 m_axi_rvalid;
    wire                 m_axi_rready;
    wire [2:0]           m_axi_rid;
    wire [127:0]         m_axi_rdata;
    wire [1:0]           m_axi_rresp;
    wire                 m_axi_rlast;

    dut_exa_axi #(.AXI_ID_W(AXI_ID_W), .REQ_LOG2(REQ_LOG2)) u_dut (
`include "exa_ni_wires.vh"
        .s_win_awvalid(s_win_awvalid),
        .s_win_awready(s_win_awready),
        .s_win_awid(s_win_awid),
        .s_win_awaddr(s_win_awaddr),
        .s_win_awlen(s_win_awlen),
        .s_win_awsize(s_win_awsize),
        .s_win_awburst(s_win_awburst),
        .s_win_wvalid(s_win_wvalid),
        .s_win_wready(s_win_wready),
        .s_win_wdata(s_win_wdata),
        .s_win_wstrb(s_win_wstrb),
        .s_win_wlast(s_win_wlast),
        .s_win_bvalid(s_win_bvalid),
        .s_win_bready(s_win_bready),
        .s_win_bid(s_win_bid),
        .s_win_bresp(s_win_bresp),
        .s_win_arvalid(s_win_arvalid),
        .s_win_arready(s_win_arready),
        .s_win_arid(s_win_arid),
        .s_win_araddr(s_win_araddr),
        .s_win_arlen(s_win_arlen),
        .s_win_arsize(s_win_arsize),
        .s_win_arburst(s_win_arburst),
        .s_win_rvalid(s_win_rvalid),
        .s_win_rready(s_win_rready),
        .s_win_rid(s_win_rid),
        .s_win_rdata(s_win_rdata),
        .s_win_rresp(s_win_rresp),
        .s_win_rlast(s_win_rlast),
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
        .m_axi_arvalid(m_axi_arvalid),
        .m_axi_arready(m_axi_arready),
        .m_axi_arid(m_axi_arid),
        .m_axi_araddr(m_axi_araddr),
        .m_axi_arlen(m_axi_arlen),
        .m_axi_arsize(m_axi_arsize),
        .m_axi_arburst(m_axi_arburst),
        .m_axi_rvalid(m_axi_rvalid),
        .m_axi_rready(m_axi_rready),
        .m_axi_rid(m_axi_rid),
        .m_axi_rdata(m_axi_rdata),
        .m_axi_rresp(m_axi_rresp),
        .m_axi_rlast(m_axi_rlast),
        .obs_rx(obs_rx)
    );

    tn_bfm_axi_slave #(.ID(1), .ID_W(3), .ADDR_W(42), .USER_W(1)) u_memory (
        .clk(clk), .rst(rst), .cycle(cycle), .wake(wake[57]), .done(done[18:14]),
        .s_axi_awvalid(m_axi_awvalid),
        .s_axi_awready(m_axi_awready),
        .s_axi_awid(m_axi_awid),
        .s_axi_awaddr(m_axi_awaddr),
        .s_axi_awlen(m_axi_awlen),
        .s_axi_awsize(m_axi_awsize),
        .s_axi_awburst(m_axi_awburst),
        .s_axi_wvalid(m_axi_wvalid),
        .s_axi_wready(m_axi_wready),
        .s_axi_wdata(m_axi_wdata),
        .s_axi_wstrb(m_axi_wstrb),
        .s_axi_wlast(m_axi_wlast),
        .s_axi_bvalid(m_axi_bvalid),
        .s_axi_bready(m_axi_bready),
        .s_axi_bid(m_axi_bid),
        .s_axi_bresp(m_axi_bresp),
        .s_axi_arvalid(m_axi_arvalid),
        .s_axi_arready(m_axi_arready),
        .s_axi_arid(m_axi_arid),
        .s_axi_araddr(m_axi_araddr),
        .s_axi_arlen(m_axi_arlen),
        .s_axi_arsize(m_axi_arsize),
        .s_axi_arburst(m_axi_arburst),
        .s_axi_rvalid(m_axi_rvalid),
        .s_axi_rready(m_axi_rready),
        .s_axi_rid(m_axi_rid),
        .s_axi_rdata(m_axi_rdata),
        .s_axi_rresp(m_axi_rresp),
        .s_axi_rlast(m_axi_rlast),
        .s_axi_awuser(1'b0), .s_axi_awlock(1'b0), .s_axi_awcache(4'd0), .s_axi_awprot(3'd0), .s_axi_awqos(4'd0),
        .s_axi_aruser(1'b0), .s_axi_arlock(1'b0), .s_axi_arcache(4'd0), .s_axi_arprot(3'd0), .s_axi_arqos(4'd0)
    );
    tn_bfm_axi_monitor #(.ID(1), .ID_W(3), .ADDR_W(42), .USER_W(1)) u_mon_memory (
        .clk(clk), .rst(rst), .cycle(cycle), .done(done[23:19]),
        .axi_awvalid(m_axi_awvalid),
        .axi_awready(m_axi_awready),
        .axi_awid(m_axi_awid),
        .axi_awaddr(m_axi_awaddr),
        .axi_awlen(m_axi_awlen),
        .axi_awsize(m_axi_awsize),
        .axi_awburst(m_axi_awburst),
        .axi_wvalid(m_axi_wvalid),
        .axi_wready(m_axi_wready),
        .axi_wdata(m_axi_wdata),
        .axi_wstrb(m_axi_wstrb),
        .axi_wlast(m_axi_wlast),
        .axi_bvalid(m_axi_bvalid),
        .axi_bready(m_axi_bready),
        .axi_bid(m_axi_bid),
        .axi_bresp(m_axi_bresp),
        .axi_arvalid(m_axi_arvalid),
        .axi_arready(m_axi_arready),
        .axi_arid(m_axi_arid),
        .axi_araddr(m_axi_araddr),
        .axi_arlen(m_axi_arlen),
        .axi_arsize(m_axi_arsize),
        .axi_arburst(m_axi_arburst),
        .axi_rvalid(m_axi_rvalid),
        .axi_rready(m_axi_rready),
        .axi_rid(m_axi_rid),
        .axi_rdata(m_axi_rdata),
        .axi_rresp(m_axi_rresp),
        .axi_rlast(m_axi_rlast),
        .axi_awuser(1'b0), .axi_awlock(1'b0), .axi_awcache(4'd0), .axi_awprot(3'd0), .axi_awqos(4'd0),
        .axi_aruser(1'b0), .axi_arlock(1'b0), .axi_arcache(4'd0), .axi_arprot(3'd0), .axi_arqos(4'd0)
    );
    tn_bfm_axi_master #(.ID(2), .ID_W(AXI_ID_W), .ADDR_W(35), .USER_W(1)) u_windows (
        .clk(clk), .rst(rst), .cycle(cycle), .wake(wake[58]), .done(done[28:24]),
        .m_axi_awvalid(s_win_awvalid),
        .m_axi_awready(s_win_awready),
        .m_axi_awid(s_win_awid),
        .m_axi_awaddr(s_win_awaddr),
        .m_axi_awlen(s_win_awlen),
        .m_axi_awsize(s_win_awsize),
        .m_axi_awburst(s_win_awburst),
        .m_axi_wvalid(s_win_wvalid),
        .m_axi_wready(s_win_wready),
        .m_axi_wdata(s_win_wdata),
        .m_axi_wstrb(s_win_wstrb),
        .m_axi_wlast(s_win_wlast),
        .m_axi_bvalid(s_win_bvalid),
        .m_axi_bready(s_win_bready),
        .m_axi_bid(s_win_bid),
        .m_axi_bresp(s_win_bresp),
        .m_axi_arvalid(s_win_arvalid),
        .m_axi_arready(s_win_arready),
        .m_axi_arid(s_win_arid),
        .m_axi_araddr(s_win_araddr),
        .m_axi_arlen(s_win_arlen),
        .m_axi_arsize(s_win_arsize),
        .m_axi_arburst(s_win_arburst),
        .m_axi_rvalid(s_win_rvalid),
        .m_axi_rready(s_win_rready),
        .m_axi_rid(s_win_rid),
        .m_axi_rdata(s_win_rdata),
        .m_axi_rresp(s_win_rresp),
        .m_axi_rlast(s_win_rlast),
        .m_axi_awuser(), .m_axi_awlock(), .m_axi_awcache(), .m_axi_awprot(), .m_axi_awqos(),
        .m_axi_aruser(), .m_axi_arlock(), .m_axi_arcache(), .m_axi_arprot(), .m_axi_arqos()
    );
    tn_bfm_axi_monitor #(.ID(2), .ID_W(AXI_ID_W), .ADDR_W(35), .USER_W(1)) u_mon_windows (
        .clk(clk), .rst(rst), .cycle(cycle), .done(done[33:29]),
        .axi_awvalid(s_win_awvalid),
        .axi_awready(s_win_awready),
        .axi_awid(s_win_awid),
        .axi_awaddr(s_win_awaddr),
        .axi_awlen(s_win_awlen),
        .axi_awsize(s_win_awsize),
        .axi_awburst(s_win_awburst),
        .axi_wvalid(s_win_wvalid),
        .axi_wready(s_win_wready),
        .axi_wdata(s_win_wdata),
        .axi_wstrb(s_win_wstrb),
        .axi_wlast(s_win_wlast),
        .axi_bvalid(s_win_bvalid),
        .axi_bready(s_win_bready),
        .axi_bid(s_win_bid),
        .axi_bresp(s_win_bresp),
        .axi_arvalid(s_win_arvalid),
        .axi_arready(s_win_arready),
        .axi_arid(s_win_arid),
        .axi_araddr(s_win_araddr),
        .axi_arlen(s_win_arlen),
        .axi_arsize(s_win_arsize),
        .axi_arburst(s_win_arburst),
        .axi_rvalid(s_win_rvalid),
        .axi_rready(s_win_rready),
        .axi_rid(s_win_rid),
        .axi_rdata(s_win_rdata),
        .axi_rresp(s_win_rresp),
        .axi_rlast(s_win_rlast),
        .axi_awuser(1'b0), .axi_awlock(1'b0), .axi_awcache(4'd0), .axi_awprot(3'd0), .axi_awqos(4'd0),
        .axi_aruser(1'b0), .axi_arlock(1'b0), .axi_arcache(4'd0), .axi_arprot(3'd0), .axi_arqos(4'd0)
    );

    initial begin
        `TN_DECLARE(3, 0, "exa_axi");
        `TN_NAME("exa_source", 0, "s_exa");
        `TN_DECLARE(1, 0, "m_exa");
        `TN_NAME("exa_monitor", 0, "s_exa");
        `TN_NAME("exa_monitor", 1, "m_exa");
        `TN_DECLARE(16, 0, "cpu");
        `TN_DECLARE(16, 2, "win");
        `TN_DECLARE(17, 1, "mem");
        `TN_DECLARE(18, 0, "cpu");
        `TN_DECLARE(18, 1, "mem");
        `TN_DECLARE(18, 2, "win");
        `TN_PARAM("AXI_ID_W", AXI_ID_W);
        `TN_PARAM("REQ_LOG2", REQ_LOG2);
    end
endmodule

`default_nettype wire
