// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Two tnw_nwp back to back, a host on each side: registers, Pput and Nget from end to end, and how long an item takes.
// Link l of one is wired to link l xor 1 of the other, W cycles away. A pair with symbols, which take Icarus most
// of the time, does the short tests and stops; one without does the long ones.
//
// For seeded bugs this is enough:
// few: FEW=1

`timescale 1ns / 1ps
`default_nettype none

`include "tnw_bench_host.vh"

module tnw_nwp_pair #(
    parameter integer PCS_EN = 1
) (
    input  wire start,
    output reg  done
);
`include "tnw_bench.vh"
`include "tn_bench_tests.vh"

    localparam integer W = 3;

    reg          clk = 1'b0, rst = 1'b1;
    initial done = 1'b0;
    always #2 if (start && !done) clk = !clk;

    wire [15:0]  rid [0:1];
    wire [63:0]  bar0 [0:1], bar2 [0:1];
    wire [1:0]   sv, sr, sl, mv, mr, ml;
    wire [127:0] sd [0:1], md [0:1];
    wire [3:0]   sk [0:1], mk [0:1];
    wire [2:0]   sok [0:1];
    wire [239:0] tx [0:1], rx [0:1];
    wire [5:0]   up [0:1], rv [0:1];
    wire [23:0]  rc [0:1];
    wire [17:0]  rvc [0:1];
    wire [29:0]  rs [0:1];
    reg          counted = 1'b1; // no link was reset
    reg  [59:0]  taken = 60'd0;  // packets of each link, of side 1 above
    reg  [239:0] flip = 240'd0;  // of what comes to side 0
    genvar       g, l;
    generate
        for (g = 0; g < 2; g = g + 1) begin : side
            tnw_bench_host #(.ID(g)) host (
                .clk(clk), .rst(rst), .rid(rid[g]), .bar0(bar0[g]), .bar2(bar2[g]), .s_valid(sv[g]), .s_ready(sr[g]),
                .s_data(sd[g]), .s_keep(sk[g]), .s_last(sl[g]), .s_ok(sok[g]), .m_valid(mv[g]), .m_ready(mr[g]),
                .m_data(md[g]), .m_keep(mk[g]), .m_last(ml[g])
            );
            tnw_nwp #(.PCS_EN(PCS_EN), .LAST_EN(0), .TX_ITEMS_LOG2(PCS_EN != 0 ? 4 : 3), .RX_PKTS_LOG2(PCS_EN != 0 ? 4 : 3)) dut (
                .clk(clk), .rst(rst), .rid(rid[g]), .bar0(bar0[g]), .bar2(bar2[g]), .s_tlp_valid(sv[g]),
                .s_tlp_ready(sr[g]), .s_tlp_data(sd[g]), .s_tlp_keep(sk[g]), .s_tlp_last(sl[g]), .s_tlp_ok(sok[g]),
                .m_tlp_valid(mv[g]), .m_tlp_ready(mr[g]), .m_tlp_data(md[g]), .m_tlp_keep(mk[g]), .m_tlp_last(ml[g]),
                .m_tlp_ok(3'd7), .line_tx(tx[g]), .line_rx(rx[g]), .obs_up(up[g]), .obs_rx_valid(rv[g]),
                .obs_rx_cause(rc[g]), .obs_rx_vc(rvc[g]), .obs_rx_seq(rs[g]), .obs_tx_data(), .obs_tx_flags(), .obs_rx_data(),
                .obs_rx_flags(), .obs_match_valid(), .obs_match_id(), .obs_match_fit()
            );
            for (l = 0; l < 6; l = l + 1) begin : line
                tnw_wire #(.WIRE_CYC(W), .PCS_EN(PCS_EN)) wire_in (
                    .clk(clk), .rst(rst), .d(tx[1-g][40*(l^1)+:40]), .cut(1'b0), .flip(g == 0 ? flip[40*l+:40] : 40'd0), .q(rx[g][40*l+:40])
                );
            end
        end
    endgenerate

    integer cycle = 0, inj_at = 0, wr_at = 0, i, j, n, link, vc, at;
    always @(posedge clk) begin
        for (at = 0; at < 12; at = at + 1)
            if (!rst && counted && rv[at/6][at%6] !== 1'b0) begin  // each is TAKEN, by its number
                must(rc[at/6][4*(at%6)+:4] === 4'd8 && rs[at/6][5*(at%6)+:5] === taken[5*at+:5] && ^rvc[at/6][3*(at%6)+:3] !== 1'bx, `__LINE__);
                taken[5*at+:5] = taken[5*at+:5] + 5'd1;
            end
        cycle = cycle + 1;
        if (side[0].dut.inj_valid != 0 && inj_at == 0) inj_at = cycle;
        if (side[1].dut.m_wr_valid && wr_at == 0) wr_at = cycle;
    end
    task must;
        input good;
        input integer line;
        if (good !== 1'b1) begin
            wrong = wrong + 1;
            if (wrong < 12) $display("# check %0d in cycle %0d", line, cycle);
        end
    endtask
    task idle; input integer c; repeat (c) @(negedge clk); endtask
    function wanted;  // a test may be for both pairs
        input [8*96-1:0] name;
        wanted = test(PCS_EN != 0 ? {name[8*82-1:0], ", with symbols"} : name);
    endfunction
    task judge_both;
        begin
            wrong = wrong + side[0].host.wrong + side[1].host.wrong;
            side[0].host.wrong = 0;
            side[1].host.wrong = 0;
            judge;
        end
    endtask
    // what either side does; which one is a number, so each task has both
    task write;
        input integer s;
        input [15:0]  a;
        input [31:0]  v;
        if (s == 0) side[0].host.write(a, v);
        else side[1].host.write(a, v);
    endtask
    reg [31:0] value;
    task read;
        input integer s;
        input [15:0]  a;
        if (s == 0) begin
            side[0].host.read(a);
            value = side[0].host.value;
        end else begin
            side[1].host.read(a);
            value = side[1].host.value;
        end
    endtask
    task expect_reg;
        input integer s;
        input [15:0]  a;
        input [31:0]  v;
        begin
            read(s, a);
            if (value !== v) $display("# side %0d register %h is %h, not %h", s, a, value, v);
            must(value === v, `__LINE__);
        end
    endtask
    function [127:0] memory;
        input integer s, at;  // byte address
        memory = s == 0 ? side[0].host.mem[at/16] : side[1].host.mem[at/16];
    endfunction
    // a credit of items items at base, with its notification at note, in one TLP
    task credit;
        input integer s, k, v, base, items, note, tag;
        reg [2047:0]  six;
        begin
            six = {1856'd0, 32'd0, note[31:0], tag[31:0], 25'd0, 7'd0, 32'd1, base[31:0]};
            six[95:64] = 128 * items;
            if (s == 0) side[0].host.mwr(bar0[0] + 16'h4000 + 512 * k + 64 * v, 6, six);
            else side[1].host.mwr(bar0[1] + 16'h4000 + 512 * k + 64 * v, 6, six);
        end
    endtask
    function [127:0] payload;  // beat b of message m
        input integer m, b;
        payload = {m[31:0], b[31:0], m[31:0] * 32'd2654435761 + b, b[31:0] * 32'd40503 ^ 32'h13579bdf};
    endfunction
    // items of message m by Pput, 64 bytes a TLP, those of an item in either order
    task put;
        input integer s, k, v, item, items, m;
        integer       q, h;
        reg [2047:0]  d;
        begin
            for (q = 0; q < 2 * items; q = q + 1) begin
                h = q ^ m[0];
                d = {1536'd0, payload(m, 4 * h + 3), payload(m, 4 * h + 2), payload(m, 4 * h + 1), payload(m, 4 * h)};
                if (s == 0) side[0].host.mwr(bar2[0] + (k << 23) + (v << 20) + 128 * item + 64 * h, 16, d);
                else side[1].host.mwr(bar2[1] + (k << 23) + (v << 20) + 128 * item + 64 * h, 16, d);
            end
        end
    endtask
    // waits for the notification, which must come behind the data: items of message m at base, and be this
    task arrived;
        input integer s, note, base, items, m;
        input [127:0] told;
        begin
            n = 0;
            while (memory(s, note) !== told && n < 4000) begin
                @(negedge clk);
                n = n + 1;
            end
            if (n == 4000) $display("# side %0d at %h is %h, not %h", s, note, memory(s, note), told);
            must(n < 4000, `__LINE__);
            for (j = 0; j < 8 * items; j = j + 1) must(memory(s, base + 16 * j) === payload(m, j), `__LINE__);
        end
    endtask
    function [127:0] note_of;
        input integer kind, k, v, cause, bytes, tag;
        note_of = {23'd0, kind[0], k[3:0], v[3:0], 1'b1, 23'd0, cause[7:0], bytes[31:0], tag[31:0]};
    endfunction
    task fill;  // host memory at base: items of message m
        input integer s, base, items, m;
        for (j = 0; j < 8 * items; j = j + 1)
            if (s == 0) side[0].host.mem[base/16+j] = payload(m, j);
            else side[1].host.mem[base/16+j] = payload(m, j);
    endtask
    task get;
        input integer s, k, v, src, items, offset, note, tag;
        begin
            write(s, 16'h8000 + 256 * k, src);
            write(s, 16'h8004 + 256 * k, k[0]);  // above 4 GiB, or below
            write(s, 16'h8008 + 256 * k, 128 * items);
            write(s, 16'h800c + 256 * k, tag);
            write(s, 16'h8010 + 256 * k, (v << 29) + offset);
            write(s, 16'h8014 + 256 * k, note);
            write(s, 16'h8018 + 256 * k, 0);
        end
    endtask

`include "tnw_nwp_tests.vh"
endmodule

module tnw_nwp_tb #(
    parameter integer FEW = 0  // 1: without symbols alone, which does for the seeded bugs
);
    wire symbols, words;
    generate
        if (FEW == 0) begin : two
            tnw_nwp_pair #(.PCS_EN(1)) with_symbols (.start(1'b1), .done(symbols));
        end else begin : one
            assign symbols = 1'b1;
        end
    endgenerate
    tnw_nwp_pair #(.PCS_EN(0)) without (.start(symbols), .done(words));
    always @* if (words) $finish;
    initial begin
        #4000000 $display("not ok the bench ends");
        $finish;
    end
endmodule
