// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Finds the kind and fields of a TLP by its first beat (PCIe 3.0 section 2.2.1).
//
// Combinational. Headers are taken as big-endian DWs h0 to h3.

`timescale 1ns / 1ps
`default_nettype none

module cz_tlp_parse (
    // the first beat
    input  wire [31:0] h0,
    input  wire [3:0]  keep,
    input  wire        last,
    // its kind
    output reg         malformed, // undefined, prefixed, or shorter than its header
    output wire        hdr4,      // 4DW header
    output reg         mem,       // MRd, MWr or AtomicOp: has an address to translate
    output reg         read,      // MRd or MRdLk
    output reg         locked,    // MRdLk
    output reg         atomic,
    output reg         cas,
    output reg         cpl,       // Cpl or CplD
    output reg         msg,       // Msg or MsgD
    output reg  [1:0]  cls        // 0 P, 1 NP, 2 CPL
);
    `include "tn_fields.vh"

    localparam [1:0] P = 2'd0, NP = 2'd1, CPL = 2'd2;

    wire [2:0] fmt  = h0[TLP_DW0_FMT_LSB +: TLP_DW0_FMT_W];
    wire [4:0] kind = h0[TLP_DW0_TYPE_LSB +: TLP_DW0_TYPE_W];
    wire       td   = h0[TLP_DW0_TD_LSB];
    wire       data = fmt[1];

    // a first beat that is not the last holds four DWs
    wire [2:0] need  = (hdr4 ? 3'd4 : 3'd3) + {2'b00, td};
    wire       whole = !last || need == 3'd3 ? keep[2]
                     : need == 3'd4 ? keep[3] : 1'b0;

    assign hdr4 = fmt[0];

    always @* begin
        mem    = 1'b0;
        read   = 1'b0;
        locked = 1'b0;
        atomic = 1'b0;
        cas    = 1'b0;
        cpl    = 1'b0;
        msg    = 1'b0;
        cls    = NP;
        malformed = fmt[2] || !whole;
        case (kind)
            TLP_DW0_TYPE_MEM: begin
                mem  = 1'b1;
                read = !data;
                cls  = data ? P : NP;
            end
            TLP_DW0_TYPE_MEM_LK: begin
                read      = 1'b1;
                locked    = 1'b1;
                malformed = fmt[2] || !whole || data;
            end
            TLP_DW0_TYPE_IO, TLP_DW0_TYPE_CFG0, TLP_DW0_TYPE_CFG1:
                malformed = fmt[2] || !whole || hdr4;
            TLP_DW0_TYPE_CPL: begin
                cpl       = 1'b1;
                cls       = CPL;
                malformed = fmt[2] || !whole || hdr4;
            end
            TLP_DW0_TYPE_CPL_LK: begin
                cls       = CPL;
                malformed = fmt[2] || !whole || hdr4;
            end
            TLP_DW0_TYPE_FETCHADD, TLP_DW0_TYPE_SWAP, TLP_DW0_TYPE_CAS: begin
                mem       = 1'b1;
                atomic    = 1'b1;
                cas       = kind == TLP_DW0_TYPE_CAS;
                malformed = fmt[2] || !whole || !data;
            end
            default: begin
                msg       = 1'b1;
                cls       = P;
                malformed = fmt[2] || !whole || !hdr4 || kind[4:3] != 2'b10;
            end
        endcase
        if (malformed) begin
            mem    = 1'b0;
            read   = 1'b0;
            locked = 1'b0;
            atomic = 1'b0;
            cas    = 1'b0;
            cpl    = 1'b0;
            msg    = 1'b0;
            cls    = P;
        end
    end
endmodule

`default_nettype wire
