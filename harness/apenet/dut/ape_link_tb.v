// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Bench of one end of a torus link: the router, software and the far end of the line are C's
// (<tn/apenet/ape_link_bench.h>).

`timescale 1ns / 1ps
`default_nettype none
`include "tn_sim.vh"

module ape_link_tb #(
    parameter integer BAND       = 1,
    parameter integer LITERAL_EN = 1,
    parameter integer CUT_CYC    = 3
`ifdef VERILATOR
) (
    `TN_BENCH_PORTS
);
`else
) ();
    `TN_BENCH_NETS
`endif

    wire [0:0] done;

    `TN_BENCH_CLOCK(1)

    wire          wire_tx_valid, wire_tx_k, s_tx_ready;
    wire [127:0]  wire_tx_data;
    wire [19:0]   tx_room_data;
    wire [15:0]   tx_room_hdr;
    wire [1:0]    m_rx_valid, m_rx_head, m_rx_last;
    wire [255:0]  m_rx_data;
    wire [31:0]   reg_rdata;
    wire [1023:0] play;

    // words as harness/apenet/session/ape_link_bench.c has them
    tn_bfm_block u_pins (
        .clk(clk), .cycle(cycle), .play(play), .done(done),
        .pins({
            31'd0, rst, // 15
            16'd0, tx_room_hdr, // 14
            3'd0, wire_tx_k, tx_room_data, m_rx_last & m_rx_valid, m_rx_head & m_rx_valid, m_rx_valid, s_tx_ready, wire_tx_valid, // 13
            reg_rdata, m_rx_data, wire_tx_data // 12 to 0
        })
    );

    dut_ape_link #(.BAND(BAND), .LITERAL_EN(LITERAL_EN), .CUT_CYC(CUT_CYC)) u_dut (
        .clk(clk), .rst(rst), .wire_tx_valid(wire_tx_valid), .wire_tx_k(wire_tx_k), .wire_tx_data(wire_tx_data),
        .wire_tx_stop(play[272]), .wire_rx_valid(play[256]), .wire_rx_k(play[273]), .wire_rx_data(play[127:0]), .s_tx_valid(play[257]), .s_tx_ready(s_tx_ready),
        .s_tx_data(play[255:128]), .s_tx_head(play[258]), .s_tx_last(play[259]), .tx_room_data(tx_room_data),
        .tx_room_hdr(tx_room_hdr), .m_rx_valid(m_rx_valid), .m_rx_ready(play[261:260]), .m_rx_data(m_rx_data),
        .m_rx_head(m_rx_head), .m_rx_last(m_rx_last), .reg_wr(play[262]), .reg_rd(play[263]),
        .reg_addr(play[271:264]), .reg_wdata(play[319:288]), .reg_rdata(reg_rdata)
    );

    initial begin
        `TN_DECLARE(3, 0, "ape_link");
        `TN_PARAM("BAND", BAND);
        `TN_PARAM("LITERAL_EN", LITERAL_EN);
        `TN_PARAM("CUT_CYC", CUT_CYC);
    end
endmodule

`default_nettype wire
