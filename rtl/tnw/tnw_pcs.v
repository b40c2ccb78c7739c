// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Physical coding of a TNW link: four lanes of 8b/10b symbols.
//
// No parameters. A word in t is on tx_sym in t+2; the word of symbols whose last
// bit came in t is on rx_data in t+3, or t+4 where symbols straddle cycles, and always as late while
// rx_up is 1. rst: zeros are sent, no lane has borders, running disparity negative.
// Paper section 2.2; contract: tnw_link.md sections 1 and 2.

`timescale 1ns / 1ps
`default_nettype none

module tnw_pcs (
    input  wire        clk,
    input  wire        rst,
    // words and symbols to the line
    input  wire [31:0] tx_data,
    input  wire [3:0]  tx_flags,
    output reg  [39:0] tx_sym,
    // symbols and words from the line
    input  wire [39:0] rx_sym,
    output wire [31:0] rx_data,
    output wire [3:0]  rx_flags,
    output wire        rx_up,
    output wire [2:0]  rx_code_n,
    output wire [2:0]  rx_disp_n,
    // observation
    output wire [3:0]  obs_sync
);

`include "tn_8b10b.vh"

    localparam [7:0] IDLE = 8'h07;

    // ---- sender: idle columns in turn, four encoders
    reg        tx_en_q;
    reg [31:0] tx_data_q;
    reg [3:0]  tx_flags_q;
    reg [3:0]  column_q;  // idle columns sent, modulo 16
    reg [3:0]  tx_rd_q;

    wire       idle = tx_flags_q == 4'b1111 && tx_data_q == {4{IDLE}};
    wire [7:0] symbol = column_q == 4'd15 ? TN_K28_3 : column_q[0] ? TN_K28_0 : TN_K28_5;

    wire [39:0] sym;
    wire [3:0]  tx_rd;

    wire [31:0] octet;
    wire [3:0]  flag;
    wire [3:0]  align;
    wire [3:0]  code_err;
    wire [3:0]  disp_err;

    genvar i;
    generate
        for (i = 0; i < 4; i = i + 1) begin : g_lane
            tn_8b10b_enc u_enc (
                .octet  (idle ? symbol : tx_data_q[8*i+:8]),
                .flag   (tx_flags_q[i]),
                .rd     (tx_rd_q[i]),
                .sym    (sym[10*i+:10]),
                .rd_next(tx_rd[i])
            );

            tnw_pcs_lane u_lane (
                .clk     (clk),
                .rst     (rst),
                .rx      (rx_sym[10*i+:10]),
                .sync    (obs_sync[i]),
                .octet   (octet[8*i+:8]),
                .flag    (flag[i]),
                .align   (align[i]),
                .code_err(code_err[i]),
                .disp_err(disp_err[i])
            );
        end
    endgenerate

    always @(posedge clk) begin
        tx_data_q  <= tx_data;
        tx_flags_q <= tx_flags;
        if (rst) begin
            tx_en_q  <= 1'b0;
            tx_sym   <= 40'd0;
            tx_rd_q  <= 4'd0;
            column_q <= 4'd0;
        end else begin
            tx_en_q <= 1'b1;
            tx_sym  <= tx_en_q ? sym : 40'd0;
            if (tx_en_q) tx_rd_q <= tx_rd;
            if (tx_en_q && idle) column_q <= column_q + 4'd1;
        end
    end

    tnw_pcs_deskew u_deskew (
        .clk     (clk),
        .rst     (rst),
        .sync    (obs_sync),
        .octet   (octet),
        .flag    (flag),
        .align   (align),
        .code_err(code_err),
        .disp_err(disp_err),
        .up      (rx_up),
        .data    (rx_data),
        .flags   (rx_flags),
        .code_n  (rx_code_n),
        .disp_n  (rx_disp_n)
    );

endmodule

`default_nettype wire
