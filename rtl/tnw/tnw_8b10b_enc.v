// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// 8b/10b encoder of one lane.
//
// No parameters, no state: rd (1 positive) is the running disparity before the
// symbol, rd_next that after it. A control octet (flag 1) that is none of the
// twelve of IEEE 802.3 is sent as FE. sym has a, first on the line, in bit 0.
// Latency 0. IEEE 802.3 table 36-1; contract: tnw.md section 5, tnw_link.md section 2.

`timescale 1ns / 1ps
`default_nettype none

module tnw_8b10b_enc (
    input  wire [7:0] octet,
    input  wire       flag,
    input  wire       rd,
    output wire [9:0] sym,
    output wire       rd_next
);

`include "tnw_8b10b.vh"

    wire [7:0] sent = flag && !tnw_is_k(octet) ? TNW_K30_7 : octet;

    assign sym     = tnw_encode(sent, flag, rd);
    assign rd_next = tnw_rd_after(sym, rd);

endmodule

`default_nettype wire
