// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// An APEnet node without its network interfaces: the router and a link at each torus port, and their registers.
//
// LINK_N (3, 6), LOCAL_N (1, 2), COORD, LATTICE, HEADER: those of ape_router; BAND, LITERAL_EN, CUT_CYC: those of ape_link; PCS (0, 1): lines of 128 bits, or
// of the symbols of ape_pcs. A header at a line in t is at the next line in t+11 at the latest when nothing is in its way (PCS 0). rst: empties it. Paper section 3; contract: ape_torus.md sections 1 and 3.

`timescale 1ns / 1ps
`default_nettype none

module ape_switch #(
    parameter integer LINK_N     = 6,
    parameter integer LOCAL_N    = 1,
    parameter [15:0]  COORD      = 16'd0,
    parameter [21:0]  LATTICE    = 22'h010101,
    parameter integer BAND       = 1,
    parameter integer LITERAL_EN = 1,
    parameter integer CUT_CYC    = 3,     // cycles
    parameter integer PCS        = 0,     // 1: the lines have symbols
    parameter integer HEADER     = 0
) (
    input  wire                   clk,
    input  wire                   rst,
    // lines
    output wire [LINK_N-1:0]      wire_tx_valid,
    output wire [LINK_N-1:0]      wire_tx_k,
    output wire [(128+32*PCS)*LINK_N-1:0] wire_tx_data,
    input  wire [LINK_N-1:0]      wire_rx_valid,
    input  wire [LINK_N-1:0]      wire_rx_k,
    input  wire [(128+32*PCS)*LINK_N-1:0] wire_rx_data,
    // local ports
    input  wire [LOCAL_N-1:0]     l_tx_valid,
    output wire [LOCAL_N-1:0]     l_tx_ready,
    input  wire [128*LOCAL_N-1:0] l_tx_data,
    input  wire [LOCAL_N-1:0]     l_tx_head,
    input  wire [LOCAL_N-1:0]     l_tx_last,
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

    // ---- registers: the router's below word 64; one word of all links; status of a link; all words of a link; its physical coding
    localparam [9:0] LINKS = 10'd64, ALL = 10'd69, ALL_END = 10'd75, STATUS = 10'd80, STATUS_N = 10'd10, EACH = 10'd256;
    localparam [9:0] CODING = 10'd512;
    localparam [5:0] CONFIG = 6'd10, INJECT = 6'd12;

    wire [9:0] word = reg_addr[11:2];
    reg  [5:0] link_word;
    reg  [7:0] link_of;    // links that it is for
    reg  [2:0] link_read;  // the link that answers
    wire       coding = PCS != 0 && word >= CODING && word < CODING + 10'd64;
    integer    n;
    always @* begin
        link_word = 6'd63;
        link_of   = 8'd0;
        link_read = 3'd0;
        if (coding) begin
            link_read = word[5:3];
            link_of   = 8'd1 << word[5:3];
        end else if (word >= ALL && word < ALL_END) begin
            link_word = CONFIG + word[5:0] - ALL[5:0];
            link_of   = link_word == INJECT && reg_wr ? 8'd1 << reg_wdata[26:24] : 8'hff;
        end else if (word >= EACH) begin
            link_word = {1'b0, word[4:0]};
            link_read = word[7:5];
            link_of   = word[9:8] == EACH[9:8] ? 8'd1 << word[7:5] : 8'd0;
        end else begin
            for (n = 0; n < LINK_N; n = n + 1)
                if (word >= STATUS + STATUS_N * n[9:0] && word < STATUS + STATUS_N * (n[9:0] + 10'd1)) begin
                    link_word = word[5:0] - STATUS[5:0] - STATUS_N[5:0] * n[5:0];
                    link_read = n[2:0];
                    link_of   = 8'd1 << n;
                end
        end
    end

    wire [32*LINK_N-1:0] link_rdata;
    wire [31:0]          router_rdata;
    wire [32*LINK_N-1:0] coding_rdata;
    reg                  of_link_q, none_q, coding_q;
    reg  [2:0]           read_q;
    always @(posedge clk)
        if (reg_rd) begin
            of_link_q <= word >= LINKS;
            none_q    <= link_of == 8'd0 || {29'd0, link_read} >= LINK_N;
            read_q    <= link_read;
            coding_q  <= coding;
        end

    wire [2:0] read_at = none_q ? 3'd0 : read_q;

    assign reg_rdata = !of_link_q ? router_rdata : none_q ? 32'd0
        : coding_q ? coding_rdata[32*read_at+:32] : link_rdata[32*read_at+:32];

    wire [2*LINK_N-1:0]   rx_valid, rx_ready, rx_head, rx_last;
    wire [256*LINK_N-1:0] rx_data;
    wire [LINK_N-1:0]     tx_valid, tx_ready, tx_head, tx_last;
    wire [128*LINK_N-1:0] tx_data;
    wire [20*LINK_N-1:0]  room_data;
    wire [16*LINK_N-1:0]  room_hdr;

    ape_router #(
        .LINK_N (LINK_N),
        .LOCAL_N(LOCAL_N),
        .COORD  (COORD),
        .LATTICE(LATTICE),
        .HEADER (HEADER)
    ) u_router (
        .clk         (clk),
        .rst         (rst),
        .s_rx_valid  (rx_valid),
        .s_rx_ready  (rx_ready),
        .s_rx_data   (rx_data),
        .s_rx_head   (rx_head),
        .s_rx_last   (rx_last),
        .m_tx_valid  (tx_valid),
        .m_tx_ready  (tx_ready),
        .m_tx_data   (tx_data),
        .m_tx_head   (tx_head),
        .m_tx_last   (tx_last),
        .tx_room_data(room_data),
        .tx_room_hdr (room_hdr),
        .l_tx_valid  (l_tx_valid),
        .l_tx_ready  (l_tx_ready),
        .l_tx_data   (l_tx_data),
        .l_tx_head   (l_tx_head),
        .l_tx_last   (l_tx_last),
        .l_rx_valid  (l_rx_valid),
        .l_rx_data   (l_rx_data),
        .l_rx_vc     (l_rx_vc),
        .l_rx_head   (l_rx_head),
        .l_rx_last   (l_rx_last),
        .l_rx_room   (l_rx_room),
        .cfg_coord   (cfg_coord),
        .cfg_lattice (cfg_lattice),
        .reg_wr      (reg_wr && word < LINKS),
        .reg_rd      (reg_rd && word < LINKS),
        .reg_addr    (reg_addr),
        .reg_wdata   (reg_wdata),
        .reg_rdata   (router_rdata)
    );

    genvar l;
    generate
        if (PCS != 0 && PCS != 1) begin : g_check
            tn_error_PCS_must_be_0_or_1 u_error ();
        end
        for (l = 0; l < LINK_N; l = l + 1) begin : g_link
            wire         stop, w_tx_valid, w_tx_k, w_rx_valid, w_rx_k;
            wire [127:0] w_tx_data, w_rx_data;

            if (PCS != 0) begin : g_coding
                assign wire_tx_valid[l] = 1'b1;
                assign wire_tx_k[l] = 1'b0;

                ape_pcs u_pcs (
                    .clk          (clk),
                    .rst          (rst),
                    .wire_tx_stop (stop),
                    .wire_tx_valid(w_tx_valid),
                    .wire_tx_k    (w_tx_k),
                    .wire_tx_data (w_tx_data),
                    .tx_sym       (wire_tx_data[(128+32*PCS)*l+:128+32*PCS]),
                    .rx_sym       (wire_rx_data[(128+32*PCS)*l+:128+32*PCS]),
                    .wire_rx_valid(w_rx_valid),
                    .wire_rx_k    (w_rx_k),
                    .wire_rx_data (w_rx_data),
                    .reg_rd       (reg_rd && coding && link_of[l]),
                    .reg_addr     (reg_addr[4:0]),
                    .reg_rdata    (coding_rdata[32*l+:32])
                );

                wire unused_valid = wire_rx_valid[l] ^ wire_rx_k[l];
            end else begin : g_words
                assign stop = 1'b0;
                assign wire_tx_valid[l] = w_tx_valid;
                assign wire_tx_k[l] = w_tx_k;
                assign wire_tx_data[(128+32*PCS)*l+:128+32*PCS] = w_tx_data;
                assign w_rx_valid = wire_rx_valid[l];
                assign w_rx_k = wire_rx_k[l];
                assign w_rx_data = wire_rx_data[(128+32*PCS)*l+:128+32*PCS];
                assign coding_rdata[32*l+:32] = 32'd0;
            end

            ape_link #(
                .BAND      (BAND),
                .LITERAL_EN(LITERAL_EN),
                .CUT_CYC   (CUT_CYC),
                .HEADER    (HEADER)
            ) u_link (
                .clk          (clk),
                .rst          (rst),
                .wire_tx_stop (stop),
                .wire_tx_valid(w_tx_valid),
                .wire_tx_k    (w_tx_k),
                .wire_tx_data (w_tx_data),
                .wire_rx_valid(w_rx_valid),
                .wire_rx_k    (w_rx_k),
                .wire_rx_data (w_rx_data),
                .s_tx_valid   (tx_valid[l]),
                .s_tx_ready   (tx_ready[l]),
                .s_tx_data    (tx_data[128*l+:128]),
                .s_tx_head    (tx_head[l]),
                .s_tx_last    (tx_last[l]),
                .tx_room_data (room_data[20*l+:20]),
                .tx_room_hdr  (room_hdr[16*l+:16]),
                .m_rx_valid   (rx_valid[2*l+:2]),
                .m_rx_ready   (rx_ready[2*l+:2]),
                .m_rx_data    (rx_data[256*l+:256]),
                .m_rx_head    (rx_head[2*l+:2]),
                .m_rx_last    (rx_last[2*l+:2]),
                .reg_wr       (reg_wr && link_of[l] && !coding),
                .reg_rd       (reg_rd && link_of[l] && !coding),
                .reg_addr     ({link_word, 2'd0}),
                .reg_wdata    (reg_wdata),
                .reg_rdata    (link_rdata[32*l+:32])
            );
        end
    endgenerate

    wire unused = &{1'b0, reg_addr[1:0]};

endmodule

`default_nettype wire
