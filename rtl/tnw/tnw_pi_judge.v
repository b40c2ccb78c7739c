// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// The verdict on a TLP from the host: the first cause that applies, and what is to be done.
//
// OFF_LOG2 (8 to 24), LAST_EN (0, 1) as in tnw_pi_in. Combinational. A request that begins in a BAR ends in it: none crosses 4 KiB and both
// are whole pages. Contract: tnw_pi.md section 2.

`timescale 1ns / 1ps
`default_nettype none

module tnw_pi_judge #(
    parameter integer OFF_LOG2 = 16,  // log2 of the fragments of a window's addresses
    parameter integer LAST_EN  = 1    // a window's address has a bit for last
) (
    // address ranges
    input  wire [63:0] bar0,
    input  wire [63:0] bar2,
    // the header, as tnw_pi_kind has it
    input  wire        malformed,
    input  wire        mrd,
    input  wire        mwr,
    input  wire        cpl,
    input  wire        np,
    input  wire        data,
    input  wire        ep,
    input  wire [10:0] length,    // DWs
    input  wire [63:0] addr,
    input  wire [3:0]  first_be,
    input  wire [3:0]  last_be,
    // the verdict
    output reg  [3:0]  cause,
    output reg  [2:0]  work,
    output reg  [4:0]  cycles     // that the work takes, 1 to 17
);
    `include "tnw_pi_work.vh"

    localparam integer BAR2_W = OFF_LOG2 + 10 + LAST_EN;
    localparam [2:0] TOP_LINK = 3'd5;

    generate
        if (OFF_LOG2 < 8 || OFF_LOG2 > 24) begin : g_check
            tn_error_OFF_LOG2_must_be_8_to_24 u_error ();
        end
    endgenerate

    wire in0 = addr[63:16] == bar0[63:16];
    wire in2 = !in0 && addr[63:BAR2_W] == bar2[63:BAR2_W];

    wire full = first_be == 4'hf && (length == 11'd1 || last_be == 4'hf);
    wire wide = {7'd0, addr[5:2]} + length > 11'd16;  // above 64 bytes, or across a multiple of them
    wire there = addr[OFF_LOG2+7+LAST_EN+:3] <= TOP_LINK;
    wire fits = full && addr[3:2] == 2'd0 && length[1:0] == 2'd0;

    always @* begin
        if (malformed) cause = CAUSE_MALF;
        else if (cpl) cause = CAUSE_CPL;
        else if (!mrd && !mwr) cause = CAUSE_UNSUP;
        else if (mwr && ep) cause = CAUSE_EP;
        else if (!in0 && !in2) cause = CAUSE_NOBAR;
        else if (in0 && mwr && (!full || wide)) cause = CAUSE_REG;
        else if (mrd && (in2 || wide)) cause = CAUSE_REGRD;
        else if (in2 && (!fits || !there)) cause = CAUSE_PPUT;
        else cause = CAUSE_FINE;
    end

    always @* begin
        work   = WORK_NONE;
        cycles = 5'd1;
        case (cause)
            CAUSE_CPL: begin
                work = WORK_CPL;
                if (data) cycles = length[6:2] + {4'd0, length[1:0] != 2'd0} + 5'd1;
            end
            CAUSE_UNSUP, CAUSE_NOBAR, CAUSE_REGRD: if (np) work = WORK_UR;
            CAUSE_EP, CAUSE_PPUT: if (in2 && there) work = WORK_FORM;
            CAUSE_FINE:
                if (in2) begin
                    work   = WORK_FRAG;
                    cycles = length[6:2];
                end else begin
                    work   = mrd ? WORK_READ : WORK_WRITE;
                    cycles = length[4:0];
                end
            default: ;
        endcase
    end

    wire unused = &{1'b0, addr, bar0[15:0], bar2[BAR2_W-1:0]};

endmodule

`default_nettype wire
