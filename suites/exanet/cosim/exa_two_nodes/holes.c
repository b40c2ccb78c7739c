/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Two holes of owners that change in software (checkers/exanet/spec/exa_firmware.md sections 8 and 9, holes E20 and E21), on two
 * nodes of RTL, with the mend off and on: off is the kernel that gives a page away as it stands, and the library that is not told
 * its life. A test by name leaves its trace with TN_TRACE (traces/README.md).
 */
#include "fw.h"

enum { NEXT = 2, LENGTH = 600, FIRST = 0, SECOND = 0x4000, QUIET = 20000 };

static bool target_waits, source_waits; /* a page of node 0 that is written, of node 1 that is read, is not brought in */

static void turn(void)
{
    for (unsigned n = 0; n < NODES; n++) {
        tn_fw_step(&site[n].firmware);
        if (!(n == 0 ? target_waits : source_waits))
            serve(n);
    }
    tn_sim_step(4);
}

static void turns(uint64_t cycles)
{
    for (const uint64_t end = tn_sim_cycle() + cycles; tn_sim_cycle() < end && nd.failures == 0;)
        turn();
}

/* Bytes of a domain at one node's memory. */
static void fill(unsigned node, unsigned domain, uint64_t at, uint8_t first, unsigned length)
{
    uint8_t bytes[LENGTH];
    for (unsigned i = 0; i < length; i++)
        bytes[i] = (uint8_t)(first + i % 31);
    tn_exf_board_map(nd.board, node, nd_pdid(domain), at, length, TN_MEMORY_READ | TN_MEMORY_WRITE);
    tn_exf_board_poke(nd.board, node, nd_pdid(domain), at, bytes, length);
}

static bool has(unsigned node, unsigned domain, uint64_t at, uint8_t first, unsigned length)
{
    uint8_t bytes[LENGTH];
    bool all = true;
    tn_exf_board_peek(nd.board, node, nd_pdid(domain), at, bytes, length);
    for (unsigned i = 0; i < length; i++)
        all = all && bytes[i] == (uint8_t)(first + i % 31);
    return all;
}

/* A process has set GO, the firmware has not taken that, and the page gets another owner. */
static void page_changes_its_owner(bool mended)
{
    struct tn_fw *f = &site[0].firmware;
    const uint16_t next = (uint16_t)nd_pdid(NEXT);
    const struct exa_put p = {.src = HERE, .dst = THERE, .node = nd_own(1), .length = LENGTH};
    for (unsigned n = 0; n < NODES; n++)
        assert_int_equal(tn_fw_set_bank(&site[n].firmware, NEXT, next, true), 0);
    for (unsigned d = DOMAIN; d <= NEXT; d++) {
        fill(0, d, HERE, (uint8_t)(0x40 * d), LENGTH);
        fill(1, d, THERE, 1, LENGTH);
    }
    assert_true(exa_put(&site[0].user, &p) >= 0);
    if (mended) {
        assert_int_equal(tn_fw_unbind_page(f, FW_PAGE), 0);
        assert_int_equal(tn_fw_bind_page(f, FW_PAGE, next), 0);
    } else {
        f->pdid[FW_PAGE] = 1u << 31 | next;
    }
    turns(QUIET);
    assert_int_equal(f->stats.started, !mended);
    assert_true(has(1, DOMAIN, THERE, 1, LENGTH));
    assert_true(has(1, NEXT, THERE, mended ? 1 : 0x40 * NEXT, LENGTH));
}

static void get(uint64_t at)
{
    const struct exa_get g = {.src = THERE + at, .dst = HERE + at, .node = nd_own(1), .length = LENGTH};
    assert_true(exa_get(&site[0].user, &g) >= 0);
}

static bool ended(struct exa_end *e)
{
    const bool over = exa_poll(&site[0].user, e);
    turn();
    return over;
}

/* Waits until the other node has taken so many requests. */
static void await_requests(unsigned n)
{
    struct exa_end e;
    for (unsigned i = 0; i < PATIENCE && site[1].firmware.stats.reads < n; i++)
        assert_false(ended(&e));
    assert_int_equal(site[1].firmware.stats.reads, n);
}

/* A process dies with a read under way, starts again, and asks for another read of that length. */
static void user_starts_again(bool mended)
{
    struct tn_fw *f = &site[0].firmware;
    struct exa_user_config c = site[0].user.config;
    struct exa_end e = {.handle = -1};
    bool over = false;
    for (uint64_t at = FIRST; at <= SECOND; at += SECOND) {
        fill(1, DOMAIN, THERE + at, at ? 0x80 : 0x40, LENGTH);
        fill(0, DOMAIN, HERE + at, 1, LENGTH);
    }
    tn_memory_arm(tn_exf_board_memory(nd.board, 0), nd_pdid(DOMAIN), HERE + FIRST);
    tn_memory_arm(tn_exf_board_memory(nd.board, 1), nd_pdid(DOMAIN), THERE + SECOND);
    target_waits = source_waits = true;
    get(FIRST);
    await_requests(1);
    assert_int_equal(tn_fw_unbind_page(f, FW_PAGE), 0);
    assert_int_equal(tn_fw_bind_page(f, FW_PAGE, (uint16_t)nd_pdid(DOMAIN)), 0);
    while (tn_fw_bind_user(f, CHANNEL, MAILBOX, (uint16_t)nd_pdid(DOMAIN)) != 0)
        turn();
    c.life = mended ? tn_fw_life(f, FW_PAGE) : c.life;
    exa_user_init(&site[0].user, &c);
    get(SECOND);
    await_requests(2);
    target_waits = false; /* the first life's read goes on, and is notified */
    for (const uint64_t end = tn_sim_cycle() + 4 * QUIET; tn_sim_cycle() < end && !over && nd.failures == 0;)
        over = ended(&e);
    assert_true(has(0, DOMAIN, HERE + FIRST, 0x40, LENGTH));
    assert_int_equal(over, !mended);
    source_waits = false;
    for (unsigned i = 0; i < PATIENCE && !over && nd.failures == 0; i++)
        over = ended(&e);
    assert_true(over && e.err == 0);
    assert_int_equal(has(0, DOMAIN, HERE + SECOND, 0x80, LENGTH), mended);
    assert_int_equal(site[0].user.stale, mended);
    turns(QUIET);
}

static void e20_a_go_is_carried_out_for_the_next_owner(void **state)
{
    (void)state;
    page_changes_its_owner(false);
}

static void e20_mended_a_go_ends_with_its_owner(void **state)
{
    (void)state;
    page_changes_its_owner(true);
}

static void e21_a_notification_of_the_life_before_ends_a_read(void **state)
{
    (void)state;
    user_starts_again(false);
}

static void e21_mended_a_notification_of_the_life_before_is_dropped(void **state)
{
    (void)state;
    user_starts_again(true);
}

#define T(name) cmocka_unit_test_setup_teardown(name, fresh, clean)
int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        T(e20_a_go_is_carried_out_for_the_next_owner),
        T(e20_mended_a_go_ends_with_its_owner),
        T(e21_a_notification_of_the_life_before_ends_a_read),
        T(e21_mended_a_notification_of_the_life_before_is_dropped),
    };
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
