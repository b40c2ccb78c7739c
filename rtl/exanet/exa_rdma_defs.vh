// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// What the modules of the RDMA receiver's contexts share: kinds of packets, states, the bits of a
// context's word, and causes. Include inside a module that uses some of them.

    /* verilator lint_off UNUSEDPARAM */
    localparam [1:0] DATA    = 2'd0;  // kinds of packets
    localparam [1:0] CONTROL = 2'd1;
    localparam [1:0] MESSAGE = 2'd2;

    localparam [1:0] FREE   = 2'd0;   // states of a context
    localparam [1:0] ACTIVE = 2'd1;
    localparam [1:0] DONE   = 2'd2;

    // a context's word
    localparam integer SEQ = 0, ATT = 13, PDID = 17, BLK = 33, FIRST = 62, LAST = 69, NOTIFY = 76, CTL = 77, NACKED = 78,
                       MAP = 79, USED = 143, OPEN = 175, CTX_W = 179;
    localparam integer KNOWN = 6;   // above an index
    localparam integer BLK_KNOWN = 28;

    localparam integer C_PCRC = 10, C_DUP = 11, C_DECODE = 12, C_PROT = 13, C_NOCTX = 14, C_TAKEN = 15, C_STALE = 16,
                       C_DONE = 17, C_MISMATCH = 18, C_CTLDUP = 19;
    /* verilator lint_on UNUSEDPARAM */
