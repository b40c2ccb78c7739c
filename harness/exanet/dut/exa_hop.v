// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// In place of rtl/top/exa_hop.v in the bench of exa_two_nodes: the channel from the link into the switch of one FPGA, struck as
// the bench's registers 1090 to 10C4 say (exa_two_nodes_tb.v). A packet of the named type is lost, comes twice, comes later
// than its turn, or has a bit inverted in one of its three CRC zones. Words pass without a cycle's delay.

`timescale 1ns / 1ps
`default_nettype none

module exa_hop #(
    parameter integer FPGA = 0, // number on the board, 0 to 3
    parameter integer LINE = 1  // number of the line, 0 to 7
) (
    input  wire         clk,
    input  wire         rst,
    input  wire [2:0]   s_valid,
    output wire [2:0]   s_ready,
    input  wire [127:0] s_data,
    output wire [2:0]   m_valid,
    input  wire [2:0]   m_ready,
    output wire [127:0] m_data
);
    `include "tn_fields.vh"
    localparam [2:0] LOSE = 3'd1, AGAIN = 3'd2, LATE = 3'd3, SPOIL_HDR = 3'd4, SPOIL_PLD = 3'd5,
                     SPOIL_FTR = 3'd6;

    generate
        if (FPGA + LINE == 1) begin : g_struck
            wire [4:0]  kind = `EXA_WIRES_TB.hop[32*FPGA+:5];
            wire [2:0]  act = `EXA_WIRES_TB.hop[32*FPGA+16+:3];
            wire        load = `EXA_WIRES_TB.hop_load[FPGA];

            reg         open_q;             // between header and footer
            reg  [2:0]  mine_q;             // how the packet that passes is struck
            reg  [15:0] skip_q;             // packets of the type that pass unharmed
            reg  [7:0]  left_q;             // and that are struck then
            reg  [130:0] held [0:17];       // a packet that comes again or later
            reg  [4:0]  held_q, sent_q;     // its words; those that were sent
            reg         full_q, emit_q;
            reg  [19:0] wait_q;             // cycles until it may be sent

            wire        is_mine = s_valid[0] && s_data[EXA_HDR_TYPE_LSB+:5] == kind && act != 3'd0 && !full_q;
            wire [2:0]  now = !s_valid[0] ? mine_q : is_mine && skip_q == 16'd0 && left_q != 8'd0 ? act : 3'd0;
            wire        away = now == LOSE || now == LATE;
            wire        taken = |(s_valid & s_ready);
            wire        alone = s_data[EXA_HDR_TYPE_LSB+4] || s_data[EXA_HDR_TYPE_LSB+:5] == EXA_HDR_TYPE_ACK;
            wire        ends = s_valid[2] || (s_valid[0] && alone);
            wire        spoil = (now == SPOIL_HDR && s_valid[0]) || (now == SPOIL_PLD && s_valid[1]) ||
                                (now == SPOIL_FTR && s_valid[2]);

            assign m_valid = emit_q ? held[sent_q][130:128] : away ? 3'b000 : s_valid;
            assign m_data  = emit_q ? held[sent_q][127:0] : s_data ^ {127'd0, spoil} << `EXA_WIRES_TB.hop_bit[7*FPGA+:7];
            assign s_ready = emit_q ? 3'b000 : away ? 3'b111 : m_ready;

            always @(posedge clk) begin
                if (rst) begin
                    open_q   <= 1'b0;
                    mine_q   <= 3'd0;
                    full_q   <= 1'b0;
                    emit_q   <= 1'b0;
                    held_q   <= 5'd0;
                    sent_q   <= 5'd0;
                    skip_q   <= 16'd0;
                    left_q   <= 8'd0;
                    wait_q   <= 20'd0;
                end else begin
                    if (wait_q != 20'd0) wait_q <= wait_q - 20'd1;
                    if (taken) begin
                        open_q <= !ends;
                        mine_q <= now;
                        if (is_mine) begin
                            if (skip_q != 16'd0) skip_q <= skip_q - 16'd1;
                            else if (left_q != 8'd0) left_q <= left_q - 8'd1;
                        end
                        if (s_valid[0] && now != 3'd0) `EXA_WIRES_TB.struck[FPGA] <= 1'b1;
                        if (now == AGAIN || now == LATE) begin
                            held[s_valid[0] ? 5'd0 : held_q] <= {s_valid, s_data};
                            held_q <= (s_valid[0] ? 5'd0 : held_q) + 5'd1;
                            if (ends) begin
                                full_q <= 1'b1;
                                sent_q <= 5'd0;
                                wait_q <= `EXA_WIRES_TB.hop_late[20*FPGA+:20];
                            end
                        end
                    end
                    if (emit_q) begin
                        if (|(m_valid & m_ready)) begin
                            sent_q <= sent_q + 5'd1;
                            if (sent_q + 5'd1 == held_q) begin
                                emit_q <= 1'b0;
                                full_q <= 1'b0;
                            end
                        end
                    end else if (full_q && wait_q == 20'd0 && (s_valid != 3'b000 ? taken && ends : !open_q))
                        emit_q <= 1'b1;
                    if (load) begin
                        skip_q   <= `EXA_WIRES_TB.hop_skip[16*FPGA+:16];
                        left_q   <= `EXA_WIRES_TB.hop[32*FPGA+24+:8];
                        `EXA_WIRES_TB.struck[FPGA] <= 1'b0;
                    end
                end
            end
        end else begin : g_plain
            assign m_valid = s_valid;
            assign m_data  = s_data;
            assign s_ready = m_ready;
        end
    endgenerate
endmodule

`default_nettype wire
