// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Wrapper of APEnet's router: the documented ports (checkers/apenet/spec/ape_router.md) around our RTL. To test your own,
// write this module around it and give it as WRAPPER=.

`timescale 1ns / 1ps
`default_nettype none

module dut_ape_router #(
    parameter integer    LINK_N  = 6,
    parameter integer    LOCAL_N = 1,
    parameter [15:0]     COORD   = 16'd0,
    parameter [21:0]     LATTICE = {6'd1, 2'd0, 6'd1, 1'd0, 7'd1}
) (
    input  wire                  clk,
    input  wire                  rst,
    input  wire [2*LINK_N-1:0]   s_rx_valid,
    output wire [2*LINK_N-1:0]   s_rx_ready,
    input  wire [256*LINK_N-1:0] s_rx_data,
    input  wire [2*LINK_N-1:0]   s_rx_head,
    input  wire [2*LINK_N-1:0]   s_rx_last,
    output wire [LINK_N-1:0]     m_tx_valid,
    input  wire [LINK_N-1:0]     m_tx_ready,
    output wire [128*LINK_N-1:0] m_tx_data,
    output wire [LINK_N-1:0]     m_tx_head,
    output wire [LINK_N-1:0]     m_tx_last,
    input  wire [20*LINK_N-1:0]  tx_room_data,
    input  wire [16*LINK_N-1:0]  tx_room_hdr,
    input  wire [LOCAL_N-1:0]    l_tx_valid,
    output wire [LOCAL_N-1:0]    l_tx_ready,
    input  wire [128*LOCAL_N-1:0] l_tx_data,
    input  wire [LOCAL_N-1:0]    l_tx_head,
    input  wire [LOCAL_N-1:0]    l_tx_last,
    output wire [LOCAL_N-1:0]    l_rx_valid,
    output wire [128*LOCAL_N-1:0] l_rx_data,
    output wire [LOCAL_N-1:0]    l_rx_vc,
    output wire [LOCAL_N-1:0]    l_rx_head,
    output wire [LOCAL_N-1:0]    l_rx_last,
    input  wire [2*LOCAL_N-1:0]  l_rx_room,
    output wire [15:0]           cfg_coord,
    output wire [21:0]           cfg_lattice,
    input  wire                  reg_wr,
    input  wire                  reg_rd,
    input  wire [11:0]           reg_addr,
    input  wire [31:0]           reg_wdata,
    output wire [31:0]           reg_rdata
);
    ape_router #(.LINK_N(LINK_N), .LOCAL_N(LOCAL_N), .COORD(COORD), .LATTICE(LATTICE)) u_block (
        .clk(clk), .rst(rst), .s_rx_valid(s_rx_valid), .s_rx_ready(s_rx_ready), .s_rx_data(s_rx_data),
        .s_rx_head(s_rx_head), .s_rx_last(s_rx_last), .m_tx_valid(m_tx_valid), .m_tx_ready(m_tx_ready),
        .m_tx_data(m_tx_data), .m_tx_head(m_tx_head), .m_tx_last(m_tx_last), .tx_room_data(tx_room_data),
        .tx_room_hdr(tx_room_hdr), .l_tx_valid(l_tx_valid), .l_tx_ready(l_tx_ready), .l_tx_data(l_tx_data),
        .l_tx_head(l_tx_head), .l_tx_last(l_tx_last), .l_rx_valid(l_rx_valid), .l_rx_data(l_rx_data),
        .l_rx_vc(l_rx_vc), .l_rx_head(l_rx_head), .l_rx_last(l_rx_last), .l_rx_room(l_rx_room),
        .cfg_coord(cfg_coord), .cfg_lattice(cfg_lattice), .reg_wr(reg_wr), .reg_rd(reg_rd), .reg_addr(reg_addr),
        .reg_wdata(reg_wdata), .reg_rdata(reg_rdata)
    );
endmodule

`default_nettype wire
