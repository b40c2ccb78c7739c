// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Bench of ExaNet's mailbox: the wrapper dut_exa_mailbox in the bench of exa_ni_tb.vh. Registers 0 and 4
// read `waiting`.

`timescale 1ns / 1ps
`default_nettype none
`include "tn_sim.vh"

module exa_mailbox_tb #(
    parameter integer AXI_ID_W  = 4,
    parameter integer MBOX_N    = 64,
    parameter integer SLOT_LOG2 = 3,
    parameter integer DUP_N     = 64
`ifdef VERILATOR
) (
    `TN_BENCH_PORTS
);
`else
) ();
    `TN_BENCH_NETS
`endif

`include "exa_ni_tb.vh"

    wire [MBOX_N-1:0] waiting;
    wire [63:0]       waits = waiting;

    wire        reg_rd;
    wire [11:0] reg_addr;
    reg  [31:0] reg_rdata;

    tn_bfm_reg u_reg (
        .clk(clk), .rst(rst), .cmd(cmd), .addr(cmd_addr), .wdata(cmd_wdata),
        .reg_wr(), .reg_rd(reg_rd), .reg_addr(reg_addr), .reg_wdata(), .reg_rdata(reg_rdata)
    );
    always @(posedge clk)
        if (reg_rd) reg_rdata <= reg_addr[2] ? waits[63:32] : waits[31:0];

    dut_exa_mailbox #(.AXI_ID_W(AXI_ID_W), .MBOX_N(MBOX_N), .SLOT_LOG2(SLOT_LOG2), .DUP_N(DUP_N)) u_dut (
`include "exa_ni_wires.vh"
        .waiting(waiting), .obs_rx(obs_rx)
    );

    initial begin
        `TN_DECLARE(3, 0, "exa_mailbox");
        `TN_NAME("exa_source", 0, "s_exa");
        `TN_DECLARE(1, 0, "m_exa");
        `TN_NAME("exa_monitor", 0, "s_exa");
        `TN_NAME("exa_monitor", 1, "m_exa");
        `TN_DECLARE(16, 0, "cpu");
        `TN_DECLARE(18, 0, "cpu");
        `TN_PARAM("AXI_ID_W", AXI_ID_W);
        `TN_PARAM("MBOX_N", MBOX_N);
        `TN_PARAM("SLOT_LOG2", SLOT_LOG2);
        `TN_PARAM("DUP_N", DUP_N);
    end
endmodule

`default_nettype wire
