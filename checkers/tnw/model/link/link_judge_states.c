/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The states that a link's sender may be in (tnw_link.md sections 6, 7): moved by fields and time.
 */
#include "link_judge_set.h"

#include <string.h>

void tnw_states_start(struct tn_tnw_link_judge *w)
{
    w->may[0] = (struct tnw_may){.tx = TN_TNW_SEND, .applied = w->field_n};
    w->may_n = 1;
    w->tx_lost = false;
}

static void progress(struct tnw_may *m, uint32_t packets, uint64_t at)
{
    if (!packets)
        return;
    m->oldest += packets;
    /* WAIT may be entered only later, with the CRC of the packet under way */
    m->zero_lo = m->zero_lo > at ? m->zero_lo : at;
    m->zero_hi = m->zero_hi > at + TNW_EFFECT ? m->zero_hi : at + TNW_EFFECT;
    m->row = (struct tnw_range){0, 0};
}

static void refused(struct tnw_may *m, const struct tnw_field *f)
{
    tnw_range_add(f->code == TNW_NACK ? &m->nack : &m->full, 1, 1);
    if (m->tx == TN_TNW_BACKOFF)
        return;
    if (f->code == TNW_NACK_FULL) {
        m->tx = TN_TNW_BACKOFF;
        m->back = f->at;
    } else if (m->tx != TN_TNW_RESTART) {
        m->tx = TN_TNW_RESTART;
        m->why = TNW_BY_NACK;
    }
}

/* The next field takes effect. */
static void apply(const struct tn_tnw_link_judge *w, struct tnw_may *m)
{
    const struct tnw_field *f = &w->field[m->applied++ % TNW_FIELDS];
    const unsigned u = tnw_may_unacked(m), ahead = (f->seq - m->oldest) & 31;
    const bool ack = f->code == TNW_ACK;
    if (tnw_w_seq_off(w)) {
        if (!ack)
            refused(m, f);
        else if (u)
            progress(m, 1, f->at);
        else
            tnw_range_add(&m->fb_seq, 1, 1);
    } else if (ack && ahead < u) {
        progress(m, ahead + 1, f->at);
    } else if (ack && ahead >= TNW_SEQ_MOD - TNW_BEFORE) {
        return; /* old news */
    } else if (!ack && ahead <= u) {
        progress(m, ahead, f->at);
        refused(m, f);
    } else {
        tnw_range_add(&m->fb_seq, 1, 1);
    }
}

/* A state and what time may make, or has made, of it. */
static void put_timed(const struct tn_tnw_link_judge *w, struct tnw_set *s, struct tnw_may m)
{
    uint64_t due = 0, latest = 0;
    unsigned why = 0;
    const uint64_t set_late = w->set_regs_at + 4;
    tnw_may_settle(&m);
    if (m.tx == TN_TNW_BACKOFF) {
        due = m.back + w->full_backoff.lo;
        latest = m.back + w->full_backoff.hi;
        why = TNW_BY_BACKOFF;
    } else if (tnw_may_unacked(&m) && (m.tx == TN_TNW_SEND || m.tx == TN_TNW_WAIT) &&
               w->resend_tmo.hi) {
        due = m.zero_lo + w->resend_tmo.lo;
        latest = w->resend_tmo.lo ? m.zero_hi + w->resend_tmo.hi : UINT64_MAX / 2;
        why = TNW_BY_TIMEOUT;
    }
    latest = (w->set_regs_at && latest < set_late ? set_late : latest) + TNW_EFFECT;
    if (!why || w->t < latest)
        tnw_set_put(s, m);
    if (!why || w->t < due)
        return;
    m.tx = TN_TNW_RESTART;
    m.why = (uint8_t)why;
    if (why == TNW_BY_TIMEOUT)
        tnw_range_add(&m.row, 1, 1);
    tnw_set_put(s, m);
}

void tnw_states_move(struct tn_tnw_link_judge *w)
{
    struct tnw_set s;
    tnw_set_clear(&s);
    for (unsigned i = 0; i < w->may_n; i++) {
        struct tnw_may m = w->may[i];
        while (m.applied != w->field_n) {
            const uint64_t at = w->field[m.applied % TNW_FIELDS].at;
            if (at >= w->t)
                break;
            if (at + TNW_EFFECT > w->t)
                put_timed(w, &s, m);
            apply(w, &m);
        }
        put_timed(w, &s, m);
    }
    tnw_set_use(w, &s);
}

static void counted(struct tnw_seen *s, unsigned addr, uint32_t lo, uint32_t hi)
{
    s->lo[(addr - TN_TNW_COUNTERS) / 4] += lo;
    s->hi[(addr - TN_TNW_COUNTERS) / 4] += hi;
}

static struct tnw_may all_of(const struct tn_tnw_link_judge *w)
{
    struct tnw_may all = w->may[0];
    for (unsigned i = 1; i < w->may_n; i++)
        tnw_may_join(&all, &w->may[i]);
    return all;
}

void tnw_states_seen(const struct tn_tnw_link_judge *w, struct tnw_seen *s)
{
    if (w->may_n == 0)
        return;
    const struct tnw_may all = all_of(w);
    struct tnw_range next = {w->may[0].next, w->may[0].next};
    for (unsigned i = 0; i < w->may_n; i++) {
        const struct tnw_may *m = &w->may[i];
        next = tnw_range_of(next, (struct tnw_range){m->next, m->next});
        s->tx |= (uint8_t)(1u << m->tx);
        if (m->tx == TN_TNW_WAIT && w->left && !m->fresh)
            s->tx |= 1u << TN_TNW_RESEND; /* until its CRC */
        s->unacked |= 1u << tnw_may_unacked(m);
        s->next |= 1u << (m->next & 31);
    }
    if ((w->left && w->left < TNW_WORDS - 1) ||
        w->behind_crc) /* a state may act at the end of the packet under way */
        s->tx |= w->seen[(w->t - 1) % TNW_RING].tx;
    s->stalled = (uint8_t)((all.row.lo < TNW_ROW) | (all.row.hi >= TNW_ROW) << 1);
    counted(s, TN_TNW_R_TX_PACKETS, next.lo, next.hi);
    counted(s, TN_TNW_R_TX_RESENT, all.resent.lo, all.resent.hi);
    counted(s, TN_TNW_R_TX_TIMEOUTS, all.timeouts.lo, all.timeouts.hi);
    counted(s, TN_TNW_R_FB_NACK, all.nack.lo, all.nack.hi);
    counted(s, TN_TNW_R_FB_FULL, all.full.lo, all.full.hi);
    counted(s, TN_TNW_R_FB_SEQ, all.fb_seq.lo, all.fb_seq.hi);
}

struct tnw_range tnw_states_oldest(const struct tn_tnw_link_judge *w)
{
    struct tnw_range r = {w->may[0].oldest, w->may[0].oldest};
    for (unsigned i = 0; i < w->may_n; i++) {
        struct tnw_may m = w->may[i];
        r = tnw_range_of(r, (struct tnw_range){m.oldest, m.oldest});
        while (m.applied != w->field_n)
            apply(w, &m);
        r = tnw_range_of(r, (struct tnw_range){m.oldest, m.oldest});
    }
    return r;
}

void tnw_states_end(struct tn_tnw_link_judge *w)
{
    uint32_t first = w->may_n ? w->may[0].applied : w->field_n;
    for (unsigned i = 1; i < w->may_n; i++)
        first = (int32_t)(w->may[i].applied - first) > 0 ? w->may[i].applied : first;
    for (; first != w->field_n; first++) { /* those that no state has in effect yet */
        const struct tnw_field *f = &w->field[first % TNW_FIELDS];
        tnw_count(w, TN_TNW_R_FB_NACK, 0, f->code == TNW_NACK);
        tnw_count(w, TN_TNW_R_FB_FULL, 0, f->code == TNW_NACK_FULL);
        tnw_count(w, TN_TNW_R_FB_SEQ, 0, 1);
    }
    struct tnw_seen s;
    memcpy(s.lo, w->lo, sizeof s.lo);
    memcpy(s.hi, w->hi, sizeof s.hi);
    tnw_states_seen(w, &s);
    memcpy(w->lo, s.lo, sizeof s.lo);
    memcpy(w->hi, s.hi, sizeof s.hi);
    w->may_n = 0;
}
