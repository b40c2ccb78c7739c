// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Sixteen regions: from a virtual address to a global one and its rights.
//
// No parameters. The answer is there in the same cycle; a write in t acts in t+1. rst: no region is valid. Contract: cl_ni.md section 3.

`timescale 1ns / 1ps
`default_nettype none

module cl_ni_regions (
    input  wire        clk,
    input  wire        rst,
    input  wire        wr,
    input  wire [5:0]  addr,   // region 5:2, word 1:0
    input  wire [31:0] wdata,
    output reg  [31:0] rdata,
    input  wire [31:0] va,
    input  wire [19:0] last,   // bytes from va's to the last one of what is asked for
    output reg         hit,
    output reg         whole,  // the last byte lies in the same region
    output reg  [31:0] pa,
    output reg  [3:0]  rights  // rd, wr, scratchpad, remote, from bit 0 on
);

    localparam integer REGION_N = 16;

    reg [20*REGION_N-1:0] va_q, pa_q;
    reg [5*REGION_N-1:0]  log_q;
    reg [5*REGION_N-1:0]  rights_q;

    wire [3:0] r = addr[5:2];
    wire       unused = &{1'b0, wdata[11:5]};

    always @(posedge clk)
        if (rst) rights_q <= {5*REGION_N{1'b0}};
        else if (wr && addr[1:0] == 2'd2) rights_q[5*r+:5] <= wdata[4:0];
    always @(posedge clk)
        if (rst) {va_q, pa_q, log_q} <= {45*REGION_N{1'b0}};
        else if (wr && addr[1:0] == 2'd0) begin
            va_q[20*r+:20] <= wdata[31:12];
            log_q[5*r+:5]  <= wdata[4:0];
        end else if (wr && addr[1:0] == 2'd1) pa_q[20*r+:20] <= wdata[31:12];

    always @*
        case (addr[1:0])
            2'd0: rdata = {va_q[20*r+:20], 7'd0, log_q[5*r+:5]};
            2'd1: rdata = {pa_q[20*r+:20], 12'd0};
            2'd2: rdata = {27'd0, rights_q[5*r+:5]};
            default: rdata = 32'd0;
        endcase

    // the lowest one that holds the address; the region begins at a multiple of its size
    wire [32:0] end_va = {1'b0, va} + {13'd0, last};
    reg  [31:0] mask;
    integer     i;
    always @* begin
        hit    = 1'b0;
        whole  = 1'b0;
        pa     = 32'd0;
        rights = 4'd0;
        mask   = 32'd0;
        for (i = REGION_N - 1; i >= 0; i = i - 1) begin
            mask = 32'hffffffff << log_q[5*i+:5];
            if (rights_q[5*i] && ((va ^ {va_q[20*i+:20], 12'd0}) & mask) == 32'd0) begin
                hit    = 1'b1;
                whole  = ((end_va[31:0] ^ va) & mask) == 32'd0 && !end_va[32];
                pa     = {pa_q[20*i+:20], 12'd0} + (va & ~mask);
                rights = rights_q[5*i+1+:4];
            end
        end
    end

endmodule

`default_nettype wire
