/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The words that @NAME@ holds, and its counter.
 */
#include "judge.h"

#include <stdlib.h>

enum { PASS };
static const char *const rules[] = {[PASS] = "@PREFIX@-PASS-1", NULL};

enum { HELD = 64 /* words that the block may hold */ };

struct word {
    uint32_t data;
    bool last;
};

struct tn_@NAME@_judge {
    struct tn_judge judge;
    struct tn_scope packets; /* all behind a wrong word */
    struct word held[HELD];
    unsigned first, n;
    uint32_t count;
    bool reads;       /* COUNT is read in the cycle before */
    uint32_t expects; /* the value that was in COUNT then */
};

struct tn_@NAME@_judge *tn_@NAME@_judge_new(unsigned (*of)(const char *parameter),
                                            tn_verdict_fn *fn, void *ctx)
{
    struct tn_@NAME@_judge *j = calloc(1, sizeof *j);
    (void)of;
    if (!j)
        return NULL;
    tn_judge_init(&j->judge, rules, fn, ctx);
    tn_scope_open(&j->packets, &j->judge, NULL);
    return j;
}

void tn_@NAME@_judge_free(struct tn_@NAME@_judge *j)
{
    free(j);
}

static void reset(struct tn_@NAME@_judge *j)
{
    j->n = 0;
    j->count = 0;
    j->reads = false;
    tn_scope_open(&j->packets, &j->judge, NULL);
}

/* A word is taken at s. */
static void enter(struct tn_@NAME@_judge *j, const struct tn_@NAME@_pins *p)
{
    if (j->n < HELD)
        j->held[(j->first + j->n++) % HELD] = (struct word){p->s_data, p->s_last};
    else
        tn_scope_judge(&j->packets, PASS, false, "at most 64 words inside", "another one is taken");
}

/* A word is taken at m. */
static void leave(struct tn_@NAME@_judge *j, const struct tn_@NAME@_pins *p)
{
    const struct word w = j->n ? j->held[j->first] : (struct word){0};
    if (!tn_scope_judge(&j->packets, PASS, j->n && w.data == p->m_data && w.last == p->m_last,
                        j->n ? "the next word that was taken at s" : "no word", "data %x last %d",
                        p->m_data, p->m_last))
        return;
    j->first = (j->first + 1) % HELD;
    j->n--;
    j->count += w.last;
}

void tn_@NAME@_judge_cycle(struct tn_@NAME@_judge *j, const struct tn_@NAME@_pins *p,
                           uint64_t cycle)
{
    j->judge.cycle = cycle;
    if (p->rst) {
        reset(j);
        return;
    }
    if (j->reads)
        tn_scope_remark(&j->packets, PASS, p->reg_rdata == j->expects, "COUNT as of the packets",
                        "%u", p->reg_rdata);
    j->reads = p->reg_rd && p->reg_addr / 4 == @PREFIX@_COUNT;
    j->expects = j->count;
    if (p->s_valid && p->s_ready)
        enter(j, p);
    if (p->m_valid && p->m_ready)
        leave(j, p);
}

bool tn_@NAME@_judge_idle(const struct tn_@NAME@_judge *j)
{
    return j->n == 0;
}

const struct tn_judge *tn_@NAME@_judge_of(const struct tn_@NAME@_judge *j)
{
    return &j->judge;
}
