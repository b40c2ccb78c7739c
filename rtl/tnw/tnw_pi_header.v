// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Header of a memory read or write to the host (PCIe 3.0 section 2.2.7): all bytes, three DWs below 4 GiB.
//
// Combinational; the header as on the stream, big-endian DWs, the first in bits 31:0. Contract: tnw_pi.md section 3.

`timescale 1ns / 1ps
`default_nettype none

module tnw_pi_header (
    input  wire [15:0]  rid,
    input  wire         write,
    input  wire [63:0]  addr,    // a multiple of 4
    input  wire [7:0]   length,  // DWs, 2 to 128
    input  wire [7:0]   tag,
    output wire         hdr4,
    output wire [127:0] header
);
    `include "tn_bswap.vh"
    `include "tnw_tlp.vh"

    assign hdr4 = addr[63:32] != 32'd0;

    reg [31:0] h0, h1;
    always @* begin
        h0 = 32'd0;
        h0[TLP_DW0_FMT_LSB+:TLP_DW0_FMT_W]   = {1'b0, write, hdr4};
        h0[TLP_DW0_TYPE_LSB+:TLP_DW0_TYPE_W] = TLP_DW0_TYPE_MEM;
        h0[TLP_DW0_LENGTH_LSB+:8]            = length;
        h1 = 32'd0;
        h1[TLP_REQ_REQUESTER_LSB+:16] = rid;
        h1[TLP_REQ_TAG_LSB+:8]        = tag;
        h1[TLP_REQ_LAST_BE_LSB+:4]    = 4'hf;
        h1[TLP_REQ_FIRST_BE_LSB+:4]   = 4'hf;
    end

    wire [31:0] high = tn_bswap32(addr[63:32]);
    wire [31:0] low  = tn_bswap32(addr[31:0]);
    assign header = {low, hdr4 ? high : low, tn_bswap32(h1), tn_bswap32(h0)};

endmodule

`default_nettype wire
