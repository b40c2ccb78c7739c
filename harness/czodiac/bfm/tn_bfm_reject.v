// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Watches obs_rej_*: each TLP that the DUT did not forward.

`timescale 1ns / 1ps
`default_nettype none
`include "tn_sim.vh"

module tn_bfm_reject #(
    parameter integer DIR = 0 // 0 U2D, 1 D2U
) (
    input  wire        clk,
    input  wire        rst,
    input  wire [63:0] cycle,
    input  wire        valid,
    input  wire [3:0]  cause,
    input  wire [3:0]  port,
    output reg         done // toggles when C has something to deliver
);
    initial done = 1'b0;

    always @(posedge clk)
        if (valid)
            if (!rst) begin
                `TN_REJECT(cycle, DIR[0], cause, port);
                done = !done;
            end
endmodule

`default_nettype wire
