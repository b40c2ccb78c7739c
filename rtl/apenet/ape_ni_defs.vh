// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Numbers of the network interface: descriptors, events, and the records that its parts hand to each other; with the
// fields of headers and footers (ape_defs.vh). Include inside a module that uses some of them. Contract: ape_ni.md.

`include "ape_defs.vh"

    /* verilator lint_off UNUSEDPARAM */
    localparam integer ADDR_W = 48;

    // types of packets, alone above
    localparam [4:0] TYPE_PUT = 5'd1;
    localparam [4:0] TYPE_SEND = 5'd3;
    localparam [4:0] TYPE_GET = 5'd4;
    localparam [4:0] TYPE_REPLY = 5'd5;
    localparam [4:0] TYPE_ACK = 5'd22;  // with alone: a header is all of it

    // kinds of events, causes of errors
    localparam [7:0] EV_SENT = 8'd1;
    localparam [7:0] EV_RECEIVED = 8'd2;
    localparam [7:0] EV_ERROR = 8'd3;
    localparam [7:0] EV_ACKED = 8'd4;
    localparam [7:0] CAUSE_NOBUF = 8'd1;
    localparam [7:0] CAUSE_OVERRUN = 8'd2;
    localparam [7:0] CAUSE_PAGE = 8'd3;
    localparam [7:0] CAUSE_MISS = 8'd4;
    localparam [7:0] CAUSE_CRC = 8'd5;
    localparam [7:0] CAUSE_GAP = 8'd6;
    localparam [7:0] CAUSE_TIMEOUT = 8'd7;
    localparam [7:0] CAUSE_BUSY = 8'd8;
    localparam [7:0] CAUSE_UNREG = 8'd9;
    localparam [7:0] CAUSE_DMA = 8'd10;
    localparam [7:0] CAUSE_GET = 8'd11;
    localparam [7:0] CAUSE_GET_TIMEOUT = 8'd12;
    localparam [7:0] CAUSE_DESC = 8'd13;
    localparam [7:0] CAUSE_TAG = 8'd14;
    localparam [7:0] CAUSE_OOL = 8'd15;
    localparam [7:0] CAUSE_CROSS = 8'd16;
    localparam [7:0] CAUSE_REPEAT = 8'd17;
    localparam [7:0] CAUSE_REPLY = 8'd18;
    localparam [7:0] CAUSE_ACK_TIMEOUT = 8'd19;

    // an event on its way: word 1, then the fields of word 0 but for the phase
    localparam integer EVT_W = 119;
    localparam integer EVT_INFO_LSB = 0;    // 32 bytes, 32 tag or msg
    localparam integer EVT_BUF_LSB = 64;    // 6
    localparam integer EVT_BUFV_LSB = 70;
    localparam integer EVT_SRC_LSB = 71;    // 16
    localparam integer EVT_PID_LSB = 87;    // 16
    localparam integer EVT_CAUSE_LSB = 103; // 8
    localparam integer EVT_KIND_LSB = 111;  // 8

    // descriptor: bits of the eight words together
    localparam integer DSC_SRC_LSB = 0;
    localparam integer DSC_LEN_LSB = 64;
    localparam integer DSC_PID_LSB = 80;
    localparam integer DSC_TYPE_LSB = 96;
    localparam integer DSC_LAST_LSB = 103;
    localparam integer DSC_WANT_LSB = 104;
    localparam integer DSC_ANSWER_LSB = 105;
    localparam integer DSC_PORT_LSB = 108;
    localparam integer DSC_DST_LSB = 112;
    localparam integer DSC_ADDR_LSB = 128;
    localparam integer DSC_TAG_LSB = 192;
    localparam integer DSC_MSG_LSB = 224;
    localparam integer DSC_REPLY_LSB = 256;
    localparam integer DSC_BYTES_LSB = 320;
    localparam integer DSC_W = 352;

    // a job of the engines: one packet, or the event of a descriptor without one
    localparam [1:0] JOB_READ = 2'd0;   // payload is read from memory
    localparam [1:0] JOB_GIVEN = 2'd1;  // GET request, refusal
    localparam [1:0] JOB_EVENT = 2'd2;  // no packet
    localparam integer JOB_KIND_LSB = 0;     // 2
    localparam integer JOB_REPLY_LSB = 2;    // GET reply
    localparam integer JOB_FIRST_LSB = 3;    // first packet of a reply
    localparam integer JOB_END_LSB = 4;      // last packet of a descriptor
    localparam integer JOB_WANT_LSB = 5;     // sent event wanted
    localparam integer JOB_LAST_LSB = 6;
    localparam integer JOB_ERR_LSB = 7;
    localparam integer JOB_CAUSE_LSB = 8;    // 8
    localparam integer JOB_SRC_LSB = 16;     // 48: physical address, or reply address of a request
    localparam integer JOB_LEN_LSB = 64;     // 13
    localparam integer JOB_PORT_LSB = 77;    // 4
    localparam integer JOB_TYPE_LSB = 81;    // 5
    localparam integer JOB_DST_LSB = 86;     // 16
    localparam integer JOB_PID_LSB = 102;    // 16
    localparam integer JOB_ADDR_LSB = 118;   // 48
    localparam integer JOB_MSG_LSB = 166;    // 32
    localparam integer JOB_PKT_LSB = 198;    // 16
    localparam integer JOB_TAG_LSB = 214;    // 32
    localparam integer JOB_BYTES_LSB = 246;  // 32
    localparam integer JOB_ASK_LSB = 278;    // an answer is wanted
    localparam integer JOB_ANS_LSB = 279;    // 7: name of the answer awaited
    localparam integer JOB_W = 286;

    // an answer that waits: source of the message, pid, msg, cause
    localparam integer ANS_W = 72;

    // what follows a packet, above its event
    localparam integer DE_EV = 119;          // has an event
    localparam integer DE_IDX_LSB = 120;     // 6: entry of its message
    localparam integer DE_FIRST = 126;       // begins it
    localparam integer DE_WROTE = 127;       // waits for a B
    localparam integer DE_PLAIN = 128;       // of no message
    localparam integer DE_ASK = 129;         // is answered
    localparam integer DE_W = 130;

    localparam [12:0] PAGE_B = 13'd4096;
    /* verilator lint_on UNUSEDPARAM */
