// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Descrambler of a PCIe link's lanes: the data, and of which kind each symbol is (PCIe 3.0 4.2.3).
//
// A lane that shows nothing valid where others have COM or SKP is taken for a part of the ordered set, and torn_q is 1. up: a COM
// came on all lanes since rst. Latency 1. Contract: cz_framing.md sections 3 to 5.

`timescale 1ns / 1ps
`default_nettype none

module cz_framing_kinds #(
    parameter integer LANES    = 4, // 1, 4, 8
    parameter integer SCRAMBLE = 1  // 0: data are taken as they are
) (
    input  wire               clk,
    input  wire               rst,
    input  wire [8*LANES-1:0] rx_data,
    input  wire [LANES-1:0]   rx_k,
    input  wire [LANES-1:0]   rx_err,
    output reg                up,
    output reg  [8*LANES-1:0] data_q,
    output reg  [3*LANES-1:0] kind_q,
    output reg                torn_q
);
`include "cz_framing_defs.vh"

    reg  [16*LANES-1:0] lfsr_q, lfsr;
    reg  [8*LANES-1:0]  data;
    reg  [3*LANES-1:0]  kind;
    reg  [LANES-1:0]    com, in_set;
    reg                 torn;
    reg  [7:0]          mask;
    integer             i;

    always @* begin
        for (i = 0; i < LANES; i = i + 1) begin
            com[i]    = rx_k[i] && !rx_err[i] && rx_data[8*i +: 8] == SYM_COM;
            in_set[i] = com[i] || (rx_k[i] && !rx_err[i] && rx_data[8*i +: 8] == SYM_SKP);
        end
        torn = in_set != {LANES{1'b0}} && (rx_err & ~in_set) != {LANES{1'b0}};
        for (i = 0; i < LANES; i = i + 1) begin
            {lfsr[16*i +: 16], mask} = scramble_8(lfsr_q[16*i +: 16]);
            data[8*i +: 8] = rx_data[8*i +: 8] ^ (SCRAMBLE == 0 ? 8'd0 : mask);
            if (in_set[i] || (rx_err[i] && torn))
                kind[3*i +: 3] = KIND_SET;
            else if (rx_err[i])
                kind[3*i +: 3] = KIND_BAD;
            else if (!rx_k[i])
                kind[3*i +: 3] = KIND_D;
            else case (rx_data[8*i +: 8])
                SYM_STP: kind[3*i +: 3] = KIND_STP;
                SYM_SDP: kind[3*i +: 3] = KIND_SDP;
                SYM_END: kind[3*i +: 3] = KIND_END;
                SYM_EDB: kind[3*i +: 3] = KIND_EDB;
                SYM_PAD: kind[3*i +: 3] = KIND_PAD;
                default: kind[3*i +: 3] = KIND_BAD;
            endcase
            if (rst || kind[3*i +: 3] == KIND_SET) lfsr[16*i +: 16] = 16'hffff;
        end
    end

    always @(posedge clk) begin
        lfsr_q <= lfsr;
        data_q <= data;
        kind_q <= rst ? {LANES{KIND_D}} : kind;
        torn_q <= torn && !rst;
        up     <= !rst && (up || &com);
    end
endmodule

`default_nettype wire
