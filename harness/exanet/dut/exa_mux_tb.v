// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Bench of the ExaNet multiplexer: the wrapper dut_exa_mux with IN_N sources, a sink,
// monitors and its register port (exa_mux_bench.vh).

`timescale 1ns / 1ps
`default_nettype none
`include "tn_sim.vh"

module exa_mux_tb #(
    parameter integer IN_N = 4 // 2 to 16
`ifdef VERILATOR
) (
    `TN_BENCH_PORTS
);
`else
) ();
    `TN_BENCH_NETS
`endif

    localparam integer S_N = IN_N, M_N = 1;

`include "exa_mux_bench.vh"

    dut_exa_mux #(
        .IN_N(IN_N)
    ) u_dut (
        .clk(clk), .rst(rst),
        .s_exa_hdr_valid(s_hv), .s_exa_hdr_ready(s_hr), .s_exa_pld_valid(s_pv),
        .s_exa_pld_ready(s_pr), .s_exa_ftr_valid(s_fv), .s_exa_ftr_ready(s_fr),
        .s_exa_data(s_data),
        .m_exa_hdr_valid(m_hv[0]), .m_exa_hdr_ready(m_hr[0]), .m_exa_pld_valid(m_pv[0]),
        .m_exa_pld_ready(m_pr[0]), .m_exa_ftr_valid(m_fv[0]), .m_exa_ftr_ready(m_fr[0]),
        .m_exa_data(m_data),
        .reg_rd(reg_rd), .reg_addr(reg_addr), .reg_rdata(reg_rdata),
        .obs_drop_valid(drop_valid), .obs_drop_cause(drop_cause)
    );

    initial begin
        `TN_DECLARE(3, 0, "exa_mux");
        `TN_PARAM("IN_N", IN_N);
    end
endmodule

`default_nettype wire
