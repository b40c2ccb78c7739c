// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Forwards packets of the kinds 1 to KIND_MAX: my_filter.md. No latency.

`timescale 1ns / 1ps
`default_nettype none

module my_filter #(
    parameter integer KIND_MAX = 15
) (
    input  wire         aclk,
    input  wire         aresetn,
    input  wire         s_axis_tvalid,
    output wire         s_axis_tready,
    input  wire [127:0] s_axis_tdata,
    input  wire [15:0]  s_axis_tkeep,
    input  wire         s_axis_tlast,
    input  wire [31:0]  s_axis_tuser,
    output wire         m_axis_tvalid,
    input  wire         m_axis_tready,
    output wire [127:0] m_axis_tdata,
    output wire [15:0]  m_axis_tkeep,
    output wire         m_axis_tlast,
    output wire [31:0]  m_axis_tuser
);
    reg         open_q, pass_q;
    wire        wanted = s_axis_tuser[7:0] != 8'd0 && {24'd0, s_axis_tuser[7:0]} <= KIND_MAX;
    wire        pass   = open_q ? pass_q : wanted;

    assign s_axis_tready = m_axis_tready || !pass;
    assign m_axis_tvalid = s_axis_tvalid && pass;
    assign m_axis_tdata  = s_axis_tdata;
    assign m_axis_tkeep  = s_axis_tkeep;
    assign m_axis_tlast  = s_axis_tlast;

    my_count u_count (.header(s_axis_tuser), .counted(m_axis_tuser));

    always @(posedge aclk) begin
        if (!aresetn) begin
            open_q <= 1'b0;
            pass_q <= 1'b0;
        end else if (s_axis_tvalid && s_axis_tready) begin
            open_q <= !s_axis_tlast;
            pass_q <= pass;
        end
    end
endmodule

`default_nettype wire
