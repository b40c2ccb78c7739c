/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The judge of TNW's reception side names the rule of each misbehaviour, and none of a right one
 * (checkers/tnw/spec/tnw_nwp.md sections 1 to 4).
 */
#include "tnw_rcv_fixture.h"

static const struct {
    const char *name, *rule;
} bugs[TN_TNW_RCV_BUGS] = {
    {"none", ""},
#define TN_TNW_RCV_BUG(name, rule) {#name, rule},
#include <tn/tnw/tnw_rcv_bugs.def>
#undef TN_TNW_RCV_BUG
};

enum { SILENT = 45, CHANNELS = 6 }; /* SILENT has no packets: its credits stay */

static const uint8_t busy[CHANNELS] = {0, 3, 8, 9, 30, 47};

/* A credit for id, when its place is free for certain. */
static void give_when_free(struct bench *b, unsigned id)
{
    while (b->counted[id] != b->freed[id] && b->cycle > b->free_at[id][b->counted[id] % 64]) {
        b->counted[id]++;
        b->given[id] -= b->given[id] > 0;
    }
    if (b->given[id] < b->places && !is_closed(b, id / TNW_VCS))
        give_packets(b, id, 1 + (uint32_t)tn_rng_below(&b->rng, 4));
}

/* What a credit must not be: none of them is queued. */
static const struct {
    uint32_t base, length, notify;
} bad[] = {{0x1000, 0, 0x20},   {0x1000, 100, 0x20},        {0x1000, 0x10000080, 0x20},
           {0x1008, 128, 0x20}, {0x1000, 0x20000080, 0x20}, {0x1000, 128, 0x28}};
enum { BAD = sizeof bad / sizeof *bad };

static void give_bad(struct bench *b, unsigned id, unsigned k)
{
    give(b, id, bad[k].base, bad[k].length, bad[k].notify, 7);
    b->given[id]--;
}

static void any_software(struct bench *b)
{
    const unsigned id = busy[tn_rng_below(&b->rng, CHANNELS)];
    switch (tn_rng_below(&b->rng, 12)) {
    case 0:
        put_op(b, false, TN_TNW_RCV_COUNTERS + 4 * (unsigned)tn_rng_below(&b->rng, 7), 0);
        break;
    case 1:
        put_op(b, false, tn_tnw_rcv_addr(id, 4 * (unsigned)tn_rng_below(&b->rng, 9)), 0);
        break;
    case 2:
        put_op(b, false, tn_tnw_rcv_addr(id, TN_TNW_RCV_PROGRESS), 0);
        break;
    case 3:
        give_bad(b, id, (unsigned)tn_rng_below(&b->rng, BAD));
        break;
    case 4:
        if (!is_closed(b, SILENT / TNW_VCS))
            give_packets(b, SILENT, 1);
        put_op(b, false, tn_tnw_rcv_addr(SILENT, TN_TNW_RCV_CREDITS), 0);
        break;
    default:
        give_when_free(b, id);
    }
}

static void read_all(struct bench *b, unsigned id)
{
    steps(b, 30);
    for (unsigned addr = TN_TNW_RCV_COUNTERS_END; addr > TN_TNW_RCV_COUNTERS; addr -= 4)
        read_reg(b, addr - 4);
    for (unsigned reg = 0; reg < TN_TNW_RCV_WINDOW; reg += 4)
        read_reg(b, tn_tnw_rcv_addr(id, reg));
}

/* By turns as much as there can be, and packets one by one. */
static void traffic(struct bench *b)
{
    start(b);
    b->nofit_of_16 = 2;
    b->last_of_16 = 5;
    for (unsigned n = 0; n < 20000 && !b->judged.n; n++) {
        const unsigned rare = n / 2000 % 2 ? 60 : 6;
        const unsigned id = busy[tn_rng_below(&b->rng, CHANNELS)];
        if (tn_rng_below(&b->rng, rare) == 0 && !b->down[id / TNW_VCS] && b->have[id] < 8) {
            b->have[id]++;
            b->offset[id] = (uint32_t)tn_rng_below(&b->rng, 24);
        }
        if (b->op_in == b->op_out && tn_rng_below(&b->rng, rare) == 0)
            any_software(b);
        if (n % 500 == 0)
            b->ready_of_8 = n % 1500 ? 8 : 1 + (unsigned)tn_rng_below(&b->rng, 8);
        if (tn_rng_below(&b->rng, 3000) == 0)
            flush_link(b, (unsigned)tn_rng_below(&b->rng, TNW_LINKS));
        step(b);
    }
    b->ready_of_8 = 8;
    steps(b, 1000);
    for (unsigned i = 0; i < CHANNELS; i++)
        read_all(b, busy[i]);
}

/* Two credits of two packets each, five packets; the second does not fit. */
static void two_credits(struct bench *b)
{
    start(b);
    give_packets(b, 12, 2);
    give_packets(b, 12, 2);
    steps(b, 30);
    b->nofit_at = 2;
    for (unsigned n = 0; n < 5; n++) {
        b->offset[12] = n % 2 ? 8 : 3; /* 8: the last that fits */
        b->have[12]++;
        steps(b, 1);
        if (n == 0)
            read_all(b, 12);
    }
    steps(b, 200);
    read_all(b, 12);
}

/* The same with the misfit as the first packet, and credits and packets from the start. */
static void misfit_first(struct bench *b)
{
    start(b);
    give_packets(b, 12, 2);
    give_packets(b, 12, 2);
    steps(b, 30);
    b->nofit_at = 1;
    b->offset[12] = 16;
    b->step[12] = (uint32_t)-8; /* 8, and 0 */
    b->have[12] = 3;
    steps(b, 200);
    read_all(b, 12);
}

/* One credit more than there are places for. */
static void filled(struct bench *b)
{
    start(b);
    for (unsigned i = 0; i <= b->places; i++)
        give_packets(b, 5, 1);
    read_all(b, 5);
    b->have[5] = b->places + 1;
    steps(b, 200);
}

static void bad_credits(struct bench *b)
{
    start(b);
    put_op(b, true, tn_tnw_rcv_addr(5, TN_TNW_RCV_TAG), 3);
    put_op(b, true, tn_tnw_rcv_addr(5, TN_TNW_RCV_TAG + 2), 4); /* ignored */
    read_reg(b, tn_tnw_rcv_addr(5, TN_TNW_RCV_TAG));
    read_reg(b, tn_tnw_rcv_addr(5, TN_TNW_RCV_TAG + 1));
    for (unsigned k = 0; k < BAD; k++)
        give_bad(b, 5, k);
    steps(b, 60);
    b->have[5] = 1;
    steps(b, 100);
    read_all(b, 5);
}

/* Three channels with packets and credits enough. */
static void steady(struct bench *b)
{
    start(b);
    for (unsigned i = 0; i < 3; i++)
        give_packets(b, 7 * i, i == 2 ? 3 : 40);
    steps(b, 30);
    b->have[0] = b->have[7] = 30;
    b->have[14] = 3;
    steps(b, 800);
}

/* Packets one by one, and at last one without a credit. */
static void alone(struct bench *b)
{
    start(b);
    give_packets(b, 20, 4);
    for (unsigned n = 0; n < 5; n++) {
        steps(b, 60);
        b->have[20]++;
    }
    steps(b, 200);
}

/* Links 0 and 1 have credits, link 0 is flushed; nothing of it is written any more. */
static void flushed(struct bench *b)
{
    start(b);
    for (unsigned id = 0; id < 16; id += 8) {
        give_packets(b, id, 2);
        give_packets(b, id, 2);
    }
    b->have[0] = b->have[8] = 1;
    steps(b, 100);
    flush_link(b, 0);
    steps(b, 60);
    b->have[8] = 1;
    steps(b, 60);
    b->have[0] = 1;
    steps(b, 60);
    read_all(b, 0);
}

/* A packet waits to be written as its credit is dropped. */
static void flushed_unwritten(struct bench *b)
{
    start(b);
    give_packets(b, 0, 2);
    steps(b, 20);
    b->ready_of_8 = 0;
    b->have[0] = 1;
    steps(b, 40);
    flush_link(b, 0);
    steps(b, 30);
    read_reg(b, tn_tnw_rcv_addr(0, TN_TNW_RCV_CREDITS));
    read_reg(b, TN_TNW_RCV_FLUSHED);
    b->ready_of_8 = 8;
    steps(b, 40);
    read_all(b, 0);
}

/* The same, and the link is flushed again before the packet is written. */
static void flushed_twice(struct bench *b)
{
    start(b);
    give_packets(b, 0, 2);
    steps(b, 20);
    b->ready_of_8 = 0;
    b->have[0] = 1;
    steps(b, 40);
    for (unsigned n = 0; n < 2; n++) {
        flush_link(b, 0);
        steps(b, UP_AFTER + 20);
        read_reg(b, tn_tnw_rcv_addr(0, TN_TNW_RCV_CREDITS));
        read_reg(b, TN_TNW_RCV_FLUSHED);
    }
    b->ready_of_8 = 8;
    steps(b, 40);
    read_all(b, 0);
}

/* Messages of so many packets against credits of three: the packets of each behind those of the
 * message before. */
static void messages(struct bench *b)
{
    static const uint8_t packets[] = {2, 4, 3, 1, 6, 1};
    enum { MESSAGES = sizeof packets };
    start(b);
    for (unsigned n = 0; n < MESSAGES; n++) {
        give_packets(b, 12, 3);
        for (unsigned p = 0; p < packets[n]; p++) {
            steps(b, 40);
            b->offset[12] = 8 * p;
            b->lasts[12] = p + 1u == packets[n];
            b->have[12] = 1;
            steps(b, 40);
            read_reg(b, tn_tnw_rcv_addr(12, TN_TNW_RCV_CREDITS));
        }
        steps(b, 60);
        read_all(b, 12);
    }
}

/* A LONG message, whose last packets come when no credit is there, then one that fits. */
static void rest_without_a_credit(struct bench *b)
{
    start(b);
    give_packets(b, 12, 1);
    steps(b, 40);
    b->lasts[12] = 1 << 2;
    b->have[12] = 3;
    steps(b, 120);
    read_all(b, 12);
    give_packets(b, 12, 1);
    steps(b, 40);
    b->lasts[12] = 1;
    b->have[12] = 1;
    steps(b, 60);
    read_all(b, 12);
}

/* The link of a LONG message is flushed before its last packet. */
static void rest_flushed(struct bench *b)
{
    start(b);
    give_packets(b, 12, 1);
    steps(b, 40);
    b->have[12] = 1;
    steps(b, 40);
    flush_link(b, 12 / TNW_VCS);
    steps(b, PAUSE + 60);
    read_reg(b, tn_tnw_rcv_addr(12, TN_TNW_RCV_CREDITS));
    give_packets(b, 12, 1);
    steps(b, 40);
    b->lasts[12] = 1;
    b->have[12] = 1;
    steps(b, 60);
    read_all(b, 12);
}

static void (*const scenarios[])(struct bench *) = {
    traffic, two_credits,       misfit_first,  filled,   bad_credits,           steady,      alone,
    flushed, flushed_unwritten, flushed_twice, messages, rest_without_a_credit, rest_flushed};
enum { SCENARIOS = sizeof scenarios / sizeof *scenarios };

static void (*scenario_of(enum tn_tnw_rcv_bug bug))(struct bench *)
{
    switch (bug) {
    case TN_TNW_RCV_BUG_BAD_LENGTH_QUEUED:
    case TN_TNW_RCV_BUG_BAD_BASE_QUEUED:
    case TN_TNW_RCV_BUG_ODD_ADDRESS_WRITTEN:
        return bad_credits;
    case TN_TNW_RCV_BUG_ONE_TOO_MANY:
    case TN_TNW_RCV_BUG_ONE_TOO_FEW:
    case TN_TNW_RCV_BUG_PLACES_WRONG:
        return filled;
    case TN_TNW_RCV_BUG_NEWEST_FIRST:
    case TN_TNW_RCV_BUG_NOT_NOTIFIED:
    case TN_TNW_RCV_BUG_NOTIFIED_LATER:
    case TN_TNW_RCV_BUG_PROGRESS_WHOLE:
    case TN_TNW_RCV_BUG_MISFIT_NOT_COUNTED:
        return two_credits;
    case TN_TNW_RCV_BUG_MISFIT_NOT_USED_UP:
        return misfit_first;
    case TN_TNW_RCV_BUG_FIXED_PRIORITY:
    case TN_TNW_RCV_BUG_SLOW:
        return steady;
    case TN_TNW_RCV_BUG_TAKEN_WITHOUT_CREDIT:
    case TN_TNW_RCV_BUG_TAKE_LATE:
    case TN_TNW_RCV_BUG_BEAT_LATE:
        return alone;
    case TN_TNW_RCV_BUG_FLUSH_IGNORED:
    case TN_TNW_RCV_BUG_FLUSH_OF_ALL:
    case TN_TNW_RCV_BUG_FLUSH_NOTIFIES:
        return flushed;
    case TN_TNW_RCV_BUG_FLUSH_FREES_EARLY:
    case TN_TNW_RCV_BUG_FLUSH_COUNTS_EARLY:
        return flushed_unwritten;
    case TN_TNW_RCV_BUG_FLUSH_COUNTS_TWICE:
        return flushed_twice;
    case TN_TNW_RCV_BUG_LAST_IGNORED:
    case TN_TNW_RCV_BUG_SHORT_NOT_TOLD:
    case TN_TNW_RCV_BUG_SHORT_NOT_COUNTED:
    case TN_TNW_RCV_BUG_LAST_IS_A_PLACE:
    case TN_TNW_RCV_BUG_LONG_NOT_TOLD:
    case TN_TNW_RCV_BUG_LONG_IN_THE_NEXT_CREDIT:
    case TN_TNW_RCV_BUG_BEHIND_NOT_COUNTED:
    case TN_TNW_RCV_BUG_BEHIND_NOT_SHOWN:
        return messages;
    case TN_TNW_RCV_BUG_BEHIND_WAITS_FOR_A_CREDIT:
    case TN_TNW_RCV_BUG_BEHIND_FOR_EVER:
        return rest_without_a_credit;
    case TN_TNW_RCV_BUG_BEHIND_A_FLUSH:
        return rest_flushed;
    default:
        return traffic;
    }
}

static void a_right_side_is_not_blamed_in_any_of_it_and_each_rule_is_asked(void **state)
{
    uint64_t asked[TN_TNW_RCV_BUGS] = {0};
    (void)state;
    for (unsigned i = 0; i < SCENARIOS; i++)
        for (uint8_t n = 2; n <= 9; n++) {
            const struct tn_tnw_rcv_params p = {.credit_log2 = n / 2, .last_en = n & 1};
            struct bench *b = bench_new(p, TN_TNW_RCV_NO_BUG, i + 1);
            scenarios[i](b);
            if (b->judged.n)
                print_error("scenario %u, 2^%u credits, LAST_EN %u\n", i, n / 2, n & 1);
            no_verdict(b);
            for (unsigned k = 1; k < TN_TNW_RCV_BUGS; k++)
                asked[k] += tn_tnw_rcv_judge_asked(b->judge, bugs[k].rule);
            bench_free(b);
        }
    for (unsigned k = 1; k < TN_TNW_RCV_BUGS; k++)
        if (asked[k] == 0)
            fail_msg("%s is not asked", bugs[k].rule);
}

static void one_that_takes_all_the_time_of_the_page_is_not_blamed(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 2 * SCENARIOS; i++) {
        const struct tn_tnw_rcv_params p = {.credit_log2 = 2, .last_en = i & 1, .late = true};
        struct bench *b = bench_new(p, TN_TNW_RCV_NO_BUG, i + 1);
        scenarios[i / 2](b);
        if (b->judged.n)
            print_error("scenario %u, LAST_EN %u\n", i / 2, i & 1);
        no_verdict(b);
        bench_free(b);
    }
}

static void random_traffic_blames_nobody(void **state)
{
    (void)state;
    for (uint8_t seed = 1; seed <= 20; seed++) {
        const struct tn_tnw_rcv_params p = {seed % 5, seed & 2, seed & 1};
        struct bench *b = bench_new(p, TN_TNW_RCV_NO_BUG, 100 + seed);
        traffic(b);
        if (b->judged.n)
            print_error("seed %u\n", seed);
        no_verdict(b);
        assert_true(b->takes > 200);
        bench_free(b);
    }
}

static void outputs_at_random_are_blamed_and_do_no_harm(void **state)
{
    (void)state;
    struct bench *b = bench_new((struct tn_tnw_rcv_params){.credit_log2 = 1, .last_en = true},
                                TN_TNW_RCV_NO_BUG, 1);
    for (unsigned n = 0; n < 40000; n++) {
        struct tn_tnw_rcv_in in;
        struct tn_tnw_rcv_out out = {.m_wr_addr = tn_rng_below(&b->rng, 16) * 16};
        uint8_t *bytes = (uint8_t *)&in;
        for (size_t i = 0; i < sizeof in; i++)
            bytes[i] = (uint8_t)tn_rng_below(&b->rng, 2);
        in.rst = n == 0 || tn_rng_below(&b->rng, 200) == 0;
        in.reg_addr = (uint16_t)(tn_rng_below(&b->rng, 0x400) * 4);
        out.rcv_take = (uint8_t)(tn_rng_below(&b->rng, 4) ? 0 : tn_rng_next(&b->rng));
        out.rcv_vc = (uint8_t)tn_rng_below(&b->rng, 10);
        out.m_wr_valid = tn_rng_below(&b->rng, 8) == 0;
        out.m_wr_last = tn_rng_next(&b->rng) & 1;
        out.obs_match_valid = tn_rng_below(&b->rng, 8) == 0;
        tn_tnw_rcv_judge_cycle(b->judge, &in, &out, n);
    }
    assert_true(b->judged.n > 100);
    bench_free(b);
}

static void each_misbehaviour_is_blamed_by_its_rule(void **state)
{
    unsigned wrong = 0;
    (void)state;
    for (unsigned bug = 1; bug < TN_TNW_RCV_BUGS; bug++) {
        const bool last_en =
            bug >= TN_TNW_RCV_BUG_LAST_IGNORED && bug <= TN_TNW_RCV_BUG_BEHIND_A_FLUSH;
        struct bench *b =
            bench_new((struct tn_tnw_rcv_params){.credit_log2 = 1, .last_en = last_en}, bug, bug);
        scenario_of(bug)(b);
        if (!b->judged.n || strcmp(b->judged.rule, bugs[bug].rule) != 0) {
            print_error("%s, %s: %s\n", bugs[bug].name, bugs[bug].rule, b->judged.text);
            wrong++;
        }
        bench_free(b);
    }
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_right_side_is_not_blamed_in_any_of_it_and_each_rule_is_asked),
        cmocka_unit_test(one_that_takes_all_the_time_of_the_page_is_not_blamed),
        cmocka_unit_test(outputs_at_random_are_blamed_and_do_no_harm),
        cmocka_unit_test(random_traffic_blames_nobody),
        cmocka_unit_test(each_misbehaviour_is_blamed_by_its_rule),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
