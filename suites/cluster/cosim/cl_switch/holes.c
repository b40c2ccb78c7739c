/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Two holes of the paper: exhaustive service without a bound starves an input (C7), and credits
 * without limits let low packets stop high ones (C5). Each is shown without its mend and with it.
 */
#include "switch.h"

enum { OTHERS = 300, LOW = 40, WAIT_CYC = 3000 };

static unsigned long left(unsigned port)
{
    unsigned long n = 0;
    for (unsigned k = 0; k < sw_.planes; k++)
        n += sw_.bench->end[port * sw_.planes + k].out;
    return n;
}

/* A source of lane 0's port whose packets of that priority for port 0 have own lane 0. */
static unsigned source_of(unsigned prio)
{
    unsigned src = 0;
    while ((src ^ prio) % sw_.planes)
        src++;
    return src;
}

/* How many packets of lane 0, which always has one, leave before the one of lane 1 moves; at most
 * OTHERS. */
static unsigned long others_before(unsigned max_burst)
{
    tn_sim_reset(6);
    tn_cl_switch_bench_write(sw_.bench, CLS_MAX_BURST, max_burst);
    struct tn_cls_end *e = sw_.bench->end;
    for (unsigned i = 0; i < 20; i++)
        switch_give(0, 0, 1, source_of(1));
    tn_sim_step(400);
    switch_give(1, 0, 1, source_of(1));
    while (!e[1].in_out[1])
        tn_sim_step(1);
    const unsigned long from = left(0);
    while (!sw_.verdicts && e[1].in_out[1] && left(0) < from + OTHERS) {
        if (e[0].to_s_n < 20)
            switch_give(0, 0, 1, source_of(1));
        tn_sim_step(1);
    }
    return left(0) - from;
}

/* C1: with one word a cycle a queue that is filled at full rate never becomes empty. */
static void an_input_starves_without_max_burst(void **state)
{
    (void)state;
    const unsigned long paper = others_before(0), mended = others_before(8);
    print_message("others before it: MAX_BURST 0: %lu, 8: %lu\n", paper, mended);
    RULE("CLS-BRS-1", !sw_.verdicts && mended <= sw_.lanes * 8 + 16);
    if (tn_sim_param("SPEED") == 1)
        assert_true(paper >= OTHERS);
}

/* Cycles until a packet of priority 0 has left by port 1, while port 0 takes nothing and low
 * packets for it wait; at most WAIT_CYC. */
static unsigned cycles_of_high(bool no_limits)
{
    tn_sim_reset(6);
    sw_.bench->no_limits = no_limits;
    for (unsigned k = 0; k < sw_.planes; k++)
        sw_.bench->shut[k] = true;
    for (unsigned i = 0; i < LOW; i++)
        switch_give(0, 0, 2, source_of(2));
    tn_sim_step(WAIT_CYC);
    const unsigned long from = left(1);
    unsigned n = 0;
    switch_give(0, 1, 0, 0);
    for (; n < WAIT_CYC && left(1) == from; n++)
        tn_sim_step(1);
    return n;
}

static void low_packets_hold_all_credits_without_limits(void **state)
{
    (void)state;
    const unsigned paper = cycles_of_high(true), mended = cycles_of_high(false);
    print_message("cycles of the high packet: no limits: %u, limits of C5: %u\n", paper, mended);
    assert_int_equal(paper, WAIT_CYC);
    assert_true(mended < 200);
    assert_int_equal(sw_.verdicts, 0);
}

int tn_sim_main(int argc, char **argv)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, switch_start, switch_stop)
    const struct CMUnitTest tests[] = {
        TEST(an_input_starves_without_max_burst),
        TEST(low_packets_hold_all_credits_without_limits),
    };
    (void)argc;
    (void)argv;
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
