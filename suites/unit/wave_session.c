/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Waveforms: which values a channel sees at an edge, and when it is called. The kind here records
 * what it sees; expected values are worked by hand from the changes above them.
 */
#include <tn/wave.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { VALID, DATA, CLK = 1, RST, V, D };
static char seen[1024]; /* "cycle:valid/data " for each call; "R" for one in reset */

static bool edge(struct tn_wave_channel *ch)
{
    char one[64];
    snprintf(one, sizeof one, "%d:%d/%x ", (int)tn_wave_now(ch).cycle, tn_wave_bit(ch, VALID, 0),
             (unsigned)tn_wave_number(ch, DATA));
    strcat(seen, one);
    return tn_wave_bit(ch, VALID, 0) == 1;
}

static bool reset(struct tn_wave_channel *ch, bool first)
{
    (void)ch;
    strcat(seen, first ? "R" : "r");
    return false;
}

static const struct tn_wave_pin pins[] = {
    {"valid", 1, 1, false, true}, {"data|payload", 8, 8, false, false}, {NULL, 0, 0, false, false}};
static const struct tn_wave_kind kind = {
    .name = "probe", .link = "probe", .pins = pins, .edge = edge, .reset = reset};
static const struct tn_wave_kind *const kinds[] = {&kind, NULL};

/* A session with one channel, tb.dut.in, and its clock and reset. */
static struct tn_wave *session(const char *reset_name)
{
    const struct tn_wave_sink sink = {0};
    struct tn_check_params par;
    struct tn_wave *w;
    tn_check_defaults(&par);
    w = tn_wave_new(kinds, &par, &sink);
    assert_int_equal(tn_wave_signal(w, "tb", "clk", 1, CLK), 0);
    assert_int_equal(tn_wave_signal(w, "tb", reset_name, 1, RST), 0);
    assert_int_equal(tn_wave_signal(w, "tb.dut", "in_valid", 1, V), 0);
    assert_int_equal(tn_wave_signal(w, "tb.dut", "in_data", 8, D), 0);
    assert_int_equal(tn_wave_find(w), 0);
    *seen = 0;
    return w;
}

static void a_channel_has_path_clock_and_reset_by_their_names(void **state)
{
    struct tn_wave *w = session("rst_n");
    const struct tn_wave_channel *ch = tn_wave_channel_at(w, 0);
    bool low;
    (void)state;
    assert_non_null(ch);
    assert_string_equal(tn_wave_path(ch), "tb.dut.in");
    assert_string_equal(tn_wave_clock(ch), "tb.clk");
    assert_string_equal(tn_wave_reset(ch, &low), "tb.rst_n");
    assert_true(low);
    assert_null(tn_wave_channel_at(w, 1));
    tn_wave_free(w);
}

/* At tick 10 the clock rises and valid and data change: a flip-flop sees them at tick 20. */
static void an_edge_shows_the_values_before_it_in_either_order(void **state)
{
    (void)state;
    for (int order = 0; order < 2; order++) {
        struct tn_wave *w = session("rst");
        tn_wave_change(w, 0, RST, "0");
        tn_wave_change(w, 0, CLK, "0");
        tn_wave_change(w, 0, V, "0");
        tn_wave_change(w, 0, D, "00000001");
        if (order)
            tn_wave_change(w, 10, CLK, "1");
        tn_wave_change(w, 10, V, "1");
        tn_wave_change(w, 10, D, "10100101");
        if (!order)
            tn_wave_change(w, 10, CLK, "1");
        tn_wave_change(w, 15, CLK, "0");
        tn_wave_change(w, 20, CLK, "1");
        tn_wave_end(w);
        assert_string_equal(seen, "0:0/1 1:1/a5 ");
        tn_wave_free(w);
    }
}

/* The channel is quiet at the edges of ticks 20 and 30, where nothing changed and valid was 0. */
static void a_quiet_channel_is_called_when_a_signal_changed(void **state)
{
    struct tn_wave *w = session("rst");
    (void)state;
    tn_wave_change(w, 0, RST, "0");
    tn_wave_change(w, 0, V, "0");
    tn_wave_change(w, 0, D, "00000000");
    for (unsigned t = 0; t < 5; t++) {
        tn_wave_change(w, 10 * t, CLK, "0");
        tn_wave_change(w, 10 * t + 5, CLK, "1");
        if (t == 3)
            tn_wave_change(w, 10 * t + 6, V, "1");
    }
    tn_wave_end(w);
    assert_string_equal(seen, "0:0/0 4:1/0 ");
    tn_wave_free(w);
}

static void a_glitch_of_the_clock_at_one_time_is_no_edge(void **state)
{
    struct tn_wave *w = session("rst");
    (void)state;
    tn_wave_change(w, 0, CLK, "0");
    tn_wave_change(w, 0, V, "1");
    tn_wave_change(w, 5, CLK, "1");
    tn_wave_change(w, 5, CLK, "0");
    tn_wave_change(w, 10, CLK, "0");
    tn_wave_end(w);
    assert_string_equal(seen, "");
    tn_wave_free(w);
}

static void a_clock_that_becomes_known_has_no_edge(void **state)
{
    struct tn_wave *w = session("rst");
    (void)state;
    tn_wave_change(w, 5, CLK, "x");
    tn_wave_change(w, 10, CLK, "1");
    tn_wave_end(w);
    assert_string_equal(seen, "");
    tn_wave_free(w);
}

static void unknown_bits_are_told_from_0_and_1(void **state)
{
    struct tn_wave *w = session("rst");
    (void)state;
    tn_wave_change(w, 0, CLK, "0");
    tn_wave_change(w, 0, V, "x");
    tn_wave_change(w, 0, D, "1zx10001");
    tn_wave_change(w, 10, CLK, "1");
    tn_wave_end(w);
    assert_string_equal(seen, "0:-1/91 ");
    tn_wave_free(w);
}

/* Active low: asserted from tick 12 to tick 32, so at the edges of ticks 20 and 30. */
static void a_reset_reaches_the_channel_in_place_of_edges(void **state)
{
    struct tn_wave *w = session("aresetn");
    (void)state;
    tn_wave_change(w, 0, RST, "1");
    tn_wave_change(w, 0, V, "1");
    tn_wave_change(w, 0, D, "00000000");
    for (unsigned t = 0; t < 5; t++) {
        tn_wave_change(w, 10 * t + 5, CLK, "0");
        tn_wave_change(w, 10 * t + 10, CLK, "1");
        if (t == 0)
            tn_wave_change(w, 12, RST, "0");
        if (t == 2)
            tn_wave_change(w, 32, RST, "1");
    }
    tn_wave_end(w);
    assert_string_equal(seen, "0:1/0 Rr3:1/0 4:1/0 ");
    tn_wave_free(w);
}

/* An asynchronous reset between two edges is not lost. */
static void a_reset_between_two_edges_counts(void **state)
{
    struct tn_wave *w = session("rst");
    (void)state;
    tn_wave_change(w, 0, RST, "0");
    tn_wave_change(w, 0, CLK, "0");
    tn_wave_change(w, 0, V, "0");
    tn_wave_change(w, 2, RST, "1");
    tn_wave_change(w, 4, RST, "0");
    tn_wave_change(w, 10, CLK, "1");
    tn_wave_end(w);
    assert_string_equal(seen, "R");
    tn_wave_free(w);
}

static void a_range_leaves_edges_out_and_keeps_values(void **state)
{
    struct tn_wave *w = session("rst");
    (void)state;
    tn_wave_range(w, 20, 30);
    tn_wave_change(w, 0, RST, "0");
    tn_wave_change(w, 0, V, "1");
    tn_wave_change(w, 1, D, "00000111");
    for (unsigned t = 0; t < 5; t++) { /* edges at ticks 10, 20, 30, 40, 50 */
        tn_wave_change(w, 10 * t + 5, CLK, "0");
        tn_wave_change(w, 10 * t + 10, CLK, "1");
    }
    tn_wave_end(w);
    assert_string_equal(seen, "0:1/7 1:1/7 ");
    tn_wave_free(w);
}

/* The same signals under other names; a bare alias (the same numbers) is no second channel, and one
 * of the same name in a scope inside is looked at outside alone. */
/* The reset has ended at tick 15: at 25 and 35 nobody resets, and what was under way may be. */
static void a_reset_before_the_range_is_none(void **state)
{
    struct tn_wave *w = session("rst");
    (void)state;
    tn_wave_range(w, 20, UINT64_MAX);
    tn_wave_change(w, 0, RST, "1");
    tn_wave_change(w, 0, V, "1");
    tn_wave_change(w, 0, D, "00000001");
    for (unsigned t = 0; t < 4; t++) {
        tn_wave_change(w, 10 * t, CLK, "0");
        tn_wave_change(w, 10 * t + 5, CLK, "1");
        if (t == 1)
            tn_wave_change(w, 15, RST, "0");
    }
    tn_wave_end(w);
    assert_string_equal(seen, "0:1/1 1:1/1 ");
    assert_true(tn_wave_joined(tn_wave_channel_at(w, 0)));
    tn_wave_free(w);
}

static void channels_inside_are_not_looked_at_twice(void **state)
{
    const struct tn_wave_sink sink = {0};
    struct tn_check_params par;
    struct tn_wave *w;
    (void)state;
    tn_check_defaults(&par);
    w = tn_wave_new(kinds, &par, &sink);
    tn_wave_signal(w, "tb", "clk", 1, CLK);
    tn_wave_signal(w, "tb", "in_valid", 1, V);
    tn_wave_signal(w, "tb", "IN_PAYLOAD", 8, D);
    tn_wave_signal(w, "tb.alias", "other_valid", 1, V);
    tn_wave_signal(w, "tb.alias", "other_data", 8, 9);
    tn_wave_signal(w, "tb.a.b", "in_valid", 1, 7);
    tn_wave_signal(w, "tb.a.b", "in_data", 8, 8);
    tn_wave_signal(w, "tb.wide", "in_valid", 2, 10);
    assert_int_equal(tn_wave_find(w), 0);
    assert_string_equal(tn_wave_path(tn_wave_channel_at(w, 0)), "tb.in");
    assert_null(tn_wave_outer(tn_wave_channel_at(w, 0)));
    assert_string_equal(tn_wave_path(tn_wave_channel_at(w, 1)), "tb.a.b.in");
    assert_ptr_equal(tn_wave_outer(tn_wave_channel_at(w, 1)), tn_wave_channel_at(w, 0));
    assert_null(tn_wave_channel_at(w, 2));
    tn_wave_free(w);
}

/* Packets that pass through a module are seen at both sides: two links, each with one of the
 * channels. */
static void both_sides_of_a_module_are_two_links(void **state)
{
    const struct tn_wave_sink sink = {0};
    struct tn_check_params par;
    struct tn_wave *w;
    (void)state;
    tn_check_defaults(&par);
    w = tn_wave_new(kinds, &par, &sink);
    tn_wave_signal(w, "m", "clk", 1, CLK);
    tn_wave_signal(w, "m", "s_in_valid", 1, V);
    tn_wave_signal(w, "m", "s_in_data", 8, D);
    tn_wave_signal(w, "m", "m_in_valid", 1, 5);
    tn_wave_signal(w, "m", "m_in_data", 8, 6);
    assert_int_equal(tn_wave_find(w), 0);
    assert_non_null(tn_wave_channel_at(w, 1));
    assert_ptr_not_equal(tn_wave_link_of(tn_wave_channel_at(w, 0)),
                         tn_wave_link_of(tn_wave_channel_at(w, 1)));
    tn_wave_free(w);
}

/* Plays a VCD text. Returns what the file said, or -1. */
static int vcd(const char *text, size_t len, char err[512])
{
    const struct tn_wave_sink sink = {0};
    struct tn_check_params par;
    char path[] = "/tmp/tn_wave_XXXXXX";
    int fd = mkstemp(path), rc = -1;
    struct tn_wave_file *f;
    struct tn_wave *w;
    assert_true(fd >= 0 && write(fd, text, len) == (ssize_t)len);
    close(fd);
    tn_check_defaults(&par);
    w = tn_wave_new(kinds, &par, &sink);
    *seen = *err = 0;
    f = tn_wave_file_open(path, err, 512);
    if (f && tn_wave_file_signals(f, w, err, 512) == 0 && tn_wave_find(w) == 0) {
        rc = tn_wave_file_play(f, w, err, 512);
        tn_wave_end(w);
    }
    tn_wave_file_close(f);
    tn_wave_free(w);
    unlink(path);
    return rc;
}

static const char text[] =
    "$date today $end $timescale 10 ps $end\n"
    "$scope module tb $end\n$var wire 1 ! clk $end\n$var reg 1 \" in_valid $end\n"
    "$var wire 8 #' in_data [7:0] $end $var real 64 r temperature $end\n$upscope "
    "$end\n$enddefinitions $end\n"
    "#0 $dumpvars 0! 1\" b101 #' r1.5 r $end\n"
    "#5\n1!\n#10\n0!\nbx1 #'\n#15\n1!\nb11110000 #'\n#20\n";

static void a_vcd_file_is_read_as_it_stands(void **state)
{
    char err[512];
    (void)state;
    assert_int_equal(vcd(text, sizeof text - 1, err), 0);
    assert_string_equal(seen, "0:1/5 1:1/1 "); /* x fills the higher bits of bx1, 0 those of b101 */
}

static void a_vcd_file_that_is_cut_says_so(void **state)
{
    char err[512];
    (void)state;
    assert_int_equal(vcd(text, sizeof text - 4, err), -1); /* ends in "...#' and #2" */
    assert_non_null(strstr(err, "cut short"));
    assert_string_equal(seen, "0:1/5 1:1/1 ");
    assert_int_equal(vcd(text, 100, err), -1);
    assert_non_null(strstr(err, "cut short among its declarations"));
}

static void text_that_is_no_waveform_is_refused(void **state)
{
    char err[512];
    (void)state;
    assert_int_equal(vcd("Hello, world\n", 13, err), -1);
    assert_non_null(strstr(err, "neither FST nor VCD"));
    assert_int_equal(vcd("", 0, err), -1);
    assert_non_null(strstr(err, "empty"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_channel_has_path_clock_and_reset_by_their_names),
        cmocka_unit_test(an_edge_shows_the_values_before_it_in_either_order),
        cmocka_unit_test(a_quiet_channel_is_called_when_a_signal_changed),
        cmocka_unit_test(a_glitch_of_the_clock_at_one_time_is_no_edge),
        cmocka_unit_test(a_clock_that_becomes_known_has_no_edge),
        cmocka_unit_test(unknown_bits_are_told_from_0_and_1),
        cmocka_unit_test(a_reset_reaches_the_channel_in_place_of_edges),
        cmocka_unit_test(a_reset_between_two_edges_counts),
        cmocka_unit_test(a_range_leaves_edges_out_and_keeps_values),
        cmocka_unit_test(a_reset_before_the_range_is_none),
        cmocka_unit_test(channels_inside_are_not_looked_at_twice),
        cmocka_unit_test(both_sides_of_a_module_are_two_links),
        cmocka_unit_test(a_vcd_file_is_read_as_it_stands),
        cmocka_unit_test(a_vcd_file_that_is_cut_says_so),
        cmocka_unit_test(text_that_is_no_waveform_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
