// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Wrapper of one end of a TNW link, from items to symbols: the documented ports of tnw_pcs and
// tnw_link (checkers/tnw/spec/tnw_link.md sections 1 and 3) around our RTL. The words between the two
// are outputs: a judge looks at each block's pins. To test your own, write this module around it
// and give it as WRAPPER=.

`timescale 1ns / 1ps
`default_nettype none

module dut_tnw_link #(
    parameter integer TX_ITEMS_LOG2 = 4,
    parameter integer RX_PKTS_LOG2  = 4
) (
    input  wire         clk,
    input  wire         rst,

    output wire [39:0]  tx_sym,
    input  wire [39:0]  rx_sym,
    output wire [3:0]   obs_sync,

    output wire [31:0]  tx_data,
    output wire [3:0]   tx_flags,
    output wire [31:0]  rx_data,
    output wire [3:0]   rx_flags,
    output wire         rx_up,
    output wire [2:0]   rx_code_n,
    output wire [2:0]   rx_disp_n,

    output wire         inj_ok,
    input  wire         inj_valid,
    input  wire         inj_last,
    input  wire [127:0] inj_data,
    input  wire [2:0]   inj_vc,
    input  wire [23:0]  inj_offset,

    output wire [7:0]   rcv_valid,
    input  wire         rcv_take,
    input  wire [2:0]   rcv_vc,
    output wire         rcv_dvalid,
    output wire [127:0] rcv_data,
    output wire [23:0]  rcv_offset,

    output wire         flush,
    input  wire         reg_wr,
    input  wire         reg_rd,
    input  wire [9:0]   reg_addr,
    input  wire [31:0]  reg_wdata,
    output wire [31:0]  reg_rdata,

    output wire         obs_rx_valid,
    output wire [3:0]   obs_rx_cause,
    output wire [2:0]   obs_rx_vc,
    output wire [4:0]   obs_rx_seq,
    output wire [2:0]   obs_tx_state,
    output wire [4:0]   obs_unacked
);

    tnw_pcs u_pcs (
        .clk(clk), .rst(rst), .tx_data(tx_data), .tx_flags(tx_flags), .tx_sym(tx_sym), .rx_sym(rx_sym),
        .rx_data(rx_data), .rx_flags(rx_flags), .rx_up(rx_up), .rx_code_n(rx_code_n),
        .rx_disp_n(rx_disp_n), .obs_sync(obs_sync)
    );

    tnw_link #(.TX_ITEMS_LOG2(TX_ITEMS_LOG2), .RX_PKTS_LOG2(RX_PKTS_LOG2)) u_link (
        .clk(clk), .rst(rst), .tx_data(tx_data), .tx_flags(tx_flags), .rx_data(rx_data),
        .rx_flags(rx_flags), .rx_up(rx_up), .rx_code_n(rx_code_n), .rx_disp_n(rx_disp_n),
        .inj_ok(inj_ok), .inj_valid(inj_valid), .inj_last(inj_last), .inj_data(inj_data),
        .inj_vc(inj_vc), .inj_offset(inj_offset), .rcv_valid(rcv_valid), .rcv_take(rcv_take),
        .rcv_vc(rcv_vc), .rcv_dvalid(rcv_dvalid), .rcv_data(rcv_data), .rcv_offset(rcv_offset),
        .flush(flush), .reg_wr(reg_wr), .reg_rd(reg_rd), .reg_addr(reg_addr), .reg_wdata(reg_wdata),
        .reg_rdata(reg_rdata), .obs_rx_valid(obs_rx_valid), .obs_rx_cause(obs_rx_cause),
        .obs_rx_vc(obs_rx_vc), .obs_rx_seq(obs_rx_seq), .obs_tx_state(obs_tx_state),
        .obs_unacked(obs_unacked)
    );
endmodule

`default_nettype wire
