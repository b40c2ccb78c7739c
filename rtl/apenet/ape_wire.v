// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// A line of APEnet's torus: delays words and their k; can lose one, invert bits of one, or show another in its place.
//
// WIRE_CYC (0 to 22): cycles. PCS (0, 1): words of 128 bits, or the symbols of ape_pcs in a cycle, zeros where there are none, whose k is 0. put, cut and flip work in their cycle, put above cut above flip. rst: no word for WIRE_CYC cycles.
// Contract: ape_torus.md section 2.

`timescale 1ns / 1ps
`default_nettype none

module ape_wire #(
    parameter integer WIRE_CYC = 1, // cycles
    parameter integer PCS      = 0
) (
    input  wire         clk,
    input  wire         rst,
    input  wire         d_valid,
    input  wire         d_k,
    input  wire [127+32*PCS:0] d,
    output wire         i_valid,  // d, for observation
    output wire         i_k,
    output wire [127+32*PCS:0] i,
    input  wire         put,
    input  wire         cut,
    input  wire         flip_k,
    input  wire [127+32*PCS:0] flip,
    output wire         q_valid,
    output wire         q_k,
    output wire [127+32*PCS:0] q
);

    generate
        if (WIRE_CYC < 0 || WIRE_CYC > 22) begin : g_check
            tn_error_WIRE_CYC_must_be_0_to_22 u_error ();
        end
        if (PCS != 0 && PCS != 1) begin : g_pcs
            tn_error_PCS_must_be_0_or_1 u_error ();
        end
    endgenerate

    wire d_ctl = PCS == 0 && d_k;

    assign i_valid = d_valid;
    assign i_k     = d_ctl;
    assign i       = d;

    wire         late_valid, late_k;
    wire [127+32*PCS:0] late;

    generate
        if (WIRE_CYC == 0) begin : g_none
            wire unused = &{1'b0, clk, rst};

            assign late_valid = d_valid;
            assign late_k     = d_ctl;
            assign late       = d;
        end else if (WIRE_CYC == 1) begin : g_one
            reg         valid_q, k_q;
            reg [127+32*PCS:0] late_q;

            assign late_valid = valid_q;
            assign late_k     = k_q;
            assign late       = late_q;

            always @(posedge clk) begin
                valid_q <= d_valid && !rst;
                k_q     <= d_ctl;
                late_q  <= d;
            end
        end else begin : g_ring
            // WIRE_CYC - 1 places in a ring, each read as it is written again, and a register
            localparam integer LAST = WIRE_CYC - 2;
            localparam integer A = WIRE_CYC <= 3 ? 1 : $clog2(WIRE_CYC - 1);

            reg  [A-1:0] at_q;
            reg          full_q;  // all places were written
            wire [129+32*PCS:0] old;
            reg          valid_q, k_q;
            reg  [127+32*PCS:0] late_q;

            assign late_valid = valid_q;
            assign late_k     = k_q;
            assign late       = late_q;

            tn_ram #(
                .DATA_W (130 + 32 * PCS),
                .DEPTH_N(WIRE_CYC - 1),
                .ADDR_W (A)
            ) u_ram (
                .clk    (clk),
                .wr_en  (1'b1),
                .wr_addr(at_q),
                .wr_data({d_valid, d_ctl, d}),
                .rd_addr(at_q),
                .rd_data(old)
            );

            always @(posedge clk) begin
                if (rst) begin
                    at_q    <= {A{1'b0}};
                    full_q  <= 1'b0;
                    valid_q <= 1'b0;
                end else begin
                    at_q    <= at_q == LAST[A-1:0] ? {A{1'b0}} : at_q + 1'b1;
                    if (at_q == LAST[A-1:0]) full_q <= 1'b1;
                    valid_q <= full_q && old[129+32*PCS];
                end
                {k_q, late_q} <= old[128+32*PCS:0];
            end
        end
    endgenerate

    assign q_valid = put || (late_valid && !cut);
    assign q_k     = PCS == 0 && (put ? flip_k : late_k ^ flip_k);
    assign q       = put ? flip : PCS != 0 && !q_valid ? {(128+32*PCS){1'b0}} : late ^ flip;

endmodule

`default_nettype wire
