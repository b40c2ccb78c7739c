// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// The registers of a lane's end alone: counters wrap, which no traffic brings about, so they are written in the module.

`timescale 1ns / 1ps
`default_nettype none

module cl_link_regs_tb;
`include "cl_bench.vh"
`include "tn_bench_tests.vh"

    reg         clk = 1'b0, rst = 1'b1, rd = 1'b0;
    reg  [6:0]  addr = 7'd0;
    reg  [13:0] ev = 14'd0;
    wire [31:0] rdata;
    wire [15:0] link_tmo;
    wire [11:0] limits;
    integer     i;
    always #1 clk = !clk;

    cl_link_regs dut (
        .clk(clk), .rst(rst), .reg_wr(1'b0), .reg_rd(rd), .reg_addr(addr), .reg_wdata(32'd0), .reg_rdata(rdata),
        .link_tmo(link_tmo), .limits(limits), .up(1'b1), .backs(5'd0), .level(4'd0), .acked(6'd63), .taken(6'd63), .out(12'd0), .ev(ev)
    );

    // the counter of event i must read so
    task reads;
        input integer      i;
        input [31:0] value;
        begin
            addr = 4 * (3 + i);
            rd = 1'b1;
            @(negedge clk) rd = 1'b0;
            if (rdata !== value) wrong = wrong + 1;
        end
    endtask

    initial begin
        @(negedge clk) rst = 1'b0;
        if (test("counters wrap")) begin
            dut.count_q = {14{32'hffffffff}};
            for (i = 0; i < 14; i = i + 1) begin
                reads(i, 32'hffffffff);
                ev = 14'd1 << i;
                @(negedge clk) ev = 14'd0;
                reads(i, 32'd0);
            end
            judge;
        end
        $finish;
    end

    initial #10000 begin
        $display("not ok the bench ends");
        $finish;
    end
endmodule

`default_nettype wire
