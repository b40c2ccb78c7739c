/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The remapper's model: what a forwarded TLP becomes (cz_ioport_remap.md section 3),
 * sentence by sentence, with values worked by hand from that page. Digests are
 * CRC-32 values of another program (zlib's) over the bytes with Type[0] and EP 1.
 */
#include "cz_fixture.h"

static void memory_and_atomic_requests_to_the_device_change_rid_and_address(void **state)
{
    struct tn_cz_remap *m = *state;
    U2D_BECOMES("00000002 030007ff e0000010", "00000002 190007ff f7a00010");
    U2D_BECOMES("20000002 030007ff 00000000 e0000010", "00000002 190007ff f7a00010");
    U2D_BECOMES("40000001 0301000f e0010ffc 11223344", "40000001 1901000f f7b00ffc 11223344");
    U2D_BECOMES("4c000001 03000500 e0000010 00000001", "4c000001 19000500 f7a00010 00000001");
    U2D_BECOMES("6c000001 03000500 00000000 e0000010 00000001",
                "4c000001 19000500 f7a00010 00000001");
    U2D_BECOMES("4d000001 03000500 e0000010 00000001", "4d000001 19000500 f7a00010 00000001");
    U2D_BECOMES("4e000002 03000500 e0000010 00000001 00000002",
                "4e000002 19000500 f7a00010 00000001 00000002");
}

static void memory_and_atomic_requests_of_the_device_change_the_rid_alone(void **state)
{
    struct tn_cz_remap *m = *state;
    /* Dest CPU of port 1 is bit 16, of port 2 bit 17 */
    D2U_BECOMES("00000002 190007ff e0000010", 1, "00010002 030007ff e0000010");
    D2U_BECOMES("60000001 1902000f 00000001 00000ffc 11223344", 2,
                "60020001 0300000f 00000001 00000ffc 11223344");
    D2U_BECOMES("4d000001 19010500 e0000010 00000001", 1, "4d010001 03010500 e0000010 00000001");
    /* 4DW below 4 GiB, and bits 1:0 where TH is 0: not this block's business */
    D2U_BECOMES("20000001 1901000f 00000000 00000ffe", 1, "20010001 0301000f 00000000 00000ffe");
}

static void completions_change_the_requester_id_of_dw2(void **state)
{
    struct tn_cz_remap *m = *state;
    U2D_BECOMES("4a000001 03000004 03010500 11223344", "4a000001 03000004 19010500 11223344");
    U2D_BECOMES("0a000000 00002004 03010500", "0a000000 00002004 19010500");
    /* the completer by the UID of that port: 1900 is port 1's, 1902 port 2's */
    D2U_BECOMES("4a000001 19000004 19020500 11223344", 2, "4a020001 00000004 03000500 11223344");
    D2U_BECOMES("4a000001 19020004 19020500 11223344", 2, "4a020001 03000004 03000500 11223344");
    D2U_BECOMES("0a000000 19012004 19000500", 1, "0a010000 03012004 03000500");
    D2U_BECOMES("0a000000 1b002004 19000500", 1, "0a010000 00002004 03000500");
    D2U_DROPPED("4a000001 19000004 05000500 11223344", TN_CZ_RID_MISS);
    U2D_DROPPED("4a000001 03000004 05000500 11223344", TN_CZ_RID_MISS);
}

static void messages_go_to_the_user_and_never_to_the_device(void **state)
{
    struct tn_cz_remap *m = *state;
    D2U_BECOMES("34000000 19000020 00000000 00000000", 1, "34010000 03000020 00000000 00000000");
    D2U_BECOMES("70000001 1902007e 00000000 00000000 aabbccdd", 2,
                "70020001 0300007e 00000000 00000000 aabbccdd");
    U2D_DROPPED("34000000 03000020 00000000 00000000", TN_CZ_UNSUPPORTED);
    U2D_DROPPED("74000001 03000050 00000000 00000000 00000000", TN_CZ_UNSUPPORTED);
}

static void the_bytes_and_not_the_length_field_end_a_tlp(void **state)
{
    struct tn_cz_remap *m = *state;
    U2D_BECOMES("40000001 0300000f e0000010 11111111 22222222",
                "40000001 1900000f f7a00010 11111111 22222222");
    D2U_BECOMES("40000003 190000ff e0000010 11111111", 1, "40010003 030000ff e0000010 11111111");
}

static void windows_are_the_ports_and_not_the_functions(void **state)
{
    struct tn_cz_remap *m = *state;
    /* UID 0301 writes into the window of 0300, at the same port */
    U2D_BECOMES("40000001 0301000f e0000010 11111111", "40000001 1901000f f7a00010 11111111");
    /* UID 0300 of port 2 is another function, with a shorter window */
    expect_at(m, U2D, 2, "40000001 0300000f e0000010 11111111", TN_CZ_FORWARDED, 0,
              "40000001 1902000f f7c00010 11111111", __FILE__, __LINE__);
    expect_at(m, U2D, 2, "40000001 0300000f e0001000 11111111", TN_CZ_BAR_MISS, 0, "", __FILE__,
              __LINE__);
    expect_at(m, U2D, 2, "40000001 0301000f e0000010 11111111", TN_CZ_RID_MISS, 0, "", __FILE__,
              __LINE__);
}

static void a_window_that_is_not_valid_is_none(void **state)
{
    struct tn_cz_remap *m = *state;
    stage_ids(m, 1, 0x0305, 0x1905);
    stage_window(m, 0, 0xa0000000u, 0, 16);
    tn_cz_remap_write(m, 0x050, 16); /* its valid bit goes */
    commit(m, 5);
    U2D_DROPPED("40000001 0305000f a0000010 11111111", TN_CZ_BAR_MISS);
    U2D_BECOMES("40000001 0305000f e0000010 11111111", "40000001 1905000f f7a00010 11111111");
}

static void the_header_form_follows_the_new_address(void **state)
{
    struct tn_cz_remap *m = *state;
    U2D_BECOMES("40000001 0300000f c0000ffc 11111111",
                "60000001 1900000f 00000038 00000ffc 11111111");
    U2D_BECOMES("20000001 0300000f 00000000 c0000000", "20000001 1900000f 00000038 00000000");
    U2D_BECOMES("60000001 0300000f 00000001 000ffffc 11111111",
                "40000001 1900000f d00ffffc 11111111");
}

static void address_bits_below_a_dw_are_sent_as_zero(void **state)
{
    struct tn_cz_remap *m = *state;
    U2D_BECOMES("00000001 0300000f e0000013", "00000001 1900000f f7a00010");
    U2D_BECOMES("00000001 0300000f c0000ffe", "20000001 1900000f 00000038 00000ffc");
}

static void hints_of_the_device_are_stripped(void **state)
{
    struct tn_cz_remap *m = *state;
    D2U_BECOMES("00010002 1901aa3c 00002003", 1, "00010002 0301aaff 00002000");
    D2U_BECOMES("20010001 1902aa3c 00000001 00002002", 2, "20020001 0300aa0f 00000001 00002000");
    D2U_BECOMES("40010001 1902aa0c 00002001 cafef00d", 2, "40020001 0300000c 00002000 cafef00d");
    D2U_BECOMES("4e010002 1902aa3c 00002001 00000001 00000002", 2,
                "4e020002 0300aa00 00002000 00000001 00000002");
}

static void dest_cpu_is_ignored_from_the_user_and_written_to_it(void **state)
{
    struct tn_cz_remap *m = *state;
    U2D_BECOMES("008b0001 0300000f e0000010", "00000001 1900000f f7a00010");
    stage_ids(m, 3, 0x0700, 0x1907);
    commit(m, 7);
    D2U_BECOMES("008a0001 1907000f 00000000", 3, "00030001 0700000f 00000000");
}

static void every_bit_of_dest_cpu_has_its_place(void **state)
{
    /* bits 23, 19, 17, 16 */
    static const char *const out[] = {
        "40800001 0700000f 00000000 11111111", "40080001 0700000f 00000000 11111111",
        "40020001 0700000f 00000000 11111111", "40010001 0700000f 00000000 11111111"};
    struct tn_cz_remap *m = tn_cz_remap_new(1, 16);
    (void)state;
    assert_non_null(m);
    for (unsigned i = 0; i < 4; i++) {
        stage_ids(m, 8u >> i, 0x0700, 0x1907);
        commit(m, 0);
        D2U_BECOMES("40000001 1907000f 00000000 11111111", 8u >> i, out[i]);
    }
    tn_cz_remap_free(m);
}

static void everything_else_passes(void **state)
{
    struct tn_cz_remap *m = *state;
    /* TC 5, IDO, EP, RO, NS, AT 2 */
    U2D_BECOMES("40547801 0300aa0f e0000010 11111111", "40547801 1900aa0f f7a00010 11111111");
    D2U_BECOMES("40547801 1900aa0f e0000010 11111111", 1, "40557801 0300aa0f e0000010 11111111");
    /* a reserved bit, BCM, status, lower address of completions */
    D2U_BECOMES("4a004001 1900f123 1900aaff 11111111", 1, "4a014001 0300f123 0300aaff 11111111");
    U2D_BECOMES("4a004001 abcdf123 0300aaff 11111111", "4a004001 abcdf123 1900aaff 11111111");
}

static void the_digest_is_made_anew_with_dest_cpu_as_zero_inside(void **state)
{
    struct tn_cz_remap *m = *state;
    U2D_BECOMES("008b8004 03000010 e0000010 901484e0", "00008004 19000010 f7a00010 350b4919");
    U2D_BECOMES("60008001 0300070f 00000001 00000040 deadbeef 3ff6d3af",
                "40008001 1900070f d0000040 deadbeef 7ebc13dc");
    /* the device's has TH in it; EP counts as 1 */
    D2U_BECOMES("00018001 1901aa3c 00002000 3b2d6bc2", 1, "00018001 0301aa0f 00002000 4e1d1f08");
    D2U_BECOMES("40018001 1901aa3c 00002000 cafef00d bd5f4127", 1,
                "40018001 0301003c 00002000 cafef00d d01befc6");
    D2U_BECOMES("4a00c001 00001004 19010500 11223344 aa75f83e", 1,
                "4a01c001 00001004 03010500 11223344 495883d3");
    REG_IS(0x420, 0);
}

static void a_digest_that_came_wrong_leaves_as_the_complement_and_is_counted(void **state)
{
    struct tn_cz_remap *m = *state;
    U2D_BECOMES("00008004 03000010 e0000010 901484e1", "00008004 19000010 f7a00010 caf4b6e6");
    D2U_BECOMES("00008001 1901aa3c 00002000 3b2d6bc2", 1, "00018001 0301aa3c 00002000 e7206111");
    REG_IS(0x420, 2);
    U2D_DROPPED("40008001 0300000f a0000010 11111111 00000000", TN_CZ_BAR_MISS);
    REG_IS(0x420, 2); /* it was not forwarded */
}

static void two_models_share_nothing(void **state)
{
    struct tn_cz_remap *m = *state, *other = tn_cz_remap_new(64, 1);
    assert_non_null(other);
    assert_int_equal(tn_cz_remap_read(other, 0x004), 0x140);
    expect_at(other, U2D, 0, "40000001 0300000f e0000010 11111111", TN_CZ_RID_MISS, 0, "", __FILE__,
              __LINE__);
    REG_IS(0x444, 0);
    tn_cz_remap_free(other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define T(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
        T(memory_and_atomic_requests_to_the_device_change_rid_and_address),
        T(memory_and_atomic_requests_of_the_device_change_the_rid_alone),
        T(completions_change_the_requester_id_of_dw2),
        T(messages_go_to_the_user_and_never_to_the_device),
        T(the_bytes_and_not_the_length_field_end_a_tlp),
        T(windows_are_the_ports_and_not_the_functions),
        T(a_window_that_is_not_valid_is_none),
        T(the_header_form_follows_the_new_address),
        T(address_bits_below_a_dw_are_sent_as_zero),
        T(hints_of_the_device_are_stripped),
        T(dest_cpu_is_ignored_from_the_user_and_written_to_it),
        T(every_bit_of_dest_cpu_has_its_place),
        T(everything_else_passes),
        T(the_digest_is_made_anew_with_dest_cpu_as_zero_inside),
        T(a_digest_that_came_wrong_leaves_as_the_complement_and_is_counted),
        T(two_models_share_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
