// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// The eight context banks of an engine: which one a protection domain has, and how many accesses are open in each.
//
// wr stores wr_data (31 valid, 15:0 pdid) of the banks of wr_row that are set in which and in there: a bank that drains
// takes no write. bank is the lowest one that holds pdid, valid and not draining, with hit. take counts an access
// that is judged in this cycle under bank, give one of give_bank that is over. A bank whose owner changes while an access is
// open drains until none is. rd_data shows the banks (rd_row 0, 1) or their counts (2, 3). At most 127 are open in a
// bank. rst empties all. Contract: exa_dma.md section 9, exa_rdma_rx.md and exa_axi.md section 3.

`timescale 1ns / 1ps
`default_nettype none

module exa_banks (
    input  wire         clk,
    input  wire         rst,
    // registers
    input  wire         wr,
    input  wire         wr_row,
    input  wire [3:0]   which,
    input  wire [127:0] wr_data,
    output reg  [3:0]   there,
    input  wire [1:0]   rd_row,
    output reg  [127:0] rd_data,
    // the bank of a domain
    input  wire [15:0]  pdid,
    output reg          hit,
    output reg  [2:0]   bank,
    // open accesses
    input  wire         take,
    input  wire         give,
    input  wire [2:0]   give_bank
);

    localparam integer VALID_BIT = 31;
    localparam integer DRAIN_BIT = 30;
    localparam integer LEVEL_W = 7;

    reg [135:0]         bank_q;   // 17 bits each: valid, pdid
    reg [7:0]           drain_q;
    reg [8*LEVEL_W-1:0] level_q;

    // ---- owners: the count that decides has the access that is judged now
    reg [8*LEVEL_W-1:0] level_d;
    reg [7:0]           new_owner;
    reg [7:0]           up;
    reg [7:0]           down;
    integer             w;

    always @*
        for (w = 0; w < 8; w = w + 1) begin
            new_owner[w] = wr && wr_row == w[2] && which[w%4] && !drain_q[w] &&
                           bank_q[17*w+:17] != {wr_data[32*(w%4)+VALID_BIT], wr_data[32*(w%4)+:16]};
            up[w]        = take && bank == w[2:0];
            down[w]      = give && give_bank == w[2:0] && level_q[LEVEL_W*w+:LEVEL_W] != {LEVEL_W{1'b0}};
            level_d[LEVEL_W*w+:LEVEL_W] = level_q[LEVEL_W*w+:LEVEL_W] + {{(LEVEL_W - 1) {1'b0}}, up[w]}
                                        - {{(LEVEL_W - 1) {1'b0}}, down[w]};
        end

    integer b;
    always @(posedge clk) begin
        if (rst) begin
            bank_q  <= 136'd0;
            drain_q <= 8'd0;
            level_q <= {8 * LEVEL_W{1'b0}};
        end else begin
            level_q <= level_d;
            for (b = 0; b < 8; b = b + 1)
                if (new_owner[b]) begin
                    bank_q[17*b+:17] <= {wr_data[32*(b%4)+VALID_BIT], wr_data[32*(b%4)+:16]};
                    drain_q[b]       <= level_d[LEVEL_W*b+:LEVEL_W] != {LEVEL_W{1'b0}};
                end else if (level_q[LEVEL_W*b+:LEVEL_W] == {LEVEL_W{1'b0}}) drain_q[b] <= 1'b0;
        end
    end

    // ---- reads
    integer r;
    always @* begin
        there   = wr_row ? ~drain_q[7:4] : ~drain_q[3:0];
        rd_data = 128'd0;
        for (r = 0; r < 4; r = r + 1)
            if (rd_row[1]) rd_data[32*r+:LEVEL_W] = level_q[LEVEL_W*{rd_row[0], r[1:0]}+:LEVEL_W];
            else begin
                rd_data[32*r+VALID_BIT] = bank_q[17*{rd_row[0], r[1:0]}+16];
                rd_data[32*r+DRAIN_BIT] = drain_q[{rd_row[0], r[1:0]}];
                rd_data[32*r+:16]       = bank_q[17*{rd_row[0], r[1:0]}+:16];
            end
    end

    // ---- the lowest bank that admits pdid
    integer k;
    always @* begin
        hit  = 1'b0;
        bank = 3'd0;
        for (k = 7; k >= 0; k = k - 1)
            if (bank_q[17*k+:17] == {1'b1, pdid} && !drain_q[k]) begin
                hit  = 1'b1;
                bank = k[2:0];
            end
    end

endmodule

`default_nettype wire
