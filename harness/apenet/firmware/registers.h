/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Registers, descriptors and events of a network interface as software sees them
 * (checkers/apenet/spec/ape_ni.md sections 3 to 6).
 */
#ifndef TN_APE_REGISTERS_H
#define TN_APE_REGISTERS_H

enum {
    APE_TX_BASE = 0x1000,
    APE_TX_SIZE = 0x1008,
    APE_TX_WRITE = 0x1010,
    APE_TX_READ = 0x1014,
    APE_EVQ_BASE = 0x1020,
    APE_EVQ_SIZE = 0x1028,
    APE_EVQ_READ = 0x1030,
    APE_CMD_PID = 0x1040,
    APE_CMD_FLAGS = 0x1044,
    APE_CMD_VADDR = 0x1048,
    APE_CMD_LENGTH = 0x1050,
    APE_CMD_OP = 0x1060,
    APE_CMD_RESULT = 0x1064,
    APE_MISS = 0x2000,
    APE_MISS_VPAGE = 0x2004,
    APE_ANSWER_PAGE = 0x2010,
    APE_ANSWER = 0x2018,
};

enum { APE_OP_REGISTER = 1, APE_OP_UNREGISTER = 2, APE_OP_RELEASE = 5 };
enum { APE_DONE = 0, APE_FULL = 1, APE_BAD = 2, APE_NOT_FOUND = 3 };

/* CMD_RESULT, MISS and ANSWER. */
enum {
    APE_PENDING_BIT = 31,
    APE_SLOT_AT = 8,
    APE_SLOT_MASK = 0x3f,
    APE_CODE_MASK = 0xff,
    APE_MISS_BIT = 31,
    APE_MISS_AT = 16,
    APE_FAULT_BIT = 31
};

/* A descriptor: bytes, words, and fields of words 1 and 3. */
enum {
    APE_DESC = 64,
    APE_DESC_WORDS = 8,
    APE_D_NODE = 48,
    APE_D_ANSWER = 41,
    APE_D_EVENT = 40,
    APE_D_LAST = 39,
    APE_D_TYPE = 32,
    APE_D_PID = 16,
    APE_D_MSG = 32,
};
enum { APE_TYPE_PUT = 1, APE_TYPE_SEND = 3, APE_TYPE_GET = 4 };

/* An event: bytes, and fields of its words. */
enum {
    APE_EVENT = 16,
    APE_E_KIND = 56,
    APE_E_CAUSE = 48,
    APE_E_PID = 32,
    APE_E_NODE = 16,
    APE_E_SLOT = 8,
    APE_E_NUMBER = 32
};

#endif
