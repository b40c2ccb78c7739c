/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The firmware of both nodes (checkers/exanet/spec/exa_firmware.md) over their AXI slave ports, the same source as beside the
 * model, and a user at each: exa_put(), exa_get() and exa_poll() move bytes between the memories by RTL alone.
 */
#include "fw.h"

static void put(uint64_t src, uint64_t dst, unsigned length, bool notify)
{
    const struct exa_put p = {.src = src, .dst = dst, .node = nd_own(1), .length = length, .notify = notify,
                              .place = exa_place_bits(exa_node_of(nd_own(1)), exa_peripheral_addr(EXA_P_MAILBOX, OTHER_MAILBOX << 12)),
                              .note = {0x1234, 0x5678}};
    struct exa_end e;
    const int handle = exa_put(&site[0].user, &p);
    assert_true(handle >= 0);
    tn_exu_judge_begin(users, tn_sim_cycle(), 0, false, handle);
    e = await(0);
    assert_int_equal(e.handle, handle);
    assert_int_equal(e.err, 0);
    same(0, src, 1, dst, length);
}

static void a_put_across_two_blocks_is_two_transactions(void **state)
{
    (void)state;
    prepare(0, HERE + 5, 1, THERE + 0x3f80, 400);
    put(HERE + 5, THERE + 0x3f80, 400, false);
    assert_int_equal(site[0].firmware.stats.started, 2);
    assert_int_equal(site[0].firmware.stats.retries, 0);
}

static void a_put_with_a_notification_and_missing_pages_ends_once(void **state)
{
    uint8_t page[80];
    uint64_t note[2];
    (void)state;
    nd_write(1, N_MBOX + N_KERNEL + 4 * OTHER_MAILBOX, 1u << 31 | nd_pdid(DOMAIN));
    prepare(0, HERE + 0xf00, 1, THERE + 0xe01, 900);
    tn_memory_arm(tn_exf_board_memory(nd.board, 0), nd_pdid(DOMAIN), HERE + 0x1000);
    tn_memory_arm(tn_exf_board_memory(nd.board, 1), nd_pdid(DOMAIN), THERE + 0x1000);
    put(HERE + 0xf00, THERE + 0xe01, 900, true);
    assert_true(site[0].firmware.stats.retries >= 2);
    assert_int_equal(site[0].firmware.stats.faults, 1);
    nd_answered(1, tn_axi_read(nd.cpu[1], N_MBOX + 0x1000 * OTHER_MAILBOX, page, sizeof page));
    memcpy(note, page, sizeof note);
    assert_int_equal(page[0x43] >> 6, 3); /* a message, and a notification */
    assert_int_equal(note[0], 0x1234);
    assert_int_equal(note[1], 0x5678);
    assert_int_equal(nd_read(1, N_MBOX + 0x1000 * OTHER_MAILBOX + 0x4c), 1);
}

static void a_get_brings_bytes_of_the_other_node(void **state)
{
    const struct exa_get g = {.src = THERE + 0x33, .dst = HERE + 0x7, .node = nd_own(1), .length = 700};
    struct exa_end e;
    int handle;
    (void)state;
    prepare(1, g.src, 0, g.dst, g.length);
    handle = exa_get(&site[0].user, &g);
    assert_true(handle >= 0);
    tn_exu_judge_begin(users, tn_sim_cycle(), 0, true, handle);
    e = await(0);
    assert_int_equal(e.handle, handle);
    assert_int_equal(e.err, 0);
    same(1, g.src, 0, g.dst, g.length);
    assert_int_equal(site[1].firmware.stats.reads, 1);
}

static void a_put_to_a_domain_without_a_bank_there_ends_with_its_error(void **state)
{
    const struct exa_put p = {.src = HERE, .dst = THERE, .node = nd_own(1), .length = 100};
    int handle;
    (void)state;
    prepare(0, HERE, 1, THERE, 100);
    assert_int_equal(tn_fw_set_bank(&site[1].firmware, DOMAIN, 0, false), 0);
    handle = exa_put(&site[0].user, &p);
    assert_true(handle >= 0);
    tn_exu_judge_begin(users, tn_sim_cycle(), 0, false, handle);
    RULE("EXF-CMP-3", await(0).err == TN_FW_E_PROTECTION);
}

#define T(name) cmocka_unit_test_setup_teardown(name, fresh, clean)
int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        T(a_put_across_two_blocks_is_two_transactions), T(a_put_with_a_notification_and_missing_pages_ends_once),
        T(a_get_brings_bytes_of_the_other_node), T(a_put_to_a_domain_without_a_bank_there_ends_with_its_error),
    };
    (void)argc;
    (void)argv;
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
