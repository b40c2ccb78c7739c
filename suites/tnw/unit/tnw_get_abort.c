/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The judge of Nget on what ABORT ends (tnw_pi.md section 5), pins by hand: each way that
 * the page allows, and beside it those that it does not.
 */
#include "tnw_get_hand.h"


enum {
    EFFECT = 28, /* 24 behind its TLP; until 4 behind that a read may be begun */
    ABORTED = TNW_C_ABORT,
    NO_NP = 5, /* m_tlp_ok */
    ALL = 7
};

static void both_noted(struct bench *b)
{
    hand_note(b, 0, NOTES, ABORTED, 0, HAND_TAG);
    hand_note(b, 0, NOTES + 16, ABORTED, 0, HAND_TAG_NEXT);
    hand_idle(b, HAND_SETTLE);
}

static void a_descriptor_behind_the_one_in_work_makes_no_read(void **state)
{
    (void)state;
    for (unsigned k = 0; k < 3; k++) {
        struct bench *b = hand_two();
        hand_abort(b, 0);
        hand_idle(b, EFFECT);
        hand_answer(b, 0, 0, HAND_SRC);
        if (k == 0) {
            both_noted(b);
            hand_fine(b);
            continue;
        }
        hand_idle(b, 10);
        if (k == 1)
            hand_note(b, 0, NOTES, ABORTED, 0, HAND_TAG);
        hand_read(b, 0, 0, HAND_NEXT, 512);
        hand_fails(b, "TNW-GET-7");
    }
}

/* The last item of the one before was over when ABORT came: now the next one is in work. */
static void one_in_work_at_the_effect_may_have_begun_a_read(void **state)
{
    (void)state;
    struct bench *b = hand_two();
    hand_answer(b, 0, 0, HAND_SRC);
    hand_items(b, 0, HAND_SRC, 0, 4);
    hand_abort(b, 0);
    hand_note(b, 0, NOTES, 0, 512, HAND_TAG);
    hand_idle(b, 10);
    hand_read(b, 0, 0, HAND_NEXT, 512);
    hand_idle(b, HAND_SETTLE);
    hand_answer(b, 0, 0, HAND_NEXT);
    hand_note(b, 0, NOTES + 16, ABORTED, 0, HAND_TAG_NEXT);
    hand_idle(b, HAND_SETTLE);
    hand_fine(b);
}

/* m_tlp_ok kept it from leaving; where nothing did, it was begun too late. */
static void a_read_that_was_begun_leaves_though_late(void **state)
{
    (void)state;
    for (unsigned free = 0; free < 2; free++) {
        struct bench *b = hand_new(1);
        hand_give(b, 0, HAND_SRC, 2048, NOTES, HAND_TAG);
        hand_read(b, 0, 0, HAND_SRC, 512);
        b->in.m_tlp_ok = free ? ALL : NO_NP;
        hand_abort(b, 0);
        hand_idle(b, 100);
        b->in.m_tlp_ok = ALL;
        hand_idle(b, 1);
        hand_read(b, 0, 1, HAND_SRC + 512, 512);
        if (free) {
            hand_fails(b, "TNW-GET-7");
            continue;
        }
        hand_idle(b, 10);
        hand_answer(b, 0, 1, HAND_SRC + 512);
        hand_answer(b, 0, 0, HAND_SRC);
        hand_note(b, 0, NOTES, ABORTED, 0, HAND_TAG);
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
        hand_give(b, 0, HAND_SRC, 512, NOTES, HAND_TAG);
        const uint64_t at = b->cycle;
        hand_read(b, 0, 0, HAND_SRC, 512);
        hand_idle(b, 20);
        hand_abort(b, 0);
        hand_until(b, at + row[k].after);
        hand_note(b, 0, NOTES, row[k].cause, 0, HAND_TAG);
        if (row[k].right)
            hand_fine(b);
        else
            hand_fails(b, "TNW-GET-7");
    }
}

/* The read's time is over behind ABORT's effect, or could be before. */
static void a_timeout_behind_the_effect_stands_beside_32(void **state)
{
    (void)state;
    for (unsigned k = 0; k < 3; k++) {
        struct bench *b = hand_new(1);
        hand_give(b, 0, HAND_SRC, 512, NOTES, HAND_TAG);
        const uint64_t at = b->cycle;
        hand_read(b, 0, 0, HAND_SRC, 512);
        hand_until(b, at + HAND_TMO - (k == 2 ? 20 : 40));
        hand_abort(b, 0);
        hand_until(b, at + HAND_TMO + 20);
        hand_note(b, 0, NOTES, TNW_C_TIMEOUT | (k == 0 ? ABORTED : 0), 0, HAND_TAG);
        if (k == 1)
            hand_fails(b, "TNW-GET-7");
        else
            hand_fine(b);
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
        hand_give(b, 0, HAND_SRC, 1024, NOTES, HAND_TAG);
        hand_read(b, 0, 0, HAND_SRC, 512);
        hand_read(b, 0, 1, HAND_SRC + 512, 512);
        if (!row[k].before)
            hand_abort(b, 0);
        hand_idle(b, EFFECT);
        hand_complete(b, 0, 0, HAND_SRC, 0, 512);
        hand_idle(b, EFFECT);
        if (row[k].before)
            hand_abort(b, 0);
        hand_idle(b, EFFECT);
        hand_answer(b, 0, 1, HAND_SRC + 512);
        hand_idle(b, 10);
        hand_note(b, 0, NOTES, row[k].cause, 0, HAND_TAG);
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
        hand_give(b, 0, HAND_SRC, 512, NOTES, HAND_TAG);
        const uint64_t at = b->cycle;
        hand_read(b, 0, 0, HAND_SRC, 512);
        hand_abort(b, 0);
        hand_until(b, at + HAND_TMO - 2);
        hand_complete(b, 0, 0, HAND_SRC, 0, 512);
        hand_idle(b, 10);
        hand_note(b, 0, NOTES, cause[k], 0, HAND_TAG);
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
        hand_give(b, 0, HAND_SRC, 512, NOTES, HAND_TAG);
        const uint64_t at = b->cycle;
        hand_read(b, 0, 0, HAND_SRC, 512);
        hand_abort(b, 0);
        hand_until(b, at + HAND_TMO - 4);
        hand_answer(b, 0, 0, HAND_SRC);
        hand_idle(b, HAND_WORK + 20);
        if (noted) {
            hand_note(b, 0, NOTES, ABORTED | (noted == 2 ? TNW_C_TIMEOUT : 0), 0, HAND_TAG);
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
        hand_give(b, 0, HAND_SRC, 512, NOTES, HAND_TAG);
        const uint64_t at = b->cycle;
        hand_read(b, 0, 0, HAND_SRC, 512);
        hand_until(b, at + HAND_TMO - 4);
        hand_answer(b, 0, 0, HAND_SRC);
        hand_idle(b, k ? 600 : 700);
        if (k == 1)
            hand_items(b, 0, HAND_SRC, 0, 4);
        if (k)
            hand_note(b, 0, NOTES, k == 1 ? 0 : TNW_C_TIMEOUT, k == 1 ? 512 : 0, HAND_TAG);
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
        hand_give(b, 0, HAND_SRC, 1024, NOTES, HAND_TAG);
        hand_read(b, 0, 0, HAND_SRC, 512);
        hand_read(b, 0, 1, HAND_SRC + 512, 512);
        b->in.inj_ok = 0;
        hand_answer(b, 0, 0, HAND_SRC);
        hand_abort(b, 0);
        hand_idle(b, 50);
        hand_abort(b, 0);
        b->in.inj_ok = 0x3f;
        if (sent) {
            hand_items(b, 0, HAND_SRC, 0, 1);
            hand_fails(b, "TNW-GET-7");
            continue;
        }
        hand_answer(b, 0, 1, HAND_SRC + 512);
        hand_note(b, 0, NOTES, ABORTED, 0, HAND_TAG);
        hand_idle(b, HAND_SETTLE);
        hand_fine(b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_descriptor_behind_the_one_in_work_makes_no_read),
        cmocka_unit_test(one_in_work_at_the_effect_may_have_begun_a_read),
        cmocka_unit_test(a_read_that_was_begun_leaves_though_late),
        cmocka_unit_test(the_bit_of_a_timeout_is_set_when_a_read_timed_out),
        cmocka_unit_test(a_timeout_behind_the_effect_stands_beside_32),
        cmocka_unit_test(only_an_error_before_the_effect_may_stand_without_32),
        cmocka_unit_test(an_error_that_came_too_late_is_a_timeout),
        cmocka_unit_test(an_end_is_due_though_its_read_may_have_timed_out),
        cmocka_unit_test(what_may_have_timed_out_goes_on_or_ends),
        cmocka_unit_test(a_second_one_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
