/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The common part of the suites of a PCIe link's end: those of the data link layer, and symbols of
 * the lanes that are struck.
 */
#ifndef LINK_H
#define LINK_H

#include "../cz_dll/dll.h"

#include <tn/code8b10b.h>

/* Deeds on the symbols of a wire. */
enum { LINK_FLIP, LINK_LANE, LINK_LOSE, LINK_DOUBLE, LINK_CONTROL, LINK_DEEDS };

static struct {
    unsigned deeds;  /* set of 1 << LINK_... */
    unsigned one_in; /* columns of which one is struck; 0: none */
    unsigned struck;
    unsigned dead[2], lane[2];   /* cycles for which a lane is dead, by way */
    struct tn_cz_symbols was[2]; /* the symbols of the cycle before */
    struct tn_cz_lanes tap;      /* what the DUT sends, before it is struck */
    uint64_t now;
} link_wire;

static inline void link_sent(void *ctx, const struct tn_cz_frame *f, bool loose, uint64_t began)
{
    (void)ctx, (void)loose, (void)began;
    if (dll.bench->up)
        dll_link(TN_CZ_M_FRM, link_wire.now, f);
}

static const struct tn_cz_reader_ops link_tap = {.frame = link_sent};

static inline void link_strike(void *ctx, enum tn_cz_place way, uint64_t cycle,
                               struct tn_cz_symbols *s)
{
    const unsigned w = way == TN_CZ_S_FRM, lanes = dll.lanes;
    const struct tn_cz_symbols came = *s;
    const unsigned lane = (unsigned)tn_rng_below(&dll.rng, lanes);
    bool rd = tn_rng_below(&dll.rng, 2);
    (void)ctx;
    link_wire.now = cycle;
    if (way == TN_CZ_M_FRM)
        tn_cz_lanes_receive(&link_wire.tap, s);
    if (link_wire.dead[w] && link_wire.dead[w]--)
        s->lane[link_wire.lane[w]] = 0;
    if (dll_one_in(link_wire.one_in)) {
        link_wire.struck++;
        unsigned deed = (unsigned)tn_rng_below(&dll.rng, LINK_DEEDS);
        while (!(link_wire.deeds >> deed & 1))
            deed = (deed + 1) % LINK_DEEDS;
        if (deed == LINK_FLIP)
            s->lane[lane] ^= (uint16_t)(1u << tn_rng_below(&dll.rng, 10));
        else if (deed == LINK_LANE)
            link_wire.dead[w] = 1 + (unsigned)tn_rng_below(&dll.rng, 40), link_wire.lane[w] = lane;
        else if (deed == LINK_LOSE) /* one of the column before stands in its place */
            s->lane[lane] = link_wire.was[w].lane[lane];
        else if (deed == LINK_DOUBLE)
            *s = link_wire.was[w];
        else
            s->lane[lane] =
                (uint16_t)tn_8b10b_encode((uint8_t[]){TN_CZ_COM, TN_CZ_SKP, TN_CZ_STP, TN_CZ_END,
                                                      TN_CZ_PAD, 0x3c}[tn_rng_below(&dll.rng, 6)],
                                          true, &rd);
    }
    link_wire.was[w] = came;
}

/* The wire strikes, of a test that has begun. */
static inline void link_begun(void)
{
    memset(&link_wire, 0, sizeof link_wire);
    tn_cz_lanes_init(&link_wire.tap, &dll.bench->lanes->par, &link_tap, NULL);
    dll.bench->strike = link_strike;
}

static inline int link_start(void **state)
{
    if (dll_start(state) != 0)
        return -1;
    link_begun();
    return 0;
}

/* Exchanges TLPs, and tells the rules that were asked. */
static inline void link_exchange(unsigned n, uint64_t cycles)
{
    dll_exchange(n, cycles);
    for (unsigned i = 0; tn_cz_framing_judge_rule(i); i++)
        if (tn_cz_framing_judge_asked(dll.symbols, tn_cz_framing_judge_rule(i)))
            tn_sim_kept(tn_cz_framing_judge_rule(i));
}

#endif
