// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// APErouter of a board of ExaNet: the four gateway lines of the board's FPGA 0, and a router with three links, of which x is
// brought out; y and z lead nowhere.
//
// LATTICE: size of the torus, as ape_router's register. BAND (0, 1): that of ape_link. Lines k and k + 2 share local port k. The board's coordinates are written to the router
// behind each reset, long before a line carries. Resets as in exa_link. Latency: that of the blocks. Contract: ape_boards.md section 2.

`timescale 1ns / 1ps
`default_nettype none

module ape_gateway #(
    parameter [21:0]  LATTICE = 22'h010102,
    parameter integer BAND    = 1
) (
    input  wire         clk,
    input  wire         rst,
    // the board's number
    input  wire [19:0]  board,
    // clock of the gateway lines, both ways
    input  wire         link_clk,
    input  wire         link_rst,
    // gateway lines from the board and to it
    input  wire [7:0]   rx_head,
    input  wire [255:0] rx_data,
    output wire [7:0]   tx_head,
    output wire [255:0] tx_data,
    // the torus
    output wire         wire_tx_valid,
    output wire         wire_tx_k,
    output wire [127:0] wire_tx_data,
    input  wire         wire_rx_valid,
    input  wire         wire_rx_k,
    input  wire [127:0] wire_rx_data,
    // registers: those of router and links
    input  wire         reg_rd,
    input  wire [11:0]  reg_addr,
    output wire [31:0]  reg_rdata
);

    localparam [11:0] COORD_ME = 12'd24;

    // ---- channels from the lines (u_) and to them (d_)
    wire [3:0]   u_hv, u_pv, u_fv, u_hr, u_pr, u_fr;
    wire [3:0]   d_hv, d_pv, d_fv, d_hr, d_pr, d_fr;
    wire [511:0] u_data;
    wire [255:0] d_data;  // by local port
    wire [3:0]   slip, lock, broken;
    wire [127:0] link_rdata;

    // ---- the router's local ports
    wire [1:0]   l_tx_valid, l_tx_ready, l_tx_head, l_tx_last;
    wire [255:0] l_tx_data;
    wire [1:0]   l_rx_valid, l_rx_vc, l_rx_head, l_rx_last;
    wire [255:0] l_rx_data;
    wire [3:0]   l_rx_room;

    genvar k;
    generate
        for (k = 0; k < 4; k = k + 1) begin : g_line
            exa_link u_link (
                .clk            (clk),
                .rst            (rst),
                .tx_clk         (link_clk),
                .tx_rst         (link_rst),
                .rx_clk         (link_clk),
                .rx_rst         (link_rst),
                .s_exa_hdr_valid(d_hv[k]),
                .s_exa_hdr_ready(d_hr[k]),
                .s_exa_pld_valid(d_pv[k]),
                .s_exa_pld_ready(d_pr[k]),
                .s_exa_ftr_valid(d_fv[k]),
                .s_exa_ftr_ready(d_fr[k]),
                .s_exa_data     (d_data[128*(k%2)+:128]),
                .m_exa_hdr_valid(u_hv[k]),
                .m_exa_hdr_ready(u_hr[k]),
                .m_exa_pld_valid(u_pv[k]),
                .m_exa_pld_ready(u_pr[k]),
                .m_exa_ftr_valid(u_fv[k]),
                .m_exa_ftr_ready(u_fr[k]),
                .m_exa_data     (u_data[128*k+:128]),
                .tx_head        (tx_head[2*k+:2]),
                .tx_data        (tx_data[64*k+:64]),
                .rx_head        (rx_head[2*k+:2]),
                .rx_data        (rx_data[64*k+:64]),
                .rx_slip        (slip[k]),
                .reg_rd         (1'b0),
                .reg_addr       (12'd0),
                .reg_rdata      (link_rdata[32*k+:32]),
                .obs_rx_lock    (lock[k]),
                .obs_rx_break   (broken[k])
            );
        end
        for (k = 0; k < 2; k = k + 1) begin : g_port
            ape_board_port u_port (
                .clk            (clk),
                .rst            (rst),
                .s_exa_hdr_valid({u_hv[k+2], u_hv[k]}),
                .s_exa_hdr_ready({u_hr[k+2], u_hr[k]}),
                .s_exa_pld_valid({u_pv[k+2], u_pv[k]}),
                .s_exa_pld_ready({u_pr[k+2], u_pr[k]}),
                .s_exa_ftr_valid({u_fv[k+2], u_fv[k]}),
                .s_exa_ftr_ready({u_fr[k+2], u_fr[k]}),
                .s_exa_data     ({u_data[128*(k+2)+:128], u_data[128*k+:128]}),
                .m_exa_hdr_valid({d_hv[k+2], d_hv[k]}),
                .m_exa_hdr_ready({d_hr[k+2], d_hr[k]}),
                .m_exa_pld_valid({d_pv[k+2], d_pv[k]}),
                .m_exa_pld_ready({d_pr[k+2], d_pr[k]}),
                .m_exa_ftr_valid({d_fv[k+2], d_fv[k]}),
                .m_exa_ftr_ready({d_fr[k+2], d_fr[k]}),
                .m_exa_data     (d_data[128*k+:128]),
                .l_tx_valid     (l_tx_valid[k]),
                .l_tx_ready     (l_tx_ready[k]),
                .l_tx_data      (l_tx_data[128*k+:128]),
                .l_tx_head      (l_tx_head[k]),
                .l_tx_last      (l_tx_last[k]),
                .l_rx_valid     (l_rx_valid[k]),
                .l_rx_data      (l_rx_data[128*k+:128]),
                .l_rx_head      (l_rx_head[k]),
                .l_rx_last      (l_rx_last[k]),
                .l_rx_room      (l_rx_room[2*k+:2])
            );
        end
    endgenerate

    reg set_q;  // COORD_ME is written
    always @(posedge clk) set_q <= !rst;

    wire [2:0]   tx_valid, tx_k;
    wire [383:0] tx_words;
    wire [15:0]  coord;
    wire [21:0]  lattice;

    ape_switch #(
        .LINK_N (3),
        .LOCAL_N(2),
        .LATTICE(LATTICE),
        .BAND   (BAND),
        .HEADER (1)
    ) u_switch (
        .clk          (clk),
        .rst          (rst),
        .wire_tx_valid(tx_valid),
        .wire_tx_k    (tx_k),
        .wire_tx_data (tx_words),
        .wire_rx_valid({2'd0, wire_rx_valid}),
        .wire_rx_k    ({2'd0, wire_rx_k}),
        .wire_rx_data ({256'd0, wire_rx_data}),
        .l_tx_valid   (l_tx_valid),
        .l_tx_ready   (l_tx_ready),
        .l_tx_data    (l_tx_data),
        .l_tx_head    (l_tx_head),
        .l_tx_last    (l_tx_last),
        .l_rx_valid   (l_rx_valid),
        .l_rx_data    (l_rx_data),
        .l_rx_vc      (l_rx_vc),
        .l_rx_head    (l_rx_head),
        .l_rx_last    (l_rx_last),
        .l_rx_room    (l_rx_room),
        .cfg_coord    (coord),
        .cfg_lattice  (lattice),
        .reg_wr       (!set_q),
        .reg_rd       (reg_rd),
        .reg_addr     (set_q ? reg_addr : COORD_ME),
        .reg_wdata    ({18'd0, board[3:0], 1'b0, board[7:4], 1'b0, board[11:8]}),
        .reg_rdata    (reg_rdata)
    );

    assign wire_tx_valid = tx_valid[0];
    assign wire_tx_k     = tx_k[0];
    assign wire_tx_data  = tx_words[127:0];

    wire unused = &{1'b0, slip, lock, broken, link_rdata, l_rx_vc, tx_valid[2:1], tx_k[2:1], tx_words[383:128], coord, lattice, board[19:12]};

endmodule

`default_nettype wire
