// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// An APEnet node: router, links, and a network interface at each local port.
//
// LINK_N (3, 6), LOCAL_N (1, 2), COORD, LATTICE, BAND, LITERAL_EN, CUT_CYC: those of ape_switch; AXI_ID_W, ENGINE_N, PKT_LOG2, BUF_LOG2,
// TLB_LOG2, MSG_LOG2, GET_LOG2, ACK_LOG2, CUT: those of ape_ni. Host ports of local port p stand at place p. rst: empties it. Latencies: its
// blocks'. Paper section 3; contract: ape_torus.md sections 1 and 3.

`timescale 1ns / 1ps
`default_nettype none

module ape_node #(
    parameter integer LINK_N     = 6,
    parameter integer LOCAL_N    = 1,
    parameter [15:0]  COORD      = 16'd0,
    parameter [21:0]  LATTICE    = 22'h010101,
    parameter integer BAND       = 1,
    parameter integer LITERAL_EN = 1,
    parameter integer CUT_CYC    = 3,     // cycles
    parameter integer AXI_ID_W   = 4,  // bits of an AXI ID, 1 to 16
    parameter integer ENGINE_N   = 4,  // DMA engines, 1 to 4
    parameter integer PKT_LOG2   = 2,  // log2 of the packet buffers of a VC, 0 to 2
    parameter integer BUF_LOG2   = 6,  // log2 of the registered buffers, 1 to 6
    parameter integer TLB_LOG2   = 6,  // log2 of the TLB's entries, 1 to 6
    parameter integer MSG_LOG2   = 6,  // log2 of the message table's entries, 1 to 6
    parameter integer GET_LOG2   = 4,  // log2 of the GETs open and waiting, 1 to 4
    parameter integer ACK_LOG2   = 4,  // log2 of the answers awaited and waiting, 1 to 4
    parameter integer CUT        = 0,  // 1: data are written before the footer is judged
    parameter integer PCS        = 0   // 1: the lines have symbols
) (
    input  wire clk,
    input  wire rst,
    // interrupts of the hosts
    output wire [LOCAL_N-1:0]          irq_event,
    output wire [LOCAL_N-1:0]          irq_miss,
    // AXI slaves: registers
    input  wire [LOCAL_N-1:0]          s_axi_awvalid,
    output wire [LOCAL_N-1:0]          s_axi_awready,
    input  wire [AXI_ID_W*LOCAL_N-1:0] s_axi_awid,
    input  wire [20*LOCAL_N-1:0]       s_axi_awaddr,
    input  wire [8*LOCAL_N-1:0]        s_axi_awlen,
    input  wire [3*LOCAL_N-1:0]        s_axi_awsize,
    input  wire [2*LOCAL_N-1:0]        s_axi_awburst,
    input  wire [LOCAL_N-1:0]          s_axi_wvalid,
    output wire [LOCAL_N-1:0]          s_axi_wready,
    input  wire [128*LOCAL_N-1:0]      s_axi_wdata,
    input  wire [16*LOCAL_N-1:0]       s_axi_wstrb,
    input  wire [LOCAL_N-1:0]          s_axi_wlast,
    output wire [LOCAL_N-1:0]          s_axi_bvalid,
    input  wire [LOCAL_N-1:0]          s_axi_bready,
    output wire [AXI_ID_W*LOCAL_N-1:0] s_axi_bid,
    output wire [2*LOCAL_N-1:0]        s_axi_bresp,
    input  wire [LOCAL_N-1:0]          s_axi_arvalid,
    output wire [LOCAL_N-1:0]          s_axi_arready,
    input  wire [AXI_ID_W*LOCAL_N-1:0] s_axi_arid,
    input  wire [20*LOCAL_N-1:0]       s_axi_araddr,
    input  wire [8*LOCAL_N-1:0]        s_axi_arlen,
    input  wire [3*LOCAL_N-1:0]        s_axi_arsize,
    input  wire [2*LOCAL_N-1:0]        s_axi_arburst,
    output wire [LOCAL_N-1:0]          s_axi_rvalid,
    input  wire [LOCAL_N-1:0]          s_axi_rready,
    output wire [AXI_ID_W*LOCAL_N-1:0] s_axi_rid,
    output wire [128*LOCAL_N-1:0]      s_axi_rdata,
    output wire [2*LOCAL_N-1:0]        s_axi_rresp,
    output wire [LOCAL_N-1:0]          s_axi_rlast,
    // AXI masters: memory of the hosts
    output wire [LOCAL_N-1:0]          m_axi_awvalid,
    input  wire [LOCAL_N-1:0]          m_axi_awready,
    output wire [3*LOCAL_N-1:0]        m_axi_awid,
    output wire [48*LOCAL_N-1:0]       m_axi_awaddr,
    output wire [8*LOCAL_N-1:0]        m_axi_awlen,
    output wire [3*LOCAL_N-1:0]        m_axi_awsize,
    output wire [2*LOCAL_N-1:0]        m_axi_awburst,
    output wire [LOCAL_N-1:0]          m_axi_wvalid,
    input  wire [LOCAL_N-1:0]          m_axi_wready,
    output wire [128*LOCAL_N-1:0]      m_axi_wdata,
    output wire [16*LOCAL_N-1:0]       m_axi_wstrb,
    output wire [LOCAL_N-1:0]          m_axi_wlast,
    input  wire [LOCAL_N-1:0]          m_axi_bvalid,
    output wire [LOCAL_N-1:0]          m_axi_bready,
    input  wire [3*LOCAL_N-1:0]        m_axi_bid,
    input  wire [2*LOCAL_N-1:0]        m_axi_bresp,
    output wire [LOCAL_N-1:0]          m_axi_arvalid,
    input  wire [LOCAL_N-1:0]          m_axi_arready,
    output wire [3*LOCAL_N-1:0]        m_axi_arid,
    output wire [48*LOCAL_N-1:0]       m_axi_araddr,
    output wire [8*LOCAL_N-1:0]        m_axi_arlen,
    output wire [3*LOCAL_N-1:0]        m_axi_arsize,
    output wire [2*LOCAL_N-1:0]        m_axi_arburst,
    input  wire [LOCAL_N-1:0]          m_axi_rvalid,
    output wire [LOCAL_N-1:0]          m_axi_rready,
    input  wire [3*LOCAL_N-1:0]        m_axi_rid,
    input  wire [128*LOCAL_N-1:0]      m_axi_rdata,
    input  wire [2*LOCAL_N-1:0]        m_axi_rresp,
    input  wire [LOCAL_N-1:0]          m_axi_rlast,
    // lines
    output wire [LINK_N-1:0]     wire_tx_valid,
    output wire [LINK_N-1:0]     wire_tx_k,
    output wire [(128+32*PCS)*LINK_N-1:0] wire_tx_data,
    input  wire [LINK_N-1:0]     wire_rx_valid,
    input  wire [LINK_N-1:0]     wire_rx_k,
    input  wire [(128+32*PCS)*LINK_N-1:0] wire_rx_data
);

    wire [LOCAL_N-1:0]     l_tx_valid, l_tx_ready, l_tx_head, l_tx_last;
    wire [128*LOCAL_N-1:0] l_tx_data, l_rx_data;
    wire [LOCAL_N-1:0]     l_rx_valid, l_rx_vc, l_rx_head, l_rx_last;
    wire [2*LOCAL_N-1:0]   l_rx_room;
    wire [15:0]            coord;
    wire [21:0]            unused_lattice;
    wire [LOCAL_N-1:0]     n_wr, n_rd;
    wire [12*LOCAL_N-1:0]  n_addr;
    wire [32*LOCAL_N-1:0]  n_wdata;
    wire [31:0]            n_rdata;

    ape_switch #(
        .LINK_N    (LINK_N),
        .LOCAL_N   (LOCAL_N),
        .COORD     (COORD),
        .LATTICE   (LATTICE),
        .BAND      (BAND),
        .LITERAL_EN(LITERAL_EN),
        .CUT_CYC   (CUT_CYC),
        .PCS       (PCS)
    ) u_switch (
        .clk          (clk),
        .rst          (rst),
        .wire_tx_valid(wire_tx_valid),
        .wire_tx_k    (wire_tx_k),
        .wire_tx_data (wire_tx_data),
        .wire_rx_valid(wire_rx_valid),
        .wire_rx_k    (wire_rx_k),
        .wire_rx_data (wire_rx_data),
        .l_tx_valid   (l_tx_valid),
        .l_tx_ready   (l_tx_ready),
        .l_tx_data    (l_tx_data),
        .l_tx_head    (l_tx_head),
        .l_tx_last    (l_tx_last),
        .l_rx_valid   (l_rx_valid),
        .l_rx_data    (l_rx_data),
        .l_rx_vc      (l_rx_vc),
        .l_rx_head    (l_rx_head),
        .l_rx_last    (l_rx_last),
        .l_rx_room    (l_rx_room),
        .cfg_coord    (coord),
        .cfg_lattice  (unused_lattice),
        .reg_wr       (n_wr[0]),
        .reg_rd       (n_rd[0]),
        .reg_addr     (n_addr[11:0]),
        .reg_wdata    (n_wdata[31:0]),
        .reg_rdata    (n_rdata)
    );

    genvar p;
    generate
        for (p = 0; p < LOCAL_N; p = p + 1) begin : g_ni
            ape_ni #(
                .AXI_ID_W(AXI_ID_W),
                .ENGINE_N(ENGINE_N),
                .PKT_LOG2(PKT_LOG2),
                .BUF_LOG2(BUF_LOG2),
                .TLB_LOG2(TLB_LOG2),
                .MSG_LOG2(MSG_LOG2),
                .GET_LOG2(GET_LOG2),
                .ACK_LOG2(ACK_LOG2),
                .CUT     (CUT)
            ) u_ni (
                .clk           (clk),
                .rst           (rst),
                .own           (coord),
                .n_reg_wr      (n_wr[p]),
                .n_reg_rd      (n_rd[p]),
                .n_reg_addr    (n_addr[12*p+:12]),
                .n_reg_wdata   (n_wdata[32*p+:32]),
                .n_reg_rdata   (p == 0 ? n_rdata : 32'd0),
                .irq_event     (irq_event[p]),
                .irq_miss      (irq_miss[p]),
                .s_axi_awvalid (s_axi_awvalid[p]),
                .s_axi_awready (s_axi_awready[p]),
                .s_axi_awid    (s_axi_awid[AXI_ID_W*p+:AXI_ID_W]),
                .s_axi_awaddr  (s_axi_awaddr[20*p+:20]),
                .s_axi_awlen   (s_axi_awlen[8*p+:8]),
                .s_axi_awsize  (s_axi_awsize[3*p+:3]),
                .s_axi_awburst (s_axi_awburst[2*p+:2]),
                .s_axi_wvalid  (s_axi_wvalid[p]),
                .s_axi_wready  (s_axi_wready[p]),
                .s_axi_wdata   (s_axi_wdata[128*p+:128]),
                .s_axi_wstrb   (s_axi_wstrb[16*p+:16]),
                .s_axi_wlast   (s_axi_wlast[p]),
                .s_axi_bvalid  (s_axi_bvalid[p]),
                .s_axi_bready  (s_axi_bready[p]),
                .s_axi_bid     (s_axi_bid[AXI_ID_W*p+:AXI_ID_W]),
                .s_axi_bresp   (s_axi_bresp[2*p+:2]),
                .s_axi_arvalid (s_axi_arvalid[p]),
                .s_axi_arready (s_axi_arready[p]),
                .s_axi_arid    (s_axi_arid[AXI_ID_W*p+:AXI_ID_W]),
                .s_axi_araddr  (s_axi_araddr[20*p+:20]),
                .s_axi_arlen   (s_axi_arlen[8*p+:8]),
                .s_axi_arsize  (s_axi_arsize[3*p+:3]),
                .s_axi_arburst (s_axi_arburst[2*p+:2]),
                .s_axi_rvalid  (s_axi_rvalid[p]),
                .s_axi_rready  (s_axi_rready[p]),
                .s_axi_rid     (s_axi_rid[AXI_ID_W*p+:AXI_ID_W]),
                .s_axi_rdata   (s_axi_rdata[128*p+:128]),
                .s_axi_rresp   (s_axi_rresp[2*p+:2]),
                .s_axi_rlast   (s_axi_rlast[p]),
                .m_axi_awvalid (m_axi_awvalid[p]),
                .m_axi_awready (m_axi_awready[p]),
                .m_axi_awid    (m_axi_awid[3*p+:3]),
                .m_axi_awaddr  (m_axi_awaddr[48*p+:48]),
                .m_axi_awlen   (m_axi_awlen[8*p+:8]),
                .m_axi_awsize  (m_axi_awsize[3*p+:3]),
                .m_axi_awburst (m_axi_awburst[2*p+:2]),
                .m_axi_wvalid  (m_axi_wvalid[p]),
                .m_axi_wready  (m_axi_wready[p]),
                .m_axi_wdata   (m_axi_wdata[128*p+:128]),
                .m_axi_wstrb   (m_axi_wstrb[16*p+:16]),
                .m_axi_wlast   (m_axi_wlast[p]),
                .m_axi_bvalid  (m_axi_bvalid[p]),
                .m_axi_bready  (m_axi_bready[p]),
                .m_axi_bid     (m_axi_bid[3*p+:3]),
                .m_axi_bresp   (m_axi_bresp[2*p+:2]),
                .m_axi_arvalid (m_axi_arvalid[p]),
                .m_axi_arready (m_axi_arready[p]),
                .m_axi_arid    (m_axi_arid[3*p+:3]),
                .m_axi_araddr  (m_axi_araddr[48*p+:48]),
                .m_axi_arlen   (m_axi_arlen[8*p+:8]),
                .m_axi_arsize  (m_axi_arsize[3*p+:3]),
                .m_axi_arburst (m_axi_arburst[2*p+:2]),
                .m_axi_rvalid  (m_axi_rvalid[p]),
                .m_axi_rready  (m_axi_rready[p]),
                .m_axi_rid     (m_axi_rid[3*p+:3]),
                .m_axi_rdata   (m_axi_rdata[128*p+:128]),
                .m_axi_rresp   (m_axi_rresp[2*p+:2]),
                .m_axi_rlast   (m_axi_rlast[p]),
                .l_tx_valid    (l_tx_valid[p]),
                .l_tx_ready    (l_tx_ready[p]),
                .l_tx_data     (l_tx_data[128*p+:128]),
                .l_tx_head     (l_tx_head[p]),
                .l_tx_last     (l_tx_last[p]),
                .l_rx_valid    (l_rx_valid[p]),
                .l_rx_data     (l_rx_data[128*p+:128]),
                .l_rx_vc       (l_rx_vc[p]),
                .l_rx_head     (l_rx_head[p]),
                .l_rx_last     (l_rx_last[p]),
                .l_rx_room     (l_rx_room[2*p+:2])
            );
        end
    endgenerate

    // the registers are those of local port 0's network interface alone
    wire unused = &{1'b0, n_wr, n_rd, n_addr, n_wdata};

endmodule

`default_nettype wire
