/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The judge of what users of transfers are told, each rule kept and broken.
 */
#include <tn/exanet/exa_user_judge.h>

#include <string.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { PATIENCE = 1000 };

static char broken[32];

static void on_verdict(void *ctx, const struct tn_verdict *v)
{
    (void)ctx;
    if (v->kind == TN_VERDICT_FAIL)
        memcpy(broken, v->rule, strlen(v->rule) + 1);
}

static int setup(void **state)
{
    broken[0] = 0;
    *state = tn_exu_judge_new(PATIENCE, on_verdict, NULL);
    return *state ? 0 : -1;
}

static int teardown(void **state)
{
    tn_exu_judge_free(*state);
    return 0;
}

static void each_transfer_has_one_end(void **state)
{
    tn_exu_judge_begin(*state, 10, 0, false, 3);
    tn_exu_judge_begin(*state, 11, 1, true, 3);
    tn_exu_judge_end(*state, 500, 1, 3, 0);
    tn_exu_judge_end(*state, 600, 0, 3, 16);
    tn_exu_judge_begin(*state, 700, 0, false, 3);
    tn_exu_judge_end(*state, 1700, 0, 3, 0);
    tn_exu_judge_finish(*state, 5000);
    assert_string_equal(broken, "");
}

static void second_end_of_a_write_breaks_its_rule(void **state)
{
    tn_exu_judge_begin(*state, 10, 0, false, 3);
    tn_exu_judge_end(*state, 20, 0, 3, 0);
    tn_exu_judge_end(*state, 30, 0, 3, 16);
    assert_string_equal(broken, "EXF-CMP-1");
}

static void end_of_a_transfer_that_was_never_begun_breaks_its_rule(void **state)
{
    tn_exu_judge_end(*state, 30, 0, 7, 0);
    assert_string_equal(broken, "EXF-CMP-1");
}

static void second_end_of_a_read_breaks_its_rule(void **state)
{
    tn_exu_judge_begin(*state, 10, 0, true, 40);
    tn_exu_judge_end(*state, 20, 0, 40, 0);
    tn_exu_judge_end(*state, 30, 0, 40, 0);
    assert_string_equal(broken, "EXF-CMP-2");
}

static void transfer_without_an_end_breaks_its_rule(void **state)
{
    tn_exu_judge_begin(*state, 10, 0, false, 3);
    tn_exu_judge_finish(*state, 900);
    assert_string_equal(broken, "EXF-CMP-3");
}

static void end_that_comes_too_late_breaks_its_rule(void **state)
{
    tn_exu_judge_begin(*state, 10, 0, false, 3);
    tn_exu_judge_end(*state, 10 + PATIENCE + 1, 0, 3, 0);
    assert_string_equal(broken, "EXF-CMP-3");
}

#define T(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
int main(void)
{
    const struct CMUnitTest tests[] = {
        T(each_transfer_has_one_end), T(second_end_of_a_write_breaks_its_rule), T(end_of_a_transfer_that_was_never_begun_breaks_its_rule),
        T(second_end_of_a_read_breaks_its_rule), T(transfer_without_an_end_breaks_its_rule), T(end_that_comes_too_late_breaks_its_rule),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
