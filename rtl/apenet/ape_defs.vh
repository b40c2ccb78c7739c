// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Bits of APEnet's header, footer and credit word, control words: apenet.md sections 1, 4 and 5. Include inside a module that uses
// some of them. suites/apenet/rtl/ape_defs_tb.v compares them with the field tables.

    /* verilator lint_off UNUSEDPARAM */
    // control words
    localparam [127:0] APE_MAGIC = {2{64'hffffaaaa5555aaaa}};
    localparam [127:0] APE_START = {2{64'hffffbbbb6666bbbb}};

    // header
    localparam integer APE_VC_LSB     = 0;
    localparam integer APE_VC_W       = 4;
    localparam integer APE_LASTHOP    = 4;
    localparam integer APE_PID_LSB    = 5;
    localparam integer APE_PID_W      = 16;
    localparam integer APE_X_LSB      = 21;
    localparam integer APE_X_W        = 6;
    localparam integer APE_Y_LSB      = 27;
    localparam integer APE_Y_W        = 5;
    localparam integer APE_Z_LSB      = 32;
    localparam integer APE_Z_W        = 5;
    localparam integer APE_PORT_LSB   = 37;
    localparam integer APE_PORT_W     = 4;
    localparam integer APE_OOL        = 42;
    localparam integer APE_TYPE_LSB   = 43;
    localparam integer APE_TYPE_W     = 4;
    localparam integer APE_ALONE      = 47;
    localparam integer APE_LEN_LSB    = 48;
    localparam integer APE_LEN_W      = 14;
    localparam integer APE_ADDR_LSB   = 62;
    localparam integer APE_ADDR_W     = 48;
    localparam integer APE_HOPS_LSB   = 110;
    localparam integer APE_HOPS_W     = 10;
    localparam integer APE_SECDED_LSB = 120;
    localparam integer APE_SECDED_W   = 8;

    // footer
    localparam integer APE_CRC_LSB = 96;
    localparam integer APE_CRC_W   = 32;
    localparam integer APE_MSG_LSB = 64;
    localparam integer APE_PKT_LSB = 48;
    localparam integer APE_ERR     = 47;
    localparam integer APE_LAST    = 46;
    localparam integer APE_SRC_LSB = 30;
    localparam integer APE_ASK     = 29;

    // bits that the CRC takes as 0
    localparam [127:0] APE_CRC_NOT_HEAD = {{18{1'b1}}, 67'd0, 1'b1, 37'd0, 5'b11111};
    localparam [127:0] APE_CRC_NOT_FOOT = {{32{1'b1}}, 48'd0, 1'b1, 47'd0};

    // credit word: headers in the low 8 bits of a VC's 18, data above
    localparam integer APE_CREDIT_W   = 18;
    localparam integer APE_CR_HDR_W   = 8;
    localparam integer APE_CR_DATA_W  = 10;

    // a virtual channel's receive buffers
    localparam integer APE_DATA_LOG2 = 9;
    localparam integer APE_HDR_LOG2  = 7;
    localparam integer APE_LEN_MAX   = 4096;
    /* verilator lint_on UNUSEDPARAM */
