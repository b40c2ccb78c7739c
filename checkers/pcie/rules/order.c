/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Ordering (PCIe 3.0 2.4.1), as far as a trace of the points before and behind a block
 * can show it: what came earlier and left later was passed.
 *
 * A TLP is known again by what no block changes: kind, TC, Attr, Tag, Length and the
 * head of its payload. When two under way look the same, neither is judged. One that
 * never leaves was dropped, not passed; so a verdict comes with the one that was passed.
 * Completions of one request that pass each other break CPL-6 and CPL-8 at one point
 * already; that blocked requests let posted ones pass, no trace can show.
 */
#include "pcie.h"

#include <stdlib.h>
#include <string.h>

enum { UNDER_WAY = 512, LANES = 3, HEAD_BYTES = 16, KEPT = 64, RO = 2, IDO = 4 };

struct under_way {
    uint64_t packet; /* 0: none */
    uint64_t look[2];
    uint64_t passed_by; /* packet that left before it, 0 none */
    enum tn_pcie_rule rule; /* which that breaks */
    uint16_t point;
    uint16_t requester; /* as it came */
    uint8_t port, passer_port, cls, tc;
    bool vague;
};

/* A TLP from before the points were known to be a pair. */
struct kept {
    struct tn_event ev; /* its bytes are gone */
    struct tn_tlp t;
    uint64_t look[2];
};

/* One direction of travel. */
struct tn_order {
    struct kept kept[KEPT];
    unsigned kept_n; /* may be more than are kept: then the first ones are not judged */
    struct under_way way[UNDER_WAY]; /* ring */
    unsigned at;
    bool seen, many, paired;
    uint16_t first; /* point of the first TLP */
    uint16_t from, to; /* points before and behind, when paired */
};

static void looks(const struct tn_tlp *t, const uint8_t *bytes, uint64_t look[2])
{
    uint32_t n = t->payload_len < HEAD_BYTES ? t->payload_len : HEAD_BYTES;
    look[0] = (uint64_t)t->kind | (uint64_t)t->tc << 8 | (uint64_t)t->attr << 16 |
              (uint64_t)t->tag << 24 | (uint64_t)t->length_dw << 32 | (uint64_t)t->status << 48 |
              (uint64_t)t->ep << 52;
    look[1] = 0xcbf29ce484222325u ^ t->byte_count ^ (uint64_t)t->lower_addr << 16 ^
              (uint64_t)(t->addr & 12) << 32 ^ (uint64_t)t->payload_len << 40;
    for (uint32_t i = 0; i < n; i++)
        look[1] = (look[1] ^ bytes[t->payload_off + i]) * 0x100000001b3u;
}

static struct under_way *oldest_like(struct tn_order *o, const uint64_t look[2], uint16_t not_point)
{
    struct under_way *found = NULL;
    for (unsigned i = 0; i < UNDER_WAY; i++) {
        struct under_way *w = &o->way[(o->at + i) % UNDER_WAY];
        if (!w->packet || w->point == not_point || w->look[0] != look[0] || w->look[1] != look[1])
            continue;
        if (found) { /* either may be the one */
            found->vague = w->vague = true;
            return found;
        }
        found = w;
    }
    return found;
}

/* The rule that i breaks by passing w; false when it may (2.4.1's table, one TC). */
static bool may_not_pass(const struct tn_tlp *i, const struct under_way *me, const struct under_way *w,
                         enum tn_pcie_rule *rule)
{
    bool read = i->kind == TN_TLP_MRD || i->kind == TN_TLP_MRDLK;
    const bool ido = i->attr & IDO && (me->cls == TN_CLASS_CPL || w->requester != me->requester);
    if (w->tc != me->tc || w->cls != TN_CLASS_P || ido || (i->attr & RO && !read))
        return false;
    *rule = me->cls == TN_CLASS_P ? R_ORD_1 : me->cls == TN_CLASS_CPL ? R_ORD_2 : R_ORD_3;
    /* a completion without data may answer an I/O or configuration write, which is free */
    return me->cls != TN_CLASS_CPL || tn_tlp_has_data(i->kind);
}

static void left(struct tn_checker *c, struct tn_order *o, const struct tn_tlp *t, struct under_way *me)
{
    c->asked[me->cls == TN_CLASS_P ? R_ORD_1 : me->cls == TN_CLASS_CPL ? R_ORD_2 : R_ORD_3]++;
    if (me->passed_by && !me->vague && me->passer_port == c->ev->port && !c->off[me->rule])
        tn_rule_fail(c, me->rule, me->passed_by, "it before what came later",
                     "%s, packet %llu where it came, behind packet %llu", tn_tlp_name(t->kind),
                     (unsigned long long)me->packet, (unsigned long long)me->passed_by);
    for (unsigned i = 0; i < UNDER_WAY; i++) {
        struct under_way *w = &o->way[i];
        enum tn_pcie_rule rule;
        if (!w->packet || w->packet >= me->packet || w->point != me->point || w->port != me->port ||
            !may_not_pass(t, me, w, &rule))
            continue;
        w->passed_by = c->ev->packet;
        w->passer_port = c->ev->port;
        w->rule = rule;
    }
    me->packet = 0;
}

static void came(struct tn_checker *c, struct tn_order *o, const struct tn_tlp *t, const uint64_t look[2])
{
    if (t->th)
        return; /* a hint may be taken out on the way, and Tag or byte enables with it */
    o->way[o->at] = (struct under_way){
        .packet = c->ev->packet, .look = {look[0], look[1]}, .point = c->ev->point,
        .requester = t->requester, .port = c->ev->port, .cls = (uint8_t)tn_tlp_class(t->kind), .tc = t->tc};
    o->at = (o->at + 1) % UNDER_WAY;
}

/* Which points are a pair, and which of them is the first, the first request that is
 * seen twice tells: a block makes completions, but no requests. */
static bool pair(const struct tn_checker *c, struct tn_order *o, const struct tn_tlp *t, const uint64_t look[2])
{
    const struct under_way *w = oldest_like(o, look, c->ev->point);
    if (!w || w->vague || !tn_tlp_is_request(t->kind))
        return false;
    o->paired = true;
    o->from = w->point;
    o->to = c->ev->point;
    return true;
}

/* A TLP at one of two points that are a pair. */
static void between_pair(struct tn_checker *c, struct tn_order *o, const struct tn_tlp *t, const uint64_t look[2])
{
    struct under_way *w;
    if (c->ev->point == o->from)
        came(c, o, t, look);
    else if (c->ev->point == o->to && (w = oldest_like(o, look, o->to)) != NULL)
        left(c, o, t, w);
}

/* The points are known: what came and left before is told once more. */
static void from_the_start(struct tn_checker *c, struct tn_order *o)
{
    const struct tn_event *now = c->ev;
    if (o->kept_n > KEPT)
        return;
    memset(o->way, 0, sizeof o->way);
    o->at = 0;
    for (unsigned i = 0; i < o->kept_n; i++) {
        c->ev = &o->kept[i].ev;
        between_pair(c, o, &o->kept[i].t, o->kept[i].look);
    }
    c->ev = now;
}

static void keep(const struct tn_checker *c, struct tn_order *o, const struct tn_tlp *t, const uint64_t look[2])
{
    if (o->kept_n < KEPT)
        o->kept[o->kept_n] = (struct kept){.ev = *c->ev, .t = *t, .look = {look[0], look[1]}};
    o->kept_n++;
}

void tn_rules_order(struct tn_checker *c, const struct tn_tlp *t)
{
    uint64_t look[2];
    if (c->par.unordered || c->ev->dir == TN_DIR_UNKNOWN || c->ev->dir >= LANES || t->prefix_n)
        return;
    if (!pcie_rules(c)->order)
        pcie_rules(c)->order = calloc(LANES, sizeof *pcie_rules(c)->order);
    if (!pcie_rules(c)->order)
        return;
    struct tn_order *o = &pcie_rules(c)->order[c->ev->dir];
    if (!o->seen)
        o->first = c->ev->point;
    o->seen = true;
    o->many = o->many || c->ev->point != o->first;
    looks(t, c->ev->bytes, look);
    if (!o->paired && o->many && pair(c, o, t, look))
        from_the_start(c, o);
    if (o->paired) {
        between_pair(c, o, t, look);
        return;
    }
    keep(c, o, t, look);
    came(c, o, t, look);
}
