// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Wrapper of one end of APEnet's torus link: the documented ports (checkers/apenet/spec/ape_link.md) around our RTL. To
// test your own, write this module around it and give it as WRAPPER=.

`timescale 1ns / 1ps
`default_nettype none

module dut_ape_link #(
    parameter integer BAND       = 1,
    parameter integer LITERAL_EN = 1,
    parameter integer CUT_CYC    = 3
) (
    input  wire         clk,
    input  wire         rst,
    output wire         wire_tx_valid,
    output wire         wire_tx_k,
    output wire [127:0] wire_tx_data,
    input  wire         wire_tx_stop,
    input  wire         wire_rx_valid,
    input  wire         wire_rx_k,
    input  wire [127:0] wire_rx_data,
    input  wire         s_tx_valid,
    output wire         s_tx_ready,
    input  wire [127:0] s_tx_data,
    input  wire         s_tx_head,
    input  wire         s_tx_last,
    output wire [19:0]  tx_room_data,
    output wire [15:0]  tx_room_hdr,
    output wire [1:0]   m_rx_valid,
    input  wire [1:0]   m_rx_ready,
    output wire [255:0] m_rx_data,
    output wire [1:0]   m_rx_head,
    output wire [1:0]   m_rx_last,
    input  wire         reg_wr,
    input  wire         reg_rd,
    input  wire [7:0]   reg_addr,
    input  wire [31:0]  reg_wdata,
    output wire [31:0]  reg_rdata
);
    ape_link #(.BAND(BAND), .LITERAL_EN(LITERAL_EN), .CUT_CYC(CUT_CYC)) u_block (
        .clk(clk), .rst(rst), .wire_tx_valid(wire_tx_valid), .wire_tx_k(wire_tx_k), .wire_tx_data(wire_tx_data),
        .wire_tx_stop(wire_tx_stop), .wire_rx_valid(wire_rx_valid), .wire_rx_k(wire_rx_k), .wire_rx_data(wire_rx_data), .s_tx_valid(s_tx_valid),
        .s_tx_ready(s_tx_ready), .s_tx_data(s_tx_data), .s_tx_head(s_tx_head), .s_tx_last(s_tx_last),
        .tx_room_data(tx_room_data), .tx_room_hdr(tx_room_hdr), .m_rx_valid(m_rx_valid), .m_rx_ready(m_rx_ready),
        .m_rx_data(m_rx_data), .m_rx_head(m_rx_head), .m_rx_last(m_rx_last), .reg_wr(reg_wr), .reg_rd(reg_rd),
        .reg_addr(reg_addr), .reg_wdata(reg_wdata), .reg_rdata(reg_rdata)
    );
endmodule

`default_nettype wire
