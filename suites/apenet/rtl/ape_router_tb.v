// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// ape_router with six links and two local ports, and with three links: the way of each packet worked out by the bench from the
// contract page, room, arbitration, rate (ape_router.md).

`timescale 1ns / 1ps
`default_nettype none

module ape_router_tb;
`include "ape_bench.vh"
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
    reg  [N-1:0]     tr = {N{1'b1}};
    reg  [20*N-1:0]  room_d = {2*N{10'd512}};
    reg  [16*N-1:0]  room_h = {2*N{8'd128}};
    reg  [2*P-1:0]   lroom = {2*P{1'b1}};
    wire [31:0]      rdata;
    wire [15:0]      coord;
    wire [21:0]      lattice;
    always #1 clk = !clk;

    ape_router #(.LINK_N(N), .LOCAL_N(P)) dut (
        .clk(clk), .rst(rst), .s_rx_valid(sv[2*N-1:0]), .s_rx_ready(sr[2*N-1:0]), .s_rx_data(sd[256*N-1:0]), .s_rx_head(sh[2*N-1:0]),
        .s_rx_last(sl[2*N-1:0]), .m_tx_valid(mv[N-1:0]), .m_tx_ready(tr), .m_tx_data(md[128*N-1:0]), .m_tx_head(mh[N-1:0]),
        .m_tx_last(ml[N-1:0]), .tx_room_data(room_d), .tx_room_hdr(room_h), .l_tx_valid(sv[IN-1:2*N]), .l_tx_ready(sr[IN-1:2*N]),
        .l_tx_data(sd[128*IN-1:256*N]), .l_tx_head(sh[IN-1:2*N]), .l_tx_last(sl[IN-1:2*N]), .l_rx_valid(mv[OUT-1:N]),
        .l_rx_data(md[128*OUT-1:128*N]), .l_rx_vc(lvc), .l_rx_head(mh[OUT-1:N]), .l_rx_last(ml[OUT-1:N]), .l_rx_room(lroom),
        .cfg_coord(coord), .cfg_lattice(lattice), .reg_wr(wr), .reg_rd(rd), .reg_addr(addr), .reg_wdata(wdata), .reg_rdata(rdata)
    );

    // ---- what comes out: words by output
    integer     out_n [0:OUT-1], heads = 0, order_n = 0, cycle = 0, head_at = 0;
    reg [127:0] out_w [0:OUT*4-1];
    integer     order [0:63];
    integer     o;
    always @(posedge clk) begin
        cycle = cycle + 1;
        for (o = 0; o < OUT; o = o + 1) if (mv[o] && (o >= N || tr[o])) begin
            if (out_n[o] < 4) out_w[4*o+out_n[o]] = md[128*o+:128];
            out_n[o] = out_n[o] + 1;
            if (mh[o]) begin
                heads = heads + 1;
                head_at = cycle;
                order[order_n % 64] = md[128*o+5+:16];
                order_n = order_n + 1;
            end
        end
    end
    reg [IN-1:0] took;
    always @(posedge clk) took <= sr;

    task wait_cycles; input integer n; repeat (n) @(negedge clk); endtask
    task forget;
        begin
            for (o = 0; o < OUT; o = o + 1) out_n[o] = 0;
            heads = 0;
            order_n = 0;
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
    task check;
        input ok;
        if (ok !== 1'b1) wrong = wrong + 1;
    endtask
    task restart;
        begin
            rst = 1'b1;
            sv = {IN{1'b0}};
            tr = {N{1'b1}};
            room_d = {2*N{10'd512}};
            room_h = {2*N{8'd128}};
            lroom = {2*P{1'b1}};
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

    // ---- the page's way
    integer size [0:2], own [0:2], dst [0:2], dims [0:2], w_out, w_vc, w_last;
    reg     w_ool, w_hops, w_port;
    reg [5:0] en;
    integer limit;
    task way;
        input integer in, port;
        input old_ool;
        input integer hops;
        integer d, n, s;
        reg plus, found;
        begin
            w_ool = old_ool;
            for (n = 0; n < 3; n = n + 1) if (dst[n] >= size[n]) w_ool = 1'b1;
            found = 1'b0;
            w_last = 0;
            w_port = 1'b0;
            for (n = 0; n < 3 && !found && !w_ool; n = n + 1) begin
                d = dims[n];
                if (dst[d] != own[d]) begin
                    found = 1'b1;
                    s = (dst[d] - own[d] + size[d]) % size[d];
                    plus = size[d] == 2 || 2 * s < size[d] || (2 * s == size[d] && en[2*d]);
                    w_out = 2 * d + !plus;
                    if (in < 2 * N && in / 4 == d) w_vc = in % 2;
                    else w_vc = plus ? dst[d] < own[d] : dst[d] > own[d];
                    w_last = plus ? s == 1 : s == size[d] - 1;
                    w_port = !en[w_out];
                end
            end
            if (!found) begin
                if (port >= P) w_ool = 1'b1;
                w_out = N + (w_ool ? 0 : port);
                w_vc = in < 2 * N ? in % 2 : 0;
            end
            w_hops = (hops == 1023 ? 1023 : hops + 1) > limit;
            if (w_hops) w_port = 1'b0;
        end
    endtask

    integer     i, j, in, ools, hopss, ports, hops, port, t0;
    reg         old_ool;
    reg [127:0] h;
    reg [5:0]   table_q;
    initial begin
        if (test("each packet takes the page's way, with the page's header")) begin
            restart;
            {ools, hopss, ports} = 0;
            for (i = 0; i < 60; i = i + 1) begin
                for (j = 0; j < 3; j = j + 1) begin
                    size[j] = rnd(3) == 0 ? 1 + rnd(2) : 1 + rnd(j == 0 ? 64 : 32);
                    if (rnd(2) == 0 && size[j] > 2) size[j] = size[j] & ~1;
                    own[j] = rnd(size[j]);
                end
                en = rnd(2) == 0 ? 6'h3f : rnd(64);
                limit = rnd(2) == 0 ? 1023 : rnd(1024);
                table_q = rnd(3) == 0 ? rnd(64) : 6'b10_01_00;
                dims[0] = table_q[1:0];
                dims[1] = table_q[3:2];
                dims[2] = table_q[5:4];
                if ((1 << dims[0] | 1 << dims[1] | 1 << dims[2]) != 7) begin
                    dims[0] = 2;
                    dims[1] = 1;
                    dims[2] = 0;
                end
                write(6, own[0] << 10 | own[1] << 5 | own[2]);
                write(8, size[0] | size[1] << 8 | size[2] << 16);
                write(16, table_q);
                write(18, limit);
                write(19, en);
                check(coord === (own[0] << 10 | own[1] << 5 | own[2]));
                wait_cycles(4);
                for (j = 0; j < 6; j = j + 1) begin
                    in = rnd(IN);
                    for (o = 0; o < 3; o = o + 1) begin
                        dst[o] = rnd(2) == 0 ? own[o] : rnd(8) == 0 ? rnd(o == 0 ? 64 : 32)
                            : rnd(4) == 0 ? (own[o] + size[o] / 2) % size[o] : rnd(size[o]);
                    end
                    port = rnd(8) == 0 ? rnd(16) : rnd(P);
                    old_ool = rnd(16) == 0;
                    hops = rnd(3) == 0 ? rnd(1024) : rnd(40);
                    h = header(rnd(65536), dst[0], dst[1], dst[2], port, 1'b0, 16, {rnd(65536), rnd(65536), rnd(65536)});
                    h = sealed(h[119:0] | {hops[9:0], 110'd0} | {old_ool, 42'd0} | {in < 12 && in[0]});
                    way(in, port, old_ool, hops);
                    forget;
                    t0 = cycle;
                    give(in, h, 1'b1, 1'b0);
                    give(in, MAGIC, 1'b0, 1'b0);
                    give(in, START, 1'b0, 1'b1);
                    wait_cycles(6);
                    ools = ools + w_ool;
                    hopss = hopss + w_hops;
                    ports = ports + w_port;
                    if (w_hops || w_port) check(heads == 0);
                    else begin
                        hops = hops == 1023 ? 1023 : hops + 1;
                        h = sealed({hops[9:0], h[109:43], w_ool, h[41:5], w_last[0], 3'd0, w_vc[0]});
                        check(heads == 1 && head_at - t0 <= 10 && out_n[w_out] == 3 && out_w[4*w_out] === h);
                        check(out_w[4*w_out+1] === MAGIC && out_w[4*w_out+2] === START);
                        if (w_out >= N) check(lvc[w_out-N] === w_vc[0]);
                    end
                end
            end
            register(20, ools);
            register(21, hopss);
            register(22, ports);
            check(ools > 10 && hopss > 10 && ports > 10);
            judge;
        end
        // a ring of 8 in x; own 0
        if (test("a packet is granted with room for all its words and two headers, on its VC")) begin
            restart;
            write(8, 32'h00010108);
            h = header(1, 3, 0, 0, 0, 1'b0, 160, 48'd0);
            room_d = {2*N{10'd9}};
            room_d[19:10] = 10'd512;
            give(12, h, 1'b1, 1'b0);
            wait_cycles(20);
            check(heads == 0);
            room_d[9:0] = 10'd10;
            room_h[7:0] = 8'd1;
            wait_cycles(20);
            check(heads == 0);
            room_h[7:0] = 8'd2;
            wait_cycles(5);
            check(heads == 1 && out_n[0] == 1);
            repeat (10) give(12, 128'd5, 1'b0, 1'b0);
            give(12, 128'd6, 1'b0, 1'b1);
            h = header(1, 0, 0, 0, 1, 1'b1, 0, 48'd0);
            lroom = 4'b0111;
            forget;
            give(3, h, 1'b1, 1'b1);
            wait_cycles(20);
            check(heads == 0);
            give(2, h, 1'b1, 1'b1);
            wait_cycles(5);
            check(heads == 1 && lvc[1] === 1'b0);
            lroom = 4'b1000;
            wait_cycles(8);
            check(heads == 2 && lvc[1] === 1'b1);
            judge;
        end
        if (test("the lowest input first, or each in its turn; one without room stops no other")) begin
            for (i = 0; i < 2; i = i + 1) begin
                restart;
                write(8, 32'h00010108);
                write(17, i);
                room_h = 96'd0;
                for (j = 0; j < IN; j = j + 1) begin
                    sd[128*j+:128] = header(j, 2, 0, 0, 0, 1'b1, 0, 48'd0);
                    {sv[j], sh[j], sl[j]} = 3'b111;
                end
                wait_cycles(1);
                sv = {IN{1'b0}};
                sv[0] = 1'b1;  // input 0 has more of them
                wait_cycles(8);
                room_h = {2*N{8'd128}};
                room_h[15:8] = 8'd0;  // VC 1 has no room: streams 1, 3 of x links keep it
                wait_cycles(120);
                if (i == 0) for (j = 0; j < 8; j = j + 1) check(order[j] == 0);
                else begin
                    check(order[0] == 0 && order[1] == 2);
                    for (j = 2; j < 12; j = j + 1) check(order[j] == j + 2);
                    check(order[12] == 0 && order[13] == 0);
                end
                sv[0] = 1'b0;
                wait_cycles(80);
                room_h = {2*N{8'd128}};
                wait_cycles(30);
                register(24, heads);
                check(order[(order_n - 2) % 64] + order[(order_n - 1) % 64] == 4);
            end
            judge;
        end
        if (test("all ports at once, a word a cycle each")) begin
            restart;
            write(8, 32'h00080808);
            for (j = 0; j < OUT; j = j + 1) begin
                // links: on in its dimension from the other side; local: from y links to local ports
                case (j)
                    0: sd[128*2+:128] = header(2, 1, 0, 0, 0, 1'b0, 4096, 48'd0);
                    1: sd[128*0+:128] = header(0, 7, 0, 0, 0, 1'b0, 4096, 48'd0);
                    2: sd[128*6+:128] = header(6, 0, 1, 0, 0, 1'b0, 4096, 48'd0);
                    3: sd[128*4+:128] = header(4, 0, 7, 0, 0, 1'b0, 4096, 48'd0);
                    4: sd[128*12+:128] = header(12, 0, 0, 1, 0, 1'b0, 4096, 48'd0);
                    5: sd[128*13+:128] = header(13, 0, 0, 7, 0, 1'b0, 4096, 48'd0);
                    6: sd[128*8+:128] = header(8, 0, 0, 0, 0, 1'b0, 4096, 48'd0);
                    default: sd[128*10+:128] = header(10, 0, 0, 0, 1, 1'b0, 4096, 48'd0);
                endcase
            end
            sh = {IN{1'b1}};
            sl = {IN{1'b0}};
            sv = 14'b11_0101_0101_0101;
            @(negedge clk) sh = {IN{1'b0}};
            wait_cycles(100);
            forget;
            wait_cycles(100);
            for (j = 0; j < OUT; j = j + 1) check(out_n[j] == 100);
            judge;
        end
        $finish;
    end
endmodule

`default_nettype wire
