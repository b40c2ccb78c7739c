/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Campaign plans, the sample drawn from them, and the intervals of their shares.
 */
#include <tn/campaign.h>
#include <tn/dut.h>

#include <errno.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static char path[64], err[512];
static struct tn_plan plan;

static int read_text(const char *text)
{
    FILE *file;
    int fd;
    strcpy(path, "/tmp/tn-plan-XXXXXX");
    fd = mkstemp(path);
    assert_true(fd >= 0);
    file = fdopen(fd, "w");
    fputs(text, file);
    fclose(file);
    int rc = tn_plan_read(path, &plan, err, sizeof err);
    unlink(path);
    return rc;
}

#define GOOD "dut = d\nstimulus = s.pcap\nsample = 200\nfault = seu on u_dut.*\n"

static void a_plan_gives_its_values_and_defaults(void **state)
{
    (void)state;
    assert_int_equal(read_text("# c\n\n" GOOD "timing = captured:0.5 # slow\ndigest=on\nseed = 9\nmap = own=1.2.3.0 1.2.3.1>5\n"
                               "fault = burst+8 on s_usr m_dev\nexclude = *.value\n"), 0);
    assert_string_equal(plan.dut, "d");
    assert_string_equal(plan.stimulus, "/tmp/s.pcap"); /* beside the plan */
    assert_string_equal(plan.timing, "captured");
    assert_true(plan.scale > 0.499 && plan.scale < 0.501);
    assert_true(plan.digest);
    assert_string_equal(plan.map, "own=1.2.3.0 1.2.3.1>5");
    assert_string_equal(plan.sim, "icarus");
    assert_int_equal(plan.sample, 200);
    assert_int_equal(plan.seed, 9);
    assert_int_equal(plan.spaces, 2);
    assert_int_equal(plan.space[1].f.kind, TN_FAULT_BURST);
    assert_int_equal(plan.space[1].f.len, 8);
    assert_int_equal(plan.space[1].globs, 2);
    assert_int_equal(plan.excludes, 1);
    tn_plan_free(&plan);
}

static void a_malformed_plan_is_refused_with_file_and_line(void **state)
{
    static const struct {
        const char *text, *where;
    } bad[] = {
        {"dut d\n", ":1: "},
        {"dut = d\nnonsense = 1\n", ":2: nonsense"},
        {GOOD "sample = 0\n", ":5: sample"},
        {GOOD "sample = 12x\n", ":5: sample"},
        {GOOD "seed = 18446744073709551616\n", ":5: seed"},
        {GOOD "packets = -1\n", ":5: packets"},
        {GOOD "sim = modelsim\n", ":5: sim"},
        {GOOD "timing = slow\n", ":5: timing"},
        {GOOD "timing = captured:0\n", ":5: timing"},
        {GOOD "digest = maybe\n", ":5: digest"},
        {GOOD "fault = seu u_dut\n", ":5: fault"},
        {GOOD "fault = flop on u_dut\n", ":5: fault"},
        {GOOD "fault = trunc on s_usr\n", ":5: fault"},
        {GOOD "fault = seu on \n", ":5: fault"},
        {"dut = d\nstimulus = s\nsample = 3\n", "fault is missing"},
        {"", "dut is missing"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        if (read_text(bad[i].text) != -EINVAL)
            fail_msg("plan %zu was taken", i);
        if (!strstr(err, bad[i].where) || !strstr(err, path) || strchr(err, '\n'))
            fail_msg("plan %zu: %s", i, err);
    }
    assert_int_equal(tn_plan_read("/nonexistent/plan", &plan, err, sizeof err), -ENOENT);
    assert_non_null(strstr(err, "/nonexistent/plan"));
}

static struct tn_survey survey_of(const char *const *lines, size_t n)
{
    struct tn_survey s = {0};
    for (size_t i = 0; i < n; i++)
        assert_true(tn_survey_line(&s, lines[i]));
    return s;
}

static const char *const lines[] = {
    "state u_dut.a_q 1 0 0", "state u_dut.u_x.mem_q 32 16 4", "state u_dut.value 32 0 0",
    "packet s_usr 1 20 96", "packet s_usr 2 30 640", "packet m_dev 1 25 96", "span 10 110",
};

static void the_sample_lies_in_the_space_and_repeats(void **state)
{
    struct tn_survey s = survey_of(lines, sizeof lines / sizeof *lines);
    struct tn_drawn *a, *b;
    unsigned words[20] = {0}, registers = 0;
    (void)state;
    assert_int_equal(read_text("dut = d\nstimulus = s\nsample = 2000\nfault = seu on u_dut.*\n"
                               "fault = flip on s_*\nexclude = *.value\n"), 0);
    assert_int_equal(tn_space_draw(&plan, &s, &a, err, sizeof err), 0);
    assert_int_equal(tn_space_draw(&plan, &s, &b, err, sizeof err), 0);
    assert_memory_equal(a, b, 2000 * sizeof *a);
    for (int i = 0; i < 2000; i++) {
        unsigned word;
        if (i % 2) { /* lines take turns */
            assert_int_equal(a[i].f.kind, TN_FAULT_FLIP);
            assert_string_equal(a[i].f.where, "s_usr");
            assert_in_range(a[i].f.packet, 1, 2);
            assert_true(a[i].f.arg < (a[i].f.packet == 1 ? 96u : 640u));
            assert_true(a[i].arm < (a[i].f.packet == 1 ? 20u : 30u));
            continue;
        }
        assert_in_range(a[i].f.cycle, 10, 109);
        assert_true(a[i].arm < a[i].f.cycle);
        if (sscanf(a[i].f.where, "u_dut.u_x.mem_q[%u]", &word) == 1) {
            assert_in_range(word, 4, 19);
            assert_true(a[i].f.arg < 32);
            words[word]++;
        } else {
            assert_string_equal(a[i].f.where, "u_dut.a_q");
            registers++;
        }
    }
    /* 1 bit of 513 is the register's, 32 of 513 each word's: expectations 2 and 62 */
    assert_true(registers < 20);
    for (int w = 4; w < 20; w++)
        assert_in_range(words[w], 20, 120);
    free(a);
    free(b);
    tn_survey_free(&s);
    tn_plan_free(&plan);
}

static void a_word_and_a_generated_block_are_named_by_their_index(void **state)
{
    struct tn_survey s = {0};
    struct tn_drawn *a;
    (void)state;
    assert_int_equal(read_text("dut = d\nstimulus = s\nsample = 40\nfault = seu on u_dut.mem_q[7]\n"
                               "fault = seu on u_dut.g_side[1].x_q\n"),
                     0);
    assert_true(tn_survey_line(&s, "state u_dut.mem_q 32 16 0"));
    assert_true(tn_survey_line(&s, "state u_dut.g_side[0].x_q 4 0 0"));
    assert_true(tn_survey_line(&s, "state u_dut.g_side[1].x_q 4 0 0"));
    assert_true(tn_survey_line(&s, "span 100 200"));
    assert_int_equal(tn_space_draw(&plan, &s, &a, err, sizeof err), 0);
    for (unsigned i = 0; i < 40; i++)
        assert_string_equal(a[i].f.where, i % 2 == 0 ? "u_dut.mem_q[7]" : "u_dut.g_side[1].x_q");
    free(a);
    tn_survey_free(&s);
    tn_plan_free(&plan);
    s = (struct tn_survey){0};
    assert_int_equal(read_text("dut = d\nstimulus = s\nsample = 2\nfault = seu on u_dut.mem_q[16]\n"), 0);
    assert_true(tn_survey_line(&s, "state u_dut.mem_q 32 16 0"));
    assert_int_equal(tn_space_draw(&plan, &s, &a, err, sizeof err), -ENOENT);
    tn_survey_free(&s);
    tn_plan_free(&plan);
}

/* Draws faults on the lines of that DUT, and demands that each is armed so many cycles early. */
static void strike_lines(const char *dut, unsigned early)
{
    static const char *const with_lines[] = {"line line0", "line line1", "packet line0x 1 25 96", "span 5000 5100"};
    struct tn_survey s = survey_of(with_lines, sizeof with_lines / sizeof *with_lines);
    struct tn_drawn *a;
    char text[160];
    unsigned first = 0;
    snprintf(text, sizeof text, "dut = %s\nstimulus = s\nsample = 200\nfault = flip on line?\n", dut);
    assert_int_equal(read_text(text), 0);
    assert_string_equal(plan.map, "-");
    assert_int_equal(tn_space_draw(&plan, &s, &a, err, sizeof err), 0);
    for (int i = 0; i < 200; i++) {
        assert_false(a[i].f.by_packet);
        assert_in_range(a[i].f.cycle, 5000, 5099);
        assert_int_equal(a[i].arm, a[i].f.cycle - early);
        first += strcmp(a[i].f.where, "line0") == 0;
        assert_true(strcmp(a[i].f.where, "line0") == 0 || strcmp(a[i].f.where, "line1") == 0);
    }
    assert_in_range(first, 60, 140);
    free(a);
    tn_survey_free(&s);
    tn_plan_free(&plan);
}

static void a_line_is_struck_by_cycle_and_armed_as_early_as_its_dut_says(void **state)
{
    unsigned early = 0, others = 0;
    (void)state;
    for (const struct tn_dut *const *d = tn_duts; *d; d++)
        if ((*d)->scope) {
            strike_lines((*d)->name, (*d)->line_early ? (*d)->line_early : 8);
            ++*((*d)->line_early ? &early : &others);
        }
    assert_true(early > 0 && others > 0);
}

static void a_line_that_matches_nothing_is_named(void **state)
{
    struct tn_survey s = survey_of(lines, sizeof lines / sizeof *lines);
    struct tn_drawn *a;
    (void)state;
    assert_int_equal(read_text("dut = d\nstimulus = s\nsample = 2\nfault = drop on s_nowhere\n"), 0);
    assert_int_equal(tn_space_draw(&plan, &s, &a, err, sizeof err), -ENOENT);
    assert_non_null(strstr(err, "drop on s_nowhere"));
    tn_survey_free(&s);
    tn_plan_free(&plan);
}

static void other_lines_of_a_simulation_are_not_taken_for_survey_lines(void **state)
{
    struct tn_survey s = {0};
    (void)state;
    assert_false(tn_survey_line(&s, "seed 1, simulator icarus, DUT d"));
    assert_false(tn_survey_line(&s, "state u_dut.a_q"));
    assert_false(tn_survey_line(&s, ""));
}

/* Newcombe, Two-sided confidence intervals for the single proportion, Statistics in
 * Medicine 17 (1998), table I, method 3. */
static void wilson_intervals_are_the_published_ones(void **state)
{
    static const struct {
        unsigned long k, n;
        double low, high;
    } published[] = {{81, 263, 0.2553, 0.3662}, {15, 148, 0.0624, 0.1605}, {0, 20, 0.0, 0.1611}, {1, 29, 0.0061, 0.1718}};
    double low, high;
    (void)state;
    for (size_t i = 0; i < sizeof published / sizeof *published; i++) {
        tn_wilson(published[i].k, published[i].n, &low, &high);
        assert_true(fabs(low - published[i].low) < 0.00005);
        assert_true(fabs(high - published[i].high) < 0.00005);
    }
    tn_wilson(0, 0, &low, &high);
    assert_true(low <= 0 && high >= 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_plan_gives_its_values_and_defaults),
        cmocka_unit_test(a_malformed_plan_is_refused_with_file_and_line),
        cmocka_unit_test(the_sample_lies_in_the_space_and_repeats),
        cmocka_unit_test(a_word_and_a_generated_block_are_named_by_their_index),
        cmocka_unit_test(a_line_is_struck_by_cycle_and_armed_as_early_as_its_dut_says),
        cmocka_unit_test(a_line_that_matches_nothing_is_named),
        cmocka_unit_test(other_lines_of_a_simulation_are_not_taken_for_survey_lines),
        cmocka_unit_test(wilson_intervals_are_the_published_ones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
