/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The common part of the suites of the network interface: the node under test, and nodes at the far
 * end that are made of the model, the library and the firmware.
 */
#ifndef NI_H
#define NI_H

#include "../../../cosim/rule.h"
#include "../../../cosim/size.h"

#include <tn/apenet/ape_far.h>
#include <tn/apenet/ape_ni_bench.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum {
    FARS = 3,
    OWN = 0x0421,
    PID = 0x1234,
    WAIT_CYC = 20000,
    SOURCE = 0x10000000,
    SOURCE_N = 0x8000,
    PLACE = 0x7ffff000,
    PLACE_STEP = 0x100000,
    PLACE_OFF = 0x123,
    PLACE_N = 0x9000,
    GUARD = 0x100
};
static const uint16_t far_own[FARS] = {0x0821, 0x0001, 0xfc3f};
static const unsigned far_vc[FARS] = {0, 1, 0};

static struct {
    struct tn_ape_ni_bench b;
    struct tn_ape_far far[FARS];
    uint8_t source[SOURCE_N];
    unsigned failures;
    struct tn_rng rng;
} ni;

static inline void ni_verdict(void *ctx, const struct tn_verdict *v)
{
    (void)ctx;
    rule_broken(&ni.failures, v->rule, v);
}

/* A packet left the node under test: the far node takes it at once. */
static inline void ni_left(void *ctx, const struct tn_apn_packet *p)
{
    (void)ctx;
    for (unsigned f = 0; f < FARS; f++)
        if (far_own[f] == p->dst)
            tn_ape_far_packet(&ni.far[f], p);
}

/* A packet left a far node. */
static inline void ni_far_left(void *ctx, const struct tn_apn_packet *p)
{
    tn_ape_ni_bench_give(&ni.b, far_vc[(const uint16_t *)ctx - far_own], p);
}

static inline void ni_fill(struct tn_ape_host *h)
{
    tn_ape_host_poke(h, PID, SOURCE, ni.source, SOURCE_N);
}

static inline int ni_fresh(void **state)
{
    (void)state;
    memset(&ni, 0, sizeof ni);
    tn_rng_seed(&ni.rng, tn_sim_seed(), 5);
    for (unsigned i = 0; i < SOURCE_N; i++)
        ni.source[i] = (uint8_t)tn_rng_next(&ni.rng);
    if (tn_ape_ni_bench_open(&ni.b, OWN, tn_sim_seed(), ni_verdict, NULL))
        return -1;
    ni.b.left = ni_left;
    ni_fill(&ni.b.host);
    for (unsigned f = 0; f < FARS; f++) {
        if (tn_ape_far_open(&ni.far[f], far_own[f], tn_memory_new(), 6, 8, tn_sim_seed() + f,
                            ni_far_left, (void *)(uintptr_t)&far_own[f]))
            return -1;
        ni_fill(&ni.far[f].host);
    }
    return 0;
}

static inline int ni_end(void **state)
{
    (void)state;
    tn_ape_ni_bench_close(&ni.b);
    for (unsigned f = 0; f < FARS; f++)
        tn_memory_free(ni.far[f].host.memory);
    return 0;
}

static inline struct ape_node ni_node(uint16_t own)
{
    return (struct ape_node){(uint8_t)(own >> 10), (uint8_t)(own >> 5 & 31), (uint8_t)(own & 31)};
}

static inline struct ape_user *ni_user(void)
{
    return &ni.b.host.user;
}

static inline struct ape_user *ni_far_user(unsigned f)
{
    return &ni.far[f].host.user;
}

/* Expects the next event of the node under test. */
static inline struct ape_event ni_expect(unsigned kind, unsigned cause)
{
    struct ape_event e = {0};
    RULE_WAITED("APN-EVT-1", ape_wait_event(ni_user(), &e, WAIT_CYC) == 0, "an event");
    RULE("APN-EVT-1", e.kind == kind && e.cause == cause);
    return e;
}

/* Expects the next event of a far node. */
static inline struct ape_event ni_far_expect(unsigned f, unsigned kind, unsigned cause)
{
    struct ape_event e = {0};
    RULE_WAITED("APN-PKT-1", ape_wait_event(ni_far_user(f), &e, 10) == 0,
                "an event at the far end");
    assert_int_equal(e.kind, kind);
    assert_int_equal(e.cause, cause);
    return e;
}

/* Lets all come to rest; nothing may have been blamed. */
static inline void ni_rest(void)
{
    tn_ape_ni_bench_rest(&ni.b);
    assert_int_equal(ni.failures, 0);
}

#define NI_TEST(f) cmocka_unit_test_setup_teardown(f, ni_fresh, ni_end)

#endif
