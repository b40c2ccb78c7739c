/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The switch alive: its registers, a packet through, a packet dropped, and what the
 * bench's modules show of them.
 */
#include "xbar.h"

static struct xbar_seen seen;
static const struct exa_node here = {.x = 5, .y = 10, .z = 9, .fpga = 1, .tor = 0x81};

static int start(void **state)
{
    (void)state;
    xbar_reset(here);
    xbar_judge(&seen);
    return 0;
}

static void registers_name_the_switch(void **state)
{
    (void)state;
    RULE("EXX-CNT-1", tn_reg_read(0x000) == 0x45580001);
    RULE("EXX-CNT-1", (long)(tn_reg_read(0x004) & 0xff) == tn_sim_param("PORT_N"));
    RULE("EXX-CNT-1", (long)(tn_reg_read(0x004) >> 8 & 0xff) == tn_sim_param("LINK_BASE"));
    RULE("EXX-CNT-1", (long)(tn_reg_read(0x004) >> 16 & 0xff) == tn_sim_param("GW_BASE"));
    RULE("EXX-CNT-1", (long)(tn_reg_read(0x004) >> 24 & 0xff) == tn_sim_param("DRAM_PORT"));
    RULE("EXX-CNT-1", tn_reg_read(0x008) == exa_node_bits(here));
    RULE("EXX-CNT-1", tn_reg_read(0x00c) == 0 && tn_reg_read(0xffc) == 0);
}

static void a_packet_reaches_dram_as_it_came(void **state)
{
    uint8_t p[EXA_KEEP_MAX];
    unsigned dram = (unsigned)tn_sim_param("DRAM_PORT"), from = dram == 1 ? 0 : 1;
    size_t len = xbar_packet(p, here, 0x12345678, 40, 1);
    const struct xbar_out *o = &seen.out[dram], *i = &seen.in[from];
    (void)state;
    assert_int_equal(len, 80); /* 8 + 40 bytes are three words */
    assert_int_equal(tn_exa_source_send(xbar_source(from), p, len, 0), 0);
    tn_sim_step(20);
    RULE("EXX-ORD-2", i->n == 1 && o->n == 1);
    RULE("EXX-RTE-4", o->packet[0].len == len && memcmp(o->packet[0].bytes, p, len) == 0);
    RULE("EXX-LAT-1", o->packet[0].cycle == i->packet[0].cycle + 2 && o->packet[0].span == 4);
    assert_int_equal(tn_exa_source_pending(xbar_source(from)), 0);
    RULE("EXX-CNT-1", tn_reg_read(0x400 + 4 * from) == 1 && tn_reg_read(0x5c0 + 4 * dram) == 1);
    RULE("EXX-CHN-1", seen.broken == 0 && seen.drops == 0);
}

static void a_broken_header_is_dropped(void **state)
{
    uint8_t p[EXA_KEEP_MAX];
    size_t len = xbar_packet(p, here, 0x1000, 16, 2);
    (void)state;
    p[3] ^= 1;
    assert_int_equal(tn_exa_source_send(xbar_source(2), p, len, 0), 0);
    tn_sim_step(20);
    RULE("EXX-CRC-1", seen.drops == 1 && seen.last_cause == 1 && seen.last_port == 2);
    for (unsigned k = 0; k < XBAR_PORTS; k++)
        RULE("EXX-CRC-1", seen.out[k].n == 0);
    RULE("EXX-CNT-1", tn_reg_read(0x448) == 1 && tn_reg_read(0x408) == 0);
}

int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(registers_name_the_switch, start),
        cmocka_unit_test_setup(a_packet_reaches_dram_as_it_came, start),
        cmocka_unit_test_setup(a_broken_header_is_dropped, start),
    };
    (void)argc;
    (void)argv;
    if (xbar_local() < 0)
        return 77;
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
