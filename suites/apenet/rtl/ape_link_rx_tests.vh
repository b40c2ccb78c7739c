// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Tests of the receiver, for ape_link_tb.

        if (test("packets of both VCs come whole, each on its stream, in band with literals taken out")) begin
            repeat (2) begin
                restart;
                ready = 2'b11;
                make(5, 1, 640);
                come(0, pk_n - 1);
                wait_cycles(60);
                came(1, 0);
                check(heads[1] == 1 && lasts[1] == 1 && got_n[0] == 0 && got_n[1] == pk_n);
                make(6, 0, 0);
                come(0, pk_n - 1);
                wait_cycles(10);
                came(0, 0);
                register(RX_PACKETS, 2);
                register(CRC_WRONG, 0);
                register(DROPPED, 0);
                band = !band;
            end
            judge;
        end
        if (test("credit words between words of a packet, in band before its header, are taken and do not show")) begin
            repeat (2) begin
                restart;
                ready = 2'b11;
                make(5, 0, 64);
                start_comes;
                if (!band) credit_comes(credit_word(1, 1, 1, 1));
                line(pk[0]);
                for (i = 1; i < pk_n; i = i + 1) begin
                    control_comes(MAGIC);
                    wait_cycles(2);  // cycles without a word do not count
                    line(credit_word(i, 1, 1, 1) ^ (i == 3 ? 128'd1 << 20 : 128'd0));
                    wait_cycles(i);
                    line(pk[i]);
                    if (!band && pk[i] == MAGIC) line(MAGIC);
                end
                wait_cycles(10);
                register(RX_CREDITS, band ? 4 : 5);
                register(CREDIT_BAD, 1);
                register(ROOM + 1, 32'h007f0000 + 512 - 5);
                over;
                wait_cycles(10);
                came(0, 0);
                band = !band;
            end
            judge;
        end
        if (test("words with k 0 are never control words, wherever they stand")) begin
            restart;
            ready = 2'b11;
            make(5, 0, 32);
            // between packets a packet of words without k, and a credit word without MAGIC
            line(MAGIC);
            line(START);
            for (i = 0; i < pk_n; i = i + 1) line(pk[i]);
            line(credit_word(1, 1, 1, 1));
            line(MAGIC);
            line(credit_word(1, 1, 1, 1));
            wait_cycles(10);
            register(DROPPED, 9);
            register(RX_CREDITS, 0);
            check(got_n[0] == 0);
            // behind MAGIC they are credit words, clean or not
            control_comes(MAGIC);
            line(START);
            control_comes(MAGIC);
            line(MAGIC);
            wait_cycles(5);
            register(CREDIT_BAD, 2);
            register(RX_STATUS, 1);
            // in place of a header
            start_comes;
            line(START);
            wait_cycles(5);
            register(HDR_FATAL, 1);
            // a packet whose payload is MAGIC and START and whole packets
            make(6, 0, 160);
            for (i = 1; i < 11; i = i + 1) pk[i] = i % 6 == 1 ? MAGIC : i % 6 == 2 ? START : i % 6 == 3 ? pk[0] : credit_word(0, 0, 0, 0);
            pk[11] = MAGIC;
            come(0, pk_n - 1);
            wait_cycles(10);
            check(got_n[0] == 12 && got[11] === (MAGIC | 128'd1 << 47));
            for (i = 0; i < 11; i = i + 1) check(got[i] === pk[i]);
            register(RX_CREDITS, behind);
            register(DROPPED, 9);
            judge;
        end
        if (test("START counts only behind MAGIC; MAGIC behind MAGIC is nothing")) begin
            restart;
            ready = 2'b11;
            make(5, 0, 64);
            control_comes(START);
            line(pk[0]);
            wait_cycles(5);
            register(DROPPED, 2);
            register(RX_STATUS, 1);
            repeat (5) control_comes(MAGIC);
            control_comes(START);
            line(pk[0]);
            control_comes(MAGIC);
            control_comes(MAGIC);
            line(credit_word(1, 1, 1, 1));
            come(1, pk_n - 1);
            wait_cycles(10);
            came(0, 0);
            register(RX_CREDITS, 1 + behind);
            register(DROPPED, 2);
            // where a header is due, in payload, where a footer is due
            start_comes;
            control_comes(START);
            wait_cycles(3);
            register(RX_STATUS, 10);
            line(pk[0]);
            wait_cycles(5);
            register(DROPPED, 4);
            check(got_n[0] == pk_n);
            for (i = 0; i < 2; i = i + 1) begin
                come(0, i == 0 ? 2 : 4);
                control_comes(START);
                wait_cycles(10);
                register(RX_STATUS, 10);
                register(CUT, 1 + i);
                register(DROPPED, 5 + i);
                check(got_n[0] == (2 + i) * pk_n && got[pk_n*(2+i)-1] === 128'd1 << 47);
            end
            // START behind the START that came behind MAGIC
            start_comes;
            start_comes;
            line(pk[0]);
            come(1, pk_n - 1);
            wait_cycles(10);
            came(0, 3 * pk_n);
            judge;
        end
        if (test("a broken control word is no word of a packet: it cuts, and the receiver hunts")) begin
            restart;
            ready = 2'b11;
            make(5, 0, 64);
            for (i = 0; i < 128; i = i + 1) begin
                control_comes(MAGIC ^ 128'd1 << i);
                control_comes(MAGIC);
                control_comes(START ^ 128'd1 << i);
                control_comes(START);
            end
            wait_cycles(5);
            register(DROPPED, 3 * 128);
            register(RX_STATUS, 1);
            check(got_n[0] == 0);
            // behind START, in payload, where the footer is due, behind MAGIC in payload
            for (i = 0; i < 4; i = i + 1) begin
                if (i == 0) start_comes;
                else come(0, i == 2 ? pk_n - 2 : 2);
                if (i == 3) control_comes(MAGIC);
                control_comes(pk[0]);
                line(credit_word(0, 0, 0, 0));
                line(pk[0]);
                wait_cycles(10);
                register(RX_STATUS, 10);
                register(CUT, i);
                register(DROPPED, 3 * 128 + 3 * (i + 1));
                check(got_n[0] == i * pk_n);
                if (i > 0) check(got[i*pk_n-1] === 128'd1 << 47);
            end
            register(RX_CREDITS, 0);
            register(CRC_WRONG, 0);
            come(0, pk_n - 1);
            wait_cycles(10);
            came(0, 3 * pk_n);
            judge;
        end
        if (test("any one wrong bit of a header is corrected, two are fatal, and words up to START are dropped")) begin
            restart;
            ready = 2'b11;
            make(5, 0, 32);
            for (i = 0; i < 128; i = i + 1) begin
                start_comes;
                line(pk[0] ^ 128'd1 << i);
                come(1, pk_n - 1);
            end
            wait_cycles(10);
            for (i = 0; i < 128; i = i + 1) came(0, pk_n * i);
            register(HDR_FIXED, 128);
            register(CRC_WRONG, 0);
            for (i = 0; i < 127; i = i + 1) begin
                start_comes;
                line(pk[0] ^ 128'd3 << i);
                line(128'd0);  // payload that looks like a credit word
            end
            register(RX_STATUS, 10);
            line(MAGIC);
            line(START);
            line(pk[0]);
            line(credit_word(0, 0, 0, 0));
            wait_cycles(10);
            register(HDR_FATAL, 127);
            register(RX_CREDITS, behind);
            register(DROPPED, 127 + 4);
            check(got_n[0] == 128 * pk_n);
            credit_comes(credit_word(3, 3, 3, 3));
            come(0, pk_n - 1);
            wait_cycles(10);
            came(0, 128 * pk_n);
            register(RX_CREDITS, 1 + behind);
            judge;
        end
        if (test("a hunt ends after 640 words")) begin
            for (i = 0; i < 7; i = i + 1) begin
                restart;
                make(5, 0, 32);
                // begun by a header, by a broken control word in its place, by one in payload, by MAGIC and by no word where a header is due, by a word behind a footer
                if (i == 3) come_bare(0, 1);
                else if (i == 6) come_bare(0, pk_n - 1);
                else start_comes;
                if (i < 2) line(pk[0] ^ 128'd3);
                else if (i == 4) control_comes(MAGIC);
                else if (i == 5) wait_cycles(1);
                else if (i == 6) line(128'd0);
                else control_comes(128'd0);
                if (i == 4) line(credit_word(1, 1, 1, 1) ^ 128'd2);  // the first of 640
                repeat (i == 4 ? 638 : 639) line(128'd0);
                wait_cycles(3);
                register(RX_STATUS, 10);
                line(128'd0);
                wait_cycles(3);
                register(RX_STATUS, 1);
                register(RX_CREDITS, 0);
                band = i != 0;
            end
            judge;
        end
        if (test("in band START counts wherever no packet is under way, credit words between packets, too")) begin
            band = 1'b0;
            restart;
            ready = 2'b11;
            make(5, 0, 32);
            line(credit_word(1, 1, 1, 1));
            line(START);
            line(pk[0] ^ 128'd3);
            line(credit_word(1, 1, 1, 1));
            line(pk[0]);
            line(MAGIC);
            line(MAGIC);
            line(START);
            line(START);
            line(pk[0]);
            line(START);
            line(pk[0]);
            line(pk[pk_n-1]);
            line(credit_word(2, 2, 2, 2));
            line(128'd1);
            wait_cycles(10);
            check(got_n[0] == pk_n && got[1] === START && got[2] === pk[0]);
            register(RX_CREDITS, 2);
            register(DROPPED, 3);
            register(HDR_FATAL, 1);
            band = 1'b1;
            judge;
        end
        if (test("a header that cannot be is not handed on")) begin
            restart;
            ready = 2'b11;
            make(5, 0, 4097);
            start_comes;
            line(pk[0]);
            make(5, 2, 64);
            start_comes;
            line(pk[0]);
            make(5, 0, 9000);
            start_comes;
            line(sealed(pk[0][119:0] | 120'd1 << 47));  // a header alone: its len says nothing
            wait_cycles(10);
            register(HDR_FORM, 2);
            check(got_n[0] == 1 && heads[0] == 1 && lasts[0] == 1);
            judge;
        end
        if (test("a wrong bit in payload or footer sets err, nothing else")) begin
            restart;
            ready = 2'b11;
            make(5, 0, 32);
            start_comes;
            line(pk[0]);
            line(pk[1] ^ 128'd16);
            line(pk[2]);
            line(pk[3]);
            over;
            wait_cycles(10);
            check(got[1] === (pk[1] ^ 128'd16) && got[3] === (pk[3] | 128'd1 << 47));
            come(0, 2);
            line(pk[3] ^ 128'd1 << 40);
            over;
            wait_cycles(10);
            check(got[7] === (pk[3] ^ 128'd1 << 40 | 128'd1 << 47));
            come(0, 2);
            line(pk[3] | 128'd1 << 47);  // set by a hop before: the CRC holds all the same
            over;
            wait_cycles(10);
            check(got[11] === (pk[3] | 128'd1 << 47));
            register(CRC_WRONG, 2);
            register(CUT, 0);
            judge;
        end
        if (test("a packet that is cut is filled up with zeros and ends with err")) begin
            restart;
            ready = 2'b11;
            make(5, 0, 160);
            come(0, 3);
            make(6, 0, 160);
            come(0, pk_n - 1);
            wait_cycles(20);
            check(got_n[0] == 24);
            came(0, 12);
            for (i = 4; i < 11; i = i + 1) check(got[i] === 128'd0);
            check(got[11] === 128'd1 << 47);
            come(0, 2);
            wait_cycles(90);
            check(got_n[0] == 27);
            wait_cycles(60);
            check(got_n[0] == 36 && got[27] === 128'd0 && got[35] === 128'd1 << 47);
            register(CUT, 2);
            register(RX_STATUS, 1);
            // its header alone; the next packet follows at once, and nobody reads until then
            ready = 2'b00;
            come(0, 0);
            make(7, 0, 48);
            come(0, pk_n - 1);
            wait_cycles(10);
            ready = 2'b11;
            wait_cycles(40);
            check(got_n[0] == 36 + 12 + 5);
            came(0, 48);
            judge;
        end
        if (test("a stuffing's MAGIC loses its k: two words too many, the packet has err, the rest is dropped")) begin
            restart;
            ready = 2'b11;
            make(5, 0, 96);
            come(0, 3);
            line(MAGIC);
            line(credit_word(1, 1, 1, 1));
            come(4, pk_n - 1);
            wait_cycles(10);
            check(got_n[0] == 8 && got[7][47] === 1'b1 && got[4] === MAGIC);
            register(DROPPED, 2);
            register(RX_CREDITS, behind);
            register(CUT, 1);
            register(CRC_WRONG, 1);
            come(0, pk_n - 1);
            wait_cycles(10);
            came(0, 8);
            judge;
        end
        if (test("a receiver that is off forgets a MAGIC")) begin
            restart;
            control_comes(MAGIC);
            wait_cycles(3);
            write(CTRL, 1);
            wait_cycles(3);
            write(CTRL, 3);
            wait_cycles(3);
            line(credit_word(1, 1, 1, 1));
            control_comes(START);
            wait_cycles(10);
            register(RX_CREDITS, 0);
            register(DROPPED, 2);
            register(RX_STATUS, 1);
            judge;
        end
        if (test("full buffers: counted in credits, no word lost, a packet more is dropped whole")) begin
            restart;
            make(5, 1, 4096);
            for (i = 1; i < 257; i = i + 1) pk[i] = ~i;
            pk[257] = pk[257] | 128'd1 << 47;
            come(0, 257);
            come(0, 257);
            wait_cycles(10);
            register(LEVEL + 1, 32'h00040200);
            check(credit === credit_word(520, 6, 8, 2));
            make(6, 1, 16);
            come(0, pk_n - 1);
            wait_cycles(10);
            register(OVERFLOW, 1);
            register(LEVEL + 1, 32'h00040200);
            make(6, 0, 0);
            repeat (64) come(0, 1);
            wait_cycles(10);
            register(LEVEL, 32'h00800000);
            check(credit === credit_word(520, 6, 8, 130));
            come(0, 1);
            wait_cycles(10);
            register(OVERFLOW, 2);
            ready = 2'b11;
            wait_cycles(600);
            check(got_n[1] == 516 && got_n[0] == 128 && lasts[1] == 2 && lasts[0] == 64);
            for (i = 1; i < 257; i = i + 1) check(got[1024+i] === ~i && got[1024+258+i] === ~i);
            came(0, 126);
            check(credit === credit_word(8, 2, 8, 2));
            judge;
        end
        if (test("credits count each VC's words and the margin, and end at all ones")) begin
            for (i = 0; i < 2; i = i + 1) begin
                restart;
                make(5, i, 4096);
                come(0, 257);
                come(0, 257);
                wait_cycles(10);
                check(credit === (i == 0 ? credit_word(8, 2, 520, 6) : credit_word(520, 6, 8, 2)));
                write(MARGIN, 32'h00fb01ff);
                wait_cycles(10);
                check(credit === (i == 0 ? credit_word(511, 251, 1023, 255) : credit_word(1023, 255, 511, 251)));
                write(MARGIN, 32'h00fc0200);
                wait_cycles(10);
                check(credit === (i == 0 ? credit_word(512, 252, 1023, 255) : credit_word(1023, 255, 512, 252)));
                write(MARGIN, 32'h00ff03ff);
                wait_cycles(10);
                check(credit === credit_word(1023, 255, 1023, 255));
            end
            judge;
        end
        if (test("in band a header that comes in CUT_CYC cycles behind START begins a whole packet, and later none")) begin
            band = 1'b0;
            for (i = 96; i < 107; i = i + 1) begin
                restart;
                ready = 2'b11;
                make(5, 0, 64);
                start_comes;
                wait_cycles(i);
                line(pk[0]);
                come(1, pk_n - 1);
                wait_cycles(130);
                check(got_n[0] == (i < 100 ? pk_n : 0) && lasts[0] == (i < 100));
                if (i < 100) came(0, 0);
            end
            band = 1'b1;
            judge;
        end
        if (test("CUT_CYC - 1 cycles without a word cut no packet, CUT_CYC do, whatever comes next")) begin
            repeat (2) begin
                for (i = 0; i < (band ? 6 : 4); i = i + 1) begin
                    restart;
                    ready = 2'b11;
                    make(5, 0, 64);
                    come_bare(0, 2 + i / 2 + (i > 1));  // amid payload, before the footer, behind it
                    wait_cycles(99 + i % 2);
                    if (i < 4) come(3 + i / 2 + (i > 1), pk_n - 1);
                    else over;
                    wait_cycles(10);
                    register(CUT, i % 2);
                    if (band) register(DROPPED, i % 2 == 0 ? 0 : i == 1 ? 3 : i == 3);
                    check(lasts[0] == 1 && got_n[0] == pk_n && got[pk_n-1][47] == (i % 2 == 1));
                    if (i % 2 == 0) came(0, 0);
                end
                band = !band;
            end
            judge;
        end
        if (test("one stream that nobody takes does not stop the other; a header is there 6 cycles after it came")) begin
            restart;
            ready = 2'b10;
            make(5, 0, 64);
            come(0, pk_n - 1);
            make(6, 1, 64);
            come(0, 0);
            for (i = 0; i < 6 && !mv[1]; i = i + 1) @(negedge clk);
            check(i < 6);
            come(1, pk_n - 1);
            wait_cycles(10);
            came(1, 0);
            check(got_n[0] == 0 && mv[0]);
            judge;
        end
