/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Windows and engines of a tnw_pi before both judges, pins by hand: whose turn it is, and that an
 * item is in time behind a descriptor, too (tnw_pi.md section 4, TNW-ARB-2 and TNW-LAT-7).
 */
#include "tnw_get_hand.h"

#define SRC 0x1000ull
enum { WINDOW = 8 * 3 + 2 };

static uint64_t asks_at(void *ctx)
{
    const struct bench *b = ctx;
    return tn_tnw_get_judge_asks_at(b->judge);
}

/* The bench is the context of hooks, too. */
static void on_verdict(void *ctx, const struct tn_verdict *v)
{
    struct bench *b = ctx;
    first_verdict(&b->judged, v);
}

/* The bench with both judges; that of windows hears when Nget asks, with the hook. No inj_ok yet.
 */
static struct bench *both_new(bool hook)
{
    const struct tn_tnw_pi_params p = {16, 4, 1, 3, false};
    struct bench *b = hand_new(1);
    tn_tnw_pi_judge_free(b->beside);
    b->beside = tn_tnw_pi_judge_new(
        &p, &(struct tn_tnw_pi_judge_hooks){.get_asks_at = hook ? asks_at : NULL}, on_verdict, b);
    assert_non_null(b->beside);
    b->both = true;
    b->in.inj_ok = 0;
    b->in.rst = true;
    hand_idle(b, 2);
    b->in.rst = false;
    hand_idle(b, 2);
    return b;
}

/* Item index of a window, its bytes those of host memory at addr; the last beat has come. */
static void put(struct bench *b, unsigned id, unsigned index, uint64_t addr)
{
    for (unsigned half = 0; half < 128; half += 64) {
        struct tn_tlp t = {.first_be = BE_ALL, .last_be = BE_ALL};
        uint8_t p[64];
        t.addr = BAR2 + ((uint64_t)id << 20) + 128 * index + half;
        tn_tlp_set_kind(&t, TN_TLP_MWR, 0);
        for (unsigned i = 0; i < sizeof p; i++)
            p[i] = octet(addr + half + i);
        send(b, &t, p, sizeof p);
    }
    hand_taken(b);
}

static void window_item(struct bench *b, unsigned id, unsigned index, uint64_t addr)
{
    hand_beats(b, id / 8, id % 8, 8 * index, addr, 0, 8);
}

/* Engine 0 has a descriptor of 512 bytes, all of it there. */
static void engine_has_items(struct bench *b)
{
    hand_give(b, 0, SRC, 512, NOTES, 8);
    hand_read(b, 0, 0, SRC, 512);
    hand_answer(b, 0, 0, SRC);
    hand_idle(b, HAND_WORK);
}

static uint64_t in_time(const struct bench *b)
{
    return tn_tnw_pi_judge_asked(b->beside, "TNW-LAT-7");
}

/* Nget had a descriptor, and has none now: first beat in t + 8, or one later. */
static void an_item_is_in_time_behind_a_descriptor(void **state)
{
    (void)state;
    for (unsigned late = 0; late < 2; late++) {
        struct bench *b = both_new(true);
        b->in.inj_ok = 0x3f;
        engine_has_items(b);
        hand_items(b, 0, SRC, 0, 4);
        hand_note(b, 0, NOTES, 0, 512, 8);
        hand_idle(b, HAND_SETTLE);
        no_verdict(b);
        const uint64_t before = in_time(b);
        put(b, WINDOW, 0, SRC);
        hand_idle(b, 7 + late);
        window_item(b, WINDOW, 0, SRC);
        hand_idle(b, HAND_SETTLE);
        assert_true(in_time(b) > before);
        if (late)
            assert_string_equal(b->judged.rule, "TNW-LAT-7");
        else
            no_verdict(b);
        bench_free(b);
    }
}

/* The same while an engine asks, or when nobody tells whether one does. */
static void an_item_may_be_late_when_an_engine_may_ask(void **state)
{
    (void)state;
    for (unsigned hook = 0; hook < 2; hook++) {
        struct bench *b = both_new(hook);
        b->in.inj_ok = 0x3f;
        engine_has_items(b);
        if (!hook) {
            hand_items(b, 0, SRC, 0, 4);
            hand_note(b, 0, NOTES, 0, 512, 8);
        }
        hand_idle(b, HAND_SETTLE);
        put(b, WINDOW, 0, SRC);
        hand_idle(b, 20);
        window_item(b, WINDOW, 0, SRC);
        hand_idle(b, HAND_SETTLE);
        no_verdict(b);
        assert_int_equal(in_time(b), 0);
        bench_free(b);
    }
}

/* Both ask; the circle begins with windows. */
static void an_engine_does_not_come_before_a_window_whose_turn_it_is(void **state)
{
    (void)state;
    for (unsigned first = 0; first < 2; first++) {
        struct bench *b = both_new(true);
        engine_has_items(b);
        put(b, WINDOW, 0, SRC);
        hand_idle(b, HAND_SETTLE);
        b->in.inj_ok = 8; /* the window's link: it asks when the engine begins to */
        hand_idle(b, 6);
        b->in.inj_ok = 0x3f;
        hand_idle(b, 2);
        if (first)
            hand_items(b, 0, SRC, 0, 1);
        else
            window_item(b, WINDOW, 0, SRC);
        if (!first)
            hand_items(b, 0, SRC, 0, 1);
        hand_idle(b, HAND_SETTLE);
        if (first)
            assert_string_equal(b->judged.rule, "TNW-ARB-2");
        else
            no_verdict(b);
        assert_true(tn_tnw_pi_judge_asked(b->beside, "TNW-ARB-2") > 0);
        bench_free(b);
    }
}

/* Windows 8 and 9 ask again while 47 and the engine behind it have their turns. */
static void an_engines_item_follows_within_ten_cycles_when_windows_ask(void **state)
{
    (void)state;
    for (unsigned gap = 2; gap < 4; gap++) {
        struct bench *b = both_new(true);
        engine_has_items(b);
        for (unsigned id = 8; id < 10; id++)
            for (unsigned index = 0; index < 2; index++)
                put(b, id, index, SRC + 4096 * id + 128 * index);
        put(b, 47, 0, SRC);
        hand_idle(b, HAND_SETTLE);
        b->in.inj_ok = 0x3f;
        hand_idle(b, 6);
        window_item(b, 8, 0, SRC + 4096 * 8);
        window_item(b, 9, 0, SRC + 4096 * 9);
        window_item(b, 47, 0, SRC);
        hand_idle(b, gap);
        hand_items(b, 0, SRC, 0, 1);
        hand_idle(b, 40);
        if (gap == 3)
            assert_string_equal(b->judged.rule, "TNW-ARB-2");
        else
            no_verdict(b);
        bench_free(b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_item_is_in_time_behind_a_descriptor),
        cmocka_unit_test(an_item_may_be_late_when_an_engine_may_ask),
        cmocka_unit_test(an_engine_does_not_come_before_a_window_whose_turn_it_is),
        cmocka_unit_test(an_engines_item_follows_within_ten_cycles_when_windows_ask),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
