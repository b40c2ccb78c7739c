/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What all judges of a block's pins begin with: the rules of a contract page, how often each was
 * asked and failed, and how a verdict is told: rule, cycle, expected, found. What is judged, and
 * when, is the judge's own. A scope sees to it that a fault has one verdict: what follows from
 * an event that was blamed is not blamed again.
 */
#ifndef TN_JUDGE_H
#define TN_JUDGE_H

#include <tn/verdict.h>

#include <stdarg.h>
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { TN_JUDGE_RULES = 48 };

/* A judge's first member, or near it; cycle is the judge's to set, asked to count up where a rule
 * held without a comparison. */
struct tn_judge {
    const char *const *rule; /* IDs, ended by NULL; an ID may stand there twice */
    tn_verdict_fn *fn;       /* may be NULL */
    void *ctx;
    uint64_t cycle; /* of verdicts from now on */
    uint64_t asked[TN_JUDGE_RULES], failed[TN_JUDGE_RULES];
};

/* Nothing asked yet. rule: at most TN_JUDGE_RULES IDs and NULL, in static storage. */
void tn_judge_init(struct tn_judge *j, const char *const *rule, tn_verdict_fn *fn, void *ctx);

/* Counts rule (its place in the list) as asked; gives a verdict unless ok. expected is told as it
 * is, found by its format; both are cut at TN_VERDICT_TEXT. Returns ok. */
bool tn_judge(struct tn_judge *j, unsigned rule, bool ok, const char *expected, const char *found,
              ...) __attribute__((format(printf, 5, 6)));
bool tn_judge_v(struct tn_judge *j, unsigned rule, bool ok, const char *expected, const char *found,
                va_list args) __attribute__((format(printf, 5, 0)));
/* Counts rule as asked; the DUT kept it. */
void tn_judge_held(struct tn_judge *j, unsigned rule);

/* Things that a judge knows from one another: an order of packets, a channel, a register. A failure
 * closes the scope, and nothing is judged in it, nor in the scopes within it, until the judge
 * opens it again (at a reset, a flush). */
struct tn_scope {
    struct tn_judge *judge;
    const struct tn_scope *within; /* NULL: in none */
    bool closed;
};

void tn_scope_open(struct tn_scope *s, struct tn_judge *j, const struct tn_scope *within);
bool tn_scope_is_open(const struct tn_scope *s);
/* Without a verdict: the judge cannot know what comes. */
void tn_scope_close(struct tn_scope *s);
/* tn_judge() in an open scope; a failure closes it. In a closed scope the rule is not asked.
 * Returns whether the scope is open still. */
bool tn_scope_judge(struct tn_scope *s, unsigned rule, bool ok, const char *expected,
                    const char *found, ...) __attribute__((format(printf, 5, 6)));
/* The same for a failure that nothing follows from: the scope stays open. */
bool tn_scope_remark(struct tn_scope *s, unsigned rule, bool ok, const char *expected,
                     const char *found, ...) __attribute__((format(printf, 5, 6)));

/* Is the ID one of the list? */
bool tn_judge_knows(const char *const *rules, const char *rule);
/* Of an ID, in all its places; one that is not in the list is a bug. */
uint64_t tn_judge_asked(const struct tn_judge *j, const char *rule);
uint64_t tn_judge_failed(const struct tn_judge *j, const char *rule);

#ifdef __cplusplus
}
#endif

#endif
