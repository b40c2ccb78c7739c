/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The states that a link's sender may be in (tnw_link.md sections 6, 7): moved by fields and time,
 * thinned out by what it sends.
 */
#include "link_watch.h"

#include <stdio.h>
#include <string.h>

static unsigned unacked(const struct tnw_may *m)
{
    return m->next - m->oldest;
}

static struct tnw_range both(struct tnw_range a, struct tnw_range b)
{
    return (struct tnw_range){a.lo < b.lo ? a.lo : b.lo, a.hi > b.hi ? a.hi : b.hi};
}

static void add(struct tnw_range *r, uint32_t lo, uint32_t hi)
{
    r->lo += lo;
    r->hi += hi;
}

/* What no longer matters is made the same, so that states can meet. */
static void settle(struct tnw_may *m)
{
    if (unacked(m) == 0 && (m->tx == TN_TNW_RESEND || m->tx == TN_TNW_WAIT))
        m->tx = TN_TNW_SEND;
    if (m->tx == TN_TNW_RESEND && (int32_t)(m->pointer - m->oldest) < 0)
        m->pointer = m->oldest;
    if (m->tx != TN_TNW_RESEND)
        m->pointer = 0;
    if (m->tx != TN_TNW_BACKOFF)
        m->back = 0;
    if (m->tx != TN_TNW_RESTART)
        m->why = 0;
    if (unacked(m) == 0 || (m->tx != TN_TNW_SEND && m->tx != TN_TNW_WAIT))
        m->zero_lo = m->zero_hi = 0;
}

static bool same(const struct tnw_may *a, const struct tnw_may *b)
{
    return a->tx == b->tx && a->oldest == b->oldest && a->next == b->next &&
           a->pointer == b->pointer && a->current == b->current && a->fresh == b->fresh &&
           a->applied == b->applied && a->back == b->back;
}

static void join(struct tnw_may *a, const struct tnw_may *b)
{
    a->why |= b->why;
    a->zero_lo = a->zero_lo < b->zero_lo ? a->zero_lo : b->zero_lo;
    a->zero_hi = a->zero_hi > b->zero_hi ? a->zero_hi : b->zero_hi;
    a->row = both(a->row, b->row);
    a->nack = both(a->nack, b->nack);
    a->full = both(a->full, b->full);
    a->fb_seq = both(a->fb_seq, b->fb_seq);
    a->resent = both(a->resent, b->resent);
    a->timeouts = both(a->timeouts, b->timeouts);
}

struct set {
    struct tnw_may m[TNW_STATES];
    unsigned n;
    bool over;
};

static void put(struct set *s, struct tnw_may m)
{
    settle(&m);
    for (unsigned i = 0; i < s->n; i++)
        if (same(&s->m[i], &m)) {
            join(&s->m[i], &m);
            return;
        }
    if (s->n == TNW_STATES)
        s->over = true;
    else
        s->m[s->n++] = m;
}

static void take_over(struct tn_tnw_watch *w, const struct set *s)
{
    if (s->over) {
        w->unsure++;
        w->tx_lost = true;
    }
    memcpy(w->may, s->m, s->n * sizeof *s->m);
    w->may_n = s->n;
}

void tnw_states_start(struct tn_tnw_watch *w)
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
    m->zero_lo = at;
    m->zero_hi = at + TNW_EFFECT;
    m->row = (struct tnw_range){0, 0};
}

static void refused(struct tnw_may *m, const struct tnw_field *f)
{
    add(f->code == TNW_NACK ? &m->nack : &m->full, 1, 1);
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
static void apply(const struct tn_tnw_watch *w, struct tnw_may *m)
{
    const struct tnw_field *f = &w->field[m->applied++ % TNW_FIELDS];
    const unsigned u = unacked(m), ahead = (f->seq - m->oldest) & 31;
    const bool ack = f->code == TNW_ACK;
    if (tnw_w_seq_off(w)) {
        if (!ack)
            refused(m, f);
        else if (u)
            progress(m, 1, f->at);
        else
            add(&m->fb_seq, 1, 1);
    } else if (ack && ahead < u) {
        progress(m, ahead + 1, f->at);
    } else if (ack && ahead >= TNW_SEQ_MOD - TNW_WINDOW) {
        return; /* old news */
    } else if (!ack && ahead <= u) {
        progress(m, ahead, f->at);
        refused(m, f);
    } else {
        add(&m->fb_seq, 1, 1);
    }
}

/* A state and what time may make, or has made, of it. */
static void put_timed(const struct tn_tnw_watch *w, struct set *s, struct tnw_may m)
{
    uint64_t due = 0, latest = 0;
    unsigned why = 0;
    const uint64_t set_late = w->set_regs_at + 4;
    settle(&m);
    if (m.tx == TN_TNW_BACKOFF) {
        due = m.back + w->full_backoff.lo;
        latest = m.back + w->full_backoff.hi;
        why = TNW_BY_BACKOFF;
    } else if (unacked(&m) && (m.tx == TN_TNW_SEND || m.tx == TN_TNW_WAIT) && w->resend_tmo.hi) {
        due = m.zero_lo + w->resend_tmo.lo;
        latest = w->resend_tmo.lo ? m.zero_hi + w->resend_tmo.hi : UINT64_MAX / 2;
        why = TNW_BY_TIMEOUT;
    }
    latest = (w->set_regs_at && latest < set_late ? set_late : latest) + TNW_EFFECT;
    if (!why || w->t < latest)
        put(s, m);
    if (!why || w->t < due)
        return;
    m.tx = TN_TNW_RESTART;
    m.why = (uint8_t)why;
    if (why == TNW_BY_TIMEOUT)
        add(&m.row, 1, 1);
    put(s, m);
}

void tnw_states_move(struct tn_tnw_watch *w)
{
    struct set s;
    s.n = 0;
    s.over = false;
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
    take_over(w, &s);
}

static bool item_whole(const struct tn_tnw_watch *w, const struct tnw_may *m, unsigned cycles)
{
    return m->next != w->whole && w->item[m->next % TNW_KEPT].whole_at + cycles <= w->t;
}

static bool may_start(const struct tn_tnw_watch *w, const struct tnw_may *m)
{
    return m->tx == TN_TNW_RESEND ||
           (m->tx == TN_TNW_SEND && unacked(m) < TNW_WINDOW && item_whole(w, m, 1));
}

static bool must_start(const struct tn_tnw_watch *w, const struct tnw_may *m)
{
    return m->tx == TN_TNW_RESEND || (m->tx == TN_TNW_SEND && unacked(m) < TNW_WINDOW &&
                                      item_whole(w, m, 4) && w->t >= w->since + TNW_EFFECT);
}

/* The rule of a RESTART that is due, by why it is. */
static enum tnw_rule restart_rule(unsigned why)
{
    return why & TNW_BY_NACK ? TNW_TX_5 : why & TNW_BY_BACKOFF ? TNW_TMO_2 : TNW_TMO_1;
}

static const char *const tx_names[] = {"SEND", "RESTART", "RESEND", "WAIT", "BACKOFF"};

/* No state could have sent it: m is one that was possible. */
static void blame(struct tn_tnw_watch *w, const struct tnw_may *m, enum tnw_sent what, unsigned seq)
{
    static const char *const sent[] = {"RESTART", "a START", "feedback alone", "IDLE"};
    enum tnw_rule rule = TNW_TX_4;
    char want[TN_VERDICT_TEXT];
    const char *text = want;
    snprintf(want, sizeof want, "RESTART %u", m->oldest & 31);
    if (what == TNW_SENT_RESTART) {
        if (m->tx != TN_TNW_RESTART) {
            rule = m->tx == TN_TNW_BACKOFF ? TNW_TMO_2 : TNW_TMO_1;
            text = m->tx == TN_TNW_BACKOFF ? "RESTART when FULL_BACKOFF is over"
                                           : "RESTART by NACK or timeout alone";
        }
    } else if (m->tx == TN_TNW_RESTART) {
        rule = restart_rule(m->why);
    } else if (what == TNW_SENT_START) {
        rule = m->tx == TN_TNW_BACKOFF    ? TNW_TMO_2
               : m->tx == TN_TNW_WAIT     ? TNW_TX_3
               : unacked(m) >= TNW_WINDOW ? TNW_TX_1
                                          : TNW_TX_7;
        text = rule == TNW_TX_7 ? "packets that were injected alone" : "no packet may begin";
    } else {
        rule = what == TNW_SENT_SET                      ? TNW_TX_2
               : w->behind_crc || m->tx == TN_TNW_RESEND ? TNW_LAT_3
                                                         : TNW_LAT_1;
        text = "the START of a packet that waits";
    }
    tnw_judge(w, rule, false, text, "%s %u in %s, %u unacknowledged", sent[what], seq,
              tx_names[m->tx], unacked(m));
}

static struct tnw_may started(const struct tn_tnw_watch *w, struct tnw_may m)
{
    m.fresh = m.tx == TN_TNW_SEND;
    if (m.fresh) {
        if (unacked(&m) == 0) {
            m.zero_lo = w->t - 2;
            m.zero_hi = w->t + 1;
        }
        m.current = m.next++;
        return m;
    }
    m.current = m.pointer++;
    add(&m.resent, 1, 1);
    if (m.pointer == m.next) { /* sent with its START, or with its end */
        m.tx = TN_TNW_WAIT;
        m.zero_lo = w->t - 2;
        m.zero_hi = w->t + TNW_WORDS;
    }
    return m;
}

static struct tnw_may restarted(struct tnw_may m)
{
    m.tx = unacked(&m) ? TN_TNW_RESEND : TN_TNW_SEND;
    m.pointer = m.oldest;
    add(&m.timeouts, m.why == TNW_BY_TIMEOUT, (m.why & TNW_BY_TIMEOUT) != 0);
    return m;
}

bool tnw_states_sent(struct tn_tnw_watch *w, enum tnw_sent what, unsigned seq)
{
    struct set s;
    s.n = 0;
    s.over = false;
    const struct tnw_may *most = &w->may[0];
    unsigned why = 0;
    for (unsigned i = 0; i < w->may_n; i++) {
        const struct tnw_may *m = &w->may[i];
        const unsigned number = tnw_w_seq_off(w) ? 0 : m->oldest & 31;
        if ((int32_t)(m->applied - most->applied) > 0)
            most = m;
        if (what == TNW_SENT_RESTART) {
            if (m->tx == TN_TNW_RESTART && seq == number) {
                put(&s, restarted(*m));
                why |= m->why;
            }
        } else if (what == TNW_SENT_START) {
            if (may_start(w, m))
                put(&s, started(w, *m));
        } else if (m->tx != TN_TNW_RESTART && !must_start(w, m)) {
            put(&s, *m);
        }
    }
    if (s.n == 0) {
        blame(w, most, what, seq);
        w->tx_lost = true;
        return false;
    }
    if (what == TNW_SENT_RESTART) {
        w->asked[restart_rule(why)]++;
    } else if (what == TNW_SENT_START) {
        const bool fresh = s.m[0].fresh;
        w->asked[fresh ? w->behind_crc ? TNW_LAT_3 : TNW_LAT_1 : TNW_TX_4]++;
        w->asked[TNW_TX_1] += fresh;
        w->asked[TNW_TX_3] += fresh;
        w->asked[TNW_TX_2]++;
    }
    take_over(w, &s);
    return true;
}

/* Whether word n, the CRC apart, is that of packet m->current; number: its number is. */
static bool fits(const struct tn_tnw_watch *w, const struct tnw_may *m, unsigned n, bool *number)
{
    const struct tnw_packet *k = &w->item[m->current % TNW_KEPT].k;
    const uint32_t got = w->sent[n].data;
    uint32_t want = 0;
    *number = true;
    if (n == 0) {
        struct tnw_packet head = *k;
        head.seq = tnw_w_seq_off(w) ? 0 : m->current & 31;
        *number = (got >> 24 & 31) == head.seq;
        return got == tnw_header(&head);
    }
    for (unsigned i = 0; i < TNW_WORD; i++)
        want |= (uint32_t)k->payload[TNW_WORD * (n - 1) + i] << 8 * i;
    return got == want;
}

bool tnw_states_word(struct tn_tnw_watch *w, unsigned n)
{
    struct set s;
    s.n = 0;
    s.over = false;
    const struct tnw_may first = w->may[0];
    bool number, any_number = false;
    for (unsigned i = 0; i < w->may_n; i++) {
        if (fits(w, &w->may[i], n, &number))
            put(&s, w->may[i]);
        any_number = any_number || number;
    }
    const enum tnw_rule rule = tnw_w_seq_off(w) && !any_number ? TNW_OLD_1
                               : any_number                    ? first.fresh ? TNW_TX_7 : TNW_PKT_4
                               : first.fresh                   ? TNW_PKT_3
                                                               : TNW_TX_4;
    char want[TN_VERDICT_TEXT];
    snprintf(want, sizeof want, "packet %u as it was injected%s", first.current & 31,
             first.fresh ? "" : ", again");
    if (!tnw_judge(w, rule, s.n > 0, want, "word %u: %08X", n + 1, w->sent[n].data)) {
        w->tx_lost = true;
        return false;
    }
    if (n == 0)
        w->asked[tnw_w_seq_off(w) ? TNW_OLD_1 : first.fresh ? TNW_PKT_3 : TNW_TX_4]++;
    take_over(w, &s);
    return true;
}

static void counted(struct tnw_seen *s, unsigned addr, uint32_t lo, uint32_t hi)
{
    s->lo[(addr - TN_TNW_COUNTERS) / 4] += lo;
    s->hi[(addr - TN_TNW_COUNTERS) / 4] += hi;
}

static struct tnw_may all_of(const struct tn_tnw_watch *w)
{
    struct tnw_may all = w->may[0];
    for (unsigned i = 1; i < w->may_n; i++)
        join(&all, &w->may[i]);
    return all;
}

void tnw_states_seen(const struct tn_tnw_watch *w, struct tnw_seen *s)
{
    if (w->may_n == 0)
        return;
    const struct tnw_may all = all_of(w);
    struct tnw_range next = {w->may[0].next, w->may[0].next};
    for (unsigned i = 0; i < w->may_n; i++) {
        const struct tnw_may *m = &w->may[i];
        next = both(next, (struct tnw_range){m->next, m->next});
        s->tx |= (uint8_t)(1u << m->tx);
        s->unacked |= 1u << unacked(m);
        s->next |= 1u << (m->next & 31);
    }
    s->stalled = (uint8_t)((all.row.lo < TNW_ROW) | (all.row.hi >= TNW_ROW) << 1);
    counted(s, TN_TNW_R_TX_PACKETS, next.lo, next.hi);
    counted(s, TN_TNW_R_TX_RESENT, all.resent.lo, all.resent.hi);
    counted(s, TN_TNW_R_TX_TIMEOUTS, all.timeouts.lo, all.timeouts.hi);
    counted(s, TN_TNW_R_FB_NACK, all.nack.lo, all.nack.hi);
    counted(s, TN_TNW_R_FB_FULL, all.full.lo, all.full.hi);
    counted(s, TN_TNW_R_FB_SEQ, all.fb_seq.lo, all.fb_seq.hi);
}

struct tnw_range tnw_states_oldest(const struct tn_tnw_watch *w)
{
    struct tnw_range r = {w->may[0].oldest, w->may[0].oldest};
    for (unsigned i = 0; i < w->may_n; i++) {
        struct tnw_may m = w->may[i];
        r = both(r, (struct tnw_range){m.oldest, m.oldest});
        while (m.applied != w->field_n)
            apply(w, &m);
        r = both(r, (struct tnw_range){m.oldest, m.oldest});
    }
    return r;
}

void tnw_states_end(struct tn_tnw_watch *w)
{
    struct tnw_seen s;
    memcpy(s.lo, w->lo, sizeof s.lo);
    memcpy(s.hi, w->hi, sizeof s.hi);
    tnw_states_seen(w, &s);
    memcpy(w->lo, s.lo, sizeof s.lo);
    memcpy(w->hi, s.hi, sizeof s.hi);
    w->may_n = 0;
}
