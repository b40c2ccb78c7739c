/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Judge of a tnw_rcv: its cycles and verdicts; flushes.
 */
#include "rcv_judge.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static const char *const rule_ids[RW_RULES + 1] = {
#define TNW_RULE(name, id) id,
#include "rcv_rules.def"
#undef TNW_RULE
};

uint64_t tn_tnw_rcv_judge_asked(const struct tn_tnw_rcv_judge *w, const char *rule)
{
    return tn_judge_asked(&w->judge, rule);
}

uint64_t tn_tnw_rcv_judge_failed(const struct tn_tnw_rcv_judge *w, const char *rule)
{
    return tn_judge_failed(&w->judge, rule);
}

uint64_t tn_tnw_rcv_judge_unsure(const struct tn_tnw_rcv_judge *w)
{
    return w->unsure;
}

void tnw_rw_count(struct tn_tnw_rcv_judge *w, unsigned addr, uint32_t n)
{
    tn_lag_up(rw_counter(w, addr), w->t, n);
}

void tnw_rw_set_progress(struct tn_tnw_rcv_judge *w, struct rw_chan *ch)
{
    tn_lag_value_set(&ch->progress, w->t, rw_live(ch) ? rw_oldest(ch)->used : 0);
}

/* What of the credit in use, or as the notification of an ended one, is still to be written, is
 * written, and the credit is outstanding until then. Returns whether the credit in use is. */
static bool hold_flushed(struct tn_tnw_rcv_judge *w, unsigned id, const struct rw_credit *used)
{
    struct rw_chan *ch = &w->chan[id];
    struct rw_item *last = NULL;
    uint64_t last_n = 0;
    for (uint64_t n = tn_due_first(&w->items); n != TN_DUE_NONE; n = tn_due_next(&w->items, n)) {
        struct rw_item *it = rw_item(w, n);
        if (it->id == id && it->note && !it->strict) {
            it->strict = true;
            tn_due_of(&w->items, n)->missing = RW_CRD_7;
            ch->strict++;
            tn_lag_fasten(&ch->outstanding, w->t, 1);
        } else if (it->id == id && !it->note && used && it->credit == used) {
            last = it;
            last_n = n;
        }
    }
    if (!last)
        return false;
    last->frees = last->strict = true;
    tn_due_of(&w->items, last_n)->missing = RW_CRD_7;
    ch->strict++;
    return true;
}

static void flush_one(struct tn_tnw_rcv_judge *w, unsigned id)
{
    struct rw_chan *ch = &w->chan[id];
    const uint32_t n = rw_live(ch);
    const bool held = hold_flushed(w, id, n ? rw_oldest(ch) : NULL);
    for (; ch->out != ch->in; ch->out++)
        rw_oldest(ch)->dropped = true;
    tn_lag_loosen(&ch->outstanding, w->t, n);
    tn_lag_fasten(&ch->outstanding, w->t, held);
    tn_lag_gone(&ch->outstanding, w->t, n - held + ch->maybe);
    tnw_rw_count(w, TN_TNW_RCV_FLUSHED, n - held);
    tn_lag_maybe(rw_counter(w, TN_TNW_RCV_FLUSHED), w->t, ch->maybe);
    ch->maybe = 0;
    ch->own_flush = true;
    ch->behind = ch->was_behind = false;
    tn_lag_value_set(&ch->shows_behind, w->t, 0);
    ch->refused_by = RW_RULES;
    tn_judge_held(&w->judge, RW_CRD_7);
    tnw_rw_set_progress(w, ch);
}

static void flushes(struct tn_tnw_rcv_judge *w, const struct tn_tnw_rcv_in *in)
{
    for (unsigned id = 0; in->flush && id < TN_TNW_RCV_IDS; id++) {
        if (in->flush >> id / TNW_VCS & 1) {
            w->flushed_at[id / TNW_VCS] = w->t;
            flush_one(w, id);
        } else if (rw_live(&w->chan[id])) {
            w->chan[id].other_flush = true;
        }
    }
}

/* All behind what the caller gave and the verdicts so far. */
static void forget(struct tn_tnw_rcv_judge *w)
{
    const size_t kept = offsetof(struct tn_tnw_rcv_judge, flow);
    memset((char *)w + kept, 0, sizeof *w - kept);
    tn_scope_open(&w->flow, &w->judge, NULL);
    tn_due_init(&w->items, TN_DUE_FIFO);
    tn_due_init(&w->shown, TN_DUE_FIFO);
    tn_fork_init(&w->turn, w->turns, sizeof w->turns[0], TN_TNW_RCV_IDS, NULL);
    for (unsigned i = 0; i < TN_TNW_RCV_COUNTS; i++)
        tn_lag_init(&w->count[i], RW_LATE);
    for (unsigned id = 0; id < TN_TNW_RCV_IDS; id++) {
        tn_lag_init(&w->chan[id].outstanding, RW_LATE);
        tn_lag_value_init(&w->chan[id].progress, RW_LATE, 0);
        tn_lag_value_init(&w->chan[id].shows_behind, RW_LATE, 0);
        w->chan[id].refused_by = RW_RULES;
    }
}

struct tn_tnw_rcv_judge *tn_tnw_rcv_judge_new(const struct tn_tnw_rcv_params *p, tn_verdict_fn *fn,
                                              void *ctx)
{
    struct tn_tnw_rcv_judge *w = calloc(1, sizeof *w);
    if (!w)
        return NULL;
    w->par = *p;
    tn_judge_init(&w->judge, rule_ids, fn, ctx);
    return w;
}

void tn_tnw_rcv_judge_free(struct tn_tnw_rcv_judge *w)
{
    free(w);
}

void tn_tnw_rcv_judge_cycle(struct tn_tnw_rcv_judge *w, const struct tn_tnw_rcv_in *in,
                            const struct tn_tnw_rcv_out *out, uint64_t cycle)
{
    w->t++;
    w->judge.cycle = cycle;
    if (in->rst) {
        forget(w);
        return;
    }
    tnw_rw_read(w, out);
    tnw_rw_beats(w, in);
    tnw_rw_write(w, in, out);
    tnw_rw_obs(w, out);
    tnw_rw_take(w, in, out);
    flushes(w, in);
    tnw_rw_registers(w, in);
}
