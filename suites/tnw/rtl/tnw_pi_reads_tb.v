// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// tnw_pi_reads beside a list of reads, each with the number that the row's oldest had when it would be free to go. The row
// is a counter of what came and one of what left.

`timescale 1ns / 1ps
`default_nettype none

module tnw_pi_reads_tb;
`include "tnw_bench.vh"
`include "tn_bench_tests.vh"

    reg         clk = 1'b0, rst = 1'b1, rv = 1'b0, row_pop = 1'b0, pop = 1'b0;
    reg  [63:0] ra = 64'd0;
    reg  [7:0]  rdw = 8'd0, rtag = 8'd0;
    wire        rr, valid;
    wire [63:0] addr;
    wire [7:0]  dw, tag;
    integer     came = 0, left = 0;  // what entered the row and what left it
    wire [4:0]  row = came - left;
    always #4 clk = !clk;

    tnw_pi_reads dut (
        .clk(clk), .rst(rst), .rd_valid(rv), .rd_ready(rr), .rd_addr(ra), .rd_dw(rdw), .rd_tag(rtag), .row(row),
        .row_pop(row_pop), .valid(valid), .addr(addr), .dw(dw), .tag(tag), .pop(pop)
    );

    reg [79:0] read [0:4095];
    integer    after [0:4095];  // must have left the row
    integer    in = 0, out = 0, was_full = 0, row_was_full = 0;
    reg        taken;

    // a cycle: all that the ports say, then what the edge does to list and row; enters, pops: one in how many
    task cycle;
        input integer enters, row_pops, reads, pops;
        begin
            @(negedge clk);
            row_pop = row != 5'd0 && rnd(row_pops) == 0;
            rv = rnd(reads) == 0;
            ra = {rnd(-1), rnd(-1)};
            rdw = rnd(256);
            rtag = rnd(256);
            pop = 1'b0;
            #1;
            if (rr !== (in - out < 8)) wrong = wrong + 1;
            if (valid !== (in != out && after[out % 4096] <= left)) wrong = wrong + 1;
            if (valid === 1'b1 && {tag, dw, addr} !== read[out % 4096]) wrong = wrong + 1;
            pop = valid && rnd(pops) == 0;
            #1 taken = rv && rr;
            if (in - out == 8) was_full = was_full + 1;
            if (row == 5'd31) row_was_full = row_was_full + 1;
            @(posedge clk) #1;
            if (taken) begin
                read[in % 4096] = {rtag, rdw, ra};
                after[in % 4096] = came;
                in = in + 1;
            end
            if (pop) out = out + 1;
            if (row_pop) left = left + 1;
            if (came - left < 31 && rnd(enters) == 0) came = came + 1;
        end
    endtask
    task reset;
        begin
            @(negedge clk) rst = 1'b1;
            rv = 1'b0;
            pop = 1'b0;
            row_pop = 1'b0;
            @(negedge clk) rst = 1'b0;
            in = 0;
            out = 0;
            came = 0;
            left = 0;
        end
    endtask

    integer k;
    initial begin
        if (test("each read waits for what is in the row as it comes, and for nothing that comes later")) begin
            reset;
            for (k = 0; k < 3000; k = k + 1) cycle(3, 3, 3, 2);
            for (k = 0; k < 1000; k = k + 1) cycle(1, 2, 4, 1);
            for (k = 0; k < 1000; k = k + 1) cycle(4, 1, 1, 3);
            if (was_full < 100 || row_was_full < 100) wrong = wrong + 1;
            judge;
        end
        if (test("a reset of one cycle leaves no read, and none waits for the row of before")) begin
            for (k = 0; k < 30; k = k + 1) begin
                reset;
                repeat (5 + k) cycle(1, 9, 2, 3);
            end
            reset;
            for (k = 0; k < 100; k = k + 1) cycle(9, 3, 2, 1);
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
