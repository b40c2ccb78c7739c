/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The judge of Nget on its notifications in the row, and what waits for them (tnw_pi.md section 3),
 * pins by hand: each way that the page allows, and beside it those that it does not.
 */
#include "tnw_get_hand.h"

#define WRITE 0x9000ull

enum {
    EFFECT = 28, /* of ABORT, for certain */
    ABORTED = TNW_C_ABORT,
    NO_P = 6, /* m_tlp_ok */
    NO_CPL = 3,
    ALL = 7
};

static void an_answer_of_status_never_passes_a_notification_it_tells_of(void **state)
{
    (void)state;
    for (unsigned there = 0; there < 2; there++) {
        const unsigned addr = tn_tnw_get_addr(0, TN_TNW_GET_STATUS);
        struct bench *b = hand_new(1);
        hand_give(b, 0, HAND_SRC, 512, NOTES, HAND_TAG);
        hand_read(b, 0, 0, HAND_SRC, 512);
        hand_answer(b, 0, 0, HAND_SRC);
        hand_items(b, 0, HAND_SRC, 0, 4);
        ask_reg(b, addr);
        hand_taken(b);
        hand_shows(b, addr, there | (8 - there) << 8);
        if (!there) {
            hand_fails(b, "TNW-PI-15");
            continue;
        }
        hand_note(b, 0, NOTES, 0, 512, HAND_TAG);
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
        struct bench *b = hand_two();
        hand_answer(b, 0, 0, HAND_SRC);
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
                hand_note(b, 0, NOTES + 16 * order[k][i], ABORTED, 0,
                          order[k][i] ? HAND_TAG_NEXT : HAND_TAG);
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
        struct bench *b = hand_two();
        hand_answer(b, 0, 0, HAND_SRC);
        b->in.inj_ok = 0;
        hand_abort(b, 0);
        hand_idle(b, EFFECT);
        hand_note(b, 0, NOTES, ABORTED, 0, HAND_TAG);
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
        hand_note(b, 0, NOTES + 16, ABORTED, 0, HAND_TAG_NEXT);
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
        hand_give(b, 0, HAND_SRC, 512, NOTES, HAND_TAG);
        hand_read(b, 0, 0, HAND_SRC, 512);
        b->in.m_tlp_ok = held ? NO_P : ALL;
        hand_complete(b, 0, 0, HAND_SRC, 0, 512);
        hand_idle(b, 800);
        b->in.m_tlp_ok = ALL;
        hand_idle(b, 1);
        hand_note(b, 0, NOTES, TNW_C_STATUS, 0, HAND_TAG);
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
        hand_give(b, 0, HAND_SRC, 512, NOTES, HAND_TAG);
        hand_read(b, 0, 0, HAND_SRC, 512);
        if (own)
            hand_give(b, 0, HAND_NEXT, 512, NOTES + 16, HAND_TAG_NEXT);
        b->in.m_tlp_ok = NO_CPL;
        ask_reg(b, addr);
        hand_taken(b);
        hand_idle(b, 30);
        hand_complete(b, 0, 0, HAND_SRC, 0, 512);
        hand_idle(b, 10);
        if (own)
            hand_read(b, 0, 0, HAND_NEXT, 512);
        else
            hand_give(b, 1, HAND_NEXT, 512, NOTES + 16, HAND_TAG_NEXT);
        hand_idle(b, own ? 100 : 800);
        b->in.m_tlp_ok = ALL;
        hand_idle(b, 1);
        hand_shows(b, addr, own ? HAND_TAG_NEXT : HAND_TAG);
        hand_note(b, 0, NOTES, TNW_C_STATUS, 0, HAND_TAG);
        if (!own)
            hand_read(b, 1, 0, HAND_NEXT, 512);
        hand_answer(b, !own, 0, HAND_NEXT);
        hand_items(b, !own, HAND_NEXT, 0, 4);
        hand_note(b, !own, NOTES + 16, 0, 512, HAND_TAG_NEXT);
        hand_idle(b, HAND_SETTLE);
        hand_fine(b);
    }
}

/* All places taken; all of them are notified in a row. What comes now may be refused, or not; when
 * they have been free for a while its first read is due. */
static void places_of_several_notifications_are_free_in_a_while(void **state)
{
    (void)state;
    for (unsigned k = 0; k < 3; k++) {
        const bool late = k == 2;
        struct bench *b = hand_new(1);
        hand_give(b, 0, HAND_SRC, 512, NOTES, HAND_TAG);
        hand_read(b, 0, 0, HAND_SRC, 512);
        for (unsigned i = 1; i < 8; i++)
            hand_give(b, 0, HAND_NEXT, 512, NOTES + 16 * i, HAND_TAG_NEXT);
        hand_abort(b, 0);
        hand_idle(b, EFFECT);
        hand_answer(b, 0, 0, HAND_SRC);
        hand_note(b, 0, NOTES, ABORTED, 0, HAND_TAG);
        for (unsigned i = 1; i < 8; i++)
            hand_note(b, 0, NOTES + 16 * i, ABORTED, 0, HAND_TAG_NEXT);
        hand_idle(b, late ? HAND_SETTLE : 0);
        for (unsigned i = 0; i < 2; i++)
            give(b, 0, HAND_SRC, 512, 0, NOTES, HAND_TAG);
        hand_taken(b);
        if (k == 1)
            hand_read(b, 0, 0, HAND_SRC, 512);
        hand_idle(b, 800);
        if (late) {
            hand_fails(b, "TNW-LAT-8");
            continue;
        }
        no_verdict(b);
        assert_int_equal(tn_tnw_get_judge_unsure(b->judge), 1);
        bench_free(b);
    }
}

/* Writes come without a gap. The first leaves at once and a later one takes its 12 cycles, which
 * the page allows; gaps of 7 cycles each, that no write needs for itself, are slower than the
 * page's 9 cycles a packet. */
static void a_row_of_writes_may_fall_back_by_12_cycles_once(void **state)
{
    enum { ROW = 4 };
    static const struct {
        unsigned gap[ROW];
        bool fine;
    } rows[] = {{{0, 0, 11, 0}, true}, {{0, 7, 7, 0}, false}};
    (void)state;
    for (unsigned k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct bench *b = hand_new(1);
        hand_m_wr(b, WRITE);
        b->in.m_wr_valid = true; /* the same write again, in every cycle */
        for (unsigned i = 0; i < ROW; i++) {
            if (rows[k].gap[i])
                hand_idle(b, rows[k].gap[i]);
            hand_write(b, WRITE);
        }
        if (rows[k].fine)
            hand_fine(b);
        else
            hand_fails(b, "TNW-LAT-6");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_row_of_writes_may_fall_back_by_12_cycles_once),
        cmocka_unit_test(an_answer_of_status_never_passes_a_notification_it_tells_of),
        cmocka_unit_test(a_link_has_one_notification_in_the_row),
        cmocka_unit_test(the_next_notification_follows_the_one_before),
        cmocka_unit_test(a_notification_waits_for_posted_credit),
        cmocka_unit_test(reads_wait_behind_an_answer_by_way_of_a_notification),
        cmocka_unit_test(places_of_several_notifications_are_free_in_a_while),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
