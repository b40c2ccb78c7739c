// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Skid buffer: cuts valid, data and ready by registers, without a lost cycle.
//
// DATA_W >= 1. Latency 1 cycle, one word a cycle. s_ready comes from a register.
// rst empties it.

`timescale 1ns / 1ps
`default_nettype none

module tn_skid #(
    parameter integer DATA_W = 8  // bits per word
) (
    input  wire              clk,
    input  wire              rst,
    input  wire              s_valid,
    output wire              s_ready,
    input  wire [DATA_W-1:0] s_data,
    output wire              m_valid,
    input  wire              m_ready,
    output wire [DATA_W-1:0] m_data
);

    reg              out_valid_q;
    reg [DATA_W-1:0] out_q;
    reg              skid_valid_q;
    reg [DATA_W-1:0] skid_q;

    assign s_ready = !skid_valid_q;
    assign m_valid = out_valid_q;
    assign m_data  = out_q;

    wire out_free = !out_valid_q || m_ready;

    always @(posedge clk) begin
        if (rst) begin
            out_valid_q  <= 1'b0;
            skid_valid_q <= 1'b0;
        end else if (out_free) begin
            out_valid_q  <= skid_valid_q || s_valid;
            skid_valid_q <= 1'b0;
        end else if (s_valid && s_ready) begin
            skid_valid_q <= 1'b1;
        end
    end

    always @(posedge clk) begin
        if (out_free) out_q <= skid_valid_q ? skid_q : s_data;
        else if (s_ready) skid_q <= s_data;
    end

endmodule

`default_nettype wire
