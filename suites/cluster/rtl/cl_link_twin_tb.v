// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Two cl_links, each with its wire back into itself, one of them with a past: reset in the same cycle, they must not differ afterwards.
// Counters wrap, which no traffic brings about: they are written in the module.

`timescale 1ns / 1ps
`default_nettype none

module cl_link_twin_tb;
`include "cl_bench.vh"
`include "tn_bench_tests.vh"

    reg         clk = 1'b0, rst = 1'b1, both = 1'b1, sv = 1'b0, sl = 1'b0, kill = 1'b0, xv = 1'b0, go = 1'b0, dr = 1'b0, wr = 1'b0, rd = 1'b0;
    reg  [15:0] sd = 16'd0, strike = 16'd0;
    reg  [2:0]  freed = 3'd0;
    reg         err = 1'b0;
    reg  [8:0]  x = 9'd0;
    reg  [6:0]  addr = 7'd0;
    reg  [31:0] wdata = 32'd0;
    always #1 clk = !clk;

    // all that stands at the outputs, data where they are valid
    wire [1:0]  sr, mv, ml, dv;
    wire [75:0]  out [0:1];
    wire [63:0] rdata;
    genvar g;
    generate
        for (g = 0; g < 2; g = g + 1) begin : g_twin
            wire        on = g == 0 || both;  // the second one has no past
            wire        tk, up, xr, yv, yn, dl, done;
            wire [15:0] tw, md, dd;
            wire [2:0]  ok;
            wire [1:0]  yp;
            wire [5:0]  taken, ya;
            reg         rk = 1'b1;
            reg  [15:0] rw = COMMA;
            always @(posedge clk) {rk, rw} <= rst || !on ? {1'b1, COMMA} : {tk, tw};
            cl_link dut (
                .clk(clk), .rst(rst), .wire_tx_k(tk), .wire_tx_data(tw), .wire_rx_k(rk && !err), .wire_rx_err(err), .wire_rx_data(rw ^ (rk ? 16'd0 : strike)),
                .s_valid(sv && on), .s_ready(sr[g]), .s_data(sd), .s_last(sl), .s_ok(ok), .m_valid(mv[g]), .m_data(md), .m_last(ml[g]),
                .freed(on ? freed : 3'd0), .up(up), .kill(kill && on), .taken(taken), .x_valid(xv && on), .x_ready(xr),
                .x_nack(x[8]), .x_plane(x[7:6]), .x_ack(x[5:0]), .y_valid(yv), .y_nack(yn), .y_plane(yp), .y_ack(ya),
                .d_go(go && on), .d_ack(x[5:0]), .d_valid(dv[g]), .d_ready(dr), .d_data(dd), .d_last(dl), .d_done(done),
                .reg_wr(wr && on), .reg_rd(rd), .reg_addr(addr), .reg_wdata(wdata), .reg_rdata(rdata[32*g+:32])
            );
            assign out[g] = {
                tk, tw, sr[g] && sv, ok, mv[g], mv[g] ? {md, ml[g]} : 17'd0, up, taken, xr, yv, yv ? {yn, yp, ya} : 9'd0,
                dv[g], dv[g] ? {dd, dl} : 17'd0, done
            };
        end
    endgenerate

    // ---- packets of random priority and length; each one that has left m is freed a while later
    integer    at = 0, len = 1, alive = 0,  // 1: packets are sent; 2: and twins compared by registers
                held [0:2], in_at = 0, in_prio = 0, p;
    reg        busy = 1'b0, want_rd = 1'b0, fast = 1'b0;  // fast: the source never pauses, so packets wait
    reg [15:0] crc;
    always @(posedge clk) if (rst) begin
        at = 0;
        busy = 1'b0;
        in_at = 0;
        for (p = 0; p < 3; p = p + 1) held[p] = 0;
    end else begin
        if (sv && sr[0]) begin
            crc = crc_word(at == 0 ? 16'hffff : crc, sd);
            at = sl ? 0 : at + 1;
            busy = 1'b0;
        end
        if (mv[0]) begin
            if (in_at == 0) in_prio = g_twin[0].md[5:4];
            in_at = ml[0] ? 0 : in_at + 1;
            if (ml[0] && in_prio < 3) held[in_prio] = held[in_prio] + 1;
        end
        if (both && (out[0] !== out[1] || ^out[0] === 1'bx)) wrong = wrong + 1;  // nor must anything be unknown
        if (want_rd && both && rdata[31:0] !== rdata[63:32]) wrong = wrong + 1;
    end
    reg [2:0] freed_n = 3'd0;
    integer   q;
    always @(negedge clk) begin
        #0.1;
        if (!busy && !rst && alive != 0 && (fast || rnd(4) != 0)) begin
            busy = 1'b1;
            if (at == 0) len = 1 + rnd(32);
            sl = at == len + 2;
            sd = at == 0 ? {rnd(1024), 6'd0} | rnd(3) << 4 | 1 + rnd(8) : at == 1 ? len << 6 | rnd(64) : sl ? crc ^ {15'd0, rnd(20) == 0} : rnd(65536);
        end
        sv = busy && !rst;
        strike = rnd(400) == 0 ? 16'd1 << rnd(16) : 16'd0;
        err = rnd(900) == 0;
        for (q = 0; q < 3; q = q + 1) begin
            freed_n[q] = held[q] != 0 && rnd(12) == 0;
            if (freed_n[q]) held[q] = held[q] - 1;
        end
        freed = rst ? 3'd0 : freed_n;
        xv = rnd(300) == 0;
        x = rnd(512);
        dr = rnd(2) == 0;
        want_rd = rd && alive == 2;  // what was read during rst is not of interest
        rd = 1'b1;
        if (alive == 1 && both) alive = 2;
        addr = 4 * rnd(32);
        if (wr) addr = 4;
    end

    task wait_cycles; input integer c; repeat (c) @(negedge clk); endtask
    integer i, j;
    initial begin
        for (i = 0; i < 3; i = i + 1) held[i] = 0;
        if (test("a past does not show behind a reset of one cycle")) begin
            for (j = 0; j < 25; j = j + 1) begin
                fast = j[0];
                both = 1'b0;
                rst = 1'b1;
                wait_cycles(2);
                rst = 1'b0;
                alive = 1;
                wait_cycles(20);
                wdata = 64 + rnd(60000);
                wr = 1'b1;
                @(negedge clk) wr = 1'b0;
                wait_cycles(rnd(1500));
                if (j % 3 == 0) begin
                    kill = 1'b1;
                    @(negedge clk) kill = 1'b0;
                    wait_cycles(50);
                    go = 1'b1;
                    @(negedge clk) go = 1'b0;
                    wait_cycles(rnd(150));
                end
                rst = 1'b1;
                @(negedge clk) rst = 1'b0;
                #0.05 both = 1'b1;
                wait_cycles(900);
                kill = 1'b1;
                @(negedge clk) kill = 1'b0;
                wait_cycles(50);
                go = 1'b1;
                @(negedge clk) go = 1'b0;
                wait_cycles(300);
            end
            judge;
        end
        if (test("counters wrap")) begin
            both = 1'b0;
            rst = 1'b1;
            wait_cycles(2);
            rst = 1'b0;
            alive = 0;
            wait_cycles(1);
            g_twin[0].dut.u_regs.count_q = {14{32'hffffffff}};
            wait_cycles(100);
            // a link packet was sent and has come back
            if (g_twin[0].dut.u_regs.count_q[32*2+:32] > 32'd5 || g_twin[0].dut.u_regs.count_q[32*11+:32] > 32'd5) wrong = wrong + 1;
            if (g_twin[0].dut.u_regs.count_q[32*5+:32] != 32'hffffffff) wrong = wrong + 1;
            judge;
        end
        $finish;
    end

    initial #400000 begin
        $display("not ok the bench ends");
        $finish;
    end
endmodule

`default_nettype wire
