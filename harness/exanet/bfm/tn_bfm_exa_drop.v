// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Watches obs_drop_* of an ExaNet switch: each packet that did not go on as it came.

`timescale 1ns / 1ps
`default_nettype none
`include "tn_sim.vh"

module tn_bfm_exa_drop #(
    parameter integer PORT_N = 16, // 1 to 16
    parameter [4:0]   BASE   = 5'd0, // added to causes and ports, 0 or 16
    parameter [0:0]   DIR    = 1'b0  // the event's direction: a bench of two nodes tells by it which
) (
    input  wire                clk,
    input  wire                rst,
    input  wire [63:0]         cycle,
    input  wire [PORT_N-1:0]   valid,
    input  wire [4*PORT_N-1:0] cause,
    output reg                 done // toggles when C has something to deliver
);
    integer    p;
    reg  [4:0] cause_of, port_of;

    initial done = 1'b0;

    always @(posedge clk)
        if (!rst && valid != {PORT_N{1'b0}}) begin
            for (p = 0; p < PORT_N; p = p + 1)
                if (valid[p]) begin
                    cause_of = BASE + {1'b0, cause[4*p+:4]};
                    port_of  = BASE + p[4:0];
                    `TN_REJECT(cycle, DIR, cause_of, port_of);
                end
            done <= !done;
        end
endmodule

`default_nettype wire
