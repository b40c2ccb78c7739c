// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Counts a bench's cycles. Under Icarus this module also lets test code run at the falling edge, once the cycle that
// the code waits for has come or a monitor has beats to deliver. Under Verilator dpi.cpp does so and drives the
// bench's ports, since each further edge inside the model would cost time in every cycle.

`timescale 1ns / 1ps
`default_nettype none
`include "tn_sim.vh"

module tn_bench_clock #(
    parameter integer MONITOR_N = 1
) (
    input  wire                 clk,
`ifndef VERILATOR
    input  wire [MONITOR_N-1:0] done,
    output reg                  rst,
    output reg  [127:0]         wake, // bit i source i, bit 64 + i sink i
    output reg  [191:0]         ok,   // 3 bits a sink
    output reg  [159:0]         sabotage, // 5 bits a saboteur
    output reg  [1:0]           cmd,
    output reg  [31:0]          cmd_addr,
    output reg  [31:0]          cmd_wdata,
`endif
    output reg  [63:0]          cycle // rising edges so far
);
    initial
        cycle = 64'd0;

    always @(posedge clk)
        cycle <= cycle + 64'd1;

`ifndef VERILATOR
    reg [63:0]          next;
    reg [MONITOR_N-1:0] done_q;

    initial begin
        next     = 64'd0;
        done_q   = {MONITOR_N{1'b0}};
        rst      = 1'b1;
        wake     = 128'd0;
        ok       = 192'd0;
        sabotage = 160'd0;
        cmd      = 2'd0;
    end

    always @(negedge clk)
        if (cycle >= next || done != done_q) begin
            done_q = done;
            `TN_TICK(cycle, next, wake, ok, sabotage, rst, cmd, cmd_addr, cmd_wdata);
        end

    // Waveform: +waves=FILE, and the cycles wanted with +waves_from= +waves_to=.
    // (Verilator's clock, in dpi.cpp, reads the same from the environment.)
    reg [8*256-1:0] waves_path;
    reg [63:0]      waves_from, waves_to;
    reg             waves_on;

    initial begin
        waves_on = 1'b0;
        if ($value$plusargs("waves=%s", waves_path)) begin
            if (!$value$plusargs("waves_from=%d", waves_from)) waves_from = 64'd0;
            if (!$value$plusargs("waves_to=%d", waves_to)) waves_to = ~64'd0;
            waves_on = 1'b1;
            $dumpfile(waves_path);
            if (waves_from == 64'd0) $dumpvars(0);
        end
    end

    // the first dump opens the file, so the file begins with the window
    always @(posedge clk)
        if (waves_on) begin
            if (cycle != 64'd0 && cycle == waves_from) $dumpvars(0);
            if (cycle == waves_to) $dumpoff;
        end
`endif
endmodule

`default_nettype wire
