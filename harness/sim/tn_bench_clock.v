// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Time for a bench: counts cycles and gives test code its turn at the falling
// edge, when its cycle has come or a monitor has something to deliver.

`timescale 1ns / 1ps
`default_nettype none
`include "tn_sim.vh"

module tn_bench_clock #(
    parameter integer MONITOR_N = 1
) (
    input  wire                 clk,
`ifdef VERILATOR
    input  wire                 tick, // rises in the low half of a cycle with due
    output wire                 due,
`endif
    input  wire [MONITOR_N-1:0] done,
    output reg  [63:0]          cycle, // rising edges so far
    output reg                  rst,
    output reg  [127:0]         wake, // bit i source i, bit 64 + i sink i
    output reg  [191:0]         ok,   // 3 bits a sink
    output reg  [159:0]         sabotage, // 5 bits a saboteur
    output reg  [1:0]           reg_cmd,
    output reg  [31:0]          reg_addr,
    output reg  [31:0]          reg_wdata
);
    reg [63:0]          next;
    reg [MONITOR_N-1:0] done_q;

    initial begin
        cycle   = 64'd0;
        next    = 64'd0;
        done_q  = {MONITOR_N{1'b0}};
        rst     = 1'b1;
        wake    = 128'd0;
        ok      = 192'd0;
        sabotage = 160'd0;
        reg_cmd = 2'd0;
    end

    always @(posedge clk)
        cycle <= cycle + 64'd1;

`ifndef VERILATOR
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

    // the first dump opens the file: it begins where the window does
    always @(posedge clk)
        if (waves_on) begin
            if (cycle != 64'd0 && cycle == waves_from) $dumpvars(0);
            if (cycle == waves_to) $dumpoff;
        end
`endif

    wire wanted = cycle >= next || done != done_q;

    // Under Verilator an edge of its own, only when wanted: at every falling edge, all
    // that depends on what is driven here would be evaluated again, the DUT included.
`ifdef VERILATOR
    assign due = wanted;

    always @(posedge tick) begin
`else
    always @(negedge clk)
        if (wanted) begin
`endif
            done_q = done;
            `TN_TICK(cycle, next, wake, ok, sabotage, rst, reg_cmd, reg_addr, reg_wdata);
        end
endmodule

`default_nettype wire
