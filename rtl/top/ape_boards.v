// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Two boards of ExaNet in a torus of 2 x 1 x 1: each board's gateway lines lead to an APErouter, and the routers' x links
// to each other.
//
// Parameters as in exa_node; WIRE_CYC (0 to 22): delay of the torus's lines; BAND (0, 1): that of ape_link. Board 0's ports are in the lower half; the boards have x 0
// and 1, y and z 0. All resets together empty it. Latency: that of the blocks. Contract: ape_boards.md.

`timescale 1ns / 1ps
`default_nettype none

module ape_boards #(
    parameter integer AXI_ID_W  = 4,   // bits of an AXI ID, 1 to 16
    parameter integer CHAN_N    = 64,  // channels of the packetizer, 2 to 64
    parameter integer MBOX_N    = 64,  // mailboxes, 1 to 64
    parameter integer SLOT_LOG2 = 3,   // log2 of the slots of each, 1 to 6
    parameter integer RSP_LOG2  = 10,  // log2 of the responses held, 2 to 12
    parameter integer READ_LOG2 = 6,   // log2 of the read requests held, 1 to 8
    parameter integer DUP_N     = 512, // entries of a table of duplicates: all channels that may send here
    parameter integer WIRE_CYC  = 3,   // cycles
    parameter integer BAND      = 1
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
    output wire [7:0]                   s_axi_awready,
    input  wire [8*AXI_ID_W-1:0]        s_axi_awid,
    input  wire [183:0]                 s_axi_awaddr,
    input  wire [63:0]                  s_axi_awlen,
    input  wire [23:0]                  s_axi_awsize,
    input  wire [15:0]                  s_axi_awburst,
    input  wire [7:0]                   s_axi_wvalid,
    output wire [7:0]                   s_axi_wready,
    input  wire [1023:0]                s_axi_wdata,
    input  wire [127:0]                 s_axi_wstrb,
    input  wire [7:0]                   s_axi_wlast,
    output wire [7:0]                   s_axi_bvalid,
    input  wire [7:0]                   s_axi_bready,
    output wire [8*AXI_ID_W-1:0]        s_axi_bid,
    output wire [15:0]                  s_axi_bresp,
    input  wire [7:0]                   s_axi_arvalid,
    output wire [7:0]                   s_axi_arready,
    input  wire [8*AXI_ID_W-1:0]        s_axi_arid,
    input  wire [183:0]                 s_axi_araddr,
    input  wire [63:0]                  s_axi_arlen,
    input  wire [23:0]                  s_axi_arsize,
    input  wire [15:0]                  s_axi_arburst,
    output wire [7:0]                   s_axi_rvalid,
    input  wire [7:0]                   s_axi_rready,
    output wire [8*AXI_ID_W-1:0]        s_axi_rid,
    output wire [1023:0]                s_axi_rdata,
    output wire [15:0]                  s_axi_rresp,
    output wire [7:0]                   s_axi_rlast,
    // packets in, from the free ports
    input  wire [23:0]                  s_exa_hdr_valid,
    output wire [23:0]                  s_exa_hdr_ready,
    input  wire [23:0]                  s_exa_pld_valid,
    output wire [23:0]                  s_exa_pld_ready,
    input  wire [23:0]                  s_exa_ftr_valid,
    output wire [23:0]                  s_exa_ftr_ready,
    input  wire [3071:0]                s_exa_data,
    // packets out, to the free ports
    output wire [23:0]                  m_exa_hdr_valid,
    input  wire [23:0]                  m_exa_hdr_ready,
    output wire [23:0]                  m_exa_pld_valid,
    input  wire [23:0]                  m_exa_pld_ready,
    output wire [23:0]                  m_exa_ftr_valid,
    input  wire [23:0]                  m_exa_ftr_ready,
    output wire [3071:0]                m_exa_data,
    // interrupts
    output wire [8*MBOX_N-1:0]          waiting,
    // registers
    input  wire [7:0]                   reg_rd,
    input  wire [127:0]                 reg_addr,
    output wire [255:0]                 reg_rdata,
    // observation: network interfaces
    output wire [383:0]                 obs_in_valid,
    output wire [383:0]                 obs_in_ready,
    output wire [16383:0]               obs_in_data,
    output wire [383:0]                 obs_out_valid,
    output wire [383:0]                 obs_out_ready,
    output wire [16383:0]               obs_out_data,
    // registers of the routers
    input  wire [1:0]                   gw_reg_rd,
    input  wire [11:0]                  gw_reg_addr,
    output wire [63:0]                  gw_reg_rdata,
    // the torus's line into board b: faults, and words as they leave and as they come in
    input  wire [255:0]                 wire_xor,
    input  wire [1:0]                   wire_xor_k,
    input  wire [1:0]                   wire_cut,
    input  wire [1:0]                   wire_put,
    output wire [1:0]                   wire_in_valid,
    output wire [1:0]                   wire_in_k,
    output wire [255:0]                 wire_in_data,
    output wire [1:0]                   wire_out_valid,
    output wire [1:0]                   wire_out_k,
    output wire [255:0]                 wire_out_data
);

    // a line's number is that of the board that it leads to
    wire [1:0]   sent_valid, sent_k;
    wire [255:0] sent_data;

    genvar b;
    generate
        for (b = 0; b < 2; b = b + 1) begin : g_board
            // gateway lines from the board and to it
            wire [7:0]   up_head, down_head;
            wire [255:0] up_data, down_data;
            wire [3:0]   slip;

            exa_qfdb #(
                .AXI_ID_W (AXI_ID_W),
                .CHAN_N   (CHAN_N),
                .MBOX_N   (MBOX_N),
                .SLOT_LOG2(SLOT_LOG2),
                .RSP_LOG2 (RSP_LOG2),
                .READ_LOG2(READ_LOG2),
                .DUP_N    (DUP_N)
            ) u_board (
                .clk            (clk),
                .rst            (rst),
                .board          (board[20*b+:20]),
                .link_clk       (link_clk[4*b+:4]),
                .link_rst       (link_rst[4*b+:4]),
                .gw_rx_clk      ({4{link_clk[4*b]}}),
                .gw_rx_rst      ({4{link_rst[4*b]}}),
                .gw_tx_head     (up_head),
                .gw_tx_data     (up_data),
                .gw_rx_head     (down_head),
                .gw_rx_data     (down_data),
                .gw_rx_slip     (slip),
                .s_axi_awvalid  (s_axi_awvalid[4*b+:4]),
                .s_axi_awready  (s_axi_awready[4*b+:4]),
                .s_axi_awid     (s_axi_awid[4*AXI_ID_W*b+:4*AXI_ID_W]),
                .s_axi_awaddr   (s_axi_awaddr[92*b+:92]),
                .s_axi_awlen    (s_axi_awlen[32*b+:32]),
                .s_axi_awsize   (s_axi_awsize[12*b+:12]),
                .s_axi_awburst  (s_axi_awburst[8*b+:8]),
                .s_axi_wvalid   (s_axi_wvalid[4*b+:4]),
                .s_axi_wready   (s_axi_wready[4*b+:4]),
                .s_axi_wdata    (s_axi_wdata[512*b+:512]),
                .s_axi_wstrb    (s_axi_wstrb[64*b+:64]),
                .s_axi_wlast    (s_axi_wlast[4*b+:4]),
                .s_axi_bvalid   (s_axi_bvalid[4*b+:4]),
                .s_axi_bready   (s_axi_bready[4*b+:4]),
                .s_axi_bid      (s_axi_bid[4*AXI_ID_W*b+:4*AXI_ID_W]),
                .s_axi_bresp    (s_axi_bresp[8*b+:8]),
                .s_axi_arvalid  (s_axi_arvalid[4*b+:4]),
                .s_axi_arready  (s_axi_arready[4*b+:4]),
                .s_axi_arid     (s_axi_arid[4*AXI_ID_W*b+:4*AXI_ID_W]),
                .s_axi_araddr   (s_axi_araddr[92*b+:92]),
                .s_axi_arlen    (s_axi_arlen[32*b+:32]),
                .s_axi_arsize   (s_axi_arsize[12*b+:12]),
                .s_axi_arburst  (s_axi_arburst[8*b+:8]),
                .s_axi_rvalid   (s_axi_rvalid[4*b+:4]),
                .s_axi_rready   (s_axi_rready[4*b+:4]),
                .s_axi_rid      (s_axi_rid[4*AXI_ID_W*b+:4*AXI_ID_W]),
                .s_axi_rdata    (s_axi_rdata[512*b+:512]),
                .s_axi_rresp    (s_axi_rresp[8*b+:8]),
                .s_axi_rlast    (s_axi_rlast[4*b+:4]),
                .s_exa_hdr_valid(s_exa_hdr_valid[12*b+:12]),
                .s_exa_hdr_ready(s_exa_hdr_ready[12*b+:12]),
                .s_exa_pld_valid(s_exa_pld_valid[12*b+:12]),
                .s_exa_pld_ready(s_exa_pld_ready[12*b+:12]),
                .s_exa_ftr_valid(s_exa_ftr_valid[12*b+:12]),
                .s_exa_ftr_ready(s_exa_ftr_ready[12*b+:12]),
                .s_exa_data     (s_exa_data[1536*b+:1536]),
                .m_exa_hdr_valid(m_exa_hdr_valid[12*b+:12]),
                .m_exa_hdr_ready(m_exa_hdr_ready[12*b+:12]),
                .m_exa_pld_valid(m_exa_pld_valid[12*b+:12]),
                .m_exa_pld_ready(m_exa_pld_ready[12*b+:12]),
                .m_exa_ftr_valid(m_exa_ftr_valid[12*b+:12]),
                .m_exa_ftr_ready(m_exa_ftr_ready[12*b+:12]),
                .m_exa_data     (m_exa_data[1536*b+:1536]),
                .waiting        (waiting[4*MBOX_N*b+:4*MBOX_N]),
                .reg_rd         (reg_rd[4*b+:4]),
                .reg_addr       (reg_addr[64*b+:64]),
                .reg_rdata      (reg_rdata[128*b+:128]),
                .obs_in_valid   (obs_in_valid[192*b+:192]),
                .obs_in_ready   (obs_in_ready[192*b+:192]),
                .obs_in_data    (obs_in_data[8192*b+:8192]),
                .obs_out_valid  (obs_out_valid[192*b+:192]),
                .obs_out_ready  (obs_out_ready[192*b+:192]),
                .obs_out_data   (obs_out_data[8192*b+:8192])
            );

            ape_gateway #(
                .LATTICE(22'h010102),
                .BAND   (BAND)
            ) u_gateway (
                .clk          (clk),
                .rst          (rst),
                .board        (board[20*b+:20]),
                .link_clk     (link_clk[4*b]),
                .link_rst     (link_rst[4*b]),
                .rx_head      (up_head),
                .rx_data      (up_data),
                .tx_head      (down_head),
                .tx_data      (down_data),
                .wire_tx_valid(sent_valid[1-b]),
                .wire_tx_k    (sent_k[1-b]),
                .wire_tx_data (sent_data[128*(1-b)+:128]),
                .wire_rx_valid(wire_out_valid[b]),
                .wire_rx_k    (wire_out_k[b]),
                .wire_rx_data (wire_out_data[128*b+:128]),
                .reg_rd       (gw_reg_rd[b]),
                .reg_addr     (gw_reg_addr),
                .reg_rdata    (gw_reg_rdata[32*b+:32])
            );

            ape_wire #(
                .WIRE_CYC(WIRE_CYC)
            ) u_wire (
                .clk    (clk),
                .rst    (rst),
                .d_valid(sent_valid[b]),
                .d_k    (sent_k[b]),
                .d      (sent_data[128*b+:128]),
                .i_valid(wire_in_valid[b]),
                .i_k    (wire_in_k[b]),
                .i      (wire_in_data[128*b+:128]),
                .put    (wire_put[b]),
                .cut    (wire_cut[b]),
                .flip_k (wire_xor_k[b]),
                .flip   (wire_xor[128*b+:128]),
                .q_valid(wire_out_valid[b]),
                .q_k    (wire_out_k[b]),
                .q      (wire_out_data[128*b+:128])
            );

            wire unused = &{1'b0, slip};
        end
    endgenerate

endmodule

`default_nettype wire
