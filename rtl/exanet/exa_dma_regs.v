// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// The kernel's page of exa_dma: identity, faults, counters.
//
// OUT_N (1 to 7) outputs, TXN_LOG2 (2 to 10). Reads are combinational: at counts words of 16 bytes in the page,
// rd_ok tells which of the four registers are there. The events of ev_* count in the cycle after. The words of
// the banks come from exa_banks. rst clears the counters. Contract: exa_dma.md section 10.

`timescale 1ns / 1ps
`default_nettype none

module exa_dma_regs #(
    parameter integer OUT_N    = 1,  // outputs, 1 to 7
    parameter integer TXN_LOG2 = 10  // log2 of the descriptors, 2 to 10
) (
    input  wire               clk,
    input  wire               rst,
    // this node's coordinates
    input  wire [21:0]        own,
    // the word to be read
    input  wire [7:0]         at,
    // values that others keep
    input  wire [127:0]       banks,
    input  wire               fault_any,
    input  wire [57:0]        fault,
    input  wire [10:0]        fault_level,
    // the answer
    output reg  [127:0]       rd_data,
    output reg  [3:0]         rd_ok,
    output wire               is_bank,
    output wire               is_fault,
    // events
    input  wire [6:0]         ev_one,      // BUSY, BAD, CTL_MIX, CHAINED, CHAIN_MISS, FAULT_LOST, RX_DROPPED
    input  wire               ev_start,    // a transaction begins to be ACTIVE
    input  wire               ev_end,      // or ends
    input  wire [OUT_N-1:0]   ev_packet,
    input  wire [9*OUT_N-1:0] ev_bytes,
    input  wire [2*OUT_N-1:0] ev_faults,
    input  wire [OUT_N-1:0]   ev_starts,
    input  wire               ev_retry,    // of the start of this cycle
    input  wire [OUT_N-1:0]   ev_control
);

    localparam [31:0] ID = 32'h45440001;
    localparam [7:0]  AT_ID = 8'h40;
    localparam [7:0]  AT_FAULT = 8'h41;
    localparam [7:0]  AT_COUNT = 8'h44;
    localparam [7:0]  AT_MORE = 8'h45;
    localparam [3:0]  OUT_PAGE = 4'h5;   // from 500 on
    localparam [31:0] PARAMS = {16'd0, TXN_LOG2[7:0], OUT_N[7:0]};

    reg [223:0]         one_q;
    reg [10:0]          active_q;
    reg [32*OUT_N-1:0]  packets_q;
    reg [32*OUT_N-1:0]  bytes_q;
    reg [32*OUT_N-1:0]  faults_q;
    reg [32*OUT_N-1:0]  starts_q;
    reg [32*OUT_N-1:0]  retries_q;
    reg [32*OUT_N-1:0]  controls_q;
    integer             i;
    integer             p;

    assign is_bank  = at[7:1] == 7'd0;
    assign is_fault = at == AT_FAULT;

    always @(posedge clk) begin
        if (rst) begin
            one_q    <= 224'd0;
            active_q <= 11'd0;
        end else begin
            for (i = 0; i < 7; i = i + 1) if (ev_one[i]) one_q[32*i+:32] <= one_q[32*i+:32] + 32'd1;
            active_q <= active_q + {10'd0, ev_start} - {10'd0, ev_end};
        end
    end

    always @(posedge clk)
        for (p = 0; p < OUT_N; p = p + 1)
            if (rst) begin
                packets_q[32*p+:32]  <= 32'd0;
                bytes_q[32*p+:32]    <= 32'd0;
                faults_q[32*p+:32]   <= 32'd0;
                starts_q[32*p+:32]   <= 32'd0;
                retries_q[32*p+:32]  <= 32'd0;
                controls_q[32*p+:32] <= 32'd0;
            end else begin
                faults_q[32*p+:32] <= faults_q[32*p+:32] + {30'd0, ev_faults[2*p+:2]};
                if (ev_packet[p]) begin
                    packets_q[32*p+:32] <= packets_q[32*p+:32] + 32'd1;
                    bytes_q[32*p+:32]   <= bytes_q[32*p+:32] + {23'd0, ev_bytes[9*p+:9]};
                end
                if (ev_starts[p]) begin
                    starts_q[32*p+:32]  <= starts_q[32*p+:32] + 32'd1;
                    retries_q[32*p+:32] <= retries_q[32*p+:32] + {31'd0, ev_retry};
                end
                if (ev_control[p]) controls_q[32*p+:32] <= controls_q[32*p+:32] + 32'd1;
            end

    wire [63:0] shown = !fault_any ? 64'd0
                      : {2'd0, fault[57:28], 1'b1, 3'd0, fault[27:12], fault[11:10], fault[9:0]};
    integer     o;

    always @* begin
        rd_data = 128'd0;
        rd_ok   = 4'h0;
        if (at[7:2] == 6'd0) begin  // BANK_LEVEL behind them
            rd_ok   = 4'hf;
            rd_data = banks;
        end
        if (at == AT_ID) begin
            rd_ok   = 4'h7;
            rd_data = {32'd0, 10'd0, own, PARAMS, ID};
        end
        if (is_fault) begin
            rd_ok   = 4'hf;
            rd_data = {32'd0, 21'd0, fault_level, shown};
        end
        if (at == AT_COUNT) begin
            rd_ok   = 4'hf;
            rd_data = one_q[127:0];
        end
        if (at == AT_MORE) begin
            rd_ok   = 4'hf;
            rd_data = {21'd0, active_q, one_q[223:128]};
        end
        for (o = 0; o < OUT_N; o = o + 1)
            if (at[7:4] == OUT_PAGE && at[3:1] == o[2:0]) begin
                rd_ok   = at[0] ? 4'h3 : 4'hf;
                rd_data = at[0] ? {64'd0, controls_q[32*o+:32], retries_q[32*o+:32]}
                        : {starts_q[32*o+:32], faults_q[32*o+:32], bytes_q[32*o+:32], packets_q[32*o+:32]};
            end
    end


endmodule

`default_nettype wire
