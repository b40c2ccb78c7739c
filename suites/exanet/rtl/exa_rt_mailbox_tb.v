// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// exa_rt_mailbox against its contract page: both queues, protection of the requester's
// fields, full queues, duplicates, reads of every width.

`timescale 1ns / 1ps
`default_nettype none

module exa_rt_mailbox_tb;
`include "exa_ni_bench.vh"
    localparam [41:0] HERE = {3'b111, 7'd1, 32'd0};
    localparam [21:0] SRC = {7'd9, 7'd1, 6'd63, 2'd1};
    localparam RSPS = 16, READS = 4;

    exa_rt_mailbox #(.RSP_LOG2(4), .READ_LOG2(2), .DUP_N(8)) dut (`EXA_NI_PORTS);

    integer i, j;
    reg [31:0] words [0:7];

    task response;
        input [12:0] seq;
        input [9:0]  tid;
        input [3:0]  err;
        put(HDR, ack_word(16'h77, OWN, 10'h381, {4'd0, tid}, seq, err));
    endtask

    task request;  // its payload goes to words
        input [15:0] pdid, tag;
        input [21:0] src;
        integer w;
        begin
            pay[0] = rnd_word(0);
            pay[1] = rnd_word(0);
            for (w = 0; w < 8; w = w + 1) words[w] = pay[w/4] >> 32 * (w % 4);
            words[6] = src;
            words[7] = pdid;
            packet(pdid, HERE, 1, 32, tag, src, 0);
        end
    endtask

    task want_request;
        integer w;
        for (w = 0; w < 8; w = w + 1) expect32(20'h01000 + 4 * w, words[w], OKAY);
    endtask

    initial begin
        restart;
        expect32(20'h40400, 32'h45520001, OKAY);
        expect32(20'h40408, OWN, OKAY);
        expect32(20'h40404, {16'd8, 8'd2, 8'd4}, OKAY);
        expect32(20'h4041c, 65536, OKAY);
        expect32(20'h02000, 0, DECERR);
        expect32(20'h40414, 0, SLVERR);
        put32(20'h00000, 0, SLVERR);
        put32(20'h01000, 0, SLVERR);
        put32(20'h02000, 0, DECERR);
        expect32(20'h00000, 0, OKAY);
        expect32(20'h01000, 0, OKAY);
        for (i = 0; i < 16; i = i + 1) begin  // of no register a byte is enough
            buf_s[0] = 16'h0001 << i;
            axi_write(20'h40000, 0, 4, INCR);
            if (resp !== SLVERR) wrong = wrong + 1;
            axi_write(20'h40410, 0, 4, INCR);
            if (resp !== SLVERR) wrong = wrong + 1;
        end
        judge("pages and registers are where the page says; empty queues read 0");

        for (i = 0; i < 16; i = i + 1) response(13'h1f0f ^ i * 111, 10'h3a5 ^ i, i[3:0]);
        expect32(20'h40410, 16, OKAY);
        response(1, 2, 3);
        expect32(20'h40488, 1, OKAY);
        want_none(20);
        // other widths move nothing
        axi_read(20'h00000, 3, 3, INCR);
        for (i = 0; i < 4; i = i + 1) if (buf_e[i] !== SLVERR) wrong = wrong + 1;
        axi_read(20'h00000, 0, 4, INCR);
        if (resp !== SLVERR) wrong = wrong + 1;
        axi_read(20'h00001, 0, 1, INCR);
        if (resp !== SLVERR) wrong = wrong + 1;
        expect32(20'h40410, 16, OKAY);
        // half one by one at any offset, half in a burst
        for (i = 0; i < 8; i = i + 1)
            expect32({8'd0, 10'd0 + i[9:0] * 10'd37, 2'd0}, {2'b01, i[3:0], 13'h1f0f ^ i[12:0] * 13'd111, 10'h3a5 ^ i[9:0], 3'd0}, OKAY);
        axi_read(20'h00010, 8, 2, FIXED);
        for (i = 8; i < 16; i = i + 1)
            if (buf_r[i-8][31:0] !== {2'b01, i[3:0], 13'h1f0f ^ i[12:0] * 13'd111, 10'h3a5 ^ i[9:0], 3'd0} || buf_e[i-8] !== OKAY)
                wrong = wrong + 1;
        if (buf_r[8][31:0] !== 32'd0) wrong = wrong + 1;
        expect32(20'h40480, 16, OKAY);
        judge("responses come in order, one a read, and are lost when there is no room");

        // read requests, requester's fields from footer and header
        request(16'hbeef, 16'h8401, SRC);
        want_answer(16'hbeef, 16'h8401, SRC, 0);
        expect32(20'h00000, 32'h80000000, OKAY);
        expect32(20'h40410, 32'h10000, OKAY);
        for (i = 0; i < 5; i = i + 1) expect32(20'h01000, words[i], OKAY);
        expect32(20'h00000, 32'h80000000, OKAY);
        for (i = 5; i < 8; i = i + 1) expect32(20'h01000, words[i], OKAY);
        expect32(20'h00000, 32'h00000000, OKAY);
        request(16'hcafe, 16'h0000, ~SRC);
        want_none(20);
        axi_read(20'h01000, 7, 2, INCR);
        for (i = 0; i < 8; i = i + 1)
            if ((buf_r[i] >> 32 * (i % 4) & 32'hffffffff) !== words[i]) wrong = wrong + 1;
        judge("read requests come whole, coordinates and PDID not from the payload");

        // full: nack 6, responses still pass; a duplicate is acknowledged
        for (i = 0; i < READS; i = i + 1) begin
            request(16'hbeef, 16'h8600 + (i << 9), SRC);
            want_answer(16'hbeef, 16'h8600 + (i << 9), SRC, 0);
        end
        request(16'hbeef, 16'h8400 | 2, SRC);
        want_answer(16'hbeef, 16'h8400 | 2, SRC, 6);
        request(16'hbeef, 16'h8600, SRC);
        want_answer(16'hbeef, 16'h8600, SRC, 0);
        response(5, 6, 0);
        expect32(20'h00000, {2'b11, 4'd0, 13'd5, 10'd6, 3'd0}, OKAY);
        for (i = 0; i < 8 * READS; i = i + 1) rd32(20'h01000);
        expect32(20'h40410, 0, OKAY);
        request(16'hbeef, 16'h8400 | 2, SRC);
        want_answer(16'hbeef, 16'h8400 | 2, SRC, 0);
        want_request;
        judge("a full queue of requests refuses, and does not block responses");

        // what it does not take
        packet(16'h1, HERE | 4, 1, 32, 16'h8003, SRC, 0);
        want_answer(16'h1, 16'h8003, SRC, 4);
        packet(16'h1, HERE, 0, 32, 16'h8003, SRC, 0);
        want_answer(16'h1, 16'h8003, SRC, 4);
        packet(16'h1, HERE, 0, 32, 16'h0000, SRC, 0);
        want_answer(16'h1, 16'h0000, SRC, 4);
        packet(16'h1, HERE, 1, 32, 16'h8003, SRC, 2);
        want_answer(16'h1, 16'h8003, SRC, 3);
        put(HDR, ack_word(16'h1, OWN, 10'h381, 14'h2003, 13'd3, 4'd0));
        packet(16'h1, HERE, 2, 32, 16'h0, SRC, 0);
        packet(16'h1, HERE, 6, 16, 16'h0, SRC, 0);
        packet(16'h1, HERE, 1, 31, 16'h0, SRC, 0);
        packet(16'h1, HERE, 1, 32, 16'h0, SRC, 2);
        packet(16'h1, HERE, 1, 32, 16'h0, SRC, 4);
        packet(16'h1, HERE | 4, 1, 32, 16'h0, SRC, 0);
        put(HDR, ack_word(16'h1, OWN, 10'h381, 14'd3, 13'd3, 4'd0) ^ 128'd1 << 50);
        want_none(40);
        if (causes[1] != 1 || causes[2] != 1 || causes[6] != 1 || causes[8] != 3 || causes[10] != 2 || causes[12] != 4)
            wrong = wrong + 1;
        check_causes(16'hffff);
        expect32(20'h40410, 0, OKAY);
        judge("each cause is counted, and answered or not as the page says");

        // reader and network at once, with stalls
        gap = 1;
        stall = 2;
        for (i = 0; i < 60; i = i + 1) begin
            request(i, 16'h8000 | (10 + i % 5) << 9 | i, SRC);
            response(i, i, i);
            want_answer(i, 16'h8000 | (10 + i % 5) << 9 | i, SRC, 0);
            repeat (4) @(negedge clk);
            expect32(20'h00000, {2'b11, i[3:0], i[12:0], i[9:0], 3'd0}, OKAY);
            want_request;
        end
        judge("both queues move under stalls");
        verdict(bad_chan, "the output keeps the channel's rules");
        verdict(bad_axi, "AXI IDs and last beats are right");
        $finish;
    end

    initial begin
        repeat (100000) @(posedge clk);
        verdict(1, "the bench comes to its end");
        $finish;
    end
endmodule

`default_nettype wire
