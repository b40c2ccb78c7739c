/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Packets from s to the line, going back, and what is left when the lane is down (cl_link.md 2, 3
 * and 6).
 */
#include "judge_state.h"

#include <string.h>

static void off(struct tn_cl_link_judge *j, unsigned rule, const char *expected, const char *found)
{
    tn_scope_judge(&j->tx, cl_blame(j, rule), false, expected, "%s", found);
}

static void tries(struct tn_cl_link_judge *j, unsigned lo, unsigned hi)
{
    j->out.tries_lo = lo;
    j->out.tries_hi = hi;
    j->out.tries_at = j->now;
}

/* Source (section 2). */

/* s_ok, of all priorities. */
static void may_begin(struct tn_cl_link_judge *j, const struct tn_cl_link_pins *p)
{
    struct cl_link_tx *t = &j->out;
    const uint32_t limit[CL_PRIOS] = {j->limits & 15, j->limits >> 8 & 15, j->limits >> 16 & 15};
    uint32_t least = 0, most = 0;
    if (j->now < j->up_at + GAP || j->now < j->wrote_at + GAP)
        return;
    bool can = j->up && t->begun - tn_lag_most(&t->left, j->now) < CL_WINDOW,
         must = j->up && t->begun - tn_lag_least(&t->left, j->now) < CL_WINDOW;
    for (unsigned i = CL_PRIOS;
         i-- > 0;) { /* a bit asks for its own limit and for those of all before */
        least += t->prio_begun[i] - tn_lag_most(&t->gone[i], j->now);
        most += t->prio_begun[i] - tn_lag_least(&t->gone[i], j->now);
    }
    for (unsigned i = 0; i < CL_PRIOS; i++) {
        const bool told = p->s_ok >> i & 1;
        can = can && least < limit[i];
        must = must && most < limit[i];
        tn_scope_judge(&j->ok, cl_blame(j, R_OK_1), told ? can : !must,
                       "s_ok by the replay buffer and the limits", "s_ok[%u] %d: %u to %u packets",
                       i, told, least, most);
        least -= t->prio_begun[i] - tn_lag_most(&t->gone[i], j->now);
        most -= t->prio_begun[i] - tn_lag_least(&t->gone[i], j->now);
    }
}

static bool is_packet(const struct cl_run *r)
{
    struct cl_header h;
    cl_header_get(r->word, &h);
    return cl_run_whole(r) && h.prio < CL_PRIOS && h.type != TN_cl_hdr_type_LINK;
}

/* A packet's last word was taken. */
static void whole(struct tn_cl_link_judge *j, unsigned prio)
{
    struct cl_link_tx *t = &j->out;
    if (is_packet(&t->src)) {
        t->packet[t->accepted % RING] = t->src;
        t->packet[t->accepted++ % RING].at = j->now;
    } else {
        cl_count(j, CLL_SRC_BAD);
        tn_lag_up(&t->left, j->now, 1);
        tn_lag_up(&t->gone[prio], j->now, 1);
        t->gone_at = j->now;
        t->bad[t->bads++ % PAST] = t->src;
    }
    t->src.n = 0;
}

void cl_link_source(struct tn_cl_link_judge *j, const struct tn_cl_link_pins *p)
{
    struct cl_link_tx *t = &j->out;
    const bool first = t->src.n == 0;
    const uint16_t head = first ? p->s_data : t->src.word[0];
    const unsigned prio = (head >> 4 & 3) == CL_PRIOS ? CL_PRIOS - 1 : head >> 4 & 3;
    may_begin(j, p);
    if (!p->s_valid)
        return;
    if (first && !p->s_ready) {
        t->waits = p->s_ok >> prio & 1 ? t->waits + 1 : 0;
        tn_scope_judge(&j->ok, R_OK_1, t->waits <= GAP, "the first word taken, s_ok being 1",
                       "not for %u cycles", (unsigned)t->waits);
        return;
    }
    if (!p->s_ready) {
        tn_scope_judge(&j->ok, R_OK_1, !t->stalled || j->now >= t->stalled + 4,
                       "a pause of one cycle in four", "two");
        t->stalled = j->now;
        return;
    }
    t->waits = 0;
    if (first) {
        tn_scope_judge(&j->ok, R_OK_1, p->s_ok >> prio & 1, "no packet while s_ok is 0",
                       "one of prio %u", prio);
        t->begun++;
        t->prio_begun[prio]++;
        t->stalled = 0;
    }
    cl_run_add(&t->src, p->s_data, j->now);
    if (p->s_last)
        whole(j, prio);
}

/* Going back (section 3). */

/* The sender goes back, for certain or perhaps. */
static void cause(struct tn_cl_link_judge *j, bool sure)
{
    struct cl_link_tx *t = &j->out;
    const unsigned lo = t->tries_lo, hi = t->tries_hi;
    cl_cause(&t->back, j->now, sure);
    tries(j, lo + sure, hi + 1);
    if (sure && hi < TRIES)
        cl_count(j, CLL_BACK);
    else if (lo < TRIES)
        tn_lag_maybe(&j->count[CLL_BACK], j->now, 1);
    if (t->tries_lo > TRIES && !j->down_due)
        j->down_due = j->now + KNOWN_CYC + ROOM_CYC;
}

void cl_link_heard(struct tn_cl_link_judge *j, const struct cl_ctl *c)
{
    struct cl_link_tx *t = &j->out;
    const uint32_t ahead = (c->ack + 1u - t->acks) % CL_SEQS;
    bool bad = ahead > t->fresh - t->acks;
    uint32_t n[CL_PRIOS];
    for (unsigned i = 0; i < CL_PRIOS; i++) {
        n[i] = (uint8_t)(c->freed[i] - t->freed[i]);
        bad |= n[i] > t->prio_begun[i] - t->gone[i].sure;
    }
    if (bad) {
        cl_count(j, CLL_CTL_BAD);
        j->in.bad_ctl = j->now;
        return;
    }
    for (unsigned i = 0; i < CL_PRIOS; i++) {
        tn_lag_up(&t->gone[i], j->now, n[i]);
        t->gone_at = n[i] ? j->now : t->gone_at;
        t->freed[i] = c->freed[i];
    }
    if (ahead) {
        t->acks += ahead;
        if (j->up)
            tn_lag_up(&t->acked, j->now, ahead);
        else
            tn_lag_maybe(&t->acked, j->now, ahead);
        tn_lag_up(&t->left, j->now, ahead);
        tries(j, 0, t->timed);
        if (t->timed) /* (the time may have run out just before) */
            cl_cause(&t->back, j->now, false);
        t->moved = t->time_lo = j->now;
        t->time_hi = j->now + KNOWN_CYC;
        t->timed = false;
        if (t->acks == t->fresh)
            t->back.sure = t->back.sure_last = 0; /* (a run once more may have begun) */
    }
    if (c->nack && (t->fresh != t->acks || t->accepted != t->acks))
        cause(j, t->fresh != t->acks);
}

void cl_link_timer(struct tn_cl_link_judge *j)
{
    struct cl_link_tx *t = &j->out;
    if (t->fresh == t->acks)
        return;
    if (!t->timed && j->now >= t->time_lo + j->tmo) {
        t->timed = true;
        tn_lag_maybe(&j->count[CLL_TIMEOUTS], j->now, 1);
        tn_lag_maybe(&j->count[CLL_BACK], j->now, 1);
        tries(j, t->tries_lo, t->tries_hi + 1);
    }
    if (j->up && t->commas > GAP && !t->back.may &&
        j->now > t->time_hi + j->tmo + KNOWN_CYC + FIRST_CYC)
        off(j, t->tries_hi > TRIES ? R_DWN_1 : R_TMO_1, "going back at LINK_TMO", "none");
}

/* The sender has gone back with the run that has ended. */
static void went_back(struct tn_cl_link_judge *j)
{
    struct cl_link_tx *t = &j->out;
    const uint64_t from = t->run.at;
    const bool since = t->moved >= from; /* progress has come since */
    if (t->back.may && t->back.may <= from) {
        t->time_lo = since ? t->time_lo : from;
        t->time_hi = since ? t->time_hi : from;
        t->timed &= since;
        t->back.n += t->run_timed; /* (it may be by the time alone) */
        cl_caused(&t->back, from);
        return;
    }
    if (!t->run_timed) {
        off(j, !since && from > t->time_lo + j->tmo / 2 ? R_TMO_1 : R_BCK_1,
            "a NACK, or LINK_TMO cycles", "going back without either");
        return;
    }
    for (unsigned r = CLL_TIMEOUTS; r <= CLL_BACK; r++) {
        cl_count(j, r);
        tn_lag_gone(&j->count[r], j->now, 1);
    }
    if (since)
        return;
    t->time_lo = t->time_hi = from;
    t->timed = false;
    tries(j, t->tries_lo + 1, t->tries_hi);
    if (t->tries_lo > TRIES)
        off(j, R_DWN_1, "the lane down instead of going back for the 17th time", "one more");
}

/* The line. */

/* Says whether a run is the packet, whatever seq and CRC it has. */
static bool is_body(const struct cl_run *r, const struct cl_run *packet)
{
    struct cl_run a = *r, b = *packet;
    if (a.n != b.n || a.n < CL_WORDS_MIN || a.n > CL_WORDS_MAX)
        return false;
    a.word[1] &= (uint16_t) ~(CL_SEQS - 1u);
    b.word[1] &= (uint16_t) ~(CL_SEQS - 1u);
    a.word[a.n - 1] = b.word[b.n - 1] = 0;
    return cl_run_same(&a, &b);
}

/* Blames a run that is not the packet with its seq. */
static void wrong_run(struct tn_cl_link_judge *j, uint32_t n)
{
    const struct cl_link_tx *t = &j->out;
    const struct cl_run *r = &t->run;
    for (unsigned i = 0; i < PAST && i < t->bads; i++)
        if (is_body(r, &t->bad[i])) {
            off(j, R_SRC_1, "no run of a packet that is dropped", "its run");
            return;
        }
    if (n < t->accepted && is_body(r, &t->packet[n % RING]))
        off(j, n == t->next ? R_TX_1 : R_BCK_1, "the next packet, its seq and CRC", "another");
    else if (t->next < t->accepted && is_body(r, &t->packet[t->next % RING]))
        off(j, R_TX_1, "the next number, and the CRC of the difference", "others");
    else
        off(j, R_TX_2, "the words of the next packet", "others");
}

/* A packet has ended on the line. */
static void packet_sent(struct tn_cl_link_judge *j)
{
    struct cl_link_tx *t = &j->out;
    const struct cl_run *r = &t->run;
    const uint64_t from = r->at;
    const uint32_t n = cl_count_of(t->acked_lo, r->word[1] & (CL_SEQS - 1)) - 1,
                   on = t->next > t->acked_hi ? t->next : t->acked_hi;
    const bool owed = t->back.may && t->back.may <= from,
               goes_on = n >= t->next && n <= on && n < t->accepted,
               back = n >= t->acked_lo && n <= t->acked_hi && n < t->fresh;
    struct cl_run due = t->packet[n % RING];
    if (n < t->accepted)
        cl_renumber(due.word, due.n, n % CL_SEQS);
    if (n >= t->accepted || !cl_run_same(&due, r) || !(goes_on || back)) {
        wrong_run(j, n);
        return;
    }
    tn_judge_held(&j->judge, R_TX_1);
    tn_judge_held(&j->judge, R_TX_2);
    if (back && (!goes_on || (owed && t->back.sure && t->back.last + KNOWN_CYC <= from))) {
        went_back(j);
    } else if (back && (owed || t->run_timed)) { /* it may have gone back, or will */
        t->back.sure = t->back.sure_last > from ? t->back.sure_last : 0;
        t->back.may = t->back.last + KNOWN_CYC <= from ? 0 : t->back.may;
        t->time_hi = t->moved >= from ? t->time_hi : from;
    } else {
        tn_scope_judge(&j->tx, R_BCK_1, cl_not_caused(&t->back, from), "going back behind a NACK",
                       "packet %u", n);
        tn_scope_judge(&j->tx, R_TMO_1,
                       t->back.may || t->fresh == t->acks ||
                           from <= t->time_hi + j->tmo + KNOWN_CYC + GAP,
                       "going back at LINK_TMO", "packet %u", n);
    }
    cl_count(j, n < t->fresh ? CLL_TX_AGAIN : CLL_TX_PACKETS);
    t->next = n + 1;
    if (n < t->fresh)
        return;
    if (t->fresh == t->acks) {
        t->time_lo = t->packet[n % RING].at > t->moved + CL_WORDS_MAX + KNOWN_CYC ? from - ROOM_CYC
                                                                                  : t->moved;
        t->time_hi = j->now;
        t->timed = false;
    }
    t->fresh = n + 1;
}

/* A comma word stands where a packet could have begun. */
static void waits(struct tn_cl_link_judge *j)
{
    struct cl_link_tx *t = &j->out;
    const uint32_t next = t->next > t->acks ? t->next : t->acks;
    if (!j->up || t->commas <= GAP)
        return;
    if (!t->back.sure && j->now > t->back.last + KNOWN_CYC + FIRST_CYC)
        t->back.may = 0; /* it was none */
    if (t->back.sure)
        tn_scope_judge(&j->tx, R_BCK_1, j->now <= t->back.sure + KNOWN_CYC + FIRST_CYC,
                       "going back behind a NACK", "none");
    else if (next < t->accepted && !t->back.may && j->now > t->moved + KNOWN_CYC &&
             tn_scope_is_open(&j->ok))
        tn_scope_judge(&j->tx, cl_blame(j, R_TX_3), j->now <= t->packet[next % RING].at + FIRST_CYC,
                       "a packet within 12 cycles, and 4 comma words between runs",
                       "%u comma words", t->commas);
}

void cl_link_line(struct tn_cl_link_judge *j, const struct tn_cl_link_pins *p)
{
    struct cl_link_tx *t = &j->out;
    if (!p->wire_tx_k) {
        if (!t->run.n) {
            t->acked_lo = tn_lag_least(&t->acked, j->now);
            t->acked_hi = t->acks;
            t->run_timed = t->timed;
            cl_link_say_begins(j);
            tn_scope_judge(&j->tx, R_DWN_1, j->up || j->now <= j->up_at + ROOM_CYC,
                           "comma words alone on a lane that is down", "a run");
        }
        cl_run_add(&t->run, p->wire_tx_data, j->now);
        t->commas = 0;
        return;
    }
    tn_scope_judge(&j->tx, R_TX_2, p->wire_tx_data == CL_COMMA, "the comma word", "%04x",
                   p->wire_tx_data);
    if (t->run.n) {
        cl_link_say_sent(j, p);
        if ((t->run.word[0] & 15) != TN_cl_hdr_type_LINK && tn_scope_is_open(&j->tx))
            packet_sent(j);
        t->run.n = 0;
    }
    t->commas++;
    if (tn_scope_is_open(&j->tx))
        waits(j);
    cl_link_say_waits(j);
}

/* The lane is down (section 6). */

uint32_t cl_first_left(const struct tn_cl_link_judge *j, uint32_t n)
{
    const uint32_t behind = cl_count_of(n, j->drain.ack);
    return behind <= j->drain.had ? behind : n;
}

/* Says whether the words at d are packet n, with the seq and CRC of s or of the lane. */
static bool is_left(const struct tn_cl_link_judge *j, uint32_t n)
{
    struct cl_run r = j->out.packet[n % RING];
    if (n >= j->out.accepted)
        return false;
    if (cl_run_same(&r, &j->drain.run))
        return true;
    cl_renumber(r.word, r.n, n % CL_SEQS);
    return cl_run_same(&r, &j->drain.run);
}

/* Finds which packet is the next one at d: of those from lo to hi, as the last acknowledgments may
 * have come or not. Returns whether one fits: the packet at d, or none when none is left. */
static bool fits(struct tn_cl_link_judge *j, bool packet)
{
    struct cl_link_drain *d = &j->drain;
    const uint32_t lo = tn_lag_least(&j->out.acked, j->now),
                   hi = tn_lag_most(&j->out.acked, j->now);
    if (d->sure)
        return packet ? is_left(j, d->next) : d->next == j->out.accepted;
    for (uint32_t n = lo; n <= hi; n++) {
        const uint32_t first = cl_first_left(j, n);
        if (packet ? is_left(j, first) : first == j->out.accepted) {
            d->next = first;
            d->sure = packet;
            return true;
        }
    }
    return false;
}

void cl_link_drain(struct tn_cl_link_judge *j, const struct tn_cl_link_pins *p)
{
    struct cl_link_drain *d = &j->drain;
    const struct tn_cl_link_pins *was = &j->was;
    if (p->d_go && !j->up && !d->go) {
        d->go = true;
        d->ack = p->d_ack;
        d->had = j->out.accepted;
        d->at = j->now;
    }
    if (was->d_valid && !was->d_ready)
        tn_scope_judge(&j->tx, R_HSK_1,
                       p->d_valid && p->d_data == was->d_data && p->d_last == was->d_last,
                       "the word of d until it is taken", "another, or none");
    tn_scope_judge(&j->tx, R_DRN_1, d->go || !(p->d_valid || p->d_done), "nothing before d_go",
                   "d_valid or d_done");
    if (d->go && tn_scope_is_open(&j->tx)) {
        const bool none = !d->run.n && !p->d_valid && !j->out.src.n && fits(j, false);
        tn_scope_judge(&j->tx, R_DRN_1, !p->d_done || none, "d_done when none is left", "before");
        d->at = p->d_valid || j->out.src.n || p->d_done ? j->now : d->at;
        tn_scope_judge(&j->tx, R_DRN_1, j->now <= d->at + DRAIN_CYC, "the next packet, or d_done",
                       "neither");
        d->done = p->d_done;
    }
    if (p->d_valid && p->d_ready) {
        cl_run_add(&d->run, p->d_data, j->now);
        if (p->d_last) {
            tn_scope_judge(&j->tx, R_DRN_1, fits(j, true), "the next packet that was not taken",
                           "another");
            d->next++;
            d->run.n = 0;
        }
    }
}
