// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Registered buffers: searched all at once, by what a packet or a command asks.
//
// BUF_LOG2 (1 to 6): log2 of the entries. A question in cycle t is answered in t+1, until the next. Writes are seen by
// questions from the next cycle on. at reads an entry in the same cycle. rst makes all invalid. Contract: ape_ni.md sections 6 and 7.2.

`timescale 1ns / 1ps
`default_nettype none

module ape_ni_bufs #(
    parameter integer BUF_LOG2 = 6  // log2 of the entries, 1 to 6
) (
    input  wire        clk,
    input  wire        rst,
    // questions
    input  wire        ask,
    input  wire [2:0]  ask_for,   // ASK_...
    input  wire [15:0] ask_pid,
    input  wire [47:0] ask_addr,
    input  wire [48:0] ask_end,   // address behind the bytes
    output reg         hit_q,     // an entry holds all bytes, or is as asked
    output reg         start_q,   // an entry holds the first byte
    output reg  [5:0]  idx_q,     // the lowest that is a hit
    // one entry
    input  wire [5:0]  at,
    output wire [47:0] at_addr,
    output wire [48:0] at_end,
    // changes
    input  wire        wr,
    input  wire [5:0]  wr_idx,
    input  wire [3:0]  wr_flags,
    input  wire [15:0] wr_pid,
    input  wire [47:0] wr_addr,
    input  wire [48:0] wr_end,
    input  wire        gone,      // entry wr_idx becomes invalid
    input  wire        take,      // entry take_idx is taken by a SEND
    input  wire        give,      // or free again
    input  wire [5:0]  take_idx
);

    localparam integer N = 1 << BUF_LOG2;

    localparam [2:0] ASK_PUT = 3'd0;    // with WRITE, without SEND, holds the bytes
    localparam [2:0] ASK_GET = 3'd1;    // with READ, without SEND, holds the bytes
    localparam [2:0] ASK_SEND = 3'd2;   // with SEND, of the pid, free
    localparam [2:0] ASK_EXACT = 3'd3;  // pid and address
    localparam [2:0] ASK_NAMED = 3'd4;  // pid and address, with SEND
    localparam [2:0] ASK_REPLY = 3'd6;  // without SEND, holds the bytes

    reg  [N-1:0] valid_q;
    reg  [N-1:0] taken_q;
    reg  [N-1:0] send_q;
    reg  [N-1:0] read_q;
    reg  [N-1:0] write_q;
    reg  [15:0]  pid_q [0:N-1];
    reg  [47:0]  addr_q [0:N-1];
    reg  [48:0]  end_q [0:N-1];

    wire [BUF_LOG2-1:0] at_i = at[BUF_LOG2-1:0];
    wire [BUF_LOG2-1:0] wr_i = wr_idx[BUF_LOG2-1:0];
    wire [BUF_LOG2-1:0] take_i = take_idx[BUF_LOG2-1:0];

    assign at_addr = addr_q[at_i];
    assign at_end  = end_q[at_i];

    // of an entry with these: {it holds the first byte, it is as asked}
    function [1:0] asked;
        input        valid;
        input        taken;
        input        send;
        input        read;
        input        write;
        input [15:0] pid;
        input [47:0] first;
        input [48:0] last;
        reg          mine;
        reg          holds;
        reg          whole;
        begin
            mine  = valid && pid == ask_pid;
            holds = mine && !send && (write || ask_for != ASK_PUT) && ask_addr >= first && {1'b0, ask_addr} < last;
            whole = holds && ask_end <= last;
            case (ask_for)
                ASK_PUT, ASK_REPLY: asked = {holds, whole};
                ASK_GET: asked = {holds, whole && read};
                ASK_SEND: asked = {holds, mine && send && !taken};
                ASK_EXACT: asked = {holds, mine && ask_addr == first};
                ASK_NAMED: asked = {holds, mine && ask_addr == first && send};
                default: asked = {holds, !valid};
            endcase
        end
    endfunction

    integer i;
    always @(posedge clk)
        if (ask) begin
            hit_q   <= 1'b0;
            start_q <= 1'b0;
            for (i = N - 1; i >= 0; i = i - 1)
                case (asked(valid_q[i], taken_q[i], send_q[i], read_q[i], write_q[i], pid_q[i], addr_q[i], end_q[i]))
                    2'd3: begin
                        start_q <= 1'b1;
                        hit_q   <= 1'b1;
                        idx_q   <= i[5:0];
                    end
                    2'd2: start_q <= 1'b1;
                    2'd1: begin
                        hit_q <= 1'b1;
                        idx_q <= i[5:0];
                    end
                    default: ;
                endcase
        end

    always @(posedge clk)
        if (rst) begin
            valid_q <= {N{1'b0}};
            taken_q <= {N{1'b0}};
        end else begin
            if (take) taken_q[take_i] <= 1'b1;
            if (give) taken_q[take_i] <= 1'b0;
            if (wr) begin
                valid_q[wr_i] <= 1'b1;
                taken_q[wr_i] <= 1'b0;
            end
            if (gone) valid_q[wr_i] <= 1'b0;
        end

    always @(posedge clk)
        if (wr) begin
            send_q[wr_i]  <= wr_flags[0];
            read_q[wr_i]  <= wr_flags[1];
            write_q[wr_i] <= wr_flags[3];
            pid_q[wr_i]   <= wr_pid;
            addr_q[wr_i]  <= wr_addr;
            end_q[wr_i]   <= wr_end;
        end

    wire unused = &{1'b0, at, wr_idx, take_idx, wr_flags[2]};

endmodule

`default_nettype wire
