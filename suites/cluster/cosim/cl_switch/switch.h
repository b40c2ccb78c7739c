/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The common part of the suites of the level-2 switch: random packets at all lanes, and the judge
 * of all pins.
 */
#ifndef SWITCH_H
#define SWITCH_H

#include "../../../cosim/rule.h"

#include <tn/cluster/cl_draw.h>
#include <tn/cluster/cl_switch_bench.h>
#include <tn/bfm.h>
#include <tn/sim.h>

#include <stdlib.h>
#include <string.h>

enum { SWITCH_WAIT_CYC = 100000, SWITCH_REST_CYC = 40, ANY = 255, SOURCES = 32 };

static struct {
    struct tn_cl_switch_bench *bench;
    struct tn_rng rng;
    unsigned verdicts, ports, planes, lanes;
    uint32_t number;
} sw_;

static inline void switch_verdict(void *ctx, const struct tn_verdict *v)
{
    (void)ctx;
    rule_broken(&sw_.verdicts, v->rule, v);
}

static inline unsigned switch_below(unsigned n)
{
    return (unsigned)tn_rng_below(&sw_.rng, n);
}

static inline int switch_start(void **state)
{
    (void)state;
    memset(&sw_, 0, sizeof sw_);
    tn_monitor_clear();
    tn_rng_seed(&sw_.rng, tn_sim_seed(), 4);
    sw_.ports = (unsigned)tn_sim_param("PORT_N");
    sw_.planes = (unsigned)tn_sim_param("PLANE_N");
    sw_.lanes = sw_.ports * sw_.planes;
    sw_.bench = tn_cl_switch_bench_new(tn_sim_seed(), switch_verdict, NULL);
    assert_non_null(sw_.bench);
    return 0;
}

static inline int switch_stop(void **state)
{
    (void)state;
    tn_cl_switch_bench_free(sw_.bench);
    tn_monitor_clear();
    return 0;
}

static inline bool switch_quiet(void *ctx)
{
    (void)ctx;
    return sw_.verdicts || !tn_cl_switch_bench_busy(sw_.bench);
}

/* Returns how many packets each lane gives when all of them give that share of TN_PACKETS, in
 * hundredths. */
static inline unsigned switch_count(unsigned share)
{
    const char *env = getenv("TN_PACKETS");
    const unsigned long n = env && *env ? strtoul(env, NULL, 10) : 800;
    return (unsigned)((n * share / 100 + sw_.lanes - 1) / sw_.lanes);
}

/* Gives a packet at a lane: to a node or any, of a priority or any, from the lane's node or another
 * src. A dead lane gets none. */
static inline void switch_give(unsigned lane, unsigned dst, unsigned prio, unsigned src)
{
    static const unsigned types[] = {1 << TN_cl_hdr_type_ACK | 1 << TN_cl_hdr_type_WRITE_REPLY,
                                     1 << TN_cl_hdr_type_WRITE | 1 << TN_cl_hdr_type_MESSAGE,
                                     1 << TN_cl_hdr_type_READ | 1 << TN_cl_hdr_type_QUEUE_READ};
    uint16_t word[CL_WORDS_MAX];
    const unsigned n = cl_draw(&sw_.rng, prio == ANY ? 0 : types[prio], sw_.number++, word);
    if (sw_.bench->end[lane].dead)
        return;
    word[0] = (uint16_t)((word[0] & 0x3f) | (dst == ANY ? switch_below(sw_.ports) : dst) << 11 |
                         src << 6);
    cl_seal(word, n);
    assert_int_equal(tn_cl_switch_bench_send(sw_.bench, lane, word, n), 0);
}

/* Reads all registers, which the judge compares, and some words that are none. */
static inline void switch_read_all(void)
{
    for (unsigned r = 0; r < CLS_REGS; r++)
        tn_cl_switch_bench_read(sw_.bench, r);
}

/* Waits until all has left, and reads all registers. */
static inline void switch_settle(void)
{
    RULE_WAITED("CLS-FWD-1", tn_sim_step_until(switch_quiet, NULL, SWITCH_WAIT_CYC), "rest");
    tn_sim_step(SWITCH_REST_CYC);
    switch_read_all();
}

/* Says whether many packets wait for the s of a lane. */
static inline bool switch_is_full(void)
{
    for (unsigned i = 0; i < sw_.lanes; i++)
        if (sw_.bench->end[i].to_s_n > 30)
            return true;
    return false;
}

/* Gives n packets at each lane, half of whose sources have their node's number, the others any, and
 * waits until all left. */
static inline void switch_exchange(unsigned n, unsigned dst, unsigned prio)
{
    for (unsigned i = 0; i < n && !sw_.verdicts; i++) {
        for (unsigned lane = 0; lane < sw_.lanes; lane++)
            switch_give(lane, dst, prio,
                        switch_below(2) ? lane / sw_.planes : switch_below(SOURCES));
        tn_sim_step(switch_below(60));
        while (!sw_.verdicts && switch_is_full())
            tn_sim_step(1);
    }
    switch_settle();
}

/* The rules that the judge asked were kept, and as many packets came as left or were dropped. */
static inline void switch_kept(void)
{
    const struct tn_judge *j = tn_cl_switch_judge_of(sw_.bench->judge);
    unsigned long in = 0, out = 0;
    for (unsigned i = 0; i < sw_.lanes; i++) {
        in += sw_.bench->end[i].in;
        out += sw_.bench->end[i].out - sw_.bench->end[i].back;
    }
    assert_int_equal(sw_.verdicts, 0);
    assert_false(sw_.bench->unknown);
    assert_int_equal(in, out + tn_cl_switch_bench_read(sw_.bench, CLS_DROPPED) +
                             tn_cl_switch_bench_read(sw_.bench, CLS_OVERFLOW));
    for (const char *const *r = j->rule; *r; r++)
        if (tn_judge_asked(j, *r))
            tn_sim_kept(*r);
}

#endif
