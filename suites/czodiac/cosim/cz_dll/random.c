/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The data link layer on bad wires: frames lost, damaged and doubled both ways, Acks and credits
 * late, stalls, TLPs aborted. Each TLP comes once and in order.
 */
#include "dll.h"

static void stalls_and_late_answers(void **state)
{
    (void)state;
    dll_stalls(12);
    dll.bench->late = 100;
    dll_exchange(40, 200000);
}

static void aborted_tlps(void **state)
{
    (void)state;
    dll.abort = 4;
    dll_exchange(40, 200000);
}

static void lost_frames(void **state)
{
    (void)state;
    dll.lose = 12;
    dll_exchange(40, 400000);
}

static void damaged_and_doubled_frames(void **state)
{
    (void)state;
    dll.damage = 12;
    dll.twice = 9;
    dll_exchange(40, 400000);
}

static void all_at_once(void **state)
{
    (void)state;
    dll.lose = dll.damage = dll.twice = 20;
    dll.abort = 9;
    dll_stalls(13);
    dll.bench->late = 60;
    dll_exchange(60, 800000);
}

int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(stalls_and_late_answers, dll_start, dll_stop),
        cmocka_unit_test_setup_teardown(aborted_tlps, dll_start, dll_stop),
        cmocka_unit_test_setup_teardown(lost_frames, dll_start, dll_stop),
        cmocka_unit_test_setup_teardown(damaged_and_doubled_frames, dll_start, dll_stop),
        cmocka_unit_test_setup_teardown(all_at_once, dll_start, dll_stop),
    };
    (void)argc;
    (void)argv;
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
