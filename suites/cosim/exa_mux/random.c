/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Random packets, good and malformed, through the mux under every stall pattern: each word of
 * every channel against the model, every cycle judged by its watch. Each of the five patterns
 * sends a third of TN_PACKETS (default 600).
 */
#include "mux.h"

MUX_CASE(without_stalls, 0)
MUX_CASE(random_stalls_and_malformed_packets, 1)
MUX_CASE(bursts_of_packets_and_of_stalls, 2)
MUX_CASE(small_packets_and_readies_of_single_kinds_held_low, 3)
MUX_CASE(everything_malformed, 4)

int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_stalls),
        cmocka_unit_test(random_stalls_and_malformed_packets),
        cmocka_unit_test(bursts_of_packets_and_of_stalls),
        cmocka_unit_test(small_packets_and_readies_of_single_kinds_held_low),
        cmocka_unit_test(everything_malformed),
    };
    (void)argc;
    (void)argv;
    mux_shape();
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
