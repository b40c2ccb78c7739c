/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A torus in RTL with its hosts, write-combining buffers and judges of the library, and programs on
 * its nodes.
 */
#ifndef SUITES_TNW_TORUS_H
#define SUITES_TNW_TORUS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include <tn/sim.h>
#include <tn/tnw/tnw_bench.h>
#include <tn/tnw/tnw_forge.h>

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum {
    VC = 1,
    AT = 0x100000, /* address of messages in host memory, behind the region of the lattice */
    UP_CYC = 2000, /* cycles until all links are UP and opened */
    ALL_LINKS = 63,
};

static struct {
    struct tn_tnw_bench b;
    struct tn_tnw_wc wc[TN_TNW_BENCH_NODES];
    struct tn_tnw_lib_judge judge[TN_TNW_BENCH_NODES];
    struct tnw t[TN_TNW_BENCH_NODES];
    int result[TN_TNW_BENCH_NODES];
    unsigned verdicts; /* verdicts of the library's judges */
    unsigned broken;   /* broken rules of the torus */
    char said[256];
    uint8_t data[16384];
} torus;

/* Returns the base of a node's memory; every second node has memory above 4 GiB, as the bench's
 * BARs have it. */
static inline uint64_t base_of(unsigned node)
{
    return node % 2 ? 0x500000000 + 0x1000000 * (uint64_t)node : 0x1000000 * (uint64_t)node;
}

static inline void torus_said(void *ctx, const struct tn_verdict *v)
{
    (void)ctx;
    if (!torus.verdicts++)
        snprintf(torus.said, sizeof torus.said, "%s: %s, found %s", v->rule, v->expected, v->found);
}

/* Records that a rule of the torus is broken. The test goes on, and torus_end() fails the test. */
static inline void torus_broken(const char *rule, uint64_t cycle, const char *expected,
                                const char *found)
{
    torus.broken++;
    print_message("%s cycle %llu: expected %s; found %s\n", rule, (unsigned long long)cycle,
                  expected, found);
    tn_sim_failed(rule, cycle, 0, found);
}

/* Records that a rule of the torus was asked and kept. */
static inline void torus_kept(const char *rule)
{
    if (!torus.broken)
        tn_sim_kept(rule);
}

static inline void torus_asks(const char *rule, bool kept, const char *expected, const char *found)
{
    if (kept)
        torus_kept(rule);
    else
        torus_broken(rule, tn_sim_cycle(), expected, found);
}

/* Skips a test unless nodes 0 and 1 have two short cables between them, x+ and x-, whose times and
 * links the test assumes. */
static inline void torus_needs_two_cables(void)
{
    enum { SHORT_CYC = 8 };
    if (tn_sim_param("X_N") != 2 || tn_sim_param("WIRE_CYC") > SHORT_CYC)
        skip();
}

/* Skips a test whose streams run beside messages of the same link, unless the nodes have two
 * descriptors, two credits, and windows of 1024 bytes. */
static inline void torus_needs_room(void)
{
    if (tn_sim_param("DESC_LOG2") < 1 || tn_sim_param("CREDIT_LOG2") < 1 ||
        tn_sim_param("ITEM_LOG2") < 3)
        skip();
}

/* Starts the torus. With wc the processors' write-combining buffers write lines of BAR2 in any
 * order and in parts. */
static inline void torus_start(unsigned taps, bool wc)
{
    const struct tn_tnw_lib_limits limits = {16, (unsigned)tn_sim_param("ITEM_LOG2"),
                                             (unsigned)tn_sim_param("CREDIT_LOG2"),
                                             tn_sim_param("LAST_EN")};
    memset(&torus, 0, sizeof torus);
    assert_int_equal(tn_tnw_bench_open(&torus.b, taps, tn_sim_seed()), 0);
    for (unsigned k = 0; k < torus.b.nodes; k++) {
        tn_tnw_wc_init(&torus.wc[k], &tn_tnw_bench_io, &torus.b.node[k],
                       wc ? tn_sim_seed() * 8 + k + 1 : 0);
        tn_tnw_lib_judge_init(&torus.judge[k], &tn_tnw_wc_io, &torus.wc[k], &limits,
                              base_of(k) + TN_TNW_AT_NOTES, torus_said, NULL);
    }
    for (size_t i = 0; i < sizeof torus.data; i += TNW_PAYLOAD) /* each fourth packet's are an attacker's */
        tn_tnw_fill(tn_sim_seed() + i / TNW_PAYLOAD, torus.data + i, TNW_PAYLOAD);
}

/* Writes the cable of node 0's x+ to the file that TN_TNW_CAPTURE names, if it names one. */
static inline void torus_capture(void)
{
    const char *path = getenv("TN_TNW_CAPTURE");
    if (path)
        assert_int_equal(tn_tnw_bench_capture(&torus.b, path, 0, 0), 0);
}

/* Runs fn on all nodes for at most so many cycles. */
static inline void torus_run(tn_tnw_spmd_fn *fn, void *arg, uint64_t cycles)
{
    torus.b.until = tn_sim_cycle() + cycles;
    assert_int_equal(
        tn_tnw_spmd(torus.b.nodes, fn, arg, tn_tnw_bench_advance, &torus.b, torus.result), 0);
}

/* Checks that neither the lines nor the library broke a rule. */
static inline void torus_end(void)
{
    tn_tnw_bench_close(&torus.b);
    if (torus.b.verdicts)
        fail_msg("%s", torus.b.said);
    if (torus.verdicts)
        fail_msg("%s", torus.said);
    if (torus.broken)
        fail_msg("%u rules of the torus broken", torus.broken);
}

static inline int torus_open(unsigned node)
{
    return tnwOpen(&torus.t[node], &tn_tnw_lib_judge_io, &torus.judge[node], ALL_LINKS,
                   base_of(node) + TN_TNW_AT_NOTES);
}

static inline int torus_wait(unsigned node, uint32_t handle, struct tnw_done *d)
{
    *d = (struct tnw_done){0};
    const int r = tnwWait(&torus.t[node], handle, d);
    tn_tnw_lib_judge_tested(&torus.judge[node], handle, r, d);
    return r;
}

static inline bool torus_came(unsigned node, uint64_t at, size_t from, size_t len)
{
    static uint8_t got[sizeof torus.data];
    tn_memory_peek(torus.b.node[node].memory, at, got, len);
    return memcmp(got, torus.data + from, len) == 0;
}

/* Ends a node's program, with the source line as result, when x does not hold. */
#define EXPECT(x)                                                                                  \
    do {                                                                                           \
        if (!(x))                                                                                  \
            return __LINE__;                                                                       \
    } while (0)

#endif
