// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Passes packets on. A word that is taken at s stands at m in the next cycle. checkers/@FABRIC@/spec/@NAME@.md is its page.

`timescale 1ns / 1ps
`default_nettype none

module @NAME@ #(
    parameter integer W = 32 // bits of a word
) (
    input  wire         clk,
    input  wire         rst,
    input  wire         s_valid, // packets in
    output wire         s_ready,
    input  wire [W-1:0] s_data,
    input  wire         s_last,
    output reg          m_valid, // packets out
    input  wire         m_ready,
    output reg  [W-1:0] m_data,
    output reg          m_last,
    input  wire         reg_wr,  // registers
    input  wire         reg_rd,
    input  wire [3:0]   reg_addr,
    input  wire [31:0]  reg_wdata,
    output reg  [31:0]  reg_rdata
);
`include "@NAME@/regs.vh"

    reg [31:0] count;

    wire _unused = &{1'b0, reg_wr, reg_wdata, reg_addr[1:0]};

    assign s_ready = !m_valid || m_ready;

    always @(posedge clk) begin
        if (s_ready) begin
            m_valid <= s_valid;
            m_data  <= s_data;
            m_last  <= s_last;
        end
        if (m_valid && m_ready && m_last) count <= count + 32'd1;
        if (reg_rd) reg_rdata <= reg_addr[3:2] == @PREFIX@_COUNT ? count : 32'd0;
        if (rst) begin
            m_valid <= 1'b0;
            count   <= 32'd0;
        end
    end
endmodule

`default_nettype wire
