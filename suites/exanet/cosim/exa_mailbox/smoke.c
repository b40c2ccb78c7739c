/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A message in, its acknowledgment out, the message read and removed.
 */
#include "mbox.h"

static void message_is_stored_acknowledged_read_and_removed(void **state)
{
    struct exa_packet k = mbox_message(3, 0x15, 20, 0x1234, 7, 300);
    uint8_t slot[64] = {0}, read[64];
    (void)state;
    mbox_bind(3, 0x1234);
    assert_int_equal(ni_read(mbox(3, M_BOUND)), 0x80001234);
    ni_send(&k);
    ni_settle();
    assert_int_equal(ni.got_n, 1);
    ni_expect_answer(&ni.got[0].k, &k, 0);
    /* EXN-LAT-1: footer accepted in t, the answer's header by t+6 */
    assert_true(ni.got[0].first <= ni.sent[0].last + 6);
    assert_int_equal(tn_reg_read(0), 1u << mbox_here(3));
    assert_int_equal(ni_read(mbox(3, M_INFO)), 0x80000000u | 0x15 << 16 | 20);
    assert_int_equal(ni_read(mbox(3, M_SRC)), exa_node_bits(k.src));
    assert_int_equal(ni_read(mbox(3, M_TID)), mbox_tid(&k));
    assert_int_equal(ni_read(mbox(3, M_COUNT)), 1);
    for (unsigned i = 0; i < 20; i++)
        slot[0x15 + i] = (uint8_t)(0x11 + 300 * 5 + 7 + 3 * i);
    assert_int_equal(tn_axi_read(ni.cpu, mbox(3, 0), read, 64), TN_AXI_OKAY);
    assert_memory_equal(read, slot, 64);
    ni_write(mbox(3, M_POP), 1);
    assert_int_equal(ni_read(mbox(3, M_INFO)), 0);
    assert_int_equal(ni_read(mbox(3, M_COUNT)), 0);
    assert_int_equal(tn_reg_read(0), 0);
    assert_int_equal(ni_count(NI_TAKEN), 1);
    assert_int_equal(ni.rx_n, 1);
    assert_int_equal(ni.rx[0].cause, NI_TAKEN);
}

static void the_kernels_page_reads_as_specified(void **state)
{
    long n = tn_sim_param("MBOX_N"), slots = tn_sim_param("SLOT_LOG2"), dup = tn_sim_param("DUP_N");
    (void)state;
    assert_int_equal(ni_read(NI_ID), 0x454d0001);
    assert_int_equal(ni_read(NI_PARAMS), (uint32_t)(n | slots << 8 | dup << 16));
    assert_int_equal(ni_read(NI_OWN_REG), exa_node_bits(ni_own));
    assert_int_equal(ni_read(NI_DUP_CYC), 65536);
    for (unsigned c = 0; c < NI_CAUSES; c++)
        assert_int_equal(ni_read(NI_CAUSE + 4 * c), 0);
}

int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(message_is_stored_acknowledged_read_and_removed, ni_fresh, ni_clean),
        cmocka_unit_test_setup_teardown(the_kernels_page_reads_as_specified, ni_fresh, ni_clean),
    };
    (void)argc;
    (void)argv;
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
