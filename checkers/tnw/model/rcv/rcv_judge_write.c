/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Judge of a tnw_rcv: what it writes to memory.
 */
#include "rcv_judge.h"

#include <tn/bug.h>

#include <inttypes.h>
#include <string.h>

enum { NOTE_CAUSE = 8 }; /* byte of a notification */

/* Once shown, m_wr_* stay until ready. */
static void hold(struct tn_tnw_rcv_judge *w, const struct tn_tnw_rcv_out *out)
{
    const struct tn_tnw_rcv_out *was = &w->last;
    if (!w->held)
        return;
    const bool same = out->m_wr_valid && out->m_wr_first == was->m_wr_first &&
                      out->m_wr_last == was->m_wr_last && out->m_wr_addr == was->m_wr_addr &&
                      memcmp(out->m_wr_data, was->m_wr_data, sizeof was->m_wr_data) == 0;
    if (!tn_judge(&w->judge, RW_WR_1, same, "m_wr_* as they were until ready", "%s",
                  out->m_wr_valid ? "they changed" : "m_wr_valid fell"))
        tn_scope_close(&w->flow);
}

static bool is_at(const struct rw_credit *c, const struct rw_item *packet, uint64_t addr)
{
    return addr == (packet ? c->base + packet->offset : c->notify);
}

/* The rule that a write of packet (NULL: of a notification) to this address breaks, by the credit
 * of the (link, channel) that it would have been right for; otherwise: for none. */
static enum rw_rule of_credit(const struct rw_chan *ch, const struct rw_item *packet, uint64_t addr,
                              enum rw_rule otherwise)
{
    if (ch->refused_by != RW_RULES && is_at(&ch->refused, packet, addr))
        return ch->refused_by;
    for (uint32_t i = ch->in > RW_KEPT ? ch->in - RW_KEPT : 0; i != ch->in; i++) {
        const struct rw_credit *c = &ch->c[i % RW_KEPT];
        if (is_at(c, packet, addr) && (packet || c->dropped))
            return c->dropped ? RW_CRD_7 : RW_CRD_3;
    }
    return otherwise;
}

/* The rule by which no packet was to be written there; RW_RULES: none. */
static enum rw_rule was_unfit(const struct tn_tnw_rcv_judge *w, uint64_t addr)
{
    for (uint32_t i = 0; i < RW_UNFIT && i < w->unfit_n; i++)
        if (w->unfit[i].addr == addr)
            return w->unfit[i].rule;
    return RW_RULES;
}

/* The rule of a notification as to its status; this byte of it shows another one. */
static enum rw_rule of_status(const struct rw_credit *c, uint8_t shown)
{
    const uint8_t wrong = (c->status ^ shown) & (TNW_C_SHORT | TNW_C_LONG);
    return wrong & TNW_C_SHORT ? RW_CRD_8 : wrong ? RW_CRD_9 : RW_CRD_6;
}

/* In place of a notification a packet of its (link, channel) is written into its credit. */
static bool goes_on(struct tn_tnw_rcv_judge *w, const struct rw_item *note, uint64_t addr)
{
    for (uint64_t n = tn_due_first(&w->items); n != TN_DUE_NONE; n = tn_due_next(&w->items, n)) {
        const struct rw_item *it = rw_item(w, n);
        if (it->id == note->id && !it->note && it->credit != note->credit && it->beats &&
            addr == note->credit->base + it->offset)
            return true;
    }
    return false;
}

/* The first beat is not that of the item: whose fault. */
static enum rw_rule whose(struct tn_tnw_rcv_judge *w, const struct rw_item *it,
                          const struct tn_tnw_rcv_out *out)
{
    const uint64_t addr = out->m_wr_addr;
    enum rw_rule rule = RW_CRD_6;
    if (out->m_wr_last) {
        for (unsigned id = 0; id < TN_TNW_RCV_IDS && rule == RW_CRD_6; id++)
            rule = of_credit(&w->chan[id], NULL, addr, RW_CRD_6);
        return rule;
    }
    if (was_unfit(w, addr) != RW_RULES)
        return was_unfit(w, addr);
    if (!it || addr == w->packet_at)
        return RW_CRD_4;
    if (!it->note)
        return of_credit(&w->chan[it->id], it, addr, RW_CRD_4);
    return it->strict                                        ? RW_CRD_7
           : it->credit->status & (TNW_C_SHORT | TNW_C_LONG) ? of_status(it->credit, 0)
           : goes_on(w, it, addr)                            ? RW_CRD_5
                                                             : RW_CRD_6;
}

static void note_bytes(const struct rw_item *it, uint8_t out[TNW_NOTE])
{
    const struct rw_credit *c = it->credit;
    const struct tnw_note note = {.link = (uint8_t)(it->id / TNW_VCS),
                                  .vc = it->id % TNW_VCS,
                                  .valid = true,
                                  .cause = c->status,
                                  .bytes = c->written,
                                  .tag = c->tag};
    tn_require(tnw_note_encode(&note, out) == 0);
}

/* The first beat of a packet: in time? */
static void packet_in_time(struct tn_tnw_rcv_judge *w, uint64_t n)
{
    const struct rw_item *it = rw_item(w, n);
    tn_due_in_time(&w->items, &w->flow, n, w->t);
    if (w->first_at && it->take == w->first_take + 1 && it->steady &&
        w->ready >= w->t - it->previous_at)
        tn_scope_judge(&w->flow, RW_LAT_5, w->t - w->first_at <= RW_PERIOD + w->between,
                       "a packet every 9 cycles, 2 more for a notification", "%u",
                       (unsigned)(w->t - w->first_at));
    w->first_at = w->t;
    w->first_take = it->take;
    w->between = 0;
}

static void first_beat(struct tn_tnw_rcv_judge *w, uint64_t n, const struct tn_tnw_rcv_out *out)
{
    const struct rw_item *it = rw_item(w, n);
    const bool there = it && (it->note || it->beats);
    const bool at = there && is_at(it->credit, it->note ? NULL : it, out->m_wr_addr);
    const bool right = at && out->m_wr_last == it->note;
    const enum rw_rule rule = right             ? it->note ? RW_CRD_6 : RW_CRD_4
                              : at && !it->note ? RW_WR_1
                                                : whose(w, it, out);
    w->addr = out->m_wr_addr;
    if (!tn_scope_judge(&w->flow, rule, right,
                        !it        ? "no write"
                        : it->note ? "a notification at its address"
                                   : "a packet at base + 16 x offset",
                        "%s at %" PRIX64, out->m_wr_last ? "one beat" : "a packet", w->addr))
        return;
    if (it->note)
        w->between += RW_NOTE;
    else
        packet_in_time(w, n);
}

static void new_beat(struct tn_tnw_rcv_judge *w, uint64_t n, const struct tn_tnw_rcv_out *out)
{
    const struct rw_item *it = rw_item(w, n);
    uint8_t want[TN_TNW_RCV_BEAT];
    if (w->beat == 0)
        first_beat(w, n, out);
    if (!tn_scope_is_open(&w->flow))
        return;
    const unsigned beats = it->note ? 1 : TN_TNW_RCV_BEATS;
    tn_scope_judge(&w->flow, RW_WR_1,
                   out->m_wr_first == (w->beat == 0) && out->m_wr_last == (w->beat == beats - 1) &&
                       out->m_wr_addr == w->addr,
                   "first and last of 8 beats or 1, one address", "beat %u: %d, %d, %" PRIX64,
                   w->beat, out->m_wr_first, out->m_wr_last, out->m_wr_addr);
    if (it->note)
        note_bytes(it, want);
    else
        memcpy(want, it->data[w->beat], sizeof want);
    tn_scope_judge(&w->flow,
                   it->note ? of_status(it->credit, out->m_wr_data[NOTE_CAUSE]) : RW_CRD_4,
                   (it->note || it->beats > w->beat) && !memcmp(want, out->m_wr_data, sizeof want),
                   it->note ? "the notification of the credit" : "the packet's bytes",
                   "others, beat %u, (link, channel) %u", w->beat, it->id);
}

static void accepted(struct tn_tnw_rcv_judge *w, uint64_t n)
{
    const struct rw_item *it = rw_item(w, n);
    struct rw_chan *ch = &w->chan[it->id];
    if (!w->last.m_wr_last) {
        w->beat++;
        return;
    }
    w->beat = 0;
    tn_due_done(&w->items, n);
    if (!it->note)
        w->packet_at = w->addr;
    w->judge.asked[RW_CRD_3] += !it->note && rw_live(ch) > 1;
    w->judge.asked[RW_CRD_5] += it->note && it->credit->status & TNW_C_FIT;
    w->judge.asked[RW_CRD_8] += it->note && it->credit->status & TNW_C_SHORT;
    if (it->frees) /* a packet does: of a credit that a flush dropped */
        tnw_rw_count(w, it->note ? TN_TNW_RCV_NOTIFIED : TN_TNW_RCV_FLUSHED, 1);
    if (it->frees && it->strict)
        tn_lag_loosen(&ch->outstanding, w->t, 1);
    if (it->frees)
        tn_lag_gone(&ch->outstanding, w->t, 1);
    ch->strict -= it->strict;
}

void tnw_rw_write(struct tn_tnw_rcv_judge *w, const struct tn_tnw_rcv_in *in,
                  const struct tn_tnw_rcv_out *out)
{
    const uint64_t n = tn_due_first(&w->items);
    const struct rw_item *it = rw_item(w, n);
    w->ready = in->m_wr_ready ? w->ready + 1 : 0;
    if (it && (!in->m_wr_ready || in->reg_wr || in->reg_rd))
        tn_due_of(&w->items, n)->until = TN_DUE_EVER; /* something else is going on */
    hold(w, out);
    if (tn_scope_is_open(&w->flow) && out->m_wr_valid && !w->held)
        new_beat(w, n, out);
    else if (!out->m_wr_valid && !w->beat && it && (it->note || it->beats == TN_TNW_RCV_BEATS))
        tn_due_judge_missing(&w->items, &w->flow, w->t, in->m_wr_ready);
    w->held = out->m_wr_valid && !in->m_wr_ready;
    w->last = *out;
    if (tn_scope_is_open(&w->flow) && out->m_wr_valid && in->m_wr_ready)
        accepted(w, n);
}
