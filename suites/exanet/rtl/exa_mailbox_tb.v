// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// exa_mailbox against its contract page, and with it what exa_ni.md says of all blocks:
// every cause, answers, duplicates and their age, blocked output, the readers' pages.

`timescale 1ns / 1ps
`default_nettype none

module exa_mailbox_tb;
`include "exa_ni_bench.vh"
    localparam integer MBOX = 8, SLOTS = 4, DUPS = 8;
    localparam [41:0] MBOX_AT = {3'b111, 7'd3, 32'd0};
    localparam [21:0] SRC = {7'd9, 7'd1, 6'd63, 2'd1};

    wire [MBOX-1:0] waiting;

    exa_mailbox #(.MBOX_N(MBOX), .SLOT_LOG2(2), .DUP_N(DUPS)) dut (`EXA_NI_PORTS, .waiting(waiting));

    integer i, j, k, n, o, w, m, sent_at, due [1:15];
    reg [127:0] kept [0:3];

    // random payload of n bytes from lane o on; others as junk says
    task fill;
        input integer place, bytes;
        input         junk;
        integer b;
        for (b = 0; b < 256; b = b + 1)
            pay[b/16][8*(b%16)+:8] = junk || (b >= place && b < place + bytes) ? rnd(256) : 0;
    endtask

    task message;  // to mailbox m, good
        input integer mbox, place, bytes;
        input [15:0]  pdid, tag;
        input [21:0]  src;
        begin
            fill(place % 16, bytes, 1'b0);
            packet(pdid, MBOX_AT | mbox << 12 | place, 0, bytes, tag, src, 0);
        end
    endtask

    // the head of mailbox m is the last message filled
    task want_head;
        input integer mbox, place, bytes;
        input [15:0]  tag;
        input [21:0]  src;
        input         notify;
        integer b;
        reg [127:0] x;
        begin
            axi_read(mbox << 12, 4, 4, INCR);
            for (b = 0; b < 64; b = b + 1) begin
                x = b < place || b >= place + bytes ? 0 : pay[(b-place+place%16)/16] >> 8 * (b % 16);
                if (buf_r[b/16][8*(b%16)+:8] !== x[7:0]) wrong = wrong + 1;
            end
            if (buf_r[4][95:0] !== {2'd0, tid_of(tag), 2'd0, seq_of(tag), 10'd0, src, 1'b1, notify, 8'd0, place[5:0], 9'd0, bytes[6:0]})
                wrong = wrong + 1;
            if (wrong != 0) $display("# %0d: head of %0d: %032x", now, mbox, buf_r[4]);
        end
    endtask

    // register TID
    function [31:0] tid_word;
        input [15:0] tag;
        tid_word = {2'd0, tid_of(tag), 2'd0, seq_of(tag)};
    endfunction

    task empty;
        input integer mbox;
        integer b;
        begin
            axi_read(mbox << 12, 4, 4, INCR);
            for (b = 0; b < 5; b = b + 1) if (buf_r[b] !== 0 || buf_e[b] !== OKAY) wrong = wrong + 1;
        end
    endtask

    initial begin
        more_tid = 7'h55;
        more_seq = 5'h15;
        restart;
        expect32(20'h40400, 32'h454d0001, OKAY);
        expect32(20'h40404, {16'd8, 8'd2, 8'd8}, OKAY);
        expect32(20'h40408, OWN, OKAY);
        expect32(20'h4041c, 65536, OKAY);
        expect32(20'h4040c, 0, SLVERR);
        expect32(20'h40418, 0, SLVERR);
        expect32(20'h40484, 0, SLVERR);
        expect32(20'h08000, 0, DECERR);
        expect32(20'h3f000, 0, DECERR);
        expect32(20'h41000, 0, DECERR);
        expect32(20'h00050, 0, OKAY);
        expect32(20'h00058, 0, SLVERR);
        expect32(20'h40020, 0, SLVERR);
        put32(20'h40020, 5, SLVERR);
        put32(20'h00040, 5, SLVERR);
        put32(20'h00050, 1, SLVERR);
        put32(20'h00050, 0, OKAY);
        put32(20'h08050, 1, DECERR);
        empty(3);
        for (i = 0; i < 16; i = i + 1) begin  // of no register a byte is enough
            buf_s[0] = 16'h0001 << i;
            axi_write(20'h40000, 0, 4, INCR);
            if (resp !== SLVERR) wrong = wrong + 1;
            axi_write(20'h40410, 0, 4, INCR);
            if (resp !== SLVERR) wrong = wrong + 1;
        end
        judge("pages and registers are where the page says");

        for (m = 0; m < MBOX; m = m + 1) put32(20'h40000 + 4 * m, 32'h80000000 | 16'h1000 + m, OKAY);
        expect32(20'h40008, 32'h80001002, OKAY);
        expect32(20'h02054, 32'h80001002, OKAY);
        put32(20'h02054, 32'h80000007, SLVERR);
        expect32(20'h02054, 32'h80001002, OKAY);

        // every length, at places where it fits
        for (n = 1; n <= 64; n = n + 1) begin
            o = n == 64 ? 0 : rnd(65 - n);
            m = rnd(MBOX);
            message(m, o, n, 16'h1000 + m, 16'h8000 | n, SRC);
            want_answer(16'h1000 + m, 16'h8000 | n, SRC, 0);
            expect32(20'h40410, 1 << m, OKAY);
            if (waiting !== 1 << m) wrong = wrong + 1;
            want_head(m, o, n, 16'h8000 | n, SRC, 0);
            expect32((m << 12) + 20'h4c, 1, OKAY);
            put32((m << 12) + 20'h50, 1, OKAY);
            empty(m);
        end
        judge("messages of every length come whole, and are acknowledged");

        // junk in the padding lanes: stored masked
        fill(0, 64, 1'b1);
        packet(16'h1003, MBOX_AT | 42'h3005, 0, 20, 16'h8a00, SRC, 0);
        want_answer(16'h1003, 16'h8a00, SRC, 0);
        want_head(3, 5, 20, 16'h8a00, SRC, 0);
        put32(20'h03050, 1, OKAY);
        // a notification is stored and not answered
        fill(0, 16, 1'b0);
        packet(16'h1002, MBOX_AT | 42'h2010, 6, 16, 0, SRC, 0);
        want_none(30);
        want_head(2, 16, 16, 0, SRC, 1);
        put32(20'h02050, 1, OKAY);
        judge("junk lanes are masked; notifications are kept and not answered");

        // ---- each bit of an address above a mailbox's 64 bytes (12 to 14 choose one of the eight), of a domain, of both CRCs
        restart;
        put32(20'h40004, 32'h80000055, OKAY);
        for (i = 6; i < 32; i = i + 1) if (i < 12 || i > 14) begin
            fill(0, 8, 0);
            packet(16'h55, MBOX_AT | 42'h1000 | 42'd1 << i, 0, 8, 16'h8001, SRC, 0);
            want_answer(16'h55, 16'h8001, SRC, 4);
        end
        for (i = 0; i < 16; i = i + 1) begin
            message(1, 0, 8, 16'h55 ^ 16'd1 << i, 16'h8001, SRC);
            want_answer(16'h55 ^ 16'd1 << i, 16'h8001, SRC, 7);
        end
        j = causes[6];
        for (i = 0; i < 40; i = i + 1) begin
            fill(0, 8, 0);
            put(HDR, header(16'h55, OWN, MBOX_AT | 42'h1000, 0, 8));
            put(PLD, pay[0]);
            if (i < 32) begin
                put(FTR, footer(pay_crc(1) ^ 32'd1 << i, SRC, tid_of(16'h8001), seq_of(16'h8001)));
                want_answer(16'h55, 16'h8001, SRC, 3);
            end else put(FTR, footer(pay_crc(1), SRC, tid_of(16'h8001), seq_of(16'h8001)) ^ 128'd1 << i + 56);  // the footer's own CRC begins at bit 88
        end
        want_none(30);
        if (causes[6] - j != 8) wrong = wrong + 1;
        judge("a bit of address, domain or either CRC is enough to refuse a message");

        // ---- refusals, each by its cause
        restart;
        for (i = 1; i < 16; i = i + 1) due[i] = 0;
        put32(20'h40004, 32'h80000055, OKAY);
        message(1, 0, 8, 16'h56, 16'h8001, SRC); due[13] = due[13] + 1;
        want_answer(16'h56, 16'h8001, SRC, 7);
        message(2, 0, 8, 16'h55, 16'h8001, SRC); due[13] = due[13] + 1;
        want_answer(16'h55, 16'h8001, SRC, 7);
        message(1, 40, 25, 16'h55, 16'h8001, SRC); due[12] = due[12] + 1;
        want_answer(16'h55, 16'h8001, SRC, 4);
        message(1, 0, 256, 16'h55, 16'h8001, SRC); due[12] = due[12] + 1;  // the longest
        want_answer(16'h55, 16'h8001, SRC, 4);
        message(8, 0, 8, 16'h55, 16'h8001, SRC); due[12] = due[12] + 1;
        want_answer(16'h55, 16'h8001, SRC, 4);
        fill(0, 8, 0);
        packet(16'h55, MBOX_AT | 42'h1040, 0, 8, 16'h8001, SRC, 0); due[12] = due[12] + 1;
        want_answer(16'h55, 16'h8001, SRC, 4);
        packet(16'h55, MBOX_AT | 42'h41000, 0, 8, 16'h8001, SRC, 0); due[12] = due[12] + 1;
        want_answer(16'h55, 16'h8001, SRC, 4);
        packet(16'h55, MBOX_AT | 42'h1000, 0, 8, 16'h0000, SRC, 0); due[12] = due[12] + 1;
        want_answer(16'h55, 16'h0000, SRC, 4);
        packet(16'h55, MBOX_AT | 42'h1000, 3, 0, 16'h8001, SRC, 0); due[12] = due[12] + 1;
        want_answer(16'h55, 16'h8001, SRC, 4);
        packet(16'h55, MBOX_AT | 42'h1000, 0, 8, 16'h8001, SRC, 2); due[10] = due[10] + 1;
        want_answer(16'h55, 16'h8001, SRC, 3);
        packet(16'h55, MBOX_AT | 42'h1000, 0, 8, 16'h8001, SRC, 4); due[6] = due[6] + 1;
        packet(16'h55, MBOX_AT | 42'h1000, 0, 8, 16'h8001, SRC, 1); due[1] = due[1] + 1;
        packet(16'h55, MBOX_AT | 42'h1000, 12, 8, 16'h8001, SRC, 0); due[2] = due[2] + 1;
        packet(16'h55, MBOX_AT | 42'h1000, 17, 0, 16'h0001, SRC, 0); due[3] = due[3] + 1;
        packet(16'h55, MBOX_AT | 42'h1000, 18, 0, 16'h0001, SRC, 0); due[7] = due[7] + 1;
        packet(16'h55, MBOX_AT | 42'h1000, 10, 0, 16'h8001, SRC, 0); due[8] = due[8] + 1;
        packet(16'h55, MBOX_AT | 42'h1000, 2, 32, 16'h0000, SRC, 0); due[8] = due[8] + 1;
        packet(16'h55, MBOX_AT | 42'h1000, 6, 16, 16'h0000, SRC, 2); due[10] = due[10] + 1;
        // framing: a footer too early; a header too early (good itself); a word too many; strays
        put(HDR, header(16'h55, OWN, MBOX_AT | 42'h1000, 0, 32));
        put(PLD, 0);
        put(FTR, footer(0, SRC, 0, 0)); due[4] = due[4] + 1;
        put(FTR, footer(0, SRC, 0, 0)); due[5] = due[5] + 1;
        put(PLD, 0); due[5] = due[5] + 1;
        put(HDR, header(16'h55, OWN, MBOX_AT | 42'h1000, 0, 16));
        put(PLD, 0);
        put(PLD, 0); due[4] = due[4] + 1;
        put(PLD, 0);
        put(FTR, footer(0, SRC, 0, 0));
        put(HDR, header(16'h55, OWN, MBOX_AT | 42'h1000, 0, 16)); due[4] = due[4] + 1;
        message(1, 3, 9, 16'h55, 16'h8001, SRC); due[15] = due[15] + 1;
        want_answer(16'h55, 16'h8001, SRC, 0);
        want_none(30);
        want_head(1, 3, 9, 16'h8001, SRC, 0);
        expect32(20'h0104c, 1, OKAY);
        for (i = 1; i < 16; i = i + 1) if (due[i] != causes[i]) wrong = wrong + 1;
        check_causes(16'hffff);
        expect32(20'h40440, 11, OKAY);
        judge("each cause is counted, and answered or not as the page says");

        // full: nack 6, then room again (not for a packet that has begun); a duplicate is acknowledged though full
        for (i = 2; i <= SLOTS; i = i + 1) begin
            message(1, 0, 16, 16'h55, 16'h8000 | i, SRC);
            want_answer(16'h55, 16'h8000 | i, SRC, 0);
        end
        // words of no packet go nowhere, above all not into the slot that comes round
        axi_read(20'h01000, 3, 4, INCR);
        for (j = 0; j < 4; j = j + 1) kept[j] = buf_r[j];
        repeat (4) put(PLD, rnd_word(0));
        axi_read(20'h01000, 3, 4, INCR);
        for (j = 0; j < 4; j = j + 1) if (buf_r[j] !== kept[j]) wrong = wrong + 1;
        message(1, 0, 16, 16'h55, 16'h8000 | i, SRC);
        want_answer(16'h55, 16'h8000 | i, SRC, 6);
        message(1, 0, 16, 16'h55, 16'h8000 | SLOTS, SRC);
        want_answer(16'h55, 16'h8000 | SLOTS, SRC, 0);
        expect32(20'h0104c, SLOTS, OKAY);
        fill(0, 32, 1'b0);
        put(HDR, header(16'h55, OWN, MBOX_AT | 42'h1000, 0, 32));
        put(PLD, pay[0]);
        put32(20'h01050, 1, OKAY);
        // a payload word may look like a header
        pay[1] = {16'hffff, bare(16'h55, OWN, MBOX_AT | 42'h1000, 0, 16)};
        put(PLD, pay[1]);
        put(FTR, footer(pay_crc(2), SRC, tid_of(16'h8000 | i[15:0]), seq_of(16'h8000 | i[15:0])));
        want_answer(16'h55, 16'h8000 | i, SRC, 6);
        expect32(20'h01048, tid_word(16'h8002), OKAY);
        message(1, 0, 16, 16'h55, 16'h8000 | i, SRC);
        want_answer(16'h55, 16'h8000 | i, SRC, 0);
        for (i = 2; i <= SLOTS + 1; i = i + 1) begin
            expect32(20'h01048, tid_word(16'h8000 | i), OKAY);
            put32(20'h01050, 1, OKAY);
        end
        put32(20'h01050, 1, SLVERR);
        expect32(20'h40480, SLOTS + 1, OKAY);
        judge("a full mailbox refuses, a duplicate is acknowledged even then");

        // binding again empties, and the head of another process is not seen
        message(1, 0, 64, 16'h55, 16'h8008, SRC);
        want_answer(16'h55, 16'h8008, SRC, 0);
        put32(20'h40004, 32'h80000066, OKAY);
        empty(1);
        message(1, 0, 4, 16'h66, 16'h8009, SRC);
        want_answer(16'h66, 16'h8009, SRC, 0);
        want_head(1, 0, 4, 16'h8009, SRC, 0);
        put32(20'h01050, 1, OKAY);
        // also of what comes as it binds
        for (i = 0; i < 12; i = i + 1) begin
            put32(20'h40004, 32'h80000055, OKAY);
            fork
                message(1, 0, 16, 16'h55, 16'h8020 + i, SRC);
                begin
                    repeat (i) @(negedge clk);
                    put32(20'h40004, 32'h80000066, OKAY);
                end
            join
            repeat (6) @(negedge clk);
            empty(1);
            rx_seen = rx_n;
        end
        judge("a new owner sees nothing of the old one's");

        // ---- duplicates: by channel and sender, the oldest entry goes, age
        restart;
        put32(20'h40004, 32'h80000055, OKAY);
        for (i = 0; i < DUPS; i = i + 1) begin
            message(1, 0, 8, 16'h55, 16'h8005 | i << 9, SRC);
            want_answer(16'h55, 16'h8005 | i << 9, SRC, 0);
            if (i != 3) put32(20'h01050, 1, OKAY);
            else put32(20'h01050, 1, OKAY);
        end
        message(1, 0, 8, 16'h55, 16'h8005, SRC);               // renews entry 0
        want_answer(16'h55, 16'h8005, SRC, 0);
        message(1, 0, 8, 16'h55, 16'h8005, SRC ^ 22'd1);       // another sender: replaces channel 1's
        want_answer(16'h55, 16'h8005, SRC ^ 22'd1, 0);
        expect32(20'h0104c, 1, OKAY);
        message(1, 0, 8, 16'h55, 16'h8005, SRC);               // still known
        want_answer(16'h55, 16'h8005, SRC, 0);
        message(1, 0, 8, 16'h55, 16'h8405, SRC);               // channel 2: known
        want_answer(16'h55, 16'h8405, SRC, 0);
        expect32(20'h0104c, 1, OKAY);
        message(1, 0, 8, 16'h55, 16'h8205, SRC);               // channel 1: forgotten
        want_answer(16'h55, 16'h8205, SRC, 0);
        expect32(20'h0104c, 2, OKAY);
        message(1, 0, 8, 16'h55, 16'h8206, SRC);               // another number
        want_answer(16'h55, 16'h8206, SRC, 0);
        expect32(20'h0104c, 3, OKAY);
        put32(20'h01050, 1, OKAY);
        put32(20'h01050, 1, OKAY);
        put32(20'h01050, 1, OKAY);
        put32(20'h4041c, 300, OKAY);
        repeat (400) @(negedge clk);
        message(1, 0, 8, 16'h55, 16'h8206, SRC);               // too old
        want_answer(16'h55, 16'h8206, SRC, 0);
        sent_at = put_at;
        while (now < sent_at + 290) @(negedge clk);
        message(1, 0, 8, 16'h55, 16'h8206, SRC);               // young: renewed
        want_answer(16'h55, 16'h8206, SRC, 0);
        sent_at = put_at;
        expect32(20'h0104c, 1, OKAY);
        while (now < sent_at + 290) @(negedge clk);
        message(1, 0, 8, 16'h55, 16'h8206, SRC);               // still
        want_answer(16'h55, 16'h8206, SRC, 0);
        sent_at = put_at;
        expect32(20'h0104c, 1, OKAY);
        while (now < sent_at + 150) @(negedge clk);
        fill(0, 8, 1'b0);                                      // of wrong payload: renews nothing
        packet(16'h55, MBOX_AT | 1 << 12, 0, 8, 16'h8206, SRC, 2);
        want_answer(16'h55, 16'h8206, SRC, 3);
        while (now < sent_at + 304) @(negedge clk);
        message(1, 0, 8, 16'h55, 16'h8206, SRC);               // too old
        want_answer(16'h55, 16'h8206, SRC, 0);
        expect32(20'h0104c, 2, OKAY);
        judge("duplicates are known by sender, tid, number and age");

        // ---- a blocked output: 17 answers wait, the rest has no room; input never stalls
        restart;
        put32(20'h40004, 32'h80000055, OKAY);
        shut = 1;
        repeat (2) @(negedge clk);
        k = now;
        for (i = 0; i < 20; i = i + 1) message(2, 0, 1, 16'h55, 16'h8000 | i << 9, SRC);
        if (now - k != 60) begin wrong = wrong + 1; $display("# %0d cycles", now - k); end
        repeat (5) @(negedge clk);
        if (causes[9] != 3 || causes[13] != 17) begin wrong = wrong + 1; $display("# %0d %0d", causes[9], causes[13]); end
        shut = 0;
        for (i = 0; i < 17; i = i + 1) want_answer(16'h55, 16'h8000 | i << 9, SRC, 7);
        if (rx_at[rx_seen-1] - rx_at[rx_seen-17] != 16) begin wrong = wrong + 1; $display("# %0d apart", rx_at[rx_seen-1] - rx_at[rx_seen-17]); end
        want_none(20);
        judge("input never stalls; answers without room are not made; no idle cycle");

        // latency, and a storm with stalls
        message(1, 0, 64, 16'h55, 16'hfe00, SRC);
        sent_at = put_at;
        want_answer(16'h55, 16'hfe00, SRC, 0);
        if (rx_at[rx_seen-1] - sent_at > 6) wrong = wrong + 1;
        put32(20'h01050, 1, OKAY);
        judge("an answer is out six cycles after the footer");
        gap = 1; stall = 3;
        k = 0;
        for (i = 0; i < 200; i = i + 1) begin
            n = 1 + rnd(64);
            o = rnd(65 - n);
            message(1, o, n, 16'h55, 16'h8000 | (i % 7) << 9 | i, SRC);
            want_answer(16'h55, 16'h8000 | (i % 7) << 9 | i, SRC, 0);
            want_head(1, o, n, 16'h8000 | (i % 7) << 9 | i, SRC, 0);
            put32(20'h01050, 1, OKAY);
        end
        judge("messages come whole under stalls");

        // a word of each kind offered while reset lasts one cycle is no word; what follows is stray
        gap = 0; stall = 0;
        for (i = 0; i < 3; i = i + 1) begin
            fill(0, 8, 1'b0);
            restart;
            rst = 1;
            {s_fv, s_pv, s_hv} = 3'd1 << i;
            s_data = header(16'h55, OWN, MBOX_AT | 42'h1000, 0, 8);
            @(negedge clk) rst = 0;
            {s_fv, s_pv, s_hv} = 3'd0;
            put(PLD, pay[0]);
            put(FTR, footer(pay_crc(1), SRC, tid_of(16'h8001), seq_of(16'h8001)));
            want_none(20);
            if (causes[5] != 2) wrong = wrong + 1;
        end
        judge("what is offered in reset is not taken");

        // offered from reset on it is taken once, when ready says so
        for (i = 0; i < 3; i = i + 1) begin
            restart;
            rst = 1;
            {s_fv, s_pv, s_hv} = 3'd1 << i;
            s_data = header(16'h55, OWN, MBOX_AT | 42'h1000, 0, 8);
            @(negedge clk) rst = 0;
            @(posedge clk) while (!s_hr) @(posedge clk);
            @(negedge clk) {s_fv, s_pv, s_hv} = 3'd0;
            if (i == 0) begin
                put(PLD, pay[0]);
                put(FTR, footer(pay_crc(1), SRC, tid_of(16'h8001), seq_of(16'h8001)));
                want_answer(16'h55, 16'h8001, SRC, 7);
            end
            want_none(20);
            if (causes[4] != 0 || causes[5] != (i != 0)) wrong = wrong + 1;
        end
        judge("what is offered from reset on is taken once");
        verdict(bad_chan, "the output keeps the channel's rules");
        verdict(bad_axi, "AXI IDs and last beats are right");
        $finish;
    end

    initial begin
        repeat (200000) @(posedge clk);
        verdict(1, "the bench comes to its end");
        $finish;
    end
endmodule

`default_nettype wire
