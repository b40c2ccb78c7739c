// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// One end of a PCIe link, Gen1 and Gen2, from TLPs to the symbols of its lanes: cz_dll, cz_framing, cz_pcs.
//
// Latency is theirs. The link comes up trained: it is up while link_up is 1 and the descramblers are in step. PCI Express
// Base Specification 3.0, chapters 3 and 4.2; contract: cz_framing.md section 7, cz_dll.md.

`timescale 1ns / 1ps
`default_nettype none

module cz_link #(
    parameter integer MPS_B       = 512, // largest payload in bytes, 128 to 4096
    parameter integer LANES       = 4,   // 1, 4, 8: reset values of the timers
    parameter integer REPLAY_LOG2 = 12,  // log2 of the replay buffer in bytes, 9 to 14
    parameter integer SEQ_LOG2    = 11,  // log2 of the TLPs that may be outstanding, 3 to 11
    parameter integer CR_PH       = 32,  // credits that this end grants: posted headers, 1 to 127
    parameter integer CR_PD       = 128, // posted data, MPS_B/16 to 2047
    parameter integer CR_NPH      = 32,  // non-posted headers, 1 to 127
    parameter integer CR_NPD      = 32,  // non-posted data, 2 to 2047
    parameter integer CR_CPLH     = 0,   // completion headers, 0 or 1 to 127
    parameter integer CR_CPLD     = 0,   // completion data, 0 or MPS_B/16 to 2047
    parameter integer SCRAMBLE    = 1,   // 0: data leave and are taken as they are
    parameter integer SKP_CYC     = 1280 // symbol times between SKP ordered sets, 1180 to 1538
) (
    input  wire         clk,
    input  wire         rst,
    input  wire         link_up,

    // TLPs to send
    input  wire         s_tlp_valid,
    output wire         s_tlp_ready,
    input  wire [127:0] s_tlp_data,
    input  wire [3:0]   s_tlp_keep,
    input  wire         s_tlp_last,
    input  wire         s_tlp_abort,
    output wire [2:0]   s_tlp_ok,

    // TLPs received
    output wire         m_tlp_valid,
    input  wire         m_tlp_ready,
    output wire [127:0] m_tlp_data,
    output wire [3:0]   m_tlp_keep,
    output wire         m_tlp_last,
    input  wire [2:0]   m_tlp_ok,

    // state and events
    output wire         dl_active,
    output wire         retrain,
    output wire [7:0]   obs_err,

    // symbols of the lanes, the first bit on the line lowest
    output wire [10*LANES-1:0] tx_sym,
    input  wire [10*LANES-1:0] rx_sym,
    output wire         rx_up,
    output wire         obs_rx_err,

    // registers
    input  wire         reg_wr,
    input  wire         reg_rd,
    input  wire [11:0]  reg_addr,
    input  wire [31:0]  reg_wdata,
    output wire [31:0]  reg_rdata
);
    // the longest time from the beat of m_frm that ends a frame to the symbol that does (cz_framing.md section 7)
    localparam integer FRAME = (MPS_B + 43) / 16;
    localparam integer WIRE  = FRAME + 16 * (FRAME + 1) / LANES + 64;

    wire               up = link_up && rx_up;
    wire               t_valid, t_ready, t_last, t_dllp, t_edb, r_valid, r_last, r_dllp, r_edb, r_err;
    wire [127:0]       t_data, r_data;
    wire [3:0]         t_keep, r_keep;
    wire [8*LANES-1:0] tx_data, rx_data;
    wire [LANES-1:0]   tx_k, rx_k, rx_err;

    cz_dll #(
        .MPS_B(MPS_B), .LANES(LANES), .REPLAY_LOG2(REPLAY_LOG2), .SEQ_LOG2(SEQ_LOG2), .CR_PH(CR_PH), .CR_PD(CR_PD),
        .CR_NPH(CR_NPH), .CR_NPD(CR_NPD), .CR_CPLH(CR_CPLH), .CR_CPLD(CR_CPLD), .WIRE_CYC(WIRE)
    ) u_dll (
        .clk(clk), .rst(rst), .dl_up(up),
        .s_tlp_valid(s_tlp_valid), .s_tlp_ready(s_tlp_ready), .s_tlp_data(s_tlp_data), .s_tlp_keep(s_tlp_keep),
        .s_tlp_last(s_tlp_last), .s_tlp_abort(s_tlp_abort), .s_tlp_ok(s_tlp_ok),
        .m_tlp_valid(m_tlp_valid), .m_tlp_ready(m_tlp_ready), .m_tlp_data(m_tlp_data), .m_tlp_keep(m_tlp_keep),
        .m_tlp_last(m_tlp_last), .m_tlp_ok(m_tlp_ok),
        .m_frm_valid(t_valid), .m_frm_ready(t_ready), .m_frm_data(t_data), .m_frm_keep(t_keep), .m_frm_last(t_last),
        .m_frm_dllp(t_dllp), .m_frm_edb(t_edb),
        .s_frm_valid(r_valid), .s_frm_data(r_data), .s_frm_keep(r_keep), .s_frm_last(r_last), .s_frm_dllp(r_dllp),
        .s_frm_edb(r_edb), .s_frm_err(r_err),
        .dl_active(dl_active), .retrain(retrain), .obs_err(obs_err),
        .reg_wr(reg_wr), .reg_rd(reg_rd), .reg_addr(reg_addr), .reg_wdata(reg_wdata), .reg_rdata(reg_rdata)
    );

    cz_framing #(.MPS_B(MPS_B), .LANES(LANES), .SCRAMBLE(SCRAMBLE), .SKP_CYC(SKP_CYC)) u_framing (
        .clk(clk), .rst(rst), .up(up),
        .s_frm_valid(t_valid), .s_frm_ready(t_ready), .s_frm_data(t_data), .s_frm_keep(t_keep), .s_frm_last(t_last),
        .s_frm_dllp(t_dllp), .s_frm_edb(t_edb),
        .m_frm_valid(r_valid), .m_frm_data(r_data), .m_frm_keep(r_keep), .m_frm_last(r_last), .m_frm_dllp(r_dllp),
        .m_frm_edb(r_edb), .m_frm_err(r_err),
        .tx_data(tx_data), .tx_k(tx_k), .rx_data(rx_data), .rx_k(rx_k), .rx_err(rx_err), .rx_up(rx_up), .obs_rx_err(obs_rx_err)
    );

    cz_pcs #(.LANES(LANES)) u_pcs (
        .clk(clk), .rst(rst), .tx_data(tx_data), .tx_k(tx_k), .rx_data(rx_data), .rx_k(rx_k), .rx_err(rx_err),
        .tx_sym(tx_sym), .rx_sym(rx_sym)
    );
endmodule

`default_nettype wire
