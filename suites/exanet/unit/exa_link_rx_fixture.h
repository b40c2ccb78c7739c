/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A serial link's receiver, as the model has it, behind a line that sends it blocks and frames.
 */
#ifndef EXA_LINK_RX_FIXTURE_H
#define EXA_LINK_RX_FIXTURE_H

#include "exa_fixture.h"

#include <tn/exanet/exa_link_rx.h>

#include <stdio.h>

static const struct exa_node there = {1, 2, 3, 0, 5};
enum { FRAMES = 0x408, BROKEN = 0x40c, SKIPPED = 0x410, OVERFLOW = 0x414, HEAD = 0x418 };
enum { UNKNOWN = 0x41c, LOCK_LOST = 0x420, XOFF_IN = 0x428 };

struct line {
    struct tn_exl_rx *m;
    struct tn_exl_scrambler tx;
    struct tn_exl_rx_step step; /* of the last block */
    unsigned gave_up;
    char rule[16]; /* of the last verdict */
    unsigned verdicts;
};

static inline void verdict(void *ctx, const struct tn_verdict *v)
{
    struct line *l = ctx;
    l->verdicts++;
    snprintf(l->rule, sizeof l->rule, "%s", v->rule);
}

static inline void block(struct line *l, struct tn_exl_block b)
{
    b.data = tn_exl_scramble(&l->tx, b.data);
    assert_int_equal(tn_exl_rx_block(l->m, &b, &l->step), 0);
    l->gave_up += l->step.gave_up;
}

static inline void data(struct line *l, uint64_t payload)
{
    block(l, (struct tn_exl_block){.head = TN_EXL_DATA, .data = payload});
}

static inline void control(struct line *l, uint64_t payload)
{
    block(l, (struct tn_exl_block){.head = TN_EXL_CONTROL, .data = payload});
}

static inline void noise(struct line *l)
{
    block(l, (struct tn_exl_block){.head = 3});
}

/* The blocks of n words, without the separator. */
static inline void open(struct line *l, const struct tn_exa_word *w, unsigned n)
{
    struct tn_exl_block b[2 * TN_EXA_PACKET_WORDS + 1];
    unsigned blocks = tn_exl_frame(w, n, b) - 1;
    for (unsigned i = 0; i < blocks; i++)
        block(l, b[i]);
}

static inline void frame(struct line *l, const struct words *s)
{
    open(l, s->w, s->n);
    block(l, tn_exl_separator());
}

static inline bool hand(struct line *l, const struct tn_exa_word *w)
{
    return tn_exl_rx_handed(l->m, w, 0);
}

static inline void hand_all(struct line *l, const struct words *s)
{
    for (unsigned i = 0; i < s->n; i++)
        assert_true(hand(l, &s->w[i]));
}

static inline uint32_t counted(const struct line *l, uint32_t addr)
{
    uint32_t least, most;
    assert_true(tn_exl_rx_count(l->m, addr, &least, &most));
    assert_int_equal(least, most);
    return least;
}

static inline void lock(struct line *l)
{
    for (unsigned i = 0; i < 64; i++)
        block(l, tn_exl_idle(true));
    assert_true(tn_exl_rx_locked(l->m));
}

static inline int setup(void **state)
{
    struct tn_exl_params p;
    struct line *l = calloc(1, sizeof *l);
    tn_exl_defaults(&p);
    l->m = tn_exl_rx_new(&p, 0, verdict, l);
    tn_exl_scrambler_init(&l->tx);
    lock(l);
    block(l, tn_exl_separator());
    *state = l;
    return 0;
}

static inline int teardown(void **state)
{
    struct line *l = *state;
    tn_exl_rx_free(l->m);
    free(l);
    return 0;
}

static inline struct words write_of(unsigned len, uint8_t first)
{
    struct exa_packet k = packet(there, 0x1000, EXA_WRITE, len, first);
    return words_of(&k);
}

static const struct tn_exa_word zeros = {.kind = TN_EXA_FTR};

#endif
