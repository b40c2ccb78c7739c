/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The paper's link, that has no packet numbers: scenarios A, B and C of
 * checkers/tnw/spec/tnw_link.md section 10, line by line, and the same errors on a link with
 * numbers. Side 0 sends, side 1 receives.
 */
#include "tnw_link_fixture.h"

static const struct tn_tnw_params small = {2, 4};

static struct pair *link_with(bool seq_off, fault_fn *fault)
{
    struct pair *p = pair_new(small, TN_TNW_NO_BUG, 1);
    p->fault = fault;
    p->delay = 8;
    p->rst = true;
    steps(p, 3);
    p->rst = false;
    for (unsigned i = 0; i < 2; i++)
        write_reg(p, i, TN_TNW_R_CTRL, seq_off ? TN_TNW_CTRL_SEQ_OFF : 0);
    steps(p, 450); /* both in UP for 200 cycles, and the wire's delay */
    return p;
}

static unsigned unacked(const struct pair *p)
{
    return tn_tnw_end_out(p->side[0].end)->obs_unacked;
}

static void ends(struct pair *p)
{
    steps(p, 100);
    no_verdict(p);
    pair_free(p);
}

/* Every error counter of the receiver is 0 but this one. */
static void receiver_counts(struct pair *p, unsigned cause, unsigned n, unsigned taken)
{
    for (unsigned c = TN_TNW_SKIPPED; c < TN_TNW_CAUSES; c++)
        assert_int_equal(read_reg(p, 1, TN_TNW_R_CAUSE + 4 * c), c == TN_TNW_TAKEN ? taken
                                                                 : c == cause      ? n
                                                                                   : 0);
}

static bool is_ack(struct tnw_word w)
{
    return tnw_classify(w) == TNW_SET && tnw_ctl_decode(w.data).code == TNW_ACK;
}

/* A: a bit of acknowledgement number p->at (0 the first) is inverted; p->drop counts them. */
static void ack_damaged(struct pair *p, unsigned to, struct tnw_word *word, bool *up)
{
    (void)up;
    if (to == 0 && p->cycle > 400 && is_ack(*word) && p->drop[0]++ == p->at)
        word->data ^= 1u << 20;
}

static void an_ack_lost_without_numbers_delivers_a_packet_twice(void **state)
{
    struct pair *p = link_with(true, ack_damaged);
    (void)state;
    p->side[0].want = 4;
    assert_true(until_got(p, 1, 4, 400));
    steps(p, 40); /* the four acknowledgements */
    assert_int_equal(p->drop[0], 4);
    assert_int_equal(unacked(p), 1);
    assert_int_equal(read_reg(p, 0, TN_TNW_R_FB_CRC), 1);
    assert_int_equal(read_reg(p, 0, TN_TNW_R_TX_RESTARTS), 0);
    assert_true(until_got(p, 1, 5, 700));
    steps(p, 60);
    assert_int_equal(read_reg(p, 0, TN_TNW_R_TX_TIMEOUTS), 1);
    assert_int_equal(read_reg(p, 0, TN_TNW_R_TX_RESENT), 1);
    for (unsigned i = 0; i < 5; i++)
        assert_int_equal(p->side[1].order[i], i < 4 ? i : 3);
    receiver_counts(p, 0, 0, 5);
    assert_int_equal(unacked(p), 0);
    ends(p);
}

static void an_ack_lost_with_numbers_is_covered_by_the_last(void **state)
{
    struct pair *p = link_with(false, ack_damaged);
    (void)state;
    p->side[0].want = 4;
    assert_true(until_got(p, 1, 4, 400));
    steps(p, 40);
    assert_int_equal(unacked(p), 0);
    steps(p, 1000);
    assert_int_equal(read_reg(p, 0, TN_TNW_R_TX_RESTARTS), 0);
    receiver_counts(p, 0, 0, 4);
    ends(p);
}

static void the_last_ack_lost_with_numbers_makes_a_dup_that_is_not_delivered(void **state)
{
    struct pair *p = link_with(false, ack_damaged);
    (void)state;
    p->at = 3;
    p->side[0].want = 4;
    assert_true(until_got(p, 1, 4, 400));
    steps(p, 40);
    assert_int_equal(unacked(p), 1);
    steps(p, 700);
    assert_int_equal(unacked(p), 0);
    assert_int_equal(read_reg(p, 0, TN_TNW_R_TX_TIMEOUTS), 1);
    receiver_counts(p, TN_TNW_DUP, 1, 4);
    assert_int_equal(p->side[1].got, 4);
    ends(p);
}

/* B: a payload bit of P1, and the SET with the ACK of P0 twice. */
static void ack_doubled(struct pair *p, unsigned to, struct tnw_word *word, bool *up)
{
    (void)up;
    if (p->cycle < 400)
        return;
    if (to == 1) {
        p->at += p->at > 0 || tnw_classify(*word) == TNW_START;
        if (p->at == TNW_WORDS + 6)
            word->data ^= 4;
    } else if (p->drop[0] == 1) {
        p->drop[0] = 2;
        assert_int_equal(tnw_classify(*word), TNW_IDLE);
        *word = p->side[1].wire[p->delay];
    } else if (p->drop[0] == 0 && is_ack(*word)) {
        p->drop[0] = 1;
    }
}

static void an_ack_doubled_without_numbers_loses_a_packet(void **state)
{
    struct pair *p = link_with(true, ack_doubled);
    (void)state;
    p->side[0].want = 3;
    while (p->side[0].causes[TN_TNW_TAKEN] == 0 && p->drop[0] < 2 && p->cycle < 2000)
        step(p);
    assert_int_equal(p->drop[0], 2);
    assert_true(until_got(p, 1, 2, 1000));
    steps(p, 2000);
    assert_int_equal(p->side[1].got, 2);
    assert_int_equal(p->side[1].order[0], 0);
    assert_int_equal(p->side[1].order[1], 2);
    assert_int_equal(unacked(p), 0);
    assert_int_equal(read_reg(p, 0, TN_TNW_R_TX_PACKETS), 3);
    assert_int_equal(read_reg(p, 0, TN_TNW_R_TX_RESTARTS), 1);
    assert_int_equal(read_reg(p, 0, TN_TNW_R_TX_TIMEOUTS), 0);
    assert_int_equal(read_reg(p, 0, TN_TNW_R_FB_CRC), 0);
    assert_int_equal(read_reg(p, 0, TN_TNW_R_FB_SEQ), 0);
    assert_int_equal(read_reg(p, 1, TN_TNW_R_CAUSE + 4 * TN_TNW_CRC), 1);
    ends(p);
}

static void an_ack_doubled_with_numbers_is_old_news(void **state)
{
    struct pair *p = link_with(false, ack_doubled);
    (void)state;
    p->side[0].want = 3;
    assert_true(until_got(p, 1, 3, 1000));
    steps(p, 1000);
    assert_int_equal(p->drop[0], 2);
    for (unsigned i = 0; i < 3; i++)
        assert_int_equal(p->side[1].order[i], i);
    assert_int_equal(p->side[1].got, 3);
    assert_int_equal(read_reg(p, 0, TN_TNW_R_FB_SEQ), 0);
    assert_int_equal(unacked(p), 0);
    ends(p);
}

/* C: the acknowledgements of P0 to P7 and P9 to P15 are damaged. */
static void all_but_two_damaged(struct pair *p, unsigned to, struct tnw_word *word, bool *up)
{
    (void)up;
    if (to || p->cycle < 400 || !is_ack(*word))
        return;
    if (p->drop[0] != 8 && p->drop[0] < 16)
        word->data ^= 1u << 9;
    p->drop[0]++;
}

static void starve(bool seq_off)
{
    struct pair *p = link_with(seq_off, all_but_two_damaged);
    for (unsigned i = 0; i < 2; i++)
        write_reg(p, i, TN_TNW_R_RESEND_TMO, 0);
    for (unsigned n = 0; n < 16; n++) {
        p->side[0].want = n + 1;
        steps(p, 150);
        assert_int_equal(p->side[1].got, n + 1);
        assert_int_equal(unacked(p), n < 8     ? n + 1
                                     : seq_off ? n /* P0 was taken out, P8 stays */
                                               : n - 8 /* P0 to P8 were */);
    }
    assert_int_equal(read_reg(p, 0, TN_TNW_R_FB_CRC), 15);
    p->side[0].want = 30;
    steps(p, 3000);
    assert_int_equal(p->side[1].got, seq_off ? 16 : 30);
    assert_int_equal(unacked(p), seq_off ? 15 : 0);
    assert_int_equal(tn_tnw_end_out(p->side[0].end)->inj_ok, !seq_off);
    assert_int_equal(p->side[0].begun, seq_off ? 16 + 4 : 30);
    assert_int_equal(read_reg(p, 0, TN_TNW_R_TX_RESTARTS), 0);
    assert_int_equal(read_reg(p, 0, TN_TNW_R_FB_SEQ), 0);
    receiver_counts(p, 0, 0, seq_off ? 16 : 30);
    ends(p);
}

static void without_numbers_and_timeout_the_link_starves(void **state)
{
    (void)state;
    starve(true);
}

static void with_numbers_one_ack_repairs_what_others_lost(void **state)
{
    (void)state;
    starve(false);
}

/* Lost and doubled words on the paper's link: what it delivers is wrong, and as the page says. */
static void losses(struct pair *p, unsigned to, struct tnw_word *word, bool *up)
{
    (void)up;
    if (p->cycle < 600)
        return;
    switch (tn_rng_below(&p->rng, 300)) {
    case 0:
        word->data ^= 1u << tn_rng_below(&p->rng, 32);
        break;
    case 1:
        *word = p->side[!to].wire[p->delay];
        break;
    default:
        break;
    }
}

static void the_papers_link_is_not_blamed_under_errors(void **state)
{
    unsigned twice = 0, never = 0;
    (void)state;
    for (unsigned seed = 1; seed <= 4; seed++) {
        struct pair *p = link_with(true, losses);
        tn_rng_seed(&p->rng, seed, 1);
        for (unsigned i = 0; i < 2; i++) {
            p->side[i].want = i && seed % 2 ? 0 : 400; /* alone, acknowledgements are SETs */
            p->side[i].lazy = 20;
            p->side[i].rx_lag = seed % 3;
            p->side[i].tx_lag = seed % 4;
        }
        steps(p, 30000);
        no_verdict(p);
        no_verdict(p);
        for (unsigned i = 0; i < 2; i++) {
            assert_int_equal(tn_tnw_link_judge_unsure(p->side[i].judge), 0);
            for (unsigned k = 0; p->side[i].got && k < p->side[i].order[p->side[i].got - 1]; k++) {
                twice += p->side[i].times[k] > 1;
                never += p->side[i].times[k] == 0;
            }
        }
        pair_free(p);
    }
    assert_true(twice > 0 && never > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_ack_lost_without_numbers_delivers_a_packet_twice),
        cmocka_unit_test(an_ack_lost_with_numbers_is_covered_by_the_last),
        cmocka_unit_test(the_last_ack_lost_with_numbers_makes_a_dup_that_is_not_delivered),
        cmocka_unit_test(an_ack_doubled_without_numbers_loses_a_packet),
        cmocka_unit_test(an_ack_doubled_with_numbers_is_old_news),
        cmocka_unit_test(without_numbers_and_timeout_the_link_starves),
        cmocka_unit_test(with_numbers_one_ack_repairs_what_others_lost),
        cmocka_unit_test(the_papers_link_is_not_blamed_under_errors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
