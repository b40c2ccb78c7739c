/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The data link layer alive: it initialises, and TLPs pass both ways on a clean wire.
 */
#include "dll.h"

static void tlps_pass_on_a_clean_wire(void **state)
{
    (void)state;
    dll_exchange(40, 30000);
    assert_true(tn_cz_dll_judge_asked(dll.judge, "DLL-1") >= 40);
}

int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(tlps_pass_on_a_clean_wire, dll_start, dll_stop),
    };
    (void)argc;
    (void)argv;
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
