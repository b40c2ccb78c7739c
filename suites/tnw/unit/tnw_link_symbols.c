/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Two ends of a TNW link over lanes of symbols: bits damaged on the line, alone and in bursts, and
 * a line cut (checkers/tnw/spec/tnw_link.md sections 2 and 9).
 */
#include "tnw_link_fixture.h"

#include <tn/tnw/tnw_cover.h>
#include <tn/tnw/tnw_pcs.h>

static const struct tn_tnw_params usual = {4, 4};

/* The line to each side. */
static struct line {
    struct tn_tnw_encoder enc;
    struct tn_tnw_decoder *dec;
    uint64_t before; /* 40 bits of the cycle before: lane 1 is a cycle behind the others */
    unsigned burst;
} lines[2];

static void symbols(struct pair *p, unsigned to, struct tnw_word *word, bool *up)
{
    struct line *l = &lines[to];
    const uint64_t lane_1 = (uint64_t)0x3ff << 10, now = tn_tnw_encode_word(&l->enc, *word);
    uint64_t bits = (now & ~lane_1) | (l->before & lane_1);
    l->before = now;
    if (p->cycle > 400 && p->cycle < 60000 && p->cycle % 4000 < 2000) {
        if (tn_rng_below(&p->rng, 1500) == 0)
            bits ^= (uint64_t)1 << tn_rng_below(&p->rng, 40);
        if (tn_rng_below(&p->rng, 6000) == 0)
            l->burst = (unsigned)tn_rng_below(&p->rng, 100);
        if (l->burst) {
            l->burst--;
            bits ^= tn_rng_next(&p->rng) & tn_rng_next(&p->rng) & 0xffffffffff;
        }
    }
    const struct tn_tnw_pcs_rx rx = tn_tnw_decode_bits(l->dec, p->at ? 0 : bits);
    p->at -= p->at > 0;
    *word = rx.word;
    *up = rx.up;
    p->side[to].in.rx_code_n = rx.code_n;
    p->side[to].in.rx_disp_n = rx.disp_n;
}

static struct pair *over_symbols(uint64_t seed)
{
    struct pair *p = pair_new(usual, TN_TNW_NO_BUG, seed);
    for (unsigned i = 0; i < 2; i++) {
        lines[i] = (struct line){.dec = tn_tnw_decoder_new()};
        p->side[i].want = 900;
        p->side[i].lazy = 4;
    }
    p->fault = symbols;
    bring_up(p);
    return p;
}

static void all_came(struct pair *p)
{
    for (unsigned n = 0; n < 200000 && (p->side[0].got < 900 || p->side[1].got < 900); n++)
        step(p);
    steps(p, 100);
    no_verdict(p);
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(p->side[i].got, 900);
        for (unsigned k = 0; k < 900; k++)
            assert_int_equal(p->side[i].order[k], k);
    }
}

static void end(struct pair *p)
{
    for (unsigned i = 0; i < 2; i++)
        tn_tnw_decoder_free(lines[i].dec);
    pair_free(p);
}

static void damaged_symbols_cost_time_and_nothing_else(void **state)
{
    unsigned lost = 0;
    (void)state;
    for (uint64_t seed = 1; seed <= 4; seed++) {
        struct pair *p = over_symbols(seed);
        steps(p, 50000);
        for (unsigned i = 0; i < 2; i++) {
            assert_true(read_reg(p, i, TN_TNW_R_SYM_CODE) > 0);
            assert_true(read_reg(p, i, TN_TNW_R_SYM_DISP) > 0);
            lost += read_reg(p, i, TN_TNW_R_ALIGN_LOST);
        }
        all_came(p);
        end(p);
    }
    assert_true(lost > 0);
}

static void a_line_cut_for_long_stalls_and_comes_back(void **state)
{
    struct pair *p = over_symbols(9);
    (void)state;
    steps(p, 1000);
    p->at = 2 * 20 * 600; /* both lines: 20 timeouts and their resending */
    steps(p, 20 * 600);
    assert_int_equal(read_reg(p, 0, TN_TNW_R_STATUS) >> 31, 1);
    assert_int_equal(read_reg(p, 0, TN_TNW_R_STATUS) & 7, TN_TNW_UP);
    all_came(p);
    assert_int_equal(read_reg(p, 0, TN_TNW_R_STATUS) >> 31, 0);
    end(p);
}

/* A dead tnw_pcs may count 7 errors of its 4 lanes: no bin has them. */
static void coverage_takes_all_that_pins_can_show(void **state)
{
    struct tn_tnw_cover *c = tn_tnw_cover_new(&usual);
    const struct tn_tnw_in in = {.rx_up = true, .rx_code_n = 7, .rx_disp_n = 7};
    const struct tn_tnw_out out = {
        .obs_rx_valid = true, .obs_rx_cause = 15, .obs_tx_state = 7, .obs_unacked = 31};
    (void)state;
    assert_non_null(c);
    tn_tnw_cover_cycle(c, &in, &out);
    tn_tnw_cover_cycle(c, &in, &out);
    tn_cover_state_free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(damaged_symbols_cost_time_and_nothing_else),
        cmocka_unit_test(a_line_cut_for_long_stalls_and_comes_back),
        cmocka_unit_test(coverage_takes_all_that_pins_can_show),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
