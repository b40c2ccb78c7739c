// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Physical coding of APEnet's torus link: words to four lanes of 8b/10b symbols and back, and its registers.
//
// No parameters. A word in t is on tx_sym in t+2; the word whose last symbol came in t is on wire_rx in t+6, or t+7 where symbols straddle
// cycles, and always as late while the lanes are aligned. rst: zeros are sent, no lane has borders, counters 0. Paper section 3.2;
// contract: ape_pcs.md.

`timescale 1ns / 1ps
`default_nettype none

module ape_pcs (
    input  wire         clk,
    input  wire         rst,
    // words and symbols to the line
    output wire         wire_tx_stop,
    input  wire         wire_tx_valid,
    input  wire         wire_tx_k,
    input  wire [127:0] wire_tx_data,
    output reg  [159:0] tx_sym,
    // symbols and words from the line
    input  wire [159:0] rx_sym,
    output wire         wire_rx_valid,
    output wire         wire_rx_k,
    output wire [127:0] wire_rx_data,
    // registers
    input  wire         reg_rd,
    input  wire [4:0]   reg_addr,
    output reg  [31:0]  reg_rdata
);

`include "ape_defs.vh"
`include "tn_8b10b.vh"

    // ---- groups of four columns: K28.5 alone after reset, the mark, 255 words, the mark, ...
    localparam [7:0] MARK_AT = 8'd255, FIRST = 8'd239;

    reg         begin_q;  // until the first mark
    reg  [7:0]  group_q;
    reg         on_q, word_q, start_q, magic_q, mark_q;
    reg [127:0] data_q;
    reg  [3:0]  rd_q;

    assign wire_tx_stop = begin_q ? group_q != MARK_AT : group_q == MARK_AT - 8'd1;

    always @(posedge clk) begin
        if (rst) begin
            begin_q <= 1'b1;
            group_q <= FIRST;
            on_q    <= 1'b0;
        end else begin
            if (group_q == MARK_AT) begin_q <= 1'b0;
            group_q <= group_q + 8'd1;
            on_q    <= 1'b1;
        end
        word_q  <= wire_tx_valid && !begin_q && group_q != MARK_AT;
        start_q <= wire_tx_k && wire_tx_data == APE_START;
        magic_q <= wire_tx_k && wire_tx_data == APE_MAGIC;
        mark_q  <= group_q == MARK_AT;
        data_q  <= wire_tx_data;
    end

    wire data = word_q && !start_q && !magic_q;
    wire [7:0] control = !word_q ? TN_K28_5 : start_q ? TN_K27_7 : TN_K29_7;

    wire [159:0] sym;
    wire [3:0]   rd_next;
    wire [3:0]   sync, mark, slip;
    wire [127:0] octets;
    wire [31:0]  kind;
    wire [11:0]  bad_n;

    genvar i, s;
    generate
        for (i = 0; i < 4; i = i + 1) begin : g_lane
            wire [4:0] rd;
            assign rd[0]      = rd_q[i];
            assign rd_next[i] = rd[4];

            for (s = 0; s < 4; s = s + 1) begin : g_symbol
                localparam LAST = s == 3;

                tn_8b10b_enc u_enc (
                    .octet  (data ? data_q[32*i+8*s+:8] : mark_q && LAST ? TN_K28_3 : control),
                    .flag   (!data),
                    .rd     (rd[s]),
                    .sym    (sym[40*i+10*s+:10]),
                    .rd_next(rd[s+1])
                );
            end

            ape_pcs_lane u_lane (
                .clk   (clk),
                .rst   (rst),
                .rx    (rx_sym[40*i+:40]),
                .sync  (sync[i]),
                .octets(octets[32*i+:32]),
                .kind  (kind[8*i+:8]),
                .mark  (mark[i]),
                .slip  (slip[i]),
                .bad_n (bad_n[3*i+:3])
            );
        end
    endgenerate

    always @(posedge clk) begin
        tx_sym <= on_q && !rst ? sym : 160'd0;
        if (rst) rd_q <= 4'd0;
        else if (on_q) rd_q <= rd_next;
    end

    wire        up, torn;
    wire [19:0] skew;

    ape_pcs_deskew u_deskew (
        .clk       (clk),
        .rst       (rst),
        .sync      (sync),
        .octets    (octets),
        .kind      (kind),
        .mark      (mark),
        .slip      (slip),
        .up        (up),
        .word_valid(wire_rx_valid),
        .word_k    (wire_rx_k),
        .word_data (wire_rx_data),
        .skew      (skew),
        .ev_torn   (torn)
    );

    // ---- registers
    localparam [2:0] STATUS = 3'd0, SKEW = 3'd1, BAD = 3'd2, SYNC_LOST = 3'd3, UP_LOST = 3'd4, TORN = 3'd5;

    reg         up_q;
    reg  [3:0]  sync_q;
    reg  [31:0] bad_q, sync_lost_q, up_lost_q, torn_q;
    wire [3:0]  fell = sync_q & ~sync;
    wire        unused = &{1'b0, reg_addr[1:0]};

    always @(posedge clk) begin
        if (rst) begin
            up_q        <= 1'b0;
            sync_q      <= 4'd0;
            bad_q       <= 32'd0;
            sync_lost_q <= 32'd0;
            up_lost_q   <= 32'd0;
            torn_q      <= 32'd0;
        end else begin
            up_q        <= up;
            sync_q      <= sync;
            bad_q       <= bad_q + {29'd0, bad_n[2:0]} + {29'd0, bad_n[5:3]} + {29'd0, bad_n[8:6]} + {29'd0, bad_n[11:9]};
            sync_lost_q <= sync_lost_q + {31'd0, fell[0]} + {31'd0, fell[1]} + {31'd0, fell[2]} + {31'd0, fell[3]};
            up_lost_q   <= up_lost_q + {31'd0, up_q && !up};
            torn_q      <= torn_q + {31'd0, torn};
        end
        if (reg_rd)
            case (reg_addr[4:2])
                STATUS: reg_rdata <= {27'd0, up, sync};
                SKEW: reg_rdata <= {3'd0, skew[19:15], 3'd0, skew[14:10], 3'd0, skew[9:5], 3'd0, skew[4:0]};
                BAD: reg_rdata <= bad_q;
                SYNC_LOST: reg_rdata <= sync_lost_q;
                UP_LOST: reg_rdata <= up_lost_q;
                TORN: reg_rdata <= torn_q;
                default: reg_rdata <= 32'd0;
            endcase
    end

endmodule

`default_nettype wire
