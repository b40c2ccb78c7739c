// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// tn_ram: random writes and reads against an array of the bench.

`timescale 1ns / 1ps
`default_nettype none

module tn_ram_tb;
    reg         clk = 1'b0;
    reg         wr_en = 1'b0;
    reg  [3:0]  wr_addr = 4'd0, rd_addr = 4'd0;
    reg  [11:0] wr_data = 12'd0;
    wire [11:0] rd_data;

    tn_ram #(.DATA_W(12), .DEPTH_N(13), .ADDR_W(4)) dut (
        .clk(clk), .wr_en(wr_en), .wr_addr(wr_addr), .wr_data(wr_data),
        .rd_addr(rd_addr), .rd_data(rd_data)
    );

    // xorshift32: the same numbers on every simulator
    reg [31:0] rnd_q = 32'd12349;
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

    reg [11:0] mem [0:15];
    integer i, bad = 0, bad_en = 0;

    initial begin
        @(negedge clk);
        for (i = 0; i < 13; i = i + 1) begin
            wr_en = 1'b1; wr_addr = i[3:0]; wr_data = ~{i[5:0], i[5:0]}; mem[i] = wr_data;
            @(negedge clk);
        end
        for (i = 0; i < 5000; i = i + 1) begin
            wr_en = rnd(1'b0);
            wr_addr = rnd(1'b0) % 13;
            wr_data = rnd(1'b0);
            rd_addr = (i % 3 == 0) ? wr_addr : rnd(1'b0) % 13;
            #0.1;
            if (rd_data !== mem[rd_addr]) bad = bad + 1;
            @(negedge clk);
            if (wr_en) mem[wr_addr] = wr_data;
            rd_addr = wr_addr;
            #0.1;
            if (rd_data !== mem[rd_addr]) bad_en = bad_en + 1;
        end
        if (bad == 0) $display("ok a word reads as written, from the cycle after the write");
        else $display("not ok a word reads as written, from the cycle after the write");
        if (bad_en == 0) $display("ok a write with wr_en low changes nothing");
        else $display("not ok a write with wr_en low changes nothing");
        $finish;
    end
endmodule

`default_nettype wire
