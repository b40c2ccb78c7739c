/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Acks, Naks and the replay timer where a capture lies or shows too little: what is said then, and
 * what is not.
 */
#include <tn/artefact.h>
#include <tn/event.h>
#include <tn/rules.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* TLPs 0 and 1 (memory writes), number 1 with a wrong LCRC, Ack 0, Ack 1, Nak 0. CRCs by zlib. */
#define TLP  "\x40\0\0\1\1\0\0\x0f\0\0\x10\0\x11\x11\x11\x11"
#define TLP0 "\xfb\0\0" TLP "\x48\x9b\x11\x1f\xfd"
#define TLP1 "\xfb\0\1" TLP "\x0b\x50\xb7\x98\xfd"
#define BAD1 "\xfb\0\1" TLP "\x0a\x50\xb7\x98\xfd"
#define ACK0 "\x5c\0\0\0\0\xb3\x62\xfd"
#define ACK1 "\x5c\0\0\0\1\x12\x79\xfd"
#define NAK0 "\x5c\x10\0\0\0\x58\x05\xfd"
#define OFF0 "\x5c\0\0\0\1\x12\x78\xfd" /* an Ack 1 with a wrong CRC */

enum { UP = TN_DIR_UP, DOWN = TN_DIR_DOWN };

struct frame {
    unsigned dir;
    uint64_t ns;
    const char *bytes;
    uint32_t len, kept;
    unsigned artefacts;
};
#define F(dir, ns, text)                                                                           \
    {                                                                                              \
        dir, ns, text, sizeof(text) - 1, sizeof(text) - 1, 0                                       \
    }

static char said[400];

static void on_verdict(void *ctx, const struct tn_verdict *v)
{
    char one[64];
    (void)ctx;
    snprintf(one, sizeof one, "%s%s@%llu ", v->kind == TN_VERDICT_INCONCLUSIVE ? "?" : "", v->rule,
             (unsigned long long)v->packet);
    strncat(said, one, sizeof said - strlen(said) - 1);
}

/* The verdicts on these frames, in order; "?" stands before those that are inconclusive. Four
 * lanes, 2.5 GT/s, 128 bytes. */
static const char *verdicts(const struct frame *f, size_t n, bool joined, bool unordered)
{
    struct tn_check_params par;
    struct tn_checker *c;
    tn_check_defaults(&par);
    par.link_width = 4;
    par.mps = 128;
    par.joined = joined;
    par.unordered = unordered;
    said[0] = 0;
    c = tn_checker_new(&par, "DLL-*", NULL, on_verdict, NULL);
    assert_non_null(c);
    for (size_t i = 0; i < n; i++) {
        const struct tn_event ev = {.packet = i + 1,
                                    .time_ns = f[i].ns,
                                    .dir = (uint8_t)f[i].dir,
                                    .fabric = TN_FABRIC_PCIE,
                                    .unit = TN_UNIT_FRAME,
                                    .orig_len = f[i].len,
                                    .len = f[i].kept,
                                    .bytes = (const uint8_t *)f[i].bytes};
        assert_int_equal(tn_checker_event(c, &ev, f[i].artefacts), 0);
    }
    tn_checker_finish(c);
    tn_checker_free(c);
    return said;
}
#define SAY(f) verdicts(f, sizeof(f) / sizeof *(f), false, false)

static const struct frame late_ack[] = {F(UP, 0, TLP0), F(DOWN, 101, ACK0), F(UP, 1001, TLP1),
                                        F(DOWN, 1601, ACK1)};

static void an_ack_that_is_late_is_told_once(void **state)
{
    (void)state;
    assert_string_equal(SAY(late_ack), "DLL-13@4 ");
}

static void merged_points_show_no_times(void **state)
{
    (void)state;
    assert_string_equal(verdicts(late_ack, 4, false, true), "?DLL-13@1 ");
}

static void one_direction_shows_no_times(void **state)
{
    const struct frame f[] = {F(UP, 0, TLP0), F(UP, 5001, TLP1)};
    (void)state;
    assert_string_equal(SAY(f), "?DLL-13@1 ");
}

static void a_clock_that_goes_back_excuses(void **state)
{
    const struct frame f[] = {F(UP, 0, TLP0), F(DOWN, 101, ACK0), F(UP, 9001, TLP1),
                              F(UP, 8001, "\xbc\x1c\x1c\x1c"), F(DOWN, 11601, ACK1)};
    (void)state;
    assert_string_equal(SAY(f), "");
}

static void whole_microseconds_excuse_one(void **state)
{
    const struct frame f[] = {F(UP, 0, TLP0), F(DOWN, 1000, ACK0), F(UP, 2000, TLP1),
                              F(DOWN, 3000, ACK1)};
    const struct frame g[] = {F(UP, 0, TLP0), F(DOWN, 1000, ACK0), F(UP, 2000, TLP1),
                              F(DOWN, 4000, ACK1)};
    (void)state;
    assert_string_equal(SAY(f), "");
    assert_string_equal(SAY(g), "DLL-13@4 ");
}

static void a_tlp_may_be_lost_behind_the_point_of_capture(void **state)
{
    const struct frame f[] = {F(UP, 0, TLP0), F(DOWN, 101, ACK0), F(UP, 1001, TLP1),
                              F(UP, 2001, TLP1), F(DOWN, 2101, ACK1)};
    (void)state;
    assert_string_equal(SAY(f), "?DLL-13@4 ");
}

static void a_bad_tlp_may_be_bad_in_the_capture_alone(void **state)
{
    const struct frame f[] = {F(UP, 0, TLP0), F(DOWN, 101, ACK0), F(UP, 1001, BAD1),
                              F(DOWN, 1101, ACK1)};
    (void)state;
    assert_string_equal(verdicts(f, 4, true, false), "DLL-1@3 ?DLL-12@4 ");
    assert_string_equal(SAY(f), "DLL-1@3 DLL-12@4 ");
}

static void a_snapped_tlp_is_owed_nothing(void **state)
{
    struct frame f[] = {F(UP, 0, TLP0), F(DOWN, 101, ACK0), F(UP, 1001, TLP1), F(DOWN, 1601, ACK1)};
    (void)state;
    f[2].kept = 10;
    assert_string_equal(SAY(f), "");
}

static void a_spoilt_record_is_owed_nothing(void **state)
{
    struct frame f[] = {F(UP, 0, TLP0), F(DOWN, 101, ACK0), F(UP, 1001, TLP1), F(DOWN, 1601, ACK1)};
    (void)state;
    f[2].artefacts = 1u << TN_ART_SHIFTED;
    f[2].bytes = "\0" TLP1;
    assert_string_equal(SAY(f), "");
}

static void a_dllp_that_was_not_read_may_have_been_the_nak(void **state)
{
    const struct frame f[] = {F(UP, 0, TLP0),      F(DOWN, 101, ACK0), F(UP, 1001, TLP1),
                              F(DOWN, 1101, OFF0), F(UP, 1201, TLP1),  F(DOWN, 1301, ACK1)};
    (void)state;
    assert_string_equal(SAY(f), "DLL-3@4 ");
}

static void a_nak_excuses_a_replay_before_its_time(void **state)
{
    const struct frame f[] = {F(UP, 0, TLP0),      F(DOWN, 101, ACK0), F(UP, 1001, TLP1),
                              F(DOWN, 1101, NAK0), F(UP, 1201, TLP1),  F(DOWN, 1301, ACK1)};
    (void)state;
    assert_string_equal(SAY(f), "");
}

static void a_link_that_leaves_l0_owes_nothing(void **state)
{
    const struct frame f[] = {F(UP, 0, TLP0), F(DOWN, 101, ACK0), F(UP, 1001, TLP1),
                              F(UP, 1101, "\xbc\x3c\x3c\x3c"), F(DOWN, 4001, ACK1)};
    (void)state;
    assert_string_equal(SAY(f), "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_ack_that_is_late_is_told_once),
        cmocka_unit_test(merged_points_show_no_times),
        cmocka_unit_test(one_direction_shows_no_times),
        cmocka_unit_test(a_clock_that_goes_back_excuses),
        cmocka_unit_test(whole_microseconds_excuse_one),
        cmocka_unit_test(a_tlp_may_be_lost_behind_the_point_of_capture),
        cmocka_unit_test(a_bad_tlp_may_be_bad_in_the_capture_alone),
        cmocka_unit_test(a_snapped_tlp_is_owed_nothing),
        cmocka_unit_test(a_spoilt_record_is_owed_nothing),
        cmocka_unit_test(a_dllp_that_was_not_read_may_have_been_the_nak),
        cmocka_unit_test(a_nak_excuses_a_replay_before_its_time),
        cmocka_unit_test(a_link_that_leaves_l0_owes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
