/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The judge of a serial link's line: silent on lines as checkers/exanet/spec/exa_link.md wants
 * them, and naming the rule of each that is wrong.
 */
#include "exa_link_judge_fixture.h"

static void a_right_line_is_never_blamed(void **state)
{
    struct line *l = *state;
    struct tn_rng r;
    tn_rng_seed(&r, 8, 0);
    for (unsigned i = 0; i < 2000; i++) {
        struct words s = write_of((unsigned)tn_rng_below(&r, 257), (uint8_t)i);
        take(l, s.w, s.n);
        for (unsigned j = 0; j < s.n; j++) {
            send(l, &s.w[j], 1);
            idles(l, (unsigned)tn_rng_below(&r, 3), false);
        }
        separator(l);
        idles(l, (unsigned)tn_rng_below(&r, 100), false);
    }
    assert_int_equal(l->judged.n, 0);
    assert_int_equal(tn_exl_judge_left(l->w), 0);
    assert_int_equal(tn_exl_judge_count(l->w, 0x400), 2000);
    assert_true(tn_exl_judge_asked(l->w, "EXL-FRM-1") > 2000);
    assert_true(tn_exl_judge_asked(l->w, "EXL-TX-2") == 2000);
    assert_true(tn_exl_judge_asked(l->w, "EXL-NFC-4") > 1000);
}

static void a_frame_ends_by_its_header_its_footer_or_the_next_header(void **state)
{
    struct line *l = *state;
    struct words h = header_only(there, 0, 1), bad = header_only(there, 0, 2), a = write_of(16, 1);
    struct tn_exa_word stray = word(TN_EXA_PLD, 3);
    bad.w[0].data[0] ^= 1;
    take(l, h.w, 1);
    take(l, &stray, 1); /* taken, counted, not sent */
    take(l, bad.w, 1);
    take(l, a.w, 2);
    take(l, a.w, a.n); /* a header in the midst of the one before */
    send(l, h.w, 1);
    separator(l);
    send(l, bad.w, 1);
    separator(l);
    send(l, a.w, 2);
    separator(l);
    send(l, a.w, a.n);
    separator(l);
    idles(l, 5, false);
    assert_int_equal(l->judged.n, 0);
    assert_int_equal(tn_exl_judge_count(l->w, 0x400), 4);
    assert_int_equal(tn_exl_judge_count(l->w, 0x404), 1);
}

static void a_separator_too_early_is_blamed(void **state)
{
    struct line *l = *state;
    struct words a = write_of(16, 1);
    take(l, a.w, a.n);
    send(l, a.w, 2);
    separator(l);
    blames(l, "EXL-TX-2");
}

static void a_missing_separator_is_blamed(void **state)
{
    struct line *l = *state;
    struct words a = write_of(16, 1);
    take(l, a.w, a.n);
    take(l, a.w, a.n);
    send(l, a.w, a.n);
    send(l, a.w, 1);
    blames(l, "EXL-FRM-1");
}

static void words_that_were_not_taken_are_blamed(void **state)
{
    struct line *l = *state;
    struct words a = write_of(16, 1);
    send(l, a.w, 1);
    blames(l, "EXL-FRM-1");
}

static void a_wrong_second_half_is_blamed(void **state)
{
    struct line *l = *state;
    struct words a = write_of(16, 1);
    take(l, a.w, a.n);
    a.w[0].data[12] ^= 1;
    send(l, a.w, 1);
    blames(l, "EXL-FRM-1");
}

static void blocks_out_of_form_are_blamed(void **state)
{
    const struct {
        unsigned head;
        uint64_t data;
    } wrong[] = {{0, 0x78}, {3, 0x78}, {2, 0xe1}, {2, 0x011e}, {2, 0x10078}, {2, 0x01aa}, {2, 0}};
    (void)state;
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        void *own;
        setup(&own);
        struct line *l = own;
        raw(l, wrong[i].head, wrong[i].data);
        blames(l, "EXL-BLK-1");
        teardown(&own);
    }
}

static void nr_is_said_without_lock_alone(void **state)
{
    struct line *l = *state;
    idles(l, 20, false);
    assert_int_equal(l->judged.n, 0);
    idles(l, 1, true);
    blames(l, "EXL-BLK-1");
}

static void another_scrambler_start_is_blamed(void **state)
{
    struct tn_exl_judge_params p;
    struct line l = {0};
    (void)state;
    tn_exl_judge_defaults(&p);
    l.w = tn_exl_judge_new(&p, first_verdict, &l.judged); /* a scrambler that begins with zeros */
    raw(&l, TN_EXL_CONTROL, tn_exl_idle(true).data);
    blames(&l, "EXL-SCR-1");
    tn_exl_judge_free(l.w);
    /* in the midst of a line the first block tells nothing */
    p.from_reset = p.words = false;
    l = (struct line){0};
    l.w = tn_exl_judge_new(&p, first_verdict, &l.judged);
    raw(&l, TN_EXL_CONTROL, tn_exl_idle(true).data);
    raw(&l, TN_EXL_DATA, 1);
    separator(&l);
    raw(&l, TN_EXL_DATA, 1);
    raw(&l, TN_EXL_DATA, 2);
    separator(&l);
    assert_int_equal(l.judged.n, 0);
    raw(&l, TN_EXL_DATA, 1);
    separator(&l);
    blames(&l, "EXL-FRM-1");
    tn_exl_judge_free(l.w);
}

static void a_word_after_xoff_is_blamed(void **state)
{
    struct line *l = *state;
    struct words a = write_of(16, 1);
    take(l, a.w, a.n);
    send(l, a.w, 1);
    tn_exl_judge_side(l->w, true, true, true);
    send(l, a.w + 1, 1); /* not yet known at the line */
    idles(l, REACT - 3, false);
    send(l, a.w + 2, 1); /* two blocks for the word before, and the last that may begin */
    assert_int_equal(l->judged.n, 0);
    take(l, a.w, a.n);
    separator(l);
    send(l, a.w, 1);
    blames(l, "EXL-NFC-3");
}

static void the_second_half_and_separators_still_go(void **state)
{
    struct line *l = *state;
    struct words a = write_of(0, 1);
    take(l, a.w, a.n);
    send(l, a.w, 1);
    struct tn_exl_block b[3];
    tn_exl_frame(a.w + 1, 1, b);
    block(l, b[0]);
    tn_exl_judge_side(l->w, true, true, true);
    idles(l, 20, false);
    block(l, b[1]);
    separator(l);
    assert_int_equal(l->judged.n, 0);
}

static void a_frame_without_an_empty_one_before_is_blamed_after_readiness(void **state)
{
    struct line *l = *state;
    struct words a = write_of(0, 1);
    for (unsigned i = 0; i < 2; i++) {
        take(l, a.w, a.n);
        send(l, a.w, a.n);
        separator(l);
        assert_int_equal(l->judged.n, 0);
        tn_exl_judge_side(l->w, true, false, false);
        idles(l, 20, false);
        tn_exl_judge_side(l->w, true, true, false);
        if (i == 0)
            separator(l);
    }
    take(l, a.w, a.n);
    send(l, a.w, 1);
    blames(l, "EXL-FRM-1");
}

/* Readiness comes amid a frame for two blocks, which the sender sees some blocks later: the frame's separator is in time. */
static void a_frame_behind_readiness_that_came_for_a_moment_is_not_blamed(void **state)
{
    struct line *l = *state;
    struct words a = write_of(0, 1);
    take(l, a.w, a.n);
    take(l, a.w, a.n);
    send(l, a.w, a.n);
    tn_exl_judge_side(l->w, true, false, false);
    l->empties = false;
    idles(l, 3 * REACT, false);
    tn_exl_judge_side(l->w, true, true, false);
    idles(l, 2, false);
    tn_exl_judge_side(l->w, true, false, false);
    idles(l, REACT / 2, false);
    separator(l);
    send(l, a.w, 1);
    assert_int_equal(l->judged.n, 0);
}

static void an_empty_frame_without_reason_is_blamed(void **state)
{
    struct line *l = *state;
    struct words a = write_of(0, 1);
    take(l, a.w, a.n);
    send(l, a.w, a.n);
    separator(l);
    nfc(l);
    separator(l); /* nothing is there to send: with the refresh */
    assert_int_equal(l->judged.n, 0);
    idles(l, 20, false);
    separator(l);
    blames(l, "EXL-FRM-1");
}

static void an_empty_frame_while_words_wait_is_blamed(void **state)
{
    struct line *l = *state;
    struct words a = write_of(256, 1);
    take(l, a.w, a.n);
    send(l, a.w, a.n);
    separator(l);
    for (unsigned i = 0; i < 4; i++)
        take(l, a.w, a.n);
    idles(l, 8, false);
    nfc(l);
    separator(l);
    blames(l, "EXL-FRM-1");
}

/* The line's clock has not ticked since: its side cannot know of them. */
static void an_empty_frame_is_right_when_words_came_while_the_line_stood(void **state)
{
    struct line *l = *state;
    struct words a = write_of(256, 1);
    take(l, a.w, a.n);
    send(l, a.w, a.n);
    separator(l);
    for (unsigned i = 0; i < 4; i++)
        take(l, a.w, a.n);
    nfc(l);
    separator(l);
    for (unsigned i = 0; i < 4; i++) {
        send(l, a.w, a.n);
        separator(l);
    }
    assert_int_equal(l->judged.n, 0);
}

static void a_refresh_without_its_empty_frame_is_blamed(void **state)
{
    struct line *l = *state;
    tn_exl_judge_side(l->w, true, true, true);
    idles(l, 200, false);
    blames(l, "EXL-FRM-1");
}

static void a_refresh_too_late_is_blamed(void **state)
{
    struct line *l = *state;
    while (l->since_nfc < REFRESH)
        raw(l, TN_EXL_CONTROL, tn_exl_idle(false).data);
    assert_int_equal(l->judged.n, 0);
    raw(l, TN_EXL_CONTROL, tn_exl_idle(false).data);
    blames(l, "EXL-NFC-4");
}

static void nfc_that_the_fifo_did_not_ask_for_is_blamed(void **state)
{
    struct line *l = *state;
    tn_exl_judge_wish(l->w, TN_EXL_XON);
    idles(l, 20, false);
    l->xoff = true;
    nfc(l);
    blames(l, "EXL-NFC-1");
}

static void an_open_wish_blames_neither(void **state)
{
    struct line *l = *state;
    tn_exl_judge_wish(l->w, TN_EXL_EITHER);
    for (unsigned i = 0; i < 10; i++) {
        idles(l, 20, false);
        l->xoff = i % 2;
        nfc(l);
    }
    assert_int_equal(l->judged.n, 0);
    tn_exl_judge_wish(l->w, TN_EXL_XOFF); /* as it is sent */
    idles(l, 300, false);
    assert_int_equal(l->judged.n, 0);
}

static void a_word_before_the_nfc_is_blamed(void **state)
{
    struct line *l = *state;
    struct words a = write_of(0, 1);
    take(l, a.w, a.n);
    tn_exl_judge_wish(l->w, TN_EXL_XOFF);
    idles(l, REACT, false);
    send(l, a.w, 1);
    blames(l, "EXL-NFC-2");
}

static void a_wish_that_is_never_told_is_blamed(void **state)
{
    struct line *l = *state;
    tn_exl_judge_wish(l->w, TN_EXL_XOFF);
    for (unsigned i = 0; i < 100; i++)
        raw(l, TN_EXL_CONTROL, i % 40 ? tn_exl_idle(false).data : tn_exl_nfc(false).data);
    assert_true(tn_exl_judge_failed(l->w, "EXL-NFC-1") > 0);
}

/* Readies with n words held: the verdict, or none. */
static void readies(unsigned n, unsigned ready, bool wrong)
{
    void *state;
    setup(&state);
    struct line *l = state;
    struct words a = write_of(256, 1), h = header_only(there, 0, 1);
    for (; n >= a.n; n -= a.n)
        take(l, a.w, a.n);
    while (n--)
        take(l, h.w, 1);
    tn_exl_judge_ready(l->w, ready, 0);
    assert_int_equal(l->judged.n, wrong);
    if (wrong)
        blames(l, "EXL-TX-1");
    teardown(&state);
}

static void readies_go_by_the_room(void **state)
{
    (void)state; /* 256 words, give or take 24; a header needs 18 */
    readies(256 - 18 + 24, 7, false);
    readies(256 - 18 + 25, 7, true);
    readies(256 - 18 + 25, 6, false);
    readies(0, 1, true);
    readies(0, 3, true);
    readies(0, 5, true);
    readies(0, 6, false);
    readies(231, 0, true);
    readies(232, 0, false);
}

#define T(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        T(a_right_line_is_never_blamed),
        T(a_frame_ends_by_its_header_its_footer_or_the_next_header),
        T(a_separator_too_early_is_blamed),
        T(a_missing_separator_is_blamed),
        T(words_that_were_not_taken_are_blamed),
        T(a_wrong_second_half_is_blamed),
        T(blocks_out_of_form_are_blamed),
        T(nr_is_said_without_lock_alone),
        T(another_scrambler_start_is_blamed),
        T(a_word_after_xoff_is_blamed),
        T(the_second_half_and_separators_still_go),
        T(a_frame_without_an_empty_one_before_is_blamed_after_readiness),
        T(a_frame_behind_readiness_that_came_for_a_moment_is_not_blamed),
        T(an_empty_frame_without_reason_is_blamed),
        T(an_empty_frame_while_words_wait_is_blamed),
        T(an_empty_frame_is_right_when_words_came_while_the_line_stood),
        T(a_refresh_without_its_empty_frame_is_blamed),
        T(a_refresh_too_late_is_blamed),
        T(nfc_that_the_fifo_did_not_ask_for_is_blamed),
        T(an_open_wish_blames_neither),
        T(a_word_before_the_nfc_is_blamed),
        T(a_wish_that_is_never_told_is_blamed),
        T(readies_go_by_the_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
