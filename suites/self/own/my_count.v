// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Adds one to the count of a header.

`timescale 1ns / 1ps
`default_nettype none

module my_count (
    input  wire [31:0] header,
    output wire [31:0] counted
);
    assign counted = {header[31:16], header[15:8] + 8'd1, header[7:0]};
endmodule

`default_nettype wire
