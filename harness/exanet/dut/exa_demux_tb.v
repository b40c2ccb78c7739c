// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Bench of the ExaNet demultiplexer: the wrapper dut_exa_demux with a source, OUT_N sinks,
// monitors and its register port (exa_mux_bench.vh).
//
// Output p has the peripheral indexes RANGE_STEP * p to RANGE_STEP * p + RANGE_SPAN, where
// RANGE_EN has bit p; with TYPES 1 it takes all types t but those with (t + p) mod 3 = 0.

`timescale 1ns / 1ps
`default_nettype none
`include "tn_sim.vh"

module exa_demux_tb #(
    parameter integer OUT_N      = 4, // 2 to 16
    parameter integer DRAM_EN    = 5,
    parameter integer RANGE_EN   = 15,
    parameter integer RANGE_STEP = 1, // 15 * RANGE_STEP + RANGE_SPAN is 127 at most
    parameter integer RANGE_SPAN = 0,
    parameter integer TYPES      = 1  // 0, 1
`ifdef VERILATOR
) (
    `TN_BENCH_PORTS
);
`else
) ();
    `TN_BENCH_NETS
`endif

    localparam integer S_N = 1, M_N = OUT_N;

`include "exa_mux_bench.vh"

    function [111:0] range; // the first index of each output, and so many more
        input integer more;
        integer o;
        integer index;
        begin
            for (o = 0; o < 16; o = o + 1) begin
                index = RANGE_STEP * o + more;
                range[7*o+:7] = index[6:0];
            end
        end
    endfunction

    function [511:0] types;
        input integer some;
        integer o;
        integer t;
        begin
            for (o = 0; o < 16; o = o + 1)
                for (t = 0; t < 32; t = t + 1) types[32*o+t] = some == 0 || (t + o) % 3 != 0;
        end
    endfunction

    dut_exa_demux #(
        .OUT_N(OUT_N), .DRAM_EN(DRAM_EN[15:0]), .RANGE_EN(RANGE_EN[15:0]), .RANGE_LO(range(0)),
        .RANGE_HI(range(RANGE_SPAN)), .TYPE_SET(types(TYPES))
    ) u_dut (
        .clk(clk), .rst(rst),
        .s_exa_hdr_valid(s_hv), .s_exa_hdr_ready(s_hr), .s_exa_pld_valid(s_pv),
        .s_exa_pld_ready(s_pr), .s_exa_ftr_valid(s_fv), .s_exa_ftr_ready(s_fr),
        .s_exa_data(s_data),
        .m_exa_hdr_valid(m_hv), .m_exa_hdr_ready(m_hr), .m_exa_pld_valid(m_pv),
        .m_exa_pld_ready(m_pr), .m_exa_ftr_valid(m_fv), .m_exa_ftr_ready(m_fr),
        .m_exa_data(m_data),
        .reg_rd(reg_rd), .reg_addr(reg_addr), .reg_rdata(reg_rdata),
        .obs_drop_valid(drop_valid), .obs_drop_cause(drop_cause)
    );

    initial begin
        `TN_DECLARE(3, 0, "exa_demux");
        `TN_PARAM("OUT_N", OUT_N);
        `TN_PARAM("DRAM_EN", DRAM_EN);
        `TN_PARAM("RANGE_EN", RANGE_EN);
        `TN_PARAM("RANGE_STEP", RANGE_STEP);
        `TN_PARAM("RANGE_SPAN", RANGE_SPAN);
        `TN_PARAM("TYPES", TYPES);
    end
endmodule

`default_nettype wire
