// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// ape_defs.vh and ape_ni_defs.vh against the field tables; the tables of ape_secded.vh and ape_crc.vh against the codes worked out bit by bit.

`timescale 1ns / 1ps
`default_nettype none

module ape_defs_tb;
`include "tn_fields.vh"
`include "ape_ni_defs.vh" // and with it ape_defs.vh
`include "ape_words.vh"
`include "ape_secded.vh"
`include "ape_crc.vh"
`include "ape_bench.vh"

    integer bad = 0;

    task same;
        input [8*16-1:0] name;
        input integer    ours, table_says;
        if (ours != table_says) begin
            $display("# APE_%0s is %0d, the table says %0d", name, ours, table_says);
            bad = bad + 1;
        end
    endtask

    integer       i, k;
    reg   [127:0] w, h;
    reg   [7:0]   syn;
    initial begin
        same("VC_LSB", APE_VC_LSB, APE_HDR_VC_LSB);
        same("VC_W", APE_VC_W, APE_HDR_VC_W);
        same("LASTHOP", APE_LASTHOP, APE_HDR_LAST_HOP_LSB);
        same("PID_LSB", APE_PID_LSB, APE_HDR_PID_LSB);
        same("PID_W", APE_PID_W, APE_HDR_PID_W);
        same("X_LSB", APE_X_LSB, APE_HDR_DST_X_LSB);
        same("X_W", APE_X_W, APE_HDR_DST_X_W);
        same("Y_LSB", APE_Y_LSB, APE_HDR_DST_Y_LSB);
        same("Y_W", APE_Y_W, APE_HDR_DST_Y_W);
        same("Z_LSB", APE_Z_LSB, APE_HDR_DST_Z_LSB);
        same("Z_W", APE_Z_W, APE_HDR_DST_Z_W);
        same("PORT_LSB", APE_PORT_LSB, APE_HDR_PORT_LSB);
        same("PORT_W", APE_PORT_W, APE_HDR_PORT_W);
        same("OOL", APE_OOL, APE_HDR_OOL_LSB);
        same("TYPE_LSB", APE_TYPE_LSB, APE_HDR_TYPE_LSB);
        same("TYPE_W", APE_TYPE_W, APE_HDR_TYPE_W);
        same("ALONE", APE_ALONE, APE_HDR_ALONE_LSB);
        same("LEN_LSB", APE_LEN_LSB, APE_HDR_LEN_LSB);
        same("LEN_W", APE_LEN_W, APE_HDR_LEN_W);
        same("ADDR_LSB", APE_ADDR_LSB, APE_HDR_ADDR_LO_LSB);
        same("ADDR_W", APE_ADDR_W, APE_HDR_ADDR_LO_W + APE_HDR_ADDR_HI_W);
        same("HOPS_LSB", APE_HOPS_LSB, APE_HDR_HOPS_LSB);
        same("HOPS_W", APE_HOPS_W, APE_HDR_HOPS_W);
        same("SECDED_LSB", APE_SECDED_LSB, APE_HDR_SECDED_LSB);
        same("SECDED_W", APE_SECDED_W, APE_HDR_SECDED_W);
        same("CRC_LSB", APE_CRC_LSB, APE_FTR_CRC_LSB);
        same("CRC_W", APE_CRC_W, APE_FTR_CRC_W);
        same("ERR", APE_ERR, APE_FTR_ERR_LSB);
        same("MSG_LSB", APE_MSG_LSB, APE_FTR_MSG_LSB);
        same("PKT_LSB", APE_PKT_LSB, APE_FTR_PKT_LSB);
        same("LAST", APE_LAST, APE_FTR_LAST_LSB);
        same("SRC_LSB", APE_SRC_LSB, APE_FTR_SRC_Z_LSB);
        same("ASK", APE_ASK, APE_FTR_ASK_LSB);
        same("CREDIT_W", APE_CREDIT_W, APE_CREDIT_HDR1_LSB);
        same("CR_HDR_W", APE_CR_HDR_W, APE_CREDIT_HDR0_W);
        same("CR_DATA_W", APE_CR_DATA_W, APE_CREDIT_DATA0_W);
        verdict(bad, "bits of words are those of the field tables");

        bad = 0;
        same("DSC_LEN_LSB", DSC_LEN_LSB, 64 + APE_DESC1_LENGTH_LSB);
        same("DSC_PID_LSB", DSC_PID_LSB, 64 + APE_DESC1_PID_LSB);
        same("DSC_TYPE_LSB", DSC_TYPE_LSB, 64 + APE_DESC1_TYPE_LSB);
        same("DSC_LAST_LSB", DSC_LAST_LSB, 64 + APE_DESC1_LAST_LSB);
        same("DSC_WANT_LSB", DSC_WANT_LSB, 64 + APE_DESC1_EVENT_LSB);
        same("DSC_ANSWER_LSB", DSC_ANSWER_LSB, 64 + APE_DESC1_ANSWER_LSB);
        same("DSC_PORT_LSB", DSC_PORT_LSB, 64 + APE_DESC1_PORT_LSB);
        same("DSC_DST_LSB", DSC_DST_LSB, 64 + APE_DESC1_DST_Z_LSB);
        same("DSC_TAG_LSB", DSC_TAG_LSB, 3 * 64 + APE_DESC3_TAG_LSB);
        same("DSC_MSG_LSB", DSC_MSG_LSB, 3 * 64 + APE_DESC3_MSG_LSB);
        same("DSC_BYTES_LSB", DSC_BYTES_LSB, 5 * 64 + APE_DESC5_BYTES_LSB);
        same("TYPE_PUT", TYPE_PUT, APE_HDR_TYPE_PUT);
        same("TYPE_SEND", TYPE_SEND, APE_HDR_TYPE_SEND);
        same("TYPE_GET", TYPE_GET, APE_HDR_TYPE_GET);
        same("TYPE_REPLY", TYPE_REPLY, APE_HDR_TYPE_GET_REPLY);
        same("TYPE_ACK", TYPE_ACK, (1 << APE_HDR_TYPE_W) + APE_HDR_TYPE_ACK);
        same("EV_ACKED", EV_ACKED, APE_EVENT0_KIND_ACKED);
        same("EV_SENT", EV_SENT, APE_EVENT0_KIND_SENT);
        same("EV_RECEIVED", EV_RECEIVED, APE_EVENT0_KIND_RECEIVED);
        same("EV_ERROR", EV_ERROR, APE_EVENT0_KIND_ERROR);
        same("EVT_INFO", EVT_INFO_LSB, APE_EVENT1_BYTES_LSB);
        verdict(bad, "descriptors, events and types are those of the field tables");

        bad = 0;
        if (ape_secded(120'd0) !== 8'h00 || ape_secded(120'd1) !== 8'h07 || ape_secded(120'd1 << 119) !== 8'hfe
            || ape_secded(120'h0123456789abcdef0123456789abcd) !== 8'hc4 || ape_secded({120{1'b1}}) !== 8'hff) bad = bad + 1;
        for (i = 0; i < 120; i = i + 1) if (ape_secded(120'd1 << i) !== secded(120'd1 << i)) bad = bad + 1;
        for (k = 0; k < 8; k = k + 1) begin
            w = sealed({rnd(65536), rnd(65536), rnd(65536), rnd(65536)} * 128'h100000001000003);
            for (i = 0; i < 128; i = i + 1) begin
                h = w ^ 128'd1 << i;
                syn = ape_secded(h[119:0]) ^ h[127:120];
                if (ape_mended(h, syn) !== w) bad = bad + 1;
            end
        end
        verdict(bad, "SECDED is the page's, and mends each one wrong bit");

        bad = 0;
        for (i = 0; i < 20; i = i + 1) begin
            w = {rnd(2147483647), rnd(2147483647), rnd(2147483647), rnd(2147483647)} ^ {128{i[0]}};
            k = rnd(2147483647);
            if (ape_crc_word(k, w) !== crc_lanes(k, w) || ape_crc_head(w) !== crc_begin(w)) bad = bad + 1;
            h = footer(k, w[95:0]);
            if (ape_crc_foot(k, w) !== h[127:96]) bad = bad + 1;
        end
        verdict(bad, "CRC of header, payload and footer is the page's");

        bad = 0;
        for (i = 0; i <= 4096; i = i + 1) if (ape_words({66'd0, i[13:0], 48'd0}) !== (i + 15) / 16) bad = bad + 1;
        if (ape_words({66'd0, 14'd77, 1'b1, 47'd0}) !== 11'd0) bad = bad + 1;
        verdict(bad, "payload words follow from len and type");
        $finish;
    end
endmodule

`default_nettype wire
