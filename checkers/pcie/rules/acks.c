/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Acks, Naks and the replay timer (PCIe 3.0 3.5.2, 3.5.3): what the receiver of a direction's TLPs
 * owes by the frames that passed, and when its sender sends again.
 *
 * What passed right may have been damaged behind the point of capture, so that a Nak that nothing
 * explains is believed. Times are judged where the user gave the link's width and speed, one clock
 * stamped both directions, and the link is in L0.
 */
#include "pcie.h"

#include <tn/bug.h>

#include <stdlib.h>
#include <string.h>

enum {
    SEQ_MOD = 4096,
    SEQ_HALF = 2048,
    TLP_AROUND = 28,
    COARSE_NS = 1000,
    AWAKE_NS = 45000,
    PAYLOAD_MIN = 128,
    PAYLOAD_MAX = 4096
};

/* The receiver of the TLPs of one direction and their sender. */
struct tn_acks {
    bool known;   /* next is NEXT_RCV_SEQ, as far as the frames that passed show it */
    bool bad;     /* a bad TLP passed, and the right one did not pass since */
    bool nak_due; /* and its Nak was not seen */
    bool naked;   /* and its Nak was seen */
    bool ack_due; /* a right TLP was not answered: that with the number ack_seq */
    bool heard;   /* an Ack or Nak of the receiver was seen */
    bool timed;   /* start_ns is known */
    bool asked;   /* a Nak was seen, or a DLLP that may have been one, the last at asked_ns */
    bool late;    /* a missing replay was told */
    bool sent;    /* a TLP of the direction was seen: the packet first */
    bool has_all; /* the receiver acknowledged all that passed: it waits for no TLP that it asked
                     for */
    unsigned next, ack_seq;
    uint64_t nak_ns, nak_by; /* time and packet of the bad TLP */
    uint64_t asked_ns;
    uint64_t start_ns; /* the replay timer runs from then on at the earliest */
    uint64_t moved_ns; /* and from then on at the latest */
    uint64_t moved_by; /* the packet of that time */
    uint64_t first;
    uint64_t ns[SEQ_MOD], by[SEQ_MOD]; /* time and packet of the last right TLP of each number */
};

static struct tn_acks *acks_of(struct tn_checker *c, unsigned d)
{
    struct tn_acks **a = &pcie_rules(c)->acks[d];
    if (!*a) {
        *a = calloc(1, sizeof **a);
        tn_require(*a != NULL);
    }
    return *a;
}

static unsigned way(const struct tn_checker *c)
{
    return c->ev->dir & 1u;
}

/* Symbol times of the Ack latency limit (tables 3-7 and 3-8 of 3.5.3.1): AckFactor times ten by
 * width and payload. */
static unsigned limit_symbols(unsigned mps, unsigned width, bool gen2)
{
    const unsigned small = width <= 4 ? 14 : width == 8 ? 25 : 30, large = width <= 8 ? 10 : 20;
    return (mps + TLP_AROUND) * (mps < 512 ? small : large) / (10 * width) + (gen2 ? 70 : 19);
}

static uint64_t symbol_ns(const struct tn_checker *c)
{
    return c->par.link_speed == 50 ? 2 : 4;
}

/* The limit in ns: that of the payload size given, else the least or the greatest of all. */
static uint64_t limit_ns(const struct tn_checker *c, bool greatest)
{
    unsigned found = 0;
    for (unsigned mps = PAYLOAD_MIN; mps <= PAYLOAD_MAX; mps *= 2) {
        const unsigned n = limit_symbols(mps, c->par.link_width, c->par.link_speed == 50);
        if (c->par.mps ? mps == c->par.mps : !found || (n > found) == greatest)
            found = n;
    }
    return found * symbol_ns(c);
}

/* What a time stamp may lie off: a unit of its clock. */
static uint64_t coarse_ns(const struct tn_checker *c)
{
    return pcie_rules(c)->fine ? 0 : COARSE_NS;
}

/* What may be added to a limit: the way to the receiver and back, the record of a frame at its
 * first symbol or at its last. */
static uint64_t slack_ns(const struct tn_checker *c)
{
    const unsigned mps = c->par.mps ? c->par.mps : PAYLOAD_MAX;
    return ((mps + TLP_AROUND) / c->par.link_width + 2 * c->par.link_wire) * symbol_ns(c) +
           coarse_ns(c);
}

static bool times(const struct tn_checker *c)
{
    return c->par.link_width && !c->par.unordered;
}

static void nothing_due(struct tn_acks *a)
{
    a->nak_due = a->ack_due = a->timed = false;
    a->late = true; /* until a TLP goes */
}

void tn_rules_acks_up(struct tn_checker *c)
{
    for (unsigned d = 0; d < TN_LINKS; d++) {
        struct tn_acks *a = acks_of(c, d);
        *a = (struct tn_acks){.known = true,
                              .has_all = true,
                              .heard = a->heard,
                              .sent = a->sent,
                              .first = a->first,
                              .late = true};
    }
}

void tn_rules_acks_asleep(struct tn_checker *c)
{
    for (unsigned d = 0; d < TN_LINKS; d++)
        if (pcie_rules(c)->acks[d])
            nothing_due(pcie_rules(c)->acks[d]);
}

void tn_rules_acks_tlp_lost(struct tn_checker *c)
{
    struct tn_acks *a = acks_of(c, way(c));
    nothing_due(a);
    a->known = a->bad = a->naked = false;
}

void tn_rules_acks_dllp_lost(struct tn_checker *c)
{
    struct tn_acks *a = acks_of(c, way(c) ^ 1u);
    nothing_due(a);
    a->asked = true;
    a->asked_ns = c->ev->time_ns;
    a->bad = a->naked = a->has_all = false;
}

void tn_rules_acks_null(struct tn_checker *c)
{
    acks_of(c, way(c))->has_all = false;
}

void tn_rules_acks_bad(struct tn_checker *c)
{
    struct tn_acks *a = acks_of(c, way(c));
    a->moved_ns = c->ev->time_ns; /* its sender sent something */
    a->moved_by = c->ev->packet;
    if (!a->known || a->bad || c->par.unordered)
        return;
    a->bad = true;
    a->nak_due = a->has_all; /* else it may have asked before for another one */
    a->naked = false;
    a->nak_ns = c->ev->time_ns;
    a->nak_by = c->ev->packet;
}

/* The receiver has the TLP: an Ack is due. */
static void owe(struct tn_checker *c, struct tn_acks *a, unsigned seq)
{
    a->ns[seq] = c->ev->time_ns;
    a->by[seq] = c->ev->packet;
    if (!a->ack_due)
        a->ack_seq = seq;
    a->ack_due = true;
}

/* A replay begins: its timer has ended, unless a Nak asked for it. */
static void replay(struct tn_checker *c, struct tn_acks *a)
{
    unsigned long long gone, least;
    bool early;
    if (!times(c))
        return;
    gone = c->ev->time_ns - a->start_ns;
    least = 3 * limit_ns(c, false);
    if (a->asked && c->ev->time_ns - a->asked_ns <= least + slack_ns(c))
        return;
    early = a->timed && gone + coarse_ns(c) < least;
    c->related = a->moved_by;
    if (a->timed)
        RULE(c, DLL_14, !early, "a replay when its timer ends, or for a Nak",
             "a replay %llu ns after the timer's start, at least %llu", gone, least);
    c->related = 0;
    if (!early && a->heard && a->ack_due)
        tn_rule_say(c, TN_VERDICT_INCONCLUSIVE, R_DLL_13, c->ev, a->by[a->ack_seq],
                    "an Ack within its limit",
                    "none before the replay: the TLP was perhaps lost behind the point of capture");
}

/* The replay timer at the sender of a TLP: new, or one that was sent before. */
static void timer(struct tn_checker *c, struct tn_acks *a, bool again, bool begins, bool alone,
                  bool oldest)
{
    const uint64_t now = c->ev->time_ns;
    if (again && begins && oldest)
        replay(c, a);
    if (again ? begins : alone) {
        a->start_ns = now;
        a->timed = true;
    }
    a->moved_ns = now;
    a->moved_by = c->ev->packet;
    a->late = false;
}

void tn_rules_acks_tlp(struct tn_checker *c, unsigned seq, bool again, bool begins, bool alone,
                       bool oldest)
{
    struct tn_acks *a = acks_of(c, way(c));
    if (!a->sent)
        a->first = c->ev->packet;
    a->sent = true;
    timer(c, a, again, begins, alone, oldest);
    if (!a->known)
        return;
    a->has_all = false;
    if (seq == a->next) {
        a->next = (seq + 1) % SEQ_MOD;
        a->bad = a->nak_due = a->naked = false;
        owe(c, a, seq);
    } else if ((a->next - seq) % SEQ_MOD <= SEQ_HALF) {
        a->ack_due = false; /* which copy an Ack answers is not known */
    } else if (!a->bad) {
        a->known = false; /* the numbers leap: DLL-4 has that */
    }
}

/* The receiver's word is believed, whatever passed: behind a Nak it waits for the next TLP, behind
 * an Ack it has those that passed, the newest of which is known or SEQ_MOD. */
static void believe(struct tn_acks *a, unsigned seq, bool nak, unsigned newest)
{
    a->known = nak || newest != SEQ_MOD;
    a->next = ((nak ? seq : newest) + 1) % SEQ_MOD;
    a->bad = nak;
    a->has_all = a->nak_due = a->naked = a->ack_due = false;
}

/* The oldest TLP behind seq that was not answered. */
static void answered(struct tn_checker *c, struct tn_acks *a, unsigned seq, unsigned last)
{
    const unsigned rest = (last - seq) % SEQ_MOD;
    c->related = a->by[a->ack_seq];
    if (a->ack_due && (seq - a->ack_seq) % SEQ_MOD < SEQ_HALF) {
        const uint64_t gone = c->ev->time_ns - a->ns[a->ack_seq];
        if (times(c) && a->heard)
            RULE(c, DLL_13, gone <= limit_ns(c, true) + slack_ns(c), "an Ack within its limit",
                 "TLP %u acknowledged after %llu ns, at most %llu", a->ack_seq,
                 (unsigned long long)gone, (unsigned long long)(limit_ns(c, true) + slack_ns(c)));
        a->ack_due = rest != 0 && rest < SEQ_HALF && a->by[(seq + 1) % SEQ_MOD] > a->by[seq];
        a->ack_seq = (seq + 1) % SEQ_MOD;
    }
    c->related = 0;
}

/* A bad TLP had no Nak. One that was captured from a running link may have been damaged on its way
 * into the capture alone. */
static void no_nak(struct tn_checker *c, const struct tn_acks *a, const char *found)
{
    const uint64_t was = c->related;
    c->related = a->nak_by;
    if (c->par.joined)
        tn_rule_say(c, TN_VERDICT_INCONCLUSIVE, R_DLL_12, c->ev, a->nak_by, "a Nak for a bad TLP",
                    found);
    else
        RULE(c, DLL_12, false, "a Nak for a bad TLP", "%s", found);
    c->related = was;
}

/* What an Ack or Nak of TLPs that passed bad says of its sender. Returns whether it is explained by
 * what passed. */
static bool explained(struct tn_checker *c, struct tn_acks *a, unsigned seq, bool nak)
{
    const unsigned last = (a->next - 1) % SEQ_MOD, ahead = (seq - last) % SEQ_MOD;
    c->related = a->nak_by;
    if (ahead != 0 && ahead < SEQ_HALF) {
        if (a->bad && a->naked)
            RULE(c, DLL_11, false, "an Ack of TLPs that came again behind their Nak",
                 "%u acknowledged, and %u did not come again", seq, a->next);
        else if (a->nak_due && times(c))
            no_nak(c, a, "the bad one is acknowledged");
    } else if (ahead == 0 && nak && a->bad) {
        RULE(c, DLL_12, !a->naked, "no second Nak before a right TLP",
             "Nak %u again, since packet %llu no TLP %u was right", seq,
             (unsigned long long)a->nak_by, a->next);
        a->naked = a->nak_due;
        a->nak_due = false;
    }
    c->related = 0;
    return ahead == 0 && (!nak || a->bad);
}

void tn_rules_acks_dllp(struct tn_checker *c, unsigned seq, bool nak, bool progress,
                        unsigned newest)
{
    struct tn_acks *a = acks_of(c, way(c) ^ 1u);
    if (c->par.unordered)
        return;
    if (a->known) {
        const unsigned last = (a->next - 1) % SEQ_MOD, behind = (last - seq) % SEQ_MOD;
        answered(c, a, seq, last);
        if (behind != 0 && behind < SEQ_HALF && !nak)
            c->asked[R_DLL_11]++; /* an Ack of some of what passed */
        else if (!explained(c, a, seq, nak))
            believe(a, seq, nak, newest);
        else if (!nak)
            c->asked[R_DLL_11]++;
        a->has_all = a->known && !nak && seq == newest && seq == (a->next - 1) % SEQ_MOD;
    } else {
        believe(a, seq, nak, newest);
        a->has_all = !nak && seq == newest;
    }
    if (nak) {
        a->asked = true;
        a->asked_ns = c->ev->time_ns;
    }
    c->asked[R_DLL_12] += nak;
    if (progress || nak) {
        a->start_ns = a->moved_ns = c->ev->time_ns;
        a->moved_by = c->ev->packet;
        a->timed = newest != seq;
    }
}

void tn_rules_acks_heard(struct tn_checker *c)
{
    acks_of(c, way(c) ^ 1u)->heard = true;
}

/* What is late now is told once. open: TLPs were sent that are not acknowledged, for sure. */
static void late(struct tn_checker *c, struct tn_acks *a, bool open)
{
    const uint64_t now = c->ev->time_ns, limit = limit_ns(c, true), slack = slack_ns(c);
    if (a->nak_due && a->heard && now - a->nak_ns > limit + slack) {
        no_nak(c, a, "no Nak within the limit of an Ack");
        a->nak_due = false;
    }
    if (open && !a->late && a->heard && now - a->moved_ns > 6 * limit + slack) {
        c->related = a->moved_by;
        RULE(c, DLL_14, false, "a replay within twice its timer's limit", "none for %llu ns",
             (unsigned long long)(now - a->moved_ns));
        a->late = true;
    }
    c->related = 0;
}

void tn_rules_acks_time(struct tn_checker *c, uint64_t before, const bool *open)
{
    const uint64_t now = c->ev->time_ns;
    pcie_rules(c)->fine = pcie_rules(c)->fine || now % COARSE_NS != 0;
    if (now < before || now - before > AWAKE_NS)
        tn_rules_acks_asleep(c);
    else if (times(c))
        for (unsigned d = 0; d < TN_LINKS; d++)
            if (pcie_rules(c)->acks[d])
                late(c, pcie_rules(c)->acks[d], open[d]);
}

/* One direction of the link, or clocks that are not one, show no times. */
void tn_rules_acks_end(struct tn_checker *c)
{
    for (unsigned d = 0; d < TN_LINKS && c->par.link_width; d++) {
        const struct tn_acks *a = pcie_rules(c)->acks[d];
        if (a && a->sent && (!a->heard || c->par.unordered)) {
            const struct tn_event ev = {.packet = a->first};
            tn_rule_say(c, TN_VERDICT_INCONCLUSIVE, R_DLL_13, &ev, 0, "an Ack within its limit",
                        c->par.unordered ? "points that were merged show no times"
                                         : "no Ack or Nak of the other end was captured");
        }
    }
}

void tn_rules_acks_free(struct tn_pcie_rules *s)
{
    for (unsigned d = 0; d < TN_LINKS; d++)
        free(s->acks[d]);
}
