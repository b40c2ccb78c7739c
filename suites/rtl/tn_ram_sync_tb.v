// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// tn_ram_sync: random writes and reads against an array of the bench, by columns and by words.

`timescale 1ns / 1ps
`default_nettype none

module tn_ram_sync_tb;
`include "tn_bench.vh"
    reg         clk = 1'b0;
    reg  [2:0]  wr_en = 3'd0;
    reg         rd_en = 1'b0;
    reg  [3:0]  wr_addr = 4'd0, rd_addr = 4'd0;
    reg  [11:0] wr_data = 12'd0;
    wire [11:0] rd_data, one_data;

    tn_ram_sync #(.DATA_W(12), .DEPTH_N(13), .ADDR_W(4), .COL_W(4)) dut (
        .clk(clk), .wr_en(wr_en), .wr_addr(wr_addr), .wr_data(wr_data),
        .rd_en(rd_en), .rd_addr(rd_addr), .rd_data(rd_data)
    );
    // one column
    tn_ram_sync #(.DATA_W(12), .DEPTH_N(13), .ADDR_W(4)) one (
        .clk(clk), .wr_en(wr_en[1]), .wr_addr(wr_addr), .wr_data(wr_data),
        .rd_en(rd_en), .rd_addr(rd_addr), .rd_data(one_data)
    );

    always #1 clk = !clk;

    reg [11:0] mem [0:15], mem1 [0:15], want, want1;
    integer i, c, bad = 0, bad_same = 0, bad_hold = 0, bad_one = 0;

    initial begin
        @(negedge clk);
        for (i = 0; i < 13; i = i + 1) begin
            wr_en = 3'd7; wr_addr = i[3:0]; wr_data = ~{i[5:0], i[5:0]}; mem[i] = wr_data; mem1[i] = wr_data;
            @(negedge clk);
        end
        for (i = 0; i < 5000; i = i + 1) begin
            wr_en = rnd(8);
            wr_addr = rnd(13);
            wr_data = rnd(4096);
            rd_en = i == 0 || rnd(4) != 0;
            rd_addr = (i % 3 == 0) ? wr_addr : rnd(13);
            if (rd_en) begin
                want = mem[rd_addr];
                want1 = mem1[rd_addr];
            end
            @(negedge clk);
            if (rd_data !== want) begin
                if (!rd_en) bad_hold = bad_hold + 1;
                else if (rd_addr == wr_addr && wr_en != 0) bad_same = bad_same + 1;
                else bad = bad + 1;
            end
            if (one_data !== want1) bad_one = bad_one + 1;
            for (c = 0; c < 3; c = c + 1) if (wr_en[c]) mem[wr_addr][4*c+:4] = wr_data[4*c+:4];
            if (wr_en[1]) mem1[wr_addr] = wr_data;
        end
        verdict(bad, "a word reads as its columns were written, from the cycle after the write");
        verdict(bad_same, "a word that is being written reads as it was");
        verdict(bad_hold, "the word read stays until the next read");
        verdict(bad_one, "with one column a word is written whole or not at all");
        $finish;
    end
endmodule

`default_nettype wire
