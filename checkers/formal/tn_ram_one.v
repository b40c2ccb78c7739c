// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// tn_ram for the proof of TNW's credits, in the place of the RTL's: it keeps the words of one (link, channel),
// number TN_ONE, and reads as anything for the 47 others. What holds with it holds with every content of theirs.
// The number is the upper 6 bits of an address; a memory with fewer has packets' data and reads as anything.

`default_nettype none

module tn_ram #(
    parameter integer DATA_W  = 8,
    parameter integer DEPTH_N = 16,
    parameter integer ADDR_W  = 4
) (
    input  wire              clk,
    input  wire              wr_en,
    input  wire [ADDR_W-1:0] wr_addr,
    input  wire [DATA_W-1:0] wr_data,
    input  wire [ADDR_W-1:0] rd_addr,
    output wire [DATA_W-1:0] rd_data
);
    localparam [ADDR_W-1:0] ONE = `TN_ONE;
    localparam integer PLACE_W = ADDR_W > 6 ? ADDR_W - 6 : 0;
    (* anyseq *) wire [DATA_W-1:0] other;

    reg  [DATA_W*(1<<PLACE_W)-1:0] words_q;
    wire [DATA_W*((1<<PLACE_W)+1)-1:0] found;  // the word, once its place was passed
    assign found[DATA_W-1:0] = other;
    assign rd_data = found[DATA_W*(1<<PLACE_W)+:DATA_W];

    genvar g;
    generate
        for (g = 0; g < (1 << PLACE_W); g = g + 1) begin : g_place
            localparam [ADDR_W-1:0] PLACE = (ONE << PLACE_W) + g;
            wire mine = ADDR_W >= 6 && rd_addr == PLACE;
            always @(posedge clk) if (wr_en && wr_addr == PLACE) words_q[DATA_W*g+:DATA_W] <= wr_data;
            assign found[DATA_W*(g+1)+:DATA_W] = mine ? words_q[DATA_W*g+:DATA_W] : found[DATA_W*g+:DATA_W];
        end
    endgenerate
endmodule

`default_nettype wire
