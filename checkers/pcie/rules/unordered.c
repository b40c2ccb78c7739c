/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Merged captures: points with clocks of their own, so that a completion may stand before
 * its request, or behind the next one with its tag, and a TLP may be there twice. What does
 * not fit where it stands waits for so many packets; what then still does not is judged
 * as it stands.
 */
#include "unordered.h"

#include <tn/artefact.h>
#include <tn/bug.h>

#include <stdlib.h>
#include <string.h>

static struct tn_unordered *state(struct tn_checker *c)
{
    if (!pcie_rules(c)->unordered) {
        pcie_rules(c)->unordered = calloc(1, sizeof *pcie_rules(c)->unordered);
        tn_require(pcie_rules(c)->unordered != NULL);
        for (unsigned i = 0; i < SHORTEST; i++)
            pcie_rules(c)->unordered->shortest[i] = INT64_MAX;
    }
    return pcie_rules(c)->unordered;
}

static bool request(const struct tn_early *e)
{
    return !tn_tlp_is_completion(e->t.kind);
}

static struct tn_early take(struct tn_unordered *u, unsigned i)
{
    struct tn_early e = u->waiting[i];
    memmove(&u->waiting[i], &u->waiting[i + 1], (--u->n - i) * sizeof e);
    return e;
}

/* Does the completion stand sooner behind the request than any answer does? */
static bool too_soon(const struct tn_unordered *u, const struct tn_early *e, const struct tn_open *o)
{
    return u->pairs >= ENOUGH && tn_waits_shortest(u) > 0 && (int64_t)(e->ev.time_ns - o->time_ns) < tn_waits_shortest(u) / 8;
}

/* Is it what the request waits for? */
static bool fits(const struct tn_open *o, const struct tn_tlp *t, bool beyond)
{
    return o && !beyond && tn_open_fits(o, t);
}

/* A completion to the request that is open for it, if there is one; one that came behind it
 * and does not fit is another's. */
static void complete(struct tn_checker *c, struct tn_early *e)
{
    struct tn_open *o = tn_keyed_find(&pcie_rules(c)->open, e->key);
    bool fit = fits(o, &e->t, e->beyond), other = !o || (!fit && !e->surely && !o->vague && (o->packet > e->ev.packet || too_soon(state(c), e, o)));
    if (fit)
        tn_waits_note(state(c), (int64_t)(e->ev.time_ns - o->time_ns));
    if (other && tn_reused_excuse(state(c), e))
        return;
    pcie_rules(c)->early = o && e->ev.time_ns < o->time_ns;
    if (pcie_rules(c)->early) /* no timeout */
        e->ev.time_ns = o->time_ns;
    const struct tn_judged was = tn_judge_instead(c, e);
    if (other)
        tn_transaction_unexpected(c, e);
    else
        tn_transaction_answer(c, o, &e->t);
    tn_judge_again(c, &was);
}

static void begin(struct tn_checker *c, struct tn_early *e)
{
    const struct tn_judged was = tn_judge_instead(c, e);
    tn_transaction_request(c, e->key, &e->t);
    tn_judge_again(c, &was);
}

/* A request that is open, and for which it is known what answers it. */
static bool busy(const struct tn_open *o)
{
    return o && !o->refused && !o->vague;
}

/* Did the sender of completion b send a before it, to the same requester and tag? What one sender
 * sends keeps its order in a merged capture, but for records that were moved. */
static bool sent_before(const struct tn_early *a, const struct tn_early *b)
{
    return a->key == b->key && !a->twice && !request(a) && a->ev.point == b->ev.point && a->ev.packet < b->ev.packet &&
           a->ev.time_ns <= b->ev.time_ns;
}

/* Does the completion that waits stand before the request o, the first one with its tag? Its own request may stand before
 * the capture then, or be one that could not be read: whether o is answered by another one, or by none, will tell. */
static bool before_first(const struct tn_early *w, const struct tn_open *o)
{
    return !request(w) && (w->before || w->lacking) && o && w->ev.packet < o->packet;
}

/* The first of those that wait which was sent before e, or -1. The request that e answers is its
 * request, too: another would have the tag only behind e. Not where TLPs are missing, or its request could not
 * be read. */
static int overtaken_by(const struct tn_checker *c, const struct tn_unordered *u, const struct tn_early *e)
{
    const struct tn_open *o = tn_keyed_find(&pcie_rules(c)->open, e->key);
    for (unsigned i = 0; pcie_rules(c)->missing == 0 && i < u->n; i++)
        if (sent_before(&u->waiting[i], e) && !before_first(&u->waiting[i], o) && !(o && too_soon(u, &u->waiting[i], o)) &&
            !tn_missing_orphan(c, e->key, u->waiting[i].ev.packet))
            return (int)i;
    return -1;
}

/* A request whose fault was told: what still comes of its answer is no second one. */
static bool spent(const struct tn_open *o)
{
    return o && (o->vague || (o->refused && o->told));
}

/* The first that waits with this key and may go on now, or -1. */
static int ready(const struct tn_checker *c, struct tn_unordered *u, uint64_t key)
{
    const struct tn_open *o = tn_keyed_find(&pcie_rules(c)->open, key);
    for (unsigned i = 0; i < u->n; i++) {
        struct tn_early *w = &u->waiting[i];
        int first;
        if (w->key != key || w->twice || before_first(w, o) || (request(w) ? busy(o) : !fits(o, &w->t, w->beyond) && !spent(o)))
            continue;
        if (request(w) || spent(o) || (first = overtaken_by(c, u, w)) < 0)
            return (int)i;
        u->waiting[first].surely = true;
        return first;
    }
    return -1;
}

/* A request whose tag was taken where it stands, and is free since a completion behind it. */
static void used_again(struct tn_checker *c, struct tn_early *e, const struct tn_event *last)
{
    if (!(e->doubts & (TN_DOUBT_ANY | TN_DOUBT_LENGTH))) /* else it may be no request, or one with another tag */
        tn_reused_note(state(c), e, last);
    begin(c, e);
    struct tn_open *o = tn_keyed_find(&pcie_rules(c)->open, e->key);
    if (o)
        o->doubtful = true;
}

/* A completion that fits the request behind it. */
static void early_answer(struct tn_checker *c, struct tn_early *e, uint64_t asked)
{
    const struct tn_event *now = c->ev;
    c->ev = &e->ev;
    tn_rule_artefact(c, TN_ART_ORDER, asked, "a completion before its request");
    c->ev = now;
    state(c)->shuffled = true;
    complete(c, e);
}

/* After last went where it belongs: all with its key that now fit. */
static void go_on(struct tn_checker *c, uint64_t key, const struct tn_event *last)
{
    struct tn_unordered *u = state(c);
    struct tn_event before = *last;
    for (int i; u->n && (i = ready(c, u, key)) >= 0;) {
        struct tn_early e = take(u, (unsigned)i);
        if (request(&e) && e.ev.packet > before.packet) {
            begin(c, &e);
        } else if (request(&e)) {
            used_again(c, &e, &before);
        } else {
            const struct tn_open *o = tn_keyed_find(&pcie_rules(c)->open, key);
            if (o->packet > e.ev.packet && !spent(o))
                early_answer(c, &e, before.packet);
            else
                complete(c, &e);
        }
        before = e.ev;
    }
}

static void place(struct tn_checker *c, struct tn_early *e)
{
    const struct tn_open *o = tn_keyed_find(&pcie_rules(c)->open, e->key);
    if (request(e))
        begin(c, e);
    else if (before_first(e, o) && fits(o, &e->t, e->beyond))
        early_answer(c, e, o->packet);
    else
        complete(c, e);
    go_on(c, e->key, &e->ev);
}

/* Those that waited long enough: as they stand. */
static void expire(struct tn_checker *c, bool all)
{
    struct tn_unordered *u = state(c);
    for (unsigned i = 0; i < u->n && (all || u->waiting[i].ev.packet + c->par.reorder_window < c->ev->packet);) {
        if (!all && before_first(&u->waiting[i], tn_keyed_find(&pcie_rules(c)->open, u->waiting[i].key))) {
            i++;
            continue;
        }
        struct tn_early e = take(u, i);
        i = 0; /* others may have gone on behind it */
        const struct tn_event *now = c->ev;
        if (e.twice && pcie_rules(c)->copies) {
            c->ev = &e.ev;
            tn_rule_artefact(c, TN_ART_ORDER, 0, "a record captured twice");
            c->ev = now;
        } else {
            place(c, &e);
        }
    }
}

/* Is t the second TLP of its point, and the first one over again? */
static bool twice(struct tn_unordered *u, const struct tn_event *ev, const struct tn_tlp *t)
{
    unsigned p = ev->point;
    if (p >= POINTS || u->seen[p] == 2)
        return false;
    if (u->seen[p]++ == 0)
        u->first[p] = *t;
    else
        return memcmp(&u->first[p], t, sizeof *t) == 0;
    return false;
}

/* Most TLPs: nothing waits, and this one fits where it stands. It is judged at once. */
static bool at_once(struct tn_checker *c, uint64_t key, struct tn_open *o, const struct tn_tlp *t)
{
    struct tn_unordered *u = pcie_rules(c)->unordered;
    if (u->n)
        return false;
    if (!tn_tlp_is_completion(t->kind)) {
        if (o)
            return false;
        tn_transaction_request(c, key, t);
        return true;
    }
    if (!fits(o, t, pcie_rules(c)->beyond) || c->ev->time_ns < o->time_ns)
        return false;
    tn_waits_note(u, (int64_t)(c->ev->time_ns - o->time_ns));
    tn_transaction_answer(c, o, t);
    return true;
}

/* A completion that waits, for which no request is open, would fit the open request o: with another tag it would be
 * its answer. Then o is short of an answer, and no other one is missing. */
static struct tn_early *claimable(struct tn_checker *c, struct tn_unordered *u, const struct tn_open *o)
{
    for (unsigned i = 0; i < u->n; i++) {
        struct tn_early *w = &u->waiting[i];
        if (!request(w) && !w->claimed && w->key != o->key && w->ev.packet > o->packet && fits(o, &w->t, w->beyond) &&
            !tn_keyed_find(&pcie_rules(c)->open, w->key))
            return w;
    }
    return NULL;
}

static bool claim(struct tn_checker *c, struct tn_unordered *u, const struct tn_open *o)
{
    struct tn_early *w = claimable(c, u, o);
    if (w)
        w->claimed = true;
    return w != NULL;
}

/* e fits the open request o, and TLPs are missing since that: it answers a request that waits with
 * that tag all the same, when it comes late enough for that. */
static bool answers_the_next(struct tn_checker *c, struct tn_unordered *u, struct tn_open *o, const struct tn_early *e)
{
    for (unsigned i = 0; i < u->n; i++) {
        struct tn_early *q = &u->waiting[i];
        if (q->key != e->key || !request(q) || q->ev.packet > e->ev.packet)
            continue;
        if (u->pairs && (int64_t)(e->ev.time_ns - q->ev.time_ns) < u->shortest[0] / 2)
            return false;
        return tn_joined_claim(c, o) || claim(c, u, o) || tn_missing_use(c, o->packet);
    }
    return false;
}

/* e fits the open request o, and a request with its tag waits since longer than any answer takes: the tag was taken.
 * Returns whether that was told; then e may answer either. */
static bool taken_meanwhile(struct tn_checker *c, struct tn_unordered *u, const struct tn_open *o, const struct tn_early *e)
{
    for (unsigned i = 0; u->pairs >= ENOUGH && pcie_rules(c)->missing == 0 && i < u->n; i++) {
        const struct tn_early *q = &u->waiting[i];
        if (q->key != e->key || !request(q) || q->ev.packet > e->ev.packet || q->ev.packet < o->packet ||
            (int64_t)(e->ev.time_ns - q->ev.time_ns) <= u->shortest[SHORTEST - 1] || claimable(c, u, o))
            continue;
        struct tn_early taker = take(u, i);
        begin(c, &taker);
        return true;
    }
    return false;
}

/* A completion that waits, and does not fit the open request, is the answer to a request which waits, too: the tag
 * was taken. Returns whether that was told. */
static bool begun_meanwhile(struct tn_checker *c, struct tn_unordered *u, const struct tn_open *o, int completion)
{
    const struct tn_early *w = &u->waiting[completion];
    for (unsigned i = 0; u->pairs >= ENOUGH && i < u->n; i++) {
        const struct tn_early *q = &u->waiting[i];
        struct tn_open would = {.kind = q->t.kind, .tc = q->t.tc, .attr = q->t.attr};
        tn_open_expect(&would, &q->t);
        if (q->key != w->key || !request(q) || q->ev.packet > w->ev.packet || !fits(&would, &w->t, w->beyond) ||
            (int64_t)(w->ev.time_ns - q->ev.time_ns) < tn_waits_shortest(u) / 2 || claimable(c, u, o))
            continue;
        struct tn_early taker = take(u, i);
        begin(c, &taker);
        go_on(c, taker.key, &taker.ev);
        return true;
    }
    return false;
}

/* The completions before the first request with their tag: another answers o, so that theirs stands before the capture, or
 * the tag is taken again, so that they answered o. */
static void settle_first(struct tn_checker *c, uint64_t key, bool theirs)
{
    struct tn_unordered *u = state(c);
    for (unsigned i = 0; i < u->n;) {
        const struct tn_open *o = tn_keyed_find(&pcie_rules(c)->open, key);
        if (u->waiting[i].key != key || !before_first(&u->waiting[i], o) || (theirs && !fits(o, &u->waiting[i].t, u->waiting[i].beyond))) {
            i++;
            continue;
        }
        struct tn_early w = take(u, i);
        const struct tn_judged was = tn_judge_instead(c, &w);
        if (!theirs && !tn_reused_excuse(u, &w))
            tn_transaction_unexpected(c, &w);
        tn_judge_again(c, &was);
        if (theirs)
            early_answer(c, &w, o->packet);
    }
}

/* The completion e answers o, and its sender sent others before it, too soon to be answers to o: they answer none behind o,
 * either. */
static void settle_too_soon(struct tn_checker *c, const struct tn_open *o, const struct tn_early *e)
{
    struct tn_unordered *u = state(c);
    for (unsigned i = 0; i < u->n;) {
        if (!sent_before(&u->waiting[i], e) || u->waiting[i].ev.packet > o->packet || !too_soon(u, &u->waiting[i], o)) {
            i++;
            continue;
        }
        struct tn_early w = take(u, i);
        const struct tn_judged was = tn_judge_instead(c, &w);
        if (!tn_reused_excuse(u, &w))
            tn_transaction_unexpected(c, &w);
        tn_judge_again(c, &was);
    }
}

/* The completion e fits the open request o: first those that its sender sent before. */
static void in_turn(struct tn_checker *c, struct tn_early *e)
{
    struct tn_unordered *u = state(c);
    settle_first(c, e->key, false);
    struct tn_open *o = tn_keyed_find(&pcie_rules(c)->open, e->key);
    const int before = overtaken_by(c, u, e);
    if (before < 0 ? taken_meanwhile(c, u, o, e) : begun_meanwhile(c, u, o, before)) {
        place(c, e);
        return;
    }
    settle_too_soon(c, o, e);
    if (answers_the_next(c, u, o, e)) {
        const struct tn_event gone = {.packet = o->packet};
        tn_keyed_remove(&pcie_rules(c)->open, o);
        go_on(c, e->key, &gone);
    }
    for (int i; u->n && (i = overtaken_by(c, u, e)) >= 0;) {
        struct tn_early first = take(u, (unsigned)i);
        first.surely = true;
        complete(c, &first);
        go_on(c, first.key, &first.ev);
    }
    o = tn_keyed_find(&pcie_rules(c)->open, e->key);
    if ((!o || (busy(o) && !fits(o, &e->t, e->beyond))) && u->n < WAITING)
        u->waiting[u->n++] = *e;
    else
        place(c, e);
}

/* The completion goes on behind pieces of o that could not be read. Not when its sender sent another one before it
 * that waits: then both answer a later request. */
static bool behind_missing(const struct tn_checker *c, const struct tn_unordered *u, const struct tn_open *o, const struct tn_early *e)
{
    if (!tn_open_behind(c, o, &e->t))
        return false;
    for (unsigned i = 0; i < u->n; i++)
        if (sent_before(&u->waiting[i], e))
            return false;
    return true;
}

/* The completion goes on behind a piece of o that waits with another tag. */
static bool behind_claimed(struct tn_checker *c, struct tn_unordered *u, const struct tn_open *o, const struct tn_tlp *t)
{
    struct tn_pcie_rules *s = pcie_rules(c);
    const unsigned missing = s->missing;
    const uint64_t at = s->missing_at;
    s->missing++;
    s->missing_at = c->ev->packet;
    if (tn_open_behind(c, o, t) && claim(c, u, o))
        return true;
    s->missing = missing;
    s->missing_at = at;
    return false;
}

/* One that may not be where it belongs, or is the second of its point and like the first (again):
 * it waits, or goes where it stands. */
__attribute__((cold)) static void in_doubt(struct tn_checker *c, uint64_t key, const struct tn_open *o, const struct tn_tlp *t, bool again)
{
    struct tn_unordered *u = pcie_rules(c)->unordered;
    bool waits, fit = false;
    struct tn_early e = {.key = key, .ev = *c->ev, .t = *t, .twice = again, .doubts = c->doubts, .beyond = pcie_rules(c)->beyond};
    if (request(&e) && busy(o) && u->n) {
        settle_first(c, key, true);
        o = tn_keyed_find(&pcie_rules(c)->open, key);
    }
    if (request(&e))
        waits = busy(o);
    else
        waits = !o || (busy(o) && !(fit = fits(o, t, e.beyond)) && !behind_missing(c, u, o, &e) && !behind_claimed(c, u, o, t));
    if (!request(&e) && !o) {
        e.before = tn_joined_before(c, key, t);
        e.lacking = pcie_rules(c)->missing != 0;
        tn_joined_count(c, &e);
    }
    if ((waits || e.twice) && u->n < WAITING)
        u->waiting[u->n++] = e;
    else if (fit && u->n)
        in_turn(c, &e);
    else
        place(c, &e);
}

void tn_unordered(struct tn_checker *c, uint64_t key, const struct tn_tlp *t)
{
    struct tn_unordered *u = pcie_rules(c)->unordered ? pcie_rules(c)->unordered : state(c);
    bool again = twice(u, c->ev, t);
    const enum tn_copy copy = tn_copy_of_recent(c, t);
    struct tn_open *o;
    if (u->n)
        expire(c, false);
    u->shuffled = u->shuffled || c->art & 1u << TN_ART_TIME_BACK;
    if (copy == TN_COPY_BACK) {
        tn_transaction_unexpected(c, &(struct tn_early){.key = key, .ev = *c->ev, .t = *t, .doubts = c->doubts});
        return;
    }
    if (copy == TN_COPY_ON_WAY) {
        tn_rule_artefact(c, TN_ART_ORDER, 0, "a TLP captured at two points");
        u->shuffled = true;
        return;
    }
    if (tn_tlp_class(t->kind) == TN_CLASS_P)
        return;
    o = tn_keyed_find(&pcie_rules(c)->open, key);
    again = again && (tn_tlp_is_completion(t->kind) || busy(o)); /* a request that was answered comes again, as behind CRS */
    if (again || !at_once(c, key, o, t))
        in_doubt(c, key, o, t, again);
}

void tn_unordered_end(struct tn_checker *c)
{
    struct tn_unordered *u = pcie_rules(c)->unordered;
    if (!u)
        return;
    expire(c, true);
    for (unsigned i = 0; i < u->reused_n; i++)
        if (tn_reused_judge(c, u, i)) {
            const struct tn_judged was = tn_judge_instead(c, &u->reused[i].stray);
            tn_transaction_unexpected(c, &u->reused[i].stray);
            tn_judge_again(c, &was);
        }
}
