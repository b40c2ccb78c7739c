/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The common head of all judges of a block's pins: the rules of a contract page, the number of
 * times that each rule was asked and failed, and the making of verdicts. Each judge decides itself
 * which pins it compares, and when. Scopes make sure that a fault has one verdict: consequences of
 * an event that was blamed are not blamed again.
 */
#ifndef TN_JUDGE_H
#define TN_JUDGE_H

#include <tn/verdict.h>

#include <stdarg.h>
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { TN_JUDGE_RULES = 48 }; /* most rules of a judge */

/* A member of each judge. The judge sets cycle. */
struct tn_judge {
    const char *const *rule;         /* rule IDs, ended by NULL; an ID may stand there twice */
    tn_verdict_fn *fn;               /* receives verdicts; may be NULL */
    void *ctx;                       /* passed to fn */
    uint64_t cycle;                  /* the cycle that verdicts carry from now on */
    uint64_t asked[TN_JUDGE_RULES];  /* by place in rule; a judge may count up when a rule held */
    uint64_t failed[TN_JUDGE_RULES]; /* by place in rule */
};

/* Sets all counts to 0. rule: at most TN_JUDGE_RULES IDs and NULL, in static storage. */
void tn_judge_init(struct tn_judge *j, const char *const *rule, tn_verdict_fn *fn, void *ctx);

/* Counts the rule, given by its place in the list, as asked. When ok is false, the rule is also
 * counted as failed and a verdict goes to fn, with the text expected and with the text made from
 * the format found; both are cut at TN_VERDICT_TEXT. Returns ok. */
bool tn_judge(struct tn_judge *j, unsigned rule, bool ok, const char *expected, const char *found,
              ...) __attribute__((format(printf, 5, 6)));
/* Does the same with the arguments of the format as a va_list. */
bool tn_judge_v(struct tn_judge *j, unsigned rule, bool ok, const char *expected, const char *found,
                va_list args) __attribute__((format(printf, 5, 0)));
/* Counts the rule as asked and kept. */
void tn_judge_held(struct tn_judge *j, unsigned rule);

/* A scope is a part of the DUT whose later behaviour depends on its earlier behaviour: an order of
 * packets, a channel, a register. A failure closes the scope. In a closed scope, and in all scopes
 * within it, nothing is judged until the judge opens it again (at a reset, a flush). */
struct tn_scope {
    struct tn_judge *judge;
    const struct tn_scope *within; /* the scope around this one, or NULL */
    bool closed;
};

/* Opens the scope, for the first time or again. */
void tn_scope_open(struct tn_scope *s, struct tn_judge *j, const struct tn_scope *within);
/* Says whether the scope and all scopes around it are open. */
bool tn_scope_is_open(const struct tn_scope *s);
/* Closes the scope without a verdict, when the judge can no longer know what the DUT must do. */
void tn_scope_close(struct tn_scope *s);
/* Calls tn_judge() when the scope is open; a failure closes the scope. In a closed scope the rule
 * is not asked. Returns whether the scope is still open. */
bool tn_scope_judge(struct tn_scope *s, unsigned rule, bool ok, const char *expected,
                    const char *found, ...) __attribute__((format(printf, 5, 6)));
/* Does the same for a failure without consequences: the scope stays open. */
bool tn_scope_remark(struct tn_scope *s, unsigned rule, bool ok, const char *expected,
                     const char *found, ...) __attribute__((format(printf, 5, 6)));

/* Says whether the list, ended by NULL, has the ID. */
bool tn_judge_knows(const char *const *rules, const char *rule);
/* Returns how often the rule was asked, summed over all its places; an unknown ID is a tn_bug(). */
uint64_t tn_judge_asked(const struct tn_judge *j, const char *rule);
/* Returns how often the rule failed, summed over all its places; an unknown ID is a tn_bug(). */
uint64_t tn_judge_failed(const struct tn_judge *j, const char *rule);

#ifdef __cplusplus
}
#endif

#endif
