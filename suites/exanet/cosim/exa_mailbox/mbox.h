/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The mailbox's map and messages (checkers/exanet/spec/exa_mailbox.md).
 */
#ifndef MBOX_H
#define MBOX_H

#include "../shape.h"
#include "ni.h"

enum { M_INFO = 0x40, M_SRC = 0x44, M_TID = 0x48, M_COUNT = 0x4c, M_POP = 0x50, M_BOUND = 0x54 };

/* The mailbox that a test of this bench uses in place of m: there may be fewer. */
static inline unsigned mbox_here(unsigned m)
{
    return m % (unsigned)tn_sim_param("MBOX_N");
}

static inline uint32_t mbox(unsigned m, unsigned offset)
{
    return 0x1000 * mbox_here(m) + offset;
}

/* So many messages, or as many as a mailbox has slots. */
static inline unsigned mbox_fit(unsigned n)
{
    const unsigned slots = 1u << tn_sim_param("SLOT_LOG2");
    return n < slots ? n : slots;
}

/* Its BIND. */
static inline uint32_t mbox_kernel(unsigned m)
{
    return NI_KERNEL + 4 * mbox_here(m);
}

static inline void mbox_bind(unsigned m, unsigned pdid)
{
    ni_write(mbox_kernel(m), 0x80000000u | pdid);
}

static inline uint64_t mbox_addr(unsigned m, unsigned offset)
{
    return exa_peripheral_addr(EXA_P_MAILBOX, mbox_here(m) << 12 | offset);
}

/* A mailbox that nobody is bound to, after reset where there are five; else one whose BIND is cleared. */
static inline unsigned mbox_unbound(void)
{
    if (tn_sim_param("MBOX_N") > 4)
        return 4;
    ni_write(mbox_kernel(3), 0);
    return 3;
}

/* A message of n bytes for mailbox m, whose bytes follow from its number. */
static inline struct exa_packet mbox_message(unsigned m, unsigned offset, unsigned n, unsigned pdid,
                                             unsigned channel, unsigned number)
{
    uint8_t data[EXA_MTU];
    struct exa_packet k = {.pdid = (uint16_t)pdid,
                           .dst = ni_own,
                           .type = EXA_WRITE,
                           .tid = exa_message_tid(channel),
                           .seq = (uint16_t)number,
                           .src = {9, 8, 3, 2, 0x84}};
    for (unsigned i = 0; i < n; i++)
        data[i] = (uint8_t)(0x11 + number * 5 + channel + 3 * i);
    ni_make(&k, mbox_addr(m, offset), data, n);
    return k;
}

/* What the register TID shows of it. */
static inline uint32_t mbox_tid(const struct exa_packet *k)
{
    return (uint32_t)k->tid << 16 | k->seq;
}

/* The packet as one of another type, with that type's words. */
static inline struct exa_packet mbox_of_type(struct exa_packet k, uint8_t type)
{
    static const uint8_t data[32] = {7};
    k.type = type;
    assert_int_equal(shape_of_type(&k, k.addr, data, 16), 0);
    exa_seal(&k);
    return k;
}

#endif
