// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// 2048 lines of 32 bytes and their tags, four to a set.
//
// No parameters. Reads take a cycle; what is written in t is read from t+1 on. A tag is {state 3, 12 bits of its meaning}.
// rst: all tags become 0 in the 512 cycles behind it, then `go` is 1. Contract: cl_ni.md section 4.

`timescale 1ns / 1ps
`default_nettype none

module cl_ni_ram (
    input  wire         clk,
    input  wire         rst,
    output wire         go,
    input  wire         tag_rd,
    input  wire [8:0]   tag_set,
    output wire [59:0]  tags,
    input  wire [3:0]   tag_we,    // a bit a way
    input  wire [8:0]   tag_wset,
    input  wire [14:0]  tag_wdata,
    input  wire         rd,
    input  wire [10:0]  line,
    output wire [255:0] data,
    input  wire [31:0]  we,        // a bit a byte
    input  wire [10:0]  wline,
    input  wire [255:0] wdata
);

    reg [9:0] sweep_q;
    assign go = sweep_q[9];

    always @(posedge clk)
        if (rst) sweep_q <= 10'd0;
        else if (!go) sweep_q <= sweep_q + 10'd1;

    tn_ram_sync #(
        .DATA_W(60),
        .DEPTH_N(512),
        .ADDR_W(9),
        .COL_W(15)
    ) u_tags (
        .clk(clk),
        .wr_en(go ? tag_we : 4'hf),
        .wr_addr(go ? tag_wset : sweep_q[8:0]),
        .wr_data(go ? {4{tag_wdata}} : 60'd0),
        .rd_en(tag_rd),
        .rd_addr(tag_set),
        .rd_data(tags)
    );

    tn_ram_sync #(
        .DATA_W(256),
        .DEPTH_N(2048),
        .ADDR_W(11),
        .COL_W(8)
    ) u_lines (
        .clk(clk),
        .wr_en(we),
        .wr_addr(wline),
        .wr_data(wdata),
        .rd_en(rd),
        .rd_addr(line),
        .rd_data(data)
    );

endmodule

`default_nettype wire
