/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The level-2 switch alive: packets from all lanes to all ports.
 */
#include "switch.h"

static void packets_pass(void **state)
{
    (void)state;
    switch_exchange(8, ANY, ANY);
    switch_kept();
}

int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(packets_pass, switch_start, switch_stop),
    };
    (void)argc;
    (void)argv;
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
