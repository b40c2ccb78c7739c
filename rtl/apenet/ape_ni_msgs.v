// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// The message table: of each source, stream and pid the message under way.
//
// MSG_LOG2 (1 to 6): log2 of the entries. A question in cycle t is answered in t+1, until the next: the entry of the
// source, stream and pid, and the lowest free one. wr stores a whole entry and begins its timer, free clears one, gone marks the OPEN entries of a
// buffer. scan_idx looks at one entry: scan_out when its timer has run out. rst empties it. Contract: ape_ni.md sections 7.2 and 7.4.

`timescale 1ns / 1ps
`default_nettype none

module ape_ni_msgs #(
    parameter integer MSG_LOG2 = 6  // log2 of the entries, 1 to 6
) (
    input  wire         clk,
    input  wire         rst,
    input  wire [31:0]  now,
    input  wire [31:0]  timeout,
    // questions
    input  wire         ask,
    input  wire [15:0]  ask_src,
    input  wire         ask_stream,
    input  wire [15:0]  ask_pid,
    output reg          hit_q,
    output reg  [5:0]   idx_q,
    output reg          room_q,
    output reg  [5:0]   free_q,
    // the entry at: source, stream, failed, gone, msg, next packet, has a SEND buffer, buffer, bytes (failed: cause), pid
    input  wire [5:0]   at,
    output wire [121:0] entry,
    output wire         at_valid,
    output wire         at_late,   // its timer has run out
    // changes
    input  wire         wr,
    input  wire         free,
    input  wire         touch,     // the timer begins anew
    input  wire [5:0]   wr_idx,
    input  wire [121:0] wr_entry,
    input  wire         gone,
    input  wire [5:0]   gone_buf
);

    localparam integer N = 1 << MSG_LOG2;
    localparam integer ENTRY_W = 122;
    localparam integer BUF_LSB = 48;
    localparam integer GONE_LSB = 103;
    localparam integer FAILED_LSB = 104;
    localparam integer STREAM_LSB = 105;  // and the source above it
    localparam integer PID_LSB = 0;

    reg  [N-1:0]         valid_q;
    reg  [N-1:0]         gone_q;
    reg  [32:0]          key_q [0:N-1];  // source, stream and pid, which are compared
    reg  [5:0]           buf_q [0:N-1];

    wire [MSG_LOG2-1:0]  at_i = at[MSG_LOG2-1:0];
    wire [MSG_LOG2-1:0]  wr_i = wr_idx[MSG_LOG2-1:0];
    wire [ENTRY_W-1:0]   e;
    wire [31:0]          since;
    wire [31:0]          age = now - since;

    tn_ram #(
        .DATA_W (ENTRY_W),
        .DEPTH_N(N),
        .ADDR_W (MSG_LOG2)
    ) u_entries (
        .clk    (clk),
        .wr_en  (wr),
        .wr_addr(wr_i),
        .wr_data(wr_entry),
        .rd_addr(at_i),
        .rd_data(e)
    );

    tn_ram #(
        .DATA_W (32),
        .DEPTH_N(N),
        .ADDR_W (MSG_LOG2)
    ) u_since (
        .clk    (clk),
        .wr_en  (wr || touch),
        .wr_addr(wr_i),
        .wr_data(now),
        .rd_addr(at_i),
        .rd_data(since)
    );

    assign entry    = {e[ENTRY_W-1:FAILED_LSB], gone_q[at_i], e[GONE_LSB-1:0]};
    assign at_valid = valid_q[at_i];
    assign at_late  = valid_q[at_i] && age >= timeout;

    integer i;
    always @(posedge clk)
        if (ask) begin
            hit_q  <= 1'b0;
            room_q <= 1'b0;
            for (i = N - 1; i >= 0; i = i - 1) begin
                if (valid_q[i] && key_q[i] == {ask_src, ask_stream, ask_pid}) begin
                    hit_q <= 1'b1;
                    idx_q <= i[5:0];
                end
                if (!valid_q[i]) begin
                    room_q <= 1'b1;
                    free_q <= i[5:0];
                end
            end
        end

    integer k;
    always @(posedge clk) begin
        if (rst) valid_q <= {N{1'b0}};
        else begin
            if (wr) valid_q[wr_i] <= 1'b1;
            if (free) valid_q[wr_i] <= 1'b0;
        end
        if (gone)
            for (k = 0; k < N; k = k + 1) if (buf_q[k] == gone_buf) gone_q[k] <= 1'b1;
        if (wr) gone_q[wr_i] <= wr_entry[GONE_LSB];
    end

    always @(posedge clk)
        if (wr) begin
            key_q[wr_i] <= {wr_entry[STREAM_LSB+:17], wr_entry[PID_LSB+:16]};
            buf_q[wr_i] <= wr_entry[BUF_LSB+:6];
        end

    wire unused = &{1'b0, at, wr_idx, e[GONE_LSB]};

endmodule

`default_nettype wire
