/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Captures of several links: an answer takes its own way, so that a link may see the answer and not
 * the packet, or the packet and not the answer.
 *
 * A link that sees an answer alone judges it by a copy of what another link has of the packet: what
 * was sent is the other link's, what was answered is its own. A link that sees the packet alone
 * learns from the others that the packet was answered, unless it sees answers between these two
 * nodes itself: there an answer that does not come is missing.
 */
#include "exanet.h"

#include <stdlib.h>

static uint64_t way_of(struct exa_node src, uint32_t dst)
{
    return 1ull << 63 | (uint64_t)exa_node_bits(src) << 32 | dst;
}

/* The flow that another link has under that key: of the message sent last, on the link that had it
 * most often. */
static const struct exa_flow *message_elsewhere(const struct tn_checker *c, uint64_t key)
{
    const struct tn_checker *at = NULL;
    const struct exa_flow *best = NULL;
    struct tn_exa_rules *s;
    while ((s = tn_checker_state_beside(c, &at)) != NULL) {
        const struct exa_flow *f = exa_flow_find(s, key);
        if (!f || f->elsewhere)
            continue;
        if (!best || (f->sum == best->sum ? f->sent > best->sent : f->time_ns > best->time_ns))
            best = f;
    }
    return best;
}

struct exa_flow *tn_rules_exa_message(struct tn_checker *c, uint64_t key)
{
    struct exa_flow *f = exa_flow_find(exa_rules(c), key);
    const struct exa_flow *best;
    bool made;
    if (f && !f->elsewhere)
        return f;
    if (!(best = message_elsewhere(c, key)) ||
        !(f = tn_keyed_add(&exa_rules(c)->flows, key, &made)))
        return f;
    const unsigned acks = f->sum == best->sum ? f->acks : 0;
    *f = *best;
    f->elsewhere = true;
    f->waits = false;
    f->acks = acks;
    return f;
}

/* Of two flows that an answer may belong to, the greater number is that of the one it belongs to.
 */
static unsigned suits(const struct exa_flow *f, const struct exa_packet *k, bool own)
{
    const bool fits = k->code || f->whole || exa_flow_complete(f);
    return (f->seq == k->seq) * 8u + fits * 4u + !f->answered * 2u + own;
}

/* Takes over the flow g of another link. The answers that this link had to the same attempt stay.
 */
static struct exa_flow *take_over(struct tn_checker *c, const struct exa_flow *g)
{
    bool made;
    struct exa_flow *f = tn_keyed_add(&exa_rules(c)->flows, g->key, &made);
    if (!f)
        return NULL;
    const struct exa_flow old = *f;
    const bool same = old.elsewhere && old.seq == g->seq;
    *f = *g;
    f->elsewhere = true;
    f->sums = NULL;
    f->counted = false;
    f->waits = false;
    f->other = 0;
    f->no_room = 0;
    f->positive = same ? old.positive : 0;
    f->refused = same && old.refused;
    f->ended = old.elsewhere ? old.ended : 0;
    return f;
}

struct exa_flow *tn_rules_exa_transaction(struct tn_checker *c, const struct exa_packet *k,
                                          struct exa_flow *own)
{
    const struct tn_checker *at = NULL;
    const struct exa_flow *best = own;
    struct tn_exa_rules *s;
    unsigned most = own ? suits(own, k, true) : 0;
    while ((s = tn_checker_state_beside(c, &at)) != NULL) {
        const struct exa_flow *g = tn_rules_exa_answered_by(s, k);
        const struct exa_flow *mine = g ? exa_flow_find(exa_rules(c), g->key) : NULL;
        if (!g || (mine && !mine->elsewhere))
            continue;
        if (!best || suits(g, k, false) > most ||
            (best != own && suits(g, k, false) == most && g->again > best->again)) {
            best = g;
            most = suits(g, k, false);
        }
    }
    return best == own ? own : take_over(c, best);
}

/* The answer k to the flow g of the link s was seen on another link. */
static void answered_there(struct tn_exa_rules *s, struct exa_flow *g, const struct exa_packet *k)
{
    if (g->elsewhere || tn_keyed_find(&s->both_ways, way_of(k->dst, g->dst)))
        return;
    g->answered = true;
    if (exa_is_message(k))
        return;
    g->refused_elsewhere |= k->code != 0;
    if (k->code == 0)
        tn_rules_exa_close(s, g);
}

void tn_rules_exa_tell(struct tn_checker *c, const struct exa_flow *f, const struct exa_packet *k)
{
    const struct tn_checker *at = NULL;
    const uint64_t key = f->key;
    const uint16_t seq = f->seq;
    struct tn_exa_rules *s;
    bool made;
    if (!c->beside)
        return;
    if (!f->elsewhere)
        tn_keyed_add(&exa_rules(c)->both_ways, way_of(k->dst, f->dst), &made);
    while ((s = tn_checker_state_beside(c, &at)) != NULL) {
        struct exa_flow *g = exa_flow_find(s, key);
        if (g && g->seq == seq)
            answered_there(s, g, k);
    }
}
