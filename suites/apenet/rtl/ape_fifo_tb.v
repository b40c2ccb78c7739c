// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// ape_fifo against a list kept by the bench: random traffic with full and empty edges, words offered while it is full, resets.

`timescale 1ns / 1ps
`default_nettype none

module ape_fifo_tb;
`include "ape_bench.vh"
`include "tn_bench_tests.vh"

    localparam integer LOG2 = 3, DEPTH = 8;

    reg           clk = 1'b0, rst = 1'b1, sv = 1'b0, mr = 1'b0;
    reg  [15:0]   sd = 16'd0;
    wire          sr, mv;
    wire [15:0]   md;
    wire [LOG2:0] level;
    always #1 clk = !clk;

    ape_fifo #(.DATA_W(16), .DEPTH_LOG2(LOG2)) dut (
        .clk(clk), .rst(rst), .s_valid(sv), .s_ready(sr), .s_data(sd), .m_valid(mv), .m_ready(mr), .m_data(md), .level(level)
    );

    reg [15:0] list [0:1023];
    integer    head = 0, tail = 0, age = 0, full = 0, i;
    task check;
        input ok;
        if (ok !== 1'b1) wrong = wrong + 1;
    endtask
    // one cycle: what is due, then what it moves; age: cycles that the oldest word has been here
    task cycle;
        reg takes, gives;
        begin
            #0.1 check({28'd0, level} === tail - head && sr === (tail - head != DEPTH));
            check(mv === 1'b0 || (mv === 1'b1 && tail != head && md === list[head%1024]));
            check(tail == head || age < 2 || mv === 1'b1);
            full = full + (tail - head == DEPTH);
            takes = sv && tail - head != DEPTH;
            gives = mv && mr;
            age = gives ? 1 : age + 1;
            if (tail == head) age = 1;
            if (takes) begin
                list[tail%1024] = sd;
                tail = tail + 1;
            end
            if (gives) head = head + 1;
            if (rst) head = tail;
            @(negedge clk);
        end
    endtask
    task traffic;  // so many in 16 cycles
        input integer cycles, in, out;
        for (i = 0; i < cycles; i = i + 1) begin
            sv = rnd(16) < in;
            mr = rnd(16) < out;
            sd = rnd(65536);
            cycle;
        end
    endtask

    initial begin
        repeat (2) @(negedge clk);
        rst = 1'b0;
        if (test("words leave in the order they came, and a full queue takes none")) begin
            traffic(400, 8, 8);
            traffic(400, 14, 4);
            traffic(400, 4, 14);
            traffic(200, 16, 16);
            traffic(40, 16, 0);
            traffic(40, 0, 16);
            check(full > 50 && tail > 400);
            judge;
        end
        if (test("a reset of one cycle empties it")) begin
            repeat (20) begin
                traffic(10 + rnd(30), 12, 7);
                rst = 1'b1;
                sv = rnd(2);
                cycle;
                rst = 1'b0;
                traffic(6, 0, 16);
            end
            judge;
        end
        $finish;
    end
endmodule

`default_nettype wire
