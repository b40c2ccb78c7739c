// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// tn_cam against a loop over a table of the bench: hits, two hits, care bits,
// invalidation, reset.

`timescale 1ns / 1ps
`default_nettype none

module tn_cam_tb;
    reg        clk = 1'b0;
    reg        rst = 1'b1;
    reg        wr_en = 1'b0, wr_valid = 1'b0;
    reg  [2:0] wr_idx = 3'd0;
    reg  [5:0] wr_key = 6'd0, wr_care = 6'd0, key = 6'd0;
    wire       hit, multi;
    wire [2:0] idx;

    tn_cam #(.KEY_W(6), .ENTRY_N(6), .IDX_W(3)) dut (
        .clk(clk), .rst(rst), .wr_en(wr_en), .wr_idx(wr_idx), .wr_valid(wr_valid),
        .wr_key(wr_key), .wr_care(wr_care), .key(key), .hit(hit), .multi(multi), .idx(idx)
    );

    // xorshift32: the same numbers on every simulator
    reg [31:0] rnd_q = 32'd12347;
    function [31:0] rnd;
        input unused;
        begin
            rnd_q = rnd_q ^ (rnd_q << 13);
            rnd_q = rnd_q ^ (rnd_q >> 17);
            rnd_q = rnd_q ^ (rnd_q << 5);
            rnd = rnd_q;
        end
    endfunction

    always #1 clk = !clk;

    reg       v [0:7];
    reg [5:0] k [0:7];
    reg [5:0] c [0:7];
    integer i, j, n, top, bad_hit = 0, bad_multi = 0, bad_idx = 0, twos = 0;
    integer threes = 0, bad_reset = 0;

    task verdict;
        input integer wrong;
        input [8*60-1:0] name;
        if (wrong == 0) $display("ok %0s", name);
        else $display("not ok %0s", name);
    endtask

    initial begin
        for (i = 0; i < 8; i = i + 1) begin v[i] = 1'b0; k[i] = 6'd0; c[i] = 6'd0; end
        @(negedge clk);
        @(negedge clk);
        rst = 1'b0;
        for (i = 0; i < 20000; i = i + 1) begin
            wr_en = rnd(1'b0) % 4 == 0;
            wr_valid = rnd(1'b0) % 3 != 0;
            wr_idx = rnd(1'b0) % 6;
            wr_key = rnd(1'b0);
            wr_care = (rnd(1'b0) % 2 == 0) ? 6'h3f : rnd(1'b0);
            key = (rnd(1'b0) % 2 == 0) ? k[rnd(1'b0) % 6] : rnd(1'b0);
            rst = i % 1009 == 1008;
            #0.1;
            n = 0; top = 0;
            for (j = 0; j < 6; j = j + 1)
                if (v[j] && (k[j] & c[j]) == (key & c[j])) begin n = n + 1; top = j; end
            if (hit !== (n > 0)) bad_hit = bad_hit + 1;
            if (multi !== (n > 1)) bad_multi = bad_multi + 1;
            if (n > 0 && {29'd0, idx} !== top) bad_idx = bad_idx + 1;
            if (n == 2) twos = twos + 1;
            if (n > 2) threes = threes + 1;
            @(negedge clk);
            if (rst) begin
                for (j = 0; j < 8; j = j + 1) v[j] = 1'b0;
            end else if (wr_en) v[wr_idx] = wr_valid;
            if (wr_en) begin k[wr_idx] = wr_key; c[wr_idx] = wr_care; end
        end
        // an entry that cares for nothing matches all, until reset
        rst = 1'b0; wr_en = 1'b1; wr_valid = 1'b1; wr_idx = 3'd5; wr_care = 6'd0;
        @(negedge clk);
        wr_en = 1'b0;
        #0.1;
        if (hit !== 1) bad_reset = bad_reset + 1;
        rst = 1'b1;
        @(negedge clk);
        #0.1;
        if (hit !== 0 || multi !== 0) bad_reset = bad_reset + 1;
        verdict(bad_hit, "an entry hits when valid and all cared-for bits agree");
        verdict(bad_multi, "two or more hits are told apart from one");
        verdict(bad_idx, "the index names a matching entry, the highest");
        verdict(bad_reset, "reset invalidates every entry");
        verdict((twos == 0 || threes == 0) ? 1 : 0, "double and triple hits were seen");
        $finish;
    end
endmodule

`default_nettype wire
