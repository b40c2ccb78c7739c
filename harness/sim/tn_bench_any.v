// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Joins the `done` toggles of many modules on one clock: `any` toggles once in each cycle in which at least one bit
// of `done` toggled. For benches with more modules than tn_bench_clock takes.
//
// The copy of `done` is taken at the falling edge: modules toggle `done` by blocking assignment at the rising one, where a copy may
// already be the new value, and the toggle would be lost.

`timescale 1ns / 1ps
`default_nettype none

module tn_bench_any #(
    parameter integer N = 2
) (
    input  wire         clk,
    input  wire [N-1:0] done,
    output wire         any
);
    reg [N-1:0] done_q;
    reg         any_q;

    assign any = any_q ^ (done != done_q);

    initial begin
        done_q = {N{1'b0}};
        any_q  = 1'b0;
    end

    always @(negedge clk) begin
        done_q <= done;
        any_q  <= any;
    end
endmodule

`default_nettype wire
