// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// tnw_defs.vh, what the RTL knows of header and control word, against the field tables. Some names
// stand in both, so the tables have a module of their own.

`timescale 1ns / 1ps
`default_nettype none

module tnw_tables;
`include "tn_fields.vh"
endmodule

module tnw_defs_tb;
`include "tnw_defs.vh"

    tnw_tables t ();

    integer bad = 0;

    task same;
        input [8*16-1:0] name;
        input integer    ours, table_says;
        if (ours != table_says) begin
            $display("# TNW_%0s is %0d, the table says %0d", name, ours, table_says);
            bad = bad + 1;
        end
    endtask

    task judge;
        input [8*48-1:0] what;
        begin
            if (bad == 0) $display("ok %0s", what);
            else $display("not ok %0s", what);
            bad = 0;
        end
    endtask

    initial begin
        same("HDR_VC_LSB",     TNW_HDR_VC_LSB,     t.TNW_HDR_VC_LSB);
        same("HDR_SEQ_LSB",    TNW_HDR_SEQ_LSB,    t.TNW_HDR_SEQ_LSB);
        same("HDR_OFFSET_LSB", TNW_HDR_OFFSET_LSB, t.TNW_HDR_OFFSET_LSB);
        same("CTL_CODE_LSB",   TNW_CTL_CODE_LSB,   t.TNW_CTL_CODE_LSB);
        same("CTL_SEQ_LSB",    TNW_CTL_SEQ_LSB,    t.TNW_CTL_SEQ_LSB);
        same("CTL_CRC_LSB",    TNW_CTL_CRC_LSB,    t.TNW_CTL_CRC_LSB);
        judge("the bits begin where the field tables say");
        same("VC_W",     TNW_VC_W,     t.TNW_HDR_VC_W);
        same("SEQ_W",    TNW_SEQ_W,    t.TNW_HDR_SEQ_W);
        same("SEQ_W",    TNW_SEQ_W,    t.TNW_CTL_SEQ_W);
        same("OFFSET_W", TNW_OFFSET_W, t.TNW_HDR_OFFSET_W);
        same("CODE_W",   TNW_CODE_W,   t.TNW_CTL_CODE_W);
        judge("the fields are as wide as the tables say");
        same("OCT_START", TNW_OCT_START, t.TNW_CTL_OCTET_START);
        same("OCT_SET",   TNW_OCT_SET,   t.TNW_CTL_OCTET_SET);
        same("NONE",      TNW_NONE,      t.TNW_CTL_CODE_NONE);
        same("ACK",       TNW_ACK,       t.TNW_CTL_CODE_ACK);
        same("NACK",      TNW_NACK,      t.TNW_CTL_CODE_NACK);
        same("RESTART",   TNW_RESTART,   t.TNW_CTL_CODE_RESTART);
        same("NACK_FULL", TNW_NACK_FULL, t.TNW_CTL_CODE_NACK_FULL);
        same("INIT",      TNW_INIT,      t.TNW_CTL_CODE_INIT);
        same("READY",     TNW_READY,     t.TNW_CTL_CODE_READY);
        judge("octets and codes are the tables'");
        $finish;
    end
endmodule

`default_nettype wire
