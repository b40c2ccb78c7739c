/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Order on a path, as far as a trace of the points before and behind a block can show
 * it (exanet.md 3): of two packets from one node to another that came at one point and
 * left at one point, the first to come is the first to leave.
 *
 * No block changes a packet, so it is known again by all of its bytes; of two that are
 * alike the one that came first is taken. One that never leaves was dropped, not passed:
 * a verdict comes with the one that was passed.
 */
#include "exanet.h"

/* FNV-1a. */
static uint64_t look_of(const struct tn_event *ev)
{
    uint64_t h = 0xcbf29ce484222325u;
    for (uint32_t i = 0; i < ev->len; i++)
        h = (h ^ ev->bytes[i]) * 0x100000001b3u;
    return h ^ ev->orig_len;
}

static struct exa_under_way *oldest_like(struct tn_exa_rules *s, uint64_t look, uint16_t not_point)
{
    for (unsigned i = 0; i < EXA_UNDER_WAY; i++) {
        struct exa_under_way *w = &s->way[(s->way_at + i) % EXA_UNDER_WAY];
        if (w->packet && w->look == look && w->point != not_point)
            return w;
    }
    return NULL;
}

/* me leaves at the event's point: all that came before it on its path are passed there. */
static void leave(struct tn_checker *c, struct exa_under_way *me)
{
    struct tn_exa_rules *s = exa_rules(c);
    bool passed = me->passed_by && me->passed_at == c->ev->point;
    RULE(c, EXA_ORD_2, !passed, "the order in which they came", "passed by packet %llu",
         (unsigned long long)me->passed_by);
    for (unsigned i = 0; i < EXA_UNDER_WAY; i++) {
        struct exa_under_way *w = &s->way[i];
        if (w->packet && w->packet < me->packet && w->path == me->path && w->point == me->point &&
            !w->passed_by) {
            w->passed_by = c->ev->packet;
            w->passed_at = c->ev->point;
        }
    }
    me->packet = 0;
}

void tn_rules_exa_between(struct tn_checker *c, const struct exa_packet *k)
{
    struct tn_exa_rules *s = exa_rules(c);
    uint64_t look = look_of(c->ev);
    struct exa_under_way *w;
    /* a header alone does not say whose it is */
    if (!k->has_footer || k->hdr_crc != exa_want_hdr_crc(k) || k->ftr_crc != exa_want_ftr_crc(k))
        return;
    w = oldest_like(s, look, c->ev->point);
    if (w) {
        leave(c, w);
        return;
    }
    s->way[s->way_at] = (struct exa_under_way){
        .packet = c->ev->packet,
        .look = look,
        .path = (uint64_t)exa_node_bits(k->src) << 22 | exa_node_bits(k->dst),
        .point = c->ev->point,
    };
    s->way_at = (s->way_at + 1) % EXA_UNDER_WAY;
}
