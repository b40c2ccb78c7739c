/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The common part of the suites of a torus link's end: random packets both ways, a line with
 * faults, the judge of all pins.
 */
#ifndef LINK_H
#define LINK_H

#include "../../../cosim/rule.h"

#include <tn/apenet/ape_draw.h>
#include <tn/apenet/ape_link_bench.h>
#include <tn/bfm.h>
#include <tn/sim.h>

#include <stdlib.h>
#include <string.h>

enum { LINK_REST_CYC = 40, LINK_DARK_MAX = 300 };

static struct {
    struct tn_ape_link_bench *bench;
    struct tn_rng rng;
    unsigned verdicts;
    unsigned flip, lose;   /* one word to the DUT in so many; 0: none */
    unsigned dark;         /* one in so many begins a darkness */
    uint64_t until;        /* cycle in which the last one ends */
    unsigned left, handed; /* packets on the DUT's line, packets handed on */
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

/* Of the words that are struck some lose bits, some their k, and some become control words. */
static inline void link_strike(bool *k, uint8_t word[APE_WORD])
{
    switch (link_below(6)) {
    case 0:
        *k = !*k;
        break;
    case 1:
        *k = true;
        memcpy(word, link_below(2) ? ape_magic : ape_start, APE_WORD);
        break;
    default:
        for (unsigned n = 1 + link_below(2); n-- > 0;)
            word[link_below(APE_WORD)] ^= (uint8_t)(1u << link_below(8));
        break;
    }
}

static inline bool link_wire(void *ctx, uint64_t cycle, bool *k, uint8_t word[APE_WORD])
{
    (void)ctx;
    if (link_.dark && cycle >= link_.until && link_below(link_.dark) == 0)
        link_.until = cycle + 1 + link_below(link_below(2) ? 8 : LINK_DARK_MAX);
    if (cycle < link_.until)
        return false;
    if (link_.lose && link_below(link_.lose) == 0)
        return false;
    if (link_.flip && link_below(link_.flip) == 0)
        link_strike(k, word);
    return true;
}

static inline void link_seen(void *ctx, enum tn_ape_link_place at, const uint8_t *bytes, size_t len,
                             uint64_t first, uint64_t last)
{
    (void)ctx, (void)bytes, (void)len, (void)first, (void)last;
    link_.left += at == TN_APL_LINE;
    link_.handed += at == TN_APL_RX0 || at == TN_APL_RX1;
}

static inline int link_start(void **state)
{
    (void)state;
    memset(&link_, 0, sizeof link_);
    tn_monitor_clear();
    tn_rng_seed(&link_.rng, tn_sim_seed(), 4);
    link_.bench = tn_ape_link_bench_new(tn_sim_seed(), link_verdict, NULL);
    assert_non_null(link_.bench);
    link_.bench->wire = link_wire;
    link_.bench->seen = link_seen;
    return 0;
}

static inline int link_stop(void **state)
{
    (void)state;
    tn_ape_link_bench_free(link_.bench);
    tn_monitor_clear();
    return 0;
}

static inline void link_stalls(unsigned of_16)
{
    for (unsigned i = 0; i < TN_APL_LINE; i++)
        link_.bench->of_16[i] = of_16;
}

static inline bool link_quiet(void *ctx)
{
    (void)ctx;
    return !tn_ape_link_bench_busy(link_.bench);
}

/* Reads all registers, which the judge compares. */
static inline void link_read_all(void)
{
    for (unsigned r = 0; r < APL_REGS + 2; r++)
        tn_ape_link_bench_read(link_.bench, (uint8_t)(4 * r));
}

static inline unsigned link_count(unsigned share)
{
    const char *env = getenv("TN_PACKETS");
    const unsigned long n = env && *env ? strtoul(env, NULL, 10) : 100;
    return (unsigned)(n * share / 100);
}

/* Waits until all packets have passed, or none has gone in or out for so many cycles. */
static inline void link_wait(uint64_t still)
{
    unsigned was, is = ~0u;
    do {
        was = is;
        tn_sim_step_until(link_quiet, NULL, link_.verdicts ? 100 : still);
        is = link_.left + link_.handed + ((link_.bench->tx.n + link_.bench->line.n) << 16);
    } while (!link_.verdicts && !link_quiet(NULL) && is != was);
}

/* Sends n packets each way, some before the run and some late, and waits as link_wait() does. */
static inline void link_exchange(const struct tn_ape_draw *d, unsigned n, uint64_t still)
{
    static uint8_t packet[APE_PACKET_MAX];
    struct tn_ape_draw sound = *d;
    if (!tn_sim_param("BAND") && !tn_sim_param("LITERAL_EN"))
        sound.magic = 0; /* a word of MAGIC is lost then, as the page says */
    d = &sound;
    for (unsigned i = 0; i < n && !link_.verdicts; i++) {
        size_t len = tn_ape_draw(&link_.rng, d, i, packet);
        assert_int_equal(tn_ape_link_bench_send(link_.bench, false, packet, len), 0);
        len = tn_ape_draw(&link_.rng, d, i + n, packet);
        assert_int_equal(tn_ape_link_bench_send(link_.bench, true, packet, len), 0);
        if (i > n / 4)
            tn_sim_step(link_below(40));
    }
    link_wait(still);
    tn_sim_step(LINK_REST_CYC);
    link_read_all();
}

/* The rules that the judge asked were kept. */
static inline void link_kept(void)
{
    const struct tn_judge *j = tn_ape_link_judge_of(link_.bench->judge);
    assert_int_equal(link_.verdicts, 0);
    assert_false(link_.bench->unknown);
    for (const char *const *r = j->rule; *r; r++)
        if (tn_judge_asked(j, *r))
            tn_sim_kept(*r);
}

#endif
