// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Watches obs_drop_* of an ExaNet switch: each packet that did not go on as it came.

`timescale 1ns / 1ps
`default_nettype none
`include "tn_sim.vh"

module tn_bfm_exa_drop #(
    parameter integer PORT_N = 16 // 1 to 16
) (
    input  wire                clk,
    input  wire                rst,
    input  wire [63:0]         cycle,
    input  wire [PORT_N-1:0]   valid,
    input  wire [4*PORT_N-1:0] cause,
    output reg                 done // toggles when C has something to deliver
);
    integer p;

    initial done = 1'b0;

    always @(posedge clk)
        if (!rst && valid != {PORT_N{1'b0}}) begin
            for (p = 0; p < PORT_N; p = p + 1)
                if (valid[p])
                    `TN_REJECT(cycle, 1'b0, cause[4*p+:4], p[3:0]);
            done <= !done;
        end
endmodule

`default_nettype wire
