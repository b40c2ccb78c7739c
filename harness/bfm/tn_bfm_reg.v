// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Master of a register port: gives one strobe for each command of C, and hands the data read back to C.

`timescale 1ns / 1ps
`default_nettype none
`include "tn_sim.vh"

module tn_bfm_reg (
    input  wire        clk,
    input  wire        rst,
    input  wire [1:0]  cmd, // bit 0 write, bit 1 read, for one cycle
    input  wire [31:0] addr,
    input  wire [31:0] wdata,
    output reg         reg_wr,
    output reg         reg_rd,
    output reg  [11:0] reg_addr,
    output reg  [31:0] reg_wdata,
    input  wire [31:0] reg_rdata
);
    reg rd_q;

    always @(posedge clk) begin
        reg_wr    <= cmd[0] && !rst;
        reg_rd    <= cmd[1] && !rst;
        reg_addr  <= addr[11:0];
        reg_wdata <= wdata;
        rd_q      <= reg_rd;
        if (rd_q === 1'b1)
            `TN_RDATA(reg_rdata);
    end
endmodule

`default_nettype wire
