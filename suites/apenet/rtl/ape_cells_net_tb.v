// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// A ring of three APErouters with HEADER 1: packets of ExaNet go from every board to every board over the torus links, whole and in
// order; then words are struck and lost on the lines (ape_router.md section 6, ape_link.md section 6).

`timescale 1ns / 1ps
`default_nettype none

module ape_cells_net_tb;
`include "tn_bench.vh"
`include "tn_bench_tests.vh"

    localparam integer K = 3, LINK_N = 6, L = LINK_N * K;

    reg              clk = 1'b0;
    reg  [K-1:0]     rst = {K{1'b1}};
    reg  [K-1:0]     tv = 0, th = 0, tl = 0;
    reg  [128*K-1:0] td = 0;
    wire [K-1:0]     tr, rv, rvc, rh, rl;
    wire [128*K-1:0] rd;
    reg  [2*K-1:0]   room = 0;
    reg  [128*L-1:0] flip = 0;
    reg  [L-1:0]     cut = 0, flip_k = 0;
    reg  [K-1:0]     reg_rd = 0;
    reg  [11:0]      reg_addr = 0;
    wire [32*K-1:0]  reg_rdata;
    always #1 clk = !clk;

    ape_lattice #(.X_N(K), .Y_N(1), .Z_N(1), .HEADER(1), .CUT_CYC(200)) dut (
        .clk(clk), .rst(rst), .l_tx_valid(tv), .l_tx_ready(tr), .l_tx_data(td), .l_tx_head(th), .l_tx_last(tl),
        .l_rx_valid(rv), .l_rx_data(rd), .l_rx_vc(rvc), .l_rx_head(rh), .l_rx_last(rl), .l_rx_room(room),
        .reg_wr({K{1'b0}}), .reg_rd(reg_rd), .reg_addr(reg_addr), .reg_wdata(32'd0), .reg_rdata(reg_rdata),
        .wire_xor(flip), .wire_xor_k(flip_k), .wire_cut(cut), .wire_put({L{1'b0}}), .wire_in_valid(), .wire_in_k(), .wire_in_data(),
        .wire_out_valid(), .wire_out_k(), .wire_out_data()
    );

    // ---- the packet that board `src` sends to board `dst` as its n-th: all of it follows from these
    function [127:0] head_of;
        input integer src, dst, n;
        reg [31:0] x;
        reg [4:0]  kind;
        reg [13:0] size;
        begin
            x = (n * 3 + src) * 32'h9e3779b1 ^ dst * 32'h85ebca6b;
            x = x ^ (x >> 15);
            kind = type_of(x[7:0] % 10);
            size = form_of(kind, 1) == 0 || x[9:8] == 0 ? 0 : 1 + x[23:16] % 241;
            head_of = sealed({8'd0, src[3:0], dst[3:0], n[23:0], 6'd0, x[27:24], size, kind, x[31:22], 8'd0, dst[3:0], x[15:0], 5'd0});
        end
    endfunction
    function integer more_of;  // words behind a header
        input [127:0] h;
        more_of = form_of(h[47:43], h[61:48]) == 0 ? 0 : form_of(h[47:43], h[61:48]) == 1 ? 1 : 1 + (h[65:62] + h[61:48] + 15) / 16;
    endfunction
    function [127:0] word_of;
        input [127:0] h;
        input integer i;
        word_of = i % 5 == 3 ? {2{64'hffffaaaa5555aaaa}} : i % 7 == 4 ? {2{64'hffffbbbb6666bbbb}} : {h[111:32], 16'hc0de, i} ^ 128'd1 << i;
    endfunction

    integer     left [0:K-1], to [0:K-1], at [0:K-1], sent [0:K*K-1], want [0:K*K-1], r_at [0:K-1], r_n [0:K-1];
    reg [127:0] head [0:K-1], r_head [0:K-1];
    integer     q, src, came = 0, still = 0, hurt = 0, faults = 0, total, hit = 0;
    reg         on = 1'b0;
    reg [K-1:0] took;
    always @(posedge clk) took <= tr;

    task offer;
        input integer p;
        begin
            td[128*p+:128] = at[p] == 0 ? head[p] : word_of(head[p], at[p]);
            tv[p] = 1'b1;
            th[p] = at[p] == 0;
            tl[p] = at[p] == more_of(head[p]);
        end
    endtask
    task judge_word;
        input integer p;
        reg [127:0] w;
        begin
            w = rd[128*p+:128];
            if (rh[p] != (r_at[p] == 0)) wrong = wrong + 1;
            if (r_at[p] == 0) begin
                src = w[103:100];
                r_head[p] = w;
                r_n[p] = more_of(w);
                // a header that comes is one that was sent, in its order, whatever was struck
                if (src >= K || w !== head_of(src, p, w[95:72])) wrong = wrong + 1;
                else begin
                    if (faults == 0 ? w[95:72] !== want[K*src+p] : w[95:72] < want[K*src+p]) wrong = wrong + 1;
                    want[K*src+p] = w[95:72] + 1;
                end
            end else if (w !== word_of(r_head[p], r_at[p])) begin
                hurt = hurt + 1;
                if (faults == 0) wrong = wrong + 1;
            end
            r_at[p] = r_at[p] + 1;
            if (rl[p] != (r_at[p] == r_n[p] + 1)) wrong = wrong + 1;
            if (rl[p]) begin
                r_at[p] = 0;
                came = came + 1;
            end
        end
    endtask

    always @(negedge clk) if (on) begin
        still = still + 1;
        if (faults != 0) begin
            flip[128*hit+:128] = 128'd0;
            {cut[hit], flip_k[hit]} = 2'b00;
            if (tv != 0 && rnd(faults) == 0) begin
                hit = LINK_N * rnd(K) + rnd(2);
                if (rnd(3) == 0) cut[hit] = 1'b1;
                else begin
                    flip_k[hit] = rnd(4) == 0;
                    flip[128*hit+:128] = {127'd0, !flip_k[hit]} << rnd(128);
                end
            end
        end
        for (q = 0; q < K; q = q + 1) begin
            if (tv[q] && took[q]) begin
                if (tl[q]) begin
                    tv[q] = 1'b0;
                    left[q] = left[q] - 1;
                end else begin
                    at[q] = at[q] + 1;
                    offer(q);
                end
            end
            if (!tv[q] && left[q] > 0) begin
                to[q] = rnd(K);
                head[q] = head_of(q, to[q], sent[K*q+to[q]]);
                sent[K*q+to[q]] = sent[K*q+to[q]] + 1;
                at[q] = 0;
                offer(q);
            end
            room[2*q+:2] = {rnd(3) == 0, rnd(3) == 0};
            if (rv[q]) begin
                judge_word(q);
                still = 0;
            end
        end
    end

    task play;
        input integer n, mean;
        begin
            rst = {K{1'b1}};
            repeat (3) @(negedge clk);
            rst = {K{1'b0}};
            for (q = 0; q < K; q = q + 1) begin
                left[q] = n;
                r_at[q] = 0;
            end
            for (q = 0; q < K * K; q = q + 1) {sent[q], want[q]} = 0;
            {came, still, hurt} = 0;
            faults = mean;
            total = K * n;
            on = 1'b1;
            while (came < total && still < 500) @(negedge clk);
            on = 1'b0;
            $display("# %0d of %0d packets came, %0d words were hurt", came, total, hurt);
        end
    endtask

    // the links find wrong headers, so the routers have none to find
    integer fatal;
    task counted;
        begin
            fatal = 0;
            for (q = 0; q < 2; q = q + 1) begin
                reg_addr = 4 * (80 + 10 * q + 5);
                reg_rd = {K{1'b1}};
                @(negedge clk) fatal = fatal + reg_rdata[31:0] + reg_rdata[63:32] + reg_rdata[95:64];
            end
            reg_addr = 4 * 23;
            @(negedge clk) reg_rd = {K{1'b0}};
            if (fatal == 0 || reg_rdata !== {32 * K{1'b0}}) wrong = wrong + 1;
        end
    endtask

    initial begin
        if (test("cells of ExaNet go from board to board, whole, in order")) begin
            play(25, 0);
            if (came != total) wrong = wrong + 1;
            judge;
        end
        if (test("with words struck and lost, a cell's header is right or it does not come")) begin
            play(60, 5);
            if (tv != 0 || came < total / 2 || (came == total && hurt == 0)) wrong = wrong + 1;
            counted;
            judge;
        end
        $finish;
    end
endmodule

`default_nettype wire
