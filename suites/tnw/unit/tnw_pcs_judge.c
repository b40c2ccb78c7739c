/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The judge of a tnw_pcs's pins: each wrong one is blamed by its rule.
 */
#include "tnw_pcs_fixture.h"

static void other_symbol(struct tn_tnw_pcs_pins *p)
{
    p->tx_sym ^= 0x3ff;
}
static void other_octet(struct tn_tnw_pcs_pins *p)
{
    p->rx.word.data ^= 0x100;
}
static void no_count(struct tn_tnw_pcs_pins *p)
{
    p->rx.code_n = p->rx.disp_n = 0;
}
static void down(struct tn_tnw_pcs_pins *p)
{
    p->rx = (struct tn_tnw_pcs_rx){.word = {0xfefefefe, 15}, .sync = p->rx.sync};
}
static void no_borders(struct tn_tnw_pcs_pins *p)
{
    p->rx.sync = 7;
}

/* One cycle of a good DUT made wrong, or many: the first verdict's rule. */
static void blames(void (*bad)(struct tn_tnw_pcs_pins *), unsigned at, unsigned n, uint64_t flip,
                   struct tnw_word word, const char *rule)
{
    struct wire *w = wire_new();
    if (at > 100)
        up(w);
    for (unsigned i = 0; i < n; i++) {
        w->flip = i == 0 ? flip : 0;
        cycle_with(w, word, bad);
    }
    if (!w->judged.n) {
        for (unsigned i = 0; i < 8; i++)
            cycle_with(w, word, i < w->latency ? bad : NULL);
    }
    assert_true(w->judged.n > 0);
    assert_string_equal(w->judged.rule, rule);
    wire_free(w);
}

static void each_wrong_pin_is_blamed_by_its_rule(void **state)
{
    const struct tnw_word data = tnw_data(0x12345678), idle = tnw_idle();
    (void)state;
    blames(other_symbol, 200, 1, 0, idle, "TNW-SYM-2");
    blames(other_symbol, 200, 4, 0, data, "TNW-SYM-2"); /* idle words are under way first */
    blames(no_borders, 200, 1, 0, idle, "TNW-PCS-1");
    blames(other_octet, 200, 1, 0, idle, "TNW-PCS-2");
    blames(no_count, 200, 1, 3, idle, "TNW-PCS-2");
    blames(down, 200, 1, 0, idle, "TNW-PCS-3");
    blames(down, 0, 100, 0, idle, "TNW-PCS-5");
}

static void no_reset(struct tn_tnw_pcs_pins *p)
{
    p->rx.disp_n = 1;
}

/* Registers that rst does not clear are seen from the cycle behind its first on. */
static void what_reset_leaves_is_blamed(void **state)
{
    struct wire *w = wire_new();
    (void)state;
    up(w);
    w->rst = true;
    cycle_with(w, tnw_idle(), no_reset);
    for (unsigned i = 0; i < 16; i++) /* as after rst */
        w->past[i] = (struct tn_tnw_pcs_rx){.word = {0xfefefefe, 15}};
    cycle(w, tnw_idle());
    assert_int_equal(w->judged.n, 0);
    cycle_with(w, tnw_idle(), no_reset);
    assert_int_equal(w->judged.n, 1);
    assert_string_equal(w->judged.rule, "TNW-PCS-3");
    assert_int_equal(tn_tnw_pcs_judge_broken(w->judge, "TNW-PCS-3"), 1);
    assert_int_equal(tn_tnw_pcs_judge_broken(w->judge, "TNW-PCS-2"), 0);
    wire_free(w);
}

static void what_was_asked_is_counted(void **state)
{
    static const char *const rules[] = {"TNW-SYM-1", "TNW-SYM-2", "TNW-PCS-1", "TNW-PCS-2",
                                        "TNW-PCS-3", "TNW-PCS-4", "TNW-PCS-5"};
    struct wire *w = wire_new();
    (void)state;
    for (unsigned i = 0; i < 7; i++)
        assert_true(tn_tnw_pcs_judge_asked(w->judge, rules[i]) == 0);
    up(w);
    for (unsigned i = 0; i < 8; i++)
        cycle(w, tnw_data(i));
    for (unsigned i = 0; i < 7; i++) {
        assert_true(tn_tnw_pcs_judge_asked(w->judge, rules[i]) > 0);
        assert_true(tn_tnw_pcs_judge_broken(w->judge, rules[i]) == 0);
    }
    assert_true(tn_tnw_pcs_judge_asked(w->judge, "TNW-RX-1") == 0);
    wire_free(w);
}

static void a_wrong_data_symbol_is_blamed(void **state)
{
    struct wire *w = wire_new();
    (void)state;
    up(w);
    for (unsigned i = 0; i < 4; i++)
        cycle(w, tnw_data(0x12345678));
    cycle_with(w, tnw_idle(), other_symbol);
    assert_string_equal(w->judged.rule, "TNW-SYM-1");
    wire_free(w);
}

static void a_delay_over_six_or_one_that_changes_is_blamed(void **state)
{
    struct wire *w = wire_new();
    (void)state;
    w->latency = 7;
    up(w);
    for (unsigned i = 0; i < 8; i++)
        cycle(w, tnw_idle());
    assert_string_equal(w->judged.rule, "TNW-PCS-4");
    wire_free(w);
    w = wire_new();
    up(w);
    for (unsigned i = 0; i < 20; i++) {
        w->latency = i < 10 ? 4 : 5;
        cycle(w, tnw_data(0x01010101 * i));
    }
    assert_string_equal(w->judged.rule, "TNW-PCS-4");
    wire_free(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_wrong_pin_is_blamed_by_its_rule),
        cmocka_unit_test(what_reset_leaves_is_blamed),
        cmocka_unit_test(what_was_asked_is_counted),
        cmocka_unit_test(a_wrong_data_symbol_is_blamed),
        cmocka_unit_test(a_delay_over_six_or_one_that_changes_is_blamed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
