// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// A torus of TNW network processors, whose lines can be delayed, cut and inverted.
//
// X_N, Y_N, Z_N (1 to 4): size; node x + X_N*(y + Y_N*z). WIRE_CYC (0 to 63): delay of each line. PCS_EN and the others:
// those of tnw_nwp. Ports of node k stand side by side, node 0 lowest; line 6*k + l is what link l of node k receives.
// rst is a bit a node; that of all empties the lines. Paper sections 1 and 2; contract: tnw_torus.md sections 1 and 2.

`timescale 1ns / 1ps
`default_nettype none

module tnw_torus #(
    parameter integer X_N           = 2,
    parameter integer Y_N           = 2,
    parameter integer Z_N           = 2,
    parameter integer WIRE_CYC      = 1,   // cycles
    parameter integer PCS_EN        = 1,
    parameter integer OFF_LOG2      = 16,  // log2 of the 16-byte units of an injection window
    parameter integer ITEM_LOG2     = 4,   // log2 of the items a window collects
    parameter integer TAG_LOG2      = 3,   // log2 of the reads of a link under way
    parameter integer DESC_LOG2     = 3,   // log2 of the descriptors of a link
    parameter integer CREDIT_LOG2   = 3,   // log2 of the credits of a (link, channel)
    parameter integer LAST_EN       = 1,   // bit 0 of an offset is last
    parameter integer TX_ITEMS_LOG2 = 4,   // log2 of the items of txFifo
    parameter integer RX_PKTS_LOG2  = 4    // log2 of the packets of a channel's FIFO
) (
    input  wire                         clk,
    input  wire [X_N*Y_N*Z_N-1:0]       rst,
    // identity and address ranges, by node
    input  wire [16*X_N*Y_N*Z_N-1:0]    rid,
    input  wire [64*X_N*Y_N*Z_N-1:0]    bar0,
    input  wire [64*X_N*Y_N*Z_N-1:0]    bar2,
    // TLPs from the hosts
    input  wire [X_N*Y_N*Z_N-1:0]       s_tlp_valid,
    output wire [X_N*Y_N*Z_N-1:0]       s_tlp_ready,
    input  wire [128*X_N*Y_N*Z_N-1:0]   s_tlp_data,
    input  wire [4*X_N*Y_N*Z_N-1:0]     s_tlp_keep,
    input  wire [X_N*Y_N*Z_N-1:0]       s_tlp_last,
    output wire [3*X_N*Y_N*Z_N-1:0]     s_tlp_ok,
    // TLPs to the hosts
    output wire [X_N*Y_N*Z_N-1:0]       m_tlp_valid,
    input  wire [X_N*Y_N*Z_N-1:0]       m_tlp_ready,
    output wire [128*X_N*Y_N*Z_N-1:0]   m_tlp_data,
    output wire [4*X_N*Y_N*Z_N-1:0]     m_tlp_keep,
    output wire [X_N*Y_N*Z_N-1:0]       m_tlp_last,
    input  wire [3*X_N*Y_N*Z_N-1:0]     m_tlp_ok,
    // errors and cuts of the wires
    input  wire [240*X_N*Y_N*Z_N-1:0]   wire_xor,
    input  wire [6*X_N*Y_N*Z_N-1:0]     wire_cut,
    output wire [240*X_N*Y_N*Z_N-1:0]   wire_out,
    // observation
    output wire [6*X_N*Y_N*Z_N-1:0]     obs_up,
    output wire [6*X_N*Y_N*Z_N-1:0]     obs_rx_valid,
    output wire [24*X_N*Y_N*Z_N-1:0]    obs_rx_cause,
    output wire [18*X_N*Y_N*Z_N-1:0]    obs_rx_vc,
    output wire [30*X_N*Y_N*Z_N-1:0]    obs_rx_seq,
    output wire [192*X_N*Y_N*Z_N-1:0]   obs_tx_data,
    output wire [24*X_N*Y_N*Z_N-1:0]    obs_tx_flags,
    output wire [192*X_N*Y_N*Z_N-1:0]   obs_rx_data,
    output wire [24*X_N*Y_N*Z_N-1:0]    obs_rx_flags,
    output wire [X_N*Y_N*Z_N-1:0]       obs_match_valid,
    output wire [6*X_N*Y_N*Z_N-1:0]     obs_match_id,
    output wire [X_N*Y_N*Z_N-1:0]       obs_match_fit
);

    localparam integer K = X_N * Y_N * Z_N;

    generate
        if (X_N < 1 || X_N > 4) begin : g_x
            tn_error_X_N_must_be_1_to_4 u_error ();
        end
        if (Y_N < 1 || Y_N > 4) begin : g_y
            tn_error_Y_N_must_be_1_to_4 u_error ();
        end
        if (Z_N < 1 || Z_N > 4) begin : g_z
            tn_error_Z_N_must_be_1_to_4 u_error ();
        end
        if (WIRE_CYC < 0 || WIRE_CYC > 63) begin : g_wire
            tn_error_WIRE_CYC_must_be_0_to_63 u_error ();
        end
    endgenerate

    wire [240*K-1:0] line_tx;

    genvar k;
    genvar l;
    generate
        for (k = 0; k < K; k = k + 1) begin : g_node
            localparam integer X = k % X_N;
            localparam integer Y = k / X_N % Y_N;
            localparam integer Z = k / (X_N * Y_N);

            tnw_nwp #(
                .PCS_EN       (PCS_EN),
                .OFF_LOG2     (OFF_LOG2),
                .ITEM_LOG2    (ITEM_LOG2),
                .TAG_LOG2     (TAG_LOG2),
                .DESC_LOG2    (DESC_LOG2),
                .CREDIT_LOG2  (CREDIT_LOG2),
                .LAST_EN      (LAST_EN),
                .TX_ITEMS_LOG2(TX_ITEMS_LOG2),
                .RX_PKTS_LOG2 (RX_PKTS_LOG2)
            ) u_nwp (
                .clk            (clk),
                .rst            (rst[k]),
                .rid            (rid[16*k+:16]),
                .bar0           (bar0[64*k+:64]),
                .bar2           (bar2[64*k+:64]),
                .s_tlp_valid    (s_tlp_valid[k]),
                .s_tlp_ready    (s_tlp_ready[k]),
                .s_tlp_data     (s_tlp_data[128*k+:128]),
                .s_tlp_keep     (s_tlp_keep[4*k+:4]),
                .s_tlp_last     (s_tlp_last[k]),
                .s_tlp_ok       (s_tlp_ok[3*k+:3]),
                .m_tlp_valid    (m_tlp_valid[k]),
                .m_tlp_ready    (m_tlp_ready[k]),
                .m_tlp_data     (m_tlp_data[128*k+:128]),
                .m_tlp_keep     (m_tlp_keep[4*k+:4]),
                .m_tlp_last     (m_tlp_last[k]),
                .m_tlp_ok       (m_tlp_ok[3*k+:3]),
                .line_tx        (line_tx[240*k+:240]),
                .line_rx        (wire_out[240*k+:240]),
                .obs_up         (obs_up[6*k+:6]),
                .obs_rx_valid   (obs_rx_valid[6*k+:6]),
                .obs_rx_cause   (obs_rx_cause[24*k+:24]),
                .obs_rx_vc      (obs_rx_vc[18*k+:18]),
                .obs_rx_seq     (obs_rx_seq[30*k+:30]),
                .obs_tx_data    (obs_tx_data[192*k+:192]),
                .obs_tx_flags   (obs_tx_flags[24*k+:24]),
                .obs_rx_data    (obs_rx_data[192*k+:192]),
                .obs_rx_flags   (obs_rx_flags[24*k+:24]),
                .obs_match_valid(obs_match_valid[k]),
                .obs_match_id   (obs_match_id[6*k+:6]),
                .obs_match_fit  (obs_match_fit[k])
            );

            // line 6*k + l comes from the neighbour in direction l, from its link l xor 1
            for (l = 0; l < 6; l = l + 1) begin : g_line
                localparam integer STEP = l % 2 == 0 ? 1 : -1;
                localparam integer FX = l / 2 == 0 ? (X + X_N + STEP) % X_N : X;
                localparam integer FY = l / 2 == 1 ? (Y + Y_N + STEP) % Y_N : Y;
                localparam integer FZ = l / 2 == 2 ? (Z + Z_N + STEP) % Z_N : Z;
                localparam integer FROM = 6 * (FX + X_N * (FY + Y_N * FZ))
                    + (l ^ 1);

                tnw_wire #(
                    .WIRE_CYC(WIRE_CYC),
                    .PCS_EN  (PCS_EN)
                ) u_wire (
                    .clk (clk),
                    .rst (&rst),
                    .d   (line_tx[40*FROM+:40]),
                    .cut (wire_cut[6*k+l]),
                    .flip(wire_xor[40*(6*k+l)+:40]),
                    .q   (wire_out[40*(6*k+l)+:40])
                );
            end
        end
    endgenerate

endmodule

`default_nettype wire
