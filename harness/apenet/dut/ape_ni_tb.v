// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Bench of APEnet's network interface: the wrapper dut_ape_ni with a host, "cpu" at its register port and "mem" behind its
// master; the pins of the local port and the interrupts are C's (<tn/apenet/ape_ni_bench.h>).
//
// The bench's register at 1000 is the node's coordinates.

`timescale 1ns / 1ps
`default_nettype none
`include "tn_sim.vh"

module ape_ni_tb #(
    parameter integer AXI_ID_W = 4,
    parameter integer ENGINE_N = 4,
    parameter integer PKT_LOG2 = 1,
    parameter integer BUF_LOG2 = 6,
    parameter integer TLB_LOG2 = 6,
    parameter integer MSG_LOG2 = 6,
    parameter integer GET_LOG2 = 4,
    parameter integer ACK_LOG2 = 4,
    parameter integer CUT      = 0
`ifdef VERILATOR
) (
    `TN_BENCH_PORTS
);
`else
) ();
    `TN_BENCH_NETS
`endif

    localparam [31:0] OWN_ADDR = 32'h1000;

    wire [20:0] done;

    `TN_BENCH_CLOCK(21)

    reg [15:0] own;
    initial own = 16'd0;
    always @(posedge clk)
        if (cmd[0] && cmd_addr == OWN_ADDR) own <= cmd_wdata[15:0];

    wire                irq_event;
    wire                irq_miss;
    wire                l_tx_valid;
    wire [127:0]        l_tx_data;
    wire                l_tx_head;
    wire                l_tx_last;
    wire [1:0]          l_rx_room;
    wire                s_axi_awvalid;
    wire                s_axi_awready;
    wire [AXI_ID_W-1:0] s_axi_awid;
    wire [19:0]         s_axi_awaddr;
    wire [7:0]          s_axi_awlen;
    wire [2:0]          s_axi_awsize;
    wire [1:0]          s_axi_awburst;
    wire                s_axi_wvalid;
    wire                s_axi_wready;
    wire [127:0]        s_axi_wdata;
    wire [15:0]         s_axi_wstrb;
    wire                s_axi_wlast;
    wire                s_axi_bvalid;
    wire                s_axi_bready;
    wire [AXI_ID_W-1:0] s_axi_bid;
    wire [1:0]          s_axi_bresp;
    wire                s_axi_arvalid;
    wire                s_axi_arready;
    wire [AXI_ID_W-1:0] s_axi_arid;
    wire [19:0]         s_axi_araddr;
    wire [7:0]          s_axi_arlen;
    wire [2:0]          s_axi_arsize;
    wire [1:0]          s_axi_arburst;
    wire                s_axi_rvalid;
    wire                s_axi_rready;
    wire [AXI_ID_W-1:0] s_axi_rid;
    wire [127:0]        s_axi_rdata;
    wire [1:0]          s_axi_rresp;
    wire                s_axi_rlast;
    wire                m_axi_awvalid;
    wire                m_axi_awready;
    wire [2:0]          m_axi_awid;
    wire [47:0]         m_axi_awaddr;
    wire [7:0]          m_axi_awlen;
    wire [2:0]          m_axi_awsize;
    wire [1:0]          m_axi_awburst;
    wire                m_axi_wvalid;
    wire                m_axi_wready;
    wire [127:0]        m_axi_wdata;
    wire [15:0]         m_axi_wstrb;
    wire                m_axi_wlast;
    wire                m_axi_bvalid;
    wire                m_axi_bready;
    wire [2:0]          m_axi_bid;
    wire [1:0]          m_axi_bresp;
    wire                m_axi_arvalid;
    wire                m_axi_arready;
    wire [2:0]          m_axi_arid;
    wire [47:0]         m_axi_araddr;
    wire [7:0]          m_axi_arlen;
    wire [2:0]          m_axi_arsize;
    wire [1:0]          m_axi_arburst;
    wire                m_axi_rvalid;
    wire                m_axi_rready;
    wire [2:0]          m_axi_rid;
    wire [127:0]        m_axi_rdata;
    wire [1:0]          m_axi_rresp;
    wire                m_axi_rlast;
    wire [1023:0]       play;

    // words as harness/apenet/session/ape_ni_bench.c has them
    tn_bfm_block u_pins (
        .clk(clk), .cycle(cycle), .play(play), .done(done[20]),
        .pins({
            31'd0, rst, // 15
            320'd0, // 14 to 5
            25'd0, irq_miss, irq_event, l_rx_room, l_tx_last, l_tx_head, l_tx_valid, // 4
            l_tx_data // 3 to 0
        })
    );

    tn_bfm_ape_host #(.PORT(0), .MEM_PORT(1), .AXI_ID_W(AXI_ID_W)) u_host (
        .clk(clk), .rst(rst), .cycle(cycle), .wake(wake[57:56]), .done(done[19:0]), .s_axi_awvalid(s_axi_awvalid),
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

    dut_ape_ni #(
        .AXI_ID_W(AXI_ID_W), .ENGINE_N(ENGINE_N), .PKT_LOG2(PKT_LOG2), .BUF_LOG2(BUF_LOG2), .TLB_LOG2(TLB_LOG2),
        .MSG_LOG2(MSG_LOG2), .GET_LOG2(GET_LOG2), .ACK_LOG2(ACK_LOG2), .CUT(CUT)
    ) u_dut (
        .clk(clk), .rst(rst), .own(own), .irq_event(irq_event), .irq_miss(irq_miss), .l_tx_valid(l_tx_valid),
        .l_tx_ready(play[132]), .l_tx_data(l_tx_data), .l_tx_head(l_tx_head), .l_tx_last(l_tx_last),
        .l_rx_valid(play[128]), .l_rx_data(play[127:0]), .l_rx_vc(play[129]), .l_rx_head(play[130]),
        .l_rx_last(play[131]), .l_rx_room(l_rx_room), .n_reg_wr(), .n_reg_rd(), .n_reg_addr(), .n_reg_wdata(),
        .n_reg_rdata(32'd0), .s_axi_awvalid(s_axi_awvalid), .s_axi_awready(s_axi_awready), .s_axi_awid(s_axi_awid),
        .s_axi_awaddr(s_axi_awaddr), .s_axi_awlen(s_axi_awlen), .s_axi_awsize(s_axi_awsize),
        .s_axi_awburst(s_axi_awburst), .s_axi_wvalid(s_axi_wvalid), .s_axi_wready(s_axi_wready),
        .s_axi_wdata(s_axi_wdata), .s_axi_wstrb(s_axi_wstrb), .s_axi_wlast(s_axi_wlast), .s_axi_bvalid(s_axi_bvalid),
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

    initial begin
        `TN_DECLARE(3, 0, "ape_ni");
        `TN_DECLARE(16, 0, "cpu");
        `TN_DECLARE(17, 1, "mem");
        `TN_DECLARE(18, 0, "cpu");
        `TN_DECLARE(18, 1, "mem");
        `TN_PARAM("AXI_ID_W", AXI_ID_W);
        `TN_PARAM("ENGINE_N", ENGINE_N);
        `TN_PARAM("PKT_LOG2", PKT_LOG2);
        `TN_PARAM("BUF_LOG2", BUF_LOG2);
        `TN_PARAM("TLB_LOG2", TLB_LOG2);
        `TN_PARAM("MSG_LOG2", MSG_LOG2);
        `TN_PARAM("GET_LOG2", GET_LOG2);
        `TN_PARAM("ACK_LOG2", ACK_LOG2);
        `TN_PARAM("CUT", CUT);
    end
endmodule

`default_nettype wire
