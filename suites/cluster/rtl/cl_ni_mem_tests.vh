// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Tests of what packets may do to cl_ni's lines, and of its cache. Tasks of cl_ni_tb.v, include there alone.

    // a packet to A that must be refused: what the NACK says, or none; FAULTS counts it
    task no_entry;
        input integer kind;
        input integer len;
        input [31:0]  w0;
        input [31:0]  w1;
        input [31:0]  w2;
        input [31:0]  w3;
        input [31:0]  to;     // 0: no NACK
        input integer bytes;
        begin
            x = kinds[NACK];
            y = kinds[ACK];
            last_ack = 0;
            inject(0, kind, len, w0, w1, w2, w3);
            settle;
            z = z + 1;
            check(faults[1] == z && kinds[NACK] == x + (to != 0) && kinds[ACK] == y && last_ack == to);
            if (to != 0) check(last_cause == 2 && last_value == bytes);
        end
    endtask
    // a malformed packet of stream 3 * 0 + prio, word by word; what is behind it is none of it
    task broken;
        input integer prio;
        input [31:0]  head;
        input integer n;
        input [31:0]  w0;
        input [31:0]  w1;
        input [31:0]  w2;
        begin
            enqueue(prio, {n == 0, head});
            for (i = 0; i < n; i = i + 1) enqueue(prio, {i == n - 1, i == 0 ? w0 : i == 1 ? w1 : i == 2 ? w2 : 32'd3});
            z = z + 1;
        end
    endtask
    function [31:0] header;  // to A
        input integer prio;
        input integer kind;
        input integer len;
        header = {A[1:0], 2'd0, len[5:0], 6'd0, A[6:2], 5'd9, prio[1:0], kind[3:0]};
    endfunction

    task test_packets;
        begin
            if (test("what packets may not touch stays as it is and is refused")) begin
                restart;
                make_all;
                make(0, 32'h4000, MRQ);
                store(0, MINE + 32'h2104, 11);
                z = 0;
                no_entry(WRITE, 6, mine(0, 32'h2000), mine(1, 32'h2120), 1, 0, mine(1, 32'h2120), 4);
                no_entry(WRITE, 8, mine(0, 32'h2100), mine(1, 32'h2120), 1, 2, mine(1, 32'h2120), 8);
                no_entry(WRITE, 6, mine(0, 32'h4004), mine(1, 32'h2120), 1, 0, mine(1, 32'h2120), 4);
                no_entry(WRITE, 6, mine(0, 32'h8000), mine(1, 32'h2120), 1, 0, mine(1, 32'h2120), 4);
                no_entry(WRITE, 6, {A, 25'h0}, mine(1, 32'h2120), 1, 0, mine(1, 32'h2120), 4);
                no_entry(WRITE, 6, {A, 25'h1010000}, 0, 1, 0, 0, 0);
                no_entry(WRITE_REPLY, 10, mine(0, 32'h2104), mine(1, 32'h2120), 1, 5, mine(1, 32'h2120), 12);
                no_entry(READ, 7, mine(0, 32'h2100), mine(1, 0), mine(1, 32'h2120), 32, mine(1, 32'h2120), 32);
                no_entry(READ, 7, mine(0, 32'h3fc), mine(1, 0), mine(1, 32'h2120), 8, mine(1, 32'h2120), 8);
                no_entry(READ, 7, mine(0, 32'h4000), mine(1, 0), 0, 8, 0, 8);
                no_entry(MESSAGE, 6, mine(0, 0), mine(1, 32'h2120), 1, 0, mine(1, 32'h2120), 4);
                no_entry(MESSAGE, 6, mine(0, 32'h4004), mine(1, 32'h2120), 1, 0, mine(1, 32'h2120), 4);
                no_entry(QUEUE_READ, 5, mine(0, 32'h2100), mine(1, 32'h2120), 16, 0, mine(1, 32'h2120), 16);
                no_entry(ADD, 4, mine(0, 32'h2104), 5, 0, 0, 0, 0);
                no_entry(ACK, 4, mine(0, 32'h4000), 5, 0, 0, 0, 0);
                no_entry(ADD, 4, mine(0, 32'h2000), 5, 0, 0, 0, 0);
                reads(0, FAULTS, z);
                for (i = 0; i < 8; i = i + 1) begin
                    loads(0, MINE + 32'h2000 + 4 * i, 0);
                    loads(0, MINE + 32'h2100 + 4 * i, i == 1 ? 11 : 0);
                    if (i < 5) loads(0, MINE + 32'h4000 + 4 * i, 0);
                end
                // what they may
                inject(0, ADD, 4, mine(0, 32'h2120), 1234, 0, 0);
                inject(0, WRITE_REPLY, 20, mine(0, 32'h40), mine(1, 32'h2124), 900, 901);
                inject(0, WRITE, 6, mine(0, 32'h7c), mine(1, 32'h2128), 800, 0);
                settle;
                loads(0, MINE + 32'h2120, 1234);
                for (i = 0; i < 8; i = i + 1) if (i < 7) loads(0, MINE + 32'h40 + 4 * i, 900 + i);
                loads(1, MINE + 32'h2124, 32);
                loads(1, MINE + 32'h2128, 4);
                judge;
            end
            if (test("malformed packets are dropped and counted, each alone")) begin
                restart;
                make_all;
                z = 0;
                store(0, MINE + 64, 5);
                broken(1, header(1, WRITE, 6), 2, mine(0, 64), 0, 1);
                broken(1, header(1, WRITE, 6), 4, mine(0, 64), 0, 1);
                broken(1, header(1, WRITE, 6), 0, 0, 0, 0);
                broken(1, header(1, WRITE, 6), 40, mine(0, 64), 0, 1);
                broken(1, header(1, WRITE, 7), 4, mine(0, 64), 0, 1);
                broken(1, header(1, WRITE, 4), 2, mine(0, 64), 0, 1);
                broken(1, header(1, WRITE, 22), 11, mine(0, 64), 0, 1);
                broken(1, header(1, WRITE, 8), 4, mine(0, 92), 0, 1);
                broken(1, header(1, WRITE, 6), 3, mine(0, 65), 0, 1);
                broken(1, header(1, WRITE, 6), 3, mine(0, 64), 2, 1);
                broken(1, header(1, WRITE, 6), 3, mine(1, 64), 0, 1);
                broken(1, header(1, WRITE, 6) ^ 32'h40000000, 3, mine(0, 64), 0, 1);
                broken(1, header(1, WRITE, 6) ^ 32'h800, 3, mine(0, 64), 0, 1);
                broken(1, header(0, WRITE, 6), 3, mine(0, 64), 0, 1);
                broken(0, header(0, WRITE, 6), 3, mine(0, 64), 0, 1);
                broken(0, header(0, 9, 6), 3, mine(0, 64), 0, 1);
                broken(0, header(0, 0, 6), 3, mine(0, 64), 0, 1);
                broken(0, header(0, ADD, 5), 3, mine(0, 64), 0, 1);
                broken(0, header(0, NACK, 4), 2, mine(0, 64), 0, 1);
                broken(0, header(0, WRITE_REPLY, 6), 3, {A, 25'h1fffffc}, 0, 1);   // no load waits
                broken(2, header(2, READ, 7), 4, mine(0, 64), mine(1, 64), 0);     // its size is 3
                broken(2, header(2, QUEUE_READ, 5), 3, mine(0, 64), mine(1, 64), 32);
                broken(2, header(2, QUEUE_READ, 5), 3, mine(0, 64), mine(1, 72), 28);
                broken(2, header(2, QUEUE_READ, 5), 3, mine(0, 64), mine(1, 64), 0);
                settle;
                reads(0, MALFORMED, z);
                reads(0, FAULTS, 0);
                check(faults[4] == z && z == 24);
                check(tail[3] + tail[4] + tail[5] == 0);
                loads(0, MINE + 64, 5);
                inject(0, WRITE, 6, mine(0, 64), 0, 6, 0);
                settle;
                loads(0, MINE + 64, 6);
                judge;
            end
            if (test("while all that leaves is held priority 0 goes on; reads wait, and are answered in order")) begin
                restart;
                make_all;
                hold = 6'b000111;
                store(0, MINE + 32'h2108, mine(1, 32'h2120));
                store(0, MINE + 32'h210c, mine(1, 32'h2124));
                for (i = 0; i < 16; i = i + 1) store(0, MINE + 4 * i, 600 + i);
                command(0, MINE + 32'h2020, 1, 64, YOURS + 32'h1000000, MINE + 32'h100, MINE + 32'h2120, 0);
                inject(0, WRITE, 6, mine(0, 32'h80), mine(1, 32'h2128), 7, 0);
                inject(0, WRITE, 6, mine(0, 32'h84), mine(1, 32'h2128), 8, 0);
                for (i = 0; i < 8; i = i + 1) inject(0, READ, 7, mine(0, 4 * i), mine(1, 4 * i), mine(1, 32'h2128), 4);
                wait_cycles(200);
                loads(0, MINE + 32'h80, 7);
                check(tail[2] - head[2] > 0);
                for (r = 0; r < 40; r = r + 1) begin
                    inject(0, ADD, 4, mine(0, 32'h2100), r & 1 ? 1 : -1, 0, 0);
                    inject(0, WRITE_REPLY, 6, mine(0, 32'ha0), mine(0, 32'h2100), r, 0);
                    inject(0, NACK, 5, mine(0, 32'h2124), 0, 0, 0);
                end
                wait_cycles(1500);
                check(tail[0] == head[0]);
                loads(0, MINE + 32'ha0, 39);
                loads(0, MINE + 32'h2100, 160);
                hold = 0;
                settle;
                for (i = 0; i < 8; i = i + 1) loads(1, MINE + 4 * i, 600 + i);
                judge;
            end
            if (test("a reset in the middle of all leaves nothing behind")) begin
                for (r = 0; r < 6; r = r + 1) begin
                    restart;
                    make_all;
                    for (i = 0; i < 16; i = i + 1) store(0, MINE + 4 * i, r + i);
                    store(0, MINE + 32'h2104, 9);
                    store(0, MINE + 32'h2108, mine(1, 32'h2120));
                    reads(0, FAULTS, 0);
                    reads(0, MALFORMED, 0);
                    reads(0, LINE, {13'd0, 3'd1, 16'd0});
                    command(0, MINE + 32'h2000, 1, 64, MINE, YOURS + 32'h1000200, 0, r);
                    command(0, MINE + 32'h2020, 1, 64, YOURS + 32'h1000200, MINE + 32'h100, MINE + 32'h2100, r);
                    if (r == 0) begin
                        settle;
                        for (i = 0; i < 16; i = i + 1) loads(1, MINE + 32'h200 + 4 * i, i);
                        loads(0, MINE + 32'h2100, 64);
                    end
                    store(0, MINE + 32'h2100, 1);
                    store(0, MINE + 32'h2100, -1);
                    hold = 7 * r;
                    faulty(0, 0, 32'hf0000000);
                    wait_cycles(9 * r);
                end
                judge;
            end
        end
    endtask

    // ---- the cache against a flat memory of 8 tags, 8 sets and a scratchpad of the same sets
    reg [31:0] flat [0:511], pad [0:255];
    reg        is_pad [0:31];
    reg [31:0] address;
    integer    hits, t;
    task test_cache;
        begin
            if (test("loads and stores to memory are those of a flat one while lines become scratchpad and back")) begin
                restart;
                for (i = 0; i < 512; i = i + 1) begin
                    flat[i] = rnd(32'h7fffffff);
                    address = {i[8], 5'd0, i[7:6], 8'd0, i[5:0], 2'd0};
                    mem[line_of(0, address[23:0])][32*i[2:0]+:32] = flat[i];
                end
                for (i = 0; i < 32; i = i + 1) is_pad[i] = 1'b0;
                hits = 0;
                for (r = 0; r < 3000; r = r + 1) begin
                    i = rnd(512);
                    address = DRAM + {i[8], 5'd0, i[7:6], 8'd0, i[5:0], 2'd0};
                    t = rnd(32);   // a way and a set
                    x = rnd(32'h7fffffff);
                    k = rnd(16);
                    case (rnd(r % 600 < 300 ? 60 : 8))
                        0, 1, 2: if (is_pad[t]) begin
                            k = 8 * t + rnd(8);
                            cpu(0, 1, MINE + {t[4:3], 14'd0} + {t[2:0], 5'd0} + 4 * (k % 8), x, 4'hf);
                            check(!bad);
                            pad[k] = x;
                        end
                        3: if (is_pad[t])
                            for (k = 8 * t; k < 8 * t + 8; k = k + 1) loads(0, MINE + {t[4:3], 14'd0} + {t[2:0], 5'd0} + 4 * (k % 8), pad[k]);
                        4: begin
                            total = 0;   // other ways of its set that are the cache's
                            for (k = 0; k < 4; k = k + 1) total = total + (k != t / 8 && !is_pad[8*k+t%8]);
                            set_line(0, {t[4:3], 6'd0, t[2:0], 5'd0}, is_pad[t] ? CACHE : SCRATCH);
                            check(refused == (!is_pad[t] && total == 0));
                            if (!refused) is_pad[t] = !is_pad[t];
                            if (is_pad[t] && !refused)
                                for (k = 0; k < 8; k = k + 1) begin
                                    pad[8*t+k] = r + k;
                                    store(0, MINE + {t[4:3], 14'd0} + {t[2:0], 5'd0} + 4 * k, r + k);
                                end
                        end
                        5, 7, 9, 11, 13, 15, 17, 19, 21, 23: begin
                            cpu(0, 1, address, x, k[3:0]);
                            check(!bad);
                            hits = hits + 1;
                            for (total = 0; total < 4; total = total + 1)
                                if (k[total]) flat[i] = (flat[i] & ~(32'hff << 8 * total)) | (x & 32'hff << 8 * total);
                        end
                        default: begin
                            loads(0, address, flat[i]);
                            hits = hits + 1;
                        end
                    endcase
                end
                reg_read(0, HITS);
                x = got;
                reg_read(0, MISSES);
                check(x + got == hits && x > 500 && got > 150);
                y = got;
                reg_read(0, WRITEBACKS);
                check(got > 50 && got < y + 300);
                // all written back: memory holds it
                for (t = 0; t < 32; t = t + 1) make(0, {t[4:3], 6'd0, t[2:0], 5'd0}, CACHE);
                wait_cycles(100);
                for (i = 0; i < 512; i = i + 1) begin
                    address = {i[8], 5'd0, i[7:6], 8'd0, i[5:0], 2'd0};
                    check(mem[line_of(0, address[23:0])][32*i[2:0]+:32] === flat[i]);
                end
                judge;
            end
            if (test("each bit of a line's address leads to a line of its own, which is read and written back")) begin
                restart;
                // line 0, and those that differ from it by bit k; the bench's memory has no bits 19 to 22
                for (k = 4; k < 24; k = k + 1) if (k < 19 || k == 23) mem[line_of(0, k == 4 ? 24'd0 : 24'd1 << k)] = {8{32'hb00 + k}};
                for (r = 0; r < 2; r = r + 1)
                    for (k = 4; k < 24; k = k + 1) begin
                        address = k == 4 ? 32'd0 : 32'd1 << k;
                        ask[0] = 24'hffffff;
                        if (k < 19 || k == 23) loads(0, DRAM + address, 32'hb00 + k);
                        else load(0, DRAM + address);
                        if (r == 0) check(ask[0] == address[23:0]);
                    end
                for (k = 4; k < 24; k = k + 1) begin
                    address = k == 4 ? 32'd0 : 32'd1 << k;
                    store(0, DRAM + address + 4, 32'hc00 + k);
                    wrote[0] = 24'hffffff;
                    for (t = 5; t < 13; t = t + 1) load(0, DRAM + (address & 32'h3fe0) + (t << 14));
                    check(wrote[0] == address[23:0]);
                    if (k < 19 || k == 23) check(mem[line_of(0, address[23:0])][63:0] === {32'hc00 + k, 32'hb00 + k});
                    else check(mem[line_of(0, address[23:0])][63:32] === 32'hc00 + k);
                end
                judge;
            end
            if (test("a hit has its answer in 4 cycles; a set holds four lines; only a dirty one is written back")) begin
                restart;
                for (i = 0; i < 4; i = i + 1) cpu(0, 0, DRAM + 32'h4000 * i, 0, 0);
                reads(0, MISSES, 4);
                for (i = 0; i < 4; i = i + 1) begin
                    cpu(0, i == 2, DRAM + 32'h4000 * i + 4, 32'h77, 4'hf);
                    check(took == 3);
                end
                reads(0, HITS, 4);
                reads(0, WRITEBACKS, 0);
                for (i = 4; i < 12; i = i + 1) cpu(0, 0, DRAM + 32'h4000 * i, 0, 0);
                reads(0, WRITEBACKS, 1);
                loads(0, DRAM + 32'h8004, 32'h77);
                reads(0, MISSES, 13);
                judge;
            end
        end
    endtask
