/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The torus as such (tnw_torus.md 1 and 2, tnw_nwp.md 5): where each line leads and when, the
 * links' bring-up, the reset of one node and of one link, errors that are reported. An argument:
 * the one test to run. Two nodes or more.
 */
#include "lines.h"

enum {
    PEER = 1, /* the node that is reset */
    LEN = 128,
    RESET_CYC = 2 * 4 + 60, /* of a node that is reset alone: 2D + 50 and more with short lines */
    LANES_CYC = 2 * (48 + 32 + 16), /* with symbols: lanes, and the first SET */
    OTHER = 4,                      /* a link that leads to no node with resets: z+ */
};

/* Brings all links up, in the time given. */
static void come_up(void)
{
    const uint64_t begin = lines_start();
    tn_sim_step(lines_up_cyc() + LINES_LATE);
    torus_asks("TNW-TOR-4", lines.up == lines_all() && lines.up_at <= begin + lines_up_cyc(),
               "all links UP in the time given", "some that are not");
}

static void all_links_are_up_in_time(void **state)
{
    (void)state;
    come_up();
    lines_end();
}

/* A message on each link of each node, all at once: what each sends is its own. */
static int on_every_link(void *arg, unsigned node)
{
    struct tnw *t = &torus.t[node];
    struct tnw_done d;
    uint32_t h[6];
    (void)arg;
    EXPECT(torus_open(node) == 0);
    for (int l = 0; l < 6; l++)
        EXPECT(tnwCredit(t, l, VC, base_of(node) + AT + 0x1000 * (unsigned)l, LEN, &h[l]) == 0);
    for (int l = 0; l < 6; l++)
        EXPECT(tnwSend(t, l, VC, torus.data + 1024 * node + LEN * l, LEN, 0) == 0);
    for (int l = 0; l < 6; l++)
        EXPECT(torus_wait(node, h[l], &d) == 0 && d.bytes == LEN);
    return 0;
}

static void lines_lead_to_the_opposite_link(void **state)
{
    (void)state;
    come_up();
    torus_run(on_every_link, NULL, 400 + 200 * torus.b.nodes);
    for (unsigned line = 0; line < 2; line++) { /* cut, inverted, and both */
        tn_tnw_bench_strike(line, 0x500ff0000f, 30);
        tn_sim_step(8);
        tn_tnw_bench_cut(line, true);
        tn_sim_step(30);
        tn_tnw_bench_cut(line, false);
    }
    lines_end();
}

/* Node PEER is in reset while others use the link OTHER. */
static struct {
    uint64_t at;
    bool wanted, on, done;
} held;

static void hook(void *ctx, uint64_t cycle)
{
    const uint64_t lanes = torus.b.pcs ? LANES_CYC : 0;
    (void)ctx;
    if (!held.at && held.wanted) {
        held.at = cycle;
        held.on = true;
        tn_tnw_bench_hold(1u << PEER);
    } else if (held.on && cycle > held.at + RESET_CYC + lanes + 2 * lines.wire_cyc) {
        held.on = false;
        tn_tnw_bench_hold(0);
    }
    held.done = held.at && cycle > held.at + RESET_CYC + 2 * lanes + 6 * lines.wire_cyc + 200;
}

/* Messages from each node over OTHER, until the reset is over. */
static int beside(void *arg, unsigned node)
{
    struct tnw *t = &torus.t[node];
    struct tnw_done d;
    uint32_t h;
    (void)arg;
    const unsigned from = tn_tnw_bench_neighbour(&torus.b, node, OTHER ^ 1);
    if (node == PEER || from == PEER || tn_tnw_bench_neighbour(&torus.b, node, OTHER) == PEER)
        return 0;
    EXPECT(tnwOpen(t, &tn_tnw_wc_io, &torus.wc[node], 1u << OTHER | 2u << OTHER,
                   base_of(node) + TN_TNW_AT_NOTES) == 0);
    while (!held.done) {
        held.wanted = true;
        EXPECT(tnwCredit(t, OTHER ^ 1, VC, base_of(node) + AT, LEN, &h) == 0);
        EXPECT(tnwSend(t, OTHER, VC, torus.data + LEN * node, LEN, 0) == 0);
        EXPECT(tnwWait(t, h, &d) == 0 && torus_came(node, base_of(node) + AT, LEN * from, LEN));
    }
    return 0;
}

/* Links from and to the node. */
static uint64_t links_at(unsigned node)
{
    uint64_t set = 63ull << 6 * node;
    for (unsigned l = 0; l < 6; l++)
        set |= 1ull << lines_from(6 * node + l);
    return set;
}

/* Those of its neighbours that lead to it are reset. */
static int reset_links_to_it(void *arg, unsigned node)
{
    (void)arg;
    for (int l = 0; l < 6; l++)
        if (node != PEER && tn_tnw_bench_neighbour(&torus.b, node, (unsigned)l) == PEER) {
            EXPECT(tnwOpen(&torus.t[node], &tn_tnw_wc_io, &torus.wc[node], 0,
                           base_of(node) + TN_TNW_AT_NOTES) == 0);
            EXPECT(tnwReset(&torus.t[node], l) == 0);
        }
    return 0;
}

static void a_node_is_reset_alone(void **state)
{
    bool went = true;
    (void)state;
    if (tn_sim_param("X_N") < 2)
        skip(); /* node 1 is a neighbour by x, and z+ leads past it */
    come_up();
    memset(&held, 0, sizeof held);
    lines.fell = 0;
    torus.b.hook = hook;
    torus_run(beside, NULL, 700 + RESET_CYC + (torus.b.pcs ? 1000u : 0u) + 8 * lines.wire_cyc);
    torus.b.hook = NULL;
    for (unsigned k = 0; k < torus.b.nodes; k++)
        went &= torus.result[k] == 0;
    tn_sim_step(LINES_LATE);
    const uint64_t to_it = links_at(PEER) & ~(63ull << 6 * PEER);
    torus_asks("TNW-TOR-5", went, "messages of other links beside the reset of a node",
               "one that did not come");
    torus_asks("TNW-TOR-5", lines.fell == links_at(PEER) && !(lines.up & to_it),
               "links from and to the node falling, and no others", "another set");
    if (torus.broken) {
        lines_end();
        return;
    }
    torus_run(reset_links_to_it, NULL, 2000);
    tn_sim_step(lines_up_cyc() + LINES_LATE);
    torus_asks("TNW-TOR-5", lines.up == lines_all(), "all links UP behind the resets of software",
               "some that are not");
    lines_end();
}

int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_links_are_up_in_time),
        cmocka_unit_test(lines_lead_to_the_opposite_link),
        cmocka_unit_test(a_node_is_reset_alone),
    };
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
