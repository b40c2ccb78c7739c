// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Memory of the packetizer's messages: SLOT_N of 64 bytes, written by bytes, with two
// asynchronous read ports.
//
// SLOT_N (2 to 64). Addresses are {slot, word of 16 bytes}; those of slots that are not there
// must not be written. A byte written in t reads so from t+1. clear[i] makes slot i read 0, rst all.

`timescale 1ns / 1ps
`default_nettype none

module exa_msg_ram #(
    parameter integer SLOT_N = 64  // slots, 2 to 64
) (
    input  wire              clk,
    input  wire              rst,
    input  wire [SLOT_N-1:0] clear,
    input  wire [15:0]       wr_strb,
    input  wire [7:0]        wr_addr,
    input  wire [127:0]      wr_data,
    input  wire [7:0]        a_addr,
    output wire [127:0]      a_data,
    input  wire [7:0]        b_addr,
    output wire [127:0]      b_data
);

    localparam integer AT_W = 2 + $clog2(SLOT_N);

    generate
        if (SLOT_N < 2 || SLOT_N > 64) begin : g_check
            tn_error_SLOT_N_must_be_2_to_64 u_error ();
        end
    endgenerate

    reg [127:0]        mem_q [0:4*SLOT_N-1];
    reg [4*SLOT_N-1:0] full_q;  // words written since they were cleared

    wire [AT_W-1:0] wr_at = wr_addr[AT_W-1:0];
    wire [AT_W-1:0] a_at = a_addr[AT_W-1:0];
    wire [AT_W-1:0] b_at = b_addr[AT_W-1:0];
    wire            wr = wr_strb != 16'd0;

    // the first write of a word makes its other bytes 0
    integer b;
    always @(posedge clk)
        for (b = 0; b < 16; b = b + 1)
            if (wr_strb[b] || (wr && !full_q[wr_at])) mem_q[wr_at][8*b+:8] <= wr_strb[b] ? wr_data[8*b+:8] : 8'd0;

    integer s;
    always @(posedge clk)
        if (rst) full_q <= {4 * SLOT_N{1'b0}};
        else begin
            if (wr) full_q[wr_at] <= 1'b1;
            for (s = 0; s < SLOT_N; s = s + 1) if (clear[s]) full_q[4*s+:4] <= 4'd0;
        end

    assign a_data = full_q[a_at] ? mem_q[a_at] : 128'd0;
    assign b_data = full_q[b_at] ? mem_q[b_at] : 128'd0;

    wire unused = &{1'b0, wr_addr, a_addr, b_addr};

endmodule

`default_nettype wire
