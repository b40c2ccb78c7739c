// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Physical coding of one end of a PCIe link, Gen1 and Gen2: 8b/10b of each lane.
//
// Latency 1 each way. rst: zeros leave, running disparity negative. A symbol that is not valid, or of the other disparity, has its bit
// of rx_err. PCI Express Base Specification 3.0, 4.2.1.1; contract: cz_framing.md sections 2 and 3.

`timescale 1ns / 1ps
`default_nettype none

module cz_pcs #(
    parameter integer LANES = 4 // 1, 4, 8
) (
    input  wire                clk,
    input  wire                rst,
    // symbols
    input  wire [8*LANES-1:0]  tx_data,
    input  wire [LANES-1:0]    tx_k,
    output reg  [8*LANES-1:0]  rx_data,
    output reg  [LANES-1:0]    rx_k,
    output reg  [LANES-1:0]    rx_err,
    // lanes
    output reg  [10*LANES-1:0] tx_sym,
    input  wire [10*LANES-1:0] rx_sym
);
    reg  [LANES-1:0]    tx_rd_q, rx_rd_q;
    wire [10*LANES-1:0] sym;
    wire [8*LANES-1:0]  octet;
    wire [LANES-1:0]    flag, code_err, disp_err, tx_rd, rx_rd;

    genvar i;
    generate
        for (i = 0; i < LANES; i = i + 1) begin : g_lane
            tn_8b10b_enc u_enc (
                .octet(tx_data[8*i +: 8]), .flag(tx_k[i]), .rd(tx_rd_q[i]), .sym(sym[10*i +: 10]), .rd_next(tx_rd[i])
            );
            tn_8b10b_dec u_dec (
                .sym(rx_sym[10*i +: 10]), .rd(rx_rd_q[i]), .octet(octet[8*i +: 8]), .flag(flag[i]), .code_err(code_err[i]),
                .disp_err(disp_err[i]), .rd_next(rx_rd[i])
            );
        end
    endgenerate

    always @(posedge clk) begin
        tx_sym  <= rst ? {10*LANES{1'b0}} : sym;
        tx_rd_q <= rst ? {LANES{1'b0}} : tx_rd;
        rx_rd_q <= rst ? {LANES{1'b0}} : rx_rd;
        rx_data <= octet;
        rx_k    <= flag;
        rx_err  <= rst ? {LANES{1'b1}} : code_err | disp_err;
    end
endmodule

`default_nettype wire
