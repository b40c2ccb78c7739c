/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Values that may lag: each bound of what a register may show, from both sides.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <tn/lag.h>

enum { LATE = 12 };

/* The register may show lo to hi in cycle now, and nothing beside. */
static void range(struct tn_lag_count *c, uint64_t now, uint32_t lo, uint32_t hi)
{
    assert_int_equal(tn_lag_least(c, now), lo);
    assert_int_equal(tn_lag_most(c, now), hi);
    assert_false(tn_lag_may_show(c, now, lo - 1));
    for (uint32_t v = lo; v != hi + 1; v++)
        assert_true(tn_lag_may_show(c, now, v));
    assert_false(tn_lag_may_show(c, now, hi + 1));
}

static void what_came_shows_perhaps_at_once_and_certainly_later(void **state)
{
    struct tn_lag_count c;
    (void)state;
    tn_lag_init(&c, LATE);
    range(&c, 1, 0, 0);
    tn_lag_up(&c, 100, 2);
    range(&c, 100, 0, 2);
    tn_lag_up(&c, 105, 1);
    range(&c, 111, 0, 3);
    range(&c, 112, 2, 3);
    range(&c, 116, 2, 3);
    range(&c, 117, 3, 3);
}

static void what_went_is_gone_perhaps_at_once_and_certainly_later(void **state)
{
    struct tn_lag_count c;
    (void)state;
    tn_lag_init(&c, LATE);
    tn_lag_up(&c, 1, 5);
    tn_lag_down(&c, 100, 2);
    range(&c, 100, 3, 5);
    range(&c, 111, 3, 5);
    range(&c, 112, 3, 3);
}

/* The older of two goes; the younger one still is shown perhaps. */
static void what_goes_is_the_oldest(void **state)
{
    struct tn_lag_count c;
    (void)state;
    tn_lag_init(&c, LATE);
    tn_lag_up(&c, 100, 1);
    tn_lag_up(&c, 104, 1);
    tn_lag_down(&c, 106, 1);
    range(&c, 106, 0, 2);
    range(&c, 112, 0, 2); /* of the one that went nothing becomes certain */
    range(&c, 116, 1, 2);
    range(&c, 118, 1, 1);
}

static void what_comes_and_goes_in_a_cycle_shows_perhaps_for_a_while(void **state)
{
    struct tn_lag_count c;
    (void)state;
    tn_lag_init(&c, LATE);
    tn_lag_up(&c, 100, 1);
    tn_lag_down(&c, 100, 1);
    range(&c, 111, 0, 1);
    range(&c, 112, 0, 0);
}

static void what_is_loose_shows_or_not_until_fastened_or_gone(void **state)
{
    struct tn_lag_count c;
    (void)state;
    tn_lag_init(&c, LATE);
    tn_lag_up(&c, 1, 3);
    assert_int_equal(c.sure, 3);
    tn_lag_loosen(&c, 100, 2);
    assert_int_equal(c.sure, 1);
    range(&c, 100, 1, 3);
    range(&c, 900, 1, 3);
    tn_lag_fasten(&c, 901, 1);
    assert_int_equal(c.sure, 2);
    range(&c, 901, 2, 3);
    tn_lag_gone(&c, 902, 1);
    range(&c, 913, 2, 3);
    range(&c, 914, 2, 2);
}

static void what_came_perhaps_is_never_certain(void **state)
{
    struct tn_lag_count c;
    (void)state;
    tn_lag_init(&c, LATE);
    tn_lag_maybe(&c, 5, 1);
    range(&c, 1000, 0, 1);
}

static void counts_wrap(void **state)
{
    struct tn_lag_count c;
    (void)state;
    tn_lag_init(&c, LATE);
    tn_lag_up(&c, 1, UINT32_MAX);
    range(&c, 50, UINT32_MAX, UINT32_MAX);
    tn_lag_up(&c, 60, 2);
    range(&c, 60, UINT32_MAX, 1);
    range(&c, 72, 1, 1);
}

static void the_longest_lag_and_a_long_pause_lose_nothing(void **state)
{
    struct tn_lag_count c;
    (void)state;
    tn_lag_init(&c, TN_LAG_MAX);
    for (uint64_t t = 1; t <= 40; t++)
        tn_lag_up(&c, t, 1);
    range(&c, 40, 40 - TN_LAG_MAX, 40);
    range(&c, 1000000, 40, 40);
}

static void a_value_shows_what_it_was_for_so_many_cycles(void **state)
{
    struct tn_lag_value v;
    (void)state;
    tn_lag_value_init(&v, LATE, 7);
    assert_true(tn_lag_value_may_be(&v, 1, 7));
    assert_false(tn_lag_value_may_be(&v, 1, 0));
    tn_lag_value_set(&v, 100, 8);
    tn_lag_value_set(&v, 101, 8);
    tn_lag_value_set(&v, 105, 9);
    assert_true(tn_lag_value_may_be(&v, 111, 7));
    assert_false(tn_lag_value_may_be(&v, 112, 7));
    assert_true(tn_lag_value_may_be(&v, 116, 8));
    assert_false(tn_lag_value_may_be(&v, 117, 8));
    assert_true(tn_lag_value_may_be(&v, 117, 9));
    assert_false(tn_lag_value_may_be(&v, 105, 10));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_came_shows_perhaps_at_once_and_certainly_later),
        cmocka_unit_test(what_went_is_gone_perhaps_at_once_and_certainly_later),
        cmocka_unit_test(what_goes_is_the_oldest),
        cmocka_unit_test(what_comes_and_goes_in_a_cycle_shows_perhaps_for_a_while),
        cmocka_unit_test(what_is_loose_shows_or_not_until_fastened_or_gone),
        cmocka_unit_test(what_came_perhaps_is_never_certain),
        cmocka_unit_test(counts_wrap),
        cmocka_unit_test(the_longest_lag_and_a_long_pause_lose_nothing),
        cmocka_unit_test(a_value_shows_what_it_was_for_so_many_cycles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
