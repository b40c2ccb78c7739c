// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Saboteur on one stream. Wires until it is armed; then every beat goes to C
// and comes back from there, so that packets can be changed, lost, doubled,
// swapped, cut or held (harness/fault/saboteur.c). It is armed between two
// packets, so that nothing is torn, and stays so until reset; from then on the
// stream takes one cycle more. ready and valid can be forced besides. With
// TN_LEAN it is wires for ever (Verilator's fast model: muxes in every stream
// cost it speed even unarmed); tn_inject() refuses faults on links then.

`timescale 1ns / 1ps
`default_nettype none
`include "tn_sim.vh"

module tn_saboteur #(
    parameter integer ID = 0 // index among the bench's saboteurs, 0 to 5
) (
    input  wire         clk,
    input  wire         rst,
    input  wire [63:0]  cycle,
    input  wire [4:0]   control, // 0 armed; 1 force ready to bit 2; 3 force valid to bit 4
    input  wire [2:0]   ok,      // classes that the receiver lets begin
    input  wire         s_valid,
    input  wire [127:0] s_data,
    input  wire [3:0]   s_keep,
    input  wire         s_last,
    input  wire [3:0]   s_port,
    output wire         s_ready,
    output wire         m_valid,
    output wire [127:0] m_data,
    output wire [3:0]   m_keep,
    output wire         m_last,
    output wire [3:0]   m_port,
    input  wire         m_ready
);
`ifdef TN_LEAN
    assign m_valid = s_valid;
    assign m_data  = s_data;
    assign m_keep  = s_keep;
    assign m_last  = s_last;
    assign m_port  = s_port;
    assign s_ready = m_ready;
`else
    reg         armed_q, open_q, valid_q, last_q;
    reg [127:0] data_q;
    reg [3:0]   keep_q, port_q;
    reg [31:0]  packets_q; // that have passed wholly

    reg [1:0]   have;
    reg [31:0]  delay;
    reg [127:0] data;
    reg [3:0]   keep, port;
    reg         last;

    assign m_valid = control[3] ? control[4] : armed_q ? valid_q : s_valid;
    assign m_data  = armed_q ? data_q : s_data;
    assign m_keep  = armed_q ? keep_q : s_keep;
    assign m_last  = armed_q ? last_q : s_last;
    assign m_port  = armed_q ? port_q : s_port;
    assign s_ready = control[1] ? control[2] : armed_q || m_ready;

    wire taken = s_valid && s_ready;

    always @(posedge clk) begin
        if (rst) begin
            armed_q   <= 1'b0;
            open_q    <= 1'b0;
            valid_q   <= 1'b0;
            packets_q <= 32'd0;
        end else begin
            if (taken) begin
                open_q <= !s_last;
                if (s_last)
                    packets_q <= packets_q + 32'd1;
            end
            if (control[0])
                if (s_valid ? s_ready && s_last : !open_q)
                    armed_q <= 1'b1;
            if (armed_q) begin
                if (taken)
                    `TN_SABOTAGE(ID, cycle, packets_q, s_data, s_keep, s_last, s_port);
                if (!valid_q || m_ready) begin
                    `TN_SOURCE(64 + ID, cycle, ok, have, delay, data, keep, last, port);
                    valid_q <= have == 2'd1;
                    if (have == 2'd1) begin
                        data_q <= data;
                        keep_q <= keep;
                        last_q <= last;
                        port_q <= port;
                    end
                end
            end
        end
    end
`endif
endmodule

`default_nettype wire
