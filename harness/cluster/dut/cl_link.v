// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Wrapper of one end of a lane: the documented ports (checkers/cluster/spec/cl_link.md) around our RTL. To test your own,
// write this module around it and give it as WRAPPER=.

`timescale 1ns / 1ps
`default_nettype none

module dut_cl_link #(
    parameter integer PLANE = 0
) (
    input  wire        clk,
    input  wire        rst,
    output wire        wire_tx_k,
    output wire [15:0] wire_tx_data,
    input  wire        wire_rx_k,
    input  wire        wire_rx_err,
    input  wire [15:0] wire_rx_data,
    input  wire        s_valid,
    output wire        s_ready,
    input  wire [15:0] s_data,
    input  wire        s_last,
    output wire [2:0]  s_ok,
    output wire        m_valid,
    output wire [15:0] m_data,
    output wire        m_last,
    input  wire [2:0]  freed,
    output wire        up,
    input  wire        kill,
    output wire [5:0]  taken,
    input  wire        x_valid,
    output wire        x_ready,
    input  wire        x_nack,
    input  wire [1:0]  x_plane,
    input  wire [5:0]  x_ack,
    output wire        y_valid,
    output wire        y_nack,
    output wire [1:0]  y_plane,
    output wire [5:0]  y_ack,
    input  wire        d_go,
    input  wire [5:0]  d_ack,
    output wire        d_valid,
    input  wire        d_ready,
    output wire [15:0] d_data,
    output wire        d_last,
    output wire        d_done,
    input  wire        reg_wr,
    input  wire        reg_rd,
    input  wire [6:0]  reg_addr,
    input  wire [31:0] reg_wdata,
    output wire [31:0] reg_rdata
);
    cl_link #(.PLANE(PLANE)) u_block (
        .clk(clk), .rst(rst), .wire_tx_k(wire_tx_k), .wire_tx_data(wire_tx_data), .wire_rx_k(wire_rx_k),
        .wire_rx_err(wire_rx_err), .wire_rx_data(wire_rx_data), .s_valid(s_valid), .s_ready(s_ready), .s_data(s_data),
        .s_last(s_last), .s_ok(s_ok), .m_valid(m_valid), .m_data(m_data), .m_last(m_last), .freed(freed), .up(up),
        .kill(kill), .taken(taken), .x_valid(x_valid), .x_ready(x_ready), .x_nack(x_nack), .x_plane(x_plane), .x_ack(x_ack),
        .y_valid(y_valid), .y_nack(y_nack), .y_plane(y_plane), .y_ack(y_ack), .d_go(d_go), .d_ack(d_ack), .d_valid(d_valid),
        .d_ready(d_ready), .d_data(d_data), .d_last(d_last), .d_done(d_done), .reg_wr(reg_wr), .reg_rd(reg_rd),
        .reg_addr(reg_addr), .reg_wdata(reg_wdata), .reg_rdata(reg_rdata)
    );
endmodule

`default_nettype wire
