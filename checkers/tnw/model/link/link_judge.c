/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Judge of a link's end: its cycles and resets.
 */
#include "link_judge.h"

#include <stdlib.h>
#include <string.h>

enum {
    DEFAULT_TMO = 512,
    DEFAULT_BACKOFF = 256,
};

static const char *const rule_ids[TNW_RULES + 1] = {
#define TNW_RULE(name, id) id,
#include "link_rules.def"
#undef TNW_RULE
};

bool tn_tnw_link_judge_knows(const char *rule)
{
    return tn_judge_knows(rule_ids, rule);
}

uint64_t tn_tnw_link_judge_asked(const struct tn_tnw_link_judge *w, const char *rule)
{
    return tn_judge_asked(&w->judge, rule);
}

uint64_t tn_tnw_link_judge_failed(const struct tn_tnw_link_judge *w, const char *rule)
{
    return tn_judge_failed(&w->judge, rule);
}

uint64_t tn_tnw_link_judge_unsure(const struct tn_tnw_link_judge *w)
{
    return w->unsure;
}

/* What a reset, of the link or of all, leaves nothing of. */
static void forget(struct tn_tnw_link_judge *w)
{
    w->uncounted = w->uncounted || w->rx_lost || w->tx_lost;
    w->rx_lost = w->tx_lost = w->synced = w->discarding = w->sync_seen = false;
    w->expected = 0;
    w->pend_sent = w->pend_n = 0;
    w->may_n = 0;
    w->drop_item = w->beats > 0;
    w->begun = w->whole = 0;
    memset(w->rcv, 0, sizeof w->rcv);
}

static void forget_all(struct tn_tnw_link_judge *w)
{
    forget(w);
    w->uncounted = w->drop_item = false;
    w->beats = 0;
    w->state = TN_TNW_DOWN;
    w->since = w->t;
    memset(w->left_at, 0, sizeof w->left_at);
    w->set_at = w->align_lost_at = w->reset_at = w->flush_until = w->again_until = 0;
    w->flushed_at = w->set_regs_at = 0;
    w->rx_up = w->in_packet = w->stray = false;
    w->left = 0;
    w->ctrl = 0;
    w->resend_tmo_is = DEFAULT_TMO;
    w->full_backoff_is = DEFAULT_BACKOFF;
    w->resend_tmo = (struct tnw_range){DEFAULT_TMO, DEFAULT_TMO};
    w->full_backoff = (struct tnw_range){DEFAULT_BACKOFF, DEFAULT_BACKOFF};
    memset(w->lo, 0, sizeof w->lo);
    memset(w->hi, 0, sizeof w->hi);
    memset(w->take, 0, sizeof w->take);
    w->unacked_right_at = w->tx_right_at = w->t;
    w->obs_next = w->t + 1;
    w->rst_at = w->t;
}

static void reset_link(struct tn_tnw_link_judge *w)
{
    tnw_w_unread(w);
    tnw_states_end(w);
    forget(w);
    w->reset_at = 0;
    w->flushed_at = w->t;
    tnw_w_enter(w, TN_TNW_DOWN);
}

static void flushes(struct tn_tnw_link_judge *w)
{
    const bool flush = tnw_pins(w, w->t)->out.flush;
    if (w->reset_at && flush) {
        w->judge.asked[TNW_RST_1]++;
        reset_link(w);
    } else if (w->reset_at && w->t > w->flush_until) {
        tn_judge(&w->judge, TNW_RST_1, false, "flush within 14 cycles of CTRL.reset", "none");
        reset_link(w);
    } else if (flush) {
        tn_judge(&w->judge, TNW_RST_1, w->t <= w->again_until, "no flush", "flush");
    }
}

/* Values that registers had over the last cycles hold, too. */
static void age_registers(struct tn_tnw_link_judge *w)
{
    if (!w->set_regs_at || w->t != w->set_regs_at + TNW_EFFECT)
        return;
    w->resend_tmo = (struct tnw_range){w->resend_tmo_is, w->resend_tmo_is};
    w->full_backoff = (struct tnw_range){w->full_backoff_is, w->full_backoff_is};
}

/* What the cycle shows that its inputs have no part in. */
static void remember_before(struct tn_tnw_link_judge *w)
{
    w->seen[w->t % TNW_RING] = (struct tnw_seen){.states = (uint8_t)(1u << w->state),
                                                 .begun = w->begun,
                                                 .ctrl = w->ctrl,
                                                 .resend_tmo = w->resend_tmo_is,
                                                 .full_backoff = w->full_backoff_is};
}

static void remember(struct tn_tnw_link_judge *w)
{
    struct tnw_seen *s = &w->seen[w->t % TNW_RING];
    s->states |= (uint8_t)(1u << w->state);
    s->up = (uint8_t)(1u << w->rx_up);
    s->discarding = (uint8_t)(1u << w->discarding);
    s->expected = w->expected & 31;
    memcpy(s->lo, w->lo, sizeof s->lo);
    memcpy(s->hi, w->hi, sizeof s->hi);
    tnw_states_seen(w, s);
}

static void in_reset(struct tn_tnw_link_judge *w)
{
    const struct tn_tnw_out *o = &tnw_pins(w, w->t)->out;
    const bool first = w->t == 0 || !tnw_pins(w, w->t - 1)->in.rst;
    if (!first)
        tn_judge(&w->judge, TNW_LNK_2,
                 tnw_classify(o->tx) == TNW_IDLE && !o->rcv_valid && !o->inj_ok && !o->flush,
                 "IDLE, no rcv_valid, inj_ok or flush in rst", "%X %08X, %02X, %d, %d", o->tx.flags,
                 o->tx.data, o->rcv_valid, o->inj_ok, o->flush);
    forget_all(w);
    remember_before(w);
    remember(w);
}

static void judge_cycle(struct tn_tnw_link_judge *w)
{
    if (tnw_pins(w, w->t)->in.rst) {
        in_reset(w);
        return;
    }
    age_registers(w);
    flushes(w);
    tnw_w_ports(w);
    tnw_w_sent(w);
    remember_before(w);
    tnw_w_inputs(w);
    tnw_w_receive(w);
    tnw_w_obs_left(w);
    remember(w);
    tnw_w_shown(w);
}

struct tn_tnw_link_judge *tn_tnw_link_judge_new(const struct tn_tnw_params *p, tn_verdict_fn *fn,
                                                void *ctx)
{
    struct tn_tnw_link_judge *w = calloc(1, sizeof *w);
    if (!w)
        return NULL;
    w->par = *p;
    tn_judge_init(&w->judge, rule_ids, fn, ctx);
    return w;
}

void tn_tnw_link_judge_free(struct tn_tnw_link_judge *w)
{
    free(w);
}

void tn_tnw_link_judge_cycle(struct tn_tnw_link_judge *w, const struct tn_tnw_in *in,
                             const struct tn_tnw_out *out, uint64_t cycle)
{
    w->pins[w->fed % TNW_RING] = (struct tnw_pins){*in, *out, cycle};
    if (w->fed++ < TNW_LAG)
        return;
    w->t = w->fed - 1 - TNW_LAG;
    w->judge.cycle = tnw_pins(w, w->t)->cycle;
    judge_cycle(w);
}
