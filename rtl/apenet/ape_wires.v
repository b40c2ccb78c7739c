// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// The lines of an APEnet torus: each comes from the neighbour's link of the opposite direction.
//
// X_N, Y_N, Z_N (1 to 8): size; node x + X_N*(y + Y_N*z); line LINK_N*k + l is what link l of node k receives. LINK_N (3, 6); 3: sizes of
// 1 and 2. WIRE_CYC (0 to 22): delay. PCS (0, 1): words of 128 bits or symbols. rst: the lines are empty. Contract: ape_torus.md section 2.

`timescale 1ns / 1ps
`default_nettype none

module ape_wires #(
    parameter integer X_N      = 2,
    parameter integer Y_N      = 2,
    parameter integer Z_N      = 1,
    parameter integer LINK_N   = 6,
    parameter integer WIRE_CYC = 1, // cycles
    parameter integer PCS      = 0
) (
    input  wire                              clk,
    input  wire                              rst,
    // what the nodes send
    input  wire [LINK_N*X_N*Y_N*Z_N-1:0]     tx_valid,
    input  wire [LINK_N*X_N*Y_N*Z_N-1:0]     tx_k,
    input  wire [(128+32*PCS)*LINK_N*X_N*Y_N*Z_N-1:0] tx_data,
    // faults, by line
    input  wire [(128+32*PCS)*LINK_N*X_N*Y_N*Z_N-1:0] wire_xor,
    input  wire [LINK_N*X_N*Y_N*Z_N-1:0]     wire_xor_k,
    input  wire [LINK_N*X_N*Y_N*Z_N-1:0]     wire_cut,
    input  wire [LINK_N*X_N*Y_N*Z_N-1:0]     wire_put,
    // lines as they leave the far end, and as they come in
    output wire [LINK_N*X_N*Y_N*Z_N-1:0]     wire_in_valid,
    output wire [LINK_N*X_N*Y_N*Z_N-1:0]     wire_in_k,
    output wire [(128+32*PCS)*LINK_N*X_N*Y_N*Z_N-1:0] wire_in_data,
    output wire [LINK_N*X_N*Y_N*Z_N-1:0]     wire_out_valid,
    output wire [LINK_N*X_N*Y_N*Z_N-1:0]     wire_out_k,
    output wire [(128+32*PCS)*LINK_N*X_N*Y_N*Z_N-1:0] wire_out_data
);

    localparam integer K = X_N * Y_N * Z_N;

    generate
        if (LINK_N != 3 && LINK_N != 6) begin : g_link
            tn_error_LINK_N_must_be_3_or_6 u_error ();
        end
        if (X_N < 1 || X_N > (LINK_N == 3 ? 2 : 8)) begin : g_x
            tn_error_X_N_must_be_1_to_8_or_2_with_3_links u_error ();
        end
        if (Y_N < 1 || Y_N > (LINK_N == 3 ? 2 : 8)) begin : g_y
            tn_error_Y_N_must_be_1_to_8_or_2_with_3_links u_error ();
        end
        if (Z_N < 1 || Z_N > (LINK_N == 3 ? 2 : 8)) begin : g_z
            tn_error_Z_N_must_be_1_to_8_or_2_with_3_links u_error ();
        end
    endgenerate

    genvar j;
    generate
        for (j = 0; j < LINK_N * K; j = j + 1) begin : g_line
            localparam integer L = j % LINK_N;
            localparam integer X = j / LINK_N % X_N;
            localparam integer Y = j / LINK_N / X_N % Y_N;
            localparam integer Z = j / LINK_N / (X_N * Y_N);
            localparam integer DIM = LINK_N == 6 ? L / 2 : L;
            localparam integer STEP = LINK_N == 3 || L % 2 == 0 ? 1 : -1;
            localparam integer FX = DIM == 0 ? (X + X_N + STEP) % X_N : X;
            localparam integer FY = DIM == 1 ? (Y + Y_N + STEP) % Y_N : Y;
            localparam integer FZ = DIM == 2 ? (Z + Z_N + STEP) % Z_N : Z;
            localparam integer FROM = LINK_N * (FX + X_N * (FY + Y_N * FZ)) + (LINK_N == 6 ? L ^ 1 : L);

            ape_wire #(
                .WIRE_CYC(WIRE_CYC),
                .PCS     (PCS)
            ) u_wire (
                .clk    (clk),
                .rst    (rst),
                .d_valid(tx_valid[FROM]),
                .d_k    (tx_k[FROM]),
                .d      (tx_data[(128+32*PCS)*FROM+:128+32*PCS]),
                .i_valid(wire_in_valid[j]),
                .i_k    (wire_in_k[j]),
                .i      (wire_in_data[(128+32*PCS)*j+:128+32*PCS]),
                .put    (wire_put[j]),
                .cut    (wire_cut[j]),
                .flip_k (wire_xor_k[j]),
                .flip   (wire_xor[(128+32*PCS)*j+:128+32*PCS]),
                .q_valid(wire_out_valid[j]),
                .q_k    (wire_out_k[j]),
                .q      (wire_out_data[(128+32*PCS)*j+:128+32*PCS])
            );
        end
    endgenerate

endmodule

`default_nettype wire
