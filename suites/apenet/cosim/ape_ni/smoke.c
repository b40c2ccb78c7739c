/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The network interface's first steps: its identity, a buffer, a message each way.
 */
#include "ni.h"

enum { ID = 0x10fc, ID_IS = 0x414e0001, LENGTH = 6000 };

static void identity_stands_in_its_register(void **state)
{
    uint32_t value = 0;
    (void)state;
    assert_int_equal(tn_axi_read32(ni.b.cpu, ID, &value), TN_AXI_OKAY);
    RULE("APN-CNT-1", value == ID_IS);
    ni_rest();
}

static void buffers_get_the_lowest_free_entry(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++)
        RULE("APN-CMD-1", ape_register_buffer(
                              ni_user(), &(struct ape_buffer){PID, PLACE + 0x10000ull * (unsigned)i,
                                                              100, 0}) == i);
    RULE("APN-CMD-1", ape_unregister_buffer(ni_user(), 0) == 0);
    RULE("APN-CMD-1",
         ape_register_buffer(ni_user(), &(struct ape_buffer){PID, SOURCE, 100, APE_FOR_SEND}) == 0);
    ni_rest();
}

static void put_leaves_in_packets_and_is_told(void **state)
{
    uint8_t got[LENGTH];
    (void)state;
    assert_int_equal(ape_register_buffer(ni_far_user(0), &(struct ape_buffer){PID, PLACE + 77,
                                                                              LENGTH, APE_FOR_PUT}),
                     0);
    assert_int_equal(ape_rdma_put(ni_user(), &(struct ape_message){.node = ni_node(far_own[0]),
                                                                   .pid = PID,
                                                                   .here = SOURCE + 100,
                                                                   .there = PLACE + 77,
                                                                   .length = LENGTH,
                                                                   .tag = 99,
                                                                   .event = true}),
                     0);
    assert_int_equal(ni_expect(APE_SENT, TN_APN_PUT).number, 99);
    assert_int_equal(ni_far_expect(0, APE_RECEIVED, TN_APN_PUT).bytes, LENGTH);
    tn_ape_host_peek(&ni.far[0].host, PID, PLACE + 77, got, LENGTH);
    RULE("APN-PKT-1", memcmp(got, ni.source + 100, LENGTH) == 0);
    ni_rest();
}

static void put_that_comes_is_written_and_told(void **state)
{
    uint8_t got[LENGTH];
    (void)state;
    const int slot =
        ape_register_buffer(ni_user(), &(struct ape_buffer){PID, PLACE + 77, LENGTH, APE_FOR_PUT});
    assert_true(slot >= 0);
    assert_int_equal(ape_rdma_put(ni_far_user(1), &(struct ape_message){.node = ni_node(OWN),
                                                                        .pid = PID,
                                                                        .here = SOURCE + 100,
                                                                        .there = PLACE + 77,
                                                                        .length = LENGTH}),
                     0);
    const struct ape_event e = ni_expect(APE_RECEIVED, TN_APN_PUT);
    assert_int_equal(e.bytes, LENGTH);
    assert_int_equal(e.slot, slot);
    tn_ape_host_peek(&ni.b.host, PID, PLACE + 77, got, LENGTH);
    RULE("APN-MEM-2", memcmp(got, ni.source + 100, LENGTH) == 0);
    ni_rest();
}

int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        NI_TEST(identity_stands_in_its_register),
        NI_TEST(buffers_get_the_lowest_free_entry),
        NI_TEST(put_leaves_in_packets_and_is_told),
        NI_TEST(put_that_comes_is_written_and_told),
    };
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
