// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// exa_dup against a list kept by the bench as its head and exa_ni.md section 4 say: few entries,
// keys and numbers, ages that end to the cycle, resets in between, the clock coming round.

`timescale 1ns / 1ps
`default_nettype none

module exa_dup_tb;
`include "tn_bench.vh"
    localparam integer N = 5;

    reg         clk = 0, rst = 1, look = 0, put = 0;
    reg  [31:0] age = 20;
    reg  [34:0] key = 0;
    reg  [13:0]  num = 0;
    wire        dup;

    exa_dup #(.ENTRY_N(N)) dut (
        .clk(clk), .rst(rst), .age(age), .look(look), .key(key), .num(num), .put(put), .dup(dup));

    // one with more entries than 9 bits number, filled by the bench: key i and number i / 2 in entry i, the oldest is entry 513
    localparam integer BIG = 520, OLDEST = 513, LONG = 3 * BIG;
    wire             big_dup;
    reg              big_on = 0;
    integer          bad_big = 0;
    reg [35*BIG-1:0] big_keys;
    reg [14*BIG-1:0]  big_nums;
    reg [32*BIG-1:0] big_used;

    exa_dup #(.ENTRY_N(BIG)) big (
        .clk(clk), .rst(rst), .age(LONG), .look(look && big_on), .key(key), .num(num), .put(put && big_on),
        .dup(big_dup));

    task big_one;
        input [34:0] k;
        input        wanted;
        begin
            look = 1; key = k; num = k >> 1; put = !wanted;
            #0.2 if (big_dup !== wanted) bad_big = bad_big + 1;
            @(negedge clk);
            look = 0; put = 0;
        end
    endtask

    always #1 clk = !clk;
    integer now = 0;
    always @(posedge clk) now <= now + 1;

    // the list: when an entry was last used, or that it never was
    reg         used [0:N-1];
    reg  [34:0] keys [0:N-1];
    reg  [13:0]  nums [0:N-1];
    integer     last [0:N-1];
    integer     at, e;

    // the entry of a key, or the one to take: the lowest free one, or the one unused longest
    task find;
        output hit;
        integer i, free, oldest;
        begin
            hit = 0;
            free = -1;
            oldest = 0;
            for (i = N - 1; i >= 0; i = i - 1) begin
                if (!used[i] || now - last[i] > age) free = i;
                else if (keys[i] == key) begin
                    hit = 1;
                    at = i;
                end
                if (used[i] && last[i] < last[oldest]) oldest = i;
            end
            if (!hit) at = free >= 0 ? free : oldest;
        end
    endtask

    reg     hit;
    integer bad_dup = 0, bad_idle = 0, dups = 0, at_edge = 0, past_edge = 0;

    // one packet's judgement; a put may follow a dup, and a look none
    task one;
        input [34:0] k;
        input [13:0]  n;
        input        wanted;
        begin
            look = 1; key = k; num = n;
            find(hit);
            #0.2;
            if (dup !== (hit && nums[at] == n)) bad_dup = bad_dup + 1;
            if (dup) dups = dups + 1;
            if (dup && now - last[at] == age) at_edge = at_edge + 1;
            for (e = 0; e < N; e = e + 1)
                if (used[e] && keys[e] == k && nums[e] == n && now - last[e] == age + 1) past_edge = past_edge + 1;
            put = wanted && !dup;
            if (put || dup) last[at] = now;
            if (put) begin
                used[at] = 1; keys[at] = k; nums[at] = n;
            end
            @(negedge clk);
            look = 0; put = 0; key = rnd(4);
            #0.2 if (dup) bad_idle = bad_idle + 1;
        end
    endtask

    task restart;
        begin
            rst = 1;
            repeat (2) @(negedge clk);
            rst = 0;
            for (e = 0; e < N; e = e + 1) begin used[e] = 0; last[e] = -1; end
        end
    endtask

    integer i, j;
    initial begin
        restart;
        for (i = 0; i < 60; i = i + 1) begin
            if (rnd(2) == 0) begin  // what another age has freed stays free
                restart;
                age = 4 + rnd(40);
            end
            for (j = 0; j < 60; j = j + 1) begin
                one(rnd(3) == 0 ? 35'h400000000 + rnd(3) : rnd(4), rnd(10) == 0 ? 14'h2000 : rnd(3), rnd(4) != 0);
                if (rnd(3) == 0) repeat (rnd(12)) @(negedge clk);
            end
        end
        verdict(bad_dup, "a duplicate has its key's last number, and not too old a one");
        verdict(bad_idle, "without look there is none");
        // a key again exactly at the age, and a cycle later
        for (i = 0; i < 40; i = i + 1) begin
            restart;
            age = 6 + i / 2;
            one(5, 7, 1);
            repeat (age - 1 + i % 2) @(negedge clk);
            one(5, 7, 1);
            one(5, 7, 1);
        end
        verdict(bad_dup + (at_edge < 20) + (past_edge < 20), "its age counts to the cycle");
        // each bit of a key and of a number
        age = 20;
        for (i = 0; i < 49; i = i + 1) begin
            restart;
            one(35'h25a5a5a5a, 14'h20a5, 1);
            if (i < 35) one(35'h25a5a5a5a ^ (35'd1 << i), 14'h20a5, 1);
            else one(35'h25a5a5a5a, 14'h20a5 ^ (14'd1 << (i - 35)), 0);
            one(35'h25a5a5a5a, 14'h20a5, 0);
        end
        verdict(bad_dup, "keys and numbers differ by a bit");
        // all 32 bits of the age; and the clock wraps while an entry is young
        for (i = 5; i < 32; i = i + 1) begin
            restart;
            age = 32'd1 << i;
            one(5, 7, 1);
            repeat (25) @(negedge clk);
            one(5, 7, 0);
        end
        verdict(bad_dup, "an age has 32 bits");
        for (i = 0; i < 20; i = i + 1) begin
            restart;
            age = 20;
            dut.now_q <= 32'hfffffff0 + i;
            #0.2 one(5, 7, 1);
            repeat (17 + i % 2) @(negedge clk);
            one(5, 7, 1);
            repeat (22) @(negedge clk);
            one(5, 7, 1);
        end
        verdict(bad_dup, "it is the same where the clock wraps");
        // the clock comes round: what is long over must not look young
        for (i = 0; i < N; i = i + 1) begin
            restart;
            age = 30;
            for (j = 0; j <= i; j = j + 1) one(j, 7, 1);
            repeat (60 + 2 * N) @(negedge clk);
            dut.now_q <= dut.now_q - 32'd60 - 2 * N;
            #0.2;
            for (j = 0; j < N; j = j + 1) used[j] = 0;
            one(i, 7, 0);
        end
        verdict(bad_dup, "an entry out of its time is freed for good");
        // as many keys as entries stay; one more takes the place of the oldest, and that its of the next
        restart;
        for (i = 0; i < BIG; i = i + 1) begin
            big_keys[35*i+:35] = i;
            big_nums[14*i+:14] = i >> 1;
            big_used[32*i+:32] = (i - OLDEST + BIG) % BIG;
        end
        big.valid_q <= {BIG{1'b1}};
        big.key_q <= big_keys;
        big.num_q <= big_nums;
        big.used_q <= big_used;
        big.now_q <= BIG;
        big_on = 1;
        big_one(BIG, 0);
        big_one(OLDEST, 0);
        big_one(OLDEST + 1, 0);
        for (i = 1; i < BIG; i = 2 * i) big_one(i, 1);
        for (i = OLDEST + 3; i <= BIG; i = i + 1) big_one(i, 1);
        big_one(0, 1);
        verdict(bad_big, "520 entries keep 520 keys, and forget the oldest");
        // those above 511 are out of their time, and freed before the clock comes round; the others stay
        for (i = 0; i < BIG; i = i + 1) big_used[32*i+:32] = i < 512 ? 2 * BIG : 0;
        big.key_q <= big_keys;
        big.num_q <= big_nums;
        big.used_q <= big_used;
        big.now_q <= LONG + 1;
        repeat (BIG + 2) @(negedge clk);
        big.now_q <= 2 * BIG + 10;
        for (i = 0; i < BIG; i = i + (i < 500 ? 50 : 1)) big_one(i, i < 512);
        verdict(bad_big, "of 520 entries each is freed when its time is over");
        $finish;
    end

    initial begin
        repeat (100000) @(posedge clk);
        verdict(1, "the bench comes to its end");
        $finish;
    end
endmodule

`default_nettype wire
