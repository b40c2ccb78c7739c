// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Nget's registers; a write of a link's registers makes a descriptor.
//
// A write of NOTIFY_HI in t gives push in t, when the descriptor is good and there is room; otherwise BAD or NO_ROOM
// counts. Data in the cycle after reg_rd, 0 in all others. rst clears all. Contract: tnw_pi.md sections 5 and 6.

`timescale 1ns / 1ps
`default_nettype none

module tnw_nget_regs #(
    parameter integer LAST_EN = 1  // bit 0 of an offset is last, and 0 in a descriptor
) (
    input  wire         clk,
    input  wire         rst,
    // the register port
    input  wire         reg_wr,
    input  wire         reg_rd,
    input  wire [15:0]  reg_addr,   // in BAR0
    input  wire [31:0]  reg_wdata,
    output reg  [31:0]  reg_rdata,
    // the link's descriptors
    output wire [2:0]   reg_link,   // whose room, there, places and lost_n are shown
    output wire         push,
    output wire [200:0] desc,       // as tnw_nget_engine has it
    output wire         unlose,     // FREE_TAGS
    output wire         abandon,    // ABORT
    // values that registers show
    input  wire         room,
    input  wire [7:0]   there,
    input  wire [7:0]   places,
    input  wire [7:0]   lost_n,
    // counted events
    output wire         inc_bad,
    output wire         inc_no_room
);

    localparam [2:0] LINK_TOP = 3'd5;
    localparam [7:0] A_LENGTH = 8'h08, A_DEST = 8'h10, A_NOTIFY_HI = 8'h18, A_STATUS = 8'h1c, A_FREE_TAGS = 8'h20,
        A_ABORT = 8'h24;
    localparam [29:0] LENGTH_MAX = 30'h10000000;
    localparam [25:0] OFFSETS = 26'h1000000;  // 2^24 units of 16 bytes

    wire       mine = reg_addr[15:11] == 5'b10000 && reg_addr[10:8] <= LINK_TOP && reg_addr[1:0] == 2'd0;
    wire       plain = mine && reg_addr[7:0] <= A_NOTIFY_HI;  // read as written
    wire [2:0] which = reg_addr[4:2];
    wire       write = reg_wr && plain;

    assign reg_link = reg_addr[10:8];
    assign unlose   = reg_wr && mine && reg_addr[7:0] == A_FREE_TAGS;
    assign abandon  = reg_wr && mine && reg_addr[7:0] == A_ABORT;

    // ---- seven registers of six links, of which a bit says that they were ever written
    wire [223:0] held;
    reg  [31:0]  stored;

    // bit 29 of LENGTH: bits above it were written
    always @* begin
        stored = reg_wdata;
        if (reg_addr[7:0] == A_LENGTH) stored = {2'd0, reg_wdata[31:29] != 3'd0, reg_wdata[28:0]};
        if (reg_addr[7:0] == A_DEST) stored[28:24] = 5'd0;
    end

    genvar g;
    generate
        for (g = 0; g < 7; g = g + 1) begin : g_reg
            reg  [5:0]  set_q;
            wire [31:0] word;

            always @(posedge clk) begin
                if (rst) set_q <= 6'd0;
                else if (write && which == g) set_q[reg_link] <= 1'b1;
            end

            tn_ram #(
                .DATA_W (32),
                .DEPTH_N(6),
                .ADDR_W (3)
            ) u_ram (
                .clk    (clk),
                .wr_en  (write && which == g),
                .wr_addr(reg_link),
                .wr_data(stored),
                .rd_addr(reg_link),
                .rd_data(word)
            );

            assign held[32*g+:32] = mine && set_q[reg_link] ? word : 32'd0;
        end
    endgenerate

    // ---- the descriptor that a write of NOTIFY_HI gives
    wire [63:0] source = held[63:0];
    wire [29:0] length = held[93:64];
    wire [31:0] tag = held[127:96];
    wire [2:0]  vc = held[159:157];
    wire [23:0] offset = held[151:128];
    wire [63:0] notify = {reg_wdata, held[191:160]};
    wire [25:0] end_at = {2'd0, offset} + {1'b0, length[28:4]};
    wire        give = write && reg_addr[7:0] == A_NOTIFY_HI;
    wire        bad = length == 30'd0 || length > LENGTH_MAX || length[6:0] != 7'd0 || source[3:0] != 4'd0
        || notify[3:0] != 4'd0 || end_at > OFFSETS || (LAST_EN != 0 && offset[0]);

    assign push        = give && !bad && room;
    assign desc        = {source[63:4], length[28:7], vc, offset, notify[63:4], tag};
    assign inc_bad     = give && bad;
    assign inc_no_room = give && !bad && !room;

    always @(posedge clk) begin
        reg_rdata <= 32'd0;
        if (reg_rd && mine && !rst) begin
            if (plain) reg_rdata <= reg_addr[7:0] == A_LENGTH ? {3'd0, length[28:0]} : held[32*which+:32];
            if (reg_addr[7:0] == A_STATUS) reg_rdata <= {8'd0, lost_n, places, there};
        end
    end

endmodule

`default_nettype wire
