// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Two ape_pcs that hear the same line, one of them with a past: reset in the same cycle, they must not differ afterwards. And counters that wrap, which are
// written in the module.

`timescale 1ns / 1ps
`default_nettype none

module ape_pcs_twin_tb;
`include "ape_bench.vh"
`include "tn_bench_tests.vh"
`include "ape_defs.vh"

    reg          clk = 1'b0, rst = 1'b1, both = 1'b0, tv = 1'b0, tk = 1'b0, rd = 1'b0;
    reg  [127:0] td = 128'd0;
    reg  [4:0]   addr = 5'd0;
    always #1 clk = !clk;

    // ---- a line of its own for each lane of the first one: some bits later, dark, or struck
    wire [159:0] sym;
    reg  [159:0] rx = 160'd0;
    reg  [4*200-1:0] line = 0;  // 200 bits a lane, the newest on top
    integer      late [0:3], i, n, load = 60;
    reg  [3:0]   dark = 4'd0, struck = 4'd0;
    reg          spoil = 1'b0, mark = 1'b0;  // spoil: but for the first, marks lose their K28.3 on lane 0
    integer      marks = 0;
    always @(negedge clk) begin
        for (i = 0; i < 4; i = i + 1) begin
            line[200*i+:200] = {dark[i] ? 40'd0 : sym[40*i+:40], line[200*i+40+:160]};
            if (i == 0 && mark && spoil && marks > 0) line[199:190] = ~line[199:190];
            rx[40*i+:40] = line[200*i+160-late[i]+:40] ^ {40{struck[i]}};
            struck[i]    = 1'b0;
        end
        marks = rst ? 0 : marks + mark;
        mark  = g_twin[0].dut.mark_q;
    end

    wire [1:0]   stop, rv;
    wire [127:0] word;
    wire [31:0]  rdata;
    wire [321:0] out [0:1];
    genvar g;
    generate
        for (g = 0; g < 2; g = g + 1) begin : g_twin
            wire         k;
            wire [159:0] tx;
            wire [127:0] data;
            wire [31:0]  value;
            ape_pcs dut (
                .clk(clk), .rst(rst || (g == 1 && !both)), .wire_tx_stop(stop[g]), .wire_tx_valid(tv), .wire_tx_k(tk), .wire_tx_data(td), .tx_sym(tx),
                .rx_sym(rx), .wire_rx_valid(rv[g]), .wire_rx_k(k), .wire_rx_data(data), .reg_rd(rd), .reg_addr(addr), .reg_rdata(value)
            );
            assign out[g] = {stop[g], tx, rv[g], rv[g] ? {k, data} : 129'd0, value & {32{known}}};
        end
    endgenerate
    assign sym   = g_twin[0].tx;
    assign word  = g_twin[0].data;
    assign rdata = g_twin[0].value;

    reg     judged = 1'b0, known = 1'b0;  // known: a register was read behind the reset
    integer words = 0;
    always @(posedge clk) begin
        if (judged && out[0] !== out[1]) wrong = wrong + 1;
        if (judged && ^out[0] === 1'bx) wrong = wrong + 1;
        if (judged && rv[0]) words = words + 1;
        known  = judged && rd;
        judged = both && !rst;
    end
    always @(negedge clk) begin
        tv = !stop[0] && rnd(100) < load;
        tk = rnd(8) == 0;
        td = rnd(3) == 0 ? APE_START : rnd(3) == 0 ? APE_MAGIC : {rnd(65536), rnd(65536), rnd(65536), rnd(65536)};
        if (!tk && rnd(2) == 0) td[rnd(128)] = 1'b1;
        rd   = 1'b1;
        addr = 4 * rnd(8);
    end

    task wait_cycles; input integer c; repeat (c) @(negedge clk); endtask
    task value_is;
        input integer     at;
        input [31:0]      least, most;
        begin
            #0.1;
            addr = 4 * at;
            @(negedge clk);
            if (rdata < least || rdata > most) begin
                $display("# word %0d: %h", at, rdata);
                wrong = wrong + 1;
            end
        end
    endtask

    integer j;
    initial begin
        for (i = 0; i < 4; i = i + 1) late[i] = 0;
        if (test("a past does not show behind a reset of one cycle")) begin
            for (j = 0; j < 6; j = j + 1) begin
                both = 1'b0;
                rst  = 1'b1;
                wait_cycles(3);
                rst = 1'b0;
                for (n = 0; n < 4; n = n + 1) late[n] = rnd(160);
                spoil = j % 2 == 1;
                wait_cycles(spoil ? 340 + rnd(100) : 30 + rnd(300));
                if (j % 2 == 0) late[rnd(4)] = rnd(160);
                if (j % 3 == 0 && !spoil) dark[rnd(4)] = 1'b1;
                struck[rnd(4)] = 1'b1;
                wait_cycles(rnd(100));
                #0.2 rst = 1'b1;
                both = 1'b1;
                @(negedge clk) #0.2 rst = 1'b0;
                dark = 4'd0;
                wait_cycles(100);
                struck[rnd(4)] = 1'b1;
                wait_cycles(320);
            end
            if (words < 6 * 100) wrong = wrong + 1;
            judge;
        end
        if (test("counters wrap")) begin
            both = 1'b0;
            rst  = 1'b1;
            wait_cycles(3);
            rst  = 1'b0;
            spoil = 1'b0;
            for (n = 0; n < 4; n = n + 1) late[n] = 40 * n;
            wait_cycles(300);
            value_is(0, 32'h1f, 32'h1f);
            value_is(1, 32'h00010203, 32'h00010203);
            {g_twin[0].dut.bad_q, g_twin[0].dut.sync_lost_q, g_twin[0].dut.up_lost_q, g_twin[0].dut.torn_q} = {128{1'b1}};
            wait_cycles(5);
            struck = 4'b0001;
            wait_cycles(20);
            value_is(2, 0, 15);
            value_is(3, 32'hffffffff, 32'hffffffff);
            dark = 4'b1111;
            wait_cycles(40);
            dark = 4'd0;
            value_is(3, 3, 3);
            value_is(4, 0, 0);
            value_is(5, 32'hffffffff, 32'hffffffff);
            value_is(6, 0, 0);
            value_is(7, 0, 0);
            judge;
        end
        $finish;
    end

    initial #200000 begin
        $display("not ok the bench ends");
        $finish;
    end
endmodule

`default_nettype wire
