/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Verdicts of the judges: counted by rule, handed to the caller's function.
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
