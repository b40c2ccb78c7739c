/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Packets of any type with the words that the type has (checkers/exanet/spec/exanet.md section 1).
 */
#ifndef SHAPE_H
#define SHAPE_H

#include <tn/exanet/exa.h>


/* Gives k, whose type is set, the words that its type has: n of the bytes of data (which has 32 at
 * least) for addr where the type leaves their number open. Returns what exa_set_payload() does. */
static inline int shape_of_type(struct exa_packet *k, uint64_t addr, const uint8_t *data, unsigned n)
{
    switch (k->type) {
    case EXA_READ_REQ:
    case EXA_DMA_CTL:
        return exa_set_payload(k, addr, data, 32);
    case EXA_NOTIFY:
        return exa_set_payload(k, addr, data, 16);
    case EXA_ACK:
        k->seq %= EXA_SEQ_MOD;
        addr = addr >> 32 << 32;
        /* fall through */
    case EXA_RELEASE:
    case EXA_FLOW_RATE:
        k->addr = addr;
        exa_set_alone(k);
        return 0;
    case EXA_ZREAD_REQ:
        return exa_set_payload(k, addr, data, n);
    default:
        return exa_set_payload(k, addr, data, n ? n : 1);
    }
}

/* The packet's type becomes another; its words stay, so that they may not be those of the type. What
 * the type's header has no bits for goes. */
static inline void shape_as(struct exa_packet *k, unsigned type)
{
    k->type = (uint8_t)type;
    k->extra = 0;
    if (type == EXA_ACK) {
        k->seq %= EXA_SEQ_MOD;
        k->addr = k->addr >> 32 << 32;
        k->path = 0;
    } else {
        k->code = 0;
        k->rsv &= 31;
    }
}

#endif
