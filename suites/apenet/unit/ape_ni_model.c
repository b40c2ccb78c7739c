/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The model of the network interface, sentence by sentence of checkers/apenet/spec/ape_ni.md;
 * values worked by hand.
 */
#include "ape_ni_fixture.h"

static void commands_have_their_results(void **state)
{
    unsigned i = 99;
    (void)state;
    assert_int_equal(reg(PLACE, 0, 0, &i), TN_APN_BAD);
    assert_int_equal(reg((1ull << 48) - 4, 5, 0, &i), TN_APN_BAD);
    assert_int_equal(reg(PLACE, 5, TN_APN_FOR_SEND | TN_APN_FOR_GET, &i), TN_APN_BAD);
    assert_int_equal(reg(PLACE + 1, 5, TN_APN_FOR_SEND, &i), TN_APN_BAD);
    for (unsigned k = 0; k < 4; k++) {
        assert_int_equal(reg(PLACE * k, 5, k == 3 ? TN_APN_FOR_SEND : 0, &i), TN_APN_OK);
        assert_int_equal(i, k);
    }
    assert_int_equal(reg(PLACE, 5, 0, &i), TN_APN_FULL);
    assert_int_equal(tn_apn_command(&x.ni, TN_APN_UNREGISTER, PID + 1, PLACE, 0, 0, &i),
                     TN_APN_NOTFOUND);
    assert_int_equal(tn_apn_command(&x.ni, TN_APN_UNREGISTER, PID, PLACE, 0, 0, &i), TN_APN_OK);
    assert_int_equal(i, 1);
    assert_int_equal(tn_apn_command(&x.ni, TN_APN_RELEASE, PID, 0, 0, 0, &i), TN_APN_NOTFOUND);
    assert_int_equal(tn_apn_command(&x.ni, TN_APN_RELEASE, PID, 3 * PLACE, 0, 0, &i), TN_APN_OK);
    assert_int_equal(i, 3);
    assert_int_equal(tn_apn_command(&x.ni, (enum tn_apn_op)6, PID, 0, 0, 0, &i), TN_APN_BAD);
}

static void descriptor_is_cut_at_the_destination_page(void **state)
{
    const uint64_t word[8] = {0x2f9c,
                              0x0842ull << 48 | 3ull << 44 | 1ull << 40 | 1ull << 39 | 1ull << 32 |
                                  PID << 16 | 100,
                              0x123456780fff, 77ull << 32 | 55};
    (void)state;
    tn_apn_descriptor(&x.ni, word);
    assert_int_equal(x.sends, 2);
    assert_int_equal(x.sent[0].len, 1);
    assert_int_equal(x.sent[0].addr, 0x123456780fff);
    assert_int_equal(x.from[0], 0x2f9c);
    assert_int_equal(x.sent[0].pkt, 0);
    assert_false(x.sent[0].last);
    assert_int_equal(x.sent[1].len, 99);
    assert_int_equal(x.sent[1].addr, 0x123456781000);
    assert_int_equal(x.from[1], 0x2f9d);
    assert_int_equal(x.sent[1].pkt, 1);
    assert_true(x.sent[1].last);
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(x.sent[i].dst, PEER);
        assert_int_equal(x.sent[i].src, OWN);
        assert_int_equal(x.sent[i].port, 3);
        assert_int_equal(x.sent[i].msg, 77);
        assert_int_equal(x.sent[i].type, TN_APN_PUT);
    }
    assert_int_equal(x.events, 1);
    assert_int_equal(x.event[0].kind, TN_APN_SENT);
    assert_int_equal(x.event[0].number, 55);
    assert_int_equal(x.event[0].bytes, 100);
    assert_int_equal(x.event[0].source, OWN);
}

static void packets_are_counted_from_the_last_on(void **state)
{
    uint64_t word[8] = {0, 1ull << 32 | PID << 16 | 8, 0, 0};
    (void)state;
    for (unsigned i = 0; i < 5; i++) {
        word[1] = (word[1] & ~(1ull << 39)) | (uint64_t)(i == 2) << 39;
        tn_apn_descriptor(&x.ni, word);
    }
    const unsigned pkt[] = {0, 1, 2, 0, 1};
    for (unsigned i = 0; i < 5; i++)
        assert_int_equal(x.sent[i].pkt, pkt[i]);
    assert_int_equal(x.events, 0);
}

static void bad_descriptors_send_nothing(void **state)
{
    static const uint64_t bad[][6] = {
        {0, 1ull << 32, 0, 0, 0, 0},                  /* no bytes */
        {0, 1ull << 32 | 4097, 0, 0, 0, 0},           /* too many */
        {0xff9, 1ull << 32 | 8, 0, 0, 0, 0},          /* leaves its page by a byte */
        {0, 2ull << 32 | 8, 0, 0, 0, 0},              /* Ethernet */
        {0, 17ull << 32 | 8, 0, 0, 0, 0},             /* header only */
        {0, 4ull << 32 | 1ull << 40, 0, 0, 0x1000, 0} /* a GET of nothing */
    };
    (void)state;
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
        uint64_t word[8] = {0};
        memcpy(word, bad[i], sizeof bad[i]);
        word[3] = i;
        tn_apn_descriptor(&x.ni, word);
        assert_int_equal(x.events, i + 1);
        assert_int_equal(x.event[i].cause, TN_APN_DESC);
        assert_int_equal(x.event[i].number, i);
    }
    assert_int_equal(x.sends, 0);
}

/* Tag 0x11223344, 0x20 bytes, to 0x665544332211. */
static void get_request_has_its_payload_word(void **state)
{
    const uint64_t word[8] = {0,
                              0x0842ull << 48 | 4ull << 32 | PID << 16,
                              0x777,
                              5ull << 32 | 0x11223344,
                              0x665544332211,
                              0x20};
    static const uint8_t payload[16] = {0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0,    0,
                                        0x20, 0,    0,    0,    0x44, 0x33, 0x22, 0x11};
    (void)state;
    tn_apn_descriptor(&x.ni, word);
    assert_int_equal(x.sends, 1);
    assert_int_equal(x.sent[0].len, 16);
    assert_int_equal(x.sent[0].addr, 0x777);
    assert_int_equal(x.sent[0].msg, 5);
    assert_true(x.sent[0].last);
    assert_memory_equal(x.sent[0].data, payload, sizeof payload);
    tn_apn_descriptor(&x.ni, word);
    assert_int_equal(x.sends, 1);
    assert_int_equal(x.event[0].cause, TN_APN_TAG);
    assert_true(tn_apn_tag_timeout(&x.ni, 0x11223344));
    assert_int_equal(x.event[1].cause, TN_APN_GET_TIMEOUT);
    assert_int_equal(x.event[1].source, PEER);
    assert_false(tn_apn_tag_timeout(&x.ni, 0x11223344));
}

static void malformed_packets_are_counted_and_nothing_else(void **state)
{
    unsigned i;
    (void)state;
    reg(PLACE, 8192, TN_APN_FOR_PUT, &i);
    struct tn_apn_packet p = {.type = TN_APN_PUT,
                              .pid = PID,
                              .dst = OWN,
                              .src = PEER,
                              .len = 17,
                              .words = 4,
                              .addr = PLACE,
                              .last = true};
    for (unsigned k = 0; k < 5; k++) {
        struct tn_apn_packet q = p;
        q.alone = k == 0;
        q.words = k == 1 ? 3 : 4;
        q.type = k == 2 ? 2 : TN_APN_PUT;
        q.dst = k == 3 ? OWN + 1 : OWN;
        q.type = k == 4 ? TN_APN_GET : q.type;
        tn_apn_packet(&x.ni, 0, &q);
        assert_int_equal(x.ni.count[TN_APN_RX_BAD], k + 1);
    }
    assert_int_equal(x.events, 0);
    assert_int_equal(x.writes, 0);
    assert_int_equal(come(p), 0);
    assert_int_equal(x.event[0].kind, TN_APN_RECEIVED);
    assert_int_equal(x.at[0], 0x5000000 + PLACE);
}

static void packet_out_of_the_lattice_is_told(void **state)
{
    (void)state;
    assert_int_equal(come((struct tn_apn_packet){.ool = true, .dst = 3, .len = 1, .last = true}),
                     TN_APN_OOL);
}

static void each_way_to_miss_a_buffer_has_its_cause(void **state)
{
    unsigned i;
    (void)state;
    reg(PLACE + 10, 5000, TN_APN_FOR_PUT, &i);
    assert_int_equal(
        come((struct tn_apn_packet){.addr = PLACE + 9, .len = 1, .last = true, .msg = 1}),
        TN_APN_NOBUF);
    assert_int_equal(
        come((struct tn_apn_packet){.addr = PLACE + 5010, .len = 1, .last = true, .msg = 2}),
        TN_APN_NOBUF);
    assert_int_equal(
        come((struct tn_apn_packet){.addr = PLACE + 5009, .len = 2, .last = true, .msg = 3}),
        TN_APN_OVERRUN);
    assert_int_equal(
        come((struct tn_apn_packet){.addr = PLACE + 4000, .len = 97, .last = true, .msg = 4}),
        TN_APN_CROSS);
    assert_int_equal(come((struct tn_apn_packet){
                         .addr = PLACE + 10, .len = 1, .last = true, .msg = 5, .pid = PID + 1}),
                     TN_APN_NOBUF);
    assert_int_equal(
        come((struct tn_apn_packet){.type = TN_APN_SEND, .len = 1, .last = true, .msg = 6}),
        TN_APN_NOBUF);
    assert_int_equal(come((struct tn_apn_packet){
                         .addr = PLACE + 10, .len = 1, .last = true, .msg = 7, .crc_wrong = true}),
                     TN_APN_CRC);
    x.answer = TN_APN_NO_PAGE;
    assert_int_equal(
        come((struct tn_apn_packet){.addr = PLACE + 10, .len = 1, .last = true, .msg = 8}),
        TN_APN_PAGE);
    x.answer = TN_APN_NO_ANSWER;
    assert_int_equal(
        come((struct tn_apn_packet){.addr = PLACE + 10, .len = 1, .last = true, .msg = 9}),
        TN_APN_MISS);
    assert_int_equal(x.writes, 0);
}

/* Two entries in the table: a third source is refused, and not told twice. */
static void table_that_is_full_refuses(void **state)
{
    unsigned i;
    (void)state;
    reg(PLACE, 8192, TN_APN_FOR_PUT, &i);
    for (uint16_t s = 1; s < 3; s++)
        assert_int_equal(come((struct tn_apn_packet){.src = s, .addr = PLACE, .len = 1}), 0);
    assert_int_equal(come((struct tn_apn_packet){.src = 3, .addr = PLACE, .len = 1}), TN_APN_BUSY);
    assert_int_equal(come((struct tn_apn_packet){.src = 3, .addr = PLACE, .len = 1, .pkt = 1}), 0);
    assert_int_equal(x.ni.count[TN_APN_RX_DROPPED], 2);
    assert_int_equal(
        come((struct tn_apn_packet){.src = 1, .addr = PLACE, .len = 1, .pkt = 1, .last = true}), 0);
    assert_int_equal(come((struct tn_apn_packet){.src = 3, .addr = PLACE, .len = 1, .last = true}),
                     0);
}

static void message_table_finds_gaps(void **state)
{
    unsigned i;
    (void)state;
    reg(PLACE, 8192, TN_APN_FOR_PUT, &i);
    assert_int_equal(come((struct tn_apn_packet){.addr = PLACE, .len = 5, .msg = 1}), 0);
    assert_int_equal(come((struct tn_apn_packet){.addr = PLACE, .len = 5, .msg = 1, .pkt = 2}),
                     TN_APN_GAP);
    assert_int_equal(x.event[0].bytes, 5);
    assert_int_equal(come((struct tn_apn_packet){.addr = PLACE, .len = 5, .msg = 1, .pkt = 3}),
                     0); /* of the same message: dropped */
    assert_int_equal(x.ni.count[TN_APN_RX_DROPPED], 1);
    assert_int_equal(come((struct tn_apn_packet){.addr = PLACE, .len = 5, .msg = 2}), 0);
    assert_int_equal(come((struct tn_apn_packet){.addr = PLACE, .len = 6, .msg = 3}),
                     TN_APN_GAP); /* message 2 has no end */
    assert_int_equal(x.event[1].number, 2);
    assert_int_equal(come((struct tn_apn_packet){.addr = PLACE, .len = 7, .msg = 3}),
                     TN_APN_GAP); /* begins anew */
    assert_int_equal(x.event[2].bytes, 6);
    assert_int_equal(
        come((struct tn_apn_packet){.addr = PLACE, .len = 5, .msg = 3, .pkt = 1, .err = true}),
        TN_APN_GAP);
    assert_int_equal(x.event[3].bytes, 7);
    assert_int_equal(come((struct tn_apn_packet){.addr = PLACE, .len = 5, .msg = 4, .pkt = 1}),
                     TN_APN_GAP); /* its first is lost */
    assert_int_equal(
        come((struct tn_apn_packet){.addr = PLACE, .len = 5, .msg = 4, .pkt = 2, .last = true}), 0);
    assert_int_equal(x.writes, 4);
}

static void buffer_that_went_and_timer_that_ran_out_end_a_message(void **state)
{
    unsigned i;
    (void)state;
    reg(PLACE, 8192, TN_APN_FOR_PUT, &i);
    assert_int_equal(come((struct tn_apn_packet){.addr = PLACE, .len = 5, .msg = 1}), 0);
    tn_apn_command(&x.ni, TN_APN_UNREGISTER, PID, PLACE, 0, 0, &i);
    reg(PLACE, 8192, TN_APN_FOR_PUT, &i); /* another one in the same entry */
    assert_int_equal(come((struct tn_apn_packet){.addr = PLACE, .len = 5, .msg = 1, .pkt = 1}),
                     TN_APN_UNREG);
    assert_int_equal(come((struct tn_apn_packet){.addr = PLACE, .len = 5, .msg = 2}), 0);
    assert_true(tn_apn_message_timeout(&x.ni, PEER, 0, PID));
    assert_int_equal(x.event[1].cause, TN_APN_TIMEOUT);
    assert_int_equal(x.event[1].bytes, 5);
    assert_false(tn_apn_message_timeout(&x.ni, PEER, 0, PID));
}

static void send_buffer_of_a_failed_message_is_free_again(void **state)
{
    unsigned i;
    (void)state;
    reg(PLACE, 8192, TN_APN_FOR_SEND, &i);
    assert_int_equal(
        come((struct tn_apn_packet){.type = TN_APN_SEND, .addr = 0, .len = 5, .msg = 1}), 0);
    assert_int_equal(
        come((struct tn_apn_packet){
            .type = TN_APN_SEND, .src = 7, .addr = 0, .len = 5, .msg = 1, .last = true}),
        TN_APN_NOBUF);
    assert_int_equal(
        come((struct tn_apn_packet){
            .type = TN_APN_SEND, .addr = 8190, .len = 3, .msg = 1, .pkt = 1, .last = true}),
        TN_APN_OVERRUN);
    assert_int_equal(
        come((struct tn_apn_packet){
            .type = TN_APN_SEND, .src = 7, .addr = 4096, .len = 5, .msg = 2, .last = true}),
        0);
    assert_int_equal(x.at[1], 0x5000000 + PLACE + 4096);
}

/* 6000 bytes from offset 0x800 to offset 0xf00: cut at both ends' pages, at 0x100, 0x800, 0x1100,
 * 0x1770. */
static void reply_is_cut_at_both_pages(void **state)
{
    struct tn_apn_packet p = {.type = TN_APN_GET, .addr = PLACE + 0x800, .len = 16, .last = true};
    unsigned i;
    (void)state;
    reg(PLACE, 8192, TN_APN_FOR_GET, &i);
    const uint8_t payload[16] = {0,    0x2f, 0, 0, 0,    0,    0,    0,
                                 0x70, 0x17, 0, 0, 0x78, 0x56, 0x34, 0x12};
    memcpy(p.data, payload, sizeof payload);
    assert_int_equal(come(p), 0);
    const unsigned len[] = {0x100, 0x700, 0x900, 0x670};
    assert_int_equal(x.sends, 4);
    for (unsigned k = 0; k < 4; k++) {
        assert_int_equal(x.sent[k].len, len[k]);
        assert_int_equal(x.sent[k].type, TN_APN_REPLY);
        assert_int_equal(x.sent[k].msg, 0x12345678);
        assert_int_equal(x.sent[k].pkt, k);
        assert_int_equal(x.sent[k].last, k == 3);
        assert_int_equal(x.sent[k].dst, PEER);
    }
    assert_int_equal(x.sent[2].addr, 0x3700);
    assert_int_equal(x.from[2], 0x5000000 + PLACE + 0x1000);
    assert_int_equal(x.events, 0);
}

static void get_beyond_its_buffer_is_refused(void **state)
{
    struct tn_apn_packet p = {.type = TN_APN_GET, .addr = PLACE + 1, .len = 16, .last = true};
    unsigned i;
    (void)state;
    reg(PLACE, 16, TN_APN_FOR_GET, &i);
    p.data[8] = 16;
    assert_int_equal(come(p), 0);
    assert_int_equal(x.sends, 1);
    assert_int_equal(x.sent[0].len, 0);
    assert_true(x.sent[0].err && x.sent[0].last);
}

static void late_reply_is_dropped(void **state)
{
    (void)state;
    assert_int_equal(come((struct tn_apn_packet){
                         .type = TN_APN_REPLY, .addr = PLACE, .len = 5, .msg = 1, .last = true}),
                     0);
    assert_int_equal(x.ni.count[TN_APN_RX_LATE], 1);
    assert_int_equal(x.events, 0);
}

static void events_words_are_as_on_the_page(void **state)
{
    const struct tn_apn_event e = {TN_APN_RECEIVED, 1,         0x1234, 0xabcd, 0x2a,
                                   0x89abcdef,      0x01234567};
    uint64_t word[2];
    (void)state;
    tn_apn_event_words(&e, true, word);
    assert_int_equal(word[0], 0x02011234abcd6a01);
    assert_int_equal(word[1], 0x89abcdef01234567);
}

/* Bytes of the words by hand from the page's bit positions; CRC by decoding and by one changed bit.
 */
static void words_of_a_packet_have_their_bits(void **state)
{
    struct tn_apn_packet p = {.type = TN_APN_SEND,
                              .port = 5,
                              .pid = 0x8001,
                              .dst = 0x0421,
                              .src = 0xffe0,
                              .len = 17,
                              .addr = 0x8000000000ff,
                              .msg = 0xdeadbeef,
                              .pkt = 0x0102,
                              .last = true},
                         q;
    /* x 1 at bit 21, y 1 at 27, z 1 at 32, port 5 at 37, type 3 at 43, length 17 at 48, address
     * from 62 on */
    static const uint8_t header[16] = {0x20, 0x00, 0x30, 0x08, 0xa1, 0x18, 0x11, 0xc0,
                                       0x3f, 0,    0,    0,    0,    0x20, 0,    0};
    /* source x 63 at 40, y 31 at 35, z 0 at 30; last at 46; pkt at 48; msg at 64 */
    static const uint8_t footer[12] = {0, 0, 0, 0, 0xf8, 0x7f, 0x02, 0x01, 0xef, 0xbe, 0xad, 0xde};
    uint8_t word[TN_APN_WORDS][16];
    (void)state;
    for (unsigned i = 0; i < 17; i++)
        p.data[i] = (uint8_t)(i + 1);
    assert_int_equal(tn_apn_encode(&p, word), 4);
    assert_memory_equal(word[0], header, sizeof header);
    assert_memory_equal(word[1], p.data, 16);
    assert_int_equal(word[2][0], 17);
    assert_int_equal(word[2][1], 0);
    assert_memory_equal(word[3], footer, sizeof footer);
    tn_apn_decode((const uint8_t(*)[16])word, 4, &q);
    assert_false(q.crc_wrong);
    assert_int_equal(q.src, 0xffe0);
    assert_int_equal(q.addr, p.addr);
    word[0][0] ^= 0x1f; /* vc and hops are the router's */
    word[0][14] ^= 1;
    tn_apn_decode((const uint8_t(*)[16])word, 4, &q);
    assert_false(q.crc_wrong);
    word[2][9] ^= 1;
    tn_apn_decode((const uint8_t(*)[16])word, 4, &q);
    assert_true(q.crc_wrong);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(commands_have_their_results, begin),
        cmocka_unit_test_setup(descriptor_is_cut_at_the_destination_page, begin),
        cmocka_unit_test_setup(packets_are_counted_from_the_last_on, begin),
        cmocka_unit_test_setup(bad_descriptors_send_nothing, begin),
        cmocka_unit_test_setup(get_request_has_its_payload_word, begin),
        cmocka_unit_test_setup(malformed_packets_are_counted_and_nothing_else, begin),
        cmocka_unit_test_setup(packet_out_of_the_lattice_is_told, begin),
        cmocka_unit_test_setup(each_way_to_miss_a_buffer_has_its_cause, begin),
        cmocka_unit_test_setup(table_that_is_full_refuses, begin),
        cmocka_unit_test_setup(message_table_finds_gaps, begin),
        cmocka_unit_test_setup(buffer_that_went_and_timer_that_ran_out_end_a_message, begin),
        cmocka_unit_test_setup(send_buffer_of_a_failed_message_is_free_again, begin),
        cmocka_unit_test_setup(reply_is_cut_at_both_pages, begin),
        cmocka_unit_test_setup(get_beyond_its_buffer_is_refused, begin),
        cmocka_unit_test_setup(late_reply_is_dropped, begin),
        cmocka_unit_test_setup(events_words_are_as_on_the_page, begin),
        cmocka_unit_test_setup(words_of_a_packet_have_their_bits, begin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
