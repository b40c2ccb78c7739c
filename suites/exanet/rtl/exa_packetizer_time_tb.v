// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// exa_packetizer's timeouts: how soon they come, with answers at the same time, and under
// answers without end.

`timescale 1ns / 1ps
`default_nettype none

module exa_packetizer_time_tb;
`include "exa_packetizer_bench.vh"

    initial begin
        restart;
        for (c = 0; c < CHANS; c = c + 1) begin
            num[c] = -1;
            put32(20'h40000 + 4 * c, 32'h80001000 + c, OKAY);
        end
        // when: the scan looks at a channel every CHANS cycles, and in one of its phases at once; what is to be sent
        // is on the channel three cycles later
        put32(20'h40410, 40, OKAY);
        put32(20'h40414, 1, OKAY);
        n = 1000;
        for (i = 0; i < 3 * CHANS; i = i + 1) begin
            num[5] = num[5] + 1;
            send(5, FAR, MBOX, 0, 1);
            want_packet(5, 16'h1005, FAR, MBOX, 0, 1);
            t = last;
            want_packet(5, 16'h1005, FAR, MBOX, 0, 1);
            if (first - t < n) n = first - t;
            ack(5, num[5], 0, 0);
            repeat (i % CHANS) @(negedge clk);
        end
        if (n != 43) wrong = wrong + 1;
        judge("a timeout comes when the scan may see it, and what it sends at once");

        // an answer around that time: the message ends once
        put32(20'h40414, 0, OKAY);
        rd32(20'h40488);
        j = got;
        rd32(20'h40490);
        k = got;
        for (i = 0; i < CHANS * CHANS; i = i + 1) begin  // each delay in each phase of the scan
            repeat (i / CHANS) @(negedge clk);
            num[5] = num[5] + 1;
            send(5, FAR, MBOX, 0, 1);
            want_packet(5, 16'h1005, FAR, MBOX, 0, 1);
            while (now < last + 37 + i % CHANS) @(negedge clk);
            ack(5, num[5], 0, 0);
            repeat (CHANS + 4) @(negedge clk);
            rd32(20'h05050);
            if (got[3:0] == ACKED) j = j + 1;
            else if (got[3:0] == TIMEOUT) k = k + 1;
            else wrong = wrong + 1;
        end
        expect32(20'h40488, j, OKAY);
        expect32(20'h40490, k, OKAY);
        judge("a message ends once, by an answer or by its timeout");

        // answers without end to another channel do not keep it from its timeout
        for (i = 0; i < 4; i = i + 1) begin
            put32(20'h40410, 90, OKAY);
            num[5] = num[5] + 1;
            send(5, FAR, MBOX, 0, 1);
            want_packet(5, 16'h1005, FAR, MBOX, 0, 1);
            t = last;
            repeat (40 + i) @(negedge clk);
            num[4] = num[4] + 1;
            send(4, FAR, MBOX, 0, 1);
            want_packet(4, 16'h1004, FAR, MBOX, 0, 1);
            while (now < t + 84 + i) @(negedge clk);
            fork
                for (j = 0; j < 20; j = j + 1) ack(4, num[4], 6, 0);
                begin
                    while (now < t + 90 + 2 * (CHANS + 4)) @(negedge clk);
                    status(5, TIMEOUT, 0, 0);
                end
            join
            repeat (60) @(negedge clk);
            status(4, NACKED, 6, 0);
        end
        judge("answers to one channel do not hold up the timeouts of others");

        // all eight bits of RETRY_MAX
        put32(20'h40410, 1, OKAY);
        put32(20'h40414, 255, OKAY);
        num[5] = num[5] + 1;
        send(5, FAR, MBOX, 0, 1);
        for (i = 0; i < 256; i = i + 1) want_packet(5, 16'h1005, FAR, MBOX, 0, 1);
        repeat (3 * CHANS) @(negedge clk);
        status(5, TIMEOUT, 0, 255);
        put32(20'h40410, 4096, OKAY);
        num[5] = num[5] + 1;
        send(5, FAR, MBOX, 0, 1);
        for (i = 0; i < 256; i = i + 1) begin
            want_packet(5, 16'h1005, FAR, MBOX, 0, 1);
            ack(5, num[5], 3, 0);
        end
        repeat (6) @(negedge clk);
        status(5, NACKED, 3, 255);
        judge("a message may be sent again 255 times");

        // all 32 bits of TIMEOUT, however much is in the lower ones
        put32(20'h40414, 1, OKAY);
        for (i = 5; i < 32; i = i + 1) begin
            put32(20'h40410, 32'd1 << i, OKAY);
            num[5] = num[5] + 1;
            send(5, FAR, MBOX, 0, 1);
            want_packet(5, 16'h1005, FAR, MBOX, 0, 1);
            while (now < last + 31) @(negedge clk);
            status(5, BUSY, 0, 0);
            if (i == 5) want_packet(5, 16'h1005, FAR, MBOX, 0, 1);
            ack(5, num[5], 0, 0);
            repeat (6) @(negedge clk);
            status(5, ACKED, 0, i == 5);
        end
        judge("a TIMEOUT has 32 bits");

`ifndef VERILATOR
        // the cycles are counted in 32 bits, which no bench waits for
        put32(20'h40410, 40, OKAY);
        for (i = 0; i < 4; i = i + 1) begin
            dut.now_q = 32'hffffffe0 + 8 * i;
            num[5] = num[5] + 1;
            send(5, FAR, MBOX, 0, 1);
            want_packet(5, 16'h1005, FAR, MBOX, 0, 1);
            t = last;
            want_packet(5, 16'h1005, FAR, MBOX, 0, 1);
            if (first - t < 43 || first - t > 43 + CHANS + 4) wrong = wrong + 1;
            ack(5, num[5], 0, 0);
            repeat (6) @(negedge clk);
            status(5, ACKED, 0, 1);
        end
        judge("a timeout is the same wherever the count of cycles wraps");

        // nor does traffic fill a counter
        for (i = 0; i < 22; i = i + 1) dut.u_regs.count_q[32*i+:32] = 32'hffffff00 + i;
        for (i = 0; i < 22; i = i + 1) expect32(20'h40440 + 4 * i, 32'hffffff00 + i, OKAY);
        judge("a counter is read with all its bits");
`endif
        verdict(bad_chan, "the output keeps the channel's rules");
        $finish;
    end

    initial begin
        repeat (200000) @(posedge clk);
        verdict(1, "the bench comes to its end");
        $finish;
    end
endmodule

`default_nettype wire
