/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Random packets both ways, some of which the relay must drop, beside the model.
 */
#include "../../../cosim/rule.h"

#include <tn/bfm.h>
#include <tn/rng.h>
#include <tn/rules.h>
#include <tn/toy/toy.h>
#include <tn/toy/toy_board.h>

#include <stdlib.h>

enum { DRAIN_CYC = 5000, QUEUED_MAX = 50 };
static const char *const inputs[] = {"s_a", "s_b"}, *const outputs[] = {"m_a", "m_b"};

static struct tn_toy_board *board;
static struct tn_checker *form; /* judges the form of what leaves */
static struct tn_rng rng;
static unsigned broken;

static void on_verdict(void *ctx, const struct tn_verdict *v)
{
    (void)ctx;
    rule_broken(&broken, v->rule, v);
}

static void on_handshake(void *ctx, const struct tn_verdict *v)
{
    (void)ctx;
    rule_broken(&broken, "TOY-FWD-1", v);
}

static void on_packet(void *ctx, const struct tn_event *ev)
{
    const char *at = tn_monitor_point(ev->point);
    (void)ctx;
    tn_toy_board_event(board, at, ev);
    if (at[0] == 'm')
        tn_checker_event(form, ev, 0);
}

static void begin(const struct tn_stall *source, const struct tn_stall *sink)
{
    struct tn_check_params par;
    tn_check_defaults(&par);
    tn_monitor_clear();
    tn_sim_reset(4);
    broken = 0;
    tn_rng_seed(&rng, tn_sim_seed(), 1);
    board = tn_toy_board_new(on_verdict, NULL);
    form = tn_checker_new(&par, "TOY-CRC-1", NULL, on_verdict, NULL);
    tn_monitor_subscribe(on_packet, NULL);
    tn_handshake_subscribe(on_handshake, NULL);
    for (unsigned port = 0; port < 2; port++) {
        tn_source_stall(tn_source_find(inputs[port]), source);
        tn_sink_stall(tn_sink_find(outputs[port]), sink);
    }
}

/* Sends a packet with that number; one in bad has a wrong CRC or no hops left. */
static void send(unsigned port, unsigned seq, unsigned bad)
{
    uint8_t bytes[TOY_PACKET_MAX];
    unsigned words = (unsigned)tn_rng_below(&rng, 40), hops = 1 + (unsigned)tn_rng_below(&rng, 15);
    bool spoilt = bad && tn_rng_below(&rng, bad) == 0;
    for (size_t i = TN_BYTES_toy_hdr; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)tn_rng_next(&rng);
    toy_seal(bytes, spoilt && words % 2 ? 0 : hops, seq, words);
    if (spoilt && words % 2 == 0)
        bytes[tn_rng_below(&rng, 4)] ^= (uint8_t)(1 << tn_rng_below(&rng, 8));
    tn_source_send(tn_source_find(inputs[port]), bytes, TN_BYTES_toy_hdr + 4 * words, 0, 0,
                   0, 0);
}

static bool rested(void *ctx)
{
    (void)ctx;
    return !tn_toy_board_pending(board) && !tn_source_pending(tn_source_find("s_a")) &&
           !tn_source_pending(tn_source_find("s_b"));
}

static void play(unsigned bad, const struct tn_stall *source, const struct tn_stall *sink)
{
    const char *env = getenv("TN_PACKETS");
    unsigned long total = env && *env ? strtoul(env, NULL, 10) : 600;
    begin(source, sink);
    for (unsigned long n = 0; n < total / 4 && broken == 0; n++)
        for (unsigned port = 0; port < 2; port++) {
            send(port, (unsigned)(n % 16), bad);
            for (unsigned wait = 0;
                 wait < DRAIN_CYC && tn_source_pending(tn_source_find(inputs[port])) > QUEUED_MAX;
                 wait++)
                tn_sim_step(1);
        }
    tn_sim_step_until(rested, NULL, DRAIN_CYC);
    tn_toy_board_finish(board);
    assert_int_equal(broken, 0);
    assert_true(tn_toy_board_matched(board) > 0);
    tn_sim_kept("TOY-FWD-1");
    tn_sim_kept("TOY-CRC-1");
    tn_toy_board_free(board);
    tn_checker_free(form);
}

static void packets_pass_back_to_back(void **state)
{
    (void)state;
    play(0, &(struct tn_stall){.kind = TN_STALL_NONE}, &(struct tn_stall){.kind = TN_STALL_NONE});
}

static void some_are_dropped_and_all_wait(void **state)
{
    (void)state;
    play(4, &(struct tn_stall){TN_STALL_RANDOM, 1, 3, 5},
         &(struct tn_stall){TN_STALL_BURST, 9, 20, 6});
}

int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(packets_pass_back_to_back),
        cmocka_unit_test(some_are_dropped_and_all_wait),
    };
    (void)argc;
    (void)argv;
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
