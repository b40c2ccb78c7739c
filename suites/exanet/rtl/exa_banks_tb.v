// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// exa_banks against what the pages of its engines say of a bank that changes its owner: writes, judgements and ends of accesses
// at random, and every output in every cycle beside an account by the page's text.

`timescale 1ns / 1ps
`default_nettype none

module exa_banks_tb;
`include "tn_bench.vh"
    reg          clk = 0, rst = 1, wr = 0, row = 0, take = 0, give = 0;
    reg  [3:0]   which = 0;
    reg  [127:0] data = 0;
    reg  [1:0]   rd_row = 0;
    reg  [15:0]  pdid = 0;
    reg  [2:0]   give_bank = 0;
    wire [3:0]   there;
    wire [127:0] rd_data;
    wire         hit;
    wire [2:0]   bank;

    exa_banks dut (
        .clk(clk), .rst(rst), .wr(wr), .wr_row(row), .which(which), .wr_data(data), .there(there), .rd_row(rd_row),
        .rd_data(rd_data), .pdid(pdid), .hit(hit), .bank(bank), .take(take), .give(give), .give_bank(give_bank));

    always #1 clk = !clk;

    reg [16:0] owner [0:7];   // valid, domain
    reg        drains [0:7];
    integer    level [0:7], i, n, due, wrong_hit = 0, wrong_there = 0, wrong_banks = 0, wrong_levels = 0, drained = 0, at_once = 0;
    initial begin
        for (i = 0; i < 8; i = i + 1) begin
            owner[i] = 0; drains[i] = 0; level[i] = 0;
        end
        repeat (2) @(negedge clk);
        rst = 0;
        for (n = 0; n < 8000; n = n + 1) begin
            // a few domains, so that banks are written with what they have, and two banks have one domain
            wr = rnd(n < 4000 ? 8 : 40) == 0;
            row = rnd(2);
            which = rnd(16);
            for (i = 0; i < 4; i = i + 1) data[32*i+:32] = 32'h2aaa5a00 | (rnd(4) != 0) << 31 | rnd(2) << 30 | rnd(6);
            pdid = 16'h5a00 | rnd(6);
            rd_row = rnd(4);
            give_bank = rnd(8);
            give = rnd(4) != 0 && (level[give_bank] != 0 || rnd(64) == 0);   // now and then one that nobody asked for
            #0.1;
            due = 8;
            for (i = 7; i >= 0; i = i - 1) if (owner[i] == {1'b1, pdid} && !drains[i]) due = i;
            if (hit !== (due < 8) || (hit && bank !== due)) wrong_hit = wrong_hit + 1;
            take = hit && rnd(3) != 0 && level[bank] < 100;
            for (i = 0; i < 4; i = i + 1) begin
                if (there[i] !== !drains[4*row+i]) wrong_there = wrong_there + 1;
                if (!rd_row[1] && rd_data[32*i+:32] !== {owner[4*rd_row[0]+i][16], drains[4*rd_row[0]+i], 14'd0, owner[4*rd_row[0]+i][15:0]})
                    wrong_banks = wrong_banks + 1;
                if (rd_row[1] && rd_data[32*i+:32] !== level[4*rd_row[0]+i]) wrong_levels = wrong_levels + 1;
            end
            @(posedge clk);
            #0.1;
            for (i = 0; i < 8; i = i + 1)
                if (drains[i] && level[i] == 0) begin
                    drains[i] = 0;
                    drained = drained + 1;
                end else if (wr && row == i / 4 && which[i%4] && !drains[i] && owner[i] != {data[32*(i%4)+31], data[32*(i%4)+:16]}) begin
                    owner[i] = {data[32*(i%4)+31], data[32*(i%4)+:16]};
                    // the count that decides has what was judged now
                    drains[i] = level[i] + (take && due == i) - (give && give_bank == i && level[i] != 0) != 0;
                    if (!drains[i]) at_once = at_once + 1;
                end
            if (give && level[give_bank] != 0) level[give_bank] = level[give_bank] - 1;
            if (take) level[due] = level[due] + 1;
            @(negedge clk);
        end
        verdict(wrong_hit, "a domain has the lowest valid bank that holds it and does not drain");
        verdict(wrong_there, "a bank that drains takes no write");
        verdict(wrong_banks + (drained < 200) + (at_once < 200), "another owner of a bank with open accesses waits until none is");
        verdict(wrong_levels, "each bank counts its own accesses");
        rst = 1;
        rd_row = 0;
        @(negedge clk) n = rd_data != 0;
        rd_row = 2;
        #0.1 verdict(n + (rd_data != 0) + hit, "reset empties all banks");
        $finish;
    end
endmodule

`default_nettype wire
