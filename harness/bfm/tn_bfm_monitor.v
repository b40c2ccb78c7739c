// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Passive monitor of one stream: hands transferred beats to C, a packet (or 64
// beats of it) at once, and checks the handshake (AXI4-Stream: valid and what goes
// with it are held until ready; keep is contiguous).
//
// Under Verilator C knows where the beats lie and reads them behind done, at the
// falling edge: a call in the midst of the model's one long function costs more than
// its own instructions.
//
// All state is assigned by blocking assignment, since nothing else reads it (done is
// read at the falling edge): for what a non-blocking one changes Verilator keeps a
// second copy every cycle.

`timescale 1ns / 1ps
`default_nettype none
`include "tn_sim.vh"

module tn_bfm_monitor #(
    parameter integer ID = 0 // index among the bench's monitors: the point
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
    output reg          done // toggles when C has something to take, once a cycle
);
    localparam integer VALID_FELL = 0, DATA_CHANGED = 1, KEEP_MIDDLE = 2, KEEP_LAST = 3,
                       UNKNOWN = 4;
    localparam integer BEATS_LOG2 = 6;
    localparam [BEATS_LOG2-1:0] END = ~{BEATS_LOG2{1'b0}};

    reg                  stalled, open;
    reg [127:0]          beats [0:(1 << BEATS_LOG2) - 1];
    reg [BEATS_LOG2-1:0] at;   // beats C has not got yet; there stands the one on the wires
    reg [8:0]            rest; // of a stalled beat
    reg [2:0]            ok_before, ok_start;
    reg [63:0]           start; // the packet's first beat
    reg [3:0]            start_port;
    reg                  tell; // something for C in this cycle
`ifndef VERILATOR
    // (data & 0 is 0 whatever the bit, so lanes not kept do not count)
    wire [127:0] lanes = {{32{keep[3]}}, {32{keep[2]}}, {32{keep[1]}}, {32{keep[0]}}};
`endif

    initial done = 1'b0;
`ifdef VERILATOR
    reg [63:0]           note [0:2]; // enum tn_core_note of harness/sim/core.h
    initial begin
        note[1] = 64'd0;
        `TN_MONITOR(ID, beats, note);
    end
`endif

    always @(posedge clk) begin
        tell = 1'b0;
        if (rst) begin
            stalled = 1'b0;
            open    = 1'b0;
            at      = {BEATS_LOG2{1'b0}};
        end else begin
`ifndef VERILATOR
            if ((valid ^ valid) !== 1'b0 || (ready ^ ready) !== 1'b0) begin
                `TN_BROKEN(ID, cycle, UNKNOWN);
                tell = 1'b1;
            end
            if (valid && ready)
                if ((^(data & lanes) ^ ^keep ^ last ^ ^port) === 1'bx) begin
                    `TN_BROKEN(ID, cycle, UNKNOWN);
                    tell = 1'b1;
                end
`endif
            if (stalled && !valid) begin
                `TN_BROKEN(ID, cycle, VALID_FELL);
                tell = 1'b1;
            end
            if (valid) begin
                // (nested, here and in the saboteur: Verilator evaluates all of a condition)
                if (stalled) begin
                    if (data !== beats[at] || {keep, last, port} !== rest) begin
                        `TN_BROKEN(ID, cycle, DATA_CHANGED);
                        tell = 1'b1;
                    end
                end else if (!open) begin
                    ok_start = ok_before;
                end
                beats[at] = data;
                if (ready) begin
                    if (!open) begin
                        start      = cycle;
                        start_port = port;
                    end
                    open = !last;
                    if (keep != 4'hf) begin
                        if (!last) begin
                            `TN_BROKEN(ID, cycle, KEEP_MIDDLE);
                            tell = 1'b1;
                        end else if (keep != 4'h1 && keep != 4'h3 && keep != 4'h7) begin
                            `TN_BROKEN(ID, cycle, KEEP_LAST);
                            tell = 1'b1;
                        end
                    end
                    if (last || keep != 4'hf || at == END) begin
`ifdef VERILATOR
                        note[0] = start;
                        note[1] = cycle;
                        note[2] = {46'd0, ok_start, start_port, last, keep, at};
                        tell    = 1'b1;
`else
                        `TN_BEATS(ID, start, cycle, beats, at, keep, last, start_port, ok_start);
                        tell    = tell || last;
`endif
                        at = {BEATS_LOG2{1'b0}};
                    end else begin
                        at = at + {{BEATS_LOG2 - 1{1'b0}}, 1'b1};
                    end
                end else begin
                    rest = {keep, last, port};
                end
            end
            stalled = valid && !ready;
        end
        ok_before = ok;
        if (tell)
            done = !done;
    end
endmodule

`default_nettype wire
