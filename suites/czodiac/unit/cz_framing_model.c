/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The framing model beside sentences of cz_framing.md: symbols worked by hand.
 */
#include <tn/czodiac/cz_framing.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static struct tn_cz_frame queue[8];
static unsigned queued, taken;
static struct tn_cz_frame came[8];
static bool is_loose[8];
static unsigned came_n, breaches[TN_CZ_BREACHES];

static bool next(void *ctx, struct tn_cz_frame *f)
{
    (void)ctx;
    if (taken == queued)
        return false;
    *f = queue[taken++];
    return true;
}

static void got(void *ctx, const struct tn_cz_frame *f, bool loose, uint64_t began)
{
    (void)ctx, (void)began;
    is_loose[came_n] = loose;
    came[came_n++] = *f;
}

static void broken(void *ctx, enum tn_cz_breach what, unsigned lane, bool inside, bool again)
{
    (void)ctx, (void)lane, (void)inside, (void)again;
    breaches[what]++;
}

static const struct tn_cz_reader_ops ops = {.frame = got, .breach = broken};

static struct tn_cz_framing_params par(unsigned lanes, bool scramble)
{
    return (struct tn_cz_framing_params){512, lanes, scramble, 1280};
}

static int fresh(void **state)
{
    (void)state;
    queued = taken = came_n = 0;
    memset(breaches, 0, sizeof breaches);
    return 0;
}

/* A TLP of n bytes 1, 2, 3... behind its two zeros, or a DLLP. */
static void give(size_t n, bool dllp)
{
    struct tn_cz_frame *f = &queue[queued++];
    *f = (struct tn_cz_frame){.dllp = dllp, .len = dllp ? 8 : n + 2};
    for (size_t i = 0; i < n; i++)
        f->bytes[i + (dllp ? 0 : 2)] = (uint8_t)(i + 1);
}

/* The symbols of some columns as text: octets in hex, K before control symbols, a blank each lane.
 */
static const char *columns(struct tn_cz_sender *s, unsigned n)
{
    static char text[1024];
    char *p = text;
    struct tn_cz_column c;
    for (unsigned i = 0; i < n; i++) {
        tn_cz_sender_column(s, next, NULL, &c);
        for (unsigned lane = 0; lane < s->par.lanes; lane++)
            p += sprintf(p, "%s%02X ", c.k >> lane & 1 ? "K" : "", c.octet[lane]);
    }
    return text;
}

static void idle_behind_a_set_is_scrambled_as_appendix_c_has_it(void **state)
{
    struct tn_cz_sender s;
    const struct tn_cz_framing_params p = par(1, true);
    (void)state;
    tn_cz_sender_init(&s, &p);
    s.up = true;
    s.sets_due = 1;
    assert_string_equal(columns(&s, 20),
                        "KBC K1C K1C K1C FF 17 C0 14 B2 E7 02 82 72 6E 28 A6 BE 6D BF 8D ");
}

static void a_dllp_on_one_four_and_eight_lanes(void **state)
{
    struct tn_cz_sender s;
    struct tn_cz_framing_params p = par(1, false);
    (void)state;
    for (unsigned lanes = 1; lanes <= 8; lanes *= lanes == 1 ? 4 : 2) {
        p.lanes = lanes;
        tn_cz_sender_init(&s, &p);
        s.up = true;
        give(6, true);
        assert_string_equal(columns(&s, 8 / lanes), "K5C 01 02 03 04 05 06 KFD ");
    }
}

static void a_tlp_that_ends_in_lane_3_of_8_is_padded_or_followed(void **state)
{
    struct tn_cz_sender s;
    const struct tn_cz_framing_params p = par(8, false);
    (void)state;
    tn_cz_sender_init(&s, &p);
    s.up = true;
    give(10, false);
    queue[0].edb = true;
    assert_string_equal(columns(&s, 2), "KFB 01 02 03 04 05 06 07 08 09 0A KFE KF7 KF7 KF7 KF7 ");
    give(10, false);
    give(6, true);
    assert_string_equal(columns(&s, 3), "KFB 01 02 03 04 05 06 07 08 09 0A KFD K5C 01 02 03 "
                                        "04 05 06 KFD KF7 KF7 KF7 KF7 ");
}

static void a_set_that_is_due_waits_for_the_frame(void **state)
{
    struct tn_cz_sender s;
    const struct tn_cz_framing_params p = par(4, false);
    (void)state;
    tn_cz_sender_init(&s, &p);
    s.up = true;
    s.cycles = 2;
    give(6, true);
    assert_string_equal(columns(&s, 7), "K5C 01 02 03 04 05 06 KFD KBC KBC KBC KBC K1C K1C K1C K1C "
                                        "K1C K1C K1C K1C K1C K1C K1C K1C 00 00 00 00 ");
}

static void reads(struct tn_cz_reader *r, const uint16_t *symbols, size_t n)
{
    const unsigned lanes = r->par.lanes;
    for (size_t i = 0; i < n; i += lanes) {
        struct tn_cz_column c = {0};
        for (unsigned lane = 0; lane < lanes; lane++) {
            c.octet[lane] = (uint8_t)symbols[i + lane];
            c.k |= (uint8_t)((symbols[i + lane] >> 8 & 1) << lane);
            c.bad |= (uint8_t)((symbols[i + lane] >> 9 & 1) << lane);
        }
        tn_cz_reader_column(r, &c);
    }
}

#define READ(r, ...)                                                                               \
    reads(r, (const uint16_t[]){__VA_ARGS__}, sizeof((const uint16_t[]){__VA_ARGS__}) / 2)

static void a_frame_without_its_end_costs_the_one_behind_it(void **state)
{
    struct tn_cz_reader r;
    const struct tn_cz_framing_params p = par(4, false);
    (void)state;
    tn_cz_reader_init(&r, &p, &ops, NULL);
    READ(&r, 0x15c, 1, 2, 3, 4, 5, 6, 7, 0x15c, 1, 2, 3, 4, 5, 6, 0x1fd, 0x15c, 1, 2, 3, 4, 5, 6,
         0x1fd);
    assert_int_equal(came_n, 3);
    assert_true(came[0].err && came[0].dllp && came[1].err && came[1].dllp);
    assert_true(!came[2].err && came[2].len == 8 && came[2].bytes[5] == 6);
    assert_int_equal(breaches[TN_CZ_NO_END], 1);
}

static void a_start_inside_a_tlp_ends_it(void **state)
{
    struct tn_cz_reader r;
    const struct tn_cz_framing_params p = par(4, false);
    (void)state;
    tn_cz_reader_init(&r, &p, &ops, NULL);
    READ(&r, 0x1fb, 1, 2, 3, 0x1fb, 1, 2, 3, 4, 5, 6, 0x1fe);
    assert_int_equal(came_n, 2);
    assert_true(came[0].err && came[1].err && came[1].edb && came[1].len == 8);
}

/* What an error makes STP in a broken TLP begins a frame with an error, too, and so does the next
 * one in that; behind EDB, or SKP of one lane, a frame is none inside another. */
static void a_frame_inside_a_broken_one_has_an_error(void **state)
{
    struct tn_cz_reader r;
    const struct tn_cz_framing_params p = par(4, false);
    (void)state;
    tn_cz_reader_init(&r, &p, &ops, NULL);
    READ(&r, 0x1fb, 1, 0x200, 3, 0, 0, 0, 0, 0x1fb, 1, 2, 3, 0x1fb, 1, 2, 3, 4, 5, 6, 0x1fe);
    assert_true(came_n == 3 && came[0].err && came[1].err && came[2].err);
    READ(&r, 0x1fb, 1, 2, 3, 4, 5, 6, 0x1fd);
    assert_true(came_n == 4 && !came[3].err);
    READ(&r, 0x1fb, 1, 0x200, 3, 0, 0x11c, 0, 0, 0x1fb, 1, 2, 3, 4, 5, 6, 0x1fd);
    assert_true(came_n == 6 && came[4].err && !came[5].err);
}

static void a_symbol_that_is_none_ends_the_frame_and_excuses_its_rest(void **state)
{
    struct tn_cz_reader r;
    const struct tn_cz_framing_params p = par(4, false);
    (void)state;
    tn_cz_reader_init(&r, &p, &ops, NULL);
    READ(&r, 0x1fb, 1, 0x200, 3, 4, 5, 6, 7);
    assert_true(came_n == 1 && came[0].err && r.excused);
    READ(&r, 1, 2, 3, 0x1fd);
    assert_false(r.excused);
}

static void a_lane_without_a_symbol_takes_the_set_of_the_others(void **state)
{
    struct tn_cz_reader r;
    const struct tn_cz_framing_params p = par(4, true);
    (void)state;
    tn_cz_reader_init(&r, &p, &ops, NULL);
    READ(&r, 0x1bc, 0x200, 0x1bc, 0x1bc, 0x11c, 0x11c, 0x11c, 0x11c, 0x11c, 0x11c, 0x200, 0x11c,
         0x11c, 0x11c, 0x11c, 0x11c, 0xff, 0xff, 0xff, 0xff, 0x15c, 0x17, 0x17, 0x17, 0xc0, 0xc0,
         0xc0, 0x1fd);
    for (unsigned i = 0; i < TN_CZ_BREACHES; i++) /* the two invalid symbols are reported */
        assert_int_equal(breaches[i], i == TN_CZ_BAD_SYMBOL ? 2 : 0);
    assert_true(came_n == 1 && !came[0].err && !is_loose[0] && came[0].bytes[0] == 0);
}

static void the_skp_of_a_lost_com_sets_the_register(void **state)
{
    struct tn_cz_reader r;
    const struct tn_cz_framing_params p = par(1, true);
    (void)state;
    tn_cz_reader_init(&r, &p, &ops, NULL);
    READ(&r, 0x33, 0x200, 0x11c, 0x11c, 0x11c, 0xff, 0x17);
    assert_int_equal(breaches[TN_CZ_BAD_IDLE], 1); /* the 33 before the set */
    assert_false(r.unsure);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(idle_behind_a_set_is_scrambled_as_appendix_c_has_it, fresh),
        cmocka_unit_test_setup(a_dllp_on_one_four_and_eight_lanes, fresh),
        cmocka_unit_test_setup(a_tlp_that_ends_in_lane_3_of_8_is_padded_or_followed, fresh),
        cmocka_unit_test_setup(a_set_that_is_due_waits_for_the_frame, fresh),
        cmocka_unit_test_setup(a_frame_without_its_end_costs_the_one_behind_it, fresh),
        cmocka_unit_test_setup(a_start_inside_a_tlp_ends_it, fresh),
        cmocka_unit_test_setup(a_frame_inside_a_broken_one_has_an_error, fresh),
        cmocka_unit_test_setup(a_symbol_that_is_none_ends_the_frame_and_excuses_its_rest, fresh),
        cmocka_unit_test_setup(a_lane_without_a_symbol_takes_the_set_of_the_others, fresh),
        cmocka_unit_test_setup(the_skp_of_a_lost_com_sets_the_register, fresh),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
