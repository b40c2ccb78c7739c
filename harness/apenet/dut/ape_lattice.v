// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Wrapper of APEnet's lattice of routers and links: the documented ports (checkers/apenet/spec/ape_torus.md) around our
// RTL. To test your own, write this module around it and give it as WRAPPER=.

`timescale 1ns / 1ps
`default_nettype none

module dut_ape_lattice #(
    parameter integer X_N      = 2,
    parameter integer Y_N      = 2,
    parameter integer Z_N      = 1,
    parameter integer LINK_N   = 6,
    parameter integer LOCAL_N  = 1,
    parameter integer WIRE_CYC = 1, // cycles
    parameter integer BAND     = 1,
    parameter integer K = X_N * Y_N * Z_N, // nodes
    parameter integer L = LINK_N * K,      // lines
    parameter integer N = LOCAL_N * K      // local ports
) (
    input  wire              clk,
    input  wire [K-1:0]      rst,
    input  wire [N-1:0]      l_tx_valid,
    output wire [N-1:0]      l_tx_ready,
    input  wire [128*N-1:0]  l_tx_data,
    input  wire [N-1:0]      l_tx_head,
    input  wire [N-1:0]      l_tx_last,
    output wire [N-1:0]      l_rx_valid,
    output wire [128*N-1:0]  l_rx_data,
    output wire [N-1:0]      l_rx_vc,
    output wire [N-1:0]      l_rx_head,
    output wire [N-1:0]      l_rx_last,
    input  wire [2*N-1:0]    l_rx_room,
    input  wire [K-1:0]      reg_wr,
    input  wire [K-1:0]      reg_rd,
    input  wire [11:0]       reg_addr,
    input  wire [31:0]       reg_wdata,
    output wire [32*K-1:0]   reg_rdata,
    input  wire [128*L-1:0]  wire_xor,
    input  wire [L-1:0]      wire_xor_k,
    input  wire [L-1:0]      wire_cut,
    input  wire [L-1:0]      wire_put,
    output wire [L-1:0]      wire_in_valid,
    output wire [L-1:0]      wire_in_k,
    output wire [128*L-1:0]  wire_in_data,
    output wire [L-1:0]      wire_out_valid,
    output wire [L-1:0]      wire_out_k,
    output wire [128*L-1:0]  wire_out_data
);
    ape_lattice #(
        .X_N(X_N), .Y_N(Y_N), .Z_N(Z_N), .LINK_N(LINK_N), .LOCAL_N(LOCAL_N), .WIRE_CYC(WIRE_CYC), .BAND(BAND)
    ) u_block (
        .clk(clk), .rst(rst), .l_tx_valid(l_tx_valid), .l_tx_ready(l_tx_ready), .l_tx_data(l_tx_data),
        .l_tx_head(l_tx_head), .l_tx_last(l_tx_last), .l_rx_valid(l_rx_valid), .l_rx_data(l_rx_data),
        .l_rx_vc(l_rx_vc), .l_rx_head(l_rx_head), .l_rx_last(l_rx_last), .l_rx_room(l_rx_room), .reg_wr(reg_wr),
        .reg_rd(reg_rd), .reg_addr(reg_addr), .reg_wdata(reg_wdata), .reg_rdata(reg_rdata), .wire_xor(wire_xor),
        .wire_xor_k(wire_xor_k), .wire_cut(wire_cut), .wire_put(wire_put), .wire_in_valid(wire_in_valid),
        .wire_in_k(wire_in_k), .wire_in_data(wire_in_data), .wire_out_valid(wire_out_valid), .wire_out_k(wire_out_k), .wire_out_data(wire_out_data)
    );
endmodule

`default_nettype wire
