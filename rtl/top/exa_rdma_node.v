// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Network interface of one FPGA with its RDMA engines: exa_node, and at its free ports the receiver (port 0)
// and the ExaDMA (port 4).
//
// FPGA (0 to 3): its number on the board; the other parameters are those of the blocks. The engines' master ports
// are one memory port: exa_dma reads there, exa_rdma_rx writes. All resets together empty it and clear all
// registers. Latency: that of the blocks. Paper chapters 3, 5 and 6; contract: exa_two_nodes.md.

`timescale 1ns / 1ps
`default_nettype none

module exa_rdma_node #(
    parameter integer FPGA      = 0,   // number on the board, 0 to 3
    parameter integer AXI_ID_W  = 4,   // bits of an AXI ID, 1 to 16
    parameter integer CHAN_N    = 64,  // channels of the packetizer, 2 to 64
    parameter integer MBOX_N    = 64,  // mailboxes, 1 to 64
    parameter integer SLOT_LOG2 = 3,   // log2 of the slots of each, 1 to 6
    parameter integer RSP_LOG2  = 10,  // log2 of the responses held, 2 to 12
    parameter integer READ_LOG2 = 6,   // log2 of the read requests held, 1 to 8
    parameter integer DUP_N     = 128, // entries of a table of duplicates: all channels that may send here
    parameter integer TXN_LOG2  = 10,  // log2 of the descriptors of the ExaDMA, 2 to 10
    parameter integer WAY_LOG2  = 4    // log2 of the ways of the receiver, 0 to 4
) (
    input  wire                       clk,
    input  wire                       rst,
    input  wire [19:0]                board,
    input  wire                       tx_clk,
    input  wire                       tx_rst,
    input  wire [7:0]                 rx_clk,
    input  wire [7:0]                 rx_rst,
    input  wire                       s_axi_awvalid,
    output wire                       s_axi_awready,
    input  wire [AXI_ID_W-1:0]        s_axi_awid,
    input  wire [22:0]                s_axi_awaddr,
    input  wire [7:0]                 s_axi_awlen,
    input  wire [2:0]                 s_axi_awsize,
    input  wire [1:0]                 s_axi_awburst,
    input  wire                       s_axi_wvalid,
    output wire                       s_axi_wready,
    input  wire [127:0]               s_axi_wdata,
    input  wire [15:0]                s_axi_wstrb,
    input  wire                       s_axi_wlast,
    output wire                       s_axi_bvalid,
    input  wire                       s_axi_bready,
    output wire [AXI_ID_W-1:0]        s_axi_bid,
    output wire [1:0]                 s_axi_bresp,
    input  wire                       s_axi_arvalid,
    output wire                       s_axi_arready,
    input  wire [AXI_ID_W-1:0]        s_axi_arid,
    input  wire [22:0]                s_axi_araddr,
    input  wire [7:0]                 s_axi_arlen,
    input  wire [2:0]                 s_axi_arsize,
    input  wire [1:0]                 s_axi_arburst,
    output wire                       s_axi_rvalid,
    input  wire                       s_axi_rready,
    output wire [AXI_ID_W-1:0]        s_axi_rid,
    output wire [127:0]               s_axi_rdata,
    output wire [1:0]                 s_axi_rresp,
    output wire                       s_axi_rlast,
    output wire                       m_axi_awvalid,
    input  wire                       m_axi_awready,
    output wire [2:0]                 m_axi_awid,
    output wire [41:0]                m_axi_awaddr,
    output wire [7:0]                 m_axi_awlen,
    output wire [2:0]                 m_axi_awsize,
    output wire [1:0]                 m_axi_awburst,
    output wire                       m_axi_wvalid,
    input  wire                       m_axi_wready,
    output wire [127:0]               m_axi_wdata,
    output wire [15:0]                m_axi_wstrb,
    output wire                       m_axi_wlast,
    input  wire                       m_axi_bvalid,
    output wire                       m_axi_bready,
    input  wire [2:0]                 m_axi_bid,
    input  wire [1:0]                 m_axi_bresp,
    output wire                       m_axi_arvalid,
    input  wire                       m_axi_arready,
    output wire [2:0]                 m_axi_arid,
    output wire [41:0]                m_axi_araddr,
    output wire [7:0]                 m_axi_arlen,
    output wire [2:0]                 m_axi_arsize,
    output wire [1:0]                 m_axi_arburst,
    input  wire                       m_axi_rvalid,
    output wire                       m_axi_rready,
    input  wire [2:0]                 m_axi_rid,
    input  wire [127:0]               m_axi_rdata,
    input  wire [1:0]                 m_axi_rresp,
    input  wire                       m_axi_rlast,
    output wire [15:0]                tx_head,
    output wire [511:0]               tx_data,
    input  wire [15:0]                rx_head,
    input  wire [511:0]               rx_data,
    output wire [7:0]                 rx_slip,
    output wire [MBOX_N-1:0]          waiting,
    output wire                       irq_fault,
    output wire [31:0]                obs_rdma,
    output wire                       obs_dma_drop,
    input  wire                       reg_rd,
    input  wire [15:0]                reg_addr,
    output wire [31:0]                reg_rdata,
    output wire [47:0]                obs_in_valid,
    output wire [47:0]                obs_in_ready,
    output wire [2047:0]              obs_in_data,
    output wire [47:0]                obs_out_valid,
    output wire [47:0]                obs_out_ready,
    output wire [2047:0]              obs_out_data
);

`include "exa_defs.vh"

    localparam [1:0] HERE = FPGA[1:0];
    // slaves of the AXI port: what the node has, then the engines
    localparam integer NODE = 0, DMA = 1, RX = 2, SLAVE_N = 3;
    // free ports of the node
    localparam integer RX_PORT = 0, DMA_PORT = 1;

    wire [21:0] own = {board[19:EXA_FPGA_LSB], HERE, board[EXA_FPGA_LSB-1:0]};

    // ---- AXI4: address bits 22:20 of 3 the ExaDMA's, of 4 the receiver's, else the node's
    reg [2:0] aw_sel;
    reg [2:0] ar_sel;

    always @* begin
        case (s_axi_awaddr[22:20])
            3'd3:    aw_sel = DMA[2:0];
            3'd4:    aw_sel = RX[2:0];
            default: aw_sel = NODE[2:0];
        endcase
        case (s_axi_araddr[22:20])
            3'd3:    ar_sel = DMA[2:0];
            3'd4:    ar_sel = RX[2:0];
            default: ar_sel = NODE[2:0];
        endcase
    end

    wire [SLAVE_N-1:0]           x_awvalid;
    wire [SLAVE_N-1:0]           x_awready;
    wire [SLAVE_N-1:0]           x_wvalid;
    wire [SLAVE_N-1:0]           x_wready;
    wire [SLAVE_N-1:0]           x_bvalid;
    wire [SLAVE_N-1:0]           x_bready;
    wire [AXI_ID_W*SLAVE_N-1:0]  x_bid;
    wire [2*SLAVE_N-1:0]         x_bresp;
    wire [SLAVE_N-1:0]           x_arvalid;
    wire [SLAVE_N-1:0]           x_arready;
    wire [SLAVE_N-1:0]           x_rvalid;
    wire [SLAVE_N-1:0]           x_rready;
    wire [AXI_ID_W*SLAVE_N-1:0]  x_rid;
    wire [128*SLAVE_N-1:0]       x_rdata;
    wire [2*SLAVE_N-1:0]         x_rresp;
    wire [SLAVE_N-1:0]           x_rlast;

    tn_axi_split #(
        .AXI_ID_W(AXI_ID_W),
        .SLAVE_N (SLAVE_N)
    ) u_split (
        .clk          (clk),
        .rst          (rst),
        .aw_sel       (aw_sel),
        .ar_sel       (ar_sel),
        .s_axi_awvalid(s_axi_awvalid),
        .s_axi_awready(s_axi_awready),
        .s_axi_awid   (s_axi_awid),
        .s_axi_awlen  (s_axi_awlen),
        .s_axi_wvalid (s_axi_wvalid),
        .s_axi_wready (s_axi_wready),
        .s_axi_bvalid (s_axi_bvalid),
        .s_axi_bready (s_axi_bready),
        .s_axi_bid    (s_axi_bid),
        .s_axi_bresp  (s_axi_bresp),
        .s_axi_arvalid(s_axi_arvalid),
        .s_axi_arready(s_axi_arready),
        .s_axi_arid   (s_axi_arid),
        .s_axi_arlen  (s_axi_arlen),
        .s_axi_rvalid (s_axi_rvalid),
        .s_axi_rready (s_axi_rready),
        .s_axi_rid    (s_axi_rid),
        .s_axi_rdata  (s_axi_rdata),
        .s_axi_rresp  (s_axi_rresp),
        .s_axi_rlast  (s_axi_rlast),
        .m_axi_awvalid(x_awvalid),
        .m_axi_awready(x_awready),
        .m_axi_wvalid (x_wvalid),
        .m_axi_wready (x_wready),
        .m_axi_bvalid (x_bvalid),
        .m_axi_bready (x_bready),
        .m_axi_bid    (x_bid),
        .m_axi_bresp  (x_bresp),
        .m_axi_arvalid(x_arvalid),
        .m_axi_arready(x_arready),
        .m_axi_rvalid (x_rvalid),
        .m_axi_rready (x_rready),
        .m_axi_rid    (x_rid),
        .m_axi_rdata  (x_rdata),
        .m_axi_rresp  (x_rresp),
        .m_axi_rlast  (x_rlast)
    );

    // ---- channels of the free ports: what the engines give (b_) and take (t_)
    wire [2:0]   b_hv, b_pv, b_fv, b_hr, b_pr, b_fr;
    wire [2:0]   t_hv, t_pv, t_fv, t_hr, t_pr, t_fr;
    wire [383:0] b_data;
    wire [383:0] t_data;

    // nothing stands at port 5: it gives nothing and takes everything
    assign {b_hv[2], b_pv[2], b_fv[2]} = 3'b000;
    assign b_data[383:256] = 128'd0;
    assign {t_hr[2], t_pr[2], t_fr[2]} = 3'b111;

    exa_node #(
        .FPGA     (FPGA),
        .AXI_ID_W (AXI_ID_W),
        .CHAN_N   (CHAN_N),
        .MBOX_N   (MBOX_N),
        .SLOT_LOG2(SLOT_LOG2),
        .RSP_LOG2 (RSP_LOG2),
        .READ_LOG2(READ_LOG2),
        .DUP_N    (DUP_N)
    ) u_node (
        .clk            (clk),
        .rst            (rst),
        .board          (board),
        .tx_clk         (tx_clk),
        .tx_rst         (tx_rst),
        .rx_clk         (rx_clk),
        .rx_rst         (rx_rst),
        .s_axi_awvalid  (x_awvalid[NODE]),
        .s_axi_awready  (x_awready[NODE]),
        .s_axi_awid     (s_axi_awid),
        .s_axi_awaddr   (s_axi_awaddr),
        .s_axi_awlen    (s_axi_awlen),
        .s_axi_awsize   (s_axi_awsize),
        .s_axi_awburst  (s_axi_awburst),
        .s_axi_wvalid   (x_wvalid[NODE]),
        .s_axi_wready   (x_wready[NODE]),
        .s_axi_wdata    (s_axi_wdata),
        .s_axi_wstrb    (s_axi_wstrb),
        .s_axi_wlast    (s_axi_wlast),
        .s_axi_bvalid   (x_bvalid[NODE]),
        .s_axi_bready   (x_bready[NODE]),
        .s_axi_bid      (x_bid[AXI_ID_W*NODE+:AXI_ID_W]),
        .s_axi_bresp    (x_bresp[2*NODE+:2]),
        .s_axi_arvalid  (x_arvalid[NODE]),
        .s_axi_arready  (x_arready[NODE]),
        .s_axi_arid     (s_axi_arid),
        .s_axi_araddr   (s_axi_araddr),
        .s_axi_arlen    (s_axi_arlen),
        .s_axi_arsize   (s_axi_arsize),
        .s_axi_arburst  (s_axi_arburst),
        .s_axi_rvalid   (x_rvalid[NODE]),
        .s_axi_rready   (x_rready[NODE]),
        .s_axi_rid      (x_rid[AXI_ID_W*NODE+:AXI_ID_W]),
        .s_axi_rdata    (x_rdata[128*NODE+:128]),
        .s_axi_rresp    (x_rresp[2*NODE+:2]),
        .s_axi_rlast    (x_rlast[NODE]),
        .s_exa_hdr_valid(b_hv),
        .s_exa_hdr_ready(b_hr),
        .s_exa_pld_valid(b_pv),
        .s_exa_pld_ready(b_pr),
        .s_exa_ftr_valid(b_fv),
        .s_exa_ftr_ready(b_fr),
        .s_exa_data     (b_data),
        .m_exa_hdr_valid(t_hv),
        .m_exa_hdr_ready(t_hr),
        .m_exa_pld_valid(t_pv),
        .m_exa_pld_ready(t_pr),
        .m_exa_ftr_valid(t_fv),
        .m_exa_ftr_ready(t_fr),
        .m_exa_data     (t_data),
        .tx_head        (tx_head),
        .tx_data        (tx_data),
        .rx_head        (rx_head),
        .rx_data        (rx_data),
        .rx_slip        (rx_slip),
        .waiting        (waiting),
        .reg_rd         (reg_rd),
        .reg_addr       (reg_addr),
        .reg_rdata      (reg_rdata),
        .obs_in_valid   (obs_in_valid),
        .obs_in_ready   (obs_in_ready),
        .obs_in_data    (obs_in_data),
        .obs_out_valid  (obs_out_valid),
        .obs_out_ready  (obs_out_ready),
        .obs_out_data   (obs_out_data)
    );

    exa_rdma_rx #(
        .AXI_ID_W(AXI_ID_W),
        .WAY_LOG2(WAY_LOG2),
        .DUP_N   (DUP_N)
    ) u_rdma_rx (
        .clk            (clk),
        .rst            (rst),
        .own            (own),
        .s_exa_hdr_valid(t_hv[RX_PORT]),
        .s_exa_hdr_ready(t_hr[RX_PORT]),
        .s_exa_pld_valid(t_pv[RX_PORT]),
        .s_exa_pld_ready(t_pr[RX_PORT]),
        .s_exa_ftr_valid(t_fv[RX_PORT]),
        .s_exa_ftr_ready(t_fr[RX_PORT]),
        .s_exa_data     (t_data[128*RX_PORT+:128]),
        .m_exa_hdr_valid(b_hv[RX_PORT]),
        .m_exa_hdr_ready(b_hr[RX_PORT]),
        .m_exa_pld_valid(b_pv[RX_PORT]),
        .m_exa_pld_ready(b_pr[RX_PORT]),
        .m_exa_ftr_valid(b_fv[RX_PORT]),
        .m_exa_ftr_ready(b_fr[RX_PORT]),
        .m_exa_data     (b_data[128*RX_PORT+:128]),
        .s_axi_awvalid  (x_awvalid[RX]),
        .s_axi_awready  (x_awready[RX]),
        .s_axi_awid     (s_axi_awid),
        .s_axi_awaddr   (s_axi_awaddr[19:0]),
        .s_axi_awlen    (s_axi_awlen),
        .s_axi_awsize   (s_axi_awsize),
        .s_axi_awburst  (s_axi_awburst),
        .s_axi_wvalid   (x_wvalid[RX]),
        .s_axi_wready   (x_wready[RX]),
        .s_axi_wdata    (s_axi_wdata),
        .s_axi_wstrb    (s_axi_wstrb),
        .s_axi_wlast    (s_axi_wlast),
        .s_axi_bvalid   (x_bvalid[RX]),
        .s_axi_bready   (x_bready[RX]),
        .s_axi_bid      (x_bid[AXI_ID_W*RX+:AXI_ID_W]),
        .s_axi_bresp    (x_bresp[2*RX+:2]),
        .s_axi_arvalid  (x_arvalid[RX]),
        .s_axi_arready  (x_arready[RX]),
        .s_axi_arid     (s_axi_arid),
        .s_axi_araddr   (s_axi_araddr[19:0]),
        .s_axi_arlen    (s_axi_arlen),
        .s_axi_arsize   (s_axi_arsize),
        .s_axi_arburst  (s_axi_arburst),
        .s_axi_rvalid   (x_rvalid[RX]),
        .s_axi_rready   (x_rready[RX]),
        .s_axi_rid      (x_rid[AXI_ID_W*RX+:AXI_ID_W]),
        .s_axi_rdata    (x_rdata[128*RX+:128]),
        .s_axi_rresp    (x_rresp[2*RX+:2]),
        .s_axi_rlast    (x_rlast[RX]),
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

    exa_dma #(
        .AXI_ID_W(AXI_ID_W),
        .TXN_LOG2(TXN_LOG2)
    ) u_dma (
        .clk            (clk),
        .rst            (rst),
        .own            (own),
        .s_exa_hdr_valid(t_hv[DMA_PORT]),
        .s_exa_hdr_ready(t_hr[DMA_PORT]),
        .s_exa_pld_valid(t_pv[DMA_PORT]),
        .s_exa_pld_ready(t_pr[DMA_PORT]),
        .s_exa_ftr_valid(t_fv[DMA_PORT]),
        .s_exa_ftr_ready(t_fr[DMA_PORT]),
        .s_exa_data     (t_data[128*DMA_PORT+:128]),
        .m_exa_hdr_valid(b_hv[DMA_PORT]),
        .m_exa_hdr_ready(b_hr[DMA_PORT]),
        .m_exa_pld_valid(b_pv[DMA_PORT]),
        .m_exa_pld_ready(b_pr[DMA_PORT]),
        .m_exa_ftr_valid(b_fv[DMA_PORT]),
        .m_exa_ftr_ready(b_fr[DMA_PORT]),
        .m_exa_data     (b_data[128*DMA_PORT+:128]),
        .s_axi_awvalid  (x_awvalid[DMA]),
        .s_axi_awready  (x_awready[DMA]),
        .s_axi_awid     (s_axi_awid),
        .s_axi_awaddr   (s_axi_awaddr[19:0]),
        .s_axi_awlen    (s_axi_awlen),
        .s_axi_awsize   (s_axi_awsize),
        .s_axi_awburst  (s_axi_awburst),
        .s_axi_wvalid   (x_wvalid[DMA]),
        .s_axi_wready   (x_wready[DMA]),
        .s_axi_wdata    (s_axi_wdata),
        .s_axi_wstrb    (s_axi_wstrb),
        .s_axi_wlast    (s_axi_wlast),
        .s_axi_bvalid   (x_bvalid[DMA]),
        .s_axi_bready   (x_bready[DMA]),
        .s_axi_bid      (x_bid[AXI_ID_W*DMA+:AXI_ID_W]),
        .s_axi_bresp    (x_bresp[2*DMA+:2]),
        .s_axi_arvalid  (x_arvalid[DMA]),
        .s_axi_arready  (x_arready[DMA]),
        .s_axi_arid     (s_axi_arid),
        .s_axi_araddr   (s_axi_araddr[19:0]),
        .s_axi_arlen    (s_axi_arlen),
        .s_axi_arsize   (s_axi_arsize),
        .s_axi_arburst  (s_axi_arburst),
        .s_axi_rvalid   (x_rvalid[DMA]),
        .s_axi_rready   (x_rready[DMA]),
        .s_axi_rid      (x_rid[AXI_ID_W*DMA+:AXI_ID_W]),
        .s_axi_rdata    (x_rdata[128*DMA+:128]),
        .s_axi_rresp    (x_rresp[2*DMA+:2]),
        .s_axi_rlast    (x_rlast[DMA]),
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

    wire unused = &{1'b0, t_hv[2], t_pv[2], t_fv[2], t_data[383:256], b_hr[2], b_pr[2], b_fr[2]};

endmodule

`default_nettype wire
