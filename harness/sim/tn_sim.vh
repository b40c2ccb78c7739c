// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// One name for each call into C, whichever simulator runs: a VPI task under
// Icarus, a DPI-C function under Verilator. Both reach harness/sim/core.h.
`ifndef TN_SIM_VH
`define TN_SIM_VH

`ifdef VERILATOR

import "DPI-C" function void tn_dpi_declare(input int kind, input int id, input string name);
import "DPI-C" function void tn_dpi_param(input string name, input int value);
import "DPI-C" function void tn_dpi_tick(input bit [63:0] cycle, output bit [63:0] next,
    output bit [127:0] wake, output bit [191:0] ok, output bit [159:0] sabotage, output bit rst,
    output bit [1:0] reg_cmd, output bit [31:0] reg_addr, output bit [31:0] reg_wdata);
import "DPI-C" function void tn_dpi_source(input int id, input bit [63:0] cycle,
    input bit [2:0] ok, output bit [1:0] have, output bit [31:0] delay,
    output bit [127:0] data, output bit [3:0] keep, output bit last, output bit [3:0] port);
import "DPI-C" function void tn_dpi_sink(input int id, output bit ready, output bit [31:0] cycles);
import "DPI-C" function void tn_dpi_beat(input int id, input bit [63:0] cycle,
    input bit [127:0] data, input bit [3:0] keep, input bit last, input bit [3:0] port,
    input bit [2:0] ok);
import "DPI-C" function void tn_dpi_sabotage(input int id, input bit [63:0] cycle,
    input bit [31:0] packet, input bit [127:0] data, input bit [3:0] keep, input bit last,
    input bit [3:0] port);
import "DPI-C" function void tn_dpi_broken(input int id, input bit [63:0] cycle, input int what);
import "DPI-C" function void tn_dpi_reject(input bit [63:0] cycle, input bit dir,
    input bit [3:0] cause, input bit [3:0] port);
import "DPI-C" function void tn_dpi_rdata(input bit [31:0] value);

import "DPI-C" function void tn_dpi_exa_source(input int id, input bit [63:0] cycle,
    output bit [1:0] have, output bit [31:0] delay, output bit [2:0] kind, output bit [127:0] data);
import "DPI-C" function void tn_dpi_exa_sabotage(input int id, input bit [63:0] cycle,
    input bit [31:0] packet, input bit [2:0] kind, input bit [127:0] data);
import "DPI-C" function void tn_dpi_exa_word(input int id, input bit [63:0] cycle,
    input bit [2:0] kind, input bit [127:0] data, input bit [31:0] waited);
import "DPI-C" function void tn_dpi_exa_pins(input bit [63:0] cycle, input bit [95:0] s,
    input bit [95:0] m, input bit [2047:0] s_data, input bit [2047:0] m_data);
import "DPI-C" function void tn_dpi_exa_tap(input int id, input bit [63:0] cycle,
    input bit [1:0] head, input bit [63:0] data);

`define TN_DECLARE tn_dpi_declare
`define TN_TEXT(vector) string'(vector) // a name that is no literal
`define TN_PARAM tn_dpi_param
`define TN_TICK tn_dpi_tick
`define TN_SOURCE tn_dpi_source
`define TN_SINK tn_dpi_sink
`define TN_BEAT tn_dpi_beat
`define TN_SABOTAGE tn_dpi_sabotage
`define TN_BROKEN tn_dpi_broken
`define TN_REJECT tn_dpi_reject
`define TN_RDATA tn_dpi_rdata
`define TN_EXA_SABOTAGE tn_dpi_exa_sabotage
`define TN_EXA_SOURCE tn_dpi_exa_source
`define TN_EXA_WORD tn_dpi_exa_word
`define TN_EXA_PINS tn_dpi_exa_pins
`define TN_EXA_TAP tn_dpi_exa_tap

`else

`define TN_DECLARE $tn_declare
`define TN_TEXT(vector) vector
`define TN_PARAM $tn_param
`define TN_TICK $tn_tick
`define TN_SOURCE $tn_source
`define TN_SINK $tn_sink
`define TN_BEAT $tn_beat
`define TN_SABOTAGE $tn_sabotage
`define TN_BROKEN $tn_broken
`define TN_REJECT $tn_reject
`define TN_RDATA $tn_rdata
`define TN_EXA_SABOTAGE $tn_exa_sabotage
`define TN_EXA_SOURCE $tn_exa_source
`define TN_EXA_WORD $tn_exa_word
`define TN_EXA_PINS $tn_exa_pins
`define TN_EXA_TAP $tn_exa_tap

`endif
`endif
