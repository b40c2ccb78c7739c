// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Network interface of one FPGA: switch, packetizer, mailbox, RT mailbox, links.
//
// FPGA (0 to 3): its number on the board; the other parameters are those of the blocks.
// All resets together empty it and clear all registers. Ports of the switch: 1 RT mailbox,
// 2 packetizer, 3 mailbox, 8 to 11 links, 12 to 15 gateway lines (FPGA 0); 0, 4 and 5 are
// brought out, and the inputs of 6 and 7. Latency: that of the blocks. Paper sections 3.1 and 3.2; contract: exa_qfdb.md.

`timescale 1ns / 1ps
`default_nettype none

module exa_node #(
    parameter integer FPGA      = 0,   // number on the board, 0 to 3
    parameter integer LINES     = 255, // mask of the lines that are built, 0 to 255
    parameter integer LINKS     = 1,   // lines to each other FPGA, 1 or 2
    parameter integer AXI_ID_W  = 4,   // bits of an AXI ID, 1 to 16
    parameter integer CHAN_N    = 64,  // channels of the packetizer, 2 to 64
    parameter integer MBOX_N    = 64,  // mailboxes, 1 to 64
    parameter integer SLOT_LOG2 = 3,   // log2 of the slots of each, 1 to 6
    parameter integer RSP_LOG2  = 10,  // log2 of the responses held, 2 to 12
    parameter integer READ_LOG2 = 6,   // log2 of the read requests held, 1 to 8
    parameter integer DUP_N     = 256  // entries of a table of duplicates: all channels that may send here
) (
    input  wire                         clk,
    input  wire                         rst,
    input  wire [19:0]                  board,
    input  wire                         tx_clk,
    input  wire                         tx_rst,
    input  wire [7:0]                   rx_clk,
    input  wire [7:0]                   rx_rst,
    input  wire                         s_axi_awvalid,
    output wire                         s_axi_awready,
    input  wire [AXI_ID_W-1:0]          s_axi_awid,
    input  wire [22:0]                  s_axi_awaddr,
    input  wire [7:0]                   s_axi_awlen,
    input  wire [2:0]                   s_axi_awsize,
    input  wire [1:0]                   s_axi_awburst,
    input  wire                         s_axi_wvalid,
    output wire                         s_axi_wready,
    input  wire [127:0]                 s_axi_wdata,
    input  wire [15:0]                  s_axi_wstrb,
    input  wire                         s_axi_wlast,
    output wire                         s_axi_bvalid,
    input  wire                         s_axi_bready,
    output wire [AXI_ID_W-1:0]          s_axi_bid,
    output wire [1:0]                   s_axi_bresp,
    input  wire                         s_axi_arvalid,
    output wire                         s_axi_arready,
    input  wire [AXI_ID_W-1:0]          s_axi_arid,
    input  wire [22:0]                  s_axi_araddr,
    input  wire [7:0]                   s_axi_arlen,
    input  wire [2:0]                   s_axi_arsize,
    input  wire [1:0]                   s_axi_arburst,
    output wire                         s_axi_rvalid,
    input  wire                         s_axi_rready,
    output wire [AXI_ID_W-1:0]          s_axi_rid,
    output wire [127:0]                 s_axi_rdata,
    output wire [1:0]                   s_axi_rresp,
    output wire                         s_axi_rlast,
    input  wire [2:0]                   s_exa_hdr_valid,
    output wire [2:0]                   s_exa_hdr_ready,
    input  wire [2:0]                   s_exa_pld_valid,
    output wire [2:0]                   s_exa_pld_ready,
    input  wire [2:0]                   s_exa_ftr_valid,
    output wire [2:0]                   s_exa_ftr_ready,
    input  wire [383:0]                 s_exa_data,
    input  wire [1:0]                         s_path_hdr_valid,
    output wire [1:0]                         s_path_hdr_ready,
    input  wire [1:0]                         s_path_pld_valid,
    output wire [1:0]                         s_path_pld_ready,
    input  wire [1:0]                         s_path_ftr_valid,
    output wire [1:0]                         s_path_ftr_ready,
    input  wire [255:0]                       s_path_data,
    output wire [2:0]                   m_exa_hdr_valid,
    input  wire [2:0]                   m_exa_hdr_ready,
    output wire [2:0]                   m_exa_pld_valid,
    input  wire [2:0]                   m_exa_pld_ready,
    output wire [2:0]                   m_exa_ftr_valid,
    input  wire [2:0]                   m_exa_ftr_ready,
    output wire [383:0]                 m_exa_data,
    output wire [15:0]                  tx_head,
    output wire [511:0]                 tx_data,
    input  wire [15:0]                  rx_head,
    input  wire [511:0]                 rx_data,
    output wire [7:0]                   rx_slip,
    output wire [7:0]                   tx_second_head,
    output wire [255:0]                 tx_second_data,
    input  wire [7:0]                   rx_second_head,
    input  wire [255:0]                 rx_second_data,
    output wire [MBOX_N-1:0]            waiting,
    input  wire                         reg_rd,
    input  wire [15:0]                  reg_addr,
    output wire [31:0]                  reg_rdata,
    output reg  [47:0]                  obs_in_valid,
    output reg  [47:0]                  obs_in_ready,
    output wire [2047:0]                obs_in_data,
    output reg  [47:0]                  obs_out_valid,
    output reg  [47:0]                  obs_out_ready,
    output wire [2047:0]                obs_out_data
);

`include "exa_defs.vh"

    localparam [1:0] HERE = FPGA[1:0];
    localparam integer RT_MAILBOX = 1, PACKETIZER = 2, MAILBOX = 3;

    generate
        if (FPGA < 0 || FPGA > 3) begin : g_fpga
            tn_error_FPGA_must_be_0_to_3 u_error ();
        end
    endgenerate

    // the board's coordinates, with the FPGA's among them
    wire [21:0] own = {board[19:EXA_FPGA_LSB], HERE, board[EXA_FPGA_LSB-1:0]};

    // ---- the switch: what comes in (i_) and goes out (o_), a bit a port
    reg  [15:0]   i_hv;
    reg  [15:0]   i_pv;
    reg  [15:0]   i_fv;
    reg  [2047:0] i_data;
    wire [15:0]   i_hr;
    wire [15:0]   i_pr;
    wire [15:0]   i_fr;
    wire [15:0]   o_hv;
    wire [15:0]   o_pv;
    wire [15:0]   o_fv;
    wire [2047:0] o_data;
    reg  [15:0]   o_hr;
    reg  [15:0]   o_pr;
    reg  [15:0]   o_fr;

    wire [31:0] sw_rdata;
    wire [15:0] sw_drop;
    wire [63:0] sw_cause;

    exa_crossbar u_switch (
        .clk            (clk),
        .rst            (rst),
        .own            (own),
        .s_exa_hdr_valid(i_hv),
        .s_exa_hdr_ready(i_hr),
        .s_exa_pld_valid(i_pv),
        .s_exa_pld_ready(i_pr),
        .s_exa_ftr_valid(i_fv),
        .s_exa_ftr_ready(i_fr),
        .s_exa_data     (i_data),
        .m_exa_hdr_valid(o_hv),
        .m_exa_hdr_ready(o_hr),
        .m_exa_pld_valid(o_pv),
        .m_exa_pld_ready(o_pr),
        .m_exa_ftr_valid(o_fv),
        .m_exa_ftr_ready(o_fr),
        .m_exa_data     (o_data),
        .reg_rd         (reg_rd),
        .reg_addr       (reg_addr[11:0]),
        .reg_rdata      (sw_rdata),
        .obs_drop_valid (sw_drop),
        .obs_drop_cause (sw_cause)
    );

    // what blocks and links give to it (b_) and take from it (t_)
    wire [2:0]    b_hv;  // RT mailbox, packetizer, mailbox
    wire [2:0]    b_pv;
    wire [2:0]    b_fv;
    wire [383:0]  b_data;
    wire [2:0]    t_hr;
    wire [2:0]    t_pr;
    wire [2:0]    t_fr;
    wire [7:0]    l_hv;  // lines, the dead port among them
    wire [7:0]    l_pv;
    wire [7:0]    l_fv;
    wire [1023:0] l_data;
    wire [7:0]    l_hr;
    wire [7:0]    l_pr;
    wire [7:0]    l_fr;

    // ports from the highest: lines, 7 and 6 (in alone), 5 and 4 (free), 3 to 1, 0 (free)
    always @* begin
        i_hv = {l_hv, s_path_hdr_valid, s_exa_hdr_valid[2:1], b_hv, s_exa_hdr_valid[0]};
        i_pv = {l_pv, s_path_pld_valid, s_exa_pld_valid[2:1], b_pv, s_exa_pld_valid[0]};
        i_fv = {l_fv, s_path_ftr_valid, s_exa_ftr_valid[2:1], b_fv, s_exa_ftr_valid[0]};
        i_data = {l_data, s_path_data, s_exa_data[383:128], b_data, s_exa_data[127:0]};
        o_hr = {l_hr, 2'b11, m_exa_hdr_ready[2:1], t_hr, m_exa_hdr_ready[0]};
        o_pr = {l_pr, 2'b11, m_exa_pld_ready[2:1], t_pr, m_exa_pld_ready[0]};
        o_fr = {l_fr, 2'b11, m_exa_ftr_ready[2:1], t_fr, m_exa_ftr_ready[0]};
    end

    assign s_exa_hdr_ready = {i_hr[5:4], i_hr[0]};
    assign s_exa_pld_ready = {i_pr[5:4], i_pr[0]};
    assign s_exa_ftr_ready = {i_fr[5:4], i_fr[0]};
    assign s_path_hdr_ready = i_hr[7:6];
    assign s_path_pld_ready = i_pr[7:6];
    assign s_path_ftr_ready = i_fr[7:6];
    assign m_exa_hdr_valid = {o_hv[5:4], o_hv[0]};
    assign m_exa_pld_valid = {o_pv[5:4], o_pv[0]};
    assign m_exa_ftr_valid = {o_fv[5:4], o_fv[0]};
    assign m_exa_data = {o_data[767:512], o_data[127:0]};

    integer p;
    always @*
        for (p = 0; p < 16; p = p + 1) begin
            obs_in_valid[3*p+:3]  = {i_fv[p], i_pv[p], i_hv[p]};
            obs_in_ready[3*p+:3]  = {i_fr[p], i_pr[p], i_hr[p]};
            obs_out_valid[3*p+:3] = {o_fv[p], o_pv[p], o_hv[p]};
            obs_out_ready[3*p+:3] = {o_fr[p], o_pr[p], o_hr[p]};
        end
    assign obs_in_data  = i_data;
    assign obs_out_data = o_data;

    // ---- AXI4 to the blocks: 0 packetizer, 1 mailbox, 2 RT mailbox
    wire [2:0]              x_awvalid;
    wire [2:0]              x_awready;
    wire [2:0]              x_wvalid;
    wire [2:0]              x_wready;
    wire [2:0]              x_bvalid;
    wire [2:0]              x_bready;
    wire [3*AXI_ID_W-1:0]   x_bid;
    wire [5:0]              x_bresp;
    wire [2:0]              x_arvalid;
    wire [2:0]              x_arready;
    wire [2:0]              x_rvalid;
    wire [2:0]              x_rready;
    wire [3*AXI_ID_W-1:0]   x_rid;
    wire [383:0]            x_rdata;
    wire [5:0]              x_rresp;
    wire [2:0]              x_rlast;

    tn_axi_split #(
        .AXI_ID_W(AXI_ID_W),
        .SLAVE_N (3)
    ) u_split (
        .clk          (clk),
        .rst          (rst),
        .aw_sel       (s_axi_awaddr[22:20]),
        .ar_sel       (s_axi_araddr[22:20]),
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

    wire [15:0] pkt_rx;
    wire [15:0] mbox_rx;
    wire [15:0] rt_rx;

    exa_packetizer #(
        .AXI_ID_W (AXI_ID_W),
        .CHAN_N   (CHAN_N)
    ) u_packetizer (
        .clk            (clk),
        .rst            (rst),
        .own            (own),
        .s_exa_hdr_valid(o_hv[PACKETIZER]),
        .s_exa_hdr_ready(t_hr[1]),
        .s_exa_pld_valid(o_pv[PACKETIZER]),
        .s_exa_pld_ready(t_pr[1]),
        .s_exa_ftr_valid(o_fv[PACKETIZER]),
        .s_exa_ftr_ready(t_fr[1]),
        .s_exa_data     (o_data[128*PACKETIZER+:128]),
        .m_exa_hdr_valid(b_hv[1]),
        .m_exa_hdr_ready(i_hr[PACKETIZER]),
        .m_exa_pld_valid(b_pv[1]),
        .m_exa_pld_ready(i_pr[PACKETIZER]),
        .m_exa_ftr_valid(b_fv[1]),
        .m_exa_ftr_ready(i_fr[PACKETIZER]),
        .m_exa_data     (b_data[255:128]),
        .s_axi_awvalid  (x_awvalid[0]),
        .s_axi_awready  (x_awready[0]),
        .s_axi_awid     (s_axi_awid),
        .s_axi_awaddr   (s_axi_awaddr[19:0]),
        .s_axi_awlen    (s_axi_awlen),
        .s_axi_awsize   (s_axi_awsize),
        .s_axi_awburst  (s_axi_awburst),
        .s_axi_wvalid   (x_wvalid[0]),
        .s_axi_wready   (x_wready[0]),
        .s_axi_wdata    (s_axi_wdata),
        .s_axi_wstrb    (s_axi_wstrb),
        .s_axi_wlast    (s_axi_wlast),
        .s_axi_bvalid   (x_bvalid[0]),
        .s_axi_bready   (x_bready[0]),
        .s_axi_bid      (x_bid[AXI_ID_W*0+:AXI_ID_W]),
        .s_axi_bresp    (x_bresp[1:0]),
        .s_axi_arvalid  (x_arvalid[0]),
        .s_axi_arready  (x_arready[0]),
        .s_axi_arid     (s_axi_arid),
        .s_axi_araddr   (s_axi_araddr[19:0]),
        .s_axi_arlen    (s_axi_arlen),
        .s_axi_arsize   (s_axi_arsize),
        .s_axi_arburst  (s_axi_arburst),
        .s_axi_rvalid   (x_rvalid[0]),
        .s_axi_rready   (x_rready[0]),
        .s_axi_rid      (x_rid[AXI_ID_W*0+:AXI_ID_W]),
        .s_axi_rdata    (x_rdata[127:0]),
        .s_axi_rresp    (x_rresp[1:0]),
        .s_axi_rlast    (x_rlast[0]),
        .obs_rx         (pkt_rx)
    );

    exa_mailbox #(
        .AXI_ID_W (AXI_ID_W),
        .MBOX_N   (MBOX_N),
        .SLOT_LOG2(SLOT_LOG2),
        .DUP_N    (DUP_N)
    ) u_mailbox (
        .clk            (clk),
        .rst            (rst),
        .own            (own),
        .s_exa_hdr_valid(o_hv[MAILBOX]),
        .s_exa_hdr_ready(t_hr[2]),
        .s_exa_pld_valid(o_pv[MAILBOX]),
        .s_exa_pld_ready(t_pr[2]),
        .s_exa_ftr_valid(o_fv[MAILBOX]),
        .s_exa_ftr_ready(t_fr[2]),
        .s_exa_data     (o_data[128*MAILBOX+:128]),
        .m_exa_hdr_valid(b_hv[2]),
        .m_exa_hdr_ready(i_hr[MAILBOX]),
        .m_exa_pld_valid(b_pv[2]),
        .m_exa_pld_ready(i_pr[MAILBOX]),
        .m_exa_ftr_valid(b_fv[2]),
        .m_exa_ftr_ready(i_fr[MAILBOX]),
        .m_exa_data     (b_data[383:256]),
        .s_axi_awvalid  (x_awvalid[1]),
        .s_axi_awready  (x_awready[1]),
        .s_axi_awid     (s_axi_awid),
        .s_axi_awaddr   (s_axi_awaddr[19:0]),
        .s_axi_awlen    (s_axi_awlen),
        .s_axi_awsize   (s_axi_awsize),
        .s_axi_awburst  (s_axi_awburst),
        .s_axi_wvalid   (x_wvalid[1]),
        .s_axi_wready   (x_wready[1]),
        .s_axi_wdata    (s_axi_wdata),
        .s_axi_wstrb    (s_axi_wstrb),
        .s_axi_wlast    (s_axi_wlast),
        .s_axi_bvalid   (x_bvalid[1]),
        .s_axi_bready   (x_bready[1]),
        .s_axi_bid      (x_bid[AXI_ID_W*1+:AXI_ID_W]),
        .s_axi_bresp    (x_bresp[3:2]),
        .s_axi_arvalid  (x_arvalid[1]),
        .s_axi_arready  (x_arready[1]),
        .s_axi_arid     (s_axi_arid),
        .s_axi_araddr   (s_axi_araddr[19:0]),
        .s_axi_arlen    (s_axi_arlen),
        .s_axi_arsize   (s_axi_arsize),
        .s_axi_arburst  (s_axi_arburst),
        .s_axi_rvalid   (x_rvalid[1]),
        .s_axi_rready   (x_rready[1]),
        .s_axi_rid      (x_rid[AXI_ID_W*1+:AXI_ID_W]),
        .s_axi_rdata    (x_rdata[255:128]),
        .s_axi_rresp    (x_rresp[3:2]),
        .s_axi_rlast    (x_rlast[1]),
        .waiting        (waiting),
        .obs_rx         (mbox_rx)
    );

    exa_rt_mailbox #(
        .AXI_ID_W (AXI_ID_W),
        .RSP_LOG2 (RSP_LOG2),
        .READ_LOG2(READ_LOG2),
        .DUP_N    (DUP_N)
    ) u_rt_mailbox (
        .clk            (clk),
        .rst            (rst),
        .own            (own),
        .s_exa_hdr_valid(o_hv[RT_MAILBOX]),
        .s_exa_hdr_ready(t_hr[0]),
        .s_exa_pld_valid(o_pv[RT_MAILBOX]),
        .s_exa_pld_ready(t_pr[0]),
        .s_exa_ftr_valid(o_fv[RT_MAILBOX]),
        .s_exa_ftr_ready(t_fr[0]),
        .s_exa_data     (o_data[128*RT_MAILBOX+:128]),
        .m_exa_hdr_valid(b_hv[0]),
        .m_exa_hdr_ready(i_hr[RT_MAILBOX]),
        .m_exa_pld_valid(b_pv[0]),
        .m_exa_pld_ready(i_pr[RT_MAILBOX]),
        .m_exa_ftr_valid(b_fv[0]),
        .m_exa_ftr_ready(i_fr[RT_MAILBOX]),
        .m_exa_data     (b_data[127:0]),
        .s_axi_awvalid  (x_awvalid[2]),
        .s_axi_awready  (x_awready[2]),
        .s_axi_awid     (s_axi_awid),
        .s_axi_awaddr   (s_axi_awaddr[19:0]),
        .s_axi_awlen    (s_axi_awlen),
        .s_axi_awsize   (s_axi_awsize),
        .s_axi_awburst  (s_axi_awburst),
        .s_axi_wvalid   (x_wvalid[2]),
        .s_axi_wready   (x_wready[2]),
        .s_axi_wdata    (s_axi_wdata),
        .s_axi_wstrb    (s_axi_wstrb),
        .s_axi_wlast    (s_axi_wlast),
        .s_axi_bvalid   (x_bvalid[2]),
        .s_axi_bready   (x_bready[2]),
        .s_axi_bid      (x_bid[AXI_ID_W*2+:AXI_ID_W]),
        .s_axi_bresp    (x_bresp[5:4]),
        .s_axi_arvalid  (x_arvalid[2]),
        .s_axi_arready  (x_arready[2]),
        .s_axi_arid     (s_axi_arid),
        .s_axi_araddr   (s_axi_araddr[19:0]),
        .s_axi_arlen    (s_axi_arlen),
        .s_axi_arsize   (s_axi_arsize),
        .s_axi_arburst  (s_axi_arburst),
        .s_axi_rvalid   (x_rvalid[2]),
        .s_axi_rready   (x_rready[2]),
        .s_axi_rid      (x_rid[AXI_ID_W*2+:AXI_ID_W]),
        .s_axi_rdata    (x_rdata[383:256]),
        .s_axi_rresp    (x_rresp[5:4]),
        .s_axi_rlast    (x_rlast[2]),
        .obs_rx         (rt_rx)
    );

    // ---- lines, and their registers behind the switch's
    wire [31:0] line_rdata;

    exa_lines #(
        .FPGA (FPGA),
        .LINES(LINES),
        .LINKS(LINKS)
    ) u_lines (
        .clk            (clk),
        .rst            (rst),
        .tx_clk         (tx_clk),
        .tx_rst         (tx_rst),
        .rx_clk         (rx_clk),
        .rx_rst         (rx_rst),
        .s_exa_hdr_valid(o_hv[15:8]),
        .s_exa_hdr_ready(l_hr),
        .s_exa_pld_valid(o_pv[15:8]),
        .s_exa_pld_ready(l_pr),
        .s_exa_ftr_valid(o_fv[15:8]),
        .s_exa_ftr_ready(l_fr),
        .s_exa_data     (o_data[2047:1024]),
        .m_exa_hdr_valid(l_hv),
        .m_exa_hdr_ready(i_hr[15:8]),
        .m_exa_pld_valid(l_pv),
        .m_exa_pld_ready(i_pr[15:8]),
        .m_exa_ftr_valid(l_fv),
        .m_exa_ftr_ready(i_fr[15:8]),
        .m_exa_data     (l_data),
        .tx_head        (tx_head),
        .tx_data        (tx_data),
        .rx_head        (rx_head),
        .rx_data        (rx_data),
        .rx_slip        (rx_slip),
        .tx_second_head (tx_second_head),
        .tx_second_data (tx_second_data),
        .rx_second_head (rx_second_head),
        .rx_second_data (rx_second_data),
        .reg_rd         (reg_rd),
        .reg_addr       (reg_addr),
        .reg_rdata      (line_rdata)
    );

    reg switch_q;
    always @(posedge clk) if (reg_rd) switch_q <= reg_addr[15:12] == 4'd0;
    assign reg_rdata = switch_q ? sw_rdata : line_rdata;

    wire unused = &{1'b0, sw_drop, sw_cause, pkt_rx, mbox_rx, rt_rx};

endmodule

`default_nettype wire
