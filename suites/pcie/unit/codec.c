/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * CRCs by their published check values, and TLPs there and back.
 */
#include <tn/crc.h>
#include <tn/rng.h>
#include <tn/pcie/tlp.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const uint8_t digits[] = "123456789";

static void crcs_give_their_published_check_values(void **state)
{
    (void)state;
    assert_int_equal(tn_crc32(digits, 9), 0xcbf43926);         /* CRC-32/ISO-HDLC */
    assert_int_equal(tn_crc16_ibm3740(digits, 9), 0x29b1);     /* CRC-16/IBM-3740 */
    assert_int_equal(tn_crc8(digits, 9), 0xfb);                /* poly 07 init FF */
    assert_int_equal(tn_crc16_dllp(digits, 9), 0x0a3d);        /* poly 100B, PCIe DLLP */
}

static void the_crc_of_two_parts_is_that_of_the_whole(void **state)
{
    uint8_t p[64];
    struct tn_rng r;
    (void)state;
    tn_rng_seed(&r, 5, 0);
    for (size_t i = 0; i < sizeof p; i++)
        p[i] = (uint8_t)tn_rng_next(&r);
    for (size_t cut = 0; cut <= sizeof p; cut++) {
        uint32_t reg = tn_crc32_update(TN_CRC32_INIT, p, cut);
        assert_int_equal(~tn_crc32_update(reg, p + cut, sizeof p - cut), tn_crc32(p, sizeof p));
    }
}

/* PME_Turn_Off as a protocol analyser saw it (public domain capture, record 3531075):
 * sequence 5, then the TLP, then LCRC fa26064b in the order sent. */
static void a_real_lcrc_is_right(void **state)
{
    static const uint8_t p[] = {0x00, 0x05, 0x33, 0, 0, 0, 0, 0, 0, 0x19, 0, 0, 0, 0, 0, 0, 0, 0};
    (void)state;
    assert_int_equal(tn_pcie_lcrc(p, sizeof p), 0x4b0626fa);
}

static void a_random_tlp_of_every_kind_survives_encode_and_decode(void **state)
{
    struct tn_rng r;
    (void)state;
    tn_rng_seed(&r, 11, 0);
    for (int round = 0; round < 20000; round++) {
        uint8_t payload[256], a[TN_TLP_MAX], b[TN_TLP_MAX];
        struct tn_tlp t;
        enum tn_tlp_kind kind = (enum tn_tlp_kind)(1 + tn_rng_below(&r, TN_TLP_KINDS - 1));
        size_t data;
        long n, m;
        memset(&t, 0, sizeof t);
        t.msg_route = (uint8_t)tn_rng_below(&r, 8);
        tn_tlp_set_kind(&t, kind, tn_rng_chance(&r, 1, 2));
        t.length_dw = (uint16_t)(1 + tn_rng_below(&r, 64));
        t.byte_count = 1;
        t.td = tn_rng_chance(&r, 1, 3) ? 1 : 0;
        data = tn_tlp_has_data(kind) ? 4u * t.length_dw : 0;
        for (size_t i = 0; i < sizeof payload; i++)
            payload[i] = (uint8_t)tn_rng_next(&r);
        n = tn_tlp_encode(&t, payload, data, a, sizeof a);
        assert_true(n > 0);
        /* every bit that is no Fmt, Type, TD or Length at random */
        a[1] = (uint8_t)tn_rng_next(&r);
        a[2] = (uint8_t)((a[2] & 0x83) | (tn_rng_next(&r) & 0x7c));
        for (long i = 4; i < 4 * (long)t.hdr_dw; i++)
            a[i] = (uint8_t)tn_rng_next(&r);
        assert_int_equal(tn_tlp_decode(a, (size_t)n, (size_t)n, &t), 0);
        assert_int_equal(t.kind, kind);
        m = tn_tlp_encode(&t, a + t.payload_off, t.payload_len, b, sizeof b);
        assert_int_equal(m, n);
        assert_memory_equal(a, b, (size_t)n);
    }
}

static void any_bytes_of_any_length_decode_without_reading_beyond(void **state)
{
    struct tn_rng r;
    (void)state;
    tn_rng_seed(&r, 12, 0);
    for (int round = 0; round < 20000; round++) {
        size_t len = tn_rng_below(&r, 48);
        uint8_t *p = malloc(len ? len : 1); /* exactly as long: a sanitizer sees one byte more */
        struct tn_tlp t;
        assert_non_null(p);
        for (size_t i = 0; i < len; i++)
            p[i] = (uint8_t)tn_rng_next(&r);
        tn_tlp_decode(p, len, len + tn_rng_below(&r, 3) * 4, &t);
        assert_true(t.payload_off + t.payload_len <= len);
        free(p);
    }
}

static void fields_that_do_not_fit_are_refused_by_name(void **state)
{
    struct tn_tlp t = {.length_dw = 1, .tc = 8};
    uint8_t out[64];
    (void)state;
    tn_tlp_set_kind(&t, TN_TLP_MRD, 0);
    assert_true(tn_tlp_encode(&t, NULL, 0, out, sizeof out) < 0);
    assert_non_null(strstr(tn_tlp_encode_error(), "tc"));
    t.tc = 0;
    assert_true(tn_tlp_encode(&t, NULL, 0, out, 8) < 0);
    t.addr = 0x100000000u;
    assert_true(tn_tlp_encode(&t, NULL, 0, out, sizeof out) < 0);
}

static void bytes_asked_for_follow_the_table_of_the_standard(void **state)
{
    (void)state;
    /* PCIe 3.0 table 2-36 */
    assert_int_equal(tn_tlp_bytes_asked(1, 0x9, 0), 4);
    assert_int_equal(tn_tlp_bytes_asked(1, 0x5, 0), 3);
    assert_int_equal(tn_tlp_bytes_asked(1, 0xa, 0), 3);
    assert_int_equal(tn_tlp_bytes_asked(1, 0x3, 0), 2);
    assert_int_equal(tn_tlp_bytes_asked(1, 0x6, 0), 2);
    assert_int_equal(tn_tlp_bytes_asked(1, 0x8, 0), 1);
    assert_int_equal(tn_tlp_bytes_asked(1, 0x0, 0), 1);
    assert_int_equal(tn_tlp_bytes_asked(3, 0xf, 0xf), 12);
    assert_int_equal(tn_tlp_bytes_asked(3, 0xe, 0x7), 10);
    assert_int_equal(tn_tlp_bytes_asked(3, 0x8, 0x1), 6);
    assert_int_equal(tn_tlp_bytes_asked(1024, 0xf, 0xf), 4096);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(crcs_give_their_published_check_values),
        cmocka_unit_test(the_crc_of_two_parts_is_that_of_the_whole),
        cmocka_unit_test(a_real_lcrc_is_right),
        cmocka_unit_test(a_random_tlp_of_every_kind_survives_encode_and_decode),
        cmocka_unit_test(any_bytes_of_any_length_decode_without_reading_beyond),
        cmocka_unit_test(fields_that_do_not_fit_are_refused_by_name),
        cmocka_unit_test(bytes_asked_for_follow_the_table_of_the_standard),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
