/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The level-2 switch beside its judge: random packets, slow far ends, one output that all want,
 * bursts, packets without a port, credits that are not kept, and lanes that die.
 */
#include "switch.h"

static void full_rate(void **state)
{
    (void)state;
    switch_exchange(switch_count(20), ANY, ANY);
    switch_kept();
}

static void pauses_and_slow_far_ends(void **state)
{
    (void)state;
    sw_.bench->m_16 = 11;
    sw_.bench->free_late = 60;
    switch_exchange(switch_count(15), ANY, ANY);
    switch_kept();
}

/* All want one port, whose far ends are slow: queues and input buffers are full. */
static void one_port(void **state)
{
    (void)state;
    sw_.bench->free_late = 80;
    switch_exchange(switch_count(10), sw_.ports - 1, ANY);
    switch_kept();
}

static void one_priority(void **state)
{
    (void)state;
    sw_.bench->free_late = 60;
    for (unsigned q = 0; q < CL_PRIOS; q++)
        switch_exchange(switch_count(6), switch_below(sw_.ports), q);
    switch_kept();
}

static void other_bursts(void **state)
{
    static const unsigned bursts[] = {0, 1, 2, 255};
    (void)state;
    for (unsigned k = 0; k < 4; k++) {
        tn_cl_switch_bench_write(sw_.bench, CLS_MAX_BURST, bursts[k]);
        tn_cl_switch_bench_write(sw_.bench, CLS_SEED, switch_below(65536));
        switch_exchange(switch_count(6), k % 2 ? ANY : 0, ANY);
    }
    switch_kept();
}

static void packets_without_a_port(void **state)
{
    (void)state;
    for (unsigned i = 0; i < switch_count(10) && !sw_.verdicts; i++) {
        if (sw_.ports < CL_NODES)
            switch_give(switch_below(sw_.lanes), sw_.ports + switch_below(32 - sw_.ports), ANY, 0);
        switch_exchange(1, ANY, ANY);
    }
    switch_kept();
}

/* The far ends free nothing, and the sources heed no credits. */
static void too_many_packets(void **state)
{
    (void)state;
    sw_.bench->greedy = true;
    for (unsigned i = 0; i < sw_.lanes; i++)
        sw_.bench->shut[i] = true;
    for (unsigned i = 0; i < 60; i++)
        switch_give(0, 1, i % 3, 0);
    tn_sim_step(60 * 40);
    memset(sw_.bench->shut, 0, sizeof sw_.bench->shut);
    switch_settle();
    switch_kept();
}

/* Lanes die under load. What they had leaves by the lowest lane of the port, or stays. */
static void lanes_that_die(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 1 + switch_count(6) && !sw_.verdicts; i++) {
        tn_sim_reset(6);
        sw_.bench->free_late = switch_below(2) * 100;
        sw_.bench->ack_late = 20 + switch_below(200);
        sw_.bench->m_16 = 6 + switch_below(11);
        for (unsigned k = 0; k < 24 && !sw_.verdicts; k++) {
            for (unsigned lane = 0; lane < sw_.lanes; lane++)
                switch_give(lane, k % 3 ? 0 : ANY, ANY, lane / sw_.planes);
            tn_sim_step(switch_below(60));
            if (k > 6 && switch_below(8) == 0)
                tn_cl_switch_bench_kill(sw_.bench, switch_below(i % 2 ? sw_.planes : sw_.lanes));
        }
        switch_settle();
    }
    RULE("CLS-DRN-1", !sw_.verdicts && !sw_.bench->unknown);
}

/* What ends in the cycle of the reset is neither counted nor told behind it. */
static void resets_of_one_cycle_amid_traffic(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 1 + switch_count(4) && !sw_.verdicts; i++) {
        for (unsigned k = 0; k < 4; k++)
            for (unsigned lane = 0; lane < sw_.lanes; lane++)
                switch_give(lane, ANY, ANY, lane / sw_.planes);
        tn_sim_step(20 + switch_below(200));
        tn_sim_reset(1);
        tn_sim_step(1);
        switch_read_all();
        switch_settle();
    }
    RULE("CLS-REG-1", !sw_.verdicts && !sw_.bench->unknown);
}

int tn_sim_main(int argc, char **argv)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, switch_start, switch_stop)
    const struct CMUnitTest tests[] = {
        TEST(full_rate),        TEST(pauses_and_slow_far_ends),
        TEST(one_port),         TEST(one_priority),
        TEST(other_bursts),     TEST(packets_without_a_port),
        TEST(too_many_packets), TEST(lanes_that_die),
        TEST(resets_of_one_cycle_amid_traffic),
    };
    (void)argc;
    (void)argv;
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
