// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// The tests of tnw_link_tb.v.

    integer n, t;
    function [127:0] four;  // words of packet()
        input [31:0] w;
        four = {w + 32'd3, w + 32'd2, w + 32'd1, w};
    endfunction
    initial begin
        // ---- states
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
        judge("DOWN, INIT, READY, UP: the SETs of each, at once and every 32 cycles");

        set(READY, 0);
        expect_answer(ACK, 31, 11);
        packet(1, 0, 35, 0);
        expect_answer(ACK, 0, 12);
        set(READY, 0);
        expect_answer(ACK, 0, 13);
        must(seen[ACK] == 3, 14);
        judge("READY in UP is answered with ACK");

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
        judge("codes 1 to 4 end READY and are handled");

        // ---- causes
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
        judge("each cause of section 5, its time and its answer");

        // a RESTART comes while the NACK waits for a packet's end
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
        judge("a NACK still pending when the RESTART comes becomes an ACK");

        // the packet that breaks another is looked at, but skipped; lanes lost break one
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
        idle(4);
        register(BAD_WORDS, 2);
        code_n = 3'd3;
        disp_n = 3'd1;
        idle(2);
        code_n = 3'd0;
        disp_n = 3'd0;
        idle(4);
        register(SYM_CODE, 6);
        register(SYM_DISP, 2);
        judge("a START breaks a packet, lanes lost do; errors of the line count");

        // ---- taking
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
                must(dv === 1'b1 && roff === 900 + n, 72);
                must(rdat === four(n * 1000 + 4 * t + 2), 73);
            end
        end
        idle(1);
        must(dv === 1'b1, 74);
        idle(1);
        must(dv === 1'b0, 75);
        register('hd8, 0);
        judge("a take gives 8 beats, 2 to 9 cycles later, the next 8 cycles on");

        // both places of channel 6 are free again; a place freed is not used before its last beat left
        packet(6, 3, 35, 0);
        packet(6, 4, 35, 0);
        tvc = 3'd6;
        idle(2);
        take = 1'b1;
        idle(1);
        take = 1'b0;
        idle(12);
        packet(6, 5, 35, 0);
        expect_cause(8, 6, 5, 77);
        packet(6, 6, 35, 0);
        expect_cause(7, 6, 6, 78);
        take = 1'b1;
        idle(1);
        take = 1'b0;
        idle(4);
        set(RESTART, 6);
        packet(6, 6, 35, 0);
        expect_cause(7, 6, 6, 79);
        take = 1'b1;
        idle(1);
        take = 1'b0;
        idle(11);
        set(RESTART, 6);
        packet(6, 6, 35, 0);
        expect_cause(8, 6, 6, 80);
        judge("a place is free when its last beat has left, and not before");

        // ---- sending
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
        repeat (11) inject;
        repeat (4) inject;
        must(!ok && !ok_last && starts == 16 && u == 5'd16, 103);
        idle(200);
        must(starts == 16 && !ok, 104);
        set(ACK, 2);
        idle(5);
        must(starts == 17 && u == 5'd14 && start_at <= sent_at + 6, 105);
        idle(100);
        must(starts == 19 && u == 5'd16 && ok, 106);
        register(TX_PACKETS, 19);
        judge("an item's START in time; 16 are sent without ACK, 4 wait");

        // ---- feedback that changes nothing: oldest is 3, u is 16
        for (n = 19; n < 32; n = n + 1) set(ACK, n);
        for (n = 0; n < 3; n = n + 1) set(ACK, n);
        idle(6);
        register(FB_SEQ, 0);
        for (n = 20; n < 32; n = n + 1) set(NACK, n);
        for (n = 0; n < 3; n = n + 1) set(FULL, n);
        idle(6);
        register(FB_SEQ, 15);
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
        must(u == 5'd16 && tstate == 3'd0, 110);
        register(FB_NACK, 0);
        set(RESTART, 0);
        idle(1);
        word(4'b0001, control(RESTART, 0, 8'hfb));
        idle(6);
        register(FB_CODE, 3);
        set(ACK, 18);
        idle(60);
        must(u <= 5'd1, 111);
        set(ACK, 0);
        idle(5);
        must(u <= 5'd1, 112);
        judge("feedback: wrong, old and impossible ones change nothing and are counted");

        // ---- NACK, in the middle of a window: what it acknowledges leaves, the rest again, nothing new between
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
        idle(50);
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
        judge("NACK: RESTART, again what is not acknowledged, then new packets");

        // ---- backoff
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
        judge("NACK_FULL: RESTART after FULL_BACKOFF cycles, not earlier");

        // ---- timeout
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
        idle(13 * 110);
        peek(STATUS);
        must(rdata[31] === 1'b0 && rdata[22:18] === 5'd3 && rdata[12:8] === 5'd1, 144);
        idle(4 * 110);
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
        judge("a timeout after the last progress; 16 in a row are stalled; 0 is never");

        // ---- FAILED, and the reset of a link
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
        judge("INIT in UP: FAILED, what was received can be taken, reset ends it");

        // reset in the middle of an item and of a packet on the line; both ends
        set(INIT, 0);
        idle(3);
        set(READY, 0);
        idle(3);
        items = 0;
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
        register(LOST, 2 + 4);
        register(UNREAD, 2);
        must(flushes == 2 && rv === 8'd0, 157);
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
        judge("reset empties the link and counts what is lost, an item under way too");

        // an item begins with the reset, or behind it: inj_ok was high the cycle before
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
        judge("an item that begins with the reset or in DOWN is counted as lost");

        // ---- registers
        restart;
        idle(2);
        register(0, 32'h54570001);
        register(4, {8'd8, 8'd2, 8'd16, 8'd4});
        for (n = 8; n < 1024; n = n + 1) register(n, n == TMO ? 512 : n == BACKOFF ? 256 : 0);
        write(TMO, 32'hffff1234);
        register(TMO, 32'h1234);
        write(BACKOFF, 32'h00015678);
        register(BACKOFF, 32'h5678);
        write(CTRL, 32'hfffffffe);
        register(CTRL, 2);
        for (n = 0; n < 256; n = n + 1) if (n < 2 || n > 5) write(4 * n, 32'hffffffff);
        write(STATUS, 32'hffffffff);
        for (n = 24; n < 1024; n = n + 4) register(n, 0);
        register(0, 32'h54570001);
        judge("registers at reset, written, and addresses that are none");
        $finish;
    end
    initial #200000 begin
        $display("not ok the bench ends");
        $finish;
    end
