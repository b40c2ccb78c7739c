// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Answers awaited at the sender: free, awaited, dead.
//
// ACK_LOG2 (1 to 4): log2 of the answers at a time. A question in cycle t is answered in t+1, until the next: known_q (awaited or
// dead), open_q (awaited) with its number idx_q, room_q and free_q. The timer of one that is awaited runs from sent on, which names it
// as take did, so that one that was answered and taken anew is another. rst frees all. Contract: ape_ni.md sections 4, 7.4 and 7.7.

`timescale 1ns / 1ps
`default_nettype none

module ape_ni_acks #(
    parameter integer ACK_LOG2 = 4  // log2 of the answers at a time, 1 to 4
) (
    input  wire        clk,
    input  wire        rst,
    input  wire [31:0] now,
    input  wire [31:0] timeout,
    // questions
    input  wire        ask,
    input  wire [15:0] ask_pid,
    input  wire [31:0] ask_msg,
    output reg         known_q,
    output reg         open_q,
    output reg  [3:0]  idx_q,
    output reg         room_q,
    output reg  [3:0]  free_q,
    // one answer
    input  wire [3:0]  at,
    output wire [15:0] at_pid,
    output wire [15:0] at_dst,
    output wire [31:0] at_tag,
    output wire        at_open,
    output wire        at_late,   // its timer has run out
    // changes of answer wr_idx
    input  wire [3:0]  wr_idx,
    input  wire        take,      // is awaited
    input  wire [15:0] wr_pid,
    input  wire [31:0] wr_msg,
    input  wire [15:0] wr_dst,
    input  wire [31:0] wr_tag,
    input  wire        kill,      // becomes dead
    input  wire        free,
    // its name, from take to sent or gone
    output wire [6:0]  take_name,
    input  wire        sent,      // the last footer has left
    input  wire        gone,      // it never will
    input  wire [6:0]  name
);

    localparam integer N = 1 << ACK_LOG2;

    reg  [N-1:0]        used_q;
    reg  [N-1:0]        dead_q;
    reg  [N-1:0]        sent_q;
    reg  [15:0]         pid_q [0:N-1];
    reg  [31:0]         msg_q [0:N-1];
    reg  [15:0]         dst_q [0:N-1];
    reg  [31:0]         tag_q [0:N-1];
    reg  [31:0]         since_q [0:N-1];
    reg  [2:0]          life_q [0:N-1];
    reg  [2:0]          next_q;

    wire [ACK_LOG2-1:0] at_i = at[ACK_LOG2-1:0];
    wire [ACK_LOG2-1:0] wr_i = wr_idx[ACK_LOG2-1:0];
    wire [ACK_LOG2-1:0] name_i = name[ACK_LOG2-1:0];
    wire [31:0]         age = now - since_q[at_i];
    wire                mine = used_q[name_i] && life_q[name_i] == name[6:4];

    assign at_pid    = pid_q[at_i];
    assign at_dst    = dst_q[at_i];
    assign at_tag    = tag_q[at_i];
    assign at_open   = used_q[at_i] && !dead_q[at_i];
    assign at_late   = used_q[at_i] && sent_q[at_i] && age >= timeout;
    assign take_name = {next_q, free_q};

    integer i;
    always @(posedge clk)
        if (ask) begin
            known_q <= 1'b0;
            open_q  <= 1'b0;
            room_q  <= 1'b0;
            for (i = N - 1; i >= 0; i = i - 1) begin
                if (used_q[i] && pid_q[i] == ask_pid && msg_q[i] == ask_msg) begin
                    known_q <= 1'b1;
                    open_q  <= !dead_q[i];
                    idx_q   <= i[3:0];
                end
                if (!used_q[i]) begin
                    room_q <= 1'b1;
                    free_q <= i[3:0];
                end
            end
        end

    always @(posedge clk) begin
        if (rst) begin
            used_q <= {N{1'b0}};
            next_q <= 3'd0;
        end else begin
            if (gone && mine) used_q[name_i] <= 1'b0;
            if (free) used_q[wr_i] <= 1'b0;
            if (take) begin
                used_q[wr_i] <= 1'b1;
                next_q       <= next_q + 3'd1;
            end
        end
        if (kill) dead_q[wr_i] <= 1'b1;
        if (sent && mine) sent_q[name_i] <= 1'b1;
        if (take) begin
            dead_q[wr_i] <= 1'b0;
            sent_q[wr_i] <= 1'b0;
        end
    end

    always @(posedge clk) begin
        if (take) begin
            pid_q[wr_i]  <= wr_pid;
            msg_q[wr_i]  <= wr_msg;
            dst_q[wr_i]  <= wr_dst;
            tag_q[wr_i]  <= wr_tag;
            life_q[wr_i] <= next_q;
        end
        if (kill) since_q[wr_i] <= now;
        if (sent && mine) since_q[name_i] <= now;
    end

    wire unused = &{1'b0, at, wr_idx, name};

endmodule

`default_nettype wire
