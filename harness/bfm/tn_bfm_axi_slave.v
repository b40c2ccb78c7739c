// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// AXI4 slave: connects the five channels of a bench's port to the slave and its memory in harness/bfm/axi_slave.c.

`timescale 1ns / 1ps
`default_nettype none

module tn_bfm_axi_slave #(
    parameter integer ID     = 0,  // index among the bench's AXI ports, 0 to 7
    parameter integer ID_W   = 8,  // 1 to 16
    parameter integer ADDR_W = 48, // 12 to 64
    parameter integer USER_W = 16  // 1 to 16
) (
    input  wire              clk,
    input  wire              rst,
    input  wire [63:0]       cycle,
    input  wire              wake, // toggles when C has new beats or settings
    input  wire              s_axi_awvalid,
    output wire              s_axi_awready,
    input  wire [ADDR_W-1:0] s_axi_awaddr,
    input  wire [ID_W-1:0]   s_axi_awid,
    input  wire [USER_W-1:0] s_axi_awuser,
    input  wire [7:0]        s_axi_awlen,
    input  wire [2:0]        s_axi_awsize,
    input  wire [1:0]        s_axi_awburst,
    input  wire              s_axi_awlock,
    input  wire [3:0]        s_axi_awcache,
    input  wire [2:0]        s_axi_awprot,
    input  wire [3:0]        s_axi_awqos,
    input  wire              s_axi_wvalid,
    output wire              s_axi_wready,
    input  wire [127:0]      s_axi_wdata,
    input  wire [15:0]       s_axi_wstrb,
    input  wire              s_axi_wlast,
    output wire              s_axi_bvalid,
    input  wire              s_axi_bready,
    output wire [ID_W-1:0]   s_axi_bid,
    output wire [1:0]        s_axi_bresp,
    input  wire              s_axi_arvalid,
    output wire              s_axi_arready,
    input  wire [ADDR_W-1:0] s_axi_araddr,
    input  wire [ID_W-1:0]   s_axi_arid,
    input  wire [USER_W-1:0] s_axi_aruser,
    input  wire [7:0]        s_axi_arlen,
    input  wire [2:0]        s_axi_arsize,
    input  wire [1:0]        s_axi_arburst,
    input  wire              s_axi_arlock,
    input  wire [3:0]        s_axi_arcache,
    input  wire [2:0]        s_axi_arprot,
    input  wire [3:0]        s_axi_arqos,
    output wire              s_axi_rvalid,
    input  wire              s_axi_rready,
    output wire [127:0]      s_axi_rdata,
    output wire [ID_W-1:0]   s_axi_rid,
    output wire [1:0]        s_axi_rresp,
    output wire              s_axi_rlast,
    output wire [4:0]        done  // each toggles when C has work to do
);
    wire [63:0] aw_addr = s_axi_awaddr;
    wire [15:0] aw_id   = s_axi_awid;
    wire [15:0] aw_user = s_axi_awuser;
    wire [31:0] aw_rest = {7'd0, s_axi_awqos, s_axi_awprot, s_axi_awcache, s_axi_awlock,
                           s_axi_awburst, s_axi_awsize, s_axi_awlen};
    wire [159:0] aw_beat = {32'd0, aw_rest, aw_user, aw_id, aw_addr};
    tn_bfm_axi_take #(.UNIT(8*ID + 0)) u_aw (
        .clk(clk), .rst(rst), .cycle(cycle), .wake(wake), .valid(s_axi_awvalid),
        .beat(aw_beat), .ready(s_axi_awready), .done(done[0])
    );

    wire [159:0] w_beat = {15'd0, s_axi_wlast, s_axi_wstrb, s_axi_wdata};
    tn_bfm_axi_take #(.UNIT(8*ID + 1)) u_w (
        .clk(clk), .rst(rst), .cycle(cycle), .wake(wake), .valid(s_axi_wvalid),
        .beat(w_beat), .ready(s_axi_wready), .done(done[1])
    );

    wire [159:0] b_beat;
    tn_bfm_axi_send #(.UNIT(8*ID + 2)) u_b (
        .clk(clk), .rst(rst), .cycle(cycle), .wake(wake), .valid(s_axi_bvalid),
        .beat(b_beat), .ready(s_axi_bready), .done(done[2])
    );
    assign s_axi_bid    = b_beat[128 +: ID_W];
    assign s_axi_bresp  = b_beat[145:144];

    wire [63:0] ar_addr = s_axi_araddr;
    wire [15:0] ar_id   = s_axi_arid;
    wire [15:0] ar_user = s_axi_aruser;
    wire [31:0] ar_rest = {7'd0, s_axi_arqos, s_axi_arprot, s_axi_arcache, s_axi_arlock,
                           s_axi_arburst, s_axi_arsize, s_axi_arlen};
    wire [159:0] ar_beat = {32'd0, ar_rest, ar_user, ar_id, ar_addr};
    tn_bfm_axi_take #(.UNIT(8*ID + 3)) u_ar (
        .clk(clk), .rst(rst), .cycle(cycle), .wake(wake), .valid(s_axi_arvalid),
        .beat(ar_beat), .ready(s_axi_arready), .done(done[3])
    );

    wire [159:0] r_beat;
    tn_bfm_axi_send #(.UNIT(8*ID + 4)) u_r (
        .clk(clk), .rst(rst), .cycle(cycle), .wake(wake), .valid(s_axi_rvalid),
        .beat(r_beat), .ready(s_axi_rready), .done(done[4])
    );
    assign s_axi_rdata  = r_beat[127:0];
    assign s_axi_rid    = r_beat[128 +: ID_W];
    assign s_axi_rresp  = r_beat[145:144];
    assign s_axi_rlast  = r_beat[146];
endmodule

`default_nettype wire
