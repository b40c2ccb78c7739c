// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// tnw_inj_arb beside a circle of 54 numbers: who is served and when, and whose beats go to which link.

`timescale 1ns / 1ps
`default_nettype none

module tnw_inj_arb_tb;
`include "tnw_bench.vh"
`include "tn_bench_tests.vh"

    reg          clk = 1'b0, rst = 1'b1;
    reg  [53:0]  ask = 54'd0;
    reg  [5:0]   ok = 6'd0;
    reg          pv = 1'b0, gv = 1'b0;
    reg  [5:0]   pid = 6'd0;
    reg  [2:0]   gid = 3'd0, gvc = 3'd0;
    reg  [127:0] pd = 128'd0, gd = 128'd0;
    reg  [23:0]  po = 24'd0, go = 24'd0;
    reg          pl = 1'b0, gl = 1'b0;
    wire         ps, gs, il;
    wire [5:0]   psid, iv;
    wire [2:0]   gsid, ivc;
    wire [127:0] idat;
    wire [23:0]  ioff;
    always #4 clk = !clk;

    tnw_inj_arb dut (
        .clk(clk), .rst(rst), .ask(ask), .inj_ok(ok), .put_serve(ps), .put_id(psid), .put_valid(pv), .put_last(pl),
        .put_data(pd), .put_from(pid), .put_offset(po), .get_serve(gs), .get_link(gsid), .get_valid(gv), .get_last(gl),
        .get_data(gd), .get_from(gid), .get_vc(gvc), .get_offset(go), .inj_valid(iv), .inj_last(il), .inj_data(idat),
        .inj_vc(ivc), .inj_offset(ioff)
    );

    integer last = 53, since = 99, next, n, k;  // the number served last, and cycles behind it
    function integer link_of;
        input integer number;
        link_of = number < 48 ? number / 8 : number - 48;
    endfunction
    // a cycle; the beats that a served one would send are noise here
    task cycle;
        begin
            #1 next = -1;
            if (since >= 8) for (k = 54; k >= 1; k = k - 1) begin
                n = (last + k) % 54;
                if (ask[n] && ok[link_of(n)]) next = n;
            end
            if (ps !== (next >= 0 && next < 48) || (ps && psid !== next)) wrong = wrong + 1;
            if (gs !== (next >= 48) || (gs && gsid !== next - 48)) wrong = wrong + 1;
            k = rnd(3);
            pv = k == 1;
            gv = k == 2;
            {pl, gl} = rnd(4) & {pv, gv};
            {pd, gd} = {rnd(-1), rnd(-1), rnd(-1), rnd(-1), rnd(-1), rnd(-1), rnd(-1), rnd(-1)};
            {po, go} = {rnd(-1), rnd(-1)};
            pid = rnd(48);
            gid = rnd(6);
            gvc = rnd(8);
            #1;
            if (iv !== (pv ? 6'd1 << pid / 8 : gv ? 6'd1 << gid : 6'd0)) wrong = wrong + 1;
            if (il !== (pl || gl)) wrong = wrong + 1;
            if (pv && {idat, ioff, ivc} !== {pd, po, pid[2:0]}) wrong = wrong + 1;
            if (gv && {idat, ioff, ivc} !== {gd, go, gvc}) wrong = wrong + 1;
            @(negedge clk);
            since = since + 1;
            if (next >= 0) begin
                last = next;
                since = 1;
            end
        end
    endtask
    task reset;
        begin
            rst = 1'b1;
            @(negedge clk) rst = 1'b0;
            last = 53;
            since = 99;
        end
    endtask

    integer c;
    initial begin
        reset;
        if (test("all that ask take turns, an item every 8 cycles")) begin
            ask = ~54'd0;
            ok = 6'h3f;
            repeat (8 * 60) cycle;
            judge;
        end
        if (test("each number alone is served, while its link takes, and no other link's")) begin
            for (c = 0; c < 54; c = c + 1) begin
                ask = 54'd1 << c;
                ok = ~(6'd1 << link_of(c));
                repeat (9) cycle;
                ok = 6'd1 << link_of(c);
                repeat (2) cycle;
            end
            judge;
        end
        if (test("after a reset of one cycle number 0 goes first, at once")) begin
            for (c = 0; c < 54; c = c + 1) begin
                ask = 54'd1 << c;
                ok = 6'h3f;
                repeat (9) cycle;
                ask = ~54'd0;
                reset;
                repeat (3) cycle;
            end
            judge;
        end
        if (test("whoever asks, whatever link takes: the next one of the circle")) begin
            for (c = 0; c < 3000; c = c + 1) begin
                ask = {rnd(-1), rnd(-1)} & {rnd(-1), rnd(-1)} & (rnd(2) ? ~54'd0 : {rnd(-1), rnd(-1)} & {rnd(-1), rnd(-1)});
                ok = rnd(64);
                cycle;
            end
            judge;
        end
        $finish;
    end
    initial begin
        #500000 $display("not ok the bench ends");
        $finish;
    end
endmodule

`default_nettype wire
