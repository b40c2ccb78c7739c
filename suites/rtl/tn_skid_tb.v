// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// tn_skid: nothing lost, doubled or reordered; ready is a register; no bubble.

`timescale 1ns / 1ps
`default_nettype none

module tn_skid_tb;
    reg         clk = 1'b0;
    reg         rst = 1'b1;
    reg         s_valid = 1'b0;
    reg         m_ready = 1'b0;
    reg  [15:0] s_data = 16'd1;
    wire        s_ready, m_valid;
    wire [15:0] m_data;

    tn_skid #(.DATA_W(16)) dut (
        .clk(clk), .rst(rst), .s_valid(s_valid), .s_ready(s_ready), .s_data(s_data),
        .m_valid(m_valid), .m_ready(m_ready), .m_data(m_data)
    );

    // xorshift32: the same numbers on every simulator
    reg [31:0] rnd_q = 32'd12350;
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

    integer i, bad_order = 0, bad_hold = 0, bad_comb = 0, got = 0, bad_reset = 0, bad_rate = 0, bad_wait = 0;
    reg [15:0] want = 16'd1;
    reg [15:0] held = 16'd0;
    reg        was_stalled = 1'b0, ready_before = 1'b0;
    reg        took = 1'b0;

    task verdict;
        input integer wrong;
        input [8*60-1:0] name;
        if (wrong == 0) $display("ok %0s", name);
        else $display("not ok %0s", name);
    endtask

    task cycle;
        begin
            #0.1;
            if (was_stalled && (m_valid !== 1 || m_data !== held)) bad_hold = bad_hold + 1;
            ready_before = s_ready;
            m_ready = !m_ready;
            #0.1;
            if (s_ready !== ready_before) bad_comb = bad_comb + 1;
            m_ready = !m_ready;
            #0.1;
            if (m_valid && m_ready) begin
                if (m_data !== want) bad_order = bad_order + 1;
                want = want + 16'd1;
                got = got + 1;
            end
            was_stalled = m_valid && !m_ready;
            held = m_data;
            took = s_valid && s_ready;
            @(negedge clk);
            if (took) s_data = s_data + 16'd1;
        end
    endtask

    initial begin
        @(negedge clk);
        @(negedge clk);
        rst = 1'b0;
        for (i = 0; i < 20000; i = i + 1) begin
            if (!s_valid || took) s_valid = rnd(1'b0) % 3 != 0;
            m_ready = rnd(1'b0) % 3 != 0;
            cycle;
        end
        // full rate once it runs
        s_valid = 1'b1; m_ready = 1'b1;
        repeat (4) cycle;
        got = 0;
        repeat (100) cycle;
        if (got != 100) bad_rate = 1;
        // reset with both registers full
        m_ready = 1'b0;
        repeat (4) cycle;
        rst = 1'b1; s_valid = 1'b0;
        @(negedge clk);
        #0.1;
        if (m_valid !== 0 || s_ready !== 1) bad_reset = 1;
        rst = 1'b0; s_valid = 1'b1;
        @(negedge clk);
        if (m_valid !== 1) bad_wait = 1;
        verdict(bad_order, "words leave once, in the order they came");
        verdict(bad_hold, "a stalled word is held");
        verdict(bad_comb, "ready does not follow ready within the cycle");
        verdict(bad_rate, "one word a cycle");
        verdict(bad_reset, "reset empties both registers");
        verdict(bad_wait, "a valid waits for no ready");
        $finish;
    end
endmodule

`default_nettype wire
