/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Sessions by DUT, and the tally that outcome classes are made from.
 */
#include "session.h"

#include <tn/dut.h>
#include <tn/sim.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct {
    struct tn_session_tally t;
    tn_verdict_fn *fn;
    void *ctx;
    uint64_t start;
} run;

const struct tn_session_ops *tn_session_find(const char *dut)
{
    const struct tn_dut *d = tn_dut_find(dut);
    char played[256];
    if (d && d->session)
        return d->session;
    fprintf(stderr, "session: no captures are played into DUT '%s' (only into %s)\n", dut,
            tn_dut_played(played, sizeof played));
    return NULL;
}

void tn_session_step(const struct tn_session_ops *s, uint64_t n)
{
    (s->step ? s->step : tn_sim_step)(n);
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

struct tn_session_tally *tn_session_begin(const struct tn_session_options *o)
{
    memset(&run, 0, sizeof run);
    run.fn = o->fn;
    run.ctx = o->ctx;
    run.start = tn_sim_cycle();
    return &run.t;
}

void tn_session_note(uint64_t cycle, const char *rule)
{
    if (run.t.first_rule[0])
        return;
    run.t.first_cycle = cycle;
    snprintf(run.t.first_rule, sizeof run.t.first_rule, "%s", rule);
}

void tn_session_tell(const struct tn_verdict *v)
{
    uint64_t cycle = v->cycle ? v->cycle : tn_sim_cycle();
    tn_session_note(cycle, v->rule);
    if (run.t.told++ == 0) {
        run.t.told_cycle = cycle;
        snprintf(run.t.told_rule, sizeof run.t.told_rule, "%s", v->rule);
    }
}

void tn_session_hand_over(const struct tn_verdict *v)
{
    if (run.fn)
        run.fn(run.ctx, v);
}

const struct tn_session_tally *tn_session_tally(void)
{
    return &run.t;
}

uint64_t tn_session_start(void)
{
    return run.start;
}
