/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * TNW's processor interface alive: registers, one item of a window, reception's writes.
 */
#include "pi.h"

enum { ID = 3 * 8 + 6 }; /* link 3, channel 6 */

static void registers_answer(void **state)
{
    uint32_t two[2];
    (void)state;
    assert_int_equal(pi_read(TN_TNW_PI_R_ID), TN_TNW_PI_ID);
    assert_int_equal(pi_read(TN_TNW_PI_R_PARAMS),
                     pi.par.off_log2 | (uint32_t)pi.par.item_log2 << 8 |
                         (uint32_t)pi.par.tag_log2 << 16 | (uint32_t)pi.par.desc_log2 << 24);
    assert_int_equal(pi_read(TN_TNW_PI_R_FEATURES), pi.par.last_en);
    assert_int_equal(pi_read(TN_TNW_PI_R_REORDER_TMO), TN_TNW_PI_REORDER_RESET);
    assert_int_equal(pi_read(TN_TNW_PI_R_CPL_TMO), TN_TNW_PI_CPL_RESET);
    pi_write(TN_TNW_PI_R_REORDER_TMO, 0x12345);
    assert_int_equal(tn_tnw_host_read(pi.host, PI_BAR0 + TN_TNW_PI_R_REORDER_TMO, 2, two), 0);
    assert_int_equal(two[0], 0x12345);
    assert_int_equal(two[1], TN_TNW_PI_CPL_RESET);
    pi_clean();
}

/* tnw_rcv's, 24 bytes by one TLP, and read back in one. */
static void registers_of_other_blocks_are_reached(void **state)
{
    const uint32_t credit[6] = {0x1000, 0, 128, 7, 0x2000, 1};
    uint32_t found[6];
    (void)state;
    assert_int_equal(
        tn_tnw_host_write(pi.host, PI_BAR0 + 0x4080, (const uint8_t *)credit, sizeof credit), 0);
    assert_int_equal(tn_tnw_host_read(pi.host, PI_BAR0 + 0x4080, 6, found), 0);
    assert_memory_equal(found, credit, sizeof credit);
    for (uint16_t i = 0; i < 6; i++)
        assert_int_equal(*tn_tnw_host_reg(pi.host, (uint16_t)(0x4080 + 4 * i)), credit[i]);
    pi_clean();
}

static void an_item_of_a_window_is_injected(void **state)
{
    (void)state;
    pi_put_item(ID, 0, 1);
    pi_put_item(ID, 1, 2);
    pi_settle();
    assert_int_equal(tn_tnw_host_items(pi.host), 2);
    pi_item(0, ID, 0, 1);
    pi_item(1, ID, 8, 2);
    assert_int_equal(pi_window_reg(ID, TN_TNW_PI_DONE), 2);
    assert_int_equal(pi_window_reg(ID, TN_TNW_PI_NEXT), 2);
    assert_int_equal(pi_read(TN_TNW_PI_R_PUT_ITEMS), 2);
    assert_int_equal(pi_read(TN_TNW_PI_R_CAUSE + 4 * TN_TNW_PI_FINE), 4 + 3 + 1);
    pi_clean();
}

/* Above and below 4 GiB, across 4 KiB, and a notification. */
static void receptions_writes_reach_memory(void **state)
{
    static const uint64_t at[] = {0x1000, 0x1234567f80, 0x2fc0, 0xffffffc0};
    uint8_t bytes[TNW_PAYLOAD], found[TNW_PAYLOAD];
    (void)state;
    for (unsigned i = 0; i < sizeof at / sizeof *at; i++) {
        pi_fill(bytes, sizeof bytes, i);
        assert_int_equal(tn_tnw_host_m_wr(pi.host, at[i], bytes, 8), 0);
    }
    assert_int_equal(tn_tnw_host_m_wr(pi.host, 0x8000, bytes, 1), 0);
    pi_settle();
    for (unsigned i = 0; i < sizeof at / sizeof *at; i++) {
        pi_fill(bytes, sizeof bytes, i);
        tn_memory_peek(tn_tnw_host_memory(pi.host), at[i], found, sizeof found);
        assert_memory_equal(found, bytes, sizeof bytes);
    }
    assert_int_equal(tn_tnw_host_notes(pi.host), 1);
    assert_int_equal(tn_tnw_host_note(pi.host, 0)->addr, 0x8000);
    assert_int_equal(tn_tnw_host_came(pi.host, TN_TLP_MWR), 4 + 2 + 1); /* two are cut */
    pi_clean();
}

int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        PI_TEST(registers_answer),
        PI_TEST(registers_of_other_blocks_are_reached),
        PI_TEST(an_item_of_a_window_is_injected),
        PI_TEST(receptions_writes_reach_memory),
    };
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
