/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * One direction of a TNW line: words under way, and what errors do to them.
 */
#include "tnw_line.h"

#include <string.h>

enum { LEAST = 2 }; /* words under way: so many that two can change places */

void tn_tnw_line_init(struct tn_tnw_line *l, enum tn_tnw_way way, unsigned delay, uint64_t seed)
{
    memset(l, 0, sizeof *l);
    l->way = way;
    l->delay = l->n = delay;
    tn_rng_seed(&l->rng, seed, way);
    for (unsigned i = 0; i < delay; i++)
        l->word[i].word = tnw_idle();
}

static void drop(struct tn_tnw_line *l)
{
    memmove(&l->word[0], &l->word[1], --l->n * sizeof l->word[0]);
}

/* The kinds for the word that is next. */
static unsigned struck(struct tn_tnw_line *l, uint64_t cycle)
{
    unsigned kinds = l->fn ? l->fn(l->ctx, l->way, cycle, l->word[0].word) : 0;
    if (l->one_in && tn_rng_below(&l->rng, l->one_in) == 0) {
        do
            l->turn = (l->turn + 1) % TN_TNW_ERRORS;
        while (!(l->kinds >> l->turn & 1));
        kinds |= 1u << l->turn;
    }
    for (unsigned k = 0; k < TN_TNW_ERRORS; k++)
        l->errors[k] += kinds >> k & 1;
    return kinds;
}

static void hurt(struct tn_tnw_line *l, struct tnw_word *w, unsigned kinds)
{
    if (kinds >> TN_TNW_E_BIT & 1) {
        const unsigned bit = (unsigned)tn_rng_below(&l->rng, 36);
        if (bit < 32)
            w->data ^= 1u << bit;
        else
            w->flags ^= (uint8_t)(1u << (bit - 32));
    }
    if (kinds >> TN_TNW_E_LANE & 1) {
        const unsigned lane = (unsigned)tn_rng_below(&l->rng, 4);
        w->data = (w->data & ~(0xffu << 8 * lane)) | (uint32_t)TNW_E << 8 * lane;
        w->flags |= (uint8_t)(1u << lane);
    }
    if (kinds >> TN_TNW_E_FIELD & 1)
        w->data ^= 1u << (8 + tn_rng_below(&l->rng, 24));
    l->loses |= kinds >> TN_TNW_E_PACKET & 1;
    if (l->loses && tnw_classify(*w) == TNW_START) {
        l->loses = false;
        l->gone = TNW_WORDS;
    }
    if (kinds >> TN_TNW_E_IDLE & 1 || l->gone)
        *w = tnw_idle();
    l->gone -= l->gone > 0;
}

struct tn_tnw_pcs_rx tn_tnw_line_step(struct tn_tnw_line *l, const struct tn_tnw_pcs_rx *in,
                                      uint64_t cycle, unsigned *kinds)
{
    l->placed = false;
    *kinds = struck(l, cycle);
    if (*kinds >> TN_TNW_E_LOSE & 1 && l->n > LEAST)
        drop(l);
    if (*kinds >> TN_TNW_E_SWAP & 1) {
        const struct tnw_word first = l->word[0].word;
        l->word[0].word = l->word[1].word;
        l->word[1].word = first;
    }
    struct tn_tnw_pcs_rx out = l->word[0];
    hurt(l, &out.word, *kinds);
    if (l->put_n && tnw_classify(out.word) == TNW_IDLE && out.up) {
        out.word = l->put[0];
        memmove(&l->put[0], &l->put[1], --l->put_n * sizeof l->put[0]);
        l->placed = true;
    }
    if (!(*kinds >> TN_TNW_E_DOUBLE & 1 && l->n < TN_TNW_LINE_MAX))
        drop(l);
    l->word[l->n++] = *in;
    /* idle words come and go until the delay is the wire's again */
    if (l->n > l->delay && tnw_classify(in->word) == TNW_IDLE &&
        tnw_classify(l->word[l->n - 2].word) == TNW_IDLE)
        l->n--;
    else if (l->n < l->delay && tnw_classify(in->word) == TNW_IDLE)
        l->word[l->n++] = *in;
    return out;
}
