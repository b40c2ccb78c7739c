// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Bits of an ExaNet header and footer word, and kinds of words on a channel. Include inside
// a module that uses some of them. suites/exanet/rtl/exa_defs_tb.v compares them with the field
// tables, which in every instance would double the image of two boards.

    /* verilator lint_off UNUSEDPARAM */
    localparam integer EXA_CRC_LSB  = 112;
    localparam integer EXA_PDID_LSB = 96;
    localparam integer EXA_DST_LSB  = 74;  // src in a footer
    localparam integer EXA_ADDR_LSB = 32;
    localparam integer EXA_TYPE_LSB = 27;
    localparam integer EXA_FORM_LSB = 25;
    localparam integer EXA_LEN_LSB  = 16;
    localparam integer EXA_SEQ_LSB  = 51;  // seq, tid above it: in a footer
    localparam integer EXA_ERR_LSB  = 44;  // in a footer
    localparam integer EXA_CRC_W    = 16;
    localparam integer EXA_DST_W    = 22;
    localparam integer EXA_ADDR_W   = 42;
    localparam integer EXA_TYPE_W   = 5;
    localparam integer EXA_FORM_W   = 2;
    localparam integer EXA_LEN_W    = 9;

    localparam [1:0] EXA_FORM_HDR = 2'd0;
    localparam [1:0] EXA_FORM_FTR = 2'd1;
    localparam [1:0] EXA_FORM_BAD = 2'd2;
    localparam [1:0] EXA_FORM_PLD = 2'd3;

    localparam [1:0] EXA_WORD_HDR = 2'd0;
    localparam [1:0] EXA_WORD_PLD = 2'd1;
    localparam [1:0] EXA_WORD_FTR = 2'd2;
    /* verilator lint_on UNUSEDPARAM */
