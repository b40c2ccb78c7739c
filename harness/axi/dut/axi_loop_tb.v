// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Bench of the AXI modules themselves: master "cpu", the wrapper dut_axi_loop, and slave
// "mem" with a host memory; a monitor on both sides.
//
// The bench's own register 0 makes the monitor of "cpu" see what nobody does, a bit each:
// 0 AWVALID falls, 1 WDATA changes, 2 RLAST inverted, 3 BID another, 4 ARVALID in reset,
// 5 RVALID unknown (Icarus), 6 ARADDR unknown (Icarus).

`timescale 1ns / 1ps
`default_nettype none
`include "tn_sim.vh"

module axi_loop_tb #(
    parameter integer ID_W   = 8,
    parameter integer ADDR_W = 48,
    parameter integer USER_W = 16
`ifdef VERILATOR
) (
    `TN_BENCH_PORTS
);
`else
) ();
    `TN_BENCH_NETS
`endif

    wire [19:0]  done;
    reg  [6:0]   meddle;
    reg          odd;

    `TN_BENCH_CLOCK(20)

    wire a_awvalid, a_awready, a_awlock, a_wvalid, a_wready, a_wlast, a_bvalid, a_bready,
         a_arvalid, a_arready, a_arlock, a_rvalid, a_rready, a_rlast;
    wire [ADDR_W-1:0] a_awaddr, a_araddr;
    wire [ID_W-1:0] a_awid, a_bid, a_arid, a_rid;
    wire [USER_W-1:0] a_awuser, a_aruser;
    wire [7:0] a_awlen, a_arlen;
    wire [2:0] a_awsize, a_awprot, a_arsize, a_arprot;
    wire [1:0] a_awburst, a_bresp, a_arburst, a_rresp;
    wire [3:0] a_awcache, a_awqos, a_arcache, a_arqos;
    wire [127:0] a_wdata, a_rdata;
    wire [15:0] a_wstrb;
    wire b_awvalid, b_awready, b_awlock, b_wvalid, b_wready, b_wlast, b_bvalid, b_bready,
         b_arvalid, b_arready, b_arlock, b_rvalid, b_rready, b_rlast;
    wire [ADDR_W-1:0] b_awaddr, b_araddr;
    wire [ID_W-1:0] b_awid, b_bid, b_arid, b_rid;
    wire [USER_W-1:0] b_awuser, b_aruser;
    wire [7:0] b_awlen, b_arlen;
    wire [2:0] b_awsize, b_awprot, b_arsize, b_arprot;
    wire [1:0] b_awburst, b_bresp, b_arburst, b_rresp;
    wire [3:0] b_awcache, b_awqos, b_arcache, b_arqos;
    wire [127:0] b_wdata, b_rdata;
    wire [15:0] b_wstrb;

    initial begin
        meddle = 7'd0;
        odd    = 1'b0;
    end

    always @(posedge clk) begin
        odd <= !odd;
        if (cmd[0] && cmd_addr == 32'd0) meddle <= cmd_wdata[6:0];
    end

    tn_bfm_axi_master #(.ID(0), .ID_W(ID_W), .ADDR_W(ADDR_W), .USER_W(USER_W)) u_master (
        .clk(clk), .rst(rst), .cycle(cycle), .wake(wake[56]), .done(done[4:0]),
        .m_axi_awvalid(a_awvalid), .m_axi_awready(a_awready), .m_axi_awaddr(a_awaddr),
        .m_axi_awid(a_awid), .m_axi_awuser(a_awuser), .m_axi_awlen(a_awlen),
        .m_axi_awsize(a_awsize), .m_axi_awburst(a_awburst), .m_axi_awlock(a_awlock),
        .m_axi_awcache(a_awcache), .m_axi_awprot(a_awprot), .m_axi_awqos(a_awqos),
        .m_axi_wvalid(a_wvalid), .m_axi_wready(a_wready), .m_axi_wdata(a_wdata),
        .m_axi_wstrb(a_wstrb), .m_axi_wlast(a_wlast), .m_axi_bvalid(a_bvalid),
        .m_axi_bready(a_bready), .m_axi_bid(a_bid), .m_axi_bresp(a_bresp),
        .m_axi_arvalid(a_arvalid), .m_axi_arready(a_arready), .m_axi_araddr(a_araddr),
        .m_axi_arid(a_arid), .m_axi_aruser(a_aruser), .m_axi_arlen(a_arlen),
        .m_axi_arsize(a_arsize), .m_axi_arburst(a_arburst), .m_axi_arlock(a_arlock),
        .m_axi_arcache(a_arcache), .m_axi_arprot(a_arprot), .m_axi_arqos(a_arqos),
        .m_axi_rvalid(a_rvalid), .m_axi_rready(a_rready), .m_axi_rdata(a_rdata),
        .m_axi_rid(a_rid), .m_axi_rresp(a_rresp), .m_axi_rlast(a_rlast)
    );
    tn_bfm_axi_monitor #(.ID(0), .ID_W(ID_W), .ADDR_W(ADDR_W), .USER_W(USER_W)) u_mon_a (
        .clk(clk), .rst(rst), .cycle(cycle), .done(done[9:5]),
        .axi_awvalid(a_awvalid && !(meddle[0] && odd && !a_awready)), .axi_awready(a_awready),
        .axi_awaddr(a_awaddr), .axi_awid(a_awid), .axi_awuser(a_awuser), .axi_awlen(a_awlen),
        .axi_awsize(a_awsize), .axi_awburst(a_awburst), .axi_awlock(a_awlock),
        .axi_awcache(a_awcache), .axi_awprot(a_awprot), .axi_awqos(a_awqos),
        .axi_wvalid(a_wvalid), .axi_wready(a_wready),
        .axi_wdata(a_wdata ^ {127'd0, meddle[1] && odd}), .axi_wstrb(a_wstrb),
        .axi_wlast(a_wlast), .axi_bvalid(a_bvalid), .axi_bready(a_bready),
        .axi_bid(a_bid ^ {{ID_W-1{1'b0}}, meddle[3]}), .axi_bresp(a_bresp),
        .axi_arvalid(a_arvalid || meddle[4]), .axi_arready(a_arready),
        .axi_araddr(meddle[6] ? {ADDR_W{1'bx}} : a_araddr), .axi_arid(a_arid),
        .axi_aruser(a_aruser), .axi_arlen(a_arlen), .axi_arsize(a_arsize),
        .axi_arburst(a_arburst), .axi_arlock(a_arlock), .axi_arcache(a_arcache),
        .axi_arprot(a_arprot), .axi_arqos(a_arqos), .axi_rvalid(meddle[5] ? 1'bx : a_rvalid),
        .axi_rready(a_rready), .axi_rdata(a_rdata), .axi_rid(a_rid), .axi_rresp(a_rresp),
        .axi_rlast(a_rlast ^ meddle[2])
    );

    dut_axi_loop #(.ID_W(ID_W), .ADDR_W(ADDR_W), .USER_W(USER_W)) u_dut (
        .clk(clk), .rst(rst),
        .s_axi_awvalid(a_awvalid), .s_axi_awready(a_awready), .s_axi_awaddr(a_awaddr),
        .s_axi_awid(a_awid), .s_axi_awuser(a_awuser), .s_axi_awlen(a_awlen),
        .s_axi_awsize(a_awsize), .s_axi_awburst(a_awburst), .s_axi_awlock(a_awlock),
        .s_axi_awcache(a_awcache), .s_axi_awprot(a_awprot), .s_axi_awqos(a_awqos),
        .s_axi_wvalid(a_wvalid), .s_axi_wready(a_wready), .s_axi_wdata(a_wdata),
        .s_axi_wstrb(a_wstrb), .s_axi_wlast(a_wlast), .s_axi_bvalid(a_bvalid),
        .s_axi_bready(a_bready), .s_axi_bid(a_bid), .s_axi_bresp(a_bresp),
        .s_axi_arvalid(a_arvalid), .s_axi_arready(a_arready), .s_axi_araddr(a_araddr),
        .s_axi_arid(a_arid), .s_axi_aruser(a_aruser), .s_axi_arlen(a_arlen),
        .s_axi_arsize(a_arsize), .s_axi_arburst(a_arburst), .s_axi_arlock(a_arlock),
        .s_axi_arcache(a_arcache), .s_axi_arprot(a_arprot), .s_axi_arqos(a_arqos),
        .s_axi_rvalid(a_rvalid), .s_axi_rready(a_rready), .s_axi_rdata(a_rdata),
        .s_axi_rid(a_rid), .s_axi_rresp(a_rresp), .s_axi_rlast(a_rlast),
        .m_axi_awvalid(b_awvalid), .m_axi_awready(b_awready), .m_axi_awaddr(b_awaddr),
        .m_axi_awid(b_awid), .m_axi_awuser(b_awuser), .m_axi_awlen(b_awlen),
        .m_axi_awsize(b_awsize), .m_axi_awburst(b_awburst), .m_axi_awlock(b_awlock),
        .m_axi_awcache(b_awcache), .m_axi_awprot(b_awprot), .m_axi_awqos(b_awqos),
        .m_axi_wvalid(b_wvalid), .m_axi_wready(b_wready), .m_axi_wdata(b_wdata),
        .m_axi_wstrb(b_wstrb), .m_axi_wlast(b_wlast), .m_axi_bvalid(b_bvalid),
        .m_axi_bready(b_bready), .m_axi_bid(b_bid), .m_axi_bresp(b_bresp),
        .m_axi_arvalid(b_arvalid), .m_axi_arready(b_arready), .m_axi_araddr(b_araddr),
        .m_axi_arid(b_arid), .m_axi_aruser(b_aruser), .m_axi_arlen(b_arlen),
        .m_axi_arsize(b_arsize), .m_axi_arburst(b_arburst), .m_axi_arlock(b_arlock),
        .m_axi_arcache(b_arcache), .m_axi_arprot(b_arprot), .m_axi_arqos(b_arqos),
        .m_axi_rvalid(b_rvalid), .m_axi_rready(b_rready), .m_axi_rdata(b_rdata),
        .m_axi_rid(b_rid), .m_axi_rresp(b_rresp), .m_axi_rlast(b_rlast)
    );

    tn_bfm_axi_monitor #(.ID(1), .ID_W(ID_W), .ADDR_W(ADDR_W), .USER_W(USER_W)) u_mon_b (
        .clk(clk), .rst(rst), .cycle(cycle), .done(done[14:10]),
        .axi_awvalid(b_awvalid), .axi_awready(b_awready), .axi_awaddr(b_awaddr),
        .axi_awid(b_awid), .axi_awuser(b_awuser), .axi_awlen(b_awlen), .axi_awsize(b_awsize),
        .axi_awburst(b_awburst), .axi_awlock(b_awlock), .axi_awcache(b_awcache),
        .axi_awprot(b_awprot), .axi_awqos(b_awqos), .axi_wvalid(b_wvalid), .axi_wready(b_wready),
        .axi_wdata(b_wdata), .axi_wstrb(b_wstrb), .axi_wlast(b_wlast), .axi_bvalid(b_bvalid),
        .axi_bready(b_bready), .axi_bid(b_bid), .axi_bresp(b_bresp), .axi_arvalid(b_arvalid),
        .axi_arready(b_arready), .axi_araddr(b_araddr), .axi_arid(b_arid), .axi_aruser(b_aruser),
        .axi_arlen(b_arlen), .axi_arsize(b_arsize), .axi_arburst(b_arburst),
        .axi_arlock(b_arlock), .axi_arcache(b_arcache), .axi_arprot(b_arprot),
        .axi_arqos(b_arqos), .axi_rvalid(b_rvalid), .axi_rready(b_rready), .axi_rdata(b_rdata),
        .axi_rid(b_rid), .axi_rresp(b_rresp), .axi_rlast(b_rlast)
    );
    tn_bfm_axi_slave #(.ID(1), .ID_W(ID_W), .ADDR_W(ADDR_W), .USER_W(USER_W)) u_slave (
        .clk(clk), .rst(rst), .cycle(cycle), .wake(wake[57]), .done(done[19:15]),
        .s_axi_awvalid(b_awvalid), .s_axi_awready(b_awready), .s_axi_awaddr(b_awaddr),
        .s_axi_awid(b_awid), .s_axi_awuser(b_awuser), .s_axi_awlen(b_awlen),
        .s_axi_awsize(b_awsize), .s_axi_awburst(b_awburst), .s_axi_awlock(b_awlock),
        .s_axi_awcache(b_awcache), .s_axi_awprot(b_awprot), .s_axi_awqos(b_awqos),
        .s_axi_wvalid(b_wvalid), .s_axi_wready(b_wready), .s_axi_wdata(b_wdata),
        .s_axi_wstrb(b_wstrb), .s_axi_wlast(b_wlast), .s_axi_bvalid(b_bvalid),
        .s_axi_bready(b_bready), .s_axi_bid(b_bid), .s_axi_bresp(b_bresp),
        .s_axi_arvalid(b_arvalid), .s_axi_arready(b_arready), .s_axi_araddr(b_araddr),
        .s_axi_arid(b_arid), .s_axi_aruser(b_aruser), .s_axi_arlen(b_arlen),
        .s_axi_arsize(b_arsize), .s_axi_arburst(b_arburst), .s_axi_arlock(b_arlock),
        .s_axi_arcache(b_arcache), .s_axi_arprot(b_arprot), .s_axi_arqos(b_arqos),
        .s_axi_rvalid(b_rvalid), .s_axi_rready(b_rready), .s_axi_rdata(b_rdata),
        .s_axi_rid(b_rid), .s_axi_rresp(b_rresp), .s_axi_rlast(b_rlast)
    );

    initial begin
        `TN_DECLARE(3, 0, "axi_loop");
        `TN_DECLARE(16, 0, "cpu");
        `TN_DECLARE(17, 1, "mem");
        `TN_DECLARE(18, 0, "cpu");
        `TN_DECLARE(18, 1, "mem");
        `TN_PARAM("ID_W", ID_W);
        `TN_PARAM("ADDR_W", ADDR_W);
        `TN_PARAM("USER_W", USER_W);
    end
endmodule

`default_nettype wire
