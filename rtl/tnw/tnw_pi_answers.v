// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Eight answers to the host's reads: header and up to 16 DWs each, first in, first out.
//
// Always takes: tnw_pi_in's ok keeps more than eight away. An answer whose ans_valid was in t can be read from t+1 on.
// rst empties it. Contract: tnw_pi.md section 2.

`timescale 1ns / 1ps
`default_nettype none

module tnw_pi_answers (
    input  wire         clk,
    input  wire         rst,
    // answers that are made
    input  wire         ans_dvalid,
    input  wire [3:0]   ans_at,
    input  wire [31:0]  ans_data,
    input  wire         ans_valid,
    input  wire [95:0]  ans_header,
    input  wire [4:0]   ans_dw,
    // the oldest answer
    output wire [95:0]  header,      // of the oldest
    output wire [4:0]   dw,
    output wire [127:0] word,        // its first, then the next with each word_pop
    input  wire         word_pop,
    input  wire         pop
);

    reg [2:0] in_q;
    reg [2:0] out_q;
    reg [1:0] word_q;

    always @(posedge clk) begin
        if (rst) begin
            in_q   <= 3'd0;
            out_q  <= 3'd0;
            word_q <= 2'd0;
        end else begin
            if (ans_valid) in_q <= in_q + 3'd1;
            if (pop) out_q <= out_q + 3'd1;
            if (pop) word_q <= 2'd0;
            else if (word_pop) word_q <= word_q + 2'd1;
        end
    end

    tn_ram #(
        .DATA_W (101),
        .DEPTH_N(8),
        .ADDR_W (3)
    ) u_header (
        .clk    (clk),
        .wr_en  (ans_valid),
        .wr_addr(in_q),
        .wr_data({ans_dw, ans_header}),
        .rd_addr(out_q),
        .rd_data({dw, header})
    );

    genvar l;
    generate
        for (l = 0; l < 4; l = l + 1) begin : g_lane
            tn_ram #(
                .DATA_W (32),
                .DEPTH_N(32),
                .ADDR_W (5)
            ) u_ram (
                .clk    (clk),
                .wr_en  (ans_dvalid && ans_at[1:0] == l),
                .wr_addr({in_q, ans_at[3:2]}),
                .wr_data(ans_data),
                .rd_addr({out_q, word_q}),
                .rd_data(word[32*l+:32])
            );
        end
    endgenerate

endmodule

`default_nettype wire
