// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Plays a memory of beats into a stream: each TLP when its cycle has come, and ready
// and ok let it.

`timescale 1ns / 1ps
`default_nettype none

module dut_floor_player #(
    parameter integer BEATS_LOG2 = 16
) (
    input  wire         clk,
    input  wire         rst,
    input  wire [31:0]  beats,  // words of the memory that are used
    input  wire [31:0]  rounds, // how often it is played
    input  wire [31:0]  span,   // cycles from the begin of a round to that of the next
    input  wire [2:0]   ok,
    output reg          m_valid,
    output reg  [127:0] m_data,
    output reg  [3:0]   m_keep,
    output reg          m_last,
    output reg  [3:0]   m_port,
    input  wire         m_ready,
    output reg          finished
);
    // {cycle, first, class, last, keep, port, data}: dut_beats.c writes them
    reg  [171:0] mem [0:(1 << BEATS_LOG2) - 1];
    reg  [31:0]  at_q, round_q, now_q, begin_q;
    wire [171:0] word = mem[at_q[BEATS_LOG2-1:0]];
    wire [1:0]   cls  = word[138:137];
    wire         may  = !word[139] || (ok[cls] && now_q - begin_q >= word[171:140] && now_q >= begin_q);

    always @(posedge clk)
        if (rst) begin
            m_valid  <= 1'b0;
            at_q     <= 32'd0;
            round_q  <= 32'd0;
            now_q    <= 32'd0;
            begin_q  <= 32'd0;
            finished <= 1'b0;
        end else begin
            now_q <= now_q + 32'd1;
            if (!m_valid || m_ready) begin
                m_valid <= 1'b0;
                if (round_q == rounds) begin
                    finished <= 1'b1;
                end else if (may) begin
                    m_valid <= 1'b1;
                    {m_last, m_keep, m_port, m_data} <= word[136:0];
                    at_q <= at_q + 32'd1;
                    if (at_q + 32'd1 == beats) begin
                        at_q    <= 32'd0;
                        round_q <= round_q + 32'd1;
                        begin_q <= begin_q + span;
                    end
                end
            end
        end
endmodule

`default_nettype wire
