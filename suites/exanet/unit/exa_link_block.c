/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Blocks of ExaNet's serial link against checkers/exanet/spec/exa_link.md section 2: scrambler, block
 * lock, frames, with values worked by hand.
 */
#include "exa_fixture.h"

#include <tn/exanet/exa_link.h>

static void the_first_blocks_of_zeros_after_reset_are_these(void **state)
{
    struct tn_exl_scrambler s;
    (void)state;
    tn_exl_scrambler_init(&s);
    /* n < 39: 0^1^1; 39 to 57: 0^out[n-39]^1 = 1; then out[19..]^out[0..] = 0 */
    assert_true(tn_exl_scramble(&s, 0) == 0x03ffff8000000000u);
    /* out[64+k] = out[25+k]^out[6+k]: ones in k = 14 to 51 and from 53 on */
    assert_true(tn_exl_scramble(&s, 0) == ~(uint64_t)0x0010000000003fff);
}

static void a_bit_changes_the_line_39_and_58_bits_later(void **state)
{
    struct tn_exl_scrambler a, b;
    (void)state;
    tn_exl_scrambler_init(&a);
    tn_exl_scrambler_init(&b);
    /* bit 3: itself, 42, 61; the next block: 3+78 = 81, 3+97 twice, 3+116 = 119, 3+117 = 120 */
    assert_true((tn_exl_scramble(&a, 0) ^ tn_exl_scramble(&b, 8)) ==
                ((uint64_t)1 << 3 | (uint64_t)1 << 42 | (uint64_t)1 << 61));
    assert_true((tn_exl_scramble(&a, 0) ^ tn_exl_scramble(&b, 0)) ==
                ((uint64_t)1 << (81 - 64) | (uint64_t)1 << (119 - 64) | (uint64_t)1 << (120 - 64)));
}

static void what_is_scrambled_comes_back(void **state)
{
    struct tn_exl_scrambler tx, rx;
    struct tn_rng r;
    (void)state;
    tn_rng_seed(&r, 21, 0);
    tn_exl_scrambler_init(&tx);
    rx.line = tn_rng_next(&r); /* self-synchronous: wrong for 58 bits */
    tn_exl_descramble(&rx, tn_exl_scramble(&tx, 0));
    for (unsigned i = 0; i < 2000; i++) {
        uint64_t plain = tn_rng_next(&r);
        assert_true(tn_exl_descramble(&rx, tn_exl_scramble(&tx, plain)) == plain);
    }
}

static void one_wrong_bit_of_the_line_spoils_three_of_the_payload(void **state)
{
    struct tn_exl_scrambler tx, rx;
    (void)state;
    tn_exl_scrambler_init(&tx);
    tn_exl_scrambler_init(&rx);
    assert_true(tn_exl_descramble(&rx, tn_exl_scramble(&tx, 0) ^ 1) ==
                (1 | (uint64_t)1 << 39 | (uint64_t)1 << 58));
    assert_true(tn_exl_descramble(&rx, tn_exl_scramble(&tx, 5)) == 5);
}

static void lock_is_gained_after_64_valid_headers_in_a_row(void **state)
{
    struct tn_exl_params p;
    struct tn_exl_lock k = {0};
    (void)state;
    tn_exl_defaults(&p);
    for (unsigned i = 0; i < 63; i++)
        assert_false(tn_exl_lock_step(&k, &p, 1 + i % 2));
    assert_false(k.locked);
    assert_true(tn_exl_lock_step(&k, &p, 3)); /* slips; then eight are ignored */
    for (unsigned i = 0; i < 8; i++)
        assert_false(tn_exl_lock_step(&k, &p, i % 2 ? 0 : 1));
    for (unsigned i = 0; i < 63; i++)
        tn_exl_lock_step(&k, &p, 2);
    assert_false(k.locked);
    tn_exl_lock_step(&k, &p, 1);
    assert_true(k.locked);
}

static void lock_is_lost_when_16_of_a_window_of_64_are_invalid(void **state)
{
    struct tn_exl_params p;
    struct tn_exl_lock k = {.locked = true};
    (void)state;
    tn_exl_defaults(&p);
    for (unsigned window = 0; window < 5; window++)
        for (unsigned i = 0; i < 64; i++)
            assert_false(tn_exl_lock_step(&k, &p, i < 15 ? 0 : 1));
    assert_true(k.locked);
    for (unsigned i = 0; i < 61; i += 4) {
        assert_true(k.locked);
        assert_false(tn_exl_lock_step(&k, &p, 0));
        if (i < 60)
            for (unsigned j = 0; j < 3; j++)
                tn_exl_lock_step(&k, &p, 2);
    }
    assert_false(k.locked);
    assert_true(tn_exl_lock_step(&k, &p, 0)); /* without lock: a slip */
}

static void control_blocks_are_these(void **state)
{
    (void)state;
    assert_true(tn_exl_separator().data == 0x001e);
    assert_true(tn_exl_idle(false).data == 0x0078);
    assert_true(tn_exl_idle(true).data == 0x2078);
    assert_true(tn_exl_nfc(false).data == 0x00aa);
    assert_true(tn_exl_nfc(true).data == 0x80aa);
    assert_int_equal(tn_exl_nfc(true).head, 2);
}

static void a_frame_is_each_word_low_half_first_then_a_separator(void **state)
{
    struct tn_exa_word w[2] = {{.kind = TN_EXA_HDR}, {.kind = TN_EXA_FTR}};
    struct tn_exl_block b[5];
    (void)state;
    for (unsigned i = 0; i < 16; i++) {
        w[0].data[i] = (uint8_t)i;
        w[1].data[i] = (uint8_t)(0xf0 - i);
    }
    assert_int_equal(tn_exl_frame(w, 2, b), 5);
    assert_true(b[0].head == 1 && b[0].data == 0x0706050403020100u);
    assert_true(b[1].head == 1 && b[1].data == 0x0f0e0d0c0b0a0908u);
    assert_true(b[2].head == 1 && b[2].data == 0xe9eaebecedeeeff0u);
    assert_true(b[3].head == 1 && b[3].data == 0xe1e2e3e4e5e6e7e8u);
    assert_true(b[4].head == 2 && b[4].data == 0x1e);
    assert_int_equal(tn_exl_frame(w, 0, b), 1);
    assert_true(b[0].data == 0x1e);
}

static void header_asks(unsigned type, uint64_t addr, unsigned len, bool good, unsigned least,
                        unsigned most)
{
    struct exa_packet k = {.addr = addr, .type = (uint8_t)type, .size = (uint16_t)len};
    uint8_t bytes[EXA_MAX], lanes[EXA_WORD];
    unsigned l, m;
    exa_seal(&k);
    k.hdr_crc ^= !good;
    assert_int_equal(exa_encode(&k, bytes, sizeof bytes), 16);
    exa_word_turn(bytes, lanes);
    tn_exl_frame_words(lanes, &l, &m);
    assert_int_equal(l, least);
    assert_int_equal(m, most);
}

static void a_good_header_says_how_many_words_its_frame_has(void **state)
{
    (void)state;
    header_asks(EXA_ACK, 0, 0, true, 1, 1);
    header_asks(EXA_RELEASE, 0, 0, true, 1, 1);
    header_asks(31, 0, 9, true, 1, 1); /* whatever stands in the rest */
    header_asks(EXA_ZREAD_REQ, 0, 0, true, 2, 2);
    header_asks(EXA_WRITE, 0, 16, true, 3, 3);
    header_asks(EXA_WRITE, 15, 2, true, 4, 4);
    header_asks(EXA_ZREAD_RSP, 0, 256, true, 18, 18);
    header_asks(EXA_WRITE, 1, 256, true, 1, 18); /* 17 payload words */
    header_asks(EXA_WRITE, 0, 16383, true, 1, 18);
    header_asks(EXA_ACK, 0, 0, false, 1, 18);
    header_asks(EXA_WRITE, 0, 16, false, 1, 18);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_blocks_of_zeros_after_reset_are_these),
        cmocka_unit_test(a_bit_changes_the_line_39_and_58_bits_later),
        cmocka_unit_test(what_is_scrambled_comes_back),
        cmocka_unit_test(one_wrong_bit_of_the_line_spoils_three_of_the_payload),
        cmocka_unit_test(lock_is_gained_after_64_valid_headers_in_a_row),
        cmocka_unit_test(lock_is_lost_when_16_of_a_window_of_64_are_invalid),
        cmocka_unit_test(control_blocks_are_these),
        cmocka_unit_test(a_frame_is_each_word_low_half_first_then_a_separator),
        cmocka_unit_test(a_good_header_says_how_many_words_its_frame_has),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
