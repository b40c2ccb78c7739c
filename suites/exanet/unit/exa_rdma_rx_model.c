/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The RDMA receiver's model against checkers/exanet/spec/exa_rdma_rx.md; expected values worked by
 * hand. One footer in 100 cycles; the memory answers 50 cycles behind a footer.
 */
#include "exa_fixture.h"

#include <tn/exanet/exa_rdma_rx.h>

enum { STEP = 100, PDID = 0x42, FIRST = 1, LAST = 2, NOTIFY = 4 };

static const struct exa_node own_node = {5, 6, 7, 1, 0x21}, sender = {1, 2, 3, 0, 0x40};

struct dev {
    struct tn_exv m;
    uint64_t now;
};

static int setup(void **state)
{
    const struct tn_exv_params p = {.hold = true, .way_log2 = 1, .dup_n = 4};
    struct dev *d = calloc(1, sizeof *d);
    tn_exv_init(&d->m, &p, exa_node_bits(own_node));
    d->m.bank[3] = 1u << 31 | PDID;
    d->now = 1000;
    *state = d;
    return 0;
}

static int teardown(void **state)
{
    free(*state);
    return 0;
}

/* Data of 256 bytes at 40000 + 100 x index. */
static struct exa_packet data(unsigned tid, unsigned seq, unsigned index, unsigned flags)
{
    struct exa_packet k = packet(own_node, 0x40000 + 0x100 * index, EXA_WRITE, 256, (uint8_t)index);
    k.pdid = PDID;
    k.tid = (uint16_t)tid;
    k.seq = (uint16_t)seq;
    k.first = (flags & FIRST) != 0;
    k.last = (flags & LAST) != 0;
    k.notify = (flags & NOTIFY) != 0;
    exa_seal(&k);
    return k;
}

static struct exa_packet control(unsigned tid, unsigned seq)
{
    struct exa_packet k = packet(own_node, exa_peripheral_addr(EXA_P_RDMA, 0), EXA_DMA_CTL, 32, 0x80);
    k.pdid = PDID;
    k.tid = (uint16_t)tid;
    k.seq = (uint16_t)seq;
    exa_seal(&k);
    return k;
}

static void gives(struct dev *d, const struct exa_packet *k, enum tn_exv_cause cause)
{
    d->now += STEP;
    assert_int_equal(tn_exv_footer(&d->m, k, d->now, d->now + 10).cause, cause);
}

static void answered(struct dev *d, unsigned resp)
{
    assert_true(tn_exv_b(&d->m, 3, resp, d->now + 50));
    d->now += 2 * STEP;
    tn_exv_until(&d->m, d->now);
}

/* The next answer that leaves is an acknowledgment with these fields. */
static void says(struct dev *d, unsigned tid, unsigned seq, unsigned code)
{
    struct tn_exa_word w[TN_EXA_PACKET_WORDS];
    struct tn_exv_answer a;
    struct exa_packet k;
    assert_true(d->m.answers > 0);
    assert_int_equal(tn_exv_answer_words(&d->m, &d->m.answer[0], w), 1);
    tn_exa_words_decode(w, 1, &k);
    assert_int_equal(k.type, EXA_ACK);
    assert_int_equal(k.tid, tid);
    assert_int_equal(k.seq, seq);
    assert_int_equal(k.code, code);
    assert_int_equal(k.pdid, PDID);
    assert_int_equal(exa_node_bits(k.dst), exa_node_bits(sender));
    assert_true(k.addr == exa_peripheral_addr(tid & EXA_TID_MSG ? EXA_P_PACKETIZER : EXA_P_RT_MAILBOX, 0));
    assert_true(tn_exv_leave(&d->m, &w[0], d->now + STEP, &a));
}

static void silent(const struct dev *d)
{
    assert_int_equal(d->m.answers, 0);
}

/* {src, tid}: src 2^14 x 40h + 3210h... = 100 0000 00 0011 0010 0001, tid 5: nibbles 4 0 0 0, c 8 4 5 folded */
static void set_is_the_fold_of_eight_nibbles(void **state)
{
    (void)state;
    assert_int_equal(exa_node_bits(sender), 0x100321);
    /* 100321h x 400h + 5 = 400C8405h */
    assert_int_equal(tn_exv_set(0x100321, 5), 4 ^ 0 ^ 0 ^ 0xc ^ 8 ^ 4 ^ 0 ^ 5);
}

static void response_comes_with_the_last_byte_answered(void **state)
{
    struct dev *d = *state;
    const struct exa_packet a = data(5, 0, 2, FIRST), b = data(5, 0, 3, LAST);
    gives(d, &b, TN_EXV_TAKEN);
    answered(d, 0);
    silent(d);
    gives(d, &a, TN_EXV_TAKEN);
    silent(d); /* not with the footer */
    answered(d, 0);
    says(d, 5, 0, 0);
    silent(d);
    assert_int_equal(d->m.lo[TN_EXV_C_ANSWERED], 1);
    assert_int_equal(d->m.lo[TN_EXV_C_BYTES], 512);
    assert_int_equal(tn_exv_level(&d->m, TN_EXV_FINISHED), 1);
}

static void notification_needs_control_and_goes_first(void **state)
{
    struct dev *d = *state;
    const struct exa_packet a = data(5, 0, 0, FIRST | LAST | NOTIFY), c = control(5, 0);
    gives(d, &a, TN_EXV_TAKEN);
    answered(d, 0);
    silent(d);
    gives(d, &c, TN_EXV_TAKEN);
    assert_int_equal(d->m.answers, 2);
    assert_int_equal(d->m.answer[0].kind, TN_EXV_NOTE);
    assert_true(d->m.answer[0].place == 0x8786858483828180);
    assert_int_equal(d->m.answer[0].note[0], 0x90);
    assert_int_equal(d->m.answer[1].kind, TN_EXV_ACK);
    gives(d, &c, TN_EXV_DONE); /* no second notification */
    assert_int_equal(d->m.answers, 2);
}

static void done_context_answers_newer_attempts_and_copies_of_the_last(void **state)
{
    struct dev *d = *state;
    const struct exa_packet all = data(5, 16, 0, FIRST | LAST), again = data(5, 18, 0, FIRST),
                            once = data(5, 17, 0, FIRST), last = data(5, 17, 0, LAST);
    gives(d, &all, TN_EXV_TAKEN);
    answered(d, 0);
    says(d, 5, 16, 0);
    gives(d, &again, TN_EXV_DONE);
    says(d, 5, 18, 0);
    gives(d, &again, TN_EXV_DONE);
    gives(d, &once, TN_EXV_DONE);
    silent(d);
    gives(d, &last, TN_EXV_DONE);
    says(d, 5, 17, 0);
    assert_int_equal(d->m.lo[TN_EXV_C_BYTES], 256);
}

static void older_packets_change_nothing(void **state)
{
    struct dev *d = *state;
    const struct exa_packet a = data(5, 0x21, 0, FIRST), old = data(5, 0x20, 1, LAST), older = data(5, 0x1f, 1, LAST),
                            half = data(5, 0x1021, 1, LAST);
    gives(d, &a, TN_EXV_TAKEN);
    gives(d, &old, TN_EXV_STALE);
    gives(d, &older, TN_EXV_STALE);
    gives(d, &half, TN_EXV_STALE); /* 4096 ahead is not newer */
    silent(d);
    assert_int_equal(d->m.writes, 1);
}

static void newer_attempt_begins_empty_and_keeps_control(void **state)
{
    struct dev *d = *state;
    const struct exa_packet a = data(5, 0, 0, FIRST), c = control(5, 0), b = data(5, 1, 1, LAST | NOTIFY),
                            b0 = data(5, 1, 0, FIRST | NOTIFY);
    gives(d, &c, TN_EXV_TAKEN);
    gives(d, &a, TN_EXV_TAKEN);
    answered(d, 0);
    gives(d, &b, TN_EXV_TAKEN);
    answered(d, 0);
    silent(d); /* packet 0 came in another attempt */
    gives(d, &b0, TN_EXV_TAKEN);
    answered(d, 0);
    assert_int_equal(d->m.answers, 2);
    assert_int_equal(d->m.answer[0].kind, TN_EXV_NOTE);
    assert_int_equal(d->m.answer[1].seq, 1);
}

static void newer_generation_overruns(void **state)
{
    struct dev *d = *state;
    const struct exa_packet a = data(5, 0x1ff0, 0, FIRST), b = data(5, 0, 0, FIRST | LAST); /* 16 ahead modulo 2^13 */
    gives(d, &a, TN_EXV_TAKEN);
    gives(d, &b, TN_EXV_TAKEN);
    assert_int_equal(d->m.lo[TN_EXV_C_OVERRUN], 1);
    assert_true(tn_exv_b(&d->m, 3, 0, d->now + 10)); /* of the first one: late */
    answered(d, 0);
    assert_int_equal(d->m.lo[TN_EXV_C_B_LATE], 1);
    says(d, 5, 0, 0);
}

static void same_tid_again_is_written_again(void **state) /* hole E1 */
{
    struct dev *d = *state;
    const struct exa_packet a = data(5, 0, 0, FIRST | LAST), b = data(5, 0x10, 0, FIRST | LAST);
    gives(d, &a, TN_EXV_TAKEN);
    answered(d, 0);
    says(d, 5, 0, 0);
    gives(d, &b, TN_EXV_TAKEN);
    silent(d);
    answered(d, 0);
    says(d, 5, 0x10, 0);
}

static void packets_that_disagree_are_refused_once(void **state)
{
    struct dev *d = *state;
    const struct exa_packet a = data(5, 0, 4, FIRST), below = data(5, 0, 3, 0), other = data(5, 0, 5, FIRST), last = data(5, 0, 4, LAST);
    struct exa_packet far = data(5, 0, 5, 0), strange = data(5, 0, 5, 0);
    far.addr += 0x4000;
    exa_seal(&far);
    strange.pdid = PDID + 1;
    exa_seal(&strange);
    d->m.bank[0] = 1u << 31 | (PDID + 1);
    gives(d, &a, TN_EXV_TAKEN);
    gives(d, &below, TN_EXV_MISMATCH);
    gives(d, &other, TN_EXV_MISMATCH);
    gives(d, &far, TN_EXV_MISMATCH);
    gives(d, &strange, TN_EXV_MISMATCH);
    says(d, 5, 0, 4);
    silent(d);
    assert_int_equal(d->m.lo[TN_EXV_C_MERGED], 3);
    gives(d, &last, TN_EXV_TAKEN);
    assert_true(tn_exv_b(&d->m, 3, 0, d->now));
    answered(d, 0);
    silent(d); /* refused attempts are never answered 0 */
}

static void causes_of_refused_packets(void **state)
{
    struct dev *d = *state;
    struct exa_packet k = data(5, 0, 1, 0);
    k.addr += 16;
    exa_seal(&k);
    gives(d, &k, TN_EXV_DECODE); /* crosses 256 */
    says(d, 5, 0, 4);
    gives(d, &k, TN_EXV_DECODE);
    silent(d); /* LASTNACK */
    k = data(5, 1, 1, 0);
    k.pdid = 1;
    exa_seal(&k);
    gives(d, &k, TN_EXV_PROT);
    k = data(5, 2, 1, 0);
    k.pld_crc ^= 1;
    k.ftr_crc = exa_want_ftr_crc(&k);
    gives(d, &k, TN_EXV_PCRC);
    k.ftr_crc ^= 1;
    gives(d, &k, TN_EXV_FCRC);
    assert_int_equal(d->m.answers, 2);
    assert_int_equal(d->m.answer[0].code, 7);
    assert_int_equal(d->m.answer[1].code, 3);
    assert_int_equal(tn_exv_level(&d->m, TN_EXV_ACTIVE), 0);
}

/* Transactions 5, 14h and 27h (5 ^ ... ^ 0) fall into one set of two ways: 5^0, 1^4, 2^7. */
static void third_of_a_set_needs_a_done_one(void **state)
{
    struct dev *d = *state;
    const struct exa_packet a = data(0x05, 0, 0, FIRST | LAST), b = data(0x14, 0, 0, FIRST), c = data(0x27, 0, 0, FIRST);
    gives(d, &a, TN_EXV_TAKEN);
    gives(d, &b, TN_EXV_TAKEN);
    gives(d, &c, TN_EXV_NOCTX);
    says(d, 0x27, 0, 2);
    assert_true(tn_exv_b(&d->m, 3, 0, d->now + 5)); /* a */
    d->now += 2 * STEP;
    d->m.done_hold = 10000;
    gives(d, &c, TN_EXV_NOCTX);
    d->m.done_hold = 0;
    gives(d, &c, TN_EXV_TAKEN);
    assert_int_equal(d->m.lo[TN_EXV_C_EVICTED], 1);
    assert_null(tn_exv_find(&d->m, exa_node_bits(sender), 5));
}

static void faults_of_the_memory_are_refused(void **state)
{
    struct dev *d = *state;
    const struct exa_packet a = data(5, 0, 0, FIRST | LAST), b = data(6, 0, 0, FIRST | LAST);
    gives(d, &a, TN_EXV_TAKEN);
    answered(d, 2);
    says(d, 5, 0, 1);
    gives(d, &b, TN_EXV_TAKEN);
    answered(d, 3);
    says(d, 6, 0, 4);
    silent(d);
    assert_int_equal(d->m.lo[TN_EXV_C_WERR], 2);
}

static void messages_are_answered_after_their_write_and_not_written_twice(void **state)
{
    struct dev *d = *state;
    struct exa_packet k = packet(own_node, 0x1008, EXA_WRITE, 64, 1);
    k.pdid = PDID;
    k.tid = exa_message_tid(9);
    k.seq = 0x2345;
    exa_seal(&k);
    gives(d, &k, TN_EXV_TAKEN);
    silent(d);
    answered(d, 0);
    says(d, 0x2009, 0x0345, 0);
    gives(d, &k, TN_EXV_DUP);
    says(d, 0x2009, 0x0345, 0);
    k.type = EXA_NOTIFY;
    exa_seal(&k);
    gives(d, &k, TN_EXV_DECODE); /* addr[3:0] is not 0; and nobody answers */
    silent(d);
}

static void contexts_end_after_their_time(void **state)
{
    struct dev *d = *state;
    const struct exa_packet a = data(5, 0, 0, FIRST | LAST), b = data(6, 0, 0, FIRST);
    gives(d, &a, TN_EXV_TAKEN);
    answered(d, 0);
    says(d, 5, 0, 0);
    gives(d, &b, TN_EXV_TAKEN);
    tn_exv_until(&d->m, d->now + 0x100000 - 200);
    assert_int_equal(tn_exv_level(&d->m, TN_EXV_ACTIVE), 1);
    tn_exv_until(&d->m, d->now + 0x100000 + 9000);
    assert_int_equal(tn_exv_level(&d->m, TN_EXV_ACTIVE) + tn_exv_level(&d->m, TN_EXV_FINISHED), 0);
    assert_int_equal(d->m.lo[TN_EXV_C_EXPIRED_ACTIVE], 1);
    assert_int_equal(d->m.lo[TN_EXV_C_EXPIRED_DONE], 1);
}

/* A context goes at the latest 8192 cycles behind its time: when CTX_TIMEOUT becomes 0 between, it is gone or stays for ever. */
static void context_near_its_end_as_ctx_timeout_is_written_leaves_two_ways(void **state)
{
    struct dev *d = *state;
    const struct exa_packet newer = data(5, 16, 0, FIRST), older = data(5, 0, 0, FIRST);
    struct tn_exv_script next;
    gives(d, &newer, TN_EXV_TAKEN);
    d->now += 0x100000 + 4000;
    tn_exv_set_timeout(&d->m, 0, d->now);
    d->now += 0x200000;
    struct tn_exv copy = d->m;
    gives(d, &older, TN_EXV_STALE);
    assert_true(tn_exv_next_way(&d->m, &next));
    d->m = copy;
    d->m.script = next;
    gives(d, &older, TN_EXV_TAKEN);
    assert_int_equal(d->m.lo[TN_EXV_C_EXPIRED_ACTIVE], 1);
    d->m = copy;
    tn_exv_set_timeout(&d->m, 0x100000, d->now); /* and the time is surely over now */
    tn_exv_until(&d->m, d->now);
    assert_int_equal(tn_exv_level(&d->m, TN_EXV_ACTIVE), 0);
}

/* B and footer within 64 cycles: DONE or a new attempt, as the script says. */
static void answer_near_a_footer_leaves_two_ways(void **state)
{
    struct dev *d = *state;
    const struct exa_packet a = data(5, 0, 0, FIRST | LAST), b = data(5, 1, 0, FIRST | LAST);
    struct tn_exv_script next;
    struct tn_exv copy;
    gives(d, &a, TN_EXV_TAKEN);
    assert_true(tn_exv_b(&d->m, 3, 0, d->now + 95));
    copy = d->m;
    d->now += STEP;
    assert_int_equal(tn_exv_footer(&copy, &b, d->now, d->now + 10).cause, TN_EXV_DONE);
    assert_true(tn_exv_next_way(&copy, &next));
    copy = d->m;
    copy.script = next;
    assert_int_equal(tn_exv_footer(&copy, &b, d->now, d->now + 10).cause, TN_EXV_TAKEN);
    assert_false(tn_exv_next_way(&copy, &next));
}

#define T(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
int main(void)
{
    const struct CMUnitTest tests[] = {
        T(set_is_the_fold_of_eight_nibbles),
        T(response_comes_with_the_last_byte_answered),
        T(notification_needs_control_and_goes_first),
        T(done_context_answers_newer_attempts_and_copies_of_the_last),
        T(older_packets_change_nothing),
        T(newer_attempt_begins_empty_and_keeps_control),
        T(newer_generation_overruns),
        T(same_tid_again_is_written_again),
        T(packets_that_disagree_are_refused_once),
        T(causes_of_refused_packets),
        T(third_of_a_set_needs_a_done_one),
        T(faults_of_the_memory_are_refused),
        T(messages_are_answered_after_their_write_and_not_written_twice),
        T(contexts_end_after_their_time),
        T(context_near_its_end_as_ctx_timeout_is_written_leaves_two_ways),
        T(answer_near_a_footer_leaves_two_ways),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
