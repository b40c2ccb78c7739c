// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Lines that wait for their turn, first in first out. Each line is in it once at most, so that it has room for all.
//
// No parameters. What is put in t is first at the earliest in t+2. rst: empty. Contract: cl_ni.md sections 6 and 7.

`timescale 1ns / 1ps
`default_nettype none

module cl_ni_turn (
    input  wire        clk,
    input  wire        rst,
    input  wire        put,
    input  wire [10:0] put_line,
    output wire        valid,
    output wire [10:0] line,
    input  wire        take   // while valid
);

    reg [11:0] head_q, tail_q;
    reg        read_q;  // the head was read
    wire [11:0] head = head_q + {11'd0, take};
    assign valid = read_q;

    always @(posedge clk)
        if (rst) begin
            head_q <= 12'd0;
            tail_q <= 12'd0;
            read_q <= 1'b0;
        end else begin
            head_q <= head;
            tail_q <= tail_q + {11'd0, put};
            read_q <= head != tail_q;
        end

    tn_ram_sync #(
        .DATA_W(11),
        .DEPTH_N(2048),
        .ADDR_W(11)
    ) u_lines (
        .clk(clk),
        .wr_en(put),
        .wr_addr(tail_q[10:0]),
        .wr_data(put_line),
        .rd_en(1'b1),
        .rd_addr(head[10:0]),
        .rd_data(line)
    );

endmodule

`default_nettype wire
