// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// RDMA engines of an FPGA: receiver, ExaDMA and zDMA, at the free ports 0, 1 and 2 of its exa_node.
//
// Parameters are those of the blocks. Channels and AXI slaves side by side: slaves are ExaDMA, receiver, zDMA, as the
// blocks' numbers at the node's AXI port are. Master ports of ExaDMA (reads) and receiver (writes) are m_axi, zDMA's is m_zax. rst
// empties all and clears all registers. Latency: that of the blocks. Paper chapters 5 to 7; contract: exa_two_nodes.md.

`timescale 1ns / 1ps
`default_nettype none

module exa_engines #(
    parameter integer AXI_ID_W  = 4,   // bits of an AXI ID, 1 to 16
    parameter integer DUP_N     = 128, // entries of a table of duplicates: all channels that may send here
    parameter integer TXN_LOG2  = 10,  // log2 of the descriptors of the ExaDMA, 2 to 10
    parameter integer WAY_LOG2  = 4,   // log2 of the ways of the receiver, 0 to 4
    parameter integer OUT_N     = 1    // outputs of the ExaDMA, 1 to 3
) (
    input  wire                       clk,
    input  wire                       rst,
    // this node's coordinates
    input  wire [21:0]                own,
    // channels in: receiver, ExaDMA, zDMA
    input  wire [2:0]                 s_exa_hdr_valid,
    output wire [2:0]                 s_exa_hdr_ready,
    input  wire [2:0]                 s_exa_pld_valid,
    output wire [2:0]                 s_exa_pld_ready,
    input  wire [2:0]                 s_exa_ftr_valid,
    output wire [2:0]                 s_exa_ftr_ready,
    input  wire [383:0]               s_exa_data,
    // channels out
    output wire [2:0]                 m_exa_hdr_valid,
    input  wire [2:0]                 m_exa_hdr_ready,
    output wire [2:0]                 m_exa_pld_valid,
    input  wire [2:0]                 m_exa_pld_ready,
    output wire [2:0]                 m_exa_ftr_valid,
    input  wire [2:0]                 m_exa_ftr_ready,
    output wire [383:0]               m_exa_data,
    // ExaDMA's outputs 1 and 2
    output wire [1:0]                 m_path_hdr_valid,
    input  wire [1:0]                 m_path_hdr_ready,
    output wire [1:0]                 m_path_pld_valid,
    input  wire [1:0]                 m_path_pld_ready,
    output wire [1:0]                 m_path_ftr_valid,
    input  wire [1:0]                 m_path_ftr_ready,
    output wire [255:0]               m_path_data,
    // AXI slaves: ExaDMA, receiver, zDMA
    input  wire [2:0]                 s_awvalid,
    output wire [2:0]                 s_awready,
    input  wire [AXI_ID_W-1:0]        s_awid,
    input  wire [19:0]                s_awaddr,
    input  wire [7:0]                 s_awlen,
    input  wire [2:0]                 s_awsize,
    input  wire [1:0]                 s_awburst,
    input  wire [2:0]                 s_wvalid,
    output wire [2:0]                 s_wready,
    input  wire [127:0]               s_wdata,
    input  wire [15:0]                s_wstrb,
    input  wire                       s_wlast,
    output wire [2:0]                 s_bvalid,
    input  wire [2:0]                 s_bready,
    output wire [3*AXI_ID_W-1:0]      s_bid,
    output wire [5:0]                 s_bresp,
    input  wire [2:0]                 s_arvalid,
    output wire [2:0]                 s_arready,
    input  wire [AXI_ID_W-1:0]        s_arid,
    input  wire [19:0]                s_araddr,
    input  wire [7:0]                 s_arlen,
    input  wire [2:0]                 s_arsize,
    input  wire [1:0]                 s_arburst,
    output wire [2:0]                 s_rvalid,
    input  wire [2:0]                 s_rready,
    output wire [3*AXI_ID_W-1:0]      s_rid,
    output wire [383:0]               s_rdata,
    output wire [5:0]                 s_rresp,
    output wire [2:0]                 s_rlast,
`include "exa_engine_ports.vh"
    // events
    output wire                       irq_fault,
    output wire [31:0]                obs_rdma,
    output wire                       obs_dma_drop
);

    // places among the channels, and among the slaves
    localparam integer RX_PORT = 0, DMA_PORT = 1, ZAX_PORT = 2;
    localparam integer DMA = 0, RX = 1, ZAX = 2;

    exa_rdma_rx #(
        .AXI_ID_W(AXI_ID_W),
        .WAY_LOG2(WAY_LOG2),
        .DUP_N   (DUP_N)
    ) u_rdma_rx (
        .clk            (clk),
        .rst            (rst),
        .own            (own),
        .s_exa_hdr_valid(s_exa_hdr_valid[RX_PORT]),
        .s_exa_hdr_ready(s_exa_hdr_ready[RX_PORT]),
        .s_exa_pld_valid(s_exa_pld_valid[RX_PORT]),
        .s_exa_pld_ready(s_exa_pld_ready[RX_PORT]),
        .s_exa_ftr_valid(s_exa_ftr_valid[RX_PORT]),
        .s_exa_ftr_ready(s_exa_ftr_ready[RX_PORT]),
        .s_exa_data     (s_exa_data[128*RX_PORT+:128]),
        .m_exa_hdr_valid(m_exa_hdr_valid[RX_PORT]),
        .m_exa_hdr_ready(m_exa_hdr_ready[RX_PORT]),
        .m_exa_pld_valid(m_exa_pld_valid[RX_PORT]),
        .m_exa_pld_ready(m_exa_pld_ready[RX_PORT]),
        .m_exa_ftr_valid(m_exa_ftr_valid[RX_PORT]),
        .m_exa_ftr_ready(m_exa_ftr_ready[RX_PORT]),
        .m_exa_data     (m_exa_data[128*RX_PORT+:128]),
        .s_axi_awvalid  (s_awvalid[RX]),
        .s_axi_awready  (s_awready[RX]),
        .s_axi_awid     (s_awid),
        .s_axi_awaddr   (s_awaddr),
        .s_axi_awlen    (s_awlen),
        .s_axi_awsize   (s_awsize),
        .s_axi_awburst  (s_awburst),
        .s_axi_wvalid   (s_wvalid[RX]),
        .s_axi_wready   (s_wready[RX]),
        .s_axi_wdata    (s_wdata),
        .s_axi_wstrb    (s_wstrb),
        .s_axi_wlast    (s_wlast),
        .s_axi_bvalid   (s_bvalid[RX]),
        .s_axi_bready   (s_bready[RX]),
        .s_axi_bid      (s_bid[AXI_ID_W*RX+:AXI_ID_W]),
        .s_axi_bresp    (s_bresp[2*RX+:2]),
        .s_axi_arvalid  (s_arvalid[RX]),
        .s_axi_arready  (s_arready[RX]),
        .s_axi_arid     (s_arid),
        .s_axi_araddr   (s_araddr),
        .s_axi_arlen    (s_arlen),
        .s_axi_arsize   (s_arsize),
        .s_axi_arburst  (s_arburst),
        .s_axi_rvalid   (s_rvalid[RX]),
        .s_axi_rready   (s_rready[RX]),
        .s_axi_rid      (s_rid[AXI_ID_W*RX+:AXI_ID_W]),
        .s_axi_rdata    (s_rdata[128*RX+:128]),
        .s_axi_rresp    (s_rresp[2*RX+:2]),
        .s_axi_rlast    (s_rlast[RX]),
        .m_axi_awvalid  (m_axi_awvalid),
        .m_axi_awready  (m_axi_awready),
        .m_axi_awid     (m_axi_awid),
        .m_axi_awaddr   (m_axi_awaddr),
        .m_axi_awlen    (m_axi_awlen),
        .m_axi_awsize   (m_axi_awsize),
        .m_axi_awburst  (m_axi_awburst),
        .m_axi_wvalid   (m_axi_wvalid),
        .m_axi_wready   (m_axi_wready),
        .m_axi_wdata    (m_axi_wdata),
        .m_axi_wstrb    (m_axi_wstrb),
        .m_axi_wlast    (m_axi_wlast),
        .m_axi_bvalid   (m_axi_bvalid),
        .m_axi_bready   (m_axi_bready),
        .m_axi_bid      (m_axi_bid),
        .m_axi_bresp    (m_axi_bresp),
        .obs_rx         (obs_rdma)
    );

    generate
        if (OUT_N < 1 || OUT_N > 3) begin : g_out_n
            tn_error_OUT_N_must_be_1_to_3 u_error ();
        end
    endgenerate

    // outputs of the ExaDMA; those that there are not are silent
    wire [OUT_N-1:0]     d_hv;
    wire [OUT_N-1:0]     d_pv;
    wire [OUT_N-1:0]     d_fv;
    wire [128*OUT_N-1:0] d_data;
    wire [2:0]           d_hr = {m_path_hdr_ready, m_exa_hdr_ready[DMA_PORT]};
    wire [2:0]           d_pr = {m_path_pld_ready, m_exa_pld_ready[DMA_PORT]};
    wire [2:0]           d_fr = {m_path_ftr_ready, m_exa_ftr_ready[DMA_PORT]};

    reg  [2:0]           all_hv;
    reg  [2:0]           all_pv;
    reg  [2:0]           all_fv;
    reg  [383:0]         all_data;

    always @* begin
        all_hv   = 3'd0;
        all_pv   = 3'd0;
        all_fv   = 3'd0;
        all_data = 384'd0;
        all_hv[OUT_N-1:0]       = d_hv;
        all_pv[OUT_N-1:0]       = d_pv;
        all_fv[OUT_N-1:0]       = d_fv;
        all_data[128*OUT_N-1:0] = d_data;
    end
    assign {m_path_hdr_valid, m_exa_hdr_valid[DMA_PORT]} = all_hv;
    assign {m_path_pld_valid, m_exa_pld_valid[DMA_PORT]} = all_pv;
    assign {m_path_ftr_valid, m_exa_ftr_valid[DMA_PORT]} = all_fv;
    assign {m_path_data, m_exa_data[128*DMA_PORT+:128]} = all_data;

    exa_dma #(
        .AXI_ID_W(AXI_ID_W),
        .TXN_LOG2(TXN_LOG2),
        .OUT_N   (OUT_N)
    ) u_dma (
        .clk            (clk),
        .rst            (rst),
        .own            (own),
        .s_exa_hdr_valid(s_exa_hdr_valid[DMA_PORT]),
        .s_exa_hdr_ready(s_exa_hdr_ready[DMA_PORT]),
        .s_exa_pld_valid(s_exa_pld_valid[DMA_PORT]),
        .s_exa_pld_ready(s_exa_pld_ready[DMA_PORT]),
        .s_exa_ftr_valid(s_exa_ftr_valid[DMA_PORT]),
        .s_exa_ftr_ready(s_exa_ftr_ready[DMA_PORT]),
        .s_exa_data     (s_exa_data[128*DMA_PORT+:128]),
        .m_exa_hdr_valid(d_hv),
        .m_exa_hdr_ready(d_hr[OUT_N-1:0]),
        .m_exa_pld_valid(d_pv),
        .m_exa_pld_ready(d_pr[OUT_N-1:0]),
        .m_exa_ftr_valid(d_fv),
        .m_exa_ftr_ready(d_fr[OUT_N-1:0]),
        .m_exa_data     (d_data),
        .s_axi_awvalid  (s_awvalid[DMA]),
        .s_axi_awready  (s_awready[DMA]),
        .s_axi_awid     (s_awid),
        .s_axi_awaddr   (s_awaddr),
        .s_axi_awlen    (s_awlen),
        .s_axi_awsize   (s_awsize),
        .s_axi_awburst  (s_awburst),
        .s_axi_wvalid   (s_wvalid[DMA]),
        .s_axi_wready   (s_wready[DMA]),
        .s_axi_wdata    (s_wdata),
        .s_axi_wstrb    (s_wstrb),
        .s_axi_wlast    (s_wlast),
        .s_axi_bvalid   (s_bvalid[DMA]),
        .s_axi_bready   (s_bready[DMA]),
        .s_axi_bid      (s_bid[AXI_ID_W*DMA+:AXI_ID_W]),
        .s_axi_bresp    (s_bresp[2*DMA+:2]),
        .s_axi_arvalid  (s_arvalid[DMA]),
        .s_axi_arready  (s_arready[DMA]),
        .s_axi_arid     (s_arid),
        .s_axi_araddr   (s_araddr),
        .s_axi_arlen    (s_arlen),
        .s_axi_arsize   (s_arsize),
        .s_axi_arburst  (s_arburst),
        .s_axi_rvalid   (s_rvalid[DMA]),
        .s_axi_rready   (s_rready[DMA]),
        .s_axi_rid      (s_rid[AXI_ID_W*DMA+:AXI_ID_W]),
        .s_axi_rdata    (s_rdata[128*DMA+:128]),
        .s_axi_rresp    (s_rresp[2*DMA+:2]),
        .s_axi_rlast    (s_rlast[DMA]),
        .m_axi_arvalid  (m_axi_arvalid),
        .m_axi_arready  (m_axi_arready),
        .m_axi_arid     (m_axi_arid),
        .m_axi_araddr   (m_axi_araddr),
        .m_axi_arlen    (m_axi_arlen),
        .m_axi_arsize   (m_axi_arsize),
        .m_axi_arburst  (m_axi_arburst),
        .m_axi_rvalid   (m_axi_rvalid),
        .m_axi_rready   (m_axi_rready),
        .m_axi_rid      (m_axi_rid),
        .m_axi_rdata    (m_axi_rdata),
        .m_axi_rresp    (m_axi_rresp),
        .m_axi_rlast    (m_axi_rlast),
        .irq_fault      (irq_fault),
        .obs_drop       (obs_dma_drop)
    );

    wire [15:0] zax_rx;

    exa_axi #(
        .AXI_ID_W(AXI_ID_W)
    ) u_zax (
        .clk            (clk),
        .rst            (rst),
        .own            (own),
        .s_exa_hdr_valid(s_exa_hdr_valid[ZAX_PORT]),
        .s_exa_hdr_ready(s_exa_hdr_ready[ZAX_PORT]),
        .s_exa_pld_valid(s_exa_pld_valid[ZAX_PORT]),
        .s_exa_pld_ready(s_exa_pld_ready[ZAX_PORT]),
        .s_exa_ftr_valid(s_exa_ftr_valid[ZAX_PORT]),
        .s_exa_ftr_ready(s_exa_ftr_ready[ZAX_PORT]),
        .s_exa_data     (s_exa_data[128*ZAX_PORT+:128]),
        .m_exa_hdr_valid(m_exa_hdr_valid[ZAX_PORT]),
        .m_exa_hdr_ready(m_exa_hdr_ready[ZAX_PORT]),
        .m_exa_pld_valid(m_exa_pld_valid[ZAX_PORT]),
        .m_exa_pld_ready(m_exa_pld_ready[ZAX_PORT]),
        .m_exa_ftr_valid(m_exa_ftr_valid[ZAX_PORT]),
        .m_exa_ftr_ready(m_exa_ftr_ready[ZAX_PORT]),
        .m_exa_data     (m_exa_data[128*ZAX_PORT+:128]),
        .s_axi_awvalid  (s_awvalid[ZAX]),
        .s_axi_awready  (s_awready[ZAX]),
        .s_axi_awid     (s_awid),
        .s_axi_awaddr   (s_awaddr),
        .s_axi_awlen    (s_awlen),
        .s_axi_awsize   (s_awsize),
        .s_axi_awburst  (s_awburst),
        .s_axi_wvalid   (s_wvalid[ZAX]),
        .s_axi_wready   (s_wready[ZAX]),
        .s_axi_wdata    (s_wdata),
        .s_axi_wstrb    (s_wstrb),
        .s_axi_wlast    (s_wlast),
        .s_axi_bvalid   (s_bvalid[ZAX]),
        .s_axi_bready   (s_bready[ZAX]),
        .s_axi_bid      (s_bid[AXI_ID_W*ZAX+:AXI_ID_W]),
        .s_axi_bresp    (s_bresp[2*ZAX+:2]),
        .s_axi_arvalid  (s_arvalid[ZAX]),
        .s_axi_arready  (s_arready[ZAX]),
        .s_axi_arid     (s_arid),
        .s_axi_araddr   (s_araddr),
        .s_axi_arlen    (s_arlen),
        .s_axi_arsize   (s_arsize),
        .s_axi_arburst  (s_arburst),
        .s_axi_rvalid   (s_rvalid[ZAX]),
        .s_axi_rready   (s_rready[ZAX]),
        .s_axi_rid      (s_rid[AXI_ID_W*ZAX+:AXI_ID_W]),
        .s_axi_rdata    (s_rdata[128*ZAX+:128]),
        .s_axi_rresp    (s_rresp[2*ZAX+:2]),
        .s_axi_rlast    (s_rlast[ZAX]),
        .s_win_awvalid  (s_win_awvalid),
        .s_win_awready  (s_win_awready),
        .s_win_awid     (s_win_awid),
        .s_win_awaddr   (s_win_awaddr),
        .s_win_awlen    (s_win_awlen),
        .s_win_awsize   (s_win_awsize),
        .s_win_awburst  (s_win_awburst),
        .s_win_wvalid   (s_win_wvalid),
        .s_win_wready   (s_win_wready),
        .s_win_wdata    (s_win_wdata),
        .s_win_wstrb    (s_win_wstrb),
        .s_win_wlast    (s_win_wlast),
        .s_win_bvalid   (s_win_bvalid),
        .s_win_bready   (s_win_bready),
        .s_win_bid      (s_win_bid),
        .s_win_bresp    (s_win_bresp),
        .s_win_arvalid  (s_win_arvalid),
        .s_win_arready  (s_win_arready),
        .s_win_arid     (s_win_arid),
        .s_win_araddr   (s_win_araddr),
        .s_win_arlen    (s_win_arlen),
        .s_win_arsize   (s_win_arsize),
        .s_win_arburst  (s_win_arburst),
        .s_win_rvalid   (s_win_rvalid),
        .s_win_rready   (s_win_rready),
        .s_win_rid      (s_win_rid),
        .s_win_rdata    (s_win_rdata),
        .s_win_rresp    (s_win_rresp),
        .s_win_rlast    (s_win_rlast),
        .m_axi_awvalid  (m_zax_awvalid),
        .m_axi_awready  (m_zax_awready),
        .m_axi_awid     (m_zax_awid),
        .m_axi_awaddr   (m_zax_awaddr),
        .m_axi_awlen    (m_zax_awlen),
        .m_axi_awsize   (m_zax_awsize),
        .m_axi_awburst  (m_zax_awburst),
        .m_axi_wvalid   (m_zax_wvalid),
        .m_axi_wready   (m_zax_wready),
        .m_axi_wdata    (m_zax_wdata),
        .m_axi_wstrb    (m_zax_wstrb),
        .m_axi_wlast    (m_zax_wlast),
        .m_axi_bvalid   (m_zax_bvalid),
        .m_axi_bready   (m_zax_bready),
        .m_axi_bid      (m_zax_bid),
        .m_axi_bresp    (m_zax_bresp),
        .m_axi_arvalid  (m_zax_arvalid),
        .m_axi_arready  (m_zax_arready),
        .m_axi_arid     (m_zax_arid),
        .m_axi_araddr   (m_zax_araddr),
        .m_axi_arlen    (m_zax_arlen),
        .m_axi_arsize   (m_zax_arsize),
        .m_axi_arburst  (m_zax_arburst),
        .m_axi_rvalid   (m_zax_rvalid),
        .m_axi_rready   (m_zax_rready),
        .m_axi_rid      (m_zax_rid),
        .m_axi_rdata    (m_zax_rdata),
        .m_axi_rresp    (m_zax_rresp),
        .m_axi_rlast    (m_zax_rlast),
        .obs_rx         (zax_rx)
    );

    wire unused = &{1'b0, zax_rx, d_hr, d_pr, d_fr};

endmodule

`default_nettype wire
