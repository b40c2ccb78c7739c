/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The mux alive: its registers, a packet of each input, one dropped.
 */
#include "mux.h"

static struct xbar_seen seen;

static int start(void **state)
{
    (void)state;
    tn_sim_reset(4);
    xbar_judge(&seen);
    return 0;
}

static void registers_name_the_mux(void **state)
{
    (void)state;
    RULE_WAITED("EXU-CNT-1", tn_reg_read(0x000) == 0x45550001, "45550001 read at address 0");
    RULE("EXU-CNT-1", tn_reg_read(0x004) == mux.ins);
    RULE("EXU-CNT-1", tn_reg_read(0x008) == 0 && tn_reg_read(0xffc) == 0);
}

static void a_packet_of_each_input_leaves_as_it_came(void **state)
{
    const struct xbar_out *o = &seen.out[0];
    (void)state;
    for (unsigned p = 0; p < mux.ins; p++) {
        uint8_t k[EXA_KEEP_MAX];
        const size_t len = xbar_packet(k, mux_anywhere, 0x12345678, 40, (uint16_t)p);
        assert_int_equal(len, 80); /* 8 + 40 bytes are three words */
        assert_int_equal(tn_exa_source_send(xbar_source(p), k, len, 0), 0);
        tn_sim_step(20);
        RULE("EXU-ORD-1",
             o->n == p + 1 && o->packet[p].len == len && memcmp(o->packet[p].bytes, k, len) == 0);
        RULE("EXU-LAT-1",
             o->packet[p].cycle == seen.in[p].packet[0].cycle + 2 && o->packet[p].span == 4);
        RULE("EXU-CNT-1", tn_reg_read(0x400 + 4 * p) == 1 && tn_reg_read(0x5c0) == p + 1);
    }
    RULE("EXX-CHN-1", seen.broken == 0 && seen.drops == 0);
}

static void a_broken_header_is_dropped(void **state)
{
    uint8_t k[EXA_KEEP_MAX];
    const size_t len = xbar_packet(k, mux_anywhere, 0x1000, 16, 2);
    (void)state;
    xbar_unjudged(1);
    k[3] ^= 1;
    assert_int_equal(tn_exa_source_send(xbar_source(1), k, len, 0), 0);
    tn_sim_step(20);
    RULE("EXU-DROP-1",
         seen.drops == 1 && seen.last_cause == 1 && seen.last_port == 1 && seen.out[0].n == 0);
    RULE("EXU-CNT-1", tn_reg_read(0x444) == 1 && tn_reg_read(0x404) == 0);
}

int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(registers_name_the_mux, start),
        cmocka_unit_test_setup(a_packet_of_each_input_leaves_as_it_came, start),
        cmocka_unit_test_setup(a_broken_header_is_dropped, start),
    };
    (void)argc;
    (void)argv;
    mux_shape();
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
