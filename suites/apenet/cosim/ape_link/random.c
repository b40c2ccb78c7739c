/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * One end of a torus link beside its judge: random packets both ways with stalls at every stream,
 * pauses and stuffing on the line, a slow far end, other registers, a line with errors, darkness.
 */
#include "link.h"

enum { STILL_CYC = 20000 /* ten times what a long packet takes at a slow far end */ };

static const struct tn_ape_draw small = {.len_max = 100, .alone = 4, .magic = 5};
static const struct tn_ape_draw large = {.len_max = APE_LEN_MAX, .alone = 20, .magic = 60};

static void set(enum tn_ape_link_reg r, uint32_t value)
{
    tn_ape_link_bench_write(link_.bench, (uint8_t)(4 * r), value);
    tn_sim_step(20);
}

static void all_passed(unsigned n)
{
    RULE_WAITED("APL-TX-3", link_.verdicts || link_.left == n, "packets on the line");
    RULE_WAITED("APL-RX-1", link_.verdicts || link_.handed == n, "packets handed on");
    link_kept();
}

static void short_packets_with_stalls(void **state)
{
    const unsigned n = link_count(60);
    (void)state;
    link_stalls(12);
    link_.bench->stuff_16 = 3;
    link_.bench->pause_16 = 2;
    link_exchange(&small, n, STILL_CYC);
    all_passed(n);
}

static void long_packets_at_full_rate(void **state)
{
    const unsigned n = link_count(20);
    (void)state;
    link_exchange(&large, n, STILL_CYC);
    all_passed(n);
}

static void long_packets_and_a_slow_far_end(void **state)
{
    const unsigned n = link_count(20);
    (void)state;
    link_.bench->delay = TN_APL_LATE_MAX;
    link_.bench->drain_16[0] = 5;
    link_.bench->drain_16[1] = 11;
    link_.bench->of_16[TN_APL_RX0] = 6;
    link_.bench->of_16[TN_APL_RX1] = 13;
    link_.bench->stuff_16 = 1;
    link_exchange(&large, n, STILL_CYC);
    all_passed(n);
}

static void one_stream_that_nobody_takes(void **state)
{
    const unsigned n = link_count(30);
    (void)state;
    link_.bench->of_16[TN_APL_RX1] = 0;
    link_exchange(&(struct tn_ape_draw){.len_max = 300, .alone = 3}, n, 3000);
    link_.bench->of_16[TN_APL_RX1] = 16;
    link_wait(STILL_CYC);
    all_passed(n);
}

static void other_registers(void **state)
{
    const unsigned n = link_count(40);
    (void)state;
    set(APL_THR_RED, 0x00280120);
    set(APL_CREDIT_PERIOD, 20);
    set(APL_MARGIN, 0x0005000c);
    set(APL_TX_CYCLES, 90);
    link_.bench->of_16[TN_APL_S_TX] = 11;
    link_.bench->drain_16[0] = 9;
    link_exchange(&(struct tn_ape_draw){.len_max = 600, .alone = 6, .magic = 9}, n, STILL_CYC);
    set(APL_CREDIT_PERIOD, 3);
    link_exchange(&small, n, STILL_CYC);
    all_passed(2 * n);
}

/* Errors of the far end's words: nothing is lost but what the page gives up, and that is counted.
 */
static void a_line_with_errors(void **state)
{
    (void)state;
    link_.flip = 60;
    link_.bench->stuff_16 = 2;
    link_exchange(&small, link_count(80), STILL_CYC);
    link_kept();
}

static void a_line_that_loses_words(void **state)
{
    (void)state;
    link_.lose = 90;
    link_.flip = 200;
    link_stalls(14);
    link_exchange(&(struct tn_ape_draw){.len_max = 400, .alone = 6, .magic = 9}, link_count(60),
                  STILL_CYC);
    link_kept();
}

static void a_line_that_goes_dark(void **state)
{
    (void)state;
    link_.dark = 40;
    link_.bench->stuff_16 = 2;
    link_stalls(14);
    link_exchange(&small, link_count(80), STILL_CYC);
    link_kept();
}

static void headers_struck_on_demand(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 8; i++) {
        set(APL_INJECT, 1u + i % 2 + (link_below(128) << 8) + (link_below(128) << 16));
        link_exchange(&(struct tn_ape_draw){.len_max = 40, .alone = 3}, 1, 2000);
    }
    link_kept();
}

/* Headers alone fill the line, with no credit word between them, when the transmitter is turned
 * off. */
static void a_credit_is_due_behind_a_long_time_off(void **state)
{
    static const struct tn_ape_draw alone = {.alone = 1}, whole = {.len_max = APE_LEN_MAX};
    static const unsigned off[] = {900, 950, 990, 1010, 1024, 1980, 2030, 3050};
    static uint8_t packet[APE_PACKET_MAX];
    (void)state;
    for (unsigned i = 0; i < sizeof off / sizeof *off && !link_.verdicts; i++) {
        link_.bench->blind = true;
        for (unsigned n = 0; n < 60; n++) {
            const size_t len = tn_ape_draw(&link_.rng, &alone, n, packet);
            assert_int_equal(tn_ape_link_bench_send(link_.bench, false, packet, len), 0);
        }
        tn_sim_step(100 + link_below(40));
        tn_ape_link_bench_write(link_.bench, 4 * APL_CTRL, 2);
        tn_sim_step(off[i]);
        tn_ape_link_bench_write(link_.bench, 4 * APL_CTRL, 3);
        link_wait(STILL_CYC);
        link_.bench->blind = false;
        link_exchange(&whole, 2, STILL_CYC);
    }
    link_kept();
}

/* The transmitter is off for a while, then the receiver. */
static void ends_that_are_off(void **state)
{
    (void)state;
    set(APL_CTRL, 2);
    link_exchange(&small, 4, 400);
    set(APL_CTRL, 3);
    link_wait(STILL_CYC);
    link_.bench->quiet = true;
    tn_sim_step(20);
    set(APL_CTRL, 1);
    link_.bench->quiet = false;
    tn_sim_step(300);
    link_.bench->quiet = true;
    tn_sim_step(20);
    link_read_all();
    set(APL_CTRL, 3);
    link_.bench->quiet = false;
    link_exchange(&small, 10, STILL_CYC);
    all_passed(14);
}

/* The receiver is switched off amid packets of every part: payload due, footer due, footer held. */
static void a_receiver_that_is_off_amid_packets(void **state)
{
    static const struct tn_ape_draw sound = {.len_max = 48};
    static uint8_t packet[APE_PACKET_MAX];
    (void)state;
    for (unsigned i = 0; i < 60 && !link_.verdicts; i++) {
        for (unsigned n = 0; n < 12; n++) {
            const size_t len = tn_ape_draw(&link_.rng, &sound, n, packet);
            assert_int_equal(tn_ape_link_bench_send(link_.bench, true, packet, len), 0);
        }
        tn_sim_step(30 + link_below(40));
        tn_ape_link_bench_write(link_.bench, 4 * APL_CTRL, 1);
        tn_sim_step(link_below(60));
        tn_ape_link_bench_write(link_.bench, 4 * APL_CTRL, 3);
        link_wait(STILL_CYC);
    }
    tn_sim_step(LINK_REST_CYC);
    link_read_all();
    link_kept();
}

int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(short_packets_with_stalls, link_start, link_stop),
        cmocka_unit_test_setup_teardown(long_packets_at_full_rate, link_start, link_stop),
        cmocka_unit_test_setup_teardown(long_packets_and_a_slow_far_end, link_start, link_stop),
        cmocka_unit_test_setup_teardown(one_stream_that_nobody_takes, link_start, link_stop),
        cmocka_unit_test_setup_teardown(other_registers, link_start, link_stop),
        cmocka_unit_test_setup_teardown(a_line_with_errors, link_start, link_stop),
        cmocka_unit_test_setup_teardown(a_line_that_loses_words, link_start, link_stop),
        cmocka_unit_test_setup_teardown(a_line_that_goes_dark, link_start, link_stop),
        cmocka_unit_test_setup_teardown(headers_struck_on_demand, link_start, link_stop),
        cmocka_unit_test_setup_teardown(a_credit_is_due_behind_a_long_time_off, link_start,
                                        link_stop),
        cmocka_unit_test_setup_teardown(ends_that_are_off, link_start, link_stop),
        cmocka_unit_test_setup_teardown(a_receiver_that_is_off_amid_packets, link_start, link_stop),
    };
    (void)argc;
    (void)argv;
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
