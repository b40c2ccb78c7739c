// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Two tnw_link with their tnw_pcs over a line with delay: bring-up, throughput, noise in symbols, lanes that
// are lost and come back (tnw_link.md sections 2, 4, 6 and 9).

`timescale 1ns / 1ps
`default_nettype none

`include "tnw_bench_end.vh"

module tnw_link_line_tb;
    localparam integer PCS = 1;
`include "tnw_bench.vh"
`include "tn_bench_tests.vh"
`include "tnw_bench_pair.vh"

    initial begin
        if (test("symbols, lanes and both ends are UP in time")) begin
            start;
            judge;
        end

        if (test("32 of 35 words are payload, both ways")) begin
            start;
            a.mode = 8;
            b.mode = 8;
            inject(20, 20);
            settle(20 * 35 + 200);
            if (a.starts != 20 || a.gaps != 0 || a.last_start - a.first_start != 19 * 35 || b.gaps != 0) wrong = wrong + 1;
            reg_a(TX_RESENT, 0);
            reg_b(CAUSES + 4 * 8, 20);
            judge;
        end

        // a bit in the middle of a lone packet: the first word of its second sending in time
        if (test("a symbol error is repaired in the time of section 9")) begin
            start;
            inject(1, 0);
            while (a.at != 20) wait_cycles(1);
            flip = 1'b1;
            wait_cycles(1);
            flip = 1'b0;
            from = a.cycle;
            while (a.starts != 2 && a.cycle < from + 500) wait_cycles(1);
            if (a.cycle - from > 2 * D + 35 + 35 + 12) wrong = wrong + 1;
            settle(200);
            reg_a(FB_NACK, 1);
            reg_a(TX_TIMEOUTS, 0);
            judge;
        end

        if (test("lanes lost in traffic come back, and no packet is lost")) begin
            start;
            inject(10, 10);
            wait_cycles(120);
            line_cut = 1'b1;
            wait_cycles(150);
            line_cut = 1'b0;
            settle(2 * (512 + 48 + 2 * D) + 20 * 35);
            a.read('hac);
            if (a.value == 0) wrong = wrong + 1;
            reg_a(PEER_RESET, 0);
            judge;
        end

        if (test("noise in symbols: every packet once and in order")) begin
            for (i = 0; i < 2; i = i + 1) begin
                start;
                noise = i == 0 ? 300 : 100;
                inject(15, 15);
                wait_cycles(1000);
                noise = 0;
                settle(4000);
                reg_a(SYNC, 0);
                reg_b(SYNC, 0);
                reg_a(FB_SEQ, 0);
                reg_b(FB_SEQ, 0);
            end
            judge;
        end
        $finish;
    end
    initial #100000 begin
        $display("not ok the bench ends");
        $finish;
    end
endmodule

`default_nettype wire
