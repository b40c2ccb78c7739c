// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Bits of TNW's words, codes, causes and states, by their names in tnw.md and tnw_link.md. Include inside
// a module that uses some of them. suites/tnw/rtl/tnw_defs_tb.v compares bits, octets and codes with the field
// tables.

    /* verilator lint_off UNUSEDPARAM */
    // header word
    localparam integer TNW_HDR_VC_LSB     = 29;
    localparam integer TNW_HDR_SEQ_LSB    = 24;
    localparam integer TNW_HDR_OFFSET_LSB = 0;
    localparam integer TNW_VC_W           = 3;
    localparam integer TNW_SEQ_W          = 5;
    localparam integer TNW_OFFSET_W       = 24;

    // control word: lanes 1 to 3 are the feedback
    localparam integer TNW_CTL_CODE_LSB = 29;
    localparam integer TNW_CTL_SEQ_LSB  = 24;
    localparam integer TNW_CTL_CRC_LSB  = 8;
    localparam integer TNW_CODE_W       = 3;
    localparam [7:0] TNW_OCT_START = 8'hfb;
    localparam [7:0] TNW_OCT_SET   = 8'h9c;
    localparam [3:0] TNW_FLAGS_CTL  = 4'b0001;
    localparam [3:0] TNW_FLAGS_IDLE = 4'b1111;
    localparam [31:0] TNW_IDLE = 32'h07070707;

    localparam [2:0] TNW_NONE      = 3'd0;
    localparam [2:0] TNW_ACK       = 3'd1;
    localparam [2:0] TNW_NACK      = 3'd2;
    localparam [2:0] TNW_RESTART   = 3'd3;
    localparam [2:0] TNW_NACK_FULL = 3'd4;
    localparam [2:0] TNW_INIT      = 3'd5;
    localparam [2:0] TNW_READY     = 3'd6;
    localparam [2:0] TNW_NEVER     = 3'd7;

    // what became of a packet
    localparam [3:0] TNW_CAUSE_NO      = 4'd0;
    localparam [3:0] TNW_CAUSE_SKIPPED = 4'd1;
    localparam [3:0] TNW_CAUSE_BROKEN  = 4'd2;
    localparam [3:0] TNW_CAUSE_STRAY   = 4'd3;
    localparam [3:0] TNW_CAUSE_CRC     = 4'd4;
    localparam [3:0] TNW_CAUSE_DUP     = 4'd5;
    localparam [3:0] TNW_CAUSE_AHEAD   = 4'd6;
    localparam [3:0] TNW_CAUSE_FULL    = 4'd7;
    localparam [3:0] TNW_CAUSE_TAKEN   = 4'd8;

    // link states
    localparam [2:0] TNW_LNK_DOWN   = 3'd0;
    localparam [2:0] TNW_LNK_INIT   = 3'd1;
    localparam [2:0] TNW_LNK_READY  = 3'd2;
    localparam [2:0] TNW_LNK_UP     = 3'd3;
    localparam [2:0] TNW_LNK_FAILED = 3'd4;

    // transmitter states
    localparam [2:0] TNW_TX_SEND    = 3'd0;
    localparam [2:0] TNW_TX_RESTART = 3'd1;
    localparam [2:0] TNW_TX_RESEND  = 3'd2;
    localparam [2:0] TNW_TX_WAIT    = 3'd3;
    localparam [2:0] TNW_TX_BACKOFF = 3'd4;

    localparam [4:0] TNW_WINDOW = 5'd15;  // packets without ACK at most
    localparam [4:0] TNW_BEFORE = 5'd16;  // a number up to this far behind is one of before
    /* verilator lint_on UNUSEDPARAM */
