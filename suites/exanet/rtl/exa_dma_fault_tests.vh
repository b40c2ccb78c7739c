// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Tests of exa_dma_tb with faults, resets, rates and random transactions. Include inside that bench.

    // the oldest entry, and its removal
    task fault_is;
        input integer t;
        input [15:0]  pdid;
        input [1:0]   code;
        input [41:0]  at;
        begin
            if (!irq) bad("irq_fault is low", t, 0);
            read(20'h40410, 3);
            if (rd_word[31:0] !== {1'b1, 3'd0, pdid, code, t[9:0]} || rd_word[63:32] !== {2'd0, at[41:12]}) begin
                bad("entry of a fault", t, code);
                $display("# %016x, not %08x%08x", rd_word[63:0], {2'd0, at[41:12]}, {1'b1, 3'd0, pdid, code, t[9:0]});
            end
        end
    endtask

    task test_faults;
        begin
            fault_page[0] = 30'h555;  fault_code[0] = 2;
            fault_page[1] = 30'h777;  fault_code[1] = 3;
            fault_pages = 2;
            get32(20'h40508, 0, OKAY);
            // in the third packet, by its last beat
            start(1, 64'h555000 - 700, 42'h10000, 2000, 16'h1001, 0);
            settle;
            t_live[1] = 0;
            if (t_off[1] != 512) bad("packets before the fault", t_off[1], 512);
            expect_end(1, 0, 1, 0, 512);
            get32(20'h40418, 1, OKAY);
            get32(20'h40410, {1'b1, 3'd0, 16'h1001, 2'd2, 10'd1}, OKAY);
            fault_is(1, 16'h1001, 2, 42'h555000);
            if (irq) bad("irq_fault is high", 0, 0);
            get32(20'h40410, 0, OKAY);
            get32(20'h40414, 0, OKAY);
            get32(20'h40418, 0, OKAY);
            // served, started again
            fault_pages = 1;
            fault_page[0] = 30'h777;  fault_code[0] = 3;
            control(1, 0, 0, 0, 0, 2000, 16'h1001);
            settle;
            expect_end(1, 0, 0, 1, 2000);
            // in the first packet, in the last; the output blocked, and another transaction among them
            shut = 3'b001;
            start(2, 64'h777ff0, 42'h20000, 3000, 16'h1002, 0);
            start(3, 64'h777000 - 990, 42'h30000, 1000, 16'h1002, 0);
            start(4, 64'h123456, 42'h40000, 3000, 16'h1003, 0);
            repeat (800) @(negedge clk);
            expect_end(2, 0, 1, 0, 0);
            fault_is(2, 16'h1002, 3, 42'h777000);
            shut = 0;
            settle;
            t_live[2] = 0;
            t_live[3] = 0;
            expect_end(3, 0, 1, 0, 768);
            expect_end(4, 0, 0, 1, 3000);
            fault_is(3, 16'h1002, 3, 42'h777000);
            // eight of a blocked output that all fail: their slots are free again
            shut = 3'b001;
            start(20, 64'h400, 42'h400, 100, 16'h1000, 0);
            for (i = 8; i < 20; i = i + 1) start(i, 64'h777000 - 300, 42'h4000 * i, 4000, 16'h1000 + i % 8, 0);
            repeat (2000) @(negedge clk);
            shut = 0;
            settle;
            expect_end(20, 0, 0, 1, 100);
            for (i = 8; i < 20; i = i + 1) begin
                t_live[i] = 0;
                expect_end(i, 0, 1, 0, 256);
            end
            get32(20'h40418, 12, OKAY);
            for (i = 8; i < 20; i = i + 1) begin
                read(20'h40410, 2);
                j = rd_word[9:0];
                fault_is(j, 16'h1000 + j % 8, 3, 42'h777000);
            end
            get32(20'h4045c, 0, OKAY);
            // no chain from one that stopped
            park(20, 64'h8001, 42'h10001, 500, 16'h1003, 0);
            describe(21, 64'h777000 - 300, 22'h1, 42'h20000, 13'h40, 1);
            control(21, 0, 0, 1, 20, 16000, 16'h1001);
            settle;
            t_live[21] = 0;
            expect_end(21, 0, 1, 0, 256);
            expect_end(20, 1, 0, 0, 0);
            fault_is(21, 16'h1001, 3, 42'h777000);
            // a bank taken away
            shut = 3'b010;
            start(5, 64'h9010, 42'h9000, 4096, 16'h1006, 1);
            repeat (300) @(negedge clk);
            put32(20'h40018, 0, OKAY);
            shut = 0;
            settle;
            t_live[5] = 0;
            if (t_off[5] != 2048 && t_off[5] != 2304) bad("packets of a bank that went", t_off[5], 2048);
            expect_end(5, 0, 1, 0, t_off[5]);
            fault_is(5, 16'h1006, 1, 42'h9010 + t_off[5]);
            put32(20'h40018, 32'h80001006, OKAY);
            fault_pages = 0;
            judge("a packet that faulted does not leave, nor any behind it");
        end
    endtask

    task test_fault_queue;
        begin
            fault_page[0] = 30'h777;  fault_code[0] = 3;
            fault_pages = 1;
            // the first packets of eight fill the slots and fail together: all of them are still in their list
            ar_slow = 1000;
            for (i = 0; i < 10; i = i + 1) start(i, 64'h777000 + 16 * i, 42'h4000 * i, 3500, 16'h1000 + i % 8, 2);
            hold = 1;
            ar_slow = 0;
            repeat (300) @(negedge clk);
            get32(20'h4045c, 10, OKAY);
            hold = 0;
            settle;
            get32(20'h40418, 10, OKAY);
            for (i = 0; i < 10; i = i + 1) begin
                t_live[i] = 0;
                expect_end(i, 0, 1, 0, 0);
                read(20'h40410, 2);
                j = rd_word[9:0];
                fault_is(j, 16'h1000 + j % 8, 3, 42'h777000);
            end
            // an entry for each of 32, and one that is lost
            for (i = 0; i < 33; i = i + 1) begin
                start(i % 32, 64'h777100, 42'h200, 10 + i, 16'h1001, 1);
                t_live[i%32] = 0;
                settle;
            end
            get32(20'h40418, 32, OKAY);
            get32(20'h40454, 1, OKAY);
            for (i = 0; i < 32; i = i + 1) fault_is(i, 16'h1001, 3, 42'h777000);
            get32(20'h40418, 0, OKAY);
            fault_pages = 0;
            judge("transactions that fail together all end, and each has its entry");
        end
    endtask

    task test_drain;
        begin
            // reads that wait for arready are open, and those that are answered in part
            ar_slow = 1000;
            start(0, 64'h5000, 42'h4000, 4096, 16'h1001, 0);
            repeat (40) @(negedge clk);
            get32(20'h40024, 1, OKAY);
            put32(20'h40004, 32'h80001001, OKAY);
            get32(20'h40004, 32'h80001001, OKAY);
            hold = 2;
            ar_slow = 0;
            repeat (400) @(negedge clk);
            get32(20'h40024, 8, OKAY);
            get32(20'h40028, 0, OKAY);
            put32(20'h40004, 32'h80002222, OKAY);
            get32(20'h40004, 32'hc0002222, OKAY);
            put32(20'h40004, 32'h80001001, SLVERR);
            put32(20'h40024, 0, SLVERR);
            write(20'h40000, 4, 16'hffff, 128'h80001003_80003333_00000000_80001000);
            if (wr_resp !== OKAY) bad("a beat with a bank that drains", wr_resp, 0);
            get32(20'h40004, 32'hc0002222, OKAY);
            get32(20'h40008, 32'h80003333, OKAY);
            // neither of the two is in it; a third goes on
            start(1, 64'h6000, 42'h8000, 100, 16'h2222, 1);
            start(2, 64'h6000, 42'h8000, 100, 16'h1001, 1);
            start(3, 64'h6000, 42'h8000, 1000, 16'h3333, 1);
            t_live[1] = 0;
            t_live[2] = 0;
            repeat (400) @(negedge clk);
            expect_end(1, 0, 1, 0, 0);
            expect_end(2, 0, 1, 0, 0);
            expect_end(3, 0, 0, 1, 1000);
            hold = 0;
            settle;
            t_live[0] = 0;
            if (t_off[0] != 2048) bad("packets of the bank before", t_off[0], 2048);
            expect_end(0, 0, 1, 0, 2048);
            fault_is(0, 16'h1001, 1, 42'h5800);
            get32(20'h40004, 32'h80002222, OKAY);
            get32(20'h40024, 0, OKAY);
            start(1, 64'h6000, 42'h8000, 100, 16'h2222, 1);
            settle;
            expect_end(1, 0, 0, 1, 100);
            banks;
            // the write takes effect in every cycle around the issue of the second of two packets
            n0 = 0;
            for (i = 0; i < 24; i = i + 1) begin
                hold = 2;
                ar_slow = 1000;
                start(4, 64'h7000, 42'h4000, 400, 16'h1001, i % 3);
                fork
                    begin
                        repeat (10) @(negedge clk);
                        ar_slow = 0;
                    end
                    begin
                        for (j = 0; j < i; j = j + 1) @(negedge clk);
                        put32(20'h40004, 32'h80002222, OKAY);
                    end
                join
                repeat (40) @(negedge clk);
                get32(20'h40004, 32'hc0002222, OKAY);
                read(20'h40024, 2);
                k = rd_word[63:32];
                if (k != 1 && k != 2) bad("packets open", k, i);
                start(5, 64'h8000, 42'h8000, 100, 16'h2222, i % 3);
                t_live[5] = 0;
                expect_end(5, 0, 1, 0, 0);
                hold = 0;
                settle;
                get32(20'h40004, 32'h80002222, OKAY);
                expect_end(4, 0, k == 1, k == 2, k == 1 ? 256 : 400);
                if (k == 1) fault_is(4, 16'h1001, 1, 42'h7100);
                t_live[4] = 0;
                n0 = n0 + k - 1;
                banks;
            end
            if (n0 < 3 || n0 > 21) bad("both before", n0, 24);
            judge("a bank that changes its owner admits it when nothing is open");
        end
    endtask

    // 32 transactions of path 0, the first packets of n of them fail: cycles until all have their entry. With busy the port has reads and
    // writes without a gap. Page's bound: 128 n (32 + 4).
    task search;
        input integer n;
        input         busy;
        begin
            fault_pages = 1;
            ar_slow = 1000;
            shut = 3'b001;
            for (i = 0; i < TXNS; i = i + 1) start(i, i < 8 && i >= 8 - n ? 64'h777000 : 64'h9000, 42'h4000 * i, 700, 16'h1000 + i % 8, 0);
            hold = 1;
            ar_slow = 0;
            repeat (300) @(negedge clk);
            araddr = 20'h40418; arsize = 2; arv = 1; rr = 1;   // FAULT_LEVEL
            awaddr = 20'h40440; awsize = 2; awv = busy; wstrb = 0; wv = busy; br = busy;
            repeat (20) @(negedge clk);
            hold = 0;
            n0 = now;
            @(negedge clk) while (!(rv && rdata[95:64] == n) && now - n0 <= 128 * n * 36) @(negedge clk);
            if (now - n0 > 128 * n * 36) bad("a search takes", now - n0, n);
            arv = 0; awv = 0;
            repeat (20) @(negedge clk);
            wv = 0; br = 0; rr = 0; shut = 0;
            settle;
            for (i = 8 - n; i < 8; i = i + 1) begin
                read(20'h40410, 2);
                j = rd_word[9:0];
                fault_is(j, 16'h1000 + j % 8, 3, 42'h777000);
                expect_end(j, 0, 1, 0, 0);
                t_live[j] = 0;
            end
            for (i = 0; i < TXNS; i = i + 1) if (t_live[i]) bad("not all left", i, t_off[i]);
        end
    endtask

    task test_search;
        begin
            fault_page[0] = 30'h777;  fault_code[0] = 3;
            search(1, 0);
            search(1, 1);
            search(8, 1);
            // slots are free, but another path's packet waits for arready
            ar_slow = 1000;
            start(0, 64'h777000, 42'h4000, 3000, 16'h1000, 0);
            start(1, 64'h9000, 42'h8000, 3000, 16'h1001, 1);
            k = bursts;
            ar_slow = 0;
            while (bursts == k) @(negedge clk);
            ar_slow = 1000;
            repeat (128 * 6) @(negedge clk);
            if (bursts != k + 1) bad("reads", bursts, k);
            expect_end(0, 0, 1, 0, 0);
            fault_is(0, 16'h1000, 3, 42'h777000);
            t_live[0] = 0;
            ar_slow = 0;
            settle;
            fault_pages = 0;
            judge("a search goes on, whatever the port and the memory do");
        end
    endtask

    task one_read;   // is accepted, and the next one waits
        begin
            k = bursts;
            ar_slow = 0;
            while (bursts == k) @(negedge clk);
            ar_slow = 1000;
            repeat (20) @(negedge clk);
        end
    endtask

    // Two of path 0 fail, and between the looks at them, in each cycle around that, a read of path 1 is accepted: its transaction starts 3 in
    // front of the second, while a read of path 2 waits (chain), or 3, which stands between the two, is issued.
    task amid_search;
        input chain;
        begin
            fault_pages = 1;
            for (i = 0; i < 20; i = i + 1) begin
                ar_slow = 1000;
                hold = 1;
                start(0, 64'h777000, 42'h100f0, 3000, 16'h1000, 0);
                start(1, 64'h777000, 42'h200f0, 3000, 16'h1001, 0);
                one_read;
                if (chain) park(3, 64'h8000, 42'h40000, 600, 16'h1003, 0);
                else start(3, 64'h8000, 42'h40000, 600, 16'h1003, 0);
                describe(2, 64'h6000, 22'h1, 42'h30000, 13'h40, 1);
                control(2, 0, 0, chain, 3, 100, 16'h1002);
                if (chain) start(4, 64'h6000, 42'h50000, 100, 16'h1004, 2);
                one_read;
                hold = 0;
                repeat (i) @(negedge clk);
                one_read;
                ar_slow = 0;
                repeat (400) @(negedge clk);
                for (j = 0; j < 2; j = j + 1) begin
                    expect_end(j, 0, 1, 0, 0);
                    t_live[j] = 0;
                    read(20'h40410, 2);
                    fault_is(rd_word[9:0], 16'h1000 + rd_word[9:0], 3, 42'h777000);
                end
                for (j = 2; j < (chain ? 5 : 4); j = j + 1) expect_end(j, 0, 0, 1, j == 3 ? 600 : 100);
                get32(20'h4045c, 0, OKAY);
            end
            fault_pages = 0;
        end
    endtask

    task test_amid_search;
        begin
            fault_page[0] = 30'h777;  fault_code[0] = 3;
            amid_search(1);
            amid_search(0);
            judge("what is issued and started amid a search keeps its place");
        end
    endtask

    task test_reset;
        begin
            for (i = 0; i < 6; i = i + 1) start(i, 64'h9003 * i, 42'h4000 * i, 9000, 16'h1000 + i, i % 3);
            park(7, 64'h8001, 42'h10001, 500, 16'h1003, 0);
            put64(20'h08030, 1, OKAY);
            hold = 1;
            repeat (20) @(negedge clk);
            restart;
            hold = 0;
            for (i = 0; i < TXNS; i = i + 1) begin
                read(32 * i, 4);
                if (rd_word !== 0) bad("a descriptor after reset", i, 0);
                read(32 * i + 16, 4);
                if (rd_word !== 0) bad("a descriptor after reset", i, 1);
            end
            for (i = 0; i < 8; i = i + 1) begin
                get32(20'h40000 + 4 * i, 0, OKAY);
                get32(20'h40440 + 4 * i, 0, OKAY);
            end
            banks;
            repeat (100) @(negedge clk);
            n0 = packets;
            start(7, 64'h8001, 42'h10001, 5000, 16'h1003, 0);
            message(0, 7);   // of another transaction: the write held is forgotten
            settle;
            expect_end(7, 0, 0, 1, 5000);
            if (packets - n0 != 20) bad("packets after reset", packets - n0, 20);
            judge("reset forgets transactions, descriptors and messages");
        end
    endtask

    task test_rates;
        begin
            // full packets: issues in 18 cycles at most, the output's words without a gap
            base = bursts;
            n0 = packets;
            start(0, 64'h100000, 42'h100000, 16384, 16'h1000, 0);
            start(1, 64'h200000, 42'h200000, 16384, 16'h1001, 0);
            while (packets - n0 < 20) @(negedge clk);
            gap_max = 0;
            while (packets - n0 < 120) @(negedge clk);
            if (gap_max > 4) bad("idle cycles between packets", gap_max, 4);
            settle;
            // three outputs: the reads are the limit; the port is asked all the while
            base = bursts;
            for (i = 0; i < 6; i = i + 1) start(i, 64'h100000 * i, 42'h100000 * i, 16384, 16'h1000 + i, i % 3);
            came = bursts;
            while (bursts - came < 64) get32(20'h40400, 32'h45440001, OKAY);
            for (i = came + 16; i < came + 60; i = i + 1)
                if (asked_at[i%65536] - asked_at[(i-16)%65536] > 18 * 16)
                    bad("16 issues took", asked_at[i%65536] - asked_at[(i-16)%65536], 288);
            settle;
            judge("issues and packets follow each other in time");
        end
    endtask

    // what a transaction that stopped must have said: the first byte that cannot be read at or behind off
    function [41:0] fails_at;
        input integer t;
        integer b;
        reg [41:0] a;
        begin
            fails_at = 0;
            for (b = t_len[t] - 1; b + 1 > t_off[t]; b = b - 1) begin
                a = t_src[t] + b;
                if (answer(a & ~42'd15) != 0) fails_at = a;
            end
        end
    endfunction

`ifdef VERILATOR
    localparam integer ROUNDS = 6;
`else
    localparam integer ROUNDS = 2; // Icarus needs some seven seconds for one
`endif

    task test_random;
        integer round, t, faults;
        begin
            faults = 0;
            order = 1;
            fault_pages = 3;
            for (i = 0; i < 3; i = i + 1) begin
                fault_page[i] = 30'h100 + 5 * i;
                fault_code[i] = 2 + i % 2;
            end
            for (round = 0; round < ROUNDS; round = round + 1) begin
                slow = rnd(3);
                ar_slow = rnd(3);
                stall = rnd(4) * rnd(2);
                for (t = 0; t < TXNS; t = t + 1) begin
                    n0 = rnd(4) == 0 ? 1 + rnd(5000) : 1 + rnd(600);
                    start(t, 64'h100000 + rnd(65536), 42'h4000 * t + rnd(11000), n0, 16'h1000 + rnd(8), rnd(3));
                    if (rnd(4) == 0) message(rnd(3), t);
                end
                settle;
                while (irq) begin
                    read(20'h40410, 2);
                    k = rd_word[9:0];
                    if (k >= TXNS || !t_live[k]) bad("a fault of no transaction", k, 0);
                    else begin
                        fault_is(k, t_pdid[k], answer(fails_at(k) & ~42'd15), fails_at(k));
                        expect_end(k, 0, 1, 0, t_off[k]);
                        if (answer(fails_at(k) & ~42'd15) == 0) bad("it faulted without a fault", k, t_off[k]);
                        t_live[k] = 0;
                        faults = faults + 1;
                    end
                end
                for (t = 0; t < TXNS; t = t + 1) begin
                    if (t_live[t]) bad("not all left", t, t_off[t]);
                    if (t_off[t] == t_len[t]) expect_end(t, 0, 0, 1, t_len[t]);
                end
            end
            if (faults < 5) bad("faults", faults, 5);
            for (i = 0; i < OUTS; i = i + 1) begin
                get32(20'h40500 + 32 * i, packets_of[i], OKAY);
                get32(20'h40504 + 32 * i, bytes_of[i], OKAY);
                if (c_due[i]) bad("a message did not leave", i, 0);
            end
            get32(20'h4045c, 0, OKAY);
            order = 0; slow = 0; ar_slow = 0; stall = 0; fault_pages = 0;
            judge("random transactions, banks out of order, faults and messages");
        end
    endtask
