/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The judge of a TNW link's end names the rule of each misbehaviour
 * (checkers/tnw/spec/tnw_link.md): side 0 has it, side 1 is as the page wants it and is not blamed.
 */
#include "tnw_link_fixture.h"

static const struct tn_tnw_params small = {2, 1}, usual = {4, 4};

static const struct {
    const char *name, *rule;
} bugs[TN_TNW_BUGS] = {
    {"none", ""},
#define TN_TNW_BUG(name, rule) {#name, rule},
#include <tn/tnw/tnw_bugs.def>
#undef TN_TNW_BUG
};

/* Errors often enough that all of the protocol is used. */
static void noise(struct pair *p, unsigned to, struct tnw_word *word, bool *up)
{
    if (p->cycle < 300)
        return;
    switch (tn_rng_below(&p->rng, 1200)) {
    case 0:
        word->data ^= 1u << tn_rng_below(&p->rng, 32);
        break;
    case 1:
        *word = p->side[!to].wire[p->delay % WIRE]; /* doubled */
        break;
    case 2:
        *word = tnw_idle();
        break;
    default:
        break;
    }
    if (tnw_classify(*word) == TNW_START && tn_rng_below(&p->rng, 30) == 0)
        p->drop[to] = TNW_WORDS; /* a packet lost whole */
    if (p->drop[to]) {
        p->drop[to]--;
        *word = tnw_idle();
    }
    p->at += tn_rng_below(&p->rng, 8000) == 0 ? 50 : 0;
    *up = *up && p->at == 0;
    p->at -= p->at > 0;
}

static void traffic(struct pair *p)
{
    p->fault = noise;
    bring_up(p);
    for (unsigned i = 0; i < 2; i++) {
        p->side[i].want = 900;
        p->side[i].lazy = 40;
        p->side[i].channels = 3;
    }
    for (unsigned n = 0; n < 40000 && !p->side[0].judged.n; n++) {
        if (n % 64 == 0)
            read_reg(p, 0, n % 128 ? TN_TNW_R_STATUS : TN_TNW_R_TX_RESENT);
        if (n % 3000 == 0) /* pauses, so that items find the line idle */
            for (unsigned i = 0; i < 2; i++)
                p->side[i].want = n % 6000 ? p->side[i].begun : 900;
        step(p);
    }
}

/* Side 0 alone refuses, on a line so long that packets come before the RESTART. */
static void refusals(struct pair *p)
{
    p->fault = noise;
    p->delay = WIRE;
    bring_up(p);
    p->side[1].want = 900;
    for (unsigned n = 0; n < 20000 && !p->side[0].judged.n; n++)
        step(p);
}

/* No feedback comes back to side 0. */
static void deaf(struct pair *p, unsigned to, struct tnw_word *word, bool *up)
{
    (void)up;
    if (to == 0 && p->cycle > 300 && tnw_classify(*word) == TNW_SET)
        *word = tnw_idle();
}

static void without_answer(struct pair *p)
{
    p->fault = deaf;
    bring_up(p);
    p->side[0].want = 5;
    steps(p, 2000);
}

static void window_full(struct pair *p)
{
    p->fault = deaf;
    bring_up(p);
    write_reg(p, 0, TN_TNW_R_RESEND_TMO, 0);
    p->side[0].want = 40;
    steps(p, 2000);
}

/* One bit of an acknowledgement's CRC is wrong, and no other comes. */
static void ack_damaged(struct pair *p, unsigned to, struct tnw_word *word, bool *up)
{
    (void)up;
    if (to == 0 && p->cycle > 300 && tnw_classify(*word) == TNW_SET)
        word->data ^= 0x100;
}

static void wrong_ack(struct pair *p)
{
    p->fault = ack_damaged;
    bring_up(p);
    p->side[0].want = 1;
    steps(p, 400);
}

/* READY comes again, in UP. */
static void ready_again(struct pair *p, unsigned to, struct tnw_word *word, bool *up)
{
    (void)up;
    if (to == 0 && p->cycle == 400)
        *word = tnw_ctl_word(TNW_Q, TNW_READY, 0);
}

static void late_ready(struct pair *p)
{
    p->fault = ready_again;
    bring_up(p);
    steps(p, 300);
}

/* Side 0 hears an old acknowledgement while packets are under way. */
static void old_ack(struct pair *p, unsigned to, struct tnw_word *word, bool *up)
{
    (void)up;
    if (to == 0 && tnw_classify(*word) == TNW_SET && p->cycle > 300) {
        const struct tnw_ctl c = tnw_ctl_decode(word->data);
        if (c.code == TNW_ACK && c.seq > 2)
            *word = tnw_ctl_word(TNW_Q, TNW_ACK, 1);
    }
}

static void old_acks(struct pair *p)
{
    p->fault = old_ack;
    p->delay = WIRE;
    bring_up(p);
    p->side[0].want = 8;
    steps(p, 1200);
}

/* A stray word, and a RESTART that names what never came; packets follow. */
static void restart_ahead(struct pair *p, unsigned to, struct tnw_word *word, bool *up)
{
    (void)up;
    if (to == 0 && p->cycle == 400)
        *word = tnw_data(1);
    if (to == 0 && p->cycle == 402)
        *word = tnw_ctl_word(TNW_Q, TNW_RESTART, 9);
    if (to == 0 && p->cycle > 402 && tnw_classify(*word) == TNW_SET)
        *word = tnw_idle(); /* the good RESTART */
}

static void ahead(struct pair *p)
{
    p->fault = restart_ahead;
    bring_up(p);
    while (p->cycle < 395)
        step(p);
    p->side[1].want = 3;
    steps(p, 400);
}

static void reset_in_traffic(struct pair *p)
{
    bring_up(p);
    p->side[0].want = p->side[1].want = 40;
    p->side[0].reads = false;
    steps(p, 300);
    write_reg(p, 0, TN_TNW_R_CTRL, TN_TNW_CTRL_RESET);
    steps(p, 40);
    read_reg(p, 0, TN_TNW_R_LOST);
    read_reg(p, 0, TN_TNW_R_UNREAD);
    steps(p, 40);
}

static void peer_reset(struct pair *p)
{
    bring_up(p);
    p->side[0].want = 200;
    steps(p, 300);
    write_reg(p, 1, TN_TNW_R_CTRL, TN_TNW_CTRL_RESET);
    steps(p, 100);
    write_reg(p, 1, TN_TNW_R_CTRL, 0);
    steps(p, 400);
}

static void seq_off(struct pair *p)
{
    p->rst = true;
    steps(p, 3);
    p->rst = false;
    for (unsigned i = 0; i < 2; i++)
        write_reg(p, i, TN_TNW_R_CTRL, TN_TNW_CTRL_SEQ_OFF);
    steps(p, 250);
    p->side[0].want = 5;
    steps(p, 400);
}

static void (*scenario_of(enum tn_tnw_bug bug))(struct pair *)
{
    switch (bug) {
    case TN_TNW_BUG_NACK_EACH:
    case TN_TNW_BUG_ACK_DISCARDING:
        return refusals;
    case TN_TNW_BUG_SIXTEEN:
        return window_full;
    case TN_TNW_BUG_WRONG_CRC_FEEDBACK_USED:
        return wrong_ack;
    case TN_TNW_BUG_TIMEOUT_NEVER:
    case TN_TNW_BUG_TIMEOUT_EARLY:
        return without_answer;
    case TN_TNW_BUG_READY_NOT_ANSWERED:
        return late_ready;
    case TN_TNW_BUG_OLD_ACK_TAKEN:
        return old_acks;
    case TN_TNW_BUG_ANY_RESTART_ENDS:
        return ahead;
    case TN_TNW_BUG_NO_FLUSH:
    case TN_TNW_BUG_LOST_NOT_COUNTED:
        return reset_in_traffic;
    case TN_TNW_BUG_INIT_IN_UP_IGNORED:
        return peer_reset;
    case TN_TNW_BUG_NUMBER_WITH_SEQ_OFF:
        return seq_off;
    default:
        return traffic;
    }
}

static void run(struct pair *p, enum tn_tnw_bug bug)
{
    if (bug != TN_TNW_BUG_PACKETS_IN_READY && bug != TN_TNW_BUG_INIT_RARELY) {
        scenario_of(bug)(p);
        steps(p, 100);
        return;
    }
    p->rst = true;
    steps(p, 3);
    p->rst = false;
    steps(p, 200);
}

static void each_misbehaviour_is_blamed_by_its_rule(void **state)
{
    unsigned wrong = 0;
    (void)state;
    for (unsigned bug = 1; bug < TN_TNW_BUGS; bug++) {
        struct pair *p = NULL;
        for (uint64_t seed = 1; seed <= 4; seed++) {
            if (p)
                pair_free(p);
            p = pair_new(bug == TN_TNW_BUG_SIXTEEN ? usual : small, bug, seed);
            run(p, bug);
            if (p->side[0].judged.n)
                break;
        }
        const bool blamed = p->side[0].judged.n && !strcmp(p->side[0].judged.rule, bugs[bug].rule);
        if (!blamed || p->side[1].judged.n) {
            print_error("%s, %s: side 0 %s; side 1 %s\n", bugs[bug].name, bugs[bug].rule,
                        p->side[0].judged.text, p->side[1].judged.text);
            wrong++;
        }
        pair_free(p);
    }
    assert_int_equal(wrong, 0);
}

static void right_ends_are_not_blamed_in_any_of_it_and_each_rule_is_asked(void **state)
{
    uint64_t asked[TN_TNW_BUGS] = {0};
    (void)state;
    for (unsigned bug = 1; bug < TN_TNW_BUGS; bug++) {
        struct pair *p = pair_new(bug % 2 ? usual : small, TN_TNW_NO_BUG, bug);
        run(p, bug);
        no_verdict(p);
        for (unsigned i = 1; i < TN_TNW_BUGS; i++)
            for (unsigned k = 0; k < 2; k++)
                asked[i] += tn_tnw_link_judge_asked(p->side[k].judge, bugs[i].rule);
        pair_free(p);
    }
    for (unsigned i = 1; i < TN_TNW_BUGS; i++)
        if (asked[i] == 0)
            fail_msg("%s is not asked", bugs[i].rule);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(right_ends_are_not_blamed_in_any_of_it_and_each_rule_is_asked),
        cmocka_unit_test(each_misbehaviour_is_blamed_by_its_rule),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
