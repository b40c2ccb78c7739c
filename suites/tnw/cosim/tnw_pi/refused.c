/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * TLPs that TNW's processor interface drops or refuses, of each cause (checkers/tnw/spec/tnw_pi.md
 * section 2).
 */
#include "pi.h"

static void send_tlp(const struct tn_tlp *t, const uint8_t *payload, size_t n)
{
    uint8_t tlp[TN_TNW_HOST_TLP];
    const long len = tn_tlp_encode(t, payload, n, tlp, sizeof tlp);
    assert_true(len > 0);
    assert_int_equal(tn_tnw_host_send(pi.host, tlp, (size_t)len), 0);
}

static struct tn_tlp request(enum tn_tlp_kind kind, uint64_t addr, unsigned dws)
{
    struct tn_tlp t = {.addr = addr, .length_dw = (uint16_t)dws, .first_be = 15, .requester = 8};
    tn_tlp_set_kind(&t, kind, addr >> 32 != 0);
    t.last_be = dws > 1 ? 15 : 0;
    t.tag = 0x77;
    return t;
}

static void counted(enum tn_tnw_pi_cause cause, uint32_t n)
{
    pi_settle();
    assert_int_equal(pi_read((uint16_t)(TN_TNW_PI_R_CAUSE + 4 * cause)), n);
}

static void malformed_tlps_are_dropped(void **state)
{
    static const uint8_t zero[512];
    struct tn_tlp t;
    unsigned n = 0;
    (void)state;
    t = request(TN_TLP_MWR, pi_window(3, 0), 16);
    send_tlp(&t, zero, 60), n++; /* less than Length says */
    send_tlp(&t, zero, 68), n++; /* more */
    t = request(TN_TLP_MWR, pi_window(3, 0), 68);
    send_tlp(&t, zero, 272), n++; /* more than 256 bytes */
    t = request(TN_TLP_MWR, pi_window(3, 0xfe0), 16);
    send_tlp(&t, zero, 64), n++; /* across 4 KiB */
    t = request(TN_TLP_MWR, pi_window(3, 0), 16);
    t.last_be = 0;
    send_tlp(&t, zero, 64), n++; /* more than one DW, and no last byte enables */
    t = request(TN_TLP_MRD, PI_BAR0, 1);
    t.last_be = 15;
    send_tlp(&t, NULL, 0), n++; /* one DW, and last byte enables */
    t = request(TN_TLP_MRD, PI_BAR0, 1);
    t.type = 0x1f;
    send_tlp(&t, NULL, 0), n++; /* no such TLP */
    counted(TN_TNW_PI_MALF, n);
    assert_int_equal(tn_tnw_host_items(pi.host), 0);
    assert_int_equal(pi_window_reg(3, TN_TNW_PI_STATUS), 0);
    pi_clean();
}

static void unsupported_requests_are_refused_or_dropped(void **state)
{
    struct tn_tlp t = request(TN_TLP_MSG, 0, 1);
    const unsigned cpls = tn_tnw_host_came(pi.host, TN_TLP_CPL);
    (void)state;
    t.length_dw = 1024; /* 0 on the wire */
    t.first_be = t.last_be = 0;
    t.msg_code = 0x20;
    t.msg_route = 4;
    t.type = 0x14;
    send_tlp(&t, NULL, 0);
    t = request(TN_TLP_IORD, 0x100, 1);
    send_tlp(&t, NULL, 0);
    t = request(TN_TLP_MRDLK, PI_BAR0, 1);
    send_tlp(&t, NULL, 0);
    counted(TN_TNW_PI_UNSUP, 3);
    assert_int_equal(tn_tnw_host_came(pi.host, TN_TLP_CPL), cpls + 2);
    pi_clean();
}

static void what_no_bar_has_is_refused_or_dropped(void **state)
{
    uint32_t data;
    const uint8_t zero[64] = {0};
    (void)state;
    assert_int_equal(tn_tnw_host_read(pi.host, 0x1000, 1, &data), TN_CPL_UR);
    assert_int_equal(tn_tnw_host_write(pi.host, 0x1000, zero, 64), 0);
    assert_int_equal(tn_tnw_host_read(pi.host, PI_BAR0 + TN_TNW_PI_BAR0, 1, &data), TN_CPL_UR);
    counted(TN_TNW_PI_NOBAR, 3);
    pi_clean();
}

/* An address that differs from a BAR's in one bit, whichever it is, is not that BAR's. */
static void every_bit_of_a_bar_counts(void **state)
{
    enum { BITS = 64, WINDOWS_LOG2 = 6 };
    const unsigned bar0_log2 = 16, bar2_log2 = tn_tnw_pi_window_log2(&pi.par) + WINDOWS_LOG2;
    const uint8_t zero[4] = {0};
    uint32_t n = 0;
    (void)state;
    for (unsigned bit = bar0_log2; bit < BITS; bit++, n++) {
        assert_int_equal(tn_tnw_host_write(pi.host, PI_BAR0 ^ 1ull << bit, zero, 4), 0);
        pi_settle();
    }
    for (unsigned bit = bar2_log2; bit < BITS; bit++, n++) {
        assert_int_equal(tn_tnw_host_write(pi.host, PI_BAR2 ^ 1ull << bit, zero, 4), 0);
        pi_settle();
    }
    counted(TN_TNW_PI_NOBAR, n);
    pi_clean();
}

static void register_accesses_of_wrong_form_change_nothing(void **state)
{
    uint32_t data[17];
    uint8_t bytes[68];
    struct tn_tlp t = request(TN_TLP_MWR, PI_BAR0 + TN_TNW_PI_R_REORDER_TMO, 1);
    (void)state;
    memset(bytes, 0xff, sizeof bytes);
    t.first_be = 7;
    send_tlp(&t, bytes, 4);
    assert_int_equal(tn_tnw_host_write(pi.host, PI_BAR0 + 8, bytes, 68), 0);
    assert_int_equal(tn_tnw_host_write(pi.host, PI_BAR0 + 0x103c, bytes, 8), 0); /* across 64 */
    counted(TN_TNW_PI_REG, 3);
    assert_int_equal(pi_read(TN_TNW_PI_R_REORDER_TMO), TN_TNW_PI_REORDER_RESET);
    assert_int_equal(*tn_tnw_host_reg(pi.host, 0x1040), 0);
    assert_int_equal(tn_tnw_host_read(pi.host, PI_BAR0, 17, data), TN_CPL_UR);
    assert_int_equal(tn_tnw_host_read(pi.host, PI_BAR0 + 0x3c, 2, data), TN_CPL_UR);
    assert_int_equal(tn_tnw_host_read(pi.host, pi_window(0, 0), 1, data), TN_CPL_UR);
    counted(TN_TNW_PI_REGRD, 3);
    pi_clean();
}

static void a_poisoned_register_write_is_dropped(void **state)
{
    struct tn_tlp t = request(TN_TLP_MWR, PI_BAR0 + TN_TNW_PI_R_REORDER_TMO, 1);
    const uint8_t bytes[4] = {1, 2, 3, 4};
    (void)state;
    t.ep = 1;
    send_tlp(&t, bytes, sizeof bytes);
    counted(TN_TNW_PI_EP, 1);
    assert_int_equal(pi_read(TN_TNW_PI_R_REORDER_TMO), TN_TNW_PI_REORDER_RESET);
    pi_clean();
}

/* Reads of wrong form, until a counter of 16 bits would have wrapped. */
static void counters_go_past_16_bits(void **state)
{
    enum { MANY = (1 << 16) + 9, BETWEEN = 8 /* cycles */ };
    struct tn_tlp t = request(TN_TLP_MRD, PI_BAR0, 1);
    (void)state;
    if (strcmp(tn_sim_name(), "icarus") == 0)
        skip();
    t.last_be = 15;
    for (unsigned i = 0; i < MANY; i++) {
        send_tlp(&t, NULL, 0);
        tn_sim_step(BETWEEN);
    }
    pi_settle();
    pi_read(TN_TNW_PI_R_CAUSE + 4 * TN_TNW_PI_MALF);
    pi_clean(); /* the judge speaks first */
    counted(TN_TNW_PI_MALF, MANY);
}

int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        PI_TEST(malformed_tlps_are_dropped),
        PI_TEST(unsupported_requests_are_refused_or_dropped),
        PI_TEST(what_no_bar_has_is_refused_or_dropped),
        PI_TEST(every_bit_of_a_bar_counts),
        PI_TEST(register_accesses_of_wrong_form_change_nothing),
        PI_TEST(a_poisoned_register_write_is_dropped),
        PI_TEST(counters_go_past_16_bits),
    };
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
