// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// exa_rdma_rx against exa_rdma_rx.md, sections 4, 6 and 7: transactions, attempts, generations,
// notifications, refusals.

`timescale 1ns / 1ps
`default_nettype none

module exa_rdma_rx_tb;
`include "exa_rdma_bench.vh"

    integer i, j, t;
    reg [13:0] s;
    initial begin
        for (i = 0; i < BYTES; i = i + 1) begin
            mem[i] = 8'haa;
            ref_m[i] = 8'haa;
        end
        for (i = 0; i < 32; i = i + 1) counts[i] = 0;
        repeat (3) @(negedge clk);
        if (shr || spr || sfr || mh || mp || mf || xawv || xwv) bad_reg = bad_reg + 1;
        rst = 0;
        repeat (40) @(negedge clk);

        // registers read as written, others refuse
        reg_write(20'h40000, 32'h80000000 | PDID);
        reg_write(20'h4000c, 32'hffff0000 | PDID2);
        axi_read(20'h4000c, 2);
        if (got !== (32'h80000000 | PDID2) || got_resp !== 0) bad_reg = bad_reg + 1;
        axi_read(20'h40400, 2);
        if (got !== 32'h45430001) bad_reg = bad_reg + 1;
        axi_read(20'h40404, 2);
        if (got !== 32'h00040401) bad_reg = bad_reg + 1;
        axi_read(20'h40408, 2);
        if (got !== OWN) bad_reg = bad_reg + 1;
        axi_read(20'h40410, 2);
        if (got !== 32'h00100000) bad_reg = bad_reg + 1;
        axi_read(20'h404b8, 2);
        if (got !== 0 || got_resp !== 0) bad_reg = bad_reg + 1;
        axi_read(20'h404bc, 2);
        if (got_resp !== 2) bad_reg = bad_reg + 1;
        axi_read(20'h05000, 2);
        if (got_resp !== 3) bad_reg = bad_reg + 1;
        reg_write(20'h00010, 32'd0);
        if (got_resp !== 2) bad_reg = bad_reg + 1;
        reg_write(20'h41000, 32'd0);
        if (got_resp !== 3) bad_reg = bad_reg + 1;
        settle;
        verdict(wrong, "registers read as written, others refuse");

        // two transactions, packets mixed and out of order
        slow = 30; stall = 1; salt = 1;
        s = 0;
        data(42'h0103, 253, 5, s, 3'b001, 1);
        data(42'h4210, 1, 700, 14'h15, 3'b011, 1);
        data(42'h0300, 77, 5, s, 3'b010, 1);
        quiet;
        answer(0, 700, 14'h15);
        context_is(5, 1, 0, 64'hA, {1'b1, 6'd3, 1'b0, 1'b1, 6'd1});
        data(42'h0200, 256, 5, s, 3'b000, 1);
        quiet;
        answer(0, 5, 0);
        if (out_b[(taken-1)%1024] != 4) bad_out = bad_out + 1;
        context_is(5, 2, 0, 64'hE, {1'b1, 6'd3, 1'b0, 1'b1, 6'd1});
        counted(15, 4);
        counted(0, 2);
        counted(30, 253 + 1 + 77 + 256);
        settle;
        verdict(wrong, "two transactions, packets mixed and out of order");

        // a done context answers copies of last and newer attempts, once each
        salt = 2;  // other bytes: they must not be written
        data(42'h0200, 256, 5, 0, 3'b000, 0);
        quiet;
        nothing_more;
        data(42'h0300, 77, 5, 0, 3'b010, 0);
        quiet;
        answer(0, 5, 0);
        data(42'h0103, 253, 5, 2, 3'b001, 0);
        data(42'h0200, 256, 5, 2, 3'b000, 0);
        data(42'h0200, 256, 5, 1, 3'b000, 0);
        quiet;
        answer(0, 5, 2);
        data(42'h0300, 77, 5, 1, 3'b010, 0);
        quiet;
        answer(0, 5, 1);
        counted(17, 6);
        settle;
        verdict(wrong, "a done context answers copies of last and newer attempts, once each");

        // a newer generation is a new transaction, an older one is stale
        salt = 3;
        data(42'h0203, 100, 5, 14'h10, 3'b011, 1);
        quiet;
        answer(0, 5, 14'h10);
        salt = 4;
        data(42'h0203, 100, 5, 14'h0f, 3'b011, 0);
        data(42'h0203, 100, 5, 14'h1010, 3'b011, 0);
        data(42'h0203, 100, 5, 14'h1fff, 3'b011, 0);
        quiet;
        counted(16, 3);
        // around the end of the numbers: 1010, exactly 4096 ahead, was older; now 100f
        data(42'h0203, 100, 5, 14'h100f, 3'b011, 1);
        quiet;
        answer(0, 5, 14'h100f);
        salt = 5;
        data(42'h0203, 100, 5, 14'h1ff0, 3'b011, 1);
        quiet;
        data(42'h0203, 100, 5, 14'h0000, 3'b011, 1);
        quiet;
        answer(0, 5, 14'h1ff0);
        answer(0, 5, 14'h0000);
        counted(24, 0);
        // over one that is active
        data(42'h0203, 100, 5, 14'h0010, 3'b001, 1);
        data(42'h0203, 100, 5, 14'h0020, 3'b011, 1);
        quiet;
        answer(0, 5, 14'h0020);
        counted(24, 1);
        settle;
        verdict(wrong, "a newer generation is a new transaction, an older one is stale");

        // a newer attempt begins anew, an older one is stale; memory answers the older when the newer has come
        salt = 6;
        slow = 200;
        data(42'h1000, 256, 9, 14'h20, 3'b001, 1);
        data(42'h1100, 256, 9, 14'h21, 3'b000, 1);
        quiet;
        context_is(9, 1, 14'h21, 64'h20000, 15'd0);
        nothing_more;
        salt = 7;
        data(42'h1000, 256, 9, 14'h20, 3'b001, 0);
        salt = 6;
        data(42'h1200, 10, 9, 14'h21, 3'b010, 1);
        quiet;
        nothing_more;
        data(42'h1000, 256, 9, 14'h21, 3'b001, 1);
        quiet;
        answer(0, 9, 14'h21);
        // bits that were marked are not taken over
        data(42'h1000, 256, 10, 14'h20, 3'b001, 1);
        data(42'h1100, 256, 10, 14'h20, 3'b000, 1);
        quiet;
        data(42'h1000, 256, 10, 14'h21, 3'b001, 1);
        data(42'h1200, 10, 10, 14'h21, 3'b010, 1);
        quiet;
        context_is(10, 1, 14'h21, 64'h50000, {1'b1, 6'd18, 1'b0, 1'b1, 6'd16});
        nothing_more;
        data(42'h1100, 256, 10, 14'h21, 3'b000, 1);
        quiet;
        answer(0, 10, 14'h21);
        counted(16, 1);
        slow = 30;
        settle;
        verdict(wrong, "a newer attempt begins anew, an older one is stale");

        // notification: after the data, before the response, whatever came first
        salt = 8;
        control(20, 14'h30, {OTHER, 42'h38300004000}, 128'h0123456789abcdeffedcba9876543210);
        data(42'h2000, 256, 20, 14'h30, 3'b101, 1);
        quiet;
        nothing_more;
        find(20);
        axi_read(64 * found + 32, 4);
        if (got_all !== {64'd0, OTHER, 42'h38300004000}) bad_reg = bad_reg + 1;
        axi_read(64 * found + 48, 4);
        if (got_all !== 128'h0123456789abcdeffedcba9876543210) bad_reg = bad_reg + 1;
        if (w0[29:26] !== 4'b1101 || w1[15:0] !== PDID) bad_reg = bad_reg + 1;
        i = b_take;
        data(42'h2100, 1, 20, 14'h30, 3'b110, 1);
        quiet;
        notice({OTHER, 42'h38300004000}, 128'h0123456789abcdeffedcba9876543210, 20, 14'h30);
        if (out_b[(taken-3)%1024] != i + 1) bad_out = bad_out + 1;
        answer(0, 20, 14'h30);
        // data first; the control packet comes with the next attempt and is kept through another
        data(42'h2000, 256, 21, 14'h30, 3'b101, 1);
        quiet;
        data(42'h2000, 256, 21, 14'h31, 3'b101, 1);
        control(21, 14'h31, {SRC, 42'h00000002800}, 128'd77);
        control(21, 14'h31, {SRC, 42'h00000002800}, 128'd78);
        data(42'h2000, 256, 21, 14'h32, 3'b101, 1);
        quiet;
        nothing_more;
        data(42'h2100, 9, 21, 14'h32, 3'b110, 1);
        quiet;
        notice({SRC, 42'h00000002800}, 128'd77, 21, 14'h32);
        answer(0, 21, 14'h32);
        // no second notification: a newer attempt, with its control packet
        control(21, 14'h33, {SRC, 42'h00000002800}, 128'd79);
        data(42'h2000, 256, 21, 14'h33, 3'b101, 0);
        quiet;
        answer(0, 21, 14'h33);
        // the control packet last
        data(42'h2000, 256, 22, 14'h00, 3'b111, 1);
        quiet;
        nothing_more;
        control(22, 14'h00, {SRC, 42'h00000002800}, 128'd80);
        quiet;
        notice({SRC, 42'h00000002800}, 128'd80, 22, 14'h00);
        answer(0, 22, 14'h00);
        counted(19, 1);
        counted(21, 3);
        settle;
        verdict(wrong, "notification: after the data, before the response, whatever came first");

        // a wrong payload CRC: nack 3 once an attempt, which is never answered 0
        salt = 9;
        data(42'h3000, 256, 30, 14'h00, 3'b001, 1);
        spoil_p = 1;
        salt = 10;
        data(42'h3100, 256, 30, 14'h00, 3'b000, 0);
        data(42'h3200, 256, 30, 14'h00, 3'b010, 0);
        spoil_p = 0;
        salt = 9;
        data(42'h3100, 256, 30, 14'h00, 3'b000, 1);
        data(42'h3200, 256, 30, 14'h00, 3'b010, 1);
        quiet;
        answer(3, 30, 0);
        nothing_more;
        data(42'h3000, 256, 30, 14'h01, 3'b001, 1);
        data(42'h3100, 256, 30, 14'h01, 3'b000, 1);
        data(42'h3200, 256, 30, 14'h01, 3'b010, 1);
        quiet;
        answer(0, 30, 1);
        // without a context: once, too
        spoil_p = 1;
        data(42'h3000, 256, 31, 14'h05, 3'b001, 0);
        data(42'h3000, 256, 31, 14'h05, 3'b001, 0);
        data(42'h3000, 256, 31, 14'h06, 3'b001, 0);
        spoil_p = 0;
        quiet;
        answer(3, 31, 5);
        answer(3, 31, 6);
        context_is(31, 0, 0, 0, 0);
        counted(10, 5);
        counted(22, 2);
        counted(20, 3);
        settle;
        verdict(wrong, "a wrong payload CRC: nack 3 once an attempt, which is never answered 0");

        // memory's errors: 1 and 4, and no positive response
        data(42'h100000, 16, 40, 14'h00, 3'b001, 0);
        data(42'h100100, 16, 40, 14'h00, 3'b010, 0);
        quiet;
        answer(1, 40, 0);
        data(42'h200000, 16, 40, 14'h10, 3'b011, 0);
        quiet;
        answer(4, 40, 14'h10);
        context_is(40, 1, 14'h10, 64'h0, {1'b1, 6'd0, 1'b0, 1'b1, 6'd0});
        counted(28, 3);
        settle;
        verdict(wrong, "memory's errors: 1 and 4, and no positive response");

        // protection, addresses, disagreement
        pdid = 16'h1111;
        data(42'h4000, 16, 50, 14'h00, 3'b011, 0);
        quiet;
        answer(7, 50, 0);
        pdid = PDID;
        data({3'b111, 39'd0}, 16, 51, 14'h00, 3'b011, 0);
        data(42'h40f8, 16, 52, 14'h00, 3'b011, 0);
        data(42'h4010, 16, 53, 14'h00, 3'b010, 0);
        quiet;
        answer(4, 51, 0);
        answer(4, 52, 0);
        answer(4, 53, 0);
        counted(13, 1);
        counted(12, 3);
        salt = 11;
        data(42'h5100, 256, 54, 14'h00, 3'b001, 1);
        data(42'h5300, 256, 54, 14'h00, 3'b010, 1);
        pdid = PDID2;
        data(42'h5200, 256, 54, 14'h00, 3'b000, 0);
        pdid = PDID;
        quiet;
        leaves(HDR, ack(7, TO_RT, PDID2, SRC, 54, 0));
        data(42'h5100, 256, 54, 14'h01, 3'b001, 1);
        data(42'h9200, 256, 54, 14'h01, 3'b000, 0);
        quiet;
        answer(4, 54, 1);
        for (i = 2; i < 7; i = i + 1) begin
            data(42'h5100, 256, 54, i, 3'b001, 1);
            data(42'h5300, 256, 54, i, 3'b010, 1);
            case (i)
                2: data(42'h5000, 256, 54, i, 3'b000, 0);
                3: data(42'h5400, 256, 54, i, 3'b000, 0);
                4: data(42'h5200, 256, 54, i, 3'b001, 0);
                5: data(42'h5200, 256, 54, i, 3'b010, 0);
                default: data(42'h5300, 256, 54, i, 3'b001, 0);
            endcase
            quiet;
            answer(4, 54, i);
        end
        counted(18, 7);
        data(42'h5100, 256, 54, 14'h08, 3'b001, 1);
        data(42'h5200, 256, 54, 14'h08, 3'b010, 1);
        quiet;
        answer(0, 54, 8);
        settle;
        verdict(wrong, "protection, addresses, disagreement");

        verdict(bad_bus, "the memory sees bursts of 16-byte words within 4 KiB, last words marked");
        verdict(bad_hold, "valid and data of the output hold until ready, one at a time");
        $finish;
    end

    initial begin
        repeat (400000) @(posedge clk);
        verdict(1, "the bench comes to its end");
        $finish;
    end
endmodule

`default_nettype wire
