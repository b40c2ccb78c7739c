/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The model of the serial link's receiver against checkers/exanet/spec/exa_link.md, sentence by
 * sentence: what it must hand on, what it may, and what it counts.
 */
#include "exa_link_rx_fixture.h"

static void frames_are_handed_on_whole_and_in_order(void **state)
{
    struct line *l = *state;
    struct words a = write_of(40, 1), b = write_of(0, 2), c = header_only(there, 64, 3);
    open(l, a.w, 2);
    block(l, tn_exl_idle(false)); /* may stand between any two */
    block(l, tn_exl_nfc(true));
    open(l, a.w + 2, a.n - 2);
    block(l, tn_exl_separator());
    block(l, tn_exl_separator()); /* an empty frame means nothing */
    frame(l, &b);
    frame(l, &c);
    assert_int_equal(tn_exl_rx_left(l->m), 3);
    hand_all(l, &a);
    hand_all(l, &b);
    hand_all(l, &c);
    assert_int_equal(tn_exl_rx_left(l->m), 0);
    assert_int_equal(counted(l, FRAMES), 3);
    assert_int_equal(counted(l, BROKEN), 0);
    assert_int_equal(counted(l, XOFF_IN), 1);
    assert_int_equal(l->verdicts, 0);
}

static void words_may_go_on_before_the_frame_has_come_whole(void **state)
{
    struct line *l = *state;
    struct words a = write_of(40, 1);
    open(l, a.w, 3);
    assert_true(hand(l, &a.w[0]));
    assert_true(hand(l, &a.w[1]));
    assert_true(hand(l, &a.w[2]));
    open(l, a.w + 3, a.n - 3);
    block(l, tn_exl_separator());
    for (unsigned i = 3; i < a.n; i++)
        assert_true(hand(l, &a.w[i]));
    assert_int_equal(tn_exl_rx_left(l->m), 0);
}

/* Hands on w instead of what is right; the rule that is named. */
static void blames(struct line *l, const struct tn_exa_word *w, const char *rule)
{
    assert_false(hand(l, w));
    assert_string_equal(l->rule, rule);
}

static void a_missing_frame_is_blamed(void **state)
{
    struct line *l = *state;
    struct words a = write_of(40, 1), b = write_of(40, 2);
    b.w[0].data[0] ^= 0x80; /* another packet with its own type */
    frame(l, &a);
    frame(l, &b);
    blames(l, &b.w[0], "EXL-RX-6");
}

static void after_a_header_the_next_word_alone_is_right(void **state)
{
    struct line *l = *state;
    struct words a = write_of(40, 1);
    struct tn_exa_word changed = a.w[1];
    changed.data[9] ^= 1;
    struct tn_exa_word late = a.w[4]; /* the footer, as if payload */
    late.kind = TN_EXA_PLD;
    const struct tn_exa_word *wrong[] = {&changed, &a.w[2], &zeros, &a.w[0], &late};
    static const char *const rule[] = {"EXL-RX-5", "EXL-RX-5", "EXL-RX-5", "EXL-RX-3", "EXL-RX-5"};
    for (unsigned i = 0; i < 5; i++) {
        tn_exl_rx_reset(l->m);
        tn_exl_scrambler_init(&l->tx);
        lock(l);
        frame(l, &a); /* discarded: the first separator ends it */
        frame(l, &a);
        for (unsigned j = 0; j < (i == 4 ? 4 : 1); j++)
            hand(l, &a.w[j]);
        blames(l, wrong[i], rule[i]);
    }
}

/* The frame given up may be handed on cut and ended by zeros, or not at all; the next follows
 * either way, and what it counts is told. */
static void given_up(void (*spoil)(struct line *, const struct words *), unsigned broken,
                     unsigned skipped, unsigned may_hand)
{
    for (unsigned handed = 0; handed <= may_hand + 1; handed++) {
        void *state;
        setup(&state);
        struct line *l = state;
        struct words a = write_of(40, 1), b = write_of(16, 77);
        b.w[0].data[12] ^= 4; /* no confusion of the two headers */
        spoil(l, &a);
        frame(l, &b);
        assert_int_equal(l->gave_up, broken);
        assert_int_equal(counted(l, BROKEN), broken);
        assert_int_equal(counted(l, OVERFLOW), 0);
        assert_int_equal(counted(l, SKIPPED), skipped);
        assert_int_equal(counted(l, FRAMES), 1);
        assert_int_equal(tn_exl_rx_left(l->m), 1);
        for (unsigned i = 0; i < handed; i++)
            assert_true(hand(l, &a.w[i]) == (i < may_hand));
        if (handed <= may_hand) {
            if (handed > 0)
                assert_true(hand(l, &zeros));
            hand_all(l, &b);
            assert_int_equal(tn_exl_rx_left(l->m), 0);
            assert_int_equal(l->verdicts, 0);
        } else {
            assert_int_equal(l->verdicts, 1);
        }
        teardown(&state);
    }
}

static void one_word_too_many(struct line *l, const struct words *a)
{
    open(l, a->w, a->n);
    open(l, a->w + 1, 1); /* the word that is too many */
    data(l, 9);           /* discarded */
    block(l, tn_exl_separator());
}

static void one_word_too_few(struct line *l, const struct words *a)
{
    open(l, a->w, a->n - 1);
    block(l, tn_exl_separator());
}

static void half_a_word(struct line *l, const struct words *a)
{
    open(l, a->w, a->n - 1);
    data(l, 1);
    block(l, tn_exl_separator()); /* or a block of the payload, and behind it the words of a packet */
    frame(l, a);
}

static void nothing_but_half_a_word(struct line *l, const struct words *a)
{
    data(l, 1);
    block(l, tn_exl_separator());
    frame(l, a);
}

static void valid_octets(struct line *l, const struct words *a)
{
    open(l, a->w, a->n);
    control(l, TN_EXL_SEPARATOR | 0x300);
}

static void separator_7(struct line *l, const struct words *a)
{
    open(l, a->w, a->n);
    control(l, TN_EXL_SEPARATOR7);
}

static void an_invalid_header(struct line *l, const struct words *a)
{
    open(l, a->w, 2);
    noise(l);
    open(l, a->w + 2, 2);
    block(l, tn_exl_separator());
}

static void each_way_to_break_a_frame_counts_once(void **state)
{
    (void)state;
    /* header, three payload words less the one that could be the footer */
    given_up(one_word_too_many, 1, 1, 4);
    given_up(one_word_too_few, 1, 0, 4);
    given_up(half_a_word, 1, 10, 4);
    given_up(nothing_but_half_a_word, 1, 10, 0);
    given_up(valid_octets, 1, 0, 4);
    given_up(separator_7, 1, 0, 4);
    given_up(an_invalid_header, 1, 4, 2);
}

static void frames_of_a_bad_header_have_up_to_18_words(void **state)
{
    struct line *l = *state;
    struct words a = write_of(256, 1);
    a.w[0].data[15] ^= 1;
    assert_int_equal(a.n, 18);
    frame(l, &a);
    hand_all(l, &a);
    assert_int_equal(counted(l, FRAMES), 1);
    a.n = 1;
    frame(l, &a);
    hand_all(l, &a);
    open(l, a.w, 18);
    assert_int_equal(l->gave_up, 0);
    open(l, a.w, 1);
    assert_int_equal(l->gave_up, 1);
    block(l, tn_exl_separator());
    for (unsigned i = 0; i < 17; i++)
        assert_true(hand(l, &a.w[i]));
    assert_true(hand(l, &zeros));
    assert_int_equal(tn_exl_rx_left(l->m), 0);
}

static void without_lock_nothing_is_received(void **state)
{
    struct line *l = *state;
    struct words a = write_of(16, 1);
    open(l, a.w, 2);
    for (unsigned i = 0; i < 16; i++) {
        assert_true(l->step.locked);
        noise(l);
    }
    assert_false(l->step.locked);
    assert_int_equal(counted(l, BROKEN), 1);
    assert_int_equal(counted(l, HEAD), 16);
    assert_int_equal(counted(l, LOCK_LOST), 1);
    frame(l, &a);
    control(l, 0x5555);
    assert_int_equal(counted(l, FRAMES), 0);
    assert_int_equal(counted(l, SKIPPED), 0);
    assert_int_equal(counted(l, UNKNOWN), 0);
    lock(l);
    open(l, a.w, a.n); /* discarded: no separator has come since */
    assert_int_equal(counted(l, SKIPPED), 6);
    block(l, tn_exl_separator());
    frame(l, &a);
    hand_all(l, &a);
    assert_int_equal(counted(l, FRAMES), 1);
    assert_int_equal(tn_exl_rx_left(l->m), 0);
}

static void the_peer_is_told_by_idles_data_and_nfc(void **state)
{
    struct line *l = *state;
    assert_false(tn_exl_rx_peer_ready(l->m)); /* the idles of lock() say NR */
    block(l, tn_exl_idle(false));
    assert_true(tn_exl_rx_peer_ready(l->m));
    block(l, tn_exl_idle(true));
    assert_false(tn_exl_rx_peer_ready(l->m));
    data(l, 0);
    assert_true(tn_exl_rx_peer_ready(l->m));
    block(l, tn_exl_nfc(true));
    block(l, tn_exl_nfc(true));
    assert_true(tn_exl_rx_peer_xoff(l->m));
    block(l, tn_exl_nfc(false));
    assert_false(tn_exl_rx_peer_xoff(l->m));
    control(l, TN_EXL_NFC | 0xff00); /* the pause is ignored */
    assert_true(tn_exl_rx_peer_xoff(l->m));
    assert_int_equal(counted(l, XOFF_IN), 3);
    for (unsigned i = 0; i < 16; i++)
        noise(l);
    assert_false(tn_exl_rx_peer_xoff(l->m));
    assert_false(tn_exl_rx_peer_ready(l->m));
}

static void frame_of_the_words_that_lacked_is_given_up(void **state)
{
    struct line *l = *state;
    struct words a = write_of(40, 1), b = write_of(16, 77);
    for (unsigned lack = b.n - 1; lack <= b.n + 1; lack++) {
        a.n = write_of(40, 1).n - lack;
        frame(l, &a);
        l->gave_up = 0;
        frame(l, &b);
        assert_int_equal(l->gave_up, lack == b.n);
        frame(l, &a);
        block(l, tn_exl_separator()); /* an empty frame is between */
        l->gave_up = 0;
        frame(l, &b);
        assert_int_equal(l->gave_up, 0);
    }
}

static void second_dark_block_between_frames_discards_the_frame_behind(void **state)
{
    struct line *l = *state;
    struct words a = write_of(16, 1);
    for (unsigned dark = 1; dark <= 3; dark++) {
        const uint32_t frames = counted(l, FRAMES), skipped = counted(l, SKIPPED);
        for (unsigned i = 0; i < dark; i++) {
            block(l, tn_exl_idle(false));
            noise(l);
        }
        frame(l, &a);
        assert_int_equal(counted(l, FRAMES) - frames, dark == 1);
        assert_int_equal(counted(l, SKIPPED) - skipped, dark == 1 ? 0 : 2 * a.n);
    }
    assert_int_equal(counted(l, BROKEN), 0);
}

static void unknown_control_blocks_are_counted_and_ignored(void **state)
{
    struct line *l = *state;
    struct words a = write_of(16, 1);
    open(l, a.w, 1);
    control(l, 0x99);
    open(l, a.w + 1, a.n - 1);
    control(l, 0);
    block(l, tn_exl_separator());
    hand_all(l, &a);
    assert_int_equal(counted(l, UNKNOWN), 2);
    assert_int_equal(counted(l, FRAMES), 1);
}

static void a_full_fifo_gives_the_frame_up(void **state)
{
    struct line *l = *state;
    struct words a = write_of(256, 1), b = write_of(48, 1); /* 18 and 5 words */
    for (unsigned i = 0; i < 14; i++)
        frame(l, &a); /* 252 */
    assert_int_equal(l->gave_up, 0);
    open(l, b.w, 4);
    assert_int_equal(l->gave_up, 0); /* 256 */
    open(l, b.w + 4, 1);
    assert_int_equal(l->gave_up, 1);
    data(l, 1); /* discarded */
    block(l, tn_exl_separator());
    assert_int_equal(counted(l, OVERFLOW), 1);
    assert_int_equal(counted(l, BROKEN), 1);
    assert_int_equal(counted(l, SKIPPED), 1);
    for (unsigned i = 0; i < 14; i++)
        hand_all(l, &a);
    assert_int_equal(tn_exl_rx_left(l->m), 0);
}

static void near_a_full_fifo_both_are_right(void **state)
{
    struct line l = {0};
    struct tn_exl_params p;
    struct words a = write_of(256, 1), b = write_of(16, 9);
    uint32_t least, most;
    (void)state;
    tn_exl_defaults(&p);
    for (unsigned given = 0; given < 2; given++) {
        l = (struct line){0};
        l.m = tn_exl_rx_new(&p, 10, verdict, &l);
        tn_exl_scrambler_init(&l.tx);
        lock(&l);
        block(&l, tn_exl_separator());
        for (unsigned i = 0; i < 13; i++)
            frame(&l, &a); /* 234 */
        assert_false(l.step.may_have);
        frame(&l, &a); /* past 246 */
        assert_true(l.step.may_have);
        tn_exl_rx_count(l.m, FRAMES, &least, &most);
        assert_int_equal(least, 13);
        assert_int_equal(most, 14);
        tn_exl_rx_count(l.m, OVERFLOW, &least, &most);
        assert_int_equal(least, 0);
        assert_int_equal(most, 1);
        for (unsigned i = 0; i < 13 + given; i++)
            hand_all(&l, &a);
        assert_int_equal(tn_exl_rx_left(l.m), 0);
        frame(&l, &b);
        hand_all(&l, &b);
        assert_int_equal(tn_exl_rx_left(l.m), 0);
        assert_int_equal(l.verdicts, 0);
        tn_exl_rx_free(l.m);
    }
}

static void xoff_is_asked_for_below_72_until_above_144_free(void **state)
{
    struct line *l = *state;
    struct words a = write_of(128, 1), h = header_only(there, 0, 5); /* ten, one */
    for (unsigned i = 0; i < 18; i++)
        frame(l, &a);
    frame(l, &h);
    for (unsigned i = 0; i < 3; i++)
        frame(l, &h);
    assert_int_equal(tn_exl_rx_wish(l->m), TN_EXL_XON); /* 184 held: 72 free */
    frame(l, &h);
    assert_int_equal(tn_exl_rx_wish(l->m), TN_EXL_XOFF);
    for (unsigned i = 0; i < 7; i++)
        hand_all(l, &a);
    for (unsigned i = 0; i < 3; i++)
        assert_true(hand(l, &a.w[i]));
    assert_int_equal(tn_exl_rx_wish(l->m), TN_EXL_XOFF); /* 112 held: 144 free */
    assert_true(hand(l, &a.w[3]));
    assert_int_equal(tn_exl_rx_wish(l->m), TN_EXL_XON);
}

static void whatever_is_framed_comes_back(void **state)
{
    struct line *l = *state;
    struct tn_rng r;
    tn_rng_seed(&r, 5, 0);
    for (unsigned i = 0; i < 3000; i++) {
        struct words s = write_of((unsigned)tn_rng_below(&r, 257), (uint8_t)tn_rng_next(&r));
        while (tn_rng_chance(&r, 1, 3))
            block(l, tn_rng_chance(&r, 1, 2) ? tn_exl_nfc(i % 2) : tn_exl_idle(i % 3));
        frame(l, &s);
        hand_all(l, &s);
    }
    assert_int_equal(counted(l, FRAMES), 3000);
    assert_int_equal(tn_exl_rx_left(l->m), 0);
}

#define T(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        T(frames_are_handed_on_whole_and_in_order),
        T(words_may_go_on_before_the_frame_has_come_whole),
        T(a_missing_frame_is_blamed),
        T(after_a_header_the_next_word_alone_is_right),
        T(each_way_to_break_a_frame_counts_once),
        T(frames_of_a_bad_header_have_up_to_18_words),
        T(without_lock_nothing_is_received),
        T(the_peer_is_told_by_idles_data_and_nfc),
        T(frame_of_the_words_that_lacked_is_given_up),
        T(second_dark_block_between_frames_discards_the_frame_behind),
        T(unknown_control_blocks_are_counted_and_ignored),
        T(a_full_fifo_gives_the_frame_up),
        T(near_a_full_fifo_both_are_right),
        T(xoff_is_asked_for_below_72_until_above_144_free),
        T(whatever_is_framed_comes_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
