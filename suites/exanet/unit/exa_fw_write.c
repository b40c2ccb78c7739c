/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The firmware's writes over a network that harms nothing (checkers/exanet/spec/exa_firmware.md
 * sections 1 to 4).
 */
#include "exa_fw_fixture.h"

#include <errno.h>

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

/* Runs one put to its good end. */
static void put(struct world *w, unsigned c, const struct put *p)
{
    ask(w, 0, c, p);
    expect(w, 0, p);
    assert_true(run(w, 400000));
    assert_int_equal(state_of(w, 0, c), TN_FW_DONE);
    assert_int_equal(err_of(w, 0, c), 0);
    assert_int_equal(descriptor(w, 0, c)[TN_FW_STATUS] >> 32, p->length);
    assert_int_equal(descriptor(w, 0, c)[TN_FW_GO] >> 32, 0);
}

static void put_of_one_transaction_is_done(void **state)
{
    struct world *w = *state;
    put(w, 0, &(struct put){.src = 0x10003, .dst = 0x20005, .length = 1000});
    memories_are_as_wanted(w);
    assert_int_equal(w->side[0].fw->stats.started, 1);
    assert_int_equal(w->side[0].fw->stats.stray, 0);
    assert_int_equal(w->side[0].fw->stats.bus_errors, 0);
    assert_int_equal(w->side[0].fw->stats.timeouts, 0);
}

static void puts_of_all_sizes_arrive_whole(void **state)
{
    static const uint32_t edge[] = {1,    15,    16,    17,    255,   256,   257,   4095,
                                    4097, 16383, 16384, 16385, 32768, 65537, 102400};
    struct world *w = *state;
    for (unsigned i = 0; i < 150; i++) {
        const struct put p = {
            .length = i < 45 ? edge[i / 3] : 1 + (uint32_t)tn_rng_below(&w->rng, 102400),
            .src = tn_rng_below(&w->rng, 0x10000),
            .dst = 0x40000 + (i % 3 ? tn_rng_below(&w->rng, 0x10000) : 0),
        };
        put(w, i % 32, &p);
    }
    memories_are_as_wanted(w);
    assert_int_equal(w->side[0].fw->stats.retries, 0);
}

/* 3 bytes before a block's end to 5 bytes behind the next one: three transactions */
static void transfer_is_cut_where_the_destination_crosses_16_kib(void **state)
{
    struct world *w = *state;
    put(w, 0, &(struct put){.src = 0x1234, .dst = 0x43ffd, .length = 3 + 16384 + 5});
    assert_int_equal(w->side[0].fw->stats.started, 3);
    memories_are_as_wanted(w);
}

static void refused_transfers_end_at_once_with_their_error(void **state)
{
    static const struct {
        struct put p;
        unsigned err;
    } bad[] = {
        {{.src = 0, .dst = 0, .length = 0}, TN_FW_E_RANGE},
        {{.src = 1ull << 42, .dst = 0, .length = 1}, TN_FW_E_RANGE},
        {{.src = (1ull << 42) - 10, .dst = 0, .length = 11}, TN_FW_E_RANGE},
        {{.src = 0, .dst = 7ull << 39, .length = 1}, TN_FW_E_RANGE},
        {{.src = 0, .dst = (7ull << 39) - 1, .length = 2}, TN_FW_E_RANGE},
    };
    struct world *w = *state;
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
        ask(w, 0, i, &bad[i].p);
        assert_true(run(w, 1000));
        assert_int_equal(state_of(w, 0, i), TN_FW_ERROR);
        assert_int_equal(err_of(w, 0, i), bad[i].err);
    }
    assert_int_equal(w->side[0].fw->stats.started, 0);
}

static void page_without_a_bank_is_answered_with_protection(void **state)
{
    struct world *w = *state;
    const struct put p = {.length = 1};
    assert_int_equal(tn_fw_set_bank(w->side[0].fw, 3, 0, false), 0);
    ask(w, 0, 0, &p);
    assert_true(run(w, 1000));
    assert_int_equal(err_of(w, 0, 0), TN_FW_E_PROTECTION);
}

static void memory_that_is_not_there_ends_with_decode(void **state)
{
    struct world *w = *state;
    const struct put no_source = {.src = MEMORY, .dst = 0x1000, .length = 10},
                     no_place = {.dst = MEMORY, .length = 10};
    ask(w, 0, 0, &no_source);
    ask(w, 0, 1, &no_place);
    assert_true(run(w, 100000));
    assert_int_equal(err_of(w, 0, 0), TN_FW_E_DECODE);
    assert_int_equal(err_of(w, 0, 1), TN_FW_E_DECODE);
    memories_are_as_wanted(w);
}

static void no_more_transactions_are_under_way_than_outstanding(void **state)
{
    struct world *w = *state;
    const struct put p = {.src = 7, .dst = 0x40000, .length = 200000};
    unsigned most = 0;
    ask(w, 0, 0, &p);
    expect(w, 0, &p);
    do {
        turn(w);
        if (w->side[0].fw->live_n > most)
            most = w->side[0].fw->live_n;
    } while (!tn_fw_idle(w->side[0].fw));
    assert_int_equal(most, 4);
    memories_are_as_wanted(w);
}

/* Three transactions, the notified one of which is the last: its first packet leaves when the
 * others are answered. */
static void notification_comes_once_and_after_all_bytes(void **state)
{
    struct world *w = *state;
    struct put p = {.src = 9,
                    .dst = 0x40100,
                    .length = 40000,
                    .notify = true,
                    .place = place(1, 5),
                    .note = {0x1122334455667788, 0x99}};
    uint64_t note[2];
    assert_int_equal(tn_fw_bind_user(w->side[1].fw, 1, 5, PDID), 0);
    ask(w, 0, 0, &p);
    expect(w, 0, &p);
    while (!take_note(w, 1, 5, note)) {
        const struct tn_fw *f = w->side[0].fw;
        for (unsigned i = 0; i < f->live_n; i++)
            assert_true(!f->txn[f->live[i]].notify || f->live_n == 1);
        turn(w);
    }
    memories_are_as_wanted(w);
    assert_true(note[0] == p.note[0] && note[1] == p.note[1]);
    assert_true(run(w, 100000));
    assert_int_equal(state_of(w, 0, 0), TN_FW_DONE);
    assert_false(take_note(w, 1, 5, note));
    assert_int_equal(w->seen[K_CONTROL], 1);
}

static void numbers_are_given_in_the_order_in_which_they_became_free(void **state)
{
    struct world *w = *state;
    for (unsigned i = 0; i < 1500; i++) {
        const unsigned head = w->side[0].fw->free[w->side[0].fw->free_head];
        assert_int_equal(head, i % 1024);
        put(w, 0, &(struct put){.src = i, .dst = 0x40000 + i, .length = 1});
        assert_int_equal(w->side[0].fw->txn[head].generation, i / 1024);
    }
    memories_are_as_wanted(w);
}

static void two_pages_share_the_turns(void **state)
{
    struct world *w = *state;
    struct tn_fw *f = w->side[0].fw;
    volatile uint64_t *d = f->page[9][31];
    assert_int_equal(tn_fw_bind_page(f, 9, PDID), 0);
    for (unsigned c = 0; c < 32; c++)
        ask(w, 0, c, &(struct put){.dst = 0x40000, .length = 65536});
    while (f->stats.transfers < 5)
        turn(w);
    d[TN_FW_SRC] = 0;
    d[TN_FW_DST] = exa_place_bits(coordinates[1], 0x60000);
    d[TN_FW_LENGTH] = 16;
    d[TN_FW_GO] = 1ull << 32;
    for (unsigned i = 0; i < 3; i++)
        turn(w);
    assert_int_equal((uint8_t)d[TN_FW_STATUS], TN_FW_ACTIVE);
    assert_int_equal(tn_fw_bind_page(f, 9, PDID), -EBUSY);
    assert_int_equal(tn_fw_set_bank(f, 3, 0, false), -EBUSY);
    assert_true(run(w, 3000000));
}

/* Four numbers, so the generations come round: 128 of a number last ctx_timeout. */
static void generation_comes_round_and_never_too_early(void **state)
{
    struct world *w = *state;
    struct tn_fw_config c;
    uint64_t begun;
    unsigned n = 0;
    end_world(w);
    tn_fw_defaults(&c);
    c.cold = true;
    c.txn_timeout = 1u << 10;
    c.backoff_max = 1u << 12;
    c.done_hold = 1u << 12;
    c.ctx_timeout = 1u << 18;
    *state = w = make_world(&c, 2, 4, 2);
    begun = w->now;
    for (; n < 4 * 600; n++) {
        put(w, n % 32, &(struct put){.src = n, .dst = 0x40000 + 3ull * n, .length = 1});
        assert_true(w->now - begun >= (uint64_t)c.ctx_timeout * (n / 4 / 128));
    }
    assert_int_equal(w->side[0].fw->txn[0].generation, 599 % 512);
    assert_int_equal(w->side[0].fw->stats.retries, 0);
    memories_are_as_wanted(w);
}

static void first_transaction_waits_for_the_contexts_of_the_life_before(void **state)
{
    struct world *w = *state;
    const struct put p = {.dst = 0x40000, .length = 1};
    struct tn_fw_config c;
    uint64_t start;
    put(w, 0, &(struct put){.src = 1, .dst = 0x40000, .length = 1});
    tn_fw_defaults(&c);
    start_side(w, 0, &c);
    start = w->now;
    ask(w, 0, 0, &p);
    expect(w, 0, &p);
    while (w->seen[K_DATA] == 1)
        turn(w);
    assert_true(w->now - start >= c.ctx_timeout - 1000);
    assert_true(run(w, 100000));
    assert_int_equal(state_of(w, 0, 0), TN_FW_DONE);
    memories_are_as_wanted(w);
}

static void configurations_that_cannot_hold_are_refused(void **state)
{
    struct tn_fw_config c;
    (void)state;
    tn_fw_defaults(&c);
    assert_null(tn_fw_wrong(&c));
    c.max_retries = 16;
    assert_non_null(tn_fw_wrong(&c));
    tn_fw_defaults(&c);
    c.outstanding = 17;
    assert_non_null(tn_fw_wrong(&c));
    tn_fw_defaults(&c);
    c.ctx_timeout = c.txn_timeout + c.backoff_max;
    assert_non_null(tn_fw_wrong(&c));
    c.ctx_timeout++;
    assert_null(tn_fw_wrong(&c));
    c.done_hold = 2 * c.txn_timeout - 1;
    assert_non_null(tn_fw_wrong(&c));
}

int main(void)
{
#define T(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        T(put_of_one_transaction_is_done),
        T(puts_of_all_sizes_arrive_whole),
        T(transfer_is_cut_where_the_destination_crosses_16_kib),
        T(refused_transfers_end_at_once_with_their_error),
        T(page_without_a_bank_is_answered_with_protection),
        T(memory_that_is_not_there_ends_with_decode),
        T(no_more_transactions_are_under_way_than_outstanding),
        T(notification_comes_once_and_after_all_bytes),
        T(numbers_are_given_in_the_order_in_which_they_became_free),
        T(two_pages_share_the_turns),
        T(generation_comes_round_and_never_too_early),
        T(first_transaction_waits_for_the_contexts_of_the_life_before),
        cmocka_unit_test(configurations_that_cannot_hold_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
