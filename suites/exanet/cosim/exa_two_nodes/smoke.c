/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Transfers from one node's memory to the other's, one at a time.
 */
#include "soft.h"

/* Sends length bytes from node 0 to node 1 and awaits their end. */
static const struct sw_put *put(unsigned src_off, unsigned dst_off, unsigned length)
{
    struct sw_put *p;
    sw_begin();
    p = sw_put(0, 1, 0, 0, src_off, dst_off, length);
    sw_prepare(p);
    sw_write(p, false);
    sw_finish();
    assert_int_equal(p->state, SW_DONE);
    return p;
}

static void a_single_byte_comes_to_its_place(void **state)
{
    (void)state;
    put(0x123, 0x345, 1);
    assert_int_equal(tn_exf_judge_completed(tn_exf_board_judge(nd.board)), 1);
}

static void bytes_unaligned_at_both_ends_come_to_their_place(void **state)
{
    (void)state;
    put(0xff1, 0x0f7, 300);
    assert_int_equal(sw.retries, 0);
}

static void sixteen_kilobytes_come_to_their_place(void **state)
{
    (void)state;
    put(0x7, 0, TN_EXD_BYTES);
    assert_int_equal(sw.retries, 0);
}

static void a_faulted_source_page_is_served_and_read_again(void **state)
{
    struct sw_put *p;
    (void)state;
    sw_begin();
    p = sw_put(0, 1, 1, 0, 0xf00, 0x40, 1000);
    sw_prepare(p);
    tn_memory_arm(tn_exf_board_memory(nd.board, 0), nd_pdid(1), p->src + p->length - 1);
    sw_write(p, false);
    sw_finish();
    assert_int_equal(p->state, SW_DONE);
    assert_int_equal(p->attempt, 1);
    assert_int_equal(sw.served, 1);
}

static void a_faulted_destination_page_is_refused_and_written_again(void **state)
{
    struct sw_put *p;
    (void)state;
    sw_begin();
    p = sw_put(0, 1, 2, 0, 0, 0xe80, 1000);
    sw_prepare(p);
    tn_memory_arm(tn_exf_board_memory(nd.board, 1), nd_pdid(2), p->dst + p->length - 1);
    sw_write(p, false);
    sw_finish();
    assert_int_equal(p->state, SW_DONE);
    assert_true(p->attempt >= 1 && p->nacks >= 1);
}

static void a_chained_pair_comes_in_order_with_a_notification(void **state)
{
    struct sw_put *a, *b;
    (void)state;
    sw_begin();
    a = sw_put(1, 0, 0, 0, 3, 0x80, 700);
    b = sw_put(1, 0, 0, 1, 0, 0x200, 500);
    sw_prepare(a);
    sw_prepare(b);
    sw_write(b, true);
    b->state = SW_UNDER_WAY;
    a->chained = true;
    a->next = b->tid;
    sw_write(a, false);
    sw_finish();
    assert_int_equal(a->state, SW_DONE);
    assert_int_equal(b->state, SW_DONE);
    assert_int_equal(sw.retries, 0);
}

static void a_notification_comes_once(void **state)
{
    struct sw_put *p;
    (void)state;
    sw_begin();
    p = sw_put(0, 1, 1, 2, 0x11, 0x22, 600);
    p->notify = true;
    sw_prepare(p);
    sw_write(p, false);
    sw_finish();
    assert_int_equal(p->state, SW_DONE);
    assert_int_equal(p->notified, 1);
}

#define T(name) cmocka_unit_test_setup_teardown(name, nd_fresh, nd_clean)
int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        T(a_single_byte_comes_to_its_place), T(bytes_unaligned_at_both_ends_come_to_their_place),
        T(sixteen_kilobytes_come_to_their_place), T(a_faulted_source_page_is_served_and_read_again),
        T(a_faulted_destination_page_is_refused_and_written_again), T(a_chained_pair_comes_in_order_with_a_notification),
        T(a_notification_comes_once),
    };
    (void)argc;
    (void)argv;
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
