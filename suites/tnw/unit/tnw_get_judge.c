/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The judge of TNW's Nget and of the way out names the rule of each misbehaviour, and none of a
 * right block (checkers/tnw/spec/tnw_pi.md sections 3, 5 and 6).
 */
#include "tnw_get_scenarios.h"

static const struct {
    const char *name, *rule;
} bugs[TN_TNW_GET_BUGS] = {
    {"none", ""},
#define TN_TNW_GET_BUG(name, rule) {#name, rule},
#include <tn/tnw/tnw_get_bugs.def>
#undef TN_TNW_GET_BUG
};

static void a_right_block_is_not_blamed_in_any_of_it_and_each_rule_is_asked(void **state)
{
    uint64_t asked[TN_TNW_GET_BUGS] = {0};
    (void)state;
    for (unsigned i = 0; i < SCENARIOS; i++) {
        struct bench *b = bench_new(usual, TN_TNW_GET_NO_BUG, i + 1);
        scenarios[i](b);
        if (b->judged.n || (!b->faults_of_64 && !b->fault && tn_tnw_get_judge_unsure(b->judge)))
            print_error("scenario %u\n", i);
        no_verdict(b);
        if (!b->faults_of_64 && !b->fault)
            assert_int_equal(tn_tnw_get_judge_unsure(b->judge), 0);
        for (unsigned k = 1; k < TN_TNW_GET_BUGS; k++)
            asked[k] += tn_tnw_get_judge_asked(b->judge, bugs[k].rule);
        bench_free(b);
    }
    for (unsigned k = 1; k < TN_TNW_GET_BUGS; k++)
        if (asked[k] == 0)
            fail_msg("%s is not asked", bugs[k].rule);
}

static void one_that_takes_other_ways_is_not_blamed(void **state)
{
    (void)state;
    for (unsigned i = 0; i < SCENARIOS; i++) {
        struct bench *b = bench_new(usual, TN_TNW_GET_NO_BUG, i + 1);
        tn_tnw_get_player_late(b->side);
        scenarios[i](b);
        if (b->judged.n)
            print_error("scenario %u\n", i);
        no_verdict(b);
        bench_free(b);
    }
}

static void random_traffic_blames_nobody(void **state)
{
    (void)state;
    for (uint8_t seed = 1; seed <= 12; seed++) {
        const struct tn_tnw_pi_params p = {16, 4, (uint8_t)(1 + seed % 5), (uint8_t)(1 + seed % 4),
                                           seed & 2};
        struct bench *b = bench_new(p, TN_TNW_GET_NO_BUG, 100u + seed);
        b->faults_of_64 = seed & 1 ? 0 : 3;
        traffic_with(b, 8000);
        if (b->judged.n)
            print_error("seed %u\n", seed);
        no_verdict(b);
        if (!b->faults_of_64 && !b->fault)
            assert_int_equal(tn_tnw_get_judge_unsure(b->judge), 0);
        assert_true(b->notes > 10);
        bench_free(b);
    }
}

static void errors_end_a_descriptor_as_the_page_has_it(void **state)
{
    static const struct {
        enum fault fault;
        unsigned cause;
    } row[] = {{BAD_STATUS, TNW_C_STATUS},
               {POISON, TNW_C_POISON},
               {NO_ANSWER, TNW_C_TIMEOUT},
               {WRONG_COUNT, TNW_C_WRONG},
               {STRAY, 0},
               {CPL_EMPTY, 0}};
    (void)state;
    for (unsigned i = 0; i < sizeof row / sizeof *row; i++) {
        struct bench *b = bench_new(usual, TN_TNW_GET_NO_BUG, i + 1);
        start(b);
        write_reg(b, TN_TNW_PI_R_CPL_TMO, 1000);
        b->fault = row[i].fault;
        b->fault_at = 2;
        b->whole = true;
        give(b, 0, 0x1000, 2048, 0, NOTES, 9);
        steps(b, 3000);
        no_verdict(b);
        assert_int_equal(b->notes, 1);
        assert_int_equal(b->note.cause, row[i].cause);
        assert_int_equal(b->note.bytes, row[i].cause ? 512 : 2048); /* those of the first read */
        bench_free(b);
    }
}

/* Half of a read comes in time, the rest late, which frees its slot; links take nothing until then.
 */
static void right_bytes_of_a_lost_slot_are_injected_though_it_is_free_again(void **state)
{
    (void)state;
    struct bench *b = bench_new(usual, TN_TNW_GET_NO_BUG, 1);
    struct req r = {.addr = 0x1000, .len = 512};
    start(b);
    write_reg(b, TN_TNW_PI_R_CPL_TMO, 500);
    b->inj_of_8 = 0;
    b->fault = NO_ANSWER;
    b->fault_at = 1;
    give(b, 0, r.addr, 512, 0, NOTES, 9);
    steps(b, 100);
    complete(b, &r, 256, TN_CPL_SC);
    steps(b, 800);
    r.got = 256;
    complete(b, &r, 256, TN_CPL_SC);
    steps(b, 100);
    b->inj_of_8 = 8;
    steps(b, 1000);
    no_verdict(b);
    assert_int_equal(b->notes, 1);
    assert_int_equal(b->note.cause, TNW_C_TIMEOUT);
    assert_int_equal(b->note.bytes, 256);
    bench_free(b);
}

/* More than there are places for, all the time: some come just as one is freed. */
static void a_descriptor_given_as_a_place_is_freed_is_not_sure(void **state)
{
    uint64_t unsure = 0;
    (void)state;
    for (unsigned seed = 1; seed <= 5; seed++) {
        struct bench *b = bench_new(usual, TN_TNW_GET_NO_BUG, seed);
        start(b);
        for (unsigned n = 0; n < 60; n++) {
            give(b, 0, 0x1000 * n, 1024, 0, NOTES + 16 * n, n);
            steps(b, 20 + below(b, 60));
        }
        no_verdict(b);
        unsure += tn_tnw_get_judge_unsure(b->judge);
        bench_free(b);
    }
    assert_true(unsure > 0);
}

/* Items of a (link, channel) that BAR2 was written for may be a window's; of others they are not.
 */
static void an_item_is_a_windows_where_one_was_written(void **state)
{
    (void)state;
    for (unsigned written = 0; written < 2; written++) {
        struct bench *b = bench_new(usual, TN_TNW_GET_NO_BUG, 1);
        struct tn_tlp t = {.first_be = BE_ALL, .last_be = BE_ALL};
        const uint8_t data[64] = {0};
        start(b);
        tn_tlp_set_kind(&t, TN_TLP_MWR, 0);
        t.addr = BAR2 + ((8u * 3 + (written ? 5 : 4)) << 21);
        send(b, &t, data, sizeof data);
        steps(b, 40);
        for (unsigned beat = 0; beat < 8; beat++) {
            struct tn_tnw_pi_in in = b->in;
            const struct tn_tnw_pi_out out = {.inj_valid = 8, .inj_vc = 5, .inj_last = beat == 7};
            in.s_tlp.valid = in.m_wr_valid = false;
            tn_tnw_get_judge_cycle(b->judge, &in, &out, b->cycle++);
        }
        assert_int_equal(b->judged.n, !written);
        if (!written)
            assert_string_equal(b->judged.rule, "TNW-GET-5");
        bench_free(b);
    }
}

static void outputs_at_random_are_blamed_and_do_no_harm(void **state)
{
    (void)state;
    struct bench *b = bench_new(usual, TN_TNW_GET_NO_BUG, 1);
    for (unsigned n = 0; n < 40000; n++) {
        struct tn_tnw_pi_in in = b->in;
        struct tn_tnw_pi_out out = {0};
        uint8_t *bytes = (uint8_t *)&out;
        for (size_t i = 0; i < sizeof out; i++)
            bytes[i] = (uint8_t)below(b, 2);
        in.rst = n == 0 || below(b, 500) == 0;
        in.m_tlp_ready = below(b, 2);
        in.m_tlp_ok = (uint8_t)below(b, 8);
        in.m_wr_valid = below(b, 2);
        in.m_wr_first = below(b, 2);
        in.m_wr_last = below(b, 2);
        out.m_tlp.keep = (uint8_t)below(b, 16);
        out.inj_valid = (uint8_t)(below(b, 4) ? 0 : below(b, 256));
        for (unsigned i = 0; i < TN_TNW_PI_BEAT; i++)
            out.m_tlp.data[i] = (uint8_t)(below(b, 3) ? 0 : below(b, 256));
        tn_tnw_get_judge_cycle(b->judge, &in, &out, n);
    }
    assert_true(b->judged.n > 100);
    bench_free(b);
}

static void each_misbehaviour_is_blamed_by_its_rule(void **state)
{
    unsigned wrong = 0;
    (void)state;
    for (unsigned bug = 1; bug < TN_TNW_GET_BUGS; bug++) {
        struct bench *b = bench_new(usual, bug, bug);
        scenario_of(bug)(b);
        if (!b->judged.n || strcmp(b->judged.rule, bugs[bug].rule) != 0) {
            print_error("%s, %s: %s\n", bugs[bug].name, bugs[bug].rule, b->judged.text);
            wrong++;
        }
        bench_free(b);
    }
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_right_block_is_not_blamed_in_any_of_it_and_each_rule_is_asked),
        cmocka_unit_test(errors_end_a_descriptor_as_the_page_has_it),
        cmocka_unit_test(right_bytes_of_a_lost_slot_are_injected_though_it_is_free_again),
        cmocka_unit_test(a_descriptor_given_as_a_place_is_freed_is_not_sure),
        cmocka_unit_test(an_item_is_a_windows_where_one_was_written),
        cmocka_unit_test(outputs_at_random_are_blamed_and_do_no_harm),
        cmocka_unit_test(one_that_takes_other_ways_is_not_blamed),
        cmocka_unit_test(random_traffic_blames_nobody),
        cmocka_unit_test(each_misbehaviour_is_blamed_by_its_rule),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
