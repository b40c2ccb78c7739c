// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// AXI4 master: connects the five channels of a bench's port to harness/bfm/axi_master.c.

`timescale 1ns / 1ps
`default_nettype none

module tn_bfm_axi_master #(
    parameter integer ID     = 0,  // index among the bench's AXI ports, 0 to 7
    parameter integer ID_W   = 8,  // 1 to 16
    parameter integer ADDR_W = 48, // 12 to 64
    parameter integer USER_W = 16  // 1 to 16
) (
    input  wire              clk,
    input  wire              rst,
    input  wire [63:0]       cycle,
    input  wire              wake, // toggles when C has new beats or settings
    output wire              m_axi_awvalid,
    input  wire              m_axi_awready,
    output wire [ADDR_W-1:0] m_axi_awaddr,
    output wire [ID_W-1:0]   m_axi_awid,
    output wire [USER_W-1:0] m_axi_awuser,
    output wire [7:0]        m_axi_awlen,
    output wire [2:0]        m_axi_awsize,
    output wire [1:0]        m_axi_awburst,
    output wire              m_axi_awlock,
    output wire [3:0]        m_axi_awcache,
    output wire [2:0]        m_axi_awprot,
    output wire [3:0]        m_axi_awqos,
    output wire              m_axi_wvalid,
    input  wire              m_axi_wready,
    output wire [127:0]      m_axi_wdata,
    output wire [15:0]       m_axi_wstrb,
    output wire              m_axi_wlast,
    input  wire              m_axi_bvalid,
    output wire              m_axi_bready,
    input  wire [ID_W-1:0]   m_axi_bid,
    input  wire [1:0]        m_axi_bresp,
    output wire              m_axi_arvalid,
    input  wire              m_axi_arready,
    output wire [ADDR_W-1:0] m_axi_araddr,
    output wire [ID_W-1:0]   m_axi_arid,
    output wire [USER_W-1:0] m_axi_aruser,
    output wire [7:0]        m_axi_arlen,
    output wire [2:0]        m_axi_arsize,
    output wire [1:0]        m_axi_arburst,
    output wire              m_axi_arlock,
    output wire [3:0]        m_axi_arcache,
    output wire [2:0]        m_axi_arprot,
    output wire [3:0]        m_axi_arqos,
    input  wire              m_axi_rvalid,
    output wire              m_axi_rready,
    input  wire [127:0]      m_axi_rdata,
    input  wire [ID_W-1:0]   m_axi_rid,
    input  wire [1:0]        m_axi_rresp,
    input  wire              m_axi_rlast,
    output wire [4:0]        done  // each toggles when C has work to do
);
    wire [159:0] aw_beat;
    tn_bfm_axi_send #(.UNIT(8*ID + 0)) u_aw (
        .clk(clk), .rst(rst), .cycle(cycle), .wake(wake), .valid(m_axi_awvalid),
        .beat(aw_beat), .ready(m_axi_awready), .done(done[0])
    );
    assign m_axi_awaddr  = aw_beat[ADDR_W-1:0];
    assign m_axi_awid    = aw_beat[64 +: ID_W];
    assign m_axi_awuser  = aw_beat[80 +: USER_W];
    assign m_axi_awlen   = aw_beat[103:96];
    assign m_axi_awsize  = aw_beat[106:104];
    assign m_axi_awburst = aw_beat[108:107];
    assign m_axi_awlock  = aw_beat[109];
    assign m_axi_awcache = aw_beat[113:110];
    assign m_axi_awprot  = aw_beat[116:114];
    assign m_axi_awqos   = aw_beat[120:117];

    wire [159:0] w_beat;
    tn_bfm_axi_send #(.UNIT(8*ID + 1)) u_w (
        .clk(clk), .rst(rst), .cycle(cycle), .wake(wake), .valid(m_axi_wvalid),
        .beat(w_beat), .ready(m_axi_wready), .done(done[1])
    );
    assign m_axi_wdata  = w_beat[127:0];
    assign m_axi_wstrb  = w_beat[143:128];
    assign m_axi_wlast  = w_beat[144];

    wire [15:0]  b_id   = m_axi_bid;
    wire [159:0] b_beat = {14'd0, m_axi_bresp, b_id, 128'd0};
    tn_bfm_axi_take #(.UNIT(8*ID + 2)) u_b (
        .clk(clk), .rst(rst), .cycle(cycle), .wake(wake), .valid(m_axi_bvalid),
        .beat(b_beat), .ready(m_axi_bready), .done(done[2])
    );

    wire [159:0] ar_beat;
    tn_bfm_axi_send #(.UNIT(8*ID + 3)) u_ar (
        .clk(clk), .rst(rst), .cycle(cycle), .wake(wake), .valid(m_axi_arvalid),
        .beat(ar_beat), .ready(m_axi_arready), .done(done[3])
    );
    assign m_axi_araddr  = ar_beat[ADDR_W-1:0];
    assign m_axi_arid    = ar_beat[64 +: ID_W];
    assign m_axi_aruser  = ar_beat[80 +: USER_W];
    assign m_axi_arlen   = ar_beat[103:96];
    assign m_axi_arsize  = ar_beat[106:104];
    assign m_axi_arburst = ar_beat[108:107];
    assign m_axi_arlock  = ar_beat[109];
    assign m_axi_arcache = ar_beat[113:110];
    assign m_axi_arprot  = ar_beat[116:114];
    assign m_axi_arqos   = ar_beat[120:117];

    wire [15:0]  r_id   = m_axi_rid;
    wire [159:0] r_beat = {13'd0, m_axi_rlast, m_axi_rresp, r_id, m_axi_rdata};
    tn_bfm_axi_take #(.UNIT(8*ID + 4)) u_r (
        .clk(clk), .rst(rst), .cycle(cycle), .wake(wake), .valid(m_axi_rvalid),
        .beat(r_beat), .ready(m_axi_rready), .done(done[4])
    );
endmodule

`default_nettype wire
