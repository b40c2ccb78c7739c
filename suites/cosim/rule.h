/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * How a suite says that a rule is kept or broken: to the reader of its output, and to the
 * simulation, which keeps the waveform around the first failure.
 */
#ifndef COSIM_RULE_H
#define COSIM_RULE_H

#include <tn/sim.h>
#include <tn/verdict.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

enum { RULES_SHOWN = 8 }; /* the number of verdicts that one test prints */

/* Asserts a condition in the name of a rule: a false condition breaks the rule and ends the
 * test. */
#define RULE(rule, condition) rule_assert(rule, (condition), __FILE__, __LINE__)
static inline void rule_assert(const char *rule, bool ok, const char *file, int line)
{
    if (ok) {
        tn_sim_kept(rule);
        return;
    }
    char at[256]; /* the place alone: the condition is C, which tells the table's reader nothing */
    snprintf(at, sizeof at, "not kept, at %.200s:%d", file, line);
    print_message("%s cycle %llu: %s\n", rule, (unsigned long long)tn_sim_cycle(), at);
    tn_sim_failed(rule, 0, 0, at);
    _fail(file, line);
}

/* Asserts a condition at the end of a wait; the message says which packet, answer or value the test
 * waited for. */
#define RULE_WAITED(rule, condition, what) rule_waited(rule, (condition), what, __FILE__, __LINE__)
static inline void rule_waited(const char *rule, bool ok, const char *what, const char *file, int line)
{
    if (ok) {
        tn_sim_kept(rule);
        return;
    }
    char text[320];
    snprintf(text, sizeof text, "waited for %.120s; that did not come, at %.160s:%d", what, file, line);
    print_message("%s cycle %llu: %s\n", rule, (unsigned long long)tn_sim_cycle(), text);
    tn_sim_failed(rule, 0, 0, text);
    _fail(file, line);
}

/* Records a judge's verdict under the name that the rule has in this suite. The test goes on, and
 * fails in the end because *count is no longer 0. */
static inline void rule_broken(unsigned *count, const char *rule, const struct tn_verdict *v)
{
    char text[2 * TN_VERDICT_TEXT + 32];
    snprintf(text, sizeof text, "expected %s; found %s", v->expected, v->found);
    tn_sim_failed(rule, v->cycle, v->packet, text);
    if ((*count)++ < RULES_SHOWN)
        print_message("%s cycle %llu: %s\n", rule, (unsigned long long)v->cycle, text);
}

#endif
