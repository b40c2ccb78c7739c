/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Words of faults that TNW takes in a meaning of its own.
 */
#include <tn/fault.h>
#include <tn/tnw/tnw_fault_kinds.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void a_fabric_may_give_a_word_its_own_meaning(void **state)
{
    struct tn_fault f;
    char err[256];
    (void)state;
    assert_int_equal(tn_fault_parse("nfclose+3@line0@9", &f, err, sizeof err), 0);
    assert_int_equal(tn_fault_own(&tn_fault_kinds_tnw, f.kind), TN_FAULT_TNW_FEEDBACK_LOSE);
    assert_int_equal(tn_fault_own(&tn_fault_kinds_tnw, TN_FAULT_FLIP), TN_FAULT_FLIP);
    assert_string_equal(tn_fault_name(f.kind), "nfclose");
    assert_string_equal(tn_fault_name(TN_FAULT_TNW_FEEDBACK_LOSE), "nfclose");
    assert_int_not_equal(f.kind, TN_FAULT_TNW_FEEDBACK_LOSE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_fabric_may_give_a_word_its_own_meaning)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
