/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Words that a link's end receives (tnw_link.md section 5): the cause of each packet against
 * obs_rx_*.
 */
#include "link_judge.h"

#include <stdio.h>

static const char *const cause_names[TN_TNW_CAUSES] = {"none", "SKIPPED", "BROKEN", "STRAY", "CRC",
                                                       "DUP",  "AHEAD",   "FULL",   "TAKEN"};

static const char *name_of(unsigned cause)
{
    return cause_names[cause < TN_TNW_CAUSES ? cause : 0];
}

static bool is_up(const struct tn_tnw_link_judge *w)
{
    return w->state == TN_TNW_UP;
}

/* Whether the end uses what comes, for certain: not while it comes out of DOWN, not before its
 * framing is known. */
static bool uses(const struct tn_tnw_link_judge *w)
{
    return w->state != TN_TNW_DOWN && !tnw_loose(w) && w->synced &&
           !(w->state == TN_TNW_INIT && w->t <= w->since + TNW_SETTLE);
}

/* The next pulse of obs_rx_valid from cycle lo to hi, or NULL. */
static const struct tn_tnw_out *pulse(const struct tn_tnw_link_judge *w, uint64_t lo, uint64_t hi,
                                      uint64_t *found)
{
    for (uint64_t t = lo > w->obs_next ? lo : w->obs_next; t <= hi; t++)
        if (tnw_pins(w, t)->out.obs_rx_valid) {
            *found = t;
            return &tnw_pins(w, t)->out;
        }
    return NULL;
}

/* Takes the next pulse: it counts. */
static void use_pulse(struct tn_tnw_link_judge *w, uint64_t t)
{
    const unsigned cause = tnw_pins(w, t)->out.obs_rx_cause;
    w->obs_next = t + 1;
    if (cause >= TN_TNW_SKIPPED && cause < TN_TNW_CAUSES)
        tnw_count(w, TN_TNW_R_CAUSE + 4 * cause, 1, 1);
}

/* Whether a reset comes before this cycle's word must be judged. */
static bool cut_short(const struct tn_tnw_link_judge *w)
{
    for (uint64_t t = w->t; t <= w->t + 4; t++) {
        const struct tn_tnw_in *in = &tnw_pins(w, t)->in;
        if (in->rst ||
            (in->reg_wr && in->reg_addr == TN_TNW_R_CTRL && in->reg_wdata & TN_TNW_CTRL_RESET))
            return true;
    }
    return false;
}

static void take_packet(struct tn_tnw_link_judge *w, const struct tnw_packet *k)
{
    struct tnw_rcv *r = &w->rcv[k->vc];
    r->place[r->in++ % (2 * TNW_PLACES)] = (struct tnw_place){*k, w->t};
    tnw_pend(w, TNW_ACK, w->expected, TN_TNW_TAKEN);
    w->expected++;
}

static void effect(struct tn_tnw_link_judge *w, unsigned cause, const struct tnw_packet *k)
{
    switch (cause) {
    case TN_TNW_SKIPPED:
        return;
    case TN_TNW_DUP:
        tnw_pend(w, TNW_ACK, w->expected - 1, cause);
        return;
    case TN_TNW_TAKEN:
        take_packet(w, k);
        return;
    default:
        w->discarding = true;
        w->sync_seen = false;
        tnw_pend(w, cause == TN_TNW_FULL ? TNW_NACK_FULL : TNW_NACK, w->expected, cause);
        return;
    }
}

/* The rule that another cause than the one due breaks. */
static enum tnw_rule wrong_rule(const struct tn_tnw_link_judge *w, unsigned cause, unsigned found)
{
    if (cause == TN_TNW_TAKEN && found == TN_TNW_FULL)
        return TNW_RX_7;
    if (cause == TN_TNW_SKIPPED && w->sync_seen)
        return TNW_RX_10;
    return tnw_rule_of_cause(cause);
}

/* A packet judged in this cycle, or what is left of one: k NULL without header. may is the set of
 * causes that it may have, first the least; but for discarding it would have been `else_cause`. */
static void judged(struct tn_tnw_link_judge *w, unsigned may, unsigned else_cause,
                   const struct tnw_packet *k)
{
    const bool whole = may & ~(1u << TN_TNW_BROKEN | 1u << TN_TNW_STRAY) && k && k->has_crc;
    uint64_t t = 0;
    const struct tn_tnw_out *o = pulse(w, w->t + 1 + whole, w->t + 4, &t);
    const unsigned first = (unsigned)__builtin_ctz(may);
    char want[TN_VERDICT_TEXT];
    if (w->rx_lost)
        return;
    if (!o && cut_short(w))
        return;
    snprintf(want, sizeof want, "%s%s, channel %u, number %u", name_of(first),
             may & (may - 1) ? " (or another)" : "", k ? k->vc : 0u, k ? k->seq : 0u);
    if (!o) {
        const struct tn_tnw_out *late = pulse(w, w->t + 5, w->t + TNW_LAG - 2, &t);
        const bool is = late && may >> late->obs_rx_cause & 1;
        tn_judge(&w->judge, is ? TNW_LAT_2 : tnw_rule_of_cause(else_cause), false, want,
                 is ? "that, but %u cycles later" : "no judgement in 4 cycles",
                 (unsigned)(t - w->t));
        w->rx_lost = true;
        return;
    }
    const bool right = may >> o->obs_rx_cause & 1;
    if (w->t <= w->synced_at + TNW_SETTLE + 4 ||
        (w->state == TN_TNW_INIT && w->t <= w->since + TNW_SETTLE + 4)) {
        use_pulse(w, t); /* perhaps of a packet before, which may be seen or not */
        return;
    }
    w->judge.asked[TNW_LAT_2]++;
    if (!tn_judge(&w->judge, wrong_rule(w, right ? o->obs_rx_cause : first, o->obs_rx_cause),
                  right && o->obs_rx_vc == (k ? k->vc : 0) && o->obs_rx_seq == (k ? k->seq : 0),
                  want, "%s, channel %u, number %u", name_of(o->obs_rx_cause), o->obs_rx_vc,
                  o->obs_rx_seq)) {
        w->rx_lost = true;
        return;
    }
    use_pulse(w, t);
    effect(w, o->obs_rx_cause, k);
}

static void not_whole(struct tn_tnw_link_judge *w, unsigned cause)
{
    struct tnw_packet k;
    const bool header = w->in_packet && w->n > 0;
    unsigned may = 1u << cause;
    if (header)
        tnw_words_packet(w->got, w->n, &k);
    if (!is_up(w) || w->discarding || (w->in_packet && w->skip))
        may = 1u << TN_TNW_SKIPPED;
    if (uses(w))
        judged(w, may, cause, header ? &k : NULL);
}

static unsigned causes(const struct tn_tnw_link_judge *w, const struct tnw_packet *k)
{
    const int ahead = tnw_seq_ahead(w->expected, k->seq);
    if (!is_up(w) || w->skip || w->discarding)
        return 1u << TN_TNW_SKIPPED;
    if (k->crc != tnw_want_crc(k))
        return 1u << TN_TNW_CRC;
    if (!tnw_w_seq_off(w) && ahead)
        return 1u << (ahead < 0 ? TN_TNW_DUP : TN_TNW_AHEAD);
    return (unsigned)(!w->room) << TN_TNW_FULL | (unsigned)w->maybe_room << TN_TNW_TAKEN;
}

/* Room as the header finds it, a place that becomes free within 4 cycles being open: certainly,
 * perhaps. */
static void look_for_room(struct tn_tnw_link_judge *w, unsigned vc)
{
    const struct tnw_rcv *r = &w->rcv[vc];
    const uint32_t places = 1u << w->par.rx_pkts_log2;
    uint32_t sure = 0, perhaps = 0;
    for (uint32_t k = r->out > TNW_PLACES ? r->out - TNW_PLACES : 0; k != r->out; k++) {
        const uint64_t at = r->free_at[k % (2 * TNW_PLACES)];
        sure += at + 4 >= w->t;
        perhaps += at > w->t + 4;
    }
    w->room = r->in - r->out + sure < places;
    w->maybe_room = r->in - r->out + perhaps < places;
}

static void data_in_packet(struct tn_tnw_link_judge *w, struct tnw_word word)
{
    struct tnw_packet k;
    w->got[w->n++] = word;
    if (w->n == 1)
        look_for_room(w, word.data >> 29);
    if (w->n < TNW_WORDS - 1)
        return;
    w->in_packet = false;
    tnw_words_packet(w->got, w->n, &k);
    const unsigned may = causes(w, &k);
    if (uses(w))
        judged(w, may, (unsigned)__builtin_ctz(may), &k);
}

static void word_outside(struct tn_tnw_link_judge *w, enum tnw_class kind, struct tnw_word word)
{
    const struct tnw_ctl c = tnw_ctl_decode(word.data);
    const bool was_in = w->in_packet;
    if (was_in)
        not_whole(w, TN_TNW_BROKEN);
    else if (kind == TNW_DATA && !w->stray)
        not_whole(w, TN_TNW_STRAY);
    else if (kind == TNW_BAD)
        tnw_count(w, TN_TNW_R_BAD_WORDS, w->synced && w->state != TN_TNW_DOWN && !tnw_loose(w), 1);
    w->stray = kind == TNW_DATA;
    w->in_packet = kind == TNW_START;
    w->n = 0;
    if (!was_in && (kind == TNW_START || kind == TNW_SET))
        tnw_w_feedback(w, &c, uses(w));
    w->skip = !is_up(w);
    if (kind != TNW_DATA && !w->synced) {
        w->synced = true;
        w->synced_at = w->t;
    }
}

void tnw_w_receive(struct tn_tnw_link_judge *w)
{
    const struct tn_tnw_in *in = &tnw_pins(w, w->t)->in;
    const enum tnw_class kind = tnw_classify(in->rx);
    if (w->rx_up && !in->rx_up) {
        tnw_count(w, TN_TNW_R_ALIGN_LOST, 1, 1);
        w->align_lost_at = w->t;
        w->judge.asked[TNW_LNK_4]++;
    }
    w->rx_up = in->rx_up;
    tnw_count(w, TN_TNW_R_SYM_CODE, in->rx_code_n, in->rx_code_n);
    tnw_count(w, TN_TNW_R_SYM_DISP, in->rx_disp_n, in->rx_disp_n);
    if (!in->rx_up) {
        if (w->in_packet)
            not_whole(w, TN_TNW_BROKEN);
        w->in_packet = w->stray = false;
        return;
    }
    if (w->state == TN_TNW_DOWN && !(w->ctrl & TN_TNW_CTRL_RESET) && !w->reset_at)
        tnw_w_leave_down(w);
    if (w->in_packet && kind == TNW_DATA)
        data_in_packet(w, in->rx);
    else
        word_outside(w, kind, in->rx);
}

/* A pulse that nothing was the cause of. */
void tnw_w_obs_left(struct tn_tnw_link_judge *w)
{
    uint64_t t = 0;
    const struct tn_tnw_out *o = pulse(w, 0, w->t + 1, &t);
    const uint64_t calm = 2 * TNW_SETTLE;
    if (!o) {
        w->obs_next = w->obs_next > w->t + 2 ? w->obs_next : w->t + 2;
        return;
    }
    if (uses(w) && !w->rx_lost && t > w->since + calm && t > w->synced_at + calm) {
        tn_judge(&w->judge, tnw_rule_of_cause(o->obs_rx_cause), false,
                 "no judgement: no packet ended", "%s, channel %u, number %u",
                 name_of(o->obs_rx_cause), o->obs_rx_vc, o->obs_rx_seq);
        w->rx_lost = true;
    }
    use_pulse(w, t);
}
