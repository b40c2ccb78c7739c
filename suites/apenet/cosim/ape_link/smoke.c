/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * One end of a torus link alive: packets pass both ways on a clean line.
 */
#include "link.h"

static void packets_pass_both_ways(void **state)
{
    (void)state;
    link_exchange(&(struct tn_ape_draw){.len_max = 200, .alone = 4, .magic = 5}, 12, 20000);
    RULE_WAITED("APL-TX-3", link_.left == 12, "packets on the line");
    RULE_WAITED("APL-RX-1", link_.handed == 12, "packets handed on");
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
