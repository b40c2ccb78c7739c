/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Expectations: wait for what was written, and say what came instead.
 */
#include "run.h"

#include <tn/sim.h>

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { TEXT = 160 };

/* Up to eight DWs as hex; where a nibble does not count, x. */
static const char *dws(char out[TEXT], const uint8_t *bytes, const uint8_t *mask, size_t len)
{
    size_t at = 0, n = len > 32 ? 32 : len;
    for (size_t k = 0; k < n; k++) {
        for (int half = 1; half >= 0; half--) {
            int v = bytes[k] >> (4 * half) & 15, m = mask ? mask[k] >> (4 * half) & 15 : 15;
            out[at++] = m ? "0123456789abcdef"[v] : 'x';
        }
        if (k % 4 == 3 && k + 1 < n)
            out[at++] = ' ';
    }
    out[at] = 0;
    if (len > n)
        snprintf(out + at, TEXT - at, " ... (%zu bytes)", len);
    return out;
}

static bool fail_line(struct runner *r, const struct tn_case_step *s, const char *rule,
                      uint64_t packet, uint64_t cycle, const char *fmt, ...)
    __attribute__((format(printf, 6, 7)));
static bool fail_line(struct runner *r, const struct tn_case_step *s, const char *rule,
                      uint64_t packet, uint64_t cycle, const char *fmt, ...)
{
    char text[TN_CASE_ERROR - 32];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    tn_run_fail(r, rule, packet, cycle, "line %u: %s", s->line, text);
    r->stopped = rule;
    return false;
}

uint64_t tn_run_window(const struct runner *r, const struct tn_case_step *s)
{
    return s->last * (r->how->stalls ? TN_CASE_STALLED : 1);
}

/* Does what came agree with what was written, and, where it counts, at the port? */
static bool matches(const struct tn_case_tlp *want, const struct seen *got, bool ported)
{
    if (want->len != got->len || (ported && want->port != got->port))
        return false;
    for (size_t k = 0; k < want->len; k++)
        if ((want->bytes[k] ^ got->bytes[k]) & want->mask[k])
            return false;
    return true;
}

static bool counts_port(const struct runner *r, const struct tn_case_step *s)
{
    return r->ops->ported && r->ops->ported(s->point);
}

/* The rule that the difference breaks. */
static const char *blame(const struct runner *r, const struct tn_case_step *s, const struct seen *got)
{
    return r->ops->blame ? r->ops->blame(s, got) : s->rule;
}

static bool any_matches(const struct runner *r, const struct tn_case_step *s, const struct seen *got)
{
    for (unsigned k = 0; k < s->packet_n; k++)
        if (matches(&s->tlp[k], got, counts_port(r, s)))
            return true;
    return false;
}

/* The packet that the line is about, of those that have come: the next one, or with
 * `unordered` the first that agrees. */
static struct seen *candidate(const struct runner *r, struct stream *st, const struct tn_case_step *s)
{
    for (unsigned k = st->next; k < st->n; k++) {
        struct seen *t = &st->tlps[k];
        if (t->taken)
            continue;
        if (!s->unordered || any_matches(r, s, t))
            return t;
    }
    return NULL;
}

static struct seen *first_left(struct stream *st)
{
    while (st->next < st->n && st->tlps[st->next].taken)
        st->next++;
    return st->next < st->n ? &st->tlps[st->next] : NULL;
}

/* How many cycles an expectation waits. Stalls stretch the time, but not at a stream at which no packet ever left where a
 * judge has failed the case already: such a block is dead. */
static uint64_t patience(const struct runner *r, const struct tn_case_step *s, const struct stream *st)
{
    return r->failed && st->n == 0 ? s->last : tn_run_window(r, s);
}

static bool nothing_came(struct runner *r, const struct tn_case_step *s, struct stream *st)
{
    char a[TEXT], b[TEXT];
    const struct tn_case_tlp *w = &s->tlp[0];
    struct seen *other = first_left(st);
    dws(a, w->bytes, w->mask, w->len);
    if (other)
        return fail_line(r, s, blame(r, s, other), other->number, other->first,
                         "expected at %s %s; found %s", s->point, a,
                         dws(b, other->bytes, NULL, other->len));
    return fail_line(r, s, s->rule, 0, tn_run_now(r),
                     "expected at %s %s; found nothing in %llu cycles", s->point, a,
                     (unsigned long long)patience(r, s, st));
}

static bool one_tlp(struct runner *r, const struct tn_case_step *s)
{
    struct stream *st = tn_run_stream(r, s->point);
    const struct tn_case_tlp *w = &s->tlp[0];
    struct seen *t;
    char a[TEXT], b[TEXT];
    first_left(st);
    while (!(t = candidate(r, st, s)) && tn_run_now(r) < r->mark + patience(r, s, st))
        tn_sim_step(1);
    if (!t)
        return nothing_came(r, s, st);
    if (!any_matches(r, s, t)) {
        dws(a, w->bytes, w->mask, w->len);
        if (counts_port(r, s) && t->port != w->port)
            return fail_line(r, s, blame(r, s, t), t->number, t->first,
                             "expected at port %u %s; found at port %u %s", w->port, a, t->port,
                             dws(b, t->bytes, NULL, t->len));
        return fail_line(r, s, blame(r, s, t), t->number, t->first,
                         "expected at %s %s; found %s", s->point, a,
                         dws(b, t->bytes, NULL, t->len));
    }
    t->taken = true;
    uint64_t took = t->last > r->mark ? t->last - r->mark : 0;
    uint64_t soonest = r->how->stalls ? 0 : s->first;
    if (took < soonest || took > tn_run_window(r, s))
        return fail_line(r, s, s->rule, t->number, t->first,
                         "expected at %s within %llu..%llu cycles; found after %llu", s->point,
                         (unsigned long long)soonest, (unsigned long long)tn_run_window(r, s),
                         (unsigned long long)took);
    return true;
}

static bool no_tlp(struct runner *r, const struct tn_case_step *s)
{
    struct stream *st = tn_run_stream(r, s->point);
    uint64_t until = tn_run_now(r) + s->last;
    struct seen *t;
    char b[TEXT];
    while (!(t = first_left(st)) && tn_run_now(r) < until)
        tn_sim_step(1);
    return !t || fail_line(r, s, s->rule, t->number, t->first, "expected nothing at %s; found %s",
                           s->point, dws(b, t->bytes, NULL, t->len));
}

static bool reg_value(struct runner *r, const struct tn_case_step *s)
{
    uint32_t v = 0;
    int resp = tn_run_read(r, s->addr, &v);
    if (resp < 0)
        return fail_line(r, s, s->rule, r->packets, tn_run_now(r),
                         "expected register %03x to be there; waited for it and found no answer", s->addr);
    if (resp != 0)
        return fail_line(r, s, s->rule, r->packets, tn_run_now(r),
                         "expected register %03x to be there; found response %d", s->addr, resp);
    return ((v ^ s->value) & s->mask) == 0 ||
           fail_line(r, s, s->rule, r->packets, tn_run_now(r),
                     "expected register %03x = %08x (of mask %08x); found %08x", s->addr, s->value,
                     s->mask, v);
}

static bool error(struct runner *r, const struct tn_case_step *s)
{
    uint32_t v = 0;
    int resp = s->write ? r->ops->write(r, s->addr, s->value) : tn_run_read(r, s->addr, &v);
    return resp == (int)s->response || fail_line(r, s, s->rule, r->packets, tn_run_now(r),
                                                 "expected response %u for register %03x; found %d",
                                                 s->response, s->addr, resp);
}

static bool reject(struct runner *r, const struct tn_case_step *s)
{
    for (unsigned k = 0;;) {
        for (; k < r->reject_n; k++) {
            struct seen_reject *j = &r->rejects[k];
            if (j->taken || j->dir != s->dir)
                continue;
            j->taken = true;
            if (j->cause == s->cause && j->port == s->port)
                return true;
            return fail_line(r, s, s->rule, r->packets, j->cycle,
                             "expected %scause %u port %u; found cause %u port %u", r->ops->reject,
                             s->cause, s->port, j->cause, j->port);
        }
        if (tn_run_now(r) >= r->mark + tn_run_window(r, s))
            return fail_line(r, s, s->rule, r->packets, tn_run_now(r),
                             "expected %scause %u port %u; found nothing", r->ops->reject, s->cause,
                             s->port);
        tn_sim_step(1);
    }
}

/* From a TLP's first beat in to its first beat out: the last one of each stream. */
static bool latency(struct runner *r, const struct tn_case_step *s)
{
    struct stream *out = tn_run_stream(r, s->point);
    struct stream *in = tn_run_stream(r, s->from);
    if (!in->n || !out->n)
        return fail_line(r, s, s->rule, 0, tn_run_now(r), "expected a %s through %s; found none",
                         r->dut->packet, s->point);
    const struct seen *o = &out->tlps[out->n - 1];
    long took = (long)(o->first - in->tlps[in->n - 1].first);
    if (r->latency < 0)
        r->latency = took;
    if (s->op == TN_CASE_EXPECT_SAME)
        return took == r->latency ||
               fail_line(r, s, s->rule, o->number, o->first,
                         "expected a latency of %ld cycles as before; found %ld", r->latency, took);
    return (took >= (long)s->first && took <= (long)s->last) ||
           fail_line(r, s, s->rule, o->number, o->first,
                     "expected a latency of %llu..%llu cycles; found %ld",
                     (unsigned long long)s->first, (unsigned long long)s->last, took);
}

/* The last count TLPs: each begins in the cycle after the one before. */
static bool back_to_back(struct runner *r, const struct tn_case_step *s)
{
    struct stream *st = tn_run_stream(r, s->point);
    if (st->n < s->count)
        return fail_line(r, s, s->rule, 0, tn_run_now(r), "expected %u %ss at %s; found %u",
                         s->count, r->dut->packet, s->point, st->n);
    for (unsigned k = st->n - s->count + 1; k < st->n; k++)
        if (st->tlps[k].first != st->tlps[k - 1].last + 1)
            return fail_line(r, s, s->rule, st->tlps[k].number, st->tlps[k].first,
                             "expected one beat a cycle; found %llu cycles between two %ss",
                             (unsigned long long)(st->tlps[k].first - st->tlps[k - 1].last - 1),
                             r->dut->packet);
    return true;
}

bool tn_run_expect(struct runner *r, const struct tn_case_step *s)
{
    switch (s->op) {
    case TN_CASE_EXPECT:
        for (unsigned k = 0; k < s->count; k++)
            if (!one_tlp(r, s))
                return false;
        return true;
    case TN_CASE_EXPECT_NO:
        return no_tlp(r, s);
    case TN_CASE_EXPECT_REG:
        return reg_value(r, s);
    case TN_CASE_EXPECT_ERROR:
        return error(r, s);
    case TN_CASE_EXPECT_REJECT:
        return reject(r, s);
    case TN_CASE_EXPECT_LATENCY:
    case TN_CASE_EXPECT_SAME:
        return latency(r, s);
    default:
        return back_to_back(r, s);
    }
}

void tn_run_leftovers(struct runner *r)
{
    char b[TEXT];
    for (unsigned k = 0; r->names[k]; k++) {
        struct seen *t = r->names[k][0] == 'm' ? first_left(&r->streams[k]) : NULL;
        if (t)
            tn_run_fail(r, r->c->rules[0], t->number, t->first,
                        "end: expected nothing more at %s; found %s", r->names[k],
                        dws(b, t->bytes, NULL, t->len));
    }
}
