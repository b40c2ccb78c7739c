// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// The channel from a link into the switch of its FPGA: wires. A module of its own so that a bench can have another in its
// place, which loses, doubles, holds or spoils packets.
//
// FPGA (0 to 3): the number of the FPGA on its board. LINE (0 to 7): the number of the line. Bit 0 of valid and ready is the
// header's, 1 the payload's, 2 the footer's. No state; latency 0. Paper section 3.2; contract: exa_qfdb.md.

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

    generate
        if (FPGA < 0 || FPGA > 3) begin : g_fpga
            tn_error_FPGA_must_be_0_to_3 u_error ();
        end
        if (LINE < 0 || LINE > 7) begin : g_line
            tn_error_LINE_must_be_0_to_7 u_error ();
        end
    endgenerate

    assign m_valid = s_valid;
    assign m_data  = s_data;
    assign s_ready = m_ready;

    wire unused = &{1'b0, clk, rst};

endmodule

`default_nettype wire
