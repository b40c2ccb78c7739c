// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Tests of cl_link_tb: packets that leave, credits, goings back and their time, acknowledgments. Include inside an initial block of it.

        if (test("a packet leaves within 12 cycles with its number, all other words and the changed CRC")) begin
            restart;
            for (k = 0; k < 96; k = k + 1) begin
                s_slow = k % 3 == 2;
                packet(k % 3, 1 + k % 32, SOUND);
                while (s_head != s_tail) @(negedge clk);
                from = pkts;
                wait_cycles(50);
                check(pkts == from + 1 && log_at[(log_n - 1) % 256] - s_last_cycle <= 12);
                free_all;
            end
            register(TX_PACKETS, 96);
            register(TX_AGAIN, 0);
            status(0, 0, made - 1, 63, 1);
            judge;
        end
        if (test("a packet of wrong length, priority, type or CRC is dropped and gets no number")) begin
            restart;
            seen = 0;
            for (k = 1; k < FAULTS; k = k + 1) for (j = 0; j < 12; j = j + 1) begin
                packet(j % 3, j == 0 ? 1 : j == 1 ? 32 : 1 + rnd(32), k);
                seen = seen + 1;
                if (j % 2 == 0) begin
                    settle;
                    check(pkts == made);
                    register(SRC_BAD, seen);
                end
                if (j % 4 == 3) begin
                    packets(2);
                    settle;
                    check(pkts == made);
                    free_all;
                end
            end
            judge;
        end
        if (test("a packet begins while the replay buffer and the limits of its priority have room")) begin
            for (k = 0; k < 9; k = k + 1) begin
                restart;
                if (k >= 3) begin
                    lim_all = k == 3 ? 14 : 1 + rnd(14);
                    lim_low = k == 3 ? 14 : 1 + rnd(14);
                    lim_2 = k == 3 ? 14 : 1 + rnd(14);
                    write(LIMITS, lim_2 << 16 | lim_low << 8 | lim_all);
                end
                write(LINK_TMO, 65535);
                repeat (16) packet(k % 3, 1 + rnd(6), SOUND);
                wait_cycles(300);
                from = k % 3 == 0 ? lim_all : k % 3 == 1 ? (lim_low < lim_all ? lim_low : lim_all)
                    : lim_2 < lim_low ? (lim_2 < lim_all ? lim_2 : lim_all) : lim_low < lim_all ? lim_low : lim_all;
                check(pkts == from);
                register(OUT, from << 8 * (k % 3));
                status(0, from, 63, 63, 1);
                ack_only(0, from - 1);
                settle;
                register(OUT, from << 8 * (k % 3));
                status(0, 0, from - 1, 63, 1);
                check(pkts == from);
                // as many come as are freed
                f[0] = 0; f[1] = 0; f[2] = 0;
                f[k%3] = 1;
                ctl_in(0, 1, from - 1, f[0], f[1], f[2]);
                settle;
                check(pkts == from + 1);
            end
            judge;
        end
        if (test("all priorities together keep limits and window, whatever is acknowledged and freed when")) begin
            restart;
            s_slow = 1'b1;
            packets(250);
            for (p = 0; p < 3; p = p + 1) {f[p], acked[p]} = 64'd0;
            for (j = 0; j < 2500 && acc_done < 250; j = j + 1) begin
                k = acc_done + rnd(next - acc_done + 1);  // of those that were sent
                for (i = acc_done; i < k; i = i + 1) acked[must_prio[i%256]] = acked[must_prio[i%256]] + 1;
                for (p = 0; p < 3; p = p + 1) f[p] = f[p] + rnd(acked[p] - f[p] + 1);
                ctl_in(0, 1, k + 63, f[0] % 256, f[1] % 256, f[2] % 256);
                while (w_head != w_tail) @(negedge clk);
                wait_cycles(rnd(60) + 8);
            end
            settle;
            check(pkts == 250 && s_head == s_tail);
            register(TX_PACKETS, 250);
            register(CTL_BAD, 0);
            judge;
        end
        if (test("at a NACK all packets behind the last acknowledged one go again in order, once")) begin
            for (k = 0; k < 12; k = k + 1) begin
                restart;
                write(LINK_TMO, 65535);
                repeat (9) packet(rnd(2), 1 + rnd(32), SOUND);
                wait_cycles(450);
                check(pkts == 9);
                next = k % 5;
                ack_only(1, next + 63);
                wait_cycles(450);
                check(pkts == 18 - k % 5 && next == 9);
                for (i = 1; i < 9 - k % 5; i = i + 1) check(run_gap[(runs - i) % 32] <= 4 || run[64*((runs-i)%32)][3:0] == 4'd15);
                register(TX_AGAIN, 9 - k % 5);
                register(BACK, 1);
                register(RX_NACK, 1);
                status(1, 9 - k % 5, k % 5 + 63, 63, 1);
                free_all;
                status(0, 0, 8, 63, 1);
                // a NACK of nothing
                ack_only(1, 8);
                settle;
                check(pkts == 18 - k % 5);
                register(BACK, 1);
                register(RX_NACK, 2);
            end
            judge;
        end
        if (test("a run is finished before a going back; another NACK, or an acknowledgment, on the way is heeded")) begin
            for (k = 0; k < 40; k = k + 1) begin
                restart;
                in_order = 1'b0;
                write(LINK_TMO, 65535);
                repeat (10) packet(rnd(2), 1 + rnd(32), SOUND);
                wait_cycles(60 + (k % 4 == 2 ? 140 : rnd(200)));
                // a number that was sent, if there is one
                from = log_n == 0 || k % 4 == 2 ? -1 : rnd(log_n);
                n = log_n;
                ack_only(1, from);
                wait_cycles(40);
                while (tk) @(negedge clk);
                wait_cycles(k % 4 == 2 ? 0 : rnd(120));
                seen = cycle + 2000;
                if (k % 2 == 0) begin
                    // a NACK of two more, or an acknowledgment of all that ever was sent
                    from = from + (log_n > n + 3 ? 2 : 0);
                    if (from > 9) from = 9;
                    if (k % 4 == 2) for (i = 0; i < log_n; i = i + 1) if (log[i] > from) from = log[i];
                    ack_only(k % 4 == 0, from);
                    seen = cycle + 24;
                end
                wait_cycles(800);
                check(log[log_n-1] == 9 || from == 9);
                // the last time that a number did not follow its forerunner, it was from + 1, or one that an acknowledgment left out
                hit = 1'b0;
                for (i = log_n - 1; i > 0 && !hit; i = i - 1) if (log[i] != log[i-1] + 1) begin
                    hit = 1'b1;
                    check(log[i] == from + 1 || from == 9 || (k % 4 == 2 && log[i] <= from + 1));
                end
                if (from < 9) check(k % 4 == 2 || hit || log_n == 10);
                for (i = 0; i < log_n; i = i + 1) check(log_at[i] < seen || log[i] > from);
            end
            judge;
        end
        if (test("LINK_TMO cycles without progress and no less make it go back; 16 times, then the lane is down")) begin
            for (k = 0; k < 4; k = k + 1) begin
                restart;
                in_order = 1'b0;
                n = k == 0 ? 512 : k == 1 ? 64 : 65 + rnd(300);
                if (k > 0) write(LINK_TMO, n);
                repeat (2) packet(0, 1, SOUND);
                until_down;
                wait_cycles(100);
                check(log_n == 34);
                for (i = 2; i < log_n; i = i + 2) begin
                    check(log[i] == 0 && log[i+1] == 1);
                    check(log_at[i] - log_at[i-2] >= n && log_at[i] - log_at[i-2] <= n + 16);
                end
                register(TIMEOUTS, 16);
                register(BACK, 16);
                register(TX_AGAIN, 32);
                register(TX_PACKETS, 2);
                status(16, 2, 63, 63, 0);
                check(ok === 3'd0);
            end
            judge;
        end
        if (test("65535 cycles are no less")) begin  // the clock is written in the module
            restart;
            in_order = 1'b0;
            write(LINK_TMO, 65535);
            packet(0, 1, SOUND);
            wait_cycles(80);
            dut.u_window.time_q = 65500;
            wait_cycles(30);
            check(log_n == 1);
            wait_cycles(50);
            check(log_n == 2);
            register(TIMEOUTS, 1);
            judge;
        end
        if (test("progress begins the time and the count anew")) begin
            restart;
            in_order = 1'b0;
            write(LINK_TMO, 100);
            repeat (3) packet(0, 2, SOUND);
            for (j = 0; j < 2; j = j + 1) begin
                while (log_n < 3 + 10 * 3 + j * 20) @(negedge clk);
                wait_cycles(40);
                n = log_n;
                ack_only(0, j);
                from = cycle + 7;  // the comma word behind it
                while (log_n == n) @(negedge clk);
                check(log[n] == j + 1);
                check(log_at[n] - from >= 100 && log_at[n] - from <= 116);
                status(1, 2 - j, j, 63, 1);
            end
            // the same acknowledgment again, and one without: no progress
            while (log_n < 60) @(negedge clk);
            ack_only(0, 1);
            until_down;
            register(BACK, 10 + 10 + 16);
            judge;
        end
        if (test("16 NACKs in a row are heeded, the 17th takes the lane down")) begin
            restart;
            in_order = 1'b0;
            packet(1, 3, SOUND);
            wait_cycles(40);
            for (j = 0; j < 16; j = j + 1) begin
                ack_only(1, 63);
                wait_cycles(40);
                check(up && log_n == j + 2);
            end
            ack_only(1, 63);
            wait_cycles(40);
            check(!up && log_n == 17);
            register(BACK, 16);
            register(TIMEOUTS, 0);
            judge;
        end
        if (test("a link packet that acknowledges or frees what was not sent changes nothing")) begin
            restart;
            act_void = 1'b1;
            write(LINK_TMO, 65535);
            ctl_in(0, 1, 0, 0, 0, 0);      // nothing was sent
            ctl_in(0, 1, 62, 0, 0, 0);
            ctl_in(1, 1, 63, 1, 0, 0);
            ctl_in(0, 1, 63, 0, 1, 0);
            ctl_in(0, 1, 63, 0, 0, 255);
            settle;
            register(CTL_BAD, 5);
            packet(0, 3, SOUND);
            packet(1, 3, SOUND);
            packet(2, 3, SOUND);
            wait_cycles(80);
            ctl_in(1, 1, 3, 0, 0, 0);
            ctl_in(1, 1, 35, 0, 0, 0);
            ctl_in(1, 1, 2, 2, 1, 1);
            ctl_in(1, 1, 2, 1, 2, 1);
            ctl_in(1, 1, 2, 1, 1, 2);
            ctl_in(1, 1, 2, 1, 255, 1);
            settle;
            register(CTL_BAD, 11);
            register(RX_CTL, 11);
            register(RX_NACK, 7);
            register(BACK, 0);
            status(0, 3, 63, 63, 1);
            act_void = 1'b0;
            ctl_in(0, 1, 1, 1, 0, 1);
            settle;
            act_void = 1'b1;
            ctl_in(0, 1, 0, 1, 1, 1);      // behind
            settle;
            register(CTL_BAD, 12);
            status(0, 1, 1, 63, 1);
            register(OUT, 32'h00000100);
            judge;
        end
