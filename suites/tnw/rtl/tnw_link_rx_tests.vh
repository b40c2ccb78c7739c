// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Tests of tnw_link_tb.v: states, packets that come, taking.

    task receiving;
      begin
        // ---- states
        if (test("DOWN, INIT, READY, UP: the SETs of each, at once and every 32 cycles")) begin
            restart;
            idle(40);
            must(seen[INIT] == 0, 1);
            register(STATUS, 0);
            t = cycle;
            up = 1'b1;
            idle(8);
            must(seen[INIT] == 1 && seen_at[INIT] <= t + 5, 2);
            must(control(INIT, 0, 8'h9c) === 32'ha000cf9c && control(READY, 0, 8'h9c) === 32'hc0003a9c, 3);
            n = seen_at[INIT];
            idle(64);
            must(seen[INIT] == 3 && seen_at[INIT] == n + 64, 4);
            packet(2, 0, 35, 0);
            expect_cause(1, 2, 0, 5);
            set(ACK, 31);
            idle(6);
            register(STATUS, 32'h9);
            set(READY, 0);
            idle(6);
            must(seen[READY] == 1 && seen_at[READY] <= sent_at + 6, 6);
            n = seen_at[READY];
            idle(32);
            must(seen[READY] == 2 && seen_at[READY] == n + 32, 7);
            set(INIT, 0);
            packet(2, 0, 35, 0);
            expect_cause(1, 2, 0, 8);
            must(seen[ACK] == 0 && seen[NACK] == 0 && !ok && rv === 8'd0, 9);
            register(STATUS, 32'ha);
            set(READY, 0);
            idle(6);
            register(STATUS, 32'hb);
            idle(64);
            n = seen[READY];
            idle(64);
            must(seen[READY] == n && ok, 10);
            judge;
        end

        if (test("a reset in INIT or READY: the next SET goes at once")) begin
            for (n = 0; n < 2; n = n + 1) begin
                restart;
                up = 1'b1;
                idle(8);
                if (n == 1) set(INIT, 0);
                idle(n == 1 ? 8 : 0);
                must(seen[INIT] == 1 && seen[READY] == n, 15);
                write(CTRL, 1);
                write(CTRL, 0);
                t = cycle;
                idle(8);
                must(seen[INIT] == 2 && seen_at[INIT] <= t + 5, 16);
            end
            judge;
        end

        if (test("READY in UP is answered with ACK")) begin
            bring_up;
            set(READY, 0);
            expect_answer(ACK, 31, 11);
            packet(1, 0, 35, 0);
            expect_answer(ACK, 0, 12);
            set(READY, 0);
            expect_answer(ACK, 0, 13);
            must(seen[ACK] == 3, 14);
            judge;
        end

        if (test("codes 1 to 4 end READY and are handled")) begin
            for (n = 1; n <= 4; n = n + 1) begin
                restart;
                up = 1'b1;
                idle(5);
                set(INIT, 0);
                idle(5);
                set(n, n == ACK ? 31 : 0);
                idle(20);
                register(STATUS, n == NACK ? 32'hb : n == FULL ? 32'h8b : 32'hb);
                must(seen[RESTART] == (n == NACK), 20 + n);
            end
            judge;
        end

        // ---- causes
        if (test("each cause of section 5, its time and its answer")) begin
            bring_up;
            packet(1, 0, 35, 0);
            expect_cause(8, 1, 0, 30);
            must(rv === 8'h02, 31);
            expect_answer(ACK, 0, 32);
            packet(2, 1, 35, 1);
            expect_cause(4, 2, 1, 33);
            expect_answer(NACK, 1, 34);
            packet(2, 1, 35, 0);
            expect_cause(1, 2, 1, 35);
            packet(2, 2, 20, 0);
            idle(1);
            packet(2, 2, 20, 0);
            idle(10);
            word(4'd0, 32'd0);
            idle(10);
            must(judged == 6 && seen[NACK] == 1, 36);
            set(RESTART, 4);
            idle(5);
            register(SYNC, 1);
            packet(2, 1, 35, 0);
            expect_cause(1, 2, 1, 37);
            set(RESTART, 1);
            packet(2, 1, 35, 0);
            expect_cause(8, 2, 1, 38);
            packet(2, 0, 35, 0);
            expect_cause(5, 2, 0, 39);
            expect_answer(ACK, 1, 40);
            packet(2, 3, 35, 0);
            expect_cause(6, 2, 3, 41);
            expect_answer(NACK, 2, 42);
            set(RESTART, 0);
            packet(2, 2, 20, 0);
            sent_at = cycle;
            word(4'b0001, control(ACK, 9, 8'h9c));
            expect_cause(2, 2, 2, 43);
            expect_answer(NACK, 2, 44);
            register(FB_SEQ, 0);
            set(RESTART, 2);
            word(4'b0001, control(NONE, 0, 8'hfb));
            sent_at = cycle;
            word(4'b0010, 32'hfe00);
            expect_cause(2, 0, 0, 45);
            set(RESTART, 2);
            sent_at = cycle;
            word(4'd0, 32'd5);
            repeat (3) word(4'd0, 32'd5);
            idle(1);
            must(last_cause == 3 && judged_at <= sent_at + 4 && last_vc == 0 && last_seq == 0, 46);
            expect_answer(NACK, 2, 47);
            n = judged;
            word(4'd0, 32'd5);
            idle(6);
            must(judged == n + 1 && last_cause == 1, 48);
            set(RESTART, 2);
            packet(2, 2, 35, 0);
            expect_cause(8, 2, 2, 49);
            packet(2, 3, 35, 0);
            expect_cause(7, 2, 3, 50);
            expect_answer(FULL, 3, 51);
            set(RESTART, 3);
            packet(3, 3, 35, 0);
            expect_cause(8, 3, 3, 52);
            register(CAUSES + 4, 6);
            register(CAUSES + 8, 2);
            register(CAUSES + 12, 1);
            register(CAUSES + 16, 1);
            register(CAUSES + 20, 1);
            register(CAUSES + 24, 1);
            register(CAUSES + 28, 1);
            register(CAUSES + 32, 4);
            register('hc8, 2);
            judge;
        end

        // a RESTART comes while the NACK waits for a packet's end
        if (test("a NACK still pending when the RESTART comes becomes an ACK")) begin
            bring_up;
            packet(1, 0, 35, 0);
            inject;
            idle(4);
            word(4'd0, 32'd0);
            idle(1);
            set(RESTART, 1);
            idle(40);
            must(starts == 1 && seen[NACK] == 0 && seen_at[ACK] >= start_at + 35 && seen_seq[ACK] == 0, 53);
            packet(1, 1, 35, 0);
            expect_cause(8, 1, 1, 54);
            judge;
        end

        // the packet that breaks another is looked at, but skipped; lanes lost break one
        if (test("a START breaks a packet, lanes lost do; errors of the line count")) begin
            bring_up;
            packet(0, 0, 10, 0);
            n = cycle;
            packet(0, 0, 35, 0);
            idle(5);
            must(judged == 2 && last_cause == 1 && seen[NACK] == 1, 60);
            set(RESTART, 0);
            packet(0, 0, 10, 0);
            up = 1'b0;
            sent_at = cycle;
            word(4'd0, 32'd1);
            idle(2);
            up = 1'b1;
            expect_answer(NACK, 0, 61);
            must(last_cause == 2 && judged == 3, 62);
            register(ALIGN_LOST, 1);
            register(STATUS, 32'h1b);
            word(4'b0100, 32'd0);
            word(4'b1111, 32'hfefefefe);
            word(4'b0111, IDLES); // an IDLE with one flag lost
            idle(4);
            register(BAD_WORDS, 3);
            code_n = 3'd3;
            disp_n = 3'd1;
            idle(2);
            code_n = 3'd0;
            disp_n = 3'd0;
            idle(4);
            register(SYM_CODE, 6);
            register(SYM_DISP, 2);
            judge;
        end

        // ---- taking
        if (test("a take gives 8 beats, 2 to 9 cycles later, the next 8 cycles on")) begin
            bring_up;
            packet(6, 0, 35, 0);
            packet(6, 1, 35, 0);
            packet(4, 2, 35, 0);
            idle(5);
            must(rv === 8'h50, 70);
            tvc = 3'd6;
            for (n = 0; n < 2; n = n + 1) begin
                take = 1'b1;
                idle(1);
                take = 1'b0;
                must(rv === (n == 0 ? 8'h50 : 8'h10) && dv === (n == 1), 71);
                for (t = 0; t < 7; t = t + 1) begin
                    idle(1);
                    must(dv === 1'b1 && roff === 24'hc00384 + n, 72);
                    must(rdat === four(n * 1000 + 4 * t + 2), 73);
                end
            end
            idle(1);
            must(dv === 1'b1, 74);
            idle(1);
            must(dv === 1'b0, 75);
            register('hd8, 0);
            judge;
        end

        // two places of channel 6; one freed is not used before its last beat left
        if (test("a place is free when its last beat has left, and not before")) begin
            bring_up;
            packet(6, 0, 35, 0);
            packet(6, 1, 35, 0);
            tvc = 3'd6;
            idle(2);
            take = 1'b1;
            idle(1);
            take = 1'b0;
            idle(12);
            packet(6, 2, 35, 0);
            expect_cause(8, 6, 2, 77);
            packet(6, 3, 35, 0);
            expect_cause(7, 6, 3, 78);
            take = 1'b1;
            idle(1);
            take = 1'b0;
            idle(4);
            set(RESTART, 3);
            packet(6, 3, 35, 0);
            expect_cause(7, 6, 3, 79);
            take = 1'b1;
            idle(1);
            take = 1'b0;
            idle(11);
            set(RESTART, 3);
            packet(6, 3, 35, 0);
            expect_cause(8, 6, 3, 80);
            judge;
        end

        // a place that is given back as the reset comes: the next packets have two places, not three
        if (test("a reset amid a take leaves as many places as there are")) begin
            for (n = 6; n < 11; n = n + 1) begin
                bring_up;
                packet(6, 0, 35, 0);
                tvc = 3'd6;
                idle(2);
                take = 1'b1;
                idle(1);
                take = 1'b0;
                idle(n);
                bring_up;
                packet(6, 0, 35, 0);
                packet(6, 1, 35, 0);
                expect_cause(8, 6, 1, 81);
                packet(6, 2, 35, 0);
                expect_cause(7, 6, 2, 82);
            end
            judge;
        end
      end
    endtask
