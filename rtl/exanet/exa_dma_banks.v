// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// The eight context banks: which one a protection domain has.
//
// wr stores data (31 valid, 15:0 pdid) of the banks of row that are set in which; rd_data shows the four banks of
// row. bank is the lowest valid one that holds pdid, with hit. rst empties all. Contract: exa_dma.md section 9.

`timescale 1ns / 1ps
`default_nettype none

module exa_dma_banks (
    input  wire         clk,
    input  wire         rst,
    input  wire         row,
    input  wire         wr,
    input  wire [3:0]   which,
    input  wire [127:0] data,
    output reg  [127:0] rd_data,
    input  wire [15:0]  pdid,
    output reg          hit,
    output reg  [2:0]   bank
);

    localparam integer VALID_BIT = 31;

    reg [7:0]   valid_q;
    reg [127:0] pdid_q;
    integer     w;
    integer     b;

    always @(posedge clk) begin
        if (rst) begin
            valid_q <= 8'd0;
            pdid_q  <= 128'd0;
        end else if (wr)
            for (w = 0; w < 8; w = w + 1)
                if (which[w%4] && row == (w >= 4)) begin
                    valid_q[w]       <= data[32*(w%4)+VALID_BIT];
                    pdid_q[16*w+:16] <= data[32*(w%4)+:16];
                end
    end

    always @*
        for (b = 0; b < 4; b = b + 1)
            rd_data[32*b+:32] = row ? {valid_q[b+4], 15'd0, pdid_q[16*(b+4)+:16]} : {valid_q[b], 15'd0, pdid_q[16*b+:16]};

    integer k;
    always @* begin
        hit  = 1'b0;
        bank = 3'd0;
        for (k = 7; k >= 0; k = k - 1)
            if (valid_q[k] && pdid_q[16*k+:16] == pdid) begin
                hit  = 1'b1;
                bank = k[2:0];
            end
    end

endmodule

`default_nettype wire
