// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Reception of one lane of a TNW link: tn_8b10b_lane, with idle columns as 07.
//
// No parameters. Ten bits a cycle in; octet, flag, align and errors leave two
// cycles after the symbol's last bit came, as long as sync is 1 (the borders are
// known). /K/, /R/ and /A/ give 07; align says that it was /A/. rst: no borders.
// Paper section 2.2; contract: tnw_link.md section 2.

`timescale 1ns / 1ps
`default_nettype none

module tnw_pcs_lane (
    input  wire       clk,
    input  wire       rst,
    input  wire [9:0] rx,
    output wire       sync,
    output wire [7:0] octet,
    output wire       flag,
    output wire       align,
    output wire       code_err,
    output wire       disp_err
);

`include "tn_8b10b.vh"

    wire [7:0] value;

    tn_8b10b_lane u_lane (
        .clk     (clk),
        .rst     (rst),
        .rx      (rx),
        .sync    (sync),
        .octet   (value),
        .flag    (flag),
        .code_err(code_err),
        .disp_err(disp_err)
    );

    wire idle = flag && (value == TN_K28_0 || value == TN_K28_3 || value == TN_K28_5);

    assign octet = idle ? 8'h07 : value;
    assign align = flag && value == TN_K28_3;

endmodule

`default_nettype wire
