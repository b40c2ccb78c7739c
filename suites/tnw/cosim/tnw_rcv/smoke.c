/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * TNW's reception side alive: a credit, its packets, its notification, its registers.
 */
#include "rcv.h"

enum { ID = 2 * 8 + 5 }; /* link 2, channel 5 */

static void after_reset_all_is_zero_and_all_places_are_free(void **state)
{
    (void)state;
    for (unsigned id = 0; id < TN_TNW_RCV_IDS; id += 9)
        assert_int_equal(rcv_window(id, TN_TNW_RCV_CREDITS), rcv.places << 8);
    for (unsigned reg = 0; reg <= TN_TNW_RCV_NOTIFY_HI; reg += 4)
        assert_int_equal(rcv_window(ID, reg), 0);
    for (unsigned reg = TN_TNW_RCV_COUNTERS; reg < TN_TNW_RCV_COUNTERS_END; reg += 4)
        assert_int_equal(rcv_count(reg), 0);
    rcv_clean();
}

static void two_packets_land_and_are_notified(void **state)
{
    (void)state;
    rcv_give(ID, 0x123456780, 256, 0xabc0, 0xfeed5eed);
    rcv_offer(ID, 8, 1); /* the second half first */
    tn_sim_step(60);
    rcv_at(0x123456800, 1);
    assert_int_equal(tn_tnw_links_notes(rcv.links), 0);
    assert_int_equal(rcv_window(ID, TN_TNW_RCV_PROGRESS), 128);
    assert_int_equal(rcv_window(ID, TN_TNW_RCV_CREDITS), 1 | (rcv.places - 1) << 8);
    rcv_offer_last(ID, 0, 2);
    tn_sim_step(60);
    rcv_at(0x123456780, 2);
    rcv_noted(0, 0xabc0, ID, 256, 0, 0xfeed5eed);
    assert_int_equal(rcv_window(ID, TN_TNW_RCV_CREDITS), rcv.places << 8);
    assert_int_equal(rcv_count(TN_TNW_RCV_PACKETS), 2);
    assert_int_equal(rcv_count(TN_TNW_RCV_NOTIFIED), 1);
    rcv_clean();
}

int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(after_reset_all_is_zero_and_all_places_are_free, rcv_start,
                                        rcv_stop),
        cmocka_unit_test_setup_teardown(two_packets_land_and_are_notified, rcv_start, rcv_stop),
    };
    (void)argc;
    (void)argv;
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
