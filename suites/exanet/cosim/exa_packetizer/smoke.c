/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A message written and sent, its acknowledgment back.
 */
#include "pkt.h"

static void message_is_sent_and_acknowledged(void **state)
{
    uint8_t all[76];
    uint64_t addr = exa_peripheral_addr(EXA_P_MAILBOX, 0x5023), dst = pkt_dst_word(pkt_dst, addr);
    uint32_t ctrl = EXA_WRITE << 8 | 20;
    struct exa_packet want;
    struct tn_axi_txn *t = tn_axi_new(5);
    (void)state;
    for (unsigned i = 0; i < 64; i++)
        all[i] = (uint8_t)(i * 3 + 1);
    memcpy(all + 64, &dst, 8);
    memcpy(all + 72, &ctrl, 4);
    pkt_bind(1, 0x4321);
    t->write = true;
    t->addr = chan(1, 0);
    tn_axi_fill(t, all, sizeof all);
    assert_int_equal(tn_axi_issue(ni.cpu, t), 0);
    assert_int_equal(tn_axi_wait(ni.cpu, t), TN_AXI_OKAY);
    pkt_await(1, 50);
    assert_int_equal(ni.got_n, 1);
    want = pkt_want(1, 0, 0x4321, EXA_WRITE, addr, all, 20);
    pkt_same(&ni.got[0].k, &want);
    assert_true(ni.got[0].first <= t->beat[4].cycle + 4); /* EXP-LAT-1 */
    assert_int_equal(ni.got[0].last - ni.got[0].first, 3);
    tn_axi_free(t);
    assert_int_equal(ni_read(chan(1, P_STATUS)), pkt_status(S_BUSY, 0, 0, 0));
    pkt_reply(&want, 0);
    assert_int_equal(ni_read(chan(1, P_STATUS)), pkt_status(S_ACKED, 0, 0, 0));
    assert_int_equal(ni_read(P_SENT), 1);
    assert_int_equal(ni_read(P_ACKED), 1);
    assert_int_equal(ni_count(NI_TAKEN), 1);
}

static void the_kernels_page_reads_as_specified(void **state)
{
    (void)state;
    assert_int_equal(ni_read(NI_ID), 0x45500001);
    assert_int_equal(ni_read(NI_PARAMS), tn_sim_param("CHAN_N"));
    assert_int_equal(ni_read(NI_OWN_REG), exa_node_bits(ni_own));
    assert_int_equal(ni_read(P_TIMEOUT), 4096);
    assert_int_equal(ni_read(P_RETRY_MAX), 7);
    for (uint32_t a = P_SENT; a <= P_REFUSED; a += 4)
        assert_int_equal(ni_read(a), 0);
    for (unsigned c = 0; c < NI_CAUSES; c++)
        assert_int_equal(ni_read(NI_CAUSE + 4 * c), 0);
}

#define T(name) cmocka_unit_test_setup_teardown(name, ni_fresh, ni_clean)
int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        T(message_is_sent_and_acknowledged),
        T(the_kernels_page_reads_as_specified),
    };
    (void)argc;
    (void)argv;
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
