/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A serial link's line before the judge of its sender: frames, idles and refreshes as a right
 * sender makes them, until a test does otherwise.
 */
#ifndef EXA_LINK_WATCH_FIXTURE_H
#define EXA_LINK_WATCH_FIXTURE_H

#include "exa_fixture.h"
#include "../../unit/first_verdict.h"

#include <tn/exanet/exa_link_judge.h>

#include <stdio.h>

static const struct exa_node there = {1, 2, 3, 0, 5};
enum { REFRESH = 64, REACT = 8 };

struct line {
    struct tn_exl_judge *w;
    struct tn_exl_scrambler tx;
    unsigned since_nfc;
    bool xoff, empties; /* NFC's state; an empty frame goes with each refresh */
    struct first_verdict judged;
};

static inline void raw(struct line *l, unsigned head, uint64_t payload)
{
    struct tn_exl_block b = {.head = (uint8_t)head, .data = tn_exl_scramble(&l->tx, payload)};
    tn_exl_judge_block(l->w, &b, 0);
    l->since_nfc++;
}

static inline void nfc(struct line *l)
{
    raw(l, TN_EXL_CONTROL, tn_exl_nfc(l->xoff).data);
    l->since_nfc = 0;
}

/* One block, and the refresh before it when its time has come. */
static inline void block(struct line *l, struct tn_exl_block b)
{
    if (l->since_nfc >= REFRESH - 1) {
        nfc(l);
        if (l->empties)
            raw(l, TN_EXL_CONTROL, tn_exl_separator().data);
    }
    raw(l, b.head, b.data);
}

static inline void idles(struct line *l, unsigned n, bool not_ready)
{
    while (n--)
        block(l, tn_exl_idle(not_ready));
}

static inline void take(struct line *l, const struct tn_exa_word *w, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        assert_int_equal(tn_exl_judge_word(l->w, &w[i]), 0);
}

static inline void send(struct line *l, const struct tn_exa_word *w, unsigned n)
{
    struct tn_exl_block b[2 * TN_EXA_PACKET_WORDS + 1];
    unsigned blocks = tn_exl_frame(w, n, b) - 1;
    for (unsigned i = 0; i < blocks; i++)
        block(l, b[i]);
}

static inline void separator(struct line *l)
{
    block(l, tn_exl_separator());
}

static inline struct words write_of(unsigned len, uint8_t first)
{
    struct exa_packet k = packet(there, 0x1000, EXA_WRITE, len, first);
    return words_of(&k);
}

/* A sender after reset, up to an empty frame: lock and a ready peer are told. */
static inline int setup(void **state)
{
    struct tn_exl_judge_params p;
    struct line *l = calloc(1, sizeof *l);
    tn_exl_judge_defaults(&p);
    p.react = REACT;
    l->w = tn_exl_judge_new(&p, first_verdict, &l->judged);
    tn_exl_scrambler_init(&l->tx);
    tn_exl_judge_side(l->w, false, false, false);
    l->empties = true;
    idles(l, 100, true);
    tn_exl_judge_side(l->w, true, true, false);
    l->empties = false;
    separator(l);
    assert_int_equal(l->judged.n, 0);
    *state = l;
    return 0;
}

static inline int teardown(void **state)
{
    struct line *l = *state;
    tn_exl_judge_free(l->w);
    free(l);
    return 0;
}

static inline void blames(const struct line *l, const char *rule)
{
    assert_true(l->judged.n > 0);
    assert_string_equal(l->judged.rule, rule);
}

#endif
