// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// For each path the list of its transactions that have packets to issue.
//
// OUT_N (1 to 7) paths, TXN_LOG2 (2 to 10): log2 of the transactions; each is in one list at most. The
// lists are chains in one memory. At most one of look, push, pop, step, cut a cycle. look with path (walk low)
// prepares pop of that list's first, which is first_tid; look with walk high prepares, for the next cycle, step, which moves on from
// walk_tid, and cut, which takes walk_tid out of its list and moves on; with at_start that is the first of the path's list, which is
// not empty. A walk keeps its place whatever is pushed and popped. walk_end tells that nothing is left to walk. rst empties all.
// Contract: exa_dma.md sections 6, 7 and 9.

`timescale 1ns / 1ps
`default_nettype none

module exa_dma_lists #(
    parameter integer OUT_N    = 1,  // paths, 1 to 7
    parameter integer TXN_LOG2 = 10  // log2 of the transactions, 2 to 10
) (
    input  wire             clk,
    input  wire             rst,
    // the lists
    output wire [OUT_N-1:0] waiting,    // lists that are not empty
    input  wire [2:0]       path,       // of look, push, pop
    // look, push and pop
    input  wire             look,
    input  wire             push,
    input  wire             push_front,
    input  wire [9:0]       push_tid,
    input  wire             pop,
    output wire [9:0]       first_tid,
    // walk of a list
    input  wire             walk,
    input  wire             at_start,
    input  wire             step,
    input  wire             cut,
    output wire [9:0]       walk_tid,
    output wire             walk_end
);

    localparam integer W = TXN_LOG2;

    reg  [OUT_N-1:0]   waiting_q;
    reg  [W*OUT_N-1:0] head_q;
    reg  [W*OUT_N-1:0] tail_q;
    reg  [W-1:0]       cur_q;    // the walk's place, and the one before it
    reg  [W-1:0]       prev_q;
    reg                front_q;  // there is none before it
    reg                end_q;

    wire [W-1:0] head = head_q[W*path+:W];
    wire [W-1:0] tail = tail_q[W*path+:W];
    wire         some = waiting_q[path];
    wire [W-1:0] next;
    wire [W-1:0] tid = push_tid[W-1:0];
    wire         link = (push && some) || (cut && !front_q);

    assign waiting   = waiting_q;
    assign first_tid = {{(10 - W) {1'b0}}, head};
    assign walk_tid  = {{(10 - W) {1'b0}}, cur_q};
    assign walk_end  = end_q;

    tn_ram_sync #(
        .DATA_W (W),
        .DEPTH_N(1 << W),
        .ADDR_W (W)
    ) u_next (
        .clk    (clk),
        .wr_en  (link),
        .wr_addr(cut ? prev_q : push_front ? tid : tail),
        .wr_data(cut ? next : push_front ? head : tid),
        .rd_en  (look),
        .rd_addr(walk && !at_start ? cur_q : head),
        .rd_data(next)
    );

    wire    front = pop || (cut && front_q);
    integer k;
    always @(posedge clk)
        for (k = 0; k < OUT_N; k = k + 1)
            if (rst) waiting_q[k] <= 1'b0;
            else if (path == k[2:0]) begin
                if (push) waiting_q[k] <= 1'b1;
                if (front && head == tail) waiting_q[k] <= 1'b0;
            end

    always @(posedge clk)
        for (k = 0; k < OUT_N; k = k + 1)
            if (path == k[2:0]) begin
                if (push && (push_front || !some)) head_q[W*k+:W] <= tid;
                if (push && !(push_front && some)) tail_q[W*k+:W] <= tid;
                if (front) head_q[W*k+:W] <= next;
                if (cut && !front_q && cur_q == tail) tail_q[W*k+:W] <= prev_q;
            end

    always @(posedge clk) begin
        if (look && walk && at_start) begin
            cur_q   <= head;
            front_q <= 1'b1;
            end_q   <= 1'b0;
        end else if (step || cut) begin
            cur_q   <= next;
            end_q   <= cur_q == tail;
            if (step) begin
                prev_q  <= cur_q;
                front_q <= 1'b0;
            end
        end else if (!end_q && pop && head == cur_q) begin
            cur_q <= next;
            end_q <= head == tail;
        end else if (!end_q && pop && head == prev_q) front_q <= 1'b1;
        else if (!end_q && push && push_front && some && head == cur_q) begin
            prev_q  <= tid;
            front_q <= 1'b0;
        end
    end

    wire unused = &{1'b0, push_tid};

endmodule

`default_nettype wire
