// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// ape_ni against its contract page: two of them back to back over their local ports, each with the memory of a host; on
// the way packets are looked at, dropped, changed, and made. CRCs are worked out bit by bit.

`timescale 1ns / 1ps
`default_nettype none

module ape_ni_tb;
`include "ape_ni_bench.vh"

    integer i, j, n;

    initial begin
        for (i = 0; i < 65536; i = i + 1) begin
            a.mem[i] = {4{32'h9e3779b9 * i}} ^ {i, 32'd0, ~i, 32'h55aa};
            b.mem[i] = {4{32'h85ebca6b * i}} ^ {32'd1, i, 32'd0, i};
        end
        for (i = 16'h2000; i < 16'h3000; i = i + 1) begin
            a.mem[i] = 0;
            b.mem[i] = 0;
        end
        repeat (4) @(negedge clk);
        rst = 0;
        a.expect32(20'h010fc, 32'h414e0001);
        a.expect32(20'h01080, 32'h01000000);
        a.expect32(20'h01088, 32'h00100000);
        a.put32(20'h00018, 32'h00012345);
        a.expect32(20'h00024, {20'h12345, 12'h024});
        a.start(4);
        b.start(6);
        judge("registers are the page's");

        // one PUT of a page, aligned; then one of odd ends over two pages
        b.command(1, 16'h77, 48'h123456789000, 32'd12288, 0, 0);
        b.ends(0);
        b.page(16'h77, 48'h123456789000, 48'h40000);
        b.page(16'h77, 48'h12345678a000, 48'h60000);
        b.page(16'h77, 48'h12345678b000, 48'h50000);
        a.descriptor(1, 48'h80000, 13'd4096, B, 16'h77, 48'h123456789000, 32'd5, 32'd905, 1, 1);
        a.ring;
        a.expect_event(1, 1, 16'h77, A, 905, 4096);
        b.expect_event(2, 1, 16'h77, A, 5, 4096);
        same(48'h80000, 48'h40000, 4096);
        judge("a PUT of a page arrives, with sent and received events");
        $finish;
    end

    initial begin
        repeat (600000) @(posedge clk);
        verdict(1, "the bench comes to its end");
        $finish;
    end
endmodule

`include "ape_ni_side.vh"
`include "ape_ni_way.vh"

`default_nettype wire
