/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * TNW's symbols, borders and lanes: the check values of checkers/tnw/spec/tnw.md section 5, and
 * the receiver of tnw_link.md section 2.
 */
#include "tnw_pcs_fixture.h"

#include <tn/crc.h>
#include <tn/rng.h>

enum { CYCLES = 1 << 14 };

static const uint8_t twelve[12] = {0x1c, 0x3c, 0x5c, 0x7c, 0x9c, 0xbc,
                                   0xdc, 0xfc, 0xf7, 0xfb, 0xfd, 0xfe};

/* Symbol of number i of the page's check: 256 data, 12 control. */
static int numbered(unsigned i, bool *rd)
{
    return tn_8b10b_encode(i < 256 ? (uint8_t)i : twelve[i - 256], i >= 256, rd);
}

static void all_symbols_give_the_pages_crc(void **state)
{
    uint8_t bytes[1072];
    (void)state;
    for (unsigned i = 0; i < 536; i++) {
        bool rd = i >= 268;
        const int s = numbered(i % 268, &rd);
        bytes[2 * i] = (uint8_t)s;
        bytes[2 * i + 1] = (uint8_t)(s >> 8);
    }
    assert_int_equal(tn_crc32(bytes, sizeof bytes), 0x621cfbb2);
}

static void symbols_of_the_table_are_as_printed(void **state)
{
    static const struct {
        uint8_t octet;
        bool control;
        int minus, plus;
    } t[] = {{0xfb, true, 0x05b, 0x3a4},  {0x9c, true, 0x13c, 0x2c3}, {0xfe, true, 0x05e, 0x3a1},
             {0xbc, true, 0x17c, 0x283},  {0x1c, true, 0x0bc, 0x343}, {0x7c, true, 0x33c, 0x0c3},
             {0x00, false, 0x0b9, 0x346}, {0xb5, false, 0x155, 0x155}};
    (void)state;
    for (unsigned i = 0; i < sizeof t / sizeof *t; i++) {
        bool minus = false, plus = true;
        assert_int_equal(tn_8b10b_encode(t[i].octet, t[i].control, &minus), t[i].minus);
        assert_int_equal(tn_8b10b_encode(t[i].octet, t[i].control, &plus), t[i].plus);
    }
}

static void there_are_464_symbols_each_with_one_meaning(void **state)
{
    unsigned n = 0;
    (void)state;
    for (unsigned s = 0; s < 1024; s++) {
        uint8_t octet[2];
        bool control[2], valid[2];
        for (unsigned c = 0; c < 2; c++) {
            bool rd = c;
            valid[c] = tn_8b10b_decode(s, &rd, &octet[c], &control[c]) == TN_8B10B_VALID;
            if (!valid[c]) {
                assert_int_equal(octet[c], 0xfe);
                assert_true(control[c]);
            }
        }
        n += valid[0] || valid[1];
        if (valid[0] && valid[1])
            assert_true(octet[0] == octet[1] && control[0] == control[1]);
    }
    assert_int_equal(n, 464);
}

static void every_symbol_comes_back_for_either_disparity(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 536; i++) {
        bool tx = i >= 268, rx = tx, control;
        uint8_t octet;
        const int s = numbered(i % 268, &tx);
        assert_int_equal(tn_8b10b_decode((unsigned)s, &rx, &octet, &control), TN_8B10B_VALID);
        assert_int_equal(octet, i % 268 < 256 ? i % 268 : twelve[i % 268 - 256]);
        assert_int_equal(control, i % 268 >= 256);
        assert_int_equal(rx, tx);
    }
}

/* After any symbols the bits sent have one more one than zeros, or as many, or one less: the
 * running disparity is what has been sent, -1 or +1 (802.3, 36.2.4). */
static void running_disparity_is_what_was_sent(void **state)
{
    struct tn_rng r;
    bool rd = false;
    int sum = -1;
    (void)state;
    tn_rng_seed(&r, 1, 0);
    for (unsigned i = 0; i < 20000; i++) {
        const int s = numbered((unsigned)tn_rng_below(&r, 268), &rd);
        sum += 2 * __builtin_popcount((unsigned)s) - 10;
        assert_int_equal(sum, rd ? 1 : -1);
    }
}

static void a_symbol_of_the_other_column_is_a_disparity_error_and_none_a_code_error(void **state)
{
    bool rd = true, control;
    uint8_t octet;
    (void)state;
    assert_int_equal(tn_8b10b_decode(0x05b, &rd, &octet, &control), TN_8B10B_DISPARITY);
    assert_int_equal(octet, 0xfe);
    assert_false(rd); /* as its bits say: 1000 has more zeros */
    rd = false;
    assert_int_equal(tn_8b10b_decode(0x000, &rd, &octet, &control), TN_8B10B_CODE);
    assert_false(rd);
    assert_int_equal(tn_8b10b_decode(0x3ff, &rd, &octet, &control), TN_8B10B_CODE);
    assert_true(rd);
}

static void the_line_of_the_page_gives_its_crc(void **state)
{
    static const struct {
        unsigned word;
        uint64_t bits;
    } shown[] = {{0, 0x5f17c5f17c}, {1, 0xd0f43d0f43},  {4, 0x2e4b965c5b},
                 {5, 0x5c4b952d8d}, {38, 0x51e7a3a1a6}, {50, 0xcf0c3cf33c}};
    struct tn_tnw_encoder e = {0};
    uint8_t bytes[51 * 5];
    (void)state;
    for (unsigned i = 0; i < 51; i++) {
        struct tnw_word w = tnw_idle();
        if (i == 4)
            w = (struct tnw_word){0x0000d7fb, 1};
        else if (i == 5)
            w = tnw_data(0xb100abcd);
        else if (i > 5 && i < 38)
            w = tnw_data(0x03020100 + 0x04040404 * (i - 6));
        else if (i == 38)
            w = tnw_data(0xa72f77c6);
        const uint64_t bits = tn_tnw_encode_word(&e, w);
        for (unsigned k = 0; k < sizeof shown / sizeof *shown; k++)
            if (shown[k].word == i)
                assert_true(shown[k].bits == bits);
        for (unsigned b = 0; b < 5; b++)
            bytes[5 * i + b] = (uint8_t)(bits >> 8 * b);
    }
    assert_int_equal(tn_crc32(bytes, sizeof bytes), 0x286251a8);
}

static void octets_that_are_no_control_character_go_as_fe(void **state)
{
    struct tn_tnw_encoder a = {0}, b = {0};
    (void)state;
    assert_true(tn_tnw_encode_word(&a, (struct tnw_word){0x00070011, 5}) ==
                tn_tnw_encode_word(&b, (struct tnw_word){0x00fe00fe, 5}));
    assert_int_equal(a.idle, 0);
}

static struct tnw_word any_word(struct tn_rng *r)
{
    switch (tn_rng_below(r, 8)) {
    case 0:
        return tnw_ctl_word(TNW_S, TNW_NONE, 0);
    case 1:
        return tnw_ctl_word(TNW_Q, TNW_ACK, (uint8_t)tn_rng_below(r, 32));
    case 2:
    case 3:
        return tnw_idle();
    default:
        return tnw_data((uint32_t)tn_rng_next(r));
    }
}

static void words_come_through_any_borders_and_skews(void **state)
{
    struct tn_rng r;
    (void)state;
    tn_rng_seed(&r, 2, 0);
    for (unsigned round = 0; round < 40; round++) {
        struct wire *w = wire_new();
        struct tnw_word sent[CYCLES / 64];
        unsigned most = 0;
        for (unsigned i = 0; i < 4; i++) {
            w->skew[i] = (unsigned)tn_rng_below(&r, 65); /* borders within 7 cycles */
            most = w->skew[i] > most ? w->skew[i] : most;
        }
        up(w);
        const unsigned delay = (most + 9) / 10;
        for (unsigned i = 0; i < CYCLES / 64; i++) {
            sent[i] = any_word(&r);
            const struct tn_tnw_pcs_rx rx = cycle(w, sent[i]);
            assert_true(rx.up && rx.code_n == 0 && rx.disp_n == 0);
            if (i < delay)
                continue;
            assert_int_equal(rx.word.data, sent[i - delay].data);
            assert_int_equal(rx.word.flags, sent[i - delay].flags);
        }
        assert_int_equal(w->judged.n, 0);
        wire_free(w);
    }
}

static void forty_eight_idle_columns_bring_the_lanes_up(void **state)
{
    struct wire *w = wire_new();
    unsigned n = 1;
    (void)state;
    while (!cycle(w, tnw_idle()).up)
        assert_true(++n <= 48);
    /* /A/ stands in columns 15, 31: the word of the second one is the first that counts */
    assert_int_equal(n, 32);
    wire_free(w);
}

static void lanes_eight_cycles_apart_do_not_come_up(void **state)
{
    struct wire *w = wire_new();
    (void)state;
    /* 8 apart is out of reach of this wire's memory: lane 0 is looked at 8 later by its /A/ */
    struct tn_tnw_encoder late = {0}, early = {0};
    uint64_t line[80] = {0};
    for (unsigned i = 0; i < 72; i++) {
        line[i] |= tn_tnw_encode_word(&early, tnw_idle()) & ~(uint64_t)0x3ff;
        line[i + 8] |= tn_tnw_encode_word(&late, tnw_idle()) & 0x3ff;
    }
    for (unsigned i = 0; i < 72; i++)
        assert_false(tn_tnw_decode_bits(w->dec, line[i]).up);
    wire_free(w);
}

static void four_invalid_symbols_take_the_borders_and_idle_gives_them_back(void **state)
{
    struct wire *w = wire_new();
    (void)state;
    up(w);
    for (unsigned i = 0; i < 4; i++) {
        struct tn_tnw_encoder e = w->enc;
        w->flip = ~tn_tnw_encode_word(&e, tnw_idle()) & 0x3ff;
        const struct tn_tnw_pcs_rx rx = cycle(w, tnw_idle());
        assert_int_equal(rx.up, i < 3);
        if (rx.up) {
            assert_int_equal(rx.code_n, 1);
            assert_int_equal(rx.word.data & 0xff, 0xfe);
        }
        assert_int_equal(rx.sync, i < 3 ? 15 : 14);
    }
    up(w);
    assert_int_equal(w->judged.n, 0);
    wire_free(w);
}

static void noise_breaks_nothing_and_idle_repairs_all(void **state)
{
    struct wire *w = wire_new();
    struct tn_rng r;
    (void)state;
    tn_rng_seed(&r, 3, 0);
    w->latency = 6;
    w->skew[1] = 13;
    w->skew[2] = 64;
    for (unsigned i = 0; i < CYCLES; i++) {
        if (i % 1024 > 900)
            w->flip = tn_rng_next(&r) & tn_rng_next(&r) & 0xffffffffff;
        cycle(w, i % 1024 < 100 ? tnw_idle() : any_word(&r));
        if (i % 1024 == 99)
            assert_true(w->past[0].up);
    }
    assert_int_equal(w->judged.n, 0);
    wire_free(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_symbols_give_the_pages_crc),
        cmocka_unit_test(symbols_of_the_table_are_as_printed),
        cmocka_unit_test(there_are_464_symbols_each_with_one_meaning),
        cmocka_unit_test(every_symbol_comes_back_for_either_disparity),
        cmocka_unit_test(running_disparity_is_what_was_sent),
        cmocka_unit_test(a_symbol_of_the_other_column_is_a_disparity_error_and_none_a_code_error),
        cmocka_unit_test(the_line_of_the_page_gives_its_crc),
        cmocka_unit_test(octets_that_are_no_control_character_go_as_fe),
        cmocka_unit_test(words_come_through_any_borders_and_skews),
        cmocka_unit_test(forty_eight_idle_columns_bring_the_lanes_up),
        cmocka_unit_test(lanes_eight_cycles_apart_do_not_come_up),
        cmocka_unit_test(four_invalid_symbols_take_the_borders_and_idle_gives_them_back),
        cmocka_unit_test(noise_breaks_nothing_and_idle_repairs_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
