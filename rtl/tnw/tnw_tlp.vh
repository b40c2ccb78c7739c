// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Bits and codes of TLPs, headers' DWs taken as big-endian numbers, by their names in pcie.md. Include inside a module
// that uses some of them. suites/tnw/rtl/tnw_defs_tb.v compares them with the field tables.

    /* verilator lint_off UNUSEDPARAM */
    localparam integer TLP_DW0_FMT_LSB    = 29;
    localparam integer TLP_DW0_TYPE_LSB   = 24;
    localparam integer TLP_DW0_TC_LSB     = 20;
    localparam integer TLP_DW0_IDO_LSB    = 18;
    localparam integer TLP_DW0_TH_LSB     = 16;
    localparam integer TLP_DW0_TD_LSB     = 15;
    localparam integer TLP_DW0_EP_LSB     = 14;
    localparam integer TLP_DW0_ATTR_LSB   = 12;
    localparam integer TLP_DW0_LENGTH_LSB = 0;
    localparam integer TLP_DW0_FMT_W      = 3;
    localparam integer TLP_DW0_TYPE_W     = 5;
    localparam integer TLP_DW0_TC_W       = 3;
    localparam integer TLP_DW0_ATTR_W     = 2;
    localparam integer TLP_DW0_LENGTH_W   = 10;

    localparam [2:0] TLP_DW0_FMT_3DW      = 3'd0;
    localparam [2:0] TLP_DW0_FMT_4DW      = 3'd1;
    localparam [2:0] TLP_DW0_FMT_3DW_DATA = 3'd2;
    localparam [2:0] TLP_DW0_FMT_4DW_DATA = 3'd3;

    localparam [4:0] TLP_DW0_TYPE_MEM      = 5'd0;
    localparam [4:0] TLP_DW0_TYPE_MEM_LK   = 5'd1;
    localparam [4:0] TLP_DW0_TYPE_IO       = 5'd2;
    localparam [4:0] TLP_DW0_TYPE_CFG0     = 5'd4;
    localparam [4:0] TLP_DW0_TYPE_CFG1     = 5'd5;
    localparam [4:0] TLP_DW0_TYPE_CPL      = 5'd10;
    localparam [4:0] TLP_DW0_TYPE_CPL_LK   = 5'd11;
    localparam [4:0] TLP_DW0_TYPE_FETCHADD = 5'd12;
    localparam [4:0] TLP_DW0_TYPE_SWAP     = 5'd13;
    localparam [4:0] TLP_DW0_TYPE_CAS      = 5'd14;
    localparam [4:0] TLP_DW0_TYPE_MSG      = 5'd16;

    // second DW of a request
    localparam integer TLP_REQ_REQUESTER_LSB = 16;
    localparam integer TLP_REQ_TAG_LSB       = 8;
    localparam integer TLP_REQ_LAST_BE_LSB   = 4;
    localparam integer TLP_REQ_FIRST_BE_LSB  = 0;

    // second and third DW of a completion, taken as one number
    localparam integer TLP_CPL_STATUS_LSB     = 45;
    localparam integer TLP_CPL_BYTE_COUNT_LSB = 32;
    localparam integer TLP_CPL_REQUESTER_LSB  = 16;
    localparam integer TLP_CPL_TAG_LSB        = 8;
    localparam integer TLP_CPL_LOWER_ADDR_LSB = 0;
    localparam integer TLP_CPL_STATUS_W       = 3;
    localparam integer TLP_CPL_BYTE_COUNT_W   = 12;
    localparam integer TLP_CPL_REQUESTER_W    = 16;
    localparam integer TLP_CPL_TAG_W          = 8;
    localparam integer TLP_CPL_LOWER_ADDR_W   = 7;
    localparam [2:0] TLP_CPL_STATUS_SC = 3'd0;
    localparam [2:0] TLP_CPL_STATUS_UR = 3'd1;
    /* verilator lint_on UNUSEDPARAM */
