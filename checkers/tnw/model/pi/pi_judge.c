/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Judge of a tnw_pi: its cycles and verdicts.
 */
#include "pi_judge.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static const char *const rule_ids[PW_RULES + 1] = {
#define TNW_RULE(name, id) id,
#include "pi_rules.def"
#undef TNW_RULE
};

uint64_t tn_tnw_pi_judge_asked(const struct tn_tnw_pi_judge *w, const char *rule)
{
    return tn_judge_asked(&w->judge, rule);
}

uint64_t tn_tnw_pi_judge_failed(const struct tn_tnw_pi_judge *w, const char *rule)
{
    return tn_judge_failed(&w->judge, rule);
}

uint64_t tn_tnw_pi_judge_unsure(const struct tn_tnw_pi_judge *w)
{
    return w->unsure;
}

/* All behind what the caller gave and the verdicts so far. */
static void forget(struct tn_tnw_pi_judge *w)
{
    const size_t kept = offsetof(struct tn_tnw_pi_judge, from);
    memset((char *)w + kept, 0, sizeof *w - kept);
    w->reorder[0] = w->reorder[1] = w->tmo_lo = w->tmo_hi = TN_TNW_PI_REORDER_RESET;
    w->cpl[0] = w->cpl[1] = TN_TNW_PI_CPL_RESET;
    w->due = -1;
    for (unsigned id = 0; id < TN_TNW_PI_WINDOWS; id++)
        w->chan[id].n = 1;
}

struct tn_tnw_pi_judge *tn_tnw_pi_judge_new(const struct tn_tnw_pi_params *p,
                                            const struct tn_tnw_pi_judge_hooks *hooks,
                                            tn_verdict_fn *fn, void *ctx)
{
    struct tn_tnw_pi_judge *w = calloc(1, sizeof *w);
    if (!w)
        return NULL;
    w->par = *p;
    if (hooks)
        w->hook = *hooks;
    tn_judge_init(&w->judge, rule_ids, fn, ctx);
    return w;
}

void tn_tnw_pi_judge_free(struct tn_tnw_pi_judge *w)
{
    free(w);
}

/* Counts as they are at the end of the cycle. */
static void keep_counts(struct tn_tnw_pi_judge *w)
{
    uint32_t lo = 0;
    for (unsigned id = 0; id < TN_TNW_PI_WINDOWS; id++)
        lo += w->chan[id].dropped_lo;
    w->count[PW_PUT_AFTER] = lo;
    memcpy(w->past[w->t % PW_RING], w->count, sizeof w->count);
}

/* Judges the oldest cycle that is not judged yet. */
static void judge_cycle(struct tn_tnw_pi_judge *w)
{
    const struct pw_cycle *c = &w->ring[w->t % PW_RING];
    w->judge.cycle = c->cycle;
    tnw_pw_item(w, c);
    if (w->t >= w->from + PW_SETTLES) {
        const struct pw_cycle *then = &w->ring[(w->t - PW_SETTLES) % PW_RING];
        w->judge.cycle = then->cycle;
        tnw_pw_errors(w, then);
        tnw_pw_to_host(w, then);
        w->judge.cycle = c->cycle;
    }
    tnw_pw_strobes(w, c);
    tnw_pw_drops(w, c);
    tnw_pw_from_host(w, c);
    tnw_pw_advance(w);
    tnw_pw_timeouts(w);
    tnw_pw_turns(w, c);
    keep_counts(w);
    tnw_pw_checks(w);
    w->t++;
}

void tn_tnw_pi_judge_cycle(struct tn_tnw_pi_judge *w, const struct tn_tnw_pi_in *in,
                           const struct tn_tnw_pi_out *out, uint64_t cycle)
{
    if (in->rst) {
        while (w->t < w->raw)
            judge_cycle(w);
        if (!w->fresh)
            forget(w);
        w->fresh = true;
        w->from = w->t = ++w->raw;
        return;
    }
    w->fresh = false;
    struct pw_cycle *c = &w->ring[w->raw % PW_RING];
    *c = (struct pw_cycle){.in = *in, .out = *out, .cycle = cycle};
    tnw_pw_form(w);
    w->raw++;
    if (w->raw - w->t > PW_LAG)
        judge_cycle(w);
}
