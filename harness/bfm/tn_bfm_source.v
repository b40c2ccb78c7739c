// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Packet source: drives the packets that test code queued in C.
//
// While nothing stalls the stream the module calls C once a packet, or once for 64 beats of a packet; else once a beat.
// When no packet may begin, the module waits until wake[ID] toggles, ok changes, or the cycle that C named has come.
// When wake toggles within a packet, the module asks C again from the next beat on. ok is sampled in the cycle in which
// C chooses the packet, one cycle before the packet's first beat.
//
// Registers that are not ports are assigned by blocking assignment, as in tn_bfm_monitor.v.

`timescale 1ns / 1ps
`default_nettype none
`include "tn_sim.vh"

module tn_bfm_source #(
    parameter integer ID = 0 // index among the bench's sources, 0 to 7
) (
    input  wire         clk,
    input  wire         rst,
    input  wire [63:0]  cycle,
    input  wire         wake, // toggles when C has new beats or settings
    input  wire [2:0]   ok,
    output reg          m_valid,
    output reg  [127:0] m_data,
    output reg  [3:0]   m_keep,
    output reg          m_last,
    output reg  [3:0]   m_port,
    input  wire         m_ready
);
    localparam integer BEATS_LOG2 = 6;

    reg        woken, asleep, blocked, staged;
    reg [2:0]  ok_seen; // ok when C was last called
    reg [31:0] hold;
    reg [1:0]  have;
    reg [31:0] delay;
    reg [127:0] beats [0:(1 << BEATS_LOG2) - 1];
    reg [BEATS_LOG2:0] left; // beats handed over by C that are still to be driven
    reg [BEATS_LOG2-1:0] at; // index of the next of them; no delay comes before these
    reg        drive;        // a beat is driven in this cycle
    reg        more;         // beats are left behind the present one
    reg [3:0]  keep, port;   // of the last of these beats
    reg        last;

    always @(posedge clk) begin
        if (rst) begin
            m_valid <= 1'b0;
            woken   = wake;
            asleep  = 1'b0;
            blocked = 1'b0;
            staged  = 1'b0;
            hold    = 32'd0;
            left    = {BEATS_LOG2 + 1{1'b0}};
        end else if (!m_valid || m_ready) begin
            m_valid <= 1'b0;
            drive   = left != {BEATS_LOG2 + 1{1'b0}} && wake == woken;
            if (!drive) begin
                if (hold > 32'd1 && !(blocked && (wake != woken || ok != ok_seen))) begin
                    hold = hold - 32'd1;
                end else if (staged) begin
                    hold    = 32'd0;
                    staged  = 1'b0;
                    m_valid <= 1'b1;
                end else if (!(asleep && wake == woken)) begin
                    `TN_SOURCE_BEATS(ID, cycle, ok, left, have, delay, beats, keep, last, port);
                    woken   = wake;
                    ok_seen = ok;
                    asleep  = have == 2'd0;
                    blocked = have == 2'd3;
                    hold    = delay;
                    staged  = have == 2'd1 && delay != 32'd0;
                    at      = {BEATS_LOG2{1'b0}};
                    drive   = left != {BEATS_LOG2 + 1{1'b0}};
                end
            end
            if (drive) begin
                m_valid <= !staged;
                m_data  <= beats[at];
                m_port  <= port;
                at      = at + {{BEATS_LOG2 - 1{1'b0}}, 1'b1};
                left    = left - {{BEATS_LOG2{1'b0}}, 1'b1};
                more    = left != {BEATS_LOG2 + 1{1'b0}};
                m_keep  <= keep | {4{more}};
                m_last  <= last & ~more;
            end
        end
    end
endmodule

`default_nettype wire
