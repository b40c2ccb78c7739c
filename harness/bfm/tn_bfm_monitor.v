// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Passive monitor of one stream: hands transferred beats to C, a packet (or 64 beats of a packet) at once. The monitor
// judges nothing. A beat that waited and has changed or gone in the next cycle, and unknown bits, are handed over as
// well, for the checker of CZR-STR-1 (checkers/czodiac/rules/stream.c).
//
// Under Verilator C knows the address of the beats and reads them after done has toggled, at the falling edge: a call
// from within the model's one long function costs more than the instructions called.
//
// A condition that a processor cannot predict, such as the end of a packet, is tested once, since each further branch
// on such a condition costs as much as tens of assignments.
//
// All state is assigned by blocking assignment, since no other block reads the state (done is read at the falling
// edge): Verilator copies each register that a non-blocking assignment changes in every cycle.

`timescale 1ns / 1ps
`default_nettype none
`include "tn_sim.vh"

module tn_bfm_monitor #(
    parameter integer ID = 0 // index among the bench's monitors, which is the capture's point
) (
    input  wire         clk,
    input  wire         rst,
    input  wire [63:0]  cycle,
    input  wire         valid,
    input  wire [127:0] data,
    input  wire [3:0]   keep,
    input  wire         last,
    input  wire [3:0]   port,
    input  wire         ready,
    input  wire [2:0]   ok,
    output reg          done // toggles when C has beats to take, once a cycle at most
);
    localparam [2:0] UNKNOWN = 3'd1, WAITED = 3'd2, VALID = 3'd4; // as TN_HELD has them
    localparam integer BEATS_LOG2 = 6;
    localparam [BEATS_LOG2-1:0] END = ~{BEATS_LOG2{1'b0}};

    reg                  stalled, open;
    reg [127:0]          beats [0:(1 << BEATS_LOG2) - 1];
    reg [BEATS_LOG2-1:0] at;    // beats not yet handed to C, and index of the beat on the wires
    reg [8:0]            rest;  // the stalled beat's other wires
    reg [2:0]            ok_before; // ok of the cycle before the packet, or before one that may begin in the next cycle
    // enum tn_core_note of harness/sim/core.h: [0] of the packet's first beat, [1] of later beats
    reg [63:0]           note [0:3];
    reg [3:0]            ports [0:1];
`ifdef VERILATOR
    initial begin
        note[2] = 64'd0;
        `TN_MONITOR(ID, beats, note);
    end
`else
    reg                  tell; // C is to be told of a broken rule, and no beats are due that would tell
    reg [63:0]           start;
    reg [3:0]            start_port;
    // (data & 0 is 0 even for unknown bits, so lanes that are not kept do not count)
    wire [127:0] lanes = {{32{keep[3]}}, {32{keep[2]}}, {32{keep[1]}}, {32{keep[0]}}};
`endif

    initial done = 1'b0;

    always @(posedge clk) begin
        if (rst) begin
            stalled   = 1'b0;
            open      = 1'b0;
            at        = {BEATS_LOG2{1'b0}};
            ok_before = ok;
        end else begin
`ifndef VERILATOR
            tell = 1'b0;
            if ((valid ^ valid) !== 1'b0 || (ready ^ ready) !== 1'b0) begin
                `TN_HELD(ID, cycle, UNKNOWN, data, 9'd0, data, 9'd0);
                tell = 1'b1;
            end
            if (valid && ready)
                if ((^(data & lanes) ^ ^keep ^ last ^ ^port) === 1'bx) begin
                    `TN_HELD(ID, cycle, UNKNOWN, data, 9'd0, data, 9'd0);
                    tell = 1'b1;
                end
`endif
            // (conditions are nested here and below, since Verilator evaluates both sides of &&)
            if (valid) begin
                if (stalled)
                    if (data !== beats[at] || {keep, last, port} !== rest) begin
                        `TN_HELD(ID, cycle, WAITED | VALID, beats[at], rest, data, {keep, last, port});
`ifndef VERILATOR
                        tell = 1'b1;
`else
                        if (!(ready && (last || keep != 4'hf || at == END)))
                            done = !done;
`endif
                    end
                beats[at] = data;
                if (ready) begin
                    note[{1'b0, open}] = cycle;
                    ports[open]        = port;
                    open               = !last;
                    stalled            = 1'b0;
                    if (last || keep != 4'hf || at == END) begin
`ifdef VERILATOR
                        note[2] = cycle;
                        note[3] = {46'd0, ok_before, ports[0], last, keep, at};
`else
                        start      = note[0];
                        start_port = ports[0];
                        tell       = 1'b0;
                        `TN_BEATS(ID, start, cycle, beats, at, keep, last, start_port, ok_before);
`endif
                        done      = !done;
                        ok_before = ok;
                        at        = {BEATS_LOG2{1'b0}};
                    end else begin
                        at = at + {{BEATS_LOG2 - 1{1'b0}}, 1'b1};
                    end
                end else begin
                    stalled = 1'b1;
                    rest    = {keep, last, port};
                end
            end else begin
                if (stalled && !valid) begin
                    `TN_HELD(ID, cycle, WAITED, beats[at], rest, data, {keep, last, port});
`ifndef VERILATOR
                    tell = 1'b1;
`else
                    done = !done;
`endif
                end
                stalled = 1'b0;
                if (!open)
                    ok_before = ok;
            end
`ifndef VERILATOR
            if (tell)
                done = !done;
`endif
        end
    end
endmodule

`default_nettype wire
