// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// One name for each call into C, whichever simulator runs: a VPI task under
// Icarus, a DPI-C function under Verilator. Both reach harness/sim/core.h and boundary.h. There are three kinds:
//   beats   streams of packets: SOURCE, SOURCE_BEATS, SINK, MONITOR (BEATS), HELD; single beats of any channel:
//           NEXT, READY, GOT, SEEN
//   pins    PINS (C sees 640 pins at most and plays up to 1024), WATCH (C sees up to 4288)
//   taps    TAP (C sees a word), LINE and SABOTAGE (C answers with the word to use instead), REJECT
// A fabric adds no calls: a fabric names boundaries, which its modules open (OPEN) and its benches declare (NAME).
`ifndef TN_SIM_VH
`define TN_SIM_VH

`ifdef VERILATOR

// Ports and clock of every bench. dpi.cpp drives the ports that tn_bench_clock drives under Icarus, so that one clock
// alone wakes the model. The bench itself declares done, which has a bit a module.
`define TN_BENCH_PORTS \
    input  wire         clk, \
    input  wire         rst, \
    input  wire [127:0] wake, \
    input  wire [191:0] ok, \
    input  wire [159:0] sabotage, \
    input  wire [1:0]   cmd, \
    input  wire [31:0]  cmd_addr, \
    input  wire [31:0]  cmd_wdata, \
    output wire [63:0]  due
`define TN_BENCH_CLOCK(N) \
    wire [63:0] cycle; \
    tn_bench_clock u_clock (.clk(clk), .cycle(cycle)); \
    assign due = 64'd0 | done;

import "DPI-C" function void tn_dpi_declare(input int kind, input int id, input string name);
import "DPI-C" function void tn_dpi_param(input string name, input int value);
import "DPI-C" function void tn_dpi_source(input int id, input bit [63:0] cycle,
    input bit [2:0] ok, output bit [1:0] have, output bit [31:0] delay,
    output bit [127:0] data, output bit [3:0] keep, output bit last, output bit [3:0] port);
// (inout instead of output, since Verilator clears a variable for each output in every cycle)
import "DPI-C" function void tn_dpi_sink(input int id, inout bit ready, inout bit [31:0] cycles);
import "DPI-C" function void tn_dpi_source_beats(input int id, input bit [63:0] cycle,
    input bit [2:0] ok, inout bit [6:0] left, inout bit [1:0] have, inout bit [31:0] delay,
    inout bit [127:0] beats [], inout bit [3:0] keep, inout bit last, inout bit [3:0] port);
import "DPI-C" function void tn_dpi_monitor(input int id, input bit [127:0] beats [],
    input bit [63:0] note []);
import "DPI-C" function void tn_dpi_sabotage(input int id, input bit [63:0] cycle,
    input bit [31:0] packet, input bit [127:0] data, input bit [3:0] keep, input bit last,
    input bit [3:0] port);
import "DPI-C" function void tn_dpi_held(input int id, input bit [63:0] cycle, input bit [2:0] what,
    input bit [127:0] was_data, input bit [8:0] was_rest, input bit [127:0] data, input bit [8:0] rest);
import "DPI-C" function void tn_dpi_reject(input bit [63:0] cycle, input bit dir,
    input bit [4:0] cause, input bit [4:0] port);
import "DPI-C" function void tn_dpi_rdata(input bit [31:0] value);
// Boundaries that C files have named (boundary.h): a module opens its unit of a boundary once, at time 0.
import "DPI-C" function void tn_dpi_open(input string boundary, input int id, output int unit);
import "DPI-C" function void tn_dpi_name(input string boundary, input int id, input string name);
import "DPI-C" function void tn_dpi_next(input int unit, input bit [63:0] cycle,
    input bit taken, output bit [1:0] have, output bit [31:0] delay, output bit [159:0] beat);
import "DPI-C" function void tn_dpi_ready(input int unit, input bit [63:0] cycle,
    output bit ready, output bit [31:0] cycles);
import "DPI-C" function void tn_dpi_got(input int unit, input bit [63:0] cycle,
    input bit [159:0] beat);
import "DPI-C" function void tn_dpi_seen(input int unit, input bit [63:0] cycle,
    input bit [31:0] what, input bit [31:0] more, input bit [159:0] beat);
import "DPI-C" function void tn_dpi_pins(input int unit, input bit [63:0] cycle,
    input bit [639:0] pins, output bit [1023:0] play);
import "DPI-C" function void tn_dpi_watch(input int unit, input bit [63:0] cycle,
    input bit [4287:0] pins);
import "DPI-C" function void tn_dpi_tap(input int id, input bit [63:0] cycle,
    input bit [1:0] head, input bit [63:0] data);
import "DPI-C" function void tn_dpi_line(input int id, input bit [63:0] cycle,
    input bit [63:0] block, input bit nfc, output bit [2:0] what, output bit [6:0] slip,
    output bit [1:0] head, output bit [63:0] data, inout bit [63:0] due, inout bit watch);

`define TN_DECLARE tn_dpi_declare
`define TN_TEXT(vector) string'(vector) // a name in a vector
`define TN_PARAM tn_dpi_param
`define TN_SOURCE tn_dpi_source
`define TN_SINK tn_dpi_sink
`define TN_SOURCE_BEATS tn_dpi_source_beats
`define TN_MONITOR tn_dpi_monitor
`define TN_SABOTAGE tn_dpi_sabotage
`define TN_HELD tn_dpi_held
`define TN_REJECT tn_dpi_reject
`define TN_RDATA tn_dpi_rdata
`define TN_OPEN tn_dpi_open
`define TN_NAME tn_dpi_name
`define TN_NEXT tn_dpi_next
`define TN_READY tn_dpi_ready
`define TN_GOT tn_dpi_got
`define TN_SEEN tn_dpi_seen
`define TN_PINS(UNIT, CYCLE, PINS, PLAY) tn_dpi_pins(UNIT, CYCLE, 640'd0 | PINS, PLAY)
`define TN_PLAY(W) 1024 // width of what TN_PINS plays, of which W bits count
`define TN_WATCH tn_dpi_watch
`define TN_TAP tn_dpi_tap
`define TN_LINE tn_dpi_line

`else

// (250 MHz, as the paper's prototype)
`define TN_BENCH_NETS \
    reg          clk = 1'b0; \
    wire         rst; \
    wire [127:0] wake; \
    wire [191:0] ok; \
    wire [159:0] sabotage; \
    wire [31:0]  cmd_addr, cmd_wdata; \
    wire [1:0]   cmd; \
    always #2 clk = !clk;
`define TN_BENCH_CLOCK(N) \
    wire [63:0] cycle; \
    tn_bench_clock #(.MONITOR_N(N)) u_clock ( \
        .clk(clk), .cycle(cycle), .done(done), .rst(rst), .wake(wake), .ok(ok), \
        .sabotage(sabotage), .cmd(cmd), .cmd_addr(cmd_addr), .cmd_wdata(cmd_wdata) \
    );

`define TN_DECLARE $tn_declare
`define TN_TEXT(vector) vector
`define TN_PARAM $tn_param
`define TN_TICK $tn_tick
`define TN_SOURCE $tn_source
`define TN_SINK $tn_sink
`define TN_SOURCE_BEATS $tn_source_beats
`define TN_BEATS $tn_beats
`define TN_SABOTAGE $tn_sabotage
`define TN_HELD $tn_held
`define TN_REJECT $tn_reject
`define TN_RDATA $tn_rdata
`define TN_OPEN $tn_open
`define TN_NAME $tn_name
`define TN_NEXT $tn_next
`define TN_READY $tn_ready
`define TN_GOT $tn_got
`define TN_SEEN $tn_seen
`define TN_PINS $tn_pins
`define TN_PLAY(W) W
`define TN_WATCH $tn_watch
`define TN_TAP $tn_tap
`define TN_LINE $tn_line

`endif
`endif
