// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// The tests of ape_ni_owners_tb that are about answers from end to end. Include inside that bench.

        if (test("an answer tells how its message ended, behind the B of its data")) begin
            fresh;
            n = to_a.packets;
            b.b_hold = 1;
            asks(P, V, 300, 40);
            a.ring;
            a.no_event;
            if (to_a.packets !== n) bad("an answer before the B", to_a.packets, n);
            b.b_hold = 0;
            a.expect_event(4, 0, P, B, 40, 0);
            b.expect_event(2, 1, P, A, 300, 64);
            b.expect32(20'h03038, 1);
            b.expect32(20'h03004, 0);
            a.expect32(20'h0300c, 1);
            if (to_a.last_ack[36:21] !== {A[4:0], A[9:5], A[15:10]} || to_a.last_ack[20:5] !== P || to_a.last_ack[101:62] !== 40'd300
                || to_a.last_ack[109:102] !== (8'h5a ^ B[15:8] ^ B[7:0] ^ 8'h77 ^ 8'h01 ^ 8'h2c)) bad("answer", to_a.last_ack[127:64], to_a.last_ack[63:0]);
            // failed at once; failed before; failed in memory; a number used again
            asks(P, NONE, 301, 41);
            a.ring;
            a.expect_event(4, 1, P, B, 41, 0);
            b.expect_event(3, 1, P, A, 301, 0);
            a.descriptor(1, 48'h80000, 64, B, P, V + 12286, 302, 42, 0, 0);
            asks(P, V, 302, 43);
            a.ring;
            a.expect_event(4, 2, P, B, 43, 0);
            b.expect_event(3, 2, P, A, 302, 2);
            b.bad_page = 48'h40000;
            a.descriptor(1, 48'h80000, 64, B, P, V, 303, 44, 0, 0);
            a.descriptor(1, 48'h80000, 64, B, P, NONE, 303, 45, 0, 0);
            asks(P, V, 303, 46);
            asks(P, V, 304, 47);
            a.ring;
            a.expect_event(4, 10, P, B, 46, 0);
            a.expect_event(4, 10, P, B, 47, 0);
            b.expect_event(3, 10, P, A, 303, 0);
            b.expect_event(3, 10, P, A, 304, 0);
            b.bad_page = 48'hffffffffffff;
            to_b.make(1, B, A, P, 16, NONE, 305, 0, 0, 0, 0, 0, 0);
            b.expect_event(3, 1, P, A, 305, 0);
            asks(P, V, 305, 48);
            a.ring;
            a.expect_event(4, 17, P, B, 48, 0);
            b.expect_event(3, 17, P, A, 305, 0);
            // a table that is full; a packet that is not the first of it
            from_c(1, P, V, 306, 0, 0);
            from_c(1, Q, W, 306, 0, 0);
            asks(P, V, 307, 49);
            a.descriptor(1, 48'h80000, 64, B, P, V, 308, 50, 0, 0);
            asks(P, V, 308, 51);
            a.ring;
            a.expect_event(4, 8, P, B, 49, 0);
            a.expect_event(4, 8, P, B, 51, 0);
            b.expect_event(3, 8, P, A, 307, 0);
            b.expect_event(3, 8, P, A, 308, 0);
            b.expect32(20'h03038, 8);
            // no answer of a packet whose CRC is wrong, that is out of the lattice, or that does not ask
            n = to_a.packets;
            to_b.ask = 1;
            to_b.make(1, B, C, P, 16, V, 306, 1, 1, 0, 0, 1, 0);
            to_b.make(1, B, C, P, 16, V, 306, 1, 1, 0, 1, 0, 0);
            to_b.make(1, B, C, P, 16, V, 306, 1, 0, 0, 0, 0, 0);
            to_b.ask = 0;
            to_b.make(1, B, C, P, 16, V, 306, 2, 1, 0, 0, 0, 0);
            b.expect_event(3, 5, P, C, 306, 0);
            b.expect_event(3, 15, P, C, 306, 0);
            b.expect_event(2, 1, P, C, 306, 48);
            if (to_a.packets !== n) bad("answers", to_a.packets, n);
            nothing_more;
            judged;
        end

        if (test("an answer that does not come is told, and its number refused")) begin
            fresh;
            a.put32(20'h01090, 300);
            to_a.drop_at = to_a.packets;
            asks(P, V, 310, 60);
            asks(P, V, 310, 61);
            asks(Q, W, 310, 62);
            a.ring;
            a.expect_event(3, 14, P, A, 61, 0);
            a.expect_event(4, 0, Q, B, 62, 0);
            b.expect_event(2, 1, P, A, 310, 64);
            b.expect_event(2, 1, Q, A, 310, 64);
            a.limit = 300 + 4096 + 200;
            a.expect_event(3, 19, P, B, 60, 0);
            a.limit = 4000;
            to_a.reply(22, A, B, P, 0, 310, 0, 0, 0);
            a.expect32(20'h0301c, 1);
            asks(P, V, 310, 63);
            a.ring;
            a.expect_event(3, 14, P, A, 63, 0);
            repeat (300 + 4096) @(negedge clk);
            asks(P, V, 310, 64);
            a.ring;
            a.expect_event(4, 0, P, B, 64, 0);
            b.expect_event(2, 1, P, A, 310, 64);
            // its read fails: it is awaited no more
            a.bad_page = 48'h80000;
            asks(P, V, 311, 65);
            a.ring;
            a.expect_event(3, 10, P, A, 65, 0);
            a.bad_page = 48'hffffffffffff;
            asks(P, V, 311, 66);
            a.ring;
            a.expect_event(4, 0, P, B, 66, 0);
            b.expect_event(2, 1, P, A, 311, 64);
            // so does that of the first of two packets
            a.descriptor(1, 48'h80000, 64, B, P, V, 312, 67, 0, 0);
            a.bad_page = 48'h81000;
            a.answer = 1;
            a.descriptor(1, 48'h81000, 64, B, P, V + 4090, 312, 68, 1, 0);
            a.answer = 0;
            a.ring;
            a.expect_event(3, 10, P, A, 68, 0);
            a.bad_page = 48'hffffffffffff;
            asks(P, V, 313, 69);
            a.ring;
            a.expect_event(4, 0, P, B, 69, 0);
            b.expect_event(3, 6, P, A, 312, 64);
            b.expect_event(2, 1, P, A, 313, 64);
            nothing_more;
            judged;
        end

        if (test("as many answers are awaited as ACK_LOG2 says; the next one waits")) begin
            fresh;
            a.command(1, P, V, 4096, 8, 0);
            a.ends(32'h200);
            a.page(P, V, 48'he0000);
            n = to_a.packets;
            to_b.shut = 1;
            b.answer = 1;
            for (i = 0; i < 4; i = i + 1) b.descriptor(1, 48'h80000, 64, A, P, V, 320 + i, 70 + i, 1, 1);
            b.answer = 0;
            b.ring;
            b.expect_event(1, 1, P, B, 70, 64);
            b.expect_event(1, 1, P, B, 71, 64);
            b.no_event;
            if (to_a.packets !== n + 2) bad("packets", to_a.packets - n, 2);
            to_b.shut = 0;
            m = 0;
            for (i = 0; i < 6; i = i + 1) begin
                b.take_event;
                if (b.event_q[63:56] === 8'd4) begin
                    if (b.event_q[63:16] !== {16'h0400, P, A} || b.event_q[127:96] !== 70 + m) bad("acked", b.event_q[63:0], b.event_q[127:64]);
                    m = m + 1;
                end else if (b.event_q[63:48] !== 16'h0101) bad("sent", b.event_q[63:0], b.event_q[127:64]);
            end
            if (m != 4) bad("answers", m, 4);
            for (i = 0; i < 4; i = i + 1) a.expect_event(2, 1, P, B, 320 + i, 64);
            nothing_more;
            judged;
        end

        if (test("a forged answer finds nobody")) begin
            fresh;
            to_b.drop_at = to_b.packets;
            asks(P, V, 330, 80);
            a.ring;
            repeat (300) @(negedge clk);
            for (i = 0; i < 8; i = i + 1) to_a.reply(22, A, B, P, 0, 330, 0, 8'd1 << i, 0);  // each wrong bit of the check
            to_a.reply(22, A, C, P, 0, 330, 0, 0, 0);                                        // another node's
            to_a.reply(22, A, B, Q, 0, 330, 0, 0, 0);                                        // another process's
            to_a.reply(22, A, B, P, 0, 331, 0, 0, 0);                                        // another message's
            to_a.reply(22, A, B, P, 0, 330, 0, 0, 1);                                        // out of the lattice
            a.expect32(20'h0301c, 12);
            a.expect32(20'h0300c, 12);
            to_a.reply(6, A, B, P, 0, 330, 0, 0, 0);                                         // malformed: not alone
            to_a.reply(17, A, B, P, 0, 330, 0, 0, 0);                                        // alone and no answer
            to_a.reply(22, A, B, P, 1, 330, 0, 0, 0);                                        // with a length
            to_a.reply(22, C, B, P, 0, 330, 0, 0, 0);                                        // for another node
            to_a.make(22, A, B, P, 0, 330, 0, 1, 0, 0, 0, 0, 0);                             // with a footer
            to_a.make(6, A, B, P, 0, 330, 0, 1, 0, 0, 0, 0, 0);
            a.expect32(20'h03010, 6);
            a.no_event;
            to_a.vc = 1;
            to_a.reply(22, A, B, P, 0, 330, 5, 0, 0);
            a.expect_event(4, 5, P, B, 80, 0);
            to_a.reply(22, A, B, P, 0, 330, 5, 0, 0);
            a.expect32(20'h0301c, 13);
            nothing_more;
            judged;
        end

        if (test("answers wait for no event; those beyond their queue are counted")) begin
            fresh;
            b.start(4);
            b.put32(20'h0108c, 32'hffffffff);
            for (i = 0; i < 12; i = i + 1) asks(P, V, 340 + i, 90 + i);
            a.ring;
            for (i = 0; i < 12; i = i + 1) a.expect_event(4, 0, P, B, 90 + i, 0);
            for (i = 12; i < 19; i = i + 1) asks(P, V, 340 + i, 90 + i);
            a.ring;
            for (i = 12; i < 19; i = i + 1) a.expect_event(4, 0, P, B, 90 + i, 0);
            b.expect32(20'h01034, 15);
            for (i = 0; i < 19; i = i + 1) b.expect_event(2, 1, P, A, 340 + i, 64);
            to_a.shut = 1;
            for (i = 0; i < 8; i = i + 1) asks(P, V, 360 + i, 110 + i);
            a.ring;
            for (i = 0; i < 8; i = i + 1) b.expect_event(2, 1, P, A, 360 + i, 64);
            to_a.shut = 0;
            a.expect_event(4, 0, P, B, 110, 0);
            a.expect_event(4, 0, P, B, 111, 0);
            repeat (200) @(negedge clk);
            b.get32(20'h03038);
            n = b.got32 - 19;
            b.get32(20'h0303c);
            if (n + b.got32 !== 8 || n < 2 || n > 3) bad("answers sent, dropped", n, b.got32);
            judged;
        end

        if (test("answers leave between the packets of both, and none is lost")) begin
            fresh;
            a.command(1, P, V, 8192, 8, 0);
            a.ends(32'h200);
            a.page(P, V, 48'he0000);
            a.page(P, V + 4096, 48'he2000);
            for (m = 0; m < 4; m = m + 1) begin
                a.slow = m;
                b.slow = m;
                to_a.slow = m % 2 * 2;
                to_b.slow = m / 2;
                {a.answer, b.answer} = 2'b11;
                for (i = 0; i < 3; i = i + 1) begin
                    a.descriptor(1, 48'h80000 + i, 200 + 100 * m, B, P, V + 3900 * i, 500 + i, 200 + i, 1, 0);
                    b.descriptor(1, 48'h80000 + i, 300 - 50 * m, A, P, V + 3900 * i, 600 + i, 300 + i, 1, 0);
                end
                {a.answer, b.answer} = 2'b00;
                a.ring;
                b.ring;
                n = 0;
                for (i = 0; i < 6; i = i + 1) begin
                    a.take_event;
                    n = n + (a.event_q[63:16] === {16'h0400, P, B}) + 16 * (a.event_q[63:16] === {16'h0201, P, B});
                    b.take_event;
                    n = n + 256 * (b.event_q[63:16] === {16'h0400, P, A}) + 4096 * (b.event_q[63:16] === {16'h0201, P, A});
                end
                if (n !== 16'h3333) bad("events", n, m);
                if (to_a.wrong + to_b.wrong != 0) bad("packets", to_a.wrong, to_b.wrong);
            end
            a.slow = 0;
            b.slow = 0;
            nothing_more;
            judged;
        end
