// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// The tests of tnw_pi_out_tb, each named for the sentence of tnw_pi.md section 3 that it holds the RTL to. Included there.

    integer m, t, c;
    reg [63:0] at;
    task packet; input [63:0] a; add(0, a, 8); endtask
    task note; input integer m; add(1, {32'h70001234, m[27:0], 4'd0}, 1); endtask
    task answer; input integer m; add(2, 64'd0, m); endtask
    task read; input [63:0] a; input integer m; add(3, a, m); endtask
    task apart;  // of the packets and singles so far, TLPs began cycles apart at most
        input integer from, cycles;
        for (m = from + 1; m < left[0]; m = m + 1)
            if (starts[m] - starts[m-1] > cycles) begin
                $display("# %0d cycles from %0d to %0d", starts[m] - starts[m-1], m - 1, m);
                fault(`__LINE__);
            end
    endtask

    initial begin
        // addresses in each place of a page, below and above 4 GiB, and where the second TLP needs the longer header
        if (test("writes have the form given and are cut at 4 KiB")) begin
            reset;
            for (m = 0; m < 256; m = m + 1) packet(64'h00000000_abcd0000 + 16 * m);
            for (m = 0; m < 256; m = m + 3) packet(64'h00000001_00000000 + 16 * m);
            for (m = 1; m < 8; m = m + 1) packet(64'h00000001_00000000 - 16 * m);
            packet(64'hffffffff_ffffff80);
            for (m = 0; m < 10; m = m + 1) begin
                add(0, 64'h00000000_ffffffb0 + 16 * m, 1);
                note(m);
            end
            drain_and_judge;
        end
        if (test("a TLP begins in 12 cycles, writes follow each other every 9, cut ones 10")) begin
            reset;
            t = 0;
            for (m = 0; m < 12; m = m + 1) begin
                packet(64'h00000000_abcd0f00 + 16 * m);
                packet(64'h00000008_abcd0f00 + 16 * m);
                add(0, 64'h00000000_abcd0f00 + 16 * m, 1);
                idle(60);
            end
            drain;
            for (m = 0; m < left[0]; m = m + 1) if (starts[m] - made[m] > 12) fault(`__LINE__);
            m = left[0];
            for (t = 0; t < 30; t = t + 1) packet(64'h00000008_abcd0000 + 128 * t);
            drain;
            apart(36, 9);
            for (t = 0; t < 30; t = t + 1) packet(64'h00000008_abcd0fc0);
            drain;
            apart(67, 10);
            drain_and_judge;
        end
        if (test("answers leave as they were made")) begin
            reset;
            for (m = 0; m <= 16; m = m + 1) answer(m);
            ans_gap = 3;
            for (m = 16; m >= 0; m = m - 1) answer(m);
            drain_and_judge;
        end
        if (test("reads have the form given, and are told as they left")) begin
            reset;
            for (m = 1; m <= 32; m = m + 1) read(64'h00000000_00008000 * m, 4 * m);
            for (m = 1; m <= 32; m = m + 1) read(64'h80000001_00000000 + 512 * m, 4 * m);
            drain_and_judge;
        end
        // one class after the other stands still
        if (test("completions and writes never wait for reads")) begin
            reset;
            ok = 3'b101;
            for (m = 0; m < 20; m = m + 1) read(64'h1000 * m, 128);
            idle(20);
            for (m = 0; m < 20; m = m + 1) begin
                packet(64'h00000008_abcd0000);
                note(m);
                answer(m % 17);
            end
            idle(800);
            if (left[0] != 20 || left[1] != 20 || left[2] != 20 || left[3] != 0) fault(`__LINE__);
            drain_and_judge;
        end
        if (test("a read passes no write made before it")) begin
            reset;
            ok = 3'b010;
            read(64'h1000, 4);
            idle(20);
            if (left[3] != 1) fault(`__LINE__);
            for (c = 0; c < 2; c = c + 1) begin
                if (c == 0) packet(64'h2000);
                else note(5);
                idle(20);
                read(64'h3000, 4);
                idle(60);
                if (left[c] != 0 || left[3] != 1 + c) fault(`__LINE__);
                ok = 3'b011;
                idle(40);
                if (left[c] != 1 || left[3] != 2 + c) fault(`__LINE__);
                ok = 3'b010;
            end
            drain_and_judge;
        end
        if (test("posted TLPs and completions are one row")) begin
            reset;
            ok = 3'b110;
            packet(64'h4000);
            idle(20);
            answer(4);
            idle(60);
            if (left[0] != 0 || left[2] != 0) fault(`__LINE__);
            ok = 3'b011;
            idle(20);
            note(3);
            idle(60);
            if (left[0] != 1 || left[1] != 0 || left[2] != 0) fault(`__LINE__);
            ok = 3'b111;
            idle(60);
            if (left[1] != 1 || left[2] != 1) fault(`__LINE__);
            drain_and_judge;
        end
        if (test("nothing leaves: eight writes, eight answers, a notification of each link have room")) begin
            reset;
            ok = 3'b000;
            for (m = 0; m < 9; m = m + 1) add(0, 64'h2000 + 16 * m, 1);
            idle(20);
            for (m = 0; m < 8; m = m + 1) answer(16);
            for (m = 0; m < 7; m = m + 1) note(m);
            idle(200);
            if (begun[0] != 8 || begun[1] != 6 || begun[2] != 8 || tlps != 0) fault(`__LINE__);
            drain_and_judge;
        end
        // a read among writes without end
        if (test("a read that may begin is one of the next 64 TLPs")) begin
            reset;
            for (m = 0; m < 150; m = m + 1) packet(64'h00000008_abcd0000);
            for (m = 0; m < 3; m = m + 1) begin
                idle(200);
                t = tlps;
                read(64'h1000, 4);
                while (left[3] == m) @(negedge clk);
                if (tlps - t > 64) fault(`__LINE__);
            end
            if (left[0] > 140) fault(`__LINE__);
            for (c = 0; c < 20; c = c + 1) begin  // and it waits for what is before it alone
                reset;
                packet(64'h00000008_abcd0000);
                idle(c);
                read(64'h1000, 4);
                idle(30);
                if (left[3] != 1) fault(`__LINE__);
            end
            drain_and_judge;
        end
        if (test("eight reads that wait: the last, too, is one of the next 64 TLPs")) begin
            reset;
            for (m = 0; m < 150; m = m + 1) packet(64'h00000008_abcd0000);
            idle(200);
            for (m = 0; m < 8; m = m + 1) read(64'h1000, 4);
            while (begun[3] < 8) @(negedge clk);
            t = tlps;
            while (left[3] < 8) @(negedge clk);
            if (tlps - t > 64 || left[0] > 140) fault(`__LINE__);
            drain_and_judge;
        end
        // in any moment of a packet that crosses 4 KiB, with all kinds there
        if (test("a reset empties it")) begin
            for (c = 0; c < 24; c = c + 1) begin
                reset;
                packet(64'h00000000_ffffffc0);
                packet(64'h00000000_ffffffc0);
                note(1);
                answer(7);
                answer(7);
                read(64'h1000, 4);
                idle(c + 2);
                reset;
                packet(64'h00000000_ffffffc0);
                note(1);
                answer(7);
                read(64'h1000, 4);
                drain;
            end
            drain_and_judge;
        end
        if (test("random traffic: each TLP once, in its order, none begins without its ok")) begin
            for (c = 0; c < 8; c = c + 1) begin
                reset;
                ready_in = 1 + c % 3;
                wr_gap = c % 2;
                for (m = 0; m < 80; m = m + 1) begin
                    at = {rnd(2) == 0 ? 32'd0 : rnd(65536), rnd(65536), 4'd0, rnd(256), 4'd0} & 64'h0fffffff_fffffff0;
                    if (c != 3) if (rnd(3) != 0) packet(at); else add(0, at, 1);
                    if (rnd(4) == 0) note(m);
                    if (rnd(3) == 0) answer(rnd(17));
                    if (rnd(4) == 0) read(at, 4 + 4 * rnd(32));
                end
                wr_gap = c % 4;
                note_gap = 30 + c;
                read_gap = 30;
                ans_gap = c % 2 == 0 ? 12 : 2;
                repeat (120) begin
                    ok = c == 4 ? 3'b111 : rnd(8);
                    idle(1 + rnd(20));
                end
                drain;
                if (left[0] != todo[0] || left[1] != todo[1] || left[2] != todo[2] || left[3] != todo[3]) fault(`__LINE__);
            end
            drain_and_judge;
        end
        $finish;
    end
    initial begin
        #4000000 $display("not ok the bench ends");
        $finish;
    end
