// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// exa_channel_check against vectors/exanet/channel.vec: a good trace breaks nothing, a bad
// one its rule, in its cycle, and nothing else.

`timescale 1ns / 1ps
`include "checkers/rtl/exa_channel_check.v"

module exa_channel_check_tb;
    reg          clk = 1'b0;
    reg          rst = 1'b1;
    reg  [2:0]   valid = 3'd0;
    reg  [2:0]   ready = 3'd0;
    reg  [127:0] data = 128'd0;
    wire [4:0]   broken;

    exa_channel_check dut (
        .clk(clk), .rst(rst), .valid(valid), .ready(ready), .data(data), .broken(broken)
    );

    reg [4:0] want;
    integer   rule = 0, at = 0, cycle = 0, traces = 0, wrong = 0;

    task tick;
        begin
            #1 clk = 1'b1;
            #1 clk = 1'b0;
        end
    endtask

    task complain;
        begin
            wrong = wrong + 1;
            $display("# trace %0d cycle %0d: broken %b, want %b", traces, cycle, broken, want);
        end
    endtask

    // a trace that breaks the rule in its cycle bad_at; 0: never
    task trace;
        input integer of_rule;
        input integer bad_at;
        begin
            if (cycle < at) complain; // the one before did not come so far
            traces = traces + 1;
            cycle = 0;
            valid = 3'd0;
            rst = 1'b1;
            tick;
            rst = 1'b0;
            rule = of_rule;
            at = bad_at;
        end
    endtask

    task one;
        input [2:0]   v;
        input [2:0]   r;
        input [127:0] d;
        begin
            cycle = cycle + 1;
            valid = v;
            ready = r;
            data = d;
            tick;
            want = 5'd0;
            if (cycle == at) want[rule - 1] = 1'b1;
            if (broken != want) complain;
        end
    endtask

    initial begin
        `include "exa_channel_vectors.vh"
        if (cycle < at) complain;
        if (traces >= 10) $display("ok %0d traces were run", traces);
        else $display("not ok %0d traces were run", traces);
        if (wrong == 0) $display("ok each trace breaks what it should, where it should");
        else $display("not ok each trace breaks what it should, where it should");
        $finish;
    end
endmodule
