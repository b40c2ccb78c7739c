/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The first messages of a torus: through both dimensions and back, through each link, to oneself.
 * And a node's words that are written to all links at once.
 */
#include "hosts.h"

enum {
    SHORT = 300,
    ALL_LINKS = 69,  /* word of a node: THR_RED of all links, then the five behind it */
    EACH_LINK = 256, /* words of link 0, 32 a link */
    FIRST = 10,      /* THR_RED of a link */
    WRITTEN = 6,     /* THR_RED, TX_CYCLES, INJECT, CREDIT_PERIOD, MARGIN, CTRL */
    INJECT = 2,
    LINKS = 6
};

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

static uint32_t value_of(unsigned word)
{
    uint32_t value = 0;
    assert_int_equal(tn_axi_read32(hosts.b.node[hosts.b.nodes - 1].cpu, 4 * word, &value),
                     TN_AXI_OKAY);
    return value;
}

static void set_value(unsigned word, uint32_t value)
{
    assert_int_equal(tn_axi_write32(hosts.b.node[hosts.b.nodes - 1].cpu, 4 * word, value),
                     TN_AXI_OKAY);
}

/* Every link has its words, and the six words of all links are what they were written. */
static void links_have(uint32_t want[LINKS][WRITTEN], unsigned links)
{
    for (unsigned w = 0; w < WRITTEN; w++)
        RULE("APR-REG-2", value_of(ALL_LINKS + w) == want[0][w]);
    for (unsigned l = 0; l < links; l++)
        for (unsigned w = 0; w < WRITTEN; w++)
            RULE("APR-REG-2", value_of(EACH_LINK + 32 * l + FIRST + w) == want[l][w]);
}

/* Each word of each link gets a value of its own; then each word of all links one that no link has.
 */
static void words_of_all_links_reach_all_links(void **state)
{
    static const uint32_t bits[WRITTEN] = {0x007f01ff, 0x7f, 0x007f7f03, 0x1ff, 0x007f01ff, 3},
                          least[WRITTEN] = {0, 0x80, 0, 0x200, 0, 0};
    const unsigned links = (unsigned)tn_sim_param("LINK_N");
    uint32_t want[LINKS][WRITTEN], value;
    (void)state;
    for (unsigned turn = 0; turn < 2; turn++) { /* upwards, then downwards */
        for (unsigned i = 0; i < links; i++)
            for (unsigned w = 0; w < WRITTEN; w++) {
                const unsigned l = turn ? links - 1 - i : i;
                want[l][w] =
                    least[w] | ((0x01010101u * (l + 1) + 0x11110u * w + l % 3 + turn) & bits[w]);
                set_value(EACH_LINK + 32 * l + FIRST + w, want[l][w]);
            }
        links_have(want, links);
    }
    for (unsigned w = 0; w < WRITTEN; w++) {
        value = least[w] | ((0x2a2a2a2au + 0x10101u * w) & bits[w]);
        if (w == INJECT) {
            for (unsigned l = 0; l < links; l++) {
                value += 0x100;
                set_value(ALL_LINKS + w, value | l << 24);
                want[l][w] = value;
                links_have(want, links);
            }
            continue;
        }
        set_value(ALL_LINKS + w, value);
        for (unsigned l = 0; l < links; l++)
            want[l][w] = value;
        links_have(want, links);
    }
    assert_int_equal(hosts.failures, 0);
    tn_sim_kept("APR-REG-2");
}

int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(first_and_last_host_put_to_each_other, hosts_fresh),
        cmocka_unit_test_setup(all_hosts_put_to_all, hosts_fresh),
        cmocka_unit_test_setup(words_of_all_links_reach_all_links, hosts_fresh),
    };
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
