// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Saboteur on one ExaNet channel: as tn_saboteur on a stream, word by word. Wires
// until it is armed, between two packets; from then until reset every word goes to
// C and comes back from there one cycle later. Readies are forced all three; a valid
// forced to 1 is the header's, in cycles in which no other is up. With TN_LEAN it is
// wires for ever.

`timescale 1ns / 1ps
`default_nettype none
`include "tn_sim.vh"

module tn_exa_saboteur #(
    parameter integer ID = 0 // index among the bench's saboteurs, 0 to 31
) (
    input  wire         clk,
    input  wire         rst,
    input  wire [63:0]  cycle,
    input  wire [4:0]   control, // 0 armed; 1 force ready to bit 2; 3 force valid to bit 4
    input  wire [2:0]   s_valid, // bit 0 header, 1 payload, 2 footer
    input  wire [127:0] s_data,
    output wire [2:0]   s_ready,
    output wire [2:0]   m_valid,
    output wire [127:0] m_data,
    input  wire [2:0]   m_ready
);
`ifdef TN_LEAN
    assign m_valid = s_valid;
    assign m_data  = s_data;
    assign s_ready = m_ready;
`else
    `include "tn_fields.vh"

    reg         armed_q, open_q;
    reg [2:0]   valid_q;
    reg [127:0] data_q;
    reg [31:0]  packets_q; // that have passed wholly

    reg [1:0]   have;
    reg [31:0]  delay;
    reg [159:0] beat; // as tn_bfm_exa_source has it
    integer     unit;

    initial `TN_OPEN("exa_source", 64 + ID, unit);

    wire [2:0] valid = armed_q ? valid_q : s_valid;
    wire [2:0] stuck = control[4] ? (valid == 3'b000 ? 3'b001 : valid) : 3'b000;

    assign m_valid = control[3] ? stuck : valid;
    assign m_data  = armed_q ? data_q : s_data;
    assign s_ready = control[1] ? {3{control[2]}} : armed_q ? 3'b111 : m_ready;

    wire taken = |(s_valid & s_ready);
    // types of a header alone: from 16 on, and acknowledgments
    wire [EXA_HDR_TYPE_W-1:0] kind = s_data[EXA_HDR_TYPE_LSB+:EXA_HDR_TYPE_W];
    wire alone = kind[EXA_HDR_TYPE_W-1] || kind == EXA_HDR_TYPE_ACK;
    wire ends  = s_valid[2] || (s_valid[0] && alone);
    wire early = s_valid[0] && open_q; // the packet before had no footer

    always @(posedge clk) begin
        if (rst) begin
            armed_q   <= 1'b0;
            open_q    <= 1'b0;
            valid_q   <= 3'b000;
            packets_q <= 32'd0;
        end else begin
            if (taken) begin
                open_q    <= !ends && (s_valid[0] || open_q);
                packets_q <= packets_q + {31'd0, ends} + {31'd0, early};
            end
            if (control[0])
                if (s_valid != 3'b000 ? taken && ends : !open_q)
                    armed_q <= 1'b1;
            if (armed_q) begin
                if (taken)
                    `TN_SABOTAGE(ID, cycle, packets_q, s_data, {1'b0, s_valid}, 1'b0, 4'd0);
                if (valid_q == 3'b000 || |(valid_q & m_ready)) begin
                    `TN_NEXT(unit, cycle, 1'b0, have, delay, beat);
                    valid_q <= {3{have == 2'd1}} & beat[130:128];
                    if (have == 2'd1)
                        data_q <= beat[127:0];
                end
            end
        end
    end
`endif
endmodule

`default_nettype wire
