/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The user's view: exa_put, exa_get, exa_poll over the firmwares of two nodes
 * (checkers/exanet/spec/exa_firmware.md sections 6 and 8).
 */
#include "exa_fw_fixture.h"

#include <tn/exanet/exa_user.h>

#include <errno.h>

enum { CHANNEL = 4, MAILBOX = 6, LIMIT = 12000000 };

struct users {
    struct world *w;
    struct exa_user u[2];
    unsigned ends[64]; /* of user 0, by handle */
    unsigned err[64];
};

static struct users *users_of(uint64_t seed, uint32_t read_timeout)
{
    struct users *s = calloc(1, sizeof *s);
    s->w = make_world(NULL, 10, 4, seed);
    for (unsigned i = 0; i < 2; i++) {
        const struct exa_user_config c = {.ops = fw_ops,
                                          .ctx = &s->w->side[i],
                                          .page = s->w->side[i].fw->page[2],
                                          .channel = CHANNEL,
                                          .mailbox = MAILBOX,
                                          .read_timeout = read_timeout,
                                          .max_retries = 15};
        assert_int_equal(tn_fw_bind_user(s->w->side[i].fw, CHANNEL, MAILBOX, PDID), 0);
        exa_user_init(&s->u[i], &c);
    }
    return s;
}

static void end_users(struct users *s)
{
    end_world(s->w);
    free(s);
}

static int setup(void **state)
{
    *state = users_of(1, 0);
    return 0;
}

static int teardown(void **state)
{
    end_users(*state);
    return 0;
}

/* Polls user 0 until n of its operations have ended. */
static bool ended(struct users *s, unsigned n)
{
    const uint64_t limit = s->w->now + 4 * (uint64_t)LIMIT;
    struct exa_end e;
    while (n && s->w->now < limit) {
        turn(s->w);
        if (!exa_poll(&s->u[0], &e))
            continue;
        s->ends[e.handle]++;
        s->err[e.handle] = e.err;
        n--;
    }
    return n == 0;
}

/* Nothing more ends. */
static void quiet(struct users *s)
{
    struct exa_end e;
    settle(s->w);
    for (unsigned i = 0; i < 1000; i++) {
        turn(s->w);
        assert_false(exa_poll(&s->u[0], &e));
    }
}

static int get(struct users *s, uint64_t src, uint64_t dst, uint32_t length)
{
    const struct exa_get g = {
        .src = src, .dst = dst, .node = exa_node_bits(coordinates[1]), .length = length};
    if (src + length <= MEMORY)
        memcpy(s->w->side[0].want + dst, s->w->side[1].mem + src, length);
    return exa_get(&s->u[0], &g);
}

static void strike(struct world *w, enum kind kind, unsigned nth, enum harm harm)
{
    w->strike[w->strikes++] = (struct strike){kind, w->seen[kind] + nth, harm};
}

static void put_and_get_of_all_sizes_arrive_whole(void **state)
{
    struct users *s = *state;
    for (unsigned i = 0; i < 60; i++) {
        const uint32_t length = i < 3 ? i + 1 : 1 + (uint32_t)tn_rng_below(&s->w->rng, 102400);
        const uint64_t here = tn_rng_below(&s->w->rng, 0x20000),
                       there = 0x40000 + tn_rng_below(&s->w->rng, 0x20000);
        const struct exa_put p = {
            .src = here, .dst = there, .node = exa_node_bits(coordinates[1]), .length = length};
        int h;
        if (i % 2) {
            h = get(s, here, there, length);
        } else {
            memcpy(s->w->side[1].want + there, s->w->side[0].mem + here, length);
            h = exa_put(&s->u[0], &p);
        }
        memset(s->ends, 0, sizeof s->ends);
        assert_true(h >= 0 && ended(s, 1));
        assert_int_equal(s->ends[h], 1);
        assert_int_equal(s->err[h], 0);
        memories_are_as_wanted(s->w);
    }
    quiet(s);
    assert_int_equal(s->u[0].dropped, 0);
}

static void as_many_as_there_are_descriptors_at_a_time(void **state)
{
    struct users *s = *state;
    const struct exa_put p = {.dst = 0x7f000, .node = exa_node_bits(coordinates[1]), .length = 1};
    for (unsigned i = 0; i < 32; i++) {
        assert_int_equal(get(s, 0x1001 * i, 0x40000 + 0x1003 * i, 0xfff), 32 + i);
        assert_int_equal(exa_put(&s->u[0], &p), i);
    }
    s->w->side[1].want[0x7f000] = s->w->side[0].mem[0];
    assert_int_equal(exa_put(&s->u[0], &p), -EAGAIN);
    assert_int_equal(exa_get(&s->u[0], &(struct exa_get){0}), -EAGAIN);
    assert_true(ended(s, 64));
    for (unsigned i = 0; i < 64; i++)
        assert_true(s->ends[i] == 1 && s->err[i] == 0);
    memories_are_as_wanted(s->w);
    quiet(s);
}

/* A lost notification, and a lost request whose packetizer gave up: asked again with another tag.
 */
static void lost_notification_is_asked_for_again(void **state)
{
    struct users *s = *state;
    int h;
    strike(s->w, K_NOTIFY, 0, H_LOSE);
    h = get(s, 0x1000, 0x41000, 20000);
    assert_true(ended(s, 1));
    assert_int_equal(s->err[h], 0);
    assert_int_equal(s->w->seen[K_NOTIFY], 2);
    memories_are_as_wanted(s->w);
    for (unsigned i = 0; i < 9; i++)
        strike(s->w, K_REQUEST, i, H_LOSE);
    h = get(s, 0x1234, 0x42000, 20000);
    assert_true(ended(s, 1));
    assert_int_equal(s->err[h], 0);
    memories_are_as_wanted(s->w);
    quiet(s);
}

static void lost_and_doubled_answers_of_messages_read_once(void **state)
{
    struct users *s = *state;
    strike(s->w, K_MSG_ACK, 0, H_LOSE);
    strike(s->w, K_REQUEST, 2, H_DOUBLE);
    get(s, 0x1000, 0x41000, 2000);
    assert_true(ended(s, 1));
    get(s, 0x5000, 0x51000, 2000);
    assert_true(ended(s, 1));
    quiet(s);
    assert_int_equal(s->w->side[1].fw->stats.reads, 2);
    memories_are_as_wanted(s->w);
}

static void read_that_cannot_be_is_answered_with_its_error(void **state)
{
    struct users *s = *state;
    int h = get(s, MEMORY, 0x41000, 16);
    assert_true(ended(s, 1));
    assert_int_equal(s->err[h], TN_FW_E_DECODE);
    h = get(s, 0, 0x41000, 0);
    assert_true(ended(s, 1));
    assert_int_equal(s->err[h], TN_FW_E_RANGE);
    assert_int_equal(tn_fw_unbind_page(s->w->side[1].fw, 2), 0);
    h = exa_get(&s->u[0], &(struct exa_get){.node = exa_node_bits(coordinates[1]), .length = 5});
    assert_true(ended(s, 1));
    assert_int_equal(s->err[h], TN_FW_E_PROTECTION);
    assert_int_equal(s->w->side[1].fw->stats.refused, 3);
    memories_are_as_wanted(s->w);
    quiet(s);
}

/* 33 reads of a page that is missing: the responder has 32 descriptors for them. */
static void busy_responder_is_asked_again(void **state)
{
    struct users *s = *state;
    struct tn_fw *f = s->w->side[1].fw;
    int h;
    s->u[0].config.slots = 33;
    s->w->serve_delay = 60000;
    s->w->side[1].there_at[0] = UINT64_MAX;
    for (unsigned i = 0; i < 32; i++)
        get(s, 0, 0x41000, 16);
    while (f->stats.reads < 32) {
        struct exa_end e;
        turn(s->w);
        assert_false(exa_poll(&s->u[0], &e));
    }
    s->u[0].op[7].state = EXA_GET_FREE; /* the user forgets a read, and asks for another */
    h = get(s, 0, 0x41000, 16);
    assert_true(ended(s, 32));
    assert_int_equal(s->err[h], 0);
    assert_true(f->stats.refused > 0);
    memories_are_as_wanted(s->w);
}

/* The mailbox has eight slots, and the user looks seldom. */
static void reads_wait_for_room_in_the_mailbox(void **state)
{
    struct users *s = *state;
    struct exa_end e;
    unsigned n = 0;
    for (unsigned i = 0; i < 32; i++)
        get(s, 0x1001 * i, 0x40000 + 0x1003 * i, 0xfff);
    while (n < 32) {
        for (unsigned i = 0; i < 40; i++)
            n += exa_poll(&s->u[0], &e);
        for (unsigned i = 0; i < 500; i++)
            turn(s->w);
        assert_true(s->w->now < 1 << 22);
    }
    assert_int_equal(s->w->seen[K_REQUEST], 32);
    memories_are_as_wanted(s->w);
}

/* The responder stands still for longer than the requester waits: the first request is not served
 * when it wakes. */
static void request_that_waited_too_long_is_dropped(void **state)
{
    struct users *s = *state;
    int h;
    s->w->side[1].asleep = true;
    h = get(s, 0x1000, 0x41000, 100);
    for (unsigned i = 0; i < 40000; i++) {
        struct exa_end e;
        turn(s->w);
        assert_false(exa_poll(&s->u[0], &e));
    }
    assert_true(s->w->now > 1 << 19);
    s->w->side[1].asleep = false;
    assert_true(ended(s, 1));
    assert_int_equal(s->err[h], 0);
    assert_int_equal(s->w->side[1].fw->stats.dropped, 1);
    assert_int_equal(s->w->side[1].fw->stats.transfers, 1);
    memories_are_as_wanted(s->w);
}

/* A read whose destination comes too late is given up by the responder before the requester asks
 * again. */
static void read_is_given_up_for_its_age(void **state)
{
    struct users *s = *state;
    uint64_t begun = s->w->now;
    int h;
    s->w->side[0].there_at[0x41] = UINT64_MAX;
    h = exa_get(&s->u[0], &(struct exa_get){
                              .dst = 0x41000, .node = exa_node_bits(coordinates[1]), .length = 16});
    assert_true(ended(s, 1));
    assert_int_equal(s->err[h], TN_FW_E_LATE);
    assert_true(s->w->now - begun < 1 << 22);
    memories_are_as_wanted(s->w);
    quiet(s);
}

static void random_faults(uint64_t seed)
{
    struct users *s = users_of(seed, 0);
    struct world *w = s->w;
    for (unsigned h = H_LOSE; h < H_HARMS; h++)
        w->per_mille[h] = (unsigned)tn_rng_below(&w->rng, seed % 4 == 0 ? 60 : 6);
    w->late = 1 + tn_rng_below(&w->rng, 6000);
    w->quiet_from = w->now + 400000;
    for (unsigned i = 0; i < PAGES; i++)
        if (tn_rng_below(&w->rng, 8) == 0)
            w->side[1].there_at[i] = UINT64_MAX;
    for (unsigned i = 0; i < 32; i++)
        assert_int_equal(get(s, tn_rng_below(&w->rng, 0x40000), 0x40000 + 0x2000 * i,
                             1 + (uint32_t)tn_rng_below(&w->rng, 0x2000)),
                         32 + i);
    assert_true(ended(s, 32));
    for (unsigned i = 0; i < 32; i++) {
        assert_int_equal(s->ends[32 + i], 1);
        if (s->err[32 + i]) /* what a failed read wrote is open */
            memcpy(w->side[0].want + 0x40000 + 0x2000 * i, w->side[0].mem + 0x40000 + 0x2000 * i,
                   0x2000);
    }
    memories_are_as_wanted(w);
    quiet(s);
    memories_are_as_wanted(w);
    end_users(s);
}

static void reads_end_correct_or_with_an_error_whatever_happens(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 8; seed++)
        random_faults(seed);
}

int main(void)
{
#define T(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        T(put_and_get_of_all_sizes_arrive_whole),
        T(as_many_as_there_are_descriptors_at_a_time),
        T(lost_notification_is_asked_for_again),
        T(lost_and_doubled_answers_of_messages_read_once),
        T(read_that_cannot_be_is_answered_with_its_error),
        T(busy_responder_is_asked_again),
        T(reads_wait_for_room_in_the_mailbox),
        T(request_that_waited_too_long_is_dropped),
        T(read_is_given_up_for_its_age),
        cmocka_unit_test(reads_end_correct_or_with_an_error_whatever_happens),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
