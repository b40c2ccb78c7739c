// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// The tests of tnw_pput_tb, each named for the sentence of tnw_pi.md section 4 that it holds the RTL to. Included there.

    integer n, f, k, u;
    task begin_behind_the_turn;  // of window 20: so many fragments, and 8 cycles are soon over
        input integer m;
        begin
            next(20, 0);
            next(21, 0);
            tmo = 32'd8;
            while (dut.scan_q != 6'd21) tick;
            for (f = 0; f < m; f = f + 1) put(20, 0, f);
        end
    endtask
    initial begin
        // order: fragments backwards, items backwards, all windows at once; served at once
        if (test("fragments in any order leave as items in order")) begin
            reset;
            for (n = N - 1; n >= 0; n = n - 1) for (f = 7; f >= 0; f = f - 1) put(5, n, f);
            rate = 1;
            idle(50);
            judge_of(N, 0);
        end
        if (test("windows never mix, an item every 8 cycles")) begin
            reset;
            for (n = 0; n < N; n = n + 1)
                for (f = 0; f < 8; f = f + 1) for (u = 0; u < 48; u = u + 1) put(u, n, (f * 3 + u) % 8);
            rate = 1;
            idle(48 * N * 8 + 10);
            judge_of(48 * N, 0);
        end
        // a message may begin anywhere when the window is empty: rounded down; NEXT sets it exactly
        if (test("a new message begins where the first fragment says, or NEXT")) begin
            reset;
            rate = 1;
            for (f = 0; f < 8; f = f + 1) put(7, 21, f);
            idle(20);
            for (f = 0; f < 8; f = f + 1) put(7, 20, f);
            idle(30);
            next(7, 51);
            for (f = 0; f < 8; f = f + 1) put(7, 51, f);
            for (f = 0; f < 8; f = f + 1) put(7, 54, f);  // within N
            idle(20);
            for (n = 52; n < 54; n = n + 1) for (f = 0; f < 8; f = f + 1) put(7, n, f);
            idle(40);
            next(7, 24'hfedcba);  // no fragment has such an item: the next one begins a message
            for (f = 0; f < 8; f = f + 1) put(7, 124, f);
            idle(20);
            next(7, 24'h80007d);
            put(7, 125, 0);  // rounded down: 124 is next
            idle(20);
            judge_of(7, 0);
        end
        // errors, each in its window, and what stands in the registers
        if (test("ERROR keeps cause and address, drops, and NEXT ends it")) begin
            reset;
            put(1, 0, 3);
            put(1, 0, 3);
            put(2, 4, 0);
            put(2, 8, 0);  // behind the window of N
            put(3, 4, 0);
            put(3, 3, 0);  // before it
            mv = 1'b1;
            id = 4;
            ma = 32'h9abcdef4;
            tick;
            for (u = 1; u < 5; u = u + 1) begin
                for (f = 0; f < 8; f = f + 1) put(u, 0, f);  // dropped
                mv = 1'b1;
                id = u;
                tick;
            end
            rate = 1;
            idle(20);
            for (u = 1; u < 5; u = u + 1) begin
                next(u, 2);
                for (f = 0; f < 8; f = f + 1) put(u, 2, f);
            end
            idle(40);
            judge_of(4, 4);
        end
        // timeout: of a part, not of a whole that waits; it starts anew with each item
        if (test("an item never whole is an error after REORDER_TMO, one that waits is not")) begin
            reset;
            dut.now_q = -32'd780;  // its clock wraps as window 47 waits
            tmo = 32'd100;
            for (f = 0; f < 8; f = f + 1) put(40, 0, f);
            for (f = 0; f < 7; f = f + 1) put(40, 1, f);
            idle(400);
            put(41, 0, 0);
            idle(90);
            rate = 1;
            idle(60);
            put(40, 1, 7);
            idle(170);
            for (f = 0; f < 5; f = f + 1) put(47, 4, f);
            idle(170);
            put(42, 0, 0);  // a second fragment does not set it back
            idle(90);
            put(42, 0, 1);
            idle(75);
            judge_of(2, 3);
        end
        // NEXT as the window's turn comes, one of 48 cycles, and before and behind it
        if (test("NEXT in the cycle of a timeout ends it")) begin
            reset;
            tmo = 32'd8;
            for (k = 0; k < 48; k = k + 1) begin
                put(20, 0, 0);
                idle(18);
                next(20, 0);
                idle(29);
            end
            if (errors[3] == 0 || errors[3] == 48) fault(`__LINE__);
            judge_of(0, errors[3]);
        end
        // window 20 begins when its turn is over, and something comes about the cycle of its next one
        if (test("the last fragment in the cycle of a timeout ends it")) begin
            reset;
            for (k = 0; k < 5; k = k + 1) begin
                rate = 0;
                begin_behind_the_turn(7);
                while (dut.scan_q != 18 + k) tick;
                put(20, 0, 7);
                rate = 1;
                idle(20);
            end
            if (served == 0 || served == 5) fault(`__LINE__);
            judge_of(served, 5 - served);
        end
        if (test("a fragment, or another window's error, in the cycle of a timeout does not put it off")) begin
            reset;
            for (k = 0; k < 10; k = k + 1) begin
                begin_behind_the_turn(1);
                while (dut.scan_q != 18 + k % 5) tick;
                if (k < 5) put(20, 0, 1);
                else begin
                    mv = 1'b1;
                    id = 21;
                    tick;
                    id = 20;
                end
                idle(60);
            end
            judge_of(0, 10 + 5);
        end
        if (test("REORDER_TMO counts with all its bits")) begin
            reset;
            for (k = 12; k < 32; k = k + 1) begin
                next(30, 0);
                tmo = 32'd1 << k;
                put(30, 0, 0);
                dut.now_q = dut.now_q + tmo - 32'd20;
                m_start[30] = m_start[30] - tmo + 32'd20;
                idle(100);
            end
            judge_of(0, 20);
        end
        // a fragment in each cycle of an item's leaving, to its place and to the next
        if (test("a place is free as its item leaves, the item is sent whole")) begin
            reset;
            for (k = 0; k < 12; k = k + 1) begin
                next(9, 0);
                rate = 0;
                for (n = 0; n < 2; n = n + 1) for (f = 0; f < 8; f = f + 1) if (n == 0 || f < 7) put(9, n, f);
                rate = 1;
                idle(k);
                for (f = 0; f < 8; f = f + 1) put(9, N, f);
                put(9, 1, 7);
                for (n = 2; n < N; n = n + 1) for (f = 0; f < 8; f = f + 1) put(9, n, f);
                idle(50);
            end
            judge_of(11 * (N + 1) + N + 1, 0);
        end
        // as if so many had gone: the place where DONE stands is written
        if (test("DONE counts all its 32 bits, then from 0 on")) begin
            reset;
            rate = 1;
            for (n = 0; n < 4; n = n + 1) begin
                if (n > 0) begin
                    m_done[11] = n == 1 ? 32'h7fffffff : n == 2 ? 32'hfffffffe : 32'hffffffff;
                    dut.done_q[11] = m_done[11];
                end
                for (f = 0; f < 8; f = f + 1) put(11, n, f);
                idle(20);
            end
            judge_of(4, 0);
        end
        if (test("OFF_LOG2 24: an item's offset has 24 bits")) begin
            reset;
            for (k = 2; k < 21; k = k + 1) begin
                id = k;
                for (f = 0; f < 8; f = f + 1) begin
                    wide_fv = 1'b1;
                    wide_fa = 24'd8 << k | f;
                    @(negedge clk);
                end
                wide_fv = 1'b0;
                if (wide_ask !== 48'd1 << k) fault(`__LINE__);
                wide_serve = 1'b1;
                @(negedge clk) wide_serve = 1'b0;
                look = k;
                #1;
                if (wide_off !== 24'd8 << k || wide_next !== (24'd1 << k) + 24'd1) fault(`__LINE__);
                repeat (8) @(negedge clk);
            end
            judge;
        end
        // random
        if (test("random fragments: every item, error and register as the model says")) begin
            reset;
            tmo = 32'd3000;
            rate = 2;
            for (k = 0; k < 12000; k = k + 1) begin
                u = (1 << rnd(7)) / 2;  // numbers that differ in a bit
                n = m_next[u] + (rnd(3) == 0 ? rnd(N) : 0);
                f = rnd(8);
                if (rnd(400) == 0) n = rnd(128);
                if (m_cause[u] != 0 && rnd(8) == 0) next(u, rnd(100));
                else if (n > 120) next(u, 4 * rnd(8));
                else if (rnd(2000) == 0) begin
                    mv = 1'b1;
                    id = u;
                    ma = k;
                    tick;
                end else if (!m_there[(u*N+n%N)*8+f] || rnd(500) == 0) put(u, n, f);
                else tick;
            end
            if (served < 300 || errors[1] < 4 || errors[2] < 4 || errors[4] < 1) begin
                fault(`__LINE__);
                $display("# %0d items, errors %0d %0d %0d %0d", served, errors[1], errors[2], errors[3], errors[4]);
            end
            judge_of(served, errors[1] + errors[2] + errors[3] + errors[4]);
        end
        $finish;
    end
    initial begin
        #4000000 $display("not ok the bench ends");
        $finish;
    end
