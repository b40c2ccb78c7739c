/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A response and a read request in, both read out.
 */
#include "rtm.h"

static void response_and_request_are_read(void **state)
{
    struct exa_packet r = rtm_response(0x155, 0x1234, 2), k = rtm_read(0x30, 0x4242, MSG | 7);
    uint32_t want[8];
    (void)state;
    ni_send(&r);
    ni_send(&k);
    ni_settle();
    assert_int_equal(ni.got_n, 1); /* a response is never answered */
    ni_expect_answer(&ni.got[0].k, &k, 0);
    assert_true(ni.got[0].first <= ni.sent[1].last + 6); /* EXN-LAT-1 */
    assert_int_equal(ni_read(R_RESPONSE), rtm_word(0x155, 0x1234, 2, true));
    rtm_words(&k, want);
    for (unsigned i = 0; i < 8; i++)
        assert_int_equal(ni_read(R_READ), want[i]);
    assert_int_equal(ni_read(R_RESPONSE), 0);
}

int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(response_and_request_are_read, ni_fresh, ni_clean),
    };
    (void)argc;
    (void)argv;
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
