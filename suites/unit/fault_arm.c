/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Armed faults: how many there may be, who is asked and forgotten, which packet is the one.
 */
#include "../../harness/fault/arm.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static struct tn_arm_queue queue;
static char err[256];

static int empty(void **state)
{
    (void)state;
    memset(&queue, 0, sizeof queue);
    return 0;
}

static struct tn_armed *arm(const char *text, unsigned place, uint64_t seed)
{
    struct tn_fault f;
    struct tn_armed *a = NULL;
    assert_int_equal(tn_fault_parse(text, &f, err, sizeof err), 0);
    assert_int_equal(tn_arm(&queue, place, &f, seed, NULL, &a, err, sizeof err), 0);
    return a;
}

static void a_place_refuses_what_it_does_not_take_and_one_too_many(void **state)
{
    struct tn_fault f;
    struct tn_armed *a;
    (void)state;
    assert_int_equal(tn_fault_parse("join@line0@7", &f, err, sizeof err), 0);
    assert_int_equal(tn_arm(&queue, 0, &f, 1, "not on a wire", &a, err, sizeof err), -EINVAL);
    assert_string_equal(err, "fault join@line0: not on a wire");
    assert_int_equal(queue.n, 0);
    for (unsigned i = 0; i < TN_ARM_MAX; i++)
        arm("join@line0@7", 0, 1);
    assert_int_equal(tn_arm(&queue, 0, &f, 1, NULL, &a, err, sizeof err), -ENOSPC);
    assert_string_equal(err, "fault join@line0: too many at a time");
    assert_int_equal(queue.n, TN_ARM_MAX);
}

/* Asks each once, and forgets those with an odd number. */
static bool odd_is_over(void *ctx, struct tn_armed *a)
{
    unsigned *asked = ctx;
    ++*asked;
    return a->f.arg & 1;
}

static void those_that_are_over_are_forgotten_and_the_others_keep_their_order(void **state)
{
    static const char *const texts[] = {"flip:1@line0@0", "flip:2@line0@0", "flip:4@line0@0",
                                        "flip:5@line0@0", "flip:6@line0@0"};
    unsigned asked = 0;
    (void)state;
    for (unsigned i = 0; i < 5; i++)
        arm(texts[i], 0, 1);
    tn_arm_turn(&queue, odd_is_over, &asked);
    assert_int_equal(asked, 5);
    assert_int_equal(queue.n, 3);
    assert_int_equal(queue.armed[0].f.arg, 2);
    assert_int_equal(queue.armed[1].f.arg, 4);
    assert_int_equal(queue.armed[2].f.arg, 6);
}

static void a_length_is_how_many_blows_are_left(void **state)
{
    (void)state;
    assert_int_equal(arm("nfclose+3@line0@0", 0, 1)->left, 3);
    assert_int_equal(arm("nfclose@line0@0", 0, 1)->left, 1);
}

static void a_bit_is_the_one_that_is_named_or_drawn_by_place_number_and_seed(void **state)
{
    uint32_t first, same, second, elsewhere;
    (void)state;
    assert_int_equal(tn_armed_bit(arm("flip:70@line0@0", 0, 1), 66), 4);
    empty(NULL);
    first = tn_armed_bit(arm("flip@line0@0", 0, 9), 1u << 30);
    second = tn_armed_bit(arm("flip@line0@0", 0, 9), 1u << 30);
    empty(NULL);
    same = tn_armed_bit(arm("flip@line0@0", 0, 9), 1u << 30);
    empty(NULL);
    elsewhere = tn_armed_bit(arm("flip@line0@0", 1, 9), 1u << 30);
    assert_int_equal(first, same);
    assert_int_not_equal(first, second);
    assert_int_not_equal(first, elsewhere);
}

static bool passes(struct tn_arm_packet *p, const struct tn_fault *f, uint32_t number, const char *bytes)
{
    return tn_arm_strikes(p, f, number, 10 * number, (const uint8_t *)bytes, strlen(bytes));
}

static void a_fault_by_packet_strikes_the_k_th_time_that_the_same_bytes_pass(void **state)
{
    struct tn_arm_packet p = {NULL, 0, 0};
    struct tn_fault f;
    (void)state;
    assert_int_equal(tn_fault_parse("drop@s_usr@p2.3", &f, err, sizeof err), 0);
    assert_false(passes(&p, &f, 1, "that"));
    assert_false(passes(&p, &f, 2, "that"));
    assert_false(passes(&p, &f, 3, "this"));
    assert_false(passes(&p, &f, 4, "that one"));
    assert_false(passes(&p, &f, 5, "that"));
    assert_true(passes(&p, &f, 6, "that"));
    assert_false(passes(&p, &f, 7, "that"));
    tn_arm_forget(&p);
    assert_int_equal(tn_fault_parse("drop@s_usr@p2", &f, err, sizeof err), 0);
    assert_false(passes(&p, &f, 1, "that"));
    assert_true(passes(&p, &f, 2, "that"));
    tn_arm_forget(&p);
}

static void a_fault_by_cycle_strikes_what_passes_then_or_later(void **state)
{
    struct tn_arm_packet p = {NULL, 0, 0};
    struct tn_fault f;
    (void)state;
    assert_int_equal(tn_fault_parse("drop@s_usr@25", &f, err, sizeof err), 0);
    assert_false(passes(&p, &f, 2, "at cycle 20"));
    assert_true(passes(&p, &f, 3, "at cycle 30"));
    tn_arm_forget(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(a_place_refuses_what_it_does_not_take_and_one_too_many, empty),
        cmocka_unit_test_setup(those_that_are_over_are_forgotten_and_the_others_keep_their_order, empty),
        cmocka_unit_test_setup(a_length_is_how_many_blows_are_left, empty),
        cmocka_unit_test_setup(a_bit_is_the_one_that_is_named_or_drawn_by_place_number_and_seed, empty),
        cmocka_unit_test_setup(a_fault_by_packet_strikes_the_k_th_time_that_the_same_bytes_pass, empty),
        cmocka_unit_test_setup(a_fault_by_cycle_strikes_what_passes_then_or_later, empty),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
