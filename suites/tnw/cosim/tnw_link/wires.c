/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Wires from 2 to 60 cycles each way: at full speed without errors no packet waits for another's
 * ACK (15 packets are 525 cycles, more than any of these round trips), and errors are repaired.
 * Lanes that come up on a line full of errors get no borders too early.
 */
#include "link.h"

enum {
    ITEMS = 120,
    DELAYS = 3,
    WORDS = (1u << TN_TNW_ERRORS) - 1 - (1u << TN_TNW_E_SKEW),
    SYMBOLS = 1u << TN_TNW_E_SYMBOL | 1u << TN_TNW_E_LINE | 1u << TN_TNW_E_DARK
};

static const unsigned delays[DELAYS] = {2, 31, LINK_WIRE_MAX};

static int stop(void **state)
{
    link_wire = LINK_WIRE;
    return link_stop(state);
}

static void begin(unsigned delay, unsigned n)
{
    static const unsigned skewed[4] = {0, 33, 70, 8}, even[4] = {0, 0, 0, 0};
    link_wire = delay;
    link_start(n, 4, delay == delays[1] ? even : skewed);
    assert_true(tn_sim_step_until(link_is_up, NULL, LINK_UP));
}

static void at_full_speed(unsigned delay)
{
    begin(delay, ITEMS);
    const uint64_t from = tn_sim_cycle();
    assert_true(tn_sim_step_until(link_all_came, NULL, ITEMS * 36 + 2 * delay + 400));
    const uint64_t took = tn_sim_cycle() - from;
    assert_in_range(took, ITEMS * TNW_WORDS, ITEMS * TNW_WORDS + 3 * delay + 120);
    assert_int_equal(tn_reg_read(TN_TNW_R_TX_RESTARTS), 0);
    link_clean();
}

static void with_errors(unsigned delay)
{
    begin(delay, ITEMS);
    tn_tnw_peer_noise(link_.peer, TN_TNW_FROM_DUT, WORDS, 300);
    tn_tnw_peer_noise(link_.peer, TN_TNW_TO_DUT, WORDS, 300);
    tn_sim_step_until(link_all_came, NULL, ITEMS * 100);
    tn_tnw_peer_noise(link_.peer, TN_TNW_FROM_DUT, 0, 0);
    tn_tnw_peer_noise(link_.peer, TN_TNW_TO_DUT, 0, 0);
    link_settles(ITEMS * 200 + 5000);
    assert_true(tn_reg_read(TN_TNW_R_TX_RESTARTS) > 0);
    link_clean();
}

static void full_speed_on_a_wire_of_2_cycles(void **state)
{
    (void)state;
    at_full_speed(delays[0]);
}

static void full_speed_on_a_wire_of_31_cycles(void **state)
{
    (void)state;
    at_full_speed(delays[1]);
}

static void full_speed_on_a_wire_of_60_cycles(void **state)
{
    (void)state;
    at_full_speed(delays[2]);
}

static void errors_on_a_wire_of_2_cycles(void **state)
{
    (void)state;
    with_errors(delays[0]);
}

static void errors_on_a_wire_of_31_cycles(void **state)
{
    (void)state;
    with_errors(delays[1]);
}

static void errors_on_a_wire_of_60_cycles(void **state)
{
    (void)state;
    with_errors(delays[2]);
}

/* The judge of tnw_pcs knows when each lane may have borders. */
static void lanes_come_up_on_a_bad_line(void **state)
{
    static const unsigned one_in[] = {4, 6, 9, 14, 25};
    const unsigned skew[4] = {3, 47, 12, 60};
    (void)state;
    for (unsigned i = 0; i < sizeof one_in / sizeof *one_in; i++) {
        link_start(10, 2, skew);
        tn_tnw_peer_noise(link_.peer, TN_TNW_TO_DUT, SYMBOLS, one_in[i]);
        tn_sim_step(1500);
        tn_tnw_peer_noise(link_.peer, TN_TNW_TO_DUT, 0, 0);
        link_settles(5000);
        link_clean();
        link_stop(state);
    }
}

/* Whatever a symbol did in the cycle before. */
static void resets_amid_errors_leave_nothing(void **state)
{
    (void)state;
    begin(LINK_WIRE, 4);
    for (unsigned n = 0; n < 10; n++) {
        tn_tnw_peer_noise(link_.peer, TN_TNW_TO_DUT, SYMBOLS, 2);
        tn_sim_step(5 + n % 4);
        tn_sim_reset(4);
        tn_tnw_peer_noise(link_.peer, TN_TNW_TO_DUT, 0, 0);
        tn_tnw_items_lost(&link_.out);
        tn_tnw_items_lost(&link_.in);
        link_.out.want = link_.out.begun;
        link_.in.want = link_.in.begun;
        assert_true(tn_sim_step_until(link_is_up, NULL, LINK_UP));
    }
    assert_int_equal(link_.verdicts, 0);
    assert_int_equal(link_.unknown, 0);
}

int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(full_speed_on_a_wire_of_2_cycles, stop),
        cmocka_unit_test_teardown(full_speed_on_a_wire_of_31_cycles, stop),
        cmocka_unit_test_teardown(full_speed_on_a_wire_of_60_cycles, stop),
        cmocka_unit_test_teardown(errors_on_a_wire_of_2_cycles, stop),
        cmocka_unit_test_teardown(errors_on_a_wire_of_31_cycles, stop),
        cmocka_unit_test_teardown(errors_on_a_wire_of_60_cycles, stop),
        cmocka_unit_test(lanes_come_up_on_a_bad_line),
        cmocka_unit_test_teardown(resets_amid_errors_leave_nothing, stop),
    };
    (void)argc;
    (void)argv;
    int failed = 0;
    if (link_brief()) {
        cmocka_set_test_filter("resets*");
        failed = cmocka_run_group_tests_name("resets", tests, NULL, NULL);
        cmocka_set_test_filter("full_speed_on_a_wire_of_31*");
    }
    return failed + cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
