// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Lines from the FPGAs of a board into one of them: wires, with the senders' clocks. A module of its own
// so that a bench can have another in its place, which strikes what passes.
//
// FPGA (0 to 3): the one they lead to. Line l comes from FPGA l. No state; latency 0. Paper section 3.1;
// contract: exa_qfdb.md.

`timescale 1ns / 1ps
`default_nettype none

module exa_wires #(
    parameter integer FPGA = 0, // receiver's number on the board, 0 to 3
    parameter integer LINK = 0  // 0: first lines between two FPGAs, 1: second
) (
    input  wire [3:0]   clk,
    input  wire [3:0]   rst,
    input  wire [7:0]   s_head,
    input  wire [255:0] s_data,
    output wire [7:0]   m_head,
    output wire [255:0] m_data
);

    generate
        if (FPGA < 0 || FPGA > 3) begin : g_fpga
            tn_error_FPGA_must_be_0_to_3 u_error ();
        end
        if (LINK < 0 || LINK > 1) begin : g_link
            tn_error_LINK_must_be_0_or_1 u_error ();
        end
    endgenerate

    assign m_head = s_head;
    assign m_data = s_data;

    wire unused = &{1'b0, clk, rst};

endmodule

`default_nettype wire
