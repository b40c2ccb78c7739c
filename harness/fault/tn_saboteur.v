// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Saboteur on one stream: passes everything through until a fault is armed.

`timescale 1ns / 1ps
`default_nettype none

module tn_saboteur #(
    parameter integer ID = 0 // index among the bench's saboteurs
) (
    input  wire         clk,
    input  wire         rst,
    input  wire [63:0]  cycle,
    input  wire         s_valid,
    input  wire [127:0] s_data,
    input  wire [3:0]   s_keep,
    input  wire         s_last,
    input  wire [3:0]   s_port,
    output wire         s_ready,
    output wire         m_valid,
    output wire [127:0] m_data,
    output wire [3:0]   m_keep,
    output wire         m_last,
    output wire [3:0]   m_port,
    input  wire         m_ready
);
    assign m_valid = s_valid;
    assign m_data  = s_data;
    assign m_keep  = s_keep;
    assign m_last  = s_last;
    assign m_port  = s_port;
    assign s_ready = m_ready;
endmodule

`default_nettype wire
