/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Sessions by DUT, and the tally that outcome classes are made from.
 */
#include "session.h"

#include <tn/bfm.h>
#include <tn/dut.h>
#include <tn/sim.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct tn_session *tn_session_new(const char *dut)
{
    const struct tn_dut *d = tn_dut_find(dut);
    struct tn_session *s;
    char played[256];
    if (!d || !d->session) {
        fprintf(stderr, "session: no captures are played into DUT '%s' (only into %s)\n", dut,
                tn_dut_played(played, sizeof played));
        return NULL;
    }
    s = calloc(1, sizeof *s);
    if (s)
        s->own = calloc(1, d->session->size);
    if (!s || !s->own) {
        fprintf(stderr, "session: out of memory\n");
        free(s);
        return NULL;
    }
    s->dut = d;
    s->ops = d->session;
    return s;
}

void tn_session_free(struct tn_session *s)
{
    if (!s)
        return;
    tn_monitor_clear(); /* one that could not be opened may listen */
    free(s->own);
    free(s);
}

void tn_session_step(struct tn_session *s, uint64_t n)
{
    if (s->ops->step)
        s->ops->step(s, n);
    else
        tn_sim_step(n);
}

void tn_session_arguments(char **argv, struct tn_session_options *o)
{
    o->capture = argv[0];
    o->stim.timing = strcmp(argv[1], "captured") == 0 ? TN_STIM_CAPTURED
                     : strcmp(argv[1], "random") == 0 ? TN_STIM_RANDOM
                                                      : TN_STIM_FAST;
    o->stim.scale = strtod(argv[2], NULL);
    o->stim.digest = argv[3][0] == '1';
    o->stim.max = strtoull(argv[4], NULL, 10);
    o->stim.seed = tn_sim_seed();
    o->map = strcmp(argv[5], "-") == 0 ? "" : argv[5];
}

void tn_session_begin(struct tn_session *s, const struct tn_session_options *o)
{
    memset(&s->tally, 0, sizeof s->tally);
    s->fn = o->fn;
    s->ctx = o->ctx;
    s->start = tn_sim_cycle();
}

void tn_session_note(struct tn_session *s, uint64_t cycle, const char *rule)
{
    if (s->tally.first_rule[0])
        return;
    s->tally.first_cycle = cycle;
    snprintf(s->tally.first_rule, sizeof s->tally.first_rule, "%s", rule);
}

void tn_session_hand_over(struct tn_session *s, const struct tn_verdict *v)
{
    if (s->fn)
        s->fn(s->ctx, v);
}

static uint64_t cycle_of(const struct tn_verdict *v)
{
    return v->cycle ? v->cycle : tn_sim_cycle();
}

void tn_session_differ(struct tn_session *s, const struct tn_verdict *v)
{
    tn_session_note(s, cycle_of(v), v->rule);
    tn_session_hand_over(s, v);
}

void tn_session_tell(struct tn_session *s, const struct tn_verdict *v)
{
    if (s->tally.told++ == 0) {
        s->tally.told_cycle = cycle_of(v);
        snprintf(s->tally.told_rule, sizeof s->tally.told_rule, "%s", v->rule);
    }
    tn_session_differ(s, v);
}

void tn_session_say(struct tn_session *s, bool sign, const char *rule, const char *expected,
                    const char *found)
{
    struct tn_verdict v = {.kind = TN_VERDICT_FAIL, .rule = rule, .cycle = tn_sim_cycle()};
    snprintf(v.expected, sizeof v.expected, "%s", expected);
    snprintf(v.found, sizeof v.found, "%s", found);
    (sign ? tn_session_tell : tn_session_differ)(s, &v);
}
