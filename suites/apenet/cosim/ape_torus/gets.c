/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The hosts of a torus fetch from each other, all at once: requests and replies cross on every
 * line, and no interface's reception may wait for its transmission (A8).
 */
#include "hosts.h"

enum { N = 9000 };

/* Each host fetches from the host that stands by that many places further on. */
static void fetch_round(unsigned step)
{
    for (unsigned k = 0; k < hosts.b.nodes; k++) {
        const unsigned from = (k + step) % hosts.b.nodes, at = 100 * k + step;
        const struct ape_message m = {.node = hosts.b.node[from].at,
                                      .pid = PID,
                                      .here = hosts_place(from) + 7,
                                      .there = SOURCE + at,
                                      .length = N,
                                      .tag = step,
                                      .event = true};
        assert_int_equal(ape_rdma_get(hosts_user(k), &m), 0);
        memcpy(hosts.want[k][from] + GUARD + 7, hosts.source[from] + at, N);
        hosts.to_receive[k]++;
        hosts.to_be_sent[k]++;
    }
}

static void all_hosts_fetch_at_once(void **state)
{
    (void)state;
    for (unsigned k = 0; k < hosts.b.nodes; k++)
        assert_true(ape_register_buffer(hosts_user(k), &(struct ape_buffer){PID, SOURCE, SOURCE_N,
                                                                            APE_FOR_GET}) >= 0);
    for (unsigned step = 0; step < hosts.b.nodes; step++)
        fetch_round(step);
    hosts_end();
}

static void host_without_a_buffer_refuses(void **state)
{
    const unsigned last = hosts.b.nodes - 1;
    struct ape_event e = {0};
    (void)state;
    const struct ape_message m = {.node = hosts.b.node[last].at,
                                  .pid = PID,
                                  .here = hosts_place(last),
                                  .there = SOURCE,
                                  .length = N,
                                  .tag = 1};
    assert_int_equal(ape_rdma_get(hosts_user(0), &m), 0);
    RULE_WAITED("APN-GET-1", ape_wait_event(hosts_user(0), &e, WAIT_CYC) == 0,
                "the event of a get");
    assert_int_equal(e.kind, APE_ERROR);
    assert_int_equal(e.number, 1);
    hosts_end();
}

int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(all_hosts_fetch_at_once, hosts_fresh),
        cmocka_unit_test_setup(host_without_a_buffer_refuses, hosts_fresh),
    };
    (void)argc, (void)argv;
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
