// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// The tests of tnw_nget_tb, each named for the sentences of tnw_pi.md sections 4 to 6 that it holds the RTL to.
// Included there.

    localparam [15:0] LENGTH = 16'h8008, DEST = 16'h8010, NOTIFY_LO = 16'h8014, NOTIFY_HI = 16'h8018, STAT = 16'h801c,
        FREE = 16'h8020;
    integer u, v, w, s, t;

    // a completion of the bench's own, without data
    task bare;
        input integer to, status, bytes;
        begin
            @(negedge clk) force cv = 1'b1;
            force ctag = to;
            force chas = 1'b0;
            force cdw = 7'd0;
            force cstat = status;
            force cbytes = bytes;
            force cmine = 1'b1;
            want_unex = want_unex + 1;
            @(negedge clk) release cv;
            release ctag;
            release chas;
            release cdw;
            release cstat;
            release cbytes;
            release cmine;
            cv = 1'b0;
        end
    endtask
    // one with two DWs of data, of which a late read may have more to come
    task late;
        input integer to, bytes;
        begin
            @(negedge clk) force cv = 1'b1;
            force ctag = to;
            force chas = 1'b1;
            force cdw = 7'd8;
            force cstat = 3'd0;
            force cbytes = bytes;
            force cmine = 1'b1;
            want_unex = want_unex + 1;
            @(negedge clk) force cv = 1'b0;
            force cdv = 1'b1;
            @(negedge clk) @(negedge clk) release cv;
            release ctag;
            release chas;
            release cdw;
            release cstat;
            release cbytes;
            release cmine;
            release cdv;
            cv = 1'b0;
            cdv = 1'b0;
        end
    endtask

    initial begin
        // registers, and descriptors that are refused: each wrong in one place
        if (test("a descriptor that is wrong or has no place is refused")) begin
            reset;
            rate = 0;
            expect_reg(STAT, 32'h00000200);
            give(0, 4, 5, 24'hffffe0, 64'h0123_4567_89ab_cde0, NONE, 0, 0);  // the last offset that fits
            expect_reg(16'h8000, 32'h89abcde0);
            expect_reg(16'h8004, 32'h01234567);
            expect_reg(LENGTH, 32'h00000200);
            expect_reg(DEST, 32'ha0ffffe0);
            expect_reg(STAT, 32'h00000101);
            expect_reg(16'h8100, 32'd0);
            expect_reg(16'h8600, 32'd0);
            write(DEST, 32'hffffffff);
            expect_reg(DEST, 32'he0ffffff);
            write(DEST, 32'ha0ffffe1);
            write(NOTIFY_HI, 0);                   // one unit too far
            write(DEST, 32'd0);
            write(LENGTH, 32'd0);
            write(NOTIFY_HI, 0);
            write(LENGTH, 32'd64);
            write(NOTIFY_HI, 0);
            write(LENGTH, 32'h10000080);
            write(NOTIFY_HI, 0);
            for (u = 29; u < 32; u = u + 1) begin
                write(LENGTH, (1 << u) + 32'h80);
                expect_reg(LENGTH, 32'h00000080);
                write(NOTIFY_HI, 0);
            end
            write(LENGTH, 32'd128);
            write(16'h8000, 32'd8);
            write(NOTIFY_HI, 0);
            write(16'h8000, 32'd16);
            write(NOTIFY_LO, 32'd4);
            write(NOTIFY_HI, 0);
            idle(4);
            must(bads == 9 && rooms == 0, `__LINE__);
            give(0, 3, 0, 0, 64'h1000, NONE, 0, 0);
            write(NOTIFY_HI, 0);                   // both places are taken
            write(LENGTH, 32'd0);
            write(NOTIFY_HI, 0);                   // both: BAD
            idle(4);
            must(bads == 10 && rooms == 1, `__LINE__);
            expect_reg(STAT, 32'h00000002);
            expect_reg(16'h811c, 32'h00000200);
            rate = 16;
            drain(2000);
            expect_reg(STAT, 32'h00000200);
            must(notes == 2 && items == 7, `__LINE__);
            judge;
        end

        // every register of every link, and nothing else
        if (test("registers read what was written, the rest 0, and rst clears them")) begin
            reset;
            for (u = 0; u < 6; u = u + 1) for (v = 0; v < 7; v = v + 1) write(16'h8000 + 256 * u + 4 * v, 32'hf1234561 + 64 * u + v);
            for (u = 0; u < 8; u = u + 1)
                for (v = 0; v < 64; v = v < 16 ? v + 1 : v + 8) begin
                    s = 32'hf1234561 + 64 * u + v;
                    t = u > 5 || v > 7 ? 0 : v == 7 ? 32'h200 : v == 2 ? s & 32'h1fffffff : v == 4 ? s & 32'he0ffffff : s;
                    expect_reg(16'h8000 + 256 * u + 4 * v, t);
                end
            for (v = 9; v < 16; v = v + 1) expect_reg(16'h8000 + 256 * v, 32'd0);
            expect_reg(16'h9000, 32'd0);
            expect_reg(16'h7000, 32'd0);
            must(bads == 6, `__LINE__);
            reset;
            for (u = 0; u < 6; u = u + 1) for (v = 0; v < 7; v = v + 1) expect_reg(16'h8000 + 256 * u + 4 * v, 32'd0);
            judge;
        end

        // the source in all places of a block, short and long; the first read in time; slots from the lowest on
        if (test("reads cover the source once, in order, cut at 512 bytes")) begin
            reset;
            for (u = 0; u < 32; u = u + 1) give(u % 6, 1 + u / 2, u % 8, 100 * u, 64'hfffff000 + 16 * u, NONE, 0, 0);
            drain(20000);
            rate = 0;
            give(3, 40, 1, 0, 64'h2_0000_01f0, NONE, 0, 0);
            idle(30);
            must(first_read - gave < 20 && reads > 0, `__LINE__);
            must(p_held[96] && p_held[97] && p_held[98] && p_held[99], `__LINE__);
            rate = 16;
            drain(2000);
            give(2, 1, 1, 0, 64'h3000, NONE, 0, 0);
            drain(2000);
            must(first_read - gave <= 4 && notes == 34, `__LINE__);
            judge;
        end

        // all links, completions of any read next, cut anywhere; windows inject, links stop, the host waits
        if (test("completions in any order give items in order, then one notification")) begin
            reset;
            put_rate = 60;
            ok_rate = 2;
            ready_rate = 3;
            stray_rate = 40;
            for (u = 0; u < 48; u = u + 1)
                give(u % 6, 1 + rnd(24), rnd(8), rnd(1 << 20), {rnd(65536), 12'd0, rnd(1 << 20), 4'd0}, NONE, 0, 0);
            drain(20000);
            must(notes == 48 && fails == 0 && losts == 0, `__LINE__);
            judge;
        end

        // who asks is served in turn: a link that is kept full, and one that stands
        if (test("windows and engines take turns, and who may not is passed by")) begin
            reset;
            put_rate = 2;
            for (u = 0; u < 6; u = u + 1) give(u % 6, 5, 1, 0, 64'h10000 * u, NONE, 0, 0);
            drain(20000);
            ok_rate = 6;
            for (u = 0; u < 6; u = u + 1) give(u % 6, 5, 1, 0, 64'h10000 * u, NONE, 0, 0);
            drain(40000);
            judge;
        end

        // each error in a first, a middle and a late place: the items before it, its cause, and the next descriptor
        if (test("each error sets its cause, and nothing behind it is injected")) begin
            reset;
            ready_rate = 2;
            for (u = STATUS; u <= BAD_DATA; u = u + 1)
                for (v = u % 2; v < 6; v = v + 2) begin
                    tmo = u == MUTE ? 32'd300 : 32'd0;
                    // reads of beats 16, 32, 32, 32, 32, 16: 20 items; a fault at a multiple of 64 bytes
                    w = v % 3 == 0 ? 0 : v % 3 == 1 ? 2 : 4;
                    s = v < 3 ? 0 : u == LONG ? 8 : 4;
                    give(v, 20, v, 64, 64'h5_0000_0100, u, w, s);
                    give(v, 4, v, 64, 64'h6_0000_0300, NONE, 0, 0);
                    drain(4000);
                    write(FREE + 256 * v, 32'd0);
                    for (t = 0; t < 192; t = t + 1) p_lost[t] = 1'b0;
                end
            must(notes == 54 && fails == 27, `__LINE__);
            must(losts == 18, `__LINE__);
            judge;
        end

        // with reads under way and none behind it; with items injected; another link, and what is given later
        if (test("ABORT ends the descriptors there, and no other")) begin
            reset;
            for (v = 0; v < 2; v = v + 1) begin
                rate = v * 16;
                for (u = 0; u < 2; u = u + 1) give(3, 20, u, 64, 64'h5_0000_0100, NONE, 0, 0);
                give(2, 20, 1, 64, 64'h6_0000_0100, NONE, 0, 0);
                while (v == 1 && in_items[3] < 3) @(negedge clk);
                rate = 0;
                idle(200);
                doom[3] = dt[3];
                aborted(3);
                write(16'h8324, 32'd0);
                rate = 16;
                give(3, 5, 7, 0, 64'h7_0000_0100, NONE, 0, 0);
                drain(4000);
            end
            must(notes == 8 && fails == 4, `__LINE__);
            expect_reg(16'h831c, 32'h00000200);
            expect_reg(16'h8324, 32'd0);
            judge;
        end

        // with reads not made yet, for which there are slots; and about the cycle in which a whole one ends
        if (test("ABORT stops reads, and leaves what comes behind an end in its cycle")) begin
            reset;
            rate = 0;
            ready_rate = 8;
            give(3, 60, 1, 64, 64'h5_0000_0100, NONE, 0, 0);
            while (r_n[3] < 2) @(negedge clk);
            doom[3] = dt[3];
            aborted(3);
            write(16'h8324, 32'd0);
            idle(200);
            rate = 16;
            drain(4000);
            must(notes == 1 && fails == 1 && r_n[3] < 8, `__LINE__);
            for (v = 0; v < 64; v = v + 1) begin
                give(3, 1, 2, 0, 64'h7_0000_0000, NONE, 0, 0);
                while (in_items[3] == 0) @(negedge clk);
                idle(v % 8);
                write(16'h8324, 32'd0);
                give(3, 1, 3, 0, 64'h7_0000_0400, NONE, 0, 0);
                drain(4000);
            end
            must(notes == 129 && fails == 1, `__LINE__);
            judge;
        end

        // two links, each with two descriptors, of which the second has made no read; of the row, link 2's leaves first
        if (test("ABORT: a notification of a link at a time, the next behind its first beat on m_tlp")) begin
            reset;
            go = 0;
            rate = 0;
            for (u = 0; u < 4; u = u + 1) give(2 + u / 2, 2, u, 0, 64'h5_0000_0100, NONE, 0, 0);
            idle(40);
            for (u = 2; u < 4; u = u + 1) begin
                doom[u] = dt[u];
                aborted(u);
                write(16'h8024 + 256 * u, 32'd0);
                rate = 16;
                while (notes < u - 1 && cycle < gave + 1000) @(negedge clk);
                rate = 0;
            end
            idle(100);
            must(notes == 2, `__LINE__);
            expect_reg(16'h821c, 32'h00000101);
            expect_reg(16'h831c, 32'h00000101);
            // another link has its reads and notification meanwhile
            rate = 16;
            give(4, 3, 1, 0, 64'h6_0000_0000, NONE, 0, 0);
            idle(200);
            must(notes == 3 && !work[4], `__LINE__);
            go = 1;
            idle(48);
            must(notes == 4 && dh[2] == 2 && dh[3] == 1, `__LINE__);
            expect_reg(16'h821c, 32'h00000200);
            expect_reg(16'h831c, 32'h00000101);
            go = 1;
            idle(48);
            must(notes == 5 && dh[3] == 2, `__LINE__);
            // behind a reset none is before it
            reset;
            give(3, 1, 0, 0, 64'h5_0000_0100, NONE, 0, 0);
            drain(1000);
            must(notes == 1, `__LINE__);
            judge;
        end

        // a timeout's time: from the MRd's last beat on, not earlier, 64 later at most; 0 is never
        if (test("a LOST slot is used again behind its last completion, or FREE_TAGS")) begin
            reset;
            dut.g_link[1].u_slots.now_q = -32'd250;  // its clock wraps amid this
            tmo = 32'd500;
            give(1, 1, 0, 0, 64'h8000, MUTE, 0, 0);
            drain(1000);
            must(expired - p_sent[32] >= 500 && expired - p_sent[32] <= 564, `__LINE__);
            expect_reg(16'h811c, 32'h00010200);
            // the slot is LOST: its tag is not used, whatever comes that is not its last
            give(1, 24, 0, 0, 64'h9000, NONE, 0, 0);
            drain(2000);
            late(32, 128);
            late(32, 33);
            late(32, 0);  // 4096
            expect_reg(16'h811c, 32'h00010200);
            give(1, 24, 0, 0, 64'ha000, NONE, 0, 0);
            drain(2000);
            late(32, 32);
            p_lost[32] = 1'b0;
            expect_reg(16'h811c, 32'h00000200);
            give(1, 1, 0, 0, 64'hb000, MUTE, 0, 0);
            drain(2000);
            must(p_lost[32], `__LINE__);
            bare(32, 1, 128);  // one without data is a last one
            p_lost[32] = 1'b0;
            expect_reg(16'h811c, 32'h00000200);
            for (u = 0; u < 4; u = u + 1) give(1, 1, 0, 0, 64'hb000, MUTE, 0, 0);
            drain(4000);
            expect_reg(16'h811c, 32'h00040200);
            give(1, 2, 0, 0, 64'hc000, NONE, 0, 0);  // no slot is left
            idle(200);
            must(work[1] === 1'b1 && losts == 6, `__LINE__);
            for (u = 32; u < 36; u = u + 1) p_lost[u] = 1'b0;
            write(FREE + 256, 32'd1);
            drain(1000);
            tmo = 32'd0;
            rate = 0;
            give(1, 2, 0, 0, 64'hc000, NONE, 0, 0);
            idle(2000);
            must(losts == 6, `__LINE__);
            rate = 16;
            drain(1000);
            judge;
        end

        // late bytes of a read that is LOST never become another's; errors anywhere, strays everywhere
        if (test("random sources, orders, errors: items, reads, notifications as they must")) begin
            reset;
            put_rate = 60;
            ok_rate = 2;
            ready_rate = 2;
            stray_rate = 30;
            row_rate = 4;
            tmo = 32'd1500;
            for (u = 0; u < 60; u = u + 1) begin
                v = rnd(6);
                w = rnd(3) == 0 ? 1 + rnd(9) : NONE;
                s = w == LONG ? 20 : 4 * rnd(4);
                give(v, 13 + rnd(8), rnd(8), rnd(1 << 20), {rnd(65536), 12'd0, rnd(1 << 10), 13'd0} + (w == NONE ? 16 * rnd(32) : 0), w, rnd(3), s);
                if (u % 3 == 2) begin
                    drain(20000);
                    for (t = 0; t < 6; t = t + 1) write(FREE + 256 * t, 32'd0);
                    for (t = 0; t < 192; t = t + 1) p_lost[t] = 1'b0;
                end
            end
            drain(20000);
            must(notes == 60 && fails > 10, `__LINE__);
            judge;
        end
        $finish;
    end
    initial begin
        #4000000 $display("not ok the bench ends");
        $finish;
    end
