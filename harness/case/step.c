/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The body of a case: what is done and what is expected, line by line.
 */
#include "parse.h"

#include <tn/dut.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* "[RULE]" at the end of the line: taken off. */
static int take_rule(struct tn_case_parser *p, struct tn_case_step *s)
{
    char *w = p->word[p->word_n - 1];
    size_t n = strlen(w);
    if (w[0] != '[')
        return 0;
    if (n < 3 || w[n - 1] != ']')
        return tn_case_fail(p, "a rule at the end of a line: [RULE]");
    w[n - 1] = 0;
    p->word_n--;
    return tn_case_rule(p, w + 1, &s->rule);
}

/* "A..B" or "B" cycles. */
static int range(struct tn_case_parser *p, const char *text, struct tn_case_step *s)
{
    const char *dots = strstr(text, "..");
    char low[24] = "0";
    int rc;
    if (dots) {
        size_t n = (size_t)(dots - text);
        if (n >= sizeof low)
            return tn_case_fail(p, "cycles: '%.40s' is not A..B", text);
        memcpy(low, text, n);
        low[n] = 0;
        text = dots + 2;
    }
    if ((rc = tn_case_number(p, "cycles", low, TN_CASE_CYCLES, &s->first)) < 0 ||
        (rc = tn_case_number(p, "cycles", text, TN_CASE_CYCLES, &s->last)) < 0)
        return rc;
    return s->first <= s->last ? 0 : tn_case_fail(p, "cycles: %s..%s is empty", low, text);
}

/* "within A..B cycles" at the end of the line: taken off. */
static int take_window(struct tn_case_parser *p, struct tn_case_step *s)
{
    unsigned n = p->word_n;
    if (n < 3 || !tn_case_is(p, n - 3, "within") || !tn_case_is(p, n - 1, "cycles"))
        return tn_case_fail(p, "the line ends in: within A..B cycles");
    p->word_n -= 3;
    return range(p, p->word[n - 2], s);
}

int tn_case_count(struct tn_case_parser *p, unsigned *at, unsigned *count)
{
    char *w = *at < p->word_n ? p->word[*at] : NULL;
    size_t n = w ? strlen(w) : 0;
    uint64_t v;
    int rc;
    if (n < 2 || w[n - 1] != '*')
        return 0;
    w[n - 1] = 0;
    if ((rc = tn_case_number(p, "count", w, TN_CASE_COUNT, &v)) < 0)
        return rc;
    if (v == 0)
        return tn_case_fail(p, "count: 0*");
    *count = (unsigned)v;
    ++*at;
    return 0;
}

static int need_words(struct tn_case_parser *p, unsigned n, const char *form)
{
    return p->word_n == n ? 0 : tn_case_fail(p, "written so: %s", form);
}

static int line_write(struct tn_case_parser *p)
{
    uint32_t addr = 0;
    uint64_t v = 0;
    int rc = need_words(p, 3, "write REGISTER VALUE");
    if (rc == 0)
        rc = tn_case_register(p, p->word[1], &addr);
    if (rc == 0)
        rc = tn_case_number(p, "value", p->word[2], 0xffffffff, &v);
    return rc ? rc : tn_case_write(p, addr, (uint32_t)v);
}

static int line_send(struct tn_case_parser *p)
{
    struct tn_case_step *s = tn_case_step(p, TN_CASE_SEND);
    unsigned at = 1;
    int rc = s ? tn_case_need_dut(p) : -EINVAL;
    if (rc == 0)
        rc = tn_case_count(p, &at, &s->count);
    if (rc < 0)
        return rc;
    if (at + 1 >= p->word_n)
        return tn_case_fail(p, "written so: send %s %s", p->words->ports, p->dut->packet);
    if ((rc = p->words->point(p, p->word[at], true, &s->point)) < 0)
        return rc;
    return p->words->form(p, at + 1, p->word_n, false, s->point, &s->tlp[0]);
}

static int expect_tlp(struct tn_case_parser *p, struct tn_case_step *s)
{
    unsigned at = 1, end;
    int rc = take_window(p, s);
    if (rc == 0)
        rc = tn_case_count(p, &at, &s->count);
    if (rc < 0)
        return rc;
    if (at + 1 >= p->word_n)
        return tn_case_fail(p, "written so: expect %s %s within A..B cycles", p->words->ports,
                            p->dut->packet);
    if ((rc = p->words->point(p, p->word[at], false, &s->point)) < 0)
        return rc;
    at++;
    if (tn_case_is(p, at, "unordered")) {
        s->unordered = true;
        at++;
    }
    for (;; at = end + 1) {
        for (end = at; end < p->word_n && !tn_case_is(p, end, "or"); end++)
            ;
        if (s->packet_n == TN_CASE_ALTERNATIVES)
            return tn_case_fail(p, "more than %d %ss joined by or", TN_CASE_ALTERNATIVES,
                                p->dut->packet);
        if ((rc = p->words->form(p, at, end, true, s->point, &s->tlp[s->packet_n++])) < 0)
            return rc;
        if (end == p->word_n)
            return 0;
    }
}

/* expect no PORT for N cycles */
static int expect_no(struct tn_case_parser *p, struct tn_case_step *s)
{
    int rc = 0;
    s->op = TN_CASE_EXPECT_NO;
    if (!tn_case_is(p, 3, "for") || !tn_case_is(p, 5, "cycles") || p->word_n != 6)
        return tn_case_fail(p, "written so: expect no %s for N cycles", p->words->ports);
    rc = p->words->point(p, p->word[2], false, &s->point);
    return rc ? rc : tn_case_number(p, "cycles", p->word[4], TN_CASE_CYCLES, &s->last);
}

/* expect reg REGISTER = VALUE, x for digits that do not count */
static int expect_reg(struct tn_case_parser *p, struct tn_case_step *s)
{
    char copy[24];
    uint64_t v = 0;
    int rc;
    s->op = TN_CASE_EXPECT_REG;
    s->mask = 0xffffffff;
    if (!tn_case_is(p, 3, "=") || p->word_n != 5)
        return tn_case_fail(p, "written so: expect reg REGISTER = VALUE");
    if ((rc = tn_case_register(p, p->word[2], &s->addr)) < 0)
        return rc;
    const char *text = p->word[4];
    if (strncmp(text, "0x", 2) == 0 && strlen(text) < sizeof copy) {
        unsigned shift = 0;
        strcpy(copy, text);
        for (size_t k = strlen(copy) - 1; k >= 2; k--) {
            if (copy[k] == '_')
                continue;
            if (copy[k] == 'x' && shift < 32) {
                copy[k] = '0';
                s->mask &= ~(0xfu << shift);
            }
            shift += 4;
        }
        text = copy;
    }
    rc = tn_case_number(p, "value", text, 0xffffffff, &v);
    s->value = (uint32_t)v;
    return rc;
}

/* expect error read REGISTER RESPONSE, expect error write REGISTER VALUE RESPONSE */
static int expect_error(struct tn_case_parser *p, struct tn_case_step *s)
{
    static const char *const responses[] = {"", "", "SLVERR", "DECERR"};
    uint64_t v = 0;
    int rc;
    s->op = TN_CASE_EXPECT_ERROR;
    s->write = tn_case_is(p, 2, "write");
    for (unsigned k = 2; k < 4; k++)
        if (tn_case_is(p, p->word_n - 1, responses[k]))
            s->response = k;
    if (!p->words->axi || (!s->write && !tn_case_is(p, 2, "read")) || p->word_n != 5u + s->write ||
        !s->response)
        return tn_case_fail(p,
                            "written so, of an AXI port: expect error read REGISTER SLVERR|DECERR, "
                            "expect error write REGISTER VALUE SLVERR|DECERR");
    if ((rc = tn_case_register(p, p->word[3], &s->addr)) == 0 && s->write)
        rc = tn_case_number(p, "value", p->word[4], 0xffffffff, &v);
    s->value = (uint32_t)v;
    return rc;
}

/* expect reject PORT CAUSE [port=N] within A..B cycles */
static int expect_reject(struct tn_case_parser *p, struct tn_case_step *s)
{
    const struct tn_case_words *d = p->words;
    uint64_t port = 0;
    int rc = take_window(p, s);
    s->op = TN_CASE_EXPECT_REJECT;
    if (rc < 0)
        return rc;
    if (p->word_n < 4 || p->word_n > 4u + d->reject_port)
        return tn_case_fail(p, "written so: expect %s %s CAUSE%s within A..B cycles", d->reject,
                            d->ports, d->reject_port ? " [port=N]" : "");
    if ((rc = p->words->point(p, p->word[2], true, &s->point)) < 0)
        return rc;
    if (d->rejected)
        d->rejected(s);
    for (unsigned k = 1; k < d->cause_n; k++)
        if (tn_case_is(p, 3, d->causes[k]))
            s->cause = k;
    if (!s->cause)
        return tn_case_fail(p, "no cause '%.40s' (%s, ..., %s)", p->word[3], d->causes[1],
                            d->causes[d->cause_n - 1]);
    if (d->cause_is_port)
        s->port = s->cause;
    if (p->word_n == 5) {
        if (strncmp(p->word[4], "port=", 5) != 0)
            return tn_case_fail(p, "'%.40s' is not port=N", p->word[4]);
        rc = tn_case_number(p, "port", p->word[4] + 5, 15, &port);
        s->port = (unsigned)port;
    }
    return rc;
}

/* expect latency PORT [from PORT] A..B cycles | expect latency PORT [from PORT] same */
static int expect_latency(struct tn_case_parser *p, struct tn_case_step *s)
{
    unsigned at = tn_case_is(p, 3, "from") ? 5 : 3;
    bool same = tn_case_is(p, at, "same") && p->word_n == at + 1;
    int rc;
    s->op = same ? TN_CASE_EXPECT_SAME : TN_CASE_EXPECT_LATENCY;
    if (!same && !(tn_case_is(p, at + 1, "cycles") && p->word_n == at + 2))
        return tn_case_fail(p, "written so: expect latency %s A..B cycles, or ... same",
                            p->words->ports);
    if ((rc = p->words->point(p, p->word[2], false, &s->point)) < 0)
        return rc;
    if (p->words->across)
        s->from = p->words->across(s->point);
    if (at == 5 && (rc = p->words->point(p, p->word[4], true, &s->from)) < 0)
        return rc;
    if (!s->from)
        return tn_case_fail(p, "expect latency %s from which port?", p->word[2]);
    return same ? 0 : range(p, p->word[at], s);
}

/* expect back to back PORT N */
static int expect_stream(struct tn_case_parser *p, struct tn_case_step *s)
{
    uint64_t v = 0;
    int rc;
    s->op = TN_CASE_EXPECT_STREAM;
    if (!tn_case_is(p, 2, "to") || !tn_case_is(p, 3, "back") || p->word_n != 6)
        return tn_case_fail(p, "written so: expect back to back %s N", p->words->ports);
    if ((rc = p->words->point(p, p->word[4], false, &s->point)) == 0)
        rc = tn_case_number(p, "packets", p->word[5], TN_CASE_COUNT, &v);
    s->count = (unsigned)v;
    return rc ? rc : v < 2 ? tn_case_fail(p, "back to back: at least 2 %ss", p->dut->packet) : 0;
}

static int line_expect(struct tn_case_parser *p)
{
    struct tn_case_step *s = tn_case_step(p, TN_CASE_EXPECT);
    int rc = s ? tn_case_need_dut(p) : -EINVAL;
    if (rc == 0)
        rc = take_rule(p, s);
    if (rc < 0)
        return rc;
    if (tn_case_is(p, 1, "no"))
        return expect_no(p, s);
    if (tn_case_is(p, 1, "reg"))
        return expect_reg(p, s);
    if (tn_case_is(p, 1, "error"))
        return expect_error(p, s);
    if (tn_case_is(p, 1, p->words->reject))
        return expect_reject(p, s);
    if (tn_case_is(p, 1, "latency"))
        return expect_latency(p, s);
    if (tn_case_is(p, 1, "back"))
        return expect_stream(p, s);
    return expect_tlp(p, s);
}

/* ok PORT CLASS...: the classes that may begin; `none` for none */
static int line_ok(struct tn_case_parser *p)
{
    struct tn_case_step *s = tn_case_step(p, TN_CASE_OK);
    int rc = s ? tn_case_need_dut(p) : -EINVAL;
    if (rc < 0)
        return rc;
    const char *const *classes = p->words->classes;
    if (p->word_n < 3)
        return tn_case_fail(p, "written so: ok %s %s %s %s, or none", p->words->ports, classes[0],
                            classes[1], classes[2]);
    if ((rc = p->words->point(p, p->word[1], false, &s->point)) < 0)
        return rc;
    if (p->word_n == 3 && tn_case_is(p, 2, "none"))
        return 0;
    for (unsigned k = 2; k < p->word_n; k++) {
        unsigned c = 0;
        while (c < 3 && !tn_case_is(p, k, classes[c]))
            c++;
        if (c == 3)
            return tn_case_fail(p, "no class '%.40s' (%s, %s, %s)", p->word[k], classes[0],
                                classes[1], classes[2]);
        s->classes |= 1u << c;
    }
    return 0;
}

static int line_cycles(struct tn_case_parser *p, enum tn_case_op op, uint64_t max)
{
    struct tn_case_step *s = tn_case_step(p, op);
    int rc = s ? need_words(p, 2, "wait N, reset N: cycles") : -EINVAL;
    if (rc == 0)
        rc = tn_case_number(p, "cycles", p->word[1], max, &s->last);
    return rc ? rc : s->last ? 0 : tn_case_fail(p, "%s 0: no time passes", p->word[0]);
}

static int line_reset(struct tn_case_parser *p)
{
    const uint64_t least = p->words ? p->words->reset_least : 0;
    const int rc = line_cycles(p, TN_CASE_RESET, 1000);
    if (rc || strtoull(p->word[1], NULL, 0) >= least)
        return rc;
    return tn_case_fail(p, "reset %.20s: the block's contract has resets of %u cycles or more", p->word[1], (unsigned)least);
}

int tn_case_body_line(struct tn_case_parser *p)
{
    if (tn_case_is(p, 0, "write"))
        return line_write(p);
    if (tn_case_is(p, 0, "send"))
        return line_send(p);
    if (tn_case_is(p, 0, "expect"))
        return line_expect(p);
    if (tn_case_is(p, 0, "ok"))
        return line_ok(p);
    if (tn_case_is(p, 0, "wait"))
        return line_cycles(p, TN_CASE_WAIT, TN_CASE_CYCLES);
    if (tn_case_is(p, 0, "reset"))
        return line_reset(p);
    int rc = p->words ? p->words->line(p) : 1;
    if (rc <= 0)
        return rc;
    return tn_case_fail(p, "'%.40s' is none of write, %s%ssend, expect, ok, stall, wait, reset",
                        p->word[0], p->words ? p->words->lines : "", p->words ? ", " : "");
}
