// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Passive monitor of an AXI4 port, of a master or a slave: shows C the beats, which C judges by the rules AXI-*.

`timescale 1ns / 1ps
`default_nettype none

module tn_bfm_axi_monitor #(
    parameter integer ID     = 0,  // index among the bench's AXI monitors, 0 to 7
    parameter integer ID_W   = 8,  // 1 to 16
    parameter integer ADDR_W = 48, // 12 to 64
    parameter integer USER_W = 16  // 1 to 16
) (
    input  wire              clk,
    input  wire              rst,
    input  wire [63:0]       cycle,
    input  wire              axi_awvalid,
    input  wire              axi_awready,
    input  wire [ADDR_W-1:0] axi_awaddr,
    input  wire [ID_W-1:0]   axi_awid,
    input  wire [USER_W-1:0] axi_awuser,
    input  wire [7:0]        axi_awlen,
    input  wire [2:0]        axi_awsize,
    input  wire [1:0]        axi_awburst,
    input  wire              axi_awlock,
    input  wire [3:0]        axi_awcache,
    input  wire [2:0]        axi_awprot,
    input  wire [3:0]        axi_awqos,
    input  wire              axi_wvalid,
    input  wire              axi_wready,
    input  wire [127:0]      axi_wdata,
    input  wire [15:0]       axi_wstrb,
    input  wire              axi_wlast,
    input  wire              axi_bvalid,
    input  wire              axi_bready,
    input  wire [ID_W-1:0]   axi_bid,
    input  wire [1:0]        axi_bresp,
    input  wire              axi_arvalid,
    input  wire              axi_arready,
    input  wire [ADDR_W-1:0] axi_araddr,
    input  wire [ID_W-1:0]   axi_arid,
    input  wire [USER_W-1:0] axi_aruser,
    input  wire [7:0]        axi_arlen,
    input  wire [2:0]        axi_arsize,
    input  wire [1:0]        axi_arburst,
    input  wire              axi_arlock,
    input  wire [3:0]        axi_arcache,
    input  wire [2:0]        axi_arprot,
    input  wire [3:0]        axi_arqos,
    input  wire              axi_rvalid,
    input  wire              axi_rready,
    input  wire [127:0]      axi_rdata,
    input  wire [ID_W-1:0]   axi_rid,
    input  wire [1:0]        axi_rresp,
    input  wire              axi_rlast,
    output wire [4:0]        done // each toggles when C has beats to judge
);
    wire [63:0] aw_addr = axi_awaddr;
    wire [15:0] aw_id   = axi_awid;
    wire [15:0] aw_user = axi_awuser;
    wire [31:0] aw_rest = {7'd0, axi_awqos, axi_awprot, axi_awcache, axi_awlock,
                           axi_awburst, axi_awsize, axi_awlen};
    wire [159:0] aw_beat = {32'd0, aw_rest, aw_user, aw_id, aw_addr};
    tn_bfm_axi_watch #(.UNIT(8*ID + 0)) u_aw (
        .clk(clk), .rst(rst), .cycle(cycle), .valid(axi_awvalid), .ready(axi_awready),
        .beat(aw_beat), .done(done[0])
    );

    wire [159:0] w_beat = {15'd0, axi_wlast, axi_wstrb, axi_wdata};
    tn_bfm_axi_watch #(.UNIT(8*ID + 1)) u_w (
        .clk(clk), .rst(rst), .cycle(cycle), .valid(axi_wvalid), .ready(axi_wready),
        .beat(w_beat), .done(done[1])
    );

    wire [15:0]  b_id   = axi_bid;
    wire [159:0] b_beat = {14'd0, axi_bresp, b_id, 128'd0};
    tn_bfm_axi_watch #(.UNIT(8*ID + 2)) u_b (
        .clk(clk), .rst(rst), .cycle(cycle), .valid(axi_bvalid), .ready(axi_bready),
        .beat(b_beat), .done(done[2])
    );

    wire [63:0] ar_addr = axi_araddr;
    wire [15:0] ar_id   = axi_arid;
    wire [15:0] ar_user = axi_aruser;
    wire [31:0] ar_rest = {7'd0, axi_arqos, axi_arprot, axi_arcache, axi_arlock,
                           axi_arburst, axi_arsize, axi_arlen};
    wire [159:0] ar_beat = {32'd0, ar_rest, ar_user, ar_id, ar_addr};
    tn_bfm_axi_watch #(.UNIT(8*ID + 3)) u_ar (
        .clk(clk), .rst(rst), .cycle(cycle), .valid(axi_arvalid), .ready(axi_arready),
        .beat(ar_beat), .done(done[3])
    );

    wire [15:0]  r_id   = axi_rid;
    wire [159:0] r_beat = {13'd0, axi_rlast, axi_rresp, r_id, axi_rdata};
    tn_bfm_axi_watch #(.UNIT(8*ID + 4)) u_r (
        .clk(clk), .rst(rst), .cycle(cycle), .valid(axi_rvalid), .ready(axi_rready),
        .beat(r_beat), .done(done[4])
    );
endmodule

`default_nettype wire
