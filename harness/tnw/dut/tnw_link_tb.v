// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Bench of one end of a TNW link: the other end, the line between, who injects and who takes are
// C's (<tn/bfm_tnw.h>). Registers of the DUT are at 000 to 3FF.

`timescale 1ns / 1ps
`default_nettype none
`include "tn_sim.vh"

module tnw_link_tb #(
    parameter integer TX_ITEMS_LOG2 = 4,
    parameter integer RX_PKTS_LOG2  = 4
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

    wire [39:0]  tx_sym;
    wire [39:0]  rx_sym;
    wire [3:0]   obs_sync;
    wire [31:0]  tx_data;
    wire [3:0]   tx_flags;
    wire [31:0]  rx_data;
    wire [3:0]   rx_flags;
    wire         rx_up;
    wire [2:0]   rx_code_n;
    wire [2:0]   rx_disp_n;
    wire         inj_ok;
    wire         inj_valid;
    wire         inj_last;
    wire [127:0] inj_data;
    wire [2:0]   inj_vc;
    wire [23:0]  inj_offset;
    wire [7:0]   rcv_valid;
    wire         rcv_take;
    wire [2:0]   rcv_vc;
    wire         rcv_dvalid;
    wire [127:0] rcv_data;
    wire [23:0]  rcv_offset;
    wire         flush;
    wire         reg_wr;
    wire         reg_rd;
    wire [9:0]   reg_addr;
    wire [31:0]  reg_wdata;
    wire [31:0]  reg_rdata;
    wire         obs_rx_valid;
    wire [3:0]   obs_rx_cause;
    wire [2:0]   obs_rx_vc;
    wire [4:0]   obs_rx_seq;
    wire [2:0]   obs_tx_state;
    wire [4:0]   obs_unacked;
    wire [11:0]  addr;

    assign reg_addr = addr[9:0];

    tn_bfm_reg u_reg (
        .clk(clk), .rst(rst), .cmd(cmd), .addr(cmd_addr), .wdata(cmd_wdata),
        .reg_wr(reg_wr), .reg_rd(reg_rd), .reg_addr(addr), .reg_wdata(reg_wdata),
        .reg_rdata(reg_rdata)
    );
    tn_bfm_tnw_pins u_pins (
        .clk(clk), .rst(rst), .cycle(cycle), .tx_sym(tx_sym), .rx_sym(rx_sym), .obs_sync(obs_sync),
        .tx_data(tx_data), .tx_flags(tx_flags), .rx_data(rx_data), .rx_flags(rx_flags), .rx_up(rx_up),
        .rx_code_n(rx_code_n), .rx_disp_n(rx_disp_n), .inj_ok(inj_ok), .inj_valid(inj_valid),
        .inj_last(inj_last), .inj_data(inj_data), .inj_vc(inj_vc), .inj_offset(inj_offset),
        .rcv_valid(rcv_valid), .rcv_take(rcv_take), .rcv_vc(rcv_vc), .rcv_dvalid(rcv_dvalid),
        .rcv_data(rcv_data), .rcv_offset(rcv_offset), .flush(flush), .reg_wr(reg_wr), .reg_rd(reg_rd),
        .reg_addr(reg_addr), .reg_wdata(reg_wdata), .reg_rdata(reg_rdata), .obs_rx_valid(obs_rx_valid),
        .obs_rx_cause(obs_rx_cause), .obs_rx_vc(obs_rx_vc), .obs_rx_seq(obs_rx_seq),
        .obs_tx_state(obs_tx_state), .obs_unacked(obs_unacked), .done(done)
    );

    dut_tnw_link #(.TX_ITEMS_LOG2(TX_ITEMS_LOG2), .RX_PKTS_LOG2(RX_PKTS_LOG2)) u_dut (
        .clk(clk), .rst(rst), .tx_sym(tx_sym), .rx_sym(rx_sym), .obs_sync(obs_sync), .tx_data(tx_data),
        .tx_flags(tx_flags), .rx_data(rx_data), .rx_flags(rx_flags), .rx_up(rx_up),
        .rx_code_n(rx_code_n), .rx_disp_n(rx_disp_n), .inj_ok(inj_ok), .inj_valid(inj_valid),
        .inj_last(inj_last), .inj_data(inj_data), .inj_vc(inj_vc), .inj_offset(inj_offset),
        .rcv_valid(rcv_valid), .rcv_take(rcv_take), .rcv_vc(rcv_vc), .rcv_dvalid(rcv_dvalid),
        .rcv_data(rcv_data), .rcv_offset(rcv_offset), .flush(flush), .reg_wr(reg_wr), .reg_rd(reg_rd),
        .reg_addr(reg_addr), .reg_wdata(reg_wdata), .reg_rdata(reg_rdata), .obs_rx_valid(obs_rx_valid),
        .obs_rx_cause(obs_rx_cause), .obs_rx_vc(obs_rx_vc), .obs_rx_seq(obs_rx_seq),
        .obs_tx_state(obs_tx_state), .obs_unacked(obs_unacked)
    );

    initial begin
        `TN_DECLARE(3, 0, "tnw_link");
        `TN_PARAM("TX_ITEMS_LOG2", TX_ITEMS_LOG2);
        `TN_PARAM("RX_PKTS_LOG2", RX_PKTS_LOG2);
    end
endmodule

`default_nettype wire
