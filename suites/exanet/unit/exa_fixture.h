/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * ExaNet packets as channel words, for the tests of the models.
 */
#ifndef EXA_FIXTURE_H
#define EXA_FIXTURE_H

#include <tn/exanet/exa_word.h>
#include <tn/rng.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct words {
    unsigned n;
    struct tn_exa_word w[TN_EXA_PACKET_WORDS];
};

/* A sealed packet of that type; its payload bytes count up from first. */
static inline struct exa_packet packet(struct exa_node dst, uint64_t addr, unsigned type,
                                       unsigned len, uint8_t first)
{
    struct exa_packet k;
    uint8_t data[EXA_MTU] = {0};
    memset(&k, 0, sizeof k);
    for (unsigned i = 0; i < len; i++)
        data[i] = (uint8_t)(first + i);
    k.dst = dst;
    k.type = (uint8_t)type;
    assert_int_equal(exa_set_payload(&k, addr, data, len), 0);
    if (exa_form(&k) == EXA_H)
        exa_set_alone(&k);
    k.src = (struct exa_node){1, 2, 3, 0, 0x40};
    k.tid = first;
    exa_seal(&k);
    return k;
}

static inline struct words words_of(const struct exa_packet *k)
{
    struct words s;
    int n = tn_exa_words_of(k, s.w);
    assert_true(n > 0);
    s.n = (unsigned)n;
    return s;
}

/* The header alone. */
static inline struct words header_only(struct exa_node dst, uint64_t addr, uint16_t pdid)
{
    struct exa_packet k;
    memset(&k, 0, sizeof k);
    k.dst = dst;
    k.addr = addr;
    k.type = EXA_RELEASE;
    k.pdid = pdid;
    exa_seal(&k);
    return words_of(&k);
}

static inline struct tn_exa_word word(unsigned kind, uint8_t fill)
{
    struct tn_exa_word w = {.kind = (uint8_t)kind};
    memset(w.data, fill, sizeof w.data);
    return w;
}

#endif
