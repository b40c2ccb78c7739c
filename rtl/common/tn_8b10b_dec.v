// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// 8b/10b decoder of one lane.
//
// No parameters, no state: rd (1 positive) is the running disparity before the
// symbol, rd_next that after its bits, valid or not. A symbol of rd's column
// gives its octet and flag (1: a control octet). One of the other column alone sets
// disp_err, one of neither code_err; both give FE with the flag. Latency 0.
// IEEE 802.3 table 36-1 and 36.2.4.4.

`timescale 1ns / 1ps
`default_nettype none

module tn_8b10b_dec (
    input  wire [9:0] sym,
    input  wire       rd,
    output wire [7:0] octet,
    output wire       flag,
    output wire       code_err,
    output wire       disp_err,
    output wire       rd_next
);

`include "tn_8b10b.vh"

    // the only octet that it can be, and whether it would have been sent so
    wire [7:0] value;
    wire       k;
    assign {k, value} = tn_8b10b_decode(sym);

    reg  here;
    reg  there;
    always @* begin
        here  = sym == tn_8b10b_encode(value, k, rd);
        there = 1'b0;
        if (!here) there = sym == tn_8b10b_encode(value, k, !rd);
    end

    assign disp_err = there;
    assign code_err = !here && !there;
    assign flag     = !here || k;
    assign octet    = !here ? TN_K30_7 : value;
    assign rd_next  = tn_8b10b_rd_after(sym, rd);

endmodule

`default_nettype wire
