// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Wrapper of ExaNet's packetizer: the documented ports (checkers/exanet/spec/exa_packetizer.md,
// exa_ni.md and axi_slave.md; most of them in exa_ni_ports.vh) around our RTL. To test your own,
// write this module around it and give it as WRAPPER=.

`timescale 1ns / 1ps
`default_nettype none

module dut_exa_packetizer #(
    parameter integer AXI_ID_W = 4,
    parameter integer CHAN_N   = 64
) (
`include "exa_ni_ports.vh"
    output wire [15:0]         obs_rx
);

    exa_packetizer #(
        .AXI_ID_W(AXI_ID_W), .CHAN_N(CHAN_N)
    ) u_block (
`include "exa_ni_wires.vh"
        .obs_rx(obs_rx)
    );
endmodule

`default_nettype wire
