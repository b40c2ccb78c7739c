/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Injection, reception and registers of a link's end (tnw_link.md sections 3, 8).
 */
#include "link_judge.h"

#include <stdio.h>
#include <string.h>

enum {
    READY_BY = 4,
    BEATS = TNW_PAYLOAD / TN_TNW_BEAT,
    FIRST_BEAT = 2,
    FREE_AFTER = 9,
    FLUSH = 4 + 10 /* a register's time, and a take's */
};

/* rcv_valid: a packet shows 4 cycles after its CRC at the latest. */
static void judge_valid(struct tn_tnw_link_judge *w, uint8_t valid)
{
    for (unsigned v = 0; v < TNW_VCS; v++) {
        const struct tnw_rcv *r = &w->rcv[v];
        const bool shown = valid >> v & 1, any = r->in != r->out;
        const uint64_t at = r->place[r->out % (2 * TNW_PLACES)].at;
        if (shown)
            tn_judge(&w->judge, TNW_RCV_2, any, "no packet in this channel", "rcv_valid of %u", v);
        else if (any)
            tn_judge(&w->judge, TNW_LAT_2, at + READY_BY > w->t, "rcv_valid 4 cycles after the CRC",
                     "none of channel %u", v);
    }
}

static void judge_beats(struct tn_tnw_link_judge *w, const struct tn_tnw_out *o)
{
    for (unsigned i = 0; i < 2; i++) {
        const uint64_t beat = w->t - w->take[i].at - FIRST_BEAT;
        if (!w->take[i].at || beat >= BEATS)
            continue;
        if (!w->take[i].sure)
            return;
        if (!tn_judge(&w->judge, TNW_RCV_1, o->rcv_dvalid, "beats 2 to 9 cycles after the take",
                      "no beat %u", (unsigned)beat))
            return;
        tn_judge(&w->judge, TNW_RCV_2,
                 o->rcv_offset == w->take[i].k.offset &&
                     !memcmp(o->rcv_data, w->take[i].k.payload + beat * TN_TNW_BEAT, TN_TNW_BEAT),
                 "the channel's oldest packet", "beat %u: other bytes or offset", (unsigned)beat);
        return;
    }
    tn_judge(&w->judge, TNW_RCV_1, !o->rcv_dvalid, "beats 2 to 9 cycles after a take", "a beat");
}

void tnw_w_ports(struct tn_tnw_link_judge *w)
{
    const struct tn_tnw_out *o = &tnw_pins(w, w->t)->out;
    if (w->reset_at || (w->flushed_at && w->t <= w->flushed_at + 1) || w->t == w->rst_at + 1)
        return; /* what is shown while a reset waits is not promised */
    if (!w->rx_lost) {
        judge_valid(w, o->rcv_valid);
        judge_beats(w, o);
    }
}

static void inject(struct tn_tnw_link_judge *w, const struct tn_tnw_in *in)
{
    if (!in->inj_valid)
        return;
    if (w->beats == 0 && w->state == TN_TNW_DOWN) { /* inj_ok was 1 before the flush */
        w->drop_item = true;
        tnw_count(w, TN_TNW_R_LOST, 1, 1);
    }
    if (w->drop_item) {
        w->beats = in->inj_last ? 0 : w->beats + 1;
        w->drop_item = !in->inj_last;
        return;
    }
    if (w->beats == 0 && w->state != TN_TNW_UP && w->state != TN_TNW_FAILED) {
        tnw_count(w, TN_TNW_R_LOST, 1, 1); /* begun as the reset came */
        w->drop_item = true;
        w->beats = 1;
        return;
    }
    w->begun += w->beats == 0;
    struct tnw_item *it = &w->item[(w->begun - 1) % TNW_KEPT];
    if (w->beats < BEATS)
        memcpy(it->k.payload + w->beats * TN_TNW_BEAT, in->inj_data, TN_TNW_BEAT);
    w->beats++;
    if (!in->inj_last)
        return;
    it->k.vc = in->inj_vc;
    it->k.offset = in->inj_offset;
    it->whole_at = w->t;
    w->whole = w->begun;
    w->beats = 0;
}

static void take(struct tn_tnw_link_judge *w, unsigned vc)
{
    struct tnw_rcv *r = &w->rcv[vc & 7];
    w->take[1] = w->take[0];
    w->take[0].at = w->t;
    w->take[0].sure = r->in != r->out && !w->rx_lost && !w->reset_at;
    if (r->in == r->out)
        return;
    w->take[0].k = r->place[r->out % (2 * TNW_PLACES)].k;
    r->free_at[r->out++ % (2 * TNW_PLACES)] = w->t + FREE_AFTER;
}

static void widen(struct tnw_range *r, uint32_t was, uint32_t is)
{
    r->lo = was < is ? was : is;
    r->hi = was < is ? is : was;
}

static void write(struct tn_tnw_link_judge *w, unsigned addr, uint32_t data)
{
    switch (addr) {
    case TN_TNW_R_CTRL:
        if (data & ~w->ctrl & TN_TNW_CTRL_RESET && w->reset_at) {
            w->again_until = w->t + FLUSH; /* one for both, or one each */
        } else if (data & ~w->ctrl & TN_TNW_CTRL_RESET) {
            w->reset_at = w->t;
            w->flush_until = w->t + FLUSH;
        }
        w->ctrl = data & (TN_TNW_CTRL_RESET | TN_TNW_CTRL_SEQ_OFF);
        w->set_regs_at = w->t;
        break;
    case TN_TNW_R_RESEND_TMO:
        widen(&w->resend_tmo, w->resend_tmo_is, data & 0xffff);
        w->resend_tmo_is = data & 0xffff;
        w->set_regs_at = w->t;
        break;
    case TN_TNW_R_FULL_BACKOFF:
        widen(&w->full_backoff, w->full_backoff_is, data & 0xffff);
        w->full_backoff_is = data & 0xffff;
        w->set_regs_at = w->t;
        break;
    default:
        break;
    }
}

void tnw_w_inputs(struct tn_tnw_link_judge *w)
{
    const struct tn_tnw_in *in = &tnw_pins(w, w->t)->in;
    inject(w, in);
    if (in->rcv_take)
        take(w, in->rcv_vc);
    if (in->reg_wr)
        write(w, in->reg_addr, in->reg_wdata);
}

/* What a reset of the link loses: LOST and UNREAD. Acknowledgements of the last cycles may have
 * taken effect or not. */
void tnw_w_unread(struct tn_tnw_link_judge *w)
{
    const struct tnw_range oldest = tnw_states_oldest(w);
    if (w->may_n && !w->tx_lost)
        tnw_count(w, TN_TNW_R_LOST, w->begun - oldest.hi, w->begun - oldest.lo);
    else
        tnw_count(w, TN_TNW_R_LOST, 0, w->begun);
    uint32_t late = 0; /* taken while the reset waited: they may be among them or not */
    for (uint64_t t = w->reset_at ? w->reset_at : w->t; t <= w->t + TNW_EFFECT; t++)
        late +=
            tnw_pins(w, t)->out.obs_rx_valid && tnw_pins(w, t)->out.obs_rx_cause == TN_TNW_TAKEN;
    for (unsigned v = 0; v < TNW_VCS; v++) {
        const struct tnw_rcv *r = &w->rcv[v];
        uint32_t sure = r->in - r->out;
        while (sure && r->place[(r->out + sure - 1) % (2 * TNW_PLACES)].at + TNW_EFFECT > w->t)
            sure--;
        tnw_count(w, TN_TNW_R_UNREAD, w->rx_lost ? 0 : sure,
                  w->rx_lost ? TNW_PLACES : r->in - r->out);
    }
    tnw_count(w, TN_TNW_R_UNREAD, 0, late);
}

static const struct tnw_seen *seen(const struct tn_tnw_link_judge *w, uint64_t t)
{
    return &w->seen[t % TNW_RING];
}

/* Cycles from first to last around cycle r whose values may show in it, after the last rst. */
static uint64_t first_of(const struct tn_tnw_link_judge *w, uint64_t r)
{
    return r > w->rst_at + TNW_EFFECT ? r - TNW_EFFECT : w->rst_at;
}

/* The values of STATUS' fields that any cycle around r gives. */
static bool status_right(const struct tn_tnw_link_judge *w, uint64_t r, uint32_t got)
{
    uint32_t states = 0, up = 0, disc = 0, tx = 0, stalled = 0, unacked = 0, next = 0, expected = 0;
    for (uint64_t t = first_of(w, r); t <= w->t; t++) {
        const struct tnw_seen *s = seen(w, t);
        states |= s->states;
        up |= s->up;
        disc |= s->discarding;
        tx |= s->tx;
        stalled |= s->stalled;
        unacked |= s->unacked;
        next |= s->next;
        expected |= 1u << s->expected;
    }
    const bool in_up = states == 1u << TN_TNW_UP, rx = in_up && !w->rx_lost && !w->reset_at;
    return states >> (got & 7) & 1 && up >> (got >> 3 & 1) & 1 && !(got & 0x7f800000) &&
           (!rx || (disc >> (got >> 4 & 1) & 1 && expected >> (got >> 13 & 31) & 1)) &&
           (!rx || w->tx_lost ||
            (tx >> (got >> 5 & 7) & 1 && unacked >> (got >> 8 & 31) & 1 &&
             next >> (got >> 18 & 31) & 1 && stalled >> (got >> 31) & 1));
}

static bool of_sender(unsigned addr)
{
    return addr >= TN_TNW_R_TX_PACKETS && addr <= TN_TNW_R_FB_SEQ && addr != TN_TNW_R_FB_CRC;
}

static void level(const struct tn_tnw_link_judge *w, unsigned v, uint64_t r, uint32_t *lo,
                  uint32_t *hi)
{
    const struct tnw_rcv *c = &w->rcv[v];
    if (w->reset_at || (w->flushed_at && r <= w->flushed_at + TNW_EFFECT)) {
        *hi = 1u << w->par.rx_pkts_log2; /* of before the reset, or of behind it */
        return;
    }
    *lo = c->in - c->out;
    *hi = *lo;
    for (uint32_t k = 0; k < c->out && k < TNW_PLACES; k++)
        *hi += c->free_at[(c->out - 1 - k) % (2 * TNW_PLACES)] + TNW_EFFECT >= r;
    for (uint32_t k = c->in; k != c->out && *lo; k--)
        *lo -= c->place[(k - 1) % (2 * TNW_PLACES)].at + TNW_EFFECT > r;
}

static void judge_read(struct tn_tnw_link_judge *w, uint64_t r, unsigned addr, uint32_t got)
{
    const struct tnw_seen *s = seen(w, r);
    uint32_t lo = 0, hi = 0;
    char want[TN_VERDICT_TEXT];
    if ((w->uncounted && addr >= TN_TNW_COUNTERS && addr < TN_TNW_R_LEVEL))
        return;
    if (addr == TN_TNW_R_STATUS) {
        tn_judge(&w->judge, TNW_CNT_1, status_right(w, r, got),
                 "STATUS as it is, or was a moment ago", "%08X", got);
        return;
    }
    if (addr == TN_TNW_R_ID)
        lo = hi = TN_TNW_ID;
    else if (addr == TN_TNW_R_PARAMS)
        lo = hi = 1u << w->par.tx_items_log2 | TNW_WINDOW << 8 |
                  (uint32_t)(1u << w->par.rx_pkts_log2) << 16 | (uint32_t)TNW_VCS << 24;
    else if (addr == TN_TNW_R_CTRL)
        lo = hi = s->ctrl;
    else if (addr == TN_TNW_R_RESEND_TMO)
        lo = hi = s->resend_tmo;
    else if (addr == TN_TNW_R_FULL_BACKOFF)
        lo = hi = s->full_backoff;
    else if (addr >= TN_TNW_R_LEVEL && addr < TN_TNW_COUNTERS_END && addr % 4 == 0)
        level(w, (addr - TN_TNW_R_LEVEL) / 4, r, &lo, &hi);
    else if (addr >= TN_TNW_COUNTERS && addr < TN_TNW_R_LEVEL && addr % 4 == 0) {
        const unsigned i = (addr - TN_TNW_COUNTERS) / 4;
        const uint64_t before = r > w->rst_at + 4 ? r - 4 : w->rst_at;
        lo = seen(w, before)->lo[i];
        hi = seen(w, w->t)->hi[i];
        if ((of_sender(addr) && w->tx_lost) || (!of_sender(addr) && w->rx_lost))
            return; /* not followed since a verdict */
    }
    const enum tnw_rule rule =
        addr == TN_TNW_R_LOST || addr == TN_TNW_R_UNREAD ? TNW_RST_1 : TNW_CNT_1;
    snprintf(want, sizeof want, "register %03X from %X to %X", addr, lo, hi);
    tn_judge(&w->judge, rule, got - lo <= hi - lo, want, "%X", got);
}

/* inj_ok of cycle r: in UP, and a place for an item beside those begun. */
static void judge_inj_ok(struct tn_tnw_link_judge *w, uint64_t r)
{
    uint32_t states = 0, next = 0;
    if (!tnw_pins(w, r)->out.inj_ok || w->reset_at || r <= w->flushed_at + TNW_EFFECT)
        return;
    for (uint64_t t = first_of(w, r); t <= w->t; t++)
        states |= seen(w, t)->states;
    if (!tn_judge(&w->judge, w->state == TN_TNW_FAILED ? TNW_LNK_5 : TNW_INJ_1,
                  states >> TN_TNW_UP & 1, "inj_ok in UP alone", "in another state") ||
        w->tx_lost)
        return;
    for (unsigned i = 0; i < w->may_n; i++)
        next = w->may[i].next > next ? w->may[i].next : next;
    const uint32_t held = seen(w, r)->begun > next ? seen(w, r)->begun - next : 0;
    tn_judge(&w->judge, TNW_INJ_1, !w->may_n || held < 1u << w->par.tx_items_log2,
             "inj_ok while a whole item has room", "with %u items in txFifo", held);
}

/* obs_tx_state and obs_unacked: what the words sent do not tell they may be late about, not
 * wrong about for good. */
static void judge_obs(struct tn_tnw_link_judge *w, uint64_t r)
{
    const struct tn_tnw_out *o = &tnw_pins(w, r)->out;
    uint32_t tx = 0, unacked = 0;
    if (w->state != TN_TNW_UP || tnw_loose(w) || w->tx_lost || r <= w->since + TNW_EFFECT) {
        w->unacked_right_at = w->tx_right_at = w->t;
        return;
    }
    for (uint64_t t = first_of(w, r); t <= w->t; t++) {
        tx |= seen(w, t)->tx;
        unacked |= seen(w, t)->unacked;
    }
    if (unacked >> (o->obs_unacked & 31) & 1)
        w->unacked_right_at = w->t;
    if (tx >> (o->obs_tx_state & 7) & 1)
        w->tx_right_at = w->t;
    if (!tn_judge(&w->judge, TNW_FB_5, w->t < w->unacked_right_at + TNW_STUCK,
                  "obs_unacked by the feedback that came", "%u", o->obs_unacked) ||
        !tn_judge(&w->judge, TNW_CNT_1, w->t < w->tx_right_at + TNW_STUCK, "obs_tx_state as it is",
                  "%u", o->obs_tx_state))
        w->tx_lost = true;
}

void tnw_w_shown(struct tn_tnw_link_judge *w)
{
    if (w->t < w->rst_at + TNW_LOOK + 1)
        return;
    const uint64_t r = w->t - TNW_LOOK;
    const struct tn_tnw_in *in = &tnw_pins(w, r)->in;
    if (in->reg_rd)
        judge_read(w, r, in->reg_addr, tnw_pins(w, r + 1)->out.reg_rdata);
    judge_inj_ok(w, r);
    judge_obs(w, r);
}
