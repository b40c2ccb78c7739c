// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// AXI4-Stream with the header beside the data, in tuser, to one stream of beats with the header in
// front of the payload. tn_axis_split is the inverse.
//
// HDR_N 1 to 3: 32-bit words of the header, which count in a packet's first beat. Payloads are whole
// words: tkeep has four bits a word, all alike; a packet without payload is one beat with tkeep 0.
// Byte 0 of the packet is bits 7:0 of the first beat. No latency; a packet takes one cycle more
// where its words need one more beat. rst forgets the packet under way.

`timescale 1ns / 1ps
`default_nettype none

module tn_axis_join #(
    parameter integer HDR_N = 1 // 32-bit words of the header
) (
    input  wire                clk,
    input  wire                rst,
    // AXI-stream with the header beside the data
    input  wire                s_axis_tvalid,
    output wire                s_axis_tready,
    input  wire [127:0]        s_axis_tdata,
    input  wire [15:0]         s_axis_tkeep,
    input  wire                s_axis_tlast,
    input  wire [32*HDR_N-1:0] s_axis_tuser,
    // stream of packets
    output wire                m_valid,
    input  wire                m_ready,
    output wire [127:0]        m_data,
    output wire [3:0]          m_keep,
    output wire                m_last
);
    generate
        if (HDR_N < 1 || HDR_N > 3) begin : g_check
            tn_error_HDR_N_must_be_1_to_3 u_error ();
        end
    endgenerate

    localparam integer HDR_W = 32 * HDR_N;

    reg             open_q;  // the first beat has been taken
    reg             flush_q; // the last words have no beat yet
    reg [HDR_W-1:0] carry_q; // words of the beat before
    reg [3:0]       rest_q;  // keep of the beat that holds the last words alone

    wire [3:0]   keep  = {&s_axis_tkeep[15:12], &s_axis_tkeep[11:8], &s_axis_tkeep[7:4], &s_axis_tkeep[3:0]};
    wire [6:0]   words = ({3'd0, keep} << HDR_N) | ((7'd1 << HDR_N) - 7'd1); // keep of header and payload
    wire         fits  = words[6:4] == 3'd0;
    wire         taken = s_axis_tvalid && s_axis_tready;
    wire [127:0] flush = {{128 - HDR_W{1'b0}}, carry_q};

    assign s_axis_tready = !flush_q && m_ready;
    assign m_valid = flush_q || s_axis_tvalid;
    assign m_data  = flush_q ? flush : {s_axis_tdata[127-HDR_W:0], open_q ? carry_q : s_axis_tuser};
    assign m_last  = flush_q || (s_axis_tlast && fits);
    assign m_keep  = flush_q ? rest_q : s_axis_tlast ? words[3:0] : 4'b1111;

    always @(posedge clk) begin
        if (taken) carry_q <= s_axis_tdata[127:128-HDR_W];
        if (taken) rest_q <= {1'b0, words[6:4]};
    end

    always @(posedge clk) begin
        if (rst) begin
            open_q  <= 1'b0;
            flush_q <= 1'b0;
        end else begin
            if (taken) open_q <= !s_axis_tlast;
            if (taken) flush_q <= s_axis_tlast && !fits;
            else if (m_ready) flush_q <= 1'b0;
        end
    end
endmodule

`default_nettype wire
