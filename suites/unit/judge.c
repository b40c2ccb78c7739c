/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The head of a judge: what it counts and tells.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <tn/judge.h>

#include <string.h>

static const char *const rules[] = {"A-1", "B-1", "A-1", NULL};

static void keep(void *ctx, const struct tn_verdict *v)
{
    *(struct tn_verdict *)ctx = *v;
}

static void a_verdict_has_rule_cycle_expected_and_found(void **state)
{
    struct tn_verdict v = {.rule = NULL};
    struct tn_judge j;
    (void)state;
    tn_judge_init(&j, rules, keep, &v);
    j.cycle = 77;
    assert_true(tn_judge(&j, 1, true, "it", "%d", 1));
    assert_null(v.rule);
    assert_false(tn_judge(&j, 1, false, "100% of it", "%d of %s", 3, "them"));
    assert_string_equal(v.rule, "B-1");
    assert_int_equal(v.kind, TN_VERDICT_FAIL);
    assert_int_equal(v.cycle, 77);
    assert_string_equal(v.expected, "100% of it");
    assert_string_equal(v.found, "3 of them");
}

static void what_is_long_is_cut(void **state)
{
    char lines[2 * TN_VERDICT_TEXT];
    struct tn_verdict v;
    struct tn_judge j;
    (void)state;
    memset(lines, 'x', sizeof lines - 1);
    lines[sizeof lines - 1] = 0;
    tn_judge_init(&j, rules, keep, &v);
    tn_judge(&j, 0, false, lines, "%s", lines);
    assert_int_equal(strlen(v.expected), TN_VERDICT_TEXT - 1);
    assert_int_equal(strlen(v.found), TN_VERDICT_TEXT - 1);
}

static void counts_are_those_of_an_id_in_all_its_places(void **state)
{
    struct tn_judge j;
    (void)state;
    tn_judge_init(&j, rules, NULL, NULL);
    tn_judge(&j, 0, true, "", " ");
    tn_judge(&j, 2, false, "", " ");
    j.asked[1] += 5;
    assert_int_equal(tn_judge_asked(&j, "A-1"), 2);
    assert_int_equal(tn_judge_failed(&j, "A-1"), 1);
    assert_int_equal(tn_judge_asked(&j, "B-1"), 5);
    assert_int_equal(tn_judge_failed(&j, "B-1"), 0);
    assert_true(tn_judge_knows(rules, "A-1"));
    assert_false(tn_judge_knows(rules, "A-2"));
}

static void what_follows_from_a_blamed_event_is_not_blamed_again(void **state)
{
    struct tn_scope packets;
    struct tn_judge j;
    (void)state;
    tn_judge_init(&j, rules, NULL, NULL);
    tn_scope_open(&packets, &j, NULL);
    assert_true(tn_scope_judge(&packets, 0, true, "", " "));
    assert_false(tn_scope_judge(&packets, 0, false, "", " "));
    assert_false(tn_scope_is_open(&packets));
    assert_false(tn_scope_judge(&packets, 1, false, "", " "));
    assert_false(tn_scope_judge(&packets, 1, true, "", " "));
    assert_false(tn_scope_remark(&packets, 1, false, "", " "));
    assert_int_equal(tn_judge_asked(&j, "A-1"), 2);
    assert_int_equal(tn_judge_failed(&j, "A-1"), 1);
    assert_int_equal(tn_judge_asked(&j, "B-1"), 0);
    tn_scope_open(&packets, &j, NULL);
    assert_true(tn_scope_judge(&packets, 1, true, "", " "));
}

static void a_remark_is_a_verdict_that_closes_nothing(void **state)
{
    struct tn_scope s;
    struct tn_judge j;
    (void)state;
    tn_judge_init(&j, rules, NULL, NULL);
    tn_scope_open(&s, &j, NULL);
    assert_true(tn_scope_remark(&s, 1, false, "", " "));
    assert_true(tn_scope_judge(&s, 1, true, "", " "));
    assert_int_equal(tn_judge_failed(&j, "B-1"), 1);
    assert_int_equal(tn_judge_asked(&j, "B-1"), 2);
}

static void a_scope_closes_those_within_it_and_no_other(void **state)
{
    struct tn_scope board, link[2];
    struct tn_judge j;
    (void)state;
    tn_judge_init(&j, rules, NULL, NULL);
    tn_scope_open(&board, &j, NULL);
    for (unsigned i = 0; i < 2; i++)
        tn_scope_open(&link[i], &j, &board);
    tn_scope_judge(&link[0], 0, false, "", " ");
    assert_false(tn_scope_is_open(&link[0]));
    assert_true(tn_scope_is_open(&link[1]));
    assert_true(tn_scope_is_open(&board));
    tn_scope_close(&board);
    assert_false(tn_scope_is_open(&link[1]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_verdict_has_rule_cycle_expected_and_found),
        cmocka_unit_test(what_is_long_is_cut),
        cmocka_unit_test(counts_are_those_of_an_id_in_all_its_places),
        cmocka_unit_test(what_follows_from_a_blamed_event_is_not_blamed_again),
        cmocka_unit_test(a_remark_is_a_verdict_that_closes_nothing),
        cmocka_unit_test(a_scope_closes_those_within_it_and_no_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
