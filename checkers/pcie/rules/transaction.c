/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Requests and their completions (PCIe 3.0 2.2.6, 2.2.9, 2.3, 2.8).
 *
 * One entry for each outstanding non-posted request; it goes with the last
 * completion, so memory follows what is outstanding, not what was seen. One fault is one
 * verdict: what an answer says is not held against a field of its request that broke a rule, and
 * answers to a request whose tag was taken are not judged.
 */
#include "transaction.h"

#include <tn/bug.h>

#include <stdlib.h>

enum { OPEN_MAX = 1 << 20 };

/* A request travels one way and its completions the other; directions that the
 * capture does not tell are all alike. */
static uint64_t key_of(const struct tn_checker *c, const struct tn_tlp *t, bool completion)
{
    const struct tn_event *ev = c->ev;
    uint64_t dir = ev->dir && completion ? 3u - ev->dir : ev->dir;
    uint64_t high = c->par.ten_bit_tags && !c->par.inside ? (t->rsv[0] >> 23 & 1) << 1 | (t->rsv[0] >> 19 & 1) : 0;
    return 1ull << 63 | high << 42 | dir << 40 | (uint64_t)ev->port << 32 | (uint64_t)t->requester << 8 | t->tag;
}

struct tn_judged tn_judge_instead(struct tn_checker *c, const struct tn_early *e)
{
    const struct tn_judged was = {c->ev, c->doubts, pcie_rules(c)->beyond};
    c->ev = &e->ev;
    c->doubts = e->doubts;
    pcie_rules(c)->beyond = e->beyond;
    return was;
}

void tn_judge_again(struct tn_checker *c, const struct tn_judged *was)
{
    c->ev = was->ev;
    c->doubts = was->doubts;
    pcie_rules(c)->beyond = was->beyond;
    pcie_rules(c)->early = false;
}

void tn_rules_missing(struct tn_checker *c)
{
    pcie_rules(c)->missing++;
    pcie_rules(c)->missing_at = c->ev->packet;
}

bool tn_missing_use(struct tn_checker *c, uint64_t since)
{
    if (pcie_rules(c)->missing == 0 || pcie_rules(c)->missing_at < since)
        return false;
    pcie_rules(c)->missing--;
    return true;
}

static void beyond_count(struct tn_checker *c, const struct tn_tlp *t)
{
    RULE(c, CPL_LEN_1, false, "no DW beyond Byte Count", "Length %u, Lower Address %02x, Byte Count %u",
         t->length_dw, t->lower_addr, t->byte_count);
}

/* A completion that is no answer to the request with its tag: it was sent twice, or has the wrong tag. */
static void of_another(struct tn_checker *c, const struct tn_open *o, const struct tn_tlp *t)
{
    RULE(c, CPL_1, false, "an outstanding request", "%s to %04x tag %02x, which is no answer to request %llu",
         tn_tlp_name(t->kind), t->requester, t->tag, (unsigned long long)o->packet);
    c->related = 0;
    tn_rules_missing(c);
}

/* Tells of a request or an answer where somebody asks for them. */
static void tell_pair(struct tn_checker *c, const struct tn_open *o, int kind)
{
    const bool timed = kind == TN_PAIR_ANSWERED && !o->vague && !pcie_rules(c)->early && c->ev->time_ns >= o->time_ns;
    const struct tn_pair p = {.kind = kind,
                              .fabric = c->ev->fabric,
                              .timed = timed,
                              .asker = (uint32_t)(o->key >> 8) & 0xffff,
                              .packet = c->ev->packet,
                              .wait_ns = timed ? c->ev->time_ns - o->time_ns : 0};
    c->pair_fn(c->pair_ctx, &p);
}

/* Does the completion end its request, by what it says of itself? Returns false for one that an earlier one ended. */
static bool says_last(const struct tn_open *o, const struct tn_tlp *t)
{
    const bool read = o->kind == TN_TLP_MRD || o->kind == TN_TLP_MRDLK;
    return !o->refused && (!read || t->status != TN_CPL_SC || !tn_tlp_has_data(t->kind) ||
                           4u * t->length_dw - (t->lower_addr & 3u) >= t->byte_count);
}

/* Tells of an answer; the request is told to be done once. */
static void tell_answer(struct tn_checker *c, struct tn_open *o, const struct tn_tlp *t)
{
    if (!o->asked)
        return;
    if (!o->answered)
        tell_pair(c, o, TN_PAIR_ANSWERED);
    o->answered = true;
    if (says_last(o, t)) {
        tell_pair(c, o, TN_PAIR_DONE);
        o->asked = false;
    }
}

void tn_transaction_answer(struct tn_checker *c, struct tn_open *o, const struct tn_tlp *t)
{
    c->related = o->packet;
    if (o->refused && !o->told && pcie_rules(c)->missing && pcie_rules(c)->missing_at > o->refused_at) {
        const struct tn_early e = {.key = o->key, .ev = *c->ev, .t = *t}; /* an unreadable TLP may be its request */
        tn_keyed_remove(&pcie_rules(c)->open, o);
        c->related = 0;
        tn_transaction_unexpected(c, &e);
        return;
    }
    if (tn_rules_of_another(c, o, t)) {
        of_another(c, o, t);
        return;
    }
    c->asked[R_CPL_1]++;
    if (c->pair_fn)
        tell_answer(c, o, t);
    tn_joined_answer(c, o);
    if (pcie_rules(c)->beyond && !tn_rules_count_is_wrong(o, t))
        beyond_count(c, t);
    if (!o->refused || o->told) {
        RULE(c, CPL_4, true, "", "%s", "");
    } else {
        RULE(c, CPL_4, false, "nothing after a status other than SC", "%s of request %llu",
             tn_tlp_name(t->kind), (unsigned long long)o->packet);
        o->told = true;
    }
    if (!o->refused && tn_rules_answer(c, o, t))
        tn_keyed_remove(&pcie_rules(c)->open, o);
    c->related = 0;
}

bool tn_missing_orphan(const struct tn_checker *c, uint64_t key, uint64_t packet)
{
    for (unsigned i = 0; pcie_rules(c)->orphan_n && i < TN_ORPHANS; i++)
        if (pcie_rules(c)->orphans[i].key == key &&
            (!pcie_rules(c)->orphans[i].until || packet < pcie_rules(c)->orphans[i].until))
            return true;
    return false;
}

static void add_orphan(struct tn_checker *c, uint64_t key)
{
    struct tn_pcie_rules *s = pcie_rules(c);
    s->orphans[s->orphan_n % TN_ORPHANS].key = key;
    s->orphans[s->orphan_n++ % TN_ORPHANS].until = 0;
}

void tn_missing_told(struct tn_checker *c, uint64_t key)
{
    if (!tn_missing_orphan(c, key, c->ev->packet))
        add_orphan(c, key);
}

bool tn_missing_request(struct tn_checker *c, uint64_t key)
{
    if (tn_missing_orphan(c, key, c->ev->packet))
        return true;
    if (!tn_missing_use(c, 0))
        return false;
    add_orphan(c, key);
    return true;
}

/* A request with this key: completions behind it are its own. */
static void no_orphan(struct tn_checker *c, uint64_t key)
{
    for (unsigned i = 0; pcie_rules(c)->orphan_n && i < TN_ORPHANS; i++)
        if (pcie_rules(c)->orphans[i].key == key && !pcie_rules(c)->orphans[i].until)
            pcie_rules(c)->orphans[i].until = c->ev->packet;
}

void tn_transaction_unexpected(struct tn_checker *c, const struct tn_early *e)
{
    const struct tn_tlp *t = &e->t;
    if (pcie_rules(c)->beyond)
        beyond_count(c, t);
    if (c->doubts & TN_DOUBT_ANY) {
        tn_rules_missing(c); /* its tag may be wrong, as any other field */
    } else if (e->before && !e->claimed) {
        tn_joined_keep(c, e);
    } else if (tn_joined_behind_end(c, e)) {
        tn_rule_open(c, R_CPL_1, &e->ev, "an outstanding request", "none in the capture: it may stand behind the last record");
    } else if (!tn_missing_request(c, e->key)) {
        RULE(c, CPL_1, false, "an outstanding request", "%s to %04x tag %02x, none open",
             tn_tlp_name(t->kind), t->requester, t->tag);
        if (!e->claimed)
            tn_rules_missing(c); /* it may have been the answer to another one */
        tn_missing_told(c, e->key);
    }
}

/* The tag of a request is that of one which is open. Returns whether it is a fault, after
 * which completions with the tag may be of either. */
static bool tag_taken(struct tn_checker *c, uint64_t key, struct tn_open *o,
                      const struct tn_tlp *t)
{
    bool late = c->ev->time_ns >= o->time_ns + c->par.completion_timeout_ns;
    if (c->par.unordered && o->doubtful && !o->started && pcie_rules(c)->missing == 0)
        tn_reused_unanswered(c, o);
    if (o->vague || o->doubtful || o->perhaps || tn_joined_claim(c, o) || tn_missing_use(c, o->packet))
        return false;
    if (tn_joined_unanswered(c, key, o, late))
        return !late;
    c->related = o->packet;
    if (late)
        RULE(c, CPL_13, false, "a completion before the timeout", "none for request %llu",
             (unsigned long long)o->packet);
    else
        RULE(c, TAG_1, false, "a free tag", "%04x tag %02x is request %llu's", t->requester, t->tag,
             (unsigned long long)o->packet);
    c->related = 0;
    if (!late)
        tn_rules_missing(c);
    return !late;
}

/* The fields of a request, as far as completions are held against them, that are not to be believed. */
static uint8_t doubt_of(const struct tn_checker *c)
{
    const uint8_t fields = TN_DOUBT_BYTES | TN_DOUBT_TC | TN_DOUBT_ATTR;
    if (c->doubts & TN_DOUBT_ANY)
        return fields;
    return (uint8_t)((c->doubts & TN_DOUBT_LENGTH ? TN_DOUBT_BYTES : 0u) | (c->doubts & fields));
}

/* A request that may be another one, or none: every field is unsure, or bytes stand behind one that has
 * no data. */
static bool no_kind(const struct tn_checker *c, const struct tn_tlp *t)
{
    return c->doubts & TN_DOUBT_ANY ||
           (c->doubts & TN_DOUBT_LENGTH && !tn_tlp_has_data(t->kind) && c->ev->orig_len > t->payload_off);
}

void tn_transaction_request(struct tn_checker *c, uint64_t key, const struct tn_tlp *t)
{
    bool vague = false, made;
    uint32_t turn = tn_joined_request(c, key, false);
    RULE(c, TAG_2, c->par.ext_tags || t->tag < 32, "Tag below 32", "Tag %02x", t->tag);
    if (no_kind(c, t))
        tn_rules_missing(c); /* its tag may be wrong */
    no_orphan(c, key);
    struct tn_open *o = tn_keyed_add(&pcie_rules(c)->open, key, &made);
    if (!o)
        return; /* a million outstanding: judged no further */
    if (!made && no_kind(c, t) && !o->refused)
        return; /* a request with that tag is surer, unless its answer has ended it */
    if (!made && !o->refused)
        vague = tag_taken(c, key, o, t);
    else
        RULE(c, TAG_1, true, "", "%s", "");
    *o = (struct tn_open){
        .key = key,
        .packet = c->ev->packet,
        .cycle = c->ev->cycle,
        .time_ns = c->ev->time_ns,
        .kind = t->kind,
        .tc = t->tc,
        .attr = t->attr,
        .vague = vague,
        .doubtful = (c->doubts & TN_DOUBT_LENGTH) != 0,
        .perhaps = no_kind(c, t) || pcie_rules(c)->resent,
        .doubt = doubt_of(c),
        .turn = turn,
    };
    tn_open_expect(o, t);
    if (c->pair_fn && !o->perhaps) {
        o->asked = true;
        tell_pair(c, o, TN_PAIR_ASKED);
    }
}

void tn_rules_transaction_begin(struct tn_checker *c)
{
    tn_keyed_init(&pcie_rules(c)->open, sizeof(struct tn_open), OPEN_MAX);
}

static void no_request(struct tn_checker *c, uint64_t key, const struct tn_tlp *t)
{
    struct tn_early e = {.key = key, .ev = *c->ev, .t = *t, .before = tn_joined_before(c, key, t)};
    tn_joined_count(c, &e);
    tn_transaction_unexpected(c, &e);
}

void tn_rules_transaction(struct tn_checker *c, const struct tn_tlp *t)
{
    bool completion = tn_tlp_is_completion(t->kind);
    uint64_t key = key_of(c, t, completion);
    struct tn_open *o;
    if (pcie_rules(c)->headless)
        return;
    pcie_rules(c)->last = c->ev->packet;
    if (!pcie_rules(c)->first) {
        pcie_rules(c)->first = c->ev->packet;
        pcie_rules(c)->first_ns = c->ev->time_ns;
    }
    if (tn_tlp_class(t->kind) == TN_CLASS_P) {
        if (t->kind != TN_TLP_MSG && t->kind != TN_TLP_MSGD)
            tn_joined_request(c, key, true);
        if (t->err & TN_TLP_E_LENGTH)
            tn_rules_missing(c); /* without its data, it may be a read */
    }
    if (c->par.unordered)
        tn_unordered(c, key, t);
    else if (completion && (o = tn_keyed_find(&pcie_rules(c)->open, key)) != NULL)
        tn_transaction_answer(c, o, t);
    else if (completion)
        no_request(c, key, t);
    else if (tn_tlp_class(t->kind) == TN_CLASS_NP)
        tn_transaction_request(c, key, t);
}

void tn_rules_transaction_reset(struct tn_checker *c)
{
    tn_joined_reset(c);
    tn_keyed_free(&pcie_rules(c)->open);
    pcie_rules(c)->missing = 0;
}

/* A request without its last completion at the end of the capture. */
static void never_answered(struct tn_checker *c, const struct tn_open *o, uint64_t now, bool both_ways)
{
    struct tn_event request = {.packet = o->packet, .cycle = o->cycle, .time_ns = o->time_ns};
    c->ev = &request;
    if (!both_ways || now < o->time_ns + c->par.completion_timeout_ns || tn_missing_use(c, o->packet)) {
        if (!c->off[R_CPL_13])
            tn_rule_say(c, TN_VERDICT_INCONCLUSIVE, R_CPL_13, &request, 0, "a completion",
                        o->started ? "not the last one until the end of the capture" : "none until the end of the capture");
    } else {
        RULE(c, CPL_13, false, "a completion before the timeout", "none until the end, %llu ns later",
             (unsigned long long)(now - o->time_ns));
    }
}

static int by_packet(const void *a, const void *b)
{
    uint64_t x = ((const struct tn_open *)a)->packet, y = ((const struct tn_open *)b)->packet;
    return (x > y) - (x < y);
}

void tn_rules_transaction_end(struct tn_checker *c)
{
    uint64_t now = c->last_ns;
    struct tn_event none = {0};
    struct tn_open *all;
    size_t n = 0;
    bool both_ways;
    c->ev = &none;
    tn_unordered_end(c);
    both_ways = tn_joined_end(c);
    all = calloc(pcie_rules(c)->open.n + 1, sizeof *all);
    tn_require(all != NULL);
    for (const struct tn_open *o = NULL; (o = tn_keyed_next(&pcie_rules(c)->open, o)) != NULL;)
        if (!o->refused && !o->vague && !o->perhaps)
            all[n++] = *o;
    qsort(all, n, sizeof *all, by_packet);
    for (size_t i = 0; i < n; i++)
        never_answered(c, &all[i], now, both_ways);
    free(all);
    c->ev = NULL;
}
