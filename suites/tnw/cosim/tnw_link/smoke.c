/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * One end of a TNW link alive: registers, lanes and link come up against the model's end, packets
 * of all channels go both ways, errors of every kind are repaired, a full channel stops the link
 * and no more; the judges of tnw_pcs and tnw_link have nothing to say.
 */
#include "link.h"

enum {
    ITEMS = 260 /* more than a counter of a byte shows */,
    HURT = 60,
    BACKOFF = 300,
    MANY = (1 << 16) + 9,
    LONG_RUN = 100000 /* packets */
};

static const unsigned apart[4] = {3, 0, 70, 41}; /* bits: 7 cycles, and borders at any place */

static int start(void **state)
{
    (void)state;
    link_start(ITEMS, TNW_VCS, apart);
    return 0;
}

static int start_hurt(void **state)
{
    (void)state;
    link_start(HURT, 5, apart);
    return 0;
}

/* One channel, and more than its FIFO has room for. */
static int start_full(void **state)
{
    (void)state;
    link_start((1u << link_params().rx_pkts_log2) + 8, 1, apart);
    return 0;
}

static void it_comes_up(void **state)
{
    (void)state;
    const struct tn_tnw_params par = link_params();
    assert_int_equal(tn_reg_read(TN_TNW_R_ID), TN_TNW_ID);
    assert_int_equal(tn_reg_read(TN_TNW_R_PARAMS),
                     8u << 24 | 1u << (16 + par.rx_pkts_log2) | 15u << 8 | 1u << par.tx_items_log2);
    assert_true(link_state() < TN_TNW_UP);
    assert_true(tn_sim_step_until(link_is_up, NULL, LINK_UP));
    assert_int_equal(tn_tnw_peer_read(link_.peer, TN_TNW_R_STATUS) & 7, TN_TNW_UP);
    link_clean();
}

static void packets_go_both_ways(void **state)
{
    (void)state;
    assert_true(tn_sim_step_until(link_all_came, NULL, LINK_UP + ITEMS * 36 + 200));
    link_clean();
    assert_int_equal(tn_reg_read(TN_TNW_R_TX_PACKETS), ITEMS);
    assert_int_equal(tn_reg_read(TN_TNW_R_TX_RESENT), 0);
    assert_int_equal(tn_reg_read(TN_TNW_R_CAUSE + 4 * TN_TNW_TAKEN), ITEMS);
    assert_int_equal(tn_tnw_peer_read(link_.peer, TN_TNW_R_CAUSE + 4 * TN_TNW_TAKEN), ITEMS);
}

static void errors_are_repaired(void **state)
{
    const unsigned words = (1u << TN_TNW_ERRORS) - 1 - (1u << TN_TNW_E_SKEW);
    (void)state;
    assert_true(tn_sim_step_until(link_is_up, NULL, LINK_UP));
    tn_tnw_peer_noise(link_.peer, TN_TNW_FROM_DUT, words, 150);
    tn_tnw_peer_noise(link_.peer, TN_TNW_TO_DUT, words, 150);
    tn_sim_step(2200);
    /* lanes lost, and idle columns of the timeout to find them again */
    tn_tnw_peer_noise(link_.peer, TN_TNW_FROM_DUT, 0, 0);
    tn_tnw_peer_noise(link_.peer, TN_TNW_TO_DUT, 1u << TN_TNW_E_SKEW, 100);
    tn_sim_step(900);
    tn_tnw_peer_noise(link_.peer, TN_TNW_TO_DUT, 0, 0);
    link_settles(60000);
    link_clean();
    for (unsigned k = 0; k < TN_TNW_E_SKEW; k++)
        assert_true(tn_tnw_peer_errors(link_.peer, TN_TNW_FROM_DUT, (enum tn_tnw_error)k) > 0);
    assert_true(tn_reg_read(TN_TNW_R_TX_RESENT) > 0);
    assert_true(tn_reg_read(TN_TNW_R_ALIGN_LOST) > 0);
}

static void a_full_channel_waits(void **state)
{
    (void)state;
    const uint32_t places = 1u << link_params().rx_pkts_log2;
    link_.in.closed = true;
    tn_sim_step(LINK_UP + (places + 8) * 36 + 2 * BACKOFF);
    assert_int_equal(link_.in.got, 0);
    assert_true(tn_reg_read(TN_TNW_R_CAUSE + 4 * TN_TNW_FULL) > 0);
    assert_int_equal(tn_reg_read(TN_TNW_R_LEVEL), places);
    assert_int_equal(link_.out.got, link_.out.want); /* the other direction goes on */
    link_.in.closed = false;
    assert_true(tn_sim_step_until(link_all_came, NULL, 3 * BACKOFF + 16 * 36));
    link_clean();
}

/* So many words that are none, instead of IDLE, that BAD_WORDS of 16 bits would have wrapped. */
static void bad_words_are_counted_past_16_bits(void **state)
{
    const struct tnw_word bad = {.data = 0xfefefefe, .flags = 15};
    (void)state;
    if (link_brief())
        skip();
    assert_true(tn_sim_step_until(link_all_came, NULL, LINK_UP + HURT * 36 + 200));
    for (unsigned n = 0; n < MANY;) {
        while (n < MANY && tn_tnw_peer_put(link_.peer, TN_TNW_TO_DUT, bad) == 0)
            n++;
        tn_sim_step(TN_TNW_PUT / 2);
    }
    tn_sim_step(TN_TNW_PUT + 2 * LINK_WIRE_MAX);
    link_clean(); /* the judge speaks first */
    assert_int_equal(tn_reg_read(TN_TNW_R_BAD_WORDS), MANY);
}

/* So many packets each way that TX_PACKETS and the count of packets taken would have wrapped: in
 * long runs alone. */
static void packets_are_counted_past_16_bits(void **state)
{
    const char *size = getenv("TN_PACKETS");
    (void)state;
    if (link_brief() || !size || atol(size) < LONG_RUN)
        skip();
    link_stop(NULL);
    link_start(MANY, TNW_VCS, apart);
    assert_true(tn_sim_step_until(link_all_came, NULL, LINK_UP + MANY * 36 + 200));
    link_clean();
    assert_int_equal(tn_reg_read(TN_TNW_R_TX_PACKETS), MANY);
    assert_int_equal(tn_reg_read(TN_TNW_R_CAUSE + 4 * TN_TNW_TAKEN), MANY);
}

int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(it_comes_up, start, link_stop),
        cmocka_unit_test_setup_teardown(packets_go_both_ways, start, link_stop),
        cmocka_unit_test_setup_teardown(errors_are_repaired, start_hurt, link_stop),
        cmocka_unit_test_setup_teardown(a_full_channel_waits, start_full, link_stop),
        cmocka_unit_test_setup_teardown(bad_words_are_counted_past_16_bits, start_hurt, link_stop),
        cmocka_unit_test_setup_teardown(packets_are_counted_past_16_bits, start, link_stop),
    };
    (void)argc;
    (void)argv;
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
