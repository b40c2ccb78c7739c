// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// The tests of tnw_rcv_tb, each named for the sentence of tnw_nwp.md that it holds the RTL to. Included there.

    integer t, n, k, from;

    function [31:0] pattern; input integer a; pattern = a * 32'd2654435761 ^ 32'h5a5a1234; endfunction

    task registers;
        if (test("registers read what was written, the rest 0, and rst clears them")) begin
            reset;
            for (n = 0; n < 48; n = n + 1)
                for (k = 0; k < 6; k = k + 1) write(window(n) + 4 * k, pattern(64 * n + k) | 32'he0000001);
            for (n = 0; n < 48; n = n + 1)
                for (k = 0; k < 6; k = k + 1)
                    check(window(n) + 4 * k, (pattern(64 * n + k) | 32'he0000001) & (k == 2 ? 32'h1fffffff : ~32'd0), `__LINE__);
            @(negedge clk) must(rdata === 32'd0, `__LINE__);  // not addressed
            check(BAD, 48, `__LINE__);
            for (n = 0; n < 48; n = n + 1) window_accounts(n, `__LINE__);
            // what is unlisted, and what is only read
            for (k = 'h18; k < 'h40; k = k + 4) write(window(5) + k, ~32'd0);
            for (k = 'hc00; k < 'h1000; k = k + 4) write(k, ~32'd0);
            write('h142, ~32'd0);
            for (k = 'h20; k < 'h40; k = k + 4) check(window(5) + k, 0, `__LINE__);
            for (k = 'hc18; k < 'h1000; k = k + 4) check(k, 0, `__LINE__);
            check('h141, 0, `__LINE__);
            check('h140, pattern(320) | 32'he0000001, `__LINE__);
            window_accounts(5, `__LINE__);
            check(BAD, 48, `__LINE__);
            accounts(`__LINE__);
            // cleared by rst
            reset;
            for (k = 0; k < 'h1000; k = k + 4)
                if (k >= 'hc00 || k % 64 != 'h18) check(k, 0, `__LINE__);
                else check(k, SIZE << 8, `__LINE__);
            all_judged;
        end
    endtask

    task refusals;
        if (test("a credit of wrong length, alignment, or without a place is refused")) begin
            reset;
            refused(BASE, 0, NOTE);
            refused(BASE, 64, NOTE);
            refused(BASE, 192, NOTE);
            refused(BASE, 32'h10000080, NOTE);
            refused(BASE, 32'h1fffff80, NOTE);
            refused(BASE, 32'h20000080, NOTE);
            refused(BASE, 32'h80000080, NOTE);
            refused(BASE + 8, 128, NOTE);
            refused(BASE + 1, 128, NOTE);
            refused(BASE, 128, NOTE + 4);
            refused(BASE, 128, NOTE + 8);
            check(BAD, 11, `__LINE__);
            check(NO_ROOM, 0, `__LINE__);
            window_accounts(13, `__LINE__);
            for (n = 0; n < SIZE; n = n + 1) begin
                give(13, BASE + 64'd4096 * n, n == 1 ? 32'h10000000 : 128, NOTE + 16 * n, 32'd70 + n);
                window_accounts(13, `__LINE__);
            end
            refused(BASE, 128, NOTE);
            check(NO_ROOM, 1, `__LINE__);
            refused(BASE, 64, NOTE);  // BAD first
            check(NO_ROOM, 1, `__LINE__);
            check(BAD, 12, `__LINE__);
            window_accounts(13, `__LINE__);
            packet(13, 0);
            quiet;
            window_accounts(13, `__LINE__);
            give(13, BASE, 128, NOTE + 64'h800, 32'd90);  // a place again
            refused(BASE, 128, NOTE);
            check(NO_ROOM, 2, `__LINE__);
            give(14, BASE, 128, NOTE, 32'd91);  // another channel has its own
            packet(14, 0);
            quiet;
            accounts(`__LINE__);
            all_judged;
        end
    endtask

    task landing;
        if (test("packets land at base + 16 x offset of the oldest credit")) begin
            reset;
            give(0, BASE, 1024, NOTE, 32'hcafe0001);
            for (n = 0; n < 8; n = n + 1) packet(0, 8 * (7 - n));
            give(9, 64'hffffffffffffff80, 512, ~64'd0 << 4, 32'hffffffff);  // over the end of the memory
            packet(9, 0);
            packet(9, 8);
            packet(9, 8);
            packet(9, 1);
            give(47, BASE, 32'h10000000, NOTE, 32'd3);
            packet(47, 24'hfffff8);
            packet(47, 24'hfffff9);  // ends 16 bytes behind
            packet(47, 24'hffffff);
            packet(47, 3);
            quiet;
            must(n_nofit == 2 && n_taken == 16 && n_noted == 2, `__LINE__);
            window_accounts(47, `__LINE__);
            accounts(`__LINE__);
            // one after the other, in their order; packets of a credit that is used up wait for the next
            for (n = 0; n < 3 * SIZE; n = n + 1) packet(20, 8 * (n % 3));
            for (n = 0; n < SIZE; n = n + 1) give(20, BASE + 64'd65536 * n, 384, NOTE + 16 * n, n);
            quiet;
            must(n_noted == 2 + SIZE, `__LINE__);
            accounts(`__LINE__);
            // a credit of more packets than a byte counts
            give(21, BASE, 128 * 300, NOTE, 32'd7);
            for (n = 0; n < 300; n = n + 1) begin
                while (q_wr[21] - q_rd[21] > 50) @(negedge clk);
                packet(21, 8 * n);
                if (n == 289) quiet;
                if (n == 289) window_accounts(21, `__LINE__);
            end
            quiet;
            must(n_noted == 3 + SIZE, `__LINE__);
            accounts(`__LINE__);
            all_judged;
        end
    endtask

    // as if half of the longest credit had been used: the place where that stands is written
    task long_use;
        if (test("USED counts 2 to the 20 packets and more")) begin
            reset;
            give(44, BASE, 32'h10000000, NOTE, 32'd1);
            packet(44, 0);
            quiet;
            c_used[0] = 128 * 32'hfffff;
            dut.u_credits.u_use_sel.mem_q[44] = 21'hfffff;
            dut.u_credits.u_use_reg.mem_q[44] = 21'hfffff;
            for (n = 1; n < 4; n = n + 1) begin
                packet(44, 8 * n);
                quiet;
                window_accounts(44, `__LINE__);
            end
            all_judged;
        end
    endtask

    task widths;  // both places of a packet, of which one has the last
        if (test("256 MiB are notified as such, and counters have 32 bits")) begin
            reset;
            for (t = 0; t < 2; t = t + 1) begin
                give(44, BASE, 32'h10000000, NOTE, t);
                packet(44, 0);
                quiet;
                c_used[2*t] = 128 * 32'h1ffffd;
                c_wrote[2*t] = c_used[2*t];
                dut.u_credits.u_use_sel.mem_q[44] = 21'h1ffffd;
                dut.u_credits.u_use_reg.mem_q[44] = 21'h1ffffd;
                dut.u_write.u_wrote.mem_q[44] = 22'h1ffffd;
                for (n = 1; n < 4; n = n + 1) packet(44, 8 * n);
                quiet;
                window_accounts(44, `__LINE__);
                // the second time around the last one has the other place
                give(3, BASE, 128, NOTE, 32'd1);
                packet(3, 0);
                quiet;
                accounts(`__LINE__);
            end
            n_taken = -2;
            n_nofit = -1;
            n_noted = -3;
            n_flushed = -4;
            {dut.u_regs.packets_q, dut.u_regs.nofit_q} = {-32'd2, -32'd1};
            {dut.u_regs.notified_q, dut.u_regs.flushed_q} = {-32'd3, -32'd4};
            {dut.u_regs.bad_q, dut.u_regs.no_room_q} = {-32'd5, -32'd6};
            accounts(`__LINE__);
            check('hc0c, -5, `__LINE__);
            check('hc10, -6, `__LINE__);
            give(3, BASE, 256, NOTE, 32'd1);
            packet(3, 0);
            packet(3, 1000);
            quiet;
            accounts(`__LINE__);
            all_judged;
        end
    endtask

    task misfits;
        if (test("a packet that does not fit is not written, and uses its credit up")) begin
            reset;
            give(30, BASE, 640, NOTE, 32'd1);
            packet(30, 32);  // ends with the credit
            packet(30, 33);
            packet(30, 40);
            packet(30, 24'hffffff);
            packet(30, 0);
            quiet;
            must(n_nofit == 3 && n_noted == 1, `__LINE__);
            accounts(`__LINE__);
            give(30, BASE, 256, NOTE, 32'd2);  // the last one does not fit; then none of it; then all is well again
            packet(30, 8);
            packet(30, 9);
            quiet;
            give(30, BASE, 128, NOTE, 32'd3);
            packet(30, 1);
            quiet;
            give(30, BASE, 128, NOTE, 32'd4);
            packet(30, 0);
            quiet;
            must(n_nofit == 5 && n_noted == 4, `__LINE__);
            accounts(`__LINE__);
            all_judged;
        end
    endtask

    task times;
        if (test("a match is taken 3 and written 7 cycles later at most")) begin
            reset;
            for (n = 0; n < 48; n = n + 5) begin
                give(n, BASE, 256, NOTE, n);
                quiet;
                @(negedge clk) packet(n, 0);
                quiet;
                must(late_ask <= 4 && first_at - (take_at - late_ask + 1) <= 7, `__LINE__);
            end
            // the packet waits: a credit written in t, so both in t+4 at the latest; asks began to count in t+1
            for (n = 1; n < 48; n = n + 5) begin
                packet(n, 0);
                quiet;
                give(n, BASE, 256, NOTE, n);
                quiet;
                must(late_ask <= 7 && first_at - (take_at - late_ask + 1) <= 10, `__LINE__);
            end
            accounts(`__LINE__);
            all_judged;
        end
    endtask

    task rates;
        if (test("a packet every 9 cycles, a notification two more")) begin
            reset;
            shut_all = 1'b1;
            for (n = 0; n < 3; n = n + 1) begin
                give(16 * n, BASE, 128 * 40, NOTE, n);
                for (k = 0; k < 40; k = k + 1) packet(16 * n, 8 * k);
            end
            @(negedge clk) shut_all = 1'b0;
            while (n_taken == 0) @(negedge clk);
            from = take_at;
            while (n_taken < 120) @(negedge clk);
            must(take_at - from <= 9 * 119, `__LINE__);
            quiet;
            must(first_at - from <= 9 * 119 + 2 * 3 + 10, `__LINE__);
            // each packet with a notification
            reset;
            shut_all = 1'b1;
            for (n = 0; n < 48; n = n + 1)
                for (k = 0; k < SIZE; k = k + 1) begin
                    give(n, BASE + 128 * k, 128, NOTE + 16 * n, n);
                    packet(n, 0);
                end
            @(negedge clk) shut_all = 1'b0;
            while (n_taken == 0) @(negedge clk);
            from = take_at;
            quiet;
            must(n_noted == 48 * SIZE && first_at - from <= 11 * 48 * SIZE, `__LINE__);
            accounts(`__LINE__);
            all_judged;
        end
    endtask

    task circle;
        if (test("matches are served in turn, and who has no credit is passed by")) begin
            reset;
            shut_all = 1'b1;
            for (n = 0; n < 48; n = n + 1) begin
                if (n % 7 != 3) give(n, BASE, 1024, NOTE + 16 * n, n);
                packet(n, 0);
                packet(n, 8);
                packet(n, 16);
            end
            @(negedge clk) shut_all = 1'b0;
            quiet;
            must(n_taken == 3 * 41, `__LINE__);
            for (n = 3; n < 48; n = n + 7) give(n, BASE, 384, NOTE + 16 * n, n);
            quiet;
            must(n_taken == 3 * 48, `__LINE__);
            accounts(`__LINE__);
            all_judged;
        end
    endtask

    task waits;
        if (test("m_wr holds until ready, and what was taken is put down whole")) begin
            reset;
            give(4, BASE, 128 * 12, NOTE, 32'd8);
            give(12, BASE, 128, NOTE, 32'd9);
            for (n = 0; n < 12; n = n + 1) packet(4, 8 * n);
            packet(12, 0);
            wready = 1'b0;
            repeat (100) @(negedge clk);
            must(n_taken <= 3 && e_rd == 0, `__LINE__);
            for (n = 0; n < 400; n = n + 1) @(negedge clk) wready = n % 5 == 2;
            for (n = 0; n < 400; n = n + 1) @(negedge clk) wready = n % 3 != 2;
            wready = 1'b1;
            quiet;
            must(n_taken == 13 && n_noted == 2, `__LINE__);
            accounts(`__LINE__);
            all_judged;
        end
    endtask

`include "tnw_rcv_flush.vh"

    initial begin
        registers;
        refusals;
        landing;
        long_use;
        widths;
        misfits;
        times;
        rates;
        circle;
        waits;
        flushes_of_each_link;
        flushes_of_each_place;
        flush_by_the_other_place;
        flush_of_both_places;
        flushes;
        moments;
        traffic;
        $finish;
    end
    initial begin
        #8000000 $display("not ok the bench ends");
        $finish;
    end
