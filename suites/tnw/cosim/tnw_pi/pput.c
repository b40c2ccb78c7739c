/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * TNW's injection windows (checkers/tnw/spec/tnw_pi.md section 4): messages written through a
 * processor's write-combining buffers arrive whole and in order; each way of going wrong is
 * reported, and ends with NEXT. TN_PACKETS items.
 */
#include "pi.h"

enum {
    A = 13,
    B = 42,
    NOBODY = 48 /* a window of link 6 */,
    FRAG = TN_TNW_PI_BEAT,
    MANY = 100 /* TLPs */
};

static unsigned places(void)
{
    return 1u << pi.par.item_log2;
}

static bool items_came(void *ctx)
{
    return tn_tnw_host_items(pi.host) >= *(const unsigned *)ctx;
}

static void wait_items(unsigned n)
{
    pi_wait("TNW-PUT-7", "each whole item injected", items_came, &n, 200000);
}

/* Messages of several windows at once, as many items each as a window collects; then the next. */
static void messages_through_write_combining_arrive_in_order(void **state)
{
    enum { WINDOWS = 3 };
    static const uint8_t id[WINDOWS] = {2, 21, 47};
    struct tn_tnw_combiner *c =
        tn_tnw_combiner_new(pi.host, tn_sim_seed(), places() * TNW_PAYLOAD / 4);
    const unsigned rounds = pi_packets() / (WINDOWS * places()) + 1;
    unsigned total = 0;
    (void)state;
    assert_non_null(c);
    for (unsigned r = 0; r < rounds; r++) {
        const uint32_t items = 1 + (uint32_t)tn_rng_below(&pi.rng, places());
        const uint32_t first = (uint32_t)tn_rng_below(&pi.rng, 8) * places();
        unsigned got[WINDOWS] = {0};
        struct tn_tnw_host_pace *p = tn_tnw_host_pace(pi.host);
        p->send = r % 2 ? 16 : 6;
        p->link = r % 3 ? 16 : 3;
        for (unsigned w = 0; w < WINDOWS; w++)
            pi_write(tn_tnw_pi_addr(id[w], TN_TNW_PI_NEXT), first);
        for (uint32_t byte = 0; byte < items * TNW_PAYLOAD; byte += FRAG)
            for (unsigned w = 0; w < WINDOWS; w++) {
                uint8_t all[TNW_PAYLOAD];
                pi_fill(all, sizeof all, r * 1000 + w * 100 + byte / TNW_PAYLOAD);
                const uint64_t last = byte / TNW_PAYLOAD + 1 == items ? pi_last() : 0;
                assert_int_equal(
                    tn_tnw_combiner_store(c, pi_window(id[w], first * TNW_PAYLOAD + byte) + last,
                                          all + byte % TNW_PAYLOAD),
                    0);
                pi_room(MANY);
            }
        assert_int_equal(tn_tnw_combiner_fence(c), 0);
        wait_items(total + WINDOWS * items);
        pi_settle();
        assert_int_equal(tn_tnw_host_items(pi.host), total + WINDOWS * items);
        for (; total < tn_tnw_host_items(pi.host); total++) {
            const struct tn_tnw_item *i = tn_tnw_host_item(pi.host, total);
            unsigned w = 0;
            while (w < WINDOWS && id[w] != i->link * 8 + i->vc)
                w++;
            assert_true(w < WINDOWS);
            pi_item(total, id[w], (first + got[w]) * 8 + (pi.par.last_en && got[w] + 1 == items),
                    r * 1000 + w * 100 + got[w]);
            got[w]++;
        }
        assert_int_equal(pi.verdicts, 0);
    }
    tn_tnw_combiner_free(c);
    pi_clean();
}

/* Without NEXT: it begins where its first fragment is, at a multiple of N items. */
static void a_message_begins_where_its_first_fragment_is(void **state)
{
    const uint32_t n = places();
    (void)state;
    pi_put_item(A, 0, 1);
    pi_settle();
    pi_put_item(A, 5 * n + 1, 3); /* second, but first to come */
    pi_put_item(A, 5 * n, 2);
    pi_settle();
    assert_int_equal(tn_tnw_host_items(pi.host), 3);
    pi_item(0, A, 0, 1);
    pi_item(1, A, 5 * n * 8, 2);
    pi_item(2, A, (5 * n + 1) * 8, 3);
    pi_put(B, (5ull * n + 1) * TNW_PAYLOAD + FRAG, FRAG, 4);
    assert_int_equal(pi_window_reg(B, TN_TNW_PI_NEXT), 5 * n);
    assert_int_equal(pi_window_reg(B, TN_TNW_PI_STATUS), 1u << 8);
    pi_clean();
}

/* Values with other top bits, read when all are written. */
static void each_window_has_a_next_of_24_bits(void **state)
{
    unsigned wrong = 0;
    (void)state;
    for (unsigned id = 0; id < 48; id++)
        pi_write(tn_tnw_pi_addr(id, TN_TNW_PI_NEXT),
                 0xff000000 | (0x800000u >> id % 3) | id * 0x1041);
    for (unsigned id = 0; id < 48; id++)
        wrong += pi_window_reg(id, TN_TNW_PI_NEXT) != ((0x800000u >> id % 3) | id * 0x1041);
    pi_clean();
    assert_int_equal(wrong, 0);
}

/* Each fragment by itself may bring it; NEXT and what comes behind the item forget it. */
static void an_item_is_last_by_any_of_its_fragments(void **state)
{
    unsigned sent = 0;
    (void)state;
    if (!pi.par.last_en)
        skip();
    for (unsigned f = 0; f < TN_TNW_PI_FRAGS; f++, sent += 2) {
        uint8_t bytes[TNW_PAYLOAD];
        pi_fill(bytes, sizeof bytes, f);
        for (unsigned k = 0; k < TN_TNW_PI_FRAGS; k++)
            assert_int_equal(tn_tnw_host_write(pi.host,
                                               pi_window(A, sent * TNW_PAYLOAD + FRAG * k) +
                                                   (k == f ? pi_last() : 0),
                                               bytes + FRAG * k, FRAG),
                             0);
        pi_put_item(A, sent + 1, 100 + f);
        pi_settle();
        pi_item(sent, A, 8 * sent + TNW_LAST, f);
        pi_item(sent + 1, A, 8 * (sent + 1), 100 + f);
    }
    pi_put(B, pi_last(), 64, 1);
    pi_write(tn_tnw_pi_addr(B, TN_TNW_PI_NEXT), 0);
    pi_put_item(B, 0, 2);
    pi_put(B, TNW_PAYLOAD + pi_last(), FRAG, 3);
    pi_put(B, TNW_PAYLOAD + pi_last(), FRAG, 3);
    pi_settle();
    pi_item(sent, B, 0, 2);
    assert_int_equal(pi_window_reg(B, TN_TNW_PI_ERR_ADDR),
                     (uint32_t)(pi_window(B, TNW_PAYLOAD) + pi_last() - PI_BAR2));
    pi_write(tn_tnw_pi_addr(B, TN_TNW_PI_NEXT), 1);
    pi_put_item(B, 1, 4);
    pi_settle();
    pi_item(sent + 1, B, 8, 4);
    pi_clean();
}

/* Its next item, N behind, comes while the window is not empty. */
static void a_place_forgets_last(void **state)
{
    const uint32_t n = places();
    (void)state;
    pi_put(A, TNW_PAYLOAD, 64, 1);
    pi_put(A, pi_last(), 64, 2);
    pi_put(A, 64, 64, 3);
    pi_settle();
    pi_put_item(A, n, 4);
    pi_put(A, TNW_PAYLOAD + 64, 64, 5);
    for (uint32_t i = 2; i < n; i++)
        pi_put_item(A, i, i);
    wait_items(n + 1);
    pi_settle(); /* the judge has its say first */
    pi_item(n, A, 8 * n, 4);
    pi_clean();
}

/* Each of 48 windows has two items when the links open: served in turn. */
static void windows_take_turns(void **state)
{
    (void)state;
    tn_tnw_host_pace(pi.host)->links = 0;
    for (unsigned k = 0; k < TN_TNW_PI_WINDOWS * 2; k++)
        pi_put_item(k % TN_TNW_PI_WINDOWS, k / TN_TNW_PI_WINDOWS, k);
    pi_settle();
    assert_int_equal(tn_tnw_host_items(pi.host), 0);
    tn_tnw_host_pace(pi.host)->links = 63;
    tn_sim_step(TN_TNW_PI_WINDOWS * 2 * 10 + 40);
    assert_int_equal(tn_tnw_host_items(pi.host), TN_TNW_PI_WINDOWS * 2);
    for (unsigned k = 0; k < TN_TNW_PI_WINDOWS * 2; k++)
        pi_item(k, k % TN_TNW_PI_WINDOWS, k / TN_TNW_PI_WINDOWS * 8, k);
    pi_clean();
}

/* What STATUS, ERR_ADDR and the counter say; nothing was sent; NEXT ends it and it works again. */
static void is_in_error(unsigned id, enum tn_tnw_pi_error error, uint64_t at, uint32_t sent)
{
    pi_settle();
    const uint32_t status = pi_window_reg(id, TN_TNW_PI_STATUS);
    tn_sim_step(PI_SETTLED); /* the judge has its say first */
    assert_int_equal(status, 1u | (uint32_t)error << 1);
    assert_int_equal(tn_tnw_host_items(pi.host), sent);
    assert_int_equal(pi_window_reg(id, TN_TNW_PI_ERR_ADDR), (uint32_t)at);
    assert_int_equal(pi_read((uint16_t)(TN_TNW_PI_R_PUT_ERROR + 4 * error)), 1);
    assert_int_equal(pi_read(TN_TNW_PI_R_PUT_AFTER), 0);
    pi_put(id, 0, 64, 1);
    pi_settle();
    assert_int_equal(pi_read(TN_TNW_PI_R_PUT_AFTER), 4);
    pi_put_item((id + 8) % TN_TNW_PI_WINDOWS, 0, 77); /* others go on */
    pi_write(tn_tnw_pi_addr(id, TN_TNW_PI_NEXT), 5);
    assert_int_equal(pi_window_reg(id, TN_TNW_PI_STATUS), 0);
    assert_int_equal(pi_window_reg(id, TN_TNW_PI_ERR_ADDR), 0);
    pi_put_item(id, 5, 99);
    pi_settle();
    pi_item(sent, (id + 8) % TN_TNW_PI_WINDOWS, 0, 77);
    pi_item(sent + 1, id, 40, 99);
    pi_clean();
}

/* Byte address in BAR2. */
static uint64_t in_bar2(unsigned id, uint64_t byte)
{
    return pi_window(id, byte) - PI_BAR2;
}

static void a_fragment_twice_is_overwrite(void **state)
{
    (void)state;
    pi_put_item(A, 0, 1);
    pi_put(A, 128, 32, 2);
    pi_put(A, 144, 16, 3);
    is_in_error(A, TN_TNW_PI_OVERWRITE, in_bar2(A, 144), 1);
}

static void a_fragment_far_off_is_order(void **state)
{
    const uint64_t far = (uint64_t)places() * TNW_PAYLOAD;
    (void)state;
    pi_put(A, 0, 16, 1);
    pi_put(A, far, 16, 2);
    is_in_error(A, TN_TNW_PI_ORDER, in_bar2(A, far), 0);
}

static void a_fragment_missing_is_incomplete(void **state)
{
    (void)state;
    pi_write(TN_TNW_PI_R_REORDER_TMO, 300);
    pi_put_item(A, 0, 1);
    pi_put(A, 128, 48, 2); /* the fourth 16 bytes of item 1 never come */
    pi_put(A, 192, 64, 2);
    pi_put_item(A, 2, 3); /* whole, and behind it */
    tn_sim_step(250);
    pi_settle();
    tn_sim_step(200);
    is_in_error(A, TN_TNW_PI_INCOMPLETE, in_bar2(A, 128), 1);
}

/* Other items of the window keep coming, a fragment a cycle, when its time is over: it has no less
 * its turn (it was passed by, and again 48 cycles later). */
static void a_window_times_out_amid_its_own_fragments(void **state)
{
    enum { TMO = 200, TLP = 256 };
    (void)state;
    pi_write(TN_TNW_PI_R_REORDER_TMO, TMO);
    pi_settle();
    pi_put(A, TNW_PAYLOAD, FRAG, 1);
    tn_sim_step(TMO - 20);
    for (uint64_t byte = 2 * TNW_PAYLOAD; byte < (uint64_t)places() * TNW_PAYLOAD; byte += TLP)
        pi_put(A, byte, TLP, byte);
    pi_settle();
    tn_sim_step(200);
    assert_int_equal(pi_window_reg(A, TN_TNW_PI_STATUS), 1u | TN_TNW_PI_INCOMPLETE << 1);
    assert_int_equal(pi_window_reg(A, TN_TNW_PI_ERR_ADDR), (uint32_t)(pi_window(A, 0) - PI_BAR2));
    pi_clean();
}

static void eight_bytes_of_a_fragment_are_of_wrong_form(void **state)
{
    uint8_t bytes[8] = {0};
    (void)state;
    pi_put(A, 0, 64, 1);
    assert_int_equal(tn_tnw_host_write(pi.host, pi_window(A, 64), bytes, sizeof bytes), 0);
    is_in_error(A, TN_TNW_PI_FORM, in_bar2(A, 64), 0);
}

static void send_tlp(struct tn_tlp t, const uint8_t *payload, size_t n)
{
    uint8_t tlp[TN_TNW_HOST_TLP];
    const long len = tn_tlp_encode(&t, payload, n, tlp, sizeof tlp);
    assert_true(len > 0);
    assert_int_equal(tn_tnw_host_send(pi.host, tlp, (size_t)len), 0);
}

static void a_poisoned_write_is_of_wrong_form(void **state)
{
    struct tn_tlp t = {.length_dw = 16, .first_be = 15, .last_be = 15, .ep = 1};
    uint8_t bytes[64] = {0};
    (void)state;
    tn_tlp_set_kind(&t, TN_TLP_MWR, 1);
    t.addr = pi_window(A, 64);
    pi_put(A, 0, 64, 1);
    send_tlp(t, bytes, sizeof bytes);
    is_in_error(A, TN_TNW_PI_FORM, in_bar2(A, 64), 0);
}

/* A link that takes nothing, longer than REORDER_TMO: back-pressure is no error. */
static void a_whole_item_waits_for_its_link_for_ever(void **state)
{
    (void)state;
    pi_write(TN_TNW_PI_R_REORDER_TMO, 200);
    tn_tnw_host_pace(pi.host)->links = (uint8_t) ~(1u << (A / 8));
    pi_put_item(A, 0, 1);
    pi_put_item(B, 0, 2); /* another link's */
    tn_sim_step(1500);
    pi_item(0, B, 0, 2);
    assert_int_equal(tn_tnw_host_items(pi.host), 1);
    assert_int_equal(pi_window_reg(A, TN_TNW_PI_STATUS), 1u << 8);
    tn_tnw_host_pace(pi.host)->links = 63;
    tn_sim_step(60);
    pi_item(1, A, 0, 1);
    pi_clean();
}

/* A full link stops no TLP: what has no place is an error of its window alone. */
static void a_full_link_stalls_no_tlp(void **state)
{
    (void)state;
    tn_tnw_host_pace(pi.host)->links = 0;
    for (uint32_t i = 0; i <= places(); i++)
        pi_put_item(A, i, i);
    pi_put_item(B, 0, 50);
    pi_settle();
    assert_int_equal(pi_window_reg(A, TN_TNW_PI_STATUS), 1u | TN_TNW_PI_ORDER << 1);
    assert_int_equal(pi_window_reg(B, TN_TNW_PI_STATUS), 1u << 8);
    assert_int_equal(pi_read(TN_TNW_PI_R_PUT_AFTER), 7); /* of the item's eight fragments */
    tn_tnw_host_pace(pi.host)->links = 63;
    tn_sim_step(60);
    pi_item(0, B, 0, 50);
    assert_int_equal(tn_tnw_host_items(pi.host), 1);
    pi_clean();
}

static void links_6_and_7_do_not_exist(void **state)
{
    (void)state;
    pi_put(NOBODY, 0, 64, 1);
    pi_put(NOBODY + 15, 0, 16, 1);
    pi_settle();
    assert_int_equal(pi_read(TN_TNW_PI_R_CAUSE + 4 * TN_TNW_PI_PPUT), 2);
    assert_int_equal(tn_tnw_host_items(pi.host), 0);
    pi_clean();
}

int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        PI_TEST(messages_through_write_combining_arrive_in_order),
        PI_TEST(a_message_begins_where_its_first_fragment_is),
        PI_TEST(each_window_has_a_next_of_24_bits),
        PI_TEST(an_item_is_last_by_any_of_its_fragments),
        PI_TEST(a_place_forgets_last),
        PI_TEST(windows_take_turns),
        PI_TEST(a_fragment_twice_is_overwrite),
        PI_TEST(a_fragment_far_off_is_order),
        PI_TEST(a_fragment_missing_is_incomplete),
        PI_TEST(a_window_times_out_amid_its_own_fragments),
        PI_TEST(eight_bytes_of_a_fragment_are_of_wrong_form),
        PI_TEST(a_poisoned_write_is_of_wrong_form),
        PI_TEST(a_whole_item_waits_for_its_link_for_ever),
        PI_TEST(a_full_link_stalls_no_tlp),
        PI_TEST(links_6_and_7_do_not_exist),
    };
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
