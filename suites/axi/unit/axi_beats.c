/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Bursts as the beats they are made of, against checkers/axi/spec/axi_slave.md section 2.
 */
#include <tn/axi/axi_slave.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static void beat_is(struct tn_axs_burst b, unsigned i, uint32_t addr, unsigned n)
{
    struct tn_axs_beat beat;
    assert_true(tn_axs_beat(&b, i, &beat));
    assert_int_equal(beat.addr, addr);
    assert_int_equal(beat.n, n);
}

static void fixed_beats_stay_at_the_start_address(void **state)
{
    const struct tn_axs_burst b = {0x1006, 4, 2, TN_AXS_FIXED};
    (void)state;
    beat_is(b, 0, 0x1006, 2);
    beat_is(b, 3, 0x1006, 2);
}

static void incr_beats_go_on_at_the_next_multiples(void **state)
{
    const struct tn_axs_burst b = {0x1006, 4, 3, TN_AXS_INCR}, end = {0xffff0, 3, 4, TN_AXS_INCR};
    const struct tn_axs_burst bytes = {0x13, 3, 0, TN_AXS_INCR};
    (void)state;
    beat_is(b, 0, 0x1006, 2);
    beat_is(b, 1, 0x1008, 8);
    beat_is(b, 3, 0x1018, 8);
    beat_is(end, 1, 0, 16); /* modulo 1 MiB */
    beat_is(bytes, 2, 0x15, 1);
}

static void wrap_beats_go_round_the_block(void **state)
{
    const struct tn_axs_burst b = {0x1028, 4, 3, TN_AXS_WRAP};
    (void)state;
    beat_is(b, 0, 0x1028, 8);
    beat_is(b, 1, 0x1030, 8);
    beat_is(b, 2, 0x1038, 8);
    beat_is(b, 3, 0x1020, 8);
}

static void reserved_bursts_have_no_beats(void **state)
{
    const struct tn_axs_burst b = {0, 1, 2, TN_AXS_RESERVED};
    struct tn_axs_beat beat;
    (void)state;
    assert_false(tn_axs_beat(&b, 0, &beat));
}

static void the_worst_response_is_decerr_then_slverr(void **state)
{
    (void)state;
    assert_int_equal(tn_axs_worse(TN_AXS_OKAY, TN_AXS_SLVERR), TN_AXS_SLVERR);
    assert_int_equal(tn_axs_worse(TN_AXS_DECERR, TN_AXS_SLVERR), TN_AXS_DECERR);
    assert_int_equal(tn_axs_worse(TN_AXS_OKAY, TN_AXS_OKAY), TN_AXS_OKAY);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fixed_beats_stay_at_the_start_address),
        cmocka_unit_test(incr_beats_go_on_at_the_next_multiples),
        cmocka_unit_test(wrap_beats_go_round_the_block),
        cmocka_unit_test(reserved_bursts_have_no_beats),
        cmocka_unit_test(the_worst_response_is_decerr_then_slverr),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
