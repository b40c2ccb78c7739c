// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Source of the ExaNet channel: drives the words that test code queued in C,
// header, payload or footer as they were queued.
//
// C is called once a word, and once when there is none; then the module waits
// until wake toggles or the time that C named has come.

`timescale 1ns / 1ps
`default_nettype none
`include "tn_sim.vh"

module tn_bfm_exa_source #(
    parameter integer ID = 0 // index among the bench's ExaNet sources, 0 to 63
) (
    input  wire         clk,
    input  wire         rst,
    input  wire [63:0]  cycle,
    input  wire         wake, // toggles when C has something new
    output wire         m_hdr_valid,
    input  wire         m_hdr_ready,
    output wire         m_pld_valid,
    input  wire         m_pld_ready,
    output wire         m_ftr_valid,
    input  wire         m_ftr_ready,
    output reg  [127:0] m_data
);
    reg [2:0]   valid_q; // footer, payload, header
    reg         wake_q, asleep, staged, waiting;
    reg [2:0]   kind_q;
    reg [31:0]  hold;  // a stall counts own edges; what waits looks at the bench's time, which may run faster
    reg [63:0]  due;
    reg [1:0]   have;
    reg [2:0]   kind; // the valid to raise
    reg [31:0]  delay;
    reg [159:0] beat;  // bits 130:128 the valid to raise
    integer     unit;

    initial `TN_OPEN("exa_source", ID, unit);

    assign {m_ftr_valid, m_pld_valid, m_hdr_valid} = valid_q;

    wire gone = |(valid_q & {m_ftr_ready, m_pld_ready, m_hdr_ready});

    always @(posedge clk) begin
        if (rst) begin
            valid_q <= 3'b000;
            wake_q  <= wake;
            asleep  <= 1'b0;
            staged  <= 1'b0;
            waiting <= 1'b0;
            hold    <= 32'd0;
        end else if (valid_q == 3'b000 || gone) begin
            if (waiting && cycle < due && wake == wake_q) begin
                valid_q <= 3'b000;
            end else if (!waiting && hold > 32'd1) begin
                hold    <= hold - 32'd1;
                valid_q <= 3'b000;
            end else if (staged) begin
                hold    <= 32'd0;
                staged  <= 1'b0;
                valid_q <= kind_q;
            end else if (asleep && wake == wake_q) begin
                valid_q <= 3'b000;
            end else begin
                `TN_NEXT(unit, cycle, gone, have, delay, beat);
                kind = beat[130:128];
                wake_q  <= wake;
                asleep  <= have == 2'd0;
                waiting <= have == 2'd2;
                hold    <= delay;
                due     <= cycle + {32'd0, delay};
                staged  <= have == 2'd1 && delay != 32'd0;
                valid_q <= {3{have == 2'd1 && delay == 32'd0}} & kind;
                kind_q  <= kind;
                if (have == 2'd1)
                    m_data <= beat[127:0];
            end
        end
    end
endmodule

`default_nettype wire
