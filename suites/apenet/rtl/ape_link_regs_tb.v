// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// The registers of ape_link at every address, each bit of them, and its counters where they wrap (ape_link.md section 4). The bench
// writes the counters, which no traffic brings near their wrap.

`timescale 1ns / 1ps
`default_nettype none

module ape_link_regs_tb;
`include "ape_bench.vh"
`include "tn_bench_tests.vh"

    localparam integer COUNT_N = 13, THR_RED = 10, TX_CYCLES = 11, INJECT = 12, PERIOD = 13, MARGIN = 14, CTRL = 15;

    reg         clk = 1'b0, rst = 1'b1, wr = 1'b0, rd = 1'b0, injected = 1'b0;
    reg  [7:0]  addr = 8'd0;
    reg  [31:0] wdata = 32'd0;
    reg  [12:0] ev = 13'd0;
    reg  [3:0]  tx_status = 4'd0, rx_status = 4'd0;
    reg  [19:0] level_d = 20'd0, room_d = 20'd0;
    reg  [15:0] level_h = 16'd0, room_h = 16'd0;
    wire [31:0] rdata;
    wire [9:0]  thr_d, period, margin_d;
    wire [7:0]  thr_h, tx_cycles, margin_h;
    wire        tx_en, rx_en, one, two;
    wire [6:0]  inject_a, inject_b;
    always #1 clk = !clk;

    ape_link_regs dut (
        .clk(clk), .rst(rst), .reg_wr(wr), .reg_rd(rd), .reg_addr(addr), .reg_wdata(wdata), .reg_rdata(rdata),
        .thr_data(thr_d), .thr_hdr(thr_h), .tx_cycles(tx_cycles), .period(period), .margin_data(margin_d), .margin_hdr(margin_h),
        .tx_en(tx_en), .rx_en(rx_en), .inject_one(one), .inject_two(two), .inject_a(inject_a), .inject_b(inject_b),
        .injected(injected), .tx_status(tx_status), .rx_status(rx_status), .level_data(level_d), .level_hdr(level_h),
        .room_data(room_d), .room_hdr(room_h), .ev(ev)
    );

    // ---- the page's registers
    reg [31:0] due [0:63];
    function integer word_of;  // of a counter
        input integer n;
        word_of = n < 8 ? 2 + n : 8 + n;
    endfunction
    function [31:0] bits_of;   // that software writes
        input integer word;
        case (word)
            THR_RED, MARGIN: bits_of = 32'h00ff03ff;
            TX_CYCLES: bits_of = 32'h000000ff;
            INJECT: bits_of = 32'h007f7f03;
            PERIOD: bits_of = 32'h000003ff;
            CTRL: bits_of = 32'h00000003;
            default: bits_of = 32'd0;
        endcase
    endfunction
    task reset_values;
        integer n;
        begin
            for (n = 0; n < 64; n = n + 1) due[n] = 32'd0;
            due[THR_RED] = 32'h00800200;
            due[TX_CYCLES] = 32'd64;
            due[PERIOD] = 32'd128;
            due[MARGIN] = 32'h00020008;
            due[CTRL] = 32'd3;
        end
    endtask
    task state;  // words that show the link's state
        begin
            tx_status = rnd(16);
            rx_status = rnd(16);
            {level_d, level_h} = {rnd(65536), rnd(65536), rnd(16)};
            {room_d, room_h} = {rnd(65536), rnd(65536), rnd(16)};
            due[0] = tx_status;
            due[1] = rx_status;
            due[21] = {8'd0, level_h[7:0], 6'd0, level_d[9:0]};
            due[22] = {8'd0, level_h[15:8], 6'd0, level_d[19:10]};
            due[23] = {8'd0, room_h[7:0], 6'd0, room_d[9:0]};
            due[24] = {8'd0, room_h[15:8], 6'd0, room_d[19:10]};
        end
    endtask

    task check;
        input ok;
        if (ok !== 1'b1) wrong = wrong + 1;
    endtask
    task look;  // at every address
        integer n;
        begin
            for (n = 0; n < 64; n = n + 1) begin
                state;
                addr = 4 * n;
                rd = 1'b1;
                @(negedge clk) rd = 1'b0;
                if (rdata !== due[n]) begin
                    wrong = wrong + 1;
                    $display("# register %0d: %0h, not %0h", n, rdata, due[n]);
                end
            end
            check({thr_h, thr_d} === {due[THR_RED][23:16], due[THR_RED][9:0]} && tx_cycles === due[TX_CYCLES][7:0]);
            check({margin_h, margin_d} === {due[MARGIN][23:16], due[MARGIN][9:0]} && period === due[PERIOD][9:0]);
            check({rx_en, tx_en} === due[CTRL][1:0] && {two, one} === due[INJECT][1:0]);
            check(inject_a === due[INJECT][14:8] && inject_b === due[INJECT][22:16]);
        end
    endtask

    integer i, c;
    initial begin
        repeat (2) @(negedge clk);
        rst = 1'b0;
        reset_values;
        look;
        if (test("a write changes the bits of its register, and nothing else")) begin
            for (i = 0; i < 512; i = i + 1) begin
                addr = 4 * (i % 64);
                wdata = i < 64 ? 32'hffffffff : {rnd(65536), 16'd0} | rnd(65536);
                due[i%64] = bits_of(i % 64) == 32'd0 ? due[i%64] : wdata & bits_of(i % 64);
                wr = 1'b1;
                @(negedge clk) wr = 1'b0;
                if (i % 64 == 63) look;
            end
            judge;
        end
        if (test("INJECT has its two lowest bits until the header that they strike")) begin
            addr = 4 * INJECT;
            wdata = 32'h00050303;
            due[INJECT] = wdata;
            wr = 1'b1;
            @(negedge clk) wr = 1'b0;
            look;
            injected = 1'b1;
            @(negedge clk) injected = 1'b0;
            due[INJECT] = 32'h00050300;
            look;
            judge;
        end
        if (test("each counter counts its events, all 32 bits of it, and wraps")) begin
            for (c = 0; c < COUNT_N; c = c + 1) begin
                dut.count_q[32*c+:32] = -32'd20 - c;
                due[word_of(c)] = -32'd20 - c;
            end
            look;
            for (i = 0; i < 160; i = i + 1) begin
                ev = i < 26 ? 13'd1 << i % 13 : rnd(8192) & rnd(8192);
                for (c = 0; c < COUNT_N; c = c + 1) due[word_of(c)] = due[word_of(c)] + {31'd0, ev[c]};
                @(negedge clk);
                if (i == 25) begin
                    ev = 13'd0;
                    look;
                end
            end
            ev = 13'd0;
            look;
            judge;
        end
        if (test("a reset of one cycle sets every register to its value")) begin
            rst = 1'b1;
            ev = 13'h1fff;
            wr = 1'b1;
            addr = 4 * PERIOD;
            @(negedge clk) {rst, wr} = 2'b00;
            ev = 13'd0;
            reset_values;
            look;
            judge;
        end
        $finish;
    end
endmodule

`default_nettype wire
