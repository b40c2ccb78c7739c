/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The random suite of mux and demux: packets, good and malformed, under every stall pattern; each
 * word of every channel against the model, every cycle judged by its watch. Each of the five patterns
 * sends a third of TN_PACKETS (default 600).
 */
#ifndef MUX_RANDOM_H
#define MUX_RANDOM_H

#include "mux.h"

static const struct mux_how mux_hows[] = {
    {{.kind = TN_STALL_NONE}, {.kind = TN_STALL_NONE}, 0, 1, false, false, 0},
    {{TN_STALL_RANDOM, 1, 3, 7}, {TN_STALL_RANDOM, 1, 2, 8}, 4, 2, false, false, 0},
    {{TN_STALL_PERIODIC, 1, 2, 3}, {TN_STALL_BURST, 20, 9, 4}, 8, 3, false, false, 3},
    {{.kind = TN_STALL_NONE}, {TN_STALL_RANDOM, 1, 4, 6}, 6, 4, true, true, 0},
    {{.kind = TN_STALL_NONE}, {.kind = TN_STALL_NONE}, 1, 5, false, false, 0},
};

#define MUX_CASE(name, index)                                                                      \
    static void name(void **state)                                                                 \
    {                                                                                              \
        (void)state;                                                                               \
        mux_run(&mux_hows[index], size_asked("TN_PACKETS", 600, 3));                                                \
    }

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

#endif
