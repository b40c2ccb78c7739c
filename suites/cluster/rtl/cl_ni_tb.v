// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// cl_ni, two of them by a network that is the bench's (cl_ni.md).

`timescale 1ns / 1ps
`default_nettype none

module cl_ni_tb;
`include "cl_bench.vh"
`include "tn_bench_tests.vh"
`include "cl_ni_net.vh"

    integer    i, k, r, total, watchdog = 0;
    always @(posedge clk) begin
        watchdog = watchdog + 1;
        if (watchdog == 3000000) begin
            $display("not ok the bench ends");
            $finish;
        end
    end
    reg [31:0] x, y, z;
    reg [31:0] words [0:2047];

`include "cl_ni_tests.vh"
`include "cl_ni_mem_tests.vh"

    initial begin
        if (test("behind a reset all lines are of the cache; scratchpad words are written and read by bytes")) begin
            restart;
            faulty(0, 0, MINE);
            faulty(0, 1, MINE + 32'h20);
            for (i = 0; i < 8; i = i + 1) make(0, 32 * i, SCRATCH);
            for (i = 0; i < 64; i = i + 1) begin
                words[i] = rnd(32'h7fffffff);
                store(0, MINE + 4 * i, words[i]);
            end
            check(took == 3);
            for (i = 0; i < 64; i = i + 1) begin
                x = rnd(32'h7fffffff);
                cpu(0, 1, MINE + 4 * i, x, i[3:0]);
                for (k = 0; k < 4; k = k + 1) if (i[k]) words[i] = (words[i] & ~(32'hff << 8 * k)) | (x & 32'hff << 8 * k);
            end
            for (i = 63; i >= 0; i = i - 1) loads(0, MINE + 4 * i, words[i]);
            faulty(0, 0, MINE + 32'h100);
            reads(0, FAULTS, 3);
            judge;
        end
        if (test("a set keeps a way of the cache; 6 and 7 are no states; an event-sensitive line begins with 0")) begin
            restart;
            for (i = 0; i < 3; i = i + 1) make(0, 16384 * i + 64, SCRATCH);
            set_line(0, 16384 * 3 + 64, SCRATCH);
            check(refused);
            make(0, 64, 0);
            make(0, 16384 * 3 + 64, COUNTER);
            set_line(0, 64, COMMAND);
            check(refused);
            set_line(0, 16384 + 64, 6);
            check(refused);
            store(0, MINE + 16384 + 64 + 8, 77);
            make(0, 16384 + 64, MRQ);
            for (i = 0; i < 8; i = i + 1) loads(0, MINE + 16384 + 64 + 4 * i, i == 6);  // w5 was loaded before
            judge;
        end
        if (test("stores and loads of the other's words; NACKs of what may not be touched end a load with fault")) begin
            restart;
            make(1, 0, SCRATCH);
            make(1, 32, COMMAND);
            store(0, YOURS + 32'h1000004, 32'h12345678);
            settle;
            loads(1, MINE + 4, 32'h12345678);
            loads(0, YOURS + 32'h1000004, 32'h12345678);
            check(kinds[WRITE] == 1 && kinds[READ] == 1 && kinds[16+WRITE_REPLY] == 1 && kinds[ACK] == 0 && kinds[16+ACK] == 0);
            faulty(0, 0, YOURS + 32'h1000020);
            faulty(0, 0, YOURS + 32'h1001000);
            faulty(0, 0, YOURS + 32'h0000004);
            store(0, YOURS + 32'h1000020, 5);
            settle;
            loads(1, MINE + 32, 0);
            reads(0, FAULTS, 0);
            reads(1, FAULTS, 4);
            reads(0, NACKS, 3);
            cpu(0, 1, YOURS + 32'h1000004, 0, 4'h7);
            check(bad);
            loads(1, MINE + 4, 32'h12345678);
            judge;
        end
        if (test("regions: the first that holds the address counts, with its rights")) begin
            restart;
            make(0, 0, SCRATCH);
            store(0, MINE, 99);
            loads(0, R_ONLY, 99);
            faulty(0, 1, R_ONLY);
            faulty(0, 0, W_ONLY);
            store(0, W_ONLY, 100);
            loads(0, MINE, 100);
            faulty(0, 0, NOWHERE);
            faulty(0, 1, 32'ha0000000);
            faulty(0, 1, MINE + 32'h10000);
            region(0, 2, MINE + 32'h3000, 12, {A, 25'h1000000}, 5'b01111);  // behind region 0: never seen
            faulty(0, 0, MINE + 32'h3000);
            region(0, 8, 32'hb0001000, 12, {A, 25'h1000000}, 5'b01111);
            loads(0, 32'hb0001000, 100);
            faulty(0, 0, 32'hb0002000);
            faulty(0, 0, 32'hb0000000);
            region(0, 8, 32'hb0001000, 12, {A, 25'h0}, 5'b01111);           // scratchpad, yet memory's addresses
            faulty(0, 0, 32'hb0001000);
            region(0, 8, 32'hb0001000, 12, {A, 25'h1000000}, 5'b00111);
            faulty(0, 0, 32'hb0001000);
            loads(0, MINE, 100);
            reads(0, FAULTS, 10);
            check(faults[1] == 10);
            reads(0, 33, {A, 25'h1000000});
            reads(0, 32, 32'hb000100c);
            reads(0, 34, 7);
            reads(0, 35, 0);
            judge;
        end
        if (test("copies both ways bring every byte and nothing else at any alignment; the counter counts them")) begin
            restart;
            for (k = 0; k < 2; k = k + 1) begin
                for (i = 0; i < 40; i = i + 1) make(k, 32 * i, SCRATCH);
                make(k, 32'h2000, COMMAND);
                make(k, 32'h2020, COMMAND);
                make(k, 32'h2040, COUNTER);
            end
            for (r = 0; r < 24; r = r + 1) begin
                slow = 1 + r % 3;
                x = 4 * rnd(16);        // source
                y = 512 + 4 * rnd(16);  // destination
                total = 4 + 4 * rnd(r < 12 ? 20 : 100);
                k = r & 1;              // 0: A writes to B, 1: A reads from B
                for (i = 0; i < 160; i = i + 1) begin
                    words[i] = rnd(32'h7fffffff);
                    store(k, MINE + 4 * i, words[i]);
                    store(1 - k, MINE + 512 + 4 * i, ~i);
                end
                for (i = 0; i < 32; i = i + 1) store(1 - k, MINE + 480 + 4 * i, i);
                load(0, MINE + 32'h2040);
                store(0, MINE + 32'h2040, 0 - got - total);
                if (k == 0) command(0, MINE + 32'h2000, 1, total, MINE + x, YOURS + 32'h1000000 + y, MINE + 32'h2040, r);
                else command(0, MINE + 32'h2020, 1, total, YOURS + 32'h1000000 + x, MINE + y, MINE + 32'h2040, r);
                status(0, MINE + (k == 0 ? 32'h2000 : 32'h2020), 0);
                settle;
                loads(0, MINE + 32'h2040, 0);
                for (i = 0; i < 160; i = i + 1)
                    loads(1 - k, MINE + 480 + 4 * i, 480 + 4 * i >= y && 480 + 4 * i < y + total ? words[(480 + 4 * i - y + x) / 4]
                          : i < 32 ? i : ~(i - 8));
            end
            judge;
        end
        test_packets;
        test_cache;
        test_commands;
        test_counters;
        test_queues;
        $finish;
    end
endmodule

`default_nettype wire
