// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Chooses what leaves next, frame by frame, and makes the DLLPs (PCIe 3.0 3.4, 3.5.2.1).
//
// Order: flow control initialisation, Nak, Ack, FC updates, TLPs. A choice stands until its frame
// has left; one cycle lies between two frames. Contract: cz_dll.md section 5.

`timescale 1ns / 1ps
`default_nettype none

module cz_dll_send (
    input  wire         clk,
    input  wire         clr,

    // what is due
    input  wire         init_due,   // an InitFC of kind init_kind for class init_class
    input  wire [1:0]   init_kind,
    input  wire [1:0]   init_class,
    output wire         init_taken,
    input  wire         nak_due,
    input  wire         ack_due,
    input  wire [11:0]  seq,
    output wire         ack_taken,  // Ack or Nak
    output wire         is_nak,
    input  wire [2:0]   fc_due,
    output wire [2:0]   fc_taken,
    input  wire [95:0]  allocated,  // of the three classes, as cz_dll_credit gives them

    // TLP frames
    input  wire         s_open,     // they may leave
    output wire         s_take,     // a frame is chosen: it leaves from the next cycle on
    input  wire         s_valid,
    output wire         s_ready,
    input  wire [127:0] s_data,
    input  wire [3:0]   s_keep,
    input  wire         s_last,
    input  wire         s_edb,

    // frames to the wire
    output wire         m_valid,
    input  wire         m_ready,
    output wire [127:0] m_data,
    output wire [3:0]   m_keep,
    output wire         m_last,
    output wire         m_dllp,
    output wire         m_edb
);
`include "cz_dll_defs.vh"

    localparam [1:0] IDLE = 2'd0, DLLP = 2'd1, TLP = 2'd2;

    reg  [1:0]  state_q;
    reg  [31:0] dllp_q;
    wire        idle  = state_q == IDLE && !clr;
    wire        acks  = nak_due || ack_due;
    wire [1:0]  fc    = fc_due[0] ? 2'd0 : fc_due[1] ? 2'd1 : 2'd2;
    wire        takes = init_due || acks || fc_due != 3'd0;

    assign init_taken = idle && init_due;
    assign ack_taken  = idle && !init_due && acks;
    assign is_nak     = nak_due;
    assign fc_taken   = idle && !init_due && !acks && fc_due != 3'd0 ? 3'd1 << fc : 3'd0;

    assign s_take     = idle && !takes && s_open && s_valid;

    wire [1:0]  cls = init_due ? init_class : fc;
    wire [1:0]  kind  = init_due ? init_kind : FC_UPDATE;
    wire [31:0] given = allocated[32*cls +: 32];
    // as on the wire, the first byte in the lowest place
    wire [31:0] fc_dw  = {given[23:16], given[1:0], 2'd0, given[27:24], 2'd0, given[7:2], kind, cls, 4'd0};
    wire [31:0] ack_dw = {seq[7:0], 4'd0, seq[11:8], 8'd0, nak_due ? DLLP_NAK : DLLP_ACK};

    always @(posedge clk) begin
        if (clr)
            state_q <= IDLE;
        else case (state_q)
            IDLE:
                if (takes)
                    state_q <= DLLP;
                else if (s_take)
                    state_q <= TLP;
            DLLP:
                if (m_ready) state_q <= IDLE;
            default:
                if (m_valid && m_ready && m_last) state_q <= IDLE;
        endcase
        if (idle)
            dllp_q <= !init_due && acks ? ack_dw : fc_dw;
    end

    assign s_ready = state_q == TLP && m_ready && !clr;
    assign m_dllp  = state_q == DLLP;
    assign m_valid = !clr && (m_dllp || (state_q == TLP && s_valid));
    assign m_data  = m_dllp ? {64'd0, 16'd0, dll_crc16(dllp_q), dllp_q} : s_data;
    assign m_keep  = m_dllp ? 4'h3 : s_keep;
    assign m_last  = m_dllp || s_last;
    assign m_edb   = !m_dllp && s_edb;
endmodule

`default_nettype wire
