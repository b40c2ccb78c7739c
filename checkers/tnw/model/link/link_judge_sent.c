/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What a link's sender sent, against the states that it may be in (tnw_link.md section 6).
 */
#include "link_judge_set.h"

#include <stdio.h>

static bool item_whole(const struct tn_tnw_link_judge *w, const struct tnw_may *m, unsigned cycles)
{
    return m->next != w->whole && w->item[m->next % TNW_KEPT].whole_at + cycles <= w->t;
}

static bool may_start(const struct tn_tnw_link_judge *w, const struct tnw_may *m)
{
    return m->tx == TN_TNW_RESEND ||
           (m->tx == TN_TNW_SEND && tnw_may_unacked(m) < TNW_WINDOW && item_whole(w, m, 1));
}

static bool must_start(const struct tn_tnw_link_judge *w, const struct tnw_may *m)
{
    return m->tx == TN_TNW_RESEND || (m->tx == TN_TNW_SEND && tnw_may_unacked(m) < TNW_WINDOW &&
                                      item_whole(w, m, 4) && w->t >= w->since + TNW_EFFECT);
}

/* The rule of a RESTART that is due, by why it is. */
static enum tnw_rule restart_rule(unsigned why)
{
    return why & TNW_BY_NACK ? TNW_TX_5 : why & TNW_BY_BACKOFF ? TNW_TMO_2 : TNW_TMO_1;
}

static const char *const tx_names[] = {"SEND", "RESTART", "RESEND", "WAIT", "BACKOFF"};

/* No state could have sent it: m is one that was possible. */
static void blame(struct tn_tnw_link_judge *w, const struct tnw_may *m, enum tnw_sent what,
                  unsigned seq)
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
        rule = m->tx == TN_TNW_BACKOFF            ? TNW_TMO_2
               : m->tx == TN_TNW_WAIT             ? TNW_TX_3
               : tnw_may_unacked(m) >= TNW_WINDOW ? TNW_TX_1
                                                  : TNW_TX_7;
        text = rule == TNW_TX_7 ? "packets that were injected alone" : "no packet may begin";
    } else {
        rule = what == TNW_SENT_SET                      ? TNW_TX_2
               : w->behind_crc || m->tx == TN_TNW_RESEND ? TNW_LAT_3
                                                         : TNW_LAT_1;
        text = "the START of a packet that waits";
    }
    tn_judge(&w->judge, rule, false, text, "%s %u in %s, %u unacknowledged", sent[what], seq,
             tx_names[m->tx], tnw_may_unacked(m));
}

static struct tnw_may started(const struct tn_tnw_link_judge *w, struct tnw_may m)
{
    m.fresh = m.tx == TN_TNW_SEND;
    if (m.fresh) {
        if (tnw_may_unacked(&m) == 0) {
            m.zero_lo = w->t - 2;
            m.zero_hi = w->t + 1;
        }
        m.current = m.next++;
        return m;
    }
    m.current = m.pointer++;
    tnw_range_add(&m.resent, 1, 1);
    if (m.pointer == m.next) { /* WAIT with its CRC; until then nothing tells them apart */
        m.tx = TN_TNW_WAIT;
        m.zero_lo = w->t + TNW_SPAN - 2;
        m.zero_hi = w->t + TNW_SPAN + 2;
    }
    return m;
}

static struct tnw_may restarted(struct tnw_may m)
{
    m.tx = tnw_may_unacked(&m) ? TN_TNW_RESEND : TN_TNW_SEND;
    m.pointer = m.oldest;
    tnw_range_add(&m.timeouts, m.why == TNW_BY_TIMEOUT, (m.why & TNW_BY_TIMEOUT) != 0);
    return m;
}

bool tnw_states_sent(struct tn_tnw_link_judge *w, enum tnw_sent what, unsigned seq)
{
    struct tnw_set s;
    tnw_set_clear(&s);
    const struct tnw_may *most = &w->may[0];
    unsigned why = 0;
    for (unsigned i = 0; i < w->may_n; i++) {
        const struct tnw_may *m = &w->may[i];
        const unsigned number = tnw_w_seq_off(w) ? 0 : m->oldest & 31;
        if ((int32_t)(m->applied - most->applied) > 0)
            most = m;
        if (what == TNW_SENT_RESTART) {
            if (m->tx == TN_TNW_RESTART && seq == number) {
                tnw_set_put(&s, restarted(*m));
                why |= m->why;
            }
        } else if (what == TNW_SENT_START) {
            if (may_start(w, m))
                tnw_set_put(&s, started(w, *m));
        } else if (m->tx != TN_TNW_RESTART && !must_start(w, m)) {
            tnw_set_put(&s, *m);
        }
    }
    if (s.n == 0) {
        blame(w, most, what, seq);
        w->tx_lost = true;
        return false;
    }
    if (what == TNW_SENT_RESTART) {
        w->judge.asked[restart_rule(why)]++;
    } else if (what == TNW_SENT_START) {
        const bool fresh = s.m[0].fresh;
        w->judge.asked[fresh ? w->behind_crc ? TNW_LAT_3 : TNW_LAT_1 : TNW_TX_4]++;
        w->judge.asked[TNW_TX_1] += fresh;
        w->judge.asked[TNW_TX_3] += fresh;
        w->judge.asked[TNW_TX_2]++;
    }
    tnw_set_use(w, &s);
    return true;
}

/* Whether word n, the CRC apart, is that of packet m->current; number: its number is. */
static bool fits(const struct tn_tnw_link_judge *w, const struct tnw_may *m, unsigned n,
                 bool *number)
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

bool tnw_states_word(struct tn_tnw_link_judge *w, unsigned n)
{
    struct tnw_set s;
    tnw_set_clear(&s);
    const struct tnw_may first = w->may[0];
    bool number, any_number = false;
    for (unsigned i = 0; i < w->may_n; i++) {
        if (fits(w, &w->may[i], n, &number))
            tnw_set_put(&s, w->may[i]);
        any_number = any_number || number;
    }
    const enum tnw_rule rule = tnw_w_seq_off(w) && !any_number ? TNW_OLD_1
                               : any_number                    ? first.fresh ? TNW_TX_7 : TNW_PKT_4
                               : first.fresh                   ? TNW_PKT_3
                                                               : TNW_TX_4;
    char want[TN_VERDICT_TEXT];
    snprintf(want, sizeof want, "packet %u as it was injected%s", first.current & 31,
             first.fresh ? "" : ", again");
    if (!tn_judge(&w->judge, rule, s.n > 0, want, "word %u: %08X", n + 1, w->sent[n].data)) {
        w->tx_lost = true;
        return false;
    }
    if (n == 0)
        w->judge.asked[tnw_w_seq_off(w) ? TNW_OLD_1 : first.fresh ? TNW_PKT_3 : TNW_TX_4]++;
    tnw_set_use(w, &s);
    return true;
}
