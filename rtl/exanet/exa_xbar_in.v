// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Input port of the ExaNet crossbar: judges headers, drops, keeps packets whole.
//
// exa_port_in with the crossbar's routing. A word accepted in cycle t stands at
// w_* in t+1.
// Parameters as in exa_route. rst empties it and clears the counters. Contract:
// exa_crossbar.md sections 3 and 5.

`timescale 1ns / 1ps
`default_nettype none

module exa_xbar_in #(
    parameter integer PORT_N    = 16,        // ports, 8 to 16
    parameter integer LINK_BASE = 8,         // link to FPGA 0
    parameter integer GW_BASE   = 12,        // gateway port 0
    parameter integer DRAM_PORT = 0,         // receiver of DRAM traffic
    parameter integer IN_PORT   = 0,         // this port
    parameter [15:0]  RANGE_EN  = 16'h003f,  // ports that have a range
    parameter [111:0] RANGE_LO  = 112'd0,    // first index, 7 bits a port
    parameter [111:0] RANGE_HI  = 112'd0     // last index, 7 bits a port
) (
    input  wire         clk,
    input  wire         rst,
    // this node's coordinates
    input  wire [21:0]  own,
    // packets in
    input  wire         s_hdr_valid,
    input  wire         s_pld_valid,
    input  wire         s_ftr_valid,
    output wire         s_ready,
    input  wire [127:0] s_data,
    // words to an output
    output wire         w_valid,
    input  wire         w_ready,
    output wire [1:0]   w_kind,
    output wire [127:0] w_data,
    output wire         w_last,
    output wire [3:0]   w_dst,
    // counters
    input  wire [2:0]   cnt_sel,
    output wire [31:0]  cnt,
    // observation
    output wire         obs_drop_valid,
    output wire [3:0]   obs_drop_cause
);

`include "exa_defs.vh"

    wire [127:0] head;
    wire [9:0]   addr_top = head[EXA_TYPE_LSB+:EXA_TYPE_W] == EXA_ACK ? head[EXA_A_TO_LSB+:EXA_A_TO_W]
                                                                       : head[EXA_TO_LSB+:EXA_A_TO_W];
    wire [3:0]   route;
    wire         miss;
    wire         loop;

    exa_route #(
        .PORT_N   (PORT_N),
        .LINK_BASE(LINK_BASE),
        .GW_BASE  (GW_BASE),
        .DRAM_PORT(DRAM_PORT),
        .IN_PORT  (IN_PORT),
        .RANGE_EN (RANGE_EN),
        .RANGE_LO (RANGE_LO),
        .RANGE_HI (RANGE_HI)
    ) u_route (
        .own     (own),
        .dst     (head[EXA_DST_LSB+:EXA_DST_W]),
        .addr_top(addr_top),
        .port    (route),
        .miss    (miss),
        .loop    (loop)
    );

    exa_port_in u_in (
        .clk           (clk),
        .rst           (rst),
        .s_hdr_valid   (s_hdr_valid),
        .s_pld_valid   (s_pld_valid),
        .s_ftr_valid   (s_ftr_valid),
        .s_ready       (s_ready),
        .s_data        (s_data),
        .head          (head),
        .route         (route),
        .miss          (miss),
        .loop          (loop),
        .w_valid       (w_valid),
        .w_ready       (w_ready),
        .w_kind        (w_kind),
        .w_data        (w_data),
        .w_last        (w_last),
        .w_dst         (w_dst),
        .cnt_sel       (cnt_sel),
        .cnt           (cnt),
        .obs_drop_valid(obs_drop_valid),
        .obs_drop_cause(obs_drop_cause)
    );

    wire unused = &{1'b0, head};

endmodule

`default_nettype wire
