/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * DLLPs to fields and back: types by the standard's table, CRCs as a protocol
 * analyser saw them.
 */
#include <tn/crc.h>
#include <tn/pcie/dllp.h>
#include <tn/fields.h>
#include <tn/protocol.h>
#include <tn/rng.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

/* PCIe 3.0 3.4, table of DLLP types: every value of the first byte. */
static enum tn_dllp_kind by_the_table(unsigned type)
{
    switch (type) {
    case 0x00:
        return TN_DLLP_ACK;
    case 0x10:
        return TN_DLLP_NAK;
    case 0x20:
        return TN_DLLP_PM_ENTER_L1;
    case 0x21:
        return TN_DLLP_PM_ENTER_L23;
    case 0x23:
        return TN_DLLP_PM_REQUEST_L1;
    case 0x24:
        return TN_DLLP_PM_REQUEST_ACK;
    case 0x30:
        return TN_DLLP_VENDOR;
    default:
        break;
    }
    switch (type & ~7u) {
    case 0x40:
    case 0x50:
    case 0x60:
        return TN_DLLP_INITFC1;
    case 0xc0:
    case 0xd0:
    case 0xe0:
        return TN_DLLP_INITFC2;
    case 0x80:
    case 0x90:
    case 0xa0:
        return TN_DLLP_UPDATEFC;
    default:
        return TN_DLLP_INVALID;
    }
}

static void every_first_byte_has_the_kind_of_the_table(void **state)
{
    (void)state;
    for (unsigned type = 0; type < 256; type++) {
        uint8_t p[TN_DLLP_BYTES] = {(uint8_t)type};
        struct tn_dllp d;
        tn_dllp_decode(p, &d);
        assert_int_equal(d.kind, by_the_table(type));
        assert_int_equal(tn_dllp_header(d.kind) != NULL, d.kind != TN_DLLP_INVALID);
        if (tn_dllp_header(d.kind))
            assert_int_equal(tn_header_named(tn_dllp_header(d.kind))->bytes, 4);
    }
}

/* From a public domain capture of a link being powered off. */
static void real_dllps_decode_with_their_crcs(void **state)
{
    static const uint8_t update[] = {0x80, 0x04, 0x00, 0x67, 0x5a, 0xb8};
    static const uint8_t enter_l23[] = {0x21, 0, 0, 0, 0x10, 0x55};
    struct tn_dllp d;
    (void)state;
    tn_dllp_decode(update, &d);
    assert_int_equal(d.kind, TN_DLLP_UPDATEFC);
    assert_int_equal(d.fc_class, 0);
    assert_int_equal(d.vc, 0);
    assert_int_equal(d.hdr_fc, 16);
    assert_int_equal(d.data_fc, 103);
    assert_int_equal(d.crc, 0xb85a);
    assert_int_equal(d.crc, d.crc_want);
    tn_dllp_decode(enter_l23, &d);
    assert_string_equal(tn_dllp_name(d.kind), "PM_Enter_L23");
    assert_int_equal(d.crc, d.crc_want);
}

static void any_four_bytes_survive_decode_and_encode(void **state)
{
    struct tn_rng r;
    (void)state;
    tn_rng_seed(&r, 21, 0);
    for (int round = 0; round < 20000; round++) {
        uint8_t p[TN_DLLP_BYTES], q[TN_DLLP_BYTES];
        struct tn_dllp d;
        for (size_t i = 0; i < sizeof p; i++)
            p[i] = (uint8_t)tn_rng_next(&r);
        tn_dllp_decode(p, &d);
        assert_int_equal(tn_dllp_encode(&d, q), 0);
        assert_memory_equal(p, q, 4);
        assert_int_equal(q[4] | q[5] << 8, d.crc_want);
    }
}

static void fields_that_do_not_fit_are_refused(void **state)
{
    const struct tn_dllp wide[] = {
        {.kind = TN_DLLP_ACK, .seq = 4096},           {.kind = TN_DLLP_UPDATEFC, .vc = 8},
        {.kind = TN_DLLP_UPDATEFC, .fc_class = 3},    {.kind = TN_DLLP_UPDATEFC, .data_fc = 4096},
        {.kind = TN_DLLP_VENDOR, .vendor = 1u << 24}, {.kind = TN_DLLP_KINDS},
    };
    uint8_t out[TN_DLLP_BYTES];
    (void)state;
    for (size_t i = 0; i < sizeof wide / sizeof *wide; i++)
        assert_true(tn_dllp_encode(&wide[i], out) < 0);
}

/* RC ACK from 10.0.0.1 to 10.0.0.2; the right value by zlib over the masked packet. */
static void the_icrc_does_not_see_what_routers_change(void **state)
{
    uint8_t p[] = {0x45, 0x02, 0,    48, 0, 0,    0, 0,    33,   17,   0x85, 0xb9, 10,   0,    0,
                   1,    10,   0,    0,  2, 0xc0, 0, 0x12, 0xb7, 0,    28,   0xbe, 0xef, 0x11, 0x40,
                   0xff, 0xff, 0x5a, 0,  0, 0x17, 0, 0,    1,    0x23, 0,    0,    0,    1};
    static const uint8_t changed[] = {1, 8, 10, 11, 26, 27, 32};
    uint32_t want = tn_rocev2_icrc(p, sizeof p);
    (void)state;
    assert_int_equal(want, 0x77a008af);
    for (size_t i = 0; i < sizeof p; i++) {
        bool masked = memchr(changed, (int)i, sizeof changed) != NULL;
        if (i == 0)
            continue; /* the header length */
        p[i] ^= 0x10;
        assert_int_equal(tn_rocev2_icrc(p, sizeof p) == want, masked);
        p[i] ^= 0x10;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_first_byte_has_the_kind_of_the_table),
        cmocka_unit_test(real_dllps_decode_with_their_crcs),
        cmocka_unit_test(any_four_bytes_survive_decode_and_encode),
        cmocka_unit_test(fields_that_do_not_fit_are_refused),
        cmocka_unit_test(the_icrc_does_not_see_what_routers_change),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
