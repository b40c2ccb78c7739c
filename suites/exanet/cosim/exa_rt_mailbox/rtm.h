/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The RT mailbox's map and packets (checkers/exanet/spec/exa_rt_mailbox.md).
 */
#ifndef RTM_H
#define RTM_H

#include "../exa_mailbox/ni.h"
#include "../shape.h"

enum {
    R_RESPONSE = 0,
    R_READ = 0x1000,
    R_LEVEL = 0x40410,
    R_RESPONSES = 0x40480,
    R_READS = 0x40484,
    R_RSP_FULL = 0x40488,
};

static inline struct exa_packet rtm_response(unsigned tid, unsigned seq, unsigned code)
{
    struct exa_packet k = {.pdid = 0x55, .dst = ni_own, .type = EXA_ACK,
                           .addr = exa_peripheral_addr(EXA_P_RT_MAILBOX, 0),
                           .tid = (uint16_t)tid, .seq = (uint16_t)seq, .code = (uint8_t)code};
    exa_seal(&k);
    return k;
}

static inline uint32_t rtm_word(unsigned tid, unsigned seq, unsigned code, bool read_waits)
{
    return (uint32_t)read_waits << 31 | 1u << 30 | code << 26 | seq << 13 | tid << 3;
}

enum { MSG = 0x8000 };

/* A read request whose payload's byte i is mark + i: message MSG + number of channel 0, or, with 0,
 * one of a transaction, that nobody answers. */
static inline struct exa_packet rtm_read(unsigned mark, unsigned pdid, unsigned message)
{
    uint8_t data[32];
    struct exa_packet k = {.pdid = (uint16_t)pdid, .dst = ni_own, .src = {9, 1, (uint8_t)(mark & 15), 2, (uint8_t)(mark >> 4)},
                           .type = EXA_READ_REQ, .tid = message ? exa_message_tid(0) : 0,
                           .seq = (uint16_t)(message % MSG)};
    for (unsigned i = 0; i < sizeof data; i++)
        data[i] = (uint8_t)(mark + i);
    ni_make(&k, exa_peripheral_addr(EXA_P_RT_MAILBOX, 0), data, sizeof data);
    return k;
}

/* Its eight words as they are read. */
static inline void rtm_words(const struct exa_packet *k, uint32_t w[8])
{
    memcpy(w, k->lanes, 24);
    w[6] = exa_node_bits(k->src);
    w[7] = k->pdid;
}

#endif
