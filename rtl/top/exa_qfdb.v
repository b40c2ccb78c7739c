// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// A board of four FPGAs: their network interfaces, linked all-to-all.
//
// Parameters as in exa_node. FPGA 0's ports are in the lowest bits. The gateway lines of FPGA 0
// are brought out. All resets together empty it. Latency: that of the blocks. Paper section 3.2;
// contract: exa_qfdb.md.

`timescale 1ns / 1ps
`default_nettype none

module exa_qfdb #(
    parameter integer AXI_ID_W  = 4,   // bits of an AXI ID, 1 to 16
    parameter integer CHAN_N    = 64,  // channels of the packetizer, 2 to 64
    parameter integer MBOX_N    = 64,  // mailboxes, 1 to 64
    parameter integer SLOT_LOG2 = 3,   // log2 of the slots of each, 1 to 6
    parameter integer RSP_LOG2  = 10,  // log2 of the responses held, 2 to 12
    parameter integer READ_LOG2 = 6,   // log2 of the read requests held, 1 to 8
    parameter integer LINKS     = 1,   // lines between two FPGAs of a board each way, 1 or 2
    parameter integer DUP_N     = 256  // entries of a table of duplicates: all channels that may send here
) (
    input  wire                         clk,
    input  wire                         rst,
    // the board's number
    input  wire [19:0]                  board,
    // clocks of the lines
    input  wire [3:0]                   link_clk,
    input  wire [3:0]                   link_rst,
    // clocks of the lines to the other board
    input  wire [3:0]                   gw_rx_clk,
    input  wire [3:0]                   gw_rx_rst,
    // AXI slaves, one an FPGA
    input  wire [3:0]                   s_axi_awvalid,
    output reg  [3:0]                   s_axi_awready,
    input  wire [4*AXI_ID_W-1:0]        s_axi_awid,
    input  wire [91:0]                  s_axi_awaddr,
    input  wire [31:0]                  s_axi_awlen,
    input  wire [11:0]                  s_axi_awsize,
    input  wire [7:0]                   s_axi_awburst,
    input  wire [3:0]                   s_axi_wvalid,
    output reg  [3:0]                   s_axi_wready,
    input  wire [511:0]                 s_axi_wdata,
    input  wire [63:0]                  s_axi_wstrb,
    input  wire [3:0]                   s_axi_wlast,
    output reg  [3:0]                   s_axi_bvalid,
    input  wire [3:0]                   s_axi_bready,
    output reg  [4*AXI_ID_W-1:0]        s_axi_bid,
    output reg  [7:0]                   s_axi_bresp,
    input  wire [3:0]                   s_axi_arvalid,
    output reg  [3:0]                   s_axi_arready,
    input  wire [4*AXI_ID_W-1:0]        s_axi_arid,
    input  wire [91:0]                  s_axi_araddr,
    input  wire [31:0]                  s_axi_arlen,
    input  wire [11:0]                  s_axi_arsize,
    input  wire [7:0]                   s_axi_arburst,
    output reg  [3:0]                   s_axi_rvalid,
    input  wire [3:0]                   s_axi_rready,
    output reg  [4*AXI_ID_W-1:0]        s_axi_rid,
    output reg  [511:0]                 s_axi_rdata,
    output reg  [7:0]                   s_axi_rresp,
    output reg  [3:0]                   s_axi_rlast,
    // packets in, from the free ports
    input  wire [11:0]                  s_exa_hdr_valid,
    output reg  [11:0]                  s_exa_hdr_ready,
    input  wire [11:0]                  s_exa_pld_valid,
    output reg  [11:0]                  s_exa_pld_ready,
    input  wire [11:0]                  s_exa_ftr_valid,
    output reg  [11:0]                  s_exa_ftr_ready,
    input  wire [1535:0]                s_exa_data,
    // packets out, to the free ports
    output reg  [11:0]                  m_exa_hdr_valid,
    input  wire [11:0]                  m_exa_hdr_ready,
    output reg  [11:0]                  m_exa_pld_valid,
    input  wire [11:0]                  m_exa_pld_ready,
    output reg  [11:0]                  m_exa_ftr_valid,
    input  wire [11:0]                  m_exa_ftr_ready,
    output reg  [1535:0]                m_exa_data,
    // lines to the other board
    output wire [7:0]                   gw_tx_head,
    output wire [255:0]                 gw_tx_data,
    input  wire [7:0]                   gw_rx_head,
    input  wire [255:0]                 gw_rx_data,
    output wire [3:0]                   gw_rx_slip,
    // interrupts
    output reg  [4*MBOX_N-1:0]          waiting,
    // registers
    input  wire [3:0]                   reg_rd,
    input  wire [63:0]                  reg_addr,
    output reg  [127:0]                 reg_rdata,
    // observation: network interfaces
    output reg  [191:0]                 obs_in_valid,
    output reg  [191:0]                 obs_in_ready,
    output reg  [8191:0]                obs_in_data,
    output reg  [191:0]                 obs_out_valid,
    output reg  [191:0]                 obs_out_ready,
    output reg  [8191:0]                obs_out_data
);

    // line l of FPGA f in bit 8f+l
    reg  [63:0]   tx_head;
    reg  [2047:0] tx_data;
    wire [31:0]   rx_slip;
    // second line to FPGA l, of FPGA f in bit 4f+l
    reg  [31:0]   tx_second_head;
    reg  [1023:0] tx_second_data;

    assign gw_tx_head = tx_head[15:8];
    assign gw_tx_data = tx_data[511:256];
    assign gw_rx_slip = rx_slip[7:4];

    genvar n;
    generate
        for (n = 0; n < 4; n = n + 1) begin : g_fpga
            wire [15:0]             o_tx_head;
            wire [511:0]            o_tx_data;
            wire                    o_s_axi_awready;
            wire                    o_s_axi_wready;
            wire                    o_s_axi_bvalid;
            wire [AXI_ID_W-1:0]     o_s_axi_bid;
            wire [1:0]              o_s_axi_bresp;
            wire                    o_s_axi_arready;
            wire                    o_s_axi_rvalid;
            wire [AXI_ID_W-1:0]     o_s_axi_rid;
            wire [127:0]            o_s_axi_rdata;
            wire [1:0]              o_s_axi_rresp;
            wire                    o_s_axi_rlast;
            wire [2:0]              o_s_exa_hdr_ready;
            wire [2:0]              o_s_exa_pld_ready;
            wire [2:0]              o_s_exa_ftr_ready;
            wire [2:0]              o_m_exa_hdr_valid;
            wire [2:0]              o_m_exa_pld_valid;
            wire [2:0]              o_m_exa_ftr_valid;
            wire [383:0]            o_m_exa_data;
            wire [MBOX_N-1:0]       o_waiting;
            wire [31:0]             o_reg_rdata;
            wire [47:0]             o_obs_in_valid;
            wire [47:0]             o_obs_in_ready;
            wire [2047:0]           o_obs_in_data;
            wire [47:0]             o_obs_out_valid;
            wire [47:0]             o_obs_out_ready;
            wire [2047:0]           o_obs_out_data;

            // what FPGA f sends on line n comes on line f
            wire [7:0]              line_head = {tx_head[48+2*n+:2], tx_head[32+2*n+:2], tx_head[16+2*n+:2], tx_head[2*n+:2]};
            wire [255:0]            line_data = {tx_data[1536+64*n+:64], tx_data[1024+64*n+:64], tx_data[512+64*n+:64],
                                                 tx_data[64*n+:64]};
            wire [7:0]              rx_head;
            wire [255:0]            rx_data;

            exa_wires #(
                .FPGA(n)
            ) u_wires (
                .clk   (link_clk),
                .rst   (link_rst),
                .s_head(line_head),
                .s_data(line_data),
                .m_head(rx_head),
                .m_data(rx_data)
            );

            wire [7:0]              second_head = {tx_second_head[24+2*n+:2], tx_second_head[16+2*n+:2], tx_second_head[8+2*n+:2],
                                                   tx_second_head[2*n+:2]};
            wire [255:0]            second_data = {tx_second_data[768+64*n+:64], tx_second_data[512+64*n+:64],
                                                   tx_second_data[256+64*n+:64], tx_second_data[64*n+:64]};
            wire [7:0]              rx_second_head, o_tx_second_head;
            wire [255:0]            rx_second_data, o_tx_second_data;

            if (LINKS == 2) begin : g_second
                exa_wires #(
                    .FPGA(n),
                    .LINK(1)
                ) u_second (
                    .clk   (link_clk),
                    .rst   (link_rst),
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

            wire [1:0] path_hr, path_pr, path_fr; // no engine stands at ports 6 and 7

            exa_node #(
                .FPGA     (n),
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
                .tx_clk         (link_clk[n]),
                .tx_rst         (link_rst[n]),
                .rx_clk         ({n == 0 ? gw_rx_clk : 4'd0, link_clk}),
                .rx_rst         ({n == 0 ? gw_rx_rst : 4'd0, link_rst}),
                .tx_head        (o_tx_head),
                .tx_data        (o_tx_data),
                .rx_head        ({n == 0 ? gw_rx_head : 8'd0, rx_head}),
                .rx_data        ({n == 0 ? gw_rx_data : 256'd0, rx_data}),
                .rx_slip        (rx_slip[8*n+:8]),
                .tx_second_head (o_tx_second_head),
                .tx_second_data (o_tx_second_data),
                .rx_second_head (rx_second_head),
                .rx_second_data (rx_second_data),
                .s_axi_awvalid  (s_axi_awvalid[n]),
                .s_axi_awready  (o_s_axi_awready),
                .s_axi_awid     (s_axi_awid[AXI_ID_W*n+:AXI_ID_W]),
                .s_axi_awaddr   (s_axi_awaddr[23*n+:23]),
                .s_axi_awlen    (s_axi_awlen[8*n+:8]),
                .s_axi_awsize   (s_axi_awsize[3*n+:3]),
                .s_axi_awburst  (s_axi_awburst[2*n+:2]),
                .s_axi_wvalid   (s_axi_wvalid[n]),
                .s_axi_wready   (o_s_axi_wready),
                .s_axi_wdata    (s_axi_wdata[128*n+:128]),
                .s_axi_wstrb    (s_axi_wstrb[16*n+:16]),
                .s_axi_wlast    (s_axi_wlast[n]),
                .s_axi_bvalid   (o_s_axi_bvalid),
                .s_axi_bready   (s_axi_bready[n]),
                .s_axi_bid      (o_s_axi_bid),
                .s_axi_bresp    (o_s_axi_bresp),
                .s_axi_arvalid  (s_axi_arvalid[n]),
                .s_axi_arready  (o_s_axi_arready),
                .s_axi_arid     (s_axi_arid[AXI_ID_W*n+:AXI_ID_W]),
                .s_axi_araddr   (s_axi_araddr[23*n+:23]),
                .s_axi_arlen    (s_axi_arlen[8*n+:8]),
                .s_axi_arsize   (s_axi_arsize[3*n+:3]),
                .s_axi_arburst  (s_axi_arburst[2*n+:2]),
                .s_axi_rvalid   (o_s_axi_rvalid),
                .s_axi_rready   (s_axi_rready[n]),
                .s_axi_rid      (o_s_axi_rid),
                .s_axi_rdata    (o_s_axi_rdata),
                .s_axi_rresp    (o_s_axi_rresp),
                .s_axi_rlast    (o_s_axi_rlast),
                .s_exa_hdr_valid(s_exa_hdr_valid[3*n+:3]),
                .s_exa_hdr_ready(o_s_exa_hdr_ready),
                .s_exa_pld_valid(s_exa_pld_valid[3*n+:3]),
                .s_exa_pld_ready(o_s_exa_pld_ready),
                .s_exa_ftr_valid(s_exa_ftr_valid[3*n+:3]),
                .s_exa_ftr_ready(o_s_exa_ftr_ready),
                .s_exa_data     (s_exa_data[384*n+:384]),
                .s_path_hdr_valid(2'd0),
                .s_path_hdr_ready(path_hr),
                .s_path_pld_valid(2'd0),
                .s_path_pld_ready(path_pr),
                .s_path_ftr_valid(2'd0),
                .s_path_ftr_ready(path_fr),
                .s_path_data    (256'd0),
                .m_exa_hdr_valid(o_m_exa_hdr_valid),
                .m_exa_hdr_ready(m_exa_hdr_ready[3*n+:3]),
                .m_exa_pld_valid(o_m_exa_pld_valid),
                .m_exa_pld_ready(m_exa_pld_ready[3*n+:3]),
                .m_exa_ftr_valid(o_m_exa_ftr_valid),
                .m_exa_ftr_ready(m_exa_ftr_ready[3*n+:3]),
                .m_exa_data     (o_m_exa_data),
                .waiting        (o_waiting),
                .reg_rd         (reg_rd[n]),
                .reg_addr       (reg_addr[16*n+:16]),
                .reg_rdata      (o_reg_rdata),
                .obs_in_valid   (o_obs_in_valid),
                .obs_in_ready   (o_obs_in_ready),
                .obs_in_data    (o_obs_in_data),
                .obs_out_valid  (o_obs_out_valid),
                .obs_out_ready  (o_obs_out_ready),
                .obs_out_data   (o_obs_out_data)
            );

            wire unused = &{1'b0, path_hr, path_pr, path_fr};

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
            always @* s_exa_hdr_ready[3*n+:3] = o_s_exa_hdr_ready;
            always @* s_exa_pld_ready[3*n+:3] = o_s_exa_pld_ready;
            always @* s_exa_ftr_ready[3*n+:3] = o_s_exa_ftr_ready;
            always @* m_exa_hdr_valid[3*n+:3] = o_m_exa_hdr_valid;
            always @* m_exa_pld_valid[3*n+:3] = o_m_exa_pld_valid;
            always @* m_exa_ftr_valid[3*n+:3] = o_m_exa_ftr_valid;
            always @* m_exa_data[384*n+:384] = o_m_exa_data;
            always @* waiting[MBOX_N*n+:MBOX_N] = o_waiting;
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
