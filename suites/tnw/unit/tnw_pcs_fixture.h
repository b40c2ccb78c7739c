/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The common part of the tests of tnw_pcs: a line of four lanes, words in, words out, a judge.
 */
#ifndef TNW_PCS_FIXTURE_H
#define TNW_PCS_FIXTURE_H

#include "../../unit/first_verdict.h"

#include <tn/tnw/tnw_pcs.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* A line that delays each lane's bits by itself, with words at both ends and a judge over them. */
struct wire {
    struct tn_tnw_encoder enc;
    struct tn_tnw_decoder *dec;
    struct tn_tnw_pcs_judge *judge;
    uint64_t hist[8], pipe[2]; /* the bits that each lane sent; the last two words */
    unsigned skew[4];          /* bits by which each lane is late */
    uint64_t flip;             /* bits of the next cycle's rx_sym to invert */
    unsigned latency;          /* cycles by which the judge sees the DUT late */
    struct tn_tnw_pcs_rx past[16];
    uint64_t cycle;
    bool rst; /* another reset */
    struct first_verdict judged;
};

static inline uint64_t skewed(const struct wire *w)
{
    uint64_t out = 0;
    for (unsigned i = 0; i < 4; i++)
        for (unsigned b = 0; b < 10; b++) {
            const unsigned back = w->skew[i] + 9 - b; /* bits before the last sent bit */
            const uint64_t bit = w->hist[back / 10] >> (10 * i + 9 - back % 10) & 1;
            out |= bit << (10 * i + b);
        }
    return out;
}

static inline struct tn_tnw_pcs_rx cycle_with(struct wire *w, struct tnw_word word,
                                              void (*bad)(struct tn_tnw_pcs_pins *))
{
    struct tn_tnw_pcs_pins p = {.rst = w->cycle < 2 || w->rst, .tx = word, .tx_sym = w->pipe[1]};
    memmove(&w->hist[1], &w->hist[0], sizeof w->hist - sizeof w->hist[0]);
    w->hist[0] = p.rst ? 0 : tn_tnw_encode_word(&w->enc, word);
    p.rx_sym = skewed(w) ^ w->flip;
    w->flip = 0;
    w->pipe[1] = w->pipe[0];
    w->pipe[0] = w->hist[0];
    struct tn_tnw_pcs_rx now = {.word = {0xfefefefe, 15}};
    if (!p.rst)
        now = tn_tnw_decode_bits(w->dec, p.rx_sym);
    memmove(&w->past[1], &w->past[0], sizeof w->past - sizeof w->past[0]);
    w->past[0] = now;
    p.rx = w->past[w->latency];
    p.rx.sync = now.sync;
    if (bad)
        bad(&p);
    tn_tnw_pcs_judge_cycle(w->judge, &p, w->cycle++);
    return now;
}

static inline struct tn_tnw_pcs_rx cycle(struct wire *w, struct tnw_word word)
{
    return cycle_with(w, word, NULL);
}

static inline struct wire *wire_new(void)
{
    struct wire *w = calloc(1, sizeof *w);
    w->dec = tn_tnw_decoder_new();
    w->judge = tn_tnw_pcs_judge_new(first_verdict, &w->judged);
    w->latency = 4;
    for (unsigned i = 0; i < 16; i++)
        w->past[i].word = (struct tnw_word){0xfefefefe, 15};
    cycle(w, tnw_idle());
    cycle(w, tnw_idle());
    return w;
}

static inline void wire_free(struct wire *w)
{
    tn_tnw_decoder_free(w->dec);
    tn_tnw_pcs_judge_free(w->judge);
    free(w);
}

static inline void up(struct wire *w)
{
    unsigned n = 0;
    while (!cycle(w, tnw_idle()).up)
        assert_true(++n < 60);
    for (unsigned i = 0; i < 16; i++)
        cycle(w, tnw_idle());
}

#endif
