// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// ape_router with HEADER 1: packets of ExaNet take the page's way; headers that are wrong are never made right (ape_router.md section 6).

`timescale 1ns / 1ps
`default_nettype none

module ape_cells_tb;
`include "tn_bench.vh"
`include "tn_bench_tests.vh"

    localparam integer N = 6, P = 2, IN = 2 * N + P, OUT = N + P;

    reg              clk = 1'b0, rst = 1'b1, wr = 1'b0, rd = 1'b0;
    reg  [11:0]      addr = 12'd0;
    reg  [31:0]      wdata = 32'd0;
    reg  [IN-1:0]    sv = 0, sh = 0, sl = 0;
    reg  [128*IN-1:0] sd = 0;
    wire [IN-1:0]    sr;
    wire [OUT-1:0]   mv, mh, ml;
    wire [128*OUT-1:0] md;
    wire [P-1:0]     lvc;
    reg  [20*N-1:0]  room_d = {2*N{10'd512}};
    wire [31:0]      rdata;
    wire [15:0]      coord;
    wire [21:0]      lattice;
    always #1 clk = !clk;

    ape_router #(.LINK_N(N), .LOCAL_N(P), .HEADER(1)) dut (
        .clk(clk), .rst(rst), .s_rx_valid(sv[2*N-1:0]), .s_rx_ready(sr[2*N-1:0]), .s_rx_data(sd[256*N-1:0]), .s_rx_head(sh[2*N-1:0]),
        .s_rx_last(sl[2*N-1:0]), .m_tx_valid(mv[N-1:0]), .m_tx_ready({N{1'b1}}), .m_tx_data(md[128*N-1:0]), .m_tx_head(mh[N-1:0]),
        .m_tx_last(ml[N-1:0]), .tx_room_data(room_d), .tx_room_hdr({2*N{8'd128}}), .l_tx_valid(sv[IN-1:2*N]), .l_tx_ready(sr[IN-1:2*N]),
        .l_tx_data(sd[128*IN-1:256*N]), .l_tx_head(sh[IN-1:2*N]), .l_tx_last(sl[IN-1:2*N]), .l_rx_valid(mv[OUT-1:N]),
        .l_rx_data(md[128*OUT-1:128*N]), .l_rx_vc(lvc), .l_rx_head(mh[OUT-1:N]), .l_rx_last(ml[OUT-1:N]), .l_rx_room({2*P{1'b1}}),
        .cfg_coord(coord), .cfg_lattice(lattice), .reg_wr(wr), .reg_rd(rd), .reg_addr(addr), .reg_wdata(wdata), .reg_rdata(rdata)
    );

    // ---- what comes out
    integer     words = 0, heads = 0, from = -1, ends = 0, o;
    reg [127:0] got [0:31];
    always @(posedge clk)
        for (o = 0; o < OUT; o = o + 1) if (mv[o]) begin
            got[words % 32] = md[128*o+:128];
            words = words + 1;
            if (mh[o]) heads = heads + 1;
            if (ml[o]) ends = ends + 1;
            if (!mh[o] && o != from) heads = 99;
            from = o;
        end
    reg [IN-1:0] took;
    always @(posedge clk) took <= sr;

    task wait_cycles; input integer n; repeat (n) @(negedge clk); endtask
    task forget; {words, heads, ends} = 0; endtask
    task check;
        input ok;
        if (ok !== 1'b1) wrong = wrong + 1;
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
    task restart;
        begin
            rst = 1'b1;
            sv = {IN{1'b0}};
            room_d = {2*N{10'd512}};
            wait_cycles(2);
            rst = 1'b0;
            forget;
        end
    endtask
    task give;  // one word on input n; waits until it is taken
        input integer n;
        input [127:0] w;
        input head, last;
        begin
            sv[n] = 1'b1;
            sh[n] = head;
            sl[n] = last;
            sd[128*n+:128] = w;
            @(negedge clk) while (!took[n]) @(negedge clk);
            sv[n] = 1'b0;
        end
    endtask
    reg [127:0] pld [0:31];
    task packet;  // a header and more words, all at random
        input integer n;
        input [127:0] head;
        input integer more;
        integer k;
        begin
            forget;
            give(n, head, 1'b1, more == 0);
            for (k = 1; k <= more; k = k + 1) begin
                pld[k] = rnd_word(0);
                give(n, pld[k], 1'b0, k == more);
            end
            wait_cycles(8);
        end
    endtask

    integer     i, j, d, s, in, size [0:2], own [0:2], dst [0:2], out, vc, last, outs, more;
    reg         plus, outside;
    reg [21:0]  to;
    reg [127:0] h;
    reg [111:0] body;
    reg [13:0]  len;
    reg [4:0]   kind;
    reg [41:0]  where;
    initial begin
        if (test("cells take the shortest way; vc alone changes, and the CRC")) begin
            restart;
            write(18, 0);  // no hops are counted
            outs = 0;
            for (i = 0; i < 200; i = i + 1) begin
                for (j = 0; j < 3; j = j + 1) begin
                    size[j] = 1 + rnd(16);
                    own[j] = rnd(size[j]);
                    dst[j] = rnd(2) == 0 ? own[j] : rnd(12) == 0 ? rnd(16) : rnd(size[j]);
                end
                write(6, own[0] << 10 | own[1] << 5 | own[2]);
                write(8, size[0] | size[1] << 8 | size[2] << 16);
                wait_cycles(4);
                in = rnd(IN);
                to = {rnd(256), 14'd0} | rnd(4) << 12 | dst[2] << 8 | dst[1] << 4 | dst[0];
                kind = type_of(rnd(10));
                len = form_of(kind, 1) == 0 || rnd(4) == 0 ? 0 : 1 + rnd(240);
                where = {rnd(1 << 20), 22'd0} | rnd(16);
                body = bare(rnd(65536), to, where, kind, len) | {3'd5, 109'd0} | rnd(32);
                h = sealed(body);
                more = form_of(kind, len) == 0 ? 0 : form_of(kind, len) == 1 ? 1 : 1 + (where[3:0] + len + 15) / 16;
                packet(in, h, more);
                outside = dst[0] >= size[0] || dst[1] >= size[1] || dst[2] >= size[2];
                out = N + to[12];
                vc = 0;
                last = 0;
                for (d = 0; d < 3; d = d + 1) if (dst[d] != own[d]) begin  // z is the first that counts
                    s = (dst[d] - own[d] + size[d]) % size[d];
                    plus = size[d] == 2 || 2 * s <= size[d];
                    out = 2 * d + !plus;
                    vc = in < 2 * N && in / 4 == d ? in % 2 : plus ? dst[d] < own[d] : dst[d] > own[d];
                    last = plus ? s == 1 : s == size[d] - 1;
                end
                if (outside) begin
                    outs = outs + 1;
                    check(words == 0);
                end else begin
                    h = sealed({body[111:5], last[0], 3'd0, vc[0]});
                    check(words == more + 1 && heads == 1 && ends == 1 && from == out && got[0] === h);
                    for (j = 1; j <= more; j = j + 1) check(got[j] === pld[j]);
                end
            end
            register(20, outs);
            register(21, 0);
            register(23, 0);
            check(outs > 5);
            judge;
        end
        if (test("a cell whose header has a wrong bit is dropped, never made right")) begin
            restart;
            write(8, 32'h00040404);
            for (i = 0; i < 128; i = i + 1) begin
                h = header(16'h1234, 22'h12 | i % 4, 42'h1230, 5'd0, 14'd32);
                packet(i % IN, h ^ 128'd1 << i, i % 5);
                check(words == 0);
            end
            register(23, 128);
            register(20, 0);
            packet(12, header(16'h1234, 22'h000, 42'h1230, 5'd0, 14'd32), 3);
            check(words == 4 && from == N);
            judge;
        end
        if (test("a size that cannot be is dropped")) begin
            restart;
            packet(0, header(1, 22'h0, 42'h0, 5'd0, 14'd257), 18);
            packet(0, header(1, 22'h0, 42'h1, 5'd0, 14'd256), 18);
            packet(0, header(1, 22'h0, 42'h0, 5'd10, 14'd16), 0);
            packet(0, header(1, 22'h0, 42'h0, 5'd0, 14'd8192), 2);
            check(words == 0);
            register(23, 4);
            packet(0, header(1, 22'h0, 42'h0, 5'd0, 14'd256), 17);
            check(words == 18);
            judge;
        end
        if (test("room for the payload words from the first lane on")) begin
            restart;
            write(8, 32'h00010102);
            for (i = 0; i < 40; i = i + 1) begin
                where = rnd(16);
                len = 1 + rnd(240);
                s = (where[3:0] + len + 15) / 16;
                room_d = {2*N{10'd0}};
                room_d[9:0] = s - 1;
                forget;
                sd[128*12+:128] = header(1, 22'h1, where, 5'd0, len);
                give(12, sd[128*12+:128], 1'b1, 1'b0);
                wait_cycles(10);
                check(words == 0);
                room_d[9:0] = s;
                wait_cycles(6);
                check(words == 1 && from == 0);
                give(12, 128'd7, 1'b0, 1'b1);
                wait_cycles(4);
            end
            judge;
        end
        $finish;
    end
endmodule

`default_nettype wire
