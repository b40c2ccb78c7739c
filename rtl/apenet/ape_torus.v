// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// A torus of APEnet nodes with hosts, whose lines can be delayed and struck.
//
// X_N, Y_N, Z_N (1 to 8), LINK_N (3, 6), LOCAL_N (1, 2), WIRE_CYC (0 to 22), PCS (0, 1): those of ape_wires and ape_node; the others those of ape_node. Host
// LOCAL_N*k + p is local port p of node k; ports of host h stand at place h. rst is a bit a node; that of all empties the lines. Paper
// section 3; contract: ape_torus.md section 2.

`timescale 1ns / 1ps
`default_nettype none

module ape_torus #(
    parameter integer X_N        = 2,
    parameter integer Y_N        = 2,
    parameter integer Z_N        = 1,
    parameter integer LINK_N     = 6,
    parameter integer LOCAL_N    = 1,
    parameter integer WIRE_CYC   = 1,  // cycles
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
    input  wire [X_N*Y_N*Z_N-1:0] rst,
    // interrupts of the hosts
    output wire [LOCAL_N*X_N*Y_N*Z_N-1:0]          irq_event,
    output wire [LOCAL_N*X_N*Y_N*Z_N-1:0]          irq_miss,
    // AXI slaves: registers
    input  wire [LOCAL_N*X_N*Y_N*Z_N-1:0]          s_axi_awvalid,
    output wire [LOCAL_N*X_N*Y_N*Z_N-1:0]          s_axi_awready,
    input  wire [AXI_ID_W*LOCAL_N*X_N*Y_N*Z_N-1:0] s_axi_awid,
    input  wire [20*LOCAL_N*X_N*Y_N*Z_N-1:0]       s_axi_awaddr,
    input  wire [8*LOCAL_N*X_N*Y_N*Z_N-1:0]        s_axi_awlen,
    input  wire [3*LOCAL_N*X_N*Y_N*Z_N-1:0]        s_axi_awsize,
    input  wire [2*LOCAL_N*X_N*Y_N*Z_N-1:0]        s_axi_awburst,
    input  wire [LOCAL_N*X_N*Y_N*Z_N-1:0]          s_axi_wvalid,
    output wire [LOCAL_N*X_N*Y_N*Z_N-1:0]          s_axi_wready,
    input  wire [128*LOCAL_N*X_N*Y_N*Z_N-1:0]      s_axi_wdata,
    input  wire [16*LOCAL_N*X_N*Y_N*Z_N-1:0]       s_axi_wstrb,
    input  wire [LOCAL_N*X_N*Y_N*Z_N-1:0]          s_axi_wlast,
    output wire [LOCAL_N*X_N*Y_N*Z_N-1:0]          s_axi_bvalid,
    input  wire [LOCAL_N*X_N*Y_N*Z_N-1:0]          s_axi_bready,
    output wire [AXI_ID_W*LOCAL_N*X_N*Y_N*Z_N-1:0] s_axi_bid,
    output wire [2*LOCAL_N*X_N*Y_N*Z_N-1:0]        s_axi_bresp,
    input  wire [LOCAL_N*X_N*Y_N*Z_N-1:0]          s_axi_arvalid,
    output wire [LOCAL_N*X_N*Y_N*Z_N-1:0]          s_axi_arready,
    input  wire [AXI_ID_W*LOCAL_N*X_N*Y_N*Z_N-1:0] s_axi_arid,
    input  wire [20*LOCAL_N*X_N*Y_N*Z_N-1:0]       s_axi_araddr,
    input  wire [8*LOCAL_N*X_N*Y_N*Z_N-1:0]        s_axi_arlen,
    input  wire [3*LOCAL_N*X_N*Y_N*Z_N-1:0]        s_axi_arsize,
    input  wire [2*LOCAL_N*X_N*Y_N*Z_N-1:0]        s_axi_arburst,
    output wire [LOCAL_N*X_N*Y_N*Z_N-1:0]          s_axi_rvalid,
    input  wire [LOCAL_N*X_N*Y_N*Z_N-1:0]          s_axi_rready,
    output wire [AXI_ID_W*LOCAL_N*X_N*Y_N*Z_N-1:0] s_axi_rid,
    output wire [128*LOCAL_N*X_N*Y_N*Z_N-1:0]      s_axi_rdata,
    output wire [2*LOCAL_N*X_N*Y_N*Z_N-1:0]        s_axi_rresp,
    output wire [LOCAL_N*X_N*Y_N*Z_N-1:0]          s_axi_rlast,
    // AXI masters: memory of the hosts
    output wire [LOCAL_N*X_N*Y_N*Z_N-1:0]          m_axi_awvalid,
    input  wire [LOCAL_N*X_N*Y_N*Z_N-1:0]          m_axi_awready,
    output wire [3*LOCAL_N*X_N*Y_N*Z_N-1:0]        m_axi_awid,
    output wire [48*LOCAL_N*X_N*Y_N*Z_N-1:0]       m_axi_awaddr,
    output wire [8*LOCAL_N*X_N*Y_N*Z_N-1:0]        m_axi_awlen,
    output wire [3*LOCAL_N*X_N*Y_N*Z_N-1:0]        m_axi_awsize,
    output wire [2*LOCAL_N*X_N*Y_N*Z_N-1:0]        m_axi_awburst,
    output wire [LOCAL_N*X_N*Y_N*Z_N-1:0]          m_axi_wvalid,
    input  wire [LOCAL_N*X_N*Y_N*Z_N-1:0]          m_axi_wready,
    output wire [128*LOCAL_N*X_N*Y_N*Z_N-1:0]      m_axi_wdata,
    output wire [16*LOCAL_N*X_N*Y_N*Z_N-1:0]       m_axi_wstrb,
    output wire [LOCAL_N*X_N*Y_N*Z_N-1:0]          m_axi_wlast,
    input  wire [LOCAL_N*X_N*Y_N*Z_N-1:0]          m_axi_bvalid,
    output wire [LOCAL_N*X_N*Y_N*Z_N-1:0]          m_axi_bready,
    input  wire [3*LOCAL_N*X_N*Y_N*Z_N-1:0]        m_axi_bid,
    input  wire [2*LOCAL_N*X_N*Y_N*Z_N-1:0]        m_axi_bresp,
    output wire [LOCAL_N*X_N*Y_N*Z_N-1:0]          m_axi_arvalid,
    input  wire [LOCAL_N*X_N*Y_N*Z_N-1:0]          m_axi_arready,
    output wire [3*LOCAL_N*X_N*Y_N*Z_N-1:0]        m_axi_arid,
    output wire [48*LOCAL_N*X_N*Y_N*Z_N-1:0]       m_axi_araddr,
    output wire [8*LOCAL_N*X_N*Y_N*Z_N-1:0]        m_axi_arlen,
    output wire [3*LOCAL_N*X_N*Y_N*Z_N-1:0]        m_axi_arsize,
    output wire [2*LOCAL_N*X_N*Y_N*Z_N-1:0]        m_axi_arburst,
    input  wire [LOCAL_N*X_N*Y_N*Z_N-1:0]          m_axi_rvalid,
    output wire [LOCAL_N*X_N*Y_N*Z_N-1:0]          m_axi_rready,
    input  wire [3*LOCAL_N*X_N*Y_N*Z_N-1:0]        m_axi_rid,
    input  wire [128*LOCAL_N*X_N*Y_N*Z_N-1:0]      m_axi_rdata,
    input  wire [2*LOCAL_N*X_N*Y_N*Z_N-1:0]        m_axi_rresp,
    input  wire [LOCAL_N*X_N*Y_N*Z_N-1:0]          m_axi_rlast,
    // lines: faults, as they leave the far end, as they come in
    input  wire [(128+32*PCS)*LINK_N*X_N*Y_N*Z_N-1:0]  wire_xor,
    input  wire [LINK_N*X_N*Y_N*Z_N-1:0]      wire_xor_k,
    input  wire [LINK_N*X_N*Y_N*Z_N-1:0]      wire_cut,
    input  wire [LINK_N*X_N*Y_N*Z_N-1:0]      wire_put,
    output wire [LINK_N*X_N*Y_N*Z_N-1:0]      wire_in_valid,
    output wire [LINK_N*X_N*Y_N*Z_N-1:0]      wire_in_k,
    output wire [(128+32*PCS)*LINK_N*X_N*Y_N*Z_N-1:0]  wire_in_data,
    output wire [LINK_N*X_N*Y_N*Z_N-1:0]      wire_out_valid,
    output wire [LINK_N*X_N*Y_N*Z_N-1:0]      wire_out_k,
    output wire [(128+32*PCS)*LINK_N*X_N*Y_N*Z_N-1:0]  wire_out_data
);

    localparam integer K = X_N * Y_N * Z_N;

    wire [LINK_N*K-1:0]     tx_valid, tx_k;
    wire [(128+32*PCS)*LINK_N*K-1:0] tx_data;

    ape_wires #(
        .X_N     (X_N),
        .Y_N     (Y_N),
        .Z_N     (Z_N),
        .LINK_N  (LINK_N),
        .WIRE_CYC(WIRE_CYC),
        .PCS     (PCS)
    ) u_wires (
        .clk           (clk),
        .rst           (&rst),
        .tx_valid      (tx_valid),
        .tx_k          (tx_k),
        .tx_data       (tx_data),
        .wire_xor      (wire_xor),
        .wire_xor_k    (wire_xor_k),
        .wire_cut      (wire_cut),
        .wire_put      (wire_put),
        .wire_in_valid (wire_in_valid),
        .wire_in_k     (wire_in_k),
        .wire_in_data  (wire_in_data),
        .wire_out_valid(wire_out_valid),
        .wire_out_k    (wire_out_k),
        .wire_out_data (wire_out_data)
    );

    localparam [21:0] LATTICE = {Z_N[5:0], 2'b00, Y_N[5:0], 1'b0, X_N[6:0]};

    genvar k;
    generate
        for (k = 0; k < K; k = k + 1) begin : g_node
            localparam integer X = k % X_N;
            localparam integer Y = k / X_N % Y_N;
            localparam integer Z = k / (X_N * Y_N);

            ape_node #(
                .LINK_N    (LINK_N),
                .LOCAL_N   (LOCAL_N),
                .COORD     ({X[5:0], Y[4:0], Z[4:0]}),
                .LATTICE   (LATTICE),
                .BAND      (BAND),
                .LITERAL_EN(LITERAL_EN),
                .CUT_CYC   (CUT_CYC),
                .AXI_ID_W  (AXI_ID_W),
                .ENGINE_N  (ENGINE_N),
                .PKT_LOG2  (PKT_LOG2),
                .BUF_LOG2  (BUF_LOG2),
                .TLB_LOG2  (TLB_LOG2),
                .MSG_LOG2  (MSG_LOG2),
                .GET_LOG2  (GET_LOG2),
                .ACK_LOG2  (ACK_LOG2),
                .CUT       (CUT),
                .PCS       (PCS)
            ) u_node (
                .clk           (clk),
                .rst           (rst[k]),
                .irq_event     (irq_event[LOCAL_N*k+:LOCAL_N]),
                .irq_miss      (irq_miss[LOCAL_N*k+:LOCAL_N]),
                .s_axi_awvalid (s_axi_awvalid[LOCAL_N*k+:LOCAL_N]),
                .s_axi_awready (s_axi_awready[LOCAL_N*k+:LOCAL_N]),
                .s_axi_awid    (s_axi_awid[AXI_ID_W*LOCAL_N*k+:AXI_ID_W*LOCAL_N]),
                .s_axi_awaddr  (s_axi_awaddr[20*LOCAL_N*k+:20*LOCAL_N]),
                .s_axi_awlen   (s_axi_awlen[8*LOCAL_N*k+:8*LOCAL_N]),
                .s_axi_awsize  (s_axi_awsize[3*LOCAL_N*k+:3*LOCAL_N]),
                .s_axi_awburst (s_axi_awburst[2*LOCAL_N*k+:2*LOCAL_N]),
                .s_axi_wvalid  (s_axi_wvalid[LOCAL_N*k+:LOCAL_N]),
                .s_axi_wready  (s_axi_wready[LOCAL_N*k+:LOCAL_N]),
                .s_axi_wdata   (s_axi_wdata[128*LOCAL_N*k+:128*LOCAL_N]),
                .s_axi_wstrb   (s_axi_wstrb[16*LOCAL_N*k+:16*LOCAL_N]),
                .s_axi_wlast   (s_axi_wlast[LOCAL_N*k+:LOCAL_N]),
                .s_axi_bvalid  (s_axi_bvalid[LOCAL_N*k+:LOCAL_N]),
                .s_axi_bready  (s_axi_bready[LOCAL_N*k+:LOCAL_N]),
                .s_axi_bid     (s_axi_bid[AXI_ID_W*LOCAL_N*k+:AXI_ID_W*LOCAL_N]),
                .s_axi_bresp   (s_axi_bresp[2*LOCAL_N*k+:2*LOCAL_N]),
                .s_axi_arvalid (s_axi_arvalid[LOCAL_N*k+:LOCAL_N]),
                .s_axi_arready (s_axi_arready[LOCAL_N*k+:LOCAL_N]),
                .s_axi_arid    (s_axi_arid[AXI_ID_W*LOCAL_N*k+:AXI_ID_W*LOCAL_N]),
                .s_axi_araddr  (s_axi_araddr[20*LOCAL_N*k+:20*LOCAL_N]),
                .s_axi_arlen   (s_axi_arlen[8*LOCAL_N*k+:8*LOCAL_N]),
                .s_axi_arsize  (s_axi_arsize[3*LOCAL_N*k+:3*LOCAL_N]),
                .s_axi_arburst (s_axi_arburst[2*LOCAL_N*k+:2*LOCAL_N]),
                .s_axi_rvalid  (s_axi_rvalid[LOCAL_N*k+:LOCAL_N]),
                .s_axi_rready  (s_axi_rready[LOCAL_N*k+:LOCAL_N]),
                .s_axi_rid     (s_axi_rid[AXI_ID_W*LOCAL_N*k+:AXI_ID_W*LOCAL_N]),
                .s_axi_rdata   (s_axi_rdata[128*LOCAL_N*k+:128*LOCAL_N]),
                .s_axi_rresp   (s_axi_rresp[2*LOCAL_N*k+:2*LOCAL_N]),
                .s_axi_rlast   (s_axi_rlast[LOCAL_N*k+:LOCAL_N]),
                .m_axi_awvalid (m_axi_awvalid[LOCAL_N*k+:LOCAL_N]),
                .m_axi_awready (m_axi_awready[LOCAL_N*k+:LOCAL_N]),
                .m_axi_awid    (m_axi_awid[3*LOCAL_N*k+:3*LOCAL_N]),
                .m_axi_awaddr  (m_axi_awaddr[48*LOCAL_N*k+:48*LOCAL_N]),
                .m_axi_awlen   (m_axi_awlen[8*LOCAL_N*k+:8*LOCAL_N]),
                .m_axi_awsize  (m_axi_awsize[3*LOCAL_N*k+:3*LOCAL_N]),
                .m_axi_awburst (m_axi_awburst[2*LOCAL_N*k+:2*LOCAL_N]),
                .m_axi_wvalid  (m_axi_wvalid[LOCAL_N*k+:LOCAL_N]),
                .m_axi_wready  (m_axi_wready[LOCAL_N*k+:LOCAL_N]),
                .m_axi_wdata   (m_axi_wdata[128*LOCAL_N*k+:128*LOCAL_N]),
                .m_axi_wstrb   (m_axi_wstrb[16*LOCAL_N*k+:16*LOCAL_N]),
                .m_axi_wlast   (m_axi_wlast[LOCAL_N*k+:LOCAL_N]),
                .m_axi_bvalid  (m_axi_bvalid[LOCAL_N*k+:LOCAL_N]),
                .m_axi_bready  (m_axi_bready[LOCAL_N*k+:LOCAL_N]),
                .m_axi_bid     (m_axi_bid[3*LOCAL_N*k+:3*LOCAL_N]),
                .m_axi_bresp   (m_axi_bresp[2*LOCAL_N*k+:2*LOCAL_N]),
                .m_axi_arvalid (m_axi_arvalid[LOCAL_N*k+:LOCAL_N]),
                .m_axi_arready (m_axi_arready[LOCAL_N*k+:LOCAL_N]),
                .m_axi_arid    (m_axi_arid[3*LOCAL_N*k+:3*LOCAL_N]),
                .m_axi_araddr  (m_axi_araddr[48*LOCAL_N*k+:48*LOCAL_N]),
                .m_axi_arlen   (m_axi_arlen[8*LOCAL_N*k+:8*LOCAL_N]),
                .m_axi_arsize  (m_axi_arsize[3*LOCAL_N*k+:3*LOCAL_N]),
                .m_axi_arburst (m_axi_arburst[2*LOCAL_N*k+:2*LOCAL_N]),
                .m_axi_rvalid  (m_axi_rvalid[LOCAL_N*k+:LOCAL_N]),
                .m_axi_rready  (m_axi_rready[LOCAL_N*k+:LOCAL_N]),
                .m_axi_rid     (m_axi_rid[3*LOCAL_N*k+:3*LOCAL_N]),
                .m_axi_rdata   (m_axi_rdata[128*LOCAL_N*k+:128*LOCAL_N]),
                .m_axi_rresp   (m_axi_rresp[2*LOCAL_N*k+:2*LOCAL_N]),
                .m_axi_rlast   (m_axi_rlast[LOCAL_N*k+:LOCAL_N]),
                .wire_tx_valid (tx_valid[LINK_N*k+:LINK_N]),
                .wire_tx_k     (tx_k[LINK_N*k+:LINK_N]),
                .wire_tx_data  (tx_data[(128+32*PCS)*LINK_N*k+:(128+32*PCS)*LINK_N]),
                .wire_rx_valid (wire_out_valid[LINK_N*k+:LINK_N]),
                .wire_rx_k     (wire_out_k[LINK_N*k+:LINK_N]),
                .wire_rx_data  (wire_out_data[(128+32*PCS)*LINK_N*k+:(128+32*PCS)*LINK_N])
            );
        end
    endgenerate

endmodule

`default_nettype wire
