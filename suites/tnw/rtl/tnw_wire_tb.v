// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// tnw_wire of seven lengths, with symbols and without, against a row of words: tnw_torus.md section 2.

`timescale 1ns / 1ps
`default_nettype none

module tnw_wire_tb;
`include "tnw_bench.vh"
`include "tn_bench_tests.vh"

    reg         clk = 1'b0, rst = 1'b1, cut = 1'b0;
    reg  [39:0] d = 40'd0, flip = 40'd0;
    always #2 clk = !clk;

    event  look;
    genvar g;
    generate
        for (g = 0; g < 14; g = g + 1) begin : line
            localparam integer PCS_EN = g % 2;
            localparam integer W = g < 10 ? g / 2 : g < 12 ? 9 : 63;
            localparam [39:0] NONE = PCS_EN != 0 ? 40'd0 : 40'h0f07070707;
            wire [39:0]    q;
            reg  [64*40-1:0] past;  // the last word lowest
            wire [39:0]    late = W == 0 ? d : past[40*(W+(W==0)-1)+:40];

            tnw_wire #(.WIRE_CYC(W), .PCS_EN(PCS_EN)) dut (
                .clk(clk), .rst(rst), .d(d), .cut(cut), .flip(flip), .q(q)
            );
            always @(posedge clk) past <= rst ? {64{NONE}} : {past[63*40-1:0], d};
            // no task: they would all call it at once
            always @(look) if (q !== (cut ? NONE : late ^ flip)) begin
                wrong = wrong + 1;
                if (wrong < 12) $display("# WIRE_CYC %0d, PCS_EN %0d at %0t", W, PCS_EN, $time);
            end
        end
    endgenerate

    task cycles;  // with random words; faults in one of two
        input integer n;
        input         resets, faults;
        repeat (n) begin
            @(negedge clk) d = {rnd(256), rnd(2147483647)};
            rst = resets;
            cut = faults && rnd(4) == 0;
            flip = faults && rnd(2) == 0 ? 40'd1 << rnd(40) : 40'd0;
            #1 -> look;
        end
    endtask
    task empty;
        begin
            rst = 1'b1;
            @(posedge clk);
        end
    endtask

    integer i;
    initial begin
        if (test("a word comes WIRE_CYC cycles later, IDLE words or zeros before")) begin
            empty;
            cycles(200, 1'b0, 1'b0);
            judge;
        end
        if (test("a line is cut, or inverted, in the cycle in which it is said")) begin
            empty;
            cycles(200, 1'b0, 1'b1);
            judge;
        end
        if (test("rst empties a line at once, however short, whatever was on it")) begin
            empty;
            for (i = 0; i < 24; i = i + 1) begin
                cycles(i < 20 ? 1 + rnd(20) : 70, 1'b0, 1'b0);
                cycles(1 + i % 4, 1'b1, 1'b0);
            end
            cycles(20, 1'b0, 1'b0);
            judge;
        end
        $finish;
    end
endmodule

`default_nettype wire
