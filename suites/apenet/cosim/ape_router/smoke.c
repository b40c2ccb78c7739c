/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A router alive: packets from all inputs find their ways.
 */
#include "router.h"

static void packets_find_their_ways(void **state)
{
    (void)state;
    router_send(30, 200, false, router_ins(), 20);
    router_rest();
    RULE_WAITED("APR-FLOW-1", router.left == 30, "packets that left");
    router_kept();
}

int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(packets_find_their_ways, router_start, router_stop),
    };
    (void)argc;
    (void)argv;
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
