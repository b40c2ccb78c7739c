// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Two ends of a lane over wires, or over the symbols of cl_pcs, that delay, lose, damage and cut: every packet comes once, in order, as it left, and the receive
// buffers hold as many packets as credits allow; when the lane dies, each packet has either come or comes out at d (cl_link.md, cl_pcs.md).

`timescale 1ns / 1ps
`default_nettype none

module cl_link_pair_tb;
`include "cl_bench.vh"
`include "tn_bench_tests.vh"

    localparam integer LATE_MAX = 64;
    localparam integer TX_PACKETS = 3, TX_AGAIN = 4, SRC_BAD = 7, TIMEOUTS = 8, BACK = 9, RX_TAKEN = 10, RX_BAD = 11, RX_AHEAD = 12, CTL_BAD = 16, OUT = 17;

    // side 0 and 1
    reg         clk = 1'b0, rst = 1'b1;
    reg  [1:0]  sv = 2'b00, sl = 2'b00, kill = 2'b00, go = 2'b00, dr = 2'b00, rk = 2'b11, re = 2'b00;
    reg  [31:0] sd = 32'd0, rw = {COMMA, COMMA};
    reg  [5:0]  freed = 6'd0;
    reg  [11:0] da = 12'd0;
    wire [1:0]  tk, sr, mv, ml, up, dv, dl, done, xr, yv, yn;
    wire [31:0] tw, md, dd;
    wire [5:0]  ok;
    wire [11:0] taken, ya;
    wire [3:0]  yp;
    reg         rd = 1'b0;
    reg  [6:0]  addr = 7'd0;
    wire [63:0] rdata;
    always #1 clk = !clk;

    // symbols, while coded is 1
    reg         coded = 1'b0;
    wire [1:0]  pk, pe, synced;
    wire [31:0] pw;
    wire [39:0] tsym;
    reg  [39:0] rsym = 40'd0;

    genvar g;
    generate
        for (g = 0; g < 2; g = g + 1) begin : g_end
            cl_link dut (
                .clk(clk), .rst(rst), .wire_tx_k(tk[g]), .wire_tx_data(tw[16*g+:16]),
                .wire_rx_k(coded ? pk[g] : rk[g]), .wire_rx_err(coded ? pe[g] : re[g]), .wire_rx_data(coded ? pw[16*g+:16] : rw[16*g+:16]),
                .s_valid(sv[g]), .s_ready(sr[g]), .s_data(sd[16*g+:16]), .s_last(sl[g]), .s_ok(ok[3*g+:3]),
                .m_valid(mv[g]), .m_data(md[16*g+:16]), .m_last(ml[g]), .freed(freed[3*g+:3]),
                .up(up[g]), .kill(kill[g]), .taken(taken[6*g+:6]), .x_valid(1'b0), .x_ready(xr[g]), .x_nack(1'b0), .x_plane(2'd0), .x_ack(6'd0),
                .y_valid(yv[g]), .y_nack(yn[g]), .y_plane(yp[2*g+:2]), .y_ack(ya[6*g+:6]), .d_go(go[g]), .d_ack(da[6*g+:6]),
                .d_valid(dv[g]), .d_ready(dr[g]), .d_data(dd[16*g+:16]), .d_last(dl[g]), .d_done(done[g]),
                .reg_wr(1'b0), .reg_rd(rd), .reg_addr(addr), .reg_wdata(32'd0), .reg_rdata(rdata[32*g+:32])
            );
            wire [31:0] unused_rdata;
            cl_pcs pcs (
                .clk(clk), .rst(rst || !coded), .wire_tx_k(tk[g] || !coded), .wire_tx_data(coded ? tw[16*g+:16] : COMMA), .tx_sym(tsym[20*g+:20]),
                .rx_sym(rsym[20*g+:20]), .wire_rx_k(pk[g]), .wire_rx_err(pe[g]), .wire_rx_data(pw[16*g+:16]), .sync(synced[g]),
                .reg_rd(1'b0), .reg_addr(4'd0), .reg_rdata(unused_rdata)
            );
        end
    endgenerate

    // ---- packets: what they are follows from side and number
    integer shape = 0;  // 0: random lengths, 1: 32 words of payload, 2: one word
    function [31:0] mixed;
        input integer side, k, w;
        reg [31:0] x;
        begin
            x = (k * 64 + w) * 2 + side + 1;
            x = x * 32'h9e3779b1;
            x = (x ^ (x >> 15)) * 32'h85ebca6b;
            mixed = x ^ (x >> 13);
        end
    endfunction
    function integer len_of;
        input integer side, k;
        len_of = shape == 1 ? 32 : shape == 2 ? 1 : 1 + mixed(side, k, 50) % 32;
    endfunction
    function integer prio_of;
        input integer side, k;
        prio_of = mixed(side, k, 51) % 3;
    endfunction
    function [15:0] word_of;  // but for the CRC; the number of the link is 0
        input integer side, k, w;
        reg   [31:0]  x, l, p;
        begin
            x = mixed(side, k, w);
            l = len_of(side, k);
            p = prio_of(side, k);
            word_of = w == 0 ? {x[9:0], p[1:0], 4'd1 + {1'b0, x[12:10]}} : w == 1 ? {x[3:0], l[5:0], 6'd0} : x[15:0];
        end
    endfunction

    // ---- wires and what befalls them, out of 1000 words; a cut wire carries commas
    reg [17:0] past [0:2*LATE_MAX-1];  // {k, err, data}, by side that sends
    integer    late = 1, harm = 0, cycle = 0;
    reg [1:0]  cut = 2'b00;
    integer    lost [0:1];       // words that are still to be lost
    reg [17:0] out;
    reg [1:0]  k_n = 2'b11, e_n = 2'b00;  // what the pins get, which Verilator must be given as a whole
    reg [31:0] w_n = {COMMA, COMMA};
    reg [79:0] line = 80'd0;     // the last forty bits, by side that sends
    reg [39:0] sym_n = 40'd0;
    task wire_symbols;  // from side s: late bits more of delay, one bit of a word wrong, or words of zeros
        input integer s;
        reg [19:0] bits;
        begin
            bits = tsym[20*s+:20];
            if (harm != 0 && rnd(1000) < harm) begin
                if (rnd(8) == 0) lost[s] = 1 + rnd(30);
                else bits = bits ^ 20'd1 << rnd(20);
            end
            if (lost[s] != 0) begin
                lost[s] = lost[s] - 1;
                bits = 20'd0;
            end
            line[40*s+:40] = {bits, line[40*s+20+:20]};
            sym_n[20*(1-s)+:20] = line[40*s+:40] >> 20 - late % 20;
        end
    endtask
    task wire_word;  // from side s
        input integer s;
        begin
            past[LATE_MAX*s+cycle%LATE_MAX] = {tk[s], 1'b0, tw[16*s+:16]};
            out = past[LATE_MAX*s+(cycle+LATE_MAX-late)%LATE_MAX];
            if (harm != 0 && rnd(1000) < harm) case (rnd(6))
                0, 1: if (!out[17]) out[15:0] = out[15:0] ^ 16'd1 << rnd(16);
                2: {out[17:16], out[15:0]} = {2'b01, 16'd0 | rnd(65536)};
                3: out = {2'b10, COMMA};
                4: out = {2'b00, 16'd0 | rnd(65536)};
                5: lost[s] = 1 + rnd(60);
            endcase
            if (lost[s] != 0) begin
                lost[s] = lost[s] - 1;
                out = {2'b10, COMMA};
            end
            if (cut[s]) out = {2'b10, COMMA};
            {k_n[1-s], e_n[1-s], w_n[16*(1-s)+:16]} = out;
        end
    endtask

    // ---- sources, receive buffers, drains
    integer    gone [0:1], at [0:1], goal [0:1];      // packets that were taken at s, words of the next one, packets to send
    integer    came [0:1], in_at [0:1];               // packets that came at m, words of the next one
    integer    held [0:5];                            // in the buffer behind m, by side and priority
    integer    out_n [0:1], out_at [0:1];             // packets that came out at d, from number came on
    reg [31:0] crc_s, crc_m, crc_d;                   // by side
    reg [1:0]  busy;                                  // a word stands at s
    integer    slow = 0, ease = 2, s, q;              // pauses; how eagerly the buffers are emptied
    reg [15:0] want;
    // a word of packet k of a side, in the place of its place w: the number of the link, and the CRC by it, are the link's
    task word_came;
        input integer side, k, w;
        input [15:0]  data, crc;
        input         last;
        begin
            if (w == 1) begin
                if (data !== (word_of(side, k, 1) | k % 64)) wrong = wrong + 1;
            end else if (w == len_of(side, k) + 2) begin
                if (data !== crc) wrong = wrong + 1;
            end else if (data !== word_of(side, k, w)) wrong = wrong + 1;
            if (last !== (w == len_of(side, k) + 2)) wrong = wrong + 1;
        end
    endtask
    always @(posedge clk) if (!rst) for (s = 0; s < 2; s = s + 1) begin
        if (sv[s] && sr[s]) begin
            busy[s] = 1'b0;
            crc_s[16*s+:16] = crc_word(at[s] == 0 ? 16'hffff : crc_s[16*s+:16], sd[16*s+:16]);
            at[s] = at[s] + 1;
            if (sl[s]) begin
                gone[s] = gone[s] + 1;
                at[s] = 0;
            end
        end
        if (mv[s]) begin
            word_came(1 - s, came[s], in_at[s], md[16*s+:16], crc_m[16*s+:16], ml[s]);
            crc_m[16*s+:16] = crc_word(in_at[s] == 0 ? 16'hffff : crc_m[16*s+:16], md[16*s+:16]);
            if (in_at[s] == 0) begin
                q = 3 * s + prio_of(1 - s, came[s]);
                held[q] = held[q] + 1;
                if (held[3*s] + held[3*s+1] + held[3*s+2] > 14 || held[3*s+1] + held[3*s+2] > 12 || held[3*s+2] > 8) wrong = wrong + 1;
            end
            in_at[s] = ml[s] ? 0 : in_at[s] + 1;
            if (ml[s]) came[s] = came[s] + 1;
        end else if (in_at[s] != 0) wrong = wrong + 1;
        if (dv[s] && dr[s]) begin
            word_came(s, came[1-s] + out_n[s], out_at[s], dd[16*s+:16], crc_d[16*s+:16], dl[s]);
            crc_d[16*s+:16] = crc_word(out_at[s] == 0 ? 16'hffff : crc_d[16*s+:16], dd[16*s+:16]);
            out_at[s] = dl[s] ? 0 : out_at[s] + 1;
            if (dl[s]) out_n[s] = out_n[s] + 1;
        end
    end

    integer t, r;
    reg [1:0]  last_n = 2'b00, dr_n = 2'b00;
    reg [31:0] data_n = 32'd0;
    reg [5:0]  freed_n = 6'd0;
    always @(negedge clk) begin
        #0.1 cycle = cycle + 1;
        for (t = 0; t < 2; t = t + 1) begin
            if (coded) wire_symbols(t);
            else wire_word(t);
            if (!busy[t] && !rst && (at[t] != 0 || gone[t] < goal[t]) && (slow == 0 || rnd(slow) == 0)) begin
                busy[t] = 1'b1;
                last_n[t] = at[t] == len_of(t, gone[t]) + 2;
                data_n[16*t+:16] = last_n[t] ? crc_s[16*t+:16] : word_of(t, gone[t], at[t]);
            end
            dr_n[t] = slow == 0 || rnd(slow) == 0;
            // packets leave the buffer once they are whole
            freed_n[3*t+:3] = 3'd0;
            for (r = 3 * t; r < 3 * t + 3; r = r + 1)
                if (!rst && held[r] != 0 && rnd(ease) == 0 && (held[r] > 1 || in_at[t] == 0 || prio_of(1 - t, came[t]) != r - 3 * t)) begin
                    freed_n[r] = 1'b1;
                    held[r] = held[r] - 1;
                end
        end
        {sv, sl, sd, dr, freed, rk, re, rw} = {busy, last_n, data_n, dr_n, freed_n, k_n, e_n, w_n};
        rsym = sym_n;
    end

    integer i, j, k, n;
    task wait_cycles; input integer c; repeat (c) @(negedge clk); endtask
    task check;
        input good;
        if (good !== 1'b1) wrong = wrong + 1;
    endtask
    task restart;
        begin
            rst = 1'b1;
            {kill, go, cut, goal[0], goal[1], slow, shape, harm, coded} = 0;
            late = 1;
            ease = 2;
            wait_cycles(3);
            for (i = 0; i < 2; i = i + 1) {gone[i], at[i], came[i], in_at[i], out_n[i], out_at[i], lost[i]} = 0;
            for (i = 0; i < 6; i = i + 1) held[i] = 0;
            for (i = 0; i < 2 * LATE_MAX; i = i + 1) past[i] = {2'b10, COMMA};
            busy = 2'b00;
            rst = 1'b0;
            @(negedge clk);
        end
    endtask
    task register;
        input integer word;
        begin
            addr = 4 * word;
            rd = 1'b1;
            @(negedge clk) rd = 1'b0;
        end
    endtask
    task reads;  // on both sides
        input integer word, must_0, must_1;
        begin
            register(word);
            if (rdata !== {must_1, must_0}) begin
                wrong = wrong + 1;
                $display("# register %0d: %0d %0d, not %0d %0d", word, rdata[31:0], rdata[63:32], must_0, must_1);
            end
        end
    endtask
    task until_came;  // all packets, in so many cycles
        input integer cycles;
        begin
            n = 0;
            while ((came[0] != goal[1] || came[1] != goal[0]) && n < cycles) begin
                @(negedge clk);
                n = n + 1;
            end
            check(n < cycles);
        end
    endtask
    task all_quiet;  // nothing is out any more
        begin
            wait_cycles(400 + 2 * late + 40 * ease);
            reads(OUT, 0, 0);
            reads(TX_PACKETS, goal[0], goal[1]);
            reads(RX_TAKEN, goal[1], goal[0]);
            reads(CTL_BAD, 0, 0);
            reads(SRC_BAD, 0, 0);
        end
    endtask
    task drains;  // each end learns what the other one took: every packet has come or comes out
        begin
            wait_cycles(late + 100);
            check(up == 2'b00);
            da = {taken[5:0], taken[11:6]};
            go = 2'b11;
            @(negedge clk) go = 2'b00;
            n = 0;
            while (done != 2'b11 && n < 6000) begin
                @(negedge clk);
                n = n + 1;
            end
            wait_cycles(20);
            check(done == 2'b11 && at[0] == 0 && at[1] == 0);
            check(taken[5:0] == (came[0] + 63) % 64 && taken[11:6] == (came[1] + 63) % 64);
            check(came[1] + out_n[0] == gone[0] && came[0] + out_n[1] == gone[1]);
        end
    endtask

    initial begin
        {gone[0], gone[1], at[0], at[1], goal[0], goal[1], came[0], came[1], in_at[0], in_at[1], lost[0], lost[1]} = 0;
        {out_n[0], out_n[1], out_at[0], out_at[1], busy} = 0;
        for (i = 0; i < 6; i = i + 1) held[i] = 0;

        if (test("packets cross both ways, each once, in order, as they left")) begin
            for (k = 0; k < 6; k = k + 1) begin
                restart;
                shape = k % 3;
                late = k < 3 ? 1 : 40;
                slow = k == 4 ? 3 : 0;
                ease = k == 5 ? 60 : 2;
                {goal[0], goal[1]} = {32'd90, 32'd80};
                until_came(30000);
                all_quiet;
                reads(TX_AGAIN, 0, 0);
                reads(BACK, 0, 0);
                reads(RX_BAD, 0, 0);
            end
            judge;
        end
        if (test("a full lane carries 35 words in 40 cycles, beside the link packets of the other way")) begin
            restart;
            shape = 1;
            ease = 1;
            {goal[0], goal[1]} = {32'd100, 32'd100};
            until_came(100 * 40 + 100);
            all_quiet;
            judge;
        end
        if (test("damaged, lost and merged words cost time and nothing else")) begin
            for (k = 0; k < 6; k = k + 1) begin
                restart;
                shape = k % 4 == 3 ? 2 : 0;
                late = 1 + 7 * k;
                harm = k == 0 ? 2 : k < 4 ? 4 : 10;
                slow = k % 2 * 2;
                ease = k == 2 ? 40 : 2;
                {goal[0], goal[1]} = {32'd80, 32'd80};
                until_came(150000);
                harm = 0;
                wait_cycles(1500);
                all_quiet;
                register(BACK);
                check(rdata[31:0] + rdata[63:32] != 0);
                register(RX_BAD);
                check(rdata[31:0] + rdata[63:32] != 0);
            end
            judge;
        end
        if (test("one way is cut for a while, less than 16 timeouts: all packets come")) begin
            for (k = 0; k < 3; k = k + 1) begin
                restart;
                late = 20;
                {goal[0], goal[1]} = {32'd100, 32'd100};
                wait_cycles(200 + 31 * k);
                cut = k == 2 ? 2'b11 : k == 1 ? 2'b10 : 2'b01;
                wait_cycles(4000);
                cut = 2'b00;
                until_came(20000);
                wait_cycles(1200);
                all_quiet;
                register(TIMEOUTS);
                check(rdata[31:0] + rdata[63:32] >= 6);
                check(up == 2'b11);
            end
            judge;
        end
        if (test("a wire that stays cut takes the lane down; each packet has come or comes out")) begin
            for (k = 0; k < 2; k = k + 1) begin
                restart;
                slow = 2 * k;
                {goal[0], goal[1]} = {32'd300, 32'd300};
                wait_cycles(300 + 131 * k);
                cut = 2'b11;
                wait_cycles(17 * 520 + 600);
                reads(TIMEOUTS, 16, 16);
                drains;
            end
            judge;
        end
        if (test("a lane that is killed anywhere, with errors on it, loses no packet and doubles none")) begin
            for (k = 0; k < 30; k = k + 1) begin
                restart;
                late = 1 + rnd(60);
                slow = rnd(3);
                harm = k % 2 * 6;
                shape = k % 5 == 4 ? 2 : 0;
                ease = 1 + rnd(40);
                {goal[0], goal[1]} = {32'd500, 32'd500};
                wait_cycles(150 + rnd(1000));
                kill = k / 2 % 2 ? 2'b10 : 2'b01;
                @(negedge clk) kill = 2'b00;
                wait_cycles(rnd(90));
                kill = 2'b11;
                @(negedge clk) kill = 2'b00;
                drains;
            end
            judge;
        end
        if (test("over symbols bits that flip, and gaps that take the borders, cost time and nothing else")) begin
            for (k = 0; k < 4; k = k + 1) begin
                restart;
                coded = 1'b1;
                late = 7 * k;
                wait_cycles(30);
                check(synced == 2'b11);
                harm = k == 0 ? 0 : 1 + k;
                {goal[0], goal[1]} = {32'd60, 32'd60};
                until_came(60000);
                harm = 0;
                wait_cycles(1500);
                all_quiet;
                register(RX_BAD);
                check((rdata[31:0] + rdata[63:32] != 0) == (k != 0));
                harm = k;
                {goal[0], goal[1]} = {32'd500, 32'd500};
                wait_cycles(400);
                kill = 2'b11;
                @(negedge clk) kill = 2'b00;
                drains;
            end
            judge;
        end
        if (test("over symbols a lane that slips by any bits amid traffic costs time and nothing else")) begin
            restart;
            coded = 1'b1;
            late = 0;
            wait_cycles(30);
            for (k = 1; k < 20; k = k + 1) begin
                goal[0] = 12 * k;
                goal[1] = 12 * k;
                wait_cycles(40 + rnd(60));
                check(gone[0] < goal[0] && gone[1] < goal[1]);
                late = (late + k) % 20;
                until_came(20000);
                check(synced == 2'b11);
            end
            wait_cycles(1500);
            all_quiet;
            register(RX_BAD);
            check(rdata[31:0] + rdata[63:32] != 0);
            judge;
        end
        $finish;
    end

    initial #3000000 begin
        $display("not ok the bench ends");
        $finish;
    end
endmodule

`default_nettype wire
