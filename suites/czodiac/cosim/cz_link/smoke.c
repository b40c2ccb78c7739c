/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A PCIe link's end alive: it initialises over its lanes, and TLPs pass both ways.
 */
#include "link.h"

static void tlps_pass_over_lanes(void **state)
{
    (void)state;
    link_exchange(30, 60000);
    assert_true(tn_cz_framing_judge_asked(dll.symbols, "CZF-FRM-1") >= 30);
}

int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(tlps_pass_over_lanes, link_start, dll_stop),
    };
    (void)argc;
    (void)argv;
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
