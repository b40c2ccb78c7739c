/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Both nodes send to each other and to themselves, several transactions at a time: any length, unaligned at both ends, chained
 * or with a notification, pages that are missing at either end, memories and masters that stall. An image with more outputs of
 * the ExaDMA and a second line has them take all outputs, and the second line is longer. TN_PACKETS says how many data packets.
 */
#include "traffic.h"

#include "../../../cosim/size.h"

enum { HOLD = 1 << 13, LONGER = 200, LATER = 1500, LATE = 3, ALL = 255, HOP = 0x1090, HOP_LATE = 0x10a0, HOP_SKIP = 0x10b0 };

/* A reset, with second lines of some length. */
static int fresh(void **state)
{
    struct tn_rng r;
    tn_rng_seed(&r, tn_sim_seed(), 76);
    nd_second_late = (unsigned)tn_rng_below(&r, LONGER);
    return nd_fresh(state);
}

/* Every data packet that comes to a node, but the next few, is held while others pass, one at a time. */
static void reorder(void)
{
    for (unsigned n = 0; n < NODES; n++) {
        tn_reg_write(HOP_LATE + 4 * n, tf_below(LATER));
        tn_reg_write(HOP_SKIP + 4 * n, tf_below(4));
        tn_reg_write(HOP + 4 * n, (uint32_t)ALL << 24 | (uint32_t)LATE << 16 | EXA_WRITE);
    }
}

static void traffic(uint64_t stream, bool reorders)
{
    const unsigned wanted = (unsigned)size_asked("TN_PACKETS", 600, 2);
    tf_begin(stream);
    sw_hold(HOLD); /* nothing is lost: no attempt is one too many */
    for (unsigned n = 0; n < NODES && reorders; n++)
        tn_exq_hops_struck(nd.hops, n, TN_EXQ_LINKS + !n);
    while (tf.packets < wanted && nd.failures == 0) {
        if (reorders && tf.acts % TF_PHASE == 0)
            reorder();
        tf_act();
    }
    tf_calm();
    sw_finish();
    tn_sim_sent(tf.packets);
    assert_int_equal(sw.failed, 0);
    printf("%u packets in %u transactions, %u of them chained, %u attempts more; %u pages served, %u notes; %llu cycles\n", tf.packets,
           sw.done, tf.chains, sw.retries, sw.served, sw.notes, (unsigned long long)tn_sim_cycle());
    assert_int_equal(tn_exf_judge_completed(tn_exf_board_judge(nd.board)), sw.done);
}

static void transfers_end_whole_whatever_the_memories_do(void **state)
{
    (void)state;
    traffic(77, false);
}

static void a_network_that_reorders_changes_no_byte(void **state)
{
    (void)state;
    traffic(78, true);
}

#define T(name) cmocka_unit_test_setup_teardown(name, fresh, nd_clean)
int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        T(transfers_end_whole_whatever_the_memories_do),
        T(a_network_that_reorders_changes_no_byte),
    };
    (void)argc;
    (void)argv;
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
