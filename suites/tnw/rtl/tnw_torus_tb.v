// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// tnw_torus: a torus of 3 x 2 x 1 without symbols, of which every line is compared in every cycle with what its
// sender sent, by a table worked by hand from tnw_torus.md section 1; one of 2 x 1 x 1 with symbols; and rings of three in
// y and in z, where + and - lead to different nodes. FEW has 3 x 1 x 1 and the rings.
//
// For seeded bugs this is enough:
// few: FEW=1

`timescale 1ns / 1ps
`default_nettype none

`include "tnw_bench_host.vh"

module tnw_torus_run #(
    parameter integer X_N = 3,
    parameter integer Y_N = 2,
    parameter integer Z_N = 1,
    parameter integer W = 2,       // delay of the lines
    parameter integer PCS_EN = 0
) (
    input  wire start,
    output reg  done
);
`include "tnw_bench.vh"
`include "tn_bench_tests.vh"

    localparam integer K = X_N * Y_N * Z_N, L = 6 * K;
    localparam [39:0] NOTHING = PCS_EN != 0 ? 40'd0 : 40'h0f07070707;

    reg              clk = 1'b0;
    reg  [K-1:0]     rst = {K{1'b1}};
    wire [16*K-1:0]  rid;
    wire [64*K-1:0]  bar0, bar2;
    wire [K-1:0]     sv, sr, sl, mv, mr, ml, ov, of;
    wire [128*K-1:0] sd, md;
    wire [4*K-1:0]   sk, mk;
    wire [3*K-1:0]   sok;
    reg  [40*L-1:0]  flip = 0;
    reg  [L-1:0]     cut = 0;
    wire [40*L-1:0]  line;
    wire [L-1:0]     up, rv, oid;
    wire [4*L-1:0]   cause, txf, rxf;
    wire [3*L-1:0]   rvc;
    wire [5*L-1:0]   rseq;
    wire [32*L-1:0]  txd, rxd;
    initial done = 1'b0;
    always #2 if (start && !done) clk = !clk;

    tnw_torus #(
        .X_N(X_N), .Y_N(Y_N), .Z_N(Z_N), .WIRE_CYC(W), .PCS_EN(PCS_EN), .ITEM_LOG2(3), .TAG_LOG2(2), .DESC_LOG2(1),
        .CREDIT_LOG2(2), .LAST_EN(0), .TX_ITEMS_LOG2(3), .RX_PKTS_LOG2(2)
    ) dut (
        .clk(clk), .rst(rst), .rid(rid), .bar0(bar0), .bar2(bar2), .s_tlp_valid(sv), .s_tlp_ready(sr), .s_tlp_data(sd),
        .s_tlp_keep(sk), .s_tlp_last(sl), .s_tlp_ok(sok), .m_tlp_valid(mv), .m_tlp_ready(mr), .m_tlp_data(md),
        .m_tlp_keep(mk), .m_tlp_last(ml), .m_tlp_ok({3 * K{1'b1}}), .wire_xor(flip), .wire_cut(cut), .wire_out(line),
        .obs_up(up), .obs_rx_valid(rv), .obs_rx_cause(cause), .obs_rx_vc(rvc), .obs_rx_seq(rseq), .obs_tx_data(txd),
        .obs_tx_flags(txf), .obs_rx_data(rxd), .obs_rx_flags(rxf), .obs_match_valid(ov), .obs_match_id(oid),
        .obs_match_fit(of)
    );

    // ---- hosts; what node goes is to send is done by its own
    integer       goes = -1;
    reg  [15:0]   reg_at;
    reg  [31:0]   reg_v;
    reg  [25:0]   put_at;
    reg  [2047:0] put_data;
    reg           is_put;
    event         go;
    genvar        g;
    generate
        for (g = 0; g < K; g = g + 1) begin : node
            tnw_bench_host #(.ID(g)) host (
                .clk(clk), .rst(rst[g]), .rid(rid[16*g+:16]), .bar0(bar0[64*g+:64]), .bar2(bar2[64*g+:64]),
                .s_valid(sv[g]), .s_ready(sr[g]), .s_data(sd[128*g+:128]), .s_keep(sk[4*g+:4]), .s_last(sl[g]),
                .s_ok(sok[3*g+:3]), .m_valid(mv[g]), .m_ready(mr[g]), .m_data(md[128*g+:128]), .m_keep(mk[4*g+:4]),
                .m_last(ml[g])
            );
            always @go if (goes == g) begin
                if (is_put) host.mwr(bar2[64*g+:64] + put_at, 32, put_data);
                else host.write(reg_at, reg_v);
            end
        end
    endgenerate
    task write;
        input integer k;
        input [15:0]  a;
        input [31:0]  v;
        begin
            goes = k;
            is_put = 1'b0;
            reg_at = a;
            reg_v = v;
            -> go;
            #0.5;
        end
    endtask
    task put;  // item 0 of channel c of link l of node k, all its bytes say whose it is
        input integer k, l, c;
        begin
            goes = k;
            is_put = 1'b1;
            put_at = (l << 23) + (c << 20);
            put_data = {32{8'h10 + k[7:0], 8'h20 + l[7:0], 8'h30 + c[7:0], 8'h5a}};
            -> go;
            #0.5;
        end
    endtask

    integer cycle = 0, i, j, n, k;
    task must;
        input good;
        input integer at;
        if (good !== 1'b1) begin
            wrong = wrong + 1;
            if (wrong < 12) $display("# check %0d in cycle %0d", at, cycle);
        end
    endtask
    task idle; input integer c; repeat (c) @(negedge clk); endtask

    // ---- who sends what comes in on line 6*node + link: 6*node + link of the sender
    integer from [0:L-1];
    task six;
        input integer k, xp, xm, yp, ym, zp, zm;
        begin
            from[6*k] = xp;
            from[6*k+1] = xm;
            from[6*k+2] = yp;
            from[6*k+3] = ym;
            from[6*k+4] = zp;
            from[6*k+5] = zm;
        end
    endtask
    initial
        if (K == 6) begin
            six(0, 7, 12, 21, 20, 5, 4);
            six(1, 13, 0, 27, 26, 11, 10);
            six(2, 1, 6, 33, 32, 17, 16);
            six(3, 25, 30, 3, 2, 23, 22);
            six(4, 31, 18, 9, 8, 29, 28);
            six(5, 19, 24, 15, 14, 35, 34);
        end else if (Y_N == 3) begin
            six(0, 1, 0, 9, 14, 5, 4);
            six(1, 7, 6, 15, 2, 11, 10);
            six(2, 13, 12, 3, 8, 17, 16);
        end else if (Z_N == 3) begin
            six(0, 1, 0, 3, 2, 11, 16);
            six(1, 7, 6, 9, 8, 17, 4);
            six(2, 13, 12, 15, 14, 5, 10);
        end else if (K == 3) begin
            six(0, 7, 12, 3, 2, 5, 4);
            six(1, 13, 0, 9, 8, 11, 10);
            six(2, 1, 6, 15, 14, 17, 16);
        end else begin
            six(0, 7, 6, 3, 2, 5, 4);
            six(1, 1, 0, 9, 8, 11, 10);
        end

    // ---- without symbols: each line in each cycle; packets taken, by line
    reg  [40*L-1:0] late [0:W];
    reg  [39:0]     want;
    integer         taken [0:L-1], checked = 0;
    initial for (i = 0; i < L; i = i + 1) taken[i] = 0;
    always @(negedge clk) begin
        cycle = cycle + 1;
        for (i = W; i > 0; i = i - 1) late[i] = late[i-1];
        for (i = 0; i < L; i = i + 1) begin
            late[0][40*i+:40] = {4'd0, txf[4*i+:4], txd[32*i+:32]};
            if (rv[i] && cause[4*i+:4] == 4'd8) taken[i] = taken[i] + 1;
        end
        if (PCS_EN == 0 && cycle > W)
            for (i = 0; i < L; i = i + 1) begin
                want = cut[i] ? NOTHING : late[W][40*from[i]+:40] ^ flip[40*i+:40];
                if (line[40*i+:40] !== want) must(1'b0, `__LINE__);
                checked = checked + 1;
            end
    end
    task all_taken;  // n packets on each line since the last time
        input integer count;
        for (j = 0; j < L; j = j + 1) begin
            must(taken[j] == count, `__LINE__);
            taken[j] = 0;
        end
    endtask
    integer up_after = -1;  // cycles; -1 before
    task bring_up;  // once
        if (up_after < 0) begin
            idle(8);
            rst = {K{1'b0}};
            n = 0;
            while (up !== {L{1'b1}} && n < 400) begin
                @(negedge clk);
                n = n + 1;
            end
            $display("# %0d lines, PCS_EN %0d: all links are UP after %0d cycles", L, PCS_EN, n);
            up_after = n;
        end
    endtask

`include "tnw_torus_tests.vh"
endmodule

module tnw_torus_tb #(
    parameter integer FEW = 0  // 1: a ring of three nodes without symbols does for most of the seeded bugs
);
    wire words, symbols, ring_y, ring_z;
    tnw_torus_run #(.X_N(3), .Y_N(FEW != 0 ? 1 : 2), .W(2), .PCS_EN(0)) without (.start(1'b1), .done(words));
    generate
        if (FEW == 0) begin : two
            tnw_torus_run #(.X_N(2), .Y_N(1), .W(1), .PCS_EN(1)) with_symbols (.start(words), .done(symbols));
        end else begin : one
            assign symbols = words;
        end
    endgenerate
    tnw_torus_run #(.X_N(1), .Y_N(3), .W(2), .PCS_EN(0)) in_y (.start(symbols), .done(ring_y));
    tnw_torus_run #(.X_N(1), .Y_N(1), .Z_N(3), .W(2), .PCS_EN(0)) in_z (.start(ring_y), .done(ring_z));
    always @* if (ring_z) $finish;
    initial begin
        #4000000 $display("not ok the bench ends");
        $finish;
    end
endmodule
