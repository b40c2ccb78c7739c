// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// ape_lattice in many shapes under traffic: each packet comes, once, whole, in order, by the shortest way; rings that are full do not
// stop; ties that go minus; orders of dimensions; both arbitrations.

`timescale 1ns / 1ps
`default_nettype none

`include "ape_traffic.vh"

module ape_lattice_tb;
`include "ape_bench.vh"

    localparam integer N = 13;

    reg              clk = 1'b0;
    reg  [N-1:0]     start = {N{1'b0}};
    wire [N-1:0]     done;
    wire [32*N-1:0]  wrong, came, cycles;
    always #1 clk = !clk;

    ape_traffic #(.X_N(2), .Y_N(2), .Z_N(1), .PACKETS(10)) u_0 (
        .clock(clk), .start(start[0]), .done(done[0]), .wrong(wrong[32*0+:32]), .came(came[32*0+:32]), .cycles(cycles[32*0+:32]));
    ape_traffic #(.X_N(1), .Y_N(1), .Z_N(1), .LOCAL_N(2), .PACKETS(30)) u_1 (
        .clock(clk), .start(start[1]), .done(done[1]), .wrong(wrong[32*1+:32]), .came(came[32*1+:32]), .cycles(cycles[32*1+:32]));
    ape_traffic #(.X_N(1), .Y_N(1), .Z_N(1), .LINK_N(3), .PACKETS(15)) u_2 (
        .clock(clk), .start(start[2]), .done(done[2]), .wrong(wrong[32*2+:32]), .came(came[32*2+:32]), .cycles(cycles[32*2+:32]));
    ape_traffic #(.X_N(5), .Y_N(1), .Z_N(1), .WIRE_CYC(22), .PACKETS(6)) u_3 (
        .clock(clk), .start(start[3]), .done(done[3]), .wrong(wrong[32*3+:32]), .came(came[32*3+:32]), .cycles(cycles[32*3+:32]));
    ape_traffic #(.X_N(1), .Y_N(3), .Z_N(2), .LOCAL_N(2), .ROUND(1'b0), .PACKETS(4)) u_4 (
        .clock(clk), .start(start[4]), .done(done[4]), .wrong(wrong[32*4+:32]), .came(came[32*4+:32]), .cycles(cycles[32*4+:32]));
    ape_traffic #(.X_N(2), .Y_N(2), .Z_N(2), .LINK_N(3), .LOCAL_N(2), .PACKETS(3)) u_5 (
        .clock(clk), .start(start[5]), .done(done[5]), .wrong(wrong[32*5+:32]), .came(came[32*5+:32]), .cycles(cycles[32*5+:32]));
    ape_traffic #(.X_N(3), .Y_N(2), .Z_N(1), .WIRE_CYC(0), .ORDER(6'b00_10_01), .PACKETS(6)) u_6 (
        .clock(clk), .start(start[6]), .done(done[6]), .wrong(wrong[32*6+:32]), .came(came[32*6+:32]), .cycles(cycles[32*6+:32]));
    ape_traffic #(.X_N(3), .Y_N(1), .Z_N(2), .ORDER(6'b01_01_10), .PACKETS(6)) u_7 (
        .clock(clk), .start(start[7]), .done(done[7]), .wrong(wrong[32*7+:32]), .came(came[32*7+:32]), .cycles(cycles[32*7+:32]));
    ape_traffic #(.X_N(4), .Y_N(1), .Z_N(1), .PATTERN(1), .SIZE(1), .PACKETS(8), .ROOM_IN(1)) u_8 (
        .clock(clk), .start(start[8]), .done(done[8]), .wrong(wrong[32*8+:32]), .came(came[32*8+:32]), .cycles(cycles[32*8+:32]));
    ape_traffic #(.X_N(1), .Y_N(4), .Z_N(1), .PATTERN(1), .SIZE(1), .PACKETS(8), .ROOM_IN(1), .PORT_EN(6'b110111)) u_9 (
        .clock(clk), .start(start[9]), .done(done[9]), .wrong(wrong[32*9+:32]), .came(came[32*9+:32]), .cycles(cycles[32*9+:32]));
    ape_traffic #(.X_N(4), .Y_N(1), .Z_N(1), .PATTERN(1), .SIZE(1), .PACKETS(8), .ROOM_IN(1), .MINUS_NODE(1), .LOST(8)) u_10 (
        .clock(clk), .start(start[10]), .done(done[10]), .wrong(wrong[32*10+:32]), .came(came[32*10+:32]), .cycles(cycles[32*10+:32]));
    ape_traffic #(.X_N(4), .Y_N(1), .Z_N(1), .PATTERN(3), .PACKETS(6)) u_11 (
        .clock(clk), .start(start[11]), .done(done[11]), .wrong(wrong[32*11+:32]), .came(came[32*11+:32]), .cycles(cycles[32*11+:32]));
    ape_traffic #(.X_N(2), .Y_N(2), .Z_N(1), .FAULTS(20), .PACKETS(6)) u_12 (
        .clock(clk), .start(start[12]), .done(done[12]), .wrong(wrong[32*12+:32]), .came(came[32*12+:32]), .cycles(cycles[32*12+:32]));

    task shape;  // one shape, alone
        input integer        n;
        input [8*96-1:0]     name;
        reg [8*96-1:0] only;
        begin
            if (!$value$plusargs("only=%s", only)) only = name;
            if (only == name) begin
                start[n] = 1'b1;
                wait (done[n]);
                verdict(wrong[32*n+:32], name);
                $display("# %0d packets in %0d cycles", came[32*n+:32], cycles[32*n+:32]);
            end
        end
    endtask

    initial begin
        shape(0, "2x2x1");
        shape(1, "a node alone with two local ports");
        shape(2, "a node of three links alone");
        shape(3, "a ring of 5, lines of 22 cycles");
        shape(4, "1x3x2, two local ports, fixed priority");
        shape(5, "2x2x2 with three links, two local ports");
        shape(6, "3x2x1, order y, z, x, lines of no cycle");
        shape(7, "3x1x2, an order that is none");
        shape(8, "a ring of 4, all ties, 4 KiB, full: no deadlock");
        shape(9, "a ring of 4, ties minus in all nodes, full: no deadlock");
        // those of node 0 go plus through node 1, whose port is off
        shape(10, "a ring of 4, ties minus in one node, full, the packets of another are dropped");
        shape(11, "all to one node, 4x1x1");
        shape(12, "2x2x1 with faults: each packet whole, or with err, or missing; all are sent");
        $finish;
    end
endmodule

`default_nettype wire
