// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Bench of ExaNet's packetizer: the wrapper dut_exa_packetizer in the bench of exa_ni_tb.vh.

`timescale 1ns / 1ps
`default_nettype none
`include "tn_sim.vh"

module exa_packetizer_tb #(
    parameter integer AXI_ID_W = 4,
    parameter integer CHAN_N   = 64
`ifdef VERILATOR
) (
    `TN_BENCH_PORTS
);
`else
) ();
    `TN_BENCH_NETS
`endif

`include "exa_ni_tb.vh"

    dut_exa_packetizer #(.AXI_ID_W(AXI_ID_W), .CHAN_N(CHAN_N)) u_dut (
`include "exa_ni_wires.vh"
        .obs_rx(obs_rx)
    );

    initial begin
        `TN_DECLARE(3, 0, "exa_packetizer");
        `TN_NAME("exa_source", 0, "s_exa");
        `TN_DECLARE(1, 0, "m_exa");
        `TN_NAME("exa_monitor", 0, "s_exa");
        `TN_NAME("exa_monitor", 1, "m_exa");
        `TN_DECLARE(16, 0, "cpu");
        `TN_DECLARE(18, 0, "cpu");
        `TN_PARAM("AXI_ID_W", AXI_ID_W);
        `TN_PARAM("CHAN_N", CHAN_N);
    end
endmodule

`default_nettype wire
