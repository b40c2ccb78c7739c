// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Registers and counters of the network interface, but for the regions.
//
// No parameters. An event in t is counted in t+1, a read in t has its data in t+1. rst: all 0. Contract: cl_ni.md section 9.

`timescale 1ns / 1ps
`default_nettype none

module cl_ni_regs (
    input  wire        clk,
    input  wire        rst,
    input  wire        reg_wr,
    input  wire        reg_rd,
    input  wire [8:0]  reg_addr,
    input  wire [31:0] reg_wdata,
    output reg  [31:0] reg_rdata,
    input  wire [31:0] region,     // the word of the regions at this address
    // a line's state is to be written, until `line_done`
    output wire        line_valid,
    output wire [2:0]  line_state,
    output wire [10:0] line,
    input  wire        line_done,
    input  wire        line_refused,
    input  wire [2:0]  line_is,    // its state then
    // events, in the order of the counters
    input  wire [5:0]  ev
);

    localparam integer COUNT_N = 6;
    localparam [6:0] LINE = 7'd64, COUNTS = 7'd65, END = 7'd71;

    reg [32*COUNT_N-1:0] count_q;
    reg                  pending_q, refused_q;
    reg [2:0]            state_q, is_q;
    reg [10:0]           line_q;

    assign line_valid = pending_q;
    assign line_state = state_q;
    assign line       = line_q;

    wire [6:0] word = reg_addr[8:2];
    wire [2:0] index = word[2:0] - COUNTS[2:0];
    wire       unused = &{1'b0, reg_addr[1:0], reg_wdata[31:19], reg_wdata[15:11]};

    integer c;
    always @(posedge clk)
        if (rst) begin
            count_q   <= {COUNT_N{32'd0}};
            pending_q <= 1'b0;
            refused_q <= 1'b0;
            is_q      <= 3'd0;
        end else begin
            for (c = 0; c < COUNT_N; c = c + 1)
                if (ev[c]) count_q[32*c+:32] <= count_q[32*c+:32] + 32'd1;
            if (reg_wr && word == LINE && !pending_q) begin
                pending_q <= 1'b1;
                state_q   <= reg_wdata[18:16];
                line_q    <= reg_wdata[10:0];
            end
            if (line_done) begin
                pending_q <= 1'b0;
                refused_q <= line_refused;
                is_q      <= line_is;
            end
        end

    always @(posedge clk)
        if (reg_rd) begin
            if (word < LINE) reg_rdata <= region;
            else if (word == LINE) reg_rdata <= {refused_q, pending_q, 11'd0, is_q, 16'd0};
            else reg_rdata <= word < END ? count_q[32*index+:32] : 32'd0;
        end

endmodule

`default_nettype wire
