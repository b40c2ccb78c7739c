// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Two boards back to back: each gateway line of the one is that of the other.
//
// Parameters as in exa_node. Board 0's ports are in the lower half. All resets together empty
// it. Latency: that of the blocks. Paper section 3.2; contract: exa_qfdb.md.

`timescale 1ns / 1ps
`default_nettype none

module exa_two_qfdb #(
    parameter integer AXI_ID_W  = 4,   // bits of an AXI ID, 1 to 16
    parameter integer CHAN_N    = 64,  // channels of the packetizer, 2 to 64
    parameter integer MBOX_N    = 64,  // mailboxes, 1 to 64
    parameter integer SLOT_LOG2 = 3,   // log2 of the slots of each, 1 to 6
    parameter integer RSP_LOG2  = 10,  // log2 of the responses held, 2 to 12
    parameter integer READ_LOG2 = 6,   // log2 of the read requests held, 1 to 8
    parameter integer LINKS     = 1,   // lines between two FPGAs of a board each way, 1 or 2
    parameter integer DUP_N     = 512  // entries of a table of duplicates: all channels that may send here
) (
    input  wire                         clk,
    input  wire                         rst,
    // numbers of the boards
    input  wire [39:0]                  board,
    // clocks of the lines
    input  wire [7:0]                   link_clk,
    input  wire [7:0]                   link_rst,
    // AXI slaves, one an FPGA
    input  wire [7:0]                   s_axi_awvalid,
    output reg  [7:0]                   s_axi_awready,
    input  wire [8*AXI_ID_W-1:0]        s_axi_awid,
    input  wire [183:0]                 s_axi_awaddr,
    input  wire [63:0]                  s_axi_awlen,
    input  wire [23:0]                  s_axi_awsize,
    input  wire [15:0]                  s_axi_awburst,
    input  wire [7:0]                   s_axi_wvalid,
    output reg  [7:0]                   s_axi_wready,
    input  wire [1023:0]                s_axi_wdata,
    input  wire [127:0]                 s_axi_wstrb,
    input  wire [7:0]                   s_axi_wlast,
    output reg  [7:0]                   s_axi_bvalid,
    input  wire [7:0]                   s_axi_bready,
    output reg  [8*AXI_ID_W-1:0]        s_axi_bid,
    output reg  [15:0]                  s_axi_bresp,
    input  wire [7:0]                   s_axi_arvalid,
    output reg  [7:0]                   s_axi_arready,
    input  wire [8*AXI_ID_W-1:0]        s_axi_arid,
    input  wire [183:0]                 s_axi_araddr,
    input  wire [63:0]                  s_axi_arlen,
    input  wire [23:0]                  s_axi_arsize,
    input  wire [15:0]                  s_axi_arburst,
    output reg  [7:0]                   s_axi_rvalid,
    input  wire [7:0]                   s_axi_rready,
    output reg  [8*AXI_ID_W-1:0]        s_axi_rid,
    output reg  [1023:0]                s_axi_rdata,
    output reg  [15:0]                  s_axi_rresp,
    output reg  [7:0]                   s_axi_rlast,
    // packets in, from the free ports
    input  wire [23:0]                  s_exa_hdr_valid,
    output reg  [23:0]                  s_exa_hdr_ready,
    input  wire [23:0]                  s_exa_pld_valid,
    output reg  [23:0]                  s_exa_pld_ready,
    input  wire [23:0]                  s_exa_ftr_valid,
    output reg  [23:0]                  s_exa_ftr_ready,
    input  wire [3071:0]                s_exa_data,
    // packets out, to the free ports
    output reg  [23:0]                  m_exa_hdr_valid,
    input  wire [23:0]                  m_exa_hdr_ready,
    output reg  [23:0]                  m_exa_pld_valid,
    input  wire [23:0]                  m_exa_pld_ready,
    output reg  [23:0]                  m_exa_ftr_valid,
    input  wire [23:0]                  m_exa_ftr_ready,
    output reg  [3071:0]                m_exa_data,
    // interrupts
    output reg  [8*MBOX_N-1:0]          waiting,
    // registers
    input  wire [7:0]                   reg_rd,
    input  wire [127:0]                 reg_addr,
    output reg  [255:0]                 reg_rdata,
    // observation: network interfaces
    output reg  [383:0]                 obs_in_valid,
    output reg  [383:0]                 obs_in_ready,
    output reg  [16383:0]               obs_in_data,
    output reg  [383:0]                 obs_out_valid,
    output reg  [383:0]                 obs_out_ready,
    output reg  [16383:0]               obs_out_data
);

    // board b's gateway lines out
    wire [15:0]  gw_head;
    wire [511:0] gw_data;
    wire [7:0]   gw_slip;

    genvar b;
    generate
        for (b = 0; b < 2; b = b + 1) begin : g_board
            wire [3:0]              o_s_axi_awready;
            wire [3:0]              o_s_axi_wready;
            wire [3:0]              o_s_axi_bvalid;
            wire [4*AXI_ID_W-1:0]   o_s_axi_bid;
            wire [7:0]              o_s_axi_bresp;
            wire [3:0]              o_s_axi_arready;
            wire [3:0]              o_s_axi_rvalid;
            wire [4*AXI_ID_W-1:0]   o_s_axi_rid;
            wire [511:0]            o_s_axi_rdata;
            wire [7:0]              o_s_axi_rresp;
            wire [3:0]              o_s_axi_rlast;
            wire [11:0]             o_s_exa_hdr_ready;
            wire [11:0]             o_s_exa_pld_ready;
            wire [11:0]             o_s_exa_ftr_ready;
            wire [11:0]             o_m_exa_hdr_valid;
            wire [11:0]             o_m_exa_pld_valid;
            wire [11:0]             o_m_exa_ftr_valid;
            wire [1535:0]           o_m_exa_data;
            wire [4*MBOX_N-1:0]     o_waiting;
            wire [127:0]            o_reg_rdata;
            wire [191:0]            o_obs_in_valid;
            wire [191:0]            o_obs_in_ready;
            wire [8191:0]           o_obs_in_data;
            wire [191:0]            o_obs_out_valid;
            wire [191:0]            o_obs_out_ready;
            wire [8191:0]           o_obs_out_data;

            exa_qfdb #(
                .AXI_ID_W (AXI_ID_W),
                .CHAN_N   (CHAN_N),
                .MBOX_N   (MBOX_N),
                .SLOT_LOG2(SLOT_LOG2),
                .RSP_LOG2 (RSP_LOG2),
                .READ_LOG2(READ_LOG2),
                .LINKS    (LINKS),
                .DUP_N    (DUP_N)
            ) u_board (
                .clk            (clk),
                .rst            (rst),
                .board          (board[20*b+:20]),
                .link_clk       (link_clk[4*b+:4]),
                .link_rst       (link_rst[4*b+:4]),
                .gw_rx_clk      ({4{link_clk[4*(1-b)]}}),
                .gw_rx_rst      ({4{link_rst[4*(1-b)]}}),
                .gw_tx_head     (gw_head[8*b+:8]),
                .gw_tx_data     (gw_data[256*b+:256]),
                .gw_rx_head     (gw_head[8*(1-b)+:8]),
                .gw_rx_data     (gw_data[256*(1-b)+:256]),
                .gw_rx_slip     (gw_slip[4*b+:4]),
                .s_axi_awvalid  (s_axi_awvalid[4*b+:4]),
                .s_axi_awready  (o_s_axi_awready),
                .s_axi_awid     (s_axi_awid[4*AXI_ID_W*b+:4*AXI_ID_W]),
                .s_axi_awaddr   (s_axi_awaddr[92*b+:92]),
                .s_axi_awlen    (s_axi_awlen[32*b+:32]),
                .s_axi_awsize   (s_axi_awsize[12*b+:12]),
                .s_axi_awburst  (s_axi_awburst[8*b+:8]),
                .s_axi_wvalid   (s_axi_wvalid[4*b+:4]),
                .s_axi_wready   (o_s_axi_wready),
                .s_axi_wdata    (s_axi_wdata[512*b+:512]),
                .s_axi_wstrb    (s_axi_wstrb[64*b+:64]),
                .s_axi_wlast    (s_axi_wlast[4*b+:4]),
                .s_axi_bvalid   (o_s_axi_bvalid),
                .s_axi_bready   (s_axi_bready[4*b+:4]),
                .s_axi_bid      (o_s_axi_bid),
                .s_axi_bresp    (o_s_axi_bresp),
                .s_axi_arvalid  (s_axi_arvalid[4*b+:4]),
                .s_axi_arready  (o_s_axi_arready),
                .s_axi_arid     (s_axi_arid[4*AXI_ID_W*b+:4*AXI_ID_W]),
                .s_axi_araddr   (s_axi_araddr[92*b+:92]),
                .s_axi_arlen    (s_axi_arlen[32*b+:32]),
                .s_axi_arsize   (s_axi_arsize[12*b+:12]),
                .s_axi_arburst  (s_axi_arburst[8*b+:8]),
                .s_axi_rvalid   (o_s_axi_rvalid),
                .s_axi_rready   (s_axi_rready[4*b+:4]),
                .s_axi_rid      (o_s_axi_rid),
                .s_axi_rdata    (o_s_axi_rdata),
                .s_axi_rresp    (o_s_axi_rresp),
                .s_axi_rlast    (o_s_axi_rlast),
                .s_exa_hdr_valid(s_exa_hdr_valid[12*b+:12]),
                .s_exa_hdr_ready(o_s_exa_hdr_ready),
                .s_exa_pld_valid(s_exa_pld_valid[12*b+:12]),
                .s_exa_pld_ready(o_s_exa_pld_ready),
                .s_exa_ftr_valid(s_exa_ftr_valid[12*b+:12]),
                .s_exa_ftr_ready(o_s_exa_ftr_ready),
                .s_exa_data     (s_exa_data[1536*b+:1536]),
                .m_exa_hdr_valid(o_m_exa_hdr_valid),
                .m_exa_hdr_ready(m_exa_hdr_ready[12*b+:12]),
                .m_exa_pld_valid(o_m_exa_pld_valid),
                .m_exa_pld_ready(m_exa_pld_ready[12*b+:12]),
                .m_exa_ftr_valid(o_m_exa_ftr_valid),
                .m_exa_ftr_ready(m_exa_ftr_ready[12*b+:12]),
                .m_exa_data     (o_m_exa_data),
                .waiting        (o_waiting),
                .reg_rd         (reg_rd[4*b+:4]),
                .reg_addr       (reg_addr[64*b+:64]),
                .reg_rdata      (o_reg_rdata),
                .obs_in_valid   (o_obs_in_valid),
                .obs_in_ready   (o_obs_in_ready),
                .obs_in_data    (o_obs_in_data),
                .obs_out_valid  (o_obs_out_valid),
                .obs_out_ready  (o_obs_out_ready),
                .obs_out_data   (o_obs_out_data)
            );

            // slices of variables, each by itself: Icarus simulates them far faster than nets in pieces
            always @* s_axi_awready[4*b+:4] = o_s_axi_awready;
            always @* s_axi_wready[4*b+:4] = o_s_axi_wready;
            always @* s_axi_bvalid[4*b+:4] = o_s_axi_bvalid;
            always @* s_axi_bid[4*AXI_ID_W*b+:4*AXI_ID_W] = o_s_axi_bid;
            always @* s_axi_bresp[8*b+:8] = o_s_axi_bresp;
            always @* s_axi_arready[4*b+:4] = o_s_axi_arready;
            always @* s_axi_rvalid[4*b+:4] = o_s_axi_rvalid;
            always @* s_axi_rid[4*AXI_ID_W*b+:4*AXI_ID_W] = o_s_axi_rid;
            always @* s_axi_rdata[512*b+:512] = o_s_axi_rdata;
            always @* s_axi_rresp[8*b+:8] = o_s_axi_rresp;
            always @* s_axi_rlast[4*b+:4] = o_s_axi_rlast;
            always @* s_exa_hdr_ready[12*b+:12] = o_s_exa_hdr_ready;
            always @* s_exa_pld_ready[12*b+:12] = o_s_exa_pld_ready;
            always @* s_exa_ftr_ready[12*b+:12] = o_s_exa_ftr_ready;
            always @* m_exa_hdr_valid[12*b+:12] = o_m_exa_hdr_valid;
            always @* m_exa_pld_valid[12*b+:12] = o_m_exa_pld_valid;
            always @* m_exa_ftr_valid[12*b+:12] = o_m_exa_ftr_valid;
            always @* m_exa_data[1536*b+:1536] = o_m_exa_data;
            always @* waiting[4*MBOX_N*b+:4*MBOX_N] = o_waiting;
            always @* reg_rdata[128*b+:128] = o_reg_rdata;
            always @* obs_in_valid[192*b+:192] = o_obs_in_valid;
            always @* obs_in_ready[192*b+:192] = o_obs_in_ready;
            always @* obs_in_data[8192*b+:8192] = o_obs_in_data;
            always @* obs_out_valid[192*b+:192] = o_obs_out_valid;
            always @* obs_out_ready[192*b+:192] = o_obs_out_ready;
            always @* obs_out_data[8192*b+:8192] = o_obs_out_data;
        end
    endgenerate

    wire unused = &{1'b0, gw_slip};

endmodule

`default_nettype wire
