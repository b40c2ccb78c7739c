/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The judge of TNW's processor interface names the rule of each misbehaviour, and none of a right
 * one (checkers/tnw/spec/tnw_pi.md sections 1, 2, 4 and 6).
 */
#include "tnw_pi_fixture.h"
#include "tnw_pi_scenarios.h"

static const struct {
    const char *name, *rule;
} bugs[TN_TNW_PI_BUGS] = {
    {"none", ""},
#define TN_TNW_PI_BUG(name, rule) {#name, rule},
#include <tn/tnw/tnw_pi_bugs.def>
#undef TN_TNW_PI_BUG
};

static const struct tn_tnw_pi_params usual = {16, 4, 3, 3, true};

static void a_right_side_is_not_blamed_in_any_of_it_and_each_rule_is_asked(void **state)
{
    uint64_t asked[TN_TNW_PI_BUGS] = {0};
    (void)state;
    for (unsigned i = 0; i < SCENARIOS; i++)
        for (uint8_t n = 0; n < 4; n++) {
            const bool late = n & 1;
            struct tn_tnw_pi_params p = usual;
            p.last_en = n & 2;
            p.item_log2 = 2 + i % 4;
            struct bench *b = bench_new(p, late, TN_TNW_PI_NO_BUG, i + 1);
            scenarios[i](b);
            if (b->judged.n)
                print_error("scenario %u, late %u, LAST_EN %u\n", i, late, p.last_en);
            no_verdict(b);
            for (unsigned k = 1; k < TN_TNW_PI_BUGS; k++)
                asked[k] += tn_tnw_pi_judge_asked(b->judge, bugs[k].rule);
            bench_free(b);
        }
    for (unsigned k = 1; k < TN_TNW_PI_BUGS; k++)
        if (asked[k] == 0)
            fail_msg("%s is not asked", bugs[k].rule);
}

static void random_traffic_blames_nobody(void **state)
{
    (void)state;
    for (uint8_t seed = 1; seed <= 12; seed++) {
        const struct tn_tnw_pi_params p = {(uint8_t)(8 + seed), 2 + seed % 4, 3, 3, seed & 2};
        struct bench *b = bench_new(p, seed & 1, TN_TNW_PI_NO_BUG, 100 + seed);
        traffic(b);
        if (b->judged.n)
            print_error("seed %u\n", seed);
        no_verdict(b);
        assert_true(b->items > 50);
        bench_free(b);
    }
}

static void outputs_at_random_are_blamed_and_do_no_harm(void **state)
{
    (void)state;
    struct bench *b = bench_new(usual, false, TN_TNW_PI_NO_BUG, 1);
    for (unsigned n = 0; n < 20000; n++) {
        struct tn_tnw_pi_in in = {.bar0 = BAR0, .bar2 = BAR2};
        struct tn_tnw_pi_out out;
        uint8_t *bytes = (uint8_t *)&out;
        for (size_t i = 0; i < sizeof out; i++)
            bytes[i] = (uint8_t)tn_rng_below(&b->rng, 2);
        host_gives(b);
        in.s_tlp = b->in.s_tlp;
        in.rst = n == 0 || tn_rng_below(&b->rng, 400) == 0;
        in.m_tlp_ready = tn_rng_next(&b->rng) & 1;
        in.inj_ok = (uint8_t)tn_rng_next(&b->rng);
        out.s_tlp_ready = true;
        out.reg_addr = (uint16_t)(0x1000 + tn_rng_below(&b->rng, 0x1000) * 4);
        out.obs_err_id = (uint8_t)tn_rng_below(&b->rng, 50);
        out.obs_err_cause = (uint8_t)tn_rng_below(&b->rng, 6);
        out.inj_valid = (uint8_t)(tn_rng_below(&b->rng, 20) ? 0 : tn_rng_next(&b->rng));
        tn_tnw_pi_judge_cycle(b->judge, &in, &out, n);
        b->may_begin = 7;
        b->in.s_tlp.valid = b->in.s_tlp.valid && in.rst;
        if (b->in.s_tlp.last && !b->in.s_tlp.valid && b->tlp_in != b->tlp_out) {
            b->tlp_out++;
            b->sent = 0;
            b->in.s_tlp.last = false;
        }
        if (b->tlp_in == b->tlp_out)
            any_tlp(b);
    }
    assert_true(b->judged.n > 100);
    bench_free(b);
}

static void each_misbehaviour_is_blamed_by_its_rule(void **state)
{
    unsigned wrong = 0;
    (void)state;
    for (unsigned bug = 1; bug < TN_TNW_PI_BUGS; bug++) {
        struct bench *b = bench_new(usual, false, bug, bug);
        scenario_of(bug)(b);
        steps(b, TN_TNW_PI_LAG + 1);
        if (!b->judged.n || strcmp(b->judged.rule, bugs[bug].rule) != 0) {
            print_error("%s, %s: %s\n", bugs[bug].name, bugs[bug].rule, b->judged.text);
            wrong++;
        }
        bench_free(b);
    }
    assert_int_equal(wrong, 0);
}

static void tell_tlp(void *ctx, const struct tn_tnw_pi_tlp *tlp, uint64_t at)
{
    struct bench *b = ctx;
    b->told[0] += tlp->cause == TN_TNW_PI_CPL && at < b->cycle;
}

static void tell_write(void *ctx, uint16_t addr, uint32_t data, uint64_t at, uint64_t to)
{
    struct bench *b = ctx;
    b->told[1] += addr == 0x8108 && at < to;
    b->last_told = data;
}

static void tell_read(void *ctx, uint16_t addr, uint32_t found, uint64_t at, uint64_t to)
{
    struct bench *b = ctx;
    b->told[2] += addr == 0x00a4 && found == 0 && at < to;
}

static bool tell_item(void *ctx, const struct tn_tnw_item *item, uint64_t at)
{
    struct bench *b = ctx;
    b->told[3] += item->link == 1 && item->vc == 1 && item->offset == 0 && at < b->cycle;
    return true;
}

static const struct tn_tnw_pi_judge_hooks hooks = {
    .tlp = tell_tlp, .write = tell_write, .read = tell_read, .item = tell_item};

static void what_is_ngets_is_told(void **state)
{
    (void)state;
    struct bench *b = bench_hooked(usual, false, TN_TNW_PI_NO_BUG, 1, &hooks);
    start(b);
    refused(b, 3); /* a completion */
    write_reg(b, 0x8108, 0x12345);
    read_regs(b, 0x00a4, 1);
    settle(b, 60);
    no_verdict(b);
    assert_int_equal(b->told[0], 1);
    assert_int_equal(b->told[1], 1);
    assert_int_equal(b->last_told, 0x12345);
    assert_int_equal(b->told[2], 1);
    assert_int_equal(b->told[3], 0);
    bench_free(b);
}

/* Of items that no window can have sent: the hook's, and a descriptor's of the link. */
static void items_of_nget_are_nobodys_fault(void **state)
{
    (void)state;
    struct bench *b = bench_hooked(usual, false, TN_TNW_PI_BUG_OTHER_BYTES, 1, &hooks);
    start(b);
    put_item(b, 9, 0);
    settle(b, 60);
    no_verdict(b);
    assert_int_equal(b->told[3], 1);
    bench_free(b);
    for (unsigned given = 0; given < 2; given++) {
        b = bench_new(usual, false, TN_TNW_PI_BUG_SENT_TWICE, 1);
        start(b);
        if (given)
            write_reg(b, 0x8118, 0); /* link 1 */
        settle(b, 60);
        put_item(b, 9, 0);
        settle(b, 60);
        assert_int_equal(b->judged.n > 0, !given);
        bench_free(b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_right_side_is_not_blamed_in_any_of_it_and_each_rule_is_asked),
        cmocka_unit_test(outputs_at_random_are_blamed_and_do_no_harm),
        cmocka_unit_test(random_traffic_blames_nobody),
        cmocka_unit_test(what_is_ngets_is_told),
        cmocka_unit_test(items_of_nget_are_nobodys_fault),
        cmocka_unit_test(each_misbehaviour_is_blamed_by_its_rule),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
