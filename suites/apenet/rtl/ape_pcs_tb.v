// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// ape_pcs, its symbols back into itself over a line that moves each lane by bits and words, strikes and cuts it (ape_pcs.md).

`timescale 1ns / 1ps
`default_nettype none

module ape_pcs_tb;
`include "ape_bench.vh"
`include "tn_bench_tests.vh"

    localparam integer STATUS = 0, SKEW = 1, BAD = 2, SYNC_LOST = 3, UP_LOST = 4, TORN = 5;
    // symbols as they are on the line, the first bit lowest, from negative disparity; from positive all bits are inverted
    localparam [9:0] K28_5 = 10'b0101111100, K28_3 = 10'b1100111100, D21_5 = 10'b0101010101;
    localparam [9:0] K27_7 = 10'b0001011011, K29_7 = 10'b0001011101;
    localparam integer PERIOD = 256, LATE_MAX = 16 * 40 + 40;

    reg          clk = 1'b0, rst = 1'b1, tv = 1'b0, rd = 1'b0, pause = 1'b0, fixed = 1'b0, tk = 1'b0, word_k = 1'b0;
    reg  [127:0] td = 128'd0, word = 128'd0;
    reg  [4:0]   addr = 5'd0;
    wire         stop, rv, rk;
    wire [127:0] rw;
    wire [159:0] tx;
    reg  [159:0] rx = 160'd0;
    wire [31:0]  rdata;
    always #1 clk = !clk;

    ape_pcs dut (
        .clk(clk), .rst(rst), .wire_tx_stop(stop), .wire_tx_valid(tv), .wire_tx_k(tk), .wire_tx_data(td), .tx_sym(tx), .rx_sym(rx),
        .wire_rx_valid(rv), .wire_rx_k(rk), .wire_rx_data(rw), .reg_rd(rd), .reg_addr(addr), .reg_rdata(rdata)
    );

    // ---- the line: lane i comes late[i] bits later, xored, and zero where it is cut
    integer      late [0:3];
    reg [LATE_MAX+39:0] past [0:3];
    reg [159:0]  flip = 160'd0;
    reg [3:0]    cut = 4'd0;
    integer      p;
    always @(negedge clk)
        for (p = 0; p < 4; p = p + 1) begin
            past[p] = {cut[p] ? 40'd0 : tx[40*p+:40] ^ flip[40*p+:40], past[p][LATE_MAX+39:40]};
            rx[40*p+:40] = past[p] >> (LATE_MAX - late[p]);
        end

    // ---- words: one in each cycle in which the last one did not stop it
    reg         stopped = 1'b1;
    integer     at = 0;  // words sent; their numbers are in their data
    function [127:0] word_no;
        input integer n;
        word_no = {n * 32'h9e3779b1, ~n, n ^ 32'h5a5a1234, n};
    endfunction
    always @(posedge clk) stopped = stop;
    always @(negedge clk) begin
        tv = !stopped && !pause && !rst;
        {tk, td} = fixed ? {word_k, word} : {1'b0, word_no(at)};
        if (tv) at = at + 1;
    end

    // ---- what comes: numbers rise; each is one more while whole is 1; delay and damage by word
    integer came = 0, last = -1, damaged = 0, lost = 0, symbol, delay = 0;
    integer still = 0, still_min = 1000;  // cycles without a word; the fewest in which more words than cycles were lost
    reg     whole = 1'b0, struck = 1'b0;  // struck: damage is no wonder
    integer birth [0:1023];
    integer cycle = 0;
    always @(posedge clk) begin
        cycle = cycle + 1;
        if (tv) birth[(at - 1) % 1024] = cycle;
        if (rv && !fixed && !rst) begin
            came = came + 1;
            symbol = -1;
            if (rk) wrong = wrong + 1;
            if (rw !== word_no(rw[31:0])) begin
                // which number it should be; how many octets differ, each must be FE or be behind one that was struck
                damaged = damaged + 1;
                if (whole && !struck) wrong = wrong + 1;
                last = last + 1;
            end else begin
                if (last >= 0 && rw[31:0] != last + 1) begin
                    lost = lost + 1;
                    if (rw[31:0] > last + 1 + still && still < still_min) still_min = still;
                    if (rw[31:0] <= last || whole) wrong = wrong + 1;
                end else if (last >= 0 && whole && cycle - birth[rw[31:0] % 1024] != delay) wrong = wrong + 1;
                last = rw[31:0];
                delay = cycle - birth[last % 1024];
            end
        end
        still = rv ? 0 : still + 1;
    end

    task wait_cycles; input integer n; repeat (n) @(negedge clk); endtask
    task lates; input integer a, b, c, d; begin late[0] = a; late[1] = b; late[2] = c; late[3] = d; end endtask
    task restart;
        begin
            rst = 1'b1;
            {pause, fixed, whole, struck, word_k} = 5'd0;
            flip = 160'd0;
            cut = 4'd0;
            wait_cycles(3);
            for (p = 0; p < 4; p = p + 1) past[p] = 0;
            wait_cycles(2);
            @(posedge clk);
            {at, came, damaged, lost} = 0;
            last = -1;
            @(negedge clk) rst = 1'b0;
        end
    endtask
    task check;
        input ok;
        if (ok !== 1'b1) wrong = wrong + 1;
    endtask
    reg [31:0] value;
    task register;
        input integer n;
        begin
            addr = 4 * n;
            rd = 1'b1;
            @(negedge clk) rd = 1'b0;
            value = rdata;
        end
    endtask
    task reads;
        input integer n, must;
        begin
            register(n);
            if (value !== must) begin
                wrong = wrong + 1;
                $display("# register %0d: %0h, not %0h", n, value, must);
            end
        end
    endtask
    task bring_up;  // all words from the first one on, no later than the page says
        input integer more;  // words of skew, cycles of the line
        begin
            restart;
            wait_cycles(17 + 12 + more);
            whole = 1'b1;
            wait_cycles(20);
            check(came > 12 && last == came - 1);
            check(delay <= 10 + more);
            reads(STATUS, 31);
        end
    endtask
    task back;  // the words come again within the period and the skew, without damage
        integer n;
        begin
            whole = 1'b0;
            wait_cycles(PERIOD + 40);
            n = came;
            {damaged, whole} = 1;
            wait_cycles(40);
            check(came >= n + 39 && damaged == 0);
            reads(STATUS, 31);
        end
    endtask

    reg [9:0] sym;
    reg       want;
    integer   i, k, n, lane, pos, words, marks, ones;
    initial begin
        lates(0, 0, 0, 0);
        for (i = 0; i < 4; i = i + 1) past[i] = 0;

        if (test("64 columns of K28.5, then K28.3 each 1024 columns, lanes with their 32 bits, low byte first")) begin
            restart;
            fixed = 1'b1;
            // D21.5 is balanced and has one form; D0.0 (100111 0100, 011000 1011) stands on one lane, one byte at a time
            ones = 0;
            for (i = 0; i < 2 * PERIOD + 40; i = i + 1) begin
                word = {16{8'hb5}};
                word[8*(i%16)+:8] = 8'h00;
                @(posedge clk);
                #0.1;
                k = i - 1;  // the group on the line
                for (n = 0; n < 16 && k >= 0; n = n + 1) begin
                    sym = tx[10*n+:10];
                    if (k < 16 || k == 16 || k == 16 + PERIOD || k == 16 + 2 * PERIOD)
                        check(k >= 16 && n % 4 == 3 ? sym === K28_3 || sym === ~K28_3 : sym === K28_5 || sym === ~K28_5);
                    else if (n != k % 16) check(sym === D21_5);
                    else if (sym !== D21_5) begin
                        check(sym === 10'b0010111001 || sym === 10'b1101000110);
                        ones = ones + 1;
                    end
                end
            end
            check(ones == 2 * PERIOD + 40 - 1 - 16 - 3);
            judge;
        end
        if (test("no word is lost; none comes where none was sent")) begin
            restart;
            for (i = 0; i < 700; i = i + 1) begin
                pause = rnd(3) == 0;
                @(negedge clk);
            end
            pause = 1'b1;
            wait_cycles(20);
            check(came == at && last == at - 1 && damaged == 0 && lost == 0);
            reads(BAD, 0);
            reads(TORN, 0);
            judge;
        end
        if (test("each lane finds borders and order at any bit")) begin
            for (i = 0; i < 40; i = i + 3) begin
                lates(3, 17, 28, 39);
                late[i%4] = i;
                bring_up(1);
                wait_cycles(2);
            end
            lates(11, 22, 33, 4);
            bring_up(1);
            wait_cycles(PERIOD);
            judge;
        end
        if (test("lanes up to 16 words apart come in one word")) begin
            for (i = 1; i <= 16; i = i * 4)
                for (lane = i == 16 ? 0 : 3; lane < 4; lane = lane + 1) begin
                    lates(0, 0, 0, 0);
                    late[lane] = 40 * i;
                    bring_up(i);
                    reads(SKEW, (32'h01010101 & ~(32'd255 << 8 * lane)) * i);
                    lates(40 * i, 40 * i, 40 * i, 40 * i);
                    late[lane] = 0;
                    bring_up(i);
                    reads(SKEW, i << 8 * lane);
                end
            lates(5, 640, 133, 401);
            bring_up(16 + 1);
            wait_cycles(PERIOD);
            judge;
        end
        if (test("lanes 17 words apart do not")) begin
            lates(0, 680, 0, 0);
            restart;
            wait_cycles(2 * PERIOD);
            check(came == 0);
            reads(STATUS, 15);
            lates(680, 0, 680, 680);
            restart;
            wait_cycles(2 * PERIOD);
            check(came == 0);
            judge;
        end
        if (test("a struck symbol reads FE and takes no word away")) begin
            lates(7, 90, 0, 41);
            for (pos = 0; pos < 16; pos = pos + 5) begin
                bring_up(3);
                whole = 1'b0;
                n = lost;
                @(posedge clk) #0.1;
                flip[10*pos+:10] = 10'b0000011111 ^ tx[10*pos+:10];  // the line shows five ones, then zeros: no symbol
                @(negedge clk) #0.5 flip = 160'd0;
                k = 0;
                repeat (20) begin
                    @(posedge clk) #0.1;
                    if (rv && rw !== word_no(rw[31:0]) && rw[8*pos+:8] === 8'hfe) k = k + 1;
                end
                whole = 1'b1;
                wait_cycles(10);
                check(k >= 1 && damaged >= 1 && damaged <= 3 && lost == n && last >= 0);
                register(BAD);
                check(value >= 1 && value <= 5);
                reads(SYNC_LOST, 0);
            end
            judge;
        end
        if (test("MAGIC and START with k are K29.7 and K27.7; without, and other contents, they are octets")) begin
            lates(7, 90, 0, 41);
            restart;
            fixed = 1'b1;
            wait_cycles(60);
            for (i = 0; i < 60; i = i + 1) begin
                word = i % 5 == 0 ? MAGIC : i % 5 == 1 ? START : i % 5 == 2 ? START ^ 128'd1 << rnd(128) : word_no(i);
                word_k = i % 5 == 2 || rnd(2) == 1;
                want = word_k && i % 5 < 2;
                @(negedge clk) #0.2;  // the group in which it goes, two cycles before the symbols
                if (tv && td === word) begin
                    @(posedge clk) @(posedge clk) #0.1;
                    for (n = 0; n < 16; n = n + 1) begin
                        sym = tx[10*n+:10];
                        check((sym === K29_7 || sym === ~K29_7) === (want && i % 5 == 0));
                        check((sym === K27_7 || sym === ~K27_7) === (want && i % 5 == 1));
                    end
                end
                k = 0;
                repeat (20) @(posedge clk) begin
                    #0.1;
                    if (rv && {rk, rw} === {want, word}) k = k + 1;
                    if (rv && rk && !want) wrong = wrong + (rw === word);
                end
                check(k > 0);
            end
            judge;
        end
        if (test("twelve K27.7 or K29.7 of sixteen are a control word, eleven are FE")) begin
            lates(0, 0, 0, 0);
            restart;
            fixed = 1'b1;
            word_k = 1'b1;
            wait_cycles(60);
            for (i = 0; i < 14; i = i + 1) begin
                word = i < 7 ? START : MAGIC;
                wait_cycles(20);
                @(posedge clk) #0.1;
                // D21.5 in their place, which is balanced as they are
                for (n = 0; n < 16; n = n + 1)
                    if ((n * 5 + i) % 16 < 2 + i % 7) flip[10*n+:10] = D21_5 ^ tx[10*n+:10];
                @(negedge clk) #0.5 flip = 160'd0;
                k = 0;
                repeat (14) @(posedge clk) begin
                    #0.1;
                    if (rv && !rk) begin
                        k = k + 1;
                        for (n = 0; n < 16; n = n + 1) check(rw[8*n+:8] === ((n * 5 + i) % 16 < 2 + i % 7 ? 8'hb5 : 8'hfe));
                    end
                    check(!rv || !rk || rw === word);
                end
                check(k == (i % 7 > 2 ? 1 : 0));
            end
            judge;
        end
        if (test("eleven octets struck to K27.7 or K29.7 make no control word, twelve do")) begin
            lates(0, 0, 0, 0);
            for (i = 9; i < 14; i = i + 1) begin
                restart;
                fixed = 1'b1;
                word = {16{8'hb5}};  // balanced words: what is struck shows in its place alone
                wait_cycles(60);
                @(posedge clk) #0.1;
                for (n = 0; n < i; n = n + 1) flip[10*n+:10] = tx[10*n+:10] ^ (i % 2 == 0 ? K27_7 : K29_7);
                @(negedge clk) #0.5 flip = 160'd0;
                k = 0;
                repeat (14) @(posedge clk) begin
                    #0.1;
                    if (rv && rk) begin
                        k = k + 1;
                        check(rw === (i % 2 == 0 ? START : MAGIC));
                    end
                end
                check(k == (i >= 12 ? 1 : 0));
            end
            judge;
        end
        if (test("a mark with one struck K28.3 costs nothing")) begin
            lates(0, 0, 40, 0);
            bring_up(1);
            struck = 1'b1;
            for (lane = 0; lane < 4; lane = lane + 1) begin
                while (tx[39:30] !== K28_3 && tx[39:30] !== ~K28_3) @(posedge clk) #0.1;
                flip[40*lane+30+:10] = 10'b1111100000 ^ tx[40*lane+30+:10];
                @(negedge clk) #0.5 flip = 160'd0;
                wait_cycles(PERIOD + 20);  // a whole one between
            end
            reads(TORN, 4);
            reads(UP_LOST, 0);
            // what was struck changes the disparity that follows, no more
            check(lost == 0 && came > 1000);
            judge;
        end
        if (test("four invalid symbols of sixteen take a lane's borders, three do not")) begin
            for (lane = 0; lane < 4; lane = lane + 1) begin
                lates(0, 0, 0, 0);
                restart;
                fixed = 1'b1;
                word = {16{8'hb5}};  // balanced words: nothing follows from a symbol of zeros
                wait_cycles(40);
                #0.5;
                for (k = 3; k <= 4; k = k + 1) begin
                    for (i = 0; i < 4; i = i + 1) begin
                        flip = 160'd0;
                        if (i < k) flip[40*lane+10*((i+lane)%4)+:10] = D21_5;
                        @(negedge clk) #0.5;
                    end
                    flip = 160'd0;
                    wait_cycles(20);
                    if (k == 3) begin
                        reads(SYNC_LOST, 0);
                        reads(BAD, 3);
                        reads(STATUS, 31);
                        #0.5;
                    end else begin
                        reads(SYNC_LOST, 1);
                        reads(UP_LOST, 1);
                        reads(STATUS, 15 & ~(1 << lane));
                    end
                end
                // four, but one of them five groups behind the first
                wait_cycles(PERIOD + 20);
                reads(STATUS, 31);
                #0.5;
                for (i = 0; i < 5; i = i + 1) begin
                    flip = 160'd0;
                    if (i != 2) flip[40*lane+:10] = D21_5;
                    @(negedge clk) #0.5;
                end
                flip = 160'd0;
                wait_cycles(20);
                reads(SYNC_LOST, 1);
            end
            judge;
        end
        if (test("a lane that was lost comes back at the next mark, words in between are lost")) begin
            for (lane = 0; lane < 4; lane = lane + 1) begin
                lates(lane * 13, 50, 260, 0);
                bring_up(7);
                whole = 1'b0;
                cut[lane] = 1'b1;
                wait_cycles(30);
                n = came;
                wait_cycles(50);
                check(came == n);
                register(STATUS);
                check(value === (15 & ~(1 << lane)));
                cut = 4'd0;
                n = lost;
                back;
                check(lost == n + 1);
                reads(UP_LOST, 1);
            end
            judge;
        end
        if (test("a lane that moves by words, symbols or bits is aligned anew")) begin
            for (i = 0; i < 8; i = i + 1) begin
                lane = i % 4;
                lates(40, 40, 40, 40);
                bring_up(1);
                wait_cycles(20);
                whole = 1'b0;
                late[lane] = i < 2 ? 80 : i < 4 ? 0 : i == 4 ? 50 : i == 5 ? 30 : i == 6 ? 53 : 360;
                wait_cycles(PERIOD + 20);
                back;
                register(UP_LOST);
                check(value >= 1 && value <= 2);
                check(damaged == 0);
            end
            judge;
        end
        if (test("a lane that comes to the front with the mark: three cycles have no word, however many words are lost")) begin
            still_min = 1000;
            for (i = 0; i < 20; i = i + 1) begin
                lane = i % 4;
                lates(0, 0, 0, 0);
                late[lane] = 600;
                bring_up(15);
                whole = 1'b0;
                while (!stop) @(negedge clk);
                wait_cycles(i / 4 + 1);
                late[lane] = 10 * (i % 3);
                wait_cycles(PERIOD + 20);
                back;
            end
            $display("# %0d cycles", still_min);
            check(still_min == 3);
            judge;
        end
        if (test("noise on all lanes for a while: all is as before at the next mark but one")) begin
            lates(400, 0, 9, 77);
            bring_up(12);
            whole = 1'b0;
            for (i = 0; i < 300; i = i + 1) begin
                flip = {rnd(32'h7fffffff), rnd(32'h7fffffff), rnd(32'h7fffffff), rnd(32'h7fffffff), rnd(32'h7fffffff)};
                @(negedge clk);
            end
            flip = 160'd0;
            last = -1;
            wait_cycles(PERIOD);
            last = -1;
            back;
            judge;
        end
        $finish;
    end

    initial #400000 begin
        $display("not ok the bench ends");
        $finish;
    end
endmodule

`default_nettype wire
