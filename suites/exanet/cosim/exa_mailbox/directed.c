/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The mailbox rule by rule: what it takes and refuses, whom it answers,
 * bindings. Expected values worked by hand from checkers/exanet/spec/exa_mailbox.md and exa_ni.md.
 */
#include "one_packet.h"

static void words(const struct tn_exa_word *w, size_t n)
{
    assert_int_equal(tn_exa_source_words(ni.in, w, n, 0), 0);
    ni_settle();
}

static void wrong_header_crc_drops(void **state)
{
    struct exa_packet k = message(1);
    (void)state;
    k.hdr_crc ^= 1;
    expect(&k, NI_HCRC, NONE);
    k = message(1);
    expect(&k, NI_TAKEN, 0);
}

static void malformed_headers_drop(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 7; i++) {
        struct exa_packet k = message(1);
        if (i < 3)
            k.type = i == 0 ? 4 : i == 1 ? 12 : 16;
        else if (i == 3)
            k.size = 0;
        else if (i == 4)
            k.size = 257;
        else if (i == 5)
            k.type = EXA_READ_REQ; /* of 16 bytes */
        else
            k.type = EXA_RELEASE;
        seal(&k);
        expect(&k, NI_MALF, NONE);
    }
}

static void release_drops(void **state)
{
    struct exa_packet k = message(1);
    (void)state;
    k.type = EXA_RELEASE;
    exa_set_alone(&k);
    seal(&k);
    expect(&k, NI_SHORT, NONE);
}

/* exa_ni section 2: words after a dropped header go with it to the next footer, uncounted,
 * even where the type is one of a header alone; behind a release, which is whole, they stray. */
static void words_after_a_dropped_header_go_with_it(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 3; i++) {
        struct exa_packet k = mbox_message(1, 0, 32, PDID, 3, 1), head = k;
        struct tn_exa_word w[TN_EXA_PACKET_WORDS], h[TN_EXA_PACKET_WORDS];
        unsigned rx = ni.rx_n;
        head.type = i == 0 ? EXA_FLOW_RATE : i == 1 ? 4 : EXA_WRITE;
        seal(&head);
        head.hdr_crc ^= i == 2;
        assert_int_equal(tn_exa_words_of(&k, w), 4);
        assert_true(tn_exa_words_of(&head, h) > 0);
        w[0] = h[0];
        words(w, 4);
        assert_int_equal(ni.rx_n, rx + 1);
        words(w + 3, 1); /* the next word belongs to nobody */
        assert_int_equal(ni_count(NI_STRAY), i + 1);
    }
    assert_int_equal(ni_count(NI_MALF), 2);
    assert_int_equal(ni_count(NI_HCRC), 1);
    struct exa_packet k = mbox_message(1, 0, 32, PDID, 3, 1), head = {.type = EXA_RELEASE};
    struct tn_exa_word w[TN_EXA_PACKET_WORDS], h;
    seal(&head);
    assert_int_equal(tn_exa_words_of(&k, w), 4);
    assert_int_equal(tn_exa_words_of(&head, &h), 1);
    w[0] = h;
    words(w, 4);
    assert_int_equal(ni_count(NI_SHORT), 1);
    assert_int_equal(ni_count(NI_STRAY), 6);
}

/* A release is a header like any other: it ends what stands open, or what is dropped. */
static void release_ends_what_went_before(void **state)
{
    struct exa_packet k = mbox_message(1, 0, 32, PDID, 3, 1), release = {.type = EXA_RELEASE};
    struct tn_exa_word w[TN_EXA_PACKET_WORDS], cut[TN_EXA_PACKET_WORDS];
    (void)state;
    seal(&release);
    for (unsigned i = 0; i < 2; i++) {
        k.hdr_crc ^= (uint16_t)i;
        assert_int_equal(tn_exa_words_of(&k, w), 4);
        memcpy(cut, w, sizeof cut);
        assert_int_equal(tn_exa_words_of(&release, cut + 2), 1);
        cut[3] = w[2];
        cut[4] = w[3];
        words(cut, 5);
        assert_int_equal(ni_count(NI_BROKEN), 1);
        assert_int_equal(ni_count(NI_HCRC), i);
        assert_int_equal(ni_count(NI_SHORT), i + 1);
        assert_int_equal(ni_count(NI_STRAY), 2 * (i + 1));
    }
}

static void packets_of_wrong_length_break_once(void **state)
{
    struct exa_packet k = mbox_message(1, 0, 32, PDID, 3, 1);
    struct tn_exa_word w[TN_EXA_PACKET_WORDS], cut[8];
    (void)state;
    assert_int_equal(tn_exa_words_of(&k, w), 4);
    memcpy(cut, w, sizeof cut);
    cut[2] = w[3]; /* the footer too early */
    words(cut, 3);
    assert_int_equal(ni_count(NI_BROKEN), 1);
    memcpy(cut, w, sizeof cut);
    cut[3] = w[2]; /* a payload word too many, and what follows to the footer */
    cut[4] = w[2];
    cut[5] = w[3];
    words(cut, 6);
    assert_int_equal(ni_count(NI_BROKEN), 2);
    assert_int_equal(ni_count(NI_STRAY), 0);
    cut[0] = w[0]; /* a header in a packet begins one of its own */
    cut[1] = w[1];
    memcpy(cut + 2, w, 4 * sizeof *w);
    words(cut, 6);
    assert_int_equal(ni_count(NI_BROKEN), 3);
    assert_int_equal(ni_count(NI_TAKEN), 1);
    assert_int_equal(ni.got_n, 1);
    assert_int_equal(ni.rx_n, 4);
}

static void words_of_no_packet_stray_one_by_one(void **state)
{
    struct exa_packet k = message(1);
    struct tn_exa_word w[TN_EXA_PACKET_WORDS];
    (void)state;
    assert_int_equal(tn_exa_words_of(&k, w), 3);
    words(w + 1, 2);
    assert_int_equal(ni_count(NI_STRAY), 2);
    assert_int_equal(ni.got_n, 0);
    expect(&k, NI_TAKEN, 0);
}

static void wrong_footer_crc_is_not_answered(void **state)
{
    struct exa_packet k = message(1);
    (void)state;
    k.ftr_crc ^= 0x80;
    expect(&k, NI_FCRC, NONE);
    for (unsigned i = 0; i < 2; i++) {
        k = of_type(EXA_READ_REQ, 1);
        k.tid = i ? k.tid : 5;
        exa_seal(&k);
        k.ftr_crc ^= 1;
        expect(&k, NI_FCRC, NONE);
    }
}

static void flow_rate_packets_are_ignored(void **state)
{
    struct exa_packet k = {.type = EXA_FLOW_RATE, .dst = ni_own, .addr = mbox_addr(1, 0)};
    (void)state;
    seal(&k);
    expect(&k, NI_FLOW, NONE);
}

static void what_awaits_no_answer_is_unexpected(void **state)
{
    static const struct {
        uint8_t type;
        bool of_message;
    } rows[] = {{EXA_ACK, true}, {EXA_ACK, false}, {EXA_READ_REQ, false}, {EXA_DMA_CTL, false},
                {EXA_ZREAD_REQ, false}, {EXA_ZWRITE, false}, {EXA_ZREAD_RSP, false}};
    static const uint8_t data[32];
    (void)state;
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct exa_packet k = message(1);
        k.type = rows[i].type;
        k.tid = rows[i].of_message ? k.tid : 5;
        assert_int_equal(shape_of_type(&k, k.addr, data, 16), 0);
        exa_seal(&k);
        expect(&k, NI_UNEXP, NONE);
    }
}

static void wrong_payload_is_answered_with_3(void **state)
{
    struct exa_packet k = message(1);
    (void)state;
    k.lanes[5] ^= 4;
    expect(&k, NI_PCRC, 3);
    k = of_type(EXA_READ_REQ, 1);
    k.lanes[17] ^= 4;
    expect(&k, NI_PCRC, 3);
    k = message(1); /* no payload, with a payload CRC */
    k.type = EXA_ZREAD_REQ;
    ni_make(&k, k.addr, NULL, 0);
    k.pld_crc = 1;
    seal(&k);
    expect(&k, NI_PCRC, 3);
    k = message(1); /* a notification is never answered */
    k.type = EXA_NOTIFY;
    k.tid = 5;
    exa_seal(&k);
    k.lanes[0] ^= 1;
    expect(&k, NI_PCRC, NONE);
}

static void what_is_no_message_for_a_slot_is_answered_with_4(void **state)
{
    static const struct {
        uint32_t low;
        unsigned n;
    } rows[] = {{0x40000, 16}, {0x80000000, 16}, {0x40, 16}, {0x800, 16}, {0x31, 16}, {0, 65}, {0x3f, 2}};
    struct exa_packet k;
    uint8_t data[256] = {0};
    (void)state;
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        k = message(i);
        ni_make(&k, mbox_addr(1, 0) + rows[i].low, data, rows[i].n);
        expect(&k, NI_DECODE, 4);
    }
    k = message(8); /* a write of a transaction: to its RT mailbox */
    k.tid = 700;
    k.seq = 15000;
    exa_seal(&k);
    expect(&k, NI_DECODE, 4);
    k = message(9);
    k.type = EXA_READ_REQ;
    ni_make(&k, k.addr, data, 32);
    expect(&k, NI_DECODE, 4);
    k = message(9);
    k.type = EXA_NOTIFY;
    exa_seal(&k);
    expect(&k, NI_DECODE, 4);
    k = message(9); /* without payload */
    k.type = EXA_ZREAD_REQ;
    ni_make(&k, k.addr, NULL, 0);
    expect(&k, NI_DECODE, 4);
    k = message(9); /* a notification to no slot, unanswered */
    k.type = EXA_NOTIFY;
    k.tid = 5;
    ni_make(&k, mbox_addr(1, 0x40), data, 16);
    expect(&k, NI_DECODE, NONE);
    assert_int_equal(ni_read(mbox(1, M_COUNT)), 0);
}

static void address_above_the_window_is_not_looked_at(void **state)
{
    static const uint8_t data[16] = {1};
    struct exa_packet k = message(1);
    (void)state;
    ni_make(&k, mbox(1, 0), data, sizeof data);
    expect(&k, NI_TAKEN, 0);
}

static void other_domains_are_refused_with_7(void **state)
{
    struct exa_packet k = mbox_message(1, 0, 16, PDID + 1, 3, 1);
    (void)state;
    expect(&k, NI_PROT, 7);
    const unsigned nobodys = mbox_unbound();
    k = mbox_message(nobodys, 0, 16, PDID, 3, 1);
    expect(&k, NI_PROT, 7);
    k = mbox_message(nobodys, 0, 16, 0, 3, 1); /* reset value of BIND's PDID, but not bound */
    expect(&k, NI_PROT, 7);
}

static void full_mailbox_refuses_with_6_and_others_go_on(void **state)
{
    unsigned slots = 1u << tn_sim_param("SLOT_LOG2"), i;
    struct exa_packet k;
    (void)state;
    for (i = 0; i < slots; i++) {
        k = message(i);
        expect(&k, NI_TAKEN, 0);
    }
    assert_int_equal(ni_read(mbox(1, M_COUNT)), slots);
    k = message(i);
    expect(&k, NI_FULL, 6);
    k.type = EXA_NOTIFY;
    k.tid = 5;
    exa_seal(&k);
    expect(&k, NI_FULL, NONE);
    if (mbox_here(2) != mbox_here(1)) {
        k = mbox_message(2, 0, 16, PDID, 4, 0);
        expect(&k, NI_TAKEN, 0);
    }
    ni_write(mbox(1, M_POP), 1);
    k = message(i);
    expect(&k, NI_TAKEN, 0); /* it was no duplicate: refused is not taken */
    tn_sim_kept("EXM-TAKE-3");
    tn_sim_kept("EXN-CSE-14");
}

static void notification_is_stored_and_never_answered(void **state)
{
    struct exa_packet k = mbox_message(2, 0x10, 16, PDID, 0, 0);
    (void)state;
    k.type = EXA_NOTIFY;
    k.tid = 5;
    exa_seal(&k);
    expect(&k, NI_TAKEN, NONE);
    assert_int_equal(ni_read(mbox(2, M_INFO)), 0xc0000000u | 0x10 << 16 | 16);
    assert_int_equal(ni_read(mbox(2, M_TID)), 5u << 16);
    expect(&k, NI_TAKEN, NONE); /* twice is two */
    assert_int_equal(ni_read(mbox(2, M_COUNT)), 2);
}

static void binding_empties_the_mailbox(void **state)
{
    struct exa_packet k = message(1);
    (void)state;
    expect(&k, NI_TAKEN, 0);
    assert_int_equal(ni_read(0x40410), 1u << mbox_here(1));
    mbox_bind(1, 0xffff);
    assert_int_equal(ni_read(mbox(1, M_COUNT)), 0);
    assert_int_equal(ni_read(0x40410), 0);
    assert_int_equal(ni_read(mbox_kernel(1)), 0x8000ffff);
    assert_int_equal(ni_read(mbox(1, M_BOUND)), 0x8000ffff);
    ni_write(mbox_kernel(1), 0x7fff0005); /* not bound; other bits read 0 */
    assert_int_equal(ni_read(mbox_kernel(1)), 5);
}

static void seventeenth_answer_finds_no_room(void **state)
{
    (void)state;
    assert_int_equal(tn_sink_stall(ni.out, &(struct tn_stall){.kind = TN_STALL_FOREVER}), 0);
    tn_sim_step(2);
    const unsigned nobodys = mbox_unbound();
    for (unsigned i = 0; i < 19; i++) {
        struct exa_packet k = i < 18 ? mbox_message(nobodys, 0, 16, PDID, 3, i) : of_type(EXA_READ_REQ, i);
        ni_send(&k);
    }
    ni_settle();
    /* the first stands on the output, 16 wait */
    assert_int_equal(ni_count(NI_PROT), 17);
    assert_int_equal(ni_count(NI_NOROOM), 2);
    assert_int_equal(ni_count((enum ni_cause)0), 0);
    assert_int_equal(tn_sink_stall(ni.out, &(struct tn_stall){.kind = TN_STALL_NONE}), 0);
    tn_sim_step(60);
    assert_int_equal(ni.got_n, 17);
    for (unsigned i = 0; i < 17; i++) {
        struct exa_packet k = mbox_message(nobodys, 0, 16, PDID, 3, i);
        ni_expect_answer(&ni.got[i].k, &k, 7);
        if (i > 0)
            assert_int_equal(ni.got[i].first, ni.got[i - 1].last + 1); /* EXN-LAT-1 */
    }
    assert_int_equal(ni_count((enum ni_cause)0), 17);
}

#define T(name) cmocka_unit_test_setup_teardown(name, bound, ni_clean)
int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        T(wrong_header_crc_drops),
        T(malformed_headers_drop),
        T(release_drops),
        T(words_after_a_dropped_header_go_with_it),
        T(release_ends_what_went_before),
        T(packets_of_wrong_length_break_once),
        T(words_of_no_packet_stray_one_by_one),
        T(wrong_footer_crc_is_not_answered),
        T(flow_rate_packets_are_ignored),
        T(what_awaits_no_answer_is_unexpected),
        T(wrong_payload_is_answered_with_3),
        T(what_is_no_message_for_a_slot_is_answered_with_4),
        T(address_above_the_window_is_not_looked_at),
        T(other_domains_are_refused_with_7),
        T(full_mailbox_refuses_with_6_and_others_go_on),
        T(notification_is_stored_and_never_answered),
        T(binding_empties_the_mailbox),
        T(seventeenth_answer_finds_no_room),
    };
    (void)argc;
    (void)argv;
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
