// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// cl_switch between sources that keep the credits and ends of lanes that take packets when they like: each packet of a flow comes once, in order, on its
// lane, whole; outputs that stand still, a bound for the packets that go before, higher levels, dead lanes.

`timescale 1ns / 1ps
`default_nettype none

module cl_switch_tb;
`include "cl_bench.vh"
`include "tn_bench_tests.vh"
`include "cl_switch/regs.vh"

    localparam integer PORTS = 4, PLANES = 2, LANES = PORTS * PLANES;
`include "cl_flows.vh"
    localparam integer HIGH = 2 * 3;  // the flow from port 0 to port 2 of the highest level

    reg                 clk = 1'b0, rst = 1'b1;
    reg  [LANES-1:0]    sv = 0, sl = 0, mr = 0, up = {LANES{1'b1}}, dv = 0, dl = 0, dd = 0;
    reg  [16*LANES-1:0] sd = 0, ddat = 0;
    reg  [3*LANES-1:0]  ok = 0;
    // what the tasks write, lane by lane, before it goes to the pins
    reg  [LANES-1:0]    n_sv = 0, n_sl = 0, n_mr = 0, n_up = {LANES{1'b1}}, n_dv = 0, n_dl = 0, n_dd = 0;
    reg  [16*LANES-1:0] n_sd = 0, n_ddat = 0;
    reg  [3*LANES-1:0]  n_ok = 0;
    wire [3*LANES-1:0]  freed;
    wire [LANES-1:0]    mv, ml, dr, move, dropped;
    wire [16*LANES-1:0] md;
    wire [5*LANES-1:0]  from;
    reg                 wr = 1'b0, rd = 1'b0;
    reg  [8:0]          addr = 9'd0;
    reg  [31:0]         wdata = 32'd0;
    wire [31:0]         rdata;
    always #1 clk = !clk;

    cl_switch #(.PORT_N(PORTS), .PLANE_N(PLANES)) dut (
        .clk(clk), .rst(rst), .s_valid(sv), .s_data(sd), .s_last(sl), .freed(freed), .m_valid(mv), .m_ready(mr), .m_data(md), .m_last(ml),
        .m_ok(ok), .up(up), .d_valid(dv), .d_ready(dr), .d_data(ddat), .d_last(dl), .d_done(dd), .obs_move(move), .obs_from(from),
        .obs_drop(dropped), .reg_wr(wr), .reg_rd(rd), .reg_addr(addr), .reg_wdata(wdata), .reg_rdata(rdata)
    );

    task check;
        input good;
        if (good !== 1'b1) wrong = wrong + 1;
    endtask

    // ---- sources: a packet of a random flow of the lane while its priority has credit
    integer made [0:FLOWS-1], load = 0, only_dst = -1, only_prio = -1, only_lane = -1;
    integer passed [0:LANES*LANES-1], most;  // of an output, packets of other inputs since one of this; the most of any
    integer s_flow [0:LANES-1], s_at [0:LANES-1], out [0:3*LANES-1], i, p, f, tries;
    reg     s_busy [0:LANES-1];
    task source;
        input integer lane;
        begin
            n_sv[lane] = 1'b0;
            n_sl[lane] = 1'b0;
            if (!s_busy[lane] && rnd(100) < load && (only_lane < 0 || only_lane == lane)) begin
                f = flow_of(lane / PLANES, only_dst < 0 ? rnd(PORTS) : only_dst, only_prio < 0 ? rnd(3) : only_prio);
                p = f % 3;
                if (lane_of(f, lane / PLANES) == lane && (only_dst < 0 || f / 3 % PORTS == only_dst)
                    && out[3*lane] + out[3*lane+1] + out[3*lane+2] < 14
                    && (p == 0 || out[3*lane+1] + out[3*lane+2] < 12) && (p < 2 || out[3*lane+2] < 8)) begin
                    s_busy[lane] = 1'b1;
                    s_flow[lane] = f;
                    s_at[lane]   = 0;
                    out[3*lane+p] = out[3*lane+p] + 1;
                end
            end
            if (s_busy[lane]) begin
                f = s_flow[lane];
                n_sv[lane] = 1'b1;
                n_sd[16*lane+:16] = word_of(f, made[f], s_at[lane]);
                s_at[lane] = s_at[lane] + 1;
                if (s_at[lane] == words_of(f, made[f])) begin
                    n_sl[lane]     = 1'b1;
                    s_busy[lane] = 1'b0;
                    made[f]      = made[f] + 1;
                end
            end
        end
    endtask

    // ---- ends of lanes: a packet that was taken may still be given back when the lane dies, until it is sure
    integer came [0:FLOWS-1], m_flow [0:LANES-1], m_at [0:LANES-1], m_num [0:LANES-1], total, pace = 100, sure_in = 100;
    integer kept_flow [0:16*LANES-1], kept_num [0:16*LANES-1], kept [0:LANES-1], k, n, d_at [0:LANES-1], dark [0:LANES-1];
    task keep_less;
        input integer lane;
        begin
            came[kept_flow[16*lane]] = came[kept_flow[16*lane]] + 1;
            total = total + 1;
            for (k = 1; k < kept[lane]; k = k + 1) begin
                kept_flow[16*lane+k-1] = kept_flow[16*lane+k];
                kept_num[16*lane+k-1]  = kept_num[16*lane+k];
            end
            kept[lane] = kept[lane] - 1;
        end
    endtask
    function integer next_of;  // the number of a flow that must come next at its lane: those that are sure, and those kept there
        input integer flow, lane;
        integer c;
        begin
            next_of = came[flow];
            for (c = 0; c < kept[lane]; c = c + 1) if (kept_flow[16*lane+c] == flow) next_of = next_of + 1;
        end
    endfunction
    task sink;  // before the clock edge: what is taken in it
        input integer lane;
        reg [15:0] w;
        begin
            if (mv[lane] && mr[lane]) begin
                w = md[16*lane+:16];
                if (m_at[lane] == 0) begin
                    m_flow[lane] = flow_of({27'd0, w[10:6]}, {27'd0, w[15:11]}, {30'd0, w[5:4]});
                    check(w[15:11] < PORTS && w[10:6] < PORTS && w[5:4] < 3 && w[15:11] == lane / PLANES);
                    check(ok[3*lane+w[5:4]]);  // m_ok falls while nothing is offered alone
                    if (up[lane_of(m_flow[lane], lane / PLANES)]) check(lane_of(m_flow[lane], lane / PLANES) == lane);
                    m_num[lane] = next_of(m_flow[lane], lane);
                end
                check(w === word_of(m_flow[lane], m_num[lane], m_at[lane]));
                m_at[lane] = m_at[lane] + 1;
                if (m_at[lane] == words_of(m_flow[lane], m_num[lane])) begin
                    check(ml[lane]);
                    kept_flow[16*lane+kept[lane]] = m_flow[lane];
                    kept_num[16*lane+kept[lane]]  = m_num[lane];
                    kept[lane] = kept[lane] + 1;
                    m_at[lane] = 0;
                end else check(!ml[lane]);
            end
            if (kept[lane] > 0 && (kept[lane] == 14 || rnd(100) < sure_in) && up[lane]) keep_less(lane);
        end
    endtask
    // a dead lane's end: after some cycles it gives back what is not sure
    task dead;
        input integer lane;
        begin
            if (dv[lane] && dr[lane]) begin
                d_at[lane] = d_at[lane] + 1;
                if (dl[lane]) begin
                    d_at[lane] = 0;
                    for (k = 1; k < kept[lane]; k = k + 1) begin
                        kept_flow[16*lane+k-1] = kept_flow[16*lane+k];
                        kept_num[16*lane+k-1]  = kept_num[16*lane+k];
                    end
                    kept[lane] = kept[lane] - 1;
                end
            end
        end
    endtask
    task dead_pins;
        input integer lane;
        begin
            dark[lane] = dark[lane] + 1;
            n_dv[lane]   = dark[lane] > 100 && kept[lane] > 0 && m_at[lane] == 0;
            n_dd[lane]   = dark[lane] > 100 && kept[lane] == 0 && m_at[lane] == 0;
            if (n_dv[lane]) begin
                n_ddat[16*lane+:16] = word_of(kept_flow[16*lane], kept_num[16*lane], d_at[lane]);
                n_dl[lane] = d_at[lane] + 1 == words_of(kept_flow[16*lane], kept_num[16*lane]);
            end
        end
    endtask

    task cycle;
        begin
            for (i = 0; i < LANES; i = i + 1) begin
                source(i);
                n_mr[i] = m_at[i] == 0 && !n_up[i] ? 1'b0 : rnd(100) < pace;
                if (!n_up[i]) dead_pins(i);
            end
            {sv, sl, sd, mr, up, dv, dl, dd, ddat, ok} = {n_sv, n_sl, n_sd, n_mr, n_up, n_dv, n_dl, n_dd, n_ddat, n_ok};
            #0.1;
            for (i = 0; i < LANES; i = i + 1) begin
                sink(i);
                if (!up[i]) dead(i);
                for (p = 0; p < 3; p = p + 1) if (freed[3*i+p]) out[3*i+p] = out[3*i+p] - 1;
                for (p = 0; p < 3; p = p + 1) check(out[3*i+p] >= 0);
            end
            @(negedge clk);
            for (i = 0; i < LANES; i = i + 1) if (move[i]) begin
                for (p = 0; p < LANES; p = p + 1) passed[LANES*i+p] = passed[LANES*i+p] + 1;
                passed[LANES*i+from[5*i+:5]] = 0;
                for (p = 0; p < LANES; p = p + 1) if (waits(p, i) && passed[LANES*i+p] > most) most = passed[LANES*i+p];
            end
        end
    endtask
    function waits;  // the only flow of an input that is sent goes to this output
        input integer in, lane;
        waits = only_dst >= 0 && only_prio >= 0 && lane_of(flow_of(in / PLANES, only_dst, only_prio), in / PLANES) == in
                && lane_of(flow_of(in / PLANES, only_dst, only_prio), only_dst) == lane;
    endfunction
    integer cyc;
    task run;
        input integer cycles;
        for (cyc = 0; cyc < cycles; cyc = cyc + 1) cycle;
    endtask
    task restart;
        begin
            rst = 1'b1;
            n_up = {LANES{1'b1}};
            n_ok = {3*LANES{1'b1}};
            {n_sv, n_sl, n_dv, n_dl, n_dd} = 0;
            {sv, sl, up, dv, dl, dd, ok} = {n_sv, n_sl, n_up, n_dv, n_dl, n_dd, n_ok};
            load = 0;
            pace = 100;
            sure_in = 100;
            longest = 32;
            only_dst = -1;
            most = 0;
            for (i = 0; i < LANES * LANES; i = i + 1) passed[i] = 0;
            only_prio = -1;
            total = 0;
            for (i = 0; i < FLOWS; i = i + 1) begin
                made[i] = 0;
                came[i] = 0;
            end
            for (i = 0; i < LANES; i = i + 1) begin
                s_busy[i] = 1'b0;
                m_at[i] = 0;
                kept[i] = 0;
                d_at[i] = 0;
                dark[i] = 0;
                for (p = 0; p < 3; p = p + 1) out[3*i+p] = 0;
            end
            repeat (3) @(negedge clk);
            rst = 1'b0;
        end
    endtask
    task all_came;  // after some cycles without new packets everything has come
        begin
            load = 0;
            pace = 100;
            n_ok = {3*LANES{1'b1}};
            sure_in = 100;
            run(3000);
            for (i = 0; i < FLOWS; i = i + 1) check(came[i] == made[i]);
            for (i = 0; i < 3 * LANES; i = i + 1) check(out[i] == 0);
        end
    endtask
    task register;
        input integer word;
        output [31:0] value;
        begin
            addr = {word[6:0], 2'd0};
            rd   = 1'b1;
            @(negedge clk);
            rd    = 1'b0;
            value = rdata;
        end
    endtask
    task set;
        input integer word, value;
        begin
            addr  = {word[6:0], 2'd0};
            wdata = value;
            wr    = 1'b1;
            @(negedge clk);
            wr = 1'b0;
        end
    endtask

    reg [31:0] value, sum;
    initial begin
        if (test("every packet comes once, whole, in the order of its flow, on its lane")) begin
            restart;
            load = 60;
            pace = 90;
            run(3000);
            load = 15;
            run(1000);
            all_came;
            check(total > 400);
            judge;
        end
        if (test("a packet alone begins at its lane 5 cycles and half its words behind its last one")) begin
            for (n = 0; n < 40; n = n + 1) begin
                restart;
                only_lane = n % LANES;
                longest   = 32;
                load      = 100;
                while (!sl[only_lane]) cycle;
                load = 0;
                f    = s_flow[only_lane];
                k    = words_of(f, made[f] - 1);
                tries = 0;
                while (!(|mv) && tries < 100) begin
                    cycle;
                    tries = tries + 1;
                end
                check(tries == 5 + (k + 1) / 2);
                run(100);
            end
            only_lane = -1;
            judge;
        end
        if (test("counters of packets that came and left agree with what the lanes saw")) begin
            restart;
            load = 40;
            run(2000);
            all_came;
            sum = 0;
            for (n = 0; n < LANES; n = n + 1) begin
                register(CLS_IN + n, value);
                sum = sum + value;
            end
            check(sum == total);
            sum = 0;
            for (n = 0; n < LANES; n = n + 1) begin
                register(CLS_OUT + n, value);
                sum = sum + value;
            end
            check(sum == total);
            register(CLS_DROPPED, value);
            check(value == 0);
            judge;
        end
        if (test("outputs that take nothing for a time lose nothing")) begin
            restart;
            load = 60;
            for (n = 0; n < 30; n = n + 1) begin
                for (f = 0; f < 3 * LANES; f = f + 1) if (!mv[f/3]) n_ok[f] = rnd(2);
                pace = 20 + rnd(80);
                run(100);
            end
            all_came;
            judge;
        end
        if (test("of one level no input waits for more than its bound of packets of the others")) begin
            for (n = 0; n < 3; n = n + 1) begin
                restart;
                set(CLS_MAX_BURST, n == 0 ? 1 : n == 1 ? 3 : 8);
                only_dst  = n;
                only_prio = n;
                longest   = 4;
                load      = 100;
                run(300);
                for (i = 0; i < LANES * LANES; i = i + 1) passed[i] = 0;
                most = 0;
                run(2000);
                check(most > 0 && most <= LANES * (n == 0 ? 1 : n == 1 ? 3 : 8));
                all_came;
            end
            judge;
        end
        if (test("a packet of the highest level passes those of the lowest that wait")) begin
            restart;
            only_dst  = 2;
            only_prio = 2;
            load      = 100;
            pace      = 20;
            run(2000);
            for (n = 0; n < 20; n = n + 1) begin
                only_prio = 0;
                load      = 30;
                run(20);
                load = 0;
                run(50);
                for (tries = 0; tries < 1500 && came[HIGH] != made[HIGH]; tries = tries + 1) cycle;
                check(came[HIGH] == made[HIGH]);
                only_prio = 2;
                load      = 100;
                run(200);
            end
            all_came;
            judge;
        end
        if (test("a lane that dies gives its packets to the other, in the order of their flows")) begin
            for (n = 0; n < 4; n = n + 1) begin
                restart;
                load = 60;
                pace = 60;
                sure_in = 5;
                run(900 + rnd(300));
                n_up[rnd(LANES)] = 1'b0;
                run(600);
                all_came;
                register(CLS_MOVED, value);
                check(value > 0);
            end
            judge;
        end
        $finish;
    end

endmodule

`default_nettype wire
