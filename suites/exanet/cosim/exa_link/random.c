/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Random traffic both ways at once over error-free lines, good and malformed, under every
 * stall pattern and at several ratios of the clocks, every block and word judged by the
 * model. TN_PACKETS sets how many packets each side sends in each pattern (default 600).
 */
#include "link.h"

#include "../../../cosim/size.h"

#include <tn/exanet/exa_link_board.h>

struct how {
    struct tn_stall source, sink;
    unsigned bad; /* one packet in so many is malformed; 0 none */
    bool small;   /* headers alone and headers with footers */
    unsigned clock[4], swing, off[2], seed;
};

static struct tn_rng rng;
static struct tn_exl_params par;
static struct tn_exa_link_board *board;
static unsigned failures;
static unsigned long handed, queued; /* words that came out, words given to the sources */
static struct still still;
static bool dead; /* a test stood still to its end: later ones wait less */

/* Rules of the sender's judge: all must have been asked when the suite ends. */
static const char *const rules[] = {"EXL-BLK-1", "EXL-SCR-1", "EXL-FRM-1", "EXL-TX-1", "EXL-TX-2",
                                    "EXL-NFC-1", "EXL-NFC-2", "EXL-NFC-3", "EXL-NFC-4"};
static unsigned long long asked[sizeof rules / sizeof *rules];

static unsigned below(unsigned n)
{
    return (unsigned)tn_rng_below(&rng, n);
}

static void on_verdict(void *ctx, const struct tn_verdict *v)
{
    (void)ctx;
    rule_broken(&failures, v->rule, v);
}

/* What the link itself sends and how: EXL-RX-3 is the receiver's rule for its channel. */
static void on_broken(void *ctx, const struct tn_verdict *v)
{
    struct tn_verdict here = *v;
    here.rule = "EXL-RX-3";
    on_verdict(ctx, &here);
}

static void on_word(void *ctx, const struct tn_exa_seen *seen)
{
    bool in = tn_monitor_point(seen->point)[0] == 's';
    (void)ctx;
    handed += !in;
    (in ? tn_exa_link_board_taken : tn_exa_link_board_handed)(board, seen->port, seen->cycle,
                                                              &seen->word);
}

static void on_tap(void *ctx, const struct tn_tap_seen *seen)
{
    (void)ctx;
    tn_exa_link_board_tap(board, seen->id, seen->cycle, seen->head, seen->data);
}

static void random_word(struct tn_exa_word *w, unsigned kind)
{
    uint64_t lanes[2] = {tn_rng_next(&rng), tn_rng_next(&rng)};
    w->kind = (uint8_t)kind;
    memcpy(w->data, lanes, EXA_WORD);
}

enum { WORDS_MAX = 64 };

/* The words of one packet, as they should be. */
static unsigned good(const struct how *h, struct exa_packet *k, struct tn_exa_word w[WORDS_MAX])
{
    uint8_t data[EXA_MTU];
    static const uint8_t small[] = {EXA_ACK, EXA_RELEASE, EXA_FLOW_RATE, EXA_ZREAD_REQ};
    const unsigned type = h->small || below(4) < 2 ? small[below(4)] : exa_type_at(below(EXA_TYPE_N)),
                   n = h->small || (type == EXA_ZREAD_REQ && below(2)) ? 0 : 1 + below(below(3) ? 48 : 241);
    uint64_t addr = tn_rng_next(&rng) & 0x3ffffffffffu;
    for (unsigned i = 0; i < (n > 32 ? n : 32); i++)
        data[i] = (uint8_t)tn_rng_next(&rng);
    *k = (struct exa_packet){.pdid = (uint16_t)tn_rng_next(&rng),
                             .type = (uint8_t)type,
                             .dst = exa_node_of((uint32_t)tn_rng_next(&rng) & 0x3fffff)};
    assert_int_equal(shape_of_type(k, addr, data, n), 0);
    exa_seal(k);
    int words = tn_exa_words_of(k, w);
    assert_true(words > 0);
    return (unsigned)words;
}

/* Makes something of n words wrong. */
static unsigned spoil(struct tn_exa_word w[WORDS_MAX], unsigned n)
{
    unsigned more = below(128);
    switch (below(7)) {
    case 0: /* header CRC */
        w[0].data[more / 8] ^= (uint8_t)(1u << more % 8);
        return n;
    case 1: /* cut short: the next header ends it */
        return n - below(n);
    case 2: /* a word is missing */
        if (n < 3)
            return n;
        memmove(w + 1, w + 2, (n - 2) * sizeof *w);
        return n - 1;
    case 3: /* too many words */
        for (more = 1 + below(20); more > 0 && n > 1 && n < WORDS_MAX; more--, n++) {
            w[n] = w[n - 1];
            random_word(&w[n - 1], TN_EXA_PLD);
        }
        return n;
    case 4: /* strays behind it */
        for (more = 1 + below(3); more > 0; more--)
            random_word(&w[n++], below(2) ? TN_EXA_PLD : TN_EXA_FTR);
        return n;
    case 5: /* header CRC, and more words than any packet has */
        w[0].data[more / 8] ^= (uint8_t)(1u << more % 8);
        for (more = 16 + below(6); n < more + 2 || w[n - 1].kind != TN_EXA_FTR; n++)
            random_word(&w[n], n > more ? TN_EXA_FTR : TN_EXA_PLD);
        return n;
    default: /* a header of any bits */
        random_word(&w[0], TN_EXA_HDR);
        return n;
    }
}

static void start(const struct how *h)
{
    tn_rng_seed(&rng, tn_sim_seed(), h->seed);
    tn_monitor_clear();
    link_clocks(h->clock[0], h->clock[1], h->clock[2], h->clock[3], h->swing);
    tn_reg_write(LINK_TAPS, 1);
    link_reset(h->off[0], h->off[1]);
    board = tn_exa_link_board_new(&par, on_verdict, NULL);
    assert_non_null(board);
    failures = 0;
    handed = queued = 0;
    still_begin_of(&still, dead ? STILL_CYC : (unsigned)link_up_blocks() * LINK_BASE);
    tn_exa_word_subscribe(on_word, NULL);
    tn_tap_subscribe(on_tap, NULL);
    tn_handshake_subscribe(on_broken, NULL);
    for (unsigned n = 0; n < LINK_SIDES; n++) {
        struct tn_stall source = h->source, sink = h->sink;
        source.seed += n;
        sink.seed += 100 + n;
        assert_int_equal(tn_exa_source_stall(link_source(n), &source), 0);
        assert_int_equal(tn_sink_stall(link_sink(n), &sink), 0);
        tn_exa_monitor_judge(n ? "s_exa1" : "s_exa0", false);
    }
}

/* Has nothing gone in or come out for long? */
static bool stands_still(void)
{
    return still_stands(&still, queued + handed -
                                    (unsigned long)(tn_exa_source_pending(link_source(0)) +
                                                    tn_exa_source_pending(link_source(1))));
}

static bool few_left(void *ctx)
{
    (void)ctx;
    return failures > 0 || stands_still() ||
           (tn_exa_source_pending(link_source(0)) < 200 &&
            tn_exa_source_pending(link_source(1)) < 200);
}

static bool rested(void *ctx)
{
    (void)ctx;
    return failures > 0 || stands_still() ||
           (tn_exa_source_pending(link_source(0)) == 0 &&
            tn_exa_source_pending(link_source(1)) == 0 && tn_exa_link_board_pending(board) == 0);
}

/* Frames of which the model cannot say whether the receiver gave them up count as none that is left: the end is there
 * when no word has come out for long. */
static void let_rest(void)
{
    unsigned long before;
    unsigned rounds = 0;
    do {
        before = handed;
        tn_sim_step(2000);
    } while (handed != before && failures == 0 && ++rounds < 200);
}

static void compare_counters(void)
{
    for (unsigned side = 0; side < LINK_SIDES; side++)
        for (uint32_t a = 0x400; a < 0x42c; a += 4) {
            uint32_t least, most, found = link_read(side, a);
            if (!tn_exa_link_board_count(board, side, a, &least, &most))
                continue;
            if (found < least || found > most) {
                print_message("EXL-CNT-1 side %u register %03x: expected %u to %u; found %u\n",
                              side, (unsigned)a, (unsigned)least, (unsigned)most, (unsigned)found);
                tn_sim_failed("EXL-CNT-1", 0, 0, "a counter differs from the model's");
                failures++;
            }
        }
}

static void run(const struct how *h)
{
    const unsigned long total = size_asked("TN_PACKETS", 600, 1);
    unsigned long sent = 0;
    bool drained;
    start(h);
    for (; sent <= total && failures == 0 && !stands_still(); sent++) {
        for (unsigned n = 0; n < LINK_SIDES; n++) {
            struct tn_exa_word w[WORDS_MAX];
            struct exa_packet k;
            unsigned words = good(h, &k, w);
            if (h->bad && sent < total && below(h->bad) == 0) /* the last ends what came before */
                words = spoil(w, words);
            assert_int_equal(tn_exa_source_words(link_source(n), w, words, 0), 0);
            queued += words;
        }
        if (sent % 16 == 0)
            tn_sim_step_until(few_left, NULL, 40000);
    }
    drained = tn_sim_step_until(rested, NULL, 400000) && (failures > 0 || !stands_still());
    dead = !drained;
    if (!drained)
        still_failed(&failures, "EXL-RX-5", "end of the packets that were sent");
    let_rest();
    if (failures == 0)
        tn_exa_link_board_finish(board, tn_sim_cycle());
    if (failures == 0)
        compare_counters();
    print_message("%lu words matched, cycle %llu\n", handed, (unsigned long long)tn_sim_cycle());
    assert_int_equal(failures, 0);
    assert_true(drained);
    assert_true(handed > total);
    tn_sim_sent(sent);
    tn_sim_kept("EXL-RX-3");
    tn_sim_kept("EXL-RX-5");
    tn_sim_kept("EXL-RX-6");
    tn_sim_kept("EXL-CNT-1");
    if (link_read(0, 0x40c) + link_read(1, 0x40c) >
        0) { /* frames were given up, and what came behind them is here */
        tn_sim_kept("EXL-RX-1");
        tn_sim_kept("EXL-RX-2");
        tn_sim_kept("EXL-RX-4");
    }
    for (size_t k = 0; k < sizeof rules / sizeof *rules; k++)
        for (unsigned side = 0; side < LINK_SIDES; side++)
            asked[k] += tn_exl_judge_asked(tn_exa_link_board_tx(board, side), rules[k]);
    tn_exa_link_board_free(board);
}

#define NONE                                                                                       \
    {                                                                                              \
        .kind = TN_STALL_NONE                                                                      \
    }
static const struct how hows[] = {
    {NONE, NONE, 0, false, {26000, 25500, 27000, 24700}, 500, {41, 23}, 1},
    {{TN_STALL_RANDOM, 1, 3, 7},
     {TN_STALL_RANDOM, 1, 2, 8},
     3,
     false,
     {26000, 25500, 27000, 24700},
     500,
     {0, 65},
     2},
    {NONE, {TN_STALL_BURST, 400, 90, 4}, 0, false, {27000, 12000, 26000, 27500}, 900, {1, 64}, 3},
    {NONE, {TN_STALL_PERIODIC, 3, 4, 4}, 6, false, {10000, 26500, 27000, 20000}, 0, {33, 2}, 4},
    {{TN_STALL_BURST, 9, 12, 3}, NONE, 2, true, {27000, 27000, 9000, 14000}, 1000, {17, 51}, 5},
    {NONE, {TN_STALL_RANDOM, 5, 6, 2}, 1, false, {22000, 27000, 27000, 27000}, 300, {7, 8}, 6},
};

static void every_rule_of_the_line_was_asked(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof rules / sizeof *rules; k++) {
        if (!asked[k])
            print_message("%s was never asked\n", rules[k]);
        assert_true(asked[k] > 0);
        tn_sim_kept(rules[k]);
    }
}

#define CASE(name, index)                                                                          \
    static void name(void **state)                                                                 \
    {                                                                                              \
        (void)state;                                                                               \
        run(&hows[index]);                                                                         \
    }
CASE(near_clocks_without_stalls, 0)
CASE(random_stalls_and_malformed_packets, 1)
CASE(a_sink_that_stops_for_long, 2)
CASE(slow_channels_and_fast_lines, 3)
CASE(slow_lines_and_small_packets, 4)
CASE(a_slow_sink_and_much_that_is_malformed, 5)

int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(near_clocks_without_stalls),
        cmocka_unit_test(random_stalls_and_malformed_packets),
        cmocka_unit_test(a_sink_that_stops_for_long),
        cmocka_unit_test(slow_channels_and_fast_lines),
        cmocka_unit_test(slow_lines_and_small_packets),
        cmocka_unit_test(a_slow_sink_and_much_that_is_malformed),
        cmocka_unit_test(every_rule_of_the_line_was_asked),
    };
    (void)argc;
    (void)argv;
    par.xoff_free = (unsigned)tn_sim_param("XOFF_FREE");
    par.xon_free = (unsigned)tn_sim_param("XON_FREE");
    par.refresh = (unsigned)tn_sim_param("REFRESH_CYC");
    par.slip = (unsigned)tn_sim_param("SLIP_CYC");
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
