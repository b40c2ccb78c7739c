/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * TNW's reception side: messages of other lengths than their credits' (checkers/tnw/spec/tnw_nwp.md
 * section 2), expected values worked by hand; the judge sees every cycle.
 */
#include "rcv.h"

enum { A = 12, DUE = 90 /* cycles until what is missing is said to be */ };

/* Holes.md T5: messages of 2, 5, 1 and 3 packets against credits of three; the first packet of each
 * meets the next credit. */
static void messages_of_other_lengths_move_no_others(void **state)
{
    static const struct {
        unsigned packets, bytes, cause;
    } m[] = {{2, 256, TNW_C_SHORT}, {5, 384, TNW_C_LONG}, {1, 128, TNW_C_SHORT}, {3, 384, 0}};
    enum { MESSAGES = sizeof m / sizeof *m };
    (void)state;
    if (!rcv.last_en)
        skip();
    for (unsigned k = 0; k < MESSAGES; k++) {
        rcv_give(A, 0x10000 * (k + 1), 384, 0x100 + 16 * k, k);
        for (unsigned i = 0; i + 1 < m[k].packets; i++)
            rcv_offer(A, 8 * i, 200 + 10 * k + i);
        rcv_offer_last(A, 8 * (m[k].packets - 1), 209 + 10 * k);
        tn_sim_step(20 * m[k].packets + DUE);
        rcv_noted(k, 0x100 + 16 * k, A, m[k].bytes, m[k].cause, k);
        for (unsigned i = 0; i < m[k].packets && i < 3; i++)
            rcv_at(0x10000 * (k + 1) + 128 * i,
                   i + 1 < m[k].packets ? 200 + 10 * k + i : 209 + 10 * k);
        assert_int_equal(rcv_window(A, TN_TNW_RCV_PROGRESS), 0);
    }
    assert_int_equal(rcv_count(TN_TNW_RCV_SHORT), 2);
    assert_int_equal(rcv_count(TN_TNW_RCV_LONG), 1);
    assert_int_equal(rcv_count(TN_TNW_RCV_BEHIND), 2);
    assert_int_equal(rcv_count(TN_TNW_RCV_NOFIT), 0);
    rcv_clean();
}

/* A packet behind needs no credit and meets none; a flush ends it, too. */
static void what_is_behind_needs_no_credit(void **state)
{
    (void)state;
    if (!rcv.last_en)
        skip();
    rcv_give(A, 0x10000, 128, 0x100, 1);
    for (unsigned k = 0; k < 2; k++) {
        rcv_offer(A, 0, 250 + k);
        tn_sim_step(40 + RCV_SETTLED);
        assert_int_equal(rcv_window(A, TN_TNW_RCV_CREDITS), rcv.places << 8 | TN_TNW_RCV_IS_BEHIND);
    }
    rcv_noted(0, 0x100, A, 128, TNW_C_LONG, 1);
    rcv_give(A, 0x20000, 128, 0x110, 2);
    rcv_offer_last(A, 0, 252);
    tn_sim_step(40 + RCV_SETTLED);
    assert_int_equal(rcv_window(A, TN_TNW_RCV_CREDITS), 1 | (rcv.places - 1) << 8);
    rcv_offer(A, 0, 253);
    tn_sim_step(40 + RCV_SETTLED);
    rcv_at(0x20000, 253);
    rcv_noted(1, 0x110, A, 128, TNW_C_LONG, 2);
    tn_tnw_links_flush(rcv.links, A / TNW_VCS);
    tn_sim_step(RCV_SETTLED + 60);
    assert_int_equal(rcv_window(A, TN_TNW_RCV_CREDITS), rcv.places << 8);
    rcv_give(A, 0x30000, 128, 0x120, 3);
    rcv_offer_last(A, 0, 254);
    tn_sim_step(40 + RCV_SETTLED);
    rcv_at(0x30000, 254);
    rcv_noted(2, 0x120, A, 128, 0, 3);
    assert_int_equal(rcv_count(TN_TNW_RCV_BEHIND), 2);
    rcv_clean();
}

int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(messages_of_other_lengths_move_no_others, rcv_start,
                                        rcv_stop),
        cmocka_unit_test_setup_teardown(what_is_behind_needs_no_credit, rcv_start, rcv_stop),
    };
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
