// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Framing of one end of a PCIe link, Gen1 and Gen2: frames to symbols of each lane and back, scrambling, SKP ordered sets.
//
// A frame's first symbol leaves 4 to 7 cycles behind its last beat, its last beat comes 2 to 4 cycles behind its last symbol. rst, or up = 0, drops
// what is under way. PCI Express Base Specification 3.0, section 4.2; contract: cz_framing.md.

`timescale 1ns / 1ps
`default_nettype none

module cz_framing #(
    parameter integer MPS_B    = 512,  // largest payload in bytes, 128 to 4096
    parameter integer LANES    = 4,    // 1, 4, 8
    parameter integer SCRAMBLE = 1,    // 0: data leave and are taken as they are
    parameter integer SKP_CYC  = 1280  // symbol times between SKP ordered sets, 1180 to 1538
) (
    input  wire               clk,
    input  wire               rst,
    input  wire               up,

    // frames to send
    input  wire               s_frm_valid,
    output wire               s_frm_ready,
    input  wire [127:0]       s_frm_data,
    input  wire [3:0]         s_frm_keep,
    input  wire               s_frm_last,
    input  wire               s_frm_dllp,
    input  wire               s_frm_edb,

    // frames received
    output wire               m_frm_valid,
    output wire [127:0]       m_frm_data,
    output wire [3:0]         m_frm_keep,
    output wire               m_frm_last,
    output wire               m_frm_dllp,
    output wire               m_frm_edb,
    output wire               m_frm_err,

    // symbols
    output wire [8*LANES-1:0] tx_data,
    output wire [LANES-1:0]   tx_k,
    input  wire [8*LANES-1:0] rx_data,
    input  wire [LANES-1:0]   rx_k,
    input  wire [LANES-1:0]   rx_err,
    output wire               rx_up,
    output wire               obs_rx_err
);
    generate
        if (LANES != 1 && LANES != 4 && LANES != 8) begin : g_lanes
            tn_error_LANES_must_be_1_4_or_8 u_error ();
        end
        if (MPS_B < 128 || MPS_B > 4096 || (MPS_B & (MPS_B - 1)) != 0) begin : g_mps
            tn_error_MPS_B_must_be_128_to_4096 u_error ();
        end
        if (SKP_CYC < 1180 || SKP_CYC > 1538) begin : g_skp
            tn_error_SKP_CYC_must_be_1180_to_1538 u_error ();
        end
        if (SCRAMBLE != 0 && SCRAMBLE != 1) begin : g_scramble
            tn_error_SCRAMBLE_must_be_0_or_1 u_error ();
        end
    endgenerate

    cz_framing_tx #(.MPS_B(MPS_B), .LANES(LANES), .SCRAMBLE(SCRAMBLE), .SKP_CYC(SKP_CYC)) u_tx (
        .clk(clk), .rst(rst), .up(up),
        .s_valid(s_frm_valid), .s_ready(s_frm_ready), .s_data(s_frm_data), .s_keep(s_frm_keep), .s_last(s_frm_last),
        .s_dllp(s_frm_dllp), .s_edb(s_frm_edb), .tx_data(tx_data), .tx_k(tx_k)
    );

    cz_framing_rx #(.LANES(LANES), .SCRAMBLE(SCRAMBLE)) u_rx (
        .clk(clk), .rst(rst), .up(up), .rx_data(rx_data), .rx_k(rx_k), .rx_err(rx_err), .rx_up(rx_up),
        .m_valid(m_frm_valid), .m_data(m_frm_data), .m_keep(m_frm_keep), .m_last(m_frm_last), .m_dllp(m_frm_dllp),
        .m_edb(m_frm_edb), .m_err(m_frm_err), .obs_rx_err(obs_rx_err)
    );
endmodule

`default_nettype wire
