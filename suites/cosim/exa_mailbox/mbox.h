/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The mailbox's map and messages (checkers/spec/exa_mailbox.md).
 */
#ifndef MBOX_H
#define MBOX_H

#include "ni.h"

enum { M_INFO = 0x40, M_SRC = 0x44, M_TAG = 0x48, M_COUNT = 0x4c, M_POP = 0x50, M_BOUND = 0x54 };

static inline uint32_t mbox(unsigned m, unsigned offset)
{
    return 0x1000 * m + offset;
}

static inline void mbox_bind(unsigned m, unsigned pdid)
{
    ni_write(NI_KERNEL + 4 * m, 0x80000000u | pdid);
}

static inline uint64_t mbox_addr(unsigned m, unsigned offset)
{
    return exa_peripheral_addr(EXA_P_MAILBOX, m << 12 | offset);
}

/* A message of n bytes for mailbox m, whose bytes follow from its tag. */
static inline struct exa_packet mbox_message(unsigned m, unsigned offset, unsigned n, unsigned pdid,
                                             unsigned channel, unsigned number)
{
    uint8_t data[EXA_MTU];
    struct exa_packet k = {.pdid = (uint16_t)pdid,
                           .dst = ni_own,
                           .type = EXA_WRITE,
                           .tag = (uint16_t)(EXA_TAG_MSG | channel << 9 | number),
                           .src = {9, 8, 3, 2}};
    for (unsigned i = 0; i < n; i++)
        data[i] = (uint8_t)(0x11 + number * 5 + channel + 3 * i);
    ni_make(&k, mbox_addr(m, offset), data, n);
    return k;
}

#endif
