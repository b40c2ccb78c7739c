/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * TNW's Nget (checkers/tnw/spec/tnw_pi.md section 5): descriptors move memory to links whatever
 * order the host answers in, and end with one notification. TN_PACKETS items.
 */
#include "get.h"

static const struct get one = {.link = 2,
                               .vc = 5,
                               .source = 0x10040,
                               .notify = 0x8000,
                               .length = 1024,
                               .offset = 64,
                               .tag = 0xabcd1234};

/* 448, 512 and 64 bytes are read: to the next multiples of 512, and the rest. */
static void a_descriptor_moves_its_bytes(void **state)
{
    (void)state;
    get_memory(one.source, one.length);
    get_give(&one);
    get_wait_notes(1);
    get_noted(0, &one, one.length, 0);
    assert_int_equal(tn_tnw_host_items(pi.host), 8);
    for (unsigned n = 0; n < 8; n++)
        get_item(n, &one, n);
    assert_int_equal(tn_tnw_host_came(pi.host, TN_TLP_MRD), 3);
    assert_int_equal(get_count(TN_TNW_GET_READS), 3);
    assert_int_equal(get_count(TN_TNW_GET_ITEMS), 8);
    assert_int_equal(get_count(TN_TNW_GET_NOTIFIED), 1);
    assert_int_equal(get_count(TN_TNW_GET_FAILED), 0);
    assert_int_equal(pi_read(get_reg(one.link, TN_TNW_GET_STATUS)), 1u << pi.par.desc_log2 << 8);
    pi_clean();
}

/* More than there are places: the last is refused, the others are worked off in their order. */
static void descriptors_are_worked_off_in_order(void **state)
{
    const unsigned places = 1u << pi.par.desc_log2;
    struct get g = one;
    (void)state;
    get_memory(0x20000, 0x8000);
    tn_tnw_host_pace(pi.host)->links = 0;
    for (unsigned i = 0; i <= places; i++) {
        g.source = 0x20000 + 0x400ull * i;
        g.length = 128 + 128 * (i % 3);
        g.notify = 0x8000 + 16ull * i;
        g.tag = i;
        get_give(&g);
    }
    pi_settle();
    assert_int_equal(get_count(TN_TNW_GET_NO_ROOM), 1);
    assert_int_equal(pi_read(get_reg(one.link, TN_TNW_GET_STATUS)), places);
    tn_tnw_host_pace(pi.host)->links = 63;
    get_wait_notes(places);
    for (unsigned i = 0, k = 0; i < places; i++) {
        g.source = 0x20000 + 0x400ull * i;
        g.length = 128 + 128 * (i % 3);
        g.notify = 0x8000 + 16ull * i;
        g.tag = i;
        get_noted(i, &g, g.length, 0);
        for (unsigned n = 0; n < g.length / TNW_PAYLOAD; n++)
            get_item(k++, &g, n);
    }
    pi_clean();
}

static void descriptors_of_wrong_form_are_refused(void **state)
{
    const struct get wrong[] = {
        {.length = 0},
        {.length = 100},
        {.length = 64},
        {.length = 0x10000080},
        {.length = 0x80000080},
        {.length = 128, .source = 8},
        {.length = 128, .notify = 4},
        {.length = 256, .offset = 0xfffff8},
        {.length = 128, .offset = 0x101}, /* where `last` is */
    };
    const unsigned n = sizeof wrong / sizeof *wrong - !pi.par.last_en;
    (void)state;
    for (unsigned i = 0; i < n; i++) {
        struct get g = wrong[i];
        g.link = i % TNW_LINKS;
        get_give(&g);
    }
    pi_settle();
    assert_int_equal(get_count(TN_TNW_GET_BAD), n);
    assert_int_equal(tn_tnw_host_came(pi.host, TN_TLP_MRD), 0);
    const struct get last = {.length = 128, .offset = 0xfffff8, .notify = 0x1000}; /* just fits */
    get_memory(0, 128);
    get_give(&last);
    get_wait_notes(1);
    get_item(0, &last, 0);
    pi_clean();
}

/* Where each descriptor of each link stands. */
static struct {
    struct get g;
    uint32_t items; /* so far */
} link_now[TNW_LINKS];

static void give_random(unsigned l)
{
    struct get *g = &link_now[l].g;
    const bool high = tn_rng_below(&pi.rng, 2);
    link_now[l].items = 0;
    *g = (struct get){.link = l, .vc = (unsigned)tn_rng_below(&pi.rng, TNW_VCS)};
    g->source =
        ((high ? 0x7700000000 : 0) + 0x100000ull * l + tn_rng_below(&pi.rng, 0x2000)) & ~15ull;
    g->length = TNW_PAYLOAD * (1 + (uint32_t)tn_rng_below(&pi.rng, 20));
    g->offset =
        (uint32_t)tn_rng_below(&pi.rng, 0xff0000) & (pi.par.last_en ? ~(uint32_t)TNW_LAST : ~0u);
    g->notify =
        ((high ? 0x6600000000 : 0) + 0x900000ull + 0x1000 * l + tn_rng_below(&pi.rng, 0x1000)) &
        ~15ull;
    g->tag = (uint32_t)tn_rng_next(&pi.rng);
    get_memory(g->source, g->length);
    get_give(g);
}

static void draw_pace(void)
{
    struct tn_tnw_host_pace *p = tn_tnw_host_pace(pi.host);
    p->answer_min = (unsigned)tn_rng_below(&pi.rng, 50);
    p->answer_max = p->answer_min + (unsigned)tn_rng_below(&pi.rng, 400);
    p->take = 4 + (unsigned)tn_rng_below(&pi.rng, 13);
    p->send = 4 + (unsigned)tn_rng_below(&pi.rng, 13);
    p->link = 2 + (unsigned)tn_rng_below(&pi.rng, 15);
    p->whole = tn_rng_below(&pi.rng, 2);
}

/* All links at once, answers in any order, cut anywhere, slow links, a slow m_tlp. */
static void six_links_at_once_and_answers_in_any_order(void **state)
{
    const unsigned rounds = pi_packets() / 60;
    unsigned items = 0, notes = 0;
    (void)state;
    for (unsigned r = 0; r < rounds; r++) {
        draw_pace();
        for (unsigned l = 0; l < TNW_LINKS; l++)
            give_random(l);
        get_wait_notes(notes + TNW_LINKS);
        for (; items < tn_tnw_host_items(pi.host); items++) {
            const unsigned l = tn_tnw_host_item(pi.host, items)->link;
            get_item(items, &link_now[l].g, link_now[l].items++);
        }
        for (; notes < tn_tnw_host_notes(pi.host); notes++) {
            const unsigned l = tn_tnw_host_note(pi.host, notes)->note.link;
            get_noted(notes, &link_now[l].g, link_now[l].g.length, 0);
            assert_int_equal(link_now[l].items * TNW_PAYLOAD, link_now[l].g.length);
        }
        assert_int_equal(pi.verdicts, 0);
    }
    pi_clean();
}

/* Pput, Nget and reception at once; a read never passes a write, no write waits for reads. */
static void all_traffic_at_once(void **state)
{
    uint8_t bytes[TNW_PAYLOAD];
    (void)state;
    get_memory(0x40000, 0x4000);
    tn_tnw_host_pace(pi.host)->take = 12;
    for (unsigned l = 0; l < TNW_LINKS; l++)
        get_give(&(struct get){.link = l,
                               .vc = 1,
                               .source = 0x40000 + 0x800ull * l,
                               .notify = 0x9000 + 16ull * l,
                               .length = 2048,
                               .tag = l});
    for (unsigned i = 0; i < 40; i++) {
        pi_fill(bytes, sizeof bytes, i);
        assert_int_equal(tn_tnw_host_m_wr(pi.host, 0x100000 + 0x1c0ull * i, bytes, i % 5 ? 8 : 1),
                         0);
        pi_put_item(i % TNW_LINKS * 8, i / TNW_LINKS, i);
        if (i % 10 == 9)
            pi_read(TN_TNW_PI_R_PUT_ITEMS);
    }
    get_wait_notes(TNW_LINKS + 8);
    pi_settle();
    assert_int_equal(tn_tnw_host_items(pi.host), 40 + TNW_LINKS * 16);
    pi_clean();
}

/* Six engines' reads, and writes that leave no gap: each read is one of the next 64 TLPs. */
static void reads_come_among_writes_without_a_gap(void **state)
{
    enum { WRITES = 240, LENGTH = 4096 };
    const uint8_t bytes[TNW_PAYLOAD] = {1};
    (void)state;
    get_memory(0x40000, TNW_LINKS * LENGTH);
    for (unsigned i = 0; i < WRITES; i++)
        assert_int_equal(tn_tnw_host_m_wr(pi.host, 0x100000 + 16ull * i, bytes, 1), 0);
    for (unsigned l = 0; l < TNW_LINKS; l++)
        get_give(&(struct get){.link = l,
                               .vc = 1,
                               .source = 0x40000 + (uint64_t)LENGTH * l,
                               .notify = 0x9000 + 16ull * l,
                               .length = LENGTH,
                               .tag = l});
    get_wait_notes(WRITES + TNW_LINKS);
    assert_int_equal(tn_tnw_host_items(pi.host), TNW_LINKS * LENGTH / TNW_PAYLOAD);
    pi_clean();
}

/* The row is full of writes when a notification is made, and a register is read then: the answer
 * does not come first (it did, as it had its place and the notification waited for one). */
static void an_answer_does_not_pass_a_notification_that_waits(void **state)
{
    const uint8_t bytes[TNW_PAYLOAD] = {1};
    struct tn_tnw_host_pace *p = tn_tnw_host_pace(pi.host);
    struct get two = one; /* two reads, as many as the smallest shape has slots */
    const struct tn_tlp t = {.kind = TN_TLP_MRD,
                             .type = 0,
                             .fmt = 0,
                             .addr = PI_BAR0,
                             .length_dw = 1,
                             .first_be = 15,
                             .requester = 8,
                             .tag = 0x99};
    uint8_t tlp[TN_TNW_HOST_TLP];
    const long len = tn_tlp_encode(&t, NULL, 0, tlp, sizeof tlp);
    (void)state;
    assert_true(len > 0);
    p->answer_min = p->answer_max = 300;
    two.length = 7 * TNW_PAYLOAD;
    get_memory(two.source, two.length);
    get_give(&two);
    tn_sim_step(150); /* its reads have left */
    p->take = 0;
    for (unsigned i = 0; i < 12; i++)
        assert_int_equal(tn_tnw_host_m_wr(pi.host, 0x100000 + 128ull * i, bytes, 1), 0);
    tn_sim_step(600);
    assert_int_equal(tn_tnw_host_items(pi.host), 7);
    assert_int_equal(tn_tnw_host_send(pi.host, tlp, (size_t)len), 0);
    tn_sim_step(200);
    const unsigned before = tn_tnw_host_notes(pi.host);
    p->take = 16;
    tn_sim_step(300);
    assert_int_equal(tn_tnw_host_notes(pi.host), before + 12 + 1);
    assert_int_equal(tn_tnw_host_came(pi.host, TN_TLP_CPLD), 1);
    pi_clean();
}

/* Writes may not begin, reads may: none of after them does. */
static void a_read_waits_for_the_writes_before_it(void **state)
{
    const uint8_t bytes[TNW_PAYLOAD] = {1};
    (void)state;
    get_memory(one.source, one.length);
    tn_tnw_host_pace(pi.host)->ok = 6;
    for (unsigned i = 0; i < 4; i++)
        assert_int_equal(tn_tnw_host_m_wr(pi.host, 0x100000 + 128ull * i, bytes, 1), 0);
    tn_sim_step(40);
    get_give(&one);
    tn_sim_step(200);
    assert_int_equal(tn_tnw_host_came(pi.host, TN_TLP_MWR), 0);
    assert_int_equal(tn_tnw_host_came(pi.host, TN_TLP_MRD), 0);
    tn_tnw_host_pace(pi.host)->ok = 7;
    get_wait_notes(4 + 1);
    get_noted(4, &one, one.length, 0);
    pi_clean();
}

/* Reads may not begin: writes and completions go on. */
static void writes_never_wait_for_reads(void **state)
{
    uint8_t bytes[TNW_PAYLOAD] = {1};
    (void)state;
    get_memory(one.source, one.length);
    tn_tnw_host_pace(pi.host)->ok = 5;
    get_give(&one);
    for (unsigned i = 0; i < 10; i++)
        assert_int_equal(tn_tnw_host_m_wr(pi.host, 0x100000 + 128ull * i, bytes, 8), 0);
    assert_int_equal(pi_read(TN_TNW_PI_R_ID), TN_TNW_PI_ID);
    pi_settle();
    assert_int_equal(tn_tnw_host_came(pi.host, TN_TLP_MWR), 10);
    assert_int_equal(tn_tnw_host_came(pi.host, TN_TLP_MRD), 0);
    tn_tnw_host_pace(pi.host)->ok = 7;
    get_wait_notes(1);
    get_noted(0, &one, one.length, 0);
    pi_clean();
}

/* An item of a window is in time (TNW-LAT-7) once Nget has no more to send. */
static void an_item_is_in_time_behind_a_descriptor(void **state)
{
    (void)state;
    get_memory(one.source, one.length);
    get_give(&one);
    get_wait_notes(1);
    pi_settle();
    const uint64_t before = tn_tnw_pi_judge_asked(pi.judge, "TNW-LAT-7");
    pi_put_item(26, 0, 1);
    pi_settle();
    pi_item(8, 26, 0, 1);
    assert_true(tn_tnw_pi_judge_asked(pi.judge, "TNW-LAT-7") > before);
    pi_clean();
}

/* Links that take nothing until all engines and six windows have items for them. */
static void engines_and_windows_take_turns(void **state)
{
    (void)state;
    get_memory(0x40000, 0x4000);
    tn_tnw_host_pace(pi.host)->links = 0;
    for (unsigned l = 0; l < TNW_LINKS; l++) {
        get_give(&(struct get){.link = l,
                               .vc = 1,
                               .source = 0x40000 + 0x800ull * l,
                               .notify = 0x9000 + 16ull * l,
                               .length = 1024});
        for (unsigned i = 0; i < 3; i++)
            pi_put_item(8 * l, i, 3 * l + i);
    }
    pi_settle();
    tn_sim_step(1000);
    assert_int_equal(tn_tnw_host_items(pi.host), 0);
    tn_tnw_host_pace(pi.host)->links = 63;
    get_wait_notes(TNW_LINKS);
    pi_settle();
    assert_int_equal(tn_tnw_host_items(pi.host), TNW_LINKS * (8 + 3));
    assert_true(tn_tnw_get_judge_asked(pi.get, "TNW-ARB-2") > TNW_LINKS * 8);
    assert_true(tn_tnw_pi_judge_asked(pi.judge, "TNW-ARB-2") > TNW_LINKS * 8);
    pi_clean();
}

int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        PI_TEST(a_descriptor_moves_its_bytes),
        PI_TEST(descriptors_are_worked_off_in_order),
        PI_TEST(descriptors_of_wrong_form_are_refused),
        PI_TEST(six_links_at_once_and_answers_in_any_order),
        PI_TEST(all_traffic_at_once),
        PI_TEST(reads_come_among_writes_without_a_gap),
        PI_TEST(an_answer_does_not_pass_a_notification_that_waits),
        PI_TEST(a_read_waits_for_the_writes_before_it),
        PI_TEST(writes_never_wait_for_reads),
        PI_TEST(an_item_is_in_time_behind_a_descriptor),
        PI_TEST(engines_and_windows_take_turns),
    };
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
