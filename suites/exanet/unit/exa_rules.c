/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What the ExaNet rules take of events beside their bytes: packets dropped, snapped, out of
 * order, and more of them than a vector holds.
 */
#include <tn/exanet/exa.h>
#include <tn/rules.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static const struct exa_node sender = {.x = 1, .fpga = 2}, receiver = {.y = 3, .z = 4};

struct log {
    struct tn_checker *c;
    uint64_t packet;
};

/* Failures are counted by the checker. */
static void on_verdict(void *ctx, const struct tn_verdict *v)
{
    (void)ctx;
    (void)v;
}

static struct log begin_with(const struct tn_check_params *par)
{
    struct log l = {0};
    l.c = tn_checker_new(par, NULL, NULL, on_verdict, NULL);
    assert_non_null(l.c);
    return l;
}

static struct log begin(bool unordered)
{
    struct tn_check_params par;
    tn_check_defaults(&par);
    par.unordered = unordered;
    return begin_with(&par);
}

/* Hands k to the checker, kept bytes of it (0: all), with flags. */
static void see(struct log *l, struct exa_packet *k, unsigned flags, size_t kept)
{
    uint8_t bytes[EXA_KEEP_MAX];
    struct tn_event ev = {.packet = ++l->packet, .time_ns = l->packet, .fabric = TN_FABRIC_EXANET,
                          .unit = TN_UNIT_PACKET, .flags = (uint8_t)flags, .bytes = bytes};
    long n;
    exa_seal(k);
    n = exa_encode(k, bytes, sizeof bytes);
    assert_true(n > 0);
    ev.orig_len = (uint32_t)n;
    ev.len = kept ? (uint32_t)kept : ev.orig_len;
    tn_checker_event(l->c, &ev, 0);
}

/* Packet i of n of a transaction. */
static struct exa_packet write_packet(unsigned tid, unsigned seq, unsigned i, unsigned n)
{
    struct exa_packet k = {.type = EXA_WRITE, .src = sender, .dst = receiver, .tid = (uint16_t)tid,
                           .seq = (uint16_t)seq, .first = i == 0, .last = i + 1 == n};
    uint8_t data[EXA_MTU];
    memset(data, (int)i, sizeof data);
    exa_set_payload(&k, 0x40000 + EXA_MTU * i, data, sizeof data);
    return k;
}

static struct exa_packet answer(unsigned tid, unsigned seq, unsigned code)
{
    struct exa_packet k = {.type = EXA_ACK, .dst = sender, .tid = (uint16_t)tid,
                           .seq = (uint16_t)seq, .code = (uint8_t)code,
                           .addr = exa_peripheral_addr(EXA_P_RT_MAILBOX, 0)};
    return k;
}

static void transaction(struct log *l, unsigned tid, unsigned seq, unsigned dropped, size_t kept)
{
    struct exa_packet k;
    for (unsigned i = 0; i < 3; i++) {
        k = write_packet(tid, seq, i, 3);
        see(l, &k, i == dropped ? TN_EV_DROPPED : 0, kept);
    }
}

static void a_packet_that_the_dut_dropped_has_not_arrived(void **state)
{
    struct log l = begin(false);
    struct exa_packet ok = answer(1, 0, 0);
    (void)state;
    transaction(&l, 1, 0, 1, 0);
    see(&l, &ok, 0, 0);
    assert_int_equal(tn_checker_failed(l.c, "EXA-ACK-3"), 1);
    ok = answer(1, 1, 0);
    transaction(&l, 1, 1, 9, 0);
    see(&l, &ok, 0, 0);
    assert_int_equal(tn_checker_failed(l.c, "EXA-ACK-3"), 1);
    tn_checker_free(l.c);
}

static void of_a_snapped_packet_the_header_is_judged(void **state)
{
    struct log l = begin(false);
    struct exa_packet k = write_packet(1, 0, 0, 1);
    (void)state;
    transaction(&l, 1, 0, 9, 64);
    assert_true(tn_checker_asked(l.c, "EXA-CRC-1") == 3 && tn_checker_asked(l.c, "EXA-CRC-2") == 0);
    assert_int_equal(tn_checker_asked(l.c, "EXA-SEQ-1"), 0); /* no footer, no number */
    k.size = 257;
    see(&l, &k, 0, 16);
    assert_int_equal(tn_checker_failed(l.c, "EXA-LEN-3"), 1);
    see(&l, &k, 0, 15);
    assert_int_equal(tn_checker_failed(l.c, "EXA-FRM-1"), 0);
    tn_checker_free(l.c);
}

static void order_is_not_judged_where_the_capture_has_none(void **state)
{
    for (int unordered = 0; unordered < 2; unordered++) {
        struct log l = begin(unordered);
        struct exa_packet k = write_packet(1, 0, 2, 3);
        (void)state;
        see(&l, &k, 0, 0);
        k = write_packet(1, 0, 0, 3);
        see(&l, &k, 0, 0);
        assert_int_equal(tn_checker_failed(l.c, "EXA-ORD-1"), !unordered);
        assert_int_equal(tn_checker_failed(l.c, "EXA-FLG-1"), !unordered);
        tn_checker_free(l.c);
    }
}

/* Decision X28: behind several paths three rules do not hold; the others do. */
static void several_paths_turn_off_the_rules_of_one(void **state)
{
    for (int multipath = 0; multipath < 2; multipath++) {
        struct tn_check_params par;
        struct log l;
        struct exa_packet k = answer(1, 0, 0);
        (void)state;
        tn_check_defaults(&par);
        par.multipath = multipath;
        l = begin_with(&par);
        for (unsigned i = 3; i-- > 0;) {
            struct exa_packet data = write_packet(1, 0, i, 3);
            see(&l, &data, 0, 0);
        }
        see(&l, &k, 0, 0);
        assert_int_equal(tn_checker_failed(l.c, "EXA-ORD-1"), multipath ? 0 : 2);
        assert_int_equal(tn_checker_failed(l.c, "EXA-FLG-1"), multipath ? 0 : 1);
        assert_int_equal(tn_checker_failed(l.c, "EXA-ACK-3"), 0);
        k = answer(1, 0, 0);
        see(&l, &k, 0, 0);
        assert_int_equal(tn_checker_failed(l.c, "EXA-ACK-5"), 1);
        for (unsigned i = 0; i < 3; i++) { /* the one marked last in the middle */
            struct exa_packet data = write_packet(1, 16, i, 2);
            see(&l, &data, 0, 0);
        }
        assert_int_equal(tn_checker_failed(l.c, "EXA-FLG-2"), !multipath);
        tn_checker_free(l.c);
    }
}

/* A packet whose footer is wrong may have been the attempt between, or the control packet. */
static void what_could_not_be_read_may_have_been_there(void **state)
{
    for (int broken = 0; broken < 2; broken++) {
        struct log l = begin(false);
        struct exa_packet k = write_packet(1, 0, 0, 1);
        uint8_t bytes[EXA_KEEP_MAX];
        struct tn_event ev = {
            .packet = 100, .fabric = TN_FABRIC_EXANET, .unit = TN_UNIT_PACKET, .bytes = bytes};
        (void)state;
        k.notify = 1;
        see(&l, &k, 0, 0);
        k = write_packet(1, 1, 0, 1);
        exa_seal(&k);
        k.ftr_crc ^= 1;
        ev.len = ev.orig_len = (uint32_t)exa_encode(&k, bytes, sizeof bytes);
        if (broken)
            tn_checker_event(l.c, &ev, 0);
        k = write_packet(1, 2, 0, 1);
        see(&l, &k, 0, 0);
        assert_int_equal(tn_checker_failed(l.c, "EXA-SEQ-3"), !broken);
        assert_int_equal(tn_checker_failed(l.c, "EXA-NTF-9"), !broken);
        k = write_packet(1, 4, 0, 1);
        see(&l, &k, 0, 0);
        assert_int_equal(tn_checker_failed(l.c, "EXA-SEQ-3"), 1 + !broken);
        tn_checker_free(l.c);
    }
}

/* Refused for want of a context; a copy of the packet that a link made finds one. */
static void a_copy_of_a_refused_packet_may_be_answered(void **state)
{
    struct log l = begin(false);
    struct exa_packet k = write_packet(1, 0, 0, 1);
    (void)state;
    see(&l, &k, 0, 0);
    k = answer(1, 0, 2);
    see(&l, &k, 0, 0);
    k = write_packet(1, 0, 0, 1);
    see(&l, &k, 0, 0);
    k = answer(1, 0, 0);
    see(&l, &k, 0, 0);
    assert_true(tn_checker_asked(l.c, "EXA-ACK-8") == 1 &&
                tn_checker_failed(l.c, "EXA-ACK-8") == 0);
    tn_checker_free(l.c);
}

static void thousands_of_transactions_are_told_apart(void **state)
{
    struct log l = begin(false);
    struct exa_packet k;
    (void)state;
    for (unsigned seq = 0; seq < 3; seq++) {
        for (unsigned tid = 0; tid < 1024; tid++)
            transaction(&l, tid, seq, 9, 0);
        for (unsigned tid = 0; tid < 1024; tid++) {
            k = answer(tid, seq, 0);
            see(&l, &k, 0, 0);
        }
    }
    for (const char *const *rule = (const char *const[]){"EXA-ACK-2", "EXA-ACK-3", "EXA-SEQ-1", NULL}; *rule; rule++) {
        assert_true(tn_checker_asked(l.c, *rule) >= 3072);
        assert_int_equal(tn_checker_failed(l.c, *rule), 0);
    }
    tn_checker_free(l.c);
}

/* The numbers go round: an answer to one that is long gone is none to a newer attempt. */
static void retransmission_numbers_go_round(void **state)
{
    struct log l = begin(false);
    struct exa_packet k;
    (void)state;
    for (unsigned n = 0; n < 3 * 8192; n += 1000) {
        transaction(&l, 1, n % 8192, 9, 0);
        k = answer(1, n % 8192, 1);
        see(&l, &k, 0, 0);
    }
    assert_int_equal(tn_checker_failed(l.c, "EXA-SEQ-1"), 0);
    assert_int_equal(tn_checker_failed(l.c, "EXA-ACK-2"), 0);
    k = answer(1, (24000 + 1) % 8192, 1);
    see(&l, &k, 0, 0);
    assert_int_equal(tn_checker_failed(l.c, "EXA-ACK-2"), 1);
    tn_checker_free(l.c);
}

static struct exa_packet control_packet(unsigned tid, unsigned seq)
{
    struct exa_packet k = {.type = EXA_DMA_CTL, .src = sender, .dst = receiver,
                           .tid = (uint16_t)tid, .seq = (uint16_t)seq};
    uint8_t payload[2 * EXA_WORD] = {0};
    exa_set_payload(&k, exa_peripheral_addr(EXA_P_RDMA, 0), payload, sizeof payload);
    return k;
}

/* A positive response after marked data and a control packet that came as flags say, kept
 * bytes of it (0: all); the control packet before the response, or after. */
static struct log marked(bool unordered, unsigned flags, size_t kept, bool before)
{
    struct log l = begin(unordered);
    struct exa_packet data = write_packet(1, 0, 0, 1), control = control_packet(1, 0),
                      ok = answer(1, 0, 0);
    data.notify = 1;
    see(&l, &data, 0, 0);
    if (before)
        see(&l, &control, flags, kept);
    see(&l, &ok, 0, 0);
    if (!before)
        see(&l, &control, flags, kept);
    return l;
}

static void a_control_packet_counts_when_it_has_arrived(void **state)
{
    static const struct {
        bool unordered, before;
        unsigned flags, kept, failed;
    } c[] = {
        {false, true, 0, 0, 0},
        {false, true, TN_EV_DROPPED, 0, 1},
        {false, false, 0, 0, 1},
        {true, false, 0, 0, 0},
        {false, true, 0, 40, 0}, /* whose it is stands in the footer, which the capture has not */
    };
    (void)state;
    for (size_t i = 0; i < sizeof c / sizeof *c; i++) {
        struct log l = marked(c[i].unordered, c[i].flags, c[i].kept, c[i].before);
        assert_int_equal(tn_checker_failed(l.c, "EXA-NTF-6"), c[i].failed);
        assert_int_equal(tn_checker_failed(l.c, "EXA-NTF-7"), 0);
        struct exa_packet again = answer(1, 0, 0); /* said once of an attempt */
        see(&l, &again, 0, 0);
        assert_int_equal(tn_checker_failed(l.c, "EXA-NTF-6"), c[i].failed);
        tn_checker_free(l.c);
    }
}

/* Where the capture begins in the midst of an attempt, its control packet may be before that. */
static void an_attempt_seen_in_part_owes_no_control_packet(void **state)
{
    struct log l = begin(false);
    struct exa_packet data = write_packet(1, 0, 1, 2), ok = answer(1, 0, 0);
    (void)state;
    data.notify = 1;
    see(&l, &data, 0, 0);
    see(&l, &ok, 0, 0);
    assert_int_equal(tn_checker_failed(l.c, "EXA-ACK-3"), 1);
    assert_int_equal(tn_checker_failed(l.c, "EXA-NTF-6"), 0);
    tn_checker_free(l.c);
}

/* Two transactions with one note for one place: the one that began second ends first. */
static void a_notification_belongs_to_the_transaction_of_its_tid(void **state)
{
    struct log l = begin(false);
    (void)state;
    for (unsigned tid = 1; tid <= 2; tid++) {
        struct exa_packet data = write_packet(tid, 0, 0, 1), control = control_packet(tid, 0);
        data.notify = 1;
        see(&l, &control, 0, 0);
        see(&l, &data, 0, 0);
    }
    for (unsigned tid = 2; tid >= 1; tid--) {
        struct exa_packet ok = answer(tid, 0, 0),
                          note = {.type = EXA_NOTIFY, .src = receiver, .tid = (uint16_t)tid};
        const uint8_t payload[EXA_WORD] = {0};
        exa_set_payload(&note, 0, payload, sizeof payload);
        see(&l, &note, 0, 0);
        see(&l, &ok, 0, 0);
    }
    for (unsigned rule = 1; rule <= 8; rule++) {
        char id[16];
        snprintf(id, sizeof id, "EXA-NTF-%u", rule);
        assert_int_equal(tn_checker_failed(l.c, id), 0);
    }
    tn_checker_free(l.c);
}

/* A read of a line, or its answer, of a bridge of the sender. */
static struct exa_packet zdma(unsigned tid, bool answers)
{
    struct exa_packet k = {.type = answers ? EXA_ZREAD_RSP : EXA_ZREAD_REQ, .src = answers ? receiver : sender,
                           .dst = answers ? sender : receiver, .tid = (uint16_t)tid};
    const uint8_t line[64] = {0};
    exa_set_payload(&k, exa_peripheral_addr(EXA_P_AXI, 0), line, answers ? sizeof line : 0);
    return k;
}

/* The transaction before, of the same tid, had a control packet: that is no reason to answer a refused attempt 0. */
static void a_control_packet_of_another_generation_excuses_no_answer(void **state)
{
    for (unsigned seq = 1; seq < 2 * EXA_ATTEMPTS; seq += EXA_ATTEMPTS - 1) {
        struct log l = begin(false);
        struct exa_packet k = control_packet(1, 0);
        (void)state;
        see(&l, &k, 0, 0);
        k = write_packet(1, 0, 0, 2);
        k.notify = 1;
        see(&l, &k, 0, 0);
        k = write_packet(1, seq, 0, 1);
        see(&l, &k, 0, 0);
        k = answer(1, seq, 7);
        see(&l, &k, 0, 0);
        k = answer(1, seq, 0);
        see(&l, &k, 0, 0);
        assert_int_equal(tn_checker_asked(l.c, "EXA-ACK-8"), 1);
        assert_int_equal(tn_checker_failed(l.c, "EXA-ACK-8"), seq >= EXA_ATTEMPTS);
        tn_checker_free(l.c);
    }
}

/* Requests pass one link of a capture, their answers another. */
static void of_two_links_one_sees_requests_and_one_answers(void **state)
{
    struct log there = begin(false), back = begin(false);
    (void)state;
    tn_checker_beside(back.c, there.c);
    for (unsigned tid = 0; tid < 20; tid++) {
        struct exa_packet request = zdma(tid, false), response = zdma(tid, true);
        see(&there, &request, 0, 0);
        see(&back, &response, 0, 0);
    }
    assert_int_equal(tn_checker_failed(there.c, "EXA-ZDM-1") + tn_checker_failed(back.c, "EXA-ZDM-2"), 0);
    struct exa_packet twice = zdma(19, true), other = zdma(20, true);
    see(&back, &twice, 0, 0);
    assert_int_equal(tn_checker_failed(back.c, "EXA-ZDM-2"), 1);
    see(&back, &other, 0, 0);
    assert_int_equal(tn_checker_failed(back.c, "EXA-ZDM-2"), 2);
    for (unsigned tid = 0; tid < 7; tid++) {
        struct exa_packet request = zdma(tid, false);
        assert_int_equal(tn_checker_failed(there.c, "EXA-ZDM-1"), 0);
        see(&there, &request, 0, 0);
    }
    assert_int_equal(tn_checker_failed(there.c, "EXA-ZDM-1"), 1);
    tn_checker_free(back.c);
    tn_checker_free(there.c);
}

/* Without the other link the same answers are to nothing that was sent, and requests stay open. */
static void a_link_alone_judges_by_what_it_saw(void **state)
{
    struct log there = begin(false), back = begin(false);
    struct exa_packet ok = answer(1, 0, 0);
    (void)state;
    transaction(&there, 1, 0, 99, 0);
    see(&back, &ok, 0, 0);
    assert_int_equal(tn_checker_failed(back.c, "EXA-ACK-2"), 1);
    tn_checker_beside(back.c, there.c);
    see(&back, &ok, 0, 0);
    assert_int_equal(tn_checker_failed(back.c, "EXA-ACK-2"), 1);
    see(&back, &ok, 0, 0);
    assert_int_equal(tn_checker_failed(back.c, "EXA-ACK-5"), 1);
    tn_checker_free(there.c);
    see(&back, &ok, 0, 0);
    assert_int_equal(tn_checker_failed(back.c, "EXA-ACK-2"), 2);
    tn_checker_free(back.c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_packet_that_the_dut_dropped_has_not_arrived),
        cmocka_unit_test(of_a_snapped_packet_the_header_is_judged),
        cmocka_unit_test(order_is_not_judged_where_the_capture_has_none),
        cmocka_unit_test(several_paths_turn_off_the_rules_of_one),
        cmocka_unit_test(what_could_not_be_read_may_have_been_there),
        cmocka_unit_test(a_copy_of_a_refused_packet_may_be_answered),
        cmocka_unit_test(thousands_of_transactions_are_told_apart),
        cmocka_unit_test(retransmission_numbers_go_round),
        cmocka_unit_test(a_control_packet_counts_when_it_has_arrived),
        cmocka_unit_test(an_attempt_seen_in_part_owes_no_control_packet),
        cmocka_unit_test(a_notification_belongs_to_the_transaction_of_its_tid),
        cmocka_unit_test(a_control_packet_of_another_generation_excuses_no_answer),
        cmocka_unit_test(of_two_links_one_sees_requests_and_one_answers),
        cmocka_unit_test(a_link_alone_judges_by_what_it_saw),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
