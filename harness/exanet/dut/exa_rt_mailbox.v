// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Wrapper of ExaNet's RT mailbox: the documented ports (checkers/exanet/spec/exa_rt_mailbox.md,
// exa_ni.md and axi_slave.md; most of them in exa_ni_ports.vh) around our RTL. To test your own,
// write this module around it and give it as WRAPPER=.

`timescale 1ns / 1ps
`default_nettype none

module dut_exa_rt_mailbox #(
    parameter integer AXI_ID_W  = 4,
    parameter integer RSP_LOG2  = 10,
    parameter integer READ_LOG2 = 6,
    parameter integer DUP_N     = 64
) (
`include "exa_ni_ports.vh"
    output wire [15:0]         obs_rx
);

    exa_rt_mailbox #(
        .AXI_ID_W(AXI_ID_W), .RSP_LOG2(RSP_LOG2), .READ_LOG2(READ_LOG2), .DUP_N(DUP_N)
    ) u_block (
`include "exa_ni_wires.vh"
        .obs_rx(obs_rx)
    );
endmodule

`default_nettype wire
