/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * One end of a lane alive: packets pass both ways on a clean lane.
 */
#include "link.h"

static void packets_pass_both_ways(void **state)
{
    (void)state;
    link_exchange(20, 0);
    link_kept();
}

int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(packets_pass_both_ways, link_start, link_stop),
    };
    (void)argc;
    (void)argv;
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
