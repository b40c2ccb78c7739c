/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Descriptors of DUTs, as a program without a simulation finds them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <tn/case.h>
#include <tn/dut.h>

#include <glob.h>
#include <stdio.h>
#include <string.h>

static void every_block_with_a_bench_has_a_descriptor(void **state)
{
    glob_t g;
    (void)state;
    assert_int_equal(glob("harness/*/dut/*_tb.v", 0, NULL, &g), 0);
    assert_true(g.gl_pathc >= 16);
    for (size_t k = 0; k < g.gl_pathc; k++) {
        const char *file = strrchr(g.gl_pathv[k], '/') + 1;
        char name[64];
        snprintf(name, sizeof name, "%.*s", (int)(strlen(file) - strlen("_tb.v")), file);
        if (!tn_dut_find(name))
            fail_msg("%s has no descriptor", name);
    }
    globfree(&g);
}

static void every_descriptor_has_a_name_of_its_own_a_fabric_and_a_packet(void **state)
{
    (void)state;
    for (const struct tn_dut *const *d = tn_duts; *d; d++) {
        assert_non_null((*d)->fabric);
        assert_non_null((*d)->packet);
        assert_ptr_equal(tn_dut_find((*d)->name), *d);
    }
}

static void parts_of_a_simulation_are_not_linked_without_one(void **state)
{
    (void)state;
    for (const struct tn_dut *const *d = tn_duts; *d; d++) {
        assert_null((*d)->session);
        assert_null((*d)->runner);
        assert_null((*d)->cover);
    }
}

static void an_image_belongs_to_the_block_before_its_suffix(void **state)
{
    (void)state;
    for (const struct tn_dut *const *d = tn_duts; *d; d++) {
        char image[64];
        assert_ptr_equal(tn_dut_of_image((*d)->name), *d);
        snprintf(image, sizeof image, "%s-pair", (*d)->name);
        assert_ptr_equal(tn_dut_of_image(image), *d);
        assert_null(tn_dut_find(image));
        snprintf(image, sizeof image, "%ser-1a2b3c4d", (*d)->name);
        assert_null(tn_dut_of_image(image));
        snprintf(image, sizeof image, "%.*s", (int)strlen((*d)->name) - 1, (*d)->name);
        assert_null(tn_dut_of_image(image));
    }
}

static void blocks_without_a_session_are_not_among_the_played(void **state)
{
    char text[512], narrow[8];
    unsigned played = 0, others = 0;
    (void)state;
    tn_dut_played(text, sizeof text);
    for (const struct tn_dut *const *d = tn_duts; *d; d++) {
        char found[600], name[80];
        snprintf(found, sizeof found, " %s,", text);
        snprintf(name, sizeof name, " %s,", (*d)->name);
        assert_int_equal(strstr(found, name) != NULL, (*d)->scope != NULL);
        ++*((*d)->scope ? &played : &others);
    }
    assert_true(played > 0 && others > 0);
    tn_dut_played(narrow, sizeof narrow);
    assert_int_equal(strlen(narrow), sizeof narrow - 1);
}

/* Parses a case of that DUT whose only step is line; gives the message. */
static const char *refused(const char *dut, const char *line)
{
    static char err[TN_CASE_ERROR];
    struct tn_case *c;
    char text[256];
    int n = snprintf(text, sizeof text, "# why\ndut = %s\nrules = EXA-CRC-1\n%s\nexpect = pass\n",
                     dut, line);
    assert_int_equal(tn_case_parse("x.case", text, (size_t)n, &c, err), -22);
    return err;
}

static void a_case_of_a_block_without_words_says_so_in_one_line(void **state)
{
    unsigned without = 0;
    (void)state;
    for (const struct tn_dut *const *d = tn_duts; *d; d++) {
        char says[128];
        if ((*d)->words || (*d)->text)
            continue;
        without++;
        snprintf(says, sizeof says, "x.case:4: DUT '%s' has no cases", (*d)->name);
        assert_string_equal(refused((*d)->name, "stall s_a forever"), says);
    }
    assert_true(without > 0);
    assert_string_equal(refused("no_such_block", "stall s_a forever"),
                        "x.case:4: no DUT 'no_such_block'");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_block_with_a_bench_has_a_descriptor),
        cmocka_unit_test(every_descriptor_has_a_name_of_its_own_a_fabric_and_a_packet),
        cmocka_unit_test(parts_of_a_simulation_are_not_linked_without_one),
        cmocka_unit_test(an_image_belongs_to_the_block_before_its_suffix),
        cmocka_unit_test(blocks_without_a_session_are_not_among_the_played),
        cmocka_unit_test(a_case_of_a_block_without_words_says_so_in_one_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
