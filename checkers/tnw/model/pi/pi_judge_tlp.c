/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Judge of a tnw_pi: TLPs from the host, what each asks for, obs_drop_*.
 */
#include "pi_judge.h"

#include <string.h>

enum { OK_P = 1, OK_NP = 2, OK_CPL = 4 };

/* s_tlp_ok and s_tlp_ready. */
static void flow(struct tn_tnw_pi_judge *w, const struct pw_cycle *c)
{
    const uint8_t ok = c->out.s_tlp_ok;
    const uint32_t reads = w->read_in - w->read_out + (w->s.len || c->in.s_tlp.valid);
    w->stalled = c->in.s_tlp.valid && !c->out.s_tlp_ready ? w->stalled + 1 : 0;
    w->few = reads <= PW_FEW ? w->few + 1 : 0;
    if (w->stalled == PW_STALL + 1)
        tn_judge(&w->judge, PW_PI_1, false, "s_tlp_ready low for 40 cycles at most", "%u",
                 w->stalled);
    if (w->up++ == 0)
        return;
    tn_judge(&w->judge, PW_PI_1, (ok & OK_P) && (ok & OK_CPL), "s_tlp_ok[0] and [2] are 1", "%X",
             ok);
    if (w->few > PW_FEW_SHOWS && !w->lost)
        tn_judge(&w->judge, PW_PI_1, ok & OK_NP, "s_tlp_ok[1] is 1 with four reads or fewer",
                 "%X, %u reads", ok, reads);
}

static void put_fragments(struct tn_tnw_pi_judge *w, const struct tn_tnw_pi_tlp *tlp,
                          uint64_t until)
{
    const unsigned id = (unsigned)tlp->window;
    struct pw_chan *ch = &w->chan[id];
    const uint64_t in = tlp->at & ((1ull << (w->par.off_log2 + 4)) - 1);
    for (unsigned i = 0; i < tlp->dws * 4; i += TN_TNW_PI_BEAT) {
        struct tnw_pw_event *e = tnw_pw_event(w, id, PW_FRAG, until);
        if (!e)
            return;
        e->item = (uint32_t)((in + i) / TNW_PAYLOAD);
        e->frag = (uint8_t)((in + i) / TN_TNW_PI_BEAT % TN_TNW_PI_FRAGS);
        e->last = tn_tnw_pi_is_last(&w->par, tlp->at);
        e->addr = (uint32_t)(tlp->at + i);
        e->from = (uint16_t)(ch->frag_in++ % PW_FRAGS);
        memcpy(ch->data[e->from], tlp->payload + i, TN_TNW_PI_BEAT);
    }
}

/* What a TLP is to do, by until. */
static void work_off(struct tn_tnw_pi_judge *w, const struct tn_tnw_pi_tlp *tlp, uint64_t until)
{
    const bool fine = tlp->cause == TN_TNW_PI_FINE;
    if (tlp->answered) {
        tnw_pw_asks_answer(w, tlp, until);
    } else if (fine && tlp->in_bar0) {
        tnw_pw_writes(w, tlp, until);
    } else if (fine) {
        put_fragments(w, tlp, until);
    } else if (tlp->window >= 0) {
        struct tnw_pw_event *e = tnw_pw_event(w, (unsigned)tlp->window, PW_FORM, until);
        if (!e)
            return;
        e->cause = tlp->cause;
        e->addr = (uint32_t)tlp->at;
    }
}

static void take(struct tn_tnw_pi_judge *w, const struct pw_cycle *c)
{
    struct tn_tnw_pi_tlp *tlp = &w->last;
    tn_tnw_pi_judge(&w->par, c->in.bar0, c->in.bar2, w->s.bytes, w->s.len, tlp);
    const bool fine = tlp->cause == TN_TNW_PI_FINE;
    const bool quick = w->quick <= w->t && tlp->dws * 4 <= PW_QUICK;
    const unsigned parts = fine && tlp->in_bar0 ? tlp->t.length_dw : tlp->dws / 4;
    w->judge.asked[pw_rule_of(tlp->cause)]++;
    w->count[tlp->cause]++;
    w->quick =
        (w->quick < w->t ? w->t : w->quick) + parts + (fine && tlp->window >= 0 ? 1 : PW_OTHER);
    w->busy = (w->busy < w->t ? w->t : w->busy) + PW_EACH + parts;
    if (w->busy > w->t + PW_BACKLOG)
        w->busy = w->t + PW_BACKLOG;
    if (!fine)
        w->dropped[w->dropped_n++ % PW_DROPPED] = *tlp;
    if (!fine && tlp->cause != TN_TNW_PI_CPL)
        w->drop[w->drop_in++ % PW_DROPS] =
            (struct pw_drop){tlp->cause, w->busy + PW_WORK + PW_SHOWS};
    if (w->hook.tlp)
        w->hook.tlp(w->judge.ctx, tlp, c->cycle);
    work_off(w, tlp, w->busy + PW_WORK);
    if (fine && tlp->window >= 0)
        tnw_pw_due(w, (unsigned)tlp->window, quick);
    else if (w->due >= 0 && (tlp->in_bar0 || tlp->window == w->due))
        w->due = -1;
}

void tnw_pw_from_host(struct tn_tnw_pi_judge *w, const struct pw_cycle *c)
{
    const struct tn_tnw_pi_stream *s = &c->in.s_tlp;
    flow(w, c);
    if (!s->valid || !c->out.s_tlp_ready)
        return;
    for (unsigned i = 0; i < 4 && (s->keep >> i & 1); i++)
        if (w->s.len + 4 <= sizeof w->s.bytes) {
            memcpy(w->s.bytes + w->s.len, s->data + 4 * i, 4);
            w->s.len += 4;
        }
    if (!s->last)
        return;
    take(w, c);
    w->s.len = 0;
}

void tnw_pw_drops(struct tn_tnw_pi_judge *w, const struct pw_cycle *c)
{
    const enum tn_tnw_pi_cause shown = c->out.obs_drop_cause;
    const struct pw_drop *d = &w->drop[w->drop_out % PW_DROPS];
    const bool any = w->drop_in != w->drop_out;
    if (w->drop_in - w->drop_out > PW_DROPS)
        w->drop_out = w->drop_in - PW_DROPS;
    if (c->out.obs_drop_valid) {
        const enum tn_tnw_pi_cause cause = any             ? d->cause
                                           : w->last.cause ? w->last.cause
                                                           : TN_TNW_PI_FINE;
        tn_judge(&w->judge, pw_rule_of(cause), any && shown == cause,
                 "obs_drop_* with the TLP's cause", "%u, the TLP's is %u%s", shown, cause,
                 any ? "" : ", shown or never to be");
        w->drop_out += any;
        return;
    }
    if (any && w->t > d->until) {
        tn_judge(&w->judge, pw_rule_of(d->cause), false, "obs_drop_* of a TLP", "none, cause %u",
                 d->cause);
        w->drop_out++;
    }
}
