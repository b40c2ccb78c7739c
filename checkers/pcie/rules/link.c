/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Link symbols (PCIe 3.0 chapters 3 and 4): framing, LCRC, sequence numbers,
 * DLLPs. The TLP inside a good frame goes to the TLP rules, once: not when it is
 * sent again.
 */
#include "pcie.h"

#include <stdlib.h>
#include <string.h>

#include <tn/bug.h>
#include <tn/crc.h>
#include <tn/pcie/dllp.h>

enum symbol { STP = 0xfb, SDP = 0x5c, COM = 0xbc, END = 0xfd, EDB = 0xfe, SKP = 0x1c };
enum { NOP = 0x31, FEATURE = 0x02 }; /* DLLPs since PCIe 4.0 */
enum { SEQ_MOD = 4096, SEQ_HALF = 2048, LOST_MAX = 64, REPLAY_MAX = 1024 }; /* the last: TLPs that a sender keeps */
/* Symbols around a TLP: STP and sequence number before it, LCRC and END behind it. */
enum { BEFORE = 3, BEHIND = 5, TLP_MIN = 12 };

/* Sequence numbers of one direction. The LCRC, which covers the number, too, stands for
 * a TLP's bytes. */
struct tn_sent {
    bool seen;  /* last is known: by a TLP, or because the link came up */
    bool any;   /* a TLP was seen */
    bool up;    /* the link's start was seen */
    bool acked; /* ack is known: the number of the last Ack or Nak for them */
    unsigned ack;
    bool caught; /* an Ack of all TLPs seen so far came: a replay that was under way at the first record has ended */
    bool sure;    /* no Ack or Nak after it was unreadable */
    bool follows; /* prev is known: the number of the last frame of a TLP, new or sent again */
    unsigned prev;
    unsigned last;       /* number of the newest TLP */
    unsigned span;       /* numbers up to last that were watched, at most SEQ_HALF; those before were used by no TLP, or by
                            one from before the capture */
    bool turned;         /* the last TLP had the number before turn, which was told; from there the sender may count on */
    unsigned turn;
    bool leapt;          /* it did, from before on: Acks may be for TLPs with numbers up to that one, still */
    unsigned before;
    bool gap;            /* the TLP behind gap_from had the number gap_to, which was told */
    unsigned gap_from, gap_to;
    unsigned lost;       /* frames after it whose number could not be read */
    bool known[SEQ_MOD]; /* was seen whole, within the last SEQ_HALF numbers */
    uint32_t lcrc[SEQ_MOD];
    uint32_t twin[SEQ_MOD]; /* of another TLP under the same number, which was told; 0: none */
};

static uint32_t le32(const uint8_t *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static struct tn_sent *sent_of(struct tn_checker *c, unsigned d)
{
    if (!pcie_rules(c)->sent[d]) {
        pcie_rules(c)->sent[d] = calloc(1, sizeof *pcie_rules(c)->sent[d]);
        tn_require(pcie_rules(c)->sent[d] != NULL);
    }
    return pcie_rules(c)->sent[d];
}

/* A TLP, perhaps, whose number is not to be trusted: the next may be one further. */
static void number_lost(struct tn_checker *c, bool refused)
{
    if (refused)
        tn_rules_acks_bad(c);
    else
        tn_rules_acks_tlp_lost(c);
    sent_of(c, c->ev->dir & 1u)->lost++;
    sent_of(c, c->ev->dir & 1u)->follows = false;
    tn_rules_flow_lost(c);
    tn_rules_missing(c);
}

/* A DLLP that could not be read may have been an Ack of what the other direction sent. */
static void dllp_lost(struct tn_checker *c)
{
    sent_of(c, c->ev->dir & 1u ? 0 : 1)->sure = false;
    tn_rules_flow_lost(c);
    tn_rules_acks_dllp_lost(c);
}

void tn_rules_frame_lost(struct tn_checker *c)
{
    dllp_lost(c);
    if (c->ev->len > 0 && c->ev->bytes[0] != SDP && c->ev->bytes[0] != COM)
        number_lost(c, false);
}

void tn_rules_link_up(struct tn_checker *c)
{
    for (unsigned d = 0; d < TN_LINKS; d++) {
        struct tn_sent *s = sent_of(c, d);
        memset(s, 0, sizeof *s);
        s->seen = s->up = s->acked = s->sure = true;
        s->last = s->ack = SEQ_MOD - 1;
    }
    tn_rules_acks_up(c);
    tn_rules_transaction_reset(c);
}

/* Says whether an Ack or Nak of that number tells nothing, because the sender's numbers leapt, which was told. */
static bool across_leap(struct tn_sent *s, unsigned seq)
{
    if (s->turned && seq == (s->turn + SEQ_MOD - 1) % SEQ_MOD)
        return true;
    if (!s->leapt)
        return false;
    if ((s->before - seq + SEQ_MOD) % SEQ_MOD < (s->last - seq + SEQ_MOD) % SEQ_MOD)
        return true;
    s->leapt = s->acked = false;
    return false;
}

/* An Ack or Nak: its number lies among those sent, and not before that of the last one. */
static void ack_rules(struct tn_checker *c, unsigned seq, bool nak)
{
    struct tn_sent *other = sent_of(c, c->ev->dir & 1u ? 0 : 1);
    if (across_leap(other, seq)) {
        tn_rules_acks_dllp_lost(c);
        return;
    }
    if (other->seen && (other->any || other->lost || (other->up && pcie_rules(c)->framed[c->ev->dir & 1u ? 0 : 1]))) {
        const unsigned newest = (other->last + other->lost) % SEQ_MOD;
        const bool sent = (newest - seq + SEQ_MOD) % SEQ_MOD <= SEQ_HALF;
        RULE(c, DLL_8, sent, "a number already sent", "%u, last sent %u", seq, newest);
        if (!sent) { /* or the TLP was not captured: its number is used then, and the next one has
                        the number behind it */
            other->lost += (seq - newest) % SEQ_MOD < LOST_MAX ? (seq - newest) % SEQ_MOD : 0;
            other->sure = false;
            tn_rules_acks_dllp_lost(c);
            return;
        }
    }
    if (other->acked) {
        const unsigned back = (other->ack - seq + SEQ_MOD) % SEQ_MOD;
        RULE(c, DLL_9, back == 0 || back > SEQ_HALF, "not before the last one", "%u after %u", seq,
             other->ack);
        if (back && back <= SEQ_HALF) {
            other->sure = false; /* it may have been meant to acknowledge more */
            tn_rules_acks_dllp_lost(c);
            return;
        }
    }
    tn_rules_acks_dllp(c, seq, nak, !other->acked || other->ack != seq,
                       other->seen && !other->lost ? other->last : SEQ_MOD);
    other->acked = other->sure = true;
    other->caught = other->caught || (!nak && other->any && !other->lost && seq == other->last);
    other->ack = seq;
}

/* The link leaves L0, or may have. */
static void asleep(struct tn_checker *c)
{
    tn_rules_flow_asleep(c);
    tn_rules_acks_asleep(c);
}

/* Were TLPs seen since the link's start? */
static bool tlps_seen(const struct tn_checker *c)
{
    const struct tn_pcie_rules *s = pcie_rules(c);
    return (s->sent[0] && s->sent[0]->any) || (s->sent[1] && s->sent[1]->any);
}

static void dllp_rules(struct tn_checker *c, const uint8_t *p)
{
    struct tn_dllp d;
    tn_dllp_decode(p + 1, &d);
    RULE(c, DLL_3, d.crc == d.crc_want, "the CRC-16 of the DLLP", "%04x, computed %04x", d.crc,
         d.crc_want);
    if (d.crc != d.crc_want) {
        dllp_lost(c);
        return;
    }
    RULE(c, DLL_5,
         d.kind != TN_DLLP_INVALID || (c->par.pcie >= 40 && (d.type == NOP || d.type == FEATURE)),
         "a defined type", "type %02x (PCIe %s)", d.type, c->par.pcie >= 40 ? "4.0" : "3.0");
    if (d.kind == TN_DLLP_INVALID && d.type != NOP && d.type != FEATURE)
        dllp_lost(c);
    tn_rules_acks_heard(c);
    if (d.kind >= TN_DLLP_PM_ENTER_L1 && d.kind <= TN_DLLP_PM_REQUEST_ACK)
        asleep(c);
    const bool init1 = d.kind == TN_DLLP_INITFC1 && d.vc == 0,
               later = (init1 && tn_rules_start_put_off(c, p, tlps_seen(c))) || (d.kind == TN_DLLP_UPDATEFC && tn_rules_start_put_off_update(c, p));
    if (!later && (d.kind == TN_DLLP_ACK || d.kind == TN_DLLP_NAK || d.kind == TN_DLLP_UPDATEFC))
        tn_rules_start_works(c, c->ev->dir & 1u);
    if ((init1 && !later) || d.kind == TN_DLLP_INITFC2)
        tn_rules_start_initialises(c);
    if (init1 && !later)
        tn_rules_link_up(c);
    if (d.kind >= TN_DLLP_INITFC1 && c->ev->dir && !later)
        tn_rules_flow_dllp(c, &d);
    if (d.kind != TN_DLLP_INVALID)
        RULE(c, DLL_6, d.rsv == 0 || (c->par.pcie >= 40 && d.kind >= TN_DLLP_INITFC1), "0",
             "reserved bits %06x of %s", d.rsv, tn_dllp_name(d.kind));
    if (d.rsv && d.kind >= TN_DLLP_PM_ENTER_L1 && d.kind <= TN_DLLP_PM_REQUEST_ACK)
        dllp_lost(c); /* it may have been an Ack */
    if (d.kind != TN_DLLP_ACK && d.kind != TN_DLLP_NAK)
        return;
    if (c->ev->dir)
        ack_rules(c, d.seq, d.kind == TN_DLLP_NAK);
}

/* Says whether the number is one of the last before the leap, whose TLPs may be sent again. */
static bool of_before(const struct tn_sent *s, unsigned seq)
{
    return s->leapt && (s->before - seq + SEQ_MOD) % SEQ_MOD < LOST_MAX;
}

/* The numbers up to seq are used; those that are too far back are forgotten. */
static void advance(struct tn_sent *s, unsigned seq)
{
    while (s->last != seq) {
        s->last = (s->last + 1) % SEQ_MOD;
        s->span += s->span < SEQ_HALF;
        const unsigned old = (s->last + SEQ_HALF) % SEQ_MOD;
        s->known[old] = s->known[old] && of_before(s, old);
    }
    s->lost = 0;
}

/* A TLP that was sent before: the next one of a replay, or a replay begins. A sender may know less
 * Acks than were seen here, never more, so that a replay begins with the oldest TLP or before it.
 */
static void replay_rules(struct tn_checker *c, struct tn_sent *s, unsigned seq, unsigned ahead)
{
    const unsigned oldest = s->ack + 1;
    const bool mine = pcie_rules(c)->framed[c->ev->dir & 1u ? 0 : 1] &&
        s->follows && s->acked && s->sure && !s->lost && !s->leapt && (ahead <= 1 || ahead >= SEQ_HALF);
    const bool next = seq == (s->prev + 1) % SEQ_MOD || (s->gap && s->prev == s->gap_from && seq == s->gap_to),
               in_gap = s->gap && (oldest - 1 - s->gap_from) % SEQ_MOD < (s->gap_to - s->gap_from) % SEQ_MOD,
               begins = (oldest - seq + SEQ_MOD) % SEQ_MOD <= SEQ_HALF || (in_gap && seq == s->gap_to);
    if (mine)
        RULE(c, DLL_10, next || begins,
             "the oldest TLP not acknowledged, and each behind it in turn",
             "%u after %u, the oldest is %u", seq, s->prev, oldest % SEQ_MOD);
    s->follows = true;
    s->prev = seq;
}

/* Says whether a TLP with that number was seen whole, and may be the same. An LCRC of 0 is not
 * known. */
static bool seen_before(const struct tn_sent *s, unsigned seq, uint32_t lcrc)
{
    return s->known[seq] &&
           (!lcrc || !s->lcrc[seq] || s->lcrc[seq] == lcrc || s->twin[seq] == lcrc);
}

/* Keeps a TLP that was not seen before: beside the one that had its number already, if told. */
static void keep(struct tn_sent *s, unsigned seq, uint32_t lcrc, bool told)
{
    const bool beside = told && s->known[seq];
    s->known[seq] = true;
    s->twin[seq] = beside ? lcrc : 0;
    if (!beside)
        s->lcrc[seq] = lcrc;
}

/* Says whether a TLP with that number, so many behind the last one, may have been sent before. */
static bool may_be_old(const struct tn_sent *s, unsigned seq)
{
    const unsigned back = (s->last - seq + SEQ_MOD) % SEQ_MOD;
    return !s->seen || back < s->span + (s->up ? 0 : REPLAY_MAX);
}

/* The sender counts on from a number that was told: that is one fault. */
static void leap(struct tn_checker *c, struct tn_sent *s, unsigned seq)
{
    if (!s->leapt)
        s->before = s->last;
    s->leapt = true;
    s->follows = false;
    for (unsigned n = seq, i = 0; i < SEQ_HALF; i++, n = (n + 1) % SEQ_MOD)
        s->known[n] = s->known[n] && of_before(s, n);
    s->last = (seq + SEQ_MOD - 1) % SEQ_MOD;
    s->lost = 0;
    tn_rules_acks_dllp_lost(c);
}

/* The number of a TLP and its LCRC. Returns whether the TLP was judged before. */
static bool sent_again(struct tn_checker *c, const uint8_t *p, uint32_t lcrc)
{
    unsigned seq = (unsigned)(p[1] & 15u) << 8 | p[2], ahead;
    struct tn_sent *s = sent_of(c, c->ev->dir & 1u);
    bool again, right, alone, resent, begins;
    if (p[1] >> 4) /* the LCRC is not that of the same TLP with bits of 0 */
        lcrc = 0;
    RULE(c, DLL_2, p[1] >> 4 == 0, "0", "%x", p[1] >> 4);
    if (of_before(s, seq) && lcrc && seen_before(s, seq, lcrc)) {
        tn_rules_acks_tlp_lost(c);
        s->follows = false;
        return true;
    }
    if (!s->seen) {
        s->last = seq;
        s->lost = 0;
    }
    if (s->turned && seq == s->turn && !seen_before(s, seq, lcrc) && (seq - s->last + SEQ_MOD) % SEQ_MOD >= SEQ_HALF)
        leap(c, s, seq);
    ahead = (seq - s->last + SEQ_MOD) % SEQ_MOD;
    /* 0 and behind: sent again, and then it is the same */
    again = seen_before(s, seq, lcrc);
    right = ahead >= SEQ_HALF || ahead == 0 ? again || (!s->known[seq] && may_be_old(s, seq)) : ahead <= 1 + s->lost;
    RULE(c, DLL_4, right, "the number after the last", "%u after %u%s", seq, s->last,
         s->known[seq] ? ", which was another TLP's" : "");
    if (!again) { /* the TLP with that number may be sent again, and those before it */
        s->turned = !right && ahead >= SEQ_HALF;
        s->turn = (seq + 1) % SEQ_MOD;
    }
    if (!right && ahead < SEQ_HALF) {
        s->gap = true;
        s->gap_from = s->last;
        s->gap_to = seq;
    }
    alone = s->acked && s->sure && !s->lost && s->ack == s->last;
    resent = s->seen && (ahead >= SEQ_HALF || ahead == 0) && s->any;
    begins = s->follows && (s->prev - seq) % SEQ_MOD < SEQ_HALF; /* an Ack may shorten one */
    if (right && c->ev->dir)
        tn_rules_acks_tlp(c, seq, resent, begins, alone, s->acked && seq == (s->ack + 1) % SEQ_MOD);
    else
        tn_rules_acks_tlp_lost(c);
    if (right && (!lcrc || s->twin[seq] != lcrc))
        replay_rules(c, s, seq, ahead);
    else
        s->follows = false;
    if (ahead < SEQ_HALF && ahead > LOST_MAX + s->lost && !s->leapt) {
        s->leapt = true;
        s->before = s->last;
    }
    if (ahead < SEQ_HALF && ahead > 1 + s->lost)
        tn_rules_missing(c); /* what went between */
    if (ahead < SEQ_HALF && ahead > 1)
        tn_rules_flow_skipped(c, ahead - 1);
    else if ((ahead >= SEQ_HALF || ahead == 0) && s->seen && !s->known[seq])
        tn_rules_flow_found(c);
    if (ahead < SEQ_HALF)
        advance(s, seq);
    s->seen = s->any = true;
    if (!again)
        keep(s, seq, lcrc, !right);
    pcie_rules(c)->resent = c->par.joined && !s->up && (resent || !s->caught || (s->ack - seq + SEQ_MOD) % SEQ_MOD < SEQ_HALF);
    return again;
}

/* Says whether a TLP behind an InitFC1 that was put off has number 0 where another is due: the link came up. */
static bool begins_anew(struct tn_checker *c, const uint8_t *p, uint32_t lcrc)
{
    const unsigned d = c->ev->dir & 1u, seq = (unsigned)(p[1] & 15u) << 8 | p[2];
    const struct tn_sent *s = sent_of(c, d);
    return (pcie_rules(c)->init[0].open || pcie_rules(c)->init[1].open) && seq == 0 && s->any && s->last != SEQ_MOD - 1 &&
           !seen_before(s, seq, lcrc);
}

/* The TLP in a frame, its first kept bytes of tlp_len. */
static void inner_tlp(struct tn_checker *c, const uint8_t *tlp, uint32_t kept, uint32_t tlp_len)
{
    struct tn_event inner = *c->ev;
    const struct tn_event *frame = c->ev;
    struct tn_tlp t;
    inner.unit = TN_UNIT_PACKET;
    inner.bytes = tlp;
    inner.len = kept < tlp_len ? kept : tlp_len;
    inner.orig_len = tlp_len;
    c->ev = &inner;
    if (!(tn_tlp_decode(tlp, inner.len, inner.orig_len, &t) &
          (TN_TLP_E_SHORT | TN_TLP_E_FMT | TN_TLP_E_PREFIX)))
        tn_rules_flow_tlp(c, &t);
    else
        tn_rules_flow_skipped(c, 1);
    tn_rules_tlp(c);
    pcie_rules(c)->resent = false;
    c->ev = frame;
}

static void tlp_frame_rules(struct tn_checker *c, const uint8_t *p, uint32_t len)
{
    uint32_t lcrc, want;
    bool closed = len >= BEFORE + TLP_MIN + BEHIND && (p[len - 1] == END || p[len - 1] == EDB);
    RULE(c, FRM_1, closed, "END or EDB after a whole TLP", "%u symbols, the last %02x", len,
         p[len - 1]);
    if (!closed) {
        number_lost(c, true);
        return;
    }
    lcrc = le32(p + len - BEHIND);
    want = tn_pcie_lcrc(p + 1, len - 1 - BEHIND);
    if (p[len - 1] == EDB) {
        RULE(c, DLL_7, lcrc == ~want, "the inverted LCRC", "%08x, inverted %08x", lcrc, ~want);
        if (lcrc != ~want)
            number_lost(c, true);
        else
            tn_rules_acks_null(c);
        return; /* nullified: nothing in it counts */
    }
    if (lcrc == want && begins_anew(c, p, lcrc))
        tn_rules_start_initialises(c);
    else if (lcrc == want)
        tn_rules_start_tlp(c);
    RULE(c, DLL_1, lcrc == want, "the LCRC", "%08x, computed %08x", lcrc, want);
    if (lcrc != want)
        number_lost(c, true);
    else if (!sent_again(c, p, lcrc))
        inner_tlp(c, p + BEFORE, len - BEFORE - BEHIND, len - BEFORE - BEHIND);
}

/* A frame of which only the beginning was kept: its LCRC and its end are not known, so that nothing in it is to be trusted. */
static void snapped_frame(struct tn_checker *c, const uint8_t *p)
{
    if (p[0] == SDP)
        dllp_lost(c);
    else if (p[0] != COM)
        number_lost(c, false);
}

/* Which directions have TLPs that are not acknowledged, for sure: what is late of them? */
static void acks_time(struct tn_checker *c)
{
    bool open[TN_LINKS];
    for (unsigned d = 0; d < TN_LINKS; d++) {
        const struct tn_sent *s = pcie_rules(c)->sent[d];
        open[d] = s && s->any && s->acked && s->sure && !s->lost && s->ack != s->last;
    }
    tn_rules_acks_time(c, pcie_rules(c)->frame_ns, open);
}

void tn_rules_frame(struct tn_checker *c)
{
    const uint8_t *p = c->ev->bytes;
    uint32_t len = c->ev->len;
    if (len == 0)
        return;
    pcie_rules(c)->framed[c->ev->dir & 1u] = true;
    acks_time(c);
    tn_rules_flow_time(c);
    if (p[0] == COM && (len < 2 || p[1] != SKP))
        asleep(c);
    if (len < c->ev->orig_len) {
        snapped_frame(c, p);
    } else if (p[0] == STP) {
        tlp_frame_rules(c, p, len);
    } else if (p[0] == SDP) {
        bool whole = len == 8 && p[7] == END;
        RULE(c, FRM_2, whole, "SDP, 6 bytes, END", "%u symbols, the last %02x", len, p[len - 1]);
        if (whole)
            dllp_rules(c, p);
        else
            dllp_lost(c);
        if (!whole && len >= BEFORE + TLP_MIN + BEHIND)
            number_lost(c, false); /* a TLP under a wrong first symbol */
    }
}
