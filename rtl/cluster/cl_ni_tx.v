// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Makes a packet of one priority and gives it to the network.
//
// PRIO: the priority; WORD_N: payload words, 4 to 10. Its first word stands the cycle behind `load`. rst: no packet. Contract: cl_ni.md section 2.

`timescale 1ns / 1ps
`default_nettype none

module cl_ni_tx #(
    parameter integer PRIO   = 0,
    parameter integer WORD_N = 10
) (
    input  wire         clk,
    input  wire         rst,
    input  wire [6:0]   me,       // this CPU's node and number
    output wire         busy,
    input  wire         load,     // while not busy
    input  wire [3:0]   kind,     // its type
    input  wire [319:0] payload,  // its first word lowest, the address
    input  wire [3:0]   n,        // data words, of types with data
    output wire         m_valid,
    input  wire         m_ready,
    output wire [31:0]  m_data,
    output wire         m_last
);

    `include "cl_defs.vh"
    localparam [1:0] PRIO_2 = PRIO[1:0];

    reg [32*WORD_N+31:0] q;
    reg [3:0]            left_q;  // words

    reg [5:0] len;
    always @*
        case (kind)
            CL_READ: len = 6'd7;
            CL_QUEUE_READ, CL_REFUSE: len = 6'd5;
            CL_ACK, CL_ADD: len = 6'd4;
            default: len = 6'd4 + {1'b0, n, 1'b0};
        endcase

    wire [31:0] head = {payload[26:25], me[1:0], len, 6'd0, payload[31:27], me[6:2], PRIO_2, kind};

    assign busy    = left_q != 4'd0;
    assign m_valid = busy;
    assign m_data  = q[31:0];
    assign m_last  = left_q == 4'd1;

    always @(posedge clk) begin
        if (rst) left_q <= 4'd0;
        else if (load) left_q <= 4'd1 + len[4:1] + {3'd0, len[0]};
        else if (m_valid && m_ready) left_q <= left_q - 4'd1;
        if (load) q <= {payload[32*WORD_N-1:0], head};
        else if (m_ready) q <= q >> 32;
    end

    generate
        if (WORD_N < 10) begin : g_short
            wire unused = &{1'b0, payload[319:32*WORD_N]};
        end
    endgenerate

endmodule

`default_nettype wire
