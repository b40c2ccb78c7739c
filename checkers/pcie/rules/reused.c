/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Merged captures: a tag that was used again before its last completion, by where they stand, was
 * taken, or the completions' clock is late. The other waits of the capture tell at its end.
 */
#include "unordered.h"

#include <tn/artefact.h>

void tn_waits_note(struct tn_unordered *u, int64_t wait)
{
    unsigned i = SHORTEST - 1;
    u->pairs++;
    if (wait >= u->shortest[i])
        return;
    for (; i > 0 && u->shortest[i - 1] > wait; i--)
        u->shortest[i] = u->shortest[i - 1];
    u->shortest[i] = wait;
}

int64_t tn_waits_shortest(const struct tn_unordered *u)
{
    unsigned i = u->pairs / 16;
    return u->shortest[i < SHORTEST ? i : SHORTEST - 1];
}

bool tn_reused_excuse(struct tn_unordered *u, const struct tn_early *e)
{
    for (unsigned i = 0; i < u->reused_n; i++)
        if (u->reused[i].excused && u->reused[i].stray.key == e->key)
            return true;
    for (unsigned i = 0; i < u->reused_n; i++)
        if (!u->reused[i].excused && u->reused[i].ev.packet < e->ev.packet) {
            u->reused[i].stray = *e;
            u->reused[i].excused = true;
            return true;
        }
    return false;
}

void tn_reused_note(struct tn_unordered *u, const struct tn_early *e, const struct tn_event *last)
{
    if (u->reused_n == REUSED)
        return;
    u->reused[u->reused_n].ev = e->ev;
    u->reused[u->reused_n].key = e->key;
    u->reused[u->reused_n].related = last->packet;
    u->reused[u->reused_n++].gap = (int64_t)(e->ev.time_ns - last->time_ns);
}

void tn_reused_unanswered(struct tn_checker *c, const struct tn_open *o)
{
    struct tn_unordered *u = pcie_rules(c)->unordered;
    for (unsigned i = 0; u && i < u->reused_n; i++)
        if (u->reused[i].key == o->key && u->reused[i].ev.packet == o->packet)
            u->reused[i].unanswered = true;
}

static void taken(struct tn_checker *c, uint64_t last)
{
    RULE(c, TAG_1, false, "a free tag", "its last completion is packet %llu", (unsigned long long)last);
}

/* The tag was taken once, and what came of that is no second fault. */
static bool told_before(const struct tn_unordered *u, unsigned i)
{
    for (unsigned k = 0; k < i; k++)
        if (u->reused[k].key == u->reused[i].key && u->reused[k].gap <= -tn_waits_shortest(u))
            return true;
    return false;
}

bool tn_reused_judge(struct tn_checker *c, const struct tn_unordered *u, unsigned i)
{
    const struct tn_event *now = c->ev;
    const bool evidence = u->shuffled || u->reused_n > 1 || u->pairs >= ENOUGH, early = u->reused[i].gap > -tn_waits_shortest(u) && evidence && !u->reused[i].unanswered;
    c->ev = &u->reused[i].ev;
    if (early)
        tn_rule_artefact(c, TN_ART_ORDER, u->reused[i].related, "a tag before its last completion");
    else if (!told_before(u, i))
        taken(c, u->reused[i].related);
    c->ev = now;
    return early && u->reused[i].excused;
}
