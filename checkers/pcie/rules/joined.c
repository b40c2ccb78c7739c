/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Captures of a link that was running before: completions whose requests stand before
 * the first record, and captures of one direction, where completions, or the requests,
 * never come (checkers/pcie/spec/pcie.md, "What a checker can see").
 */
#include "transaction.h"

#include <tn/bug.h>

#include <stdlib.h>

enum { ASKERS = 256, KEPT = 256, REUSED = 16, TAGS = 256, DIRS = 4, NO_ASKER = 8 };

/* A requester, at its port and in its direction. */
struct asker {
    uint64_t id; /* its keys without the tag */
    bool asks;   /* it was seen to send requests that are not posted */
    uint64_t used[TAGS / 64];   /* tags that it was seen to use */
    uint64_t posted[TAGS / 64]; /* and in posted requests, which nobody answers */
    uint64_t before[TAGS / 64]; /* tags of completions that were excused */
    uint32_t requests, answered;
    uint32_t last; /* the highest number of a request that was answered, plus 1 */
};

struct tn_joined {
    uint32_t answered;  /* requests that got an answer */
    uint32_t overtaken; /* the most requests of one requester between an answered one and an earlier
                           one that was answered later */
    struct asker asker[ASKERS];
    unsigned asker_n;
    bool answers[DIRS]; /* a completion found its request: by the request's direction */
    struct tn_early kept[KEPT];
    unsigned kept_n;
    struct {
        struct tn_event ev;
        uint64_t key, related;
        bool late;
    } reused[REUSED];
    unsigned reused_n; /* may be more than are kept */
};

static struct tn_joined *joined(struct tn_checker *c)
{
    if (!pcie_rules(c)->joined) {
        pcie_rules(c)->joined = calloc(1, sizeof *pcie_rules(c)->joined);
        tn_require(pcie_rules(c)->joined != NULL);
    }
    return pcie_rules(c)->joined;
}

static unsigned direction(uint64_t key)
{
    return (unsigned)(key >> 40) % DIRS;
}

static bool has(const uint64_t *set, uint64_t key)
{
    return set[key % TAGS / 64] >> key % 64 & 1;
}

static void put(uint64_t *set, uint64_t key)
{
    set[key % TAGS / 64] |= 1ull << key % 64;
}

static struct asker *find(struct tn_joined *j, uint64_t key)
{
    for (unsigned i = 0; i < j->asker_n; i++)
        if (j->asker[i].id == key >> 8)
            return &j->asker[i];
    return NULL;
}

static bool asks(struct tn_joined *j, uint64_t key)
{
    const struct asker *a = find(j, key);
    return a && a->asks;
}

uint32_t tn_joined_request(struct tn_checker *c, uint64_t key, bool posted)
{
    struct tn_joined *j;
    struct asker *a;
    if (!c->par.joined)
        return 0;
    j = joined(c);
    a = find(j, key);
    if (!a && j->asker_n < ASKERS) {
        a = &j->asker[j->asker_n++];
        a->id = key >> 8;
    }
    if (a && posted) {
        put(a->posted, key);
    } else if (a) {
        a->asks = true;
        put(a->used, key);
        a->before[key % TAGS / 64] &= ~(1ull << key % 64);
        return a->requests++;
    }
    return 0;
}

static void tell_reused(struct tn_checker *c, unsigned dir)
{
    struct tn_joined *j = pcie_rules(c)->joined;
    const struct tn_event *now = c->ev;
    unsigned n = j->reused_n < REUSED ? j->reused_n : REUSED;
    for (unsigned i = 0; i < n; i++) {
        unsigned long long related = j->reused[i].related;
        if (direction(j->reused[i].key) != dir)
            continue;
        c->ev = &j->reused[i].ev;
        if (j->reused[i].late) {
            RULE(c, CPL_13, false, "a completion before the timeout", "none for request %llu",
                 related);
        } else {
            RULE(c, TAG_1, false, "a free tag", "%04x tag %02x is request %llu's",
                 (unsigned)(j->reused[i].key >> 8) & 0xffff, (unsigned)j->reused[i].key % TAGS,
                 related);
            tn_rules_missing(c);
        }
    }
    c->ev = now;
}

/* The first answer to a request: how many later ones of its requester were answered before? */
static void note_turn(struct tn_joined *j, const struct tn_open *o)
{
    struct asker *a = find(j, o->key);
    j->answered++;
    if (!a)
        return;
    a->answered++;
    if (a->last > o->turn + 1 && a->last - o->turn - 1 > j->overtaken)
        j->overtaken = a->last - o->turn - 1;
    if (a->last < o->turn + 1)
        a->last = o->turn + 1;
}

void tn_joined_answer(struct tn_checker *c, const struct tn_open *o)
{
    struct tn_joined *j = pcie_rules(c)->joined;
    unsigned dir = direction(o->key);
    if (!j)
        return;
    if (!o->started && !o->refused)
        note_turn(j, o);
    if (!j->answers[dir]) {
        j->answers[dir] = true;
        tell_reused(c, dir);
    }
}

/* May the completion, which found no request, be that of o? Its tag is wrong, or its
 * requester: but for a capture of one direction, where requests of one and completions of
 * others never meet. */
static bool meant_for(const struct tn_checker *c, const struct tn_early *e, const struct tn_open *o)
{
    const uint64_t requester = 0xffffull << 8;
    if (o->packet >= e->ev.packet || !tn_open_fits(o, &e->t))
        return false;
    if (o->key >> 8 == e->key >> 8)
        return true;
    return (o->key | requester) == (e->key | requester) && !asks(pcie_rules(c)->joined, e->key) &&
           (pcie_rules(c)->joined->answers[direction(o->key)] || pcie_rules(c)->open.n == 1);
}

bool tn_joined_before(struct tn_checker *c, uint64_t key, const struct tn_tlp *t)
{
    struct tn_joined *j;
    struct asker *a;
    if (!c->par.joined)
        return false;
    j = joined(c);
    a = find(j, key);
    if (!a)
        return j->asker_n < ASKERS;
    if (has(a->before, key))
        return true;
    if (has(a->posted, key) && !tn_tlp_has_data(t->kind))
        return false; /* what would answer a write, if it were to be answered */
    if (has(a->used, key))
        return false;
    put(a->before, key);
    return true;
}

void tn_joined_count(struct tn_checker *c, struct tn_early *e)
{
    const struct tn_joined *j = pcie_rules(c)->joined;
    const struct asker *a = j ? find(pcie_rules(c)->joined, e->key) : NULL;
    e->answered = a ? a->answered : 0;
    e->answered_all = j ? j->answered : 0;
}

void tn_joined_keep(struct tn_checker *c, const struct tn_early *e)
{
    struct tn_joined *j = joined(c);
    if (j->kept_n < KEPT)
        j->kept[j->kept_n++] = *e;
}

bool tn_joined_unanswered(struct tn_checker *c, uint64_t key, const struct tn_open *o, bool late)
{
    struct tn_joined *j = pcie_rules(c)->joined;
    if (!c->par.joined || j->answers[direction(key)])
        return false;
    if (j->reused_n < REUSED) {
        j->reused[j->reused_n].ev = *c->ev;
        j->reused[j->reused_n].key = key;
        j->reused[j->reused_n].related = o->packet;
        j->reused[j->reused_n].late = late;
    }
    j->reused_n++;
    return true;
}

static void tell_unexpected(struct tn_checker *c, const struct tn_early *e)
{
    const struct tn_event *now = c->ev;
    c->ev = &e->ev;
    RULE(c, CPL_1, false, "an outstanding request", "%s to %04x tag %02x, none open",
         tn_tlp_name(e->t.kind), e->t.requester, e->t.tag);
    tn_missing_told(c, e->key);
    c->ev = now;
}

bool tn_joined_claim(struct tn_checker *c, struct tn_open *o)
{
    struct tn_joined *j = pcie_rules(c)->joined;
    for (unsigned i = 0; j && i < j->kept_n; i++) {
        struct tn_early *e = &j->kept[i];
        if (e->key == 0 || !meant_for(c, e, o))
            continue;
        if (!tn_missing_request(c, e->key))
            tell_unexpected(c, e);
        e->key = 0;
        o->vague = true;
        return true;
    }
    return false;
}

/* Was its request, if it stands before the capture, overtaken by more requests than any other? Of a
 * requester that asks nothing in the capture there is no knowing which requests it would be behind. */
static bool too_late(const struct tn_joined *j, const struct tn_early *e, bool asker)
{
    const uint32_t most = 2 * j->overtaken;
    return asker ? e->answered > most : e->answered_all > (most > NO_ASKER ? most : NO_ASKER);
}

/* The completions kept: those that fit a request left without one, and those behind answers to
 * more requests than any from before the capture would be. */
static void tell_kept(struct tn_checker *c)
{
    struct tn_joined *j = pcie_rules(c)->joined;
    for (struct tn_open *o = NULL; j->kept_n && (o = tn_keyed_next(&pcie_rules(c)->open, o)) != NULL;)
        tn_joined_claim(c, o);
    for (unsigned i = 0; i < j->kept_n; i++) {
        const struct tn_early *e = &j->kept[i];
        const bool asker = e->key && asks(j, e->key);
        if (e->key && (!asker || j->answers[direction(e->key)]) && too_late(j, e, asker) &&
            !tn_missing_request(c, e->key))
            tell_unexpected(c, e);
    }
}

bool tn_joined_end(struct tn_checker *c)
{
    struct tn_joined *j = pcie_rules(c)->joined;
    bool answers = false;
    if (!c->par.joined || !j)
        return true;
    tell_kept(c);
    for (unsigned d = 0; d < DIRS; d++) {
        if (!j->answers[d] && j->reused_n == 1)
            tell_reused(c, d);
        answers = answers || j->answers[d];
    }
    return answers || pcie_rules(c)->open.n == 1;
}
