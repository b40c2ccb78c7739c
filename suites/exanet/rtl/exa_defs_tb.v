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
            same("CRC_LSB", EXA_CRC_LSB, EXA_HDR_HDR_CRC_LSB);
            same("PATH_LSB", EXA_PATH_LSB, EXA_HDR_PATH_LSB);
            same("ADDR_LSB", EXA_ADDR_LSB, EXA_HDR_ADDR_LO_LSB);
            same("TO_LSB", EXA_TO_LSB, EXA_HDR_ADDR_HI_LSB);
            same("SIZE_LSB", EXA_SIZE_LSB, EXA_HDR_SIZE_LSB);
            same("TYPE_LSB", EXA_TYPE_LSB, EXA_HDR_TYPE_LSB);
            same("DST_LSB", EXA_DST_LSB, EXA_HDR_DST_X_LSB);
            same("PDID_LSB", EXA_PDID_LSB, EXA_HDR_PDID_LSB);
            same("VC_LSB", EXA_VC_LSB, EXA_HDR_VC_LSB);
            same("A_PDID_HI_LSB", EXA_A_PDID_HI_LSB, EXA_ACK_PDID_HI_LSB);
            same("A_SEQ_HI_LSB", EXA_A_SEQ_HI_LSB, EXA_ACK_SEQ_HI_LSB);
            same("A_RESP_LSB", EXA_A_RESP_LSB, EXA_ACK_RESP_LSB);
            same("A_TID_LSB", EXA_A_TID_LSB, EXA_ACK_TID_LSB);
            same("A_TO_LSB", EXA_A_TO_LSB, EXA_ACK_ADDR_HI_LSB);
            same("A_SEQ_LO_LSB", EXA_A_SEQ_LO_LSB, EXA_ACK_SEQ_LO_LSB);
            same("A_PDID_LO_LSB", EXA_A_PDID_LO_LSB, EXA_ACK_PDID_LO_LSB);
            same("PLD_CRC_LSB", EXA_PLD_CRC_LSB, EXA_FTR_PLD_CRC_LSB);
            same("FTR_CRC_LSB", EXA_FTR_CRC_LSB, EXA_FTR_FTR_CRC_LSB);
            same("SEQ_LSB", EXA_SEQ_LSB, EXA_FTR_SEQ_LSB);
            same("NOTIFY_LSB", EXA_NOTIFY_LSB, EXA_FTR_NOTIFY_LSB);
            same("LAST_LSB", EXA_LAST_LSB, EXA_FTR_LAST_LSB);
            same("FIRST_LSB", EXA_FIRST_LSB, EXA_FTR_FIRST_LSB);
            same("SRC_LSB", EXA_SRC_LSB, EXA_FTR_SRC_X_LSB);
            same("TID_LSB", EXA_TID_LSB, EXA_FTR_TID_LSB);
            same("CRC_LSB", EXA_CRC_LSB, EXA_ACK_HDR_CRC_LSB);
            same("SIZE_LSB", EXA_SIZE_LSB, EXA_ACK_SIZE_LSB);
            same("TYPE_LSB", EXA_TYPE_LSB, EXA_ACK_TYPE_LSB);
            same("DST_LSB", EXA_DST_LSB, EXA_ACK_DST_X_LSB);
            same("VC_LSB", EXA_VC_LSB, EXA_ACK_VC_LSB);
            same("FPGA_LSB", EXA_DST_LSB + EXA_FPGA_LSB, EXA_HDR_DST_FPGA_LSB);
            same("FPGA_LSB", EXA_SRC_LSB + EXA_FPGA_LSB, EXA_FTR_SRC_FPGA_LSB);
            same("DST_W", EXA_DST_LSB + EXA_DST_W, EXA_HDR_DST_TOR_LSB + EXA_HDR_DST_TOR_W);
            same("DST_W", EXA_SRC_LSB + EXA_DST_W, EXA_FTR_SRC_TOR_LSB + EXA_FTR_SRC_TOR_W);
            same("ADDR_W", EXA_ADDR_LSB + EXA_ADDR_W, EXA_HDR_ADDR_HI_LSB + EXA_HDR_ADDR_HI_W);
        end
    endtask

    task width;
        begin
            same("SIZE_W", EXA_SIZE_W, EXA_HDR_SIZE_W);
            same("TYPE_W", EXA_TYPE_W, EXA_HDR_TYPE_W);
            same("PDID_W", EXA_PDID_W, EXA_HDR_PDID_W);
            same("VC_W", EXA_VC_W, EXA_HDR_VC_W);
            same("PATH_W", EXA_PATH_W, EXA_HDR_PATH_W);
            same("CRC_W", EXA_CRC_W, EXA_HDR_HDR_CRC_W);
            same("DST_W", EXA_DST_W, EXA_HDR_DST_X_W + EXA_HDR_DST_Y_W + EXA_HDR_DST_Z_W + EXA_HDR_DST_FPGA_W + EXA_HDR_DST_TOR_W);
            same("DST_W", EXA_DST_W, EXA_FTR_SRC_X_W + EXA_FTR_SRC_Y_W + EXA_FTR_SRC_Z_W + EXA_FTR_SRC_FPGA_W + EXA_FTR_SRC_TOR_W);
            same("DST_W", EXA_DST_W, EXA_ACK_DST_X_W + EXA_ACK_DST_Y_W + EXA_ACK_DST_Z_W + EXA_ACK_DST_FPGA_W + EXA_ACK_DST_TOR_W);
            same("FPGA_W", EXA_FPGA_W, EXA_HDR_DST_FPGA_W);
            same("ADDR_W", EXA_ADDR_W, EXA_HDR_ADDR_HI_W + EXA_HDR_ADDR_LO_W);
            same("A_PDID_HI_W", EXA_A_PDID_HI_W, EXA_ACK_PDID_HI_W);
            same("A_SEQ_HI_W", EXA_A_SEQ_HI_W, EXA_ACK_SEQ_HI_W);
            same("A_RESP_W", EXA_A_RESP_W, EXA_ACK_RESP_W);
            same("A_SEQ_LO_W", EXA_A_SEQ_LO_W, EXA_ACK_SEQ_LO_W);
            same("A_PDID_LO_W", EXA_A_PDID_LO_W, EXA_ACK_PDID_LO_W);
            same("A_TO_W", EXA_A_TO_W, EXA_ACK_ADDR_HI_W);
            same("A_SEQ_W", EXA_A_SEQ_W, EXA_ACK_SEQ_HI_W + EXA_ACK_SEQ_LO_W);
            same("PDID_W", EXA_PDID_W, EXA_ACK_PDID_HI_W + EXA_ACK_PDID_LO_W);
            same("PLD_CRC_W", EXA_PLD_CRC_W, EXA_FTR_PLD_CRC_W);
            same("FTR_CRC_W", EXA_FTR_CRC_W, EXA_FTR_FTR_CRC_W);
            same("SEQ_W", EXA_SEQ_W, EXA_FTR_SEQ_W);
            same("TID_W", EXA_TID_W, EXA_FTR_TID_W);
            same("TID_W", EXA_TID_W, EXA_ACK_TID_W);
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
