// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// A stream of beats with the header in front of the payload to AXI4-Stream with the header beside the
// data, in tuser. tn_axis_join is the inverse.
//
// HDR_N 1 to 3: 32-bit words of the header, which stand in tuser during the whole packet. tkeep has
// four bits a word, all alike; a packet that is a header alone leaves as one beat with tkeep 0, one that
// is shorter, too. Latency one cycle for the first beat, none for others. rst forgets the packet
// under way.

`timescale 1ns / 1ps
`default_nettype none

module tn_axis_split #(
    parameter integer HDR_N = 1 // 32-bit words of the header
) (
    input  wire                clk,
    input  wire                rst,
    // stream of packets
    input  wire                s_valid,
    output wire                s_ready,
    input  wire [127:0]        s_data,
    input  wire [3:0]          s_keep,
    input  wire                s_last,
    // AXI-stream with the header beside the data
    output wire                m_axis_tvalid,
    input  wire                m_axis_tready,
    output wire [127:0]        m_axis_tdata,
    output wire [15:0]         m_axis_tkeep,
    output wire                m_axis_tlast,
    output wire [32*HDR_N-1:0] m_axis_tuser
);
    generate
        if (HDR_N < 1 || HDR_N > 3) begin : g_check
            tn_error_HDR_N_must_be_1_to_3 u_error ();
        end
    endgenerate

    localparam integer HDR_W  = 32 * HDR_N;
    localparam integer LEFT_N = 4 - HDR_N; // words of a beat that leave with the next one

    reg             open_q;  // the first beat has been taken
    reg             flush_q; // the last words have no beat yet
    reg [127-HDR_W:0] carry_q; // words of the beat before
    reg [LEFT_N-1:0] rest_q; // keep of the beat that holds the last words alone
    reg [HDR_W-1:0] header_q;

    wire             taken = s_valid && s_ready;
    wire [HDR_N-1:0] early = s_keep[HDR_N-1:0]; // words that leave with those of the beat before
    wire [LEFT_N-1:0] late = s_keep[3:HDR_N];   // and those that leave behind them
    wire [3:0]       keep  = flush_q ? {{HDR_N{1'b0}}, rest_q} : {early, {LEFT_N{1'b1}}};

    assign s_ready       = !flush_q && (!open_q || m_axis_tready);
    assign m_axis_tvalid = flush_q || (open_q && s_valid);
    assign m_axis_tdata  = {flush_q ? {HDR_W{1'b0}} : s_data[HDR_W-1:0], carry_q};
    assign m_axis_tkeep  = {{4{keep[3]}}, {4{keep[2]}}, {4{keep[1]}}, {4{keep[0]}}};
    assign m_axis_tlast  = flush_q || (s_last && late == {LEFT_N{1'b0}});
    assign m_axis_tuser  = header_q;

    always @(posedge clk) begin
        if (taken) carry_q <= s_data[127:HDR_W];
        if (taken) rest_q <= late;
        if (taken && !open_q) header_q <= s_data[HDR_W-1:0];
    end

    always @(posedge clk) begin
        if (rst) begin
            open_q  <= 1'b0;
            flush_q <= 1'b0;
        end else begin
            if (taken) open_q <= !s_last;
            if (taken) flush_q <= s_last && (!open_q || late != {LEFT_N{1'b0}});
            else if (m_axis_tready) flush_q <= 1'b0;
        end
    end
endmodule

`default_nettype wire
