// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Reception of a lane of APEnet's link: symbol borders from commas, four decoders, byte order from K28.3 behind K28.5.
//
// No parameters. Forty bits a cycle in, four octets a cycle out, which leave four or five cycles after the last of their bits came while
// sync is 1. Bits 2s+1:2s of kind say that octet s was K28.5 or K28.3 (1), K27.7 (2), K29.7 (3) or another symbol (0), which gives FE when
// it is no data octet. mark: these four end with a K28.3 behind a K28.5, a word begins behind them. rst: no borders. Contract: ape_pcs.md section 3.

`timescale 1ns / 1ps
`default_nettype none

module ape_pcs_lane (
    input  wire        clk,
    input  wire        rst,
    input  wire [39:0] rx,
    output reg         sync,
    output reg  [31:0] octets,
    output reg  [7:0]  kind,
    output reg         mark,
    // the byte order has changed
    output wire        slip,
    // invalid symbols in this cycle
    output reg  [2:0]  bad_n
);

`include "tn_8b10b.vh"

    localparam [4:0] BADS = 5'd4;  // of sixteen take the borders

    // ---- the last fifty bits, newest on top; comma c: one begins at bit c + 1
    reg  [49:0] bits_q;
    reg  [39:0] comma_q;
    wire [49:0] bits = {rx, bits_q[49:40]};
    wire [39:0] two0 = ~bits[40:1] & ~bits[41:2];
    wire [39:0] two1 = bits[40:1] & bits[41:2];
    wire [39:0] five0 = ~bits[42:3] & ~bits[43:4] & ~bits[44:5] & ~bits[45:6] & ~bits[46:7];
    wire [39:0] five1 = bits[42:3] & bits[43:4] & bits[44:5] & bits[45:6] & bits[46:7];

    always @(posedge clk) begin
        bits_q  <= rst ? 50'd0 : bits;
        comma_q <= rst ? 40'd0 : (two0 & five1) | (two1 & five0);
    end

    // ---- borders: two commas in the same place of forty bits
    reg  [3:0] place_q;
    reg  [3:0] place;  // symbols begin at this bit + 1
    reg        found;
    integer    c;
    always @* begin
        place = place_q;
        found = 1'b0;
        if (!sync) for (c = 0; c < 10; c = c + 1)
            if ({2'd0, comma_q[c]} + {2'd0, comma_q[c+10]} + {2'd0, comma_q[c+20]} + {2'd0, comma_q[c+30]} >= 3'd2) begin
                place = c[3:0];
                found = 1'b1;
            end
    end

    reg         rd_q;
    wire [4:0]  rd;
    wire [31:0] value;
    wire [3:0]  flag, code, disp;
    assign rd[0] = rd_q;

    genvar s;
    generate
        for (s = 0; s < 4; s = s + 1) begin : g_symbol
            localparam [5:0] FIRST = 10 * s + 1;

            tn_8b10b_dec u_dec (
                .sym     (bits_q[{2'd0, place}+FIRST+:10]),
                .rd      (rd[s]),
                .octet   (value[8*s+:8]),
                .flag    (flag[s]),
                .code_err(code[s]),
                .disp_err(disp[s]),
                .rd_next (rd[s+1])
            );
        end
    endgenerate

    // ---- octets in groups as the borders were found; four invalid symbols of four groups take the borders
    wire [3:0]  bad = code | disp;
    wire [2:0]  bads = {2'd0, bad[0]} + {2'd0, bad[1]} + {2'd0, bad[2]} + {2'd0, bad[3]};
    reg  [8:0]  past_q;  // of the three groups before
    wire [4:0]  recent = {2'd0, bads} + {2'd0, past_q[2:0]} + {2'd0, past_q[5:3]} + {2'd0, past_q[8:6]};
    reg  [31:0] octet_q;
    reg  [3:0]  five_q, three_q, start_q, magic_q;  // K28.5, K28.3, K27.7, K29.7

    always @(posedge clk) begin
        if (rst) begin
            sync    <= 1'b0;
            place_q <= 4'd0;
            past_q  <= 9'd0;
            rd_q    <= 1'b0;
            bad_n   <= 3'd0;
        end else begin
            sync    <= sync ? recent < BADS : found;
            place_q <= place;
            past_q  <= sync ? {past_q[5:0], bads} : 9'd0;
            rd_q    <= rd[4];
            bad_n   <= sync ? bads : 3'd0;
        end
    end

    integer n;
    always @(posedge clk)
        for (n = 0; n < 4; n = n + 1) begin
            octet_q[8*n+:8] <= flag[n] ? TN_K30_7 : value[8*n+:8];
            five_q[n]       <= !bad[n] && flag[n] && value[8*n+:8] == TN_K28_5;
            three_q[n]      <= !bad[n] && flag[n] && value[8*n+:8] == TN_K28_3;
            start_q[n]      <= !bad[n] && flag[n] && value[8*n+:8] == TN_K27_7;
            magic_q[n]      <= !bad[n] && flag[n] && value[8*n+:8] == TN_K29_7;
        end

    // ---- byte order: words begin behind a K28.3 that is behind a K28.5
    reg  [31:0] old_q;
    reg  [7:0]  old_kind_q;
    reg         old_five_q;
    reg  [1:0]  order_q;    // words begin at this octet of a group
    reg         ordered_q;
    reg         late_q;     // a K28.3 was the last octet of its group
    wire [3:0]  pair = {4{sync}} & three_q & {five_q[2:0], old_five_q};
    wire [1:0]  order = pair[0] ? 2'd1 : pair[1] ? 2'd2 : pair[2] ? 2'd3 : 2'd0;
    wire [63:0] octet_all = {octet_q, old_q};
    wire [3:0]  kind1 = start_q | magic_q;
    wire [3:0]  kind0 = five_q | three_q | magic_q;
    wire [7:0]  new_kind = {kind1[3], kind0[3], kind1[2], kind0[2], kind1[1], kind0[1], kind1[0], kind0[0]};
    wire [15:0] kind_all = {new_kind, old_kind_q};

    assign slip = pair != 4'd0 && ordered_q && order != order_q;

    always @(posedge clk) begin
        old_q      <= octet_q;
        old_kind_q <= new_kind;
        old_five_q <= five_q[3] && sync;
        octets     <= octet_all[8*order_q+:32];
        kind       <= kind_all[2*order_q+:8];
        if (rst || !sync) begin
            order_q   <= 2'd0;
            ordered_q <= 1'b0;
            late_q    <= 1'b0;
            mark      <= 1'b0;
        end else begin
            if (pair != 4'd0) begin
                order_q   <= order;
                ordered_q <= 1'b1;
            end
            late_q <= pair[3];
            mark   <= late_q || (pair[2:0] != 3'd0);
        end
    end

endmodule

`default_nettype wire
