/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A router beside its judge: random packets at all inputs, with stalls, slow buffers, full load,
 * both arbitrations, all orders of dimensions, ports that are off, hop limits.
 */
#include "router.h"

static void short_packets_of_all_kinds(void **state)
{
    (void)state;
    router_send(router_count(100), 100, true, router_ins(), 12);
    router_rest();
    router_kept();
}

static void all_inputs_at_once(void **state)
{
    (void)state;
    router_send(router_count(120), 600, true, router_ins(), 0);
    router_rest();
    router_kept();
}

static void stalls_and_slow_buffers(void **state)
{
    (void)state;
    router_stalls(12, 11);
    for (unsigned o = 0; o < APR_LINKS; o++) {
        router.bench->drain_16[o][0] = 3 + o;
        router.bench->drain_16[o][1] = 9 - o;
    }
    router_send(router_count(60), APE_LEN_MAX, true, router_ins(), 5);
    router_rest();
    router_kept();
}

static void local_rooms_that_come_and_go(void **state)
{
    (void)state;
    router_stalls(14, 3);
    for (unsigned o = 0; o < router.bench->config.link_n; o++)
        router.bench->out_16[o] = 15;
    router_send(router_count(100), 60, true, router_ins(), 4);
    router_rest();
    router_kept();
}

static void fixed_priority(void **state)
{
    (void)state;
    router_set(APR_ARB, 0);
    router_send(router_count(100), 200, false, router_ins(), 0);
    router_rest();
    router_kept();
}

/* Every order, the invalid ones among them; other coordinates. */
static void orders_and_places(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 8; i++) {
        const uint32_t l = router.bench->config.lattice;
        const unsigned x = router_below(l & 127), y = router_below(l >> 8 & 63),
                       z = router_below(l >> 16 & 63);
        router_set(APR_DIM_ORDER, i == 0 ? 0x24 : router_below(64));
        router_set(APR_COORD_ME, x << 10 | y << 5 | z);
        router_send(router_count(15), 80, true, router_ins(), 8);
        router_rest();
    }
    router_kept();
}

static void ports_that_are_off_and_limits(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 6; i++) {
        router_set(APR_PORT_EN, router_below(64));
        router_set(APR_HOP_LIMIT, router_below(1024));
        router_send(router_count(20), 300, true, router_ins(), i % 2 ? 0 : 9);
        router_rest();
    }
    router_kept();
}

int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(short_packets_of_all_kinds, router_start, router_stop),
        cmocka_unit_test_setup_teardown(all_inputs_at_once, router_start, router_stop),
        cmocka_unit_test_setup_teardown(stalls_and_slow_buffers, router_start, router_stop),
        cmocka_unit_test_setup_teardown(local_rooms_that_come_and_go, router_start, router_stop),
        cmocka_unit_test_setup_teardown(fixed_priority, router_start, router_stop),
        cmocka_unit_test_setup_teardown(orders_and_places, router_start, router_stop),
        cmocka_unit_test_setup_teardown(ports_that_are_off_and_limits, router_start, router_stop),
    };
    (void)argc;
    (void)argv;
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
