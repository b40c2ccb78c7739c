// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// exa_axi against its contract page: the bench is the processor at registers and windows, the network, and the memory.
// Packets are worked out here, CRCs bit by bit.

`timescale 1ns / 1ps
`default_nettype none

module exa_axi_tb;
`include "exa_axi_bench.vh"

    integer i, j, k, n, lo, hi, since;
    reg [2:0]  slots [0:15];
    reg [12:0] seqs [0:15];
    reg [34:0] a;
    reg [2:0]  sz;
    reg [7:0]  ln;
    initial begin
        for (i = 0; i < 16; i = i + 1) causes[i] = 0;
        for (i = 0; i < 65536; i = i + 1) mem[i] = rnd(256);
        repeat (4) @(negedge clk);
        rst = 0;
        @(negedge clk);
        expect32(20'h40400, 32'h455a0001, OKAY);
        expect32(20'h40404, REQ_LOG2, OKAY);
        expect32(20'h40408, OWN, OKAY);
        expect32(20'h4040c, 0, SLVERR);
        expect32(20'h40410, 65536, OKAY);
        expect32(20'h40418, 0, SLVERR);
        expect32(20'h40440, 0, SLVERR);
        expect32(20'h40494, 0, OKAY);
        expect32(20'h40498, 0, SLVERR);
        expect32(20'h400a0, 0, SLVERR);
        expect32(20'h41000, 0, DECERR);
        put32(20'h00000, 0, DECERR);
        put32(20'h40400, 0, SLVERR);
        for (i = 0; i < 32; i = i + 1) begin
            expect32(20'h40000 + 4 * i, 0, OKAY);
            put32(20'h40000 + 4 * i, ~(i * 32'h01010101), OKAY);
        end
        for (i = 0; i < 32; i = i + 1)
            expect32(20'h40000 + 4 * i, ~(i * 32'h01010101) & (i < 16 ? (i % 2 ? 32'h0000ffff : 32'h803fffff) :
                     i < 24 ? 32'h8000ffff : 32'h000003ff), OKAY);
        for (i = 0; i < 32; i = i + 1) put32(20'h40000 + 4 * i, 0, OKAY);
        put32(20'h40028, 32'h80000000 | FAR, OKAY);   // window 5
        put32(20'h4002c, 32'h00005aa5, OKAY);
        put32(20'h40038, 32'h80000000 | OWN, OKAY);   // window 7
        put32(20'h4003c, 32'h00001111, OKAY);
        put32(20'h4004c, 32'h80000044, OKAY);         // banks 3 and 6, the same; 5 another
        put32(20'h40058, 32'h80000044, OKAY);
        put32(20'h40054, 32'h80000055, OKAY);
        put32(20'h40040, 32'h00000044, OKAY);         // bank 0 is not valid
        put32(20'h4006c, 32'h00000155, OKAY);
        put32(20'h40074, 32'h000002aa, OKAY);
        judge("registers are the page's");

        // every shape of a write: one aligned line, neighbouring strobes
        for (i = 0; i < 120; i = i + 1) begin
            sz = rnd(5);
            a = {3'd5, 26'h2345678 + i[25:0], 6'd0} + rnd(64);
            // beats up to the end of the line at most
            n = 64 - ((a[5:0] >> sz) << sz) >> sz;
            ln = rnd(n);
            hi = (((a[5:0] >> sz) + ln + 1) << sz) - 1;
            lo = a[5:0] + rnd(hi - a[5:0] + 1);
            hi = lo + rnd(hi - lo + 1);
            for (k = 0; k < 64; k = k + 1) begin
                strb[k] = k >= lo && k <= hi;
                bytes[k] = rnd(256);
            end
            z_write(a, ln, sz, INCR, i[3:0]);
            is_write(FAR, 16'h5aa5, a[31:0]);
            put_ack(g_ftr[13:0], g_ftr[59:47], i % 4 == 0 ? 4 : i % 4 == 1 ? rnd(16) | 8 : 0);
            z_answer(i[3:0], i % 4 == 0 ? DECERR : i % 4 == 1 ? SLVERR : OKAY);
        end
        at_rest;
        expect32(20'h40480, 120, OKAY);
        expect32(20'h40494, 60, OKAY);
        expect32(20'h4047c, 120, OKAY);
        judge("each write becomes one packet of its bytes, and ends by its answer");

        // what is not taken
        since = o_put;
        for (k = 0; k < 64; k = k + 1) strb[k] = 1;
        z_write({3'd5, 32'h40}, 3, 4, 2'd2, 1);            // WRAP
        z_answer(1, SLVERR);
        z_write({3'd5, 32'h40}, 0, 4, 2'd0, 2);            // FIXED
        z_answer(2, SLVERR);
        z_write({3'd5, 32'h70}, 1, 4, INCR, 3);            // into the next line
        z_answer(3, SLVERR);
        z_write({3'd5, 32'h40}, 255, 4, INCR, 3);
        z_answer(3, SLVERR);
        z_write({3'd5, 32'h7f}, 1, 0, INCR, 3);
        z_answer(3, SLVERR);
        strb = ~64'd0;
        z_write({3'd5, 32'h40}, 4, 4, INCR, 3);
        z_answer(3, SLVERR);
        z_write({3'd4, 32'h40}, 0, 4, INCR, 4);            // no window
        z_answer(4, SLVERR);
        strb = 64'h0000000000000005;
        z_write({3'd5, 32'h40}, 0, 4, INCR, 5);            // a gap
        z_answer(5, SLVERR);
        strb = 64'h8000000000000001;
        z_write({3'd5, 32'h40}, 3, 4, INCR, 5);
        z_answer(5, SLVERR);
        strb = 0;
        z_write({3'd5, 32'h40}, 3, 4, INCR, 6);            // no strobe
        z_answer(6, OKAY);
        z_write({3'd4, 32'h40}, 3, 4, INCR, 7);
        z_answer(7, SLVERR);
        z_read({3'd5, 32'h40}, 3, 3, INCR, 1);
        z_data(1, 3, SLVERR);
        z_read({3'd5, 32'h40}, 4, 4, INCR, 2);
        z_data(2, 4, SLVERR);
        z_read({3'd5, 32'h50}, 3, 4, INCR, 3);
        z_data(3, 3, SLVERR);
        z_read({3'd5, 32'h40}, 3, 4, 2'd2, 4);
        z_data(4, 3, SLVERR);
        z_read({3'd6, 32'h40}, 3, 4, INCR, 5);
        z_data(5, 3, SLVERR);
        none;
        at_rest;
        expect32(20'h4048c, 15, OKAY);
        expect32(20'h40494, 60, OKAY);
        if (o_put != since) bad("sent", o_put, since);
        judge("any other access is refused and sends nothing");

        for (i = 0; i < 20; i = i + 1) begin
            for (k = 0; k < 4; k = k + 1) line[128*k+:128] = rnd_word(0);
            a = {3'd7, 20'habcde, i[5:0], 6'd0};
            z_read(a, 3, 4, INCR, i[3:0]);
            is_read(OWN, 16'h1111, a[31:0]);
            n = i % 5;
            if (n == 0) put_ack(g_ftr[13:0], g_ftr[59:47], 4);
            else if (n == 1) put_ack(g_ftr[13:0], g_ftr[59:47], 7);
            else answer_line(OWN, a[31:0], g_ftr[13:0], g_ftr[60:47], n != 2);
            z_data(i[3:0], 3, n == 0 ? DECERR : n < 3 ? SLVERR : OKAY);
        end
        at_rest;
        expect32(20'h40484, 20, OKAY);
        expect32(20'h40468, 4, OKAY);
        expect32(20'h40494, 72, OKAY);
        judge("a read of a line becomes a request, and gives the answer's words");

        // what does not match: nothing of it ends an access
        for (k = 0; k < 4; k = k + 1) line[128*k+:128] = rnd_word(0);
        z_read({3'd5, 32'h1000}, 3, 4, INCR, 9);
        is_read(FAR, 16'h5aa5, 32'h1000);
        since = causes[11];
        put_ack(g_ftr[13:0], g_ftr[59:47], 0);                                    // 0 is no answer to a read
        put_ack({11'd1, g_ftr[2:0]}, g_ftr[59:47], 1);
        put_ack(g_ftr[13:0], g_ftr[59:47] + 1, 1);
        put_ack(g_ftr[2:0] + 1, g_ftr[59:47], 1);
        put_ack(7, g_ftr[59:47], 1);
        answer_line(OWN, 32'h1000, g_ftr[13:0], g_ftr[60:47], 1);                 // from elsewhere
        answer_line(FAR, 32'h1040, g_ftr[13:0], g_ftr[60:47], 1);
        answer_line(FAR, 32'h1000, g_ftr[13:0], g_ftr[60:47] | 14'h2000, 1);
        answer_line(FAR, 32'h1000, g_ftr[13:0] | 14'h2000, g_ftr[60:47], 1);
        for (i = 0; i < 4; i = i + 1) pay[i] = 0;
        put_packet(header(16'h88, OWN, {TO_AXI, 32'h1000}, ZRSP, 48), 3, pay_crc(3), FAR, g_ftr[13:0], g_ftr[60:47]);
        put_packet(header(16'h88, OWN, {10'h384, 32'h1000}, ZRSP, 64), 4, pay_crc(4), FAR, g_ftr[13:0], g_ftr[60:47]);
        repeat (20) @(negedge clk);
        if (causes[11] != since + 11 || zrv) bad("unmatched", causes[11], since);
        answer_line(FAR, 32'h1000, g_ftr[13:0], g_ftr[60:47], 1);
        answer_line(FAR, 32'h1000, g_ftr[13:0], g_ftr[60:47], 1);                 // and once more
        z_data(9, 3, OKAY);
        if (causes[11] != since + 12) bad("unmatched", causes[11], since);
        strb = 64'hff;
        z_write({3'd5, 32'h2000}, 0, 4, INCR, 9);
        is_write(FAR, 16'h5aa5, 32'h2000);
        answer_line(FAR, 32'h2000, g_ftr[13:0], g_ftr[60:47], 1);                 // a line is no answer to a write
        repeat (20) @(negedge clk);
        if (causes[11] != since + 13 || zbv) bad("unmatched", causes[11], since);
        put_ack(g_ftr[13:0], g_ftr[59:47], 0);
        z_answer(9, OKAY);
        judge("only the answer that matches ends an access");

        // six slots, in turns; answers in any order
        for (j = 0; j < 4; j = j + 1) begin
            strb = 64'h1;
            since = o_put;
            fork
                for (i = 0; i < 4; i = i + 1) z_write({3'd5, 32'h3000}, 0, 0, INCR, 3);
                for (k = 0; k < 4; k = k + 1) z_read({3'd5, 32'h4000}, 3, 4, INCR, 4);
            join
            repeat (40) @(negedge clk);
            if (o_put != since + 6) bad("open", o_put, since);
            read32(20'h40414);
            if (got[2:0] !== 6) bad("LEVEL", got, 0);
            if (zbv || zrv) bad("ended", zbv, zrv);
            // the answers, the last request first; then the two requests that waited
            n = 0;
            for (i = 0; i < 6; i = i + 1) begin
                get;
                if (g_hdr[47:43] == ZREAD) n = n + 1;
                slots[i] = g_ftr[2:0];
                seqs[i] = g_ftr[59:47];
                for (k = 0; k < i; k = k + 1) if (slots[k] == slots[i]) bad("slot used twice", slots[i], i);
                // what waits: at least one of each kind is among the six
                slots[8+i] = g_hdr[47:43] == ZREAD;
            end
            if (n == 0 || n == 6) bad("turns", n, 0);
            for (i = 5; i >= 0; i = i - 1) put_ack({11'd0, slots[i]}, seqs[i], slots[8+i] ? 4'd7 : 4'd0);
            for (i = 0; i < 2; i = i + 1) begin
                get;
                for (k = 0; k < 6; k = k + 1)
                    if (slots[k] == g_ftr[2:0] && g_ftr[59:47] !== seqs[k] + 13'd1) bad("count", g_ftr[59:47], seqs[k]);
                put_ack(g_ftr[13:0], g_ftr[59:47], g_hdr[47:43] == ZREAD ? 7 : 0);
            end
            for (i = 0; i < 4; i = i + 1) z_answer(3, OKAY);
            for (i = 0; i < 4; i = i + 1) z_data(4, 3, SLVERR);
        end
        at_rest;
        expect32(20'h40414, 0, OKAY);
        judge("six accesses are open at most, each in a slot whose count advances");

        // answers in the order of addresses, each with its own code
        strb = 64'h1;
        for (i = 0; i < 4; i = i + 1) begin
            z_write({3'd5, 32'h5000}, 0, 0, INCR, 8);
            get;
            slots[i] = g_ftr[2:0];
            seqs[i] = g_ftr[59:47];
        end
        for (i = 3; i >= 0; i = i - 1) put_ack({11'd0, slots[i]}, seqs[i], i == 1 ? 4 : i == 2 ? 1 : 0);
        for (i = 0; i < 4; i = i + 1) z_answer(8, i == 1 ? DECERR : i == 2 ? SLVERR : OKAY);
        judge("answers come in the order of addresses");

        // timeout
        put32(20'h40410, 500, OKAY);
        for (i = 0; i < 5; i = i + 1) begin
            strb = 64'hf0;
            // the clock wraps before the request has left, or 200 cycles behind that
            if (i > 2) dut.u_ask.clock_q = i == 3 ? 32'hfffffffa : 32'hffffff38;
            if (i == 1) z_read({3'd5, 32'h6000}, 3, 4, INCR, 2);
            else z_write({3'd5, 32'h6000}, 0, 4, INCR, 2);
            get;
            n = o_at;
            while (!zbv && !zrv && now < n + 700) @(negedge clk);
            if (now - n < 500 || now - n > 565) bad("timeout after", now - n, i);
            if (i == 1) z_data(2, 3, SLVERR); else z_answer(2, SLVERR);
            since = causes[11];
            put_ack(g_ftr[13:0], g_ftr[59:47], 1);
            repeat (10) @(negedge clk);
            if (causes[11] != since + 1) bad("late answer", causes[11], since);
        end
        at_rest;
        expect32(20'h40490, 5, OKAY);
        put32(20'h40410, 65536, OKAY);
        judge("an access without an answer ends with SLVERR after its time");

        // serving: writes
        for (i = 0; i < 60; i = i + 1) begin
            m_stall = i % 3;
            a = rnd(65536);
            n = 1 + rnd(64 - a[5:0]);
            ask_write({16'h0a00, a[15:0]}, n, i % 2 ? 16'h44 : 16'h55, 22'h3456 + i, 14'h2a00 + i, 14'h3000 + i, 1);
            is_ack(22'h3456 + i, i % 2 ? 16'h44 : 16'h55, 14'h2a00 + i, 13'h1000 + i, 0);
            if (last_aw !== {i % 2 ? 10'h155 : 10'h2aa, 16'h0a00, a[15:4], 4'd0} || last_id !== (i % 2 ? 3 : 5)) bad("at", last_aw, last_id);
            for (k = 0; k < n; k = k + 1)
                if (mem[a[15:0]+k] !== pay[(a[3:0]+k)/16][8*((a[3:0]+k)%16)+:8]) bad("byte written", a + k, mem[a[15:0]+k]);
        end
        m_stall = 0;
        for (i = 0; i < 65536; i = i + 1) mem[i] = i * 7 + i / 256;
        ask_write(32'h00012345, 5, 16'h44, FAR, 1, 1, 1);
        is_ack(FAR, 16'h44, 1, 1, 0);
        for (i = 0; i < 65536; i = i + 1) if (mem[i] !== ((i * 7 + i / 256) & 255) && (i < 16'h2345 || i > 16'h2349)) bad("touched", i, 0);
        ask_write(32'h00200000, 5, 16'h44, FAR, 1, 1, 1);
        is_ack(FAR, 16'h44, 1, 1, 1);
        ask_write(32'h00100000, 5, 16'h44, FAR, 1, 1, 1);
        is_ack(FAR, 16'h44, 1, 1, 4);
        judge("a request to write is written, to its place alone, and answered then");

        for (i = 0; i < 30; i = i + 1) begin
            a = {16'h0b00, rnd(65536)};
            if (i % 2) a[5:0] = 0;
            n = i % 5;
            a[22:20] = n == 1 ? 2 : n == 2 ? 1 : n == 3 ? 4 : 0;
            ask_read(a[31:0], 16'h55, 22'h77 + i, 14'h155 + i, 14'h3123 + i);
            if (n == 0 || n == 4) begin
                get;
                if (g_hdr !== header(16'h55, 22'h77 + i, {TO_AXI, a[31:6], 6'd0}, ZRSP, 64) || g_n != 4) bad("header", g_hdr[127:64], g_hdr[63:0]);
                if (g_ftr !== footer(pay_crc(4), OWN, 14'h155 + i, 14'h3123 + i)) bad("footer", g_ftr[127:64], g_ftr[63:0]);
                for (k = 0; k < 64; k = k + 1)
                    if (pay[k/16][8*(k%16)+:8] !== mem[{a[15:6], 6'd0}+k]) bad("byte read", k, pay[k/16][8*(k%16)+:8]);
            end else is_ack(22'h77 + i, 16'h55, 14'h155 + i, 13'h1123 + i, n == 2 ? 4 : 1);
        end
        judge("a request to read is answered with the line's bytes");

        // refusals and drops
        since = bursts;
        ask_write(32'h100, 4, 16'h44, FAR, 2, 2, 0);
        is_ack(FAR, 16'h44, 2, 2, 3);
        ask_write(32'h13e, 3, 16'h44, FAR, 2, 3, 1);
        is_ack(FAR, 16'h44, 2, 3, 4);
        ask_write(32'h100, 65, 16'h44, FAR, 2, 3, 1);
        is_ack(FAR, 16'h44, 2, 3, 4);
        put_packet(header(16'h44, OWN, {10'h386, 32'h100}, ZREAD, 0), 0, 0, FAR, 2, 4);
        is_ack(FAR, 16'h44, 2, 4, 4);
        ask_read(32'h100, 16'h45, FAR, 2, 5);
        is_ack(FAR, 16'h45, 2, 5, 7);
        put_packet(header(16'h44, OWN, {TO_AXI, 32'h100}, ZREAD, 0), 0, 1, FAR, 2, 6);
        is_ack(FAR, 16'h44, 2, 6, 3);
        pay[0] = 5;
        put_packet(header(16'h44, OWN, {TO_AXI, 32'h100}, ZREAD, 16), 1, pay_crc(1), FAR, 2, 7);  // UNEXP
        put_packet(header(16'h44, OWN, {TO_AXI, 32'h100}, 0, 16), 1, pay_crc(1), FAR, 2, 7);
        put_word(HDR, header(16'h44, OWN, 0, 18, 0));
        put_word(HDR, header(16'h44, OWN, 0, 17, 0));
        put_word(HDR, header(16'h44, OWN, {TO_AXI, 32'h100}, ZREAD, 0) ^ 1);
        put_word(FTR, 128'd0);
        put_word(HDR, header(16'h44, OWN, {TO_AXI, 32'h100}, ZREAD, 0));
        put_word(FTR, footer(0, FAR, 2, 8) ^ 1);
        none;
        if (bursts != since) bad("bursts", bursts, since);
        if (causes[1] != 1 || causes[3] != 1 || causes[6] != 1 || causes[7] != 1 || causes[8] != 2 || causes[12] != 3 ||
            causes[13] != 1) bad("causes", causes[8], causes[12]);
        for (i = 1; i < 16; i = i + 1) expect32(20'h40440 + 4 * i, causes[i], OKAY);
        judge("what may not be done is answered so, the rest is dropped");

        // a bank changes its owner: what was judged before, in the queue and at the memory, is done under its old base first
        m_stall = 1000;
        ask_write(32'h100, 4, 16'h55, FAR, 3, 0, 1);
        ask_read(32'h40, 16'h55, FAR, 3, 1);
        repeat (4) @(negedge clk);
        expect32(20'h40094, 2, OKAY);
        expect32(20'h4008c, 0, OKAY);
        put32(20'h40054, 32'h80000055, OKAY);
        expect32(20'h40054, 32'h80000055, OKAY);
        put32(20'h40054, 32'h80000066, OKAY);
        put32(20'h40074, 32'h00000011, OKAY);
        expect32(20'h40054, 32'hc0000066, OKAY);
        put32(20'h40054, 32'h80000055, SLVERR);
        put32(20'h40094, 0, SLVERR);
        ask_read(32'h40, 16'h66, FAR, 3, 2);
        ask_read(32'h40, 16'h55, FAR, 3, 3);
        m_stall = 0;
        is_ack(FAR, 16'h55, 3, 0, 0);
        if (last_id !== 5 || last_aw !== {10'h2aa, 32'h100}) bad("at", last_aw, last_id);
        get;
        if (g_n != 4 || last_ar !== {10'h2aa, 32'h40}) bad("read", g_n, last_ar);
        is_ack(FAR, 16'h66, 3, 2, 7);
        is_ack(FAR, 16'h55, 3, 3, 7);
        expect32(20'h40094, 0, OKAY);
        expect32(20'h40054, 32'h80000066, OKAY);
        ask_read(32'h40, 16'h66, FAR, 3, 4);
        get;
        if (g_n != 4 || last_ar !== {10'h011, 32'h40}) bad("read", g_n, last_ar);
        ask_read(32'h40, 16'h55, FAR, 3, 5);
        is_ack(FAR, 16'h55, 3, 5, 7);
        put32(20'h40074, 32'h000002aa, OKAY);
        // the write takes effect in every cycle around the judgement
        hi = 0;
        for (i = 0; i < 20; i = i + 1) begin
            put32(20'h40054, 32'h80000055, OKAY);
            expect32(20'h40054, 32'h80000055, OKAY);
            m_stall = 1000;
            since = causes[15];
            fork
                begin
                    repeat (8) @(negedge clk);
                    ask_read(32'h40, 16'h55, FAR, 3, i);
                end
                begin
                    for (k = 0; k < i; k = k + 1) @(negedge clk);
                    put32(20'h40054, 32'h80000066, OKAY);
                end
            join
            repeat (4) @(negedge clk);
            n = causes[15] - since;
            hi = hi + n;
            expect32(20'h40054, n == 1 ? 32'hc0000066 : 32'h80000066, OKAY);
            expect32(20'h40094, n, OKAY);
            since = causes[13];
            ask_read(32'h40, 16'h66, FAR, 4, i);
            repeat (4) @(negedge clk);
            if (causes[13] - since != n) bad("admitted", i, n);
            m_stall = 0;
            if (n == 0) is_ack(FAR, 16'h55, 3, i, 7); else get;
            get;
            at_rest;
        end
        if (hi < 4 || hi > 16) bad("judged before", hi, 20);
        put32(20'h40054, 32'h80000055, OKAY);
        judge("a bank that changes its owner admits it when nothing is open");

        // a memory that stands still: the queue of requests fills, and drops; answers are taken all the same
        m_stall = 1000;
        since = causes[14];
        for (i = 0; i < 7; i = i + 1) ask_read({24'h0, i[1:0], 6'd0}, 16'h44, FAR, 3, i);
        repeat (4) @(negedge clk);
        n = causes[14] - since;
        if (n != 3) bad("dropped", n, 0);
        read32(20'h40414);
        if (got[22:16] !== 4) bad("LEVEL", got, 0);
        strb = 64'h3;
        z_write({3'd5, 32'h7000}, 0, 4, INCR, 2);
        get;
        put_ack(g_ftr[13:0], g_ftr[59:47], 0);
        z_answer(2, OKAY);
        m_stall = 0;
        for (i = 0; i < 7 - n; i = i + 1) begin
            get;
            if (g_ftr[60:47] !== i) bad("order", g_ftr[60:47], i);
        end
        none;
        // and an output that does
        o_stall = 1000;
        strb = 64'h3;
        z_write({3'd5, 32'h7000}, 0, 4, INCR, 2);
        since = causes[14];
        for (i = 0; i < 6; i = i + 1) ask_write({26'h0, 6'd1}, 3, 16'h44, FAR, 3, i, 1);
        repeat (40) @(negedge clk);
        if (causes[14] != since + 2) bad("dropped", causes[14], since);
        o_stall = 0;
        get;
        put_ack(g_ftr[13:0], g_ftr[59:47], 0);
        for (i = 0; i < 4; i = i + 1) is_ack(FAR, 16'h44, 3, i, 0);
        z_answer(2, OKAY);
        judge("a full queue of requests drops, and holds up no access of this node");

        // everything at once, with stalls
        o_stall = 2;
        m_stall = 2;
        since = causes[15];
        fork
            for (i = 0; i < 60; i = i + 1) begin
                strb = 64'h0ff0;
                for (k = 0; k < 64; k = k + 1) bytes[k] = i;
                z_write({3'd5, 32'h8000}, 0, 4, INCR, 1);
                z_answer(1, OKAY);
            end
            for (j = 0; j < 60; j = j + 1) begin
                z_read({3'd7, 32'h9000}, 3, 4, INCR, 2);
                z_data(2, 3, OKAY);
            end
            begin : network
                integer answers;
                for (answers = 0; answers < 120; answers = answers + 1) begin
                    if (answers % 4 == 0) begin
                        ask_read(32'h40, 16'h44, FAR, 4, 0);
                        ask_write(32'h80, 60, 16'h44, FAR, 4, 0, 1);
                    end
                    get;
                    while (g_hdr[47:43] == ACK || g_hdr[47:43] == ZRSP) get;
                    if (g_hdr[47:43] == ZREAD) answer_line(OWN, 32'h9000, g_ftr[13:0], g_ftr[60:47], 1);
                    else put_ack(g_ftr[13:0], g_ftr[59:47], 0);
                end
            end
        join
        repeat (400) @(negedge clk);
        n = 0;
        while (o_put != o_take) get;
        if (causes[15] - since != 180) bad("taken", causes[15] - since, 0);
        expect32(20'h40488, o_answers, OKAY);
        judge("all of it at once, with stalls everywhere");

        // reset amid accesses
        o_stall = 0;
        m_stall = 0;
        z_read({3'd5, 32'h4000}, 3, 4, INCR, 4);
        get;
        rst = 1;
        @(negedge clk) if (s_hr || zawr || zarr || awr || arr) bad("ready in reset", s_hr, zawr);
        @(negedge clk) if (m_hv || m_pv || m_fv || zbv || zrv || maw_v || mw_v || mar_v) bad("valid in reset", m_hv, zrv);
        rst = 0;
        @(negedge clk);
        expect32(20'h40414, 0, OKAY);
        expect32(20'h40028, 0, OKAY);
        expect32(20'h40484, 0, OKAY);
        put_ack(g_ftr[13:0], g_ftr[59:47], 1);
        repeat (10) @(negedge clk);
        if (zrv) bad("a slot lives on", 0, 0);
        judge("reset frees all");
        $display("# %0d cycles", now);
        $finish;
    end

    initial begin
        repeat (200000) @(posedge clk);
        verdict(1, "the bench comes to its end");
        $finish;
    end
endmodule

`default_nettype wire
