// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// TLB: pages of processes, fully associative, the least recently used entry makes room.
//
// TLB_LOG2 (1 to 6): log2 of the entries. A question in cycle t is answered in t+1, until the next. A fill looks for its
// place entry by entry: busy for as many cycles as there are entries, in which no question and no other fill may come; a
// removal takes one cycle, and found tells a cycle later. rst empties it. An entry has a parity bit, and its validity stands twice: an
// entry of which one bit was upset is no hit, and a fill of its page replaces it. Contract: ape_ni.md sections 6 and 7.3.

`timescale 1ns / 1ps
`default_nettype none

module ape_ni_tlb #(
    parameter integer TLB_LOG2 = 6  // log2 of the entries, 1 to 6
) (
    input  wire        clk,
    input  wire        rst,
    // questions
    input  wire        ask,
    input  wire [15:0] ask_pid,
    input  wire [35:0] ask_page,
    output wire        hit,
    output wire [35:0] hit_page,
    // fills
    input  wire        fill,
    input  wire [15:0] fill_pid,
    input  wire [35:0] fill_page,
    input  wire [35:0] fill_to,
    output wire        busy,
    // removals of a pid's pages, from one to another
    input  wire        drop,
    input  wire [15:0] drop_pid,
    input  wire [35:0] drop_first,
    input  wire [35:0] drop_last,
    output reg         found_q
);

    localparam integer N = 1 << TLB_LOG2;
    localparam integer USE_W = 40;  // bits of a count of uses

    reg  [N-1:0]         valid_q;
    reg  [N-1:0]         gone_q;  // the same, inverted
    reg  [N-1:0]         odd_q;   // parity of pid, page and to
    reg  [15:0]          pid_q [0:N-1];
    reg  [35:0]          page_q [0:N-1];
    reg  [35:0]          to_q [0:N-1];
    reg  [USE_W-1:0]     used_q [0:N-1];
    reg  [USE_W-1:0]     now_q;
    reg                  asked_q;
    reg                  hit_q;
    reg  [TLB_LOG2-1:0]  idx_q;
    reg                  ask_odd_q;  // parity of the question

    // a fill under way: the best place so far
    reg                  busy_q;
    reg  [TLB_LOG2-1:0]  at_q;
    reg  [TLB_LOG2-1:0]  best_q;
    reg  [1:0]           rank_q;  // 2 the same page, 1 invalid, 0 used longest ago
    reg  [USE_W-1:0]     best_used_q;
    reg  [15:0]          f_pid_q;
    reg  [35:0]          f_page_q;
    reg  [35:0]          f_to_q;
    reg                  f_odd_q;  // parity of the three, as they came
    reg                  done_q;

    wire [N-1:0]         live = valid_q & ~gone_q;
    wire                 same = live[at_q] && pid_q[at_q] == f_pid_q && page_q[at_q] == f_page_q;
    wire [1:0]           rank = same ? 2'd2 : !live[at_q] ? 2'd1 : 2'd0;
    wire                 better = at_q == {TLB_LOG2{1'b0}} || rank > rank_q
                                || (rank == 2'd0 && rank_q == 2'd0 && used_q[at_q] < best_used_q);

    assign busy     = busy_q || done_q;
    assign hit      = hit_q && odd_q[idx_q] == (ask_odd_q ^ ^to_q[idx_q]);
    assign hit_page = to_q[idx_q];

    integer i;
    always @(posedge clk)
        if (ask) begin
            hit_q     <= 1'b0;
            ask_odd_q <= ^{ask_pid, ask_page};
            for (i = N - 1; i >= 0; i = i - 1)
                if (live[i] && pid_q[i] == ask_pid && page_q[i] == ask_page) begin
                    hit_q <= 1'b1;
                    idx_q <= i[TLB_LOG2-1:0];
                end
        end

    integer k;
    always @(posedge clk) begin
        if (rst) begin
            valid_q <= {N{1'b0}};
            gone_q  <= {N{1'b1}};
        end else begin
            if (done_q) begin
                valid_q[best_q] <= 1'b1;
                gone_q[best_q]  <= 1'b0;
            end
            if (drop) begin
                found_q <= 1'b0;
                for (k = 0; k < N; k = k + 1)
                    if (live[k] && pid_q[k] == drop_pid && page_q[k] >= drop_first && page_q[k] <= drop_last) begin
                        {valid_q[k], gone_q[k]} <= 2'b01;
                        found_q                 <= 1'b1;
                    end
            end
        end
    end

    always @(posedge clk)
        if (rst) begin
            busy_q  <= 1'b0;
            done_q  <= 1'b0;
            asked_q <= 1'b0;
            now_q   <= {USE_W{1'b0}};
        end else begin
            asked_q <= ask;
            done_q  <= 1'b0;
            if (fill) busy_q <= 1'b1;
            else if (busy_q && at_q == {TLB_LOG2{1'b1}}) begin
                busy_q <= 1'b0;
                done_q <= 1'b1;
            end
            if ((asked_q && hit) || done_q) now_q <= now_q + 1'b1;
        end

    always @(posedge clk) begin
        if (fill) begin
            at_q     <= {TLB_LOG2{1'b0}};
            f_pid_q  <= fill_pid;
            f_page_q <= fill_page;
            f_to_q   <= fill_to;
            f_odd_q  <= ^{fill_pid, fill_page, fill_to};
        end else if (busy_q) at_q <= at_q + 1'b1;
        if (busy_q && better) begin
            best_q      <= at_q;
            rank_q      <= rank;
            best_used_q <= used_q[at_q];
        end
        if (done_q) begin
            pid_q[best_q]  <= f_pid_q;
            page_q[best_q] <= f_page_q;
            to_q[best_q]   <= f_to_q;
            odd_q[best_q]  <= f_odd_q;
            used_q[best_q] <= now_q;
        end else if (asked_q && hit) used_q[idx_q] <= now_q;
    end

endmodule

`default_nettype wire
