/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Captures that begin in the middle of the traffic (exanet.md 3): an answer may be to a packet from before the first
 * record, and an attempt may have begun there, until so much was answered that nothing from before can be open.
 */
#include "exanet.h"

enum { FEW = 8 };

/* The packets of one sender that wait for an answer. */
struct exa_asker {
    uint64_t key;
    uint32_t open, deepest, answered;
};

static uint64_t key_of(uint32_t node)
{
    return 1ull << 63 | node;
}

void tn_rules_exa_joined_begin(struct tn_exa_rules *s)
{
    tn_keyed_init(&s->askers, sizeof(struct exa_asker), EXA_ASKERS);
}

void tn_rules_exa_asked(struct tn_checker *c, struct exa_flow *f, struct exa_node src)
{
    bool made;
    struct exa_asker *a;
    if (!c->par.joined || f->waits || !(a = tn_keyed_add(&exa_rules(c)->askers, key_of(exa_node_bits(src)), &made)))
        return;
    f->waits = true;
    a->open++;
    if (a->open > a->deepest)
        a->deepest = a->open;
}

void tn_rules_exa_heard(struct tn_checker *c, struct exa_flow *f, struct exa_node src)
{
    bool made;
    struct exa_asker *a;
    if (!c->par.joined || f->answered || !(a = tn_keyed_add(&exa_rules(c)->askers, key_of(exa_node_bits(src)), &made)))
        return;
    if (f->waits && a->open)
        a->open--;
    f->waits = false;
    a->answered++;
}

/* What this link, and those beside it, saw of the sender: the answers here, and the deepest of all. */
static struct exa_asker seen_of(const struct tn_checker *c, uint32_t node)
{
    const struct exa_asker *own = tn_keyed_find(&exa_rules(c)->askers, key_of(node)), *a;
    struct exa_asker all = own ? *own : (struct exa_asker){0};
    const struct tn_checker *at = NULL;
    const struct tn_exa_rules *s;
    while ((s = tn_checker_state_beside(c, &at)) != NULL)
        if ((a = tn_keyed_find(&s->askers, key_of(node))) != NULL && a->deepest > all.deepest)
            all.deepest = a->deepest;
    return all;
}

bool tn_rules_exa_early(const struct tn_checker *c, struct exa_node src)
{
    if (!c->par.joined)
        return false;
    const struct exa_asker a = seen_of(c, exa_node_bits(src));
    return a.answered <= FEW || a.answered <= 2 * a.deepest;
}

bool tn_rules_exa_unheard(const struct tn_checker *c, uint32_t node)
{
    return c->par.joined && seen_of(c, node).answered == 0;
}

bool tn_rules_exa_cut(const struct tn_checker *c)
{
    const struct tn_checker *at = NULL;
    const struct tn_exa_rules *s = exa_rules(c);
    bool cut = s->cut;
    while (!cut && (s = tn_checker_state_beside(c, &at)) != NULL)
        cut = s->cut;
    return cut;
}
