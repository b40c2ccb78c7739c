/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The RT mailbox's map address by address, and reads of every shape, which have effects
 * (checkers/axi/spec/axi_slave.md, exa_rt_mailbox.md sections 3 and 4).
 */
#include "rtm.h"

#include "../exa_mailbox/ni_map.h"

static bool in_map(unsigned page)
{
    return page < 2 || page == 0x40;
}

static bool readable(uint32_t a)
{
    uint32_t offset = a % 0x1000;
    if (a < 0x2000)
        return true;
    return (offset >= 0x400 && offset < 0x40c) || offset == 0x410 || offset == 0x41c ||
           (offset >= 0x440 && offset < 0x48c);
}

static const struct ni_map map = {in_map, readable, NULL};

static void every_word_is_there_or_not_as_listed(void **state)
{
    static const unsigned pages[] = {0, 1, 0x40};
    (void)state;
    ni_sweep(&map, pages, 3);
    ni_register(NI_DUP_CYC, 0xffffffff);
}

static void the_kernels_page_reads_as_specified(void **state)
{
    (void)state;
    assert_int_equal(ni_read(NI_ID), 0x45520001);
    assert_int_equal(ni_read(NI_PARAMS),
                     (uint32_t)(tn_sim_param("RSP_LOG2") | tn_sim_param("READ_LOG2") << 8 |
                                tn_sim_param("DUP_N") << 16));
    assert_int_equal(ni_read(NI_OWN_REG), exa_node_bits(ni_own));
    assert_int_equal(ni_read(NI_DUP_CYC), 65536);
}

static void read_that_is_no_word_finds_nothing_and_moves_nothing(void **state)
{
    static const struct {
        uint32_t offset;
        unsigned size;
    } rows[] = {{0, 4}, {0, 3}, {8, 4}, {0, 1}, {2, 1}, {0, 0}, {3, 0}, {1, 2}, {2, 2}, {4, 4}};
    struct exa_packet k = rtm_read(0x20, 3, 0), r = rtm_response(4, 5, 6);
    uint32_t want[8];
    (void)state;
    ni_send(&k);
    ni_send(&r);
    ni_settle();
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
        for (uint32_t page = 0; page < 0x2000; page += 0x1000) {
            uint8_t b[16] = {0};
            int rc = ni_burst(false, page + rows[i].offset, 1, rows[i].size, TN_AXI_INCR, b, 16);
            assert_int_equal(rc, TN_AXI_SLVERR);
        }
    ni.ours = "AXI-BST-1";
    for (uint32_t page = 0; page < 0x2000; page += 0x1000) { /* AXS-BST-2: a reserved burst */
        uint8_t b[16] = {0};
        assert_int_equal(ni_burst(false, page, 2, 2, (enum tn_axi_burst)3, b, 8), TN_AXI_SLVERR);
    }
    assert_int_equal(ni_read(R_LEVEL), 1 | 1 << 16);
    rtm_words(&k, want);
    assert_int_equal(ni_read(R_READ), want[0]);
    assert_int_equal(ni_read(R_RESPONSE), rtm_word(4, 5, 6, true));
}

/* An unaligned start of 12 in a beat of 16 covers 12 to 15: one word, wholly; so does 4 in 8. */
static void beat_that_covers_one_word_by_its_start_is_a_word(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        struct exa_packet r = rtm_response(4 + i, 5, 6);
        uint8_t b[4] = {0};
        uint32_t v;
        ni_send(&r);
        ni_settle();
        assert_int_equal(ni_burst(false, i ? 4 : 12, 1, i ? 3 : 4, TN_AXI_INCR, b, 4), TN_AXI_OKAY);
        memcpy(&v, b, 4);
        assert_int_equal(v, rtm_word(4 + i, 5, 6, false));
        assert_int_equal(ni_read(R_LEVEL), 0);
    }
}

static void one_burst_reads_a_whole_request(void **state)
{
    uint8_t b[32];
    uint32_t want[8];
    (void)state;
    for (unsigned i = 0; i < 3; i++) {
        static const enum tn_axi_burst kinds[] = {TN_AXI_INCR, TN_AXI_FIXED, TN_AXI_WRAP};
        struct exa_packet k = rtm_read(0x20 + i, 3 + i, 0);
        ni_send(&k);
        ni_settle();
        assert_int_equal(ni_burst(false, R_READ + 0x20 * i, 8, 2, kinds[i], b, 32), TN_AXI_OKAY);
        rtm_words(&k, want);
        assert_memory_equal(b, want, 32);
        assert_int_equal(ni_read(R_LEVEL), 0);
    }
}

static void writes_find_no_word(void **state)
{
    static const uint32_t all[] = {0, 0xffc, 0x1000, 0x40400, 0x40410, 0x40440, 0x40480, 0x40488};
    (void)state;
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
        assert_int_equal(tn_axi_write32(ni.cpu, all[i], 1), TN_AXI_SLVERR);
}

/* AXS-ACC-3: DUP_CYC is there, the word behind it is not. */
static void burst_answers_with_its_worst_beat(void **state)
{
    uint8_t b[8] = {0x34, 0x12};
    (void)state;
    assert_int_equal(ni_burst(true, NI_DUP_CYC, 2, 2, TN_AXI_INCR, b, sizeof b), TN_AXI_SLVERR);
    assert_int_equal(ni_read(NI_DUP_CYC), 0x1234);
    assert_int_equal(ni_burst(true, NI_DUP_CYC, 2, 2, TN_AXI_FIXED, b, sizeof b), TN_AXI_OKAY);
    tn_sim_kept("AXS-ACC-3");
}

/* A beat's access is done once, though its data wait: one more than taken, never two. */
static void waiting_reads_take_out_one_response_each(void **state)
{
    const struct tn_stall slow = {.kind = TN_STALL_PERIODIC, .num = 9, .den = 10};
    const unsigned room = 1u << tn_sim_param("RSP_LOG2"), sent = room < 32 ? room : 32,
                   taken = sent * 5 / 8;
    uint8_t b[80];
    (void)state;
    for (unsigned i = 0; i < sent; i++) {
        struct exa_packet r = rtm_response(i, 100 + i, 0);
        ni_send(&r);
    }
    ni_settle();
    assert_int_equal(tn_axi_stall(ni.cpu, TN_AXI_R, &slow), 0);
    assert_int_equal(ni_burst(false, 0, taken, 2, TN_AXI_INCR, b, 4 * taken), TN_AXI_OKAY);
    for (unsigned i = 0; i < taken; i++) {
        uint32_t v;
        memcpy(&v, b + 4 * i, 4);
        assert_int_equal(v, rtm_word(i, 100 + i, 0, false));
    }
    assert_int_equal(ni_read(R_LEVEL), sent - taken);
}

static void accesses_take_the_cycles_that_are_promised(void **state)
{
    (void)state;
    ni_times(NI_ID, 1);
    ni_times(R_RESPONSE, 8);
    ni_times(R_READ, 8);
}

static void words_that_are_not_listed_read_0_beside_counters(void **state)
{
    static const unsigned pages[] = {0, 1, 0x40};
    struct exa_packet k = rtm_read(0x20, 3, 0);
    (void)state;
    ni_sweep_counted(&map, pages, 3, &k);
}

#define T(name) cmocka_unit_test_setup_teardown(name, ni_fresh, ni_clean)
int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        T(every_word_is_there_or_not_as_listed),
        T(words_that_are_not_listed_read_0_beside_counters),
        T(the_kernels_page_reads_as_specified),
        T(read_that_is_no_word_finds_nothing_and_moves_nothing),
        T(beat_that_covers_one_word_by_its_start_is_a_word),
        T(one_burst_reads_a_whole_request),
        T(writes_find_no_word),
        T(burst_answers_with_its_worst_beat),
        T(waiting_reads_take_out_one_response_each),
        T(accesses_take_the_cycles_that_are_promised),
    };
    (void)argc;
    (void)argv;
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
