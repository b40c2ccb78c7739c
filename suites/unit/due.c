/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Events that are due in a window: early, late, out of turn, missing, and which rule that breaks.
 */
#include "first_verdict.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <tn/due.h>

#include <string.h>

enum { EARLY, LATE, WRONG, MISSING };
static const char *const rules[] = {"X-EARLY", "X-LATE", "X-WRONG", "X-MISSING", NULL};

struct bench {
    struct tn_judge judge;
    struct tn_scope scope;
    struct tn_due_row row;
    struct first_verdict seen;
};

static void begin(struct bench *b, enum tn_due_order order)
{
    memset(b, 0, sizeof *b);
    tn_judge_init(&b->judge, rules, first_verdict, &b->seen);
    tn_scope_open(&b->scope, &b->judge, NULL);
    tn_due_init(&b->row, order);
}

static uint64_t expect(struct bench *b, uint64_t from, uint64_t until, uint32_t patience,
                       uint64_t behind)
{
    const struct tn_due d = {.from = from,
                             .until = until,
                             .patience = patience,
                             .behind = behind,
                             .early = EARLY,
                             .late = LATE,
                             .wrong = WRONG,
                             .missing = MISSING,
                             .what = "it"};
    return tn_due_expect(&b->row, &d);
}

static void an_event_is_in_time_from_its_first_cycle_to_its_last(void **state)
{
    static const struct {
        uint64_t at;
        const char *rule;
    } row[] = {{9, "X-EARLY"}, {10, NULL}, {12, NULL}, {13, "X-LATE"}};
    struct bench b;
    (void)state;
    for (unsigned i = 0; i < sizeof row / sizeof *row; i++) {
        begin(&b, TN_DUE_FIFO);
        const uint64_t n = expect(&b, 10, 12, 0, TN_DUE_NONE);
        assert_int_equal(tn_due_in_time(&b.row, &b.scope, n, row[i].at), !row[i].rule);
        assert_int_equal(b.seen.n, row[i].rule != NULL);
        if (row[i].rule)
            assert_string_equal(b.seen.rule, row[i].rule);
        else
            assert_int_equal(tn_judge_asked(&b.judge, "X-LATE"), 1);
    }
}

static void an_event_that_does_not_come_is_missing_behind_its_last_cycle(void **state)
{
    struct bench b;
    (void)state;
    begin(&b, TN_DUE_FIFO);
    expect(&b, 10, 12, 0, TN_DUE_NONE);
    for (uint64_t t = 0; t < 12; t++)
        tn_due_judge_missing(&b.row, &b.scope, t, false);
    assert_int_equal(b.seen.n, 0);
    tn_due_judge_missing(&b.row, &b.scope, 12, false); /* asked where it did not come in 12 */
    assert_int_equal(b.seen.n, 1);
    assert_string_equal(b.seen.rule, "X-MISSING");
    tn_due_judge_missing(&b.row, &b.scope, 13, false);
    assert_int_equal(b.seen.n, 1);
}

static void patience_counts_only_cycles_with_a_ready_receiver(void **state)
{
    struct bench b;
    (void)state;
    begin(&b, TN_DUE_FIFO);
    expect(&b, 10, TN_DUE_EVER, 2, TN_DUE_NONE);
    for (uint64_t t = 0; t < 10; t++)
        tn_due_judge_missing(&b.row, &b.scope, t, true); /* it could not come yet */
    for (uint64_t t = 10; t < 100; t++)
        tn_due_judge_missing(&b.row, &b.scope, t, t == 50 || t == 60);
    assert_int_equal(b.seen.n, 0);
    tn_due_judge_missing(&b.row, &b.scope, 100, true);
    assert_string_equal(b.seen.rule, "X-MISSING");
}

static void a_fifo_wants_the_first_first(void **state)
{
    struct bench b;
    (void)state;
    begin(&b, TN_DUE_FIFO);
    const uint64_t one = expect(&b, 0, TN_DUE_EVER, 0, TN_DUE_NONE);
    const uint64_t two = expect(&b, 0, TN_DUE_EVER, 0, TN_DUE_NONE);
    assert_int_equal(tn_due_first(&b.row), one);
    assert_int_equal(tn_due_next(&b.row, one), two);
    assert_int_equal(tn_due_next(&b.row, two), TN_DUE_NONE);
    assert_false(tn_due_can(&b.row, two, 5, false));
    assert_false(tn_due_in_time(&b.row, &b.scope, two, 5));
    assert_string_equal(b.seen.rule, "X-WRONG");
    tn_due_done(&b.row, one);
    assert_true(tn_due_can(&b.row, two, 5, false));
}

static void a_fifo_waits_for_its_first_alone(void **state)
{
    struct bench b;
    (void)state;
    begin(&b, TN_DUE_FIFO);
    expect(&b, 0, TN_DUE_EVER, 0, TN_DUE_NONE);
    expect(&b, 0, 3, 0, TN_DUE_NONE);
    tn_due_judge_missing(&b.row, &b.scope, 9, true);
    assert_int_equal(b.seen.n, 0);
}

static void in_any_order_an_event_waits_only_for_the_one_before_it(void **state)
{
    struct bench b;
    (void)state;
    begin(&b, TN_DUE_ANY);
    const uint64_t one = expect(&b, 0, TN_DUE_EVER, 0, TN_DUE_NONE);
    const uint64_t two = expect(&b, 0, 9, 0, one);
    const uint64_t three = expect(&b, 0, TN_DUE_EVER, 0, TN_DUE_NONE);
    assert_true(tn_due_in_time(&b.row, &b.scope, three, 1));
    tn_due_done(&b.row, three);
    assert_false(tn_due_can(&b.row, two, 1, false));
    tn_due_judge_missing(&b.row, &b.scope, 99, true); /* two can't come */
    assert_int_equal(b.seen.n, 0);
    tn_due_done(&b.row, one);
    assert_true(tn_due_can(&b.row, two, 1, false));
    tn_due_judge_missing(&b.row, &b.scope, 99, true);
    assert_string_equal(b.seen.rule, "X-MISSING");
}

/* Where the cycle in which an event left is not known, the next one can come perhaps, then for
 * certain; and not before its own first cycle. */
static void the_next_of_a_fifo_comes_a_cycle_behind_the_one_that_left(void **state)
{
    struct bench b;
    (void)state;
    begin(&b, TN_DUE_FIFO);
    const uint64_t one = expect(&b, 3, TN_DUE_EVER, 0, TN_DUE_NONE);
    const uint64_t two = expect(&b, 4, TN_DUE_EVER, 0, TN_DUE_NONE);
    tn_due_left(&b.row, one, 5, 7);
    assert_false(tn_due_can(&b.row, two, 5, false));
    assert_true(tn_due_can(&b.row, two, 6, false));
    assert_false(tn_due_can(&b.row, two, 7, true));
    assert_true(tn_due_can(&b.row, two, 8, true));
    tn_due_of(&b.row, two)->from = 20;
    assert_false(tn_due_can(&b.row, two, 19, true));
}

/* One that leaves unseen goes as soon as it may, and must: by its own first cycle, or the row's. */
static void what_leaves_unseen_leaves_as_soon_as_it_can(void **state)
{
    struct bench b;
    (void)state;
    begin(&b, TN_DUE_FIFO);
    const uint64_t one = expect(&b, 3, TN_DUE_EVER, 0, TN_DUE_NONE);
    const uint64_t two = expect(&b, 6, TN_DUE_EVER, 0, TN_DUE_NONE);
    const uint64_t three = expect(&b, 0, TN_DUE_EVER, 0, TN_DUE_NONE);
    tn_due_left(&b.row, one, 4, 8); /* so two may leave in 6, its first, and must in 9 */
    tn_due_left_unseen(&b.row, two);
    assert_false(tn_due_can(&b.row, three, 6, false));
    assert_true(tn_due_can(&b.row, three, 7, false));
    assert_false(tn_due_can(&b.row, three, 9, true));
    assert_true(tn_due_can(&b.row, three, 10, true));
}

static void a_full_row_takes_no_more_until_the_first_is_done(void **state)
{
    struct bench b;
    uint64_t n[TN_DUE_MAX];
    (void)state;
    begin(&b, TN_DUE_ANY);
    for (unsigned i = 0; i < TN_DUE_MAX; i++)
        n[i] = expect(&b, 0, TN_DUE_EVER, 0, TN_DUE_NONE);
    assert_int_equal(expect(&b, 0, TN_DUE_EVER, 0, TN_DUE_NONE), TN_DUE_NONE);
    tn_due_done(&b.row, n[1]);
    assert_int_equal(expect(&b, 0, TN_DUE_EVER, 0, TN_DUE_NONE), TN_DUE_NONE);
    tn_due_done(&b.row, n[0]); /* frees both places */
    assert_int_equal(expect(&b, 0, TN_DUE_EVER, 0, TN_DUE_NONE), TN_DUE_MAX);
    assert_int_equal(expect(&b, 0, TN_DUE_EVER, 0, TN_DUE_NONE), TN_DUE_MAX + 1);
    assert_int_equal(expect(&b, 0, TN_DUE_EVER, 0, TN_DUE_NONE), TN_DUE_NONE);
}

static void nothing_is_blamed_in_a_closed_scope(void **state)
{
    struct bench b;
    (void)state;
    begin(&b, TN_DUE_FIFO);
    const uint64_t n = expect(&b, 10, 12, 0, TN_DUE_NONE);
    tn_scope_close(&b.scope);
    assert_false(tn_due_in_time(&b.row, &b.scope, n, 9));
    assert_false(tn_due_in_time(&b.row, &b.scope, n, 11));
    tn_due_judge_missing(&b.row, &b.scope, 99, true);
    assert_int_equal(b.seen.n, 0);
    for (unsigned i = 0; rules[i]; i++)
        assert_int_equal(tn_judge_asked(&b.judge, rules[i]), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_event_is_in_time_from_its_first_cycle_to_its_last),
        cmocka_unit_test(an_event_that_does_not_come_is_missing_behind_its_last_cycle),
        cmocka_unit_test(patience_counts_only_cycles_with_a_ready_receiver),
        cmocka_unit_test(a_fifo_wants_the_first_first),
        cmocka_unit_test(a_fifo_waits_for_its_first_alone),
        cmocka_unit_test(in_any_order_an_event_waits_only_for_the_one_before_it),
        cmocka_unit_test(the_next_of_a_fifo_comes_a_cycle_behind_the_one_that_left),
        cmocka_unit_test(what_leaves_unseen_leaves_as_soon_as_it_can),
        cmocka_unit_test(a_full_row_takes_no_more_until_the_first_is_done),
        cmocka_unit_test(nothing_is_blamed_in_a_closed_scope),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
