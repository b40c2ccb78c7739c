// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Tests of the transmitter, for ape_link_tb.

        if (test("idle: MAGIC and a credit word in turn; in band credit words one after the other")) begin
            repeat (2) begin
                restart;
                wait_cycles(50);
                check(band ? credits > 22 && credits < 26 && gap_max == 1 : credits > 45 && gap_max == 0);
                check(credit === credit_word(8, 2, 8, 2) && stuffed == 0);
                register(RX_STATUS, 1);
                if (!band) register(TX_STATUS, 1);
                band = !band;
            end
            judge;
        end
        if (test("a packet leaves with MAGIC, START, its words as they came, in band with literals")) begin
            repeat (2) begin
                restart;
                make(7, 1, 400);
                give(0);
                wait_cycles(20);
                left_line(0);
                check(sent_n == pk_n && stuffed == 0);
                register(TX_PACKETS, 1);
                register(TX_LITERALS, band ? 0 : 5);
                make(8, 0, 0);
                give(0);
                make(9, 0, 16);
                pk[0] = sealed(pk[0][119:0] | 120'd1 << 47);
                pk_n = 1;
                give(0);
                wait_cycles(20);
                left_line(28 + 1);
                check(sent_n == 30);
                band = !band;
            end
            judge;
        end
        if (test("a header is on the line 4 cycles behind its take at the latest, when the line is idle")) begin
            restart;
            make(7, 1, 16);
            for (i = 0; i < 8; i = i + 1) begin
                wait_cycles(20 + i % 4);
                t0 = sent_n;
                give(0);  // three words: taken one a cycle, the header two cycles ago
                wait_cycles(2);
                #0.5 check(sent_n > t0);
                @(negedge clk);
            end
            judge;
        end
        if (test("a packet that waits for words, or is long, is stuffed; credits come in time")) begin
            repeat (2) begin
                restart;
                make(3, 0, 320);
                give(4);
                wait_cycles(20);
                left_line(0);
                check(stuffed > 10 && early == 0);
                restart;
                write(PERIOD, 24);
                make(4, 0, 4096);
                give(0);
                give(0);
                wait_cycles(400);
                left_line(258);
                check(gap_max <= 23 && gap_max > 15 && early == 0 && sent_n == 2 * pk_n);
                band = !band;
            end
            judge;
        end
        if (test("headers alone one behind the other leave room for credits in time")) begin
            restart;
            write(PERIOD, 16);
            make(9, 0, 16);
            pk[0] = sealed(pk[0][119:0] | 120'd1 << 47);
            pk_n = 1;
            repeat (60) give(0);
            check(gap_max <= 15 && gap_max > 5 && early == 0 && sent_n > 50);
            judge;
        end
        if (test("TX_STATUS says what leaves: idle, MAGIC, START, words of a packet, a credit inside it")) begin
            restart;
            write(PERIOD, 24);
            make(7, 1, 900);
            wait_cycles(40);
            addr = 4 * TX_STATUS;
            rd = 1'b1;
            states = 8'd0;
            fork
                begin
                    give(0);
                    give(6);
                end
                for (i = 0; i < 300; i = i + 1) begin
                    @(negedge clk);
                    // in place of a word that is not here, or that is
                    check(kind == 5 ? rdata === 32'd5 || rdata === 32'd6 : rdata === kind);
                    if (i > 1) states[rdata[2:0]] = 1'b1;
                end
            join
            rd = 1'b0;
            check(states === 8'b01111110);
            judge;
        end
        if (test("no word leaves behind a stop; the words are the same, so much later")) begin
            repeat (2) begin
                restart;
                make(7, 1, 300);
                fork
                    repeat (6) begin
                        give(5);
                        give(0);
                        wait_cycles(3);
                    end
                    for (i = 0; i < 2000; i = i + 1) begin
                        stopped = stop;
                        stop = i % 11 < 4 || i % 7 == 0;
                        #0.5 check(!(stopped && tv));
                        @(negedge clk);
                    end
                join
                stop = 1'b0;
                wait_cycles(20);
                left_line(0);
                left_line(11 * pk_n);
                check(sent_n == 12 * pk_n && early == 0 && stuffed > 1 && gap_max <= 128);
                band = !band;
            end
            judge;
        end
        if (test("4 KiB packets: 95 of 100 words are payload")) begin
            restart;
            make(4, 0, 4096);
            for (i = 1; i < 257; i = i + 1) pk[i] = i;
            fork
                repeat (8) give(0);
                begin
                    wait_cycles(300);
                    t0 = sent_n;
                    wait_cycles(1300);
                    check((sent_n - t0) * 256 * 100 > 1300 * 258 * 95);
                end
            join
            judge;
        end
        if (test("room: none at first, then what a credit word leaves, less what it cannot have counted")) begin
            restart;
            write(TX_CYCLES, 40);
            wait_cycles(5);
            check(room_d === 20'd0 && room_h === 16'd0);
            credit_comes(credit_word(8, 2, 100, 20));
            wait_cycles(4);
            check(room_d === {10'd504, 10'd412} && room_h === {8'd126, 8'd108});
            credit_comes(credit_word(8, 2, 100, 20) ^ 128'd4);  // struck
            credit_comes(credit_word(0, 0, 600, 200));
            wait_cycles(4);
            check(room_d === {10'd512, 10'd0} && room_h === {8'd128, 8'd0});
            credit_comes(credit_word(8, 2, 8, 2));
            make(1, 1, 160);
            give(0);
            wait_cycles(20);
            check(room_d === {10'd494, 10'd504} && room_h === {8'd124, 8'd126});
            credit_comes(credit_word(8, 2, 8, 2));  // too early to have counted them
            wait_cycles(4);
            check(room_d === {10'd494, 10'd504} && room_h === {8'd124, 8'd126});
            wait_cycles(40);
            check(room_d === {10'd494, 10'd504});  // without a new credit word nothing changes
            credit_comes(credit_word(18, 4, 8, 2));
            wait_cycles(4);
            check(room_d === {10'd494, 10'd504} && room_h === {8'd124, 8'd126});
            credit_comes(credit_word(8, 2, 8, 2));
            wait_cycles(4);
            check(room_d === {10'd504, 10'd504} && room_h === {8'd126, 8'd126});
            write(THR_RED, 32'h00100040);
            wait_cycles(4);
            check(room_d === {10'd56, 10'd56} && room_h === {8'd14, 8'd14});
            register(RX_CREDITS, 6);
            register(CREDIT_BAD, 1);
            judge;
        end
        if (test("error injection strikes the next header alone")) begin
            restart;
            write(INJECT, 32'h00050301);
            make(1, 0, 16);
            give(0);
            give(0);
            wait_cycles(20);
            check(sent[0] === (pk[0] ^ 128'd8) && sent[3] === pk[0]);
            register(INJECT, 32'h00050300);
            write(INJECT, 32'h00500302);
            give(0);
            wait_cycles(20);
            check(sent[6] === (pk[0] ^ 128'd8 ^ 128'd1 << 80));
            judge;
        end
        if (test("a transmitter turned off sends the packet under way and the words behind it, and no START")) begin
            restart;
            make(2, 0, 32);
            for (i = 0; i < 48; i = i + 1) begin
                wait_cycles(12 + i % 3);
                t0 = sent_n;
                fork
                    give(i % 5 == 0 ? 2 : 0);
                    begin
                        wait_cycles(i % 16);
                        write(CTRL, 2);
                    end
                    for (t1 = 0; t1 < 60; t1 = t1 + 1) begin
                        stop = i >= 24 && t1 % 3 == 1;
                        @(negedge clk);
                    end
                join
                stop = 1'b0;
                check(sent_n == t0 || sent_n == t0 + pk_n);
                ended = ended + (sent_n != t0);
                repeat (20) @(negedge clk) check(!tv && !owed);
                register(TX_STATUS, 0);
                write(CTRL, 3);
                wait_cycles(20);
                check(sent_n == t0 + pk_n);
            end
            check(ended > 12 && ended < 47);
            judge;
        end
