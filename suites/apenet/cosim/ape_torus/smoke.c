/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The first messages of a torus: through both dimensions and back, through each link, to oneself.
 */
#include "hosts.h"

enum { SHORT = 300 };

static void first_and_last_host_put_to_each_other(void **state)
{
    const unsigned last = hosts.b.nodes - 1;
    (void)state;
    assert_true(hosts_put(0, 100, last, 7, SHORT));
    assert_true(hosts_put(last, 200, 0, 9, SHORT));
    hosts_end();
}

static void all_hosts_put_to_all(void **state)
{
    (void)state;
    for (unsigned to = 0; to < hosts.b.nodes; to++)
        for (unsigned from = 0; from < hosts.b.nodes; from++)
            assert_true(hosts_put(from, 100 * to, to, 4096 - 0x123 - 50, SHORT)); /* two packets */
    hosts_end();
}

int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(first_and_last_host_put_to_each_other, hosts_fresh),
        cmocka_unit_test_setup(all_hosts_put_to_all, hosts_fresh),
    };
    (void)argc, (void)argv;
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
