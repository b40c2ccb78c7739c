/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The paper's link without numbers (checkers/tnw/spec/tnw_link.md section 10): the DUT sends and
 * the model's end receives, or the other way round. Scenarios A to C lose and double packets and
 * starve the link; with numbers and the same errors every packet comes once, in order. And an ACK
 * while the last packet is sent again.
 */
#include "link.h"

enum { QUIET = 250, ANSWER = 150, STARVED = 16 };

/* What the line does: to the feedback that the sender gets, by its place in order, and to packets
 * that it sends, by number or place. */
static struct {
    bool on;
    uint32_t lost, twice; /* bit k: the k-th feedback */
    unsigned feedback;    /* so far */
    unsigned hurt;        /* place of the packet to break, of all STARTs, + 1; 0 none */
    unsigned hurt_again;  /* a second one */
    unsigned starts;
    bool header;
} plan;

static bool dut_receives; /* else it sends */

static int dut_is_sender(void **state)
{
    (void)state;
    dut_receives = false;
    return 0;
}

static int dut_is_receiver(void **state)
{
    (void)state;
    dut_receives = true;
    return 0;
}

static struct tn_tnw_items *sent(void)
{
    return dut_receives ? &link_.in : &link_.out;
}

/* A register of the sender, of the receiver. */
static uint32_t sender(uint16_t reg)
{
    return dut_receives ? tn_tnw_peer_read(link_.peer, reg) : tn_reg_read(reg);
}

static uint32_t receiver(uint16_t reg)
{
    return dut_receives ? tn_reg_read(reg) : tn_tnw_peer_read(link_.peer, reg);
}

static unsigned strike(void *ctx, enum tn_tnw_way way, uint64_t cycle, struct tnw_word w)
{
    const enum tnw_class kind = tnw_classify(w);
    const struct tnw_ctl c = tnw_ctl_decode(w.data);
    (void)ctx;
    (void)cycle;
    if (!plan.on)
        return 0;
    if (way == (dut_receives ? TN_TNW_TO_DUT : TN_TNW_FROM_DUT)) {
        const bool header = plan.header;
        plan.header = kind == TNW_START;
        plan.starts += plan.header;
        return header && (plan.starts == plan.hurt || plan.starts == plan.hurt_again)
                   ? 1u << TN_TNW_E_BIT
                   : 0;
    }
    if (kind != TNW_SET || c.code > TNW_NACK_FULL || plan.feedback > 31)
        return 0;
    const unsigned k = plan.feedback++;
    return (plan.lost >> k & 1) << TN_TNW_E_IDLE | (plan.twice >> k & 1) << TN_TNW_E_DOUBLE;
}

/* Both ends with SEQ_OFF or without, UP and quiet, n items to send on one channel. */
static void prepare(bool seq_off)
{
    const unsigned skew[4] = {0, 0, 0, 0};
    const uint32_t ctrl = seq_off ? TN_TNW_CTRL_SEQ_OFF : 0;
    memset(&plan, 0, sizeof plan);
    link_start(0, 1, skew);
    tn_tnw_peer_strike(link_.peer, strike, NULL);
    tn_reg_write(TN_TNW_R_CTRL, ctrl | TN_TNW_CTRL_RESET);
    tn_tnw_peer_write(link_.peer, TN_TNW_R_CTRL, ctrl | TN_TNW_CTRL_RESET);
    tn_sim_step(2 * LINK_WIRE + 80);
    tn_reg_write(TN_TNW_R_CTRL, ctrl);
    tn_tnw_peer_write(link_.peer, TN_TNW_R_CTRL, ctrl);
    assert_true(tn_sim_step_until(link_is_up, NULL, LINK_UP));
    tn_sim_step(QUIET);
    plan.on = true;
}

static unsigned unacked(void)
{
    return sender(TN_TNW_R_STATUS) >> 8 & 31;
}

static uint32_t cause_n(enum tn_tnw_rx cause)
{
    return receiver((uint16_t)(TN_TNW_R_CAUSE + 4 * cause));
}

static void judges_are_content(void)
{
    link_kept();
    assert_int_equal(link_.verdicts, 0);
    assert_int_equal(link_.unknown, 0);
}

static void a_lost_ack(bool seq_off)
{
    prepare(seq_off);
    plan.lost = 1;
    sent()->want = 4;
    tn_sim_step(1000);
    assert_int_equal(cause_n(TN_TNW_TAKEN), seq_off ? 5 : 4);
    assert_int_equal(sent()->got, seq_off ? 5 : 4);
    assert_int_equal(sent()->wrong, seq_off);
    assert_int_equal(sender(TN_TNW_R_TX_RESENT), seq_off);
    assert_int_equal(unacked(), 0);
    judges_are_content();
}

static void a_doubled_ack(bool seq_off)
{
    prepare(seq_off);
    plan.twice = 1;
    plan.hurt = 2;
    sent()->want = 3;
    tn_sim_step(seq_off ? 600 : 1200);
    assert_int_equal(sent()->got, seq_off ? 2 : 3);
    assert_int_equal(sent()->wrong, seq_off); /* P2 in P1's place */
    assert_int_equal(cause_n(TN_TNW_CRC) + cause_n(TN_TNW_BROKEN), 1);
    assert_int_equal(unacked(), 0);
    judges_are_content();
}

/* ACKs of P0 to P7 and P9 to P15 are lost; then more items than txFifo holds. */
static void starved(bool seq_off)
{
    const unsigned items = 1u << link_params().tx_items_log2;
    prepare(seq_off);
    if (dut_receives)
        tn_tnw_peer_write(link_.peer, TN_TNW_R_RESEND_TMO, 0);
    else
        tn_reg_write(TN_TNW_R_RESEND_TMO, 0);
    plan.lost = 0xfeff;
    for (unsigned i = 0; i < STARVED; i++) {
        sent()->want++;
        tn_sim_step(ANSWER);
    }
    assert_int_equal(sent()->got, STARVED);
    assert_int_equal(unacked(), seq_off ? 15 : 7);
    sent()->want += items + 1;
    tn_sim_step((items + 4) * 36 + 1000);
    assert_int_equal(sent()->got, seq_off ? STARVED : sent()->want);
    assert_int_equal(sent()->begun, sent()->want - seq_off); /* inj_ok fell */
    assert_int_equal(sent()->wrong, 0);
    assert_int_equal(unacked(), seq_off ? 15 : 0);
    judges_are_content();
}

static void without_numbers_a_lost_ack_doubles_a_packet(void **state)
{
    (void)state;
    a_lost_ack(true);
}

static void with_numbers_it_does_not(void **state)
{
    (void)state;
    a_lost_ack(false);
}

static void without_numbers_a_doubled_ack_loses_a_packet(void **state)
{
    (void)state;
    a_doubled_ack(true);
}

static void with_numbers_it_is_old_news(void **state)
{
    (void)state;
    a_doubled_ack(false);
}

static void without_numbers_and_timeout_the_link_starves(void **state)
{
    (void)state;
    starved(true);
}

static void with_numbers_it_goes_on(void **state)
{
    (void)state;
    starved(false);
}

/* P2 is broken twice; of all feedback one ACK 1 comes, while P2 is sent again: the timeout counts
 * from that packet's end (the judge once blamed it). */
static void an_ack_amid_the_last_packet_sent_again(void **state)
{
    (void)state;
    prepare(false);
    plan.lost = 0x2f;
    plan.hurt = 3;
    plan.hurt_again = 6;
    sent()->want = 3;
    tn_sim_step(2600);
    assert_int_equal(sent()->got, 3);
    assert_int_equal(sent()->wrong, 0);
    assert_int_equal(sender(TN_TNW_R_TX_TIMEOUTS), 2);
    assert_int_equal(sender(TN_TNW_R_TX_RESENT), 4);
    assert_int_equal(unacked(), 0);
    judges_are_content();
}

int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(without_numbers_a_lost_ack_doubles_a_packet, dut_is_sender,
                                        link_stop),
        cmocka_unit_test_setup_teardown(with_numbers_it_does_not, dut_is_sender, link_stop),
        cmocka_unit_test_setup_teardown(without_numbers_a_doubled_ack_loses_a_packet, dut_is_sender,
                                        link_stop),
        cmocka_unit_test_setup_teardown(with_numbers_it_is_old_news, dut_is_sender, link_stop),
        cmocka_unit_test_setup_teardown(without_numbers_and_timeout_the_link_starves, dut_is_sender,
                                        link_stop),
        cmocka_unit_test_setup_teardown(with_numbers_it_goes_on, dut_is_sender, link_stop),
        cmocka_unit_test_setup_teardown(an_ack_amid_the_last_packet_sent_again, dut_is_sender,
                                        link_stop),
    };
    const struct CMUnitTest mirrored[] = {
        cmocka_unit_test_setup_teardown(without_numbers_a_lost_ack_doubles_a_packet,
                                        dut_is_receiver, link_stop),
        cmocka_unit_test_setup_teardown(with_numbers_it_does_not, dut_is_receiver, link_stop),
        cmocka_unit_test_setup_teardown(without_numbers_a_doubled_ack_loses_a_packet,
                                        dut_is_receiver, link_stop),
        cmocka_unit_test_setup_teardown(with_numbers_it_is_old_news, dut_is_receiver, link_stop),
        cmocka_unit_test_setup_teardown(without_numbers_and_timeout_the_link_starves,
                                        dut_is_receiver, link_stop),
        cmocka_unit_test_setup_teardown(with_numbers_it_goes_on, dut_is_receiver, link_stop),
    };
    int failed;
    (void)argc;
    (void)argv;
    if (link_brief())
        cmocka_set_test_filter("without_numbers_a_*");
    failed = cmocka_run_group_tests_name("the DUT sends", tests, NULL, NULL);
    return failed + cmocka_run_group_tests_name("the DUT receives", mirrored, NULL, NULL) != 0;
}
