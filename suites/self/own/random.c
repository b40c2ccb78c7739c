/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Random packets beside the model, with and without stalls.
 */
#include "model.h"
#include "rule.h"

#include <tn/bfm.h>
#include <tn/rng.h>

#include <stdlib.h>

enum { WORDS = 40, QUEUED_MAX = 20, WAIT_CYC = 5000 };

static struct my_expected *expected;
static unsigned broken;

static void on_verdict(void *ctx, const struct tn_verdict *v)
{
    (void)ctx;
    rule_broken(&broken, v->rule, v);
}

static void on_handshake(void *ctx, const struct tn_verdict *v)
{
    (void)ctx;
    rule_broken(&broken, "MY-HSK-1", v);
}

static void on_packet(void *ctx, const struct tn_event *ev)
{
    (void)ctx;
    my_expected_event(expected, tn_monitor_point(ev->point), ev);
}

static bool rested(void *ctx)
{
    (void)ctx;
    return my_expected_left(expected) == 0 && tn_source_pending(tn_source_find("s_in")) == 0;
}

static void play(const struct tn_stall *source, const struct tn_stall *sink)
{
    const char *env = getenv("TN_PACKETS");
    unsigned long total = env && *env ? strtoul(env, NULL, 10) : 600;
    unsigned kind_max = (unsigned)tn_sim_param("KIND_MAX");
    struct tn_source *in = tn_source_find("s_in");
    struct tn_rng rng;
    tn_rng_seed(&rng, tn_sim_seed(), 1);
    tn_monitor_clear();
    tn_sim_reset(4);
    broken = 0;
    expected = my_expected_new(kind_max, on_verdict, NULL);
    tn_monitor_subscribe(on_packet, NULL);
    tn_handshake_subscribe(on_handshake, NULL);
    tn_source_stall(in, source);
    tn_sink_stall(tn_sink_find("m_out"), sink);
    for (unsigned long n = 0; n < total / 2 && broken == 0; n++) {
        uint8_t bytes[4 * WORDS];
        for (size_t i = 0; i < sizeof bytes; i++)
            bytes[i] = (uint8_t)tn_rng_next(&rng);
        bytes[0] = (uint8_t)tn_rng_below(&rng, kind_max < 254 ? kind_max + 2 : 256);
        tn_source_send(in, bytes, 4 + 4 * tn_rng_below(&rng, WORDS - 1), 0, 0, 0, 0);
        for (unsigned i = 0; i < WAIT_CYC && tn_source_pending(in) > QUEUED_MAX; i++)
            tn_sim_step(1);
    }
    tn_sim_step_until(rested, NULL, WAIT_CYC);
    my_expected_end(expected);
    assert_int_equal(broken, 0);
    tn_sim_kept("MY-FWD-1");
    tn_sim_kept("MY-DROP-1");
    tn_sim_kept("MY-HSK-1");
}

static void packets_back_to_back(void **state)
{
    (void)state;
    play(&(struct tn_stall){.kind = TN_STALL_NONE}, &(struct tn_stall){.kind = TN_STALL_NONE});
}

static void both_ends_wait_now_and_then(void **state)
{
    (void)state;
    play(&(struct tn_stall){TN_STALL_RANDOM, 1, 3, 5},
         &(struct tn_stall){TN_STALL_BURST, 9, 20, 6});
}

int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(packets_back_to_back),
        cmocka_unit_test(both_ends_wait_now_and_then),
    };
    (void)argc;
    (void)argv;
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
