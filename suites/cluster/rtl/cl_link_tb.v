// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// One cl_link, the bench being its far end, word by word: packets that leave and come, goings back, link packets, credits, the way
// down, the drain, registers (cl_link.md). An account of the pins says in each cycle what s_ok must be.

`timescale 1ns / 1ps
`default_nettype none

module cl_link_tb;
`include "cl_bench.vh"
`include "tn_bench_tests.vh"

    localparam integer STATUS = 0, LINK_TMO = 1, LIMITS = 2, TX_PACKETS = 3, TX_AGAIN = 4, TX_CTL = 5, TX_NACK = 6, SRC_BAD = 7;
    localparam integer TIMEOUTS = 8, BACK = 9, RX_TAKEN = 10, RX_BAD = 11, RX_AHEAD = 12, RX_BEHIND = 13, RX_CTL = 14, RX_NACK = 15;
    localparam integer CTL_BAD = 16, OUT = 17;
    // faults of a packet at s
    localparam integer SOUND = 0, CRC = 1, TYPE = 2, PRIO = 3, LEN = 4, SHORT = 5, LONG = 6, FAULTS = 7;

    reg         clk = 1'b0, rst = 1'b1, rk = 1'b1, re = 1'b0, sv = 1'b0, sl = 1'b0, kill = 1'b0, xv = 1'b0, xn = 1'b0, go = 1'b0, dr = 1'b0;
    reg         wr = 1'b0, rd = 1'b0;
    reg  [15:0] rw = COMMA, sd = 16'd0;
    reg  [2:0]  freed = 3'd0;
    reg  [1:0]  xp = 2'd0;
    reg  [5:0]  xa = 6'd0, da = 6'd0;
    reg  [6:0]  addr = 7'd0;
    reg  [31:0] wdata = 32'd0;
    wire        tk, sr, mv, ml, up, xr, yv, yn, dv, dl, done;
    wire [15:0] tw, md, dd;
    wire [2:0]  ok;
    wire [1:0]  yp;
    wire [5:0]  taken, ya;
    wire [31:0] rdata;
    always #1 clk = !clk;

    cl_link #(.PLANE(1)) dut (
        .clk(clk), .rst(rst), .wire_tx_k(tk), .wire_tx_data(tw), .wire_rx_k(rk), .wire_rx_err(re), .wire_rx_data(rw),
        .s_valid(sv), .s_ready(sr), .s_data(sd), .s_last(sl), .s_ok(ok), .m_valid(mv), .m_data(md), .m_last(ml), .freed(freed),
        .up(up), .kill(kill), .taken(taken), .x_valid(xv), .x_ready(xr), .x_nack(xn), .x_plane(xp), .x_ack(xa),
        .y_valid(yv), .y_nack(yn), .y_plane(yp), .y_ack(ya), .d_go(go), .d_ack(da), .d_valid(dv), .d_ready(dr), .d_data(dd), .d_last(dl),
        .d_done(done), .reg_wr(wr), .reg_rd(rd), .reg_addr(addr), .reg_wdata(wdata), .reg_rdata(rdata)
    );

    integer cycle = 0, i, j, k, n, p;
    always @(negedge clk) cycle = cycle + 1;

    task check;
        input good;
        if (good !== 1'b1) wrong = wrong + 1;
    endtask

    // ---- packets to send: words {dropped, last, data} that wait; the words of the sound ones by number, as they must be on the wire
    reg [17:0]  sq [0:65535];
    integer     s_head = 0, s_tail = 0, s_at = 0, s_last_cycle = 0;
    reg         s_slow = 1'b0;
    reg [15:0]  must [0:16383];  // 256 numbers of 64 words
    integer     must_n [0:255], must_prio [0:255];
    integer     made = 0;       // sound packets
    reg [15:0]  pw [0:127];     // the packet that is made
    reg [15:0]  crc;
    task packet;
        input integer prio, len, fault;
        integer w, words;
        begin
            pw[0] = {rnd(32), 11'd0} | rnd(1024) << 6 | (fault == PRIO ? 3 : prio) << 4 | (fault == TYPE ? 15 : 1 + rnd(8));
            pw[1] = rnd(16) << 12 | len << 6 | rnd(64);
            words = fault == LONG ? 36 + (len == 1 ? 0 : rnd(40)) : fault == SHORT ? (len == 1 ? 3 : 1 + rnd(3)) : len + 3 + (fault == LEN ? (len == 1 || (len < 32 && rnd(2) == 0) ? 1 : -1) : 0);
            if (fault == LONG && words <= 66) pw[1] = pw[1] & 16'hf03f | (words - 3) << 6;
            if (fault == SHORT) pw[1] = pw[1] & 16'hf03f;
            for (w = 2; w < words - 1; w = w + 1) pw[w] = rnd(65536);
            crc = 16'hffff;
            for (w = 0; w < words - 1; w = w + 1) crc = crc_word(crc, pw[w]);
            pw[words-1] = fault == CRC ? crc ^ 16'd1 << rnd(16) : crc;
            for (w = 0; w < words; w = w + 1) begin
                sq[s_tail] = {w == words - 1 && fault != SOUND, w == words - 1, pw[w]};
                s_tail = s_tail + 1;
            end
            if (fault == SOUND) begin
                pw[1][5:0] = made;
                crc = 16'hffff;
                for (w = 0; w < words - 1; w = w + 1) crc = crc_word(crc, pw[w]);
                pw[words-1] = crc;
                for (w = 0; w < words; w = w + 1) must[64*(made%256)+w] = pw[w];
                must_n[made%256] = words;
                must_prio[made%256] = prio;
                made = made + 1;
            end
        end
    endtask

    // ---- words that come: {taken, act, k, err, data}; act: a link packet ends here, which the account heeds; taken: a packet that must come at m
    reg [19:0]  wq [0:65535];
    integer     w_head = 0, w_tail = 0;
    task word_in; input [19:0] w; begin wq[w_tail] = w; w_tail = w_tail + 1; end endtask
    // a run of the words in pw behind which a comma word stands; err: the word that has an error, or -1
    task run_in;
        input integer words, err;
        input [1:0]   marks;  // taken, act
        integer w;
        begin
            for (w = 0; w < words; w = w + 1) word_in({3'd0, w == err, pw[w]});
            word_in({marks, 2'b10, COMMA});
        end
    endtask
    task seal;  // the CRC of the words in pw
        input integer words;
        integer w;
        begin
            crc = 16'hffff;
            for (w = 0; w < words - 1; w = w + 1) crc = crc_word(crc, pw[w]);
            pw[words-1] = crc;
        end
    endtask
    reg [31:0]  act_q [0:255];
    integer     act_head = 0, act_tail = 0;
    task ctl_in;
        input integer nack, plane, ack, f0, f1, f2;
        begin
            pw[0] = 16'h000f;
            pw[1] = 16'h00c0;
            pw[2] = {nack[0], plane[1:0], 7'd0, ack[5:0]};
            pw[3] = {f0[7:0], f1[7:0]};
            pw[4] = {f2[7:0], 8'd0};
            seal(6);
            act_q[act_tail%256] = {ack[5:0], plane == 1, f2[7:0], f1[7:0], f0[7:0]};
            act_tail = act_tail + 1;
            run_in(6, -1, 2'b01);
        end
    endtask
    task packet_in;  // of number seq
        input integer seq, prio, len, err;
        input         take;
        integer w;
        begin
            pw[0] = rnd(1024) << 6 | prio << 4 | 1 + rnd(8);
            pw[1] = rnd(16) << 12 | len << 6 | seq & 63;
            for (w = 2; w < len + 2; w = w + 1) pw[w] = rnd(65536);
            seal(len + 3);
            run_in(len + 3, err, {take, 1'b0});
        end
    endtask
    // a packet that must be taken
    reg [16:0]  gq [0:65535];  // {last, data} that must come at m
    integer     g_head = 0, g_tail = 0;
    task good_in;
        input integer seq, prio, len;
        integer w;
        begin
            packet_in(seq, prio, len, -1, 1'b1);
            for (w = 0; w < len + 3; w = w + 1) begin
                gq[g_tail] = {w == len + 2, pw[w]};
                g_tail = g_tail + 1;
            end
        end
    endtask

    // ---- the account: packets in the replay buffer and out, when it changed otherwise than by a packet that begins
    integer     acc_level = 0, acc_out [0:2], acc_since = 0, acc_ack = 63, acc_free [0:2], lim_all = 14, lim_low = 12, lim_2 = 8, acc_prio = 0;
    integer     acc_done = 0, ap;
    reg [31:0]  act;
    reg [2:0]   want_ok;
    always @(posedge clk) if (!rst) begin
        want_ok[0] = up && acc_level < 14 && acc_out[0] + acc_out[1] + acc_out[2] < lim_all;
        want_ok[1] = want_ok[0] && acc_out[1] + acc_out[2] < lim_low;
        want_ok[2] = want_ok[1] && acc_out[2] < lim_2;
        if (acc_since > 8 && ok !== want_ok) wrong = wrong + 1;
        if (sv && sr) begin
            if (s_at == 0) begin
                acc_prio = sd[5:4] == 3 ? 2 : sd[5:4];
                if (!ok[acc_prio]) wrong = wrong + 1;
                acc_level = acc_level + 1;
                acc_out[acc_prio] = acc_out[acc_prio] + 1;
            end
            s_at = sl ? 0 : s_at + 1;
            s_head = s_head + 1;
            if (sl) begin
                s_last_cycle = cycle;
                if (s_drop) begin
                    acc_level = acc_level - 1;
                    acc_out[acc_prio] = acc_out[acc_prio] - 1;
                    acc_since = 0;
                end
            end
        end
        acc_since = acc_since + 1;
        if (wq_act) begin
            act = act_q[act_head%256];
            act_head = act_head + 1;
            acc_since = 0;
            if (act[24] && !act_void) begin
                acc_level = acc_level - (act[30:25] + 64 - acc_ack) % 64;
                acc_done = acc_done + (act[30:25] + 64 - acc_ack) % 64;
                acc_ack = act[30:25];
                for (ap = 0; ap < 3; ap = ap + 1) begin
                    acc_out[ap] = acc_out[ap] - (act[8*ap+:8] + 256 - acc_free[ap]) % 256;
                    acc_free[ap] = act[8*ap+:8];
                end
            end
        end
    end

    // ---- drivers
    reg s_drop = 1'b0;    // the word at s ends a packet that is to be dropped
    reg quiet = 1'b0;     // no comma words come
    reg act_void = 1'b0;  // link packets that come now are not to be heeded
    reg wq_act = 1'b0, wq_take = 1'b0;
    integer t_q [0:255], t_tail = 0, t_head = 0;  // cycles of the comma words behind packets that must be taken
    always @(negedge clk) begin
        #0.1;  // behind what the test sets
        dr = d_on && (!d_slow || rnd(3) == 0);
        if (rst) {sv, rk, re, wq_act, rw} = {1'b0, !quiet, 2'b00, COMMA};
        else begin
            if (s_head == s_tail) sv = 1'b0;
            else begin
                // a valid word stays
                if (s_head != s_shown) begin
                    sv = !s_slow || rnd(3) == 0;
                    if (sv) s_shown = s_head;
                end
                {s_drop, sl, sd} = sq[s_head];
            end
            {wq_take, wq_act, rk, re, rw} = quiet ? {4'b0000, 16'h1234} : {4'b0010, COMMA};
            if (w_head != w_tail) begin
                {wq_take, wq_act, rk, re, rw} = wq[w_head];
                if (wq_take) begin
                    t_q[t_tail%256] = cycle;
                    t_tail = t_tail + 1;
                end
                w_head = w_head + 1;
            end
        end
    end
    integer s_shown = -1;

    // ---- runs that leave: their words, kinds and times; what holds for all of them
    reg [15:0]  run [0:2047];  // 32 runs of 64 words
    integer     run_words [0:31], run_at [0:31], run_gap [0:31];
    integer     runs = 0, words = 0, commas = 0, commas_max = 0, pkts = 0, ctls = 0;
    reg         in_order = 1'b1;   // packets leave in order, each once
    integer     next = 0;          // the number of the next one
    integer     log [0:255], log_at [0:255], log_n = 0;  // numbers of packets that left, cycles of their first words
    reg [15:0]  run_crc;
    integer rn, ri;
    task run_ends;
        begin
            run_words[runs%32] = words;
            if (words < 4 || words > 35 || run_crc !== 16'd0 || words != run[64*(runs%32)+1][11:6] + 3) wrong = wrong + 1;
            if (run[64*(runs%32)][3:0] == 4'd15) begin
                ctls = ctls + 1;
                if (run[64*(runs%32)] !== 16'h000f || run[64*(runs%32)+1] !== 16'h00c0 || run[64*(runs%32)+2][12:6] !== 7'd0
                    || run[64*(runs%32)+4][7:0] !== 8'd0) wrong = wrong + 1;
            end else begin
                pkts = pkts + 1;
                log[log_n%256] = run[64*(runs%32)+1][5:0];
                log_at[log_n%256] = run_at[runs%32];
                log_n = log_n + 1;
                // the number itself: seq is that modulo 64, and not far from the last one acknowledged
                rn = (acc_done + (run[64*(runs%32)+1][5:0] + 80 - acc_done % 64) % 64 - 16) % 256;
                if (words != must_n[rn]) wrong = wrong + 1;
                for (ri = 0; ri < words; ri = ri + 1) if (run[64*(runs%32)+ri] !== must[64*rn+ri]) wrong = wrong + 1;
                if (in_order) begin
                    if (run[64*(runs%32)+1][5:0] !== next[5:0]) wrong = wrong + 1;
                    next = next + 1;
                end
            end
            runs = runs + 1;
        end
    endtask
    always @(posedge clk) if (rst) {words, commas} = 0;
    else if (tk) begin
        if (tw !== COMMA) wrong = wrong + 1;
        if (words != 0) begin
            run_ends;
            commas = 0;
        end
        words = 0;
        commas = commas + 1;
        if (commas > commas_max) commas_max = commas;
        if (up && commas > 64) wrong = wrong + 1;
    end else begin
        if (words == 0) begin
            run_at[runs%32] = cycle;
            run_gap[runs%32] = commas;
            run_crc = 16'hffff;
        end
        run[64*(runs%32)+words%64] = tw;
        run_crc = crc_word(run_crc, tw);
        words = words + 1;
    end
    // the link packet that left as number r, without header
    task ctl_was;
        input integer r, nack, plane, ack, f0, f1, f2;
        begin
            check(run[64*(r%32)] === 16'h000f);
            check(run[64*(r%32)+2] === {nack[0], plane[1:0], 7'd0, ack[5:0]});
            check(run[64*(r%32)+3] === {f0[7:0], f1[7:0]});
            check(run[64*(r%32)+4][15:8] === f2[7:0]);
        end
    endtask

    // ---- m: the words that must come, in a row; the time from the comma word behind a run
    integer m_n = 0, y_n = 0, late_max = 0;
    reg     m_open = 1'b0;
    reg [8:0] y_last = 9'd0;
    always @(posedge clk) if (rst) m_open = 1'b0;
    else begin
        if (m_open && !mv) wrong = wrong + 1;
        if (mv) begin
            if (!m_open) begin
                if (cycle - t_q[t_head%256] > late_max) late_max = cycle - t_q[t_head%256];
                t_head = t_head + 1;
            end
            if (g_head == g_tail || {ml, md} !== gq[g_head]) wrong = wrong + 1;
            g_head = g_head + 1;
            m_open = !ml;
            if (ml) m_n = m_n + 1;
        end
        if (yv) begin
            y_n = y_n + 1;
            y_last = {yn, yp, ya};
        end
    end

    // ---- d: the packets that must come
    integer d_n = 0, d_at = 0, d_next = 0;
    reg     d_slow = 1'b0, d_on = 1'b0, d_held = 1'b0;
    reg [16:0] d_word;
    always @(posedge clk) begin
        if (d_held && (!dv || {dl, dd} !== d_word)) wrong = wrong + 1;
        d_held = dv && !dr && !rst;
        d_word = {dl, dd};
        if (dv && dr) begin
            if (dd !== must[64*(d_next%256)+d_at] || dl !== (d_at == must_n[d_next%256] - 1)) wrong = wrong + 1;
            d_at = d_at + 1;
            if (dl) begin
                d_at = 0;
                d_n = d_n + 1;
                d_next = d_next + 1;
            end
        end
    end

    task wait_cycles; input integer c; repeat (c) @(negedge clk); endtask
    task restart;
        begin
            rst = 1'b1;
            wait_cycles(3);
            {s_head, s_tail, s_at, w_head, w_tail, act_head, act_tail, made, next, runs, pkts, ctls} = 0;
            {g_head, g_tail, m_n, y_n, d_n, d_at, d_next, commas_max, acc_level, acc_done, acc_since, late_max} = 0;
            {t_head, t_tail, log_n} = 0;
            for (p = 0; p < 3; p = p + 1) {acc_out[p], acc_free[p]} = 64'd0;
            {s_slow, d_slow, d_on, act_void, kill, xv, go, freed} = 0;
            in_order = 1'b1;
            acc_ack = 63;
            s_shown = -1;
            {lim_all, lim_low, lim_2} = {32'd14, 32'd12, 32'd8};
            rst = 1'b0;
            @(negedge clk);
        end
    endtask
    task write;
        input integer word, value;
        begin
            addr = 4 * word;
            wdata = value;
            wr = 1'b1;
            @(negedge clk) wr = 1'b0;
        end
    endtask
    task register;  // must read so
        input integer word, value;
        begin
            addr = 4 * word;
            rd = 1'b1;
            @(negedge clk) rd = 1'b0;
            if (rdata !== value) begin
                wrong = wrong + 1;
                $display("# register %0d: %0h, not %0h", word, rdata, value);
            end
        end
    endtask
    integer was;
    task settle;  // until all words have gone in, those at s as far as they are let in, and what they cause is over
        begin
            was = -1;
            while ((s_head != s_tail && s_head != was) || w_head != w_tail) begin
                was = s_head;
                wait_cycles(20);
            end
            wait_cycles(60);
        end
    endtask
    task status;
        input integer backs, level, acked, take, is_up;
        register(STATUS, take % 64 << 24 | acked % 64 << 16 | level << 8 | backs << 1 | is_up);
    endtask

    integer f [0:2];
    integer seen, from, left, acked [0:2];
    reg     hit;

    task packets;  // so many sound ones of random priority and length
        input integer count;
        repeat (count) packet(rnd(3), 1 + rnd(32), SOUND);
    endtask
    task free_all;  // an acknowledgment of all packets that left, with all freed
        begin
            for (p = 0; p < 3; p = p + 1) f[p] = acc_free[p] + acc_out[p];
            ctl_in(0, 1, made - 1, f[0], f[1], f[2]);
            settle;
        end
    endtask
    task ack_only;  // without a count of freed packets
        input integer nack, ack;
        ctl_in(nack, 1, ack, acc_free[0], acc_free[1], acc_free[2]);
    endtask
    task until_down;
        begin
            i = 0;
            while (up && i < 12000) begin
                @(negedge clk);
                i = i + 1;
            end
            check(!up);
        end
    endtask
    task until_run;  // one with data words is on the wire
        while (tk) @(negedge clk);
    endtask

    initial begin
`include "cl_link_tx_tests.vh"
`include "cl_link_rx_tests.vh"
        $finish;
    end

    initial #900000 begin
        $display("not ok the bench ends");
        $finish;
    end
endmodule

`default_nettype wire
