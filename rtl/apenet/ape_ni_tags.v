// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Tags of GETs at the requester: free, open, dead.
//
// GET_LOG2 (1 to 4): log2 of the tags at a time. A question in cycle t is answered in t+1, until the next: known_q (open or dead,
// any node), open_q (open, asked of that node) with its number idx_q, room_q and free_q. rst frees all. Contract: ape_ni.md sections 4 and 7.4.

`timescale 1ns / 1ps
`default_nettype none

module ape_ni_tags #(
    parameter integer GET_LOG2 = 4  // log2 of the tags at a time, 1 to 4
) (
    input  wire        clk,
    input  wire        rst,
    input  wire [31:0] now,
    input  wire [31:0] timeout,
    // questions
    input  wire        ask,
    input  wire [31:0] ask_tag,
    input  wire [15:0] ask_dst,
    output reg         known_q,
    output reg         open_q,
    output reg  [3:0]  idx_q,
    output reg         room_q,
    output reg  [3:0]  free_q,
    // one tag
    input  wire [3:0]  at,
    output wire [31:0] at_tag,
    output wire [15:0] at_dst,
    output wire [15:0] at_pid,
    output wire [47:0] at_addr,
    output wire [31:0] at_bytes,
    output wire        at_open,
    output wire        at_late,  // its timer has run out
    // changes of tag wr_idx
    input  wire [3:0]  wr_idx,
    input  wire        take,     // opens
    input  wire [31:0] wr_tag,
    input  wire [15:0] wr_dst,
    input  wire [15:0] wr_pid,
    input  wire [47:0] wr_addr,  // of the reply
    input  wire [31:0] wr_bytes,
    input  wire        touch,    // a reply packet has come
    input  wire        kill,     // becomes dead
    input  wire        free
);

    localparam integer N = 1 << GET_LOG2;

    reg  [N-1:0]        used_q;
    reg  [N-1:0]        dead_q;
    reg  [31:0]         tag_q [0:N-1];
    reg  [15:0]         dst_q [0:N-1];
    reg  [15:0]         pid_q [0:N-1];
    reg  [47:0]         addr_q [0:N-1];
    reg  [31:0]         bytes_q [0:N-1];
    reg  [31:0]         since_q [0:N-1];

    wire [GET_LOG2-1:0] at_i = at[GET_LOG2-1:0];
    wire [GET_LOG2-1:0] wr_i = wr_idx[GET_LOG2-1:0];
    wire [31:0]         age = now - since_q[at_i];

    assign at_tag   = tag_q[at_i];
    assign at_dst   = dst_q[at_i];
    assign at_pid   = pid_q[at_i];
    assign at_addr  = addr_q[at_i];
    assign at_bytes = bytes_q[at_i];

    assign at_open = used_q[at_i] && !dead_q[at_i];
    assign at_late = used_q[at_i] && age >= timeout;

    integer i;
    always @(posedge clk)
        if (ask) begin
            known_q <= 1'b0;
            open_q  <= 1'b0;
            room_q  <= 1'b0;
            for (i = N - 1; i >= 0; i = i - 1) begin
                if (used_q[i] && tag_q[i] == ask_tag) begin
                    known_q <= 1'b1;
                    if (!dead_q[i] && dst_q[i] == ask_dst) begin
                        open_q <= 1'b1;
                        idx_q  <= i[3:0];
                    end
                end
                if (!used_q[i]) begin
                    room_q <= 1'b1;
                    free_q <= i[3:0];
                end
            end
        end

    always @(posedge clk) begin
        if (rst) used_q <= {N{1'b0}};
        else if (take) used_q[wr_i] <= 1'b1;
        else if (free) used_q[wr_i] <= 1'b0;
        if (take) dead_q[wr_i] <= 1'b0;
        else if (kill) dead_q[wr_i] <= 1'b1;
    end

    always @(posedge clk) begin
        if (take) begin
            tag_q[wr_i]   <= wr_tag;
            dst_q[wr_i]   <= wr_dst;
            pid_q[wr_i]   <= wr_pid;
            addr_q[wr_i]  <= wr_addr;
            bytes_q[wr_i] <= wr_bytes;
        end
        if (take || touch || kill) since_q[wr_i] <= now;
    end

    wire unused = &{1'b0, at, wr_idx};

endmodule

`default_nettype wire
