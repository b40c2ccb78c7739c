/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A transaction of two packets with a notification, a message, a second generation, two attempts
 * whose writes are open at once.
 */
#include "rdma.h"

enum { PDID = 0x55 };
static const struct exa_node far = {1, 2, 3, 0, 0x42};

static void transaction_and_message_are_written_and_answered(void **state)
{
    struct exa_packet a = rdma_data(far, 7, 0, 0x10080, 128, V_FIRST | V_NOTIFY, PDID, 1),
                      b = rdma_data(far, 7, 0, 0x10100, 100, V_LAST | V_NOTIFY, PDID, 2),
                      c = rdma_control(far, 7, 0, 3, PDID, 9), m = rdma_message(far, 5, 0x77, 0x20004, 61, PDID),
                      again = rdma_data(far, 7, 16, 0x10080, 128, V_FIRST | V_LAST, PDID, 3);
    (void)state;
    tn_memory_map(rdma.memory, PDID, 0, 0, 1 << 20, TN_MEMORY_WRITE);
    rdma_bind(2, PDID);
    tn_sim_step(300);
    ni_send(&b);
    ni_send(&c);
    ni_send(&a);
    ni_send(&m);
    rdma_rest();
    assert_int_equal(ni.got_n, 3);
    ni_send(&b); /* copy of the last: answered, not written */
    ni_send(&again);
    rdma_rest();
    assert_int_equal(ni.got_n, 5);
    for (unsigned i = 0; i < 5; i++)
        assert_int_equal(ni.got[i].k.type, ni.got[i].k.size ? EXA_NOTIFY : EXA_ACK);
    rdma_read_all();
    assert_int_equal(ni_read(V_LEVEL), 1 << 16);
}

static void packets_that_follow_each_other_are_never_stalled_for_long(void **state)
{
    uint64_t began;
    (void)state;
    tn_memory_map(rdma.memory, PDID, 0, 0, 1 << 20, TN_MEMORY_WRITE);
    rdma_bind(0, PDID);
    tn_sim_step(300);
    for (unsigned i = 0; i < 64; i++) {
        struct exa_packet k = rdma_data(far, 9, 0, 0x40000 + 256 * i, 256, (i == 0 ? V_FIRST : 0) | (i == 63 ? V_LAST : 0),
                                        PDID, (uint8_t)i);
        ni_send(&k);
    }
    began = tn_sim_cycle();
    while (tn_exa_source_pending(ni.in) && tn_sim_cycle() < began + 4000)
        tn_sim_step(1);
    assert_true(ni.sent_n >= 63);
    assert_true(tn_sim_cycle() - began <= 64 * 18 + 40 + 8); /* the bench's own steps */
    rdma_rest();
    assert_int_equal(ni.got_n, 1);
    assert_int_equal(ni.got[0].k.code, 0);
    rdma_read_all();
}

static void write_of_an_older_attempt_does_not_complete_the_newer_one(void **state)
{
    const struct tn_memory_timing slow = {1, 1, 400, 400, false, false, 1};
    const struct exa_packet a = rdma_data(far, 11, 0, 0x50000, 256, V_FIRST | V_LAST, PDID, 1),
                            b = rdma_data(far, 11, 1, 0x50000, 256, V_FIRST | V_LAST, PDID, 2);
    (void)state;
    tn_memory_map(rdma.memory, PDID, 0, 0, 1 << 20, TN_MEMORY_WRITE);
    assert_int_equal(tn_memory_timing(rdma.memory, &slow), 0);
    rdma_bind(1, PDID);
    tn_sim_step(300);
    ni_send(&a);
    while (tn_exa_source_pending(ni.in))
        tn_sim_step(1);
    tn_sim_step(200); /* b is judged 200 cycles before the answer to a's write, and written 200 behind */
    ni_send(&b);
    rdma_rest();
    assert_int_equal(ni.got_n, 1);
    assert_int_equal(ni.got[0].k.seq, 1);
    assert_int_equal(ni_read(V_B_LATE), 1);
    rdma_read_all();
}

/* The judge follows 64 answers that wait. */
static void sixty_four_answers_wait_and_leave_in_their_order(void **state)
{
    enum { ANSWERS = 64 };
    (void)state;
    tn_sim_step(300);
    assert_int_equal(tn_sink_stall(ni.out, &(struct tn_stall){TN_STALL_FOREVER, 0, 0, 0}), 0);
    for (unsigned i = 0; i < ANSWERS; i++) {
        struct exa_packet k = rdma_control(far, 12 + i, 0, 1, PDID + 1, (uint8_t)i);
        ni_send(&k);
    }
    while (tn_exa_source_pending(ni.in))
        tn_sim_step(1);
    tn_sim_step(200);
    assert_int_equal(ni.got_n, 0);
    assert_int_equal(tn_sink_stall(ni.out, &(struct tn_stall){TN_STALL_NONE, 0, 0, 0}), 0);
    rdma_rest();
    assert_int_equal(ni.got_n, ANSWERS);
    for (unsigned i = 0; i < ANSWERS; i++)
        assert_int_equal(ni.got[i].k.tid, 12 + i);
    assert_false(tn_exv_judge_is_unsure(tn_exv_board_judge(rdma.board)));
    rdma_read_all();
}

#define T(name) cmocka_unit_test_setup_teardown(name, rdma_fresh, rdma_clean)
int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        T(transaction_and_message_are_written_and_answered),
        T(packets_that_follow_each_other_are_never_stalled_for_long),
        T(write_of_an_older_attempt_does_not_complete_the_newer_one),
        T(sixty_four_answers_wait_and_leave_in_their_order),
    };
    (void)argc;
    (void)argv;
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
