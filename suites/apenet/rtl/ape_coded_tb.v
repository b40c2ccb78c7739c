// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// ape_lattice with lines of symbols (PCS 1): all packets come over ape_pcs; bits of symbols are struck, all lanes are lost for a cycle.

`timescale 1ns / 1ps
`default_nettype none

`include "ape_traffic.vh"

module ape_coded_tb;
`include "ape_bench.vh"
`include "tn_bench_tests.vh"

    reg         clk = 1'b0;
    reg  [1:0]  start = 2'b00;
    wire [1:0]  done;
    wire [63:0] bad, came, cycles;
    always #1 clk = !clk;

    ape_traffic #(.X_N(2), .Y_N(1), .Z_N(1), .LINK_N(3), .WIRE_CYC(3), .PACKETS(8), .PCS(1)) u_0 (
        .clock(clk), .start(start[0]), .done(done[0]), .wrong(bad[0+:32]), .came(came[0+:32]), .cycles(cycles[0+:32]));
    ape_traffic #(.X_N(2), .Y_N(1), .Z_N(1), .LINK_N(3), .PACKETS(20), .PCS(1), .FAULTS(60)) u_1 (
        .clock(clk), .start(start[1]), .done(done[1]), .wrong(bad[32+:32]), .came(came[32+:32]), .cycles(cycles[32+:32]));

    initial begin
        if (test("two nodes over symbols: every packet comes")) begin
            start[0] = 1'b1;
            wait (done[0]);
            wrong = bad[0+:32];
            $display("# %0d packets in %0d cycles", came[0+:32], cycles[0+:32]);
            judge;
        end
        if (test("symbols struck, lanes lost: each packet whole, or with err, or missing; all are sent")) begin
            start[1] = 1'b1;
            wait (done[1]);
            wrong = bad[32+:32];
            $display("# %0d packets in %0d cycles", came[32+:32], cycles[32+:32]);
            judge;
        end
        $finish;
    end
endmodule

`default_nettype wire
