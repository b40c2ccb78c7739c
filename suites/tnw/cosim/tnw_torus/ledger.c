/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The ledger itself: it sees what the paper's link does without numbers.
 */
#include "ledger.h"

static bool armed;

/* The paper's link, without numbers: one ACK is lost, the last packet comes twice (tnw_link.md
 * section 10, A). The ledger must say so. */
static int without_numbers(void *arg, unsigned node)
{
    enum { LEN = 512, CREDIT = 1024, CTRL = 0x1008, PER_LINK = 0x400 };
    static const uint8_t seq_off_reset[4] = {3}, seq_off[4] = {2};
    struct tnw *t = &torus.t[node];
    uint32_t h;
    (void)arg;
    if (node > 1)
        return 0;
    const unsigned at = CTRL + PER_LINK * node;
    EXPECT(torus_open(node) == 0);
    EXPECT(tn_tnw_bench_io.write(&torus.b.node[node], 0, at, seq_off_reset, 4) == 0);
    EXPECT(tn_tnw_bench_pass(&torus.b, 100) == 0);
    EXPECT(tn_tnw_bench_io.write(&torus.b.node[node], 0, at, seq_off, 4) == 0);
    EXPECT(tn_tnw_bench_pass(&torus.b, 300) == 0);
    if (node) {
        EXPECT(tnwCredit(t, 1, VC, base_of(1) + AT, CREDIT, &h) == 0);
        if (tn_sim_param("LAST_EN")) /* what comes behind `last` meets the next one */
            EXPECT(tnwCredit(t, 1, VC, base_of(1) + 2 * AT, CREDIT, &h) == 0);
        ledger_expect(1, 1, VC, base_of(1) + AT, torus.data, LEN);
        return 0;
    }
    armed = true;
    EXPECT(tnwSend(t, 0, VC, torus.data, LEN, 0) == 0);
    return tn_tnw_bench_pass(&torus.b, 1200);
}

static void arms(void *ctx, uint64_t cycle)
{
    (void)ctx;
    (void)cycle;
    if (armed) /* an ACK that node 1 sends on the way back: line 0 */
        tn_tnw_bench_deed(0, 6 * 1 + 1, TN_TNW_DEED_FLIP, TN_TNW_DEED_SET, 0, 1u << 17);
    armed = false;
}

static void the_ledger_sees_what_a_link_without_numbers_does(void **state)
{
    (void)state;
    if (tn_sim_param("STRIKES") != 1 || tn_sim_param("X_N") < 2)
        skip(); /* node 1 is a neighbour by x */
    torus_start(0, false);
    ledger_start();
    ledger.quiet = true;
    torus.b.hook = arms;
    torus_run(without_numbers, NULL, 4000);
    assert_int_equal(torus.result[0] | torus.result[1], 0);
    /* with `last` the packet that comes again ends the next credit: its write and that credit's notification are of nobody */
    assert_int_equal(ledger.twice + ledger.others, tn_sim_param("LAST_EN") ? 2 : 1);
    tn_tnw_bench_close(&torus.b);
}

int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_ledger_sees_what_a_link_without_numbers_does),
    };
    (void)argc;
    (void)argv;
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
