/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Judge of a tnw_rcv: its cycles and verdicts; flushes.
 */
#include "rcv_watch.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static const char *const rule_ids[RW_RULES + 1] = {
#define TNW_RULE(name, id) id,
#include "rcv_rules.def"
#undef TNW_RULE
};

uint64_t tn_tnw_rcv_watch_asked(const struct tn_tnw_rcv_watch *w, const char *rule)
{
    return tn_judge_asked(&w->judge, rule);
}

uint64_t tn_tnw_rcv_watch_failed(const struct tn_tnw_rcv_watch *w, const char *rule)
{
    return tn_judge_failed(&w->judge, rule);
}

uint64_t tn_tnw_rcv_watch_unsure(const struct tn_tnw_rcv_watch *w)
{
    return w->unsure;
}

void tnw_rw_count(struct tn_tnw_rcv_watch *w, unsigned addr, uint32_t n)
{
    const unsigned i = (addr - TN_TNW_RCV_COUNTERS) / 4;
    w->hi[i] += n;
    w->late[(w->t + RW_SHOWS) % RW_DUE][i] += n;
}

void tnw_rw_free(struct tn_tnw_rcv_watch *w, struct rw_chan *ch, uint32_t n)
{
    uint8_t *settle = &ch->settle[(w->t + RW_SHOWS + 1) % RW_DUE];
    *settle = (uint8_t)(*settle + n);
    ch->recent += n;
}

void tnw_rw_set_progress(struct tn_tnw_rcv_watch *w, struct rw_chan *ch)
{
    const uint32_t now = rw_live(ch) ? rw_oldest(ch)->used : 0;
    if (now == ch->progress)
        return;
    ch->was[1] = ch->was[0];
    ch->changed_at[1] = ch->changed_at[0];
    ch->was[0] = ch->progress;
    ch->changed_at[0] = w->t;
    ch->progress = now;
}

/* What of a dropped credit's packets, or an ended one's notification, is still to be written. */
static bool hold_flushed(struct tn_tnw_rcv_watch *w, unsigned id, const struct rw_credit *used)
{
    struct rw_chan *ch = &w->chan[id];
    struct rw_item *last = NULL;
    for (uint32_t i = w->item_out; i != w->item_in; i++) {
        struct rw_item *it = &w->item[i % RW_ITEMS];
        if (it->id != id)
            continue;
        if (it->note && !it->strict) {
            it->strict = true;
            ch->strict++;
        }
        if (!it->note && it->credit == used && (it->fits || !it->beats))
            last = it;
    }
    if (!last)
        return false;
    last->frees = last->strict = true;
    ch->ending++;
    ch->strict++;
    return true;
}

static void flush_one(struct tn_tnw_rcv_watch *w, unsigned id)
{
    struct rw_chan *ch = &w->chan[id];
    const uint32_t n = rw_live(ch);
    const bool held = hold_flushed(w, id, n ? rw_oldest(ch) : NULL);
    for (uint32_t i = ch->out; i != ch->in; i++)
        ch->c[i % RW_KEPT].dropped = true;
    ch->out = ch->in;
    tnw_rw_free(w, ch, n - held + ch->maybe);
    tnw_rw_count(w, TN_TNW_RCV_FLUSHED, n - held);
    w->hi[(TN_TNW_RCV_FLUSHED - TN_TNW_RCV_COUNTERS) / 4] += ch->maybe;
    ch->maybe = 0;
    ch->flushed_at = w->t;
    ch->own_flush = true;
    ch->refused_by = RW_RULES;
    w->judge.asked[RW_CRD_7]++;
    tnw_rw_set_progress(w, ch);
}

static void flushes(struct tn_tnw_rcv_watch *w, const struct tn_tnw_rcv_in *in)
{
    for (unsigned id = 0; in->flush && id < TN_TNW_RCV_IDS; id++) {
        if (in->flush >> id / TNW_VCS & 1)
            flush_one(w, id);
        else if (rw_live(&w->chan[id]))
            w->chan[id].other_flush = true;
    }
}

/* All behind what the caller gave and the verdicts so far. */
static void forget(struct tn_tnw_rcv_watch *w)
{
    const size_t kept = offsetof(struct tn_tnw_rcv_watch, lost);
    memset((char *)w + kept, 0, sizeof *w - kept);
    for (unsigned id = 0; id < TN_TNW_RCV_IDS; id++)
        w->chan[id].refused_by = RW_RULES;
}

/* What time alone changes. */
static void age(struct tn_tnw_rcv_watch *w)
{
    uint32_t *late = w->late[w->t % RW_DUE];
    for (unsigned i = 0; i < TN_TNW_RCV_COUNTS; i++) {
        w->lo[i] += late[i];
        late[i] = 0;
    }
    for (unsigned id = 0; id < TN_TNW_RCV_IDS; id++) {
        uint8_t *settle = &w->chan[id].settle[w->t % RW_DUE];
        w->chan[id].recent -= *settle;
        *settle = 0;
    }
}

struct tn_tnw_rcv_watch *tn_tnw_rcv_watch_new(const struct tn_tnw_rcv_params *p, tn_verdict_fn *fn,
                                              void *ctx)
{
    struct tn_tnw_rcv_watch *w = calloc(1, sizeof *w);
    if (!w)
        return NULL;
    w->par = *p;
    tn_judge_init(&w->judge, rule_ids, fn, ctx);
    return w;
}

void tn_tnw_rcv_watch_free(struct tn_tnw_rcv_watch *w)
{
    free(w);
}

void tn_tnw_rcv_watch_cycle(struct tn_tnw_rcv_watch *w, const struct tn_tnw_rcv_in *in,
                            const struct tn_tnw_rcv_out *out, uint64_t cycle)
{
    w->t++;
    w->judge.cycle = cycle;
    if (in->rst) {
        forget(w);
        return;
    }
    age(w);
    tnw_rw_read(w, out);
    tnw_rw_beats(w, in);
    tnw_rw_write(w, in, out);
    tnw_rw_obs(w, out);
    tnw_rw_take(w, in, out);
    flushes(w, in);
    tnw_rw_registers(w, in);
}
