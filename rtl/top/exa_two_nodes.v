// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Two FPGAs of a board with their RDMA engines, FPGA 0 and FPGA 1, linked to each other.
//
// Parameters as in exa_rdma_node. FPGA 0's ports are in the lower half. Lines from the FPGAs that are not there, and
// the gateway's, carry zeros. All resets together empty it. Latency: that of the blocks. Paper chapters 3, 5 and 6;
// contract: exa_two_nodes.md.

`timescale 1ns / 1ps
`default_nettype none

module exa_two_nodes #(
    parameter integer AXI_ID_W  = 4,   // bits of an AXI ID, 1 to 16
    parameter integer CHAN_N    = 64,  // channels of the packetizer, 2 to 64
    parameter integer MBOX_N    = 64,  // mailboxes, 1 to 64
    parameter integer SLOT_LOG2 = 3,   // log2 of the slots of each, 1 to 6
    parameter integer RSP_LOG2  = 10,  // log2 of the responses held, 2 to 12
    parameter integer READ_LOG2 = 6,   // log2 of the read requests held, 1 to 8
    parameter integer DUP_N     = 128, // entries of a table of duplicates: all channels that may send here
    parameter integer TXN_LOG2  = 10,  // log2 of the descriptors of the ExaDMA, 2 to 10
    parameter integer WAY_LOG2  = 4,   // log2 of the ways of the receiver, 0 to 4
    parameter integer OUT_N     = 1,   // outputs of each ExaDMA, 1 to 3
    parameter integer LINKS     = 1,   // lines between the two each way, 1 or 2
    parameter integer ALL_LINES = 1    // 1: lines that lead nowhere are built, too
) (
    input  wire                    clk,
    input  wire                    rst,
    input  wire [19:0]             board,
    input  wire [1:0]              link_clk,
    input  wire [1:0]              link_rst,
    // AXI slave: registers of every block
    input  wire [1:0]              s_axi_awvalid,
    output reg  [1:0]              s_axi_awready,
    input  wire [2*AXI_ID_W-1:0]   s_axi_awid,
    input  wire [45:0]             s_axi_awaddr,
    input  wire [15:0]             s_axi_awlen,
    input  wire [5:0]              s_axi_awsize,
    input  wire [3:0]              s_axi_awburst,
    input  wire [1:0]              s_axi_wvalid,
    output reg  [1:0]              s_axi_wready,
    input  wire [255:0]            s_axi_wdata,
    input  wire [31:0]             s_axi_wstrb,
    input  wire [1:0]              s_axi_wlast,
    output reg  [1:0]              s_axi_bvalid,
    input  wire [1:0]              s_axi_bready,
    output reg  [2*AXI_ID_W-1:0]   s_axi_bid,
    output reg  [3:0]              s_axi_bresp,
    input  wire [1:0]              s_axi_arvalid,
    output reg  [1:0]              s_axi_arready,
    input  wire [2*AXI_ID_W-1:0]   s_axi_arid,
    input  wire [45:0]             s_axi_araddr,
    input  wire [15:0]             s_axi_arlen,
    input  wire [5:0]              s_axi_arsize,
    input  wire [3:0]              s_axi_arburst,
    output reg  [1:0]              s_axi_rvalid,
    input  wire [1:0]              s_axi_rready,
    output reg  [2*AXI_ID_W-1:0]   s_axi_rid,
    output reg  [255:0]            s_axi_rdata,
    output reg  [3:0]              s_axi_rresp,
    output reg  [1:0]              s_axi_rlast,
    // memory of the RDMA engines
    output reg  [1:0]              m_axi_awvalid,
    input  wire [1:0]              m_axi_awready,
    output reg  [5:0]              m_axi_awid,
    output reg  [83:0]             m_axi_awaddr,
    output reg  [15:0]             m_axi_awlen,
    output reg  [5:0]              m_axi_awsize,
    output reg  [3:0]              m_axi_awburst,
    output reg  [1:0]              m_axi_wvalid,
    input  wire [1:0]              m_axi_wready,
    output reg  [255:0]            m_axi_wdata,
    output reg  [31:0]             m_axi_wstrb,
    output reg  [1:0]              m_axi_wlast,
    input  wire [1:0]              m_axi_bvalid,
    output reg  [1:0]              m_axi_bready,
    input  wire [5:0]              m_axi_bid,
    input  wire [3:0]              m_axi_bresp,
    output reg  [1:0]              m_axi_arvalid,
    input  wire [1:0]              m_axi_arready,
    output reg  [5:0]              m_axi_arid,
    output reg  [83:0]             m_axi_araddr,
    output reg  [15:0]             m_axi_arlen,
    output reg  [5:0]              m_axi_arsize,
    output reg  [3:0]              m_axi_arburst,
    input  wire [1:0]              m_axi_rvalid,
    output reg  [1:0]              m_axi_rready,
    input  wire [5:0]              m_axi_rid,
    input  wire [255:0]            m_axi_rdata,
    input  wire [3:0]              m_axi_rresp,
    input  wire [1:0]              m_axi_rlast,
    // zDMA: windows
    input  wire [1:0]              s_win_awvalid,
    output reg  [1:0]              s_win_awready,
    input  wire [2*AXI_ID_W-1:0]   s_win_awid,
    input  wire [69:0]             s_win_awaddr,
    input  wire [15:0]             s_win_awlen,
    input  wire [5:0]              s_win_awsize,
    input  wire [3:0]              s_win_awburst,
    input  wire [1:0]              s_win_wvalid,
    output reg  [1:0]              s_win_wready,
    input  wire [255:0]            s_win_wdata,
    input  wire [31:0]             s_win_wstrb,
    input  wire [1:0]              s_win_wlast,
    output reg  [1:0]              s_win_bvalid,
    input  wire [1:0]              s_win_bready,
    output reg  [2*AXI_ID_W-1:0]   s_win_bid,
    output reg  [3:0]              s_win_bresp,
    input  wire [1:0]              s_win_arvalid,
    output reg  [1:0]              s_win_arready,
    input  wire [2*AXI_ID_W-1:0]   s_win_arid,
    input  wire [69:0]             s_win_araddr,
    input  wire [15:0]             s_win_arlen,
    input  wire [5:0]              s_win_arsize,
    input  wire [3:0]              s_win_arburst,
    output reg  [1:0]              s_win_rvalid,
    input  wire [1:0]              s_win_rready,
    output reg  [2*AXI_ID_W-1:0]   s_win_rid,
    output reg  [255:0]            s_win_rdata,
    output reg  [3:0]              s_win_rresp,
    output reg  [1:0]              s_win_rlast,
    // zDMA: memory
    output reg  [1:0]              m_zax_awvalid,
    input  wire [1:0]              m_zax_awready,
    output reg  [5:0]              m_zax_awid,
    output reg  [83:0]             m_zax_awaddr,
    output reg  [15:0]             m_zax_awlen,
    output reg  [5:0]              m_zax_awsize,
    output reg  [3:0]              m_zax_awburst,
    output reg  [1:0]              m_zax_wvalid,
    input  wire [1:0]              m_zax_wready,
    output reg  [255:0]            m_zax_wdata,
    output reg  [31:0]             m_zax_wstrb,
    output reg  [1:0]              m_zax_wlast,
    input  wire [1:0]              m_zax_bvalid,
    output reg  [1:0]              m_zax_bready,
    input  wire [5:0]              m_zax_bid,
    input  wire [3:0]              m_zax_bresp,
    output reg  [1:0]              m_zax_arvalid,
    input  wire [1:0]              m_zax_arready,
    output reg  [5:0]              m_zax_arid,
    output reg  [83:0]             m_zax_araddr,
    output reg  [15:0]             m_zax_arlen,
    output reg  [5:0]              m_zax_arsize,
    output reg  [3:0]              m_zax_arburst,
    input  wire [1:0]              m_zax_rvalid,
    output reg  [1:0]              m_zax_rready,
    input  wire [5:0]              m_zax_rid,
    input  wire [255:0]            m_zax_rdata,
    input  wire [3:0]              m_zax_rresp,
    input  wire [1:0]              m_zax_rlast,
    output reg  [2*MBOX_N-1:0]     waiting,
    output reg  [1:0]              irq_fault,
    output reg  [63:0]             obs_rdma,
    output reg  [1:0]              obs_dma_drop,
    input  wire [1:0]              reg_rd,
    input  wire [31:0]             reg_addr,
    output reg  [63:0]             reg_rdata,
    output reg  [95:0]             obs_in_valid,
    output reg  [95:0]             obs_in_ready,
    output reg  [4095:0]           obs_in_data,
    output reg  [95:0]             obs_out_valid,
    output reg  [95:0]             obs_out_ready,
    output reg  [4095:0]           obs_out_data
);

    // line l of FPGA f in bit 8f+l
    reg  [31:0]   tx_head;
    reg  [1023:0] tx_data;
    wire [15:0]   rx_slip;
    // second line to FPGA l, of FPGA f in bit 4f+l
    reg  [15:0]   tx_second_head;
    reg  [511:0]  tx_second_data;

    genvar n;
    generate
        for (n = 0; n < 2; n = n + 1) begin : g_fpga
            wire [15:0] o_tx_head, o_m_axi_wstrb, o_m_zax_wstrb;
            wire [511:0] o_tx_data;
            wire o_s_axi_awready, o_s_axi_wready, o_s_axi_bvalid, o_s_axi_arready, o_s_axi_rvalid, o_s_axi_rlast, o_m_axi_awvalid,
                 o_m_axi_wvalid, o_m_axi_wlast, o_m_axi_bready, o_m_axi_arvalid, o_m_axi_rready, o_s_win_awready, o_s_win_wready,
                 o_s_win_bvalid, o_s_win_arready, o_s_win_rvalid, o_s_win_rlast, o_m_zax_awvalid, o_m_zax_wvalid, o_m_zax_wlast,
                 o_m_zax_bready, o_m_zax_arvalid, o_m_zax_rready, o_irq_fault, o_obs_dma_drop;
            wire [AXI_ID_W-1:0] o_s_axi_bid, o_s_axi_rid, o_s_win_bid, o_s_win_rid;
            wire [1:0] o_s_axi_bresp, o_s_axi_rresp, o_m_axi_awburst, o_m_axi_arburst, o_s_win_bresp, o_s_win_rresp, o_m_zax_awburst,
                       o_m_zax_arburst;
            wire [127:0] o_s_axi_rdata, o_m_axi_wdata, o_s_win_rdata, o_m_zax_wdata;
            wire [2:0] o_m_axi_awid, o_m_axi_awsize, o_m_axi_arid, o_m_axi_arsize, o_m_zax_awid, o_m_zax_awsize, o_m_zax_arid,
                       o_m_zax_arsize;
            wire [41:0] o_m_axi_awaddr, o_m_axi_araddr, o_m_zax_awaddr, o_m_zax_araddr;
            wire [7:0] o_m_axi_awlen, o_m_axi_arlen, o_m_zax_awlen, o_m_zax_arlen;
            wire [MBOX_N-1:0] o_waiting;
            wire [31:0] o_obs_rdma, o_reg_rdata;
            wire [47:0] o_obs_in_valid, o_obs_in_ready, o_obs_out_valid, o_obs_out_ready;
            wire [2047:0] o_obs_in_data, o_obs_out_data;

            // what FPGA f sends on line n comes on line f; there are no FPGAs 2 and 3
            wire [7:0]            line_head = {4'd0, tx_head[16+2*n+:2], tx_head[2*n+:2]};
            wire [255:0]          line_data = {128'd0, tx_data[512+64*n+:64], tx_data[64*n+:64]};
            wire [7:0]            rx_head;
            wire [255:0]          rx_data;
            wire [7:0]            second_head = {4'd0, tx_second_head[8+2*n+:2], tx_second_head[2*n+:2]};
            wire [255:0]          second_data = {128'd0, tx_second_data[256+64*n+:64], tx_second_data[64*n+:64]};
            wire [7:0]            rx_second_head, o_tx_second_head;
            wire [255:0]          rx_second_data, o_tx_second_data;
            // a line without a sender has the receiver's own clock
            wire [7:0]            rx_clk = {{6{link_clk[n]}}, link_clk};
            wire [7:0]            rx_rst = {{6{link_rst[n]}}, link_rst};

            exa_wires #(
                .FPGA(n)
            ) u_wires (
                .clk   (rx_clk[3:0]),
                .rst   (rx_rst[3:0]),
                .s_head(line_head),
                .s_data(line_data),
                .m_head(rx_head),
                .m_data(rx_data)
            );

            if (LINKS == 2) begin : g_second
                exa_wires #(
                    .FPGA(n),
                    .LINK(1)
                ) u_second (
                    .clk   (rx_clk[3:0]),
                    .rst   (rx_rst[3:0]),
                    .s_head(second_head),
                    .s_data(second_data),
                    .m_head(rx_second_head),
                    .m_data(rx_second_data)
                );
            end else begin : g_one
                assign rx_second_head = 8'd0;
                assign rx_second_data = 256'd0;

                wire unused = &{1'b0, second_head, second_data};
            end

            exa_rdma_node #(
                .FPGA     (n),
                .LINES    (ALL_LINES == 0 ? 2 - n : 255), // the other's
                .LINKS    (LINKS),
                .OUT_N    (OUT_N),
                .AXI_ID_W (AXI_ID_W),
                .CHAN_N   (CHAN_N),
                .MBOX_N   (MBOX_N),
                .SLOT_LOG2(SLOT_LOG2),
                .RSP_LOG2 (RSP_LOG2),
                .READ_LOG2(READ_LOG2),
                .DUP_N    (DUP_N),
                .TXN_LOG2 (TXN_LOG2),
                .WAY_LOG2 (WAY_LOG2)
            ) u_node (
                .clk          (clk),
                .rst          (rst),
                .board        (board),
                .tx_clk       (link_clk[n]),
                .tx_rst       (link_rst[n]),
                .rx_clk       (rx_clk),
                .rx_rst       (rx_rst),
                .tx_head      (o_tx_head),
                .tx_data      (o_tx_data),
                .rx_head      ({8'd0, rx_head}),
                .rx_data      ({256'd0, rx_data}),
                .rx_slip      (rx_slip[8*n+:8]),
                .tx_second_head(o_tx_second_head),
                .tx_second_data(o_tx_second_data),
                .rx_second_head(rx_second_head),
                .rx_second_data(rx_second_data),
                .s_axi_awvalid(s_axi_awvalid[n]),
                .s_axi_awready(o_s_axi_awready),
                .s_axi_awid   (s_axi_awid[AXI_ID_W*n+:AXI_ID_W]),
                .s_axi_awaddr (s_axi_awaddr[23*n+:23]),
                .s_axi_awlen  (s_axi_awlen[8*n+:8]),
                .s_axi_awsize (s_axi_awsize[3*n+:3]),
                .s_axi_awburst(s_axi_awburst[2*n+:2]),
                .s_axi_wvalid (s_axi_wvalid[n]),
                .s_axi_wready (o_s_axi_wready),
                .s_axi_wdata  (s_axi_wdata[128*n+:128]),
                .s_axi_wstrb  (s_axi_wstrb[16*n+:16]),
                .s_axi_wlast  (s_axi_wlast[n]),
                .s_axi_bvalid (o_s_axi_bvalid),
                .s_axi_bready (s_axi_bready[n]),
                .s_axi_bid    (o_s_axi_bid),
                .s_axi_bresp  (o_s_axi_bresp),
                .s_axi_arvalid(s_axi_arvalid[n]),
                .s_axi_arready(o_s_axi_arready),
                .s_axi_arid   (s_axi_arid[AXI_ID_W*n+:AXI_ID_W]),
                .s_axi_araddr (s_axi_araddr[23*n+:23]),
                .s_axi_arlen  (s_axi_arlen[8*n+:8]),
                .s_axi_arsize (s_axi_arsize[3*n+:3]),
                .s_axi_arburst(s_axi_arburst[2*n+:2]),
                .s_axi_rvalid (o_s_axi_rvalid),
                .s_axi_rready (s_axi_rready[n]),
                .s_axi_rid    (o_s_axi_rid),
                .s_axi_rdata  (o_s_axi_rdata),
                .s_axi_rresp  (o_s_axi_rresp),
                .s_axi_rlast  (o_s_axi_rlast),
                .m_axi_awvalid(o_m_axi_awvalid),
                .m_axi_awready(m_axi_awready[n]),
                .m_axi_awid   (o_m_axi_awid),
                .m_axi_awaddr (o_m_axi_awaddr),
                .m_axi_awlen  (o_m_axi_awlen),
                .m_axi_awsize (o_m_axi_awsize),
                .m_axi_awburst(o_m_axi_awburst),
                .m_axi_wvalid (o_m_axi_wvalid),
                .m_axi_wready (m_axi_wready[n]),
                .m_axi_wdata  (o_m_axi_wdata),
                .m_axi_wstrb  (o_m_axi_wstrb),
                .m_axi_wlast  (o_m_axi_wlast),
                .m_axi_bvalid (m_axi_bvalid[n]),
                .m_axi_bready (o_m_axi_bready),
                .m_axi_bid    (m_axi_bid[3*n+:3]),
                .m_axi_bresp  (m_axi_bresp[2*n+:2]),
                .m_axi_arvalid(o_m_axi_arvalid),
                .m_axi_arready(m_axi_arready[n]),
                .m_axi_arid   (o_m_axi_arid),
                .m_axi_araddr (o_m_axi_araddr),
                .m_axi_arlen  (o_m_axi_arlen),
                .m_axi_arsize (o_m_axi_arsize),
                .m_axi_arburst(o_m_axi_arburst),
                .m_axi_rvalid (m_axi_rvalid[n]),
                .m_axi_rready (o_m_axi_rready),
                .m_axi_rid    (m_axi_rid[3*n+:3]),
                .m_axi_rdata  (m_axi_rdata[128*n+:128]),
                .m_axi_rresp  (m_axi_rresp[2*n+:2]),
                .m_axi_rlast  (m_axi_rlast[n]),
                .s_win_awvalid(s_win_awvalid[n]),
                .s_win_awready(o_s_win_awready),
                .s_win_awid   (s_win_awid[AXI_ID_W*n+:AXI_ID_W]),
                .s_win_awaddr (s_win_awaddr[35*n+:35]),
                .s_win_awlen  (s_win_awlen[8*n+:8]),
                .s_win_awsize (s_win_awsize[3*n+:3]),
                .s_win_awburst(s_win_awburst[2*n+:2]),
                .s_win_wvalid (s_win_wvalid[n]),
                .s_win_wready (o_s_win_wready),
                .s_win_wdata  (s_win_wdata[128*n+:128]),
                .s_win_wstrb  (s_win_wstrb[16*n+:16]),
                .s_win_wlast  (s_win_wlast[n]),
                .s_win_bvalid (o_s_win_bvalid),
                .s_win_bready (s_win_bready[n]),
                .s_win_bid    (o_s_win_bid),
                .s_win_bresp  (o_s_win_bresp),
                .s_win_arvalid(s_win_arvalid[n]),
                .s_win_arready(o_s_win_arready),
                .s_win_arid   (s_win_arid[AXI_ID_W*n+:AXI_ID_W]),
                .s_win_araddr (s_win_araddr[35*n+:35]),
                .s_win_arlen  (s_win_arlen[8*n+:8]),
                .s_win_arsize (s_win_arsize[3*n+:3]),
                .s_win_arburst(s_win_arburst[2*n+:2]),
                .s_win_rvalid (o_s_win_rvalid),
                .s_win_rready (s_win_rready[n]),
                .s_win_rid    (o_s_win_rid),
                .s_win_rdata  (o_s_win_rdata),
                .s_win_rresp  (o_s_win_rresp),
                .s_win_rlast  (o_s_win_rlast),
                .m_zax_awvalid(o_m_zax_awvalid),
                .m_zax_awready(m_zax_awready[n]),
                .m_zax_awid   (o_m_zax_awid),
                .m_zax_awaddr (o_m_zax_awaddr),
                .m_zax_awlen  (o_m_zax_awlen),
                .m_zax_awsize (o_m_zax_awsize),
                .m_zax_awburst(o_m_zax_awburst),
                .m_zax_wvalid (o_m_zax_wvalid),
                .m_zax_wready (m_zax_wready[n]),
                .m_zax_wdata  (o_m_zax_wdata),
                .m_zax_wstrb  (o_m_zax_wstrb),
                .m_zax_wlast  (o_m_zax_wlast),
                .m_zax_bvalid (m_zax_bvalid[n]),
                .m_zax_bready (o_m_zax_bready),
                .m_zax_bid    (m_zax_bid[3*n+:3]),
                .m_zax_bresp  (m_zax_bresp[2*n+:2]),
                .m_zax_arvalid(o_m_zax_arvalid),
                .m_zax_arready(m_zax_arready[n]),
                .m_zax_arid   (o_m_zax_arid),
                .m_zax_araddr (o_m_zax_araddr),
                .m_zax_arlen  (o_m_zax_arlen),
                .m_zax_arsize (o_m_zax_arsize),
                .m_zax_arburst(o_m_zax_arburst),
                .m_zax_rvalid (m_zax_rvalid[n]),
                .m_zax_rready (o_m_zax_rready),
                .m_zax_rid    (m_zax_rid[3*n+:3]),
                .m_zax_rdata  (m_zax_rdata[128*n+:128]),
                .m_zax_rresp  (m_zax_rresp[2*n+:2]),
                .m_zax_rlast  (m_zax_rlast[n]),
                .waiting      (o_waiting),
                .irq_fault    (o_irq_fault),
                .obs_rdma     (o_obs_rdma),
                .obs_dma_drop (o_obs_dma_drop),
                .reg_rd       (reg_rd[n]),
                .reg_addr     (reg_addr[16*n+:16]),
                .reg_rdata    (o_reg_rdata),
                .obs_in_valid (o_obs_in_valid),
                .obs_in_ready (o_obs_in_ready),
                .obs_in_data  (o_obs_in_data),
                .obs_out_valid(o_obs_out_valid),
                .obs_out_ready(o_obs_out_ready),
                .obs_out_data (o_obs_out_data)
            );

            // slices of variables, each by itself: Icarus simulates them far faster than nets in pieces
            always @* tx_head[16*n+:16] = o_tx_head;
            always @* tx_data[512*n+:512] = o_tx_data;
            always @* tx_second_head[8*n+:8] = o_tx_second_head;
            always @* tx_second_data[256*n+:256] = o_tx_second_data;
            always @* s_axi_awready[n] = o_s_axi_awready;
            always @* s_axi_wready[n] = o_s_axi_wready;
            always @* s_axi_bvalid[n] = o_s_axi_bvalid;
            always @* s_axi_bid[AXI_ID_W*n+:AXI_ID_W] = o_s_axi_bid;
            always @* s_axi_bresp[2*n+:2] = o_s_axi_bresp;
            always @* s_axi_arready[n] = o_s_axi_arready;
            always @* s_axi_rvalid[n] = o_s_axi_rvalid;
            always @* s_axi_rid[AXI_ID_W*n+:AXI_ID_W] = o_s_axi_rid;
            always @* s_axi_rdata[128*n+:128] = o_s_axi_rdata;
            always @* s_axi_rresp[2*n+:2] = o_s_axi_rresp;
            always @* s_axi_rlast[n] = o_s_axi_rlast;
            always @* m_axi_awvalid[n] = o_m_axi_awvalid;
            always @* m_axi_awid[3*n+:3] = o_m_axi_awid;
            always @* m_axi_awaddr[42*n+:42] = o_m_axi_awaddr;
            always @* m_axi_awlen[8*n+:8] = o_m_axi_awlen;
            always @* m_axi_awsize[3*n+:3] = o_m_axi_awsize;
            always @* m_axi_awburst[2*n+:2] = o_m_axi_awburst;
            always @* m_axi_wvalid[n] = o_m_axi_wvalid;
            always @* m_axi_wdata[128*n+:128] = o_m_axi_wdata;
            always @* m_axi_wstrb[16*n+:16] = o_m_axi_wstrb;
            always @* m_axi_wlast[n] = o_m_axi_wlast;
            always @* m_axi_bready[n] = o_m_axi_bready;
            always @* m_axi_arvalid[n] = o_m_axi_arvalid;
            always @* m_axi_arid[3*n+:3] = o_m_axi_arid;
            always @* m_axi_araddr[42*n+:42] = o_m_axi_araddr;
            always @* m_axi_arlen[8*n+:8] = o_m_axi_arlen;
            always @* m_axi_arsize[3*n+:3] = o_m_axi_arsize;
            always @* m_axi_arburst[2*n+:2] = o_m_axi_arburst;
            always @* m_axi_rready[n] = o_m_axi_rready;
            always @* s_win_awready[n] = o_s_win_awready;
            always @* s_win_wready[n] = o_s_win_wready;
            always @* s_win_bvalid[n] = o_s_win_bvalid;
            always @* s_win_bid[AXI_ID_W*n+:AXI_ID_W] = o_s_win_bid;
            always @* s_win_bresp[2*n+:2] = o_s_win_bresp;
            always @* s_win_arready[n] = o_s_win_arready;
            always @* s_win_rvalid[n] = o_s_win_rvalid;
            always @* s_win_rid[AXI_ID_W*n+:AXI_ID_W] = o_s_win_rid;
            always @* s_win_rdata[128*n+:128] = o_s_win_rdata;
            always @* s_win_rresp[2*n+:2] = o_s_win_rresp;
            always @* s_win_rlast[n] = o_s_win_rlast;
            always @* m_zax_awvalid[n] = o_m_zax_awvalid;
            always @* m_zax_awid[3*n+:3] = o_m_zax_awid;
            always @* m_zax_awaddr[42*n+:42] = o_m_zax_awaddr;
            always @* m_zax_awlen[8*n+:8] = o_m_zax_awlen;
            always @* m_zax_awsize[3*n+:3] = o_m_zax_awsize;
            always @* m_zax_awburst[2*n+:2] = o_m_zax_awburst;
            always @* m_zax_wvalid[n] = o_m_zax_wvalid;
            always @* m_zax_wdata[128*n+:128] = o_m_zax_wdata;
            always @* m_zax_wstrb[16*n+:16] = o_m_zax_wstrb;
            always @* m_zax_wlast[n] = o_m_zax_wlast;
            always @* m_zax_bready[n] = o_m_zax_bready;
            always @* m_zax_arvalid[n] = o_m_zax_arvalid;
            always @* m_zax_arid[3*n+:3] = o_m_zax_arid;
            always @* m_zax_araddr[42*n+:42] = o_m_zax_araddr;
            always @* m_zax_arlen[8*n+:8] = o_m_zax_arlen;
            always @* m_zax_arsize[3*n+:3] = o_m_zax_arsize;
            always @* m_zax_arburst[2*n+:2] = o_m_zax_arburst;
            always @* m_zax_rready[n] = o_m_zax_rready;
            always @* waiting[MBOX_N*n+:MBOX_N] = o_waiting;
            always @* irq_fault[n] = o_irq_fault;
            always @* obs_rdma[32*n+:32] = o_obs_rdma;
            always @* obs_dma_drop[n] = o_obs_dma_drop;
            always @* reg_rdata[32*n+:32] = o_reg_rdata;
            always @* obs_in_valid[48*n+:48] = o_obs_in_valid;
            always @* obs_in_ready[48*n+:48] = o_obs_in_ready;
            always @* obs_in_data[2048*n+:2048] = o_obs_in_data;
            always @* obs_out_valid[48*n+:48] = o_obs_out_valid;
            always @* obs_out_ready[48*n+:48] = o_obs_out_ready;
            always @* obs_out_data[2048*n+:2048] = o_obs_out_data;
        end
    endgenerate

    wire unused = &{1'b0, tx_head, tx_data, rx_slip, tx_second_head, tx_second_data};

endmodule

`default_nettype wire
