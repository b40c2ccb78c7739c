// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Reception of one lane: symbol borders from commas, decoder, loss of borders.
//
// Ten bits a cycle in; octet, flag and errors leave two cycles after the symbol's
// last bit came, as long as sync is 1 (the borders are known). COMMA_N commas in the same
// place, no invalid symbol between them, give the borders; BAD_N invalid symbols, less one for
// four valid ones in a row, take them. rst: no borders. IEEE 802.3 36.2.4 and figure 36-9.

`timescale 1ns / 1ps
`default_nettype none

module tn_8b10b_lane #(
    parameter integer COMMA_N = 4, // 1 to 7
    parameter integer BAD_N   = 4  // 1 to 7
) (
    input  wire       clk,
    input  wire       rst,
    input  wire [9:0] rx,
    output reg        sync,
    output reg  [7:0] octet,
    output reg        flag,
    output reg        code_err,
    output reg        disp_err
);

    localparam [2:0] COMMAS = COMMA_N[2:0];  // these give borders
    localparam [2:0] BADS = BAD_N[2:0];      // these take them
    localparam [1:0] GOODS_LAST = 2'd3;      // fourth valid symbol in a row

    generate
        if (COMMA_N < 1 || COMMA_N > 7) begin : g_commas
            tn_error_COMMA_N_must_be_1_to_7 u_error ();
        end
        if (BAD_N < 1 || BAD_N > 7) begin : g_bads
            tn_error_BAD_N_must_be_1_to_7 u_error ();
        end
    endgenerate

    // the last twenty bits, newest on top; comma p: one begins at bit p + 1
    reg [19:0] bits_q;
    reg [9:0]  comma_q;
    wire [19:0] bits = {rx, bits_q[19:10]};
    // 00 11111 or 11 00000 from bit 1 on, from bit 2 on, ...
    wire [9:0] two0 = ~bits[10:1] & ~bits[11:2];
    wire [9:0] two1 = bits[10:1] & bits[11:2];
    wire [9:0] five0 = ~bits[12:3] & ~bits[13:4] & ~bits[14:5] & ~bits[15:6] & ~bits[16:7];
    wire [9:0] five1 = bits[12:3] & bits[13:4] & bits[14:5] & bits[15:6] & bits[16:7];

    always @(posedge clk) begin
        bits_q  <= bits;
        comma_q <= (two0 & five1) | (two1 & five0);
        if (rst) begin
            bits_q  <= 20'd0;
            comma_q <= 10'd0;
        end
    end

    reg [3:0] place_q;  // symbols begin at this bit + 1
    reg [2:0] commas_q;
    reg [2:0] bads_q;
    reg [1:0] goods_q;
    reg       rd_q;

    // looking for borders, the last comma elsewhere counts
    reg [3:0] place;
    reg       moved;
    integer   c;
    always @* begin
        place = place_q;
        moved = 1'b0;
        if (!sync) for (c = 0; c < 10; c = c + 1)
            if (comma_q[c] && (c[3:0] != place_q || commas_q == 3'd0 || moved)) begin
                place = c[3:0];
                moved = 1'b1;
            end
    end

    wire [9:0] sym = bits_q[{1'b0, place} + 5'd1 +: 10];
    wire [7:0] octet_d;
    wire       flag_d;
    wire       code_d;
    wire       disp_d;
    wire       rd_d;

    tn_8b10b_dec u_dec (
        .sym     (sym),
        .rd      (rd_q),
        .octet   (octet_d),
        .flag    (flag_d),
        .code_err(code_d),
        .disp_err(disp_d),
        .rd_next (rd_d)
    );

    wire       bad = code_d || disp_d;
    wire       here = comma_q[place_q] && !moved;  // a comma at the border
    wire [2:0] commas_d = moved ? 3'd1 : bad ? {2'd0, here} : commas_q + {2'd0, here};

    always @(posedge clk) begin
        if (rst) begin
            sync     <= 1'b0;
            place_q  <= 4'd0;
            commas_q <= 3'd0;
            bads_q   <= 3'd0;
            goods_q  <= 2'd0;
            rd_q     <= 1'b0;
        end else begin
            rd_q <= rd_d;
            if (!sync) begin
                place_q  <= place;
                bads_q   <= 3'd0;
                goods_q  <= 2'd0;
                sync     <= commas_d == COMMAS;
                commas_q <= commas_d == COMMAS ? 3'd0 : commas_d;
            end else if (bad) begin
                goods_q <= 2'd0;
                bads_q  <= bads_q + 3'd1;
                sync    <= bads_q + 3'd1 != BADS;
            end else begin
                goods_q <= goods_q + 2'd1;
                if (goods_q == GOODS_LAST && bads_q != 3'd0) bads_q <= bads_q - 3'd1;
            end
        end
        octet    <= octet_d;
        flag     <= flag_d;
        code_err <= code_d;
        disp_err <= disp_d;
    end

endmodule

`default_nettype wire
