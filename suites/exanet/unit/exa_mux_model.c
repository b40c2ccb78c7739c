/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The models of exa_mux and exa_demux against checkers/exanet/spec/exa_mux.md. What they share with
 * the switch is tested with that.
 */
#include "exa_xbar_fixture.h"

#include <tn/exanet/exa_mux.h>

static const struct exa_node anywhere = {9, 8, 7, 3, 0x77};

static void a_mux_sends_every_good_packet_to_its_one_output(void **state)
{
    struct tn_exa_xbar *m = tn_exa_mux_new(3);
    struct exa_packet k = packet(anywhere, exa_peripheral_addr(EXA_P_DEAD, 0), EXA_WRITE, 20, 1);
    struct words s = words_of(&k), h = header_only(anywhere, 0, 4);
    (void)state;
    give_all(m, 2, &s);
    give_all(m, 0, &h);
    give(m, 1, &s.w[0]);
    assert_int_equal(give(m, 1, &h.w[0]).broke, 0);
    give(m, 2, &s.w[1]); /* stray */
    s.w[0].data[8] ^= 1;
    assert_int_equal(give(m, 1, &s.w[0]).cause, TN_EXA_XBAR_HCRC);
    k.type = 12;
    exa_seal(&k);
    s = words_of(&k);
    assert_int_equal(give(m, 1, &s.w[0]).cause, TN_EXA_XBAR_MALF);
    assert_int_equal(tn_exa_xbar_head(m, 2, 0)->word_n, 4);
    tn_exa_xbar_take(m, 2, 0);
    tn_exa_xbar_take(m, 0, 0);
    assert_true(tn_exa_xbar_head(m, 1, 0)->broken);
    tn_exa_xbar_take(m, 1, 0);
    tn_exa_xbar_take(m, 1, 0);
    assert_int_equal(tn_exa_xbar_read(m, 0x000), 0x45550001);
    assert_int_equal(tn_exa_xbar_read(m, 0x004), 3);
    assert_int_equal(tn_exa_xbar_read(m, 0x008), 0);
    assert_int_equal(tn_exa_xbar_read(m, 0x400), 1);
    assert_int_equal(tn_exa_xbar_read(m, 0x404), 1);
    assert_int_equal(tn_exa_xbar_read(m, 0x408), 1);
    assert_int_equal(tn_exa_xbar_read(m, 0x444), 1);
    assert_int_equal(tn_exa_xbar_read(m, 0x484), 1);
    assert_int_equal(tn_exa_xbar_read(m, 0x544), 1);
    assert_int_equal(tn_exa_xbar_read(m, 0x588), 1);
    assert_int_equal(tn_exa_xbar_read(m, 0x5c0), 4);
    assert_int_equal(tn_exa_xbar_read(m, 0x5c4), 0);
    tn_exa_xbar_free(m);
}

/* The output of a packet, or minus the cause. */
static int way(const struct tn_exa_demux_params *p, uint64_t addr, unsigned type)
{
    struct tn_exa_xbar *m = tn_exa_demux_new(p);
    struct exa_packet k = packet(anywhere, type == EXA_ACK ? addr >> 32 << 32 : addr, type,
                                 type == EXA_NOTIFY ? 16 : 4, 1);
    struct words s = words_of(&k);
    struct tn_exa_xbar_step step = give(m, 0, &s.w[0]);
    tn_exa_xbar_free(m);
    return step.out >= 0 ? step.out : -(int)step.cause;
}

static uint64_t peripheral(unsigned index)
{
    return (uint64_t)7 << 39 | (uint64_t)index << 32;
}

static void a_demux_sends_to_the_lowest_output_that_takes_the_packet(void **state)
{
    struct tn_exa_demux_params p;
    (void)state;
    tn_exa_demux_defaults(&p);
    assert_int_equal(way(&p, 0x1000, EXA_WRITE), 0);
    assert_int_equal(way(&p, peripheral(3), EXA_WRITE), 3);
    assert_int_equal(way(&p, peripheral(4), EXA_WRITE), -TN_EXA_XBAR_ROUTE);
    p.dram_en = 0x000c;
    p.type_set[2] = 1 << EXA_ACK;
    assert_int_equal(way(&p, 0x1000, EXA_ACK), 2);
    assert_int_equal(way(&p, 0x1000, EXA_WRITE), 3);
    p.range_lo[1] = 2;
    p.range_hi[1] = 127;
    assert_int_equal(way(&p, peripheral(2), EXA_WRITE), 1);
    assert_int_equal(way(&p, peripheral(127), EXA_NOTIFY), 1); /* no dead port here */
    p.type_set[1] = ~(1u << EXA_NOTIFY);
    assert_int_equal(way(&p, peripheral(127), EXA_NOTIFY), -TN_EXA_XBAR_ROUTE);
    p.range_en = 0x0010; /* an output that is not there */
    p.range_lo[4] = 0;
    p.range_hi[4] = 127;
    assert_int_equal(way(&p, peripheral(5), EXA_WRITE), -TN_EXA_XBAR_ROUTE);
}

static void a_demux_counts_its_input_and_its_outputs(void **state)
{
    struct tn_exa_demux_params p;
    struct exa_packet a = packet(anywhere, peripheral(2), EXA_WRITE, 20, 1);
    struct exa_packet b = packet(anywhere, peripheral(9), EXA_WRITE, 20, 1);
    struct words s = words_of(&a), t = words_of(&b);
    (void)state;
    tn_exa_demux_defaults(&p);
    struct tn_exa_xbar *m = tn_exa_demux_new(&p);
    give_all(m, 0, &s);
    give_all(m, 0, &t);
    tn_exa_xbar_take(m, 0, 2);
    assert_int_equal(tn_exa_xbar_drop(m, 0), TN_EXA_XBAR_ROUTE);
    assert_int_equal(tn_exa_xbar_left(m), 0);
    assert_int_equal(tn_exa_xbar_read(m, 0x000), 0x45440001);
    assert_int_equal(tn_exa_xbar_read(m, 0x004), 4);
    assert_int_equal(tn_exa_xbar_read(m, 0x400), 1);
    assert_int_equal(tn_exa_xbar_read(m, 0x404), 0);
    assert_int_equal(tn_exa_xbar_read(m, 0x4c0), 1);
    assert_int_equal(tn_exa_xbar_read(m, 0x5c8), 1);
    tn_exa_xbar_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_mux_sends_every_good_packet_to_its_one_output),
        cmocka_unit_test(a_demux_sends_to_the_lowest_output_that_takes_the_packet),
        cmocka_unit_test(a_demux_counts_its_input_and_its_outputs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
