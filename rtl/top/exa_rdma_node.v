// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Network interface of one FPGA with its RDMA engines: exa_node, and at its free ports the receiver (port 0 of the
// switch), the ExaDMA (port 4) and zDMA (port 5).
//
// FPGA, LINES: as in exa_lines; the other parameters are those of the blocks. ExaDMA (reads) and receiver (writes) share the
// memory port m_axi; zDMA has m_zax, and its windows. All resets together empty it and clear all registers. Latency: that of the blocks. Paper chapters 3, 5 and 6; contract: exa_two_nodes.md.

`timescale 1ns / 1ps
`default_nettype none

module exa_rdma_node #(
    parameter integer FPGA      = 0,   // number on the board, 0 to 3
    parameter integer LINES     = 255, // mask of the lines that are built, 0 to 255
    parameter integer LINKS     = 1,   // lines to each other FPGA, 1 or 2
    parameter integer OUT_N     = 1,   // outputs of the ExaDMA, 1 to 3
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
    // the board's coordinates
    input  wire [19:0]                board,
    // clocks of the lines
    input  wire                       tx_clk,
    input  wire                       tx_rst,
    input  wire [7:0]                 rx_clk,
    input  wire [7:0]                 rx_rst,
    // AXI slave: registers of every block
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
`include "exa_engine_ports.vh"
    // blocks on the lines
    output wire [15:0]                tx_head,
    output wire [511:0]               tx_data,
    input  wire [15:0]                rx_head,
    input  wire [511:0]               rx_data,
    output wire [7:0]                 rx_slip,
    // second lines to the FPGAs
    output wire [7:0]                 tx_second_head,
    output wire [255:0]               tx_second_data,
    input  wire [7:0]                 rx_second_head,
    input  wire [255:0]               rx_second_data,
    // messages and faults that wait
    output wire [MBOX_N-1:0]          waiting,
    output wire                       irq_fault,
    // events
    output wire [31:0]                obs_rdma,
    output wire                       obs_dma_drop,
    // registers of switch and lines
    input  wire                       reg_rd,
    input  wire [15:0]                reg_addr,
    output wire [31:0]                reg_rdata,
    // what passes the switch
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
    localparam integer NODE = 0, DMA = 1, RX = 2, ZAX = 3, SLAVE_N = 4;

    wire [21:0] own = {board[19:EXA_FPGA_LSB], HERE, board[EXA_FPGA_LSB-1:0]};

    // ---- AXI4: address bits 22:20 of 3 are the ExaDMA's, of 4 the receiver's, of 5 zDMA's, else the node's
    reg [2:0] aw_sel;
    reg [2:0] ar_sel;

    always @* begin
        case (s_axi_awaddr[22:20])
            3'd3:    aw_sel = DMA[2:0];
            3'd4:    aw_sel = RX[2:0];
            3'd5:    aw_sel = ZAX[2:0];
            default: aw_sel = NODE[2:0];
        endcase
        case (s_axi_araddr[22:20])
            3'd3:    ar_sel = DMA[2:0];
            3'd4:    ar_sel = RX[2:0];
            3'd5:    ar_sel = ZAX[2:0];
            default: ar_sel = NODE[2:0];
        endcase
    end

    wire [SLAVE_N-1:0] x_awvalid, x_awready, x_wvalid, x_wready, x_bvalid, x_bready, x_arvalid, x_arready, x_rvalid, x_rready, x_rlast;
    wire [AXI_ID_W*SLAVE_N-1:0] x_bid, x_rid;
    wire [2*SLAVE_N-1:0] x_bresp, x_rresp;
    wire [128*SLAVE_N-1:0] x_rdata;

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
        .m_axi_awvalid(x_awvalid), .m_axi_awready(x_awready),
        .m_axi_wvalid (x_wvalid), .m_axi_wready (x_wready),
        .m_axi_bvalid (x_bvalid), .m_axi_bready (x_bready),
        .m_axi_bid    (x_bid),
        .m_axi_bresp  (x_bresp),
        .m_axi_arvalid(x_arvalid), .m_axi_arready(x_arready),
        .m_axi_rvalid (x_rvalid), .m_axi_rready (x_rready),
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
    // the ExaDMA's outputs 1 and 2, to ports 6 and 7
    wire [1:0]   p_hv, p_pv, p_fv, p_hr, p_pr, p_fr;
    wire [255:0] p_data;

    exa_node #(
        .FPGA     (FPGA),
        .LINES    (LINES),
        .LINKS    (LINKS),
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
        .s_exa_hdr_valid(b_hv), .s_exa_hdr_ready(b_hr),
        .s_exa_pld_valid(b_pv), .s_exa_pld_ready(b_pr),
        .s_exa_ftr_valid(b_fv), .s_exa_ftr_ready(b_fr),
        .s_exa_data     (b_data),
        .s_path_hdr_valid(p_hv), .s_path_hdr_ready(p_hr),
        .s_path_pld_valid(p_pv), .s_path_pld_ready(p_pr),
        .s_path_ftr_valid(p_fv), .s_path_ftr_ready(p_fr),
        .s_path_data    (p_data),
        .m_exa_hdr_valid(t_hv), .m_exa_hdr_ready(t_hr),
        .m_exa_pld_valid(t_pv), .m_exa_pld_ready(t_pr),
        .m_exa_ftr_valid(t_fv), .m_exa_ftr_ready(t_fr),
        .m_exa_data     (t_data),
        .tx_head        (tx_head),
        .tx_data        (tx_data),
        .rx_head        (rx_head),
        .rx_data        (rx_data),
        .rx_slip        (rx_slip),
        .tx_second_head (tx_second_head),
        .tx_second_data (tx_second_data),
        .rx_second_head (rx_second_head),
        .rx_second_data (rx_second_data),
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

    exa_engines #(
        .AXI_ID_W(AXI_ID_W),
        .DUP_N   (DUP_N),
        .TXN_LOG2(TXN_LOG2),
        .WAY_LOG2(WAY_LOG2),
        .OUT_N   (OUT_N)
    ) u_engines (
        .clk            (clk),
        .rst            (rst),
        .own            (own),
        .s_exa_hdr_valid(t_hv), .s_exa_hdr_ready(t_hr),
        .s_exa_pld_valid(t_pv), .s_exa_pld_ready(t_pr),
        .s_exa_ftr_valid(t_fv), .s_exa_ftr_ready(t_fr),
        .s_exa_data     (t_data),
        .m_exa_hdr_valid(b_hv), .m_exa_hdr_ready(b_hr),
        .m_exa_pld_valid(b_pv), .m_exa_pld_ready(b_pr),
        .m_exa_ftr_valid(b_fv), .m_exa_ftr_ready(b_fr),
        .m_exa_data     (b_data),
        .m_path_hdr_valid(p_hv), .m_path_hdr_ready(p_hr),
        .m_path_pld_valid(p_pv), .m_path_pld_ready(p_pr),
        .m_path_ftr_valid(p_fv), .m_path_ftr_ready(p_fr),
        .m_path_data    (p_data),
        .s_awvalid      (x_awvalid[3:1]),
        .s_awready      (x_awready[3:1]),
        .s_awid         (s_axi_awid),
        .s_awaddr       (s_axi_awaddr[19:0]),
        .s_awlen        (s_axi_awlen),
        .s_awsize       (s_axi_awsize),
        .s_awburst      (s_axi_awburst),
        .s_wvalid       (x_wvalid[3:1]),
        .s_wready       (x_wready[3:1]),
        .s_wdata        (s_axi_wdata),
        .s_wstrb        (s_axi_wstrb),
        .s_wlast        (s_axi_wlast),
        .s_bvalid       (x_bvalid[3:1]),
        .s_bready       (x_bready[3:1]),
        .s_bid          (x_bid[AXI_ID_W+:3*AXI_ID_W]),
        .s_bresp        (x_bresp[7:2]),
        .s_arvalid      (x_arvalid[3:1]),
        .s_arready      (x_arready[3:1]),
        .s_arid         (s_axi_arid),
        .s_araddr       (s_axi_araddr[19:0]),
        .s_arlen        (s_axi_arlen),
        .s_arsize       (s_axi_arsize),
        .s_arburst      (s_axi_arburst),
        .s_rvalid       (x_rvalid[3:1]),
        .s_rready       (x_rready[3:1]),
        .s_rid          (x_rid[AXI_ID_W+:3*AXI_ID_W]),
        .s_rdata        (x_rdata[511:128]),
        .s_rresp        (x_rresp[7:2]),
        .s_rlast        (x_rlast[3:1]),
`include "exa_engine_wires.vh"
        .irq_fault      (irq_fault),
        .obs_rdma       (obs_rdma),
        .obs_dma_drop   (obs_dma_drop)
    );

endmodule

`default_nettype wire
