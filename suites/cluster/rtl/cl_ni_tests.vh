// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Tests of cl_ni's lines that do something: command buffers, counters, queues. Tasks of cl_ni_tb.v, include there alone.

    task make_all;  // body lines 0 to 31, command buffers 2000 to 20e0, a counter 2100, flags 2120, on both ends
        for (k = 0; k < 2; k = k + 1) begin
            for (i = 0; i < 32; i = i + 1) make(k, 32 * i, SCRATCH);
            for (i = 0; i < 8; i = i + 1) make(k, 32'h2000 + 32 * i, COMMAND);
            make(k, 32'h2100, COUNTER);
            make(k, 32'h2120, SCRATCH);
            for (i = 0; i < 8; i = i + 1) store(k, MINE + 32'h2120 + 4 * i, 0);
        end
    endtask
    task queue_at;  // of an end: the head at byte 4000, lines behind it
        input integer side;
        input integer state;
        input integer lines;
        begin
            make(side, 32'h4000, state);
            for (i = 1; i <= lines; i = i + 1) make(side, 32'h4000 + 32 * i, SCRATCH);
            store(side, MINE + 32'h4004, lines);
            store(side, MINE + 32'h4010, 28);
        end
    endtask
    task message;  // of one word, acknowledged to a word of that end, by buffer b
        input integer side;
        input integer b;
        input [31:0]  queue;
        input [31:0]  data;
        input [31:0]  ack;
        begin
            store(side, MINE + 32'h2010 + 32 * b, data);
            command(side, MINE + 32'h2000 + 32 * b, 2, 4, 0, queue, ack, data);
            status(side, MINE + 32'h2000 + 32 * b, 0);
        end
    endtask
    task take;     // a queue read of some bytes by buffer b
        input integer side;
        input integer b;
        input [31:0]  queue;
        input [31:0]  dest;
        input integer bytes;
        begin
            command(side, MINE + 32'h2000 + 32 * b, 3, bytes, queue, dest, 0, bytes);
            status(side, MINE + 32'h2000 + 32 * b, 0);
        end
    endtask

    task test_queues;
        begin
            if (test("a queue pairs items and reads first in, first out; full: NACK 1 and 2; too long: NACK 3")) begin
                restart;
                make_all;
                queue_at(0, MRQ, 4);
                x = 0;      // items put, items taken
                y = 0;
                for (r = 0; r < 120; r = r + 1) begin
                    store(1, MINE + 32'h2124, 99);
                    total = x - y;
                    if (rnd(2) == 0) begin
                        message(1, r % 3, YOURS + 32'h1004000, 1000 + x, MINE + 32'h2124);
                        settle;
                        loads(1, MINE + 32'h2124, total == 4 ? 0 : 4);
                        if (total == 4) check(last_cause == 1 && last_value == 4);
                        if (total != 4) x = x + 1;
                    end else begin
                        store(1, MINE + 4 * (y % 256), 0);
                        take(1, r % 3, YOURS + 32'h1004000, MINE + 4 * (y % 256), 4);
                        settle;
                        if ($signed(total) == -4) check(last_cause == 2 && last_value == 4 && last_ack == mine(1, 4 * (y % 256)));
                        else y = y + 1;
                    end
                    total = x - y;
                    loads(0, MINE + 32'h4000, $signed(total) > 0 ? total << 16 : 0 - total);
                end
                for (i = 0; i < x && i < y; i = i + 1) loads(1, MINE + 4 * i, 1000 + i);
                check(x > 20 && y > 20);
                reg_read(1, NACKS);
                loads(0, MINE + 32'h401c, got);
                store(0, MINE + 32'h4010, 8);
                command(1, MINE + 32'h2000, 2, 12, 0, YOURS + 32'h1004000, MINE + 32'h2124, 0);
                settle;
                check(last_cause == 3 && last_value == 12);
                reads(0, FAULTS, 0);
                judge;
            end
            if (test("messages and queue reads that meet under way: the first read has the first item, each one item")) begin
                restart;
                make_all;
                queue_at(0, MRQ, 30);
                queue_at(1, SRQ, 30);
                slow = 3;
                for (r = 0; r < 4; r = r + 1) begin
                    for (i = 0; i < 60; i = i + 1) store(1, MINE + 4 * i, 0);
                    for (i = 0; i < 60; i = i + 1) store(0, MINE + 4 * i, 0);
                    x = 0;
                    y = 0;
                    while (x < 50 || y < 50) begin
                        k = rnd(2);
                        if ((rnd(2) == 0 || y == 50) && x < 50) begin
                            // by turns into the other's and into its own queue
                            message(1, k, r[0] ? MINE + 32'h4000 : YOURS + 32'h1004000, 5000 * r + x, MINE + 32'h2124);
                            x = x + 1;
                        end else if (y < 50) begin
                            take(1, 2 + k, r[0] ? MINE + 32'h4000 : YOURS + 32'h1004000, MINE + 4 * y, 4);
                            y = y + 1;
                        end
                        if (x > y + 20 || y > x + 20) y = y;
                        else wait_cycles(rnd(40));
                        while (x > y + 20 && y < 50) begin
                            take(1, 2 + k, r[0] ? MINE + 32'h4000 : YOURS + 32'h1004000, MINE + 4 * y, 4);
                            y = y + 1;
                        end
                    end
                    settle;
                    for (i = 0; i < 50; i = i + 1) loads(1, MINE + 4 * i, 5000 * r + i);
                    loads(r & 1, MINE + 32'h4000, 0);
                end
                reads(1, NACKS, 0);
                judge;
            end
            if (test("items of up to 28 bytes come whole; a read of fewer cuts them; a load of word 5 takes one")) begin
                restart;
                make_all;
                queue_at(0, SRQ, 3);
                for (r = 1; r <= 9; r = r + 1) begin
                    for (i = 0; i < 8; i = i + 1) store(1, MINE + 4 * i, 7);
                    // from the bench: data w2, w3, w3 + 1 and so on
                    inject(0, MESSAGE, 4 + 2 * r, mine(0, 32'h4000), mine(1, 32'h2124), 100 * r, 200 * r);
                    inject(0, QUEUE_READ, 5, mine(0, 32'h4000), mine(1, 0), r[0] ? 28 : 4, 0);
                    settle;
                    check(r <= 7 ? last_value == 4 * r && last_cause == 0 : last_value == 28 || last_cause == 3);
                    if (r <= 7)
                        for (i = 0; i < 8; i = i + 1)
                            loads(1, MINE + 4 * i, i >= r || (i > 0 && !r[0]) ? 7 : i == 0 ? 100 * r : 200 * r + i - 1);
                    else if (r == 8) begin  // the read waits for this one
                        inject(0, MESSAGE, 6, mine(0, 32'h4000), 0, 4, 0);
                        settle;
                    end
                end
                restart;
                make_all;
                queue_at(0, SRQ, 3);
                loads(0, MINE + 32'h4014, 0);
                loads(0, MINE + 32'h4018, 1);
                for (i = 0; i < 9; i = i + 1) begin
                    message(1, 0, YOURS + 32'h1004000, 70 + i, 0);
                    settle;
                    if (i > 0) loads(0, MINE + 32'h4014, 69 + i);
                end
                loads(0, MINE + 32'h4014, 78);
                loads(0, MINE + 32'h4014, 0);
                store(0, MINE + 32'h4004, 4);   // a body line that is none
                store(0, MINE + 32'h4008, 3);
                store(0, MINE + 32'h400c, 3);
                make(0, 32'h4080, 0);
                message(1, 0, YOURS + 32'h1004000, 1, MINE + 32'h2124);
                settle;
                check(last_cause == 2);
                loads(0, MINE + 32'h4000, 0);
                store(0, MINE + 32'h4000, 32'h10000);
                faulty(0, 0, MINE + 32'h4014);
                judge;
            end
            if (test("a lock is a queue with one token: never two have it, and each gets it")) begin
                restart;
                make_all;
                queue_at(0, MRQ, 4);
                store(0, MINE + 32'h2128, 0);
                message(0, 0, MINE + 32'h4000, 1, 0);
                settle;
                for (r = 0; r < 20; r = r + 1) begin
                    store(0, MINE, 0);
                    store(1, MINE, 0);
                    take(r & 1, 1, r & 1 ? YOURS + 32'h1004000 : MINE + 32'h4000, MINE, 4);
                    if (r & 2) settle;
                    take(1 - (r & 1), 1, r & 1 ? MINE + 32'h4000 : YOURS + 32'h1004000, MINE, 4);
                    settle;
                    for (k = 0; k < 2; k = k + 1) begin
                        load(0, MINE);
                        x = got;
                        load(1, MINE);
                        y = got;
                        check(x + y == 1);
                        if (r & 2 && k == 0) check(y == r % 2);
                        // who has it counts, and gives it back
                        load(y, y ? YOURS + 32'h1002128 : MINE + 32'h2128);
                        store(y, y ? YOURS + 32'h1002128 : MINE + 32'h2128, got + 1);
                        store(y, MINE, 0);
                        message(y, 0, y ? YOURS + 32'h1004000 : MINE + 32'h4000, 1, 0);
                        settle;
                    end
                end
                loads(0, MINE + 32'h2128, 40);
                loads(0, MINE + 32'h4000, 32'h10000);
                judge;
            end
        end
    endtask

    task arrive;  // at A's counter: B by an RDMA of a word that is acknowledged there, A by a store
        input integer side;
        if (side == 0) store(0, MINE + 32'h2100, 4);
        else begin
            command(1, MINE + 32'h2000, 1, 4, MINE + 0, YOURS + 32'h1000000, YOURS + 32'h1002100, 0);
            status(1, MINE + 32'h2000, 0);
        end
    endtask
    task flags;   // what the counter told: A's flag, B's two
        input [31:0] must;
        begin
            loads(0, MINE + 32'h2120, must);
            loads(1, MINE + 32'h2120, must);
            loads(1, MINE + 32'h2124, must);
        end
    endtask
    task test_counters;
        begin
            if (test("a barrier of a counter that is re-armed lets nobody through before all are there, each round")) begin
                restart;
                make_all;
                store(0, MINE + 32'h2100, -8);
                store(0, MINE + 32'h2108, mine(0, 32'h2120));
                store(0, MINE + 32'h210c, mine(1, 32'h2120));
                store(0, MINE + 32'h2110, 0);
                store(0, MINE + 32'h2114, mine(1, 32'h2124));
                store(0, MINE + 32'h2118, -8);
                store(0, MINE + 32'h211c, 1);
                for (r = 1; r < 20; r = r + 1) begin
                    store(0, MINE + 32'h2104, r);
                    arrive(r & 1);
                    settle;
                    flags(r - 1);
                    arrive(1 - (r & 1));
                    settle;
                    flags(r);
                    loads(0, MINE + 32'h2100, -8);
                    loads(0, MINE + 32'h211c, 1);
                end
                check(kinds[ADD] == 38);
                // arrivals of the next round while it fires: counted, and the re-arm makes it fire again
                hold = 6'd1;
                arrive(0);
                arrive(1);
                wait_cycles(200);
                loads(0, MINE + 32'h211c, 3);
                set_line(0, 32'h2100, SCRATCH);
                check(refused);
                arrive(1);
                arrive(0);
                wait_cycles(100);
                loads(0, MINE + 32'h2100, 8);
                hold = 0;
                settle;
                check(kinds[ADD] == 42);
                loads(0, MINE + 32'h2100, -8);
                loads(0, MINE + 32'h211c, 1);
                judge;
            end
            if (test("a crossing while it fires is kept once, a third is an error; passing zero does not fire")) begin
                restart;
                make_all;
                store(0, MINE + 32'h2104, 5);
                store(0, MINE + 32'h2108, mine(1, 32'h2120));
                store(0, MINE + 32'h210c, mine(1, 32'h2124));
                store(0, MINE + 32'h2100, -4);
                store(0, MINE + 32'h2100, 6);
                store(0, MINE + 32'h2100, -4);
                settle;
                loads(0, MINE + 32'h2100, -2);
                check(kinds[ADD] == 0);
                hold = 6'd1;
                store(0, MINE + 32'h2100, 2);
                loads(0, MINE + 32'h211c, 2);
                store(0, MINE + 32'h2100, 0);
                loads(0, MINE + 32'h211c, 2);
                store(0, MINE + 32'h2100, 1);
                store(0, MINE + 32'h2100, -1);
                loads(0, MINE + 32'h211c, 6);
                check(faults[5] == 0);
                store(0, MINE + 32'h2100, 1);
                store(0, MINE + 32'h2100, -1);
                loads(0, MINE + 32'h211c, 14);
                check(faults[5] == 1);
                hold = 0;
                settle;
                check(kinds[ADD] == 4);
                loads(0, MINE + 32'h211c, 8);
                store(0, MINE + 32'h211c, 6);
                loads(0, MINE + 32'h211c, 0);
                loads(0, MINE + 32'h2100, 0);
                judge;
            end
            if (test("adds of packets, acknowledgments, notifications and stores at once are all counted")) begin
                restart;
                make_all;
                make(1, 32'h2140, COUNTER);
                store(1, MINE + 32'h2144, 3);       // each of its firings is an add of 3 at A's
                store(1, MINE + 32'h2148, mine(0, 32'h2100));
                store(1, MINE + 32'h2158, -1);
                store(1, MINE + 32'h215c, 1);
                store(1, MINE + 32'h2140, -1);
                slow = 2;
                z = 0;
                for (r = 0; r < 150; r = r + 1) begin
                    x = rnd(32'h7fffffff) << 1;
                    inject(0, r & 1 ? ADD : ACK, 4, mine(0, 32'h2100), x, 0, 0);
                    y = rnd(1000000);
                    store(0, MINE + 32'h2100, y);
                    z = z + x + y;
                    if (r % 5 == 0) begin
                        command(1, MINE + 32'h2020, 1, 40, MINE + 4, YOURS + 32'h1000004, YOURS + 32'h1002100, r);
                        command(0, MINE + 32'h2020, 1, 44, YOURS + 32'h1000004, MINE + 32'h104, MINE + 32'h2100, r);
                        z = z + 84;
                    end
                    if (r % 10 == 0) begin
                        store(1, MINE + 32'h2140, 1);
                        z = z + 3;
                    end
                end
                settle;
                settle;
                loads(0, MINE + 32'h2100, z);
                loads(1, MINE + 32'h2140, -1);
                reads(0, FAULTS, 0);
                judge;
            end
        end
    endtask

    task refused_command;  // nothing leaves, the status is so
        input integer opcode;
        input integer size;
        input [31:0]  source;
        input [31:0]  dest;
        input [31:0]  ack;
        input integer must;
        begin
            command(0, MINE + 32'h2000, opcode, size, source, dest, ack, must);
            load(0, MINE + 32'h2010);
            check(got == must);
            z = z + (must == 2);
            y = y + (must == 3);
        end
    endtask
    task test_commands;
        begin
            if (test("a command buffer without right, or with what cannot be, sends nothing and says why")) begin
                restart;
                make_all;
                z = 0;
                y = 0;
                refused_command(1, 4, R_ONLY, YOURS + 32'h1000000, 32'h123450, 2);
                refused_command(1, 4, W_ONLY, YOURS + 32'h1000000, 0, 2);
                refused_command(1, 4, NOWHERE, YOURS + 32'h1000000, 0, 2);
                refused_command(1, 4, YOURS + 32'h1000000, R_ONLY, 0, 2);
                refused_command(1, 4, 32'hc0000000, YOURS + 32'h1000000, 0, 2);
                refused_command(1, 4, MINE, YOURS + 32'h1000000, R_ONLY, 2);
                refused_command(1, 4, DRAM, YOURS + 32'h1000000, 0, 2);
                refused_command(1, 8, MINE + 32'hfffc, YOURS + 32'h1000000, 0, 2);
                refused_command(2, 4, 0, R_ONLY, 0, 2);
                refused_command(3, 4, YOURS + 32'h1000000, R_ONLY, 0, 2);
                refused_command(1, 4, MINE, MINE + 64, 0, 3);
                refused_command(1, 4, YOURS + 32'h1000000, YOURS + 32'h1000000, 0, 3);
                refused_command(1, 4, YOURS + 32'h1000000, MINE, YOURS + 32'h1002100, 3);
                refused_command(1, 6, MINE, YOURS + 32'h1000000, 0, 3);
                refused_command(1, 0, MINE, YOURS + 32'h1000000, 0, 3);
                refused_command(1, 4, MINE + 2, YOURS + 32'h1000000, 0, 3);
                refused_command(1, 4, MINE, YOURS + 32'h1000001, 0, 3);
                refused_command(1, 4, MINE, YOURS + 32'h1000000, MINE + 3, 3);
                refused_command(0, 4, MINE, YOURS + 32'h1000000, 0, 3);
                refused_command(4, 4, MINE, YOURS + 32'h1000000, 0, 3);
                refused_command(2, 20, 0, YOURS + 32'h1000000, 0, 3);
                refused_command(3, 32, YOURS + 32'h1000000, MINE, 0, 3);
                refused_command(3, 8, YOURS + 32'h1000000, MINE + 28, 0, 3);
                refused_command(3, 4, YOURS + 32'h1000000, YOURS + 32'h1000000, 0, 3);
                settle;
                check(tail[0] + tail[1] + tail[2] + tail[3] + tail[4] + tail[5] == 0);
                check(faults[1] == z && faults[2] == y && z == 10);
                reads(0, FAULTS, z);
                // a source that ends under way; the next start clears the status
                command(0, MINE + 32'h2000, 1, 64, MINE + 32'h3e0, YOURS + 32'h1000000, 0, 0);
                status(0, MINE + 32'h2000, 2);
                check(kinds[WRITE] == 1);
                command(0, MINE + 32'h2000, 1, 64, MINE, YOURS + 32'h1000000, 0, 0);
                status(0, MINE + 32'h2000, 0);
                judge;
            end
            if (test("eight buffers at once send their all; a store to a busy one waits; the order of stores is free")) begin
                restart;
                make_all;
                store(0, MINE + 32'h2100, -(8 * 96));
                for (i = 0; i < 128; i = i + 1) store(0, MINE + 4 * i, 32'h1000 + i);
                for (i = 0; i < 256; i = i + 1) store(1, MINE + 4 * i, 0);
                hold = 6'b000010;
                for (r = 0; r < 8; r = r + 1)
                    command(0, MINE + 32'h2000 + 32 * r, 1, 96, MINE + 32 * r, YOURS + 32'h1000000 + 128 * r, MINE + 32'h2100, r);
                for (r = 0; r < 8; r = r + 1) loads(0, MINE + 32'h2010 + 32 * r, 1);
                set_line(0, 32'h20e0, CACHE);
                check(refused);
                hold = 0;
                store(0, MINE + 32'h20e0, {4'd1, 28'd4});
                check(took > 100);
                settle;
                loads(0, MINE + 32'h2100, 0);
                for (r = 0; r < 256; r = r + 1) loads(1, MINE + 4 * r, r % 32 < 24 ? 32'h1000 + r / 32 * 8 + r % 32 : 0);
                // three of the four words do not start it; one that comes twice counts as it came last
                store(0, MINE + 32'h20e4, MINE + 4);
                store(0, MINE + 32'h20ec, 0);
                store(0, MINE + 32'h20e4, MINE + 8);
                settle;
                check(kinds[WRITE] == 24);
                loads(0, MINE + 32'h20f0, 0);
                store(0, MINE + 32'h20e8, YOURS + 32'h100007c);
                settle;
                loads(1, MINE + 32'h7c, 32'h1002);
                judge;
            end
            if (test("a NACK shows where it comes: status 4, a counter's error bit, 0 in a word")) begin
                restart;
                make_all;
                make(1, 32'h2160, COUNTER);
                command(0, MINE + 32'h2000, 1, 8, MINE, YOURS + 32'h1002160, MINE + 32'h2000, 0);
                settle;
                status(0, MINE + 32'h2000, 4);
                store(0, MINE + 32'h2124, 55);
                command(0, MINE + 32'h2020, 1, 8, MINE, YOURS + 32'h1002160, MINE + 32'h2124, 0);
                settle;
                loads(0, MINE + 32'h2124, 0);
                check(last_value == 8 && last_cause == 2);
                command(0, MINE + 32'h2040, 1, 8, YOURS + 32'h1002160, MINE, MINE + 32'h2100, 0);
                settle;
                loads(0, MINE + 32'h211c, 8);
                check(kinds[16+NACK] == 3 && faults[3] == 3);
                reads(0, NACKS, 3);
                reads(1, FAULTS, 3);
                judge;
            end
        end
    endtask
