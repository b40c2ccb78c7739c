/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Verdicts of the watches: counted by rule, handed to the caller's function.
 */
#include "model.h"

#include <tn/bug.h>

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool exa_judge(struct exa_judge *j, unsigned rule, bool cond, const char *expected,
               const char *found, ...)
{
    j->asked[rule]++;
    if (cond)
        return true;
    struct tn_verdict v = {.kind = TN_VERDICT_FAIL, .rule = j->rule[rule], .cycle = j->cycle};
    va_list args;
    j->failed[rule]++;
    snprintf(v.expected, sizeof v.expected, "%s", expected);
    va_start(args, found);
    vsnprintf(v.found, sizeof v.found, found, args);
    va_end(args);
    if (j->fn)
        j->fn(j->ctx, &v);
    return false;
}

static uint64_t sum(const struct exa_judge *j, const uint64_t *of, const char *rule)
{
    uint64_t n = 0;
    bool known = false;
    for (unsigned i = 0; j->rule[i]; i++)
        if (strcmp(j->rule[i], rule) == 0) {
            known = true;
            n += of[i];
        }
    tn_require(known);
    return n;
}

uint64_t exa_judge_asked(const struct exa_judge *j, const char *rule)
{
    return sum(j, j->asked, rule);
}

uint64_t exa_judge_failed(const struct exa_judge *j, const char *rule)
{
    return sum(j, j->failed, rule);
}
