// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// exa_defs.vh, the short names that the RTL has for bits of a word, against the field tables.
// The RTL does not include the tables themselves: all their constants in each of its instances
// more than double the image of two boards (16.7 to 38.6 MB under Icarus).

`timescale 1ns / 1ps
`default_nettype none

module exa_defs_tb;
`include "tn_fields.vh"
`include "exa_defs.vh"

    integer bad = 0;

    task same;
        input [8*16-1:0] name;
        input integer    ours, table_says;
        if (ours != table_says) begin
            $display("# EXA_%0s is %0d, the table says %0d", name, ours, table_says);
            bad = bad + 1;
        end
    endtask

    task lsb;
        begin
            same("CRC_LSB",  EXA_CRC_LSB,  EXA_HDR_HDR_CRC_LSB);
            same("PDID_LSB", EXA_PDID_LSB, EXA_HDR_PDID_LSB);
            same("DST_LSB",  EXA_DST_LSB,  EXA_HDR_DST_FPGA_LSB);
            same("DST_LSB",  EXA_DST_LSB,  EXA_FTR_SRC_FPGA_LSB);
            same("ADDR_LSB", EXA_ADDR_LSB, EXA_HDR_ADDR_LO_LSB);
            same("TYPE_LSB", EXA_TYPE_LSB, EXA_HDR_TYPE_LSB);
            same("FORM_LSB", EXA_FORM_LSB, EXA_HDR_FORM_LSB);
            same("LEN_LSB",  EXA_LEN_LSB,  EXA_HDR_LEN_LSB);
            same("SEQ_LSB",  EXA_SEQ_LSB,  EXA_FTR_SEQ_LSB);
            same("ERR_LSB",  EXA_ERR_LSB,  EXA_FTR_ERR_LSB);
            // tid stands above seq, fields of coordinates and halves of the address side by side
            same("SEQ_LSB",  EXA_SEQ_LSB + EXA_FTR_SEQ_W, EXA_FTR_TID_LSB);
            same("DST_W",    EXA_DST_LSB + EXA_DST_W, EXA_HDR_DST_X_LSB + EXA_HDR_DST_X_W);
            same("DST_W",    EXA_DST_LSB + EXA_DST_W, EXA_FTR_SRC_X_LSB + EXA_FTR_SRC_X_W);
            same("ADDR_W",   EXA_ADDR_LSB + EXA_ADDR_W, EXA_HDR_ADDR_HI_LSB + EXA_HDR_ADDR_HI_W);
        end
    endtask

    task width;
        begin
            same("CRC_W",  EXA_CRC_W,  EXA_HDR_HDR_CRC_W);
            same("DST_W",  EXA_DST_W,  EXA_HDR_DST_X_W + EXA_HDR_DST_Y_W + EXA_HDR_DST_Z_W + EXA_HDR_DST_FPGA_W);
            same("ADDR_W", EXA_ADDR_W, EXA_HDR_ADDR_HI_W + EXA_HDR_ADDR_LO_W);
            same("TYPE_W", EXA_TYPE_W, EXA_HDR_TYPE_W);
            same("FORM_W", EXA_FORM_W, EXA_HDR_FORM_W);
            same("LEN_W",  EXA_LEN_W,  EXA_HDR_LEN_W);
        end
    endtask

    initial begin
        lsb;
        if (bad == 0) $display("ok the bits begin where the field tables say");
        else $display("not ok the bits begin where the field tables say");
        bad = 0;
        width;
        if (bad == 0) $display("ok the fields are as wide as the tables say");
        else $display("not ok the fields are as wide as the tables say");
        $finish;
    end
endmodule

`default_nettype wire
