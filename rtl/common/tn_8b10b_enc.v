// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// 8b/10b encoder of one lane.
//
// No parameters, no state: rd (1 positive) is the running disparity before the
// symbol, rd_next that after it. A control octet (flag 1) that is none of the
// twelve of IEEE 802.3 is sent as FE. sym has a, first on the line, in bit 0.
// Latency 0. IEEE 802.3 table 36-1.

`timescale 1ns / 1ps
`default_nettype none

module tn_8b10b_enc (
    input  wire [7:0] octet,
    input  wire       flag,
    input  wire       rd,
    output wire [9:0] sym,
    output wire       rd_next
);

`include "tn_8b10b.vh"

    wire [7:0] sent = flag && !tn_8b10b_is_k(octet) ? TN_K30_7 : octet;

    assign sym     = tn_8b10b_encode(sent, flag, rd);
    assign rd_next = tn_8b10b_rd_after(sym, rd);

endmodule

`default_nettype wire
