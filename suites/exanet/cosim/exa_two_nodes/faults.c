/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Random transactions while the lines between the nodes are struck: blocks with inverted bits, doubled, without a header. A link
 * sends nothing again, so that packets, responses and notifications are lost; at least one attempt is. Each transfer ends correct, or in an error
 * behind its last attempt; what is in memory is right either way. TN_PACKETS says how many data packets.
 */
#include "traffic.h"

#include "../../../cosim/size.h"

enum { INVERTED, DOUBLED, NO_HEADER, SHORT_TIMEOUT = 2500, ENOUGH = 2000 };

static void struck(uint64_t stream, unsigned kind, bool faults_of_pages)
{
    const unsigned wanted = (unsigned)size_asked("TN_PACKETS", 600, 3);
    tf_begin(stream);
    sw.timeout = SHORT_TIMEOUT;
    tf.small = true;
    tf.whole_pages = !faults_of_pages;
    nd_strike(200 + tf_below(300), kind, 1 + tf_below(40));
    while ((tf.packets < wanted || sw.retries == 0) && tf.packets < wanted + ENOUGH && nd.failures == 0)
        tf_act();
    tf_calm();
    sw_finish();
    tn_sim_sent(tf.packets);
    printf("%u packets; %u transactions done, %u ended with an error; %u attempts more; %llu cycles\n", tf.packets, sw.done, sw.failed,
           sw.retries, (unsigned long long)tn_sim_cycle());
    assert_true(sw.done > 0 && sw.retries > 0);
    assert_true(tn_exf_judge_completed(tn_exf_board_judge(nd.board)) >= sw.done);
}

static void inverted_bits_corrupt_no_memory(void **state)
{
    (void)state;
    struck(101, INVERTED, false);
}

static void doubled_blocks_corrupt_no_memory(void **state)
{
    (void)state;
    struck(102, DOUBLED, false);
}

static void lost_blocks_and_missing_pages_corrupt_no_memory(void **state)
{
    (void)state;
    struck(103, NO_HEADER, true);
}

#define T(name) cmocka_unit_test_setup_teardown(name, nd_fresh, nd_clean)
int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        T(inverted_bits_corrupt_no_memory), T(doubled_blocks_corrupt_no_memory), T(lost_blocks_and_missing_pages_corrupt_no_memory),
    };
    (void)argc;
    (void)argv;
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
