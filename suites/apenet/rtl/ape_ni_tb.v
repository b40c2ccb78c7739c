// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// ape_ni against its contract page: two of them back to back over their local ports, each with the memory of a host; on
// the way packets are looked at, dropped, changed, and made. CRCs are worked out bit by bit.

`timescale 1ns / 1ps
`default_nettype none

module ape_ni_tb;
    localparam integer A_LOG2 = 6;  // log2 of A's tables
`include "ape_ni_bench.vh"

    integer    i, j, n, since;
    reg [47:0] from, to;
    reg [7:0]  slot;
    reg [15:0] C;

    initial begin
        for (i = 0; i < 65536; i = i + 1) begin
            a.mem[i] = {4{32'h9e3779b9 * i}} ^ {i, 32'd0, ~i, 32'h55aa};
            b.mem[i] = {4{32'h85ebca6b * i}} ^ {32'd1, i, 32'd0, i};
        end
        for (i = 16'h2000; i < 16'h3000; i = i + 1) begin
            a.mem[i] = 0;
            b.mem[i] = 0;
        end
        repeat (4) @(negedge clk);
        rst = 0;
        a.expect32(20'h010fc, 32'h414e0001);
        a.expect32(20'h01080, 32'h01000000);
        a.expect32(20'h01088, 32'h00100000);
        a.put32(20'h00018, 32'h00012345);
        a.expect32(20'h00024, {20'h12345, 12'h024});
        a.start(4);
        b.start(6);
        judge("registers are the page's");

        // one PUT of a page, aligned; then one of odd ends over two pages
        b.command(1, 16'h77, 48'h123456789000, 32'd12288, 8, 0);
        b.ends(0);
        b.page(16'h77, 48'h123456789000, 48'h40000);
        b.page(16'h77, 48'h12345678a000, 48'h60000);
        b.page(16'h77, 48'h12345678b000, 48'h50000);
        a.descriptor(1, 48'h80000, 13'd4096, B, 16'h77, 48'h123456789000, 32'd5, 32'd905, 1, 1);
        a.ring;
        a.expect_event(1, 1, 16'h77, A, 905, 4096);
        b.expect_event(2, 1, 16'h77, A, 5, 4096);
        same(48'h80000, 48'h40000, 4096);
        judge("a PUT of a page arrives, with sent and received events");
        // odd ends, two pages at the destination, slow memories and a slow way
        for (i = 0; i < 24; i = i + 1) begin
            a.slow = i % 3;
            b.slow = i % 4;
            to_b.slow = i % 2 * 3;
            to_b.vc = i[0];
            n = i < 4 ? 1 + i : 1 + a.rnd(i < 12 ? 40 : 700);
            from = 48'h84000 + a.rnd(4096 - n);
            to = 48'h12345678a000 - (i % 4 == 3 ? a.rnd(n) : a.rnd(3000) + n);
            j = to < 48'h12345678a000 && to + n > 48'h12345678a000 ? 48'h12345678a000 - to : n;
            b.mem[0] = {16{i[7:0]}};
            a.descriptor(1, from, n, B, 16'h77, to, 100 + i, 200 + i, 1, i[2]);
            a.ring;
            b.expect_event(2, 1, 16'h77, A, 100 + i, n);
            if (i[2]) a.expect_event(1, 1, 16'h77, A, 200 + i, n);
            same(from, (to < 48'h12345678a000 ? 48'h40000 : 48'h60000) + to[11:0], j);
            if (j != n) same(from + j, 48'h60000, n - j);
        end
        a.slow = 0;
        b.slow = 0;
        to_b.slow = 0;
        to_b.vc = 0;
        judge("PUTs of any alignment arrive byte for byte, cut at pages");

        // one message of eight descriptors, one doorbell; sent events in order
        n = to_b.packets;
        for (i = 0; i < 8; i = i + 1)
            a.descriptor(1, 48'h90000 + 4096 * i, 13'd1024, B, 16'h77, 48'h123456789000 + 1024 * i, 7, 300 + i, i == 7, 1);
        a.ring;
        b.expect_event(2, 1, 16'h77, A, 7, 8192);
        for (i = 0; i < 8; i = i + 1) a.expect_event(1, 1, 16'h77, A, 300 + i, 1024);
        for (i = 0; i < 4; i = i + 1) begin
            same(48'h90000 + 4096 * i, 48'h40000 + 1024 * i, 1024);
            same(48'h94000 + 4096 * i, 48'h60000 + 1024 * i, 1024);
        end
        if (to_b.packets != n + 8 || to_b.last_ftr[63:46] !== {16'd7, 1'b0, 1'b1}) bad("packets", to_b.packets - n, to_b.last_ftr[63:0]);
        a.expect32(20'h01014, a.tx_at);
        judge("a message of eight descriptors is one received event");

        // bad descriptors tell their tags, and the good one behind them goes
        a.descriptor(1, 48'h80000, 13'd0, B, 16'h77, 48'h123456789000, 8, 400, 1, 0);
        a.descriptor(1, 48'h80001, 13'd4096, B, 16'h77, 48'h123456789000, 8, 401, 1, 0);
        a.descriptor(2, 48'h80000, 13'd64, B, 16'h77, 48'h123456789000, 8, 402, 1, 0);
        a.get_descriptor(B, 16'h77, 48'h123456789000, 48'h2000, 0, 403);
        a.descriptor(1, 48'h80000, 13'd64, B, 16'h77, 48'h123456789000, 8, 404, 1, 0);
        a.ring;
        for (i = 0; i < 4; i = i + 1) a.expect_event(3, 13, 16'h77, A, 400 + i, 0);
        b.expect_event(2, 1, 16'h77, A, 8, 64);
        judge("a bad descriptor is an error event with its tag");

        // SEND: the lowest free buffer, taken until it is released
        b.command(1, 16'h88, 48'h5000, 32'd6000, 1, 0);
        b.ends(32'h00000100);
        b.command(1, 16'h88, 48'h9000, 32'd4096, 1, 0);
        b.ends(32'h00000200);
        b.command(1, 16'h88, 48'h9001, 32'd4096, 1, 0);
        b.ends(32'd2);
        b.page(16'h88, 48'h5000, 48'h70000);
        b.page(16'h88, 48'h6000, 48'h72000);
        b.page(16'h88, 48'h9000, 48'h74000);
        a.descriptor(3, 48'h80000, 13'd4096, B, 16'h88, 48'd0, 9, 500, 0, 0);
        a.descriptor(3, 48'h81000, 13'd1900, B, 16'h88, 48'd4096, 9, 501, 1, 1);
        a.descriptor(3, 48'h82000, 13'd77, B, 16'h88, 48'd0, 10, 502, 1, 0);
        a.descriptor(3, 48'h82000, 13'd77, B, 16'h88, 48'd0, 11, 503, 1, 0);
        a.ring;
        b.expect_event(2, 3, 16'h88, A, 9, 5996);
        if (b.event_q[14:8] !== 7'h41) bad("buffer of a SEND", b.event_q[15:0], 0);
        b.expect_event(2, 3, 16'h88, A, 10, 77);
        if (b.event_q[14:8] !== 7'h42) bad("buffer of a SEND", b.event_q[15:0], 0);
        b.expect_event(3, 1, 16'h88, A, 11, 0);
        a.expect_event(1, 3, 16'h88, A, 501, 1900);
        same(48'h80000, 48'h70000, 4096);
        same(48'h81000, 48'h72000, 1900);
        same(48'h82000, 48'h74000, 77);
        b.command(5, 16'h88, 48'h5000, 0, 0, 0);
        b.ends(32'h00000100);
        a.descriptor(3, 48'h83000, 13'd4000, B, 16'h88, 48'd2100, 12, 504, 1, 0);
        a.ring;
        b.expect_event(3, 2, 16'h88, A, 12, 1996);
        a.descriptor(3, 48'h83000, 13'd3, B, 16'h88, 48'd0, 13, 505, 1, 0);
        a.ring;
        b.expect_event(2, 3, 16'h88, A, 13, 3);
        if (b.event_q[14:8] !== 7'h41) bad("buffer after an error", b.event_q[15:0], 0);
        judge("a SEND takes the lowest free buffer, and an error gives it back");

        // GET: A asks B, with odd ends; replies are cut at pages of both sides
        b.command(1, 16'h77, 48'h123456700000, 32'd16384, 2, 0);
        b.ends(32'h00000300);
        for (i = 0; i < 3; i = i + 1) b.page(16'h77, 48'h123456700000 + 4096 * i, 48'h30000 + 8192 * i);
        a.command(1, 16'h77, 48'h00a000, 32'd12288, 0, 0);
        a.ends(0);
        for (i = 0; i < 3; i = i + 1) a.page(16'h77, 48'ha000 + 4096 * i, 48'hc0000 + 8192 * i);
        n = to_a.packets;
        a.get_descriptor(B, 16'h77, 48'h123456700f05, 48'haffa, 5000, 600);
        a.ring;
        a.expect_event(1, 4, 16'h77, A, 600, 5000);
        a.expect_event(2, 5, 16'h77, B, 600, 5000);
        for (i = 0; i < 5000; i = i + 1) begin
            from = 48'h123456700f05 + i;
            to = 48'haffa + i;
            if (b.byte_at(48'h30000 + 8192 * (from[14:12]) + from[11:0]) !== a.byte_at(48'hc0000 + 8192 * (to[14:12] - 2) + to[11:0]))
                bad("byte of a GET", i, 0);
        end
        if (to_a.packets != n + 5) bad("reply packets", to_a.packets - n, 5);
        b.expect32(20'h03004, 5);
        b.expect32(20'h03008, 5000);
        judge("a GET's reply is cut at pages of both sides and ends with one event");

        // GETs that are refused; tags
        a.get_descriptor(B, 16'h78, 48'h123456700f05, 48'haffa, 5000, 601);
        a.get_descriptor(B, 16'h77, 48'h123456703f00, 48'haffa, 257, 602);
        a.get_descriptor(B, 16'h77, 48'h123456789000, 48'haffa, 25, 603);
        a.ring;
        for (i = 601; i < 604; i = i + 1) begin
            a.take_event;
            while (a.event_q[63:56] == 1) a.take_event;
            if (a.event_q[63:48] !== 16'h030b || a.event_q[127:96] !== i || a.event_q[31:16] !== B) bad("refusal", a.event_q[63:0], a.event_q[127:64]);
        end
        while (a.event_q != 0) begin
            a.limit = 1200;
            a.take_event;
            a.limit = 4000;
            if (a.event_q != 0 && a.event_q[63:56] !== 1) bad("another event", a.event_q[63:0], 0);
        end
        to_b.drop_at = to_b.packets;
        a.put32(20'h01084, 2000);
        a.get_descriptor(B, 16'h77, 48'h123456700000, 48'ha000, 64, 604);
        a.get_descriptor(B, 16'h77, 48'h123456700000, 48'ha000, 64, 604);
        a.ring;
        a.expect_event(1, 4, 16'h77, A, 604, 64);
        a.expect_event(3, 14, 16'h77, A, 604, 0);
        repeat (2000) @(negedge clk);
        a.expect_event(3, 12, 16'h77, B, 604, 0);
        to_a.make(5, A, B, 16'h77, 16, 48'ha000, 604, 0, 1, 0, 0, 0, 128'd1);
        a.no_event;
        a.expect32(20'h0301c, 1);
        repeat (3500) @(negedge clk);
        a.get_descriptor(B, 16'h77, 48'h123456700000, 48'ha000, 64, 604);
        a.ring;
        a.expect_event(1, 4, 16'h77, A, 604, 64);
        a.expect_event(2, 5, 16'h77, B, 604, 64);
        a.put32(20'h01084, 32'h01000000);
        judge("refusals, lost requests and tags in use are told; a dead tag comes back");

        // misses: VC 0 waits, VC 1 goes on
        b.command(4, 16'h77, 48'h123456789000, 0, 0, 0);
        b.ends(0);
        b.command(4, 16'h77, 48'h123456789000, 0, 0, 0);
        b.ends(3);
        b.expect32(20'h02000, 0);
        a.descriptor(1, 48'h80100, 13'd333, B, 16'h77, 48'h123456789111, 20, 700, 1, 0);
        a.ring;
        repeat (400) @(negedge clk);
        if (!b.irq_miss) bad("no miss", 0, 0);
        to_b.vc = 1;
        a.descriptor(1, 48'h80500, 13'd50, B, 16'h77, 48'h12345678a011, 21, 701, 1, 0);
        a.ring;
        b.expect_event(2, 1, 16'h77, A, 21, 50);
        b.get32(20'h02000);
        slot = b.got32[23:16];
        if (b.got32[31] !== 1 || b.got32[15:0] !== 16'h77) bad("miss", b.got32, 0);
        b.expect32(20'h02004, 32'h23456789);
        b.expect32(20'h02008, 32'h1);
        b.put32(20'h02010, 32'h00000048);
        b.put32(20'h02014, 0);
        b.put32(20'h02018, slot ^ 4);
        b.expect32(20'h02004, 32'h23456789);
        b.put32(20'h02018, slot);
        b.expect_event(2, 1, 16'h77, A, 20, 333);
        same(48'h80100, 48'h48111, 333);
        to_b.vc = 0;
        // a fault
        b.command(4, 16'h77, 48'h123456789000, 0, 0, 0);
        b.ends(0);
        a.descriptor(1, 48'h80100, 13'd333, B, 16'h77, 48'h123456789111, 22, 702, 1, 0);
        a.ring;
        repeat (400) @(negedge clk);
        b.get32(20'h02000);
        b.put32(20'h02018, {1'b1, 23'd0, b.got32[23:16]});
        b.expect_event(3, 3, 16'h77, A, 22, 0);
        // no answer in time; the late one has no effect
        b.put32(20'h01088, 500);
        a.descriptor(1, 48'h80100, 13'd333, B, 16'h77, 48'h123456789111, 23, 703, 1, 0);
        a.ring;
        b.expect_event(3, 4, 16'h77, A, 23, 0);
        b.get32(20'h02000);
        b.put32(20'h02018, b.got32[23:16]);
        b.expect32(20'h02000, 0);
        b.put32(20'h01088, 32'h00100000);
        // a page that is taken away while it is asked for is asked again
        a.descriptor(1, 48'h80100, 13'd333, B, 16'h77, 48'h123456789111, 24, 704, 1, 0);
        a.ring;
        repeat (400) @(negedge clk);
        b.command(4, 16'h77, 48'h123456789000, 0, 0, 0);
        b.ends(3);
        b.get32(20'h02000);
        b.put32(20'h02018, b.got32[23:16]);
        repeat (40) @(negedge clk);
        b.get32(20'h02000);
        if (b.got32[31] !== 1) bad("not asked again", b.got32, 0);
        b.put32(20'h02010, 32'h00000040);
        b.put32(20'h02018, b.got32[23:16]);
        b.expect_event(2, 1, 16'h77, A, 24, 333);
        same(48'h80100, 48'h40111, 333);
        judge("a miss holds its own VC only, and ends by a page, a fault or in time");

        // packets that another node could have made
        C = {6'd1, 5'd1, 5'd1};
        to_b.make(1, B, C, 16'h77, 16, 48'h123456789100, 30, 0, 1, 0, 0, 1, 128'h5555);
        b.expect_event(3, 5, 16'h77, C, 30, 0);
        to_b.make(1, B, C, 16'h77, 16, 48'h123456789100, 31, 0, 1, 0, 1, 0, 128'h5555);
        b.expect_event(3, 15, 16'h77, C, 31, 0);
        to_b.make(1, B, C, 16'h77, 16, 48'h123456789ff8, 32, 0, 1, 0, 0, 0, 128'h5555);
        b.expect_event(3, 16, 16'h77, C, 32, 0);
        to_b.make(1, B, C, 16'h77, 16, 48'h12345678bff8, 33, 0, 1, 0, 0, 0, 128'h5555);
        b.expect_event(3, 2, 16'h77, C, 33, 0);
        to_b.make(1, B, C, 16'h79, 16, 48'h123456789100, 34, 0, 1, 0, 0, 0, 128'h5555);
        b.expect_event(3, 1, 16'h79, C, 34, 0);
        b.get32(20'h03010);
        n = b.got32;
        to_b.make(1, C, C, 16'h77, 16, 48'h123456789100, 35, 0, 1, 0, 0, 0, 128'h5555);
        to_b.make(7, B, C, 16'h77, 16, 48'h123456789100, 35, 0, 1, 0, 0, 0, 128'h5555);
        to_b.make(1, B, C, 16'h77, 17, 48'h123456789100, 35, 0, 1, 0, 0, 0, 128'h5555);
        b.no_event;
        b.expect32(20'h03010, n + 3);
        // gaps: first packets lost, one amid, the last one, err
        to_b.make(1, B, C, 16'h77, 16, 48'h123456789100, 36, 1, 0, 0, 0, 0, 128'h5555);
        b.expect_event(3, 6, 16'h77, C, 36, 0);
        to_b.make(1, B, C, 16'h77, 16, 48'h123456789100, 36, 2, 1, 0, 0, 0, 128'h5555);
        to_b.make(1, B, C, 16'h77, 16, 48'h123456789100, 37, 0, 0, 0, 0, 0, 128'h5555);
        to_b.make(1, B, C, 16'h77, 16, 48'h123456789100, 37, 2, 0, 0, 0, 0, 128'h5555);
        b.expect_event(3, 6, 16'h77, C, 37, 16);
        to_b.make(1, B, C, 16'h77, 16, 48'h123456789100, 38, 0, 0, 0, 0, 0, 128'h5555);
        to_b.make(1, B, C, 16'h77, 16, 48'h123456789100, 39, 0, 0, 0, 0, 0, 128'h5555);
        b.expect_event(3, 6, 16'h77, C, 38, 16);
        to_b.make(1, B, C, 16'h77, 16, 48'h123456789100, 39, 1, 1, 1, 0, 0, 128'h5555);
        b.expect_event(3, 6, 16'h77, C, 39, 16);
        to_b.make(1, B, C, 16'h77, 0, 48'h123456789100, 40, 0, 0, 0, 0, 0, 128'h5555);
        to_b.make(1, B, C, 16'h77, 16, 48'h123456789100, 40, 1, 1, 0, 0, 0, 128'h6666);
        b.expect_event(2, 1, 16'h77, C, 40, 16);
        if (b.mem[16'h4010] !== 128'h6666) bad("a word", b.mem[16'h4010], 0);
        // the table has two entries
        to_b.make(1, B, C, 16'h77, 16, 48'h123456789100, 41, 0, 0, 0, 0, 0, 128'h5555);
        to_b.make(1, B, C + 1, 16'h77, 16, 48'h123456789100, 42, 0, 0, 0, 0, 0, 128'h5555);
        to_b.make(1, B, C + 2, 16'h77, 16, 48'h123456789100, 43, 0, 0, 0, 0, 0, 128'h5555);
        b.expect_event(3, 8, 16'h77, C + 2, 43, 0);
        to_b.make(1, B, C + 2, 16'h77, 16, 48'h123456789100, 43, 1, 1, 0, 0, 0, 128'h5555);
        b.put32(20'h01080, 800);
        repeat (1200) @(negedge clk);
        b.take_event;
        if (b.event_q[63:48] !== 16'h0307 || b.event_q[127:64] !== {32'd41 + (b.event_q[31:16] - C), 32'd16}) bad("timeout", b.event_q[63:0], b.event_q[127:64]);
        b.take_event;
        if (b.event_q[63:48] !== 16'h0307 || b.event_q[127:64] !== {32'd41 + (b.event_q[31:16] - C), 32'd16}) bad("timeout", b.event_q[63:0], b.event_q[127:64]);
        b.no_event;
        b.put32(20'h01080, 32'h01000000);
        judge("each message that is not whole is one error event");

        // UNREGISTER: pending while a B is owed; the rest of a message is an error
        b.b_hold = 1;
        to_b.make(1, B, C, 16'h77, 16, 48'h123456789200, 50, 0, 0, 0, 0, 0, 128'h7777);
        repeat (60) @(negedge clk);
        b.command(2, 16'h77, 48'h123456789000, 0, 0, 0);
        if (!b.result[31]) bad("not pending", b.result, 0);
        repeat (100) @(negedge clk);
        b.get32(20'h01064);
        if (!b.got32[31]) bad("not pending any more", b.got32, 0);
        b.b_hold = 0;
        b.ends(0);
        to_b.make(1, B, C, 16'h77, 16, 48'h123456789210, 50, 1, 1, 0, 0, 0, 128'h8888);
        b.expect_event(3, 9, 16'h77, C, 50, 16);
        if (b.mem[16'h4021] === 128'h8888) bad("written", 0, 0);
        b.command(2, 16'h77, 48'h123456789000, 0, 0, 0);
        b.ends(3);
        b.command(1, 16'h77, 48'h123456789000, 32'd12288, 8, 0);
        b.ends(0);
        b.page(16'h77, 48'h123456789000, 48'h40000);
        b.page(16'h77, 48'h12345678a000, 48'h60000);
        judge("UNREGISTER ends when nothing is on its way");

        // memory that answers with errors: at the source, at the destination, at a GET
        a.bad_page = 48'h80000;
        a.descriptor(1, 48'h80000, 13'd64, B, 16'h77, 48'h123456789000, 60, 800, 0, 0);
        a.descriptor(1, 48'h81000, 13'd64, B, 16'h77, 48'h123456789040, 60, 801, 1, 1);
        a.ring;
        a.expect_event(3, 10, 16'h77, A, 800, 0);
        a.expect_event(1, 1, 16'h77, A, 801, 64);
        b.expect_event(3, 6, 16'h77, A, 60, 0);
        a.bad_page = 48'hffffffffffff;
        b.bad_page = 48'h60000;
        a.descriptor(1, 48'h81000, 13'd64, B, 16'h77, 48'h123456789fe0, 61, 802, 0, 0);
        a.descriptor(1, 48'h81000, 13'd64, B, 16'h77, 48'h123456789f00, 61, 803, 1, 0);
        a.ring;
        b.expect_event(3, 10, 16'h77, A, 61, 0);
        b.bad_page = 48'h32000;
        a.get_descriptor(B, 16'h77, 48'h123456700f00, 48'ha000, 512, 804);
        a.ring;
        a.expect_event(1, 4, 16'h77, A, 804, 512);
        a.expect_event(3, 11, 16'h77, B, 804, 256);
        b.expect_event(3, 10, 16'h77, A, 804, 0);
        b.bad_page = 48'hffffffffffff;
        b.no_event;
        judge("bad answers of memory are error events, and nothing of theirs is sent");

        // an event queue that nobody reads: a bounded wait, then counted drops
        a.put32(20'h0108c, 200);
        for (i = 0; i < 15; i = i + 1) a.descriptor(1, 48'h81000, 13'd16, B, 16'h77, 48'h123456789000, 70, 900 + i, 1, 1);
        a.ring;
        repeat (1500) @(negedge clk);
        for (i = 0; i < 4; i = i + 1) a.descriptor(1, 48'h81000, 13'd16, B, 16'h77, 48'h123456789000, 71, 915 + i, 1, 1);
        a.ring;
        repeat (1500) @(negedge clk);
        a.expect32(20'h01038, 1);
        a.expect32(20'h03028, 4);
        a.put32(20'h01038, 1);
        a.expect32(20'h01038, 0);
        for (i = 0; i < 15; i = i + 1) a.expect_event(1, 1, 16'h77, A, 900 + i, 16);
        for (i = 0; i < 19; i = i + 1) b.expect_event(2, 1, 16'h77, A, i < 15 ? 70 : 71, 16);
        a.descriptor(1, 48'h81000, 13'd16, B, 16'h77, 48'h123456789000, 72, 920, 1, 1);
        a.ring;
        a.expect_event(1, 1, 16'h77, A, 920, 16);
        b.expect_event(2, 1, 16'h77, A, 72, 16);
        judge("a full event queue waits, then drops and counts, and overwrites nothing");
        a.put32(20'h0108c, 20000);
        for (i = 0; i < 15; i = i + 1) a.descriptor(1, 48'h81000, 13'd16, B, 16'h77, 48'h123456789000, 73, 930 + i, 1, 1);
        a.ring;
        repeat (1500) @(negedge clk);
        for (i = 15; i < 18; i = i + 1) a.descriptor(1, 48'h81000, 13'd16, B, 16'h77, 48'h123456789000, 73, 930 + i, 1, 1);
        a.ring;
        repeat (1500) @(negedge clk);
        a.expect32(20'h03028, 4);
        for (i = 0; i < 18; i = i + 1) a.expect_event(1, 1, 16'h77, A, 930 + i, 16);
        for (i = 0; i < 18; i = i + 1) b.expect_event(2, 1, 16'h77, A, 73, 16);
        judge("once EVQ_READ is written, an event that finds the queue full waits anew");

        // whole pages without a stop
        a.put32(20'h0108c, 32'h00010000);
        n = to_b.packets;
        for (i = 0; i < 12; i = i + 1) a.descriptor(1, 48'h90000 + 4096 * i, 13'd4096, B, 16'h77, 48'h123456789000, 80, 1000 + i, i == 11, i == 11);
        a.ring;
        while (to_b.packets == n) @(negedge clk);
        since = $time;
        while (to_b.packets != n + 12) @(negedge clk);
        $display("# %0d cycles for 11 packets of 258 words", ($time - since) / 2);
        if (($time - since) / 2 > 11 * 268) bad("too slow", ($time - since) / 2, 11 * 268);
        a.expect_event(1, 1, 16'h77, A, 1011, 4096);
        b.expect_event(2, 1, 16'h77, A, 80, 49152);
        same(48'h9b000, 48'h40000, 4096);
        judge("whole pages arrive one behind the other");

        // rings of 4096: the bench writes indices that traffic would take minutes to reach
        a.start(12);
        a.put32(20'h01008, 12);
        a.ev_phase = 1;
        a.mem[16'h2000] = 0;
        a.mem[16'h2001] = 0;
        a.tx_at = 4090;
        a.tx_log2 = 12;
        a.ev_at = 4090;
        for (i = 0; i < 8; i = i + 1) a.descriptor(1, 48'h81000, 13'd16, B, 16'h77, 48'h123456789000, 90, 1100 + i, 1, 1);
        repeat (10) @(negedge clk);
        a.dut.u_regs.tx_write_q = 12'd4090;
        a.dut.u_out.u_fetch.asked_q = 12'd4090;
        a.dut.u_out.u_fetch.read_q = 12'd4090;
        a.dut.u_events.write_q = 12'd4090;
        a.put32(20'h01030, 4090);
        a.put32(20'h01010, 4093);
        for (i = 0; i < 3; i = i + 1) a.expect_event(1, 1, 16'h77, A, 1100 + i, 16);
        a.expect32(20'h01014, 4093);
        a.expect32(20'h01034, 4093);
        if (a.irq_event) bad("irq_event", 1, 0);
        a.put32(20'h01010, 2);
        for (i = 3; i < 8; i = i + 1) a.expect_event(1, 1, 16'h77, A, 1100 + i, 16);
        a.expect32(20'h01014, 2);
        a.expect32(20'h01034, 2);
        for (i = 0; i < 8; i = i + 1) b.expect_event(2, 1, 16'h77, A, 90, 16);
        judge("rings of 4096 entries have indices of 12 bits");
        $finish;
    end

    initial begin
        repeat (600000) @(posedge clk);
        verdict(1, "the bench comes to its end");
        $finish;
    end
endmodule

`include "ape_ni_side.vh"
`include "ape_ni_way.vh"

`default_nettype wire
