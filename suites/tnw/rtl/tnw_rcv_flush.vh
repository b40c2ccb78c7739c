// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// The tests of tnw_rcv_tb that flush links, and random traffic. Included by tnw_rcv_tests.vh.

    task flush_links;  // and wait until it is done
        input [5:0] links;
        begin
            @(negedge clk) due = due | links;
            while (due != 6'd0 || flush != 6'd0) @(negedge clk);
        end
    endtask

    task flushes_of_each_link;
        if (test("a flush forgets on each link how far a credit was used up")) begin
            reset;
            for (n = 0; n < 48; n = n + 1) give(n, BASE, 256, NOTE, n);
            for (n = 0; n < 48; n = n + 1) packet(n, 0);
            quiet;
            for (k = 0; k < 6; k = k + 1) flush_links(6'd1 << k);
            for (n = 0; n < 48; n = n + 1) give(n, BASE, 256, NOTE, 48 + n);
            for (n = 0; n < 48; n = n + 1) packet(n, 8);
            quiet;
            for (n = 0; n < 48; n = n + 1) window_accounts(n, `__LINE__);
            must(n_noted == 0, `__LINE__);
            accounts(`__LINE__);
            judge;
        end
    endtask

    task flushes;
        if (test("a flush drops the link's credits, what was taken is still written")) begin
            reset;
            // credits nobody used, on all channels of two links, and their neighbours'
            for (n = 0; n < 48; n = n + 1) give(n, BASE, 256, NOTE, n);
            flush_links(6'b010010);
            for (n = 0; n < 48; n = n + 1) window_accounts(n, `__LINE__);
            check(FLUSHED, 16, `__LINE__);
            check(8 * 64 + 8, 256, `__LINE__);  // the window keeps what was written
            for (n = 0; n < 48; n = n + 1) packet(n, 8);
            quiet;
            must(n_taken == 32, `__LINE__);
            accounts(`__LINE__);
            // one in use: the next one begins at 0
            flush_links(6'b000001);
            window_accounts(3, `__LINE__);
            give(3, BASE, 256, NOTE, 32'd1);
            window_accounts(3, `__LINE__);
            packet(3, 0);
            quiet;
            window_accounts(3, `__LINE__);
            packet(3, 0);
            quiet;
            must(n_noted == 1, `__LINE__);
            accounts(`__LINE__);
            // taken, not yet written: outstanding until it is
            give(2, BASE, 512, NOTE, 32'd2);
            wready = 1'b0;
            packet(2, 0);
            packet(2, 8);
            repeat (40) @(negedge clk);
            flush_links(6'b000001);
            window_accounts(2, `__LINE__);
            must(out[2] == 1, `__LINE__);
            if (SIZE > 1) begin
                give(2, BASE, 128, NOTE, 32'd3);  // behind it
                window_accounts(2, `__LINE__);
                flush_links(6'b000001);           // once more
                window_accounts(2, `__LINE__);
            end
            for (n = 0; n < 16; n = n + 1) begin
                @(negedge clk) wready = 1'b1;
                @(negedge clk) wready = 1'b0;
                window_accounts(2, `__LINE__);
            end
            must(out[2] == 0, `__LINE__);
            accounts(`__LINE__);
            // used up, its notification still to be sent; one in use behind it
            give(2, BASE, 128, NOTE, 32'd4);
            if (SIZE > 1) give(2, BASE, 256, NOTE, 32'd5);
            packet(2, 0);
            packet(2, 8);
            repeat (40) @(negedge clk);
            flush_links(6'b111111);
            window_accounts(2, `__LINE__);
            for (n = 0; n < 20; n = n + 1) begin
                @(negedge clk) wready = 1'b1;
                @(negedge clk) wready = 1'b0;
                window_accounts(2, `__LINE__);
            end
            wready = 1'b1;
            quiet;
            must(n_noted == 2 && out[2] == 0, `__LINE__);
            accounts(`__LINE__);
            all_judged;
        end
    endtask

    task flushes_of_each_place;  // of the two that packets are written from, in turn
        if (test("a packet in either place keeps its credit over a flush, on each link")) begin
            reset;
            for (n = 0; n < 12; n = n + 1) begin
                k = 4 * n + n % 2 * 3;
                give(k, BASE, 256, NOTE, n);
                wready = 1'b0;
                packet(k, 0);
                repeat (40) @(negedge clk);
                flush_links(6'd1 << k / 8);
                window_accounts(k, `__LINE__);
                must(out[k] == 1, `__LINE__);
                wready = 1'b1;
                quiet;
                window_accounts(k, `__LINE__);
            end
            accounts(`__LINE__);
            judge;
        end
    endtask

    // Both places are full and nothing is written; then the first is, and the second's link is flushed about its last beat.
    task flush_by_the_other_place;
        if (test("a packet keeps its credit though the other place is done in the flush's cycle")) begin
            for (n = 0; n < 12; n = n + 1) begin
                reset;
                if (n < 6) begin
                    give(2, BASE, 128, NOTE, 32'd1);  // so that the other place is the first
                    packet(2, 0);
                    quiet;
                end
                give(10, BASE, 256, NOTE, 32'd2);
                give(18, BASE, 256, NOTE, 32'd3);
                wready = 1'b0;
                packet(10, 0);
                packet(18, 0);
                repeat (40) @(negedge clk);
                wready = 1'b1;
                for (k = 0; k < 8; k = k + 1) begin
                    if (k == 2 + n % 6) due = 6'd4;
                    @(negedge clk);
                end
                wready = 1'b0;
                repeat (4) @(negedge clk);
                window_accounts(18, `__LINE__);
                must(out[18] == 1, `__LINE__);
                wready = 1'b1;
                quiet;
                window_accounts(18, `__LINE__);
            end
            judge;
        end
    endtask
    task flush_of_both_places;
        if (test("two packets of windows whose numbers differ in a bit each keep their credit")) begin
            for (n = 0; n < 6; n = n + 1) begin
                reset;
                k = 1 << n;
                give(0, BASE, 256, NOTE, 32'd1);
                give(k, BASE, 256, NOTE, 32'd2);
                wready = 1'b0;
                packet(0, 0);
                packet(k, 0);
                repeat (40) @(negedge clk);
                flush_links(6'd1 | 6'd1 << k / 8);
                window_accounts(0, `__LINE__);
                window_accounts(k, `__LINE__);
                must(out[0] == 1 && out[k] == 1, `__LINE__);
                wready = 1'b1;
                quiet;
            end
            judge;
        end
    endtask

    // A flush t cycles behind the first packet, m_wr ready one cycle of k; a credit is written in its cycle.
    task moment;
        input integer t, k, len, misfit;
        begin
            reset;
            give(10, BASE, len, NOTE, 32'd6);
            if (SIZE > 1) give(10, BASE + 4096, 512, NOTE + 16, 32'd7);
            give(18, BASE + 8192, 640, NOTE + 32, 32'd8);
            give_raw(11, BASE, 128, NOTE + 48, 32'd9);
            wr = 1'b0;  // not yet
            for (n = 0; n < 4; n = n + 1) begin
                packet(10, n == misfit ? 4096 : 8 * n);
                packet(18, 8 * n);
            end
            fork
                begin
                    repeat (t) @(negedge clk);
                    due = due | (t % 2 == 0 ? 6'd2 : 6'd6);
                end
                begin
                    for (n = 0; n < 80; n = n + 1) @(negedge clk) wready = n % k == 0;
                    wready = 1'b1;
                end
                begin
                    while (!flush[1]) @(negedge clk);
                    wr = 1'b1;
                    note_credit(11, BASE, 128, NOTE + 48, 32'd9);
                    @(negedge clk) wr = 1'b0;
                end
            join
            window_accounts(10, `__LINE__);
            quiet;
            window_accounts(10, `__LINE__);
            window_accounts(11, `__LINE__);
            window_accounts(18, `__LINE__);
            must(out[10] == 0 && out[11] == 0, `__LINE__);
            accounts(`__LINE__);
            if (SIZE > 1) begin
                give(10, BASE, 256, NOTE + 64, 32'd10);
                packet(10, 0);
                packet(10, 8);
                quiet;
                must(out[10] == 0, `__LINE__);
                accounts(`__LINE__);
            end
        end
    endtask
    task moments;
        if (test("a flush in any moment of a packet, and in that of a credit's write")) begin
            for (t = 0; t < 48; t = t + 1) begin
                moment(t, 1, 512, -1);
                if (t % 2 == 0) moment(t, 2, 128, -1);
                else moment(t, 3, 384, t % 4);
            end
            all_judged;
        end
    endtask

    // ---- random traffic on ten channels, all that happens kept in the accounts
    reg     busy = 1'b0;
    integer which, refusals_n, room_n, thirst, len;
    always @(negedge clk) if (busy) begin
        thirst = (cycle / 256) % 4;
        wready = thirst == 0 || rnd(4) > thirst;
        which = 8 * rnd(5) + rnd(2) * 7;
        if (q_wr[which] - q_rd[which] < DEEP - 1 && rnd(6) == 0) packet(which, rnd(9) == 0 ? rnd(16777216) : rnd(57));
        if (rnd(250) == 0) due[rnd(6)] = 1'b1;
    end
    task traffic;
        if (test("random traffic: every packet, credit and register as accounted")) begin
            reset;
            refusals_n = 0;
            room_n = 0;
            busy = 1'b1;
            for (n = 0; n < 2500; n = n + 1) begin
                k = 8 * rnd(5) + rnd(2) * 7;
                if (rnd(3) == 0) begin
                    len = 128 * (1 + rnd(6)) + (rnd(30) == 0 ? 16 : 0);
                    give_raw(k, BASE + 64'd4096 * n, len, NOTE + 16 * n, n);
                    if (len % 128 != 0) refusals_n = refusals_n + 1;
                    else if (out[k] == SIZE) room_n = room_n + 1;
                    else note_credit(k, BASE + 64'd4096 * n, len, NOTE + 16 * n, n);
                    @(negedge clk) wr = 1'b0;
                end else begin
                    @(negedge clk) addr = window(k) + (n % 2 == 0 ? 'h18 : 'h1c);
                    rd = 1'b1;
                    value = n % 2 == 0 ? (SIZE - out[k]) << 8 | out[k] : head[k] < 0 ? 0 : c_used[head[k]];
                    @(negedge clk) rd = 1'b0;
                    must(rdata === value, `__LINE__);
                end
            end
            busy = 1'b0;
            wready = 1'b1;
            quiet;
            for (n = 0; n < 48; n = n + 1) window_accounts(n, `__LINE__);
            accounts(`__LINE__);
            check(BAD, refusals_n, `__LINE__);
            check(NO_ROOM, room_n, `__LINE__);
            must(n_taken > 500 && n_noted > 100 && n_flushed > 50 && n_nofit > 20 && refusals_n > 5 && room_n > 5, `__LINE__);
            all_judged;
        end
    endtask
