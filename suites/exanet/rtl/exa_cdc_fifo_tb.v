// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// exa_cdc_fifo, and exa_sync in it, between two clocks that drift, against a list of the bench. Edges of the two never
// fall together (one's are at even picoseconds, the other's at odd ones), so what each side knows of the other is
// certain: what stood there two of its own edges ago. That a simulator cannot show a bit caught in the midst of its
// change is made up for by a look at what crosses: of a pointer one bit at most may change with an edge.

`timescale 1ns / 1ps
`default_nettype none

module exa_cdc_fifo_tb;
    localparam integer LOG2 = 3, DEPTH = 8, PHASES = 9, CYCLES = 2000;

    `include "tn_bench.vh"

    reg           wr_clk = 1'b0, rd_clk = 1'b0, wr_rst = 1'b1, rd_rst = 1'b1;
    reg           s_valid = 1'b0, m_ready = 1'b0;
    reg  [15:0]   s_data = 16'd0;
    wire          s_ready, m_valid;
    wire [15:0]   m_data;
    wire [LOG2:0] wr_level;

    exa_cdc_fifo #(.DATA_W(16), .DEPTH_LOG2(LOG2)) dut (
        .wr_clk(wr_clk), .wr_rst(wr_rst), .s_valid(s_valid), .s_ready(s_ready), .s_data(s_data), .wr_level(wr_level),
        .rd_clk(rd_clk), .rd_rst(rd_rst), .m_valid(m_valid), .m_ready(m_ready), .m_data(m_data)
    );

    // half periods in ps, even; the reader's drifts by up to 62 a cycle, to and fro
    integer rd_half = 502, drift = 0, step = 2;
    always #0.500 wr_clk = !wr_clk;
    initial begin
        #0.001;
        forever begin
            #((rd_half + drift) * 0.001) rd_clk = !rd_clk;
            if (drift > 60 || drift < -60) step = -step;
            drift = drift + step;
        end
    end

    reg [15:0] list [0:15];
    integer wrote = 0, took = 0;         // since reset
    integer seen_1 = 0, seen_2 = 0;      // took, at the writer's last edge and the one before
    integer there_1 = 0, there_2 = 0;    // wrote, at the reader's
    integer writing = 2, reading = 2;    // how many cycles of 4
    integer was_full = 0, was_empty = 0, words = 0;
    integer bad_data = 0, bad_level = 0, bad_ready = 0, bad_valid = 0, bad_gray = 0, bad_reset = 0;
    reg  [LOG2:0] wr_was = 0, rd_was = 0, turned;

    function [LOG2:0] more_than_one;
        input [LOG2:0] bits;
        more_than_one = bits & (bits - 1'b1);
    endfunction

    // writer: what stands before the edge moves with it; looked at half a cycle later
    always @(posedge wr_clk) begin
        seen_2 = wr_rst ? 0 : seen_1;
        seen_1 = wr_rst ? 0 : took;
        if (wr_rst) wrote = 0;
        else if (s_valid && wrote - seen_now < DEPTH) begin
            list[wrote % 16] = s_data;
            wrote = wrote + 1;
        end
    end
    integer seen_now = 0;
    always @(negedge wr_clk) begin
        seen_now = seen_2;
        if (!wr_rst) begin
            if ({28'd0, wr_level} !== wrote - seen_now) bad_level = bad_level + 1;
            if (s_ready !== (wrote - seen_now < DEPTH)) bad_ready = bad_ready + 1;
            if (wrote - took == DEPTH) was_full = was_full + 1;
        end
        turned = dut.u_wr.d ^ wr_was;
        if (more_than_one(turned) != 0 && !wr_rst) bad_gray = bad_gray + 1;
        wr_was = dut.u_wr.d;
        s_valid = rnd(4) < writing;
        s_data = rnd(65536);
    end

    always @(posedge rd_clk) begin
        if (!rd_rst && m_ready && there_2 != took) begin
            if (m_data !== list[took % 16]) bad_data = bad_data + 1;
            took = took + 1;
            words = words + 1;
        end
        there_2 = rd_rst ? 0 : there_1;
        there_1 = rd_rst ? 0 : wrote;
        if (rd_rst) took = 0;
    end
    reg [LOG2:0] rd_turned;
    always @(negedge rd_clk) begin
        if (!rd_rst) begin
            if (m_valid !== (there_2 != took)) bad_valid = bad_valid + 1;
            if (wrote == took) was_empty = was_empty + 1;
        end
        rd_turned = dut.u_rd.d ^ rd_was;
        if (more_than_one(rd_turned) != 0 && !rd_rst) bad_gray = bad_gray + 1;
        rd_was = dut.u_rd.d;
        m_ready = rnd(4) < reading;
    end

    integer phase;
    task verdicts;
        begin
            verdict(bad_data, "words leave in the order they came, none is overwritten");
            verdict(bad_level, "the writer knows of a read after two edges of its clock, not before");
            verdict(bad_ready, "full takes none, and takes one again as soon as it knows of a read");
            verdict(bad_valid, "a word stands there two edges of the reader's clock after it was written");
            verdict(bad_gray, "of a pointer that crosses one bit changes at a time");
            verdict(bad_reset, "reset empties it");
        end
    endtask
    always @(bad_data or bad_level or bad_ready or bad_valid or bad_gray or bad_reset) if (only != 0) begin
        early = 1'b1;
        verdicts;
        early = 1'b0;
    end

    initial begin
        for (phase = 0; phase < PHASES; phase = phase + 1) begin
            // equal but for the drift, a slow reader, a fast one; fills, runs empty, both
            rd_half = phase % 3 == 0 ? 502 : phase % 3 == 1 ? 1750 : 182;
            writing = phase / 3 == 1 ? 1 : 4 - phase / 6;
            reading = phase / 3 == 0 ? 1 : 4 - phase / 6;
            repeat (10) @(negedge wr_clk);
            repeat (10) @(negedge rd_clk);
            if (m_valid !== 1'b0 || s_ready !== 1'b1 || wr_level !== 0) bad_reset = bad_reset + 1;
            // one reset ends before the other, in turns; each begins at once
            if (phase % 2 == 0) begin
                wr_rst = 1'b0;
                repeat (phase) @(negedge rd_clk);
                rd_rst = 1'b0;
            end else begin
                @(negedge rd_clk) rd_rst = 1'b0;
                repeat (phase) @(negedge wr_clk);
                wr_rst = 1'b0;
            end
            repeat (CYCLES) @(negedge wr_clk);
            wr_rst = 1'b1;
            rd_rst = 1'b1;
        end
        verdicts;
        verdict(was_full == 0 || was_empty == 0 || words < 4000, "it was full, it was empty, thousands of words went through");
        $finish;
    end

    initial begin
        #200000;
        $display("not ok the bench ended");
        $finish;
    end
endmodule

`default_nettype wire
