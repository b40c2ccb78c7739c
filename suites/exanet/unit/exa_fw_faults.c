/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The firmware's writes over a network that loses, doubles, delays and corrupts, with pages that
 * are missing: each transfer ends correct or with an error, once (EXF-CMP-1 to 3), and notifies
 * once.
 */
#include "exa_fw_fixture.h"

#include <errno.h>

enum { MAILBOX = 5, LIMIT = 12000000 };

static const struct put big = {
    .src = 0x10003, .dst = 0x43f05, .length = 40000, .notify = true, .note = {77, 88}};

static struct world *world_of(uint64_t seed, unsigned way_log2)
{
    struct world *w = make_world(NULL, 10, way_log2, seed);
    assert_int_equal(tn_fw_bind_user(w->side[1].fw, 1, MAILBOX, PDID), 0);
    return w;
}

static int setup(void **state)
{
    *state = world_of(1, 4);
    return 0;
}

static int teardown(void **state)
{
    end_world(*state);
    return 0;
}

static void ask_big(struct world *w)
{
    struct put p = big;
    p.place = place(1, MAILBOX);
    ask(w, 0, 0, &p);
    expect(w, 0, &p);
}

/* The put is done: bytes, state, and that many notifications. */
static void is_done(struct world *w, unsigned notes)
{
    uint64_t note[2];
    unsigned n = 0;
    assert_true(run(w, LIMIT));
    assert_int_equal(err_of(w, 0, 0), 0);
    assert_int_equal(state_of(w, 0, 0), TN_FW_DONE);
    memories_are_as_wanted(w);
    settle(w);
    memories_are_as_wanted(w);
    while (take_note(w, 1, MAILBOX, note))
        n += note[0] == 77 && note[1] == 88;
    assert_int_equal(n, notes);
}

static void strike(struct world *w, enum kind kind, unsigned nth, enum harm harm)
{
    w->strike[w->strikes++] = (struct strike){kind, w->seen[kind] + nth, harm};
}

/* 251 + 2 x 16384 + 6981 bytes are 1 + 64 + 64 + 28 packets. Of these the first ones, some in the
 * middle, first and last of the last transaction; each response; the control packet; the
 * notification. */
static void one_packet_harmed_in_any_way_is_mended(void **state)
{
    static const struct {
        enum kind kind;
        unsigned nth;
    } of[] = {{K_DATA, 0},     {K_DATA, 1},     {K_DATA, 60},    {K_DATA, 128},
              {K_DATA, 129},   {K_DATA, 156},   {K_CONTROL, 0},  {K_RESPONSE, 0},
              {K_RESPONSE, 1}, {K_RESPONSE, 2}, {K_RESPONSE, 3}, {K_NOTIFY, 0}};
    (void)state;
    for (unsigned i = 0; i < sizeof of / sizeof *of; i++)
        for (unsigned h = H_LOSE; h < H_HARMS; h++) {
            const bool lost = h == H_LOSE || h >= H_PAYLOAD;
            struct world *w;
            if (of[i].kind == K_RESPONSE && (h == H_PAYLOAD || h == H_FOOTER))
                continue; /* a header alone */
            w = world_of(1, 4);
            strike(w, of[i].kind, of[i].nth, (enum harm)h);
            ask_big(w);
            is_done(w, of[i].kind == K_NOTIFY ? (lost ? 0 : h == H_DOUBLE ? 2 : 1) : 1);
            if (lost && of[i].kind != K_NOTIFY)
                assert_true(w->side[0].fw->stats.retries > 0);
            end_world(w);
        }
}

static void nothing_arrives_and_the_retries_are_used_up(void **state)
{
    struct world *w = *state;
    const uint64_t begun = w->now;
    w->per_mille[H_LOSE] = 1000;
    ask(w, 0, 0, &(struct put){.dst = 0x40000, .length = 300});
    assert_true(run(w, 16 * (1 << 16)));
    assert_int_equal(state_of(w, 0, 0), TN_FW_ERROR);
    assert_int_equal(err_of(w, 0, 0), TN_FW_E_RETRIES);
    assert_int_equal(w->side[0].fw->stats.started, 16);
    assert_true(w->now - begun > 16 * (1 << 15));
    memories_are_as_wanted(w);
}

/* The response is lost, and all of the next attempts: they share the time in which the receiver
 * remembers. */
static void what_may_be_done_is_not_tried_again_when_it_may_be_forgotten(void **state)
{
    struct world *w = *state;
    uint64_t note[2];
    const uint64_t begun = w->now;
    ask(w, 0, 0,
        &(struct put){.dst = 0x40000,
                      .length = 300,
                      .notify = true,
                      .place = place(1, MAILBOX),
                      .note = {1, 2}});
    for (unsigned i = 0; i < 40; i++)
        strike(w, K_RESPONSE, i, H_LOSE);
    expect(w, 0, &(struct put){.dst = 0x40000, .length = 300});
    assert_true(run(w, LIMIT));
    assert_int_equal(state_of(w, 0, 0), TN_FW_ERROR);
    assert_true(err_of(w, 0, 0) == TN_FW_E_UNKNOWN || err_of(w, 0, 0) == TN_FW_E_RETRIES);
    assert_true(w->now - begun < 1 << 16);
    assert_true(w->side[0].fw->stats.started > 10);
    assert_true(take_note(w, 1, MAILBOX, note));
    settle(w);
    assert_false(take_note(w, 1, MAILBOX, note));
    memories_are_as_wanted(w);
}

/* The firmware stands still while the response is lost: later its receiver may have forgotten. */
static void firmware_that_stood_still_does_not_write_again(void **state)
{
    struct world *w = *state;
    const struct put p = {
        .dst = 0x40000, .length = 300, .notify = true, .place = place(1, MAILBOX), .note = {1, 2}};
    uint64_t note[2];
    strike(w, K_RESPONSE, 0, H_LOSE);
    ask(w, 0, 0, &p);
    expect(w, 0, &p);
    while (!w->seen[K_RESPONSE])
        turn(w);
    w->side[0].asleep = true;
    for (unsigned i = 0; i < 1 << 17; i++)
        pass(w, 10);
    assert_true(take_note(w, 1, MAILBOX, note));
    memset(w->side[1].mem + 0x40000, 0, 300); /* the buffer is used again */
    memset(w->side[1].want + 0x40000, 0, 300);
    w->side[0].asleep = false;
    assert_true(run(w, LIMIT));
    assert_int_equal(err_of(w, 0, 0), TN_FW_E_UNKNOWN);
    memories_are_as_wanted(w);
    assert_false(take_note(w, 1, MAILBOX, note));
}

/* Of two copies of a packet the first is refused, the second completes the attempt; the next
 * attempt's page is missing for so long that the receiver forgets, as another number wants its
 * context. */
static void refused_attempt_that_a_second_copy_completes_is_not_written_again(void **state)
{
    struct world *w = *state;
    const struct put p = {
        .dst = 0x40000, .length = 300, .notify = true, .place = place(1, MAILBOX), .note = {1, 2}};
    uint64_t note[2];
    w->late = 200;
    w->serve_delay = 1 << 21;
    strike(w, K_CONTROL, 0,
           H_DELAY);                 /* it would make a context, which would remember the refusal */
    strike(w, K_CONTROL, 1, H_LOSE); /* it would begin the next attempt */
    strike(w, K_DATA, 0, H_BAD_COPY);
    ask(w, 0, 0, &p);
    expect(w, 0, &p);
    while (w->seen[K_DATA] < 2)
        turn(w);
    w->side[0].there_at[0] = UINT64_MAX;
    assert_true(run(w, LIMIT));
    assert_int_equal(w->side[0].fw->stats.nacks[3], 1);
    assert_int_equal(w->side[0].fw->stats.faults, 1);
    assert_int_equal(err_of(w, 0, 0), TN_FW_E_UNKNOWN);
    assert_true(take_note(w, 1, MAILBOX, note));
    settle(w);
    assert_false(take_note(w, 1, MAILBOX, note));
    memories_are_as_wanted(w);
}

/* The response comes while the firmware stands still: it is seen before the timer. */
static void firmware_that_stood_still_sees_its_responses_first(void **state)
{
    struct world *w = *state;
    ask_big(w);
    while (!tn_fw_idle(w->side[0].fw)) {
        turn(w);
        w->side[0].asleep = true;
        for (unsigned i = 0; i < 10000; i++)
            pass(w, 10);
        w->side[0].asleep = false;
    }
    is_done(w, 1);
    assert_int_equal(w->side[0].fw->stats.retries, 0);
}

/* The first attempt's response comes while the second waits for its own, which is lost; the third
 * is answered. */
static void late_response_of_the_attempt_before_is_ignored(void **state)
{
    struct world *w = *state;
    w->late = 50000;
    strike(w, K_RESPONSE, 0, H_DELAY);
    strike(w, K_RESPONSE, 1, H_LOSE); /* to the first of two packets */
    strike(w, K_RESPONSE, 2, H_LOSE); /* to the last */
    ask(w, 0, 0, &(struct put){.dst = 0x40000, .length = 300});
    expect(w, 0, &(struct put){.dst = 0x40000, .length = 300});
    assert_true(run(w, LIMIT));
    assert_int_equal(err_of(w, 0, 0), 0);
    assert_true(w->side[0].fw->stats.stray >= 1);
    assert_int_equal(w->side[0].fw->stats.started, 3);
    memories_are_as_wanted(w);
}

/* E1: the number's second life does not meet the done context of its first. */
static void number_used_again_is_a_new_transaction(void **state)
{
    struct world *w = *state;
    end_world(w);
    *state = w = make_world(NULL, 2, 4, 1);
    for (unsigned i = 0; i < 40; i++) {
        const struct put p = {.src = 0x1000 * i, .dst = 0x40000, .length = 4096};
        ask(w, 0, 0, &p);
        expect(w, 0, &p);
        assert_true(run(w, LIMIT));
        assert_int_equal(state_of(w, 0, 0), TN_FW_DONE);
        memories_are_as_wanted(w);
    }
    assert_int_equal(w->side[0].fw->stats.retries, 0);
}

static void missing_pages_of_the_source_are_served(void **state)
{
    static const unsigned missing[] = {0x10, 0x11, 0x16,
                                       0x19}; /* first, middle, last of 10003 to 19C42 */
    struct world *w = *state;
    for (unsigned i = 0; i < 4; i++)
        w->side[0].there_at[missing[i]] = UINT64_MAX;
    ask_big(w);
    is_done(w, 1);
    assert_int_equal(w->side[0].fw->stats.faults,
                     5); /* page 10 is missing for the first two transactions */
    assert_int_equal(w->side[0].fw->stats.timeouts, 0);
}

static void page_that_is_never_served_ends_with_an_error(void **state)
{
    struct world *w = *state;
    const struct put p = {.dst = 0x40000, .length = 300};
    w->serve_delay = 0;
    w->side[0].there_at[0] = UINT64_MAX;
    ask(w, 0, 0, &p);
    assert_true(run(w, 1 << 25));
    assert_int_equal(err_of(w, 0, 0), TN_FW_E_FAULT);
    memories_are_as_wanted(w);
}

static void missing_pages_of_the_destination_are_awaited(void **state)
{
    struct world *w = *state;
    w->side[1].there_at[0x43] = w->now + 20000;
    w->side[1].there_at[0x47] = w->now + 90000;
    w->side[1].there_at[0x4d] = w->now + 400000;
    w->side[0].there_at[0x14] = UINT64_MAX;
    ask_big(w);
    is_done(w, 1);
    assert_true(w->side[0].fw->stats.nacks[1] > 3);
}

static void page_of_the_destination_that_never_comes_ends_with_an_error(void **state)
{
    struct world *w = *state;
    w->side[1].there_at[0x40] = UINT64_MAX;
    ask(w, 0, 0, &(struct put){.dst = 0x40000, .length = 300});
    assert_true(run(w, 1 << 23));
    assert_int_equal(err_of(w, 0, 0), TN_FW_E_RETRIES);
    assert_int_equal(w->side[0].fw->stats.nacks[1], 16);
    memories_are_as_wanted(w);
}

/* One way a set: 32 transfers of three transactions meet full sets. */
static void full_contexts_are_awaited(void **state)
{
    struct world *w = *state;
    end_world(w);
    *state = w = world_of(3, 0);
    for (unsigned c = 0; c < 32; c++) {
        const struct put p = {.src = 0x100 * c, .dst = 0x40000 + 0x1000 * c, .length = 0x1000};
        ask(w, 0, c, &p);
        expect(w, 0, &p);
    }
    assert_true(run(w, 1 << 23));
    for (unsigned c = 0; c < 32; c++)
        assert_int_equal(err_of(w, 0, c), 0);
    assert_true(w->side[0].fw->stats.nacks[2] > 0);
    memories_are_as_wanted(w);
}

static void failed_transfer_starts_nothing_more(void **state)
{
    struct world *w = *state;
    w->side[0].there_at[0x12] = UINT64_MAX;
    w->serve_delay = 0;
    ask(w, 0, 0, &(struct put){.src = 0x10000, .dst = MEMORY - 16384, .length = 100000});
    assert_true(run(w, LIMIT));
    assert_int_equal(err_of(w, 0, 0), TN_FW_E_DECODE);
    assert_true(w->side[0].fw->stats.started <= 5);
    assert_int_equal(w->side[0].fw->live_n, 0);
}

/* A world of four numbers, whose firmware waits 50000 cycles for the ExaDMA; side 0's stands still. */
static struct world *halted_world(void **state)
{
    struct tn_fw_config c;
    tn_fw_defaults(&c);
    c.cold = true;
    c.send_timeout = 50000;
    end_world(*state);
    *state = make_world(&c, 2, 4, 5);
    ((struct world *)*state)->side[0].halted = true;
    return *state;
}

/* Its number and its bank are not given away before the ExaDMA has ended it. */
static void attempt_that_the_sender_never_ends_fails_its_transfer(void **state)
{
    struct world *w = halted_world(state);
    const struct put p = {.src = 0x100, .dst = 0x40000, .length = 300};
    const uint64_t asked = w->now;
    ask(w, 0, 0, &p);
    assert_true(run(w, LIMIT));
    assert_int_equal(err_of(w, 0, 0), TN_FW_E_NOT_SENT);
    assert_true(w->now >= asked + 50000 && w->now < asked + 2 * 50000);
    assert_int_equal(w->side[0].fw->stats.stuck, 1);
    assert_int_equal(tn_fw_set_bank(w->side[0].fw, 3, PDID + 1, true), -EBUSY);
    memories_are_as_wanted(w);
    w->side[0].halted = false;
    for (const uint64_t end = w->now + 4 * w->side[0].fw->config.txn_timeout; w->now < end;)
        turn(w);
    expect(w, 0, &p); /* the attempt was sent at last */
    memories_are_as_wanted(w);
    assert_int_equal(err_of(w, 0, 0), TN_FW_E_NOT_SENT);
    assert_int_equal(w->side[0].fw->live_n, 0);
    assert_int_equal(tn_fw_set_bank(w->side[0].fw, 3, PDID + 1, true), 0);
}

static void sender_that_has_all_numbers_fails_every_transfer(void **state)
{
    struct world *w = halted_world(state);
    for (unsigned c = 0; c < 9; c++)
        ask(w, 0, c, &(struct put){.src = 0x100 * c, .dst = 0x40000 + 0x1000 * c, .length = 0x80});
    assert_true(run(w, LIMIT));
    for (unsigned c = 0; c < 9; c++)
        assert_int_equal(err_of(w, 0, c), TN_FW_E_NOT_SENT);
    assert_int_equal(w->side[0].fw->stats.started, 4);
    memories_are_as_wanted(w);
}

/* All harms and missing pages at random, then quiet. */
static void random_faults(uint64_t seed)
{
    struct world *w = world_of(seed, seed % 3 ? 4 : 1);
    struct put p[32];
    uint64_t note[2];
    unsigned notes[32] = {0};
    for (unsigned h = H_LOSE; h < H_HARMS; h++)
        w->per_mille[h] = (unsigned)tn_rng_below(&w->rng, seed % 4 == 0 ? 60 : 6);
    w->late = 1 + tn_rng_below(&w->rng, 6000);
    w->quiet_from = w->now + 400000;
    for (unsigned i = 0; i < PAGES; i++) {
        if (tn_rng_below(&w->rng, 8) == 0)
            w->side[0].there_at[i] = UINT64_MAX;
        if (tn_rng_below(&w->rng, 8) == 0)
            w->side[1].there_at[i] = w->now + tn_rng_below(&w->rng, 100000);
    }
    for (unsigned c = 0; c < 32; c++) {
        p[c] = (struct put){.src = tn_rng_below(&w->rng, 0x40000),
                            .dst = 0x4000 * c + tn_rng_below(&w->rng, 0x3000),
                            .length = 1 + (uint32_t)tn_rng_below(&w->rng, 0x1000),
                            .notify = tn_rng_below(&w->rng, 2),
                            .place = place(1, MAILBOX),
                            .note = {c, seed}};
        ask(w, 0, c, &p[c]);
    }
    for (const uint64_t end = w->now + LIMIT; !tn_fw_idle(w->side[0].fw) && w->now < end;) {
        turn(w);
        if (take_note(w, 1, MAILBOX, note))
            notes[note[0]]++;
    }
    settle(w);
    while (take_note(w, 1, MAILBOX, note))
        notes[note[0]]++;
    for (unsigned c = 0; c < 32; c++) {
        assert_true(state_of(w, 0, c) == TN_FW_DONE || state_of(w, 0, c) == TN_FW_ERROR);
        if (state_of(w, 0, c) == TN_FW_DONE)
            expect(w, 0, &p[c]);
        else
            memcpy(w->side[1].want + p[c].dst, w->side[1].mem + p[c].dst, p[c].length);
        assert_true(notes[c] <= (w->seen[K_NOTIFY] && w->doubled[K_NOTIFY] ? 2u : 1u));
    }
    memories_are_as_wanted(w);
    end_world(w);
}

static void transfers_end_correct_or_with_an_error_whatever_happens(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 40; seed++)
        random_faults(seed);
}

int main(void)
{
#define T(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_packet_harmed_in_any_way_is_mended),
        T(nothing_arrives_and_the_retries_are_used_up),
        T(what_may_be_done_is_not_tried_again_when_it_may_be_forgotten),
        T(firmware_that_stood_still_does_not_write_again),
        T(refused_attempt_that_a_second_copy_completes_is_not_written_again),
        T(firmware_that_stood_still_sees_its_responses_first),
        T(late_response_of_the_attempt_before_is_ignored),
        T(number_used_again_is_a_new_transaction),
        T(missing_pages_of_the_source_are_served),
        T(page_that_is_never_served_ends_with_an_error),
        T(missing_pages_of_the_destination_are_awaited),
        T(page_of_the_destination_that_never_comes_ends_with_an_error),
        T(full_contexts_are_awaited),
        T(failed_transfer_starts_nothing_more),
        T(attempt_that_the_sender_never_ends_fails_its_transfer),
        T(sender_that_has_all_numbers_fails_every_transfer),
        cmocka_unit_test(transfers_end_correct_or_with_an_error_whatever_happens),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
