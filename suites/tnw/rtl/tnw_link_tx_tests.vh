// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Tests of tnw_link_tb.v: sending, feedback, timers and resets.

    task sending;
      begin
        // ---- sending
        if (test("an item's START in time; 15 are sent without ACK, 4 wait")) begin
            bring_up;
            write(TMO, 0);
            inject;
            idle(5);
            must(starts == 1 && start_at <= last_beat + 4, 100);
            idle(35);
            must(head === {3'd3, 29'd0} && u == 5'd1, 101);
            repeat (4) inject;
            idle(150);
            must(starts == 5, 102);
            repeat (10) inject;
            repeat (4) inject;
            must(!ok && !ok_last && starts == 15 && u == 5'd15, 103);
            idle(200);
            must(starts == 15 && !ok, 104);
            set(ACK, 2);
            idle(5);
            must(starts == 16 && u == 5'd13 && start_at <= sent_at + 6, 105);
            idle(100);
            must(starts == 18 && u == 5'd15 && ok, 106);
            register(TX_PACKETS, 18);
            judge;
        end

        // ---- feedback that changes nothing: oldest is 3, u is 15
        if (test("feedback: wrong, old and impossible ones change nothing and are counted")) begin
            bring_up;
            write(TMO, 0);
            repeat (19) inject;
            idle(600);
            set(ACK, 2);
            idle(110);
            must(u == 5'd15, 107);
            for (n = 19; n < 32; n = n + 1) set(ACK, n);
            for (n = 0; n < 3; n = n + 1) set(ACK, n);
            idle(6);
            register(FB_SEQ, 0);
            for (n = 19; n < 32; n = n + 1) set(NACK, n);
            for (n = 0; n < 3; n = n + 1) set(FULL, n);
            idle(6);
            register(FB_SEQ, 16);
            set(ACK, 18);
            idle(6);
            register(FB_SEQ, 17);
            word(4'b0001, control(ACK, 5, 8'h9c) ^ 32'h00000100);
            word(4'b0001, control(ACK, 5, 8'h9c) ^ 32'h00020000);
            word(4'b0001, control(7, 5, 8'h9c));
            word(4'b0001, control(NONE, 0, 8'h9c));
            packet(0, 0, 1, 0);
            word(4'b0001, control(RESTART, 0, 8'hfb));
            word(4'd0, 32'd0);
            idle(6);
            register(FB_CRC, 2);
            register(FB_CODE, 2);
            must(u == 5'd15 && tstate == 3'd0, 110);
            register(FB_NACK, 0);
            set(RESTART, 0);
            idle(1);
            word(4'b0001, control(RESTART, 0, 8'hfb));
            idle(6);
            register(FB_CODE, 3);
            set(ACK, 17);
            idle(60);
            must(u <= 5'd1, 111);
            set(ACK, 0);
            idle(5);
            must(u <= 5'd1, 112);
            judge;
        end

        if (test("an ACK of what was never sent is counted, one of old news is not")) begin
            bring_up;
            write(TMO, 0);
            repeat (2) inject;
            idle(80);
            for (n = 2; n < 32; n = n + 1) begin
                set(ACK, n);
                idle(6);
                register(FB_SEQ, n < 16 ? n - 1 : 14);
            end
            must(u == 5'd2, 114);
            judge;
        end
        if (test("NACK with 1 to 15 unacknowledged: all are sent again")) begin
            for (t = 1; t <= 15; t = t + 1) begin
                bring_up;
                write(TMO, 0);
                repeat (t) inject;
                idle(t * 35 + 10);
                must(u == t && starts == t, 115);
                set(NACK, 0);
                idle(20 + t * 35);
                must(u == t && starts == 2 * t && start_seq == t - 1 && seen[RESTART] == 1 && tstate == 3'd3, 116);
            end
            judge;
        end

        // ---- NACK, in the middle of a window: what it acknowledges leaves, the rest again, nothing new between
        if (test("NACK: RESTART, again what is not acknowledged, then new packets")) begin
            bring_up;
            repeat (6) inject;
            idle(100);
            repeat (2) inject;
            must(starts >= 5, 120);
            idle(250);
            must(starts == 8 && u == 5'd8, 121);
            set(NACK, 5);
            idle(6);
            must(seen[RESTART] == 1 && seen_at[RESTART] <= sent_at + 6 && seen_seq[RESTART] == 5 && u == 5'd3, 122);
            idle(1);
            must(starts == 9 && tstate == 3'd2, 123);
            inject;
            set(ACK, 6);
            idle(40);
            must(start_seq == 7 && starts == 10, 124);
            idle(start_at + 33 - cycle);
            must(tstate == 3'd2, 165);
            idle(1);  // its CRC word is on tx_data
            must(tstate == 3'd3, 166);
            idle(16);
            must(starts == 10 && tstate == 3'd3, 125);
            register(TX_RESENT, 2);
            set(ACK, 7);
            idle(5);
            must(starts == 11 && tstate == 3'd0, 126);
            idle(35);
            must(start_seq == 8, 127);
            set(ACK, 8);
            idle(5);
            set(NACK, 9);
            idle(6);
            must(seen[RESTART] == 2 && seen_seq[RESTART] == 9 && tstate == 3'd0, 128);
            inject;
            idle(40);
            must(start_seq == 9, 129);
            repeat (2) begin  // the second one finds it in WAIT
                set(NACK, 9);
                idle(45);
                must(seen_at[RESTART] >= sent_at && seen_at[RESTART] <= sent_at + 6 && tstate == 3'd3, 130);
            end
            register(FB_NACK, 4);
            register(TX_RESTARTS, 4);
            register(TX_TIMEOUTS, 0);
            judge;
        end

        // ---- backoff
        if (test("NACK_FULL: RESTART after FULL_BACKOFF cycles, not earlier")) begin
            bring_up;
            write(BACKOFF, 50);
            repeat (3) inject;
            idle(100);
            set(FULL, 1);
            t = sent_at;
            idle(10);
            must(tstate == 3'd4 && u == 5'd2, 130);
            set(NACK, 2);
            idle(10);
            set(FULL, 2);
            idle(22);
            must(seen[RESTART] == 0 && u == 5'd1, 131);
            idle(14);
            must(seen[RESTART] == 1 && seen_at[RESTART] >= t + 50 && seen_at[RESTART] <= t + 56 && seen_seq[RESTART] == 2, 132);
            idle(40);
            register(FB_FULL, 2);
            register(FB_NACK, 1);
            must(starts == 4 && tstate == 3'd3, 133);
            judge;
        end

        // ---- timeout
        if (test("a timeout after the last progress; 16 in a row are stalled; 0 is never")) begin
            bring_up;
            write(TMO, 70);
            inject;
            idle(80);
            must(seen[RESTART] == 1 && seen_at[RESTART] >= start_at - 36 && seen_seq[RESTART] == 0, 140);
            idle(3);
            n = start_at;
            must(starts == 2, 141);
            idle(60);
            set(ACK, 31);  // old news is no progress
            idle(60);
            must(seen[RESTART] == 2 && seen_at[RESTART] >= n + 35 + 70 - 2 && seen_at[RESTART] <= n + 35 + 70 + 6, 142);
            idle(36);
            set(ACK, 0);
            repeat (2) inject;
            idle(40);
            set(ACK, 1);
            t = sent_at;
            idle(80);
            must(seen_at[RESTART] >= t + 70 && seen_at[RESTART] <= t + 76 && seen_seq[RESTART] == 2, 143);
            n = seen[RESTART];
            register(TX_TIMEOUTS, n);
            while (seen[RESTART] < n + 14) idle(1);
            idle(4);
            peek(STATUS);
            must(rdata[31] === 1'b0 && rdata[22:18] === 5'd3 && rdata[12:8] === 5'd1, 144);
            while (seen[RESTART] < n + 15) idle(1);
            idle(4);
            peek(STATUS);
            must(rdata[31] === 1'b1, 146);
            set(ACK, 2);
            idle(5);
            register(STATUS, {1'b0, 8'd0, 5'd3, 5'd0, 5'd0, 3'd0, 1'b0, 1'b1, 3'd3});
            write(TMO, 0);
            n = seen[RESTART];
            inject;
            idle(700);
            must(seen[RESTART] == n, 145);
            judge;
        end

        // ---- FAILED, and the reset of a link
        if (test("INIT in UP: FAILED, what was received can be taken, reset ends it")) begin
            bring_up;
            repeat (2) inject;
            packet(3, 0, 35, 0);
            idle(10);
            set(INIT, 0);
            idle(60);
            n = starts;
            register(STATUS, {10'd0, 5'd2, 5'd1, 5'd2, 3'd0, 1'b0, 1'b1, 3'd4});
            register(PEER_RESET, 1);
            must(rv === 8'h08 && !ok, 150);
            set(ACK, 1);
            idle(5);
            must(u == 5'd2, 151);
            packet(3, 1, 35, 0);
            expect_cause(1, 3, 1, 152);
            idle(600);
            must(starts == n && seen[RESTART] == 0 && seen[NACK] == 0, 153);
            peek(STATUS);
            must(rdata[31] === 1'b0 && rdata[7:5] === 3'd0, 168);  // its timeouts stand, too
            tvc = 3'd3;
            take = 1'b1;
            idle(1);
            take = 1'b0;
            write(CTRL, 1);
            idle(1);
            must(dv === 1'b1 && flushes == 0, 154);
            idle(8);
            must(dv === 1'b0 && flushes == 1, 155);
            idle(20);
            must(flushes == 1, 156);
            register(STATUS, 32'h8);
            register(LOST, 2);
            register(UNREAD, 0);
            register(PEER_RESET, 1);
            write(CTRL, 0);
            idle(3);
            register(STATUS, 32'h9);
            judge;
        end

        // reset in the middle of an item and of a packet on the line; both ends
        if (test("reset empties the link and counts what is lost, an item under way too")) begin
            bring_up;
            repeat (3) inject;
            packet(5, 0, 35, 0);
            packet(5, 1, 35, 0);
            n = starts;
            iv = 1'b1;
            idle(3);
            write(CTRL, 1);
            write(CTRL, 0);
            idle(2);
            il = 1'b1;
            idle(1);
            iv = 1'b0;
            il = 1'b0;
            idle(60);
            register(LOST, 4);
            register(UNREAD, 2);
            must(flushes == 1 && rv === 8'd0, 157);
            register(STATUS, 32'h9);
            must(seen_at[INIT] > cycle - 40, 158);
            set(READY, 0);
            idle(2);
            set(READY, 0);
            idle(5);
            items = 0;
            n = starts;
            inject;
            idle(40);
            must(starts == n + 1 && head[28:24] == 0, 159);
            judge;
        end

        // an item begins with the reset, or behind it: inj_ok was high the cycle before
        if (test("an item that begins with the reset or in DOWN is counted as lost")) begin
            for (n = 0; n < 2; n = n + 1) begin
                bring_up;
                must(ok, 160);
                write(CTRL, 1);
                idle(n);
                iv = 1'b1;
                idle(7);
                il = 1'b1;
                idle(1);
                iv = 1'b0;
                il = 1'b0;
                idle(4);
                register(LOST, 1);
                must(flushes == 1, 161);
            end
            judge;
        end

        // each channel's packets count
        if (test("a packet that nobody took is counted, whatever its channel")) begin
            for (n = 0; n < 8; n = n + 1) begin
                bring_up;
                packet(n, 0, 35, 0);
                idle(5);
                write(CTRL, 1);
                write(CTRL, 0);
                idle(12);
                register(UNREAD, 1);
            end
            judge;
        end

        // without numbers any RESTART ends discarding
        if (test("SEQ_OFF: a RESTART of any number ends discarding")) begin
            bring_up;
            write(CTRL, 3);
            write(CTRL, 2);
            idle(12);
            set(READY, 0);
            idle(2);
            set(READY, 0);
            idle(5);
            packet(0, 0, 35, 1);
            idle(5);
            must(last_cause == 4, 162);
            packet(0, 0, 35, 0);
            idle(5);
            must(last_cause == 1, 163);
            set(RESTART, 5);
            packet(0, 0, 35, 0);
            idle(5);
            must(last_cause == 8, 164);
            judge;
        end
      end
    endtask
