/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Verdicts of the judges: counted by rule, handed to the caller's function; scopes.
 */
#include <tn/judge.h>

#include <tn/bug.h>

#include <stdio.h>
#include <string.h>

void tn_judge_init(struct tn_judge *j, const char *const *rule, tn_verdict_fn *fn, void *ctx)
{
    unsigned n = 0;
    while (rule[n])
        n++;
    tn_require(n <= TN_JUDGE_RULES);
    *j = (struct tn_judge){.rule = rule, .fn = fn, .ctx = ctx};
}

bool tn_judge_v(struct tn_judge *j, unsigned rule, bool ok, const char *expected, const char *found,
                va_list args)
{
    j->asked[rule]++;
    if (ok)
        return true;
    struct tn_verdict v = {.kind = TN_VERDICT_FAIL, .rule = j->rule[rule], .cycle = j->cycle};
    j->failed[rule]++;
    snprintf(v.expected, sizeof v.expected, "%s", expected);
    vsnprintf(v.found, sizeof v.found, found, args);
    if (j->fn)
        j->fn(j->ctx, &v);
    return false;
}

bool tn_judge(struct tn_judge *j, unsigned rule, bool ok, const char *expected, const char *found,
              ...)
{
    va_list args;
    va_start(args, found);
    tn_judge_v(j, rule, ok, expected, found, args);
    va_end(args);
    return ok;
}

void tn_judge_held(struct tn_judge *j, unsigned rule)
{
    j->asked[rule]++;
}

void tn_scope_open(struct tn_scope *s, struct tn_judge *j, const struct tn_scope *within)
{
    *s = (struct tn_scope){.judge = j, .within = within};
}

bool tn_scope_is_open(const struct tn_scope *s)
{
    for (; s; s = s->within)
        if (s->closed)
            return false;
    return true;
}

void tn_scope_close(struct tn_scope *s)
{
    s->closed = true;
}

bool tn_scope_judge(struct tn_scope *s, unsigned rule, bool ok, const char *expected,
                    const char *found, ...)
{
    va_list args;
    if (!tn_scope_is_open(s))
        return false;
    va_start(args, found);
    s->closed = !tn_judge_v(s->judge, rule, ok, expected, found, args);
    va_end(args);
    return ok;
}

bool tn_scope_remark(struct tn_scope *s, unsigned rule, bool ok, const char *expected,
                     const char *found, ...)
{
    va_list args;
    if (!tn_scope_is_open(s))
        return false;
    va_start(args, found);
    tn_judge_v(s->judge, rule, ok, expected, found, args);
    va_end(args);
    return true;
}

bool tn_judge_knows(const char *const *rules, const char *rule)
{
    for (unsigned i = 0; rules[i]; i++)
        if (strcmp(rules[i], rule) == 0)
            return true;
    return false;
}

static uint64_t sum(const struct tn_judge *j, const uint64_t *of, const char *rule)
{
    uint64_t n = 0;
    tn_require(tn_judge_knows(j->rule, rule));
    for (unsigned i = 0; j->rule[i]; i++)
        if (strcmp(j->rule[i], rule) == 0)
            n += of[i];
    return n;
}

uint64_t tn_judge_asked(const struct tn_judge *j, const char *rule)
{
    return sum(j, j->asked, rule);
}

uint64_t tn_judge_failed(const struct tn_judge *j, const char *rule)
{
    return sum(j, j->failed, rule);
}
