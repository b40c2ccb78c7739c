/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Toy packets and the relay's model, with bytes worked by hand from toy.md.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <tn/toy/toy.h>
#include <tn/toy/toy_relay.h>

static void a_header_has_its_fields(void **state)
{
    static const uint8_t bytes[] = {0x3f, 0x00, 0x08, 0xa4};
    struct toy_packet k;
    (void)state;
    toy_decode(bytes, sizeof bytes, sizeof bytes, &k);
    assert_true(k.header && k.whole);
    assert_int_equal(k.hops, 3);
    assert_int_equal(k.seq, 15);
    assert_int_equal(k.words, 0);
    assert_int_equal(k.crc, toy_want_crc(bytes));
}

static void the_relay_counts_a_hop_and_drops_what_is_wrong(void **state)
{
    static const uint8_t in[] = {0x30, 0x01, 0x08, 0xbb, 1, 2, 3, 4};
    static const uint8_t want[] = {0x20, 0x01, 0x0b, 0xc8, 1, 2, 3, 4};
    uint8_t out[sizeof in], wrong[sizeof in] = {0x30, 0x01, 0x08, 0xba};
    (void)state;
    assert_int_equal(tn_toy_relay(in, sizeof in, out), sizeof in);
    assert_memory_equal(out, want, sizeof want);
    assert_int_equal(tn_toy_relay(wrong, sizeof wrong, out), 0);
    toy_seal(wrong, 0, 0, 1);
    assert_int_equal(tn_toy_relay(wrong, sizeof wrong, out), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_header_has_its_fields),
        cmocka_unit_test(the_relay_counts_a_hop_and_drops_what_is_wrong),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
