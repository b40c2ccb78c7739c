/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The framing alive: frames pass both ways on lanes without errors.
 */
#include "framing.h"

static void frames_pass_both_ways(void **state)
{
    (void)state;
    fr_exchange(60, 60000);
}

static void ordered_sets_leave_in_time_without_traffic(void **state)
{
    (void)state;
    tn_sim_step(4 * fr.bench->par.skp_cyc);
    assert_int_equal(fr.verdicts, 0);
    RULE("CZF-SKP-2", tn_cz_framing_judge_asked(fr.judge, "CZF-SKP-2") > 0);
}

int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(frames_pass_both_ways, fr_start, fr_stop),
        cmocka_unit_test_setup_teardown(ordered_sets_leave_in_time_without_traffic, fr_start,
                                        fr_stop),
    };
    (void)argc;
    (void)argv;
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
