/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The common part of the suites of the framing of a PCIe link: random frames both ways, symbols
 * that are struck, and the DUT's judge. Frames are counted from end to end besides.
 */
#ifndef FRAMING_H
#define FRAMING_H

#include "../../../cosim/rule.h"

#include <tn/bfm.h>
#include <tn/czodiac/bfm_cz_framing.h>
#include <tn/sim.h>

#include <string.h>

static struct {
    struct tn_cz_framing_judge *judge;
    struct tn_cz_framing_bench *bench;
    struct tn_rng rng;
    unsigned verdicts, unknown;
    bool reset_seen;
    unsigned
        places[TN_CZF_OUT + 1]; /* frames seen, by place; those with errors at m_frm are in errs */
    unsigned errs;
    unsigned strike; /* symbols of one column in so many are struck; 0: none */
    unsigned
        ends; /* so is one END or EDB in so many, and one data symbol in 64 times that; 0: none */
    unsigned starts; /* a burst of broken starts begins in one column in so many; 0: none */
    unsigned burst;  /* columns of it that are left */
    uint8_t start;   /* its symbol */
    bool broken;     /* no symbols follow it */
    unsigned sets;   /* of one column of an ordered set in so many one lane is no symbol; 0: none */
    bool behind; /* frames are broken up to an ordered set, and the symbol behind the set is none */
    enum { FR_WHOLE, FR_HIT, FR_TORN, FR_SET } torn; /* how far that is */
    unsigned struck;
    unsigned longest; /* DWs of the longest TLP that is sent; 0: the largest of MPS_B */
} fr;

static inline unsigned fr_below(unsigned n)
{
    return (unsigned)tn_rng_below(&fr.rng, n);
}

/* Makes a frame: a DLLP, or a TLP of the least to the largest length. */
static inline void fr_frame(struct tn_cz_frame *f)
{
    const unsigned most = fr.longest ? fr.longest : (fr.bench->par.mps + 28) / 4;
    *f = (struct tn_cz_frame){.dllp = fr_below(3) == 0};
    f->len = f->dllp ? 8 : 4 * (5 + fr_below(fr_below(4) && most > 16 ? 12 : most - 4));
    f->edb = !f->dllp && fr_below(5) == 0;
    for (size_t i = f->dllp ? 0 : 2; i < (f->dllp ? 6 : f->len); i++)
        f->bytes[i] = (uint8_t)tn_rng_next(&fr.rng);
}

static inline void fr_seen(void *ctx, enum tn_czf_place at, uint64_t cycle,
                           const struct tn_cz_frame *f)
{
    (void)ctx, (void)cycle;
    if (at == TN_CZF_OUT && f->err)
        fr.errs++;
    else
        fr.places[at]++;
}

/* Changes ends of frames to data, EDB or PAD, and data to PAD. */
static inline void fr_strike_ends(struct tn_cz_column *c)
{
    for (unsigned i = 0; i < fr.bench->par.lanes; i++) {
        const bool k = c->k >> i & 1, end = k && (c->octet[i] & 0xfc) == 0xfc;
        if ((k && !end) || fr_below(fr.ends) || (!k && fr_below(64)))
            continue;
        const unsigned deed = k ? fr_below(3) : 2;
        fr.struck++;
        if (deed == 0)
            c->k &= (uint8_t) ~(1u << i);
        else
            c->k |= (uint8_t)(1u << i), c->octet[i] = deed == 1 ? TN_CZ_EDB : TN_CZ_PAD;
    }
}

/* Makes one lane of a column of an ordered set invalid, when all lanes have its symbol. */
static inline void fr_strike_set(struct tn_cz_column *c)
{
    const unsigned lanes = fr.bench->par.lanes;
    for (unsigned i = 0; i < lanes; i++)
        if (!(c->k >> i & 1) || (c->octet[i] != TN_CZ_COM && c->octet[i] != TN_CZ_SKP))
            return;
    if (fr_below(fr.sets))
        return;
    fr.struck++;
    c->bad |= (uint8_t)(1u << fr_below(lanes));
}

/* Makes STP, or SDP, of the first of each four lanes for BURST columns on end, and of the rest no
 * symbols or, in every other burst, data; a column of an ordered set stays. */
static inline void fr_strike_starts(struct tn_cz_column *c)
{
    enum { BURST = 6 };
    if (!fr.burst && fr_below(fr.starts) == 0) {
        fr.burst = BURST;
        fr.start = fr_below(2) ? TN_CZ_STP : TN_CZ_SDP;
        fr.broken = !fr.broken;
    }
    if (!fr.burst || (c->k & 1 && (c->octet[0] == TN_CZ_COM || c->octet[0] == TN_CZ_SKP)))
        return;
    fr.burst--;
    fr.struck++;
    c->k = c->bad = 0;
    for (unsigned i = 0; i < fr.bench->par.lanes; i++)
        if (i % 4 == 0)
            c->k |= (uint8_t)(1u << i), c->octet[i] = fr.start;
        else if (fr.broken)
            c->bad |= (uint8_t)(1u << i);
}

/* Breaks a frame in its second column, or leaves it without its end alone, and takes the ends of
 * all frames away up to an ordered set; behind that the first lane has no symbol. */
static inline void fr_strike_behind(struct tn_cz_column *c)
{
    const bool k = c->k & 1, set = k && (c->octet[0] == TN_CZ_COM || c->octet[0] == TN_CZ_SKP);
    if (set) {
        fr.torn = fr.torn == FR_WHOLE ? FR_WHOLE : FR_SET;
        return;
    }
    if (fr.torn == FR_SET || fr.torn == FR_HIT)
        c->bad |= 1;
    fr.struck += fr.torn == FR_SET;
    if (fr.torn == FR_HIT)
        fr.torn = FR_TORN;
    else if (fr.torn == FR_SET)
        fr.torn = FR_WHOLE;
    else if (fr.torn == FR_WHOLE && k && (c->octet[0] == TN_CZ_STP || c->octet[0] == TN_CZ_SDP))
        fr.torn = fr_below(2) ? FR_WHOLE : fr_below(2) ? FR_HIT : FR_TORN;
    for (unsigned i = 0; i < fr.bench->par.lanes && fr.torn != FR_WHOLE; i++)
        if (c->k >> i & 1 && (c->octet[i] == TN_CZ_END || c->octet[i] == TN_CZ_EDB))
            c->k &= (uint8_t) ~(1u << i);
}

/* Changes symbols of a column: any octet, K for D and D for K, no symbol, one lane or all. */
static inline void fr_strike(void *ctx, uint64_t cycle, struct tn_cz_column *c)
{
    static const uint8_t controls[] = {TN_CZ_COM, TN_CZ_SKP, TN_CZ_STP, TN_CZ_SDP, TN_CZ_END,
                                       TN_CZ_EDB, TN_CZ_PAD, 0x3c,      0x7c,      0x9c};
    const unsigned lane = fr_below(fr.bench->par.lanes);
    (void)ctx, (void)cycle;
    if (fr.ends)
        fr_strike_ends(c);
    if (fr.sets)
        fr_strike_set(c);
    if (fr.starts)
        fr_strike_starts(c);
    if (fr.behind)
        fr_strike_behind(c);
    if (!fr.strike || fr_below(fr.strike))
        return;
    fr.struck++;
    switch (fr_below(5)) {
    case 0:
        c->bad |= (uint8_t)(1u << lane);
        break;
    case 1:
        c->bad = 0xff;
        break;
    case 2:
        c->octet[lane] = (uint8_t)tn_rng_next(&fr.rng);
        c->k &= (uint8_t) ~(1u << lane);
        break;
    case 3:
        c->octet[lane] = controls[fr_below(sizeof controls)];
        c->k |= (uint8_t)(1u << lane);
        break;
    default:
        c->octet[lane] ^= (uint8_t)(c->k >> lane & 1 ? 0 : 1u << fr_below(8));
    }
}

static inline void fr_verdict(void *ctx, const struct tn_verdict *v)
{
    (void)ctx;
    rule_broken(&fr.verdicts, v->rule, v);
}

static inline void fr_judge(void *ctx, const struct tn_block_cycle *c)
{
    struct tn_cz_framing_pins p;
    (void)ctx;
    const bool unknown = tn_cz_framing_pins(c, fr.bench->par.lanes, &p);
    fr.reset_seen |= p.rst;
    if (!fr.reset_seen)
        return;
    fr.unknown += unknown && !p.rst;
    tn_cz_framing_judge_cycle(fr.judge, &p, c->cycle);
}

static inline int fr_start(void **state)
{
    struct tn_cz_framing_params par;
    (void)state;
    memset(&fr, 0, sizeof fr);
    tn_monitor_clear();
    tn_rng_seed(&fr.rng, tn_sim_seed(), 2);
    tn_cz_framing_params(&par);
    fr.judge = tn_cz_framing_judge_new(&par, false, fr_verdict, NULL);
    assert_non_null(fr.judge);
    fr.bench = tn_cz_framing_bench_new(tn_sim_seed());
    assert_non_null(fr.bench);
    fr.bench->seen = fr_seen;
    fr.bench->strike = fr_strike;
    assert_int_equal(tn_block_subscribe(fr_judge, NULL), 0);
    tn_sim_reset(6);
    tn_sim_step(40);
    fr.bench->up = true;
    tn_sim_step(40);
    return 0;
}

static inline int fr_stop(void **state)
{
    (void)state;
    tn_cz_framing_bench_free(fr.bench);
    tn_monitor_clear();
    tn_cz_framing_judge_free(fr.judge);
    return 0;
}

static inline bool fr_quiet(void *ctx)
{
    (void)ctx;
    return !tn_cz_framing_busy(fr.bench) && fr.places[TN_CZF_SENT] >= fr.places[TN_CZF_GIVEN];
}

/* Sends that many frames each way and waits until all have passed. */
static inline void fr_exchange(unsigned n, uint64_t cycles)
{
    struct tn_cz_frame f;
    for (unsigned i = 0; i < n; i++) {
        fr_frame(&f);
        assert_int_equal(tn_cz_framing_send(fr.bench, TN_CZF_GIVEN, &f, 0), 0);
        fr_frame(&f);
        assert_int_equal(tn_cz_framing_send(fr.bench, TN_CZF_COMES, &f, 0), 0);
    }
    tn_sim_step_until(fr_quiet, NULL, cycles);
    tn_sim_step(100);
    assert_int_equal(fr.verdicts, 0);
    assert_int_equal(fr.unknown, 0);
    RULE_WAITED("CZF-FRM-2", fr.places[TN_CZF_SENT] == n, "frames that the DUT sends");
    if (!fr.strike && !fr.ends && !fr.sets && !fr.starts && !fr.behind)
        RULE_WAITED("CZF-RX-1", fr.places[TN_CZF_OUT] == n && !fr.errs,
                    "frames that the DUT receives");
    for (unsigned i = 0; tn_cz_framing_judge_rule(i); i++)
        if (tn_cz_framing_judge_asked(fr.judge, tn_cz_framing_judge_rule(i)))
            tn_sim_kept(tn_cz_framing_judge_rule(i));
}

#endif
