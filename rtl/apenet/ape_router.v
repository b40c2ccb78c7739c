// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// APEnet's router: crossbar of torus ports and local ports, dimension order, virtual cut-through, two virtual channels.
//
// LINK_N (3, 6) torus ports, LOCAL_N (1, 2) local ports; COORD, LATTICE: registers after reset; HEADER (0, 1): packets of APEnet,
// of ExaNet. A header at an input in t is at its output in t+4; one word a cycle on every port at once. rst: empties it, counters too. Paper section 3; contract: ape_router.md.

`timescale 1ns / 1ps
`default_nettype none

module ape_router #(
    parameter integer LINK_N  = 6,
    parameter integer LOCAL_N = 1,
    parameter [15:0]  COORD   = 16'd0,
    parameter [21:0]  LATTICE = 22'h010101,
    parameter integer HEADER  = 0
) (
    input  wire                   clk,
    input  wire                   rst,
    // from the links, by link and VC
    input  wire [2*LINK_N-1:0]    s_rx_valid,
    output wire [2*LINK_N-1:0]    s_rx_ready,
    input  wire [256*LINK_N-1:0]  s_rx_data,
    input  wire [2*LINK_N-1:0]    s_rx_head,
    input  wire [2*LINK_N-1:0]    s_rx_last,
    // to the links
    output wire [LINK_N-1:0]      m_tx_valid,
    input  wire [LINK_N-1:0]      m_tx_ready,
    output wire [128*LINK_N-1:0]  m_tx_data,
    output wire [LINK_N-1:0]      m_tx_head,
    output wire [LINK_N-1:0]      m_tx_last,
    input  wire [20*LINK_N-1:0]   tx_room_data,
    input  wire [16*LINK_N-1:0]   tx_room_hdr,
    // from the network interfaces
    input  wire [LOCAL_N-1:0]     l_tx_valid,
    output wire [LOCAL_N-1:0]     l_tx_ready,
    input  wire [128*LOCAL_N-1:0] l_tx_data,
    input  wire [LOCAL_N-1:0]     l_tx_head,
    input  wire [LOCAL_N-1:0]     l_tx_last,
    // to the network interfaces
    output wire [LOCAL_N-1:0]     l_rx_valid,
    output wire [128*LOCAL_N-1:0] l_rx_data,
    output wire [LOCAL_N-1:0]     l_rx_vc,
    output wire [LOCAL_N-1:0]     l_rx_head,
    output wire [LOCAL_N-1:0]     l_rx_last,
    input  wire [2*LOCAL_N-1:0]   l_rx_room,
    // identity
    output wire [15:0]            cfg_coord,
    output wire [21:0]            cfg_lattice,
    // registers
    input  wire                   reg_wr,
    input  wire                   reg_rd,
    input  wire [11:0]            reg_addr,
    input  wire [31:0]            reg_wdata,
    output wire [31:0]            reg_rdata
);

    localparam integer IN_N  = 2 * LINK_N + LOCAL_N;
    localparam integer OUT_N = LINK_N + LOCAL_N;
    localparam integer IDX_W = IN_N <= 8 ? 3 : 4;

    generate
        if (LINK_N != 3 && LINK_N != 6) begin : g_link
            tn_error_LINK_N_must_be_3_or_6 u_error ();
        end
        if (LOCAL_N != 1 && LOCAL_N != 2) begin : g_local
            tn_error_LOCAL_N_must_be_1_or_2 u_error ();
        end
        if (HEADER != 0 && HEADER != 1) begin : g_header
            tn_error_HEADER_must_be_0_or_1 u_error ();
        end
    endgenerate

    wire [5:0]            order;
    wire                  round;
    wire [9:0]            hop_limit;
    wire [LINK_N-1:0]     port_en;

    // inputs: streams of the links, then local ports
    wire [IN_N-1:0]       in_valid = {l_tx_valid, s_rx_valid};
    wire [128*IN_N-1:0]   in_data  = {l_tx_data, s_rx_data};
    wire [IN_N-1:0]       in_head  = {l_tx_head, s_rx_head};
    wire [IN_N-1:0]       in_last  = {l_tx_last, s_rx_last};
    wire [IN_N-1:0]       in_ready;
    wire [IN_N-1:0]       req, req_vc;
    wire [3*IN_N-1:0]     req_out;
    wire [9*IN_N-1:0]     req_words;
    wire [IN_N-1:0]       x_valid, x_head, x_last;
    wire [128*IN_N-1:0]   x_data;
    wire [IN_N-1:0]       ev_ool, ev_hops, ev_port, ev_head;

    assign {l_tx_ready, s_rx_ready} = in_ready;

    // what the outputs say to the inputs, output 0 lowest
    wire [IN_N*OUT_N-1:0] grants, readies;
    reg  [IN_N-1:0]       grant, x_ready;
    reg  [IN_N*OUT_N-1:0] asks;
    integer               a, b, c;
    always @* begin
        grant   = {IN_N{1'b0}};
        x_ready = {IN_N{1'b0}};
        for (a = 0; a < OUT_N; a = a + 1) begin
            grant   = grant | grants[IN_N*a+:IN_N];
            x_ready = x_ready | readies[IN_N*a+:IN_N];
        end
    end
    always @* begin
        asks = {IN_N * OUT_N{1'b0}};
        for (b = 0; b < IN_N; b = b + 1)
            if (req[b])
                for (c = 0; c < OUT_N; c = c + 1) asks[IN_N*c+b] = req_out[3*b+:3] == c[2:0];
    end

    genvar i;
    generate
        for (i = 0; i < IN_N; i = i + 1) begin : g_in
            ape_router_in #(
                .LINK_N (LINK_N),
                .LOCAL_N(LOCAL_N),
                .FROM   (i >= 2 * LINK_N ? 3 : LINK_N == 3 ? i / 2 : i / 4),
                .FROM_VC(i >= 2 * LINK_N ? 0 : i % 2),
                .HEADER (HEADER)
            ) u_in (
                .clk      (clk),
                .rst      (rst),
                .coord    (cfg_coord),
                .lattice  (cfg_lattice),
                .order    (order),
                .hop_limit(hop_limit),
                .port_en  (port_en),
                .s_valid  (in_valid[i]),
                .s_ready  (in_ready[i]),
                .s_data   (in_data[128*i+:128]),
                .s_head   (in_head[i]),
                .s_last   (in_last[i]),
                .req      (req[i]),
                .req_out  (req_out[3*i+:3]),
                .req_vc   (req_vc[i]),
                .req_words(req_words[9*i+:9]),
                .grant    (grant[i]),
                .m_valid  (x_valid[i]),
                .m_ready  (x_ready[i]),
                .m_data   (x_data[128*i+:128]),
                .m_head   (x_head[i]),
                .m_last   (x_last[i]),
                .ev_ool   (ev_ool[i]),
                .ev_hops  (ev_hops[i]),
                .ev_port  (ev_port[i]),
                .ev_head  (ev_head[i])
            );
        end
    endgenerate

    wire [OUT_N-1:0] ev_out;

    generate
        for (i = 0; i < LINK_N; i = i + 1) begin : g_tx
            wire unused_vc;

            ape_router_out #(
                .IN_N (IN_N),
                .IDX_W(IDX_W)
            ) u_out (
                .clk      (clk),
                .rst      (rst),
                .round    (round),
                .req      (asks[IN_N*i+:IN_N]),
                .req_vc   (req_vc),
                .req_words(req_words),
                .grant    (grants[IN_N*i+:IN_N]),
                .any      (ev_out[i]),
                .s_valid  (x_valid),
                .s_ready  (readies[IN_N*i+:IN_N]),
                .s_data   (x_data),
                .s_head   (x_head),
                .s_last   (x_last),
                .room_data(tx_room_data[20*i+:20]),
                .room_hdr (tx_room_hdr[16*i+:16]),
                .m_valid  (m_tx_valid[i]),
                .m_ready  (m_tx_ready[i]),
                .m_data   (m_tx_data[128*i+:128]),
                .m_vc     (unused_vc),
                .m_head   (m_tx_head[i]),
                .m_last   (m_tx_last[i])
            );
        end
        for (i = 0; i < LOCAL_N; i = i + 1) begin : g_local_rx
            ape_router_out #(
                .IN_N (IN_N),
                .IDX_W(IDX_W)
            ) u_out (
                .clk      (clk),
                .rst      (rst),
                .round    (round),
                .req      (asks[IN_N*(LINK_N+i)+:IN_N]),
                .req_vc   (req_vc),
                .req_words(req_words),
                .grant    (grants[IN_N*(LINK_N+i)+:IN_N]),
                .any      (ev_out[LINK_N+i]),
                .s_valid  (x_valid),
                .s_ready  (readies[IN_N*(LINK_N+i)+:IN_N]),
                .s_data   (x_data),
                .s_head   (x_head),
                .s_last   (x_last),
                .room_data({{10{l_rx_room[2*i+1]}}, {10{l_rx_room[2*i]}}}),
                .room_hdr ({{8{l_rx_room[2*i+1]}}, {8{l_rx_room[2*i]}}}),
                .m_valid  (l_rx_valid[i]),
                .m_ready  (1'b1),
                .m_data   (l_rx_data[128*i+:128]),
                .m_vc     (l_rx_vc[i]),
                .m_head   (l_rx_head[i]),
                .m_last   (l_rx_last[i])
            );
        end
    endgenerate

    ape_router_regs #(
        .LINK_N (LINK_N),
        .OUT_N  (OUT_N),
        .IN_N   (IN_N),
        .COORD  (COORD),
        .LATTICE(LATTICE)
    ) u_regs (
        .clk      (clk),
        .rst      (rst),
        .reg_wr   (reg_wr),
        .reg_rd   (reg_rd),
        .reg_addr (reg_addr),
        .reg_wdata(reg_wdata),
        .reg_rdata(reg_rdata),
        .coord    (cfg_coord),
        .lattice  (cfg_lattice),
        .order    (order),
        .round    (round),
        .hop_limit(hop_limit),
        .port_en  (port_en),
        .ev_ool   (ev_ool),
        .ev_hops  (ev_hops),
        .ev_port  (ev_port),
        .ev_head  (ev_head),
        .ev_out   (ev_out)
    );

endmodule

`default_nettype wire
