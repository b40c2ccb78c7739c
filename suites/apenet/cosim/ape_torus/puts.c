/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The hosts of a torus put to each other, through network interfaces, routers and links; the memory
 * of all is judged.
 */
#include "hosts.h"

enum { EACH = 5000, UNDER_WAY = 40 };

static void each_host_puts_to_each(void **state)
{
    (void)state;
    for (unsigned from = 0; from < hosts.b.nodes; from++)
        for (unsigned to = 0; to < hosts.b.nodes; to++) {
            assert_true(hosts_put(from, 100 * to, to, 7, EACH));
            hosts_wait(0);
        }
    hosts_end();
}

static void all_hosts_put_at_once(void **state)
{
    (void)state;
    for (unsigned to = 0; to < hosts.b.nodes; to++)
        for (unsigned from = 0; from < hosts.b.nodes; from++)
            assert_true(hosts_put(from, 100 * to, to, 7, EACH));
    hosts_end();
}

static void hosts_put_at_random(void **state)
{
    const unsigned long total = size_asked("TN_PACKETS", 40, 1);
    (void)state;
    for (unsigned long i = 0; i < total && hosts.failures == 0;) {
        const unsigned from = (unsigned)tn_rng_below(&hosts.rng, hosts.b.nodes),
                       to = (unsigned)tn_rng_below(&hosts.rng, hosts.b.nodes);
        const unsigned n =
            1 + (unsigned)tn_rng_below(&hosts.rng, 1u << tn_rng_below(&hosts.rng, 14));
        i += hosts_put(from, (unsigned)tn_rng_below(&hosts.rng, SOURCE_N - n), to,
                       (unsigned)tn_rng_below(&hosts.rng, PLACE_N - n), n);
        tn_ape_torus_bench_step(&hosts.b, tn_rng_below(&hosts.rng, 100));
        hosts_take();
        hosts_wait(UNDER_WAY);
    }
    hosts_end();
    tn_sim_sent(total);
}

int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(each_host_puts_to_each, hosts_fresh),
        cmocka_unit_test_setup(all_hosts_put_at_once, hosts_fresh),
        cmocka_unit_test_setup(hosts_put_at_random, hosts_fresh),
    };
    (void)argc, (void)argv;
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
