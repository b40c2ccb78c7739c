// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Saboteur on one direction of a serial line of 66-bit blocks. Wires unless en was high in reset;
// then blocks go through a queue, some cycles late, and C (exa_line.c) says of those that it
// asked for what becomes of them: bits inverted, lost, repeated, joined with the next, or the bits from here
// on moved. NFC blocks (exa_link.md section 2) it finds by descrambling what is sent.

`timescale 1ns / 1ps
`default_nettype none
`include "tn_sim.vh"

module tn_exa_line_saboteur #(
    parameter integer ID = 0 // index among the bench's lines
) (
    input  wire        clk,
    input  wire        rst,
    input  wire [63:0] cycle,
    input  wire        en,
    input  wire [1:0]  s_head,
    input  wire [63:0] s_data,
    output wire [1:0]  m_head,
    output wire [63:0] m_data
);
    localparam [2:0] LOSE = 3'd1, REPEAT = 3'd2, JOIN = 3'd3;
    localparam [3:0] FILL = 4'd8; // blocks queued at first, as line.c counts them
    localparam [6:0] BITS = 7'd66;

    reg         on_q, started_q, joined_q;
    reg  [63:0] count_q;        // blocks out of reset
    reg  [57:0] past_q;         // of the bits sent
    reg  [65:0] queue [0:15];
    reg  [3:0]  wr_q, rd_q;
    reg  [65:0] joint_q;        // what the next block is joined to
    reg  [65:0] out_q, before_q;
    reg  [6:0]  at_q;

    wire [121:0] bits = {s_data, past_q};
    wire [63:0]  plain = s_data ^ bits[19+:64] ^ bits[0+:64];
    wire         nfc = s_head == 2'b10 && plain[7:0] == 8'haa;
    wire [131:0] moved = {out_q, before_q} >> at_q;

    assign {m_data, m_head} = on_q ? moved[65:0] : {s_data, s_head};

    // what C said last
    reg  [2:0]  what;
    reg  [6:0]  slip;
    reg  [1:0]  head;
    reg  [63:0] data;
    reg  [63:0] due;
    reg         watch;
    reg  [65:0] now;

    // both simulators read a call's outputs in the block that made it
    always @(posedge clk) begin
        if (rst) begin
            on_q      <= en;
            started_q <= 1'b0;
            joined_q  <= 1'b0;
            count_q   <= 64'd1;
            past_q    <= {58{1'b1}};
            wr_q      <= FILL;
            rd_q      <= 4'd0;
            out_q     <= 66'd2;
            before_q  <= 66'd2;
            at_q      <= 7'd0;
            due = 64'd1;
            watch = 1'b0;
        end else if (on_q) begin
            // what stands at the first edge was made in reset
            started_q <= 1'b1;
            what = 3'd0;
            slip = 7'd0;
            head = 2'd0;
            data = 64'd0;
            if (started_q) begin
                count_q <= count_q + 64'd1;
                past_q  <= bits[121:64];
                if (count_q >= due || count_q[7:0] == 8'd0 || (nfc && watch))
                    `TN_LINE(ID, cycle, count_q, nfc, what, slip, head, data, due, watch);
            end
            now = {s_data ^ data, s_head ^ head};
            if (joined_q) now = {now[65:34], joint_q[33:0]};
            joint_q  <= now;
            joined_q <= what == JOIN;
            queue[wr_q] <= now;
            if (what == REPEAT) queue[wr_q+4'd1] <= now;
            if (what == REPEAT) wr_q <= wr_q + 4'd2;
            else if (what != LOSE && what != JOIN) wr_q <= wr_q + 4'd1;
            rd_q     <= rd_q + 4'd1;
            out_q    <= queue[rd_q];
            before_q <= out_q;
            if (slip != 7'd0) at_q <= at_q + slip >= BITS ? at_q + slip - BITS : at_q + slip;
        end
    end

    integer b;
    initial begin
        on_q = 1'b0;
        for (b = 0; b < 16; b = b + 1) queue[b] = 66'd2;
    end
endmodule

`default_nettype wire
