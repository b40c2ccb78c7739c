/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Two ends of a TNW link over wires that lose, damage and repeat: every item comes once and in
 * order, and the judges of both ends have nothing to say (checkers/tnw/spec/tnw_link.md).
 */
#include "tnw_link_fixture.h"

static const struct tn_tnw_params usual = {4, 4}, narrow = {2, 1};

static void an_idle_line_carries_items_without_a_gap(void **state)
{
    struct pair *p = pair_new(usual, TN_TNW_NO_BUG, 1);
    (void)state;
    bring_up(p);
    p->side[0].want = 100;
    const uint64_t begin = p->cycle;
    assert_true(until_got(p, 1, 100, 5000));
    /* 35 cycles each, and the way of one: 8 beats, the wire, CRC and take */
    assert_true(p->cycle - begin < 100 * 35 + 80);
    steps(p, 100);
    for (unsigned i = 0; i < 100; i++)
        assert_int_equal(p->side[1].order[i], i);
    assert_int_equal(read_reg(p, 0, TN_TNW_R_TX_PACKETS), 100);
    assert_int_equal(read_reg(p, 0, TN_TNW_R_TX_RESENT), 0);
    assert_int_equal(read_reg(p, 1, TN_TNW_R_CAUSE + 4 * TN_TNW_TAKEN), 100);
    steps(p, 100);
    no_verdict(p);
    pair_free(p);
}

/* Errors of every kind, rarely. */
static void noise(struct pair *p, unsigned to, struct tnw_word *word, bool *up)
{
    struct side *from = &p->side[!to];
    if (p->cycle < 300 || p->cycle > 60000 || p->cycle % 5000 > 4000)
        return;
    switch (tn_rng_below(&p->rng, 3000)) {
    case 0: /* a bit */
        word->data ^= 1u << tn_rng_below(&p->rng, 32);
        break;
    case 1: /* a lane that could not be decoded */
        word->data = (word->data & ~0xffu) | TNW_E;
        word->flags |= 1;
        break;
    case 2: /* a word lost or swapped: the next, or the one before in its place */
        *word = from->wire[p->delay - 1 - (p->delay > 1)];
        break;
    case 3:
        *word = from->wire[p->delay % WIRE];
        break;
    case 4: /* garbage: of 24 bits of feedback one in 256 passes */
        *word = (struct tnw_word){(uint32_t)tn_rng_next(&p->rng), 0};
        break;
    case 5:
        *word = tnw_idle();
        break;
    case 6:
        p->at = 60;
        break;
    default:
        break;
    }
    if (p->at) {
        p->at--;
        *up = false;
    }
}

/* An end as slow as the page allows, or anything between. */
static void slow_down(struct pair *p)
{
    for (unsigned i = 0; i < 2; i++) {
        p->side[i].rx_lag = (unsigned)tn_rng_below(&p->rng, 3);
        p->side[i].tx_lag = (unsigned)tn_rng_below(&p->rng, 4);
    }
}

/* oldest <= expected <= next (section 11 of the page), modulo 32 as STATUS has them; the sender is
 * read before and after the receiver. */
static void numbers_hold(struct pair *p, unsigned from)
{
    const uint32_t before = read_reg(p, from, TN_TNW_R_STATUS);
    const uint32_t there = read_reg(p, !from, TN_TNW_R_STATUS);
    const uint32_t behind = read_reg(p, from, TN_TNW_R_STATUS);
    const uint32_t oldest = (before >> 18) - (before >> 8 & 31);
    assert_true((before >> 8 & 31) <= TNW_WINDOW);
    assert_true((((there >> 13) - oldest) & 31) <= (((behind >> 18) - oldest) & 31));
}

static void one_random(struct tn_tnw_params par, uint64_t seed)
{
    struct pair *p = pair_new(par, TN_TNW_NO_BUG, seed);
    p->fault = noise;
    p->delay = 1 + (unsigned)tn_rng_below(&p->rng, WIRE);
    slow_down(p);
    bring_up(p);
    for (unsigned i = 0; i < 2; i++) {
        p->side[i].want = 1200;
        p->side[i].channels = 1 + (unsigned)tn_rng_below(&p->rng, TNW_VCS);
        p->side[i].lazy = (unsigned)tn_rng_below(&p->rng, 60);
    }
    for (unsigned n = 0; n < 200000 && (p->side[0].got < 1200 || p->side[1].got < 1200); n++) {
        if (n % 64 == 8)
            numbers_hold(p, n / 64 % 2);
        if (n % 16 == 0)
            read_reg(p, n / 16 % 2, 4 * (unsigned)tn_rng_below(&p->rng, 0x40));
        step(p);
    }
    steps(p, 100);
    no_verdict(p);
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(p->side[i].got, 1200);
        assert_false(p->side[i].disorder && p->side[!i].channels == 1);
        for (unsigned k = 0; k < 1200; k++)
            assert_int_equal(p->side[i].times[k], 1);
        assert_int_equal(tn_tnw_link_judge_unsure(p->side[i].judge), 0);
    }
    pair_free(p);
}

static void errors_are_repaired_and_nothing_is_blamed(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 6; seed++) {
        one_random(usual, seed);
        one_random(narrow, seed + 100);
    }
}

/* One end is reset at any time; the other finds out, and is reset at some time, too. */
static void resets(uint64_t seed, bool noisy)
{
    struct pair *p = pair_new(seed % 2 ? usual : narrow, TN_TNW_NO_BUG, seed);
    unsigned flushes = 0, failed = 0;
    p->fault = noisy ? noise : NULL;
    p->delay = 1 + (unsigned)tn_rng_below(&p->rng, WIRE);
    slow_down(p);
    bring_up(p);
    for (unsigned i = 0; i < 2; i++) {
        p->side[i].want = ITEMS;
        p->side[i].channels = 4;
        p->side[i].lazy = (unsigned)tn_rng_below(&p->rng, 30);
    }
    for (unsigned n = 0; n < 60; n++) {
        const unsigned i = (unsigned)tn_rng_below(&p->rng, 2);
        steps(p, 100 + (unsigned)tn_rng_below(&p->rng, 1200));
        write_reg(p, i, TN_TNW_R_CTRL, TN_TNW_CTRL_RESET);
        flushes++;
        steps(p, (unsigned)tn_rng_below(&p->rng, 60));
        write_reg(p, i, TN_TNW_R_CTRL, 0);
        for (unsigned k = 0; k < 20; k++)
            read_reg(p, i, 4 * (unsigned)tn_rng_below(&p->rng, 0x40));
        steps(p, 400);
        failed += (read_reg(p, !i, TN_TNW_R_STATUS) & 7) == TN_TNW_FAILED;
        write_reg(p, !i, TN_TNW_R_CTRL, TN_TNW_CTRL_RESET);
        steps(p, 30);
        write_reg(p, !i, TN_TNW_R_CTRL, 0);
        steps(p, 300);
        read_reg(p, i, TN_TNW_R_LOST);
        read_reg(p, i, TN_TNW_R_UNREAD);
        if (tn_rng_below(&p->rng, 8) == 0) {
            p->rst = true;
            steps(p, 1 + (unsigned)tn_rng_below(&p->rng, 5));
            p->rst = false;
            steps(p, 300);
        }
    }
    steps(p, 100);
    no_verdict(p);
    assert_int_equal(p->side[0].flushes + p->side[1].flushes, 2 * flushes);
    assert_true(failed > 30);
    for (unsigned i = 0; i < 2; i++)
        assert_int_equal(tn_tnw_link_judge_unsure(p->side[i].judge), 0);
    pair_free(p);
}

static void resets_at_any_time_are_not_blamed(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 4; seed++)
        resets(seed, seed > 2);
}

/* A packet made up for side 0: its number mostly the one expected, its CRC mostly right. */
static void make_up(struct pair *p)
{
    struct tnw_packet k = {.vc = (uint8_t)tn_rng_below(&p->rng, 2)};
    k.seq = p->side[0].causes[TN_TNW_TAKEN] & 31;
    if (tn_rng_below(&p->rng, 4) == 0)
        k.seq = (uint8_t)tn_rng_below(&p->rng, 32);
    tnw_seal(&k);
    k.crc ^= tn_rng_below(&p->rng, 12) == 0;
    tnw_packet_words(&k, p->said);
    p->left = TNW_WORDS - 1;
}

static struct tnw_word any_control(struct pair *p, uint8_t octet)
{
    static const enum tnw_code codes[] = {TNW_NONE,      TNW_ACK,     TNW_ACK,
                                          TNW_NACK,      TNW_RESTART, TNW_RESTART,
                                          TNW_NACK_FULL, TNW_READY,   TNW_CODES};
    const bool init = octet == TNW_Q && tn_rng_below(&p->rng, 150) == 0;
    const enum tnw_code code =
        init ? TNW_INIT : codes[tn_rng_below(&p->rng, sizeof codes / sizeof *codes)];
    struct tnw_word w = tnw_ctl_word(octet, code, (uint8_t)tn_rng_below(&p->rng, 32));
    w.data ^= tn_rng_below(&p->rng, 12) == 0 ? 0x4000 : 0;
    return w;
}

/* Side 0 hears anything: packets right and wrong, feedback of every code and number. */
static void anything(struct pair *p, unsigned to, struct tnw_word *word, bool *up)
{
    if (p->cycle < 300 || to == 1)
        return;
    *up = p->cycle % 4096 > 20;
    const unsigned what = (unsigned)tn_rng_below(&p->rng, 60);
    if (p->left && what) {
        *word = p->said[TNW_WORDS - 1 - p->left--];
        if (tn_rng_below(&p->rng, 400) == 0)
            *word = any_control(p, TNW_Q);
        return;
    }
    p->left = 0;
    *word = tnw_idle();
    if (what < 6) {
        *word = any_control(p, TNW_S);
        make_up(p);
    } else if (what < 14) {
        *word = any_control(p, TNW_Q);
    } else if (what < 16) {
        *word = (struct tnw_word){(uint32_t)tn_rng_next(&p->rng), what == 14 ? 0 : 7};
    }
}

static void anything_on_the_line_is_followed(void **state)
{
    unsigned causes[TN_TNW_CAUSES] = {0}, failed = 0;
    (void)state;
    for (uint64_t seed = 1; seed <= 6; seed++) {
        struct pair *p = pair_new(seed % 2 ? usual : narrow, TN_TNW_NO_BUG, seed);
        p->fault = anything;
        slow_down(p);
        bring_up(p);
        p->side[0].want = ITEMS;
        p->side[0].lazy = seed % 2 ? 10 : 3000;
        for (unsigned n = 0; n < 6000; n++) {
            steps(p, 4);
            if ((read_reg(p, 0,
                          n % 3 ? 4 * (unsigned)tn_rng_below(&p->rng, 0x40) : TN_TNW_R_STATUS) &
                 7) != TN_TNW_FAILED ||
                n % 3)
                continue;
            failed++;
            write_reg(p, 0, TN_TNW_R_CTRL, TN_TNW_CTRL_RESET);
            steps(p, 30);
            for (unsigned c = 0; c < TN_TNW_CAUSES; c++) {
                causes[c] += p->side[0].causes[c];
                p->side[0].causes[c] = 0;
            }
            write_reg(p, 0, TN_TNW_R_CTRL, 0);
        }
        steps(p, 100);
        no_verdict(p);
        assert_int_equal(tn_tnw_link_judge_unsure(p->side[0].judge), 0);
        pair_free(p);
    }
    for (unsigned c = TN_TNW_SKIPPED; c < TN_TNW_CAUSES; c++)
        assert_true(causes[c] > 0);
    assert_true(failed > 6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_idle_line_carries_items_without_a_gap),
        cmocka_unit_test(errors_are_repaired_and_nothing_is_blamed),
        cmocka_unit_test(resets_at_any_time_are_not_blamed),
        cmocka_unit_test(anything_on_the_line_is_followed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
