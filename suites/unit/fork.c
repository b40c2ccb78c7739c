/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * States that split and die. The DUT of these tests is a counter that, by its page, counts each
 * step or skips it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <tn/fork.h>

enum { MAX = 4 };

static void counts_or_skips(void *ctx, struct tn_fork *f, const void *state)
{
    const int skipped = *(const int *)state, counted = skipped + *(const int *)ctx;
    tn_fork_add(f, &skipped);
    tn_fork_add(f, &counted);
}

static bool shows(void *ctx, const void *state)
{
    return *(const int *)state == *(const int *)ctx;
}

static void start(struct tn_fork *f, int *place, int first)
{
    tn_fork_init(f, place, sizeof first, MAX, NULL);
    tn_fork_add(f, &first);
}

static void a_state_splits_and_equal_states_are_one(void **state)
{
    int place[2 * MAX], step = 1;
    struct tn_fork f;
    (void)state;
    start(&f, place, 5);
    tn_fork_split(&f, counts_or_skips, &step);
    tn_fork_split(&f, counts_or_skips, &step); /* 5, 6, 6, 7 */
    assert_int_equal(f.n, 3);
    for (int i = 5; i <= 7; i++)
        assert_true(tn_fork_has(&f, &i));
    assert_false(tn_fork_has(&f, &(int){8}));
    assert_false(f.unsure);
}

static void what_is_seen_leaves_the_states_that_could_have_shown_it(void **state)
{
    int place[2 * MAX], step = 1, seen = 6;
    struct tn_fork f;
    (void)state;
    start(&f, place, 5);
    tn_fork_split(&f, counts_or_skips, &step);
    assert_true(tn_fork_keep(&f, shows, &seen));
    assert_int_equal(f.n, 1);
    assert_int_equal(*(int *)tn_fork_state(&f, 0), 6);
}

static void when_no_state_could_have_shown_it_all_are_kept_for_the_verdict(void **state)
{
    int place[2 * MAX], step = 1, seen = 4;
    struct tn_fork f;
    (void)state;
    start(&f, place, 5);
    tn_fork_split(&f, counts_or_skips, &step);
    assert_false(tn_fork_keep(&f, shows, &seen));
    assert_int_equal(f.n, 2);
}

/* 5 to 8 fill all places; 9 finds none: from then on nothing is a contradiction. */
static void more_states_than_places_are_unsure_until_cleared(void **state)
{
    int place[2 * MAX], step = 1, seen = 99;
    struct tn_fork f;
    (void)state;
    start(&f, place, 5);
    for (unsigned i = 0; i < 3; i++)
        tn_fork_split(&f, counts_or_skips, &step);
    assert_int_equal(f.n, MAX);
    assert_false(f.unsure);
    tn_fork_split(&f, counts_or_skips, &step);
    assert_int_equal(f.n, MAX);
    assert_true(f.unsure);
    assert_true(tn_fork_has(&f, &seen));
    assert_true(tn_fork_keep(&f, shows, &seen));
    tn_fork_clear(&f);
    assert_int_equal(f.n, 0);
    assert_false(tn_fork_has(&f, &seen));
    assert_false(tn_fork_keep(&f, shows, &seen));
}

struct range {
    int lo, hi;
};

static bool touch(void *into, const void *from)
{
    struct range *a = into;
    const struct range *b = from;
    if (b->lo > a->hi + 1 || b->hi < a->lo - 1)
        return false;
    a->lo = b->lo < a->lo ? b->lo : a->lo;
    a->hi = b->hi > a->hi ? b->hi : a->hi;
    return true;
}

static void states_that_differ_in_ranges_alone_can_be_joined(void **state)
{
    struct range place[2 * MAX];
    struct tn_fork f;
    (void)state;
    tn_fork_init(&f, place, sizeof *place, MAX, touch);
    tn_fork_add(&f, &(struct range){1, 3});
    tn_fork_add(&f, &(struct range){6, 7});
    tn_fork_add(&f, &(struct range){4, 4});
    assert_int_equal(f.n, 2);
    assert_int_equal(((struct range *)tn_fork_state(&f, 0))->hi, 4);
    assert_int_equal(((struct range *)tn_fork_state(&f, 1))->lo, 6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_state_splits_and_equal_states_are_one),
        cmocka_unit_test(what_is_seen_leaves_the_states_that_could_have_shown_it),
        cmocka_unit_test(when_no_state_could_have_shown_it_all_are_kept_for_the_verdict),
        cmocka_unit_test(more_states_than_places_are_unsure_until_cleared),
        cmocka_unit_test(states_that_differ_in_ranges_alone_can_be_joined),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
