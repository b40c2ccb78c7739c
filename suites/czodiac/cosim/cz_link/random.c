/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A PCIe link's end on bad lanes: bits inverted, lanes without symbols, symbols lost, doubled or
 * turned into control symbols, both ways; frames lost and damaged besides. Each TLP comes once and
 * in order.
 */
#include "link.h"

static void strikes(unsigned deeds, unsigned one_in)
{
    link_wire.deeds = deeds;
    link_wire.one_in = one_in;
    for (unsigned i = 0; i < 20 && link_wire.struck < 8; i++)
        link_exchange(20, 400000);
    assert_true(link_wire.struck >= 8);
}

static void inverted_bits(void **state)
{
    (void)state;
    strikes(1 << LINK_FLIP, 300);
}

static void lanes_without_symbols(void **state)
{
    (void)state;
    strikes(1 << LINK_LANE, 600);
}

static void lost_and_doubled_symbols(void **state)
{
    (void)state;
    strikes(1 << LINK_LOSE | 1 << LINK_DOUBLE, 400);
}

static void data_turned_into_control_symbols(void **state)
{
    (void)state;
    strikes(1 << LINK_CONTROL, 400);
}

static void stalls_frames_and_symbols_at_once(void **state)
{
    (void)state;
    dll.lose = dll.damage = 30;
    dll.abort = 9;
    dll_stalls(13);
    dll.bench->late = 60;
    strikes((1 << LINK_DEEDS) - 1, 500);
}

int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(inverted_bits, link_start, dll_stop),
        cmocka_unit_test_setup_teardown(lanes_without_symbols, link_start, dll_stop),
        cmocka_unit_test_setup_teardown(lost_and_doubled_symbols, link_start, dll_stop),
        cmocka_unit_test_setup_teardown(data_turned_into_control_symbols, link_start, dll_stop),
        cmocka_unit_test_setup_teardown(stalls_frames_and_symbols_at_once, link_start, dll_stop),
    };
    (void)argc;
    (void)argv;
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
