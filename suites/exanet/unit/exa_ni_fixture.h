/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A block of the network interface's model with a clock: packets in, accesses, and its
 * output as a DUT would have it.
 */
#ifndef EXA_NI_FIXTURE_H
#define EXA_NI_FIXTURE_H

#include "exa_fixture.h"
#include "../../unit/first_verdict.h"

#include <tn/exanet/exa_ni.h>

#include <stdio.h>

/* tor, fpga, z, y, x, as a word has them */
enum {
    OWN = 0x21 << 14 | 1 << 12 | 7 << 8 | 6 << 4 | 5,
    SENDER = 0x40 << 14 | 3 << 8 | 2 << 4 | 1
};
enum { KERNEL = 0x40000, MSG = 0x2000 };
static const struct exa_node own_node = {5, 6, 7, 1, 0x21};
static const struct exa_node sender = {1, 2, 3, 0, 0x40};

struct dev {
    struct tn_exn *m;
    uint64_t cycle;
    struct first_verdict judged;
};

static inline void give(struct dev *d, const struct tn_exa_word *w)
{
    assert_int_equal(tn_exn_word(d->m, w, d->cycle++), 0);
}

static inline void give_words(struct dev *d, const struct words *s)
{
    for (unsigned i = 0; i < s->n; i++)
        give(d, &s->w[i]);
}

/* A packet that is taken; its effects are there. */
static inline void give_packet(struct dev *d, const struct exa_packet *k)
{
    struct words s = words_of(k);
    give_words(d, &s);
    d->cycle += 3;
    tn_exn_settle(d->m, d->cycle - 1);
}

static inline enum tn_axs_resp put(struct dev *d, uint32_t addr, uint32_t value)
{
    const struct tn_axs_beat beat = {addr, 4};
    uint8_t data[TN_AXS_LANES] = {0};
    for (unsigned i = 0; i < 4; i++)
        data[addr % 16 + i] = (uint8_t)(value >> 8 * i);
    return tn_exn_write(d->m, &beat, data, (uint16_t)(15u << addr % 16), d->cycle++);
}

/* A read of one word; its response must be OKAY. */
static inline uint32_t get(struct dev *d, uint32_t addr)
{
    const struct tn_axs_beat beat = {addr, 4};
    uint8_t data[TN_AXS_LANES], sure[TN_AXS_LANES];
    uint32_t value = 0;
    assert_int_equal(tn_exn_read(d->m, &beat, d->cycle++, data, sure), TN_AXS_OKAY);
    for (unsigned i = 0; i < 4; i++)
        value |= (uint32_t)data[addr % 16 + i] << 8 * i;
    return value;
}

static inline enum tn_axs_resp read_resp(struct dev *d, uint32_t addr, unsigned n)
{
    const struct tn_axs_beat beat = {addr, n};
    uint8_t data[TN_AXS_LANES];
    return tn_exn_read(d->m, &beat, d->cycle++, data, NULL);
}

static inline void quiet(struct dev *d, unsigned cycles)
{
    const struct tn_exa_pins none = {.ready = 7};
    while (cycles--)
        tn_exn_out(d->m, &none, d->cycle++);
}

/* One word on m_exa, accepted at once. */
static inline void out_word(struct dev *d, const struct tn_exa_word *w)
{
    struct tn_exa_pins pins = {.valid = w->kind, .ready = 7};
    memcpy(pins.data, w->data, sizeof pins.data);
    tn_exn_out(d->m, &pins, d->cycle++);
}

static inline void out_words(struct dev *d, const struct words *s)
{
    for (unsigned i = 0; i < s->n; i++)
        out_word(d, &s->w[i]);
}

/* The answer to k as the table of exa_ni.md has it. */
static inline struct words answer_to(const struct exa_packet *k, unsigned code)
{
    struct exa_packet a;
    memset(&a, 0, sizeof a);
    a.pdid = k->pdid;
    a.dst = k->src;
    a.addr = (uint64_t)7 << 39 | (uint64_t)(k->tid & MSG ? 2 : 1) << 32;
    a.type = 10;
    a.tid = k->tid;
    a.seq = k->seq & 0x1fff;
    a.code = (uint8_t)code;
    exa_seal(&a);
    return words_of(&a);
}

/* The DUT sends it now. */
static inline void answers(struct dev *d, const struct exa_packet *k, unsigned code)
{
    struct words s = answer_to(k, code);
    out_words(d, &s);
    assert_int_equal(d->judged.n, 0);
}

static inline void causes_are(struct dev *d, const char *hex)
{
    for (; *hex; hex++)
        assert_int_equal(tn_exn_cause(d->m), strtoul((char[]){*hex, 0}, NULL, 16));
    assert_int_equal(tn_exn_cause(d->m), TN_EXN_NONE);
}

#endif
