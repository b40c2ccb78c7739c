/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The network interface's scoreboard: rules of each block's own page, broken by a DUT played by
 * hand, and kept (checkers/exanet/spec/exa_mailbox.md, exa_rt_mailbox.md, exa_packetizer.md).
 */
#include "exa_ni_bench.h"

/* RESPONSE of responded(), without its transaction ID. */
enum { GOT = 1 << 30 | 5 << 13 };
enum { CROSS = 20 }; /* until a state shown is sure, and obs_rx has said which it was */

static const uint32_t none[8];

static struct exa_packet notification(unsigned box, unsigned pdid)
{
    struct exa_packet k =
        bench_packet(exa_peripheral_addr(EXA_P_MAILBOX, box << 12), EXA_NOTIFY, 16, 9);
    k.pdid = (uint16_t)pdid;
    exa_seal(&k);
    return k;
}

static void notified(struct bench *n)
{
    struct exa_packet k = notification(1, PDID);
    bench_give(n, &k, TN_EXN_TAKEN);
}

static void twice(struct bench *n)
{
    notified(n);
    notified(n);
}

/* The DUT does not see what is wrong with a packet, or the other way. */
static void no_such_box(struct bench *n, bool wrong)
{
    struct exa_packet k = notification(9, PDID);
    bench_give(n, &k, wrong ? 0 : TN_EXN_DECODE);
}

static void other_process(struct bench *n, bool wrong)
{
    struct exa_packet k = notification(1, PDID + 1);
    bench_give(n, &k, wrong ? 0 : TN_EXN_PROT);
}

static void full_box(struct bench *n, bool wrong)
{
    struct exa_packet k = notification(1, PDID);
    bench_give(n, &k, wrong ? 0 : TN_EXN_FULL);
}

static void good_one(struct bench *n, bool wrong)
{
    struct exa_packet k = notification(1, PDID);
    bench_give(n, &k, wrong ? 0 : TN_EXN_TAKEN);
}

static void pop_of_nothing(struct bench *n, bool wrong)
{
    bench_write(n, 0x1050, 1, 1, wrong ? TN_AXS_OKAY : TN_AXS_SLVERR);
}

static void rules_of_the_mailbox(void **state)
{
    (void)state;
    blames(both(MBOX, no_such_box, NULL), "EXM-TAKE-1");
    blames(both(MBOX, other_process, NULL), "EXM-TAKE-2");
    blames(both(MBOX, full_box, twice), "EXM-TAKE-3");
    blames(both(MBOX, good_one, NULL), "EXM-TAKE-4");
    blames(word_of(MBOX, notified, 0x1000, 0x13121110, 0x13121100), "EXM-RD-1");
    blames(word_of(MBOX, notified, 0x1040, BOUND | 1u << 30 | 16, BOUND | 1u << 30), "EXM-RD-2");
    blames(both(MBOX, pop_of_nothing, NULL), "EXM-RD-3");
    blames(word_of(MBOX, notified, 0x1048, 9 << 16, 8 << 16), "EXM-ORD-1");
    blames(word_of(MBOX, notified, 0x104c, 1, 2), "EXM-ORD-2");
    blames(word_of(MBOX, notified, 0x1040, BOUND | 1u << 30 | 16, 0), "EXM-ORD-2");
    blames(word_of(MBOX, NULL, 0x1054, BOUND | PDID, PDID), "EXM-BIND-1");
    blames(word_of(MBOX, NULL, KERNEL + 4, BOUND | PDID, 0), "EXM-BIND-1");
    blames(word_of(MBOX, notified, KERNEL + 0x410, 2, 0), "EXM-CNT-1");
}

static struct exa_packet response(void)
{
    struct exa_packet k = bench_packet(exa_peripheral_addr(EXA_P_RT_MAILBOX, 0), EXA_ACK, 0, 0);
    k.tid = 3;
    k.seq = 5;
    exa_seal(&k);
    return k;
}

static struct exa_packet request(unsigned lane)
{
    struct exa_packet k =
        bench_packet(exa_peripheral_addr(EXA_P_RT_MAILBOX, lane), EXA_READ_REQ, 32, 0);
    return k;
}

static void responded(struct bench *n)
{
    struct exa_packet k = response();
    bench_give(n, &k, TN_EXN_TAKEN);
}

static void requested(struct bench *n)
{
    struct exa_packet k = request(0);
    bench_give(n, &k, TN_EXN_TAKEN);
}

static void misplaced_request(struct bench *n, bool wrong)
{
    struct exa_packet k = request(4);
    bench_give(n, &k, wrong ? 0 : TN_EXN_DECODE);
}

static void two_requests(struct bench *n)
{
    requested(n);
    requested(n);
}

static void third_request(struct bench *n, bool wrong)
{
    struct exa_packet k = request(0);
    bench_give(n, &k, wrong ? 0 : TN_EXN_FULL);
}

static void good_request(struct bench *n, bool wrong)
{
    struct exa_packet k = request(0);
    bench_give(n, &k, wrong ? 0 : TN_EXN_TAKEN);
}

/* 64 bits cover two words. */
static void wide_read(struct bench *n, bool wrong)
{
    const uint32_t data[4] = {0};
    bench_event(n, TN_AXI_CH_AR, 0x1000, NULL, 3, 3u << 8 | 1u << 11, 0);
    bench_wait(n, 2);
    bench_event(n, TN_AXI_CH_R, 0, data, 0, 0,
                3 | (uint32_t)(wrong ? TN_AXS_OKAY : TN_AXS_SLVERR) << 16 | 1u << 18);
    bench_wait(n, 1);
}

/* The eight words of a request: payload, coordinates 64.1.2.3.0, and PDID. */
static void whole_request(struct bench *n, unsigned at)
{
    uint32_t w[8] = {0x13121110, 0x17161514, 0x1b1a1918, 0x1f1e1d1c,
                     0x23222120, 0x27262524, SENDER,     PDID};
    if (at < 8)
        w[at] ^= 1;
    bench_read(n, 0x1000, TN_AXS_FIXED, 8, w, TN_AXS_OKAY);
}

static void third_word(struct bench *n, bool wrong)
{
    whole_request(n, wrong ? 2 : 9);
}

static void seventh_word(struct bench *n, bool wrong)
{
    whole_request(n, wrong ? 6 : 9);
}

static void eighth_word_of_the_second(struct bench *n, bool wrong)
{
    whole_request(n, 9);
    whole_request(n, wrong ? 7 : 9);
    bench_read(n, 0x1000, TN_AXS_FIXED, 1, none, TN_AXS_OKAY);
}

static void rules_of_the_rt_mailbox(void **state)
{
    (void)state;
    blames(word_of(RTM, requested, KERNEL + 0x410, 1 << 16, 1), "EXR-TWO-1");
    blames(both(RTM, misplaced_request, NULL), "EXR-TAKE-1");
    blames(both(RTM, third_request, two_requests), "EXR-TAKE-2");
    blames(both(RTM, good_request, NULL), "EXR-TAKE-3");
    blames(word_of(RTM, responded, 0, GOT | 3 << 3, GOT | 2 << 3), "EXR-RD-1");
    blames(word_of(RTM, requested, 0, BOUND, 0), "EXR-RD-2");
    blames(both(RTM, third_word, requested), "EXR-RD-3");
    blames(both(RTM, wide_read, requested), "EXR-RD-4");
    blames(both(RTM, seventh_word, requested), "EXR-PDID-1");
    blames(both(RTM, eighth_word_of_the_second, two_requests), "EXR-PDID-1");
    blames(word_of(RTM, responded, KERNEL + 0x480, 1, 0), "EXR-CNT-1");
}

/* Channel 2: bytes 10h, 11h, 12h, 13h to 1000h of the sender's node. */
static void written(struct bench *n)
{
    const uint64_t dst = (uint64_t)SENDER << 42 | 0x1000;
    bench_put(n, 0x2000, 0x13121110);
    bench_put(n, 0x2040, (uint32_t)dst);
    bench_put(n, 0x2044, (uint32_t)(dst >> 32));
    bench_put(n, 0x2048, EXA_WRITE << 8 | 4);
}

static struct exa_packet message(unsigned number)
{
    struct exa_packet k = packet(sender, 0x1000, EXA_WRITE, 4, 0x10);
    k.pdid = PDID;
    k.tid = MSG | 2;
    k.seq = (uint16_t)number;
    k.src = own_node;
    exa_seal(&k);
    return k;
}

static void leaves(struct bench *n, const struct exa_packet *k, unsigned spoilt)
{
    struct words s = words_of(k);
    if (spoilt < s.n)
        s.w[spoilt].data[5] ^= 8;
    bench_out(n, &s);
}

static void sent(struct bench *n)
{
    struct exa_packet k = message(0);
    written(n);
    leaves(n, &k, 9);
    bench_wait(n, 4);
}

static void replied(struct bench *n, unsigned code, unsigned shown)
{
    struct exa_packet a = packet(own_node, exa_peripheral_addr(EXA_P_PACKETIZER, 0), EXA_ACK, 0, 0);
    a.pdid = PDID;
    a.tid = MSG | 2;
    a.code = (uint8_t)code;
    exa_seal(&a);
    bench_give(n, &a, shown);
}

static void acked(struct bench *n)
{
    sent(n);
    replied(n, 0, TN_EXN_TAKEN);
}

static void refused_there(struct bench *n)
{
    sent(n);
    replied(n, 5, TN_EXN_TAKEN);
}

static void refused_here(struct bench *n)
{
    bench_put(n, 0x2048, EXA_WRITE << 8 | 65);
}

static void bound_again(struct bench *n)
{
    acked(n);
    bench_put(n, KERNEL + 8, BOUND | 5);
}

static void write_while_busy(struct bench *n, bool wrong)
{
    bench_write(n, 0x2000, 1, 0, wrong ? TN_AXS_OKAY : TN_AXS_SLVERR);
}

static void bind_while_busy(struct bench *n, bool wrong)
{
    bench_write(n, KERNEL + 8, 1, 0, wrong ? TN_AXS_OKAY : TN_AXS_SLVERR);
}

static void header(struct bench *n, bool wrong)
{
    struct exa_packet k = message(0);
    k.size = (uint16_t)(k.size + wrong);
    exa_seal(&k);
    leaves(n, &k, 9);
}

static void payload(struct bench *n, bool wrong)
{
    struct exa_packet k = message(0);
    leaves(n, &k, wrong ? 1 : 9);
}

static void footer(struct bench *n, bool wrong)
{
    struct exa_packet k = message(0);
    leaves(n, &k, wrong ? 2 : 9);
}

static void number(struct bench *n, bool wrong)
{
    struct exa_packet k = message(wrong);
    leaves(n, &k, 9);
}

static void copy(struct bench *n, bool wrong)
{
    struct exa_packet k = message(0);
    bench_wait(n, BENCH_TIMEOUT);
    leaves(n, &k, wrong ? 1 : 9);
}

static void copy_too_early(struct bench *n, bool wrong)
{
    struct exa_packet k = message(0);
    bench_wait(n, wrong ? BENCH_TIMEOUT / 2 : BENCH_TIMEOUT);
    leaves(n, &k, 9);
}

static void late_header(struct bench *n, bool wrong)
{
    struct exa_packet k = message(0);
    bench_wait(n, wrong ? 4 : 0);
    leaves(n, &k, 9);
}

static void an_answer(struct bench *n, bool wrong)
{
    struct exa_packet k = message(0),
                      a = packet(sender, exa_peripheral_addr(EXA_P_PACKETIZER, 0), EXA_ACK, 0, 0);
    a.tid = MSG | 2;
    exa_seal(&a);
    leaves(n, wrong ? &a : &k, 9);
}

static void other_answer(struct bench *n, bool wrong)
{
    replied(n, 0, wrong ? 0 : TN_EXN_TAKEN);
}

/* An answer that comes a cycle too late, or just in time: the DUT may have seen the timeout
 * before it, and its channel says which it was. */
static void timed_out_or_acked(struct bench *n, bool wrong)
{
    const uint32_t timed_out = 4, busy = 1;
    bench_put(n, KERNEL + 0x414, 0);
    bench_wait(n, BENCH_TIMEOUT - 4);
    replied(n, 0, TN_EXN_DUP);
    bench_wait(n, CROSS);
    bench_read(n, 0x2050, TN_AXS_INCR, 1, wrong ? &busy : &timed_out, TN_AXS_OKAY);
}

static void acked_after_all(struct bench *n, bool wrong)
{
    const uint32_t timed_out = 4, is_acked = 2;
    bench_put(n, KERNEL + 0x414, 0);
    bench_wait(n, BENCH_TIMEOUT - 4);
    replied(n, 0, TN_EXN_TAKEN);
    bench_wait(n, CROSS);
    bench_read(n, 0x2050, TN_AXS_INCR, 1, wrong ? &timed_out : &is_acked, TN_AXS_OKAY);
}

static void rules_of_the_packetizer(void **state)
{
    (void)state;
    blames(word_of(PKT, sent, 0x2000, 0x13121110, 0), "EXP-CH-1");
    blames(word_of(PKT, acked, 0x2048, EXA_WRITE << 8 | 4, EXA_WRITE << 8), "EXP-CH-2");
    blames(word_of(PKT, sent, 0x2050, 1, 1 | 1 << 8), "EXP-CH-3");
    blames(both(PKT, write_while_busy, sent), "EXP-CH-4");
    blames(word_of(PKT, refused_here, 0x2050, 5, 1), "EXP-REF-1");
    blames(both(PKT, header, written), "EXP-PKT-1");
    blames(both(PKT, payload, written), "EXP-PKT-2");
    blames(both(PKT, footer, written), "EXP-PKT-3");
    blames(both(PKT, copy, sent), "EXP-PKT-4");
    blames(both(PKT, number, written), "EXP-NUM-1");
    blames(both(PKT, late_header, written), "EXP-LAT-1");
    blames(both(PKT, an_answer, written), "EXP-ACK-1");
    blames(word_of(PKT, acked, 0x2050, 2, 3), "EXP-ACK-2");
    blames(word_of(PKT, refused_there, 0x2050, 3 | 5 << 4, 4 | 5 << 4), "EXP-ACK-3");
    blames(word_of(PKT, refused_there, 0x2050, 3 | 5 << 4, 3 | 4 << 4), "EXP-ACK-4");
    blames(both(PKT, other_answer, sent), "EXP-ACK-5");
    blames(both(PKT, copy_too_early, sent), "EXP-TMO-1");
    blames(word_of(PKT, NULL, KERNEL + 8, BOUND | PDID, 0), "EXP-BIND-1");
    blames(both(PKT, bind_while_busy, sent), "EXP-BIND-1");
    blames(word_of(PKT, bound_again, 0x2050, 0, 2), "EXP-BIND-2");
    blames(word_of(PKT, NULL, 0x2054, BOUND | PDID, 0), "EXP-BIND-3");
    blames(word_of(PKT, acked, KERNEL + 0x480, 1, 2), "EXP-CNT-1");
}

static void either_way_at_the_timeout_is_right_and_no_third(void **state)
{
    (void)state;
    blames(both(PKT, timed_out_or_acked, sent), "EXP-TMO-1");
    blames(both(PKT, acked_after_all, sent), "EXP-ACK-2");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rules_of_the_mailbox),
        cmocka_unit_test(rules_of_the_rt_mailbox),
        cmocka_unit_test(rules_of_the_packetizer),
        cmocka_unit_test(either_way_at_the_timeout_is_right_and_no_third),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
