/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * ExaNet's kinds of faults.
 */
#include <tn/exanet/exa_fault.h>
#include <tn/fault.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void the_words_of_nfc_faults_are_exanets_own_kinds(void **state)
{
    struct tn_fault f;
    char err[256];
    (void)state;
    assert_int_equal(tn_fault_parse("nfclose+3@line0@9", &f, err, sizeof err), 0);
    assert_int_equal(f.kind, TN_FAULT_NFCLOSE);
    assert_int_equal(tn_fault_own(&tn_fault_kinds_exanet, f.kind), TN_FAULT_NFCLOSE);
    assert_int_equal(tn_fault_parse("nfcflip:15@line0@p2", &f, err, sizeof err), 0);
    assert_int_equal(f.kind, TN_FAULT_NFCFLIP);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_words_of_nfc_faults_are_exanets_own_kinds)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
