/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Programs that wait for what cannot come (holes T4 and T7), each beside one that gives its credits
 * before it waits, as checkers/tnw/spec/tnw_torus.md section 3 has it: a channel without a credit
 * holds up the others of its link, and tnwSend gives back only when somebody takes.
 * TN_TNW_CAPTURE=f captures the cable.
 */
#include "torus.h"

enum {
    MANY = 64 * 128, /* more than the FIFO of a channel, txBuffer, txFifo and a window hold */
    FEW = 256,
    BOTH = 120 * 128,
    TURNS = 400,
    STILL = 12000, /* cycles, more than the sends take */
};

static bool credits_first;
static int before,
    behind; /* channel 1's message, before channel 0 had its credit, and behind that */
static bool sent[2];

/* Node 0: channel 0, for which nobody has given a credit, then channel 1. */
static int sends_on_two_channels(void)
{
    struct tnw *t = &torus.t[0];
    const uint64_t src = base_of(0) + 2 * AT;
    uint32_t h;
    EXPECT(tn_memory_poke(torus.b.node[0].memory, src, torus.data, MANY) == 0);
    EXPECT(tnwGet(t, 0, 0, src, MANY, 0, &h) == 0);
    for (unsigned i = 0; i < TURNS / 2; i++) /* channel 0 fills its FIFO */
        EXPECT(t->io->pause(t->ctx) == 0);
    return tnwSend(t, 0, 1, torus.data, FEW, 0);
}

/* Node 1 waits for channel 1's message; channel 0's credit is given before that, or behind it. */
static int waits_for_channel_1(void)
{
    struct tnw *t = &torus.t[1];
    struct tnw_done d;
    uint32_t h[2];
    EXPECT(tnwCredit(t, 1, 1, base_of(1) + AT, FEW, &h[1]) == 0);
    if (credits_first)
        EXPECT(tnwCredit(t, 1, 0, base_of(1) + 4 * AT, MANY, &h[0]) == 0);
    for (unsigned i = 0; i < TURNS && before != 0; i++) {
        before = tnwTest(t, h[1], &d);
        tn_tnw_lib_judge_tested(&torus.judge[1], h[1], before, &d);
        EXPECT(t->io->pause(t->ctx) == 0);
    }
    if (!credits_first)
        EXPECT(tnwCredit(t, 1, 0, base_of(1) + 4 * AT, MANY, &h[0]) == 0);
    EXPECT(torus_wait(1, h[0], &d) == 0);
    behind = before ? torus_wait(1, h[1], &d) : 0;
    return 0;
}

static int two_channels(void *arg, unsigned node)
{
    (void)arg;
    if (node > 1)
        return 0;
    EXPECT(torus_open(node) == 0);
    return node ? waits_for_channel_1() : sends_on_two_channels();
}

static void channels(bool first)
{
    torus_needs_two_cables();
    credits_first = first;
    before = behind = -1;
    torus_start(0xff, false);
    torus_capture();
    torus_run(two_channels, NULL, 60000);
    print_message("channel 1's message %s before channel 0 had its credit, %s behind it\n",
                  before == 0 ? "came" : "had not come", behind == 0 ? "came" : "did not come");
    assert_int_equal(torus.result[0] | torus.result[1], 0);
    assert_int_equal(behind, 0);
    torus_end();
}

static void a_channel_without_a_credit_stops_the_others_of_its_link(void **state)
{
    (void)state;
    channels(false);
    assert_int_equal(before, -EAGAIN);
}

static void a_credit_given_before_the_wait_keeps_them_going(void **state)
{
    (void)state;
    channels(true);
    assert_int_equal(before, 0);
}

/* Nodes 0 and 1 send to each other, and give their credits before that, or behind it. */
static int to_each_other(void *arg, unsigned node)
{
    struct tnw *t = &torus.t[node];
    struct tnw_done d;
    uint32_t h = 0;
    (void)arg;
    if (node > 1)
        return 0;
    EXPECT(torus_open(node) == 0);
    if (credits_first)
        EXPECT(tnwCredit(t, (int)node, 0, base_of(node) + AT, BOTH, &h) == 0);
    EXPECT(tnwSend(t, (int)node, 0, torus.data, BOTH, 0) == 0);
    sent[node] = true;
    if (!credits_first)
        EXPECT(tnwCredit(t, (int)node, 0, base_of(node) + AT, BOTH, &h) == 0);
    EXPECT(torus_wait(node, h, &d) == 0 && torus_came(node, base_of(node) + AT, 0, BOTH));
    return 0;
}

static void each_other(bool first)
{
    torus_needs_two_cables();
    credits_first = first;
    sent[0] = sent[1] = false;
    torus_start(0xff, false);
    torus_capture();
    torus_run(to_each_other, NULL, STILL);
    print_message("tnwSend gave back: %d at node 0, %d at node 1\n", sent[0], sent[1]);
}

static void both_send_before_they_give_credit_and_stand_still(void **state)
{
    (void)state;
    each_other(false);
    assert_false(sent[0] || sent[1]);
    tn_tnw_bench_close(&torus.b);
}

static void credits_before_the_sends_let_both_go_on(void **state)
{
    (void)state;
    each_other(true);
    assert_true(sent[0] && sent[1]);
    assert_int_equal(torus.result[0] | torus.result[1], 0);
    torus_end();
}

int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_channel_without_a_credit_stops_the_others_of_its_link),
        cmocka_unit_test(a_credit_given_before_the_wait_keeps_them_going),
        cmocka_unit_test(both_send_before_they_give_credit_and_stand_still),
        cmocka_unit_test(credits_before_the_sends_let_both_go_on),
    };
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
