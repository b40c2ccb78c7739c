// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// tnw_rcv_match beside a circle of 48 numbers: who asked a cycle ago and still does is taken in turn, but not in the
// cycle of a flush, without room, or within 8 cycles of the last one.

`timescale 1ns / 1ps
`default_nettype none

module tnw_rcv_match_tb;
`include "tnw_bench.vh"
`include "tn_bench_tests.vh"

    reg         clk = 1'b0, rst = 1'b1, room = 1'b1;
    reg  [47:0] ask = 48'd0;
    reg  [5:0]  flush = 6'd0;
    wire        take;
    wire [5:0]  sel, rcv_take;
    wire [2:0]  vc;
    always #4 clk = !clk;

    tnw_rcv_match dut (
        .clk(clk), .rst(rst), .ask(ask), .flush(flush), .room(room), .sel(sel), .take(take), .rcv_take(rcv_take), .rcv_vc(vc)
    );

    integer last = 47, since = 99, turn = -1, taken = 0, k, c;
    reg     due;
    task cycle;
        begin
            #1 due = since >= 8 && room && turn >= 0;
            if (due) due = ask[turn] && !flush[turn/8];
            if (take !== due || rcv_take !== (due ? 6'd1 << turn / 8 : 6'd0)) wrong = wrong + 1;
            if (due && (sel !== turn || vc !== turn % 8)) wrong = wrong + 1;
            c = turn;
            turn = -1;
            for (k = 48; k >= 1; k = k - 1) if (ask[(last+k)%48]) turn = (last + k) % 48;
            @(negedge clk);
            since = since + 1;
            if (due) begin
                last = c;
                since = 1;
                taken = taken + 1;
            end
        end
    endtask
    task reset;
        begin
            rst = 1'b1;
            @(negedge clk) rst = 1'b0;
            last = 47;
            since = 99;
            turn = -1;
            taken = 0;
        end
    endtask

    integer n;
    initial begin
        reset;
        if (test("all that ask take turns from 0 on, one every 8 cycles")) begin
            ask = ~48'd0;
            repeat (8 * 50 + 2) cycle;
            if (taken < 50) wrong = wrong + 1;
            judge;
        end
        if (test("after a reset of one cycle number 0 goes first, and nobody of before")) begin
            for (n = 0; n < 48; n = n + 1) begin
                ask = 48'd1 << n;
                repeat (9) cycle;
                reset;
                ask = n % 2 == 0 ? ~48'd0 : 48'd1;
                repeat (3) cycle;
            end
            judge;
        end
        if (test("whoever asks, with flushes and without room: the next one of the circle")) begin
            for (n = 0; n < 6000; n = n + 1) begin
                if (rnd(3) == 0) ask = {rnd(-1), rnd(-1)} & {rnd(-1), rnd(-1)} & (rnd(2) ? ~48'd0 : {rnd(-1), rnd(-1)} & {rnd(-1), rnd(-1)});
                flush = rnd(3) == 0 ? rnd(64) : 0;
                room = rnd(4) != 0;
                cycle;
            end
            if (taken < 300) wrong = wrong + 1;
            judge;
        end
        $finish;
    end
    initial begin
        #500000 $display("not ok the bench ends");
        $finish;
    end
endmodule

`default_nettype wire
