// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Content-addressed memory, ternary: every entry compares in parallel.
//
// KEY_W >= 1, ENTRY_N >= 1. An entry matches when it is valid and every key bit
// whose care bit is set agrees. hit: one or more; multi: two or more; idx: the
// matching entry of the highest index. Lookup is combinational; an entry
// written in cycle t compares so from cycle t+1. rst invalidates all entries.
// Paper section 5.2 (CAM0 to CAM7).

`timescale 1ns / 1ps
`default_nettype none

module tn_cam #(
    parameter integer KEY_W   = 8,  // bits per key
    parameter integer ENTRY_N = 4,  // entries
    parameter integer IDX_W   = 2   // bits per index, 2**IDX_W >= ENTRY_N
) (
    input  wire             clk,
    input  wire             rst,
    // writes of an entry
    input  wire             wr_en,
    input  wire [IDX_W-1:0] wr_idx,
    input  wire             wr_valid,
    input  wire [KEY_W-1:0] wr_key,
    input  wire [KEY_W-1:0] wr_care,
    // the question and its answer
    input  wire [KEY_W-1:0] key,
    output reg              hit,
    output reg              multi,
    output reg  [IDX_W-1:0] idx
);

    generate
        if ((1 << IDX_W) < ENTRY_N) begin : g_check
            tn_error_IDX_W_too_small_for_ENTRY_N u_error ();
        end
    endgenerate

    reg [ENTRY_N-1:0]       valid_q;
    reg [ENTRY_N*KEY_W-1:0] key_q;
    reg [ENTRY_N*KEY_W-1:0] care_q;

    always @(posedge clk) begin
        if (rst) begin
            valid_q <= {ENTRY_N{1'b0}};
        end else if (wr_en) begin
            valid_q[wr_idx] <= wr_valid;
        end
    end

    always @(posedge clk) begin
        if (wr_en) begin
            key_q[wr_idx*KEY_W+:KEY_W]  <= wr_key;
            care_q[wr_idx*KEY_W+:KEY_W] <= wr_care;
        end
    end

    integer i;
    always @* begin
        hit   = 1'b0;
        multi = 1'b0;
        idx   = {IDX_W{1'b0}};
        for (i = 0; i < ENTRY_N; i = i + 1) begin
            if (valid_q[i] && ((key ^ key_q[i*KEY_W+:KEY_W]) & care_q[i*KEY_W+:KEY_W]) == {KEY_W{1'b0}}) begin
                multi = multi || hit;
                hit   = 1'b1;
                idx   = i[IDX_W-1:0];
            end
        end
    end

endmodule

`default_nettype wire
