// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Bench of ExaNet's RDMA receiver: the wrapper dut_exa_rdma_rx in the bench of exa_ni_tb.vh, and
// host memory "mem" behind its master port, with a monitor. Cause c is a reject of port c.

`timescale 1ns / 1ps
`default_nettype none
`include "tn_sim.vh"
`define EXA_NI_DONE 25
`define EXA_NI_OBS_W 32

module exa_rdma_rx_tb #(
    parameter integer AXI_ID_W = 4,
    parameter integer HOLD     = 1,
    parameter integer WAY_LOG2 = 4,
    parameter integer DUP_N    = 64
`ifdef VERILATOR
) (
    `TN_BENCH_PORTS
);
`else
) ();
    `TN_BENCH_NETS
`endif

`include "exa_ni_tb.vh"

    wire          m_axi_awvalid;
    wire          m_axi_awready;
    wire [2:0]    m_axi_awid;
    wire [41:0]   m_axi_awaddr;
    wire [7:0]    m_axi_awlen;
    wire [2:0]    m_axi_awsize;
    wire [1:0]    m_axi_awburst;
    wire          m_axi_wvalid;
    wire          m_axi_wready;
    wire [127:0]  m_axi_wdata;
    wire [15:0]   m_axi_wstrb;
    wire          m_axi_wlast;
    wire          m_axi_bvalid;
    wire          m_axi_bready;
    wire [2:0]    m_axi_bid;
    wire [1:0]    m_axi_bresp;

    dut_exa_rdma_rx #(.AXI_ID_W(AXI_ID_W), .HOLD(HOLD), .WAY_LOG2(WAY_LOG2), .DUP_N(DUP_N)) u_dut (
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

    tn_bfm_exa_drop #(.PORT_N(16), .BASE(5'd16)) u_mon_rx_more (
        .clk(clk), .rst(rst), .cycle(cycle), .valid(obs_rx[31:16]), .cause(64'hfedc_ba98_7654_3210),
        .done(done[24])
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
        .s_axi_awuser(1'b0), .s_axi_awlock(1'b0), .s_axi_awcache(4'd0), .s_axi_awprot(3'd0),
        .s_axi_awqos(4'd0), .s_axi_arvalid(1'b0), .s_axi_arready(), .s_axi_araddr(42'd0),
        .s_axi_arid(3'd0), .s_axi_aruser(1'b0), .s_axi_arlen(8'd0), .s_axi_arsize(3'd0),
        .s_axi_arburst(2'd0), .s_axi_arlock(1'b0), .s_axi_arcache(4'd0), .s_axi_arprot(3'd0),
        .s_axi_arqos(4'd0), .s_axi_rvalid(), .s_axi_rready(1'b0), .s_axi_rdata(), .s_axi_rid(),
        .s_axi_rresp(), .s_axi_rlast()
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
        .axi_awuser(1'b0), .axi_awlock(1'b0), .axi_awcache(4'd0), .axi_awprot(3'd0),
        .axi_awqos(4'd0), .axi_arvalid(1'b0), .axi_arready(1'b0), .axi_araddr(42'd0),
        .axi_arid(3'd0), .axi_aruser(1'b0), .axi_arlen(8'd0), .axi_arsize(3'd0),
        .axi_arburst(2'd0), .axi_arlock(1'b0), .axi_arcache(4'd0), .axi_arprot(3'd0),
        .axi_arqos(4'd0), .axi_rvalid(1'b0), .axi_rready(1'b0), .axi_rdata(128'd0),
        .axi_rid(3'd0), .axi_rresp(2'd0), .axi_rlast(1'b0)
    );

    initial begin
        `TN_DECLARE(3, 0, "exa_rdma_rx");
        `TN_NAME("exa_source", 0, "s_exa");
        `TN_DECLARE(1, 0, "m_exa");
        `TN_NAME("exa_monitor", 0, "s_exa");
        `TN_NAME("exa_monitor", 1, "m_exa");
        `TN_DECLARE(16, 0, "cpu");
        `TN_DECLARE(17, 1, "mem");
        `TN_DECLARE(18, 0, "cpu");
        `TN_DECLARE(18, 1, "mem");
        `TN_PARAM("AXI_ID_W", AXI_ID_W);
        `TN_PARAM("HOLD", HOLD);
        `TN_PARAM("WAY_LOG2", WAY_LOG2);
        `TN_PARAM("DUP_N", DUP_N);
    end
endmodule

`default_nettype wire
