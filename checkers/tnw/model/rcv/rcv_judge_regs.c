/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Judge of a tnw_rcv: registers; credits queued and refused.
 */
#include "rcv_judge.h"

static uint64_t wide(const uint32_t reg[TN_TNW_RCV_RW], unsigned low)
{
    return (uint64_t)reg[low / 4 + 1] << 32 | reg[low / 4];
}

static bool is_bad(const struct rw_credit *c)
{
    return c->length == 0 || c->length > TN_TNW_RCV_LENGTH_MAX || c->length % TNW_PAYLOAD ||
           c->base % TNW_NOTE || c->notify % TNW_NOTE;
}

static void refuse(struct tn_tnw_rcv_judge *w, struct rw_chan *ch, const struct rw_credit *c,
                   enum rw_rule rule)
{
    ch->refused = *c;
    ch->refused_by = rule;
    tn_judge_held(&w->judge, rule);
    tnw_rw_count(w, rule == RW_CRD_1 ? TN_TNW_RCV_BAD : TN_TNW_RCV_NO_ROOM, 1);
}

static void queue(struct tn_tnw_rcv_judge *w, unsigned id)
{
    struct rw_chan *ch = &w->chan[id];
    const uint32_t places = 1u << w->par.credit_log2;
    const struct rw_credit c = {.base = wide(ch->reg, TN_TNW_RCV_BASE_LO),
                                .notify = wide(ch->reg, TN_TNW_RCV_NOTIFY_LO),
                                .length = ch->reg[TN_TNW_RCV_LENGTH / 4],
                                .tag = ch->reg[TN_TNW_RCV_TAG / 4],
                                .at = w->t};
    const bool flushing = rw_flushing(w, id / TNW_VCS);
    if (is_bad(&c)) {
        refuse(w, ch, &c, RW_CRD_1);
    } else if (ch->outstanding.sure >= places) {
        refuse(w, ch, &c, RW_CRD_2);
    } else if (ch->maybe || flushing || tn_lag_most(&ch->outstanding, w->t) >= places) {
        w->unsure++;
        ch->maybe++;
        tn_lag_maybe(&ch->outstanding, w->t, 1);
        tn_lag_maybe(rw_counter(w, TN_TNW_RCV_NO_ROOM), w->t, 1);
        tn_lag_maybe(rw_counter(w, TN_TNW_RCV_FLUSHED), w->t, flushing);
    } else {
        ch->c[ch->in++ % RW_KEPT] = c;
        tn_lag_up(&ch->outstanding, w->t, 1);
        ch->own_flush = false;
    }
}

void tnw_rw_registers(struct tn_tnw_rcv_judge *w, const struct tn_tnw_rcv_in *in)
{
    const unsigned id = in->reg_addr / TN_TNW_RCV_WINDOW, reg = in->reg_addr % TN_TNW_RCV_WINDOW;
    w->reads = in->reg_rd;
    w->read_addr = in->reg_addr;
    if (!in->reg_wr || id >= TN_TNW_RCV_IDS || reg / 4 >= TN_TNW_RCV_RW || reg % 4)
        return;
    w->chan[id].reg[reg / 4] = in->reg_wdata;
    if (reg == TN_TNW_RCV_NOTIFY_HI && tn_scope_is_open(&w->flow))
        queue(w, id);
}

static void read_credits(struct tn_tnw_rcv_judge *w, unsigned id, uint32_t found)
{
    struct rw_chan *ch = &w->chan[id];
    const uint32_t lo = tn_lag_least(&ch->outstanding, w->t);
    const uint32_t hi = tn_lag_most(&ch->outstanding, w->t);
    const uint32_t n = found & 255, behind = found >> 16;
    enum rw_rule rule = RW_CNT_2;
    if (tn_scope_is_open(&w->flow))
        tn_scope_judge(&w->flow, RW_CRD_9, tn_lag_value_may_be(&ch->shows_behind, w->t, behind),
                       "whether the (link, channel) is behind", "%08X, (link, channel) %u", found,
                       id);
    if (ch->maybe || !tn_scope_is_open(&w->flow))
        return;
    if (n > hi && ch->own_flush)
        rule = RW_CRD_7;
    else if (n > hi && ch->refused_by != RW_RULES)
        rule = ch->refused_by;
    else if (n < lo && (ch->other_flush || ch->strict))
        rule = RW_CRD_7;
    tn_scope_judge(&w->flow, rule, lo <= n && n <= hi, "credits outstanding",
                   "%u and not %u to %u, (link, channel) %u", n, lo, hi, id);
    tn_scope_judge(&w->flow, RW_INV_2, n + (found >> 8 & 255) == 1u << w->par.credit_log2,
                   "outstanding + free places: all", "%08X, (link, channel) %u", found, id);
    ch->own_flush = ch->other_flush = false;
}

static void read_progress(struct tn_tnw_rcv_judge *w, unsigned id, uint32_t found)
{
    struct rw_chan *ch = &w->chan[id];
    const bool right = tn_lag_value_may_be(&ch->progress, w->t, found);
    const bool whole = rw_live(ch) && found >= rw_oldest(ch)->length;
    if (ch->maybe || !tn_scope_is_open(&w->flow))
        return;
    tn_scope_remark(&w->flow, !right && whole ? RW_INV_2 : RW_CNT_2, right,
                    "bytes used up of the credit in use", "%X and not %X, (link, channel) %u",
                    found, ch->progress.is, id);
    tn_judge_held(&w->judge, RW_INV_2);
}

static void read_counter(struct tn_tnw_rcv_judge *w, uint32_t found)
{
    static const enum rw_rule of[TN_TNW_RCV_COUNTS] = {
        RW_CNT_2, RW_CRD_5, RW_CNT_2, RW_CRD_1, RW_CRD_2, RW_CRD_7, RW_CRD_8, RW_CRD_9, RW_CRD_9};
    struct tn_lag_count *c = rw_counter(w, w->read_addr);
    tn_scope_remark(&w->flow, of[c - w->count], tn_lag_may_show(c, w->t, found), "the counter",
                    "%03X is %u and not %u to %u", w->read_addr, found, c->lo, c->hi);
}

/* What was read in the cycle before. */
void tnw_rw_read(struct tn_tnw_rcv_judge *w, const struct tn_tnw_rcv_out *out)
{
    const unsigned id = w->read_addr / TN_TNW_RCV_WINDOW;
    const unsigned reg = w->read_addr % TN_TNW_RCV_WINDOW;
    uint32_t want = 0;
    if (!w->reads)
        return;
    if (w->read_addr >= TN_TNW_RCV_COUNTERS && w->read_addr < TN_TNW_RCV_COUNTERS_END &&
        w->read_addr % 4 == 0) {
        read_counter(w, out->reg_rdata);
        return;
    }
    if (id < TN_TNW_RCV_IDS && reg == TN_TNW_RCV_CREDITS) {
        read_credits(w, id, out->reg_rdata);
        return;
    }
    if (id < TN_TNW_RCV_IDS && reg == TN_TNW_RCV_PROGRESS) {
        read_progress(w, id, out->reg_rdata);
        return;
    }
    if (id < TN_TNW_RCV_IDS && reg / 4 < TN_TNW_RCV_RW && reg % 4 == 0)
        want = w->chan[id].reg[reg / 4];
    if (reg == TN_TNW_RCV_LENGTH)
        want &= TN_TNW_RCV_LENGTH_BITS;
    tn_judge(&w->judge, RW_CNT_2, out->reg_rdata == want, "registers as written, others 0",
             "%03X is %08X and not %08X", w->read_addr, out->reg_rdata, want);
}
