// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// tn_fifo against a list kept by the bench: random traffic, reset under way,
// full and empty edges.

`timescale 1ns / 1ps
`default_nettype none

module tn_fifo_tb;
    localparam integer LOG2 = 3;
    localparam integer DEPTH = 8;

    reg           clk = 1'b0;
    reg           rst = 1'b1;
    reg           s_valid = 1'b0;
    reg           m_ready = 1'b0;
    reg  [15:0]   s_data = 16'd0;
    wire          s_ready, m_valid;
    wire [15:0]   m_data;
    wire [LOG2:0] level;

    tn_fifo #(.DATA_W(16), .DEPTH_LOG2(LOG2)) dut (
        .clk(clk), .rst(rst), .s_valid(s_valid), .s_ready(s_ready), .s_data(s_data),
        .m_valid(m_valid), .m_ready(m_ready), .m_data(m_data), .level(level)
    );

    // xorshift32: the same numbers on every simulator
    reg [31:0] rnd_q = 32'd12348;
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

    reg [15:0] list [0:1023];
    integer head = 0, tail = 0, i, was_full = 0, bad = 0;
    integer bad_level = 0, bad_data = 0, bad_flags = 0, bad_reset = 0;

    // one cycle: checks at the inactive edge, then the list moves with the edge
    task cycle;
        begin
            #0.1;
            if ({28'd0, level} !== tail - head) bad_level = bad_level + 1;
            if (m_valid !== (tail != head) || s_ready !== (tail - head != DEPTH))
                bad_flags = bad_flags + 1;
            if (tail != head && m_data !== list[head % 1024]) bad_data = bad_data + 1;
            if (tail - head == DEPTH) was_full = was_full + 1;
            if (rst) head = tail;
            else begin
                // s_ready and m_valid as the list says, not as the DUT says
                if (m_ready && tail != head) begin
                    if (s_valid && tail - head != DEPTH) begin
                        list[tail % 1024] = s_data;
                        tail = tail + 1;
                    end
                    head = head + 1;
                end else if (s_valid && tail - head != DEPTH) begin
                    list[tail % 1024] = s_data;
                    tail = tail + 1;
                end
            end
            @(negedge clk);
        end
    endtask

    task verdict;
        input integer wrong;
        input [8*60-1:0] name;
        if (wrong == 0) $display("ok %0s", name);
        else $display("not ok %0s", name);
    endtask

    initial begin
        @(negedge clk);
        @(negedge clk);
        rst = 1'b0;
        for (i = 0; i < 20000; i = i + 1) begin
            // fills, drains, and both, in turns of 64 cycles
            s_valid = (rnd(1'b0) % 4 != 0) || i[7:6] == 2'd1;
            m_ready = (rnd(1'b0) % 4 != 0) && i[7:6] != 2'd1;
            if (i[7:6] == 2'd2) s_valid = 1'b0;
            s_data = rnd(1'b0);
            rst = i % 997 == 996;
            cycle;
        end
        // reset of a full queue leaves an empty one
        rst = 1'b0; s_valid = 1'b1; m_ready = 1'b0;
        repeat (12) cycle;
        if (level !== 4'd8 || s_ready !== 0) bad = bad + 1;
        rst = 1'b1; s_valid = 1'b0;
        cycle;
        if (level !== 4'd0 || m_valid !== 0 || s_ready !== 1) bad_reset = bad_reset + 1;
        verdict(bad_data, "words leave in the order they came");
        verdict(bad_level, "level counts the words held");
        verdict(bad_flags, "full takes none and empty gives none");
        verdict(bad_reset, "reset empties a full queue");
        verdict(bad + (was_full == 0 ? 1 : 0), "the queue was filled to the last word");
        $finish;
    end
endmodule

`default_nettype wire
