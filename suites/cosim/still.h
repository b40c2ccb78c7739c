/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Waits that end when the block stands still: a suite gives a number that changes with each word or beat that
 * moves, and the row of a rule says what never came.
 */
#ifndef COSIM_STILL_H
#define COSIM_STILL_H

#include "rule.h"

enum { STILL_CYC = 20000 }; /* no stall pattern of these suites stops the whole block for so many cycles */

struct still {
    unsigned long mark;
    uint64_t since; /* the cycle in which the mark was first seen as it is */
    unsigned cyc;   /* cycles that the block may stand still */
};

/* Begins to watch a block that may stand still for cyc cycles. */
static inline void still_begin_of(struct still *s, unsigned cyc)
{
    *s = (struct still){.mark = ~0ul, .since = tn_sim_cycle(), .cyc = cyc};
}

static inline void still_begin(struct still *s)
{
    still_begin_of(s, STILL_CYC);
}

/* Says whether the mark has stayed the same for longer than the block may stand still. The caller
 * asks in every cycle, or at least often. */
static inline bool still_stands(struct still *s, unsigned long mark)
{
    if (mark != s->mark) {
        s->mark = mark;
        s->since = tn_sim_cycle();
    }
    return tn_sim_cycle() >= s->since + s->cyc;
}

/* Writes a FAIL row of the rule: `what` never came. */
static inline void still_failed(unsigned *count, const char *rule, const char *what)
{
    char text[200];
    snprintf(text, sizeof text, "waited until nothing had moved for long; found no %s", what);
    print_message("%s cycle %llu: %s\n", rule, (unsigned long long)tn_sim_cycle(), text);
    tn_sim_failed(rule, 0, 0, text);
    (*count)++;
}

#endif
