// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Registers and counters of a lane's end.
//
// No parameters. An event in t is counted in t+1, a write in t acts in t+1, a read in t has its data in t+1. rst: reset values.
// Contract: cl_link.md section 7.

`timescale 1ns / 1ps
`default_nettype none

module cl_link_regs (
    input  wire        clk,
    input  wire        rst,
    input  wire        reg_wr,
    input  wire        reg_rd,
    input  wire [6:0]  reg_addr,
    input  wire [31:0] reg_wdata,
    output reg  [31:0] reg_rdata,
    output wire [15:0] link_tmo,
    output wire [11:0] limits,  // of all, of priority 1 and 2, of 2
    // state
    input  wire        up,
    input  wire [4:0]  backs,
    input  wire [3:0]  level,
    input  wire [5:0]  acked,
    input  wire [5:0]  taken,
    input  wire [11:0] out,
    // events, in the order of the counters
    input  wire [13:0] ev
);

`include "cl_link/regs.vh"

    localparam integer COUNT_N = 14;

    reg [15:0] tmo_q;
    reg [11:0] limits_q;
    reg [32*COUNT_N-1:0] count_q;

    assign link_tmo = tmo_q;
    assign limits   = limits_q;

    wire [4:0] word = reg_addr[6:2];
    wire [3:0] index = word[3:0] - CLL_TX_PACKETS[3:0];
    wire       unused = &{1'b0, reg_addr[1:0], reg_wdata[31:20]};

    integer c;
    always @(posedge clk)
        if (rst) begin
            tmo_q    <= CLL_LINK_TMO_RESET[15:0];
            limits_q <= {CLL_LIMITS_RESET[19:16], CLL_LIMITS_RESET[11:8], CLL_LIMITS_RESET[3:0]};
            count_q  <= {COUNT_N{32'd0}};
        end else begin
            if (ev != {COUNT_N{1'b0}})
                for (c = 0; c < COUNT_N; c = c + 1)
                    if (ev[c]) count_q[32*c+:32] <= count_q[32*c+:32] + 32'd1;
            if (reg_wr && word == CLL_LINK_TMO) tmo_q <= reg_wdata[15:0];
            if (reg_wr && word == CLL_LIMITS) limits_q <= {reg_wdata[19:16], reg_wdata[11:8], reg_wdata[3:0]};
        end

    always @(posedge clk)
        if (reg_rd)
            case (word)
                CLL_STATUS: reg_rdata <= {2'd0, taken, 2'd0, acked, 4'd0, level, 2'd0, backs, up};
                CLL_LINK_TMO: reg_rdata <= {16'd0, tmo_q};
                CLL_LIMITS: reg_rdata <= {12'd0, limits_q[11:8], 4'd0, limits_q[7:4], 4'd0, limits_q[3:0]};
                CLL_OUT: reg_rdata <= {12'd0, out[11:8], 4'd0, out[7:4], 4'd0, out[3:0]};
                default: reg_rdata <= word < CLL_OUT ? count_q[32*index+:32] : 32'd0;
            endcase

endmodule

`default_nettype wire
