// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// cl_level2 with a node's port, cl_port, at each of its own, over wires that strike words: each packet of a flow comes once, in order, whole, also when
// lanes die on the way, in either direction or in both.

`timescale 1ns / 1ps
`default_nettype none

module cl_level2_tb;
`include "cl_bench.vh"
`include "tn_bench_tests.vh"

    localparam integer PORTS = 3, PLANES = 2, LANES = PORTS * PLANES;
`include "cl_flows.vh"
    localparam integer WIRE = 8, KEPT = 1024;  // cycles of a wire; words of a dead lane that a node sends again

    reg                 clk = 1'b0, rst = 1'b1;
    wire [LANES-1:0]    tk, fk, up, nup, sr, mv, ml, dv, dl, dd;
    wire [16*LANES-1:0] td, fd, md, ddat;
    wire [3*LANES-1:0]  ok;
    reg  [LANES-1:0]    rk = {LANES{1'b1}}, re = 0, hk = {LANES{1'b1}}, he = 0, sv = 0, sl = 0, dr = 0;
    reg  [16*LANES-1:0] rdat = 0, hd = 0, sd = 0;
    reg  [3*LANES-1:0]  freed = 0;
    reg                 rd = 1'b0;
    reg  [11:0]         addr = 12'd0;
    wire [31:0]         rdata;
    wire [LANES-1:0]    unused_move, unused_drop;
    wire [5*LANES-1:0]  unused_from;
    wire [32*LANES-1:0] unused_rdata;
    always #1 clk = !clk;

    cl_level2 #(.PORT_N(PORTS), .PLANE_N(PLANES)) dut (
        .clk(clk), .rst(rst), .wire_tx_k(tk), .wire_tx_data(td), .wire_rx_k(rk), .wire_rx_err(re), .wire_rx_data(rdat), .up(up),
        .obs_move(unused_move), .obs_from(unused_from), .obs_drop(unused_drop), .reg_wr(1'b0), .reg_rd(rd), .reg_addr(addr), .reg_wdata(32'd0),
        .reg_rdata(rdata)
    );

    genvar g;
    generate
        for (g = 0; g < PORTS; g = g + 1) begin : g_node
            cl_port #(.PLANE_N(PLANES)) u_port (
                .clk(clk), .rst(rst), .wire_tx_k(fk[PLANES*g+:PLANES]), .wire_tx_data(fd[16*PLANES*g+:16*PLANES]),
                .wire_rx_k(hk[PLANES*g+:PLANES]), .wire_rx_err(he[PLANES*g+:PLANES]), .wire_rx_data(hd[16*PLANES*g+:16*PLANES]),
                .s_valid(sv[PLANES*g+:PLANES]), .s_ready(sr[PLANES*g+:PLANES]), .s_data(sd[16*PLANES*g+:16*PLANES]),
                .s_last(sl[PLANES*g+:PLANES]), .s_ok(ok[3*PLANES*g+:3*PLANES]), .m_valid(mv[PLANES*g+:PLANES]),
                .m_data(md[16*PLANES*g+:16*PLANES]), .m_last(ml[PLANES*g+:PLANES]), .freed(freed[3*PLANES*g+:3*PLANES]),
                .up(nup[PLANES*g+:PLANES]), .d_valid(dv[PLANES*g+:PLANES]), .d_ready(dr[PLANES*g+:PLANES]),
                .d_data(ddat[16*PLANES*g+:16*PLANES]), .d_last(dl[PLANES*g+:PLANES]), .d_done(dd[PLANES*g+:PLANES]),
                .reg_wr({PLANES{1'b0}}), .reg_rd({PLANES{1'b0}}), .reg_addr(7'd0), .reg_wdata(32'd0),
                .reg_rdata(unused_rdata[32*PLANES*g+:32*PLANES])
            );
        end
    endgenerate

    task check;
        input good;
        if (good !== 1'b1) wrong = wrong + 1;
    endtask

    // ---- wires: WIRE cycles long; strikes in 100,000 words; a dark one carries invalid words alone
    reg [LANES-1:0]    wk [0:2*WIRE-1];
    reg [16*LANES-1:0] wd [0:2*WIRE-1];
    reg [LANES-1:0]    dark_to = 0, dark_from = 0, n_rk, n_re, n_hk, n_he;
    reg [16*LANES-1:0] n_rd, n_hd;
    integer            strikes = 0, at, l, i, p, f, n;
    task wires;
        begin
            at = (at + 1) % WIRE;
            {n_rk, n_rd} = {wk[at], wd[at]};
            {n_hk, n_hd} = {wk[WIRE+at], wd[WIRE+at]};
            {n_re, n_he} = 0;
            for (l = 0; l < LANES; l = l + 1) begin
                if (rnd(100000) < strikes) begin
                    n_rk[l] = 1'b0;
                    n_re[l] = rnd(2);
                    n_rd[16*l+:16] = n_rd[16*l+:16] ^ (16'd1 << rnd(16));
                end
                if (rnd(100000) < strikes) begin
                    n_hk[l] = 1'b0;
                    n_he[l] = 1'b1;
                end
            end
            n_rk = n_rk & ~dark_to;
            n_re = n_re | dark_to;
            n_hk = n_hk & ~dark_from;
            n_he = n_he | dark_from;
            wk[at]      = fk;
            wd[at]      = fd;
            wk[WIRE+at] = tk;
            wd[WIRE+at] = td;
            {rk, re, rdat, hk, he, hd} = {n_rk, n_re, n_rd, n_hk, n_he, n_hd};
        end
    endtask

    // ---- nodes: send
    integer made [0:FLOWS-1], load = 0, s_flow [0:LANES-1], s_at [0:LANES-1], again_rd [0:PORTS-1], again_wr [0:PORTS-1], tries;
    reg     s_busy [0:LANES-1], s_again [0:LANES-1], clear [0:PORTS-1];
    reg [15:0] s_crc [0:LANES-1];
    reg [16:0] again [0:PORTS*KEPT-1];  // words of dead lanes with last, in order
    reg [LANES-1:0]    n_sv = 0, n_sl = 0, n_dr = 0;
    reg [16*LANES-1:0] n_sd = 0;
    function integer lowest;  // the lowest lane of a port that is up at the node
        input integer port;
        integer c;
        begin
            lowest = -1;
            for (c = PLANES - 1; c >= 0; c = c - 1) if (nup[PLANES*port+c]) lowest = PLANES * port + c;
        end
    endfunction
    task source;
        input integer lane;
        integer own, port;
        reg [16:0] w;
        begin
            port = lane / PLANES;
            if (n_sv[lane] && sr[lane]) begin
                n_sv[lane] = 1'b0;
                if (n_sl[lane]) s_busy[lane] = 1'b0;
            end
            // what a dead lane gave back goes first, and its flows wait for that
            if (!s_busy[lane] && nup[lane] && lane == lowest(port) && again_rd[port] != again_wr[port]) begin
                w = again[KEPT*port+again_rd[port]%KEPT];
                if (ok[3*lane+w[5:4]]) begin
                    s_busy[lane]  = 1'b1;
                    s_again[lane] = 1'b1;
                    s_at[lane]    = 0;
                end
            end else if (!s_busy[lane] && nup[lane] && rnd(100) < load) begin
                f   = flow_of(port, rnd(PORTS), rnd(3));
                own = lane_of(f, port);
                if ((own == lane || (!nup[own] && lane == lowest(port) && clear[port])) && ok[3*lane+f%3]) begin
                    s_busy[lane]  = 1'b1;
                    s_again[lane] = 1'b0;
                    s_flow[lane]  = f;
                    s_at[lane]    = 0;
                end
            end
            if (s_busy[lane] && !n_sv[lane] && rnd(8) != 0) begin
                n_sv[lane] = 1'b1;
                f = s_flow[lane];
                if (s_again[lane]) begin
                    w = again[KEPT*port+again_rd[port]%KEPT];
                    again_rd[port] = again_rd[port] + 1;
                    n_sd[16*lane+:16] = w[15:0];
                    n_sl[lane] = w[16];
                end else begin
                    n_sl[lane] = s_at[lane] + 1 == words_of(f, made[f]);
                    n_sd[16*lane+:16] = n_sl[lane] ? s_crc[lane] : word_of(f, made[f], s_at[lane]);
                    s_crc[lane] = crc_word(s_at[lane] == 0 ? 16'hffff : s_crc[lane], n_sd[16*lane+:16]);
                    if (n_sl[lane]) made[f] = made[f] + 1;
                end
                s_at[lane] = s_at[lane] + 1;
            end
        end
    endtask

    // ---- nodes: take
    integer came [0:FLOWS-1], m_flow [0:LANES-1], m_at [0:LANES-1], total, owed [0:3*LANES-1], slow = 0;
    reg [15:0] m_crc [0:LANES-1];
    task sink;
        input integer lane;
        reg [15:0] w, must;
        begin
            w = md[16*lane+:16];
            if (mv[lane]) begin
                if (m_at[lane] == 0) begin
                    m_flow[lane] = flow_of({27'd0, w[10:6]}, {27'd0, w[15:11]}, {30'd0, w[5:4]});
                    check(w[15:11] == lane / PLANES && w[10:6] < PORTS && w[5:4] < 3);
                end
                f    = m_flow[lane];
                must = ml[lane] ? m_crc[lane] : word_of(f, came[f], m_at[lane]);
                check(m_at[lane] == 1 ? w[15:6] === must[15:6] : w === must);
                m_crc[lane] = crc_word(m_at[lane] == 0 ? 16'hffff : m_crc[lane], w);
                m_at[lane]  = m_at[lane] + 1;
                check(ml[lane] === (m_at[lane] == words_of(f, came[f])));
                if (ml[lane]) begin
                    owed[3*lane+f%3] = owed[3*lane+f%3] + 1;
                    came[f] = came[f] + 1;
                    total   = total + 1;
                    m_at[lane] = 0;
                end
            end
            for (p = 0; p < 3; p = p + 1) begin
                n_freed[3*lane+p] = owed[3*lane+p] > 0 && rnd(100) >= slow;
                if (n_freed[3*lane+p]) owed[3*lane+p] = owed[3*lane+p] - 1;
            end
        end
    endtask
    reg [3*LANES-1:0] n_freed = 0;

    task cycle;
        begin
            #0.1;
            for (i = 0; i < PORTS; i = i + 1) begin
                clear[i] = again_rd[i] == again_wr[i];
                for (l = 0; l < PLANES; l = l + 1) if (!nup[PLANES*i+l] && !dd[PLANES*i+l]) clear[i] = 1'b0;
            end
            for (i = 0; i < LANES; i = i + 1) begin
                if (dv[i] && dr[i]) begin
                    again[KEPT*(i/PLANES)+again_wr[i/PLANES]%KEPT] = {dl[i], ddat[16*i+:16]};
                    again_wr[i/PLANES] = again_wr[i/PLANES] + 1;
                end
                sink(i);
            end
            for (i = 0; i < LANES; i = i + 1) source(i);
            wires;
            @(negedge clk);
            {sv, sl, sd, freed} = {n_sv, n_sl, n_sd, n_freed};
            dr = {LANES{1'b1}};
        end
    endtask
    task run;
        input integer cycles;
        for (n = 0; n < cycles; n = n + 1) cycle;
    endtask
    task restart;
        begin
            rst = 1'b1;
            {n_sv, n_sl, n_freed, dark_to, dark_from} = 0;
            {sv, sl, freed} = 0;
            strikes = 0;
            slow = 0;
            total = 0;
            at = 0;
            load = 0;
            longest = 32;
            for (i = 0; i < 2 * WIRE; i = i + 1) begin
                wk[i] = {LANES{1'b1}};
                wd[i] = {LANES{COMMA}};
            end
            for (i = 0; i < FLOWS; i = i + 1) begin
                made[i] = 0;
                came[i] = 0;
            end
            for (i = 0; i < LANES; i = i + 1) begin
                s_busy[i] = 1'b0;
                m_at[i] = 0;
                for (p = 0; p < 3; p = p + 1) owed[3*i+p] = 0;
            end
            for (i = 0; i < PORTS; i = i + 1) begin
                again_rd[i] = 0;
                again_wr[i] = 0;
            end
            repeat (3) @(negedge clk);
            rst = 1'b0;
        end
    endtask
    task all_came;
        begin
            load = 0;
            strikes = 0;
            slow = 0;
            run(7000);
            for (i = 0; i < FLOWS; i = i + 1) check(came[i] == made[i]);
        end
    endtask
    task register;
        input integer address;
        output [31:0] value;
        begin
            addr = address;
            rd   = 1'b1;
            @(negedge clk);
            rd    = 1'b0;
            value = rdata;
        end
    endtask

    reg [31:0] value;
    integer    round, lane;
    initial begin
        if (test("each packet comes once, whole, in the order of its flow")) begin
            restart;
            load = 50;
            run(3000);
            all_came;
            check(total > 300);
            judge;
        end
        if (test("wires that strike words and buffers that are freed late lose nothing and double nothing")) begin
            for (round = 0; round < 2; round = round + 1) begin
                restart;
                load    = 60;
                strikes = 20 + 180 * round;
                slow    = 75 * round;
                run(4000);
                all_came;
                check(up == {LANES{1'b1}} && nup == {LANES{1'b1}});
            end
            judge;
        end
        if (test("a lane that goes dark gives its packets to the other, none twice, in order")) begin
            for (round = 0; round < 3; round = round + 1) begin
                restart;
                load    = 60;
                strikes = round % 2 * 30;
                slow    = 30;
                run(1500 + rnd(500));
                lane = rnd(LANES);
                dark_to[lane]   = round % 3 != 1;
                dark_from[lane] = round % 3 != 0;
                run(11000);
                load = 0;
                all_came;
                check(!up[lane] && !nup[lane] && (up | (1 << lane)) == {LANES{1'b1}});
                register(7 * 4, value);
                check(total > 300);
            end
            judge;
        end
        if (test("each lane's registers are behind those of the switch")) begin
            restart;
            load = 50;
            run(3000);
            all_came;
            value = 0;
            for (lane = 0; lane < LANES; lane = lane + 1) begin
                register(12'h200 + 12'h080 * lane + 4 * 10, value);
                made[0] = lane == 0 ? value : made[0] + value;
            end
            check(made[0] == total);
            register(12'h200 + 12'h080 * LANES, value);
            check(value == 0);
            judge;
        end
        $finish;
    end

endmodule

`default_nettype wire
