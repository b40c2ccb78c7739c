// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// exa_dup against a list kept by the bench as its head and exa_ni.md section 4 say: tables of one, two and
// 64 sets, keys and numbers, looks every second cycle, ages that end to the cycle, resets, the clock coming round.

`timescale 1ns / 1ps
`default_nettype none

module exa_dup_tb;
`include "tn_bench.vh"
    localparam integer BIG = 256, FIVE = 0, FOUR = 1, ALL = 2;  // the tables: of 5 entries, 4, and 256

    reg         clk = 0, rst = 1, look = 0, put = 0, ending = 0;
    reg  [31:0] age = 20;
    reg  [34:0] key = 0;
    reg  [13:0] num = 0;
    wire [2:0]  dups;
    integer     which = FIVE, bits = 1;  // the table that is looked at, and bits of its sets' numbers
    wire        dup = dups[which];

    exa_dup #(.ENTRY_N(5)) five (.clk(clk), .rst(rst), .age(age), .key(key), .num(num), .ending(ending),
        .look(look && which == FIVE), .put(put && which == FIVE), .dup(dups[FIVE]));
    exa_dup #(.ENTRY_N(4)) four (.clk(clk), .rst(rst), .age(age), .key(key), .num(num), .ending(ending),
        .look(look && which == FOUR), .put(put && which == FOUR), .dup(dups[FOUR]));
    exa_dup #(.ENTRY_N(BIG)) big (.clk(clk), .rst(rst), .age(age), .key(key), .num(num), .ending(ending),
        .look(look && which == ALL), .put(put && which == ALL), .dup(dups[ALL]));

    always #1 clk = !clk;
    integer now = 0;
    always @(posedge clk) now <= now + 1;

    // the list, set after set: when an entry was last used, or that it never was
    reg         used [0:BIG-1];
    reg  [34:0] keys [0:BIG-1];
    reg  [13:0] nums [0:BIG-1];
    integer     last [0:BIG-1];
    integer     at, e;

    // bits of tid go round from the lowest bit of the set's number up, those of the sender in the page's order from the highest down
    function integer set_of;
        input [34:0] k;
        reg [21:0] order;
        integer i;
        begin
            order = {k[34:27], k[24], k[20], k[16], k[23], k[19], k[15], k[22], k[18], k[14], k[21], k[17], k[13], k[26:25]};
            set_of = 0;
            if (bits != 0) begin
                for (i = 0; i < 13; i = i + 1) if (k[i]) set_of = set_of ^ (1 << (i % bits));
                for (i = 0; i < 22; i = i + 1) if (order[i]) set_of = set_of ^ (1 << (bits - 1 - i % bits));
            end
        end
    endfunction

    // the entry of a key in its set, or the one to take: the lowest never used, or the one unused longest; hit: it is not too old
    task find;
        input [34:0] k;
        output hit;
        integer i, first;
        begin
            hit = 0;
            first = 4 * set_of(k);
            at = first;
            for (i = first + 3; i >= first; i = i - 1) if (last[i] <= last[at]) at = i;
            for (i = first; i < first + 4; i = i + 1)
                if (used[i] && keys[i] == k) begin
                    hit = now - last[i] <= age;
                    at = i;
                end
        end
    endtask

    // a cycle: a key given, the one of the cycle before announced, the one of two before looked for
    reg         hit, wanted1 = 0, wanted2 = 0;
    reg  [34:0] key1 = 0, key2 = 0;
    reg  [13:0] num1 = 0, num2 = 0;
    integer     bad_dup = 0, seen = 0, at_edge = 0, past_edge = 0;
    task step;
        input        give;
        input [34:0] k;
        input [13:0] n;
        input        wanted;
        begin
            key = give ? k : {rnd(8), 30'd0} | rnd(1 << 20);
            num = give ? n : rnd(4);
            put = 0;
            #0.2;
            if (look) begin
                find(key2, hit);
                if (dup !== (hit && nums[at] == num2)) bad_dup = bad_dup + 1;
                if (dup) seen = seen + 1;
                if (dup && now - last[at] == age) at_edge = at_edge + 1;
                for (e = 4 * set_of(key2) + 3; e >= 4 * set_of(key2); e = e - 1)
                    if (used[e] && keys[e] == key2 && nums[e] == num2 && now - last[e] == age + 1) past_edge = past_edge + 1;
                put = wanted2 && !dup;
                if (put || dup) last[at] = now;
                if (put) begin
                    used[at] = 1; keys[at] = key2; nums[at] = num2;
                end
            end else if (dup !== 0) bad_dup = bad_dup + 1;
            @(negedge clk);
            look = ending; key2 = key1; num2 = num1; wanted2 = wanted1;
            ending = give; key1 = k; num1 = n; wanted1 = wanted;
        end
    endtask

    task rest;
        input integer cycles;
        repeat (cycles) step(0, 0, 0, 0);
    endtask

    // one packet, put unless it is a duplicate when that is wanted
    task one;
        input [34:0] k;
        input [13:0] n;
        input        wanted;
        begin
            step(1, k, n, wanted);
            rest(1);
        end
    endtask

    task restart;
        input integer table_;
        begin
            rest(3);
            which = table_;
            bits = table_ == FIVE ? 1 : table_ == FOUR ? 0 : 6;
            rst = 1;
            repeat (2) @(negedge clk);
            rst = 0;
            for (e = 0; e < BIG; e = e + 1) begin used[e] = 0; last[e] = -1; end
        end
    endtask

    // for i below 256 a channel: 16 of 4 FPGAs on boards with two x and two y; above there are more boards
    function [34:0] channel;
        input integer i;
        channel = {i[15:8], i[5:4], 7'd0, i[7], 3'd0, i[6], 9'd0, i[3:0]};
    endfunction

    reg [34:0] some [0:399];
    integer i, j;
    initial begin
        for (i = 0; i < 60; i = i + 1) begin
            if (i == 0 || rnd(2) == 0) restart(i % 2 ? FOUR : FIVE);
            rest(3);
            age = 4 + rnd(40);  // the same entries by another age
            for (j = 0; j < 60; j = j + 1) begin
                one(rnd(3) == 0 ? 35'h400000000 + rnd(3) : rnd(8), rnd(10) == 0 ? 14'h2000 : rnd(3), rnd(4) != 0);
                if (rnd(3) == 0) rest(rnd(12));
            end
        end
        verdict(bad_dup + (seen < 100), "a duplicate has its key's last number, and not too old a one");
        // a key again exactly at the age, and a cycle later
        for (i = 0; i < 40; i = i + 1) begin
            restart(FIVE);
            age = 6 + i / 2;
            one(5, 7, 1);
            rest(age - 2 + i % 2);
            one(5, 7, 1);
            one(5, 7, 1);
        end
        verdict(bad_dup + (at_edge < 20) + (past_edge < 20), "its age counts to the cycle");
        // each bit of a key and of a number, in a table of one set
        age = 20;
        for (i = 0; i < 98; i = i + 1) begin
            restart(FOUR);
            one(35'h25a5a5a5a, 14'h20a5, 1);
            rest(i / 49 * 5);
            if (i % 49 < 35) one(35'h25a5a5a5a ^ (35'd1 << i % 49), 14'h20a5, 1);
            else one(35'h25a5a5a5a, 14'h20a5 ^ (14'd1 << (i % 49 - 35)), 0);
            one(35'h25a5a5a5a, 14'h20a5, 0);
        end
        rest(2);
        verdict(bad_dup, "keys and numbers differ by a bit");
        // more keys of all bits than entries: those of a set that are newest stay
        age = 10000;
        restart(ALL);
        for (i = 0; i < 400; i = i + 1) begin
            some[i] = {rnd(1 << 18), 17'd0} ^ rnd(1 << 18);
            one(some[i], 7, 1);
        end
        for (i = 0; i < 400; i = i + 1) one(some[i], 7, 0);
        rest(2);
        verdict(bad_dup, "each bit of a key counts in its set");
        // all 32 bits of the age; and the clock wraps while an entry is young
        for (i = 5; i < 32; i = i + 1) begin
            restart(FIVE);
            age = 32'd1 << i;
            one(5, 7, 1);
            rest(25);
            one(5, 7, 0);
        end
        rest(2);
        verdict(bad_dup, "an age has 32 bits");
        for (i = 0; i < 20; i = i + 1) begin
            restart(FIVE);
            age = 20;
            five.now_q <= 32'hfffffff0 + i;
            #0.2 one(5, 7, 1);
            rest(17 + i % 2);
            one(5, 7, 1);
            rest(22);
            one(5, 7, 1);
        end
        rest(2);
        verdict(bad_dup, "it is the same where the clock wraps");
        // the clock comes round: what is long over must not look young, though looks and puts go on meanwhile
        for (i = 0; i < 8; i = i + 1) begin
            restart(FIVE);
            age = 30;
            for (j = 0; j < 8; j = j + 1) one(j, 7, 1);
            rest(3);
            five.now_q <= five.now_q + 32'h80000000;
            #0.2;
            for (j = 0; j < 40; j = j + 1) one(8 + i % 2, 7, 1);
            rest(3);
            five.now_q <= five.now_q + 32'h80000000 - 32'd80;
            #0.2 one(i, 7, 0);
        end
        rest(2);
        verdict(bad_dup, "an entry out of its time is freed for good");
        // as many keys as entries stay when their senders are those of boards; one more takes the place of the oldest of its set
        restart(ALL);
        age = 10000;
        seen = 0;
        for (i = 0; i < BIG; i = i + 1) one(channel(i), i >> 1, 1);
        for (i = 0; i < BIG; i = i + 1) one(channel(i), i >> 1, 0);
        rest(2);
        verdict(bad_dup + (seen != BIG), "256 entries keep 256 channels");
        for (i = 0; i < 300; i = i + 1) one(channel(rnd(3 * BIG)), rnd(3), 1);
        for (i = 0; i < BIG; i = i + 1) one(channel(i), i >> 1, 0);
        rest(2);
        verdict(bad_dup, "and more keys take the place of the oldest");
        // all but the first 40 are out of their time, and freed before the clock comes round
        for (j = 700; j < 1100; j = j + 200) begin
            restart(ALL);
            age = 330;
            for (i = 0; i < BIG; i = i + 1) one(channel(i), 7, 1);
            rest(3);
            big.now_q <= big.now_q + 32'h80000000;
            #0.2;
            for (i = 0; i < 160; i = i + 1) one(channel(i % 40), 7, 1);
            rest(BIG);
            for (i = 0; i < 40; i = i + 1) one(channel(i), 7, 0);
            rest(3);
            big.now_q <= big.now_q + 32'h80000000 - j;
            #0.2;
            for (i = 40; i < BIG; i = i + 1) one(channel(i), 7, 0);
        end
        rest(2);
        verdict(bad_dup, "of 256 entries each is freed when its time is over");
        $finish;
    end

    initial begin
        repeat (200000) @(posedge clk);
        verdict(1, "the bench comes to its end");
        $finish;
    end
endmodule

`default_nettype wire
