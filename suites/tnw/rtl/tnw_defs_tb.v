// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// tnw_defs.vh and tnw_tlp.vh, what the RTL knows of header and control word and of TLPs, against the field tables. Some names
// stand in both, so the tables have a module of their own.

`timescale 1ns / 1ps
`default_nettype none

module tnw_tables;
`include "tn_fields.vh"
endmodule

module tnw_defs_tb;
`include "tnw_defs.vh"
`include "tnw_tlp.vh"

    tnw_tables t ();

    integer bad = 0;

    task same;
        input [8*18-1:0] name;
        input integer    ours, table_says;
        if (ours != table_says) begin
            $display("# %0s is %0d, the table says %0d", name, ours, table_says);
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
        same("DW0_FMT_LSB",        TLP_DW0_FMT_LSB,        t.TLP_DW0_FMT_LSB);
        same("DW0_TYPE_LSB",       TLP_DW0_TYPE_LSB,       t.TLP_DW0_TYPE_LSB);
        same("DW0_TC_LSB",         TLP_DW0_TC_LSB,         t.TLP_DW0_TC_LSB);
        same("DW0_IDO_LSB",        TLP_DW0_IDO_LSB,        t.TLP_DW0_IDO_LSB);
        same("DW0_TH_LSB",         TLP_DW0_TH_LSB,         t.TLP_DW0_TH_LSB);
        same("DW0_TD_LSB",         TLP_DW0_TD_LSB,         t.TLP_DW0_TD_LSB);
        same("DW0_EP_LSB",         TLP_DW0_EP_LSB,         t.TLP_DW0_EP_LSB);
        same("DW0_ATTR_LSB",       TLP_DW0_ATTR_LSB,       t.TLP_DW0_ATTR_LSB);
        same("DW0_LENGTH_LSB",     TLP_DW0_LENGTH_LSB,     t.TLP_DW0_LENGTH_LSB);
        same("DW0_FMT_W",          TLP_DW0_FMT_W,          t.TLP_DW0_FMT_W);
        same("DW0_TYPE_W",         TLP_DW0_TYPE_W,         t.TLP_DW0_TYPE_W);
        same("DW0_TC_W",           TLP_DW0_TC_W,           t.TLP_DW0_TC_W);
        same("DW0_ATTR_W",         TLP_DW0_ATTR_W,         t.TLP_DW0_ATTR_W);
        same("DW0_LENGTH_W",       TLP_DW0_LENGTH_W,       t.TLP_DW0_LENGTH_W);
        same("REQ_REQUESTER_LSB",  TLP_REQ_REQUESTER_LSB,  t.TLP_REQ_REQUESTER_LSB);
        same("REQ_TAG_LSB",        TLP_REQ_TAG_LSB,        t.TLP_REQ_TAG_LSB);
        same("REQ_LAST_BE_LSB",    TLP_REQ_LAST_BE_LSB,    t.TLP_REQ_LAST_BE_LSB);
        same("REQ_FIRST_BE_LSB",   TLP_REQ_FIRST_BE_LSB,   t.TLP_REQ_FIRST_BE_LSB);
        same("CPL_STATUS_LSB",     TLP_CPL_STATUS_LSB,     t.TLP_CPL_STATUS_LSB);
        same("CPL_BYTE_COUNT_LSB", TLP_CPL_BYTE_COUNT_LSB, t.TLP_CPL_BYTE_COUNT_LSB);
        same("CPL_REQUESTER_LSB",  TLP_CPL_REQUESTER_LSB,  t.TLP_CPL_REQUESTER_LSB);
        same("CPL_TAG_LSB",        TLP_CPL_TAG_LSB,        t.TLP_CPL_TAG_LSB);
        same("CPL_LOWER_ADDR_LSB", TLP_CPL_LOWER_ADDR_LSB, t.TLP_CPL_LOWER_ADDR_LSB);
        same("CPL_STATUS_W",       TLP_CPL_STATUS_W,       t.TLP_CPL_STATUS_W);
        same("CPL_BYTE_COUNT_W",   TLP_CPL_BYTE_COUNT_W,   t.TLP_CPL_BYTE_COUNT_W);
        same("CPL_REQUESTER_W",    TLP_CPL_REQUESTER_W,    t.TLP_CPL_REQUESTER_W);
        same("CPL_TAG_W",          TLP_CPL_TAG_W,          t.TLP_CPL_TAG_W);
        same("CPL_LOWER_ADDR_W",   TLP_CPL_LOWER_ADDR_W,   t.TLP_CPL_LOWER_ADDR_W);
        judge("the bits and widths of TLPs are the tables'");
        same("DW0_FMT_3DW",        TLP_DW0_FMT_3DW,        t.TLP_DW0_FMT_3DW);
        same("DW0_FMT_4DW",        TLP_DW0_FMT_4DW,        t.TLP_DW0_FMT_4DW);
        same("DW0_FMT_3DW_DATA",   TLP_DW0_FMT_3DW_DATA,   t.TLP_DW0_FMT_3DW_DATA);
        same("DW0_FMT_4DW_DATA",   TLP_DW0_FMT_4DW_DATA,   t.TLP_DW0_FMT_4DW_DATA);
        same("DW0_TYPE_MEM",       TLP_DW0_TYPE_MEM,       t.TLP_DW0_TYPE_MEM);
        same("DW0_TYPE_MEM_LK",    TLP_DW0_TYPE_MEM_LK,    t.TLP_DW0_TYPE_MEM_LK);
        same("DW0_TYPE_IO",        TLP_DW0_TYPE_IO,        t.TLP_DW0_TYPE_IO);
        same("DW0_TYPE_CFG0",      TLP_DW0_TYPE_CFG0,      t.TLP_DW0_TYPE_CFG0);
        same("DW0_TYPE_CFG1",      TLP_DW0_TYPE_CFG1,      t.TLP_DW0_TYPE_CFG1);
        same("DW0_TYPE_CPL",       TLP_DW0_TYPE_CPL,       t.TLP_DW0_TYPE_CPL);
        same("DW0_TYPE_CPL_LK",    TLP_DW0_TYPE_CPL_LK,    t.TLP_DW0_TYPE_CPL_LK);
        same("DW0_TYPE_FETCHADD",  TLP_DW0_TYPE_FETCHADD,  t.TLP_DW0_TYPE_FETCHADD);
        same("DW0_TYPE_SWAP",      TLP_DW0_TYPE_SWAP,      t.TLP_DW0_TYPE_SWAP);
        same("DW0_TYPE_CAS",       TLP_DW0_TYPE_CAS,       t.TLP_DW0_TYPE_CAS);
        same("DW0_TYPE_MSG",       TLP_DW0_TYPE_MSG,       t.TLP_DW0_TYPE_MSG);
        same("CPL_STATUS_SC",      TLP_CPL_STATUS_SC,      t.TLP_CPL_STATUS_SC);
        same("CPL_STATUS_UR",      TLP_CPL_STATUS_UR,      t.TLP_CPL_STATUS_UR);
        judge("the codes of TLPs are the tables'");
        $finish;
    end
endmodule

`default_nettype wire
