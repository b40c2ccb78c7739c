// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Shows all channels of an ExaNet switch to C, cycle by cycle, while en is
// high: what a checker of arbitration and latency needs. Costs a call a cycle.

`timescale 1ns / 1ps
`default_nettype none
`include "tn_sim.vh"

module tn_bfm_exa_pins #(
    parameter integer PORT_N = 16 // 1 to 16
) (
    input  wire                  clk,
    input  wire                  rst,
    input  wire [63:0]           cycle,
    input  wire                  en,
    input  wire [PORT_N-1:0]     s_hdr_valid,
    input  wire [PORT_N-1:0]     s_hdr_ready,
    input  wire [PORT_N-1:0]     s_pld_valid,
    input  wire [PORT_N-1:0]     s_pld_ready,
    input  wire [PORT_N-1:0]     s_ftr_valid,
    input  wire [PORT_N-1:0]     s_ftr_ready,
    input  wire [128*PORT_N-1:0] s_data,
    input  wire [PORT_N-1:0]     m_hdr_valid,
    input  wire [PORT_N-1:0]     m_hdr_ready,
    input  wire [PORT_N-1:0]     m_pld_valid,
    input  wire [PORT_N-1:0]     m_pld_ready,
    input  wire [PORT_N-1:0]     m_ftr_valid,
    input  wire [PORT_N-1:0]     m_ftr_ready,
    input  wire [128*PORT_N-1:0] m_data,
    output reg                   done // toggles when C has something to deliver
);
    localparam integer BATCH_LOG2 = 6; // cycles that C keeps at most

    // sixteen ports, those that are not there idle
    reg [15:0]   s_hv, s_hr, s_pv, s_pr, s_fv, s_fr, m_hv, m_hr, m_pv, m_pr, m_fv, m_fr;
    reg [2047:0] s_d, m_d;
    reg [BATCH_LOG2-1:0] count;
    integer              unit;

    initial begin
        done  = 1'b0;
        count = {BATCH_LOG2{1'b0}};
        `TN_OPEN("exa_pins", 0, unit);
    end

    always @(posedge clk)
        if (en && !rst) begin
            s_hv = 16'd0 | s_hdr_valid;
            s_hr = 16'd0 | s_hdr_ready;
            s_pv = 16'd0 | s_pld_valid;
            s_pr = 16'd0 | s_pld_ready;
            s_fv = 16'd0 | s_ftr_valid;
            s_fr = 16'd0 | s_ftr_ready;
            m_hv = 16'd0 | m_hdr_valid;
            m_hr = 16'd0 | m_hdr_ready;
            m_pv = 16'd0 | m_pld_valid;
            m_pr = 16'd0 | m_pld_ready;
            m_fv = 16'd0 | m_ftr_valid;
            m_fr = 16'd0 | m_ftr_ready;
            s_d  = 2048'd0 | s_data;
            m_d  = 2048'd0 | m_data;
            `TN_WATCH(unit, cycle, {m_d, s_d, m_fr, m_pr, m_hr, m_fv, m_pv, m_hv,
                                    s_fr, s_pr, s_hr, s_fv, s_pv, s_hv});
            count <= count + 1'b1;
            if (&count) done <= !done;
        end
endmodule

`default_nettype wire
