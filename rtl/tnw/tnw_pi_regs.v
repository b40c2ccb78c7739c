// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// TNW processor interface: identity, limits, counters, Pput's window registers, and the way to all others.
//
// Parameters as tnw_pi has them, for PARAMS. Strobes of 1000 to 5FFF go out in the same cycle; rdata is what the
// block addressed gave in the cycle after reg_rd. A write acts in the next cycle, NEXT in this. rst: reset
// values. Contract: tnw_pi.md section 6, tnw_nwp.md section 5.

`timescale 1ns / 1ps
`default_nettype none

module tnw_pi_regs #(
    parameter integer OFF_LOG2  = 16,  // log2 of the fragments of a window's addresses
    parameter integer ITEM_LOG2 = 4,   // log2 of the items a window collects
    parameter integer TAG_LOG2  = 3,   // log2 of the reads of a link under way
    parameter integer DESC_LOG2 = 3    // log2 of the descriptors of a link
) (
    input  wire        clk,
    input  wire        rst,
    // from tnw_pi_in
    input  wire        reg_wr,
    input  wire        reg_rd,
    input  wire [15:0] reg_addr,
    input  wire [31:0] reg_wdata,
    output wire [31:0] reg_rdata,
    // to other blocks: address and data are those of tnw_pi_in
    output wire        ext_wr,
    output wire        ext_rd,
    input  wire [31:0] ext_rdata,
    input  wire [31:0] get_rdata,      // tnw_nget's, which looks at reg_wr itself
    output reg  [31:0] reorder_tmo,
    output reg  [31:0] cpl_tmo,
    // tnw_pput, whose in_id tnw_pi_in gives
    output wire        next_valid,
    output wire [23:0] next_item,
    output wire [5:0]  look_id,
    input  wire [23:0] look_next,
    input  wire [31:0] look_status,
    input  wire [31:0] look_err_addr,
    input  wire [31:0] look_done,
    // what is counted
    input  wire        judged_valid,
    input  wire [3:0]  judged_cause,
    input  wire        inc_put_item,   // serve of tnw_pput
    input  wire        err_valid,      // its obs_err_valid and obs_err_cause
    input  wire [2:0]  err_cause,
    input  wire        inc_after,
    input  wire        inc_get_item,   // serve of tnw_nget
    input  wire        inc_get_read,   // rd_sent of tnw_pi_out
    input  wire        inc_notified,
    input  wire        inc_failed,
    input  wire        inc_unexpected,
    input  wire        inc_bad,
    input  wire        inc_no_room,
    input  wire [2:0]  inc_lost
);

endmodule

`default_nettype wire
