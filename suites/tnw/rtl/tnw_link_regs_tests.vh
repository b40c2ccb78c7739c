// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// tnw_link_tb's tests of registers, of what no bench has the time for, of words that look like others, and of a link
// without numbers. Include inside tnw_link_tb.

    task registers;
      begin
        // ---- registers
        if (test("registers at reset, written, and addresses that are none")) begin
            restart;
            idle(2);
            register(0, 32'h54570001);
            register(4, {8'd8, 8'd2, 8'd15, 8'd4});
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
            judge;
        end

        // ---- what no bench has the time for is written into the module
        if (test("timers count 16 bits, counters 32 and then from 0, each at its address")) begin
            bring_up;
            write(TMO, 65535);
            write(BACKOFF, 65535);
            inject;
            idle(60);
            dut.u_tx.tmo_q = 16'hffe0;
            idle(26);
            must(seen[RESTART] == 0, 170);
            idle(12);
            must(seen[RESTART] == 1, 171);
            idle(50);
            set(FULL, 0);
            idle(10);
            dut.u_tx.off_q = 16'hffe0;
            idle(26);
            must(seen[RESTART] == 1 && tstate == 3'd4, 172);
            idle(12);
            must(seen[RESTART] == 2, 173);
            idle(40);
            set(ACK, 0);
            idle(4);
            for (n = 0; n < 25; n = n + 1) dut.u_regs.cnt_q[32*n+:32] = 32'hffffffff - n;
            idle(1);
            for (n = 0; n < 25; n = n + 1) register(n < 12 ? TX_PACKETS + 4 * n : CAUSES + 4 * (n - 11), 32'hffffffff - n);
            inject;
            code_n = 3'd4;
            disp_n = 3'd3;
            repeat (7) idle(1);
            code_n = 3'd0;
            disp_n = 3'd0;
            idle(4);
            register(TX_PACKETS, 0);
            register(SYM_CODE, 28 - 24);
            register(SYM_DISP, 21 - 25);
            judge;
        end

        // ---- a control word has flags 0001 and aligned lanes (tnw.md section 1, tnw_link.md section 5)
        if (test("a word is feedback or a START by flags, octet and rx_up, and not by some of them")) begin
            bring_up;
            write(TMO, 0);
            inject;
            idle(45);
            must(u == 5'd1, 180);
            for (n = 0; n < 3; n = n + 1) begin
                t = n == 0 ? 'h9c : n == 1 ? 'hfb : 'h5c;
                word(4'b1111, control(ACK, 0, t));
                word(4'b1001, control(ACK, 0, t));
                up = 1'b0;
                word(4'b0001, control(ACK, 0, t));
                up = 1'b1;
            end
            word(4'b0001, control(ACK, 0, 8'h5c));
            idle(6);
            must(u == 5'd1 && judged == 0, 181);
            register(BAD_WORDS, 7);
            word(4'd0, control(ACK, 0, 8'h9c));
            idle(1);
            word(4'd0, control(ACK, 0, 8'hfb));
            idle(6);
            must(u == 5'd1 && judged == 2, 182);
            register(FB_CRC, 0);
            register(FB_CODE, 0);
            set(ACK, 0);
            idle(6);
            must(u == 5'd0, 183);
            // nor does it end discarding
            word(4'd0, control(RESTART, 0, 8'h9c));
            word(4'b1111, control(RESTART, 0, 8'h9c));
            word(4'b0001, control(RESTART, 0, 8'h9c) ^ 32'h00000100);
            packet(0, 0, 35, 0);
            expect_cause(1, 0, 0, 184);
            register(SYNC, 0);
            // a START's code is NONE to NACK_FULL but for RESTART, a SET's is not NONE
            for (n = 0; n < 8; n = n + 1) if (n == RESTART || n > FULL) begin
                word(4'b0001, control(n, 0, 8'hfb));
                idle(4);
            end
            set(NONE, 0);
            set(7, 0);
            idle(6);
            register(FB_CODE, 6);
            set(RESTART, 0);
            packet(0, 0, 35, 0);
            expect_cause(8, 0, 0, 185);
            judge;
        end

        // ---- section 10
        if (test("SEQ_OFF: ACKs of any number take one out each, NACKs none, and all are sent with 0")) begin
            bring_up;
            write(TMO, 0);
            write(CTRL, 3);
            write(CTRL, 2);
            idle(12);
            set(READY, 0);
            idle(2);
            set(READY, 0);
            idle(5);
            packet(0, 9, 35, 1);
            expect_cause(4, 0, 9, 190);
            expect_answer(NACK, 0, 191);
            set(RESTART, 21);
            packet(0, 3, 35, 0);
            expect_cause(8, 0, 3, 192);
            expect_answer(ACK, 0, 193);
            packet(0, 3, 35, 0);
            expect_cause(8, 0, 3, 194);
            packet(0, 3, 35, 0);
            expect_cause(7, 0, 3, 195);
            expect_answer(FULL, 0, 196);
            packet(1, 4, 35, 0);
            expect_cause(1, 1, 4, 203);
            set(RESTART, 7);
            inject;
            n = seen[NACK];
            packet(1, 0, 3, 0);
            idle(1);
            set(RESTART, 30);  // while the NACK waits for the item's end
            idle(40);
            must(last_cause == 2 && seen[NACK] == n, 197);
            item_of[0] = 1;
            inject;
            idle(45);
            must(u == 5'd2 && starts == 2, 198);
            set(ACK, 17);
            idle(6);
            must(u == 5'd1, 199);
            set(NACK, 25);
            idle(50);
            must(u == 5'd1 && starts == 3 && seen[RESTART] == 1 && seen_seq[RESTART] == 0, 200);
            set(ACK, 4);
            idle(6);
            must(u == 5'd0, 201);
            set(ACK, 4);
            idle(6);
            must(u == 5'd0, 202);
            register(FB_SEQ, 1);
            item_of[0] = items;
            inject;
            idle(6);
            n = seen[NACK];
            packet(1, 0, 3, 0);
            idle(10);
            must(last_cause == 2 && seen[NACK] == n, 204);
            idle(30);  // behind the item
            must(seen[NACK] == n + 1, 205);
            judge;
        end

        if (test("INIT hears no ACK and no NACK, READY and UP do")) begin
            restart;
            up = 1'b1;
            idle(5);
            set(NACK, 0);
            set(ACK, 5);
            idle(6);
            register(FB_NACK, 0);
            register(FB_SEQ, 0);
            register(STATUS, 32'h9);
            judge;
        end
        if (test("FAILED stands: no RESTART becomes due")) begin
            bring_up;
            write(BACKOFF, 20);
            inject;
            idle(50);
            set(FULL, 0);
            set(INIT, 0);
            idle(60);
            must(tstate == 3'd4 && seen[RESTART] == 0, 206);
            judge;
        end
        if (test("16 packets behind is a RESTART, and a repetition")) begin
            bring_up;
            for (n = 0; n < 16; n = n + 1) begin
                packet(n % 8, n, 35, 0);
                idle(3);
            end
            expect_cause(8, 7, 15, 207);
            packet(0, 16, 35, 1);
            set(RESTART, 0);
            idle(4);
            register(SYNC, 0);
            packet(3, 0, 35, 0);
            expect_cause(5, 3, 0, 208);
            expect_answer(ACK, 15, 209);
            judge;
        end
        if (test("READY in UP does not take a NACK away, RESTART goes before it")) begin
            bring_up;
            write(TMO, 0);
            repeat (2) inject;
            packet(1, 0, 20, 0);
            idle(1);
            set(READY, 0);
            set(NACK, 0);
            must(seen[NACK] == 0 && seen[RESTART] == 0, 220);
            idle(80);
            must(seen[NACK] == 1 && seen[ACK] == 0 && seen[RESTART] == 1 && seen_at[NACK] > seen_at[RESTART], 221);
            judge;
        end
        if (test("a link that waits for the end of a take shows no packet and has no room")) begin
            bring_up;
            packet(3, 0, 35, 0);
            packet(4, 1, 35, 0);
            idle(5);
            must(rv === 8'h18 && ok, 222);
            tvc = 3'd3;
            take = 1'b1;
            idle(1);
            take = 1'b0;
            write(CTRL, 1);
            idle(2);
            must(rv === 8'd0 && !ok && flushes == 0, 223);
            idle(20);
            must(flushes == 1, 224);
            judge;
        end
        if (test("a packet of before the reset keeps its place until it is sent")) begin
            bring_up;
            inject;
            idle(2);
            write(CTRL, 1);
            write(CTRL, 0);
            idle(6);
            set(READY, 0);
            idle(2);
            set(READY, 0);
            idle(5);
            peek(STATUS);
            must(rdata[2:0] === 3'd3 && !ok, 225);
            idle(20);
            must(ok, 226);
            judge;
        end
        if (test("an item that begins as the link fails is lost by the reset, not before")) begin
            bring_up;
            set(INIT, 0);
            while (ok) idle(1);
            iv = 1'b1;
            idle(7);
            il = 1'b1;
            idle(1);
            iv = 1'b0;
            il = 1'b0;
            idle(4);
            register(LOST, 0);
            write(CTRL, 1);
            idle(20);
            register(LOST, 1);
            judge;
        end

        // ---- the third packet is under way as the timeout comes
        if (test("a timeout amid a packet counts as one, unless NACK_FULL comes before its RESTART")) begin
            for (t = 0; t < 2; t = t + 1) begin
                bring_up;
                write(TMO, 90);
                write(BACKOFF, 40);
                inject;
                idle(4);
                n = start_at;
                repeat (2) inject;
                idle(n + 97 - cycle);
                must(tstate == 3'd1 && starts == 3 && seen[RESTART] == 0, 210);
                if (t == 1) set(FULL, 0);
                idle(60);
                must(seen[RESTART] == 1 && starts >= 4, 212);
                register(TX_RESTARTS, 1);
                register(TX_TIMEOUTS, 1 - t);
            end
            judge;
        end
      end
    endtask
