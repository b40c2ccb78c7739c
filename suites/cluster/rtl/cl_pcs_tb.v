// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// cl_pcs, its symbols back into itself over a line that comes late by bits, is struck and slips (cl_pcs.md).

`timescale 1ns / 1ps
`default_nettype none

module cl_pcs_tb;
`include "cl_bench.vh"
`include "tn_bench_tests.vh"

    localparam integer STATUS = 0, BAD = 1, SYNC_LOST = 2;
    // symbols as they are on the line, the first bit lowest, from negative disparity; from positive those of two forms are inverted
    localparam [9:0] K28_5 = 10'b0101111100, D5_6 = 10'b0110100101, D21_5 = 10'b0101010101, D0_0 = 10'b0010111001, D0_0P = 10'b1101000110;
    localparam integer LATE_MAX = 200;

    reg         clk = 1'b0, rst = 1'b1, tk = 1'b1, rd = 1'b0;
    reg  [15:0] td = COMMA;
    reg  [3:0]  addr = 4'd0;
    reg  [19:0] rx = 20'd0, flip = 20'd0;
    wire [19:0] tx;
    wire        rk, re, sync;
    wire [15:0] rw;
    wire [31:0] rdata;
    always #1 clk = !clk;

    cl_pcs dut (
        .clk(clk), .rst(rst), .wire_tx_k(tk), .wire_tx_data(td), .tx_sym(tx), .rx_sym(rx), .wire_rx_k(rk), .wire_rx_err(re),
        .wire_rx_data(rw), .sync(sync), .reg_rd(rd), .reg_addr(addr), .reg_rdata(rdata)
    );

    // ---- what is sent: runs of random words, commas alone, or words of one kind; the line
    localparam integer RUNS = 0, IDLE = 1, FIXED = 2;
    integer     mode = IDLE, late = 0, run = 0, cycle = 0;
    reg         k_was [0:1023];
    reg  [15:0] was [0:1023], fixed = 16'd0;
    reg  [LATE_MAX+19:0] past = 0;
    reg         cut = 1'b0;
    always @(negedge clk) begin
        #0.1 past = {cut ? 20'd0 : tx ^ flip, past[LATE_MAX+19:20]};
        rx = past >> LATE_MAX - late;
        cycle = cycle + 1;
        if (mode == RUNS) begin
            tk = run == 0;
            run = run == 0 ? 1 + rnd(35) : run - 1;
            td = rnd(65536);  // a comma word is one whatever its data are
        end else begin
            tk = mode == IDLE;
            td = mode == IDLE ? 16'h1234 : fixed;
        end
        k_was[cycle%1024] = tk;
        was[cycle%1024] = td;
    end

    // ---- what comes: as it was sent, delay cycles before
    reg     exact = 1'b0;
    integer delay, bads = 0, words = 0, losses = 0, at;
    reg     synced = 1'b0;
    always @(posedge clk) if (!rst) begin
        delay = 3 + (late + 19) / 20;
        at = (cycle + 1024 - delay) % 1024;
        if (rk && (re || rw !== COMMA)) wrong = wrong + 1;
        if (exact) begin
            words = words + !rk;
            if (re || rk !== k_was[at] || (!rk && rw !== was[at])) wrong = wrong + 1;
        end
        if (!sync && !synced && (!rk || re)) wrong = wrong + 1;
        bads = bads + re;
        losses = losses + (synced && !sync);
        synced = sync;
    end

    task wait_cycles; input integer c; repeat (c) @(negedge clk); endtask
    task check;
        input good;
        if (good !== 1'b1) wrong = wrong + 1;
    endtask
    task restart;
        begin
            rst = 1'b1;
            {mode, flip, exact, cut, run} = 0;
            mode = IDLE;
            wait_cycles(20);
            check(tx === 20'd0);
            {bads, words, losses, synced} = 0;
            rst = 1'b0;
            @(negedge clk);
        end
    endtask
    task reads;
        input integer word, must;
        begin
            addr = 4 * word;
            rd = 1'b1;
            @(negedge clk) rd = 1'b0;
            if (rdata !== must) begin
                wrong = wrong + 1;
                $display("# register %0d: %0h, not %0h", word, rdata, must);
            end
        end
    endtask
    task strike;  // the line for a cycle
        input [19:0] mask;
        begin
            flip = mask;
            @(negedge clk) flip = 20'd0;
        end
    endtask

    integer    i, j, n;
    reg        plus;
    reg [19:0] sym;
    initial begin
        if (test("a comma word is K28.5 and D5.6, other words their low byte first, by running disparity")) begin
            restart;
            plus = 1'b1;
            for (i = 0; i < 20; i = i + 1) begin
                check(tx[19:10] === D5_6 && (tx[9:0] === K28_5 || tx[9:0] === ~K28_5));
                if (i > 0) check(tx[9:0] === ~sym[9:0]);
                sym = tx;
                @(negedge clk);
            end
            restart;
            check(tx === {D5_6, K28_5});  // negative at first
            mode = FIXED;
            for (j = 0; j < 4; j = j + 1) begin
                fixed = {j[1] ? 8'h00 : 8'hb5, j[0] ? 8'h00 : 8'hb5};
                wait_cycles(3);
                for (i = 0; i < 6; i = i + 1) begin
                    check(j[0] ? tx[9:0] === D0_0 || tx[9:0] === D0_0P : tx[9:0] === D21_5);
                    check(j[1] ? tx[19:10] === D0_0 || tx[19:10] === D0_0P : tx[19:10] === D21_5);
                    // D0.0 is balanced as a whole: it keeps its form
                    if (i > 0) check(tx === sym);
                    sym = tx;
                    @(negedge clk);
                end
            end
            judge;
        end
        if (test("at any bit of the line three comma words give the borders, and words come as they were sent")) begin
            for (late = 0; late < 61; late = late + 1) begin
                restart;
                wait_cycles(3 + (late + 19) / 20);
                check(!sync);
                wait_cycles(1);
                check(sync);
                exact = 1'b1;
                mode = RUNS;
                wait_cycles(150);
                check(words > 60);
                reads(STATUS, late % 20 << 4 | 1);
                reads(BAD, 0);
                reads(SYNC_LOST, 0);
                reads(3, 0);
            end
            // three commas in three places give none
            late = 20;
            restart;
            repeat (18) begin
                late = late + 9;
                @(negedge clk);
                check(!sync);
            end
            late = 0;
            judge;
        end
        if (test("in full traffic the borders are there behind three runs, and nothing comes before")) begin
            for (i = 0; i < 30; i = i + 1) begin
                restart;
                late = rnd(100);
                cut = 1'b1;
                mode = RUNS;
                wait_cycles(40);
                cut = 1'b0;
                n = 0;
                // a comma word, and three more, each behind 35 words at most
                while (!sync && n < 4 * 36 + 12) begin
                    @(negedge clk);
                    n = n + 1;
                end
                check(sync);
                wait_cycles(12);
                exact = 1'b1;
                wait_cycles(200);
                check(words > 100);
            end
            late = 0;
            judge;
        end
        if (test("a struck symbol reads FE, its word err, and one bad word costs no more")) begin
            for (i = 0; i < 20; i = i + 1) begin
                restart;
                late = rnd(60);
                wait_cycles(12);
                mode = FIXED;
                fixed = 16'hb5b5;  // balanced symbols: nothing follows from one of five ones and five zeros
                wait_cycles(12);
                j = bads;
                // the line shows five ones, then zeros, in place of a symbol
                strike((i % 2 ? 20'hffc00 : 20'h003ff) & ({10'b0000011111, 10'b0000011111} ^ {D21_5, D21_5}));
                n = 0;
                repeat (10) begin
                    if (re) begin
                        n = n + 1;
                        check(!rk && rw === (i % 2 ? 16'hfeb5 : 16'hb5fe));
                    end else check(!rk && rw === 16'hb5b5);
                    @(negedge clk);
                end
                check(n == 1 && bads == j + 1);
                reads(BAD, 1);
                reads(SYNC_LOST, 0);
                reads(STATUS, late % 20 << 4 | 1);
            end
            late = 0;
            judge;
        end
        if (test("a control symbol that makes no comma word is an error")) begin
            restart;
            wait_cycles(12);
            // D5.6 becomes D21.5: K28.5 alone; balanced, so nothing follows
            strike({D5_6 ^ D21_5, 10'd0});
            n = 0;
            repeat (10) begin
                if (re) begin
                    n = n + 1;
                    check(!rk && rw === 16'hb5bc);
                end
                @(negedge clk);
            end
            check(n == 1);
            reads(BAD, 1);
            judge;
        end
        if (test("four bad words take the borders; four good ones in a row make up for one")) begin
            for (i = 0; i < 8; i = i + 1) begin
                restart;
                wait_cycles(12);
                mode = FIXED;
                fixed = 16'hb5b5;
                wait_cycles(12);
                // 3 bad ones, then i good ones, then two bad ones
                repeat (3) strike(20'h00155);
                wait_cycles(i);
                strike(20'h00155);
                wait_cycles(6);
                check(losses == (i < 4));
                reads(BAD, 4);
                reads(SYNC_LOST, i < 4);
                reads(STATUS, i < 4 ? 0 : 1);
                check(rk === (i < 4));
            end
            // two by two they make up for none
            restart;
            wait_cycles(12);
            mode = FIXED;
            wait_cycles(12);
            repeat (4) begin
                check(sync);
                strike(20'h00155);
                wait_cycles(2);
            end
            wait_cycles(6);
            check(!sync);
            judge;
        end
        if (test("a line that slips loses its borders and finds them again; it shows commas meanwhile")) begin
            for (i = 1; i < 20; i = i + 1) begin
                restart;
                late = 20;
                mode = RUNS;
                wait_cycles(150);
                mode = IDLE;
                wait_cycles(20);
                late = i % 2 ? 20 + i : 20 - i;
                wait_cycles(20);
                exact = 1'b1;
                reads(SYNC_LOST, 1);
                reads(STATUS, (20 + late) % 20 << 4 | 1);
                mode = RUNS;
                wait_cycles(100);
                check(words > 40);
            end
            late = 0;
            judge;
        end
        if (test("a line that is cut for long gives commas, and words again behind it")) begin
            restart;
            mode = RUNS;
            wait_cycles(200);
            for (i = 0; i < 5; i = i + 1) begin
                exact = 1'b0;
                cut = 1'b1;
                wait_cycles(20);
                repeat (50) begin
                    check(rk && !sync);
                    @(negedge clk);
                end
                cut = 1'b0;
                wait_cycles(4 * 36 + 12);
                exact = 1'b1;
                wait_cycles(100);
                reads(SYNC_LOST, i + 1);
                reads(BAD, bads);
            end
            judge;
        end
        $finish;
    end

    initial #200000 begin
        $display("not ok the bench ends");
        $finish;
    end
endmodule

`default_nettype wire
