/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Both nodes send to each other and to themselves, several transactions at a time: any length, unaligned at both ends, chained
 * or with a notification, pages that are missing at either end, memories and masters that stall. TN_PACKETS says how many
 * data packets.
 */
#include "traffic.h"

#include "../../../cosim/size.h"

enum { HOLD = 1 << 13 };

static void transfers_end_whole_whatever_the_memories_do(void **state)
{
    const unsigned wanted = (unsigned)size_asked("TN_PACKETS", 600, 1);
    (void)state;
    tf_begin(77);
    sw_hold(HOLD); /* nothing is lost: no attempt is one too many */
    while (tf.packets < wanted && nd.failures == 0)
        tf_act();
    tf_calm();
    sw_finish();
    tn_sim_sent(tf.packets);
    assert_int_equal(sw.failed, 0);
    printf("%u packets in %u transactions, %u of them chained, %u attempts more; %u pages served, %u notes; %llu cycles\n", tf.packets,
           sw.done, tf.chains, sw.retries, sw.served, sw.notes, (unsigned long long)tn_sim_cycle());
    assert_int_equal(tn_exf_judge_completed(tn_exf_board_judge(nd.board)), sw.done);
}

int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(transfers_end_whole_whatever_the_memories_do, nd_fresh, nd_clean),
    };
    (void)argc;
    (void)argv;
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
