// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Wrapper of the level-2 switch: the documented ports (checkers/cluster/spec/cl_switch.md) around our RTL. To test your
// own, write this module around it and give it as WRAPPER=.

`timescale 1ns / 1ps
`default_nettype none

module dut_cl_switch #(
    parameter integer PORT_N  = 4,
    parameter integer PLANE_N = 2,
    parameter integer SPEED   = 2,
    parameter integer PREEMPT = 1
) (
    input  wire clk,
    input  wire rst,
    input  wire [PORT_N*PLANE_N-1:0] s_valid,
    input  wire [PORT_N*PLANE_N*16-1:0] s_data,
    input  wire [PORT_N*PLANE_N-1:0] s_last,
    output wire [PORT_N*PLANE_N*3-1:0] freed,
    output wire [PORT_N*PLANE_N-1:0] m_valid,
    input  wire [PORT_N*PLANE_N-1:0] m_ready,
    output wire [PORT_N*PLANE_N*16-1:0] m_data,
    output wire [PORT_N*PLANE_N-1:0] m_last,
    input  wire [PORT_N*PLANE_N*3-1:0] m_ok,
    input  wire [PORT_N*PLANE_N-1:0] up,
    input  wire [PORT_N*PLANE_N-1:0] d_valid,
    output wire [PORT_N*PLANE_N-1:0] d_ready,
    input  wire [PORT_N*PLANE_N*16-1:0] d_data,
    input  wire [PORT_N*PLANE_N-1:0] d_last,
    input  wire [PORT_N*PLANE_N-1:0] d_done,
    output wire [PORT_N*PLANE_N-1:0] obs_move,
    output wire [PORT_N*PLANE_N*5-1:0] obs_from,
    output wire [PORT_N*PLANE_N-1:0] obs_drop,
    input  wire reg_wr,
    input  wire reg_rd,
    input  wire [8:0] reg_addr,
    input  wire [31:0] reg_wdata,
    output wire [31:0] reg_rdata
);
    cl_switch #(.PORT_N(PORT_N), .PLANE_N(PLANE_N), .SPEED(SPEED), .PREEMPT(PREEMPT)) u_block (
        .clk(clk), .rst(rst), .s_valid(s_valid), .s_data(s_data), .s_last(s_last), .freed(freed),
        .m_valid(m_valid), .m_ready(m_ready), .m_data(m_data), .m_last(m_last), .m_ok(m_ok), .up(up),
        .d_valid(d_valid), .d_ready(d_ready), .d_data(d_data), .d_last(d_last), .d_done(d_done),
        .obs_move(obs_move), .obs_from(obs_from), .obs_drop(obs_drop), .reg_wr(reg_wr), .reg_rd(reg_rd),
        .reg_addr(reg_addr), .reg_wdata(reg_wdata), .reg_rdata(reg_rdata)
    );
endmodule

`default_nettype wire
