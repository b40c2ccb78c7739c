// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Tests of cl_link_tb: runs that come, link packets that leave, the way down, the drain, registers. Include inside an initial block of it.

        if (test("the packet with the expected number is handed on within 48 cycles, its words in a row")) begin
            restart;
            seen = 0;
            for (j = 0; j < 120; j = j + 1) begin
                n = j % 9 == 0 ? 32 : rnd(2) ? 1 : 1 + rnd(32);
                good_in(seen, j % 3, n);
                seen = seen + 1;
                if (rnd(4) == 0) packet_in(seen - 1 - rnd(32), 0, 1 + rnd(32), -1, 1'b0);
                if (rnd(4) == 0) packet_in(seen + 1 + rnd(31), 0, 1 + rnd(32), -1, 1'b0);
                if (rnd(4) == 0) repeat (rnd(40)) word_in({4'b0010, COMMA});
            end
            settle;
            check(m_n == seen && g_head == g_tail && late_max <= 48 && taken === (seen - 1) % 64);
            register(RX_TAKEN, seen);
            register(RX_BAD, 0);
            judge;
        end
        if (test("numbers 1 to 31 ahead are errors, 1 to 32 behind are acknowledged again")) begin
            restart;
            for (j = 0; j < 40; j = j + 1) good_in(j, 0, 1);
            settle;
            seen = ctls;
            for (j = 1; j < 32; j = j + 1) begin
                packet_in(40 + j, 1, 2, -1, 1'b0);
                settle;
            end
            register(RX_AHEAD, 31);
            register(TX_NACK, 1);
            for (j = 1; j < 33; j = j + 1) begin
                seen = ctls;
                packet_in(40 - j, 1, 2, -1, 1'b0);
                while (w_head != w_tail) @(negedge clk);
                wait_cycles(32);
                check(ctls >= seen + 1);
                settle;
                ctl_was(runs - 1, 0, 1, 39, 0, 0, 0);
            end
            register(RX_BEHIND, 32);
            register(RX_TAKEN, 40);
            register(TX_NACK, 1);
            check(m_n == 40);
            judge;
        end
        if (test("a run with an error or of a wrong form is dropped, and answered by one NACK")) begin
            restart;
            seen = 0;
            for (j = 0; j < 60; j = j + 1) begin
                n = 1 + rnd(32);
                from = runs;
                hit = 1'b0;
                for (k = 0; k < 2; k = k + 1) begin
                    case (j % 12)
                        0: packet_in(j, 0, n, 0, 1'b0);            // an error on each place
                        1: packet_in(j, 0, n, n + 2, 1'b0);
                        2: packet_in(j, 0, n, 1 + rnd(n + 1), 1'b0);
                        3: packet_in(j, 3, n, -1, 1'b0);
                        4, 5, 6, 7: begin
                            pw[0] = 16'h1044;
                            pw[1] = n << 6 | j;
                            for (i = 2; i < 80; i = i + 1) pw[i] = rnd(65536);
                            i = j % 12 == 4 ? n + 4 : j % 12 == 5 ? n + 2 : j % 12 == 6 ? 1 + rnd(3) : 36 + rnd(40);
                            if (j % 12 == 6) pw[1] = j;
                            if (j % 12 == 7) pw[1] = (i - 3) << 6 | j;
                            seal(i);
                            run_in(i, -1, 2'b00);
                        end
                        8: begin                                   // CRC
                            packet_in(j, 0, n, -1, 1'b0);
                            wq[w_tail-2] = wq[w_tail-2] ^ 20'd1 << rnd(16);
                        end
                        9, 10: begin                               // type 15 with another header
                            pw[0] = j % 12 == 9 ? 16'h000f ^ 16'd16 << rnd(12) : 16'h000f;
                            pw[1] = j % 12 == 10 ? 16'h00c0 ^ 16'd1 << (rnd(6)) : 16'h00c0;
                            pw[2] = {1'b0, 2'd1, 13'd63};
                            {pw[3], pw[4]} = 32'd0;
                            seal(6);
                            run_in(6, -1, 2'b00);
                        end
                        default: begin                             // a word alone
                            pw[0] = rnd(65536);
                            run_in(1, rnd(2) - 1, 2'b00);
                        end
                    endcase
                    seen = seen + 1;
                    settle;
                    if (k == 0) begin
                        for (i = from; i < runs; i = i + 1) if (run[64*(i%32)+2][15]) begin
                            check(!hit);
                            hit = 1'b1;
                            ctl_was(i, 1, 1, j - 1, 0, 0, 0);
                        end
                        check(hit);
                    end
                end
                register(TX_NACK, j + 1);
                register(RX_BAD, seen);
                good_in(j, 1, n);
                settle;
                register(RX_TAKEN, j + 1);
            end
            check(m_n == 60);
            judge;
        end
        if (test("what comes before the first comma word is no run")) begin
            quiet = 1'b1;
            restart;
            wait_cycles(20);
            quiet = 1'b0;
            wait_cycles(20);
            register(RX_BAD, 0);
            good_in(0, 0, 5);
            settle;
            register(RX_TAKEN, 1);
            judge;
        end
        if (test("a link packet says what was taken and freed, and comes behind 64 comma words")) begin
            restart;
            commas_max = 0;
            wait_cycles(300);
            check(runs == 4 && commas_max == 64 && run_gap[1] == 64 && run_gap[2] == 64);
            ctl_was(3, 0, 1, 63, 0, 0, 0);
            for (p = 0; p < 3; p = p + 1) f[p] = 0;
            for (j = 0; j < 900; j = j + 1) begin
                freed = rnd(8) & rnd(8);
                for (p = 0; p < 3; p = p + 1) f[p] = f[p] + freed[p];
                @(negedge clk) freed = 3'd0;
                if (j % 30 == 29) begin
                    wait_cycles(30);
                    check(run_at[(runs-1)%32] > cycle - 32);
                    ctl_was(runs - 1, 0, 1, 63, f[0] % 256, f[1] % 256, f[2] % 256);
                end
            end
            register(TX_CTL, ctls);
            judge;
        end
        if (test("a link packet is due behind three packets at most, one with NACK or from x at once")) begin
            for (k = 0; k < 60; k = k + 1) begin
                restart;
                write(LINK_TMO, 65535);
                repeat (12) packet(rnd(2), 4 + rnd(28), SOUND);
                wait_cycles(500);
                next = 0;
                ack_only(1, 63);
                wait_cycles(40 + rnd(40));
                until_run;
                n = runs;
                from = ctls;
                if (k % 3 == 0) good_in(0, 0, 1);
                else if (k % 3 == 1) packet_in(3, 0, 1, -1, 1'b0);
                else begin
                    {xn, xp, xa} = {k[2], 2'd2, k[5:0]};
                    xv = 1'b1;
                end
                left = pkts;
                wait_cycles(16);
                if (k % 3 == 2) while (!xr) @(negedge clk);
                else left = pkts;
                if (k % 3 == 2) begin
                    @(negedge clk) xv = 1'b0;
                end
                while (ctls == from) @(negedge clk);
                check(pkts - left <= (k % 3 == 0 ? 3 : 1));
                if (k % 3 == 0) ctl_was(runs - 1, 0, 1, 0, 0, 0, 0);
                if (k % 3 == 1) ctl_was(runs - 1, 1, 1, 63, 0, 0, 0);
                if (k % 3 == 2) ctl_was(runs - 1, k[2], 2, k, 0, 0, 0);
            end
            judge;
        end
        if (test("side packets leave as x gave them and come at y")) begin
            restart;
            for (k = 0; k < 20; k = k + 1) begin
                {xn, xp, xa} = {rnd(2) != 0, rnd(2) != 0, 1'b0, 6'd0} | rnd(64);
                xv = 1'b1;
                #0.2;
                while (!xr) @(negedge clk) #0.2;
                @(negedge clk) xv = 1'b0;
                n = runs;
                wait_cycles(12);
                check(runs == n + 1);
                ctl_was(n, xn, xp, xa, 0, 0, 0);
                n = y_n;
                ctl_in(k % 2, k % 3 == 1 ? 3 : k % 3, 7 * k, 0, 0, 0);
                settle;
                check(y_n == n + 1);
                n = k % 3 == 1 ? 3 : k % 3;
                i = 7 * k;
                check(y_last === {k[0], n[1:0], i[5:0]});
            end
            ctl_in(0, 1, 63, 0, 0, 0);
            settle;
            check(y_n == 20);
            register(RX_CTL, 21);
            register(RX_NACK, 0);
            register(TX_NACK, 0);
            judge;
        end
        if (test("a lane that is killed finishes its run and its packet, sends commas and takes nothing")) begin
            for (k = 0; k < 30; k = k + 1) begin
                restart;
                s_slow = k[0];
                packets(6);
                good_in(0, 0, 4);
                wait_cycles(k < 2 ? 60 : 20 + rnd(150));
                good_in(1, 0, 1 + rnd(32));
                wait_cycles(rnd(12));
                kill = 1'b1;
                @(negedge clk) kill = 1'b0;
                wait_cycles(3);
                check(!up && ok === 3'd0);
                n = runs + (words != 0 || !tk);
                seen = taken;
                good_in(taken + 1, 0, 1);
                wait_cycles(200);
                check(tk && runs == n && taken === seen && m_n == seen % 63 + (seen == 63 ? 0 : 1));
                xv = 1'b1;
                wait_cycles(5);
                check(!xr && s_at == 0);
                xv = 1'b0;
                g_head = g_tail;
            end
            judge;
        end
        if (test("behind d_go the packets that the far end did not take come out at d, each once")) begin
            for (k = 0; k < 60; k = k + 1) begin
                restart;
                s_slow = k[0];
                d_slow = k[1];
                d_on = k[2] || k[1];
                write(LINK_TMO, 65535);
                packets(13);
                wait_cycles(100 + rnd(500));
                n = pkts > 2 ? rnd(2) : 0;
                if (n != 0) ack_only(0, 0);
                wait_cycles(20);
                kill = 1'b1;
                @(negedge clk) kill = 1'b0;
                wait_cycles(rnd(60));
                // names one of those in the buffer, or none of them
                da = k % 5 == 0 ? n - 1 : k % 5 == 1 ? n + 40 : pkts == 0 ? 63 : n - 1 + rnd(pkts - n + 1);
                d_next = k % 5 < 2 ? n : da + 1;
                if (da == 63) d_next = 0;
                from = d_next;
                check(!done && !dv);
                go = 1'b1;
                @(negedge clk) go = 1'b0;
                d_on = 1'b1;
                while (s_at != 0) @(negedge clk);
                wait_cycles(4);
                // packets that were taken at s: the words that are left say which ones were not
                seen = 0;
                for (i = s_head; i < s_tail; i = i + 1) seen = seen + sq[i][16];
                left = made - seen;
                da = da + 1;
                {go, i} = {k[3], 32'd0};  // a second one changes nothing
                @(negedge clk) go = 1'b0;
                while (!done && i < 3000) begin
                    @(negedge clk);
                    i = i + 1;
                end
                check(done && d_next == left && d_n == left - from);
                wait_cycles(40);
                check(done && !dv && d_next == left);
                addr = 4 * STATUS;
                rd = 1'b1;
                @(negedge clk) rd = 1'b0;
                check(rdata[11:8] === 4'd0 && rdata[0] === 1'b0 && rdata[21:16] === (from + 63) % 64);
            end
            judge;
        end
        if (test("registers read as their table says")) begin
            restart;
            for (k = 0; k < 32; k = k + 1) register(k, k == 0 ? 32'h3f3f0001 : k == LINK_TMO ? 512 : k == LIMITS ? 32'h00080c0e : 0);
            restart;
            for (k = 0; k < 24; k = k + 1) if (k != LINK_TMO && k != LIMITS) write(k, 32'hffffffff);
            for (k = 0; k < 32; k = k + 1) register(k, k == 0 ? 32'h3f3f0001 : k == LINK_TMO ? 512 : k == LIMITS ? 32'h00080c0e : 0);
            write(LINK_TMO, 32'habcd1234);
            write(LIMITS, 32'hfff1f2f3);
            register(LINK_TMO, 32'h1234);
            register(LIMITS, 32'h00010203);
            restart;
            register(LINK_TMO, 512);
            judge;
        end
