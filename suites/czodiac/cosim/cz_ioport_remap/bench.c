/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The bench itself: when sources begin, what stall patterns do, and what monitors hand over.
 */
#include <tn/bfm.h>
#include <tn/pcie/tlp.h>
#include <tn/sim.h>

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { KEEP = 512 };

/* A message of one beat, which passes by the ID alone; a read, which needs no window upstream. */
static const uint8_t msg[] = {0x34, 0, 0, 0, 0x1b, 0, 0, 0x7f, 0, 0, 0, 0, 0, 0, 0, 0};
static const uint8_t read_[] = {0x00, 0, 0, 1, 0x1b, 0, 0, 0x0f, 0xa0, 0, 0, 0};

static struct {
    unsigned n;
    uint64_t cycle[KEEP];
    uint8_t first[KEEP];
} in, out;

static void on_packet(void *ctx, const struct tn_event *ev)
{
    const char *at = tn_monitor_point(ev->point);
    (void)ctx;
    if (strcmp(at, "s_dev") == 0 && in.n < KEEP) {
        in.first[in.n] = ev->bytes[0];
        in.cycle[in.n++] = ev->cycle;
    } else if (strcmp(at, "m_usr") == 0 && out.n < KEEP)
        out.cycle[out.n++] = ev->cycle;
}

/* An entry for the device 1b:00.0, whose messages then reach a user. */
static int start(void **state)
{
    (void)state;
    tn_monitor_clear();
    tn_sim_reset(4);
    tn_reg_write(0x020, 2 % (uint32_t)tn_sim_param("PORT_N") << 16 | 0x0100);
    tn_reg_write(0x024, 0x1b00);
    tn_reg_write(0x010, 0);
    tn_sim_step(8);
    tn_monitor_subscribe(on_packet, NULL);
    in.n = out.n = 0;
    return 0;
}

static void send(const uint8_t *p, size_t n, enum tn_tlp_class cls, uint64_t not_before)
{
    assert_int_equal(tn_source_send(tn_source_find("s_dev"), p, n, cls, 0, not_before, 0), 0);
}

static void a_packet_begins_when_it_is_said_to(void **state)
{
    uint64_t now = tn_sim_cycle();
    (void)state;
    send(msg, sizeof msg, TN_CLASS_P, now + 100);
    send(msg, sizeof msg, TN_CLASS_P, now + 50); /* behind it all the same */
    send(msg, sizeof msg, TN_CLASS_P, now + 200);
    tn_sim_step(300);
    assert_int_equal(in.n, 3);
    assert_in_range(in.cycle[0], now + 100, now + 101);
    assert_in_range(in.cycle[1], now + 101, now + 102);
    assert_in_range(in.cycle[2], now + 200, now + 201);
}

static void a_packet_queued_while_another_waits_for_its_time_passes_it(void **state)
{
    uint64_t now = tn_sim_cycle();
    (void)state;
    send(read_, sizeof read_, TN_CLASS_NP, now + 200);
    tn_sim_step(100);
    send(msg, sizeof msg, TN_CLASS_P, 0);
    tn_sim_step(50);
    assert_int_equal(in.n, 1);
    assert_int_equal(in.first[0], msg[0]);
    assert_in_range(in.cycle[0], now + 100, now + 103);
    tn_sim_step(100);
    assert_int_equal(in.n, 2);
    assert_in_range(in.cycle[1], now + 200, now + 201);
}

static void answer_once(void *ctx, const struct tn_event *ev)
{
    bool *answered = ctx;
    if (*answered || strcmp(tn_monitor_point(ev->point), "m_usr") != 0)
        return;
    *answered = true;
    send(msg, sizeof msg, TN_CLASS_P, 0);
}

/* Test code sleeps meanwhile. */
static void a_packet_that_a_subscriber_queues_leaves_at_once(void **state)
{
    bool answered = false;
    (void)state;
    tn_monitor_subscribe(answer_once, &answered);
    send(msg, sizeof msg, TN_CLASS_P, 0);
    tn_sim_step(300);
    assert_int_equal(in.n, 2);
    assert_int_equal(out.n, 2);
    assert_in_range(in.cycle[1], out.cycle[0] + 1, out.cycle[0] + 3);
}

/* Longer than what a monitor hands over at once, 64 beats; the last beat is not whole. */
enum { LONG = 4 * (4 + 390) };

static struct {
    uint32_t len, span;
    uint8_t bytes[LONG];
} got;

static void take_long(void *ctx, const struct tn_event *ev)
{
    (void)ctx;
    if (strcmp(tn_monitor_point(ev->point), "s_dev") != 0)
        return;
    got.len = ev->len;
    got.span = ev->span;
    memcpy(got.bytes, ev->bytes, ev->len < LONG ? ev->len : LONG);
}

static void a_packet_of_many_beats_comes_whole(void **state)
{
    uint8_t sent[LONG] = {0x74, 0, 390 >> 8, 390 & 0xff, 0x1b, 0, 0, 0x7f};
    (void)state;
    for (unsigned i = 16; i < LONG; i++)
        sent[i] = (uint8_t)(i * 7 + i / 256);
    tn_monitor_subscribe(take_long, NULL);
    send(sent, LONG, TN_CLASS_P, 0);
    send(sent, LONG, TN_CLASS_P, 0);
    tn_sim_step(400);
    assert_int_equal(in.n, 2);
    assert_in_range(in.cycle[1], in.cycle[0] + (LONG + 15) / 16, in.cycle[0] + 300);
    assert_int_equal(got.len, LONG);
    assert_memory_equal(got.bytes, sent, LONG);
    assert_in_range(got.span, (LONG + 15) / 16 - 1, 300);
}

/* Posted TLPs may not leave, so that their queue fills and s_dev_ok falls; then they may. */
static void a_source_goes_on_in_the_cycle_in_which_ok_comes_back(void **state)
{
    unsigned before;
    uint64_t now;
    (void)state;
    tn_sink_ok(tn_sink_find("m_usr"), 6);
    for (unsigned i = 0; i < KEEP; i++)
        send(msg, sizeof msg, TN_CLASS_P, 0);
    tn_sim_step(1000);
    before = in.n;
    assert_true(before > 0 && before < KEEP);
    assert_int_equal(out.n, 0);
    now = tn_sim_cycle();
    tn_sink_ok(tn_sink_find("m_usr"), 7);
    tn_sim_step(1000);
    assert_int_equal(in.n, KEEP);
    assert_int_equal(out.n, KEEP);
    /* ok to the DUT, a TLP out, ok to the source, its next TLP: a few cycles, and then
     * one a cycle */
    assert_in_range(in.cycle[before], now + 1, now + 12);
    assert_in_range(in.cycle[KEEP - 1] - in.cycle[before], KEEP - 1 - before, KEEP + 40);
}

/* Cycles that the m_usr sink takes for KEEP / 2 messages of a beat each. */
static uint64_t cycles_under(const struct tn_stall *stall)
{
    assert_int_equal(tn_sink_stall(tn_sink_find("m_usr"), stall), 0);
    for (unsigned i = 0; i < KEEP / 2; i++)
        send(msg, sizeof msg, TN_CLASS_P, 0);
    tn_sim_step(8000);
    assert_int_equal(out.n, KEEP / 2);
    return out.cycle[KEEP / 2 - 1] - out.cycle[0];
}

static void random_stalls_come_as_often_as_said(void **state)
{
    (void)state;
    /* 255 beats at 1/4 of the cycles: 1020, standard deviation 55 */
    assert_in_range(cycles_under(&(struct tn_stall){TN_STALL_RANDOM, 3, 4, 5}), 800, 1240);
}

static void periodic_stalls_come_as_often_as_said(void **state)
{
    (void)state;
    assert_in_range(cycles_under(&(struct tn_stall){TN_STALL_PERIODIC, 3, 5, 0}), 255 * 5 / 2 - 5, 255 * 5 / 2 + 5);
}

static void the_same_seed_stalls_the_same_cycles(void **state)
{
    static uint64_t first[KEEP / 2];
    const struct tn_stall s = {TN_STALL_RANDOM, 1, 2, 9};
    uint64_t start_cycle = 0;
    for (int pass = 0; pass < 2; pass++) {
        start(state);
        cycles_under(&s);
        for (unsigned i = 0; i < KEEP / 2; i++) {
            if (pass)
                assert_int_equal(out.cycle[i] - out.cycle[0], first[i] - start_cycle);
            else
                first[i] = out.cycle[i];
        }
        start_cycle = first[0];
    }
}

static void impossible_patterns_are_refused_and_change_nothing(void **state)
{
    static const struct tn_stall wrong[] = {
        {TN_STALL_RANDOM, 1, 0, 1},   {TN_STALL_RANDOM, 5, 4, 1},  {TN_STALL_RANDOM, 4, 4, 1},
        {TN_STALL_RANDOM, 0, 4, 1},   {TN_STALL_PERIODIC, 2, 2, 1}, {TN_STALL_PERIODIC, 3, 2, 1},
        {TN_STALL_PERIODIC, 0, 0, 1}, {TN_STALL_BURST, 0, 4, 1},   {TN_STALL_BURST, 4, 0, 1},
        {(enum tn_stall_kind)77, 1, 2, 1},
    };
    (void)state;
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        assert_int_equal(tn_sink_stall(tn_sink_find("m_usr"), &wrong[k]), -EINVAL);
        assert_int_equal(tn_source_stall(tn_source_find("s_dev"), &wrong[k]), -EINVAL);
    }
    assert_int_equal(cycles_under(&(struct tn_stall){.kind = TN_STALL_NONE}), KEEP / 2 - 1);
}

int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(a_packet_begins_when_it_is_said_to, start),
        cmocka_unit_test_setup(a_packet_queued_while_another_waits_for_its_time_passes_it, start),
        cmocka_unit_test_setup(a_packet_that_a_subscriber_queues_leaves_at_once, start),
        cmocka_unit_test_setup(a_packet_of_many_beats_comes_whole, start),
        cmocka_unit_test_setup(a_source_goes_on_in_the_cycle_in_which_ok_comes_back, start),
        cmocka_unit_test_setup(random_stalls_come_as_often_as_said, start),
        cmocka_unit_test_setup(periodic_stalls_come_as_often_as_said, start),
        cmocka_unit_test_setup(the_same_seed_stalls_the_same_cycles, start),
        cmocka_unit_test_setup(impossible_patterns_are_refused_and_change_nothing, start),
    };
    (void)argc;
    (void)argv;
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
