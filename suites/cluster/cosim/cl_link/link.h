/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The common part of the suites of a lane's end: random packets both ways, each of which must come
 * once and in the order of its priority, and the judge of all pins.
 */
#ifndef LINK_H
#define LINK_H

#include "../../../cosim/rule.h"

#include <tn/cluster/cl_draw.h>
#include <tn/cluster/cl_link_bench.h>
#include <tn/bfm.h>
#include <tn/sim.h>

#include <stdlib.h>
#include <string.h>

enum { LINK_REST_CYC = 100, LINK_WAIT_CYC = 200000, LINK_LIST = 128 };

/* Packets of one way and priority that were given and have not come, oldest first. */
struct link_row {
    unsigned first, n;
    struct {
        uint16_t word[CL_WORDS_MAX];
        unsigned n;
    } packet[LINK_LIST];
};

static struct {
    struct tn_cl_link_bench *bench;
    struct tn_rng rng;
    unsigned verdicts;
    unsigned came[TN_CLL_PLACES];     /* packets and runs by place */
    struct link_row row[2][CL_PRIOS]; /* from the DUT, to it */
} link_;

static inline void link_verdict(void *ctx, const struct tn_verdict *v)
{
    (void)ctx;
    rule_broken(&link_.verdicts, v->rule, v);
}

static inline unsigned link_below(unsigned n)
{
    return (unsigned)tn_rng_below(&link_.rng, n);
}

/* A packet came: the oldest of its priority, but for its seq and its CRC. */
static inline void link_came(unsigned way, const struct tn_cll_run *run)
{
    struct link_row *r = &link_.row[way][(run->word[0] >> 4 & 3) % CL_PRIOS];
    uint16_t word[TN_CLL_WORDS];
    memcpy(word, run->word, sizeof word);
    if (run->n >= CL_WORDS_MIN)
        cl_renumber(word, run->n, 0);
    if (r->n && r->packet[r->first].n == run->n &&
        memcmp(word, r->packet[r->first].word, run->n * sizeof *word) == 0) {
        r->first = (r->first + 1) % LINK_LIST;
        r->n--;
        return;
    }
    rule_broken(&link_.verdicts, way ? "CLL-RX-2" : "CLL-TX-2",
                &(struct tn_verdict){.cycle = run->first,
                                     .expected = "each packet once and in order",
                                     .found = "another packet"});
}

static inline void link_seen(void *ctx, enum tn_cll_place at, const struct tn_cll_run *run)
{
    (void)ctx;
    link_.came[at]++;
    if (at == TN_CLL_FAR || at == TN_CLL_D)
        link_came(0, run);
    else if (at == TN_CLL_M)
        link_came(1, run);
}

static inline int link_start(void **state)
{
    (void)state;
    memset(&link_, 0, sizeof link_);
    tn_monitor_clear();
    tn_rng_seed(&link_.rng, tn_sim_seed(), 4);
    link_.bench = tn_cl_link_bench_new(tn_sim_seed(), link_verdict, NULL);
    assert_non_null(link_.bench);
    link_.bench->seen = link_seen;
    return 0;
}

static inline int link_stop(void **state)
{
    (void)state;
    tn_cl_link_bench_free(link_.bench);
    tn_monitor_clear();
    return 0;
}

static inline bool link_quiet(void *ctx)
{
    (void)ctx;
    return link_.verdicts || !tn_cl_link_bench_busy(link_.bench);
}

/* Reads all registers, which the judge compares, and some words that are none. */
static inline void link_read_all(void)
{
    for (unsigned r = 0; r < CLL_REGS + 2; r++)
        tn_cl_link_bench_read(link_.bench, (uint8_t)(4 * r));
}

static inline unsigned link_count(unsigned share)
{
    const char *env = getenv("TN_PACKETS");
    const unsigned long n = env && *env ? strtoul(env, NULL, 10) : 100;
    return (unsigned)(n * share / 100);
}

/* Gives a packet of n words at s (way 0) or to the peer. */
static inline void link_give_words(unsigned way, const uint16_t *word, unsigned n)
{
    struct link_row *r = &link_.row[way][word[0] >> 4 & 3];
    const unsigned at = (r->first + r->n++) % LINK_LIST;
    assert_true(r->n < LINK_LIST);
    memcpy(r->packet[at].word, word, n * sizeof *word);
    r->packet[at].n = n;
    cl_renumber(r->packet[at].word, n, 0);
    assert_int_equal(tn_cl_link_bench_send(link_.bench, way == 1, word, n, 0), 0);
}

/* The same of a drawn packet of one of these types. */
static inline void link_give(unsigned way, unsigned types)
{
    uint16_t word[CL_WORDS_MAX];
    static uint32_t number;
    const unsigned n = cl_draw(&link_.rng, types, number++, word);
    link_give_words(way, word, n);
}

/* Sends n packets each way, some at once and some late, and waits until all came. */
static inline void link_exchange(unsigned n, unsigned types)
{
    for (unsigned i = 0; i < n && !link_.verdicts; i++) {
        link_give(0, types);
        link_give(1, types);
        while (!link_.verdicts && (link_.bench->to_s.n > 20 || link_.bench->to_far.n > 20))
            tn_sim_step(1);
        if (link_below(4) == 0)
            tn_sim_step(link_below(60));
    }
    RULE_WAITED("CLL-TX-2", tn_sim_step_until(link_quiet, NULL, LINK_WAIT_CYC), "rest");
    tn_sim_step(LINK_REST_CYC);
    link_read_all();
}

/* All packets came, and the rules that the judge asked were kept. */
static inline void link_kept(void)
{
    const struct tn_judge *j = tn_cl_link_judge_of(link_.bench->judge);
    assert_int_equal(link_.verdicts, 0);
    assert_false(link_.bench->unknown);
    for (unsigned k = 0; k < CL_PRIOS; k++) {
        RULE_WAITED("CLL-TX-2", link_.row[0][k].n == 0, "each packet of s");
        RULE_WAITED("CLL-RX-2", link_.row[1][k].n == 0, "each packet of the far end");
    }
    for (const char *const *r = j->rule; *r; r++)
        if (tn_judge_asked(j, *r))
            tn_sim_kept(*r);
}

#endif
