/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Judge of a tnw_rcv: what it writes to memory.
 */
#include "rcv_watch.h"

#include <tn/bug.h>

#include <inttypes.h>
#include <string.h>

static bool unfit(const struct rw_item *it)
{
    return !it->note && it->beats && !it->fits;
}

struct rw_item *tnw_rw_head(struct tn_tnw_rcv_watch *w)
{
    for (; w->item_out != w->item_in; w->item_out++) {
        const struct rw_item *it = &w->item[w->item_out % RW_ITEMS];
        if (!it->done && !(unfit(it) && it->beats == TN_TNW_RCV_BEATS))
            break;
        if (!it->done)
            w->first_at = 0;
    }
    for (uint32_t i = w->item_out; i != w->item_in; i++)
        if (!w->item[i % RW_ITEMS].done && !unfit(&w->item[i % RW_ITEMS]))
            return &w->item[i % RW_ITEMS];
    return NULL;
}

/* Once shown, m_wr_* stay until ready. */
static void hold(struct tn_tnw_rcv_watch *w, const struct tn_tnw_rcv_out *out)
{
    const struct tn_tnw_rcv_out *was = &w->last;
    if (!w->held)
        return;
    const bool same = out->m_wr_valid && out->m_wr_first == was->m_wr_first &&
                      out->m_wr_last == was->m_wr_last && out->m_wr_addr == was->m_wr_addr &&
                      memcmp(out->m_wr_data, was->m_wr_data, sizeof was->m_wr_data) == 0;
    if (!tn_judge(&w->judge, RW_WR_1, same, "m_wr_* as they were until ready", "%s",
                  out->m_wr_valid ? "they changed" : "m_wr_valid fell"))
        w->lost = true;
}

/* The rule that a write to this address breaks, by what it would have been right for. */
static enum rw_rule of_packet(struct tn_tnw_rcv_watch *w, const struct rw_item *it, uint64_t addr)
{
    const struct rw_chan *ch = &w->chan[it->id];
    if (ch->refused_by != RW_RULES && addr == ch->refused.base + it->offset)
        return ch->refused_by;
    for (uint32_t i = ch->in > RW_KEPT ? ch->in - RW_KEPT : 0; i != ch->in; i++) {
        const struct rw_credit *c = &ch->c[i % RW_KEPT];
        if (addr == c->base + it->offset)
            return c->dropped ? RW_CRD_7 : RW_CRD_3;
    }
    return RW_CRD_4;
}

static enum rw_rule of_note(const struct tn_tnw_rcv_watch *w, uint64_t addr)
{
    for (unsigned id = 0; id < TN_TNW_RCV_IDS; id++) {
        const struct rw_chan *ch = &w->chan[id];
        for (uint32_t i = ch->in > RW_KEPT ? ch->in - RW_KEPT : 0; i != ch->in; i++)
            if (ch->c[i % RW_KEPT].notify == addr && ch->c[i % RW_KEPT].dropped)
                return RW_CRD_7;
        if (ch->refused_by != RW_RULES && ch->refused.notify == addr)
            return ch->refused_by;
    }
    return RW_CRD_6;
}

static bool was_unfit(const struct tn_tnw_rcv_watch *w, uint64_t addr)
{
    for (uint32_t i = 0; i < RW_UNFIT && i < w->unfit_n; i++)
        if (w->unfit[i] == addr)
            return true;
    return false;
}

/* In place of a notification a packet of its (link, channel) is written into its credit. */
static bool goes_on(struct tn_tnw_rcv_watch *w, const struct rw_item *note, uint64_t addr)
{
    for (uint32_t i = w->item_out; i != w->item_in; i++) {
        const struct rw_item *it = &w->item[i % RW_ITEMS];
        if (it->id == note->id && !it->note && it->credit != note->credit && it->beats &&
            addr == note->credit->base + it->offset)
            return true;
    }
    return false;
}

/* The first beat is not that of the item: whose fault. */
static enum rw_rule whose(struct tn_tnw_rcv_watch *w, const struct rw_item *it,
                          const struct tn_tnw_rcv_out *out)
{
    if (out->m_wr_last)
        return of_note(w, out->m_wr_addr);
    if (was_unfit(w, out->m_wr_addr))
        return RW_CRD_5;
    if (!it || out->m_wr_addr == w->packet_at)
        return RW_CRD_4;
    if (!it->note)
        return of_packet(w, it, out->m_wr_addr);
    return it->strict ? RW_CRD_7 : goes_on(w, it, out->m_wr_addr) ? RW_CRD_5 : RW_CRD_6;
}

static void note_bytes(const struct rw_item *it, uint8_t out[TNW_NOTE])
{
    const struct rw_credit *c = it->credit;
    const struct tnw_note note = {.link = (uint8_t)(it->id / TNW_VCS),
                                  .vc = it->id % TNW_VCS,
                                  .valid = true,
                                  .cause = c->nofit ? TNW_C_FIT : 0,
                                  .bytes = c->written,
                                  .tag = c->tag};
    tn_require(tnw_note_encode(&note, out) == 0);
}

/* In time? Then of the next one. */
static void in_time(struct tn_tnw_rcv_watch *w, struct rw_item *it)
{
    if (it->note) {
        w->between += RW_NOTE;
        return;
    }
    bool ok = true;
    if (it->due)
        ok = tn_judge(&w->judge, RW_LAT_4, w->t <= it->due, "first beat 7 cycles after the asking",
                      "%u cycles later", (unsigned)(w->t - it->due));
    if (ok && w->first_at && it->steady && w->ready >= w->t - it->previous_at)
        ok = tn_judge(&w->judge, RW_LAT_5, w->t - w->first_at <= RW_PERIOD + w->between,
                      "a packet every 9 cycles, 2 more for a notification", "%u",
                      (unsigned)(w->t - w->first_at));
    w->lost = !ok;
    w->first_at = w->t;
    w->between = 0;
}

static void first_beat(struct tn_tnw_rcv_watch *w, struct rw_item *it,
                       const struct tn_tnw_rcv_out *out)
{
    const uint64_t want = !it ? 0 : it->note ? it->credit->notify : it->credit->base + it->offset;
    const bool right =
        it && out->m_wr_addr == want && (it->note || it->beats) && out->m_wr_last == it->note;
    if (!it)
        tn_judge(&w->judge, whose(w, it, out), false, "no write", "%s at %" PRIX64,
                 out->m_wr_last ? "one beat" : "a packet", out->m_wr_addr);
    else if (!right && it->note == out->m_wr_last)
        tn_judge(&w->judge, whose(w, it, out), false,
                 it->note ? "a notification at its address" : "a packet at base + 16 x offset",
                 "%" PRIX64 " and not %" PRIX64, out->m_wr_addr, want);
    else if (!right && it->beats && out->m_wr_addr == want)
        tn_judge(&w->judge, RW_WR_1, false, "8 beats", "1");
    else if (!right)
        tn_judge(&w->judge, whose(w, it, out), false, it->note ? "a notification" : "a packet",
                 "%s at %" PRIX64, out->m_wr_last ? "one beat" : "a packet", out->m_wr_addr);
    else
        w->judge.asked[it->note ? RW_CRD_6 : RW_CRD_4]++;
    w->lost = !right;
    if (!w->lost)
        in_time(w, it);
}

static void new_beat(struct tn_tnw_rcv_watch *w, struct rw_item *it,
                     const struct tn_tnw_rcv_out *out)
{
    uint8_t want[TN_TNW_RCV_BEAT];
    if (w->beat == 0) {
        w->addr = out->m_wr_addr;
        first_beat(w, it, out);
    }
    if (w->lost)
        return;
    const unsigned beats = it->note ? 1 : TN_TNW_RCV_BEATS;
    w->lost = !tn_judge(&w->judge, RW_WR_1,
                        out->m_wr_first == (w->beat == 0) &&
                            out->m_wr_last == (w->beat == beats - 1) && out->m_wr_addr == w->addr,
                        "first and last of 8 beats or 1, one address", "beat %u: %d, %d, %" PRIX64,
                        w->beat, out->m_wr_first, out->m_wr_last, out->m_wr_addr);
    if (w->lost)
        return;
    if (it->note)
        note_bytes(it, want);
    else
        memcpy(want, it->data[w->beat], sizeof want);
    const bool same =
        (it->note || it->beats > w->beat) && !memcmp(want, out->m_wr_data, sizeof want);
    w->lost = !tn_judge(&w->judge, it->note ? RW_CRD_6 : RW_CRD_4, same,
                        it->note ? "the notification of the credit" : "the packet's bytes",
                        "others, beat %u, (link, channel) %u", w->beat, it->id);
}

static void accepted(struct tn_tnw_rcv_watch *w, struct rw_item *it)
{
    struct rw_chan *ch = &w->chan[it->id];
    if (!w->last.m_wr_last) {
        w->beat++;
        return;
    }
    w->beat = 0;
    it->done = true;
    if (!it->note)
        w->packet_at = w->addr;
    w->judge.asked[RW_CRD_3] += !it->note && rw_live(ch) > 1;
    w->judge.asked[RW_CRD_5] += it->note && it->credit->nofit;
    if (it->note)
        tnw_rw_count(w, TN_TNW_RCV_NOTIFIED, 1);
    if (!it->frees)
        return;
    ch->ending--;
    ch->strict -= it->strict;
    tnw_rw_free(w, ch, 1);
    if (!it->note) /* of a credit that a flush dropped */
        tnw_rw_count(w, TN_TNW_RCV_FLUSHED, 1);
}

/* What should be written and is not. */
static void missing(struct tn_tnw_rcv_watch *w, struct rw_item *it, bool ready)
{
    if (!it || w->beat || (!it->note && it->beats < TN_TNW_RCV_BEATS))
        return;
    it->waited += ready;
    if (it->waited > RW_STUCK)
        w->lost = !tn_judge(&w->judge,
                            it->strict ? RW_CRD_7
                            : it->note ? RW_CRD_6
                                       : RW_CRD_4,
                            false, it->note ? "a notification" : "a packet written",
                            "none, (link, channel) %u", it->id);
}

void tnw_rw_write(struct tn_tnw_rcv_watch *w, const struct tn_tnw_rcv_in *in,
                  const struct tn_tnw_rcv_out *out)
{
    struct rw_item *it = w->lost ? NULL : tnw_rw_head(w);
    w->ready = in->m_wr_ready ? w->ready + 1 : 0;
    if (it && (!in->m_wr_ready || in->reg_wr || in->reg_rd))
        it->due = 0;
    hold(w, out);
    if (!w->lost && out->m_wr_valid && !w->held)
        new_beat(w, it, out);
    else if (!w->lost && !out->m_wr_valid)
        missing(w, it, in->m_wr_ready);
    w->held = out->m_wr_valid && !in->m_wr_ready;
    w->last = *out;
    if (!w->lost && out->m_wr_valid && in->m_wr_ready)
        accepted(w, it);
}
