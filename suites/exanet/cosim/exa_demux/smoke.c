/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The demux alive: its registers, a packet through, one that no output takes.
 */
#include "route.h"

static struct xbar_seen seen;

static int start(void **state)
{
    (void)state;
    tn_sim_reset(4);
    xbar_judge(&seen);
    return 0;
}

static void registers_name_the_demux(void **state)
{
    (void)state;
    RULE_WAITED("EXU-CNT-1", tn_reg_read(0x000) == 0x45440001, "45440001 read at address 0");
    RULE("EXU-CNT-1", tn_reg_read(0x004) == mux.outs);
    RULE("EXU-CNT-1", tn_reg_read(0x008) == 0 && tn_reg_read(0xffc) == 0);
}

/* A place whose Writes some output takes, or (taken false) none does; false when this shape has no such place. */
static bool find_place(bool taken, uint64_t *addr)
{
    for (unsigned index = 0; index <= 128; index++) {
        *addr = index == 128 ? 0x12345678 : traffic_peripheral(index) | 0x12345678;
        if ((route_of(*addr, EXA_WRITE) >= 0) == taken)
            return true;
    }
    return false;
}

static void a_packet_leaves_as_it_came(void **state)
{
    uint8_t k[EXA_KEEP_MAX];
    uint64_t addr = 0;
    const bool there = find_place(true, &addr);
    const unsigned to = (unsigned)route_of(addr, EXA_WRITE);
    const size_t len = xbar_packet(k, mux_anywhere, addr, 40, 1);
    const struct xbar_out *o = &seen.out[to % mux.outs], *i = &seen.in[0];
    (void)state;
    if (!there)
        skip();
    assert_int_equal(tn_exa_source_send(xbar_source(0), k, len, 0), 0);
    tn_sim_step(20);
    RULE("EXU-RTE-1",
         o->n == 1 && o->packet[0].len == len && memcmp(o->packet[0].bytes, k, len) == 0);
    RULE("EXU-LAT-2", o->packet[0].cycle == i->packet[0].cycle + 2 && o->packet[0].span == 4);
    RULE("EXU-CNT-1", tn_reg_read(0x400) == 1 && tn_reg_read(0x5c0 + 4 * to) == 1);
    RULE("EXX-CHN-1", seen.broken == 0 && seen.drops == 0);
}

static void what_no_output_takes_is_dropped(void **state)
{
    uint8_t k[EXA_KEEP_MAX];
    uint64_t addr = 0;
    const bool there = find_place(false, &addr);
    const size_t len = xbar_packet(k, mux_anywhere, addr, 16, 2);
    (void)state;
    if (!there)
        skip();
    assert_int_equal(tn_exa_source_send(xbar_source(0), k, len, 0), 0);
    tn_sim_step(20);
    RULE("EXU-RTE-1", seen.drops == 1 && seen.last_cause == 3 && seen.last_port == 0);
    for (unsigned p = 0; p < mux.outs; p++)
        RULE("EXU-RTE-1", seen.out[p].n == 0);
    RULE("EXU-CNT-1", tn_reg_read(0x4c0) == 1 && tn_reg_read(0x400) == 0);
}

int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(registers_name_the_demux, start),
        cmocka_unit_test_setup(a_packet_leaves_as_it_came, start),
        cmocka_unit_test_setup(what_no_output_takes_is_dropped, start),
    };
    (void)argc;
    (void)argv;
    mux_shape();
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
