/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The common part of the suites in which the hosts of a torus send to each other: each host has a
 * source and, for every host, a registered buffer; what each byte of all buffers and of the bytes
 * around them must be is kept beside.
 */
#ifndef HOSTS_H
#define HOSTS_H

#include "../../../cosim/rule.h"
#include "../../../cosim/size.h"

#include <tn/apenet/ape_torus_bench.h>
#include <tn/sim.h>

#include <stdlib.h>
#include <string.h>

enum {
    PID = 0x1234,
    WAIT_CYC = 30000,
    SOURCE = 0x10000000,
    SOURCE_N = 0x8000,
    PLACE = 0x7ffff000,
    PLACE_STEP = 0x100000,
    PLACE_OFF = 0x123,
    PLACE_N = 0x6000,
    GUARD = 0x100,
    DATA_N = PLACE_N + 2 * GUARD
};

static struct {
    struct tn_ape_torus_bench b;
    uint8_t source[TN_APE_NODES][SOURCE_N];
    uint8_t want[TN_APE_NODES][TN_APE_NODES]
                [DATA_N]; /* [to][from]: the buffer and what stands around it */
    unsigned to_receive[TN_APE_NODES], to_be_sent[TN_APE_NODES];
    unsigned failures;
    struct tn_rng rng;
} hosts;

static inline void hosts_verdict(void *ctx, const struct tn_verdict *v)
{
    (void)ctx;
    rule_broken(&hosts.failures, v->rule, v);
}

static inline struct ape_user *hosts_user(unsigned k)
{
    return &hosts.b.node[k].host.user;
}

static inline uint64_t hosts_place(unsigned from)
{
    return PLACE + (uint64_t)PLACE_STEP * from + PLACE_OFF;
}

static inline int hosts_fresh(void **state)
{
    (void)state;
    memset(&hosts, 0, sizeof hosts);
    tn_rng_seed(&hosts.rng, tn_sim_seed(), 6);
    if (tn_ape_torus_bench_open(&hosts.b, tn_sim_seed(), hosts_verdict, NULL))
        return -1;
    for (unsigned k = 0; k < hosts.b.nodes; k++) {
        for (unsigned i = 0; i < SOURCE_N; i++)
            hosts.source[k][i] = (uint8_t)tn_rng_next(&hosts.rng);
        tn_ape_host_poke(&hosts.b.node[k].host, PID, SOURCE, hosts.source[k], SOURCE_N);
        for (unsigned from = 0; from < hosts.b.nodes; from++)
            if (ape_register_buffer(hosts_user(k), &(struct ape_buffer){PID, hosts_place(from),
                                                                        PLACE_N, APE_FOR_PUT}) < 0)
                return -1;
    }
    return 0;
}

/* Starts a put of n bytes from offset at in a host's source to offset to of its buffer at another
 * host. Returns whether the ring had room. */
static inline bool hosts_put(unsigned from, unsigned at, unsigned to, unsigned offset, unsigned n)
{
    const struct ape_message m = {.node = hosts.b.node[to].at,
                                  .pid = PID,
                                  .here = SOURCE + at,
                                  .there = hosts_place(from) + offset,
                                  .length = n,
                                  .event = true};
    if (ape_rdma_put(hosts_user(from), &m) != 0)
        return false;
    memcpy(hosts.want[to][from] + GUARD + offset, hosts.source[from] + at, n);
    hosts.to_receive[to]++;
    hosts.to_be_sent[from]++;
    return true;
}

/* Takes all events that have come: each is one that a host awaits. */
static inline void hosts_take(void)
{
    struct ape_event e;
    for (unsigned k = 0; k < hosts.b.nodes; k++)
        while (hosts.b.event >> k & 1 && ape_wait_event(hosts_user(k), &e, 0) == 0) {
            unsigned *left = e.kind == APE_RECEIVED ? &hosts.to_receive[k] : &hosts.to_be_sent[k];
            RULE("APN-EVT-1", e.kind != APE_ERROR && *left > 0);
            --*left;
        }
}

static inline unsigned hosts_left(void)
{
    unsigned n = 0;
    for (unsigned k = 0; k < hosts.b.nodes; k++)
        n += hosts.to_receive[k] + hosts.to_be_sent[k];
    return n;
}

/* Lets cycles pass until at most n events are awaited. */
static inline void hosts_wait(unsigned n)
{
    for (uint64_t end = tn_sim_cycle() + WAIT_CYC;
         hosts_left() > n && tn_sim_cycle() < end && hosts.failures == 0;) {
        tn_ape_torus_bench_step(&hosts.b, 8);
        hosts_take();
    }
}

/* Waits for all events, then compares the memory of all hosts byte for byte. */
static inline void hosts_end(void)
{
    uint8_t got[DATA_N];
    hosts_wait(0);
    RULE_WAITED("APR-NET-2", hosts_left() == 0, "the events of all messages");
    tn_ape_torus_bench_step(&hosts.b, 500);
    hosts_take();
    for (unsigned to = 0; to < hosts.b.nodes; to++)
        for (unsigned from = 0; from < hosts.b.nodes; from++) {
            tn_ape_host_peek(&hosts.b.node[to].host, PID, hosts_place(from) - GUARD, got, DATA_N);
            RULE("APN-MEM-2", memcmp(got, hosts.want[to][from], DATA_N) == 0);
        }
    for (unsigned k = 0; k < hosts.b.nodes; k++) {
        tn_ape_host_peek(&hosts.b.node[k].host, PID, SOURCE, got, DATA_N);
        RULE("APN-MEM-1", memcmp(got, hosts.source[k], DATA_N) == 0);
    }
    assert_int_equal(hosts.failures, 0);
    tn_sim_kept("APN-MEM-1");
}

#endif
