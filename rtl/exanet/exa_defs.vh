// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Bits of an ExaNet header and footer word, packet types, and kinds of words on a channel.
// Include inside a module that uses some of them. suites/exanet/rtl/exa_defs_tb.v compares them
// with the field tables, which in every instance would double the image of two boards.

    /* verilator lint_off UNUSEDPARAM */
    // header
    localparam integer EXA_CRC_LSB  = 112;
    localparam integer EXA_PATH_LSB = 109;
    localparam integer EXA_ADDR_LSB = 62;
    localparam integer EXA_TO_LSB   = 94;  // address[41:32]
    localparam integer EXA_SIZE_LSB = 48;
    localparam integer EXA_TYPE_LSB = 43;
    localparam integer EXA_DST_LSB  = 21;
    localparam integer EXA_PDID_LSB = 5;
    localparam integer EXA_VC_LSB   = 0;
    localparam integer EXA_CRC_W    = 16;
    localparam integer EXA_PATH_W   = 3;
    localparam integer EXA_ADDR_W   = 42;
    localparam integer EXA_SIZE_W   = 14;
    localparam integer EXA_TYPE_W   = 5;
    localparam integer EXA_DST_W    = 22;
    localparam integer EXA_PDID_W   = 16;
    localparam integer EXA_VC_W     = 5;

    // header of an acknowledgment: fields that stand elsewhere, or in two parts
    localparam integer EXA_A_PDID_HI_LSB = 91;
    localparam integer EXA_A_SEQ_HI_LSB  = 90;
    localparam integer EXA_A_RESP_LSB    = 86;
    localparam integer EXA_A_TID_LSB     = 72;
    localparam integer EXA_A_TO_LSB      = 62;
    localparam integer EXA_A_SEQ_LO_LSB  = 9;
    localparam integer EXA_A_PDID_LO_LSB = 5;
    localparam integer EXA_A_PDID_HI_W   = 12;
    localparam integer EXA_A_SEQ_HI_W    = 1;
    localparam integer EXA_A_RESP_W      = 4;
    localparam integer EXA_A_TO_W        = 10;
    localparam integer EXA_A_SEQ_LO_W    = 12;
    localparam integer EXA_A_PDID_LO_W   = 4;

    // footer
    localparam integer EXA_PLD_CRC_LSB = 96;
    localparam integer EXA_FTR_CRC_LSB = 88;
    localparam integer EXA_SEQ_LSB     = 47;
    localparam integer EXA_NOTIFY_LSB  = 46;
    localparam integer EXA_LAST_LSB    = 45;
    localparam integer EXA_FIRST_LSB   = 44;
    localparam integer EXA_SRC_LSB     = 14;
    localparam integer EXA_TID_LSB     = 0;
    localparam integer EXA_PLD_CRC_W   = 32;
    localparam integer EXA_FTR_CRC_W   = 8;
    localparam integer EXA_SEQ_W       = 14;
    localparam integer EXA_TID_W       = 14;

    // numbers: a message's tid has its top bit, its channel at the bottom; a transaction's number
    localparam integer EXA_TID_MSG_BIT = 13;
    localparam integer EXA_TID_CHAN_W  = 6;
    localparam integer EXA_TID_NUM_W   = 10;
    localparam integer EXA_A_SEQ_W     = 13;  // bits of a number that an acknowledgment has

    // coordinates: bits of the FPGA on its board, those of the board around them
    localparam integer EXA_FPGA_LSB = 12;
    localparam integer EXA_FPGA_W   = 2;

    // a word of coordinates (on top) and an address
    localparam integer EXA_PLACE_DST_LSB = 42;

    localparam [4:0] EXA_WRITE     = 5'd0;
    localparam [4:0] EXA_READ_REQ  = 5'd1;
    localparam [4:0] EXA_DMA_CTL   = 5'd2;
    localparam [4:0] EXA_ZREAD_REQ = 5'd3;
    localparam [4:0] EXA_NOTIFY    = 5'd6;
    localparam [4:0] EXA_ZWRITE    = 5'd9;
    localparam [4:0] EXA_ACK       = 5'd10;
    localparam [4:0] EXA_ZREAD_RSP = 5'd11;
    localparam [4:0] EXA_RELEASE   = 5'd17;
    localparam [4:0] EXA_FLOW_RATE = 5'd18;
    localparam [4:0] EXA_ALONE_MIN = 5'd16;  // from here on packets are a header alone; ACK, too

    // addr[41:32] of peripherals
    localparam [9:0] EXA_TO_RDMA       = 10'h380;
    localparam [9:0] EXA_TO_RT_MAILBOX = 10'h381;
    localparam [9:0] EXA_TO_PACKETIZER = 10'h382;
    localparam [9:0] EXA_TO_MAILBOX    = 10'h383;
    localparam [9:0] EXA_TO_AXI        = 10'h385;
    localparam [9:0] EXA_TO_DEAD       = 10'h3ff;
    localparam [2:0] EXA_PERIPHERALS   = 3'b111;  // on top of them
    localparam integer EXA_INDEX_W     = 7;       // below

    // words of a packet, by type and size
    localparam [1:0] EXA_FORM_HDR = 2'd0;
    localparam [1:0] EXA_FORM_FTR = 2'd1;
    localparam [1:0] EXA_FORM_PLD = 2'd3;

    localparam [1:0] EXA_WORD_HDR = 2'd0;
    localparam [1:0] EXA_WORD_PLD = 2'd1;
    localparam [1:0] EXA_WORD_FTR = 2'd2;
    localparam [1:0] EXA_WORD_ZERO = 2'd3;  // a footer of zeros
    /* verilator lint_on UNUSEDPARAM */
