/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Hole T2: a link's reset that is shorter than its wires (checkers/tnw/spec/tnw_link.md section 8).
 * READYs that the far end sent before are still on the wire when the DUT, reset for 10 cycles,
 * begins anew, and its INIT is lost: both are UP, with other numbers, and what the DUT sends next
 * is acknowledged and never delivered. A reset of 2D + 50 cycles is reported.
 */
#include "link.h"

enum {
    SHORT = 10,
    PATH = LINK_WIRE_MAX + 14, /* of a word, its tnw_pcs at both ends included: D of section 9 */
    LASTS = 2 * PATH + 50,
    COMES_UP = 700,
    FIRST = TNW_WORDS + 16, /* cycles from UP until the first packet has left */
    BEHIND = 1500,
};

static struct {
    bool loses_init;
    unsigned lost; /* INITs */
} line;

/* INITs to the DUT are lost, so that the far end sends READY for long; and the first one of the
 * DUT, once loses_init is set. */
static unsigned strike(void *ctx, enum tn_tnw_way way, uint64_t cycle, struct tnw_word w)
{
    (void)ctx;
    (void)cycle;
    if (tnw_classify(w) != TNW_SET || tnw_ctl_decode(w.data).code != TNW_INIT)
        return 0;
    if (way == TN_TNW_FROM_DUT && (!line.loses_init || line.lost))
        return 0;
    line.lost += way == TN_TNW_FROM_DUT;
    return 1u << TN_TNW_E_IDLE;
}

/* The first packet leaves as the DUT is UP; then the DUT is reset alone, and has two packets more.
 */
static void reset_of(unsigned cycles)
{
    const unsigned skew[4] = {0, 0, 0, 0};
    memset(&line, 0, sizeof line);
    link_wire = LINK_WIRE_MAX;
    link_start(1, 1, skew);
    tn_tnw_peer_strike(link_.peer, strike, NULL);
    link_.in.want = 0;
    assert_true(tn_sim_step_until(link_is_up, NULL, COMES_UP));
    tn_sim_step(FIRST);
    line.loses_init = true;
    tn_reg_write(TN_TNW_R_CTRL, TN_TNW_CTRL_RESET);
    tn_sim_step(cycles);
    tn_reg_write(TN_TNW_R_CTRL, 0);
    link_.out.want = 3;
    tn_sim_step(BEHIND);
    print_message("reset of %u cycles: %u INITs lost; the far end %s; of 3 packets %u came, %u "
                  "unacknowledged, %u twice\n",
                  cycles, line.lost,
                  tn_tnw_peer_read(link_.peer, TN_TNW_R_PEER_RESET) ? "FAILED" : "UP",
                  link_.out.got, tn_reg_read(TN_TNW_R_STATUS) >> 8 & 31,
                  tn_tnw_peer_read(link_.peer, TN_TNW_R_CAUSE + 4 * TN_TNW_DUP));
    assert_int_equal(line.lost, 1);
}

static void a_reset_of_10_cycles_loses_a_packet_without_a_sign(void **state)
{
    (void)state;
    reset_of(SHORT);
    assert_int_equal(link_state(), TN_TNW_UP);
    assert_int_equal(tn_tnw_peer_read(link_.peer, TN_TNW_R_PEER_RESET), 0);
    assert_int_equal(tn_reg_read(TN_TNW_R_STATUS) >> 8 & 31, 0); /* all was acknowledged */
    assert_int_equal(tn_reg_read(TN_TNW_R_TX_TIMEOUTS), 0);
    assert_int_equal(link_.out.begun, 3);
    assert_int_equal(link_.out.got, 2);
}

static void a_reset_as_long_as_the_page_asks_is_reported(void **state)
{
    (void)state;
    reset_of(LASTS);
    assert_int_equal(tn_tnw_peer_read(link_.peer, TN_TNW_R_PEER_RESET), 1);
    assert_int_equal(link_.out.got, 1);
    assert_int_not_equal(link_state(), TN_TNW_UP);
}

int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(a_reset_of_10_cycles_loses_a_packet_without_a_sign, link_stop),
        cmocka_unit_test_teardown(a_reset_as_long_as_the_page_asks_is_reported, link_stop),
    };
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
