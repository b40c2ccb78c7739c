/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What a judge under test says: how often, and its first verdict, since one wrong thing may be
 * followed by any others.
 */
#ifndef FIRST_VERDICT_H
#define FIRST_VERDICT_H

#include <tn/verdict.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

/* The first verdict of a test; all 0 before that. */
struct first_verdict {
    unsigned n;
    char rule[16];
    char text[2 * TN_VERDICT_TEXT + 64];
};

/* Keeps the first verdict; of type tn_verdict_fn, with a struct first_verdict as ctx. */
static inline void first_verdict(void *ctx, const struct tn_verdict *v)
{
    struct first_verdict *f = ctx;
    if (f->n++)
        return;
    snprintf(f->rule, sizeof f->rule, "%s", v->rule);
    snprintf(f->text, sizeof f->text, "%s in cycle %llu: expected %s, found %s", v->rule,
             (unsigned long long)v->cycle, v->expected, v->found);
}

/* Fails the test with the first verdict, if there is one. */
static inline void first_verdict_none(const struct first_verdict *f)
{
    if (f->n)
        fail_msg("%s", f->text);
}

#endif
