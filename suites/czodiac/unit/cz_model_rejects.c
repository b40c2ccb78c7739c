/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The remapper's model: which TLPs are not forwarded, and how they are answered
 * (cz_ioport_remap.md section 3), sentence by sentence, with values worked by hand
 * from that page.
 */
#include "cz_fixture.h"

#include <stdio.h>

static void locked_io_and_configuration_are_unsupported_both_ways(void **state)
{
    static const struct {
        const char *in, *answer; /* DW0 of the answer's first byte; NULL: none */
        const char *rest;
    } t[] = {
        {"01000001 0300070f e0000010", "0b", "beef2004 03000700"},
        {"21000001 0300070f 00000000 e0000010", "0b", "beef2004 03000700"},
        {"02000001 0300070f 00000010", "0a", "beef2004 03000700"},
        {"42000001 03000703 00000010 00000000", "0a", "beef2004 03000700"},
        {"04000001 03000701 19000010", "0a", "beef2004 03000700"},
        {"44000001 0300070f 19000010 00000000", "0a", "beef2004 03000700"},
        {"05000001 0300070f 19000010", "0a", "beef2004 03000700"},
        {"45000001 0300070f 19000010 00000000", "0a", "beef2004 03000700"},
        {"0b000000 00000004 03000700", NULL, NULL},
        {"4b000001 00000004 03000700 00000000", NULL, NULL},
    };
    struct tn_cz_remap *m = *state;
    for (size_t i = 0; i < sizeof t / sizeof *t; i++) {
        char up[64] = "", down[64] = "";
        if (t[i].answer) {
            snprintf(up, sizeof up, "%s010000 %s", t[i].answer, t[i].rest);
            snprintf(down, sizeof down, "%s000000 %s", t[i].answer, t[i].rest);
        }
        expect_at(m, U2D, 1, t[i].in, TN_CZ_UNSUPPORTED, t[i].answer ? 1 : 0, up, __FILE__,
                  __LINE__);
        expect_at(m, D2U, 0, t[i].in, TN_CZ_UNSUPPORTED, 0, down, __FILE__, __LINE__);
    }
}

/* First bytes (Fmt, Type) of PCIe table 2-3 without the prefixes. */
static int is_defined(unsigned fmt_type)
{
    static const uint8_t defined[] = {0x00, 0x20, 0x01, 0x21, 0x40, 0x60, 0x02, 0x42,
                                      0x04, 0x44, 0x05, 0x45, 0x0a, 0x4a, 0x0b, 0x4b,
                                      0x4c, 0x6c, 0x4d, 0x6d, 0x4e, 0x6e};
    return memchr(defined, (int)fmt_type, sizeof defined) || (fmt_type & 0xb8) == 0x30;
}

static void every_other_fmt_and_type_is_malformed(void **state)
{
    struct tn_cz_remap *m = *state;
    for (unsigned i = 0; i < 256; i++)
        for (int dir = U2D; dir <= D2U; dir++) {
            const uint8_t p[20] = {(uint8_t)i, 0, 0, 1};
            struct tn_cz_fate f;
            tn_cz_remap_tlp(m, (enum tn_cz_dir)dir, 1, p, sizeof p, &f);
            assert_int_equal(f.cause == TN_CZ_MALFORMED, !is_defined(i));
            assert_true(is_defined(i) || f.len == 0);
        }
}

static void a_prefix_a_cut_header_and_a_digest_without_a_dw_are_malformed(void **state)
{
    struct tn_cz_remap *m = *state;
    U2D_DROPPED("81000000 00000001 0300070f e0000010", TN_CZ_MALFORMED);
    D2U_DROPPED("91000000 00000001 1900070f e0000010", TN_CZ_MALFORMED);
    U2D_DROPPED("", TN_CZ_MALFORMED);
    U2D_DROPPED("00000001 0300070f", TN_CZ_MALFORMED);
    U2D_DROPPED("20000001 0300070f 00000001", TN_CZ_MALFORMED);
    D2U_DROPPED("0a000000 00002004", TN_CZ_MALFORMED);
    U2D_DROPPED("00008001 0300070f e0000010", TN_CZ_MALFORMED);
    D2U_DROPPED("60008001 1900070f 00000001 00000000", TN_CZ_MALFORMED);
}

static void a_port_that_is_not_there_is_malformed(void **state)
{
    struct tn_cz_remap *m = *state;
    expect_at(m, U2D, 4, "00000001 0300070f e0000010", TN_CZ_MALFORMED, 0, "", __FILE__, __LINE__);
    expect_at(m, U2D, 15, "05000001 0300070f 00000000", TN_CZ_MALFORMED, 0, "", __FILE__, __LINE__);
    expect_at(m, U2D, 3, "40000001 0300070f e0000010 00000000", TN_CZ_RID_MISS, 0, "", __FILE__,
              __LINE__);
}

static void the_last_byte_must_lie_in_the_window_too(void **state)
{
    struct tn_cz_remap *m = *state;
    U2D_BECOMES("00000002 030000ff c0000ff8", "20000002 190000ff 00000038 00000ff8");
    U2D_ANSWERED("00000002 030000ff c0000ffc", TN_CZ_BAR_PAST, "0a010000 beef2008 03000000");
    /* Length 0 is 1024: the window exactly, then a DW too many; 4096 bytes are 0 */
    U2D_BECOMES("00000000 030000ff c0000000", "20000000 190000ff 00000038 00000000");
    U2D_ANSWERED("00000000 030000ff c0000004", TN_CZ_BAR_PAST, "0a010000 beef2000 03000000");
    /* from entry 0's window on into entry 1's */
    U2D_DROPPED("40000002 030000ff e000fffc 11111111 22222222", TN_CZ_BAR_PAST);
    /* the window at the end of all addresses */
    stage_ids(m, 1, 0x0400, 0x0003);
    stage_window(m, 0, 0xfffffffffffffff0u, 0x40, 4);
    commit(m, 3);
    U2D_BECOMES("20000001 0400000f ffffffff fffffffc", "00000001 0003000f 0000004c");
    U2D_ANSWERED("20000002 040000ff ffffffff fffffffc", TN_CZ_BAR_PAST,
                 "0a010000 beef2008 04000000");
}

static void all_16_bits_of_an_oid_must_agree(void **state)
{
    struct tn_cz_remap *m = *state;
    D2U_DROPPED("40000001 1b00000f 00000000 11111111", TN_CZ_RID_MISS); /* bits 8:0 as 1900 */
    D2U_ANSWERED("00000001 9900000f 00000000", TN_CZ_RID_MISS, "0a000000 beef2004 99000000");
}

static void the_first_cause_that_applies_is_reported(void **state)
{
    struct tn_cz_remap *m = *state;
    stage_ids(m, 1, 0x0302, 0x0010);
    stage_window(m, 0, 0xe0000000u, 0, 4);
    commit(m, 6);
    stage_ids(m, 1, 0x0302, 0x0011);
    commit(m, 7);
    /* malformed before unsupported, unsupported before the RID, the RID before the address */
    U2D_DROPPED("04008001 0300070f 00000000", TN_CZ_MALFORMED);
    U2D_DROPPED("34000000 03020020 00000000 00000000", TN_CZ_UNSUPPORTED);
    U2D_DROPPED("40000001 0302000f e0000000 11111111", TN_CZ_RID_MULTI);
    U2D_DROPPED("40000001 0309000f e0000000 11111111", TN_CZ_RID_MISS);
    /* first byte in two windows, last byte past one of them */
    U2D_DROPPED("40000002 030000ff e000000c 11111111 22222222", TN_CZ_BAR_MULTI);
    U2D_BECOMES("40000001 0300000f e0000010 11111111", "40000001 1900000f f7a00010 11111111");
    U2D_DROPPED("40000001 0300000f a0000000 11111111", TN_CZ_BAR_MISS);
    U2D_DROPPED("4a000001 00000004 03020700 11111111", TN_CZ_RID_MULTI);
}

static void the_answer_copies_requester_tag_class_and_attributes(void **state)
{
    struct tn_cz_remap *m = *state;
    /* TC 7, attributes 7, EP, AT 2; Dest CPU on the way in is nobody's */
    U2D_ANSWERED("00ff7801 0309aa0f e0000010", TN_CZ_RID_MISS, "0a753000 beef2004 0309aa00");
    D2U_ANSWERED("00747801 0309aa0f e0000010", TN_CZ_RID_MISS, "0a743000 beef2004 0309aa00");
    expect_at(m, U2D, 3, "04008001 0309aa0f 00000000 00000000", TN_CZ_UNSUPPORTED, 3,
              "0a030000 beef2004 0309aa00", __FILE__, __LINE__);
}

static void a_read_is_answered_with_the_bytes_it_asked_for(void **state)
{
    /* PCIe 2.2.9's table: Length, byte enables (last, first), bytes */
    static const struct {
        unsigned length, be, bytes;
    } t[] = {
        {1, 0x0f, 4},
        {1, 0x09, 4},
        {1, 0x0d, 4},
        {1, 0x07, 3},
        {1, 0x05, 3},
        {1, 0x0e, 3},
        {1, 0x0a, 3},
        {1, 0x03, 2},
        {1, 0x06, 2},
        {1, 0x0c, 2},
        {1, 0x01, 1},
        {1, 0x02, 1},
        {1, 0x04, 1},
        {1, 0x08, 1},
        {1, 0x00, 1},
        {2, 0xff, 8},
        {2, 0x7f, 7},
        {2, 0x3f, 6},
        {2, 0x1f, 5},
        {2, 0xfe, 7},
        {2, 0x7e, 6},
        {2, 0x3c, 4},
        {2, 0x18, 2},
        {3, 0x18, 6},
        {3, 0x81, 12},
        {2, 0x0f, 8},
        {2, 0xf0, 8},
        {2, 0x08, 5},
        {1024, 0xff, 4096 & 0xfff},
        {1024, 0x1f, 4093},
    };
    struct tn_cz_remap *m = *state;
    for (size_t i = 0; i < sizeof t / sizeof *t; i++) {
        char in[64], out[64];
        snprintf(in, sizeof in, "%08x 030907%02x a0000000", t[i].length & 0x3ff, t[i].be);
        snprintf(out, sizeof out, "0a010000 beef2%03x 03090700", t[i].bytes);
        U2D_ANSWERED(in, TN_CZ_RID_MISS, out);
    }
    /* with hints the byte enables are no byte enables */
    D2U_ANSWERED("00010002 03090718 a0000000", TN_CZ_RID_MISS, "0a000000 beef2008 03090700");
    D2U_ANSWERED("00000002 03090718 a0000000", TN_CZ_RID_MISS, "0a000000 beef2002 03090700");
    /* but inside, that bit is Dest CPU */
    U2D_ANSWERED("00010002 03090718 a0000000", TN_CZ_RID_MISS, "0a010000 beef2002 03090700");
}

static void an_atomic_is_answered_with_its_operand_size(void **state)
{
    struct tn_cz_remap *m = *state;
    U2D_ANSWERED("4c000001 03090700 a0000000 00000000", TN_CZ_RID_MISS,
                 "0a010000 beef2004 03090700");
    D2U_ANSWERED("4d000002 03090700 a0000000 00000000 00000000", TN_CZ_RID_MISS,
                 "0a000000 beef2008 03090700");
    D2U_ANSWERED("4e000002 03090700 a0000000 00000000 00000000", TN_CZ_RID_MISS,
                 "0a000000 beef2004 03090700");
    U2D_ANSWERED("4e000004 03090700 a0000000 00000000 00000000 00000000 00000000", TN_CZ_RID_MISS,
                 "0a010000 beef2008 03090700");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define T(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
        T(locked_io_and_configuration_are_unsupported_both_ways),
        T(every_other_fmt_and_type_is_malformed),
        T(a_prefix_a_cut_header_and_a_digest_without_a_dw_are_malformed),
        T(a_port_that_is_not_there_is_malformed),
        T(the_last_byte_must_lie_in_the_window_too),
        T(all_16_bits_of_an_oid_must_agree),
        T(the_first_cause_that_applies_is_reported),
        T(the_answer_copies_requester_tag_class_and_attributes),
        T(a_read_is_answered_with_the_bytes_it_asked_for),
        T(an_atomic_is_answered_with_its_operand_size),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
