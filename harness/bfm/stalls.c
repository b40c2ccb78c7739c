/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Stall patterns, drawn in C so that both simulators play the same one.
 */
#include "bfm.h"

#include <stdio.h>

enum { LONG_RUN = 1 << 20, RUN_MAX = 64 };

void tn_bfm_name(char out[TN_BFM_NAME], const char *name)
{
    snprintf(out, TN_BFM_NAME, "%s", name);
}

void tn_stalls_set(struct tn_stalls *s, const struct tn_stall *spec)
{
    s->spec = *spec;
    s->position = 0;
    tn_rng_seed(&s->rng, spec->seed, 1);
}

uint32_t tn_stalls_run(struct tn_stalls *s, bool *stalled)
{
    uint32_t run = 1;
    bool now = s->position & 1;
    switch (s->spec.kind) {
    case TN_STALL_NONE:
        *stalled = false;
        return LONG_RUN;
    case TN_STALL_FOREVER:
        *stalled = true;
        return LONG_RUN;
    case TN_STALL_RANDOM: /* a draw a cycle; position: the one that ended the last run */
        now = s->position ? s->position == 2 : tn_rng_chance(&s->rng, s->spec.num, s->spec.den);
        *stalled = now;
        for (s->position = 0; run < RUN_MAX && !s->position; run += !s->position)
            if (tn_rng_chance(&s->rng, s->spec.num, s->spec.den) != now)
                s->position = now ? 1 : 2;
        return run;
    case TN_STALL_PERIODIC:
        s->position++;
        *stalled = now;
        run = now ? s->spec.num : s->spec.den - s->spec.num;
        break;
    case TN_STALL_BURST:
        s->position++;
        *stalled = now;
        run = 1 + (uint32_t)tn_rng_below(&s->rng, now ? s->spec.num : s->spec.den);
        break;
    }
    return run ? run : 1;
}

uint32_t tn_stalls_next(struct tn_stalls *s)
{
    bool stalled;
    uint32_t n = 0, run;
    switch (s->spec.kind) {
    case TN_STALL_NONE:
        return 0;
    case TN_STALL_FOREVER:
        return LONG_RUN;
    case TN_STALL_RANDOM:
        while (tn_rng_chance(&s->rng, s->spec.num, s->spec.den) && n < 1000)
            n++;
        return n;
    default:
        /* beats of one free run pass without delay; position counts them down */
        if (s->position > 0) {
            s->position--;
            return 0;
        }
        s->position = 1;
        n = tn_stalls_run(s, &stalled);
        s->position = 0;
        run = tn_stalls_run(s, &stalled);
        s->position = run - 1;
        return n;
    }
}
