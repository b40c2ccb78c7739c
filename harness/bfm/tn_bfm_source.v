// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Packet source: drives the packets that test code queued in C.
//
// C is called once a beat, and once when nothing may begin; then the module waits
// for what may change that: wake[ID] toggles, ok changes, or the time that C named
// has come. ok is sampled where C chooses the packet, one cycle before its first beat.

`timescale 1ns / 1ps
`default_nettype none
`include "tn_sim.vh"

module tn_bfm_source #(
    parameter integer ID = 0 // index among the bench's sources, 0 to 7
) (
    input  wire         clk,
    input  wire         rst,
    input  wire [63:0]  cycle,
    input  wire         wake, // toggles when C has something new
    input  wire [2:0]   ok,
    output reg          m_valid,
    output reg  [127:0] m_data,
    output reg  [3:0]   m_keep,
    output reg          m_last,
    output reg  [3:0]   m_port,
    input  wire         m_ready
);
    reg        wake_q, asleep, blocked, staged;
    reg [2:0]  ok_q; // as C last saw it
    reg [31:0] hold;
    reg [1:0]  have;
    reg [31:0] delay;
    reg [127:0] data;
    reg [3:0]  keep, port;
    reg        last;

    always @(posedge clk) begin
        if (rst) begin
            m_valid <= 1'b0;
            wake_q  <= wake;
            asleep  <= 1'b0;
            blocked <= 1'b0;
            staged  <= 1'b0;
            hold    <= 32'd0;
        end else if (!m_valid || m_ready) begin
            if (hold > 32'd1 && !(blocked && (wake != wake_q || ok != ok_q))) begin
                hold    <= hold - 32'd1;
                m_valid <= 1'b0;
            end else if (staged) begin
                hold    <= 32'd0;
                staged  <= 1'b0;
                m_valid <= 1'b1;
            end else if (asleep && wake == wake_q) begin
                m_valid <= 1'b0;
            end else begin
                `TN_SOURCE(ID, cycle, ok, have, delay, data, keep, last, port);
                wake_q  <= wake;
                ok_q    <= ok;
                asleep  <= have == 2'd0;
                blocked <= have == 2'd3;
                hold    <= delay;
                staged  <= have == 2'd1 && delay != 32'd0;
                m_valid <= have == 2'd1 && delay == 32'd0;
                if (have == 2'd1) begin
                    m_data <= data;
                    m_keep <= keep;
                    m_last <= last;
                    m_port <= port;
                end
            end
        end
    end
endmodule

`default_nettype wire
