// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Two tnw_link over a line with delay, words on it: throughput, each error of tnw_link.md section 9 once,
// resets, noise, and the link without numbers (section 10).

`timescale 1ns / 1ps
`default_nettype none

`include "tnw_bench_end.vh"

module tnw_link_pair_tb;
    localparam integer PCS = 0;
`include "tnw_bench.vh"
`include "tn_bench_tests.vh"
`include "tnw_bench_pair.vh"

    task reset_of_a;  // in the middle of both ways' traffic
        begin
            start;
            a.mode = 1;
            inject(8, 8);
            wait_cycles(100);
            a.write(CTRL, 1);
            a.todo = 0;
            wait_cycles(20);
            a.write(CTRL, 0);
            wait_cycles(300);
            b.todo = 0;
        end
    endtask

    initial begin
        if (test("both ends are UP in time")) begin
            start;
            judge;
        end

        // 40 each way, of any channel
        if (test("both ways at once, packets follow each other without a gap")) begin
            start;
            a.mode = 8;
            b.mode = 8;
            inject(40, 40);
            settle(40 * 35 + 200);
            if (a.starts != 40 || a.gaps != 0 || b.starts != 40 || b.gaps != 0) wrong = wrong + 1;
            if (a.last_start - a.first_start != 39 * 35) wrong = wrong + 1;
            reg_a(TX_PACKETS, 40);
            reg_b(CAUSES + 4 * 8, 40);
            reg_b(TX_RESENT, 0);
            reg_a(TX_RESTARTS, 0);
            judge;
        end

        if (test("a CRC error: NACK, RESTART, all from the bad packet on again")) begin
            start;
            a.mode = 3;
            a.bad_pk = 1;
            a.bad_word = 20;
            inject(6, 0);
            settle(1000);
            reg_b(CAUSES + 4 * 4, 1);
            reg_a(FB_NACK, 1);
            reg_a(TX_RESTARTS, 1);
            reg_a(TX_TIMEOUTS, 0);
            reg_a(TX_PACKETS, 6);
            a.read(TX_RESENT);
            if (a.value < 1 || a.value > 5) wrong = wrong + 1;
            n = a.value;
            reg_a(TX_RESENT, n);
            b.read(CAUSES + 4);
            if (b.value != n - 1) wrong = wrong + 1;
            judge;
        end

        if (test("the only ACK is lost: timeout, the packet again, known as taken")) begin
            start;
            b.bad_code = 1;
            b.bad_n = 1;
            inject(1, 0);
            settle(512 + 2 * D + 35 * 2 + 60);
            reg_a(FB_CRC, 1);
            reg_a(TX_TIMEOUTS, 1);
            reg_a(TX_RESTARTS, 1);
            reg_a(TX_RESENT, 1);
            reg_b(CAUSES + 4 * 5, 1);
            reg_b(CAUSES + 4 * 8, 1);
            judge;
        end

        if (test("a later ACK says what a lost one said")) begin
            start;
            b.bad_n = 2;
            inject(4, 0);
            settle(300);
            reg_a(FB_CRC, 2);
            reg_a(TX_RESENT, 0);
            judge;
        end

        if (test("a NACK is lost: timeout")) begin
            start;
            a.bad_pk = 0;
            b.bad_code = 2;
            b.bad_n = 1;
            inject(1, 0);
            settle(512 + 2 * D + 35 * 2 + 60);
            reg_a(FB_NACK, 0);
            reg_a(TX_TIMEOUTS, 1);
            reg_b(CAUSES + 4 * 4, 1);
            reg_b(CAUSES + 4 * 8, 1);
            judge;
        end

        if (test("a RESTART is lost: what follows is skipped, timeout")) begin
            start;
            a.bad_pk = 0;
            a.bad_code = 3;
            a.bad_n = 1;
            inject(2, 0);
            settle(70 + 512 + 3 * D + 200);
            reg_a(FB_NACK, 1);
            reg_a(TX_TIMEOUTS, 1);
            reg_a(TX_RESTARTS, 2);
            reg_b(CAUSES + 4 * 4, 1);
            reg_b(CAUSES + 4 * 1, 3);
            reg_b(CAUSES + 4 * 8, 2);
            judge;
        end

        if (test("a START with a wrong CRC-8 is a START; a wrong header is a CRC error")) begin
            start;
            a.bad_pk = 1;
            a.bad_code = 0;
            a.bad_n = 1;
            a.bad_word = 1;
            inject(3, 0);
            settle(600);
            reg_b(FB_CRC, 1);
            reg_b(CAUSES + 4 * 4, 1);
            reg_b(CAUSES + 4 * 3, 0);
            judge;
        end

        // nobody reads channel 5: 16 are taken, then backoff, until someone does
        if (test("a full FIFO: NACK_FULL and backoff, until a place is free")) begin
            start;
            a.mode = 5;
            b.take_mask = 8'h00;
            inject(20, 2);
            wait_cycles(2000);
            if (a.obs_unacked == 0 || a.obs_unacked > 4) wrong = wrong + 1;
            if (b.rcv_valid !== 8'h20) wrong = wrong + 1;
            reg_b('hc0 + 4 * 5, 16);
            a.read(FB_FULL);
            n = a.value;
            if (n < 4 || n > 6) wrong = wrong + 1;
            reg_b(CAUSES + 4 * 7, n);
            reg_a(TX_TIMEOUTS, 0);
            b.take_mask = 8'hff;
            settle(256 + 2 * D + 50 + 5 * 35 + 100);
            judge;
        end

        if (test("one end is reset: the other is FAILED, holds what it has, and is silent")) begin
            reset_of_a;
            reg_b(PEER_RESET, 1);
            b.read(STATUS);
            if (b.value[2:0] != 3'd4) wrong = wrong + 1;
            a.read(STATUS);
            if (a.value[2:0] != 3'd1) wrong = wrong + 1;
            n = b.obs_unacked;
            if (n == 0 || b.inj_ok) wrong = wrong + 1;
            i = b.starts;
            wait_cycles(200);
            if (b.starts != i || b.obs_unacked != n) wrong = wrong + 1;
            reg_b(LOST, 0);
            judge;
        end
        if (test("reset of the other brings both UP, and what was lost is counted")) begin
            reset_of_a;
            n = b.link.held;
            b.write(CTRL, 1);
            b.write(CTRL, 0);
            i = 0;
            while (!both_up(0) && i < 300) begin
                wait_cycles(1);
                i = i + 1;
            end
            if (i == 300) wrong = wrong + 1;
            reg_b(LOST, n);
            a.read(LOST);
            if (a.value == 0) wrong = wrong + 1;
            a.forget;
            b.forget;
            inject(3, 3);
            settle(400);
            judge;
        end

        // noise of all kinds, then none: all that was injected comes, once and in order
        if (test("noise: every packet once and in order, and resending ends with it")) begin
            for (i = 0; i < 3; i = i + 1) begin
                start;
                a.mode = 8;
                b.mode = 8;
                noise = i == 0 ? 1500 : i == 1 ? 400 : 150;
                inject(60, 60);
                wait_cycles(4000);
                noise = 0;
                settle(9000);
                reg_a(SYNC, 0);
                reg_b(SYNC, 0);
                reg_a(FB_SEQ, 0);
                reg_b(FB_SEQ, 0);
                reg_a(PEER_RESET, 0);
            end
            judge;
        end

        // section 10: the three scenarios without numbers, and with them
        if (test("A: without numbers a lost ACK delivers a packet twice")) begin
            for (i = 0; i < 2; i = i + 1) begin
                start;
                if (i == 0) numbers_off;
                a.mode = 2;
                b.bad_code = 1;
                b.bad_n = 1;
                inject(4, 0);
                wait_cycles(4 * 35 + 512 + 35 + 3 * D + 60);
                if (a.obs_unacked != 0 || b.got[2] != 4 || b.twice != (i == 0) || b.missing != 0) wrong = wrong + 1;
                reg_b(CAUSES + 4 * 8, i == 0 ? 5 : 4);
                reg_a(FB_CRC, 1);
                reg_a(TX_TIMEOUTS, i == 0);
                b.read(CAUSES + 4 * 5);
                if (b.value != 0) wrong = wrong + 1;
            end
            judge;
        end
        if (test("B: without numbers a doubled ACK loses a packet")) begin
            for (i = 0; i < 2; i = i + 1) begin
                start;
                if (i == 0) numbers_off;
                b.dup_n = 1;
                a.bad_pk = a.starts + 1;
                a.bad_word = 9;
                inject(3, 0);
                wait_cycles(800);
                if (a.obs_unacked != 0 || b.got[2] != 3 || b.twice != 0 || b.missing != (i == 0)) wrong = wrong + 1;
                reg_b(CAUSES + 4 * 8, i == 0 ? 2 : 3);
                reg_b(CAUSES + 4 * 4, 1);
                reg_a(TX_RESTARTS, 1);
                reg_a(FB_SEQ, 0);
            end
            judge;
        end
        if (test("C: without numbers and timeout lost ACKs starve the link")) begin
            for (i = 0; i < 2; i = i + 1) begin
                start;
                if (i == 0) numbers_off;
                a.write(TMO, 0);
                for (n = 0; n < 16; n = n + 1) begin
                    b.bad_n = n == 8 ? 0 : 1;
                    inject(1, 0);
                    wait_cycles(100);
                end
                b.bad_n = 0;
                if (a.obs_unacked != (i == 0 ? 15 : 7)) wrong = wrong + 1;
                inject(65, 0);
                wait_cycles(3000);
                if (i == 0 && (a.inj_ok || b.got[2] != 16 || a.todo != 1)) wrong = wrong + 1;
                if (i == 1 && (!a.inj_ok || b.got[2] != 81 || a.obs_unacked != 0)) wrong = wrong + 1;
                reg_a(FB_CRC, 15);
                reg_a(FB_SEQ, 0);
            end
            judge;
        end
        $finish;
    end
    initial #2000000 begin
        $display("not ok the bench ends");
        $finish;
    end
endmodule

`default_nettype wire
