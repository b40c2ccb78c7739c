/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * ABORT of TNW's Nget (checkers/tnw/spec/tnw_pi.md sections 3 and 5): what ends with it, what does
 * not, and how the notifications leave.
 */
#include "get.h"

enum { LINK = 2, OTHER = 4, THIRD = 5 };

/* Descriptors of two links wait, as their links take nothing; one link's are aborted when some of
 * the first one's bytes are there, others under way. */
static void abort_ends_the_descriptors_there(void **state)
{
    enum { EACH = 3, BEHIND = 9 };
    struct get g = {.length = 4096, .vc = 1};
    struct tn_tnw_host_pace *p = tn_tnw_host_pace(pi.host);
    (void)state;
    if (pi.par.desc_log2 < 2 || pi.par.tag_log2 < 3)
        skip(); /* no room for three descriptors, or the other link's reads have every slot */
    get_memory(0x20000, 0x20000);
    p->links = 0;
    p->answer_min = 50;
    p->answer_max = 700;
    for (unsigned i = 0; i < 2 * EACH; i++) {
        g.link = i % 2 ? OTHER : LINK;
        g.source = 0x20000 + 0x1000ull * i;
        g.notify = 0x8000 + 16ull * i;
        g.tag = i;
        get_give(&g);
    }
    tn_sim_step(300);
    pi_write(get_reg(LINK, TN_TNW_GET_ABORT), 1);
    pi_settle(); /* completions may wait before it */
    p->links = 1u << LINK;
    g = (struct get){.link = LINK, .source = 0x30000, .notify = 0x9000, .length = 256};
    g.tag = BEHIND;
    get_give(&g);
    get_wait_notes(EACH + 1);
    for (unsigned i = 0; i < EACH; i++) {
        const struct get was = {.link = LINK, .vc = 1, .notify = 0x8000 + 32ull * i, .tag = 2 * i};
        get_noted(i, &was, 0, TNW_C_ABORT);
    }
    assert_int_equal(get_count(TN_TNW_GET_FAILED), EACH);
    assert_int_equal(pi_read(get_reg(OTHER, TN_TNW_GET_STATUS)) & 0xff, EACH);
    get_noted(EACH, &g, g.length, 0);
    get_item(0, &g, 0);
    get_item(1, &g, 1);
    p->links = 63;
    get_wait_notes(2 * EACH + 1);
    assert_int_equal(tn_tnw_host_items(pi.host), 2 + EACH * 4096 / TNW_PAYLOAD);
    pi_clean();
}

static struct get doomed(unsigned link, unsigned i)
{
    return (struct get){.link = link,
                        .vc = 1,
                        .source = 0x20000 + 0x200ull * i,
                        .notify = 0x8000 + 0x1000ull * link + 16ull * i,
                        .length = 512,
                        .tag = 16 * link + i};
}

static void read_status(unsigned link)
{
    const struct tn_tlp t = {.kind = TN_TLP_MRD,
                             .addr = PI_BAR0 + get_reg(link, TN_TNW_GET_STATUS),
                             .length_dw = 1,
                             .first_be = 15,
                             .requester = 8,
                             .tag = (uint8_t)(0x90 + link)};
    uint8_t tlp[TN_TNW_HOST_TLP];
    const long len = tn_tlp_encode(&t, NULL, 0, tlp, sizeof tlp);
    assert_true(len > 0);
    assert_int_equal(tn_tnw_host_send(pi.host, tlp, (size_t)len), 0);
}

/* Two links with every place taken are aborted when posted TLPs may not leave, or nothing may: one
 * notification of each is in the row, and behind these there is place for another link's, writes
 * and answers. That these keep their order, and what STATUS says, the judges look at. */
static void notifications_wait(uint8_t ok, unsigned take)
{
    enum { WRITES = 3 };
    const struct get whole = {
        .link = THIRD, .vc = 1, .source = 0x20000, .notify = 0x18000, .length = 256};
    const unsigned places = 1u << pi.par.desc_log2, links[] = {LINK, OTHER};
    const uint8_t bytes[TNW_PAYLOAD] = {1};
    struct tn_tnw_host_pace *p = tn_tnw_host_pace(pi.host);
    unsigned done[] = {0, 0};
    get_memory(0x20000, 0x4000);
    p->links = 0;
    for (unsigned i = 0; i < 2 * places; i++) {
        const struct get g = doomed(links[i % 2], i / 2);
        get_give(&g);
    }
    get_give(&whole);
    tn_sim_step(600); /* reads are answered */
    p->ok = ok;
    p->take = take;
    for (unsigned i = 0; i < 2; i++) {
        pi_write(get_reg(links[i], TN_TNW_GET_ABORT), 1);
        tn_sim_step(100);
    }
    p->links = 63;
    tn_sim_step(200);
    for (unsigned i = 0; i < WRITES; i++) {
        assert_int_equal(tn_tnw_host_m_wr(pi.host, 0x100000 + 128ull * i, bytes, 1), 0);
        tn_sim_step(40);
        read_status(i == 0 ? THIRD : links[i % 2]);
        tn_sim_step(40);
    }
    assert_int_equal(tn_tnw_host_items(pi.host), 2);
    assert_int_equal(tn_tnw_host_m_wr_waiting(pi.host), 0);
    assert_int_equal(tn_tnw_host_came(pi.host, TN_TLP_MWR), 0);
    p->ok = 7;
    p->take = 16;
    get_wait_notes(2 * places + 1 + WRITES);
    get_noted(2, &whole, whole.length, 0);
    for (unsigned k = 0; k < 2 * places + 1 + WRITES; k++) {
        const unsigned l = tn_tnw_host_note(pi.host, k)->note.link == OTHER;
        if (k < 2 || k >= 3 + WRITES) {
            const struct get g = doomed(links[l], done[l]++);
            get_noted(k, &g, 0, TNW_C_ABORT);
        }
    }
    pi_settle(); /* the last answer may come behind the last notification */
    assert_int_equal(tn_tnw_host_came(pi.host, TN_TLP_CPLD), WRITES);
    assert_int_equal(get_count(TN_TNW_GET_FAILED), 2 * places);
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(done[i], places);
        assert_int_equal(pi_read(get_reg(links[i], TN_TNW_GET_STATUS)), places << 8);
    }
    pi_clean();
}

static void notifications_that_may_not_leave_hold_nothing_up(void **state)
{
    (void)state;
    notifications_wait(6, 16);
}

static void notifications_that_nobody_takes_hold_nothing_up(void **state)
{
    (void)state;
    notifications_wait(7, 0);
}

int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        PI_TEST(abort_ends_the_descriptors_there),
        PI_TEST(notifications_that_may_not_leave_hold_nothing_up),
        PI_TEST(notifications_that_nobody_takes_hold_nothing_up),
    };
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
