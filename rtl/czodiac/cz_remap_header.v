// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// The outgoing header of a forwarded TLP.
//
// Combinational. DIR 0 (U2D): RID and address translated, Dest CPU sent as 0,
// 3DW below 4 GiB and 4DW above. DIR 1 (D2U): RID translated, Dest CPU set,
// TH stripped, form kept.

`timescale 1ns / 1ps
`default_nettype none

module cz_remap_header #(
    parameter integer DIR = 0
) (
    // the header that came
    input  wire [31:0]  h0,
    input  wire [31:0]  h1,
    input  wire [31:0]  h2,
    input  wire [31:0]  h3,
    // its kind, as cz_tlp_parse has it
    input  wire         mem,
    input  wire         read,
    input  wire         atomic,
    input  wire         cpl,
    input  wire         th,
    input  wire         in_hdr4,
    // translated fields
    input  wire [15:0]  new_rid,
    input  wire [15:0]  new_cid, // Completer ID
    input  wire [63:0]  new_addr,
    input  wire [3:0]   dest,
    // the new header
    output wire         out_hdr4,
    output wire [127:0] header // lane order; the upper DW is 0 with 3DW
);
    `include "tn_fields.vh"
    `include "tn_bswap.vh"

    wire       above  = new_addr[63:32] != 32'd0;
    wire       single = h0[TLP_DW0_LENGTH_LSB +: TLP_DW0_LENGTH_W] == 10'd1;
    reg [31:0] o0, o1, o2, o3;

    assign out_hdr4 = DIR == 0 && mem ? above : in_hdr4;

    always @* begin
        o0 = h0;
        o0[TLP_DW0_FMT_LSB] = out_hdr4;
        o0[TLP_DW0_EP_LSB]  = h0[TLP_DW0_EP_LSB];
        o0[TLP_DW0_R23_LSB] = DIR == 1 && dest[3];
        o0[TLP_DW0_R19_LSB] = DIR == 1 && dest[2];
        o0[TLP_DW0_R17_LSB] = DIR == 1 && dest[1];
        o0[TLP_DW0_TH_LSB]  = DIR == 1 && dest[0];

        o1 = h1;
        o1[31:16] = cpl ? new_cid : new_rid;
        if (th && read)
            o1[7:0] = {single ? 4'h0 : 4'hf, 4'hf};
        else if (th && atomic)
            o1[7:0] = 8'h00;
        else if (th)
            o1[TLP_REQ_TAG_LSB +: TLP_REQ_TAG_W] = 8'h00;

        o2 = h2;
        o3 = in_hdr4 ? h3 : 32'd0;
        if (cpl)
            o2[31:16] = new_rid;
        else if (DIR == 0) begin
            o2 = above ? new_addr[63:32] : new_addr[31:0];
            o3 = above ? new_addr[31:0] : 32'd0;
        end else if (th && in_hdr4)
            o3[1:0] = 2'b00;
        else if (th)
            o2[1:0] = 2'b00;
    end

    assign header = {tn_bswap32(o3), tn_bswap32(o2), tn_bswap32(o1), tn_bswap32(o0)};
endmodule

`default_nettype wire
