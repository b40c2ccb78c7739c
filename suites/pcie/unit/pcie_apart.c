/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Two taps merged by their time stamps: are their clocks apart? Reads of 4 bytes and their answers, 1 us each, the answer 500 ns
 * behind; then the answers' clock is moved.
 */
#include <tn/protocol.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { READS = 16, EVENTS = 2 * READS, BYTES = 16 };

struct trace {
    struct tn_event at[EVENTS];
    uint8_t bytes[EVENTS][BYTES];
    unsigned n, next;
};

static bool next(void *ctx, struct tn_event *ev)
{
    struct trace *t = ctx;
    if (t->next == t->n)
        return false;
    *ev = t->at[t->next++];
    return true;
}

static void put(struct trace *t, const char *bytes, uint8_t tag, unsigned tag_at, unsigned len, int64_t ns, unsigned dir)
{
    memcpy(t->bytes[t->n], bytes, len);
    t->bytes[t->n][tag_at] = tag;
    t->at[t->n] = (struct tn_event){.packet = t->n + 1, .time_ns = (uint64_t)(1000000 + ns), .fabric = TN_FABRIC_PCIE, .unit = TN_UNIT_PACKET,
                                    .dir = (uint8_t)dir, .len = len, .orig_len = len, .bytes = t->bytes[t->n]};
    t->n++;
}

static int by_time(const void *a, const void *b)
{
    const struct tn_event *x = a, *y = b;
    return x->time_ns < y->time_ns ? -1 : x->time_ns > y->time_ns;
}

/* The tags are taken in turn, so many of them; the answers from first on are later by so much. */
static bool apart(unsigned tags, unsigned first, unsigned behind, int64_t later)
{
    struct trace t = {.n = 0};
    for (unsigned i = 0; i < READS; i++) {
        put(&t, "\x00\x00\x00\x01\x19\x00\x00\x0f\x00\x00\x10\x00", (uint8_t)(i % tags), 6, 12, 1000 * (int64_t)i, TN_DIR_UP);
        put(&t, "\x4a\x00\x00\x01\x00\x00\x00\x04\x19\x00\x00\x00\x11\x11\x11\x11", (uint8_t)(i % tags), 10, 16,
            1000 * (int64_t)i + 500 + (i >= first && i < behind ? later : 0), TN_DIR_DOWN);
    }
    qsort(t.at, t.n, sizeof t.at[0], by_time);
    return tn_fabric_find(TN_FABRIC_PCIE)->protocol->apart(next, &t);
}

static void clocks_that_agree_are_one(void **state)
{
    (void)state;
    assert_false(apart(READS, 0, READS, 0));
    assert_false(apart(4, 0, READS, 0));
}

static void answers_before_their_requests_tell_clocks_that_are_apart(void **state)
{
    (void)state;
    assert_true(apart(READS, 0, READS, -2000));
    assert_true(apart(READS, 0, READS, -20000));
}

static void answers_that_may_be_to_requests_from_before_the_capture_tell_nothing(void **state)
{
    (void)state;
    assert_false(apart(4, 0, READS, -700));
}

static void tags_that_come_again_before_their_answers_tell_clocks_that_are_apart(void **state)
{
    (void)state;
    assert_true(apart(4, 0, READS, 4000));
}

static void a_drift_tells_when_it_has_grown(void **state)
{
    (void)state;
    assert_true(apart(READS, READS - 3, READS, -700));
}

static void one_answer_that_is_early_is_its_sender_s_fault(void **state)
{
    (void)state;
    assert_false(apart(READS, 7, 8, -700));
    assert_false(apart(4, 7, 8, 4000));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clocks_that_agree_are_one),
        cmocka_unit_test(answers_before_their_requests_tell_clocks_that_are_apart),
        cmocka_unit_test(answers_that_may_be_to_requests_from_before_the_capture_tell_nothing),
        cmocka_unit_test(tags_that_come_again_before_their_answers_tell_clocks_that_are_apart),
        cmocka_unit_test(a_drift_tells_when_it_has_grown),
        cmocka_unit_test(one_answer_that_is_early_is_its_sender_s_fault),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
