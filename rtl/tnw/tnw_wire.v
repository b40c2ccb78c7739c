// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// A line of TNW's torus: delayed, then cut or inverted.
//
// WIRE_CYC (0 to 63): q in t is d in t-WIRE_CYC, inverted where flip is 1, or what a cut line shows: zeros with PCS_EN 1,
// the IDLE word with 0. cut and flip work in their cycle, and a line that is cut is not inverted. rst: q is as cut for
// WIRE_CYC cycles more. Contract: tnw_torus.md section 2.

`timescale 1ns / 1ps
`default_nettype none

module tnw_wire #(
    parameter integer WIRE_CYC = 1,
    parameter integer PCS_EN   = 1
) (
    input  wire        clk,
    input  wire        rst,
    input  wire [39:0] d,
    input  wire        cut,
    input  wire [39:0] flip,
    output wire [39:0] q
);

    localparam [39:0] NONE = PCS_EN != 0 ? 40'd0 : 40'h0f07070707;

    wire [39:0] late;

    generate
        if (WIRE_CYC == 0) begin : g_none
            wire unused = &{1'b0, clk, rst};

            assign late = d;
        end else if (WIRE_CYC == 1) begin : g_one
            reg [39:0] late_q;

            assign late = late_q;

            always @(posedge clk) late_q <= rst ? NONE : d;
        end else begin : g_ring
            // WIRE_CYC - 1 places in a ring, each read as it is written again, and a register
            localparam integer LAST = WIRE_CYC - 2;
            localparam integer A = WIRE_CYC <= 3 ? 1 : $clog2(WIRE_CYC - 1);

            reg  [A-1:0] at_q;
            reg          full_q;  // all places were written
            wire [39:0]  old;
            reg  [39:0]  late_q;

            assign late = late_q;

            tn_ram #(
                .DATA_W (40),
                .DEPTH_N(WIRE_CYC - 1),
                .ADDR_W (A)
            ) u_ram (
                .clk    (clk),
                .wr_en  (1'b1),
                .wr_addr(at_q),
                .wr_data(d),
                .rd_addr(at_q),
                .rd_data(old)
            );

            always @(posedge clk) begin
                if (rst) begin
                    at_q   <= {A{1'b0}};
                    full_q <= 1'b0;
                    late_q <= NONE;
                end else begin
                    at_q   <= at_q == LAST[A-1:0] ? {A{1'b0}} : at_q + 1'b1;
                    if (at_q == LAST[A-1:0]) full_q <= 1'b1;
                    late_q <= full_q ? old : NONE;
                end
            end
        end
    endgenerate

    assign q = cut ? NONE : late ^ flip;

endmodule

`default_nettype wire
