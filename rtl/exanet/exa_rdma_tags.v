// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Tags of the RDMA receiver's contexts: state and key of all ways of a set in a row.
//
// WAY_N (1 to 16) ways, 16 sets. Of the set, combinationally: the way that has the key and is not
// free, a free way, which ways are done, and state and key of the way given. Of the ways in wr_en
// the tag becomes wr_data: state, src, tid. Nothing resets: the sets are cleared one by one.
// Contract: exa_rdma_rx.md section 5.

`timescale 1ns / 1ps
`default_nettype none

module exa_rdma_tags #(
    parameter integer WAY_N = 16  // ways of a set, 1 to 16
) (
    input  wire        clk,
    // the tag to be written
    input  wire [15:0] wr_en,
    input  wire [33:0] wr_data,
    // the set looked at
    input  wire [3:0]  at,
    input  wire [31:0] key,
    input  wire [3:0]  way,
    output reg         hit,
    output reg  [3:0]  hit_way,
    output reg         some_free,
    output reg  [3:0]  free_way,
    output reg  [15:0] dones,
    output reg  [1:0]  way_state,
    output reg  [31:0] way_key
);

`include "exa_rdma_defs.vh"

    localparam integer TAG_W = 34;

    reg [TAG_W*WAY_N-1:0] tag_q [0:15];
    wire [TAG_W*WAY_N-1:0] row = tag_q[at];

    integer t;
    always @(posedge clk)
        for (t = 0; t < WAY_N; t = t + 1)
            if (wr_en[t]) tag_q[at][TAG_W*t+:TAG_W] <= wr_data;

    integer    w;
    always @* begin
        hit       = 1'b0;
        some_free = 1'b0;
        hit_way   = 4'd0;
        free_way  = 4'd0;
        dones     = 16'd0;
        way_state = FREE;
        way_key   = 32'd0;
        for (w = WAY_N - 1; w >= 0; w = w - 1) begin
            if (row[TAG_W*w+32+:2] == FREE) begin
                some_free = 1'b1;
                free_way  = w[3:0];
            end else if (row[TAG_W*w+:32] == key) begin
                hit     = 1'b1;
                hit_way = w[3:0];
            end
            dones[w] = row[TAG_W*w+32+:2] == DONE;
            if (way == w[3:0]) {way_state, way_key} = row[TAG_W*w+:TAG_W];
        end
    end

    wire unused = &{1'b0, wr_en};

endmodule

`default_nettype wire
