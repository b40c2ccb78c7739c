/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The judge of Nget on what ABORT ends (tnw_pi.md sections 3 and 5), pins by hand: each way that
 * the page allows, and beside it those that it does not.
 */
#include "tnw_get_hand.h"

#define SRC   0x1000ull /* the descriptor in work, */
#define NEXT  0x4000ull /* the one behind it */
#define WRITE 0x9000ull

enum {
    TAG = 8,
    TAG_NEXT = 16,
    EFFECT = 28, /* 24 behind its TLP; until 4 behind that a read may be begun */
    ABORTED = TNW_C_ABORT,
    NO_P = 6, /* m_tlp_ok */
    NO_NP = 5,
    NO_CPL = 3,
    ALL = 7
};

/* A descriptor of 512 bytes whose read is under way, and another behind it. */
static struct bench *two_there(void)
{
    struct bench *b = hand_new(1);
    hand_give(b, 0, SRC, 512, NOTES, TAG);
    hand_read(b, 0, 0, SRC, 512);
    hand_give(b, 0, NEXT, 512, NOTES + 16, TAG_NEXT);
    return b;
}

static void both_noted(struct bench *b)
{
    hand_note(b, 0, NOTES, ABORTED, 0, TAG);
    hand_note(b, 0, NOTES + 16, ABORTED, 0, TAG_NEXT);
    hand_idle(b, HAND_SETTLE);
}

static void a_descriptor_behind_the_one_in_work_makes_no_read(void **state)
{
    (void)state;
    for (unsigned k = 0; k < 3; k++) {
        struct bench *b = two_there();
        hand_abort(b, 0);
        hand_idle(b, EFFECT);
        hand_answer(b, 0, 0, SRC);
        if (k == 0) {
            both_noted(b);
            hand_fine(b);
            continue;
        }
        hand_idle(b, 10);
        if (k == 1)
            hand_note(b, 0, NOTES, ABORTED, 0, TAG);
        hand_read(b, 0, 0, NEXT, 512);
        hand_fails(b, "TNW-GET-7");
    }
}

/* The last item of the one before was over when ABORT came: now the next one is in work. */
static void one_in_work_at_the_effect_may_have_begun_a_read(void **state)
{
    (void)state;
    struct bench *b = two_there();
    hand_answer(b, 0, 0, SRC);
    hand_items(b, 0, SRC, 0, 4);
    hand_abort(b, 0);
    hand_note(b, 0, NOTES, 0, 512, TAG);
    hand_idle(b, 10);
    hand_read(b, 0, 0, NEXT, 512);
    hand_idle(b, HAND_SETTLE);
    hand_answer(b, 0, 0, NEXT);
    hand_note(b, 0, NOTES + 16, ABORTED, 0, TAG_NEXT);
    hand_idle(b, HAND_SETTLE);
    hand_fine(b);
}

/* m_tlp_ok kept it from leaving; where nothing did, it was begun too late. */
static void a_read_that_was_begun_leaves_though_late(void **state)
{
    (void)state;
    for (unsigned free = 0; free < 2; free++) {
        struct bench *b = hand_new(1);
        hand_give(b, 0, SRC, 2048, NOTES, TAG);
        hand_read(b, 0, 0, SRC, 512);
        b->in.m_tlp_ok = free ? ALL : NO_NP;
        hand_abort(b, 0);
        hand_idle(b, 100);
        b->in.m_tlp_ok = ALL;
        hand_idle(b, 1);
        hand_read(b, 0, 1, SRC + 512, 512);
        if (free) {
            hand_fails(b, "TNW-GET-7");
            continue;
        }
        hand_idle(b, 10);
        hand_answer(b, 0, 1, SRC + 512);
        hand_answer(b, 0, 0, SRC);
        hand_note(b, 0, NOTES, ABORTED, 0, TAG);
        hand_idle(b, HAND_SETTLE);
        hand_fine(b);
    }
}

/* The read's time is over CPL_TMO behind it, not before; then its bit is set. */
static void the_bit_of_a_timeout_is_set_when_a_read_timed_out(void **state)
{
    static const struct {
        unsigned after, cause;
        bool right;
    } row[] = {{HAND_TMO - 15, ABORTED | TNW_C_TIMEOUT, false},
               {HAND_TMO + 20, ABORTED, false},
               {HAND_TMO + 20, ABORTED | TNW_C_TIMEOUT, true}};
    (void)state;
    for (unsigned k = 0; k < sizeof row / sizeof *row; k++) {
        struct bench *b = hand_new(1);
        hand_give(b, 0, SRC, 512, NOTES, TAG);
        const uint64_t at = b->cycle;
        hand_read(b, 0, 0, SRC, 512);
        hand_idle(b, 20);
        hand_abort(b, 0);
        hand_until(b, at + row[k].after);
        hand_note(b, 0, NOTES, row[k].cause, 0, TAG);
        if (row[k].right)
            hand_fine(b);
        else
            hand_fails(b, "TNW-GET-7");
    }
}

/* Of two reads one is answered with an error, before ABORT or behind its effect. */
static void only_an_error_before_the_effect_may_stand_without_32(void **state)
{
    static const struct {
        bool before;
        unsigned cause;
        bool right;
    } row[] = {{true, TNW_C_STATUS, true}, {true, TNW_C_STATUS | ABORTED, true},
               {true, ABORTED, false},     {false, TNW_C_STATUS | ABORTED, true},
               {false, ABORTED, false},    {false, TNW_C_STATUS, false}};
    (void)state;
    for (unsigned k = 0; k < sizeof row / sizeof *row; k++) {
        struct bench *b = hand_new(1);
        hand_give(b, 0, SRC, 1024, NOTES, TAG);
        hand_read(b, 0, 0, SRC, 512);
        hand_read(b, 0, 1, SRC + 512, 512);
        if (!row[k].before)
            hand_abort(b, 0);
        hand_idle(b, EFFECT);
        hand_complete(b, 0, 0, SRC, 0, 512);
        hand_idle(b, EFFECT);
        if (row[k].before)
            hand_abort(b, 0);
        hand_idle(b, EFFECT);
        hand_answer(b, 0, 1, SRC + 512);
        hand_idle(b, 10);
        hand_note(b, 0, NOTES, row[k].cause, 0, TAG);
        if (row[k].right)
            hand_fine(b);
        else
            hand_fails(b, "TNW-GET-7");
    }
}

/* What came with CPL_TMO's end was in time or not; in both cases it is an error, by which it says.
 */
static void an_error_that_came_too_late_is_a_timeout(void **state)
{
    static const unsigned cause[] = {ABORTED | TNW_C_STATUS, ABORTED | TNW_C_TIMEOUT, ABORTED};
    (void)state;
    for (unsigned k = 0; k < sizeof cause / sizeof *cause; k++) {
        struct bench *b = hand_new(1);
        hand_give(b, 0, SRC, 512, NOTES, TAG);
        const uint64_t at = b->cycle;
        hand_read(b, 0, 0, SRC, 512);
        hand_abort(b, 0);
        hand_until(b, at + HAND_TMO - 2);
        hand_complete(b, 0, 0, SRC, 0, 512);
        hand_idle(b, 10);
        hand_note(b, 0, NOTES, cause[k], 0, TAG);
        if (k < 2)
            hand_fine(b);
        else
            hand_fails(b, "TNW-GET-7");
    }
}

/* The last completion came with CPL_TMO's end: aborted, it is over either way. */
static void an_end_is_due_though_its_read_may_have_timed_out(void **state)
{
    (void)state;
    for (unsigned noted = 0; noted < 3; noted++) {
        struct bench *b = hand_new(1);
        hand_give(b, 0, SRC, 512, NOTES, TAG);
        const uint64_t at = b->cycle;
        hand_read(b, 0, 0, SRC, 512);
        hand_abort(b, 0);
        hand_until(b, at + HAND_TMO - 4);
        hand_answer(b, 0, 0, SRC);
        hand_idle(b, HAND_WORK + 20);
        if (noted) {
            hand_note(b, 0, NOTES, ABORTED | (noted == 2 ? TNW_C_TIMEOUT : 0), 0, TAG);
            hand_idle(b, 200);
            hand_fine(b);
        } else {
            hand_idle(b, HAND_LOOK + 20);
            hand_fails(b, "TNW-GET-6");
        }
    }
}

/* The same without ABORT: it goes on, or it is over. */
static void what_may_have_timed_out_goes_on_or_ends(void **state)
{
    (void)state;
    for (unsigned k = 0; k < 3; k++) {
        struct bench *b = hand_new(1);
        hand_give(b, 0, SRC, 512, NOTES, TAG);
        const uint64_t at = b->cycle;
        hand_read(b, 0, 0, SRC, 512);
        hand_until(b, at + HAND_TMO - 4);
        hand_answer(b, 0, 0, SRC);
        hand_idle(b, k ? 600 : 700);
        if (k == 1)
            hand_items(b, 0, SRC, 0, 4);
        if (k)
            hand_note(b, 0, NOTES, k == 1 ? 0 : TNW_C_TIMEOUT, k == 1 ? 512 : 0, TAG);
        hand_idle(b, HAND_SETTLE);
        if (k)
            hand_fine(b);
        else
            hand_fails(b, "TNW-GET-7");
    }
}

static void a_second_one_changes_nothing(void **state)
{
    (void)state;
    for (unsigned sent = 0; sent < 2; sent++) {
        struct bench *b = hand_new(1);
        hand_give(b, 0, SRC, 1024, NOTES, TAG);
        hand_read(b, 0, 0, SRC, 512);
        hand_read(b, 0, 1, SRC + 512, 512);
        b->in.inj_ok = 0;
        hand_answer(b, 0, 0, SRC);
        hand_abort(b, 0);
        hand_idle(b, 50);
        hand_abort(b, 0);
        b->in.inj_ok = 0x3f;
        if (sent) {
            hand_items(b, 0, SRC, 0, 1);
            hand_fails(b, "TNW-GET-7");
            continue;
        }
        hand_answer(b, 0, 1, SRC + 512);
        hand_note(b, 0, NOTES, ABORTED, 0, TAG);
        hand_idle(b, HAND_SETTLE);
        hand_fine(b);
    }
}

static void an_answer_of_status_never_passes_a_notification_it_tells_of(void **state)
{
    (void)state;
    for (unsigned there = 0; there < 2; there++) {
        const unsigned addr = tn_tnw_get_addr(0, TN_TNW_GET_STATUS);
        struct bench *b = hand_new(1);
        hand_give(b, 0, SRC, 512, NOTES, TAG);
        hand_read(b, 0, 0, SRC, 512);
        hand_answer(b, 0, 0, SRC);
        hand_items(b, 0, SRC, 0, 4);
        ask_reg(b, addr);
        hand_taken(b);
        hand_shows(b, addr, there | (8 - there) << 8);
        if (!there) {
            hand_fails(b, "TNW-PI-15");
            continue;
        }
        hand_note(b, 0, NOTES, 0, 512, TAG);
        hand_idle(b, HAND_SETTLE);
        hand_fine(b);
    }
}

/* Writes cannot leave; one comes when the first notification has its place, and the second, behind
 * that one's first beat, has none. */
static void a_link_has_one_notification_in_the_row(void **state)
{
    enum { FIRST, SECOND, RECEPTION };
    static const unsigned order[3][3] = {
        {FIRST, RECEPTION, SECOND}, {RECEPTION, FIRST, SECOND}, {FIRST, SECOND, RECEPTION}};
    (void)state;
    for (unsigned k = 0; k < 3; k++) {
        struct bench *b = two_there();
        hand_answer(b, 0, 0, SRC);
        b->in.inj_ok = 0;
        b->in.m_tlp_ok = NO_P;
        hand_abort(b, 0);
        hand_idle(b, 100);
        hand_m_wr(b, WRITE);
        hand_idle(b, 10);
        b->in.m_tlp_ok = ALL;
        hand_idle(b, 1);
        for (unsigned i = 0; i < 3; i++)
            if (order[k][i] == RECEPTION)
                hand_write(b, WRITE);
            else
                hand_note(b, 0, NOTES + 16 * order[k][i], ABORTED, 0, order[k][i] ? TAG_NEXT : TAG);
        hand_idle(b, HAND_SETTLE);
        if (k == 0)
            hand_fine(b);
        else
            hand_fails(b, "TNW-PI-15");
    }
}

/* It has its place 48 cycles behind the first beat of the one before, and leaves in 64. */
static void the_next_notification_follows_the_one_before(void **state)
{
    (void)state;
    for (unsigned k = 0; k < 4; k++) {
        struct bench *b = two_there();
        hand_answer(b, 0, 0, SRC);
        b->in.inj_ok = 0;
        hand_abort(b, 0);
        hand_idle(b, EFFECT);
        hand_note(b, 0, NOTES, ABORTED, 0, TAG);
        if (k < 2) {
            hand_idle(b, k ? 70 : 50);
        } else {
            b->in.m_tlp_ok = NO_P;
            hand_idle(b, 60);
            hand_m_wr(b, WRITE);
            b->in.m_tlp_ok = ALL;
            hand_idle(b, 1);
        }
        if (k == 3)
            hand_write(b, WRITE);
        hand_note(b, 0, NOTES + 16, ABORTED, 0, TAG_NEXT);
        if (k == 2)
            hand_write(b, WRITE);
        hand_idle(b, HAND_SETTLE);
        if (k % 2 == 0)
            hand_fine(b);
        else
            hand_fails(b, k == 1 ? "TNW-GET-6" : "TNW-PI-15");
    }
}

/* Posted TLPs cannot leave, reads could. */
static void a_notification_waits_for_posted_credit(void **state)
{
    (void)state;
    for (unsigned held = 0; held < 2; held++) {
        struct bench *b = hand_new(1);
        hand_give(b, 0, SRC, 512, NOTES, TAG);
        hand_read(b, 0, 0, SRC, 512);
        b->in.m_tlp_ok = held ? NO_P : ALL;
        hand_complete(b, 0, 0, SRC, 0, 512);
        hand_idle(b, 800);
        b->in.m_tlp_ok = ALL;
        hand_idle(b, 1);
        hand_note(b, 0, NOTES, TNW_C_STATUS, 0, TAG);
        if (held)
            hand_fine(b);
        else
            hand_fails(b, "TNW-GET-7");
    }
}

/* A notification behind an answer that cannot leave: reads made behind it wait, too; the first read
 * of the next descriptor may be made beside it. */
static void reads_wait_behind_an_answer_by_way_of_a_notification(void **state)
{
    (void)state;
    for (unsigned own = 0; own < 2; own++) {
        const unsigned addr = tn_tnw_get_addr(0, TN_TNW_GET_TAG);
        struct bench *b = hand_new(1);
        hand_give(b, 0, SRC, 512, NOTES, TAG);
        hand_read(b, 0, 0, SRC, 512);
        if (own)
            hand_give(b, 0, NEXT, 512, NOTES + 16, TAG_NEXT);
        b->in.m_tlp_ok = NO_CPL;
        ask_reg(b, addr);
        hand_taken(b);
        hand_idle(b, 30);
        hand_complete(b, 0, 0, SRC, 0, 512);
        hand_idle(b, 10);
        if (own)
            hand_read(b, 0, 0, NEXT, 512);
        else
            hand_give(b, 1, NEXT, 512, NOTES + 16, TAG_NEXT);
        hand_idle(b, own ? 100 : 800);
        b->in.m_tlp_ok = ALL;
        hand_idle(b, 1);
        hand_shows(b, addr, own ? TAG_NEXT : TAG);
        hand_note(b, 0, NOTES, TNW_C_STATUS, 0, TAG);
        if (!own)
            hand_read(b, 1, 0, NEXT, 512);
        hand_answer(b, !own, 0, NEXT);
        hand_items(b, !own, NEXT, 0, 4);
        hand_note(b, !own, NOTES + 16, 0, 512, TAG_NEXT);
        hand_idle(b, HAND_SETTLE);
        hand_fine(b);
    }
}

/* All places taken; all of them are notified in a row. What comes now may be refused, or not; when
 * they have been free for a while its first read is due. */
static void places_of_several_notifications_are_free_in_a_while(void **state)
{
    (void)state;
    for (unsigned late = 0; late < 2; late++) {
        struct bench *b = hand_new(1);
        hand_give(b, 0, SRC, 512, NOTES, TAG);
        hand_read(b, 0, 0, SRC, 512);
        for (unsigned i = 1; i < 8; i++)
            hand_give(b, 0, NEXT, 512, NOTES + 16 * i, TAG_NEXT);
        hand_abort(b, 0);
        hand_idle(b, EFFECT);
        hand_answer(b, 0, 0, SRC);
        hand_note(b, 0, NOTES, ABORTED, 0, TAG);
        for (unsigned i = 1; i < 8; i++)
            hand_note(b, 0, NOTES + 16 * i, ABORTED, 0, TAG_NEXT);
        hand_idle(b, late ? HAND_SETTLE : 0);
        for (unsigned i = 0; i < 2; i++)
            give(b, 0, SRC, 512, 0, NOTES, TAG);
        hand_taken(b);
        hand_idle(b, 800);
        if (late) {
            hand_fails(b, "TNW-LAT-8");
            continue;
        }
        no_verdict(b);
        assert_int_equal(tn_tnw_get_watch_unsure(b->watch), 1);
        bench_free(b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_descriptor_behind_the_one_in_work_makes_no_read),
        cmocka_unit_test(one_in_work_at_the_effect_may_have_begun_a_read),
        cmocka_unit_test(a_read_that_was_begun_leaves_though_late),
        cmocka_unit_test(the_bit_of_a_timeout_is_set_when_a_read_timed_out),
        cmocka_unit_test(only_an_error_before_the_effect_may_stand_without_32),
        cmocka_unit_test(an_error_that_came_too_late_is_a_timeout),
        cmocka_unit_test(an_end_is_due_though_its_read_may_have_timed_out),
        cmocka_unit_test(what_may_have_timed_out_goes_on_or_ends),
        cmocka_unit_test(a_second_one_changes_nothing),
        cmocka_unit_test(an_answer_of_status_never_passes_a_notification_it_tells_of),
        cmocka_unit_test(a_link_has_one_notification_in_the_row),
        cmocka_unit_test(the_next_notification_follows_the_one_before),
        cmocka_unit_test(a_notification_waits_for_posted_credit),
        cmocka_unit_test(reads_wait_behind_an_answer_by_way_of_a_notification),
        cmocka_unit_test(places_of_several_notifications_are_free_in_a_while),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
