// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Attacks on the link's receiver: errors that would make a packet of a payload (exa_link.md sections 5 and 8). Include
// inside exa_link_rx_tb.

    task attacks;
        begin
            packet(p, 0, 2);
            block(2'b01, 64'd5);
            control(SEP, 8'd0);
            expect_words(p, 0, 1, 0);
            expect_zeros;
            due[BROKEN] = 1;
            judge("half a word before the separator breaks the frame");

            // that may be a block of the payload, and the packet behind it the rest of the payload
            packet(p, 0, last);
            control(SEP, 8'd0);
            due[SKIPPED] = 2 * (last + 1);
            judge("and what follows up to the next separator is no packet");

            // a control block amid a frame becomes a separator: the payload behind it is a packet that nobody sent
            send(word_of(p, 0));
            for (j = 1; j < last; j = j + 1) begin
                if (j == last - 2) control(SEP, 8'd0);
                filler = j == last - 2 ? header(16'd9, 22'd5, 42'd0, 5'd0, 14'd16) : mix(p, j);
                send(filler);
            end
            packet(p, last, last);
            control(SEP, 8'd0);
            expect_words(p, 0, 0, 0);
            for (j = 1; j < last - 3; j = j + 1) begin
                want[want_n] = {PLD[1:0], mix(p, j)};
                want_n = want_n + 1;
            end
            expect_zeros;
            want[want_n] = {HDR[1:0], header(16'd9, 22'd5, 42'd0, 5'd0, 14'd16)};
            want[want_n+1] = {PLD[1:0], mix(p, last - 1)};
            want_n = want_n + 2;
            expect_zeros;
            due[BROKEN] = 2;
            judge("a separator made of a control block makes no packet of a payload");
            other = header(16'd9, 22'd5, 42'd0, 5'd10, 14'd0);
            packet(p, 0, last - 1);
            control(SEP, 8'd0);
            send(other);
            control(SEP, 8'd0);
            expect_words(p, 0, last - 2, 0);
            expect_zeros;
            due[BROKEN] = 2;
            judge("nor of a header alone");
            packet(p, 0, last - 1);
            control(SEP, 8'd0);
            control(SEP, 8'd0);
            send(other);
            control(SEP, 8'd0);
            expect_words(p, 0, last - 2, 0);
            expect_zeros;
            want[want_n] = {HDR[1:0], other};
            want_n = want_n + 1;
            packet(p, 0, last - 1);
            control(SEP, 8'd0);
            packet(p, 0, last);
            control(SEP, 8'd0);
            expect_words(p, 0, last - 2, 0);
            expect_zeros;
            expect_words(p, 0, last, 1);
            packet(p, 0, last - 1);
            packet(p, last, last);
            control(SEP7, 8'd0);
            send(other);
            control(SEP, 8'd0);
            expect_words(p, 0, last - 1, 0);
            expect_zeros;
            want[want_n] = {HDR[1:0], other};
            want_n = want_n + 1;
            due[BROKEN] = 3;
            due[FRAMES] = 3;
            judge("a frame behind one that lacks other words, or none, is handed on");

            // the line is dark while a header comes, whose payload is a packet
            for (j = 1; j <= 12; j = j + 1) begin
                repeat (j) block(j % 2 == 0 ? 2'b00 : 2'b11, 64'd0);
                packet(p, 0, last);
                control(SEP, 8'd0);
                due[HEAD] = due[HEAD] + j;
                if (j == 1) expect_words(p, 0, last, 1);
                idle(70);
            end
            due[FRAMES] = 1;
            due[SKIPPED] = 11 * 2 * (last + 1);
            judge("a frame behind two dark blocks is discarded, behind one it is not");
            block(2'b00, 64'd0);
            block(2'b01, 64'd5);
            control(SEP, 8'd0);
            control(SEP, 8'd0);
            block(2'b00, 64'd0);
            control(SEP, 8'd0);
            block(2'b00, 64'd0);
            packet(p, 0, last);
            control(SEP, 8'd0);
            expect_words(p, 0, last, 1);
            due[HEAD] = 3;
            due[BROKEN] = 1;
            due[FRAMES] = 1;
            judge("dark blocks with data or a separator between are not two in a row");
        end
    endtask
