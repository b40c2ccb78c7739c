/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Stall patterns, drawn in C so that both simulators play the same one.
 */
#include "bfm.h"

#include <errno.h>
#include <stdio.h>

enum { LONG_RUN = 1 << 20, RANDOM_RUN_MAX = 1000 };

void tn_bfm_name(char out[TN_BFM_NAME], const char *name)
{
    snprintf(out, TN_BFM_NAME, "%s", name);
}

/* Says whether a pattern's numbers are possible: 0 < num < den; the two lengths of a burst are
 * independent of each other. */
static bool possible(const struct tn_stall *spec)
{
    switch (spec->kind) {
    case TN_STALL_NONE:
    case TN_STALL_FOREVER:
        return true;
    case TN_STALL_RANDOM:
    case TN_STALL_PERIODIC:
        return spec->num > 0 && spec->num < spec->den;
    case TN_STALL_BURST:
        return spec->num > 0 && spec->den > 0;
    }
    return false;
}

int tn_stalls_set(struct tn_stalls *s, const char *stream, const struct tn_stall *spec)
{
    if (!possible(spec)) {
        fprintf(stderr, "tenter: %s: a stall pattern of kind %u with %u/%u is none "
                        "(0 < N < M; burst: both above 0)\n",
                stream, (unsigned)spec->kind, spec->num, spec->den);
        return -EINVAL;
    }
    s->spec = *spec;
    s->position = 0;
    s->drawn = false;
    tn_rng_seed(&s->rng, spec->seed, 1);
    return 0;
}

/* Says whether the next cycle is stalled; a cycle that the last run drew comes first. */
static bool draw(struct tn_stalls *s)
{
    if (s->drawn) {
        s->drawn = false;
        return s->draw;
    }
    return tn_rng_chance(&s->rng, s->spec.num, s->spec.den);
}

/* Draws cycle by cycle as long as the draws are alike; the first different draw begins the next
 * run. */
static uint32_t random_run(struct tn_stalls *s, bool *stalled)
{
    uint32_t run = 1;
    *stalled = draw(s);
    for (; run < RANDOM_RUN_MAX; run++) {
        bool next = draw(s);
        if (next != *stalled) {
            s->draw = next;
            s->drawn = true;
            break;
        }
    }
    return run;
}

TN_CORE_HOT uint32_t tn_stalls_run(struct tn_stalls *s, bool *stalled)
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
    case TN_STALL_RANDOM:
        return random_run(s, stalled);
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
    return run;
}

TN_CORE_HOT uint32_t tn_stalls_next(struct tn_stalls *s)
{
    bool stalled;
    uint32_t n = 0, run;
    switch (s->spec.kind) {
    case TN_STALL_NONE:
        return 0;
    case TN_STALL_FOREVER:
        return LONG_RUN;
    case TN_STALL_RANDOM:
        while (n < RANDOM_RUN_MAX && draw(s))
            n++;
        return n;
    default:
        /* Beats of one free run pass without delay; position counts them down. */
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
