// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Two tnw_link with their tnw_pcs over a line with delay: bring-up, throughput, each error of tnw_link.md
// section 9 once, resets, noise, and the link without numbers (section 10).

`timescale 1ns / 1ps
`default_nettype none

`include "tnw_bench_end.vh"

module tnw_link_pair_tb #(parameter integer PCS = 1);
`include "tnw_bench.vh"

    localparam integer WIRE = 10;            // cycles each way
    localparam integer D = WIRE + 6;         // with both tnw_pcs
    localparam integer CTRL = 'h8, STATUS = 'hc, TMO = 'h10, BACKOFF = 'h14, TX_PACKETS = 'h40, TX_RESENT = 'h44;
    localparam integer TX_RESTARTS = 'h48, TX_TIMEOUTS = 'h4c, FB_NACK = 'h50, FB_FULL = 'h54, FB_CRC = 'h58;
    localparam integer FB_SEQ = 'h5c, FB_CODE = 'h60, PEER_RESET = 'h64, LOST = 'h68, UNREAD = 'h6c, CAUSES = 'h80;
    localparam integer SYNC = 'ha4;

    reg  clk = 1'b0, rst = 1'b1;
    always #2 clk = !clk;

    wire [39:0] sym_a, sym_b;
    reg  [40*WIRE-1:0] way_ab = 0, way_ba = 0;
    integer noise = 0;  // one in so many cycles has a bit turned round, one in 16 of those a burst
    reg [39:0] hit_ab = 40'd0, hit_ba = 40'd0;
    always @(posedge clk) begin
        hit_ab = 40'd0;
        hit_ba = 40'd0;
        if (noise != 0 && rnd(noise) == 0) hit_ab = rnd(16) == 0 ? {rnd(256), rnd(2147483647)} : 40'd1 << rnd(40);
        if (noise != 0 && rnd(noise) == 0) hit_ba = rnd(16) == 0 ? {rnd(256), rnd(2147483647)} : 40'd1 << rnd(40);
        way_ab <= {way_ab[40*(WIRE-1)-1:0], sym_a ^ hit_ab};
        way_ba <= {way_ba[40*(WIRE-1)-1:0], sym_b ^ hit_ba};
    end

    tnw_bench_end #(.ID(0), .PCS(PCS)) a (.clk(clk), .rst(rst), .tx_sym(sym_a), .rx_sym(way_ba[40*WIRE-1-:40]));
    tnw_bench_end #(.ID(1), .PCS(PCS)) b (.clk(clk), .rst(rst), .tx_sym(sym_b), .rx_sym(way_ab[40*WIRE-1-:40]));

    integer wrong = 0, n, i, from;
    task judge;
        input [8*72-1:0] name;
        begin
            verdict(wrong, name);
            wrong = 0;
        end
    endtask
    task wait_cycles; input integer m; repeat (m) @(negedge clk); endtask
    task reg_a;
        input integer addr, want;
        begin
            a.read(addr);
            if (a.value !== want) begin
                wrong = wrong + 1;
                $display("# a, register %0h: %0d, not %0d", addr, a.value, want);
            end
        end
    endtask
    task reg_b;
        input integer addr, want;
        begin
            b.read(addr);
            if (b.value !== want) begin
                wrong = wrong + 1;
                $display("# b, register %0h: %0d, not %0d", addr, b.value, want);
            end
        end
    endtask
    function both_up;
        input unused;
        both_up = a.link.link == 3 && b.link.link == 3;
    endfunction
    task start;
        begin
            rst = 1'b1;
            noise = 0;
            a.todo = 0;
            b.todo = 0;
            a.pause = 0;
            b.pause = 0;
            a.bad_n = 0;
            b.bad_n = 0;
            a.bad_pk = -1;
            b.bad_pk = -1;
            a.take_mask = 8'hff;
            b.take_mask = 8'hff;
            wait_cycles(WIRE + 4);
            a.forget;
            b.forget;
            rst = 1'b0;
            n = 0;
            while (!both_up(0) && n < 1000) begin
                wait_cycles(1);
                n = n + 1;
            end
            // 48 columns, then INIT and READY each way, the latter up to 32 cycles after the other end can hear it
            if (n > 48 + 3 * (D + 8) + 64) begin
                wrong = wrong + 1;
                $display("# UP after %0d", n);
            end
        end
    endtask
    task settle;  // until all that was injected came
        input integer limit;
        begin
            n = 0;
            while ((a.todo != 0 || b.todo != 0 || a.beat != 0 || b.beat != 0 || a.obs_unacked != 0 || b.obs_unacked != 0
                || a.all_put(0) != b.all_got(0) || b.all_put(0) != a.all_got(0)) && n < limit) begin
                wait_cycles(1);
                n = n + 1;
            end
            if (n == limit) begin
                wrong = wrong + 1;
                $display("# after %0d cycles a %0d sent %0d came, b %0d sent %0d came, u %0d and %0d, states %0d and %0d", n,
                         a.all_put(0), b.all_got(0), b.all_put(0), a.all_got(0), a.obs_unacked, b.obs_unacked,
                         a.obs_tx_state, b.obs_tx_state);
            end
            if (a.wrong != 0 || b.wrong != 0 || a.wrong_time != 0 || b.wrong_time != 0 || a.twice != 0 || b.twice != 0
                || a.missing != 0 || b.missing != 0) begin
                wrong = wrong + 1;
                $display("# wrong %0d %0d time %0d %0d twice %0d %0d missing %0d %0d", a.wrong, b.wrong, a.wrong_time,
                         b.wrong_time, a.twice, b.twice, a.missing, b.missing);
            end
        end
    endtask
    task inject;
        input integer of_a, of_b;
        begin
            a.todo = of_a;
            b.todo = of_b;
        end
    endtask

    initial begin
        start;
        judge("both ends are UP in time");

        // 40 each way, of any channel
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
        judge("both ways at once, packets follow each other without a gap");

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
        judge("a CRC error: NACK, RESTART, all from the bad packet on again");

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
        judge("the only ACK is lost: timeout, the packet again, known as taken");

        start;
        b.bad_n = 2;
        inject(4, 0);
        settle(300);
        reg_a(FB_CRC, 2);
        reg_a(TX_RESENT, 0);
        judge("a later ACK says what a lost one said");

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
        judge("a NACK is lost: timeout");

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
        judge("a RESTART is lost: what follows is skipped, timeout");

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
        judge("a START with a wrong CRC-8 is a START; a wrong header is a CRC error");

        // nobody reads channel 5: 16 are taken, then backoff, until someone does
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
        judge("a full FIFO: NACK_FULL and backoff, until a place is free");

        // A is reset alone
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
        judge("one end is reset: the other is FAILED, holds what it has, and is silent");
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
        judge("reset of the other brings both UP, and what was lost is counted");

        // noise of all kinds, then none: all that was injected comes, once and in order
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
        judge("noise: every packet once and in order, and resending ends with it");
        $display("# %0d cycles", a.cycle);
        $finish;
    end
    initial #2000000 begin
        $display("not ok the bench ends");
        $finish;
    end
endmodule

`default_nettype wire
