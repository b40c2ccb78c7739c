/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The model of the network interface: what one process does touches no message of another, and who
 * asks for an answer gets one (decisions A19 to A23 of checkers/apenet/spec/ape_ni.md).
 */
#include "ape_ni_fixture.h"

/* A descriptor of message msg of a process; bytes 0: it is bad. */
static void give(uint16_t pid, uint32_t msg, unsigned bytes, uint64_t bits)
{
    const uint64_t word[8] = {
        0x2000, (uint64_t)PEER << 48 | 1ull << 32 | (uint64_t)pid << 16 | bytes | bits, 0x9000,
        (uint64_t)msg << 32 | x.ni.count[TN_APN_TX_DESC]};
    tn_apn_descriptor(&x.ni, word);
}
#define LAST   (1ull << 39)
#define ANSWER (1ull << 41)

/* Expects the packet that left as number i, by its message and pkt. */
static void left(unsigned i, uint32_t msg, unsigned pkt, bool last)
{
    assert_true(i < x.sends);
    assert_int_equal(x.sent[i].msg, msg);
    assert_int_equal(x.sent[i].pkt, pkt);
    assert_int_equal(x.sent[i].last, last);
}

static void bad_descriptor_ends_its_message_alone(void **state)
{
    (void)state;
    give(7, 3, 16, 0);
    give(7, 3, 0, LAST); /* bad, and the last */
    give(8, 4, 16, LAST);
    left(0, 3, 0, false);
    left(1, 4, 0, true);
    assert_int_equal(x.events, 1);
    assert_int_equal(x.event[0].cause, TN_APN_DESC);
    assert_int_equal(x.event[0].number, 1);
}

static void message_that_ended_sends_no_more(void **state)
{
    (void)state;
    give(7, 3, 16, 0);
    give(7, 3, 0, 0);
    give(7, 3, 16, 0);
    give(7, 3, 16, LAST);
    give(7, 3, 16, LAST); /* its number again: another message */
    assert_int_equal(x.sends, 2);
    left(1, 3, 0, true);
    assert_int_equal(x.events, 3);
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(x.event[i].cause, TN_APN_DESC);
        assert_int_equal(x.event[i].number, i + 1);
    }
}

static void message_begins_where_msg_pid_or_destination_differ(void **state)
{
    (void)state;
    give(7, 3, 16, 0);
    give(7, 4, 16, 0);
    give(8, 4, 16, 0);
    give(8, 4, 16, 1ull << 48); /* to another node */
    give(8, 4, 16, 1ull << 48 | 1ull << 44);
    const unsigned pkt[] = {0, 0, 0, 0, 1};
    for (unsigned i = 0; i < 5; i++)
        assert_int_equal(x.sent[i].pkt, pkt[i]);
}

static void get_leaves_the_message_under_way(void **state)
{
    const uint64_t get[8] = {
        0, (uint64_t)PEER << 48 | LAST | 4ull << 32 | 9u << 16, 0x777, 5ull << 32, 0x1000, 0x20};
    (void)state;
    give(7, 3, 16, 0);
    tn_apn_descriptor(&x.ni, get);
    tn_apn_descriptor(&x.ni, get); /* refused: its tag is open */
    give(7, 3, 16, LAST);
    left(2, 3, 1, true);
}

static void ring_that_begins_anew_has_no_message_under_way(void **state)
{
    (void)state;
    give(7, 3, 16, 0);
    tn_apn_ring(&x.ni);
    give(7, 3, 16, 0);
    left(1, 3, 0, false);
}

static void one_number_of_two_processes_is_two_messages(void **state)
{
    unsigned i;
    (void)state;
    reg(PLACE, 8192, TN_APN_FOR_PUT, &i);
    tn_apn_command(&x.ni, TN_APN_REGISTER, PID + 1, 2 * PLACE, 8192, TN_APN_FOR_PUT, &i);
    assert_int_equal(come((struct tn_apn_packet){.addr = PLACE, .len = 5, .msg = 1}), 0);
    assert_int_equal(
        come((struct tn_apn_packet){.pid = PID + 1, .addr = 2 * PLACE, .len = 5, .msg = 1}), 0);
    for (uint16_t k = 0; k < 2; k++)
        assert_int_equal(come((struct tn_apn_packet){.pid = PID + k,
                                                     .addr = (1u + k) * PLACE + 5,
                                                     .len = 5,
                                                     .msg = 1,
                                                     .pkt = 1,
                                                     .last = true}),
                         0);
    assert_int_equal(x.events, 2);
    assert_int_equal(x.event[1].kind, TN_APN_RECEIVED);
    assert_int_equal(x.event[1].pid, PID + 1);
    assert_int_equal(x.event[1].bytes, 10);
}

static void number_of_a_failed_message_is_told(void **state)
{
    unsigned i;
    (void)state;
    assert_int_equal(come((struct tn_apn_packet){.addr = PLACE, .len = 5, .msg = 1}), TN_APN_NOBUF);
    reg(PLACE, 8192, TN_APN_FOR_PUT, &i);
    assert_int_equal(come((struct tn_apn_packet){.addr = PLACE, .len = 5, .msg = 1}),
                     TN_APN_REPEAT);
    assert_int_equal(
        come((struct tn_apn_packet){.addr = PLACE, .len = 5, .msg = 1, .pkt = 1, .last = true}), 0);
    assert_int_equal(x.ni.count[TN_APN_RX_DROPPED], 2);
    assert_int_equal(x.event[1].number, 1);
    assert_int_equal(x.event[1].bytes, 0);
    assert_int_equal(come((struct tn_apn_packet){.addr = PLACE, .len = 5, .msg = 1, .last = true}),
                     0); /* behind its last packet the number is free */
    assert_int_equal(x.writes, 1);
}

/* Opens tag 99 for 32 bytes to PLACE. */
static void ask(void)
{
    const uint64_t get[8] = {0, (uint64_t)PEER << 48 | 4ull << 32 | PID << 16, 0x777, 99, PLACE,
                             32};
    tn_apn_descriptor(&x.ni, get);
}

static unsigned reply(struct tn_apn_packet p)
{
    p.type = TN_APN_REPLY;
    p.msg = 99;
    return come(p);
}

static void reply_that_was_not_asked_for_is_told_and_the_get_goes_on(void **state)
{
    static const struct tn_apn_packet bad[] = {
        {.pid = PID + 1, .addr = PLACE, .len = 32, .last = true}, /* another process */
        {.addr = PLACE + 1, .len = 32, .last = true},             /* another place */
        {.addr = PLACE, .len = 33, .last = true},                 /* longer */
        {.addr = PLACE, .len = 31, .last = true},                 /* its end is missing */
        {.addr = PLACE, .len = 32},                               /* more would come */
        {.addr = PLACE, .len = 0},                                /* nothing */
        {.addr = PLACE + 1, .len = 0, .err = true, .last = true}, /* a refusal of another place */
    };
    unsigned i;
    (void)state;
    reg(PLACE, 8192, 0, &i);
    ask();
    for (unsigned k = 0; k < sizeof bad / sizeof *bad; k++) {
        assert_int_equal(reply(bad[k]), TN_APN_NOT_ASKED);
        assert_int_equal(x.event[k].bytes, 0);
        assert_int_equal(x.ni.count[TN_APN_RX_DROPPED], k + 1);
    }
    assert_int_equal(x.writes, 0);
    assert_int_equal(reply((struct tn_apn_packet){.addr = PLACE, .len = 16}), 0);
    assert_int_equal(
        reply((struct tn_apn_packet){.addr = PLACE, .len = 16, .pkt = 1, .last = true}),
        TN_APN_NOT_ASKED); /* the place of packet 0 */
    assert_int_equal(
        reply((struct tn_apn_packet){.addr = PLACE + 16, .len = 16, .pkt = 1, .last = true}), 0);
    assert_int_equal(x.event[x.events - 1].kind, TN_APN_RECEIVED);
    assert_int_equal(x.event[x.events - 1].bytes, 32);
}

static void lost_reply_is_a_gap_and_the_rest_is_late(void **state)
{
    unsigned i;
    (void)state;
    reg(PLACE, 8192, 0, &i);
    ask();
    assert_int_equal(
        reply((struct tn_apn_packet){.addr = PLACE + 16, .len = 16, .pkt = 1, .last = true}),
        TN_APN_GAP);
    assert_int_equal(reply((struct tn_apn_packet){.addr = PLACE, .len = 16}), 0);
    assert_int_equal(x.ni.count[TN_APN_RX_LATE], 1);
}

/* A reply of another tag of the process comes before the last one of tag 99. */
static void reply_that_another_interrupts_is_told_and_its_tag_dead(void **state)
{
    const uint64_t get[8] = {
        0, (uint64_t)PEER << 48 | 4ull << 32 | PID << 16, 0x777, 98, PLACE + 64, 32};
    unsigned i;
    (void)state;
    reg(PLACE, 8192, 0, &i);
    ask();
    tn_apn_descriptor(&x.ni, get);
    assert_int_equal(reply((struct tn_apn_packet){.addr = PLACE, .len = 16}), 0);
    assert_int_equal(
        come((struct tn_apn_packet){
            .type = TN_APN_REPLY, .addr = PLACE + 64, .len = 32, .msg = 98, .last = true}),
        TN_APN_GAP);
    assert_int_equal(x.event[0].number, 99);
    assert_int_equal(x.event[1].kind, TN_APN_RECEIVED);
    assert_int_equal(reply((struct tn_apn_packet){.addr = PLACE + 16, .len = 16, .pkt = 1}), 0);
    assert_int_equal(x.ni.count[TN_APN_RX_LATE], 1);
    assert_false(tn_apn_tag_timeout(&x.ni, 99));
}

static void tag_that_dies_frees_its_entry(void **state)
{
    unsigned i;
    (void)state;
    reg(PLACE, 8192, 0, &i);
    ask();
    assert_int_equal(reply((struct tn_apn_packet){.addr = PLACE, .len = 16}), 0);
    assert_true(tn_apn_tag_timeout(&x.ni, 99));
    for (i = 0; i < x.ni.params.messages; i++)
        assert_int_equal(x.ni.message[i].state, TN_APN_FREE);
}

/* Which type may go into a buffer with which right. */
static void rights_of_a_buffer_are_held(void **state)
{
    static const unsigned flags[] = {0, TN_APN_FOR_GET, TN_APN_FOR_PUT,
                                     TN_APN_FOR_GET | TN_APN_FOR_PUT};
    unsigned i;
    (void)state;
    assert_int_equal(reg(PLACE, 5, TN_APN_FOR_SEND | TN_APN_FOR_PUT, &i), TN_APN_BAD);
    for (unsigned k = 0; k < 4; k++) {
        const bool may_put = flags[k] & TN_APN_FOR_PUT, may_get = flags[k] & TN_APN_FOR_GET;
        struct tn_apn_packet get = {.type = TN_APN_GET, .addr = PLACE, .len = 16, .last = true};
        reg(PLACE, 64, flags[k], &i);
        assert_int_equal(
            come((struct tn_apn_packet){.addr = PLACE, .len = 5, .msg = k, .last = true}),
            may_put ? 0 : TN_APN_NOBUF);
        get.data[8] = 5;
        assert_int_equal(come(get), 0);
        assert_int_equal(x.sent[x.sends - 1].err, !may_get);
        const unsigned before = x.writes;
        ask();
        assert_int_equal(reply((struct tn_apn_packet){.addr = PLACE, .len = 32, .last = true}), 0);
        assert_int_equal(x.writes, before + 1);
        tn_apn_command(&x.ni, TN_APN_UNREGISTER, PID, PLACE, 0, 0, &i);
    }
}

/* Expects the last packet that left to be an answer of that cause. */
static void answer(unsigned sends, uint32_t msg, unsigned cause)
{
    assert_int_equal(x.sends, sends);
    const struct tn_apn_packet *p = &x.sent[sends - 1];
    assert_int_equal(p->type, TN_APN_ACK);
    assert_true(p->alone);
    assert_int_equal(p->words, 1);
    assert_int_equal(p->pid, PID);
    assert_int_equal(p->dst, PEER);
    assert_int_equal(p->addr, tn_apn_ack_addr(OWN, PID, msg, cause));
}

static void last_packet_is_answered_with_its_cause(void **state)
{
    struct tn_apn_packet p = {.addr = PLACE, .len = 5, .msg = 1, .ask = true, .last = true};
    unsigned i;
    (void)state;
    assert_int_equal(come(p), TN_APN_NOBUF);
    answer(1, 1, TN_APN_NOBUF);
    reg(PLACE, 8192, TN_APN_FOR_PUT, &i);
    assert_int_equal(come(p), 0);
    answer(2, 1, 0);
    assert_int_equal(x.from[1], x.ni.messages); /* of the message that is whole */
    p.last = false;
    p.pkt = 3;
    p.msg = 2;
    assert_int_equal(come(p), TN_APN_GAP); /* not its last packet */
    assert_int_equal(x.sends, 2);
    p.last = true;
    p.pkt = 4;
    assert_int_equal(come(p), 0);
    answer(3, 2, TN_APN_GAP); /* of the message that failed */
    p.msg = 3;
    p.last = false;
    assert_int_equal(come(p), TN_APN_GAP);
    p.last = true;
    p.pkt = 0;
    assert_int_equal(come(p), TN_APN_REPEAT);
    answer(4, 3, TN_APN_REPEAT);
    p.crc_wrong = true;
    assert_int_equal(come(p), TN_APN_CRC);
    p.crc_wrong = false;
    p.ool = true;
    assert_int_equal(come(p), TN_APN_OOL);
    assert_int_equal(x.sends, 4);
    assert_int_equal(x.ni.count[TN_APN_TX_PACKETS], 0);
}

static void message_that_found_the_table_full_is_answered(void **state)
{
    (void)state;
    for (uint16_t s = 1; s < 3; s++)
        assert_int_equal(come((struct tn_apn_packet){.src = s, .addr = PLACE, .len = 1}),
                         TN_APN_NOBUF);
    assert_int_equal(
        come((struct tn_apn_packet){.addr = PLACE, .len = 1, .msg = 9, .ask = true, .last = true}),
        TN_APN_BUSY);
    answer(1, 9, TN_APN_BUSY);
    assert_int_equal(come((struct tn_apn_packet){
                         .addr = PLACE, .len = 1, .msg = 9, .pkt = 1, .ask = true, .last = true}),
                     0);
    answer(2, 9, TN_APN_BUSY);
}

/* An answer that comes. */
static void ack(uint16_t node, uint32_t msg, unsigned cause, bool ool)
{
    struct tn_apn_packet p = {.type = TN_APN_ACK, .alone = true, .ool = ool};
    p.addr = tn_apn_ack_addr(node, PID, msg, cause);
    come(p);
}

static void answer_of_the_receiver_alone_is_told(void **state)
{
    (void)state;
    give(PID, 3, 16, LAST | ANSWER);
    assert_true(x.sent[0].ask && x.sent[0].last);
    ack(PEER + 1, 3, 0, false);
    ack(PEER, 4, 0, false);
    ack(PEER, 3, 0, true);
    assert_int_equal(x.events, 0);
    assert_int_equal(x.ni.count[TN_APN_RX_LATE], 3);
    ack(PEER, 3, TN_APN_NOBUF, false);
    assert_int_equal(x.events, 1);
    assert_int_equal(x.event[0].kind, TN_APN_ACKED);
    assert_int_equal(x.event[0].cause, TN_APN_NOBUF);
    assert_int_equal(x.event[0].source, PEER);
    assert_int_equal(x.event[0].number, 0); /* the event tag */
    ack(PEER, 3, TN_APN_NOBUF, false);
    assert_int_equal(x.events, 1);
    assert_int_equal(x.ni.count[TN_APN_RX_LATE], 4);
    assert_int_equal(x.ni.count[TN_APN_RX_PACKETS], 5);
}

static void answer_that_does_not_come_is_told_once(void **state)
{
    (void)state;
    give(PID, 3, 16, ANSWER); /* not the last: nothing is asked */
    assert_false(x.sent[0].ask);
    give(PID, 3, 16, LAST | ANSWER);
    give(PID, 3, 16, LAST | ANSWER); /* refused while an answer of that number is awaited */
    assert_int_equal(x.sends, 2);
    assert_int_equal(x.event[0].cause, TN_APN_TAG);
    assert_true(tn_apn_ack_timeout(&x.ni, PEER, PID, 1));
    assert_int_equal(x.event[1].cause, TN_APN_ACK_TIMEOUT);
    assert_int_equal(x.event[1].source, PEER);
    assert_false(tn_apn_ack_timeout(&x.ni, PEER, PID, 1));
    ack(PEER, 3, 0, false);
    assert_int_equal(x.events, 2);
}

static void malformed_answers_are_dropped(void **state)
{
    (void)state;
    give(PID, 3, 16, LAST | ANSWER);
    for (unsigned k = 0; k < 3; k++) {
        struct tn_apn_packet p = {.type = TN_APN_ACK,
                                  .alone = k != 0,
                                  .pid = PID,
                                  .dst = k == 1 ? OWN + 1 : OWN,
                                  .len = k == 2,
                                  .addr = tn_apn_ack_addr(PEER, PID, 3, 0)};
        come(p);
        assert_int_equal(x.ni.count[TN_APN_RX_BAD], k + 1);
    }
    assert_int_equal(x.events, 0);
}

/* 5A ^ 08 ^ 42 ^ 00 ^ 09 ^ 12 ^ 34 ^ 56 ^ 78 ^ 0d = 1c. */
static void addr_of_an_answer_has_its_fields(void **state)
{
    (void)state;
    assert_int_equal(tn_apn_ack_addr(0x0842, 9, 0x12345678, 13), 0x1c0d12345678);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(bad_descriptor_ends_its_message_alone, begin),
        cmocka_unit_test_setup(message_that_ended_sends_no_more, begin),
        cmocka_unit_test_setup(message_begins_where_msg_pid_or_destination_differ, begin),
        cmocka_unit_test_setup(get_leaves_the_message_under_way, begin),
        cmocka_unit_test_setup(ring_that_begins_anew_has_no_message_under_way, begin),
        cmocka_unit_test_setup(one_number_of_two_processes_is_two_messages, begin),
        cmocka_unit_test_setup(number_of_a_failed_message_is_told, begin),
        cmocka_unit_test_setup(reply_that_was_not_asked_for_is_told_and_the_get_goes_on, begin),
        cmocka_unit_test_setup(lost_reply_is_a_gap_and_the_rest_is_late, begin),
        cmocka_unit_test_setup(reply_that_another_interrupts_is_told_and_its_tag_dead, begin),
        cmocka_unit_test_setup(tag_that_dies_frees_its_entry, begin),
        cmocka_unit_test_setup(rights_of_a_buffer_are_held, begin),
        cmocka_unit_test_setup(last_packet_is_answered_with_its_cause, begin),
        cmocka_unit_test_setup(message_that_found_the_table_full_is_answered, begin),
        cmocka_unit_test_setup(answer_of_the_receiver_alone_is_told, begin),
        cmocka_unit_test_setup(answer_that_does_not_come_is_told_once, begin),
        cmocka_unit_test_setup(malformed_answers_are_dropped, begin),
        cmocka_unit_test_setup(addr_of_an_answer_has_its_fields, begin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
