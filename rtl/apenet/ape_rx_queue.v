// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Receive buffers of a virtual channel of APEnet's link: 128 headers and footers, 512 payload words; gives packets whole.
//
// HEADER (0, 1): packets of APEnet, of ExaNet. A footer comes with the number of payload words that were stored: when these are fewer than the header
// asks for, zeros take the place of the others. Whoever writes looks at the levels first. Word in to word out: 2 cycles. rst empties it.
// Contract: ape_link.md section 3.

`timescale 1ns / 1ps
`default_nettype none

module ape_rx_queue #(
    parameter integer HEADER = 0
) (
    input  wire         clk,
    input  wire         rst,
    // a header, or a footer and the payload words in front of it
    input  wire         hdr_wr,
    input  wire [127:0] hdr_data,
    input  wire [8:0]   hdr_words,
    // payload
    input  wire         pld_wr,
    input  wire [127:0] pld_data,
    output wire [9:0]   pld_level,
    output wire [7:0]   hdr_level,
    // packets
    output wire         m_valid,
    input  wire         m_ready,
    output wire [127:0] m_data,
    output wire         m_head,
    output wire         m_last
);

`include "ape_defs.vh"
`include "ape_words.vh"
`include "exa_defs.vh"
`include "exa_crc.vh"
`include "ape_cells.vh"

    localparam [1:0] HEAD = 2'd0, DATA = 2'd1, FOOT = 2'd2;

    reg  [1:0]   at_q;
    reg  [10:0]  want_q;   // payload words of the packet
    reg  [10:0]  given_q;  // of these

    wire         hdr_valid, pld_valid;
    wire [136:0] hdr;
    wire [127:0] pld;
    wire         unused;

    // with the footer here all the payload that was stored is here, or on its way through the memory
    wire zero = hdr_valid && given_q >= {2'd0, hdr[136:128]};
    wire take = m_valid && m_ready;

    wire alone = HEADER != 0 ? ape_cell_alone(hdr[127:0]) : hdr[APE_ALONE];

    assign m_head  = at_q == HEAD;
    assign m_last  = at_q == FOOT || (at_q == HEAD && alone);
    assign m_valid = at_q == DATA ? zero || pld_valid : hdr_valid;
    assign m_data  = at_q != DATA ? hdr[127:0] : zero ? 128'd0 : pld;

    ape_fifo #(
        .DATA_W    (137),
        .DEPTH_LOG2(APE_HDR_LOG2)
    ) u_hdr (
        .clk    (clk),
        .rst    (rst),
        .s_valid(hdr_wr),
        .s_ready(unused),
        .s_data ({hdr_words, hdr_data}),
        .m_valid(hdr_valid),
        .m_ready(take && at_q != DATA),
        .m_data (hdr),
        .level  (hdr_level)
    );

    wire unused_pld;

    ape_fifo #(
        .DATA_W    (128),
        .DEPTH_LOG2(APE_DATA_LOG2)
    ) u_pld (
        .clk    (clk),
        .rst    (rst),
        .s_valid(pld_wr),
        .s_ready(unused_pld),
        .s_data (pld_data),
        .m_valid(pld_valid),
        .m_ready(take && at_q == DATA && !zero),
        .m_data (pld),
        .level  (pld_level)
    );

    wire [10:0] words = HEADER != 0 ? ape_cell_words(hdr[127:0]) : ape_words(hdr[127:0]);

    always @(posedge clk) begin
        if (rst) begin
            at_q <= HEAD;
        end else if (take) begin
            case (at_q)
                HEAD: at_q <= alone ? HEAD : words == 11'd0 ? FOOT : DATA;
                DATA: if (given_q + 11'd1 == want_q) at_q <= FOOT;
                default: at_q <= HEAD;
            endcase
        end
    end

    always @(posedge clk)
        if (take) begin
            if (at_q == HEAD) begin
                want_q  <= words;
                given_q <= 11'd0;
            end else begin
                given_q <= given_q + 11'd1;
            end
        end

endmodule

`default_nettype wire
