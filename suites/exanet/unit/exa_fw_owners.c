/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Owners that change under the firmware: pages of the scratchpad, banks, lives of users, and how many numbers a page
 * may hold (exa_firmware.md section 9).
 */
#include "exa_fw_fixture.h"

#include <errno.h>
#include <tn/exanet/exa_user.h>

enum { CHANNEL = 4, MAILBOX = 6, LENGTH = 65536, OTHER = 0x43, LIMIT = 3000000, PAGE = 2, BANKS = 0x40000, ENGINES = 3 };

static int setup(void **state)
{
    *state = make_world(NULL, 10, 4, 1);
    return 0;
}

static int teardown(void **state)
{
    end_world(*state);
    return 0;
}

/* Pages. */

static void go_of_the_owner_before_is_not_done_for_the_next(void **state)
{
    struct world *w = *state;
    struct tn_fw *f = w->side[0].fw;
    const struct put p = {.src = 0x10000, .dst = 0x20000, .length = 256};
    ask(w, 0, 0, &p); /* by a process of the domain before */
    assert_int_equal(tn_fw_unbind_page(f, PAGE), 0);
    assert_int_equal(state_of(w, 0, 0), TN_FW_ERROR);
    assert_int_equal(err_of(w, 0, 0), TN_FW_E_RANGE);
    for (unsigned i = 0; i < 2; i++)
        assert_int_equal(tn_fw_set_bank(w->side[i].fw, 5, OTHER, true), 0);
    assert_int_equal(tn_fw_bind_page(f, PAGE, OTHER), 0);
    for (unsigned i = 0; i < TN_FW_CHANNELS * TN_FW_WORDS; i++)
        assert_true(f->page[PAGE][i / TN_FW_WORDS][i % TN_FW_WORDS] == 0);
    run(w, 400000);
    assert_int_equal(f->stats.started, 0);
    memories_are_as_wanted(w);
}

static void page_that_has_an_owner_is_not_given_to_another(void **state)
{
    struct world *w = *state;
    assert_int_equal(tn_fw_bind_page(w->side[0].fw, PAGE, OTHER), -EBUSY);
}

/* What is under way ends with the transactions that the ExaDMA has; the others never begin. */
static void page_is_free_when_the_sender_lets_go(void **state)
{
    struct world *w = *state;
    struct tn_fw *f = w->side[0].fw;
    uint64_t started;
    for (unsigned c = 0; c < 8; c++)
        ask(w, 0, c, &(struct put){.src = 0x100 * c, .dst = 0x4000 * c, .length = LENGTH});
    while (f->stats.started < 12)
        turn(w);
    started = f->stats.started;
    assert_int_equal(tn_fw_unbind_page(f, PAGE), -EBUSY);
    ask(w, 0, 20, &(struct put){.src = 0, .dst = 0, .length = 16}); /* too late */
    assert_int_equal(tn_fw_bind_page(f, PAGE, OTHER), -EBUSY);
    for (uint64_t end = w->now + 200000; tn_fw_unbind_page(f, PAGE) != 0; turn(w))
        assert_true(w->now < end);
    for (unsigned c = 0; c < 8; c++)
        assert_true(state_of(w, 0, c) == TN_FW_ERROR && err_of(w, 0, c) == TN_FW_E_RANGE);
    assert_int_equal(err_of(w, 0, 20), TN_FW_E_RANGE);
    assert_int_equal(f->stats.started, started);
    assert_int_equal(f->live_n, 0);
    assert_int_equal(tn_fw_bind_page(f, PAGE, OTHER), 0);
    assert_true(descriptor(w, 0, 3)[TN_FW_SRC] == 0);
}

/* Users. */

static struct exa_user user_of(struct world *w, unsigned side)
{
    struct exa_user u;
    const struct exa_user_config c = {.ops = fw_ops, .ctx = &w->side[side], .page = w->side[side].fw->page[PAGE], .channel = CHANNEL,
                                      .mailbox = MAILBOX, .life = tn_fw_life(w->side[side].fw, PAGE), .max_retries = 15};
    assert_int_equal(tn_fw_bind_user(w->side[side].fw, CHANNEL, MAILBOX, PDID), 0);
    exa_user_init(&u, &c);
    return u;
}

static unsigned end_of(struct world *w, struct exa_user *u)
{
    struct exa_end e = {0};
    for (const uint64_t end = w->now + LIMIT; !exa_poll(u, &e); turn(w))
        assert_true(w->now < end);
    return e.err;
}

static void a_read_of_the_life_before_does_not_end_one_of_the_next(void **state)
{
    struct world *w = *state;
    const struct exa_get one = {.src = 0x10000, .dst = 0x20000, .node = exa_node_bits(coordinates[1]), .length = LENGTH},
                         two = {.src = 0x40000, .dst = 0x60000, .node = exa_node_bits(coordinates[1]), .length = LENGTH};
    struct exa_user u = user_of(w, 0);
    struct exa_end e;
    assert_true(exa_get(&u, &one) >= 0);
    for (unsigned i = 0; i < 100000 && w->side[1].fw->stats.reads == 0; i++) {
        turn(w);
        assert_false(exa_poll(&u, &e));
    }
    for (unsigned i = 0; i < 20; i++)
        turn(w);
    assert_int_equal(tn_fw_unbind_page(w->side[0].fw, PAGE), 0); /* the process dies, and another one starts */
    assert_int_equal(tn_fw_bind_page(w->side[0].fw, PAGE, PDID), 0);
    u = user_of(w, 0);
    assert_true(exa_get(&u, &two) >= 0);
    assert_int_equal(end_of(w, &u), 0);
    assert_memory_equal(w->side[0].mem + two.dst, w->side[1].mem + two.src, LENGTH);
    assert_int_equal(u.stale, 1);
    assert_int_equal(u.dropped, 0);
}

static void channel_with_a_message_under_way_is_given_to_nobody(void **state)
{
    struct world *w = *state;
    const struct exa_get g = {.src = 0, .dst = 0x20000, .node = exa_node_bits(coordinates[1]), .length = 16};
    struct exa_user u = user_of(w, 0);
    struct exa_end e;
    assert_true(exa_get(&u, &g) >= 0);
    assert_false(exa_poll(&u, &e));
    assert_int_equal(tn_fw_unbind_user(w->side[0].fw, CHANNEL, MAILBOX), -EBUSY);
    assert_int_equal(end_of(w, &u), 0);
    assert_int_equal(tn_fw_unbind_user(w->side[0].fw, CHANNEL, MAILBOX), 0);
}

static void each_bind_of_a_page_is_another_life(void **state)
{
    struct tn_fw *f = ((struct world *)*state)->side[0].fw;
    const uint8_t life = tn_fw_life(f, PAGE);
    for (unsigned i = 1; i < 256; i++) {
        assert_int_equal(tn_fw_unbind_page(f, PAGE), 0);
        assert_int_equal(tn_fw_bind_page(f, PAGE, PDID), 0);
        assert_int_equal(tn_fw_life(f, PAGE), (uint8_t)(life + i));
    }
}

static void requester_is_told_that_the_page_behind_its_read_was_taken_away(void **state)
{
    struct world *w = *state;
    const struct exa_get g = {.src = 0x10000, .dst = 0x20000, .node = exa_node_bits(coordinates[1]), .length = 4 * LENGTH};
    struct exa_user u = user_of(w, 0);
    struct exa_end e;
    assert_true(exa_get(&u, &g) >= 0);
    while (w->side[1].fw->stats.started == 0) {
        turn(w);
        assert_false(exa_poll(&u, &e));
    }
    tn_fw_unbind_page(w->side[1].fw, PAGE);
    assert_int_equal(end_of(w, &u), TN_FW_E_RANGE);
}

/* Banks. */

/* A node whose engines drain: each shows bit 30 for as many reads; the last values that were written, and whether one was
 * given to a domain while an engine drained. */
static struct drain {
    struct side *side;
    uint32_t bank[ENGINES];
    unsigned left[ENGINES], reads[ENGINES];
    bool early, loads;
} drain;

static int engine_of(uint32_t addr)
{
    const uint32_t at[ENGINES] = {0x300000 + BANKS + 4 * 5, 0x400000 + BANKS + 4 * 5, 0x500000 + BANKS + 0x40 + 4 * 5};
    for (int e = 0; e < ENGINES; e++)
        if (addr == at[e])
            return e;
    return -1;
}

static int drain_read(void *ctx, uint32_t addr, unsigned bytes, uint8_t *data)
{
    const int e = engine_of(addr);
    uint32_t value = addr == 0x540400 ? 0x455A0001 : 0;
    (void)ctx;
    if (e < 0 && !(drain.loads && addr >= 0x500000 && addr < 0x600000))
        return fw_read(drain.side, addr, bytes, data);
    pass(drain.side->w, ACCESS);
    if (e >= 0) {
        value = drain.bank[e] | (drain.left[e] ? 1u << 30 : 0);
        drain.reads[e]++;
        drain.left[e] -= drain.left[e] && drain.left[e] != UINT32_MAX;
    }
    for (unsigned i = 0; i < bytes; i++)
        data[i] = (uint8_t)(value >> 8 * i);
    return 0;
}

static int drain_write(void *ctx, uint32_t addr, unsigned bytes, const uint8_t *data)
{
    const int e = engine_of(addr);
    (void)ctx;
    if (e < 0)
        return drain.loads && addr >= 0x500000 && addr < 0x600000 ? 0 : fw_write(drain.side, addr, bytes, data);
    pass(drain.side->w, ACCESS);
    if (drain.left[e] && drain.bank[e] == 0)
        return 2;
    drain.bank[e] = (uint32_t)data[0] | (uint32_t)data[1] << 8 | (uint32_t)data[2] << 16 | (uint32_t)data[3] << 24;
    for (unsigned i = 0; i < ENGINES; i++)
        drain.early |= drain.bank[e] >> 31 && drain.left[i];
    return 0;
}

static void begin_drain(struct world *w, bool loads, const unsigned left[ENGINES])
{
    const struct tn_fw_ops ops = {fw_now, drain_read, drain_write, fw_fault};
    struct tn_fw_config c;
    tn_fw_defaults(&c);
    c.cold = true;
    c.drain_timeout = 5000;
    drain = (struct drain){.side = &w->side[0], .loads = loads};
    assert_int_equal(tn_fw_start(w->side[0].fw, &c, &ops, &w->side[0]), 0);
    assert_int_equal(tn_fw_set_bank(w->side[0].fw, 5, PDID, true), 0);
    for (unsigned e = 0; e < ENGINES; e++)
        drain.left[e] = left[e];
}

static void bank_is_given_when_every_engine_has_drained(void **state)
{
    struct world *w = *state;
    begin_drain(w, true, (const unsigned[]){3, 40, 100});
    drain.bank[2] = 1u << 31 | PDID;
    assert_int_equal(tn_fw_set_bank(w->side[0].fw, 5, OTHER, true), 0);
    assert_false(drain.early);
    assert_int_equal(drain.bank[0], 1u << 31 | OTHER);
    assert_int_equal(drain.bank[1], 1u << 31 | OTHER);
    assert_int_equal(drain.bank[2], 0); /* whoever opens loads to the domain gives it */
    assert_true(drain.reads[2] > 100);
}

static void bank_that_does_not_drain_is_nobodys_after_a_bounded_time(void **state)
{
    struct world *w = *state;
    struct tn_fw *f = w->side[0].fw;
    for (unsigned e = 0; e < ENGINES; e++) {
        const unsigned left[ENGINES] = {e == 0 ? UINT32_MAX : 0, e == 1 ? UINT32_MAX : 0, e == 2 ? UINT32_MAX : 0};
        begin_drain(w, true, left);
        const uint64_t begun = w->now;
        assert_int_equal(tn_fw_set_bank(f, 5, OTHER, true), -ETIMEDOUT);
        assert_true(w->now - begun >= 5000 && w->now - begun < 6000);
        assert_int_equal(tn_fw_set_bank(f, 5, OTHER, true), -ETIMEDOUT);
        assert_false(drain.early);
        drain.left[e] = 4;
        assert_int_equal(tn_fw_set_bank(f, 5, OTHER, true), 0);
        assert_int_equal(drain.bank[0], 1u << 31 | OTHER);
    }
}

static void firmware_without_loads_looks_at_two_engines(void **state)
{
    struct world *w = *state;
    begin_drain(w, false, (const unsigned[]){0, 7, 0});
    assert_int_equal(tn_fw_set_bank(w->side[0].fw, 5, 0, false), 0);
    assert_int_equal(drain.reads[2], 0);
    assert_int_equal(drain.bank[0] | drain.bank[1], 0);
}

/* Numbers. */

static void page_holds_its_share_of_numbers_and_no_more(void **state)
{
    struct world *w = *state;
    struct tn_fw *f = w->side[0].fw;
    unsigned most = 0;
    assert_int_equal(tn_fw_bind_page(f, 9, PDID), 0);
    w->side[0].halted = true; /* nothing ends */
    for (unsigned c = 0; c < 32; c++)
        ask(w, 0, c, &(struct put){.dst = 0, .length = LENGTH});
    for (unsigned i = 0; i < 400; i++) {
        turn(w);
        most = f->live_n > most ? f->live_n : most;
    }
    assert_int_equal(most, 64);
    volatile uint64_t *d = f->page[9][31];
    d[TN_FW_DST] = exa_place_bits(coordinates[1], 0x60000);
    d[TN_FW_LENGTH] = 16;
    d[TN_FW_GO] = 1ull << 32;
    for (unsigned i = 0; i < 3; i++)
        turn(w);
    assert_int_equal((uint8_t)d[TN_FW_STATUS], TN_FW_ACTIVE);
}

#define T(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
int main(void)
{
    const struct CMUnitTest tests[] = {
        T(go_of_the_owner_before_is_not_done_for_the_next),
        T(page_that_has_an_owner_is_not_given_to_another),
        T(page_is_free_when_the_sender_lets_go),
        T(a_read_of_the_life_before_does_not_end_one_of_the_next),
        T(channel_with_a_message_under_way_is_given_to_nobody),
        T(each_bind_of_a_page_is_another_life),
        T(requester_is_told_that_the_page_behind_its_read_was_taken_away),
        T(bank_is_given_when_every_engine_has_drained),
        T(bank_that_does_not_drain_is_nobodys_after_a_bounded_time),
        T(firmware_without_loads_looks_at_two_engines),
        T(page_holds_its_share_of_numbers_and_no_more),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
