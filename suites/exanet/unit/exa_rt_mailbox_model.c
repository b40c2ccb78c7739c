/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The RT mailbox's model against checkers/exanet/spec/exa_rt_mailbox.md, sentence by sentence. Four
 * responses, two read requests.
 */
#include "exa_ni_fixture.h"

enum { RESPONSE = 0x00000, READ = 0x01000, WAITS = 1u << 31, VALID = 1u << 30 };

static int setup(void **state)
{
    const struct tn_exr_params p = {.rsp_log2 = 2, .read_log2 = 1, .dup_n = 4};
    struct dev *d = calloc(1, sizeof *d);
    d->m = tn_exr_new(&p, OWN, first_verdict, &d->judged);
    d->cycle = 100;
    *state = d;
    return 0;
}

static int teardown(void **state)
{
    struct dev *d = *state;
    tn_exn_free(d->m);
    free(d);
    return 0;
}

static struct exa_packet response(unsigned tid, unsigned seq, unsigned code)
{
    struct exa_packet k = packet(own_node, exa_peripheral_addr(EXA_P_RT_MAILBOX, 0), EXA_ACK, 0, 0);
    k.tid = (uint16_t)tid;
    k.seq = (uint16_t)seq;
    k.code = (uint8_t)code;
    exa_seal(&k);
    return k;
}

/* Words 0 to 7 of the payload are first*0x01010101 and so on; message: 8000h and its number, or 0.
 */
static struct exa_packet request(unsigned first, unsigned message)
{
    struct exa_packet k =
        packet(own_node, exa_peripheral_addr(EXA_P_RT_MAILBOX, 0), EXA_READ_REQ, 32, 0);
    for (unsigned i = 0; i < 32; i++)
        k.lanes[i] = (uint8_t)(first + i / 4);
    k.src = sender;
    k.pdid = 0x1234;
    k.tid = message ? MSG | 9 : 0;
    k.seq = message & 0x3fff;
    exa_seal(&k);
    return k;
}

static void responses_leave_with_the_read_in_order(void **state)
{
    struct dev *d = *state;
    struct exa_packet a = response(0x3ff, 0x1fff, 0xf), b = response(5, 6, 0);
    assert_int_equal(get(d, RESPONSE), 0);
    give_packet(d, &a);
    give_packet(d, &b);
    assert_int_equal(get(d, KERNEL + 0x410), 2);
    assert_int_equal(get(d, RESPONSE + 0xffc), VALID | 0x3ffffff8); /* every word the same */
    assert_int_equal(get(d, RESPONSE), VALID | 6 << 13 | 5 << 3);
    assert_int_equal(get(d, RESPONSE), 0);
    assert_int_equal(get(d, KERNEL + 0x480), 2);
    causes_are(d, "ff");
    quiet(d, 10); /* never answered */
    assert_int_equal(d->judged.n, 0);
}

static void a_read_request_is_read_in_eight_words(void **state)
{
    struct dev *d = *state;
    struct exa_packet a = request(0x10, 0), b = request(0x60, 0);
    assert_int_equal(get(d, READ), 0);
    give_packet(d, &a);
    give_packet(d, &b);
    assert_int_equal(get(d, RESPONSE), WAITS);
    for (unsigned i = 0; i < 6; i++)
        assert_int_equal(get(d, READ + 4 * i), 0x10101010 + 0x01010101 * i);
    assert_int_equal(get(d, READ), SENDER);
    assert_int_equal(get(d, KERNEL + 0x410), 2 << 16); /* not read to its end */
    assert_int_equal(get(d, READ), 0x1234);
    assert_int_equal(get(d, KERNEL + 0x410), 1 << 16);
    assert_int_equal(get(d, READ), 0x60606060);
    assert_int_equal(get(d, RESPONSE), WAITS);
    for (unsigned i = 0; i < 7; i++)
        get(d, READ);
    assert_int_equal(get(d, RESPONSE), 0);
    assert_int_equal(get(d, READ), 0);
    assert_int_equal(get(d, KERNEL + 0x484), 2);
}

static void other_accesses_move_nothing(void **state)
{
    struct dev *d = *state;
    struct exa_packet a = response(1, 2, 3);
    give_packet(d, &a);
    assert_int_equal(read_resp(d, RESPONSE, 2), TN_AXS_SLVERR);
    assert_int_equal(read_resp(d, RESPONSE, 8), TN_AXS_SLVERR);
    assert_int_equal(read_resp(d, RESPONSE + 2, 2), TN_AXS_SLVERR);
    assert_int_equal(read_resp(d, READ, 16), TN_AXS_SLVERR);
    assert_int_equal(put(d, RESPONSE, 0), TN_AXS_SLVERR);
    assert_int_equal(read_resp(d, 0x2000, 4), TN_AXS_DECERR);
    assert_int_equal(get(d, RESPONSE), VALID | 3 << 26 | 2 << 13 | 1 << 3);
}

static void messages_are_answered_and_never_read_twice(void **state)
{
    struct dev *d = *state;
    struct exa_packet a = request(1, 0x8005), b = request(1, 0);
    give_packet(d, &a);
    answers(d, &a, 0);
    give_packet(d, &a);
    answers(d, &a, 0);
    assert_int_equal(get(d, KERNEL + 0x484), 1);
    give_packet(d, &b); /* no message: taken, not answered, never a duplicate */
    assert_int_equal(get(d, KERNEL + 0x484), 2);
    give_packet(d, &b);
    assert_int_equal(tn_exn_left(d->m), 0);
    a = request(1, 0x8006);
    give_packet(d, &a);
    answers(d, &a, 6); /* full */
    causes_are(d, "fbfee");
    assert_int_equal(get(d, KERNEL + 0x488), 0);
}

static void a_full_queue_of_one_kind_does_not_touch_the_other(void **state)
{
    struct dev *d = *state;
    struct exa_packet a = response(1, 2, 0), r = request(1, 0);
    for (unsigned i = 0; i < 5; i++)
        give_packet(d, &a);
    give_packet(d, &r);
    causes_are(d, "ffffef");
    assert_int_equal(get(d, KERNEL + 0x488), 1);
    assert_int_equal(get(d, KERNEL + 0x410), 1 << 16 | 4);
}

static void room_is_that_of_two_cycles_after_the_footer(void **state)
{
    struct dev *d = *state;
    struct exa_packet a = response(1, 2, 0);
    struct words s = words_of(&a);
    for (unsigned read_at = 1; read_at < 3; read_at++) {
        tn_exn_reset(d->m, OWN);
        for (unsigned i = 0; i < 4; i++)
            give_packet(d, &a);
        causes_are(d, "ffff");
        give_words(d, &s); /* footer in c-1 */
        d->cycle += read_at - 1;
        get(d, RESPONSE); /* its access in c or c+1: one cycle before the judgement, or with it */
        tn_exn_settle(d->m, d->cycle += 3);
        causes_are(d, read_at == 1 ? "f" : "e");
        assert_int_equal(get(d, KERNEL + 0x410), read_at == 1 ? 4 : 3);
    }
}

static void what_it_does_not_take_has_these_causes(void **state)
{
    struct dev *d = *state;
    struct exa_packet r = request(1, 0x8001), k[7];
    const char *causes = "8cc2288";
    k[0] = response(1, 1, 1), k[0].tid = MSG;
    k[1] = r, k[1].type = EXA_WRITE, k[1].tid = 5;
    k[2] = r;
    k[3] = packet(own_node, r.addr, EXA_READ_REQ, 0, 0);
    k[4] = packet(own_node, r.addr, EXA_READ_REQ, 16, 0);
    k[5] = r, k[5].type = EXA_DMA_CTL, k[5].tid = 0;
    k[6] = packet(own_node, r.addr, EXA_NOTIFY, 16, 0);
    for (unsigned i = 0; i < 7; i++) {
        if (i == 2) { /* 8 + 32 bytes: three words */
            uint8_t data[32] = {0};
            assert_int_equal(exa_set_payload(&k[2], r.addr + 8, data, 32), 0);
        }
        exa_seal(&k[i]);
        give_packet(d, &k[i]);
        if (i == 1 || i == 2)
            answers(d, &k[i], 4);
        assert_int_equal(tn_exn_left(d->m), 0);
    }
    causes_are(d, causes);
    assert_int_equal(get(d, KERNEL + 0x400), 0x45520001);
    assert_int_equal(get(d, KERNEL + 0x404), 2 | 1 << 8 | 4 << 16);
}

#define T(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        T(responses_leave_with_the_read_in_order),
        T(a_read_request_is_read_in_eight_words),
        T(other_accesses_move_nothing),
        T(messages_are_answered_and_never_read_twice),
        T(a_full_queue_of_one_kind_does_not_touch_the_other),
        T(room_is_that_of_two_cycles_after_the_footer),
        T(what_it_does_not_take_has_these_causes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
