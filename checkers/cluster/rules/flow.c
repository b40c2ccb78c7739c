/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Numbers, acknowledgments and credits of a lane (cluster.md sections 4, 5 and 7).
 *
 * Acknowledgments and counts take effect where they were seen, at the latest: a sender beyond the
 * point of capture knows of them later, so that what they allow is never judged too strictly. What
 * comes in may have lost packets on the way without a trace: a number that is missing there is held
 * against the sender when nothing explains it later.
 */
#include "cluster.h"

#include <stdio.h>

enum {
    NEAR = 128,     /* cycles in which a sender at the point of capture has made use of an ACK */
    PATIENCE = 1024 /* cycles after which a lost packet has come again: twice link_tmo */
};

/* Packets not freed: of each priority and those below together. */
static const uint8_t limit[CL_PRIOS] = {CL_WINDOW, 12, 8};

void tn_rules_cl_unread(struct cl_side *d, unsigned n)
{
    d->skipped = true;
    d->unsure += n;
    if (d->unsure > CL_WINDOW)
        d->unsure = CL_WINDOW;
    for (unsigned p = 0; p < CL_PRIOS; p++)
        d->most[p] = limit[p];
}

/* FNV-1a of a packet's words. */
static uint64_t look_of(const struct cl_packet *k)
{
    uint64_t h = 0xcbf29ce484222325u;
    for (unsigned i = 0; i < k->words; i++)
        h = (h ^ k->word[i]) * 0x100000001b3u;
    return h;
}

void tn_rules_cl_gap_end(struct tn_checker *c, struct cl_side *d)
{
    const struct tn_cluster_rules *s = c->state;
    const struct cl_gap *g = &d->gap;
    char found[TN_VERDICT_TEXT];
    if (g->ev.packet == 0 || (g->ev.cycle && s->newest < g->ev.cycle + PATIENCE))
        return;
    snprintf(found, sizeof found, "%u came, and %u never did", g->found, g->seq);
    if (!c->off[g->rule])
        tn_rule_say(c, TN_VERDICT_FAIL, g->rule, &g->ev, 0, "the next number", found);
    d->gap.ev.packet = 0;
}

/* A wrong number: the sender's fault at once where it leaves the sender, else when nothing explains
 * it. */
static void gap(struct tn_checker *c, struct cl_side *d, unsigned rule, unsigned want,
                unsigned found, const char *expected)
{
    const bool far = rule == R_CLU_SEQ_1 && cl_ahead(d->last, found) > CL_WINDOW;
    if (d->dir == TN_DIR_UP || far)
        tn_rule_fail(c, rule, 0, expected, "%u, not %u", found, want);
    else if (d->gap.ev.packet == 0)
        d->gap = (struct cl_gap){
            .ev = *c->ev, .rule = rule, .seq = (uint8_t)want, .found = (uint8_t)found};
}

/* Says whether n is an acknowledgment that the sender of d may have had when it sent this packet.
 */
static bool had(const struct tn_checker *c, const struct cl_side *d, const struct cl_side *o,
                unsigned n)
{
    unsigned behind = cl_ahead(n, o->ack);
    if (behind >= CL_SEQS / 2)
        return false; /* it was not sent so far */
    if (d->dir != TN_DIR_UP || c->ev->cycle == 0 || behind == 0)
        return true;
    for (unsigned i = o->ack_n; i > 0 && i + CL_ACKS > o->ack_n; i--) {
        const unsigned at = (i - 1) % CL_ACKS, ahead = cl_ahead(n, o->acks[at].ack);
        if (ahead == 0)
            return true;
        if (ahead >= CL_SEQS / 2 || o->acks[at].cycle + NEAR < c->ev->cycle)
            return false; /* n is none of them, or the sender knew better for long */
    }
    return true;
}

/* A packet that is not the one behind the last: the sender went back, or skipped what was
 * acknowledged meanwhile. */
static void jump(struct tn_checker *c, struct cl_side *d, const struct cl_side *o, unsigned seq)
{
    if (!o || !o->said || o->vague || d->skipped)
        return;
    c->asked[R_CLU_SEQ_4]++;
    if (!had(c, d, o, (seq - 1u) % CL_SEQS))
        gap(c, d, R_CLU_SEQ_4, (o->ack + 1u) % CL_SEQS, seq,
            "the packet behind the last acknowledged one");
}

/* A packet's number was seen for the first time. */
static void first_time(struct tn_checker *c, struct cl_side *d, const struct cl_side *o,
                       const struct cl_packet *k)
{
    const unsigned p = k->header.prio;
    const bool told = o && o->said;
    if (told && cl_ahead(o->ack, k->header.seq) - 1u >= CL_SEQS / 2)
        return; /* it was taken before: it may be freed */
    if (d->most[p] < limit[p])
        d->most[p]++;
    d->least[p]++;
    if (!told || o->vague)
        return;
    const unsigned low = d->least[2], mid = low + d->least[1], all = mid + d->least[0];
    const bool kept = low <= limit[2] && mid <= limit[1] && all <= limit[0];
    RULE(c, CLU_CRD_1, kept, "8, 12 and 14 packets at most",
         "%u of priority 2, %u of 1 and 2, %u of all", low, mid, all);
    d->least[p] -= !kept;
}

/* A number that was not sent before, `ahead` behind the last one. */
static void new_one(struct tn_checker *c, struct cl_side *d, const struct cl_side *o, unsigned seq,
                    unsigned ahead)
{
    const unsigned open = o ? cl_ahead(o->ack, seq) : 0;
    c->asked[R_CLU_SEQ_1]++;
    if (ahead > 1 + d->unsure + d->young)
        gap(c, d, R_CLU_SEQ_1, (d->last + 1u) % CL_SEQS, seq, "the next number");
    else if (ahead == 1 && d->next != seq)
        jump(c, d, o, seq);
    if (ahead <= CL_WINDOW && o && o->said && !o->vague && (d->young == 0 || open < CL_SEQS / 2))
        RULE(c, CLU_SEQ_2, open <= CL_WINDOW, "14 packets not acknowledged", "%u behind %u", open,
             o->ack);
    for (unsigned n = d->last + 1u; n % CL_SEQS != seq; n++) {
        d->sent[n % CL_SEQS] = (struct cl_sent){.seen = false};
        for (unsigned p = 0; p < CL_PRIOS; p++)
            d->most[p] = limit[p];
    }
    d->sent[seq] = (struct cl_sent){.seen = false};
    d->unsure = 0; /* what could not be read comes in order, if it comes again */
    d->young = ahead < d->young ? d->young - ahead : 0;
    d->last = (uint8_t)seq;
}

/* The first packet of the direction. A lane whose other end has taken and freed nothing is new. */
static void begin(struct cl_side *d, const struct cl_side *o, unsigned seq)
{
    const bool anew = o && o->said && o->ack == CL_NO_SEQ && !o->freed[0] && !o->freed[1] &&
                      !o->freed[2] && seq == 0;
    d->known = true;
    d->last = d->next = (uint8_t)seq;
    d->young = anew ? 0 : CL_WINDOW - 1;
    for (unsigned p = 0; p < CL_PRIOS; p++)
        d->most[p] = anew && !d->unsure ? 0 : limit[p];
}

void tn_rules_cl_sent(struct tn_checker *c, struct cl_side *d, const struct cl_side *o,
                      const struct cl_packet *k)
{
    const unsigned seq = k->header.seq;
    struct cl_sent *s = &d->sent[seq];
    if (!d->known)
        begin(d, o, seq);
    else if (cl_ahead(seq, d->last) >= CL_WINDOW)
        new_one(c, d, o, seq, cl_ahead(d->last, seq));
    else if (seq != d->next)
        jump(c, d, o, seq);
    if (d->gap.ev.packet && d->gap.seq == seq)
        d->gap.ev.packet = 0;
    if (s->packet) {
        c->related = s->packet;
        RULE(c, CLU_SEQ_5, s->look == look_of(k), "the words sent first", "others of number %u",
             seq);
        c->related = 0;
    }
    if (!s->seen)
        first_time(c, d, o, k);
    d->skipped = false;
    *s = (struct cl_sent){.seen = true, .packet = c->ev->packet, .look = look_of(k)};
    d->next = (uint8_t)((seq + 1) % CL_SEQS);
}

/* Holds the counts of freed packets against those sent by `other`, which may be NULL. */
static void freed(struct tn_checker *c, struct cl_side *d, struct cl_side *o,
                  const struct cl_ctl *l)
{
    for (unsigned p = 0; p < CL_PRIOS; p++) {
        const unsigned more = (l->freed[p] - (unsigned)d->freed[p]) % CL_FREED;
        const unsigned most = o && o->known ? o->most[p] : CL_FREED / 2 - 1;
        RULE(c, CLU_CRD_2, more <= most, "packets that were sent and not freed",
             "%u more of priority %u, of at most %u", more, p, most);
        if (more > most)
            continue;
        d->freed[p] = l->freed[p];
        if (!o)
            continue;
        o->most[p] = more < o->most[p] ? o->most[p] - more : 0;
        o->least[p] = more < o->least[p] ? o->least[p] - more : 0;
    }
}

/* Holds an acknowledgment against the one before and against the packets of `other`, which may be
 * NULL. */
static void acked(struct tn_checker *c, struct cl_side *d, struct cl_side *o, unsigned ack)
{
    const unsigned more = cl_ahead(d->ack, ack);
    unsigned most = CL_SEQS / 2 - 1;
    if (o && o->known) {
        const unsigned sent = cl_ahead(d->ack, o->last); /* none: the last one lies behind */
        most = (sent < CL_SEQS / 2 ? sent : 0) + o->unsure + o->young;
    }
    RULE(c, CLU_SEQ_3, more <= most, "an acknowledgment of what was sent", "%u behind %u", ack,
         d->ack);
    if (more == 0 || more > most)
        return;
    d->ack = (uint8_t)ack;
    d->acks[d->ack_n % CL_ACKS].ack = d->ack;
    d->acks[d->ack_n++ % CL_ACKS].cycle = c->ev->cycle;
    if (o && o->gap.ev.packet && cl_ahead(o->gap.seq, ack) < CL_SEQS / 2)
        o->gap.ev.packet = 0; /* it was taken, so it was sent */
}

/* The first link packet of a direction: what it says counts as given, and what was seen before may
 * be freed. */
static void learn(struct cl_side *d, struct cl_side *o, const struct cl_ctl *l)
{
    d->said = true;
    d->ack = l->ack;
    for (unsigned p = 0; p < CL_PRIOS; p++) {
        d->freed[p] = l->freed[p];
        if (o) {
            o->least[p] = 0;
            o->most[p] = limit[p];
        }
    }
}

void tn_rules_cl_link(struct tn_checker *c, struct cl_side *d, struct cl_side *o,
                      const struct cl_ctl *l)
{
    d->vague = false;
    if (!d->said) {
        learn(d, o, l);
        return;
    }
    acked(c, d, o, l->ack);
    freed(c, d, o, l);
}
