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

enum { ASKERS = 256, KEPT = 256, REUSED = 16, TAGS = 256, DIRS = 4, FEW = 8, SKIPS = 4, LEAST_TIMEOUT_NS = 50000 };

/* The tags of a requester, as far as each is the one behind the last: it takes them in turn, from the lowest
 * to the top and again. */
struct turns {
    uint8_t first, last, low, top;
    bool broken;   /* one was not in turn */
    bool beside;   /* one below the first was taken at a wrap, whose completion was not seen: not the lowest one that is free */
    uint8_t wraps; /* up to 2 */
    uint8_t skips; /* requests for which the lowest tag was free and not taken, up to SKIPS */
};

/* A requester, at its port and in its direction. */
struct asker {
    uint64_t id; /* its keys without the tag */
    bool asks;   /* it was seen to send requests that are not posted */
    uint64_t used[TAGS / 64];   /* tags that it was seen to use */
    uint64_t posted[TAGS / 64]; /* and in posted requests, which nobody answers */
    uint64_t before[TAGS / 64]; /* tags of completions that were excused */
    uint32_t requests, answered;
    uint32_t deepest; /* the most requests that waited for their first answer at a time */
    uint32_t last; /* the highest number of a request that was answered, plus 1 */
    struct turns turns;
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

/* Does the request take its tag in turn? low_free: the lowest tag was used, and is free. */
static void take_turn(struct asker *a, uint8_t tag, bool low_free)
{
    struct turns *s = &a->turns;
    if (a->requests == 0) {
        *s = (struct turns){.first = tag, .last = tag, .low = tag, .top = tag};
        return;
    }
    if (tag == s->last + 1 && !(s->wraps && s->last == s->top)) {
        s->skips = (uint8_t)(s->skips + (low_free && s->skips < SKIPS));
    } else if (tag <= s->low && tag < s->last && !(s->wraps && (s->last != s->top || tag != s->low))) {
        s->beside = s->beside || (s->wraps == 0 && tag < s->first && !has(a->before, tag));
        s->top = s->last;
        s->low = tag;
        s->wraps = (uint8_t)(s->wraps + (s->wraps < 2));
    } else {
        s->broken = true;
    }
    s->last = tag;
}

/* Is it known which tags the requester uses at all? Not when it may take the lowest one that is free: then the
 * deeper use of before the capture had higher ones. One turn alone tells it where the tags are those of a counter. */
static bool pool_known(const struct asker *a)
{
    const struct turns *s = &a->turns;
    const bool counter = s->low == 0 && (s->top & (s->top + 1)) == 0;
    return a->requests >= FEW && !s->broken && s->wraps && ((s->beside && counter) || (s->wraps > 1 && s->skips >= SKIPS));
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
        const uint64_t low = key - key % TAGS + a->turns.low;
        take_turn(a, (uint8_t)(key % TAGS), a->requests && !tn_keyed_find(&pcie_rules(c)->open, low));
        a->asks = true;
        put(a->used, key);
        a->before[key % TAGS / 64] &= ~(1ull << key % 64);
        if (a->requests + 1 > a->answered + a->deepest)
            a->deepest = a->requests + 1 - a->answered;
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
static void note_turn(struct tn_joined *j, struct tn_open *o)
{
    struct asker *a = find(j, o->key);
    j->answered++;
    if (!a)
        return;
    o->began = ++a->answered;
    if (a->last > o->turn + 1 && a->last - o->turn - 1 > j->overtaken)
        j->overtaken = a->last - o->turn - 1;
    if (a->last < o->turn + 1)
        a->last = o->turn + 1;
}

void tn_joined_answer(struct tn_checker *c, struct tn_open *o)
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

/* Is it what would answer a posted write, if that were to be answered, and can answer nothing else? Devices ask for no other
 * write, before deferrable ones; a root may have given the tag to one that is answered, too. */
static bool answers_posted(const struct tn_checker *c, uint64_t key, const struct tn_tlp *t)
{
    return c->par.pcie < 40 && direction(key) == TN_DIR_UP && t->status == TN_CPL_SC && !tn_tlp_has_data(t->kind) &&
           t->byte_count == 4 && t->lower_addr == 0;
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
    if (has(a->posted, key) && answers_posted(c, key, t))
        return false;
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

/* Requests that a requester which takes its tags in turn sent between that of the kept completion and the first of
 * the capture, without those whose completions are kept, too: all of them were answered before. UINT32_MAX: the
 * requester does not use the tag. */
static uint32_t sent_between(const struct tn_joined *j, const struct asker *a, const struct tn_early *e)
{
    const struct turns *s = &a->turns;
    const unsigned tag = e->key % TAGS, tags = s->top - s->low + 1u;
    uint32_t n;
    if (!pool_known(a))
        return 0;
    if (tag < s->low || tag > s->top)
        return UINT32_MAX;
    n = (s->first + tags - tag - 1) % tags;
    for (unsigned i = 0; n && i < j->kept_n; i++)
        n -= j->kept[i].key >> 8 == e->key >> 8 && j->kept[i].key != e->key;
    return n;
}

/* The transactions of which completions are kept. */
static unsigned kept_transactions(const struct tn_joined *j)
{
    unsigned n = 0, k;
    for (unsigned i = 0; i < j->kept_n; i++) {
        for (k = 0; k < i && j->kept[k].key != j->kept[i].key; k++)
            ;
        n += k == i && j->kept[i].key != 0;
    }
    return n;
}

/* The most requests that may overtake one from before the capture: twice as many as overtook any other, or as waited beside
 * each other, and never fewer than FEW. */
static uint32_t most_overtaking(const struct tn_joined *j, const struct asker *a)
{
    const uint32_t deep = a && a->deepest > j->overtaken ? a->deepest : j->overtaken;
    return 2 * deep > FEW ? 2 * deep : FEW;
}

/* Was its request, if it stands before the capture, overtaken by more requests than that, and outstanding for so long that its
 * requester may have given it up (2.8)? Of a requester that asks nothing in the capture there is no knowing which requests it
 * would be behind. */
static bool too_late(const struct tn_joined *j, uint64_t first_ns, const struct tn_early *e, const struct asker *a, uint32_t most)
{
    const uint32_t before = a ? sent_between(j, a, e) : 0;
    if (before == UINT32_MAX)
        return true;
    if (e->ev.time_ns < first_ns + LEAST_TIMEOUT_NS)
        return false;
    return before > most || (a ? e->answered : e->answered_all) + before > most;
}

bool tn_joined_behind_end(const struct tn_checker *c, const struct tn_early *e)
{
    return c->par.joined && c->par.unordered && e->ev.packet + FEW > pcie_rules(c)->last;
}

bool tn_joined_piece_before(const struct tn_checker *c, const struct tn_open *o, const struct tn_tlp *t)
{
    const uint32_t there = o->next_addr + o->left - t->byte_count;
    return c->par.joined && c->par.unordered && !o->started && o->packet < pcie_rules(c)->first + FEW && t->byte_count < o->left &&
           t->status == TN_CPL_SC && t->lower_addr == (there & 0x7f);
}

/* The request may stand before the capture, and nothing else says that it does. */
static void tell_excused(struct tn_checker *c, const struct tn_joined *j, unsigned i)
{
    const struct tn_early *e = &j->kept[i];
    for (unsigned k = 0; k < i; k++)
        if (j->kept[k].key == e->key)
            return;
    if (!tn_missing_orphan(c, e->key, e->ev.packet))
        tn_rule_open(c, R_CPL_1, &e->ev, "an outstanding request", "none in the capture: it may stand before the first record");
}

/* Were more requests behind o answered than may overtake one, or more since its first piece, and has its requester waited as long
 * as it must? Else its answer may stand behind the capture. */
static bool due(struct tn_joined *j, const struct tn_open *o, uint64_t now_ns)
{
    const struct asker *a = find(j, o->key);
    const uint32_t most = most_overtaking(j, a);
    return a && now_ns >= o->time_ns + LEAST_TIMEOUT_NS && (o->started ? a->answered > o->began + most : a->last > o->turn + 1 + most);
}

/* The first piece of the answer that the kept completion goes on: its request stands where that piece's does. */
static const struct tn_early *first_piece(const struct tn_joined *j, unsigned i)
{
    for (unsigned k = i; k-- > 0;) {
        const struct tn_tlp *t = &j->kept[k].t;
        if (j->kept[k].key == j->kept[i].key && t->byte_count == j->kept[i].t.byte_count + 4u * t->length_dw - (t->lower_addr & 3u))
            i = k;
    }
    return &j->kept[i];
}

/* The completions kept: those that fit a request left without one, those with tags that their requester does not use, and
 * those behind answers to more requests than any from before the capture would be. */
static void tell_kept(struct tn_checker *c)
{
    struct tn_joined *j = pcie_rules(c)->joined;
    for (struct tn_open *o = NULL; j->kept_n && (o = tn_keyed_next(&pcie_rules(c)->open, o)) != NULL;)
        if (due(j, o, c->last_ns))
            tn_joined_claim(c, o);
    const unsigned kept = kept_transactions(j);
    for (unsigned i = 0; i < j->kept_n; i++) {
        const struct tn_early *e = &j->kept[i];
        const struct asker *a = e->key && asks(j, e->key) ? find(j, e->key) : NULL;
        if (!e->key || (a && !j->answers[direction(e->key)]))
            continue;
        if (too_late(j, pcie_rules(c)->first_ns, first_piece(j, i), a, most_overtaking(j, a))) {
            if (!tn_missing_request(c, e->key))
                tell_unexpected(c, e);
        } else if (a || kept == 1) {
            tell_excused(c, j, i);
        }
    }
}

void tn_joined_reset(struct tn_checker *c)
{
    struct tn_joined *j = pcie_rules(c)->joined;
    if (!c->par.joined || !j)
        return;
    tell_kept(c);
    j->kept_n = 0;
}

bool tn_joined_end(struct tn_checker *c)
{
    struct tn_joined *j = pcie_rules(c)->joined;
    bool answers = false;
    if (!c->par.joined || !j)
        return true;
    tell_kept(c);
    for (unsigned d = 0; d < DIRS; d++) {
        answers = answers || j->answers[d];
    }
    return answers || pcie_rules(c)->open.n == 1;
}
