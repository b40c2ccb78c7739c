/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The common part of the suites of mux and demux: the bench, its model, scoreboard at every channel
 * and watch over every cycle, random traffic.
 */
#ifndef MUX_H
#define MUX_H

#include "../exa_crossbar/traffic.h"
#include "../../../cosim/size.h"
#include "../../../cosim/still.h"

#include <tn/exanet/exa_mux_bench.h>
#include <tn/exanet/exa_mux_board.h>
#include <tn/exanet/exa_xbar_board.h>

static struct {
    bool demux;
    unsigned ins, outs;
    struct tn_exa_demux_params par;
    struct tn_exa_xbar *model;
    struct tn_exa_xbar_board *board;
    struct tn_exa_xbar_judge *judge;
    unsigned failures;
    unsigned long queued; /* words given to the sources */
    struct still still;
} mux;

static const struct exa_node mux_anywhere = {5, 10, 9, 1, 0x64};

/* The bench's shape. */
static inline void mux_shape(void)
{
    mux.demux = strcmp(tn_sim_dut(), "exa_demux") == 0;
    mux.ins = mux.demux ? 1 : (unsigned)tn_sim_param("IN_N");
    mux.outs = mux.demux ? (unsigned)tn_sim_param("OUT_N") : 1;
    if (mux.demux)
        tn_exa_demux_bench(&mux.par);
}

static inline void mux_on_verdict(void *ctx, const struct tn_verdict *v)
{
    (void)ctx;
    rule_broken(&mux.failures, tn_exa_mux_rule(v->rule), v);
}

static inline void mux_on_word(void *ctx, const struct tn_exa_seen *seen)
{
    (void)ctx;
    (tn_monitor_point(seen->point)[0] == 's' ? tn_exa_xbar_board_in : tn_exa_xbar_board_out)(
        mux.board, seen->port, seen->cycle, &seen->word);
}

static inline void mux_on_drop(void *ctx, uint64_t cycle, unsigned dir, unsigned cause,
                               unsigned port)
{
    (void)ctx, (void)dir;
    tn_exa_xbar_board_drop(mux.board, cycle, port, cause);
}

static inline void mux_on_pins(void *ctx, const struct tn_exa_pins_seen *seen)
{
    struct tn_exa_xbar_pins y = {.cycle = seen->cycle};
    (void)ctx;
    memcpy(y.in, seen->in, sizeof y.in);
    memcpy(y.out, seen->out, sizeof y.out);
    tn_exa_xbar_judge_cycle(mux.judge, &y);
}

/* Block, model, scoreboard and watch fresh. */
static inline void mux_begin(void)
{
    struct tn_exa_xbar_params ports = {.port_n = mux.ins > mux.outs ? mux.ins : mux.outs};
    tn_monitor_clear();
    tn_reg_write(XBAR_PINS, 1);
    tn_sim_reset(4);
    mux.failures = 0;
    mux.queued = 0;
    still_begin(&mux.still);
    mux.model = mux.demux ? tn_exa_demux_new(&mux.par) : tn_exa_mux_new(mux.ins);
    mux.judge = mux.demux ? tn_exa_demux_judge_new(&mux.par, mux_on_verdict, NULL)
                          : tn_exa_mux_judge_new(mux.ins, mux_on_verdict, NULL);
    assert_true(mux.model && mux.judge);
    mux.board = tn_exa_xbar_board_new(mux.model, &ports, mux_on_verdict, NULL);
    assert_non_null(mux.board);
    tn_exa_word_subscribe(mux_on_word, NULL);
    tn_exa_pins_subscribe(mux_on_pins, NULL);
    tn_reject_subscribe(mux_on_drop, NULL);
    tn_handshake_subscribe(mux_on_verdict, NULL);
    for (unsigned p = 0; p < mux.ins; p++)
        xbar_unjudged(p);
}

/* Words that the block has not taken yet. */
static inline size_t mux_left(void)
{
    size_t left = 0;
    for (unsigned p = 0; p < mux.ins; p++)
        left += tn_exa_source_pending(xbar_source(p));
    return left;
}

static inline bool mux_still(void)
{
    return still_stands(&mux.still, mux.queued - mux_left() + tn_exa_xbar_board_matched(mux.board));
}

static inline bool mux_rested(void *ctx)
{
    (void)ctx;
    return (mux_left() == 0 && tn_exa_xbar_board_pending(mux.board) == 0) || mux_still();
}

static inline void mux_give(unsigned input, const struct tn_exa_word *w, unsigned words)
{
    assert_int_equal(tn_exa_source_words(xbar_source(input), w, words, 0), 0);
    mux.queued += words;
}

static inline void mux_compare_registers(void)
{
    for (uint32_t a = 0x000; a < 0x600; a = a == 0x008 ? 0x400 : a + 4) {
        const uint32_t want = tn_exa_xbar_read(mux.model, a), found = tn_reg_read(a);
        if (want == found)
            continue;
        print_message("EXU-CNT-1 register %03x: expected %u; found %u\n", (unsigned)a,
                      (unsigned)want, (unsigned)found);
        tn_sim_failed("EXU-CNT-1", 0, 0, "a register differs from the model's");
        mux.failures++;
    }
}

/* Checks that no packet is missing, and that the rules asked were kept. */
static inline void mux_end(void)
{
    static const char *const watched[][5] = {
        {"EXU-ORD-1", "EXU-ARB-1", "EXU-ARB-2", "EXU-LAT-1", NULL},
        {"EXU-RTE-1", "EXU-BLK-1", "EXU-LAT-2", NULL}};
    const bool drained =
        mux.failures > 0 || (tn_sim_step_until(mux_rested, NULL, 20000) && !mux_still());
    if (!drained)
        still_failed(&mux.failures, "EXU-ORD-1", "end of the packets that were sent");
    tn_sim_step(80);
    if (mux.failures == 0)
        tn_exa_xbar_board_finish(mux.board, tn_sim_cycle());
    if (mux.failures == 0)
        mux_compare_registers();
    print_message("%lu packets matched, cycle %llu\n", tn_exa_xbar_board_matched(mux.board),
                  (unsigned long long)tn_sim_cycle());
    assert_int_equal(mux.failures, 0);
    assert_true(drained);
    assert_true(tn_exa_xbar_board_matched(mux.board) > 0);
    for (unsigned i = 0; watched[mux.demux][i]; i++)
        if (tn_exa_xbar_judge_asked(mux.judge, watched[mux.demux][i]))
            tn_sim_kept(watched[mux.demux][i]);
    tn_sim_kept("EXU-ORD-1");
    tn_sim_kept("EXU-CNT-1");
    tn_exa_xbar_board_free(mux.board);
    tn_exa_xbar_judge_free(mux.judge);
    tn_exa_xbar_free(mux.model);
}

/* A place for a packet of the demux: often one that an output takes. */
static inline uint64_t mux_place(struct traffic *t)
{
    const unsigned out = traffic_below(t, mux.outs), lo = mux.par.range_lo[out],
                   hi = mux.par.range_hi[out];
    const uint32_t low = (uint32_t)tn_rng_next(t->rng);
    if (!mux.demux || traffic_below(t, 12) == 0)
        return tn_rng_next(t->rng) & 0x3ffffffffffu;
    if (traffic_below(t, 4) == 0)
        return low;
    return traffic_peripheral(lo + traffic_below(t, 1 + hi - lo)) | low;
}

/* One packet of input in, some times malformed; its words. */
static inline unsigned mux_packet(struct traffic *t, struct tn_exa_word w[TRAFFIC_WORDS])
{
    struct exa_packet k;
    const unsigned n = traffic_good(t, mux_anywhere, mux_place(t), &k, w);
    t->sent++;
    return t->bad && traffic_below(t, t->bad) == 0 ? traffic_spoil(t, &k, w, n) : n;
}

struct mux_how {
    struct tn_stall source, sink;
    unsigned bad, seed;
    bool small, kinds; /* readies of single kinds held low now and then */
    unsigned bursts;   /* one round in so many sends something, then much; 0: all */
};

static inline void mux_stalls(const struct mux_how *h)
{
    for (unsigned p = 0; p < mux.ins; p++) {
        struct tn_stall s = h->source;
        s.seed += p;
        assert_int_equal(tn_exa_source_stall(xbar_source(p), &s), 0);
    }
    for (unsigned p = 0; p < mux.outs; p++) {
        struct tn_stall s = h->sink;
        s.seed += 100 + p;
        assert_int_equal(tn_sink_stall(xbar_sink(p), &s), 0);
    }
}

static inline bool mux_few_left(void *ctx)
{
    (void)ctx;
    return mux_left() < 60 || mux.failures > 0 || mux_still();
}

/* So many packets through the block, this way. */
static inline void mux_run(const struct mux_how *h, unsigned long total)
{
    struct tn_rng rng;
    struct traffic t = {.rng = &rng, .own = mux_anywhere, .bad = h->bad, .small = h->small};
    tn_rng_seed(&rng, tn_sim_seed(), h->seed);
    bool waits = false; /* an output waits for an input that has nothing to send */
    mux_begin();
    mux_stalls(h);
    while (t.sent < total && mux.failures == 0 && !mux_still()) {
        for (unsigned p = 0; p < mux.ins; p++) {
            unsigned n = !h->bursts ? 4 : traffic_below(&t, h->bursts) && !waits ? 0 : 8;
            while (n--) {
                struct tn_exa_word w[TRAFFIC_WORDS];
                const unsigned words = mux_packet(&t, w);
                mux_give(p, w, words);
            }
        }
        for (unsigned p = 0; h->kinds && p < mux.outs; p++)
            tn_sink_ok(xbar_sink(p), traffic_below(&t, 8));
        tn_sim_step(30);
        for (unsigned p = 0; h->kinds && p < mux.outs; p++)
            tn_sink_ok(xbar_sink(p), 7);
        /* an output may wait for the end of a packet that is not sent before the next round */
        waits = !tn_sim_step_until(mux_few_left, NULL, 1500);
    }
    t.bad = 0; /* a good header from each input ends what it left open */
    t.small = true;
    for (unsigned p = 0; p < mux.ins; p++) {
        struct tn_exa_word w[TRAFFIC_WORDS];
        const unsigned words = mux_packet(&t, w);
        mux_give(p, w, words);
    }
    mux_end();
    tn_sim_sent(t.sent);
    if (h->bad)
        tn_sim_kept("EXU-DROP-1");
}

#endif
