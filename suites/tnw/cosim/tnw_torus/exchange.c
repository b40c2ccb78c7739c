/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The exchange of a lattice over the torus in RTL (TNW-TOR-8), the program that runs on the model
 * (suites/tnw/unit/tnw_torus_exchange.c), byte for byte what one process computes. TN_TNW_CAPTURE=f
 * captures the cable of node 0's x+ in the first test.
 */
#include "torus.h"

static struct {
    struct tn_tnw_lattice l;
    uint64_t *cells;
    uint64_t writes, moved; /* to hosts' memories, and the cycle of the last */
    bool still;
} work;

static int program(void *arg, unsigned node)
{
    (void)arg;
    return tn_tnw_lattice_node(&work.l, node, &tn_tnw_wc_io, &torus.wc[node], base_of(node),
                               &torus.judge[node],
                               work.cells + node * tn_tnw_lattice_words(&work.l));
}

static void compare(void)
{
    const size_t words = torus.b.nodes * tn_tnw_lattice_words(&work.l);
    uint64_t *whole = calloc(words, sizeof *whole);
    assert_non_null(whole);
    assert_int_equal(tn_tnw_lattice_whole(&work.l, whole), 0);
    torus_asks("TNW-TOR-6", memcmp(work.cells, whole, words * sizeof *whole) == 0,
               "what one process computes", "other cells");
    free(whole);
}

/* Nothing was written to any host for long: the exchange stands still (TNW-TOR-8). */
static void hook(void *ctx, uint64_t cycle)
{
    enum { STILL_CYC = 700 };
    struct tn_tnw_bench *b = ctx;
    uint64_t writes = 0;
    for (unsigned k = 0; k < b->nodes; k++)
        writes += b->node[k].writes;
    if (writes != work.writes)
        work.moved = cycle;
    work.writes = writes;
    work.still = cycle > work.moved + STILL_CYC;
    if (work.still)
        b->until = 0;
}

/* Fast nodes wait for slow ones: nothing else holds them up. */
static void exchange(unsigned edge, unsigned steps, unsigned get_links, unsigned swing)
{
    torus_start(0xff, true);
    torus.b.read_swing = swing;
    if (edge == 4)
        torus_capture();
    work.l = (struct tn_tnw_lattice){.size = {torus.b.size[0], torus.b.size[1], torus.b.size[2]},
                                     .edge = edge,
                                     .steps = steps,
                                     .get_links = get_links,
                                     .vc = VC,
                                     .seed = tn_sim_seed()};
    work.cells = calloc(torus.b.nodes * tn_tnw_lattice_words(&work.l), sizeof *work.cells);
    assert_non_null(work.cells);
    const uint64_t begin = tn_sim_cycle();
    work.writes = 0;
    work.moved = begin;
    work.still = false;
    torus.b.hook = hook;
    torus.b.hook_ctx = &torus.b;
    torus_run(program, NULL, 2000 + steps * 6000ull);
    torus_asks("TNW-TOR-8", !work.still, "each step to end", "an exchange that stands still");
    for (unsigned k = 0; k < torus.b.nodes; k++)
        assert_int_equal(torus.result[k], 0);
    compare();
    print_message("%u steps, %u bytes a face: %llu cycles\n", steps,
                  (unsigned)tn_tnw_lattice_halo(&work.l),
                  (unsigned long long)(tn_sim_cycle() - begin));
    free(work.cells);
    torus_end();
}

/* Under Icarus a step; the model does many (suites/unit). */
static unsigned steps(void)
{
    const bool icarus = strcmp(tn_sim_name(), "icarus") == 0;
    const char *s = getenv("TN_STEPS");
    return s ? (unsigned)atoi(s) : icarus ? 2 : 20;
}

static void small_faces_by_both(void **state)
{
    (void)state;
    exchange(4, steps(), 0x26, 100);
}

static void large_faces_by_both(void **state)
{
    (void)state;
    if (strcmp(tn_sim_name(), "icarus") == 0 && !getenv("TN_STEPS"))
        skip();
    exchange(16, steps(), 0x19, 0);
}

int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_faces_by_both),
        cmocka_unit_test(large_faces_by_both),
    };
    (void)argc;
    (void)argv;
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
