// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Registers of an ExaNet network interface's block: addresses 400 to 4BF of its
// kernel's page.
//
// CONF_EN: words of 410 to 41F that are there; CONF_MASK: their bits that can be
// written (none: read only, conf_in is what they read), CONF_RST their reset values.
// EXTRA_N (0 to 16) counters from 480 on. wr_at and rd_at are the addresses' bits 11:4; wr_ok and
// rd_ok say which of the four words are there. wr_en does the write of wr_strb. Events
// count by one a cycle: 0 answers sent, 1 to 15 causes, 16 on the block's own. Reads are
// combinational. rst: all to their reset values. Contract: exa_ni.md section 5.

`timescale 1ns / 1ps
`default_nettype none

module exa_ni_regs #(
    parameter [31:0]  ID        = 32'd0,
    parameter [3:0]   CONF_EN   = 4'd0,    // words that are there
    parameter [127:0] CONF_MASK = 128'd0,  // bits that can be written
    parameter [127:0] CONF_RST  = 128'd0,  // reset values of those
    parameter integer EXTRA_N   = 0        // more counters, 0 to 16
) (
    input  wire         clk,
    input  wire         rst,
    // values that others keep
    input  wire [31:0]  params,
    input  wire [21:0]  own,
    // configuration
    input  wire [127:0] conf_in,
    output wire [127:0] conf,
    // events that are counted
    input  wire [31:0]  event_in,
    // writes
    input  wire         wr_en,
    input  wire [7:0]   wr_at,
    input  wire [15:0]  wr_strb,
    input  wire [127:0] wr_data,
    output wire [3:0]   wr_ok,
    // reads
    input  wire [7:0]   rd_at,
    output reg  [127:0] rd_data,
    output reg  [3:0]   rd_ok
);

    localparam [7:0] AT_ID    = 8'h40;
    localparam [7:0] AT_CONF  = 8'h41;
    localparam [3:0] AT_COUNT = 4'h4;  // of 16 words: bits 7:4, with 4 to 7 of 3:0
    localparam integer COUNT_N = 16 + EXTRA_N;
    // words that can be written
    localparam [3:0] CONF_RW = {|CONF_MASK[127:96], |CONF_MASK[95:64], |CONF_MASK[63:32], |CONF_MASK[31:0]};

    reg [127:0]  conf_q;
    reg [1023:0] count_q;  // 32 of 32 bits

    assign conf = conf_q;

    wire conf_wr = wr_at == AT_CONF;
    wire [3:0] whole = {&wr_strb[15:12], &wr_strb[11:8], &wr_strb[7:4], &wr_strb[3:0]};
    assign wr_ok = {4{conf_wr}} & CONF_RW & whole;

    integer w;
    always @(posedge clk) begin
        if (rst) conf_q <= CONF_RST;
        else
            for (w = 0; w < 4; w = w + 1)
                if (wr_en && wr_ok[w]) conf_q[32*w+:32] <= wr_data[32*w+:32] & CONF_MASK[32*w+:32];
    end

    integer c;
    always @(posedge clk) begin
        if (rst) count_q <= 1024'd0;
        else if (event_in != 32'd0)
            for (c = 0; c < COUNT_N; c = c + 1)
                if (event_in[c]) count_q[32*c+:32] <= count_q[32*c+:32] + 32'd1;
    end

    // counters: 440 to 47F are the first 16, 480 to 4BF the rest
    wire       counting = rd_at[7:4] == AT_COUNT && rd_at[3:2] != 2'd0 && rd_at[3:2] != 2'd3;
    wire [4:0] first = {rd_at[3], rd_at[1:0], 2'b00};

    integer r;
    always @* begin
        rd_data = 128'd0;
        rd_ok   = 4'd0;
        if (rd_at == AT_ID) begin
            rd_data = {32'd0, 10'd0, own, params, ID};
            rd_ok   = 4'b0111;
        end
        if (rd_at == AT_CONF) begin
            rd_ok = CONF_EN;
            for (r = 0; r < 4; r = r + 1)
                if (CONF_EN[r]) rd_data[32*r+:32] = CONF_RW[r] ? conf_q[32*r+:32] : conf_in[32*r+:32];
        end
        if (counting)
            for (r = 0; r < 4; r = r + 1)
                if ({27'd0, first} + r < COUNT_N) begin
                    rd_data[32*r+:32] = count_q[32*(first+r[4:0])+:32];
                    rd_ok[r]          = 1'b1;
                end
    end

endmodule

`default_nettype wire
