// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Bench of the framing of a PCIe link: source and sink of frames and the far end of the lanes are C's
// (<tn/czodiac/bfm_cz_framing.h>).

`timescale 1ns / 1ps
`default_nettype none
`include "tn_sim.vh"

module cz_framing_tb #(
    parameter integer MPS_B    = 512,
    parameter integer LANES    = 4,
    parameter integer SCRAMBLE = 1,
    parameter integer SKP_CYC  = 1280
`ifdef VERILATOR
) (
    `TN_BENCH_PORTS
);
`else
) ();
    `TN_BENCH_NETS
`endif

    localparam integer MONITOR_N = 1;

    wire [MONITOR_N-1:0] done;

    `TN_BENCH_CLOCK(MONITOR_N)

    wire               s_frm_ready, m_frm_valid, m_frm_last, m_frm_dllp, m_frm_edb, m_frm_err, rx_up, obs_rx_err;
    wire [127:0]       m_frm_data;
    wire [3:0]         m_frm_keep;
    wire [8*LANES-1:0] tx_data;
    wire [LANES-1:0]   tx_k;
    wire [63:0]        tx_data_all;
    wire [7:0]         tx_k_all;
    wire [1023:0]      play;

    generate
        if (LANES == 8) begin : g_all
            assign tx_data_all = tx_data;
            assign tx_k_all    = tx_k;
        end else begin : g_some
            assign tx_data_all = {{(64 - 8 * LANES){1'b0}}, tx_data};
            assign tx_k_all    = {{(8 - LANES){1'b0}}, tx_k};
        end
    endgenerate

    // words as harness/czodiac/bfm/cz_framing.c has them
    tn_bfm_block u_pins (
        .clk(clk), .cycle(cycle), .play(play), .done(done),
        .pins({
            31'd0, rst, // 15
            192'd0, // 14 to 9
            24'd0, m_frm_err, m_frm_edb, m_frm_dllp, m_frm_last, m_frm_keep, // 8
            28'd0, obs_rx_err, rx_up, m_frm_valid, s_frm_ready, // 7
            24'd0, tx_k_all, // 6
            tx_data_all, m_frm_data // 5 to 0
        })
    );

    dut_cz_framing #(
        .MPS_B(MPS_B), .LANES(LANES), .SCRAMBLE(SCRAMBLE), .SKP_CYC(SKP_CYC)
    ) u_dut (
        .clk(clk), .rst(rst), .up(play[208]),
        .s_frm_valid(play[209]), .s_frm_ready(s_frm_ready), .s_frm_data(play[127:0]),
        .s_frm_keep(play[213:210]), .s_frm_last(play[214]), .s_frm_dllp(play[215]), .s_frm_edb(play[216]),
        .m_frm_valid(m_frm_valid), .m_frm_data(m_frm_data), .m_frm_keep(m_frm_keep),
        .m_frm_last(m_frm_last), .m_frm_dllp(m_frm_dllp), .m_frm_edb(m_frm_edb), .m_frm_err(m_frm_err),
        .tx_data(tx_data), .tx_k(tx_k), .rx_data(play[128+:8*LANES]), .rx_k(play[192+:LANES]),
        .rx_err(play[200+:LANES]), .rx_up(rx_up), .obs_rx_err(obs_rx_err)
    );

    initial begin
        `TN_DECLARE(3, 0, "cz_framing");
        `TN_PARAM("MPS_B", MPS_B);
        `TN_PARAM("LANES", LANES);
        `TN_PARAM("SCRAMBLE", SCRAMBLE);
        `TN_PARAM("SKP_CYC", SKP_CYC);
    end
endmodule

`default_nettype wire
