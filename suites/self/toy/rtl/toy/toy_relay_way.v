// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// One direction of toy_relay: drops what the relay does not forward, counts a hop, makes the
// CRC anew, queues. Latency one cycle; rst empties it. checkers/toy/spec/toy_relay.md.

`timescale 1ns / 1ps
`default_nettype none

module toy_relay_way #(
    parameter integer DEPTH_LOG2 = 4 // log2 of the beats queued, 1 to 6
) (
    input  wire         clk,
    input  wire         rst,
    input  wire         s_valid,
    input  wire [127:0] s_data,
    input  wire [3:0]   s_keep,
    input  wire         s_last,
    output wire         s_ready,
    output wire         m_valid,
    output wire [127:0] m_data,
    output wire [3:0]   m_keep,
    output wire         m_last,
    input  wire         m_ready,
    output wire         dropped // a packet ended that was not forwarded
);
    // CRC-16/IBM-3740 of two bytes, the first one in [15:8]
    function [15:0] crc16;
        input [15:0] bytes;
        integer      i;
        begin
            crc16 = 16'hffff;
            for (i = 15; i >= 0; i = i - 1)
                crc16 = {crc16[14:0], 1'b0} ^ (crc16[15] ^ bytes[i] ? 16'h1021 : 16'h0000);
        end
    endfunction

    reg open_q; // a packet is under way
    reg drop_q; // and it is dropped

    wire [15:0] head  = {s_data[7:0], s_data[15:8]};
    wire [15:0] left  = {head[15:12] - 4'd1, head[11:0]};
    wire [15:0] crc   = crc16(left);
    wire        good  = {s_data[23:16], s_data[31:24]} == crc16(head) && head[15:12] != 4'd0;
    wire        drop  = open_q ? drop_q : !good;
    wire [31:0] fresh = {crc[7:0], crc[15:8], left[7:0], left[15:8]};
    wire        taken = s_valid && s_ready;

    assign dropped = taken && s_last && drop;

    always @(posedge clk) begin
        if (rst) begin
            open_q <= 1'b0;
            drop_q <= 1'b0;
        end else if (taken) begin
            open_q <= !s_last;
            drop_q <= drop;
        end
    end

    tn_fifo #(.DATA_W(133), .DEPTH_LOG2(DEPTH_LOG2)) u_fifo (
        .clk(clk), .rst(rst),
        .s_valid(s_valid && !drop), .s_ready(s_ready),
        .s_data({s_last, s_keep, s_data[127:32], open_q ? s_data[31:0] : fresh}),
        .m_valid(m_valid), .m_ready(m_ready), .m_data({m_last, m_keep, m_data}),
        /* verilator lint_off PINCONNECTEMPTY */ .level() /* verilator lint_on PINCONNECTEMPTY */
    );
endmodule

`default_nettype wire
