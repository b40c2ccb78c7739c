/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The common part of the suites of the data link layer: random TLPs both ways over a wire that
 * loses, damages and doubles frames, the DUT's judge, and the promise from end to end.
 */
#ifndef DLL_H
#define DLL_H

#include "../../../cosim/rule.h"

#include <tn/bfm.h>
#include <tn/czodiac/bfm_cz_dll.h>
#include <tn/event.h>
#include <tn/rng.h>
#include <tn/rules.h>
#include <tn/sim.h>

#include <stdlib.h>
#include <string.h>

enum { DLL_KEPT = 1024 }; /* TLPs of a test in one direction at most */

/* A TLP that must arrive. */
struct dll_word {
    uint8_t bytes[4 + 512 + 16];
    size_t len;
};

/* TLPs of one direction: those that must arrive, and how many have. */
struct dll_way {
    struct dll_word kept[DLL_KEPT];
    unsigned sent, got;
};

static struct {
    struct tn_cz_dll_judge *judge;       /* of a cz_dll */
    struct tn_cz_framing_judge *symbols; /* of a cz_link */
    bool rd[2][TN_CZ_LANES];             /* the running disparities of its lanes */
    unsigned lanes;
    struct tn_cz_bench *bench;
    struct tn_checker *rules; /* of both directions, as the ends sent them */
    uint64_t frames;
    struct tn_rng rng;
    unsigned verdicts, unknown, wrong;
    bool reset_seen;
    unsigned lose, damage, twice, abort; /* one frame, or TLP, in so many; 0: none */
    struct dll_way to_far, to_dut;
    unsigned
        rows[3]; /* of to_dut, by class: TLPs delivered, which may pass those of other classes */
} dll;

static inline bool dll_one_in(unsigned n)
{
    return n && tn_rng_below(&dll.rng, n) == 0;
}

/* Makes a TLP of a random class with up to 128 bytes of payload. */
static inline void dll_tlp(struct tn_cz_frame *f)
{
    static const uint8_t head[3] = {0x40, 0x00, 0x4a};
    const unsigned cls = (unsigned)tn_rng_below(&dll.rng, 3);
    const unsigned dw = cls == 1 ? 1 : 1 + (unsigned)tn_rng_below(&dll.rng, 32);
    uint8_t *p = f->bytes;
    *f = (struct tn_cz_frame){.len = cls == 1 ? 12 : 12 + 4 * dw};
    p[0] = head[cls];
    p[3] = (uint8_t)dw;
    for (unsigned i = cls == 2 ? 8 : 4; i < 12; i++)
        p[i] = (uint8_t)tn_rng_next(&dll.rng);
    p[11] &= 0xfc;
    for (unsigned i = 12; i < f->len; i++)
        p[i] = (uint8_t)tn_rng_next(&dll.rng);
}

static inline void dll_must_come(struct dll_way *w, const struct tn_cz_frame *f)
{
    assert_true(w->sent < DLL_KEPT);
    struct dll_word *k = &w->kept[w->sent++];
    k->len = f->len;
    memcpy(k->bytes, f->bytes, k->len);
}

static inline bool dll_same(const struct dll_word *k, const struct tn_cz_frame *f)
{
    return k->len == f->len && memcmp(k->bytes, f->bytes, k->len) == 0;
}

static inline unsigned dll_class(const uint8_t *p)
{
    return p[0] == 0x40 ? 0 : p[0] == 0x4a ? 2 : 1;
}

/* A TLP that the DUT delivers is the next one of its class. */
static inline void dll_delivered(const struct tn_cz_frame *f)
{
    const unsigned cls = dll_class(f->bytes);
    unsigned *i = &dll.rows[cls];
    while (*i < dll.to_dut.sent && dll_class(dll.to_dut.kept[*i].bytes) != cls)
        ++*i;
    dll.wrong += *i == dll.to_dut.sent || !dll_same(&dll.to_dut.kept[*i], f);
    ++*i;
    dll.to_dut.got++;
}

static inline void dll_seen(void *ctx, enum tn_cz_place at, const struct tn_cz_frame *f,
                            uint64_t first, uint64_t last)
{
    (void)ctx, (void)first, (void)last;
    if (at == TN_CZ_S_TLP && !f->edb)
        dll_must_come(&dll.to_far, f);
    else if (at == TN_CZ_FAR)
        dll.wrong +=
            dll.to_far.got == dll.to_far.sent || !dll_same(&dll.to_far.kept[dll.to_far.got++], f);
    else if (at == TN_CZ_M_TLP)
        dll_delivered(f);
}

/* A frame as its sender sent it: PCIe's rules of the link judge both directions together. */
static inline void dll_link(enum tn_cz_place way, uint64_t cycle, const struct tn_cz_frame *f)
{
    uint8_t symbols[TN_CZ_SYMBOLS];
    struct tn_event ev = {.packet = ++dll.frames,
                          .cycle = cycle,
                          .time_ns = 4 * cycle,
                          .dir = way == TN_CZ_S_FRM ? TN_DIR_DOWN : TN_DIR_UP,
                          .fabric = TN_FABRIC_PCIE,
                          .unit = TN_UNIT_FRAME,
                          .bytes = symbols};
    ev.len = ev.orig_len = (uint32_t)tn_cz_dll_symbols(f, symbols);
    tn_checker_event(dll.rules, &ev, 0);
}

/* The wire. A frame that is only lost at the far end's receiver has a symbol error there. */
static inline unsigned dll_wire(void *ctx, enum tn_cz_place way, uint64_t cycle,
                                struct tn_cz_frame *f)
{
    (void)ctx;
    if (way == TN_CZ_S_FRM || !dll.symbols) /* of lanes the frames are told as they were sent */
        dll_link(way, cycle, f);
    const bool twice = way == TN_CZ_S_FRM && dll_one_in(dll.twice);
    if (dll_one_in(dll.lose))
        return 0;
    if (dll_one_in(dll.damage))
        f->bytes[2 + tn_rng_below(&dll.rng, 4)] ^= (uint8_t)(1u << tn_rng_below(&dll.rng, 8));
    f->err = way == TN_CZ_S_FRM && dll_one_in(4 * dll.damage);
    return twice ? 2 : 1;
}

static inline void dll_stalls(unsigned of_16)
{
    for (unsigned i = 0; i < TN_CZ_FAR; i++)
        dll.bench->of_16[i] = of_16;
}

static inline void dll_verdict(void *ctx, const struct tn_verdict *v)
{
    (void)ctx;
    rule_broken(&dll.verdicts, v->rule, v);
}

static inline void dll_judge(void *ctx, const struct tn_block_cycle *c)
{
    struct tn_cz_link_pins l;
    struct tn_cz_framing_pins f;
    (void)ctx;
    const bool unknown = dll.symbols ? tn_cz_link_pins(c, &l) : tn_cz_dll_pins(c, &l.dll);
    dll.reset_seen |= l.dll.rst;
    if (!dll.reset_seen)
        return;
    dll.unknown += unknown && !l.dll.rst;
    if (!dll.symbols) {
        tn_cz_dll_judge_cycle(dll.judge, &l.dll, c->cycle);
        return;
    }
    tn_cz_link_framing(&l, dll.lanes, dll.rd, &f);
    tn_cz_framing_judge_cycle(dll.symbols, &f, c->cycle);
}

static inline void dll_judges(const struct tn_cz_dll_params *par)
{
    if (!tn_cz_is_link()) {
        dll.judge = tn_cz_dll_judge_new(par, dll_verdict, NULL);
        assert_non_null(dll.judge);
        return;
    }
    const struct tn_cz_framing_params f = {par->mps, par->lanes, tn_sim_param("SCRAMBLE") != 0,
                                           (unsigned)tn_sim_param("SKP_CYC")};
    dll.lanes = par->lanes;
    dll.symbols = tn_cz_framing_judge_new(&f, true, dll_verdict, NULL);
    assert_non_null(dll.symbols);
}

/* Begins a test whose far end has these parameters. */
static inline int dll_begin(const struct tn_cz_dll_params *par, const struct tn_cz_dll_params *far)
{
    memset(&dll, 0, sizeof dll);
    tn_monitor_clear();
    tn_rng_seed(&dll.rng, tn_sim_seed(), 2);
    struct tn_check_params check;
    tn_check_defaults(&check);
    dll.rules = tn_checker_new(&check, "FRM-*,DLL-*,FC-*", NULL, dll_verdict, NULL);
    assert_non_null(dll.rules);
    dll_judges(par);
    assert_int_equal(tn_block_subscribe(dll_judge, NULL), 0);
    dll.bench = tn_cz_bench_new(far, tn_sim_seed());
    assert_non_null(dll.bench);
    dll.bench->wire = dll_wire;
    dll.bench->seen = dll_seen;
    tn_sim_reset(6);
    tn_cz_bench_up(dll.bench, true);
    return 0;
}

static inline int dll_start(void **state)
{
    struct tn_cz_dll_params par, far;
    (void)state;
    tn_cz_bench_params(&par);
    tn_cz_bench_far(&par, &far);
    return dll_begin(&par, &far);
}

static inline int dll_stop(void **state)
{
    (void)state;
    tn_cz_bench_free(dll.bench);
    tn_monitor_clear();
    tn_cz_dll_judge_free(dll.judge);
    tn_cz_framing_judge_free(dll.symbols);
    tn_checker_free(dll.rules);
    return 0;
}

/* Says whether all that was sent has come. */
static inline bool dll_quiet(void *ctx)
{
    (void)ctx;
    return !dll.bench->source.n && !dll.bench->sender.n && !dll.bench->passing[TN_CZ_S_TLP].open &&
           dll.to_far.got == dll.to_far.sent && dll.to_dut.got == dll.to_dut.sent;
}

/* Sends as many TLPs each way, and waits until all have come. */
static inline void dll_exchange(unsigned n, uint64_t cycles)
{
    struct tn_cz_frame f;
    for (unsigned i = 0; i < n; i++) {
        dll_tlp(&f);
        f.edb = dll_one_in(dll.abort);
        assert_int_equal(tn_cz_bench_send(dll.bench, TN_CZ_S_TLP, &f, 0), 0);
        dll_tlp(&f);
        dll_must_come(&dll.to_dut, &f);
        assert_int_equal(tn_cz_bench_send(dll.bench, TN_CZ_FAR, &f, 0), 0);
    }
    tn_sim_step_until(dll_quiet, NULL, cycles);
    RULE_WAITED("CZD-TX-1", dll.to_far.got == dll.to_far.sent && !dll.bench->source.n,
                "TLPs that the DUT sends");
    RULE_WAITED("CZD-RX-2", dll.to_dut.got == dll.to_dut.sent && !dll.bench->sender.n,
                "TLPs that the DUT delivers");
    RULE("CZD-TX-1", dll.wrong == 0);
    tn_sim_step(100);
    assert_int_equal(dll.verdicts, 0);
    assert_int_equal(dll.unknown, 0);
}

#endif
