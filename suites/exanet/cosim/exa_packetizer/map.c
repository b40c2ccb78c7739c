/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The packetizer's map address by address, and what accesses of every shape do there
 * (checkers/axi/spec/axi_slave.md, exa_packetizer.md sections 2 and 5).
 */
#include "pkt.h"

#include "../exa_mailbox/ni_map.h"

static bool in_map(unsigned page)
{
    return page < (unsigned)tn_sim_param("CHAN_N") || page == 0x40;
}

static bool readable(uint32_t a)
{
    uint32_t offset = a % 0x1000;
    if (a / 0x1000 != 0x40)
        return offset < 0x4c || offset == 0x50 || offset == 0x54;
    return offset < 4 * (uint32_t)tn_sim_param("CHAN_N") || (offset >= 0x400 && offset < 0x40c) ||
           offset == 0x410 || offset == 0x414 || (offset >= 0x440 && offset < 0x498);
}

static const struct ni_map map = {in_map, readable, NULL};

static void every_word_is_there_or_not_as_listed(void **state)
{
    unsigned pages[] = {0, (unsigned)tn_sim_param("CHAN_N") - 1, 0x40};
    (void)state;
    ni_sweep(&map, pages, 3);
}

static void registers_are_written_whole_or_not_at_all(void **state)
{
    (void)state;
    ni_register(NI_KERNEL, 0x8000ffff);
    ni_register(P_TIMEOUT, 0xffffffff);
    ni_register(P_RETRY_MAX, 0xff);
    ni_register(chan(1, P_DST), 0xffffffff);
    ni_register(chan(1, P_DST + 4), 0xffffffff);
}

static void message_takes_single_bytes(void **state)
{
    uint8_t b[64], want[64] = {0};
    (void)state;
    for (unsigned i = 0; i < 64; i += 3) {
        uint8_t v = (uint8_t)(0x80 + i);
        want[i] = v;
        assert_int_equal(ni_burst(true, chan(1, i), 1, 0, TN_AXI_INCR, &v, 1), TN_AXI_OKAY);
    }
    assert_int_equal(tn_axi_read(ni.cpu, chan(1, 0), b, sizeof b), TN_AXI_OKAY);
    assert_memory_equal(b, want, sizeof b);
    for (unsigned i = 0; i < 11; i++)
        b[i] = want[29 + i] = (uint8_t)(i + 1);
    assert_int_equal(ni_burst(true, chan(1, 29), 2, 3, TN_AXI_INCR, b, 11), TN_AXI_OKAY);
    assert_int_equal(tn_axi_read(ni.cpu, chan(1, 0), b, sizeof b), TN_AXI_OKAY);
    assert_memory_equal(b, want, sizeof b);
}

/* A beat over the end of the message's memory and a register: of DST only whole words. */
static void beat_over_gaps_does_what_it_can(void **state)
{
    uint8_t b[16];
    uint64_t v;
    (void)state;
    memset(b, 0x33, sizeof b);
    /* DST low wholly, DST high by two bytes only, neither CTRL */
    assert_int_equal(ni_burst(true, chan(1, P_DST), 1, 4, TN_AXI_INCR, b, 6), TN_AXI_OKAY);
    assert_int_equal(tn_axi_read64(ni.cpu, chan(1, P_DST), &v), TN_AXI_OKAY);
    assert_true(v == 0x33333333);
    assert_int_equal(ni_burst(true, chan(1, 0x50), 1, 4, TN_AXI_INCR, b, 16), TN_AXI_SLVERR);
    assert_int_equal(ni_burst(true, chan(1, 0x4c), 1, 2, TN_AXI_INCR, b, 4), TN_AXI_SLVERR);
}

static void counters_are_read_only(void **state)
{
    static const uint32_t all[] = {0x400, 0x404, 0x408, 0x440, 0x444, 0x47c,
                                   0x480, 0x484, 0x488, 0x48c, 0x490, 0x494};
    (void)state;
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
        assert_int_equal(tn_axi_write32(ni.cpu, NI_KERNEL + all[i], 1), TN_AXI_SLVERR);
    assert_int_equal(tn_axi_write32(ni.cpu, chan(0, P_STATUS), 1), TN_AXI_SLVERR);
    assert_int_equal(tn_axi_write32(ni.cpu, chan(0, P_BOUND), 1), TN_AXI_SLVERR);
}

static void accesses_take_the_cycles_that_are_promised(void **state)
{
    (void)state;
    ni_times(chan(0, 0), 16);
    ni_times(NI_KERNEL, 1);
}

/* A message that was acknowledged: what the packetizer takes is its answer. */
static void words_that_are_not_listed_read_0_beside_counters(void **state)
{
    unsigned pages[] = {0, (unsigned)tn_sim_param("CHAN_N") - 1, 0x40};
    (void)state;
    pkt_bind(1, 5);
    assert_int_equal(pkt_send(1, pkt_dst, exa_peripheral_addr(EXA_P_MAILBOX, 0), EXA_WRITE, 20),
                     TN_AXI_OKAY);
    pkt_await(1, 50);
    RULE("EXP-LAT-1", ni.got_n == 1);
    struct exa_packet answer = pkt_answer(&ni.got[0].k, 0);
    ni_sweep_counted(&map, pages, 3, &answer);
}

#define T(name) cmocka_unit_test_setup_teardown(name, ni_fresh, ni_clean)
int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        T(every_word_is_there_or_not_as_listed),
        T(words_that_are_not_listed_read_0_beside_counters),
        T(registers_are_written_whole_or_not_at_all),
        T(message_takes_single_bytes),
        T(beat_over_gaps_does_what_it_can),
        T(counters_are_read_only),
        T(accesses_take_the_cycles_that_are_promised),
    };
    (void)argc;
    (void)argv;
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
