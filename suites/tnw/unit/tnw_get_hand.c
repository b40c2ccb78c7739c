/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What tnw_pi.md leaves open in Nget blames nobody, whichever way a block goes: pins by hand. Each
 * case is one in which the judge was wrong once (traces/findings.md), with the way beside it that
 * it must blame.
 */
#include "tnw_get_hand.h"

#define SRC 0x1000ull

/* Section 5: busy until its bytes have been injected. The first read has 16 bytes, beat 0 of the
 * first item; both slots are busy before. */
static void a_slot_is_free_once_its_last_bytes_are_injected_amid_an_item(void **state)
{
    (void)state;
    for (unsigned beats = 0; beats < 2; beats++) {
        struct bench *b = hand_new(1);
        hand_give(b, 2, SRC + 0x1f0, 1152, NOTES, 8);
        hand_read(b, 2, 0, SRC + 0x1f0, 16);
        hand_read(b, 2, 1, SRC + 0x200, 512);
        hand_complete(b, 2, 0, SRC + 0x1f0, 16, 16);
        hand_answer(b, 2, 1, SRC + 0x200);
        hand_idle(b, HAND_WORK);
        hand_beats(b, 2, 0, 0, SRC + 0x1f0, 0, beats);
        hand_read(b, 2, 0, SRC + 0x400, 512);
        if (beats == 0) {
            hand_fails(b, "TNW-PI-14");
            continue;
        }
        hand_beats(b, 2, 0, 0, SRC + 0x1f0, beats, 8 - beats);
        hand_items(b, 2, SRC + 0x1f0, 1, 3); /* the last whole one of read 1 */
        hand_idle(b, HAND_SETTLE);
        hand_answer(b, 2, 0, SRC + 0x400);
        hand_items(b, 2, SRC + 0x1f0, 4, 1);
        hand_read(b, 2, 1, SRC + 0x600, 112);
        hand_complete(b, 2, 1, SRC + 0x600, 112, 112);
        hand_idle(b, HAND_WORK);
        hand_items(b, 2, SRC + 0x1f0, 5, 4);
        hand_note(b, 2, NOTES, 0, 1152, 8);
        hand_idle(b, HAND_SETTLE);
        hand_fine(b);
    }
}

/* The last completion comes with CPL_TMO's end: in time or not. This block says in time, and goes
 * on; another_ones_error: beside it came one that is an error for certain. */
static void reads_go_on_behind_an_error_that_was_none(void **state)
{
    (void)state;
    for (unsigned error = 0; error < 2; error++) {
        struct bench *b = hand_new(1);
        hand_give(b, 0, SRC, 2048, NOTES, 8);
        const uint64_t at = b->cycle;
        hand_read(b, 0, 0, SRC, 512);
        hand_read(b, 0, 1, SRC + 512, 512);
        hand_until(b, at + 20);
        if (error)
            hand_complete(b, 0, 1, SRC + 512, 0, 512);
        else
            hand_answer(b, 0, 1, SRC + 512);
        hand_until(b, at + HAND_TMO - 40);
        hand_complete(b, 0, 0, SRC, 256, 512);
        hand_until(b, at + HAND_TMO - 2);
        hand_complete(b, 0, 0, SRC + 256, 256, 256);
        hand_items(b, 0, SRC, 0, 4);
        hand_idle(b, HAND_SETTLE);
        hand_read(b, 0, 0, SRC + 1024, 512);
        if (error) {
            hand_fails(b, "TNW-GET-7");
            continue;
        }
        hand_items(b, 0, SRC, 4, 4);
        hand_answer(b, 0, 0, SRC + 1024);
        hand_idle(b, HAND_WORK);
        hand_read(b, 0, 1, SRC + 1536, 512);
        hand_answer(b, 0, 1, SRC + 1536);
        hand_items(b, 0, SRC, 8, 8);
        hand_note(b, 0, NOTES, 0, 2048, 8);
        hand_idle(b, HAND_SETTLE);
        hand_fine(b);
    }
}

/* A read made before the completion that is an error was worked off leaves behind it: that an
 * earlier one may have been late, too, does not make it forbidden. */
static void a_read_may_leave_just_behind_an_error(void **state)
{
    (void)state;
    for (unsigned late = 0; late < 2; late++) {
        struct bench *b = hand_new(1);
        hand_give(b, 0, SRC, 2048, NOTES, 8);
        const uint64_t at = b->cycle;
        hand_read(b, 0, 0, SRC, 512);
        hand_until(b, at + 120);
        hand_read(b, 0, 1, SRC + 512, 512);
        hand_until(b, at + HAND_TMO - 10);
        hand_answer(b, 0, 0, SRC);
        hand_items(b, 0, SRC, 0, 4);
        hand_idle(b, 20);
        hand_complete(b, 0, 1, SRC + 512, 0, 512);
        hand_idle(b, late ? HAND_SETTLE : 10);
        hand_read(b, 0, 0, SRC + 1024, 512);
        if (late) {
            hand_fails(b, "TNW-GET-7");
            continue;
        }
        hand_answer(b, 0, 0, SRC + 1024);
        hand_note(b, 0, NOTES, TNW_C_STATUS, 512, 8);
        hand_idle(b, HAND_SETTLE);
        hand_fine(b);
    }
}

/* STATUS while the first of two reads may have timed out, or not yet; and before. */
static void slots_lost_are_not_judged_while_a_read_may_have_timed_out(void **state)
{
    (void)state;
    for (unsigned k = 0; k < 3; k++) {
        const bool early = k == 2;
        struct bench *b = hand_new(1);
        hand_give(b, 0, SRC, 1024, NOTES, 8);
        const uint64_t at = b->cycle;
        hand_read(b, 0, 0, SRC, 512);
        hand_until(b, at + (early ? 60 : 120));
        hand_read(b, 0, 1, SRC + 512, 512);
        hand_until(b, at + (early ? 110 : HAND_TMO - 10));
        hand_register(b, tn_tnw_get_addr(0, TN_TNW_GET_STATUS),
                      1 | 7 << 8 | (uint32_t)(k > 0) << 16);
        if (early)
            hand_fails(b, "TNW-CNT-3");
        else
            hand_fine(b);
    }
}

/* A completion of a tag whose read was made, and waits for m_tlp_ok: it is that read's, or nobody
 * has asked for it. The engine is not judged from the read on. */
static void a_completion_may_meet_a_read_that_has_not_left(void **state)
{
    (void)state;
    for (unsigned k = 0; k < 3; k++) {
        struct bench *b = hand_new(1);
        b->in.m_tlp_ok = 5;
        hand_give(b, 0, SRC, 1024, NOTES, 8);
        hand_complete(b, 0, 0, SRC, 16, 16);
        hand_idle(b, HAND_SETTLE);
        hand_register(b, tn_tnw_get_counter(TN_TNW_GET_UNEXPECTED), k);
        if (k < 2)
            hand_register(b, tn_tnw_get_counter(TN_TNW_GET_LOST_TAGS), !k);
        if (k == 2) {
            hand_fails(b, "TNW-CNT-3");
            continue;
        }
        b->in.m_tlp_ok = 7;
        hand_idle(b, 2);
        hand_read(b, 0, 0, SRC, 512);
        hand_idle(b, HAND_SETTLE);
        no_verdict(b);
        bench_free(b);
    }
}

/* An engine that is not judged any more: one whose read met a completion while it was made. */
static struct bench *one_not_judged(void)
{
    struct bench *b = hand_new(1);
    give(b, 0, SRC, 1024, 0, NOTES, 8);
    hand_taken(b);
    hand_complete(b, 0, 0, SRC, 16, 16);
    hand_read(b, 0, 0, SRC, 512);
    assert_int_equal(tn_tnw_get_judge_unsure(b->judge), 1);
    return b;
}

static void what_an_engine_that_is_not_judged_counts_is_not_judged(void **state)
{
    (void)state;
    struct bench *b = one_not_judged();
    hand_answer(b, 0, 0, SRC); /* its own: not unexpected */
    hand_items(b, 0, SRC, 0, 4);
    hand_idle(b, HAND_SETTLE);
    hand_register(b, tn_tnw_get_counter(TN_TNW_GET_ITEMS), 4);
    hand_register(b, tn_tnw_get_counter(TN_TNW_GET_UNEXPECTED), 0);
    no_verdict(b);
    bench_free(b);
}

/* Notifications of two links at one address: the judged engine's does not stand for the other's. */
static void a_notification_of_an_engine_that_is_not_judged_is_no_others(void **state)
{
    (void)state;
    for (unsigned link = 0; link < 2; link++) {
        struct bench *b = one_not_judged();
        hand_give(b, 1, SRC, 512, NOTES, 16);
        hand_read(b, 1, 0, SRC, 512);
        hand_note(b, link, NOTES, TNW_C_WRONG, 0, 8);
        if (link) {
            hand_fails(b, "TNW-GET-6");
            continue;
        }
        hand_answer(b, 1, 0, SRC);
        hand_items(b, 1, SRC, 0, 4);
        hand_note(b, 1, NOTES, 0, 512, 16);
        hand_idle(b, HAND_SETTLE);
        no_verdict(b);
        bench_free(b);
    }
}

/* FREE_TAGS between the timeout's first cycle and its last: the slot may be free, or LOST again.
 * The notification comes behind the last (1), or before (2). */
static void a_slot_freed_while_it_may_be_lost_may_be_used(void **state)
{
    (void)state;
    for (unsigned freed = 0; freed < 3; freed++) {
        struct bench *b = hand_new(1);
        hand_give(b, 0, SRC, 1024, NOTES, 8);
        const uint64_t at = b->cycle;
        hand_read(b, 0, 0, SRC, 512);
        hand_read(b, 0, 1, SRC + 512, 512);
        hand_until(b, at + HAND_TMO + 20);
        if (freed)
            write_reg(b, tn_tnw_get_addr(0, TN_TNW_GET_FREE_TAGS), 0);
        hand_until(b, at + HAND_TMO + (freed == 2 ? 50 : HAND_LOOK + HAND_WORK + 10));
        hand_note(b, 0, NOTES, TNW_C_TIMEOUT, 0, 8);
        hand_idle(b, HAND_SETTLE);
        hand_give(b, 0, SRC, 512, NOTES, 16);
        hand_read(b, 0, 0, SRC, 512);
        if (freed)
            hand_fine(b);
        else
            hand_fails(b, "TNW-GET-9");
    }
}

/* The same, and a late completion comes when the next descriptor's read was made, and waits: it is
 * that read's, or nobody's. Made before a write, the read leaves before it. */
static void a_late_completion_may_meet_a_read_of_a_slot_that_was_freed(void **state)
{
    (void)state;
    struct bench *b = hand_new(1);
    hand_give(b, 0, SRC, 1024, NOTES, 8);
    const uint64_t at = b->cycle;
    hand_read(b, 0, 0, SRC, 512);
    hand_read(b, 0, 1, SRC + 512, 512);
    hand_until(b, at + HAND_TMO + 20);
    write_reg(b, tn_tnw_get_addr(0, TN_TNW_GET_FREE_TAGS), 0);
    hand_until(b, at + HAND_TMO + HAND_LOOK + HAND_WORK + 10);
    hand_note(b, 0, NOTES, TNW_C_TIMEOUT, 0, 8);
    hand_idle(b, HAND_SETTLE);
    b->in.m_tlp_ok = 4; /* completions alone */
    hand_give(b, 0, SRC, 512, NOTES, 16);
    hand_m_wr(b, 0x9000);
    hand_idle(b, 10);
    hand_complete(b, 0, 0, SRC, 16, 16);
    b->in.m_tlp_ok = 7;
    hand_idle(b, 1);
    hand_read(b, 0, 0, SRC, 512);
    hand_write(b, 0x9000);
    hand_idle(b, HAND_SETTLE);
    no_verdict(b);
    assert_int_equal(tn_tnw_get_judge_unsure(b->judge), 1);
    bench_free(b);
}

/* A window's item among those of engines: link 0's asks with both of its items there, link 1's with
 * its own. After engine 0 (48) comes engine 1 (49), then windows, then engine 0 again. */
static void engines_and_windows_take_turns(void **state)
{
    static const struct {
        int first, second, third; /* link of an engine, or -1: window 2 of link 3 */
        bool right;
    } row[] = {{0, 1, -1, true}, {0, 1, 0, true},  {0, -1, 1, false},
               {0, 0, 1, false}, {-1, 0, 1, true}, {-1, 1, 0, false}};
    (void)state;
    for (unsigned k = 0; k < sizeof row / sizeof *row; k++) {
        const int order[] = {row[k].first, row[k].second, row[k].third};
        const uint8_t data[64] = {0};
        unsigned sent[2] = {0};
        struct tn_tlp t = {.first_be = BE_ALL, .last_be = BE_ALL, .addr = BAR2 + (26u << 20)};
        struct bench *b = hand_new(1);
        tn_tlp_set_kind(&t, TN_TLP_MWR, 0);
        send(b, &t, data, sizeof data);
        hand_give(b, 0, SRC, 512, NOTES, 8);
        hand_read(b, 0, 0, SRC, 512);
        hand_give(b, 1, SRC + 1024, 512, NOTES + 16, 16);
        hand_read(b, 1, 0, SRC + 1024, 512);
        b->in.inj_ok = 0;
        hand_answer(b, 0, 0, SRC);
        hand_answer(b, 1, 0, SRC + 1024);
        hand_idle(b, HAND_SETTLE);
        b->in.inj_ok = 0x3f;
        hand_idle(b, 6);
        for (unsigned i = 0; i < 3; i++)
            if (order[i] < 0)
                hand_beats(b, 3, 2, 0, SRC, 0, 8);
            else
                hand_items(b, (unsigned)order[i], SRC + 1024 * (unsigned)order[i], sent[order[i]]++,
                           1);
        assert_true(tn_tnw_get_judge_asked(b->judge, "TNW-ARB-2") > 0);
        if (row[k].right)
            hand_fine(b);
        else
            hand_fails(b, "TNW-ARB-2");
    }
}

/* Engines that ask for all of the time between. */
static void items_follow_each_other_when_engines_ask(void **state)
{
    (void)state;
    for (unsigned gap = 0; gap < 4; gap++) {
        struct bench *b = hand_new(1);
        for (unsigned l = 0; l < 3; l++) {
            hand_give(b, l, SRC + 1024 * l, 512, NOTES + 16 * l, 8);
            hand_read(b, l, 0, SRC + 1024 * l, 512);
        }
        b->in.inj_ok = 0;
        for (unsigned l = 0; l < 3; l++)
            hand_answer(b, l, 0, SRC + 1024 * l);
        hand_idle(b, HAND_SETTLE);
        b->in.inj_ok = 0x3f;
        hand_idle(b, 20);
        hand_items(b, 0, SRC, 0, 1);
        hand_idle(b, gap);
        hand_items(b, 1, SRC + 1024, 0, 1);
        if (gap <= 2)
            hand_fine(b);
        else
            hand_fails(b, "TNW-ARB-2");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_slot_is_free_once_its_last_bytes_are_injected_amid_an_item),
        cmocka_unit_test(reads_go_on_behind_an_error_that_was_none),
        cmocka_unit_test(a_read_may_leave_just_behind_an_error),
        cmocka_unit_test(slots_lost_are_not_judged_while_a_read_may_have_timed_out),
        cmocka_unit_test(a_completion_may_meet_a_read_that_has_not_left),
        cmocka_unit_test(what_an_engine_that_is_not_judged_counts_is_not_judged),
        cmocka_unit_test(a_notification_of_an_engine_that_is_not_judged_is_no_others),
        cmocka_unit_test(a_slot_freed_while_it_may_be_lost_may_be_used),
        cmocka_unit_test(a_late_completion_may_meet_a_read_of_a_slot_that_was_freed),
        cmocka_unit_test(engines_and_windows_take_turns),
        cmocka_unit_test(items_follow_each_other_when_engines_ask),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
