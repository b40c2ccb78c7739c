// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// exa_packetizer against its contract page: every length and alignment, answers of
// every kind, timeouts in their window, bindings, all channels at once.

`timescale 1ns / 1ps
`default_nettype none

module exa_packetizer_tb;
`include "exa_packetizer_bench.vh"

    task refuse;
        input [41:0] a;
        input integer kind, count;
        begin
            send(2, FAR, a, kind, count);
            status(2, REFUSED, 0, 0);
        end
    endtask

    initial begin
        restart;
        for (c = 0; c < CHANS; c = c + 1) num[c] = 0;
        expect32(20'h40400, 32'h45500001, OKAY);
        expect32(20'h40408, OWN, OKAY);
        expect32(20'h40404, CHANS, OKAY);
        expect32(20'h40410, 4096, OKAY);
        expect32(20'h40414, 7, OKAY);
        put32(20'h40414, 32'hffffff05, OKAY);
        expect32(20'h40414, 5, OKAY);
        expect32(20'h40418, 0, SLVERR);
        expect32(20'h40498, 0, SLVERR);
        expect32(20'h40020, 0, SLVERR);
        expect32(20'h08000, 0, DECERR);
        put32(20'h08000, 0, DECERR);
        put32(20'h00050, 0, SLVERR);
        put32(20'h00054, 0, SLVERR);
        expect32(20'h0004c, 0, SLVERR);
        // memory by bytes; a register takes whole words only
        buf_d[0] = 128'h0f0e0d0c0b0a09080706050403020100;
        buf_s[0] = 16'h0002;
        axi_write(20'h02011, 0, 0, INCR);
        axi_read(20'h02010, 0, 4, INCR);
        if (resp !== OKAY || buf_r[0] !== 128'h0100) wrong = wrong + 1;
        buf_s[0] = 16'h8400;
        axi_write(20'h02010, 0, 4, INCR);
        axi_read(20'h02010, 0, 4, INCR);
        if (buf_r[0] !== {8'h0f, 32'd0, 8'h0a, 64'd0, 8'h01, 8'd0}) wrong = wrong + 1;
        buf_s[0] = 16'h00ef;
        axi_write(20'h02040, 0, 4, INCR);
        axi_read(20'h02040, 0, 4, INCR);
        if (buf_r[0] !== 128'h03020100) wrong = wrong + 1;
        for (i = 0; i < 16; i = i + 1) begin  // of no register a byte is enough, of what is none neither
            buf_s[0] = 16'h0001 << i;
            axi_write(20'h02040, 0, 4, INCR);
            if (resp !== SLVERR) wrong = wrong + 1;
            axi_write(20'h40000, 0, 4, INCR);
            if (resp !== SLVERR) wrong = wrong + 1;
        end
        axi_read(20'h02040, 0, 4, INCR);
        if (buf_r[0] !== 128'h03020100) wrong = wrong + 1;
        judge("pages and registers are where the page says");

        // not bound; then what is refused although it is
        send(2, FAR, MBOX, 0, 8);
        status(2, REFUSED, 0, 0);
        for (c = 0; c < CHANS; c = c + 1) put32(20'h40000 + 4 * c, 32'h80001000 | c, OKAY);
        expect32(20'h02054, 32'h80001002, OKAY);
        expect32(20'h02010, 0, OKAY);
        expect32(20'h02040, 0, OKAY);
        status(2, IDLE, 0, 0);
        send(2, FAR, MBOX, 0, 0);
        status(2, REFUSED, 0, 0);
        send(2, FAR, MBOX, 0, 65);
        status(2, REFUSED, 0, 0);
        send(2, FAR, MBOX, 2, 8);
        status(2, REFUSED, 0, 0);
        send(2, FAR, 42'h0f1, 0, 16);
        status(2, REFUSED, 0, 0);
        send(2, FAR, {3'b111, 7'd1, 32'd0}, 1, 31);
        status(2, REFUSED, 0, 0);
        send(2, FAR, {3'b111, 7'd1, 32'd8}, 1, 32);
        status(2, REFUSED, 0, 0);
        send(2, FAR, {3'b111, 7'd3, 32'd0}, 1, 32);
        status(2, REFUSED, 0, 0);
        want_none(20);
        expect32(20'h40494, 8, OKAY);
        judge("what may not be sent is refused");

        // each bit of type, length and place that is asked for; one byte beyond the 256
        for (i = 0; i < 10; i = i + 1) begin
            refuse({3'b111, 7'd1, 32'd0} ^ (42'd1 << (32 + i)), 1, 32);
            refuse({3'b111, 7'd1, 32'd0}, 1, 32 ^ (1 << i % 7));
            refuse({3'b111, 7'd1, 32'd1 << i % 4}, 1, 32);
            refuse({3'b111, 7'd1, 32'd0}, (i < 5 ? 0 : 1) ^ (2 << i % 4), 32);
            refuse(42'd0, 0, 64 + (1 << i % 6));
            refuse(250 - 6 * i, 0, 7 + 6 * i);
        end
        expect32(20'h40494, 8 + 60, OKAY);
        want_none(20);
        judge("a bit of type, length or place is enough to refuse it");

        // every length and alignment; latency
        for (i = 0; i < 120; i = i + 1) begin
            n = 1 + i % 64;
            c = i % CHANS;
            at = i % 3 == 0 ? {3'b111, 7'd3, 20'd0, 12'h080} : {10'd5, rnd(2147483647)};
            at[7:0] = at[7:0] + rnd(16);
            if (at[7:0] + n > 256) at[7:0] = 256 - n;
            if (i == 70) at[7:0] = 8'd192;
            to = rnd(4194304);
            num[c] = i / CHANS;
            send(c, to, at, 0, n);
            t = hs_at;
            want_packet(c, 16'h1000 + c, to, at, 0, n);
            if (first - t > 4 || last - first != words - 1) begin
                wrong = wrong + 1;
                $display("# %0d to %0d, header %0d", first, last, first - t);
            end
            status(c, BUSY, 0, 0);
            put32((c << 12) + 20'h00, 0, SLVERR);
            put32((c << 12) + 20'h40, 0, SLVERR);
            put32((c << 12) + 20'h48, 32'h101, SLVERR);
            put32(20'h40000 + 4 * c, 0, SLVERR);
            ack(c, num[c], 0, 0);
            repeat (2) @(negedge clk);
            status(c, ACKED, 0, 0);
        end
        judge("messages become packets, and are closed while they wait");
        num[2] = num[2] + 1;
        send(2, FAR, {3'b111, 7'd1, 32'd0}, 1, 32);
        want_packet(2, 16'h1002, FAR, {3'b111, 7'd1, 32'd0}, 1, 32);
        ack(2, num[2], 0, 0);
        repeat (2) @(negedge clk);
        status(2, ACKED, 0, 0);
        judge("a read request goes out");

        // acknowledgments that do not match change nothing
        num[3] = num[3] + 1;
        k = causes[11];
        send(3, FAR, MBOX, 0, 20);
        want_packet(3, 16'h1003, FAR, MBOX, 0, 20);
        ack(3, num[3] + 1, 0, 0);
        ack(3, num[3], 0, 1);
        ack(2, num[2], 0, 0);
        ack(9, 0, 0, 0);
        repeat (3) @(negedge clk);
        if (causes[11] - k != 4) wrong = wrong + 1;
        packet(0, 0, 0, 16, 0, FAR, 0);
        packet(0, 0, 6, 16, 0, FAR, 2);
        put(HDR, ack_word(16'h1003, OWN, 10'h382, 14'd3, num[3], 4'd0));
        put(HDR, header(0, OWN, 42'd0, 18, 0));
        put(HDR, ack_word(16'h1003, OWN, 10'h382, 14'h2003, num[3], 4'd0) ^ 128'd1);
        packet(0, 0, 0, 16, 0, FAR, 4);
        repeat (3) @(negedge clk);
        if (causes[8] != 3 || causes[7] != 1 || causes[1] != 1 || causes[10] != 0 || causes[6] != 1) wrong = wrong + 1;
        status(3, BUSY, 0, 0);
        want_none(20);
        ack(3, num[3], 0, 0);
        ack(3, num[3], 0, 0);
        repeat (3) @(negedge clk);
        status(3, ACKED, 0, 0);
        check_causes(16'hffff);
        judge("what does not match changes nothing, and is counted");

        // negative answers
        put32(20'h40410, 200, OKAY);
        put32(20'h40414, 2, OKAY);
        for (i = 1; i < 16; i = i + 1) begin
            num[4] = num[4] + 1;
            send(4, FAR, MBOX, 0, i);
            want_packet(4, 16'h1004, FAR, MBOX, 0, i);
            t = last;
            ack(4, num[4], i, 0);
            if (i == 3) begin
                want_packet(4, 16'h1004, FAR, MBOX, 0, i);
                if (first - put_at > 8) wrong = wrong + 1;
                ack(4, num[4], 3, 0);
                want_packet(4, 16'h1004, FAR, MBOX, 0, i);
                status(4, BUSY, 3, 2);
                ack(4, num[4], 3, 0);
                repeat (2) @(negedge clk);
                status(4, NACKED, 3, 2);
            end else if (i == 1 || i == 2 || i == 6) begin
                status(4, BUSY, i, 0);
                for (j = 1; j <= 2; j = j + 1) begin
                    want_packet(4, 16'h1004, FAR, MBOX, 0, i);
                    if (first - t < 200 || first - t > 200 + CHANS + 4) begin
                        wrong = wrong + 1;
                        $display("# again after %0d", first - t);
                    end
                    t = last;
                end
                if (i == 6) ack(4, num[4], 6, 0);
                while (now < t + 200 - 3) @(negedge clk);
                status(4, BUSY, i, 2);
                repeat (CHANS + 4) @(negedge clk);
                status(4, i == 6 ? NACKED : TIMEOUT, i, 2);
            end else begin
                repeat (2) @(negedge clk);
                status(4, NACKED, i, 0);
            end
        end
        want_none(300);
        expect32(20'h4048c, 13, OKAY);  // all but 1 and 2
        expect32(20'h40490, 2, OKAY);
        judge("each error code does what the page says");

        // no answer at all; then an answer in the last try; then max 0
        num[5] = num[5] + 1;
        send(5, FAR, MBOX | 5, 0, 60);
        for (i = 0; i < 3; i = i + 1) begin
            want_packet(5, 16'h1005, FAR, MBOX | 5, 0, 60);
            if (i != 0 && (first - t < 200 || first - t > 212)) wrong = wrong + 1;
            t = last;
        end
        repeat (220) @(negedge clk);
        status(5, TIMEOUT, 0, 2);
        num[5] = num[5] + 1;
        send(5, FAR, MBOX | 5, 0, 60);
        for (i = 0; i < 3; i = i + 1) want_packet(5, 16'h1005, FAR, MBOX | 5, 0, 60);
        ack(5, num[5], 0, 0);
        repeat (2) @(negedge clk);
        status(5, ACKED, 0, 2);
        put32(20'h40414, 0, OKAY);
        num[5] = num[5] + 1;
        send(5, FAR, MBOX | 5, 0, 60);
        want_packet(5, 16'h1005, FAR, MBOX | 5, 0, 60);
        want_none(250);
        status(5, TIMEOUT, 0, 0);
        expect32(20'h40490, 4, OKAY);
        judge("without an answer the same packet comes again, so often and no more");

        // an answer while the repetition is held up: sent to its end, busy until then
        put32(20'h40410, 200, OKAY);
        put32(20'h40414, 2, OKAY);
        num[6] = num[6] + 1;
        shut = 1;
        k = causes[11];
        send(6, FAR, MBOX, 0, 64);
        ack(6, num[6], 0, 0);  // to what has never been sent
        repeat (3) @(negedge clk);
        if (causes[11] != k + 1) wrong = wrong + 1;
        shut = 0;
        want_packet(6, 16'h1006, FAR, MBOX, 0, 64);
        status(6, BUSY, 0, 0);
        shut = 1;
        repeat (240) @(negedge clk);
        ack(6, num[6], 0, 0);
        repeat (4) @(negedge clk);
        status(6, BUSY, 0, 0);
        put32(20'h06000, 1, SLVERR);
        shut = 0;
        want_packet(6, 16'h1006, FAR, MBOX, 0, 64);
        repeat (2) @(negedge clk);
        status(6, ACKED, 0, 1);
        want_none(250);
        // code 3 then: its code is kept, and that is all
        num[6] = num[6] + 1;
        send(6, FAR, MBOX, 0, 64);
        want_packet(6, 16'h1006, FAR, MBOX, 0, 64);
        shut = 1;
        repeat (240) @(negedge clk);
        ack(6, num[6], 3, 0);
        put32(20'h40414, 0, OKAY);
        ack(6, num[6], 3, 0);
        repeat (4) @(negedge clk);
        put32(20'h40414, 2, OKAY);
        shut = 0;
        want_packet(6, 16'h1006, FAR, MBOX, 0, 64);
        want_none(100);
        status(6, BUSY, 3, 1);
        ack(6, num[6], 0, 0);
        repeat (2) @(negedge clk);
        status(6, ACKED, 3, 1);
        judge("an answer during a repetition ends the message behind it");

        // a new owner
        num[7] = num[7] + 1;
        send(7, FAR, MBOX, 0, 64);
        want_packet(7, 16'h1007, FAR, MBOX, 0, 64);
        ack(7, num[7], 3, 0);
        want_packet(7, 16'h1007, FAR, MBOX, 0, 64);
        ack(7, num[7], 7, 0);
        repeat (2) @(negedge clk);
        status(7, NACKED, 7, 1);
        put32(20'h4001c, 32'h80002222, OKAY);
        status(7, IDLE, 0, 0);
        axi_read(20'h07000, 4, 4, INCR);
        for (i = 0; i < 5; i = i + 1) if ((buf_r[i] & (i == 4 ? 128'hffffffffffffffffffffffff : ~128'd0)) !== 0) wrong = wrong + 1;
        buf_d[0] = 128'haa << 32;
        buf_s[0] = 16'h0010;
        axi_write(20'h07004, 0, 0, INCR);
        for (i = 0; i < 64; i = i + 1) bytes[64*7+i] = i == 4 ? 8'haa : 0;
        buf_d[0] = {32'd0, 19'd0, 5'd0, 1'b0, 7'd64, FAR, MBOX};
        dom[7] = 16'h2222;
        buf_s[0] = 16'h0fff;
        num[7] = num[7] + 1;
        axi_write(20'h07040, 0, 4, INCR);
        want_packet(7, 16'h2222, FAR, MBOX, 0, 64);
        ack(7, num[7], 0, 0);
        repeat (2) @(negedge clk);
        status(7, ACKED, 0, 0);
        judge("a new owner sends nothing of the old one's, and numbers go on");

        // turns and idle cycles: the output is shut while all channels get something
        shut = 1;
        repeat (2) @(negedge clk);
        for (c = 0; c < CHANS; c = c + 1) begin
            num[c] = num[c] + 1;
            send(c, FAR, MBOX, 0, 16);
        end
        shut = 0;
        for (c = 0; c < CHANS; c = c + 1) begin
            want_packet(c, c == 7 ? 16'h2222 : 16'h1000 + c, FAR, MBOX, 0, 16);
            if (c > 0 && first - t > 3) wrong = wrong + 1;
            t = last;
        end
        for (c = 0; c < CHANS; c = c + 1) ack(c, num[c], 0, 0);
        repeat (2) @(negedge clk);
        for (c = 0; c < CHANS; c = c + 1) status(c, ACKED, 0, 0);
        judge("channels take turns, with two idle cycles at most");

        put32(20'h40410, 4096, OKAY);
        // answers that are not to this message by a bit of number, channel or domain
        num[5] = num[5] + 1;
        send(5, FAR, MBOX, 0, 3);
        want_packet(5, 16'h1005, FAR, MBOX, 0, 3);
        k = causes[11];
        for (i = 0; i < 42; i = i + 1)
            answer(i < 13 ? 5 ^ (1 << i) : 5, i >= 13 && i < 26 ? num[5] ^ (1 << (i - 13)) : num[5], 0,
                   i < 26 ? 16'h1005 : 16'h1005 ^ (1 << (i - 26)));
        repeat (6) @(negedge clk);
        if (causes[11] != k + 42) wrong = wrong + 1;
        status(5, BUSY, 0, 0);
        ack(5, num[5], 0, 0);
        repeat (2) @(negedge clk);
        status(5, ACKED, 0, 0);
        judge("an answer that differs by a bit is none to the message");

        // numbers wrap at 16384, and no bench waits so long
        stall = 2;
        gap = 1;
`ifndef VERILATOR
        num[0] = 16300;
        dut.num_q[13:0] = 14'd16300;
        while (num[0] != 16383) begin
            num[0] = num[0] + 1;
            send(0, FAR, MBOX, 0, 3);
            want_packet(0, 16'h1000, FAR, MBOX, 0, 3);
            ack(0, num[0], 0, 0);
        end
        num[0] = -1;
`endif
        num[0] = num[0] + 1;
        send(0, FAR, MBOX, 0, 64);
        want_packet(0, 16'h1000, FAR, MBOX, 0, 64);
        ack(0, num[0], 0, 0);
        repeat (2) @(negedge clk);
        status(0, ACKED, 0, 0);
        judge("numbers count modulo 16384, under stalls");
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
