// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Bench of APEnet's router: links, network interfaces and software are C's (<tn/apenet/ape_router_bench.h>). Its pins go to C
// in four parts: links 0 and 1, 2 and 3, 4 and 5, and all else.

`timescale 1ns / 1ps
`default_nettype none
`include "tn_sim.vh"

module ape_router_tb #(
    parameter integer LINK_N  = 6,
    parameter integer LOCAL_N = 2,
    parameter integer X_N     = 5, // of the lattice after reset, and the node's place
    parameter integer Y_N     = 4,
    parameter integer Z_N     = 3,
    parameter integer X_ME    = 1,
    parameter integer Y_ME    = 1,
    parameter integer Z_ME    = 1
`ifdef VERILATOR
) (
    `TN_BENCH_PORTS
);
`else
) ();
    `TN_BENCH_NETS
`endif

    localparam integer PART_N = 4, PORT_N = 6, OWN_N = 2; // parts; links and local ports that the parts have room for
    localparam [31:0]  X_SIZE = X_N, Y_SIZE = Y_N, Z_SIZE = Z_N, X_OWN = X_ME, Y_OWN = Y_ME, Z_OWN = Z_ME;

    wire [PART_N-1:0] done;

    `TN_BENCH_CLOCK(PART_N)

    wire [2*LINK_N-1:0]    s_rx_ready;
    wire [LINK_N-1:0]      m_tx_valid, m_tx_head, m_tx_last;
    wire [128*LINK_N-1:0]  m_tx_data;
    wire [LOCAL_N-1:0]     l_tx_ready, l_rx_valid, l_rx_vc, l_rx_head, l_rx_last;
    wire [128*LOCAL_N-1:0] l_rx_data;
    wire [15:0]            cfg_coord;
    wire [21:0]            cfg_lattice;
    wire [31:0]            reg_rdata;
    wire [1023:0]          play_0, play_1, play_2, play_own;

    // inputs of six links and two local ports, as C plays them
    wire [4*PORT_N/2-1:0]   rx_valid = {play_2[515:512], play_1[515:512], play_0[515:512]};
    wire [4*PORT_N/2-1:0]   rx_head  = {play_2[519:516], play_1[519:516], play_0[519:516]};
    wire [4*PORT_N/2-1:0]   rx_last  = {play_2[523:520], play_1[523:520], play_0[523:520]};
    wire [256*PORT_N-1:0]   rx_data  = {play_2[511:0], play_1[511:0], play_0[511:0]};
    wire [PORT_N-1:0]       tx_ready = {play_2[525:524], play_1[525:524], play_0[525:524]};
    wire [20*PORT_N-1:0]    room_data = {
        play_2[627:608], play_2[563:544], play_1[627:608], play_1[563:544], play_0[627:608], play_0[563:544]
    };
    wire [16*PORT_N-1:0]    room_hdr = {
        play_2[655:640], play_2[591:576], play_1[655:640], play_1[591:576], play_0[655:640], play_0[591:576]
    };

    // outputs, as wide as six links and two local ports
    wire [2*PORT_N-1:0]   rx_ready_all;
    wire [PORT_N-1:0]     tx_valid_all, tx_head_all, tx_last_all;
    wire [128*PORT_N-1:0] tx_data_all;
    wire [OWN_N-1:0]      l_tx_ready_all, l_rx_valid_all, l_rx_vc_all, l_rx_head_all, l_rx_last_all;
    wire [128*OWN_N-1:0]  l_rx_data_all;
    generate
        if (LINK_N == PORT_N) begin : g_links
            assign rx_ready_all = s_rx_ready;
            assign tx_valid_all = m_tx_valid;
            assign tx_head_all  = m_tx_head & m_tx_valid;
            assign tx_last_all  = m_tx_last & m_tx_valid;
            assign tx_data_all  = m_tx_data;
        end else begin : g_links
            assign rx_ready_all = {{2*(PORT_N-LINK_N){1'b0}}, s_rx_ready};
            assign tx_valid_all = {{PORT_N-LINK_N{1'b0}}, m_tx_valid};
            assign tx_head_all  = {{PORT_N-LINK_N{1'b0}}, m_tx_head & m_tx_valid};
            assign tx_last_all  = {{PORT_N-LINK_N{1'b0}}, m_tx_last & m_tx_valid};
            assign tx_data_all  = {{128*(PORT_N-LINK_N){1'b0}}, m_tx_data};
        end
        if (LOCAL_N == OWN_N) begin : g_locals
            assign l_tx_ready_all = l_tx_ready;
            assign l_rx_valid_all = l_rx_valid;
            assign l_rx_vc_all    = l_rx_vc & l_rx_valid;
            assign l_rx_head_all  = l_rx_head & l_rx_valid;
            assign l_rx_last_all  = l_rx_last & l_rx_valid;
            assign l_rx_data_all  = l_rx_data;
        end else begin : g_locals
            assign l_tx_ready_all = {1'b0, l_tx_ready};
            assign l_rx_valid_all = {1'b0, l_rx_valid};
            assign l_rx_vc_all    = {1'b0, l_rx_vc & l_rx_valid};
            assign l_rx_head_all  = {1'b0, l_rx_head & l_rx_valid};
            assign l_rx_last_all  = {1'b0, l_rx_last & l_rx_valid};
            assign l_rx_data_all  = {128'd0, l_rx_data};
        end
    endgenerate

    // words as harness/apenet/bfm/ape_router.c has them
    tn_bfm_ape_part #(.ID(0)) u_part_0 (
        .clk(clk), .cycle(cycle), .play(play_0), .done(done[0]),
        .pins({
            31'd0, rst, 192'd0, // 15 to 9
            22'd0, tx_last_all[1:0], tx_head_all[1:0], tx_valid_all[1:0], rx_ready_all[3:0], // 8
            tx_data_all[255:0] // 7 to 0
        })
    );
    tn_bfm_ape_part #(.ID(1)) u_part_1 (
        .clk(clk), .cycle(cycle), .play(play_1), .done(done[1]),
        .pins({
            31'd0, rst, 192'd0, 22'd0, tx_last_all[3:2], tx_head_all[3:2], tx_valid_all[3:2], rx_ready_all[7:4],
            tx_data_all[511:256]
        })
    );
    tn_bfm_ape_part #(.ID(2)) u_part_2 (
        .clk(clk), .cycle(cycle), .play(play_2), .done(done[2]),
        .pins({
            31'd0, rst, 192'd0, 22'd0, tx_last_all[5:4], tx_head_all[5:4], tx_valid_all[5:4], rx_ready_all[11:8],
            tx_data_all[767:512]
        })
    );
    tn_bfm_ape_part #(.ID(3)) u_part_own (
        .clk(clk), .cycle(cycle), .play(play_own), .done(done[3]),
        .pins({
            31'd0, rst, 96'd0, // 15 to 12
            10'd0, cfg_lattice, 16'd0, cfg_coord, reg_rdata, // 11 to 9
            22'd0, l_rx_last_all, l_rx_head_all, l_rx_vc_all, l_rx_valid_all, l_tx_ready_all, // 8
            l_rx_data_all // 7 to 0
        })
    );

    dut_ape_router #(
        .LINK_N(LINK_N), .LOCAL_N(LOCAL_N), .COORD({X_OWN[5:0], Y_OWN[4:0], Z_OWN[4:0]}),
        .LATTICE({Z_SIZE[5:0], 2'd0, Y_SIZE[5:0], 1'd0, X_SIZE[6:0]})
    ) u_dut (
        .clk(clk), .rst(rst), .s_rx_valid(rx_valid[2*LINK_N-1:0]), .s_rx_ready(s_rx_ready),
        .s_rx_data(rx_data[256*LINK_N-1:0]), .s_rx_head(rx_head[2*LINK_N-1:0]), .s_rx_last(rx_last[2*LINK_N-1:0]),
        .m_tx_valid(m_tx_valid), .m_tx_ready(tx_ready[LINK_N-1:0]), .m_tx_data(m_tx_data), .m_tx_head(m_tx_head),
        .m_tx_last(m_tx_last), .tx_room_data(room_data[20*LINK_N-1:0]), .tx_room_hdr(room_hdr[16*LINK_N-1:0]),
        .l_tx_valid(play_own[256+:LOCAL_N]), .l_tx_ready(l_tx_ready), .l_tx_data(play_own[128*LOCAL_N-1:0]),
        .l_tx_head(play_own[258+:LOCAL_N]), .l_tx_last(play_own[260+:LOCAL_N]), .l_rx_valid(l_rx_valid),
        .l_rx_data(l_rx_data), .l_rx_vc(l_rx_vc), .l_rx_head(l_rx_head), .l_rx_last(l_rx_last),
        .l_rx_room(play_own[262+:2*LOCAL_N]), .cfg_coord(cfg_coord), .cfg_lattice(cfg_lattice),
        .reg_wr(play_own[266]), .reg_rd(play_own[267]), .reg_addr(play_own[279:268]), .reg_wdata(play_own[319:288]),
        .reg_rdata(reg_rdata)
    );

    initial begin
        `TN_DECLARE(3, 0, "ape_router");
        `TN_PARAM("LINK_N", LINK_N);
        `TN_PARAM("LOCAL_N", LOCAL_N);
        `TN_PARAM("X_N", X_N);
        `TN_PARAM("Y_N", Y_N);
        `TN_PARAM("Z_N", Z_N);
        `TN_PARAM("X_ME", X_ME);
        `TN_PARAM("Y_ME", Y_ME);
        `TN_PARAM("Z_ME", Z_ME);
    end
endmodule

`default_nettype wire
