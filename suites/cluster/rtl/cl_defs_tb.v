// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// cl_defs.vh against the field tables, its CRC against one that goes bit by bit. The tables have a header's two words, and a link packet's
// three words of payload, as one number, first word on top.

`timescale 1ns / 1ps
`default_nettype none

module cl_defs_tb;
`include "tn_fields.vh"
`include "cl_defs.vh"
`include "cl_bench.vh"
`include "tn_bench_tests.vh"

    task same;
        input [8*16-1:0] name;
        input integer    ours, table_says;
        if (ours != table_says) begin
            $display("# CL_%0s is %0d, the table says %0d", name, ours, table_says);
            wrong = wrong + 1;
        end
    endtask

    integer    i;
    reg [15:0] crc, word;
    initial begin
        if (test("constants are those of the field tables")) begin
            same("TYPE_LSB", CL_TYPE_LSB + 16, CL_HDR_TYPE_LSB);
            same("PRIO_LSB", CL_PRIO_LSB + 16, CL_HDR_PRIO_LSB);
            same("LEN_LSB", CL_LEN_LSB, CL_HDR_LEN_LSB);
            same("SEQ_LSB", CL_SEQ_LSB, CL_HDR_SEQ_LSB);
            same("LINK", CL_LINK, CL_HDR_TYPE_LINK);
            same("LINK_0", CL_LINK_0, CL_HDR_TYPE_LINK << CL_HDR_TYPE_LSB - 16);
            same("LINK_1", CL_LINK_1, 3 << CL_HDR_LEN_LSB);
            same("NACK", CL_NACK + 32, CL_CTL_NACK_LSB);
            same("PLANE_LSB", CL_PLANE_LSB + 32, CL_CTL_PLANE_LSB);
            same("ACK_LSB", CL_ACK_LSB + 32, CL_CTL_ACK_LSB);
            same("freed 0", 24, CL_CTL_FREED0_LSB);
            same("freed 1", 16, CL_CTL_FREED1_LSB);
            same("freed 2", 8, CL_CTL_FREED2_LSB);
            judge;
        end
        if (test("the CRC is CRC-16/IBM-3740")) begin
            crc = CL_CRC_INIT;
            for (i = 0; i < 1000; i = i + 1) begin
                word = rnd(65536);
                if (cl_crc16(crc, word) !== crc_word(crc, word)) wrong = wrong + 1;
                crc = crc ^ word;
            end
            // its check value, of nine digits: four words and a byte
            crc = cl_crc16(cl_crc16(cl_crc16(cl_crc16(CL_CRC_INIT, "12"), "34"), "56"), "78");
            for (i = 0; i < 8; i = i + 1) crc = {crc[14:0], 1'b0} ^ (crc[15] != ("9" >> 7 - i & 1) ? 16'h1021 : 16'd0);
            if (crc !== 16'h29b1) wrong = wrong + 1;
            judge;
        end
        $finish;
    end
endmodule

`default_nettype wire
