/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Random traffic through all ports at once against the model, in several patterns and
 * under every stall pattern; every cycle judged by the model's watch. TN_PACKETS sets how
 * many packets each pattern sends (default 600).
 */
#include "kept.h"
#include "../../../cosim/size.h"
#include "../../../cosim/still.h"

#include <tn/exanet/exa_crossbar_judge.h>
#include <tn/exanet/exa_xbar_board.h>

enum pattern { UNIFORM, PERMUTATION, HOT_SPOT, BURSTS };

struct how {
    enum pattern pattern;
    struct tn_stall source, sink;
    unsigned bad, stray, seed;
    bool small, kinds; /* readies of single kinds held low now and then */
};

static struct tn_rng rng;
static struct tn_exa_xbar_params par;
static struct tn_exa_xbar *model;
static struct tn_exa_xbar_board *board;
static struct tn_exa_xbar_judge *judge;
static unsigned failures;
static unsigned asked; /* rules of routing, bits of enum kept_route */
static struct exa_node stands_at;
static unsigned long queued; /* words given to the sources */
static struct still still;

static unsigned below(unsigned n)
{
    return (unsigned)tn_rng_below(&rng, n);
}

static void on_verdict(void *ctx, const struct tn_verdict *v)
{
    (void)ctx;
    rule_broken(&failures, v->rule, v);
}

static void on_broken(void *ctx, const struct tn_verdict *v)
{
    struct tn_verdict here = *v;
    here.rule = tn_exa_xbar_channel_rule(v->rule);
    on_verdict(ctx, &here);
}

static void on_word(void *ctx, const struct tn_exa_seen *seen)
{
    (void)ctx;
    if (tn_monitor_point(seen->point)[0] == 's')
        kept_note(&asked, stands_at, &seen->word);
    (tn_monitor_point(seen->point)[0] == 's' ? tn_exa_xbar_board_in : tn_exa_xbar_board_out)(
        board, seen->port, seen->cycle, &seen->word);
}

static void on_drop(void *ctx, uint64_t cycle, unsigned dir, unsigned cause, unsigned port)
{
    (void)ctx;
    (void)dir;
    tn_exa_xbar_board_drop(board, cycle, port, cause);
}

static void on_pins(void *ctx, const struct tn_exa_pins_seen *seen)
{
    struct tn_exa_xbar_pins y = {.cycle = seen->cycle};
    (void)ctx;
    memcpy(y.in, seen->in, sizeof y.in);
    memcpy(y.out, seen->out, sizeof y.out);
    tn_exa_xbar_judge_cycle(judge, &y);
}

static void compare_registers(void)
{
    for (uint32_t a = 0x000; a < 0x00c; a += 4)
        assert_int_equal(tn_reg_read(a), tn_exa_xbar_read(model, a));
    for (uint32_t a = 0x400; a < 0x600; a += 4)
        if (tn_reg_read(a) != tn_exa_xbar_read(model, a)) {
            print_message("EXX-CNT-1 register %03x: expected %u; found %u\n", (unsigned)a,
                          (unsigned)tn_exa_xbar_read(model, a), (unsigned)tn_reg_read(a));
            tn_sim_failed("EXX-CNT-1", 0, 0, "a counter differs from the model's");
            failures++;
        }
}

/* Words that the switch has not taken yet. */
static size_t not_taken(void)
{
    size_t left = 0;
    for (unsigned p = 0; p < par.port_n; p++)
        left += tn_exa_source_pending(xbar_source(p));
    return left;
}

static bool stands_still(size_t left)
{
    return still_stands(&still, queued - left + tn_exa_xbar_board_matched(board));
}

static bool rested(void *ctx)
{
    const size_t left = not_taken();
    (void)ctx;
    return (left == 0 && tn_exa_xbar_board_pending(board) == 0) || stands_still(left);
}

static bool few_left(void *ctx)
{
    const size_t left = not_taken();
    (void)ctx;
    return left < 400 || failures > 0 || stands_still(left);
}

static void give(unsigned in, const struct tn_exa_word *w, unsigned words, uint64_t at)
{
    assert_int_equal(tn_exa_source_words(xbar_source(in), w, words, at), 0);
    queued += words;
}

static void start(const struct how *h, struct exa_node own)
{
    tn_rng_seed(&rng, tn_sim_seed(), h->seed);
    tn_monitor_clear();
    tn_reg_write(XBAR_PINS, 1);
    xbar_reset(own);
    tn_exa_xbar_reset(model, exa_node_bits(own));
    board = tn_exa_xbar_board_new(model, &par, on_verdict, NULL);
    judge = tn_exa_xbar_judge_new(&par, exa_node_bits(own), on_verdict, NULL);
    assert_true(board && judge);
    failures = 0;
    queued = 0;
    asked = 0;
    stands_at = own;
    still_begin(&still);
    tn_exa_word_subscribe(on_word, NULL);
    tn_exa_pins_subscribe(on_pins, NULL);
    tn_reject_subscribe(on_drop, NULL);
    tn_handshake_subscribe(on_broken, NULL);
    for (unsigned p = 0; p < par.port_n; p++) {
        struct tn_stall source = h->source, sink = h->sink;
        source.seed += p;
        sink.seed += 100 + p;
        assert_int_equal(tn_exa_source_stall(xbar_source(p), &source), 0);
        assert_int_equal(tn_sink_stall(xbar_sink(p), &sink), 0);
        xbar_unjudged(p);
    }
}

/* The output that a packet of this input is meant for. */
static unsigned target(const struct how *h, unsigned in, const unsigned turn[], unsigned burst)
{
    switch (h->pattern) {
    case PERMUTATION:
        return turn[in];
    case HOT_SPOT:
        return below(4) ? par.dram_port : below(par.port_n);
    case BURSTS:
        return (in + burst) % par.port_n;
    default:
        return below(par.port_n);
    }
}

static void send_round(const struct how *h, struct traffic *t, const unsigned turn[],
                       unsigned round)
{
    for (unsigned in = 0; in < par.port_n; in++) {
        unsigned n = h->pattern == BURSTS ? below(3) ? 0 : 1 + below(8) : 1;
        uint64_t at = h->pattern == BURSTS ? tn_sim_cycle() + below(100) : 0;
        for (unsigned k = 0; k < n; k++) {
            struct tn_exa_word w[TRAFFIC_WORDS];
            unsigned words = traffic_packet(t, in, target(h, in, turn, round), w);
            give(in, w, words, at);
        }
    }
}

/* A good header from each input ends what it left open. */
static void send_last(struct traffic *t)
{
    t->bad = t->stray = 0;
    t->small = true;
    for (unsigned in = 0; in < par.port_n; in++) {
        struct tn_exa_word w[TRAFFIC_WORDS];
        unsigned words = traffic_packet(t, in, par.dram_port, w);
        give(in, w, words, 0);
    }
}

static void run(const struct how *h)
{
    const unsigned long total = size_asked("TN_PACKETS", 600, 1);
    struct exa_node own = {.x = (uint8_t)(h->seed * 11 % 16),
                           .y = 13,
                           .z = (uint8_t)(h->seed % 16),
                           .fpga = (uint8_t)(h->seed % 4),
                           .tor = (uint8_t)(h->seed * 37)};
    struct traffic t = {.rng = &rng,
                        .par = par,
                        .own = own,
                        .bad = h->bad,
                        .stray = h->stray,
                        .small = h->small,
                        .mark = 1};
    unsigned turn[XBAR_PORTS], round = 0;
    bool drained;
    start(h, own);
    for (unsigned i = 0; i < par.port_n; i++)
        turn[i] = i;
    for (unsigned i = par.port_n - 1; i > 0; i--) {
        unsigned k = below(i + 1), was = turn[i];
        turn[i] = turn[k];
        turn[k] = was;
    }
    while (t.sent < total && failures == 0 && !stands_still(not_taken())) {
        for (unsigned k = 0; k < 4; k++)
            send_round(h, &t, turn, round++);
        for (unsigned p = 0; h->kinds && p < par.port_n; p++)
            tn_sink_ok(xbar_sink(p), below(8));
        tn_sim_step(60);
        for (unsigned p = 0; h->kinds && p < par.port_n; p++)
            tn_sink_ok(xbar_sink(p), 7);
        /* an output may wait for the end of a packet that is not sent before the next round */
        tn_sim_step_until(few_left, NULL, 1500);
    }
    send_last(&t);
    drained =
        failures > 0 || (tn_sim_step_until(rested, NULL, 20000) && !stands_still(not_taken()));
    if (!drained)
        still_failed(&failures, "EXX-ORD-1", "end of the packets that were sent");
    tn_sim_step(80);
    if (failures == 0)
        tn_exa_xbar_board_finish(board, tn_sim_cycle());
    if (failures == 0)
        compare_registers();
    print_message("%lu packets matched, cycle %llu\n", tn_exa_xbar_board_matched(board),
                  (unsigned long long)tn_sim_cycle());
    assert_int_equal(failures, 0);
    assert_true(drained);
    assert_true(tn_exa_xbar_board_matched(board) > 0);
    tn_sim_sent(t.sent);
    kept_say(asked, model, judge);
    tn_exa_xbar_board_free(board);
    tn_exa_xbar_judge_free(judge);
}

static const struct how hows[] = {
    {UNIFORM, {.kind = TN_STALL_NONE}, {.kind = TN_STALL_NONE}, 0, 0, 1, false, false},
    {UNIFORM, {TN_STALL_RANDOM, 1, 3, 7}, {TN_STALL_RANDOM, 1, 2, 8}, 4, 6, 2, false, false},
    {PERMUTATION, {.kind = TN_STALL_NONE}, {TN_STALL_PERIODIC, 1, 2, 3}, 0, 0, 3, false, false},
    {HOT_SPOT, {.kind = TN_STALL_NONE}, {.kind = TN_STALL_NONE}, 0, 0, 4, true, false},
    {HOT_SPOT, {TN_STALL_BURST, 9, 12, 3}, {TN_STALL_BURST, 20, 9, 4}, 3, 8, 5, false, false},
    {BURSTS, {.kind = TN_STALL_NONE}, {TN_STALL_RANDOM, 1, 4, 6}, 8, 16, 6, false, false},
    {UNIFORM, {.kind = TN_STALL_NONE}, {.kind = TN_STALL_NONE}, 2, 4, 7, false, true},
    {UNIFORM, {.kind = TN_STALL_NONE}, {.kind = TN_STALL_NONE}, 1, 2, 8, true, false},
};

#define CASE(name, index)                                                                          \
    static void name(void **state)                                                                 \
    {                                                                                              \
        (void)state;                                                                               \
        run(&hows[index]);                                                                         \
    }
CASE(uniform_without_stalls, 0)
CASE(uniform_with_random_stalls_and_malformed_packets, 1)
CASE(a_permutation_with_periodic_stalls, 2)
CASE(a_hot_spot_of_small_packets, 3)
CASE(a_hot_spot_with_bursts_of_stalls_and_malformed_packets, 4)
CASE(bursts_of_packets, 5)
CASE(readies_of_single_kinds_held_low, 6)
CASE(everything_malformed, 7)

int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(uniform_without_stalls),
        cmocka_unit_test(uniform_with_random_stalls_and_malformed_packets),
        cmocka_unit_test(a_permutation_with_periodic_stalls),
        cmocka_unit_test(a_hot_spot_of_small_packets),
        cmocka_unit_test(a_hot_spot_with_bursts_of_stalls_and_malformed_packets),
        cmocka_unit_test(bursts_of_packets),
        cmocka_unit_test(readies_of_single_kinds_held_low),
        cmocka_unit_test(everything_malformed),
    };
    (void)argc;
    (void)argv;
    traffic_params(&par);
    model = tn_exa_xbar_new(&par, 0);
    int rc = cmocka_run_group_tests(tests, NULL, NULL) != 0;
    tn_exa_xbar_free(model);
    return rc;
}
