/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The fault linkrst (harness/fault/README.md): CTRL.reset of the link that sends on the line is set
 * and cleared, and the other bits of CTRL stay.
 */
#include "torus.h"

#include <tn/inject.h>
#include <tn/tnw/tnw_fault_kinds.h>
#include <tn/tnw/tnw_wire_fault.h>

enum {
    CTRL = 0x1008,
    STATUS = 0x100c,
    RESET = 1,
    SEQ_OFF = 2,
    STATE = 7,
    DOWN = 0,
    LASTS_CYC = 200,
    NODE = 0
};

static unsigned seen; /* CTRL: a set of its values, bit v */
static uint32_t last; /* value of CTRL */
static bool down;     /* while reset was 1 */

static uint32_t reads(unsigned addr)
{
    uint32_t value = UINT32_MAX;
    tn_tnw_bench_io.read32(&torus.b.node[NODE], addr, &value);
    return value;
}

/* The link is x+ of node 0, which sends on line0. */
static int look_at_ctrl(void *arg, unsigned node)
{
    const uint32_t seq_off = SEQ_OFF;
    struct tn_fault f = {
        .kind = TN_FAULT_LINKRST, .has_arg = true, .arg = LASTS_CYC, .where = "line0"};
    char err[256];
    (void)arg;
    if (node != NODE)
        return 0;
    EXPECT(torus_open(node) == 0);
    EXPECT(tn_tnw_bench_io.write(&torus.b.node[NODE], 0, CTRL, &seq_off, sizeof seq_off) == 0);
    f.cycle = tn_sim_cycle();
    EXPECT(tn_inject(&f, 1, err, sizeof err) == 0);
    for (const uint64_t end = tn_sim_cycle() + 3 * LASTS_CYC; tn_sim_cycle() < end;) {
        const uint32_t ctrl = reads(CTRL);
        EXPECT(ctrl < 32);
        seen |= 1u << ctrl;
        last = ctrl;
        down |= ctrl & RESET && (reads(STATUS) & STATE) == DOWN;
    }
    return 0;
}

static void turn(void *ctx, uint64_t cycle)
{
    (void)ctx;
    (void)cycle;
    tn_tnw_wire_turn();
}

static void linkrst_leaves_the_other_bits_of_ctrl(void **state)
{
    (void)state;
    torus_start(0, false);
    tn_tnw_wire_faults(&torus.b);
    torus.b.hook = turn;
    torus_run(look_at_ctrl, NULL, UP_CYC + 10 * LASTS_CYC);
    assert_int_equal(torus.result[NODE], 0);
    assert_true(down);
    assert_int_equal(seen, 1u << SEQ_OFF | 1u << (SEQ_OFF | RESET));
    assert_int_equal(last, SEQ_OFF);
    tn_tnw_wire_faults(NULL);
    torus_end();
}

int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(linkrst_leaves_the_other_bits_of_ctrl)};
    (void)argc;
    (void)argv;
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
