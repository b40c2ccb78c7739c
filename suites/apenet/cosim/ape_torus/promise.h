/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The common part of the suites that break lines: hosts whose messages are judged by APEnet's
 * promise, faults by their text, and the counters of links.
 */
#ifndef PROMISE_H
#define PROMISE_H

#include "../../../cosim/rule.h"
#include "../../../cosim/size.h"

#include <tn/apenet/ape_ni.h>
#include <tn/apenet/ape_promise.h>
#include <tn/apenet/ape_torus_bench.h>
#include <tn/inject.h>
#include <tn/sim.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum {
    TIMEOUT = 3000, /* MSG_TIMEOUT and GET_TIMEOUT */
    REST_CYC = 40000,
    LINK_WORDS = 1024, /* address of link 0's registers: word 256 */
    LINK_STEP = 128,
    HDR_FIXED = 4,
    HDR_FATAL,
    CRC_WRONG,
    CUT,
    DROPPED,
    CREDIT_BAD
};

static struct {
    struct tn_ape_torus_bench b;
    struct tn_ape_promise p;
    unsigned failures;
    struct tn_rng rng;
} torus;

static inline void torus_verdict(void *ctx, const struct tn_verdict *v)
{
    (void)ctx;
    rule_broken(&torus.failures, v->rule, v);
}

static inline int torus_fresh(void **state)
{
    (void)state;
    memset(&torus, 0, sizeof torus);
    tn_rng_seed(&torus.rng, tn_sim_seed(), 21);
    if (tn_ape_torus_bench_open(&torus.b, tn_sim_seed(), torus_verdict, NULL))
        return -1;
    return tn_ape_promise_open(&torus.p, tn_ape_torus_bench_hosts(&torus.b), tn_sim_seed(), TIMEOUT,
                               torus_verdict, NULL);
}

static inline int torus_close(void **state)
{
    (void)state;
    tn_inject_clear();
    tn_ape_promise_close(&torus.p);
    return 0;
}

static inline unsigned torus_below(unsigned n)
{
    return (unsigned)tn_rng_below(&torus.rng, n);
}

/* Returns the number of the line on which node 0 sends to its neighbour in the first dimension that
 * has one, and that node (checkers/apenet/spec/ape_torus.md section 2). */
static inline unsigned torus_line(unsigned *node)
{
    const unsigned links = (unsigned)tn_sim_param("LINK_N"), x = (unsigned)tn_sim_param("X_N"),
                   y = (unsigned)tn_sim_param("Y_N"),
                   dim = x > 1   ? 0
                         : y > 1 ? 1
                                 : 2;
    *node = dim == 0 ? 1 : dim == 1 ? x : x * y;
    return links * *node + (links == 6 ? 2 * dim + 1 : dim);
}

/* Returns the number of a line between two nodes that packets take, drawn. */
static inline unsigned torus_any_line(void)
{
    const unsigned links = (unsigned)tn_sim_param("LINK_N"),
                   size[] = {(unsigned)tn_sim_param("X_N"), (unsigned)tn_sim_param("Y_N"),
                             (unsigned)tn_sim_param("Z_N")};
    unsigned dim = torus_below(3);
    for (unsigned i = 0; i < 3 && size[dim] == 1; i++)
        dim = (dim + 1) % 3;
    const unsigned link = links == 3 ? dim : 2 * dim + (size[dim] > 2 ? torus_below(2) : 1);
    return links * torus_below(torus.b.nodes) + link;
}

/* Faults a line in a cycle. A text that ends with a colon is of a darkness of 1 to 300 cycles. */
static inline void torus_fault(const char *what, unsigned line, uint64_t cycle)
{
    char text[TN_FAULT_TEXT], err[256] = "";
    char many[8] = "";
    struct tn_fault f;
    if (what[strlen(what) - 1] == ':')
        snprintf(many, sizeof many, "%u", 1 + torus_below(torus_below(2) ? 8 : 300));
    snprintf(text, sizeof text, "%s%s@line%u@%llu", what, many, line, (unsigned long long)cycle);
    assert_int_equal(tn_fault_parse(text, &f, err, sizeof err), 0);
    assert_int_equal(tn_inject(&f, tn_rng_next(&torus.rng), err, sizeof err), 0);
}

static inline uint32_t torus_counter(unsigned line, unsigned word)
{
    const unsigned links = (unsigned)tn_sim_param("LINK_N");
    uint32_t value = 0;
    assert_int_equal(tn_axi_read32(torus.b.node[line / links].cpu,
                                   LINK_WORDS + LINK_STEP * (line % links) + 4 * word, &value),
                     TN_AXI_OKAY);
    return value;
}

/* Sends a short message from each host to each other and awaits it: nothing stands still. */
static inline void torus_probe(void)
{
    const unsigned first = torus.p.letters;
    for (unsigned from = 0; from < torus.b.nodes; from++)
        for (unsigned to = 0; to < torus.b.nodes; to++)
            assert_true(tn_ape_promise_send(&torus.p, TN_APE_BY_PUT, from, to, 100, false) >= 0);
    tn_ape_promise_rest(&torus.p, REST_CYC);
    for (unsigned i = first; i < torus.p.letters; i++)
        RULE_WAITED("APR-NET-2", torus.p.letter[i].fate == TN_APE_WHOLE,
                    "a message behind the faults");
}

static inline void torus_end(void)
{
    tn_ape_promise_end(&torus.p);
    assert_int_equal(torus.failures, 0);
    tn_sim_kept("APN-MEM-1");
    tn_sim_kept("APN-MEM-2");
    tn_sim_kept("APN-EVT-1");
}

#endif
