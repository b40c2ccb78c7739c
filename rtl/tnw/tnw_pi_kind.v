// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Finds the kind of a TLP from the host, and whether the TLP is malformed (PCIe 3.0 sections 2.2.1 to 2.2.5).
//
// Combinational; header DWs as big-endian numbers. Only mrd, mwr, cpl and np of a TLP that is not malformed count.
// With a hint a read's byte enables are a steering tag, and all bytes count. Contract: tnw_pi.md section 2, cause 1.

`timescale 1ns / 1ps
`default_nettype none

module tnw_pi_kind (
    // the header
    input  wire [31:0] h0,
    input  wire [31:0] h1,
    input  wire [31:0] h2,
    input  wire [31:0] h3,
    input  wire [7:0]  dw,        // of the whole TLP, those beyond 127 not exactly
    // its kind
    output wire        malformed,
    output wire        hdr4,      // four DWs of header
    output wire        mrd,
    output wire        mwr,
    output wire        cpl,       // Cpl or CplD, not of a locked read
    output wire        np,        // is to be answered, mrd too
    output wire        read,      // mrd, or a locked one: its answer tells of bytes
    output wire        atomic,
    output wire        cas,
    output wire        data,      // has a payload
    // its fields
    output wire [10:0] length,    // DWs, 1 to 1024
    output wire [63:0] addr,      // of a memory request, a multiple of 4
    output wire [3:0]  first_be,
    output wire [3:0]  last_be
);
    `include "tnw_tlp.vh"

    localparam [10:0] MAX_PAYLOAD_DW = 11'd64;
    localparam [10:0] PAGE_DW = 11'd1024;

    wire [TLP_DW0_FMT_W-1:0]  fmt = h0[TLP_DW0_FMT_LSB+:TLP_DW0_FMT_W];
    wire [TLP_DW0_TYPE_W-1:0] kind = h0[TLP_DW0_TYPE_LSB+:TLP_DW0_TYPE_W];
    wire [TLP_DW0_LENGTH_W-1:0] field = h0[TLP_DW0_LENGTH_LSB+:TLP_DW0_LENGTH_W];

    wire mem    = kind == TLP_DW0_TYPE_MEM;
    wire locked = kind == TLP_DW0_TYPE_MEM_LK;
    wire iocfg  = kind == TLP_DW0_TYPE_IO || kind == TLP_DW0_TYPE_CFG0 || kind == TLP_DW0_TYPE_CFG1;
    wire done   = kind == TLP_DW0_TYPE_CPL || kind == TLP_DW0_TYPE_CPL_LK;
    wire msg    = kind[4:3] == TLP_DW0_TYPE_MSG[4:3];

    assign atomic = kind == TLP_DW0_TYPE_FETCHADD || kind == TLP_DW0_TYPE_SWAP || cas;
    assign cas    = kind == TLP_DW0_TYPE_CAS;
    assign hdr4   = fmt[0];
    assign data   = fmt[1];
    assign mrd    = mem && !data;
    assign mwr    = mem && data;
    assign cpl    = kind == TLP_DW0_TYPE_CPL;
    assign read   = mrd || locked;
    assign np     = read || iocfg || atomic;
    assign length = {field == {TLP_DW0_LENGTH_W{1'b0}}, field};
    assign addr   = hdr4 ? {h2, h3[31:2], 2'd0} : {32'd0, h2[31:2], 2'd0};

    wire hint = read && h0[TLP_DW0_TH_LSB];
    assign first_be = hint ? 4'hf : h1[TLP_REQ_FIRST_BE_LSB+:4];
    assign last_be  = hint ? (length == 11'd1 ? 4'h0 : 4'hf) : h1[TLP_REQ_LAST_BE_LSB+:4];

    wire defined = !fmt[2] && (mem || (locked && !data) || ((iocfg || done) && !hdr4) || (atomic && data) || (msg && hdr4));

    // a header that is not there is not as long as its TLP must be
    wire [7:0] dw_due = (hdr4 ? 8'd4 : 8'd3) + (data ? {1'b0, length[6:0]} : 8'd0) + {7'd0, h0[TLP_DW0_TD_LSB]};
    wire       size_bad = dw != dw_due || (data && length > MAX_PAYLOAD_DW);
    wire       past = (mem || locked) && {1'b0, addr[11:2]} + length > PAGE_DW;

    // 2.2.5: the first DW's bytes up to its end, the last one's from its begin; two DWs of a quadword any
    wire ragged = (first_be[0] && !first_be[1]) || (first_be[1] && !first_be[2]) || (first_be[2] && !first_be[3])
        || (last_be[3] && !last_be[2]) || (last_be[2] && !last_be[1]) || (last_be[1] && !last_be[0]);
    wire quad = length == 11'd2 && !addr[2];
    wire be_bad = (mem || locked || iocfg) && (length == 11'd1 ? last_be != 4'd0
        : first_be == 4'd0 || last_be == 4'd0 || (!quad && ragged));

    assign malformed = !defined || size_bad || past || be_bad;

    wire unused = &{1'b0, h0, h1, h3[1:0]};

endmodule

`default_nettype wire
