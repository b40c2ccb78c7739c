/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The RT mailbox rule by rule: two queues, what enters them, what reads take out.
 * Expected values worked by hand from checkers/exanet/spec/exa_rt_mailbox.md and exa_ni.md.
 */
#include "rtm.h"

enum { NONE = -1 };

static void expect(const struct exa_packet *k, enum ni_cause cause, int code)
{
    unsigned rx = ni.rx_n, got = ni.got_n;
    uint32_t count = ni_count(cause);
    ni_send(k);
    ni_settle();
    assert_int_equal(ni.rx_n, rx + 1);
    assert_int_equal(ni.rx[rx % NI_KEEP].cause, cause);
    assert_int_equal(ni_count(cause), count + 1);
    assert_int_equal(ni.got_n, got + (code != NONE));
    if (code != NONE)
        ni_expect_answer(&ni.got[got].k, k, (unsigned)code);
}

static void expect_request(const struct exa_packet *k)
{
    uint32_t want[8];
    rtm_words(k, want);
    for (unsigned i = 0; i < 8; i++)
        assert_int_equal(ni_read(R_READ + 4 * i), want[i]);
}

static void responses_leave_with_their_read_in_order(void **state)
{
    struct exa_packet a = rtm_response(0x3ff, 0x1fff, 15), b = rtm_response(1, 2, 0);
    (void)state;
    assert_int_equal(ni_read(R_RESPONSE), 0);
    expect(&a, NI_TAKEN, NONE);
    expect(&b, NI_TAKEN, NONE);
    assert_int_equal(ni_read(R_LEVEL), 2);
    assert_int_equal(ni_read(R_RESPONSE), rtm_word(0x3ff, 0x1fff, 15, false));
    assert_int_equal(ni_read(R_RESPONSE + 0xffc), rtm_word(1, 2, 0, false)); /* every word the same */
    assert_int_equal(ni_read(R_RESPONSE), 0);
    assert_int_equal(ni_read(R_RESPONSES), 2);
}

static void request_names_its_sender_by_header_and_footer(void **state)
{
    struct exa_packet k = rtm_read(0x40, 0xbeef, MSG | 1553);
    (void)state;
    expect(&k, NI_TAKEN, 0);
    assert_int_equal(ni_read(R_LEVEL), 1 << 16);
    assert_int_equal(ni_read(R_RESPONSE), 1u << 31);
    expect_request(&k);
    assert_int_equal(ni_read(R_RESPONSE), 0);
    assert_int_equal(ni_read(R_READ), 0); /* empty: 0, and nothing moves */
    assert_int_equal(ni_read(R_LEVEL), 0);
    k = rtm_read(0x60, 1, 0);
    expect(&k, NI_TAKEN, NONE);
    expect(&k, NI_TAKEN, NONE); /* no message, and so never a duplicate */
    expect_request(&k);
    expect_request(&k);
    assert_int_equal(ni_read(R_READS), 3);
}

static void waiting_bit_stands_until_the_last_word_is_read(void **state)
{
    struct exa_packet k = rtm_read(0x40, 1, 0), r = rtm_response(7, 8, 1);
    uint32_t want[8];
    (void)state;
    rtm_words(&k, want);
    ni_send(&k);
    ni_send(&r);
    ni_send(&r);
    ni_settle();
    for (unsigned i = 0; i < 7; i++)
        assert_int_equal(ni_read(R_READ), want[i]);
    assert_int_equal(ni_read(R_RESPONSE), rtm_word(7, 8, 1, true));
    assert_int_equal(ni_read(R_LEVEL), 1 | 1 << 16);
    assert_int_equal(ni_read(R_READ), want[7]);
    assert_int_equal(ni_read(R_RESPONSE), rtm_word(7, 8, 1, false));
}

static void full_queue_of_requests_leaves_responses_alone(void **state)
{
    unsigned room = 1u << tn_sim_param("READ_LOG2"), i;
    struct exa_packet r = rtm_response(7, 8, 1), k;
    (void)state;
    for (i = 0; i < room; i++) {
        k = rtm_read(i, i, MSG | i);
        expect(&k, NI_TAKEN, 0);
    }
    k = rtm_read(i, i, MSG | i);
    expect(&k, NI_FULL, 6);
    k = rtm_read(i, i, 0);
    expect(&k, NI_FULL, NONE);
    expect(&r, NI_TAKEN, NONE);
    assert_int_equal(ni_read(R_RESPONSE), rtm_word(7, 8, 1, true));
    assert_int_equal(ni_read(R_RSP_FULL), 0);
    k = rtm_read(0, 0, MSG);
    for (i = 0; i < 7; i++)
        ni_read(R_READ);
    k = rtm_read(room, 5, MSG | room);
    expect(&k, NI_FULL, 6); /* the request leaves with its last word */
    ni_read(R_READ);
    expect(&k, NI_TAKEN, 0);
    for (i = 1; i < room; i++) {
        struct exa_packet w = rtm_read(i, i, MSG | i);
        expect_request(&w);
    }
    expect_request(&k);
    tn_sim_kept("EXR-TAKE-2");
}

static void full_queue_of_responses_leaves_requests_alone(void **state)
{
    unsigned room = 1u << tn_sim_param("RSP_LOG2");
    struct exa_packet k = rtm_read(3, 4, MSG), r;
    (void)state;
    for (unsigned i = 0; i < room; i++) {
        r = rtm_response(i & 1023, i, i & 15);
        ni_send(&r);
    }
    ni_settle();
    assert_int_equal(ni_read(R_LEVEL), room);
    r = rtm_response(1, 1, 1);
    expect(&r, NI_FULL, NONE);
    assert_int_equal(ni_read(R_RSP_FULL), 1);
    expect(&k, NI_TAKEN, 0);
    for (unsigned i = 0; i < room; i++)
        assert_int_equal(ni_read(R_RESPONSE), rtm_word(i & 1023, i, i & 15, true));
    assert_int_equal(ni_read(R_RESPONSE), 1u << 31);
}

static void what_is_neither_is_refused(void **state)
{
    uint8_t data[64] = {0};
    struct exa_packet k;
    (void)state;
    for (unsigned i = 0; i < 4; i++) {
        static const struct {
            unsigned at, n;
        } rows[] = {{1, 32}, {4, 32}, {8, 32}, {15, 32}};
        k = rtm_read(1, 1, MSG | i);
        ni_make(&k, exa_peripheral_addr(EXA_P_RT_MAILBOX, rows[i].at), data, rows[i].n);
        expect(&k, NI_DECODE, 4);
        k.tid = 0; /* taken through the same lines, unanswered */
        exa_seal(&k);
        expect(&k, NI_DECODE, NONE);
    }
    k = rtm_read(1, 1, MSG);
    k.type = EXA_WRITE;
    exa_seal(&k);
    expect(&k, NI_DECODE, 4);
    k.tid = 5; /* a write of a transaction: answered to its RT mailbox */
    exa_seal(&k);
    expect(&k, NI_DECODE, 4);
    k = rtm_response(1, 2, 3); /* with size, or as a message's */
    k.size = 16;
    exa_seal(&k);
    expect(&k, NI_MALF, NONE);
    k = rtm_response(1, 2, 3);
    k.tid = EXA_TID_MSG;
    exa_seal(&k);
    expect(&k, NI_UNEXP, NONE);
    k = rtm_read(1, 1, 0);
    k.type = EXA_NOTIFY;
    ni_make(&k, k.addr, data, 16);
    expect(&k, NI_UNEXP, NONE);
    assert_int_equal(ni_read(R_LEVEL), 0);
}

static void broken_packets_enter_no_queue(void **state)
{
    struct exa_packet k = rtm_response(1, 2, 3);
    (void)state;
    k.hdr_crc ^= 2;
    expect(&k, NI_HCRC, NONE);
    k = rtm_read(1, 2, 0);
    k.lanes[3] ^= 1;
    expect(&k, NI_PCRC, NONE);
    k = rtm_read(1, 2, MSG | 3);
    k.ftr_crc ^= 2;
    expect(&k, NI_FCRC, NONE);
    k = rtm_read(1, 2, MSG | 3);
    k.lanes[31] ^= 1;
    expect(&k, NI_PCRC, 3);
    k = rtm_read(1, 2, MSG | 3);
    expect(&k, NI_TAKEN, 0);
    expect(&k, NI_DUP, 0);
    assert_int_equal(ni_read(R_LEVEL), 1 << 16);
}

/* A notification to here: nobody takes it, but one that has a message's tid is answered. */
static struct exa_packet notification(unsigned message)
{
    static const uint8_t data[16] = {3};
    struct exa_packet k = rtm_read(1, 1, message);
    k.type = EXA_NOTIFY;
    ni_make(&k, k.addr, data, sizeof data);
    return k;
}

static void notifications_enter_no_queue(void **state)
{
    struct exa_packet k = notification(0);
    (void)state;
    k.ftr_crc ^= 4;
    expect(&k, NI_FCRC, NONE);
    k = notification(MSG | 1);
    k.ftr_crc ^= 4;
    expect(&k, NI_FCRC, NONE);
    k = notification(MSG | 1);
    k.lanes[2] ^= 1;
    expect(&k, NI_PCRC, 3);
    k = notification(MSG | 1);
    expect(&k, NI_DECODE, 4);
    assert_int_equal(ni_read(R_LEVEL), 0);
}

static void eighteenth_answer_finds_no_room(void **state)
{
    struct exa_packet k;
    (void)state;
    assert_int_equal(tn_sink_stall(ni.out, &(struct tn_stall){.kind = TN_STALL_FOREVER}), 0);
    tn_sim_step(2);
    for (unsigned i = 0; i < 18; i++) {
        k = notification(MSG | i);
        ni_send(&k);
    }
    ni_settle();
    /* the first stands on the output, 16 wait */
    assert_int_equal(ni_count(NI_DECODE), 17);
    assert_int_equal(ni_count(NI_NOROOM), 1);
    k = rtm_response(7, 8, 1); /* nobody awaits an answer to these */
    expect(&k, NI_TAKEN, NONE);
    k = rtm_read(1, 2, 0);
    expect(&k, NI_TAKEN, NONE);
    assert_int_equal(tn_sink_stall(ni.out, &(struct tn_stall){.kind = TN_STALL_NONE}), 0);
    tn_sim_step(60);
    assert_int_equal(ni.got_n, 17);
    for (unsigned i = 0; i < 17; i++) {
        k = notification(MSG | i);
        ni_expect_answer(&ni.got[i].k, &k, 4);
    }
}

static void address_and_domain_are_not_looked_at(void **state)
{
    struct exa_packet k = rtm_response(9, 9, 0);
    (void)state;
    k.addr = 0x7f00000000;
    exa_seal(&k);
    expect(&k, NI_TAKEN, NONE);
    assert_int_equal(ni_read(R_RESPONSE), rtm_word(9, 9, 0, false));
}

/* Sends k and reads a word `shift` cycles from now. *word: what was read; *later: by how many cycles k was judged after the
 * access. Returns the cause of k. */
static unsigned meet(const struct exa_packet *k, uint32_t addr, unsigned shift, uint32_t *word, int *later)
{
    struct tn_axi_txn *t = tn_axi_new(1);
    const unsigned rx = ni.rx_n;
    assert_non_null(t);
    t->addr = addr;
    t->size = 2;
    t->not_before = tn_sim_cycle() + shift;
    ni_send(k);
    assert_int_equal(tn_axi_issue(ni.cpu, t), 0);
    assert_int_equal(tn_axi_wait(ni.cpu, t), TN_AXI_OKAY);
    ni_settle();
    assert_int_equal(ni.rx_n, rx + 1);
    *later = (int)(ni.rx[rx % NI_KEEP].cycle - (t->taken + 1)); /* axi_slave.md section 4: when an access is done */
    tn_axi_take(t, (uint8_t *)word, 4);
    tn_axi_free(t);
    return ni.rx[rx % NI_KEEP].cause;
}

enum { SHIFTS = 12, ALL_MET = 7 }; /* one cycle before, the same cycle, one cycle after */

static unsigned met(int later)
{
    return later >= -1 && later <= 1 ? 1u << (later + 1) : 0;
}

static void full_queue_has_room_from_the_cycle_after_a_read(void **state)
{
    (void)state;
    for (unsigned requests = 0; requests < 2; requests++) {
        const struct exa_packet k = requests ? rtm_read(3, 4, 0) : rtm_response(1, 2, 3);
        const unsigned room = 1u << tn_sim_param(requests ? "READ_LOG2" : "RSP_LOG2");
        unsigned seen = 0;
        for (unsigned i = 0; i < room; i++)
            ni_send(&k);
        ni_settle();
        for (unsigned shift = 0; shift < SHIFTS; shift++) {
            uint32_t word;
            int later;
            for (unsigned i = 0; requests && i < 7; i++) /* the request leaves with its eighth word */
                ni_read(R_READ);
            const unsigned cause = meet(&k, requests ? R_READ : R_RESPONSE, shift, &word, &later);
            assert_int_equal(cause, later > 0 ? NI_TAKEN : NI_FULL);
            if (cause == NI_FULL)
                expect(&k, NI_TAKEN, NONE);
            seen |= met(later);
        }
        assert_int_equal(seen, ALL_MET);
    }
}

static void bit_31_is_that_of_the_moment(void **state)
{
    const struct exa_packet k = rtm_read(3, 4, 0);
    unsigned seen = 0;
    (void)state;
    for (unsigned shift = 0; shift < SHIFTS; shift++) {
        uint32_t word;
        int later;
        assert_int_equal(meet(&k, R_RESPONSE, shift, &word, &later), NI_TAKEN);
        assert_int_equal(word, later < 0 ? 1u << 31 : 0);
        seen |= met(later);
        expect_request(&k);
    }
    assert_int_equal(seen, ALL_MET);
}

/* Messages that differ by one bit of sender, tid or number are two. */
static void message_that_differs_by_a_bit_is_another(void **state)
{
    enum { SRC = 22, TID = SRC + 13, ALL = TID + 14 };
    (void)state;
    for (unsigned bit = 0; bit < ALL; bit++) {
        struct exa_packet k = rtm_read(bit, 2, MSG | bit);
        expect(&k, NI_TAKEN, 0);
        expect_request(&k);
        if (bit < SRC)
            k.src = exa_node_of(exa_node_bits(k.src) ^ 1u << bit);
        else if (bit < TID)
            k.tid = (uint16_t)(k.tid ^ 1u << (bit - SRC));
        else
            k.seq = (uint16_t)(k.seq ^ 1u << (bit - TID));
        exa_seal(&k);
        expect(&k, NI_TAKEN, 0);
        expect_request(&k);
    }
}

#define T(name) cmocka_unit_test_setup_teardown(name, ni_fresh, ni_clean)
int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        T(responses_leave_with_their_read_in_order),
        T(request_names_its_sender_by_header_and_footer),
        T(waiting_bit_stands_until_the_last_word_is_read),
        T(full_queue_of_requests_leaves_responses_alone),
        T(full_queue_of_responses_leaves_requests_alone),
        T(what_is_neither_is_refused),
        T(broken_packets_enter_no_queue),
        T(notifications_enter_no_queue),
        T(eighteenth_answer_finds_no_room),
        T(address_and_domain_are_not_looked_at),
        T(full_queue_has_room_from_the_cycle_after_a_read),
        T(bit_31_is_that_of_the_moment),
        T(message_that_differs_by_a_bit_is_another),
    };
    (void)argc;
    (void)argv;
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
