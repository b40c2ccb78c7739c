// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// exa_evt_cdc between drifting clocks at several ratios, up to the four to one that it promises: every event counts,
// once. Edges never fall together, as in exa_cdc_fifo_tb.v, and what crosses is looked at as there.

`timescale 1ns / 1ps
`default_nettype none

module exa_evt_cdc_tb;
    localparam integer EVT_N = 3, PHASES = 4, CYCLES = 2000;

    `include "tn_bench.vh"

    reg                src_clk = 1'b0, clk = 1'b0, src_rst = 1'b1, rst = 1'b1;
    reg  [EVT_N-1:0]   evt = 0;
    wire [4*EVT_N-1:0] inc;

    exa_evt_cdc #(.EVT_N(EVT_N)) dut (
        .src_clk(src_clk), .src_rst(src_rst), .evt(evt), .clk(clk), .rst(rst), .inc(inc)
    );

    // half periods in ps, even; the source's drifts by up to 22
    integer half = 500, drift = 0, step = 2;
    always #1.000 clk = !clk;
    initial begin
        #0.001;
        forever begin
            #((half + drift) * 0.001) src_clk = !src_clk;
            if (drift > 20 || drift < -20) step = -step;
            drift = drift + step;
        end
    end

    integer sent [0:EVT_N-1], came [0:EVT_N-1];
    integer k, most = 0, bad_count = 0, bad_gray = 0, bad_reset = 0;
    integer often = 0; // of 8 cycles
    reg [4*EVT_N-1:0] was = 0, turned;

    always @(negedge src_clk) begin
        turned = dut.u_sync.d ^ was;
        was = dut.u_sync.d;
        for (k = 0; k < EVT_N; k = k + 1)
            if (!src_rst && (turned[4*k+:4] & (turned[4*k+:4] - 4'd1)) != 0) bad_gray = bad_gray + 1;
        for (k = 0; k < EVT_N; k = k + 1) begin
            evt[k] = !src_rst && rnd(8) < often;
            if (evt[k]) sent[k] = sent[k] + 1;
        end
    end

    integer i;
    always @(negedge clk)
        if (!rst)
            for (i = 0; i < EVT_N; i = i + 1) begin
                came[i] = came[i] + inc[4*i+:4];
                if (inc[4*i+:4] > most) most = inc[4*i+:4];
            end

    integer phase, n;
    task verdicts;
        begin
            verdict(bad_count, "every event counts once, at any ratio up to four to one");
            verdict(bad_gray, "of a count that crosses one bit changes at a time");
            verdict(bad_reset, "reset clears it");
        end
    endtask
    always @(bad_count or bad_gray or bad_reset) if (only != 0) begin
        early = 1'b1;
        verdicts;
        early = 1'b0;
    end

    initial begin
        for (phase = 0; phase < PHASES; phase = phase + 1) begin
            // as fast, slower, twice and four times as fast
            half = phase == 0 ? 1002 : phase == 1 ? 3000 : phase == 2 ? 500 : 272;
            for (n = 0; n < EVT_N; n = n + 1) begin
                sent[n] = 0;
                came[n] = 0;
            end
            repeat (6) @(negedge clk);
            repeat (6) @(negedge src_clk);
            if (inc !== 0) bad_reset = bad_reset + 1;
            @(negedge clk) rst = 1'b0;
            @(posedge src_clk) src_rst = 1'b0;
            often = phase == 3 ? 8 : 2 + 3 * (phase % 2);
            repeat (CYCLES) @(negedge clk);
            @(posedge src_clk) often = 0;
            repeat (6) @(negedge src_clk);
            repeat (6) @(negedge clk);
            for (n = 0; n < EVT_N; n = n + 1)
                if (sent[n] != came[n] || sent[n] < CYCLES / 10) bad_count = bad_count + 1;
            src_rst = 1'b1;
            rst = 1'b1;
        end
        verdicts;
        verdict(most < 4, "four came in one cycle");
        $finish;
    end

    initial begin
        #200000;
        $display("not ok the bench ended");
        $finish;
    end
endmodule

`default_nettype wire
