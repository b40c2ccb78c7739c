/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The sender of a TNW link: packet numbers, what is sent again, what is unacknowledged
 * (tnw.md section 2, tnw_link.md section 6).
 */
#include "tnw.h"

#include <stdio.h>
#include <string.h>

/* FNV-1a of what stands between START and CRC. */
static uint64_t look_of(const struct tnw_packet *k)
{
    uint64_t h = 0xcbf29ce484222325u ^ tnw_header(k);
    for (unsigned i = 0; i < TNW_PAYLOAD; i++)
        h = (h ^ k->payload[i]) * 0x100000001b3u;
    return h ? h : 1;
}

void tnw_numbers_anew(struct tnw_player *d)
{
    d->known = d->resend = d->owes = d->maybe_restart = d->told = d->spare = false;
    d->zero = true;
    d->unsure = 0;
    d->acked_known = true;
    d->acked = TNW_SEQ_MOD - 1;
    memset(d->sent, 0, sizeof d->sent);
}

void tnw_acked(struct tnw_player *d, uint8_t seq, uint64_t cycle)
{
    int ahead = d->known ? tnw_seq_ahead(d->last, seq) : 0;
    if (!d->known || ahead > 0)
        return; /* names nothing that was seen to be sent */
    if (d->acked_known && ((seq - d->acked) & (TNW_SEQ_MOD - 1)) > TNW_WINDOW)
        return; /* old news */
    d->acked = seq;
    d->acked_known = true;
    if (d->sent[seq].there && !d->sent[seq].again && cycle > d->sent[seq].end &&
        cycle - d->sent[seq].end < d->trip)
        d->trip = cycle - d->sent[seq].end;
}

/* The end that sends d is not where the capture was made: what it sent may be lost before that,
 * without a trace. Where it was made is known by how fast the end answers; else by a line that was
 * seen to do damage. */
static bool far(struct tn_checker *c, const struct tnw_player *d)
{
    const struct tnw_player *o = tnw_other(c, d);
    if (!o || tnw_rules(c)->untimed || o->trip == TNW_UNKNOWN)
        return d->damaged || (o && o->damaged);
    return o->trip > TNW_AT_ONCE;
}

void tnw_gap_end(struct tn_checker *c, struct tnw_player *d, bool known)
{
    char found[TN_VERDICT_TEXT];
    if (d->gap.packet == 0)
        return;
    if (!known && d->gap_hole && far(c, d)) {
        d->gap.packet = 0; /* its RESTART may be still to come */
        return;
    }
    c->asked[R_TNW_PKT_3]++;
    snprintf(found, sizeof found, "%u is missing after %u", d->missing, d->after);
    if (!c->off[R_TNW_PKT_3])
        tn_rule_say(c, TN_VERDICT_FAIL, R_TNW_PKT_3, &d->gap, 0, "the number after the last",
                    found);
    d->gap.packet = 0;
}

void tnw_restarted(struct tn_checker *c, struct tnw_player *d, uint8_t seq)
{
    if (d->gap.packet && tnw_seq_ahead(d->missing, seq) <= 0) {
        d->gap.packet = 0; /* it was lost on the way, and comes again */
        d->damaged = true;
    }
    tnw_gap_end(c, d, true);
    d->vague = (d->vague && d->resend) || (d->hole && far(c, d));
    d->owes = d->told = d->maybe_restart = d->hole = false;
    d->resend = d->known;
    d->next = seq;
    d->limit = d->last;
}

/* All packets from a up to b, b excluded, are acknowledged. */
static bool all_acked(const struct tnw_player *d, uint8_t a, uint8_t b)
{
    return a == b || tnw_seq_ahead(d->acked, (unsigned)b - 1) <= 0;
}

/* A number that was sent before. */
static void judge_again(struct tn_checker *c, struct tnw_player *d, const struct tnw_packet *k)
{
    bool sure = d->unsure == 0 && !d->maybe_restart;
    struct tnw_player *o = tnw_other(c, d);
    uint8_t seq = k->seq;
    if (!k->snapped && d->sent[seq].look)
        RULE(c, TNW_PKT_4, d->sent[seq].look == look_of(k), "the packet as it was sent first",
             "number %u has another content than in packet %llu", seq,
             (unsigned long long)d->sent[seq].packet);
    d->sent[seq].again = true;
    if (d->unit != TN_UNIT_FRAME)
        return;
    if (!d->resend && sure) {
        if (d->owes)
            RULE(c, TNW_TX_5, false, "RESTART, as a NACK came", "number %u again without one", seq);
        else
            RULE(c, TNW_TX_4, false, "RESTART before it", "number %u again without one", seq);
    } else if (d->resend && sure) {
        int ahead = tnw_seq_ahead(d->next, seq);
        bool skipped = ahead > 0 && !(d->hole && far(c, d)) && o && d->acked_known &&
                       !all_acked(d, d->next, seq);
        RULE(c, TNW_TX_4, ahead >= 0 && !skipped, "the next number not acknowledged",
             "%u, next is %u", seq, d->next);
    }
    if (!d->resend) {
        d->resend = true;
        d->limit = d->last;
        d->vague = d->hole && far(c, d);
    }
    d->maybe_restart = d->hole = false;
    d->next = tnw_seq_next(seq);
}

/* A number that was not sent before; by how many it is ahead of the last. */
static void judge_new(struct tn_checker *c, struct tnw_player *d, uint8_t seq, unsigned ahead)
{
    struct tnw_player *o = tnw_other(c, d);
    if (ahead <= d->unsure) { /* it may be one of those that could not be read */
        d->unsure -= ahead;
        d->resend = false; /* where that ends is not known any more */
        return;
    }
    d->unsure = 0;
    if (o && d->acked_known) {
        unsigned open = (unsigned)(seq - d->acked) & (TNW_SEQ_MOD - 1);
        if (d->resend && !d->vague && d->young == 0)
            RULE(c, TNW_TX_3, tnw_seq_ahead(d->limit, d->acked) >= 0,
                 "ACK of all that was sent before the RESTART",
                 "number %u, of %u only %u is acknowledged", seq, d->limit, d->acked);
        RULE(c, TNW_TX_1, open <= TNW_WINDOW, "15 packets without ACK", "%u, from number %u on",
             open, tnw_seq_next(d->acked));
        if (open > TNW_WINDOW)
            d->acked = (uint8_t)((seq - TNW_WINDOW) & (TNW_SEQ_MOD - 1)); /* once is enough */
    }
    d->resend = false;
}

static void keep(struct tnw_player *d, const struct tnw_packet *k, uint64_t cycle, uint64_t packet)
{
    for (uint8_t n = tnw_seq_next(d->last); d->known && n != k->seq; n = tnw_seq_next(n))
        d->sent[n].there = false,
        d->sent[n].look = 0; /* passed over: not seen, or not to be read */
    if (d->known && d->young)
        d->young--;
    d->last = k->seq;
    d->known = true;
    d->zero = d->hole = false;
    d->sent[k->seq].there = true;
    d->sent[k->seq].again = false;
    d->sent[k->seq].look = k->snapped ? 0 : look_of(k);
    d->sent[k->seq].packet = packet;
    d->sent[k->seq].end = cycle + TNW_SPAN;
}

/* A number is missing: lost on the way, when a RESTART brings it again, or never sent. */
static void gap(const struct tn_checker *c, struct tnw_player *d)
{
    if (d->gap.packet)
        return;
    d->gap = *c->ev;
    d->gap.bytes = NULL;
    d->gap_hole = d->hole;
    d->missing = tnw_seq_next(d->last);
    d->after = d->last;
}

/* The first packet that is seen of a direction, or since INIT and READY. */
static void judge_first(struct tn_checker *c, struct tnw_player *d, const struct tnw_packet *k)
{
    if (d->zero && k->seq > d->unsure && d->unit == TN_UNIT_FRAME) {
        d->last = TNW_SEQ_MOD - 1;
        gap(c, d);
    } else if (d->zero)
        RULE(c, TNW_PKT_3, true, "", "%s", "");
    d->young = d->zero || k->seq == 0 ? 0 : TNW_WINDOW;
    if (!d->zero || k->seq > d->unsure)
        d->acked = (uint8_t)((k->seq - 1u) & (TNW_SEQ_MOD - 1)); /* as much as there can be */
    d->acked_known = true;
    d->unsure = 0;
    d->resend = d->maybe_restart = false;
}

/* A NACK wants a RESTART; a packet begins instead. That the NACK arrived, and when, is known where
 * the capture was made at this end: it answers at once. */
static void judge_owed(struct tn_checker *c, struct tnw_player *d, uint64_t cycle)
{
    struct tnw_player *o = tnw_other(c, d);
    enum { SLACK = 14 };
    if (!d->owes || !o || tnw_rules(c)->untimed || o->trip > TNW_AT_ONCE ||
        cycle <= d->owes_cycle + o->trip + SLACK)
        return;
    RULE(c, TNW_TX_5, false, "RESTART, as a NACK came",
         "a packet %llu cycles after that of packet %llu",
         (unsigned long long)(cycle - d->owes_cycle), (unsigned long long)d->owes_packet);
    d->owes = false;
}

/* The packet before had a number too far ahead, and this one goes on as though it had been
 * the right one: it was wrong in that one alone. */
static void after_jump(struct tn_checker *c, struct tnw_player *d, const struct tnw_packet *k)
{
    uint8_t right = tnw_seq_next(d->jump_after);
    if (d->jump_packet == 0 || d->sent[d->last].packet != d->jump_packet || d->resend ||
        d->damaged || k->seq == d->last || k->seq != tnw_seq_next(right))
        return;
    tnw_gap_end(c, d, true);
    d->sent[right] = d->sent[d->last];
    d->sent[right].look = 0; /* another number, another look */
    d->sent[d->last].there = false;
    d->sent[d->last].look = 0;
    d->last = right;
    d->jump_packet = 0;
}

void tn_rules_tnw_packet(struct tn_checker *c, struct tnw_player *d, const struct tnw_packet *k,
                         uint64_t cycle)
{
    int ahead;
    uint32_t want = tnw_want_crc(k);
    if (tnw_faulty(c)) {
        tnw_unread(c, d, true, false); /* what the line made of it */
        return;
    }
    if (!k->snapped)
        RULE(c, TNW_PKT_2, k->crc == want, "the CRC-32 of header and payload",
             "%08x, computed %08x", k->crc, want);
    if (!k->snapped && k->crc != want) {
        tnw_unread(c, d, true, false);
        return;
    }
    judge_owed(c, d, cycle);
    if (!d->known) {
        judge_first(c, d, k);
        keep(d, k, cycle, c->ev->packet);
        return;
    }
    after_jump(c, d, k);
    ahead = tnw_seq_ahead(d->last, k->seq);
    if (ahead > 1 + (int)d->unsure) {
        d->jump_packet = c->ev->packet;
        d->jump_after = d->last;
    }
    if (ahead > 1 + (int)d->unsure && d->unit == TN_UNIT_FRAME)
        gap(c, d);
    else
        RULE(c, TNW_PKT_3, ahead <= 1 + (int)d->unsure && ahead > -TNW_BEFORE,
             "the number after the last, or one of the 16 before it", "%u after %u", k->seq,
             d->last);
    if (ahead <= 0 && ahead > -TNW_BEFORE) {
        judge_again(c, d, k);
        return;
    }
    if (ahead > 0 && ahead <= 1 + (int)d->unsure)
        judge_new(c, d, k->seq, (unsigned)ahead);
    else {
        d->resend = d->acked_known = false;
        d->unsure = 0;
    }
    keep(d, k, cycle, c->ev->packet);
}
