// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Types of 64B/66B blocks, and where their octets stand. Include inside a module.

    /* verilator lint_off UNUSEDPARAM */
    localparam [1:0] EXA_HEAD_DATA = 2'b01;
    localparam [1:0] EXA_HEAD_CTRL = 2'b10;
    localparam [7:0] EXA_BLK_SEP   = 8'h1e;
    localparam [7:0] EXA_BLK_SEP7  = 8'he1;
    localparam [7:0] EXA_BLK_IDLE  = 8'h78;
    localparam [7:0] EXA_BLK_NFC   = 8'haa;
    localparam integer EXA_NR_BIT   = 13;  // octet 1 of an idle block, bit 5
    localparam integer EXA_XOFF_BIT = 15;  // octet 1 of an NFC block, bit 7
    /* verilator lint_on UNUSEDPARAM */
