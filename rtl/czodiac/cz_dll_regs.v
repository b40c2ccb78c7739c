// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Registers and counters of the data link layer (cz_dll.md section 7). Counters have 32 bits and wrap; rst
// clears them. rdata is valid in the cycle after rd.

`timescale 1ns / 1ps
`default_nettype none

module cz_dll_regs #(
    parameter integer MPS_B       = 512,
    parameter integer LANES       = 4,
    parameter integer REPLAY_LOG2 = 12,
    parameter integer SEQ_LOG2    = 11
) (
    input  wire        clk,
    input  wire        rst,
    input  wire        wr,
    input  wire        rd,
    input  wire [11:0] addr,
    input  wire [31:0] wdata,
    output reg  [31:0] rdata,

    input  wire [9:0]  status,     // STATE
    input  wire [27:0] numbers,    // NUMBERS
    input  wire [11:0] next_rcv,
    input  wire [95:0] limit,      // of the three classes
    input  wire [95:0] consumed,
    input  wire [95:0] allocated,
    input  wire [7:0]  errors,     // events
    input  wire [8:0]  events,     // TX_TLPS, REPLAYED, NULLIFIED, RX_TLPS, DUPLICATES, TX_ACKS, TX_NAKS, RX_ACKS, RX_NAKS
    output reg  [19:0] replay_limit,
    output reg  [15:0] ack_limit
);
    // five times the factor AF, so that it is whole (PCIe 3.0 3.5.2.1)
    localparam integer AF5   = MPS_B >= 512 ? 10 : LANES == 8 ? 25 : 14;
    localparam integer ACK   = (MPS_B + 28) * AF5 / (10 * LANES) + 19;
    localparam [15:0]  ACK_0 = ACK[15:0];
    localparam [19:0]  RPL_0 = 20'd3 * {4'd0, ACK_0};
    localparam integer LOG2  = REPLAY_LOG2 - 9;
    localparam integer MPS_N = MPS_B / 128;
    localparam [31:0]  PARAMS = {8'd0, SEQ_LOG2[3:0], MPS_N[11:0], LOG2[3:0], LANES[3:0]};

    reg [17*32-1:0] count;  // errors 0 to 7, then events 0 to 8
    integer         i;

    always @(posedge clk)
        if (rst) begin
            count        <= {17 * 32 {1'b0}};
            replay_limit <= RPL_0;
            ack_limit    <= ACK_0;
        end else begin
            for (i = 0; i < 17; i = i + 1)
                if (i < 8 ? errors[i & 7] : events[i - 8])
                    count[32*i +: 32] <= count[32*i +: 32] + 32'd1;
            if (wr && addr == 12'h00c) replay_limit <= wdata[19:0];
            if (wr && addr == 12'h010) ack_limit <= wdata[15:0];
        end

    reg [31:0] value;

    always @* begin
        value = 32'd0;
        case (addr)
            12'h000: value = 32'h435a0002;
            12'h004: value = PARAMS;
            12'h008: value = {22'd0, status};
            12'h00c: value = {12'd0, replay_limit};
            12'h010: value = {16'd0, ack_limit};
            12'h014: value = {4'd0, numbers};
            12'h018: value = {20'd0, next_rcv};
            12'h020, 12'h024, 12'h028: value = limit[32*addr[3:2] +: 32];
            12'h030, 12'h034, 12'h038: value = consumed[32*addr[3:2] +: 32];
            12'h040, 12'h044, 12'h048: value = allocated[32*addr[3:2] +: 32];
            default: ;
        endcase
        for (i = 0; i < 17; i = i + 1)
            if (addr == (i < 8 ? 12'h080 + 12'd4 * i[11:0] : 12'h0a0 + 12'd4 * (i[11:0] - 12'd8)))
                value = count[32*i +: 32];
    end

    always @(posedge clk)
        if (rd) rdata <= value;

    wire unused = &{1'b0, wdata[31:20]};
endmodule

`default_nettype wire
