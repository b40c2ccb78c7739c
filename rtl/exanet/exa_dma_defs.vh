// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Fields of exa_dma's descriptors: as software sees the four words (exa_dma.md section 4), and as the
// block keeps them in a row of its memory, with the state beside it. Include inside a module.

    /* verilator lint_off UNUSEDPARAM */
    // words 2 and 3 in the upper half of a descriptor
    localparam integer DSC_PDID_LSB    = 0;
    localparam integer DSC_LENGTH_LSB  = 16;
    localparam integer DSC_CHAINED_LSB = 31;
    localparam integer DSC_DEP_LSB     = 32;
    localparam integer DSC_SENT_LSB    = 42;
    localparam integer DSC_DONE_LSB    = 57;
    localparam integer DSC_NOTIFY_LSB  = 59;
    localparam integer DSC_ERROR_LSB   = 60;
    localparam integer DSC_DB_LSB      = 63;
    localparam integer DSC_PATH_LSB    = 64;
    localparam integer DSC_SEQ_LSB     = 69;
    localparam integer DSC_CTL_BYTE    = 7;   // the control byte among the bytes of this half

    localparam integer DSC_LENGTH_W = 15;
    localparam integer DSC_DEP_W    = 10;
    localparam integer DSC_PATH_W   = 5;
    localparam integer DSC_SEQ_W    = 13;

    // a row: what software writes
    localparam integer ROW_SRC_LSB     = 0;    // 64 bits: an address too long is refused
    localparam integer ROW_ADDR_LSB    = 64;   // destination
    localparam integer ROW_DST_LSB     = 106;
    localparam integer ROW_PDID_LSB    = 128;
    localparam integer ROW_LENGTH_LSB  = 144;
    localparam integer ROW_CHAINED_LSB = 159;
    localparam integer ROW_DEP_LSB     = 160;
    localparam integer ROW_NOTIFY_LSB  = 170;
    localparam integer ROW_DB_LSB      = 171;
    localparam integer ROW_PATH_LSB    = 172;
    localparam integer ROW_SEQ_LSB     = 177;
    localparam integer ROW_W           = 190;

    // the state beside it; sent counts bytes whose reads were issued, or that left before a fault
    localparam integer STAT_SENT_LSB   = 0;
    localparam integer STAT_ERROR_LSB  = 15;
    localparam integer STAT_DONE_LSB   = 16;
    localparam integer STAT_ACTIVE_LSB = 17;
    localparam integer STAT_W          = 18;

    // bytes of a transaction and of a packet
    localparam integer DMA_BLOCK_B  = 16384;
    localparam integer DMA_PACKET_B = 256;

    // a packet that is cut: its header's fields and its footer's, as they wait beside its slot
    localparam integer CUT_PDID_LSB   = 0;
    localparam integer CUT_DST_LSB    = 16;
    localparam integer CUT_ADDR_LSB   = 38;
    localparam integer CUT_SIZE_LSB   = 80;
    localparam integer CUT_PATH_LSB   = 89;
    localparam integer CUT_TID_LSB    = 92;
    localparam integer CUT_SEQ_LSB    = 102;
    localparam integer CUT_NOTIFY_LSB = 115;
    localparam integer CUT_LAST_LSB   = 116;
    localparam integer CUT_FIRST_LSB  = 117;
    localparam integer CUT_SIZE_W     = 9;
    localparam integer CUT_TID_W      = 10;
    localparam integer CUT_W          = 118;

    // what the barrel shifter is told of a packet
    localparam integer VBS_TURN_LSB  = 0;   // lanes to turn by
    localparam integer VBS_FROM_LSB  = 4;   // first lane used, of the first word
    localparam integer VBS_END_LSB   = 8;   // first lane not used, of the last word; 0: all are
    localparam integer VBS_UP_LSB    = 12;  // the first beat makes a word
    localparam integer VBS_WORDS_LSB = 13;  // payload words
    localparam integer VBS_BEATS_LSB = 18;  // beats read
    localparam integer VBS_PAGE_LSB  = 23;  // beats before the next page of 4 KiB, or all
    localparam integer VBS_W         = 28;
    localparam integer VBS_COUNT_W   = 5;
    /* verilator lint_on UNUSEDPARAM */
