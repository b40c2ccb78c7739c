/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What routers make of a header, and the order of a packet's bytes in captures, by hand
 * from checkers/apenet/spec/apenet.md sections 1, 2 and 7.
 */
#include <tn/apenet/ape_ni.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>

#include <cmocka.h>

#include <string.h>

enum { WORD = 16 };

/* Of an empty header vc's bit 4 (last hop) and bit 0 of hops, bit 110, are 1: data bits at the
 * positions 9 and 118, whose exclusive or is 127. So parities 1 to 7 are 1, and parity 0, over two
 * data bits and seven parities, too. */
static void routed_header_has_vc_hops_and_secded(void **state)
{
    uint8_t header[WORD] = {0}, want[WORD] = {[0] = 0x10, [13] = 0x40, [15] = 0xff};
    (void)state;
    tn_apn_route(header, 0);
    assert_memory_equal(header, want, sizeof want);
}

/* vc's bit 0 is at position 3: parities 1 and 2 are 0 then, and parity 0, over three data bits and
 * five parities, is 0. */
static void routed_header_has_its_vc(void **state)
{
    uint8_t header[WORD] = {0}, want[WORD] = {[0] = 0x11, [13] = 0x40, [15] = 0xf8};
    (void)state;
    tn_apn_route(header, 1);
    assert_memory_equal(header, want, sizeof want);
}

static void header_and_footer_are_turned_and_payload_is_not(void **state)
{
    uint8_t word[3][WORD], was[3][WORD];
    (void)state;
    for (unsigned i = 0; i < sizeof word; i++)
        word[i / WORD][i % WORD] = (uint8_t)i;
    memcpy(was, word, sizeof was);
    tn_apn_turn(word, 3);
    for (unsigned i = 0; i < WORD; i++) {
        assert_int_equal(word[0][i], was[0][WORD - 1 - i]);
        assert_int_equal(word[1][i], was[1][i]);
        assert_int_equal(word[2][i], was[2][WORD - 1 - i]);
    }
}

static void header_alone_is_turned_once(void **state)
{
    uint8_t word[2][WORD] = {{[3] = 7}, {[0] = 9}};
    (void)state;
    tn_apn_turn(word, 1);
    assert_int_equal(word[0][12], 7);
    assert_int_equal(word[0][3], 0);
    assert_int_equal(word[1][0], 9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(routed_header_has_vc_hops_and_secded),
        cmocka_unit_test(routed_header_has_its_vc),
        cmocka_unit_test(header_and_footer_are_turned_and_payload_is_not),
        cmocka_unit_test(header_alone_is_turned_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
