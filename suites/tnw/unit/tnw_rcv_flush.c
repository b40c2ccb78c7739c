/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A link of TNW's reception side is flushed twice while m_wr stands (checkers/tnw/spec/tnw_nwp.md
 * section 2): model and judge, registers by hand. Credits are of two packets, places eight.
 */
#include "tnw_rcv_fixture.h"

enum { ID = 3, OTHER = 8, PLACES = 8 };

static struct bench *bench_stalled(bool late)
{
    struct bench *b =
        bench_new((struct tn_tnw_rcv_params){.credit_log2 = 3, .late = late}, TN_TNW_RCV_NO_BUG, 1);
    start(b);
    give(b, ID, 0x10000, 256, 0x100, 1);
    give(b, OTHER, 0x20000, 256, 0x200, 2);
    steps(b, 30);
    b->ready_of_8 = 0;
    return b;
}

static void flush(struct bench *b)
{
    flush_link(b, ID / TNW_VCS);
    steps(b, UP_AFTER + 20);
}

static void shows(struct bench *b, uint32_t outstanding, uint32_t flushed)
{
    assert_int_equal(read_reg(b, tn_tnw_rcv_addr(ID, TN_TNW_RCV_CREDITS)),
                     outstanding | (PLACES - outstanding) << 8);
    assert_int_equal(read_reg(b, TN_TNW_RCV_FLUSHED), flushed);
    assert_int_equal(read_reg(b, tn_tnw_rcv_addr(ID, TN_TNW_RCV_PROGRESS)), 0);
}

static void ends(struct bench *b, uint32_t flushed, uint32_t notified)
{
    b->ready_of_8 = 8;
    steps(b, 60);
    shows(b, 0, flushed);
    assert_int_equal(read_reg(b, TN_TNW_RCV_NOTIFIED), notified);
    no_verdict(b);
    bench_free(b);
}

/* Outstanding, and not in FLUSHED, until the last beat was accepted; then once. */
static void a_credit_whose_packet_waits_is_dropped_once(void **state)
{
    (void)state;
    for (unsigned late = 0; late < 2; late++) {
        struct bench *b = bench_stalled(late);
        b->have[ID] = 1;
        steps(b, 40);
        for (unsigned n = 0; n < 2; n++) {
            flush(b);
            shows(b, 1, 0);
        }
        ends(b, 1, 0);
    }
}

/* Nothing of it is to be written, so nothing is waited for. The other link's packet stands. */
static void a_credit_whose_packet_did_not_fit_is_dropped_at_once(void **state)
{
    (void)state;
    for (unsigned late = 0; late < 2; late++) {
        struct bench *b = bench_stalled(late);
        b->have[OTHER] = 1;
        steps(b, 40);
        b->nofit_at = 2;
        b->have[ID] = 1;
        steps(b, 40);
        assert_int_equal(b->takes, 2);
        for (unsigned n = 0; n < 2; n++) {
            flush(b);
            shows(b, 0, 1);
        }
        ends(b, 1, 0);
    }
}

/* Its last packet did not fit: the notification is still sent, and the credit is not dropped. */
static void a_credit_that_ended_is_not_dropped(void **state)
{
    (void)state;
    for (unsigned late = 0; late < 2; late++) {
        struct bench *b = bench_stalled(late);
        b->ready_of_8 = 8;
        b->have[ID] = 1;
        steps(b, 40);
        b->ready_of_8 = 0;
        b->have[OTHER] = 1;
        steps(b, 40);
        b->nofit_at = 3;
        b->have[ID] = 1;
        steps(b, 40);
        assert_int_equal(b->takes, 3);
        for (unsigned n = 0; n < 2; n++) {
            flush(b);
            shows(b, 1, 0);
        }
        ends(b, 0, 1);
    }
}

/* Software gave another one between: that has no packet, and is dropped at once. */
static void a_credit_given_between_is_dropped_for_itself(void **state)
{
    (void)state;
    for (unsigned late = 0; late < 2; late++) {
        struct bench *b = bench_stalled(late);
        b->have[ID] = 1;
        steps(b, 40);
        flush(b);
        steps(b, PAUSE);
        give(b, ID, 0x30000, 256, 0x300, 3);
        steps(b, 40);
        shows(b, 2, 0);
        flush(b);
        shows(b, 1, 1);
        ends(b, 2, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_credit_whose_packet_waits_is_dropped_once),
        cmocka_unit_test(a_credit_whose_packet_did_not_fit_is_dropped_at_once),
        cmocka_unit_test(a_credit_that_ended_is_not_dropped),
        cmocka_unit_test(a_credit_given_between_is_dropped_for_itself),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
