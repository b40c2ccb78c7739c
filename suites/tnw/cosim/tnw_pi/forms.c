/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * TNW's processor interface: forms, sizes and numbers that the page allows and the other suites do
 * not come to (found by the bins of checkers/tnw/model/pi/cover_pi.def). Both judges see every cycle.
 */
#include "get.h"

enum { A = 9, MESSAGE = 512, SLOW = 400, OTHERS = 0x1000 };

static void send_tlp(const struct tn_tlp *t, const uint8_t *payload, size_t n)
{
    uint8_t tlp[TN_TNW_HOST_TLP];
    const long len = tn_tlp_encode(t, payload, n, tlp, sizeof tlp);
    assert_true(len > 0);
    assert_int_equal(tn_tnw_host_send(pi.host, tlp, (size_t)len), 0);
}

/* All bytes of an item are those of the message from there on. */
static void is_item(unsigned k, unsigned id, uint32_t offset, const uint8_t *bytes)
{
    assert_true(tn_tnw_host_items(pi.host) > k);
    const struct tn_tnw_item *i = tn_tnw_host_item(pi.host, k);
    assert_int_equal(i->link * 8 + i->vc, id);
    assert_int_equal(i->offset, offset);
    assert_memory_equal(i->data, bytes, TNW_PAYLOAD);
}

/* Four items by writes of one size, from a multiple of 16 on: what stands before and behind comes
 * with them. */
static void writes_of_any_size_begin_anywhere(void **state)
{
    static const size_t sizes[] = {240, 256};
    unsigned items = 0;
    (void)state;
    for (unsigned n = 0; n < 8; n++) {
        const size_t at = 16 * (size_t)(n % 4), size = sizes[n / 4], end = at + size;
        const unsigned id = A + n;
        uint8_t m[MESSAGE];
        pi_fill(m, sizeof m, 700 + n);
        if (at)
            assert_int_equal(tn_tnw_host_write(pi.host, pi_window(id, 0), m, at), 0);
        assert_int_equal(tn_tnw_host_write(pi.host, pi_window(id, at), m + at, size), 0);
        for (size_t k = end, part; k < sizeof m; k += part) {
            part = sizeof m - k < TN_TNW_PI_PAYLOAD ? sizeof m - k : TN_TNW_PI_PAYLOAD;
            assert_int_equal(tn_tnw_host_write(pi.host, pi_window(id, k), m + k, part), 0);
        }
        pi_settle();
        for (unsigned k = 0; k < MESSAGE / TNW_PAYLOAD; k++)
            is_item(items++, id, 8 * k, m + TNW_PAYLOAD * k);
    }
    pi_clean();
}

/* Sixteen registers by one TLP; reads of each size, whole and of some bytes: data are whole DWs. */
static void register_bursts_of_any_size(void **state)
{
    static const unsigned dws[] = {1, 3, 8, 16};
    uint32_t words[16], got[16];
    (void)state;
    for (unsigned n = 0; n < 4; n++) {
        for (unsigned i = 0; i < dws[n]; i++)
            words[i] = 0x5a000000 + 256 * n + i;
        assert_int_equal(tn_tnw_host_write(pi.host, PI_BAR0 + OTHERS, (const uint8_t *)words, 4 * (size_t)dws[n]), 0);
        assert_int_equal(tn_tnw_host_read(pi.host, PI_BAR0 + OTHERS, dws[n], got), TN_CPL_SC);
        assert_memory_equal(got, words, 4 * (size_t)dws[n]);
        struct tn_tlp t = {.addr = PI_BAR0 + OTHERS, .length_dw = (uint16_t)dws[n], .first_be = 12, .requester = 8};
        tn_tlp_set_kind(&t, TN_TLP_MRD, 0);
        t.last_be = dws[n] > 1 ? 3 : 0;
        t.tag = (uint8_t)(0x80 + n);
        const unsigned came = tn_tnw_host_came(pi.host, TN_TLP_CPLD);
        send_tlp(&t, NULL, 0);
        pi_settle();
        assert_int_equal(tn_tnw_host_came(pi.host, TN_TLP_CPLD), came + 1);
    }
    struct tn_tlp none = {.addr = PI_BAR0 + OTHERS, .length_dw = 1, .requester = 8, .tag = 0x90};
    tn_tlp_set_kind(&none, TN_TLP_MRD, 0);
    send_tlp(&none, NULL, 0);
    pi_settle();
    pi_clean();
}

/* m_tlp is closed: reads go on until five are unanswered, and all are answered when it opens. */
static void five_reads_wait_for_their_answers(void **state)
{
    const unsigned came = tn_tnw_host_came(pi.host, TN_TLP_CPLD);
    (void)state;
    tn_tnw_host_pace(pi.host)->take = 0;
    for (unsigned n = 0; n < 12; n++) {
        struct tn_tlp t = {.addr = PI_BAR0 + 4 * n, .length_dw = 1, .first_be = 15, .requester = 8};
        tn_tlp_set_kind(&t, TN_TLP_MRD, 0);
        t.tag = (uint8_t)n;
        send_tlp(&t, NULL, 0);
    }
    tn_sim_step(200);
    const unsigned waiting = tn_tnw_host_waiting(pi.host);
    assert_true(waiting >= 12 - TN_TNW_PI_READS && waiting <= 12 - 5);
    tn_tnw_host_pace(pi.host)->take = 16;
    pi_settle();
    assert_int_equal(tn_tnw_host_came(pi.host, TN_TLP_CPLD), came + 12);
    pi_clean();
}

static void wrong_forms_of_windows_and_completions(void **state)
{
    uint8_t bytes[8] = {0};
    struct tn_tlp t = {.length_dw = 4, .requester = PI_RID, .byte_count = 16};
    (void)state;
    assert_int_equal(tn_tnw_host_write(pi.host, pi_window(A, 64), bytes, sizeof bytes), 0); /* it is empty */
    tn_tlp_set_kind(&t, TN_TLP_CPLD, 0);
    uint8_t tlp[64] = {0};
    const long len = tn_tlp_encode(&t, tlp, 16, tlp, sizeof tlp);
    assert_true(len > 4);
    assert_int_equal(tn_tnw_host_send(pi.host, tlp, (size_t)len - 4), 0); /* a DW less than it says */
    pi_settle();
    assert_int_equal(pi_window_reg(A, TN_TNW_PI_STATUS), 1u | TN_TNW_PI_FORM << 1);
    assert_int_equal(pi_read(TN_TNW_PI_R_CAUSE + 4 * TN_TNW_PI_MALF), 1);
    assert_int_equal(get_count(TN_TNW_GET_UNEXPECTED), 0);
    pi_clean();
}

/* A packet above 4 GiB that crosses 4 KiB is two TLPs with long headers. */
static void packets_are_cut_at_4_kib_above_4_gib(void **state)
{
    uint8_t bytes[TNW_PAYLOAD], got[TNW_PAYLOAD];
    (void)state;
    pi_fill(bytes, sizeof bytes, 800);
    assert_int_equal(tn_tnw_host_m_wr(pi.host, 0x5500000fb0, bytes, 8), 0);
    pi_settle();
    tn_memory_peek(tn_tnw_host_memory(pi.host), 0x5500000fb0, got, sizeof got);
    assert_memory_equal(got, bytes, sizeof got);
    assert_int_equal(tn_tnw_host_came(pi.host, TN_TLP_MWR), 2);
    pi_clean();
}

/* Each link has as many descriptors as there are places, one a channel, and all end. */
static void every_place_of_every_link(void **state)
{
    const unsigned places = 1u << pi.par.desc_log2;
    unsigned notes = 0, items = 0;
    (void)state;
    tn_tnw_host_pace(pi.host)->answer_min = tn_tnw_host_pace(pi.host)->answer_max = SLOW;
    get_memory(0x100000, TNW_PAYLOAD);
    for (unsigned vc = 0; vc < TNW_VCS;) {
        unsigned n = 0;
        for (; n < places && vc + n < TNW_VCS; n++)
            for (unsigned l = 0; l < TNW_LINKS; l++) {
                const struct get g = {l, vc + n, 0x100000, 0x900000 + 16ull * (8 * l + vc + n), TNW_PAYLOAD, 8 * n, n};
                get_give(&g);
            }
        vc += n;
        notes += n * TNW_LINKS;
        get_wait_notes(notes);
        tn_sim_step(100); /* their places are free */
    }
    for (items = 0; items < tn_tnw_host_items(pi.host); items++) {
        uint8_t bytes[TNW_PAYLOAD];
        tn_memory_peek(tn_tnw_host_memory(pi.host), 0x100000, bytes, sizeof bytes);
        assert_memory_equal(tn_tnw_host_item(pi.host, items)->data, bytes, sizeof bytes);
    }
    assert_int_equal(items, TNW_LINKS * TNW_VCS);
    pi_clean();
}

/* All slots at once, the last read short: a slot of each number has each piece. */
static void the_last_of_all_slots_is_short(void **state)
{
    unsigned notes = 0;
    (void)state;
    tn_tnw_host_pace(pi.host)->answer_min = tn_tnw_host_pace(pi.host)->answer_max = SLOW;
    for (unsigned whole = 1u << pi.par.tag_log2; whole-- > 1;) {
        const struct get g = {1, 2, 0x100000 + 256, 0x900000, 256 + 512 * (whole - 1) + 128, 0, whole};
        get_memory(g.source, g.length);
        get_give(&g);
        get_wait_notes(++notes);
        get_noted(notes - 1, &g, g.length, 0);
    }
    pi_clean();
}

/* Read r of the next descriptor fails so; '.' is right, 's' another status than 1 and 4, 'p' poison. */
static const char *fate;
static unsigned begun; /* reads of before it */

static unsigned answer(void *ctx, unsigned read, unsigned piece, struct tn_tlp *cpl, uint8_t *payload, size_t *len,
                       unsigned *delay)
{
    (void)ctx;
    (void)piece;
    (void)payload;
    (void)delay;
    const char how = read - begun < strlen(fate) ? fate[read - begun] : '.';
    if (how == 'p')
        cpl->ep = 1;
    if (how != 's')
        return 1;
    tn_tlp_set_kind(cpl, TN_TLP_CPL, 0);
    cpl->status = TN_CPL_CRS;
    cpl->length_dw = 1024; /* 0 on the wire */
    *len = 0;
    return 1;
}

static void causes_add_up(void **state)
{
    static const struct {
        const char *fate;
        unsigned cause;
        uint32_t bytes;
    } ends[] = {{"s", TNW_C_STATUS, 0},
                {"ps", TNW_C_POISON | TNW_C_STATUS, 0},
                {".ps", TNW_C_POISON | TNW_C_STATUS, 512}};
    (void)state;
    tn_tnw_host_answers(pi.host, answer, NULL);
    tn_tnw_host_pace(pi.host)->answer_min = tn_tnw_host_pace(pi.host)->answer_max = SLOW;
    for (unsigned n = 0; n < sizeof ends / sizeof *ends; n++) {
        const struct get g = {3, n, 0x200000, 0x900000, 512 * 3, 0, n};
        if (strlen(ends[n].fate) > 1u << pi.par.tag_log2)
            break; /* the read behind the first error is not made with so few slots */
        fate = ends[n].fate;
        begun = get_count(TN_TNW_GET_READS);
        get_memory(g.source, g.length);
        get_give(&g);
        get_wait_notes(n + 1);
        get_noted(n, &g, ends[n].bytes, ends[n].cause);
    }
    pi_clean();
}

int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        PI_TEST(writes_of_any_size_begin_anywhere),
        PI_TEST(register_bursts_of_any_size),
        PI_TEST(five_reads_wait_for_their_answers),
        PI_TEST(wrong_forms_of_windows_and_completions),
        PI_TEST(packets_are_cut_at_4_kib_above_4_gib),
        PI_TEST(every_place_of_every_link),
        PI_TEST(the_last_of_all_slots_is_short),
        PI_TEST(causes_add_up),
    };
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
