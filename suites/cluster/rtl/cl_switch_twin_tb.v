// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Two cl_switches of three planes, one of them with a past: reset in the same cycle, they must not differ afterwards. The lane of a packet of every
// source, destination and priority. How many packets a match moves when many wait. And the registers.

`timescale 1ns / 1ps
`default_nettype none

module cl_switch_twin_tb;
`include "cl_bench.vh"
`include "tn_bench_tests.vh"
`include "cl_switch/regs.vh"

    localparam integer PORTS = 2, PLANES = 3, LANES = PORTS * PLANES;

    reg                 clk = 1'b0, rst = 1'b1, both = 1'b1, rd = 1'b0, wr = 1'b0, hold = 1'b0;  // hold: ends of dead lanes are not done
    reg  [LANES-1:0]    sv = 0, sl = 0, mr = 0, up = {LANES{1'b1}};
    reg  [16*LANES-1:0] sd = 0;
    reg  [3*LANES-1:0]  ok = 0;
    reg  [8:0]          addr = 9'd0;
    reg  [31:0]         wdata = 32'd0;
    always #1 clk = !clk;

    // all that stands at the outputs, data where they are valid
    localparam integer OUT_W = 30 * LANES;
    wire [OUT_W-1:0]    out [0:1];
    wire [63:0]         rdata;
    genvar g;
    generate
        for (g = 0; g < 2; g = g + 1) begin : g_twin
            wire                on = g == 0 || both;  // the second one has no past
            wire [3*LANES-1:0]  freed;
            wire [16*LANES-1:0] md;
            wire [LANES-1:0]    mv, ml, dr, move, dropped;
            wire [5*LANES-1:0]  from;
            wire [LANES-1:0]    alive = on ? up : {LANES{1'b1}};
            cl_switch #(.PORT_N(PORTS), .PLANE_N(PLANES)) dut (
                .clk(clk), .rst(rst), .s_valid(on ? sv : {LANES{1'b0}}), .s_data(sd), .s_last(sl), .freed(freed), .m_valid(mv), .m_ready(mr),
                .m_data(md), .m_last(ml), .m_ok(ok), .up(alive), .d_valid({LANES{1'b0}}), .d_ready(dr), .d_data({16 * LANES{1'b0}}),
                .d_last({LANES{1'b0}}), .d_done(hold ? {LANES{1'b0}} : ~alive), .obs_move(move), .obs_from(from), .obs_drop(dropped), .reg_wr(wr && on), .reg_rd(rd),
                .reg_addr(addr), .reg_wdata(wdata), .reg_rdata(rdata[32*g+:32])
            );
            reg [OUT_W-1:0] all;
            integer         i;
            always @* begin
                all = {{21 * LANES{1'b0}}, freed, mv, dr, move, dropped, mv & ml, mv & mr};
                for (i = 0; i < LANES; i = i + 1)
                    all[9*LANES+21*i+:21] = {mv[i] ? md[16*i+:16] : 16'd0, move[i] ? from[5*i+:5] : 5'd0};
            end
            assign out[g] = all;
        end
    endgenerate

    // ---- packets of any destination, two of which have no port, that heed no credit; far ends that take when they like
    integer at [0:LANES-1], len [0:LANES-1], load = 0, n;
    reg     want_rd = 1'b0, judged = 1'b0;
    always @(posedge clk) begin
        if (judged && out[0] !== out[1]) wrong = wrong + 1;
        if (judged && ^out[0] === 1'bx) wrong = wrong + 1;
        if (judged && want_rd && rdata[31:0] !== rdata[63:32]) wrong = wrong + 1;
        judged = both && !rst;
        want_rd = rd && judged;
    end
    always @(negedge clk) if (load > 0) begin
        #0.1;
        for (n = 0; n < LANES; n = n + 1) begin
            if (at[n] > 0 || rnd(100) < load) begin
                if (at[n] == 0) len[n] = 4 + rnd(20);
                sv[n] = 1'b1;
                sd[16*n+:16] = at[n] == 0 ? rnd(4) << 11 | rnd(32) << 6 | rnd(3) << 4 | 1 : rnd(65536);
                at[n] = at[n] + 1;
                sl[n] = at[n] == len[n];
                if (sl[n]) at[n] = 0;
            end else sv[n] = 1'b0;
            mr[n] = rnd(4) != 0;
            ok[3*n+:3] = rnd(5) == 0 ? 3'd0 : 3'd7;
        end
        rd = 1'b1;
        addr = 4 * rnd(128);
    end

    task wait_cycles; input integer c; repeat (c) @(negedge clk); endtask
    task quiet;
        begin
            load = 0;
            @(negedge clk);
            #0.2;
            sv = {LANES{1'b0}};
            rd = 1'b0;
            for (n = 0; n < LANES; n = n + 1) at[n] = 0;
        end
    endtask

    // a packet of four words on a lane
    task give;
        input integer lane, src, dst, prio;
        integer       w;
        for (w = 0; w < 5; w = w + 1) begin
            @(negedge clk);
            sv = w < 4 ? 1 << lane : 0;
            sd = (w == 0 ? dst << 11 | src << 6 | prio << 4 | 1 : w == 1 ? 1 << 6 : w) << 16 * lane;
            sl = w == 3 ? 1 << lane : 0;
        end
    endtask
    task afresh;
        begin
            rst = 1'b1;
            wait_cycles(2);
            rst = 1'b0;
            mr = {LANES{1'b1}};
            ok = {3 * LANES{1'b1}};
        end
    endtask

    task expect_word;
        input integer     word;
        input [31:0]      value;
        begin
            addr = 4 * word;
            rd   = 1'b1;
            wait_cycles(1);
            rd = 1'b0;
            if (rdata[31:0] !== value) begin
                $display("# word %0d: %h, not %h", word, rdata[31:0], value);
                wrong = wrong + 1;
            end
        end
    endtask

    integer j, src, dst, prio, waits;
    initial begin
        for (j = 0; j < LANES; j = j + 1) at[j] = 0;
        if (test("a past does not show behind a reset of one cycle amid traffic")) begin
            for (j = 0; j < 24; j = j + 1) begin
                both = 1'b0;
                rst = 1'b1;
                wait_cycles(2);
                rst = 1'b0;
                load = 20 + rnd(60);
                wait_cycles(rnd(400));
                if (j % 3 == 0) begin
                    up[rnd(LANES)] = 1'b0;
                    wait_cycles(rnd(100));
                end
                // the words go on in the cycle of the reset; behind it new packets begin at both
                #0.2 rst = 1'b1;
                @(negedge clk);
                for (n = 0; n < LANES; n = n + 1) at[n] = 0;
                up = {LANES{1'b1}};
                rst = 1'b0;
                both = 1'b1;
                wait_cycles(200);
                if (j % 2 == 0) up[rnd(LANES)] = 1'b0;
                wait_cycles(300);
                quiet;
                up = {LANES{1'b1}};
            end
            judge;
        end
        if (test("plane (src xor dst xor prio) mod 3 of port dst for every source, destination and priority")) begin
            afresh;
            for (src = 0; src < 32; src = src + 1)
                for (dst = 0; dst < PORTS; dst = dst + 1)
                    for (prio = 0; prio < 3; prio = prio + 1) begin
                        give(0, src, dst, prio);
                        waits = 0;
                        while (g_twin[0].mv == 0 && waits < 60) begin
                            @(negedge clk) waits = waits + 1;
                        end
                        if (g_twin[0].mv != 1 << (dst * PLANES + (src ^ dst ^ prio) % PLANES)) wrong = wrong + 1;
                        wait_cycles(12);
                    end
            judge;
        end
        if (test("a match moves MAX_BURST packets and no more, and the next one as many")) begin
            afresh;
            wr = 1'b1;
            addr = 4 * CLS_MAX_BURST;
            wdata = 32'd4;
            @(negedge clk) wr = 1'b0;
            // lane 0 is dead: packets of its flows wait until its end is done, then go to lane 1
            hold = 1'b1;
            up[0] = 1'b0;
            for (j = 0; j < 10; j = j + 1) give(PLANES, 0, 0, 0);
            wait_cycles(20);
            hold = 1'b0;
            wait_cycles(200);
            rd = 1'b1;
            addr = 4 * (CLS_OUT + 1);
            wait_cycles(2);
            if (rdata[31:0] != 32'd10) wrong = wrong + 1;
            addr = 4 * CLS_MATCHES;
            wait_cycles(2);
            rd = 1'b0;
            if (rdata[31:0] != 32'd3) wrong = wrong + 1;  // of 4, 4 and 2 packets
            up[0] = 1'b1;
            judge;
        end
        if (test("counters wrap, by lane; words that are none read 0 and are not written")) begin
            afresh;
            wr = 1'b1;
            for (j = 0; j < 128; j = j + 1) begin
                addr = 4 * j;
                wdata = {16'hffff, ~j[7:0], 8'ha5 ^ j[7:0]};
                wait_cycles(1);
            end
            wr = 1'b0;
            expect_word(CLS_MAX_BURST, 32'ha5);
            expect_word(CLS_SEED, 32'hfea4);
            for (j = 2; j < 128; j = j + 1) expect_word(j, 32'd0);
            {g_twin[0].dut.u_regs.count_q, g_twin[1].dut.u_regs.count_q} = {512{1'b1}};
            {g_twin[0].dut.u_regs.in_q, g_twin[1].dut.u_regs.in_q}       = {64 * LANES{1'b1}};
            {g_twin[0].dut.u_regs.out_q, g_twin[1].dut.u_regs.out_q}     = {64 * LANES{1'b1}};
            // lane j gives j + 1 packets, and takes as many
            for (j = 0; j < LANES; j = j + 1)
                for (n = 0; n <= j; n = n + 1) give(j, (j % PLANES) ^ (j / PLANES), j / PLANES, 0);
            give(0, 0, 7, 0);  // to a port that is not there
            wait_cycles(100);
            for (j = 0; j < LANES; j = j + 1) begin
                expect_word(CLS_IN + j, j == 0 ? 32'd1 : j);
                expect_word(CLS_OUT + j, j);
            end
            addr = 4 * CLS_MATCHES;  // 6 to 21, none of them void
            rd   = 1'b1;
            wait_cycles(1);
            rd = 1'b0;
            if (rdata[31:0] < 32'd5 || rdata[31:0] > 32'd20) wrong = wrong + 1;
            expect_word(CLS_PREEMPTED, 32'hffffffff);
            expect_word(CLS_VOID, 32'hffffffff);
            expect_word(CLS_OVERFLOW, 32'hffffffff);
            expect_word(CLS_DROPPED, 32'd0);
            expect_word(CLS_MOVED, 32'hffffffff);
            // outputs that stand still: 16 packets there, 14 here, and 10 too many
            ok = {3 * LANES{1'b0}};
            for (j = 0; j < 40; j = j + 1) give(1, 1, 1, 0);
            wait_cycles(100);
            expect_word(CLS_OVERFLOW, 32'd9);
            expect_word(CLS_IN + 1, 32'd41);
            for (j = 8; j < 32; j = j + 1) expect_word(j, 32'd0);
            for (j = 0; j < LANES; j = j + 1) expect_word(CLS_LEVEL + j, j == PLANES ? 32'd16 : j == 1 ? 32'h0e00 : 32'd0);
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
