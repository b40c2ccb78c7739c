// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Physical coding of a lane: words to two 8b/10b symbols a cycle and back, word borders from commas, registers.
//
// No parameters. A word in t is on tx_sym in t+1; the word whose last bit came in t is on wire_rx in t+2. rst: zeros are sent, no borders,
// counters 0. Paper: level-2 switch, links; contract: cl_pcs.md.

`timescale 1ns / 1ps
`default_nettype none

module cl_pcs (
    input  wire        clk,
    input  wire        rst,
    // words and symbols to the line
    input  wire        wire_tx_k,
    input  wire [15:0] wire_tx_data,
    output reg  [19:0] tx_sym,
    // symbols and words from the line
    input  wire [19:0] rx_sym,
    output reg         wire_rx_k,
    output reg         wire_rx_err,
    output reg  [15:0] wire_rx_data,
    output reg         sync,
    // registers
    input  wire        reg_rd,
    input  wire [3:0]  reg_addr,
    output reg  [31:0] reg_rdata
);

`include "cl_defs.vh"
`include "tn_8b10b.vh"

    // ---- transmitter
    reg         tx_rd_q;
    wire        tx_rd_half, tx_rd_next;
    wire [19:0] sym;
    wire [15:0] tx_word = wire_tx_k ? CL_COMMA : wire_tx_data;

    tn_8b10b_enc u_enc_low (
        .octet  (tx_word[7:0]),
        .flag   (wire_tx_k),
        .rd     (tx_rd_q),
        .sym    (sym[9:0]),
        .rd_next(tx_rd_half)
    );

    tn_8b10b_enc u_enc_high (
        .octet  (tx_word[15:8]),
        .flag   (1'b0),
        .rd     (tx_rd_half),
        .sym    (sym[19:10]),
        .rd_next(tx_rd_next)
    );

    always @(posedge clk) begin
        tx_sym  <= rst ? 20'd0 : sym;
        tx_rd_q <= !rst && tx_rd_next;
    end

    // ---- the last forty bits, newest on top; comma c: one begins at bit c + 1
    reg  [39:0] bits_q;
    reg  [19:0] comma_q;
    wire [39:0] bits = {rx_sym, bits_q[39:20]};
    wire [19:0] two0 = ~bits[20:1] & ~bits[21:2];
    wire [19:0] two1 = bits[20:1] & bits[21:2];
    wire [19:0] five0 = ~bits[22:3] & ~bits[23:4] & ~bits[24:5] & ~bits[25:6] & ~bits[26:7];
    wire [19:0] five1 = bits[22:3] & bits[23:4] & bits[24:5] & bits[25:6] & bits[26:7];

    always @(posedge clk) begin
        bits_q  <= rst ? 40'd0 : bits;
        comma_q <= rst ? 20'd0 : (two0 & five1) | (two1 & five0);
    end

    // ---- borders: without them the last comma elsewhere counts
    localparam [1:0] COMMAS = 2'd3;  // give borders
    localparam [2:0] BADS = 3'd4;    // take them

    reg  [4:0] place_q;   // words begin at this bit + 1
    reg  [1:0] commas_q;  // in this place
    reg  [2:0] bads_q;
    reg  [1:0] goods_q;   // in a row, modulo 4
    reg        rx_rd_q;
    reg  [4:0] place;
    reg        moved;
    integer    c;
    always @* begin
        place = place_q;
        moved = 1'b0;
        if (!sync) for (c = 0; c < 20; c = c + 1)
            if (comma_q[c] && (c[4:0] != place_q || commas_q == 2'd0)) begin
                place = c[4:0];
                moved = 1'b1;
            end
    end

    wire [19:0] word = bits_q[{1'b0, place} + 6'd1 +: 20];
    wire        rx_rd_half, rx_rd_next;
    wire [15:0] octets;
    wire [1:0]  flag, code, disp;

    tn_8b10b_dec u_dec_low (
        .sym     (word[9:0]),
        .rd      (rx_rd_q),
        .octet   (octets[7:0]),
        .flag    (flag[0]),
        .code_err(code[0]),
        .disp_err(disp[0]),
        .rd_next (rx_rd_half)
    );

    tn_8b10b_dec u_dec_high (
        .sym     (word[19:10]),
        .rd      (rx_rd_half),
        .octet   (octets[15:8]),
        .flag    (flag[1]),
        .code_err(code[1]),
        .disp_err(disp[1]),
        .rd_next (rx_rd_next)
    );

    wire       valid = (code | disp) == 2'b00;
    wire       comma = valid && flag == 2'b01 && octets == CL_COMMA;
    wire       bad   = !comma && (!valid || flag != 2'b00);
    wire       here  = comma_q[place_q] && !moved;
    wire [1:0] commas = moved ? 2'd1 : bad ? 2'd0 : commas_q + {1'b0, here};
    wire       lost  = sync && bad && bads_q + 3'd1 == BADS;

    always @(posedge clk) begin
        if (rst) begin
            sync     <= 1'b0;
            place_q  <= 5'd0;
            commas_q <= 2'd0;
            bads_q   <= 3'd0;
            goods_q  <= 2'd0;
            rx_rd_q  <= 1'b0;
        end else begin
            rx_rd_q <= rx_rd_next;
            place_q <= place;
            goods_q <= sync && !bad ? goods_q + 2'd1 : 2'd0;
            if (!sync) begin
                sync     <= commas == COMMAS;
                commas_q <= commas == COMMAS ? 2'd0 : commas;
                bads_q   <= 3'd0;
            end else if (bad) begin
                sync   <= !lost;
                bads_q <= bads_q + 3'd1;
            end else if (goods_q == 2'd3 && bads_q != 3'd0) bads_q <= bads_q - 3'd1;
        end
        wire_rx_k    <= rst || !sync || comma;
        wire_rx_err  <= !rst && sync && bad;
        wire_rx_data <= rst || !sync || comma ? CL_COMMA : octets;
    end

    // ---- registers
    localparam [1:0] STATUS = 2'd0, BAD = 2'd1, SYNC_LOST = 2'd2;

    reg  [31:0] bad_q, lost_q;
    wire [4:0]  first = place_q == 5'd19 ? 5'd0 : place_q + 5'd1;
    wire        unused = &{1'b0, reg_addr[1:0]};

    always @(posedge clk) begin
        if (rst) begin
            bad_q  <= 32'd0;
            lost_q <= 32'd0;
        end else begin
            bad_q  <= bad_q + {31'd0, sync && bad};
            lost_q <= lost_q + {31'd0, lost};
        end
        if (reg_rd)
            case (reg_addr[3:2])
                STATUS: reg_rdata <= sync ? {23'd0, first, 3'd0, 1'b1} : 32'd0;
                BAD: reg_rdata <= bad_q;
                SYNC_LOST: reg_rdata <= lost_q;
                default: reg_rdata <= 32'd0;
            endcase
    end

endmodule

`default_nettype wire
