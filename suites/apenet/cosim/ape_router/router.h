/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The common part of the suites of a router: random packets at all inputs, the judge of all pins.
 */
#ifndef ROUTER_H
#define ROUTER_H

#include "../../../cosim/rule.h"

#include <tn/apenet/ape_draw.h>
#include <tn/apenet/ape_router_bench.h>
#include <tn/bfm.h>
#include <tn/sim.h>

#include <stdlib.h>
#include <string.h>

/* Cycles behind the last packet; behind a write; in which at least one packet comes in or leaves while any waits (a
 * packet of 256 payload words leaves the slowest of these suites' buffers in 1400). Packets that wait at the inputs. */
enum { ROUTER_REST_CYC = 60, ROUTER_SET_CYC = 20, ROUTER_STILL_CYC = 3000, ROUTER_WAITING = 4096 };

static struct {
    struct tn_ape_router_bench *bench;
    struct tn_rng rng;
    unsigned verdicts, left;
} router;

static inline void router_verdict(void *ctx, const struct tn_verdict *v)
{
    (void)ctx;
    rule_broken(&router.verdicts, v->rule, v);
}

static inline unsigned router_below(unsigned n)
{
    return (unsigned)tn_rng_below(&router.rng, n);
}

static inline void router_seen(void *ctx, unsigned out, unsigned vc, const uint8_t *bytes,
                               size_t len, uint64_t first, uint64_t last)
{
    (void)ctx, (void)out, (void)vc, (void)bytes, (void)len, (void)first, (void)last;
    router.left++;
}

static inline int router_start(void **state)
{
    (void)state;
    memset(&router, 0, sizeof router);
    tn_monitor_clear();
    tn_rng_seed(&router.rng, tn_sim_seed(), 6);
    router.bench = tn_ape_router_bench_new(tn_sim_seed(), router_verdict, NULL);
    assert_non_null(router.bench);
    router.bench->seen = router_seen;
    return 0;
}

static inline int router_stop(void **state)
{
    (void)state;
    tn_ape_router_bench_free(router.bench);
    tn_monitor_clear();
    return 0;
}

static inline unsigned router_ins(void)
{
    return (unsigned)APE_VCS * router.bench->config.link_n + router.bench->config.local_n;
}

static inline void router_stalls(unsigned in_16, unsigned out_16)
{
    for (unsigned n = 0; n < APR_INS; n++)
        router.bench->in_16[n] = in_16;
    for (unsigned o = 0; o < APR_OUTS; o++)
        router.bench->out_16[o] = out_16;
}

static inline bool router_quiet(void *ctx)
{
    (void)ctx;
    return !tn_ape_router_bench_busy(router.bench);
}

static inline void router_set(enum tn_ape_router_reg r, uint32_t value)
{
    tn_ape_router_bench_write(router.bench, (uint16_t)(4 * r), value);
    tn_sim_step(ROUTER_SET_CYC);
}

/* Returns the packets that wait at the inputs. */
static inline unsigned router_waiting(void)
{
    unsigned packets = 0;
    for (unsigned n = 0; n < router_ins(); n++)
        packets += router.bench->queue[n].n;
    return packets;
}

/* Waits until all packets have left, or none has come in or left for ROUTER_STILL_CYC cycles. */
static inline void router_wait(void)
{
    unsigned was, is = ~0u;
    do {
        was = is;
        tn_sim_step_until(router_quiet, NULL, router.verdicts ? 100 : ROUTER_STILL_CYC);
        is = router.left + (router_waiting() << 16);
    } while (!router.verdicts && !router_quiet(NULL) && is != was);
}

/* Waits until all packets have left, and reads all registers, which the judge compares. */
static inline void router_rest(void)
{
    router_wait();
    tn_sim_step(ROUTER_REST_CYC);
    tn_ape_router_judge_finish(router.bench->judge);
    tn_sim_step(ROUTER_REST_CYC);
    for (unsigned r = 0; r < APR_REGS + 2 && !router.verdicts; r++)
        tn_ape_router_bench_read(router.bench, (uint16_t)(4 * r));
}

static inline unsigned router_count(unsigned share)
{
    const char *env = getenv("TN_PACKETS");
    const unsigned long n = env && *env ? strtoul(env, NULL, 10) : 100;
    return (unsigned)(n * share / 100);
}

/* The destinations of the lattice, and now and then one outside. */
static inline struct tn_ape_draw router_draw(unsigned len_max, bool outside)
{
    const uint32_t l = router.bench->config.lattice;
    struct tn_ape_draw d = {.len_max = len_max, .alone = 5, .magic = 9};
    d.size = (struct ape_node){(uint8_t)(l & 127), (uint8_t)(l >> 8 & 63), (uint8_t)(l >> 16 & 63)};
    d.ports = router.bench->config.local_n;
    if (outside && router_below(8) == 0) {
        d.size.x = (uint8_t)(d.size.x < 63 ? d.size.x + 1 : 63);
        d.size.y = (uint8_t)(d.size.y < 31 ? d.size.y + 1 : 31);
        d.ports++;
    }
    return d;
}

/* Sends n packets, at inputs drawn by which; some before the run and some late. The router empties its inputs whenever
 * ROUTER_WAITING packets wait there; when it does not, no more are sent. */
static inline void router_send(unsigned n, unsigned len_max, bool outside, unsigned ins,
                               unsigned pause)
{
    static uint8_t packet[APE_PACKET_MAX];
    for (unsigned i = 0; i < n && !router.verdicts; i++) {
        if (router_waiting() >= ROUTER_WAITING)
            router_wait();
        if (router_waiting() >= ROUTER_WAITING)
            return;
        const struct tn_ape_draw d = router_draw(len_max, outside);
        const size_t len = tn_ape_draw(&router.rng, &d, i, packet);
        packet[0] ^= (uint8_t)router_below(2); /* the SECDED that comes does not count */
        assert_int_equal(tn_ape_router_bench_send(router.bench, router_below(ins), packet, len), 0);
        if (pause)
            tn_sim_step(router_below(pause));
    }
}

/* The rules that the judge asked were kept. */
static inline void router_kept(void)
{
    const struct tn_judge *j = tn_ape_router_judge_of(router.bench->judge);
    RULE_WAITED("APR-FLOW-1", router.verdicts || router_quiet(NULL), "packets that must come out");
    assert_int_equal(router.verdicts, 0);
    assert_false(router.bench->unknown);
    for (const char *const *r = j->rule; *r; r++)
        if (tn_judge_asked(j, *r))
            tn_sim_kept(*r);
}

#endif
