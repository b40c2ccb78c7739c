/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private parts of ExaNet's models: what their files ask of one another.
 */
#ifndef TN_EXA_MODEL_H
#define TN_EXA_MODEL_H

#include <tn/exa_crossbar.h>
#include <tn/verdict.h>

/* crossbar_step.c: the packet under way at an input of the switch. */
enum exa_xbar_state { EXA_XBAR_IDLE, EXA_XBAR_SENDING, EXA_XBAR_DROPPING };
struct exa_xbar_in {
    enum exa_xbar_state state;
    int out;            /* SENDING: where to */
    unsigned want, got; /* SENDING: payload words */
};

/* Takes one word at input in and fills step. */
void exa_xbar_step(const struct tn_exa_xbar_params *p, uint32_t own, unsigned in,
                   struct exa_xbar_in *s, const struct tn_exa_word *w,
                   struct tn_exa_xbar_step *step);

/* judge.c: verdicts of a watch, by rule IDs of a contract. */
enum { EXA_JUDGE_RULES = 16 };
struct exa_judge {
    const char *const *rule; /* IDs, ended by NULL; at most EXA_JUDGE_RULES */
    tn_verdict_fn *fn;
    void *ctx;
    uint64_t cycle;
    uint64_t asked[EXA_JUDGE_RULES], failed[EXA_JUDGE_RULES];
};

/* Counts the rule as asked; gives a verdict when cond is false. Returns cond. */
bool exa_judge(struct exa_judge *j, unsigned rule, bool cond, const char *expected,
               const char *found, ...) __attribute__((format(printf, 5, 6)));
uint64_t exa_judge_asked(const struct exa_judge *j, const char *rule);
uint64_t exa_judge_failed(const struct exa_judge *j, const char *rule);

#endif
