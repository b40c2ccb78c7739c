// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// A torus of APEnet routers and links with local ports, whose lines can be delayed and struck.
//
// X_N, Y_N, Z_N (1 to 8), LINK_N (3, 6), LOCAL_N (1, 2), WIRE_CYC (0 to 22), PCS, HEADER (0, 1): those of ape_wires and ape_switch. Ports of node k stand side by
// side, node 0 lowest. rst is a bit a node; that of all empties the lines. Paper section 3; contract: ape_torus.md section 2.

`timescale 1ns / 1ps
`default_nettype none

module ape_lattice #(
    parameter integer X_N        = 2,
    parameter integer Y_N        = 2,
    parameter integer Z_N        = 1,
    parameter integer LINK_N     = 6,
    parameter integer LOCAL_N    = 1,
    parameter integer WIRE_CYC   = 1,  // cycles
    parameter integer BAND       = 1,
    parameter integer LITERAL_EN = 1,
    parameter integer CUT_CYC    = 3,     // cycles
    parameter integer PCS        = 0,
    parameter integer HEADER     = 0
) (
    input  wire                               clk,
    input  wire [X_N*Y_N*Z_N-1:0]             rst,
    // local ports
    input  wire [LOCAL_N*X_N*Y_N*Z_N-1:0]     l_tx_valid,
    output wire [LOCAL_N*X_N*Y_N*Z_N-1:0]     l_tx_ready,
    input  wire [128*LOCAL_N*X_N*Y_N*Z_N-1:0] l_tx_data,
    input  wire [LOCAL_N*X_N*Y_N*Z_N-1:0]     l_tx_head,
    input  wire [LOCAL_N*X_N*Y_N*Z_N-1:0]     l_tx_last,
    output wire [LOCAL_N*X_N*Y_N*Z_N-1:0]     l_rx_valid,
    output wire [128*LOCAL_N*X_N*Y_N*Z_N-1:0] l_rx_data,
    output wire [LOCAL_N*X_N*Y_N*Z_N-1:0]     l_rx_vc,
    output wire [LOCAL_N*X_N*Y_N*Z_N-1:0]     l_rx_head,
    output wire [LOCAL_N*X_N*Y_N*Z_N-1:0]     l_rx_last,
    input  wire [2*LOCAL_N*X_N*Y_N*Z_N-1:0]   l_rx_room,
    // registers, by node
    input  wire [X_N*Y_N*Z_N-1:0]             reg_wr,
    input  wire [X_N*Y_N*Z_N-1:0]             reg_rd,
    input  wire [11:0]                        reg_addr,
    input  wire [31:0]                        reg_wdata,
    output wire [32*X_N*Y_N*Z_N-1:0]          reg_rdata,
    // lines: faults, as they leave the far end, as they come in
    input  wire [(128+32*PCS)*LINK_N*X_N*Y_N*Z_N-1:0]  wire_xor,
    input  wire [LINK_N*X_N*Y_N*Z_N-1:0]      wire_xor_k,
    input  wire [LINK_N*X_N*Y_N*Z_N-1:0]      wire_cut,
    input  wire [LINK_N*X_N*Y_N*Z_N-1:0]      wire_put,
    output wire [LINK_N*X_N*Y_N*Z_N-1:0]      wire_in_valid,
    output wire [LINK_N*X_N*Y_N*Z_N-1:0]      wire_in_k,
    output wire [(128+32*PCS)*LINK_N*X_N*Y_N*Z_N-1:0]  wire_in_data,
    output wire [LINK_N*X_N*Y_N*Z_N-1:0]      wire_out_valid,
    output wire [LINK_N*X_N*Y_N*Z_N-1:0]      wire_out_k,
    output wire [(128+32*PCS)*LINK_N*X_N*Y_N*Z_N-1:0]  wire_out_data
);

    localparam integer K = X_N * Y_N * Z_N;

    wire [LINK_N*K-1:0]     tx_valid, tx_k;
    wire [(128+32*PCS)*LINK_N*K-1:0] tx_data;

    ape_wires #(
        .X_N     (X_N),
        .Y_N     (Y_N),
        .Z_N     (Z_N),
        .LINK_N  (LINK_N),
        .WIRE_CYC(WIRE_CYC),
        .PCS     (PCS)
    ) u_wires (
        .clk           (clk),
        .rst           (&rst),
        .tx_valid      (tx_valid),
        .tx_k          (tx_k),
        .tx_data       (tx_data),
        .wire_xor      (wire_xor),
        .wire_xor_k    (wire_xor_k),
        .wire_cut      (wire_cut),
        .wire_put      (wire_put),
        .wire_in_valid (wire_in_valid),
        .wire_in_k     (wire_in_k),
        .wire_in_data  (wire_in_data),
        .wire_out_valid(wire_out_valid),
        .wire_out_k    (wire_out_k),
        .wire_out_data (wire_out_data)
    );

    localparam [21:0] LATTICE = {Z_N[5:0], 2'b00, Y_N[5:0], 1'b0, X_N[6:0]};

    genvar k;
    generate
        for (k = 0; k < K; k = k + 1) begin : g_node
            localparam integer X = k % X_N;
            localparam integer Y = k / X_N % Y_N;
            localparam integer Z = k / (X_N * Y_N);
            wire [15:0] unused_coord;
            wire [21:0] unused_lattice;

            ape_switch #(
                .LINK_N    (LINK_N),
                .LOCAL_N   (LOCAL_N),
                .COORD     ({X[5:0], Y[4:0], Z[4:0]}),
                .LATTICE   (LATTICE),
                .BAND      (BAND),
                .LITERAL_EN(LITERAL_EN),
                .CUT_CYC   (CUT_CYC),
                .PCS       (PCS),
                .HEADER    (HEADER)
            ) u_switch (
                .clk          (clk),
                .rst          (rst[k]),
                .wire_tx_valid(tx_valid[LINK_N*k+:LINK_N]),
                .wire_tx_k    (tx_k[LINK_N*k+:LINK_N]),
                .wire_tx_data (tx_data[(128+32*PCS)*LINK_N*k+:(128+32*PCS)*LINK_N]),
                .wire_rx_valid(wire_out_valid[LINK_N*k+:LINK_N]),
                .wire_rx_k    (wire_out_k[LINK_N*k+:LINK_N]),
                .wire_rx_data (wire_out_data[(128+32*PCS)*LINK_N*k+:(128+32*PCS)*LINK_N]),
                .l_tx_valid   (l_tx_valid[LOCAL_N*k+:LOCAL_N]),
                .l_tx_ready   (l_tx_ready[LOCAL_N*k+:LOCAL_N]),
                .l_tx_data    (l_tx_data[128*LOCAL_N*k+:128*LOCAL_N]),
                .l_tx_head    (l_tx_head[LOCAL_N*k+:LOCAL_N]),
                .l_tx_last    (l_tx_last[LOCAL_N*k+:LOCAL_N]),
                .l_rx_valid   (l_rx_valid[LOCAL_N*k+:LOCAL_N]),
                .l_rx_data    (l_rx_data[128*LOCAL_N*k+:128*LOCAL_N]),
                .l_rx_vc      (l_rx_vc[LOCAL_N*k+:LOCAL_N]),
                .l_rx_head    (l_rx_head[LOCAL_N*k+:LOCAL_N]),
                .l_rx_last    (l_rx_last[LOCAL_N*k+:LOCAL_N]),
                .l_rx_room    (l_rx_room[2*LOCAL_N*k+:2*LOCAL_N]),
                .cfg_coord    (unused_coord),
                .cfg_lattice  (unused_lattice),
                .reg_wr       (reg_wr[k]),
                .reg_rd       (reg_rd[k]),
                .reg_addr     (reg_addr),
                .reg_wdata    (reg_wdata),
                .reg_rdata    (reg_rdata[32*k+:32])
            );
        end
    endgenerate

endmodule

`default_nettype wire
