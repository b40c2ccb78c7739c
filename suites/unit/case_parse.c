/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The parser of conformance cases, on every case of the tree. What lines mean is tested beside each
 * fabric's words.
 */
#include <tn/case.h>
#include <tn/rng.h>

#include <glob.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static char err[TN_CASE_ERROR];

/* Every case of the tree, broken at random places: a message with file and line, or a
 * case; never a crash (run under sanitizers by make CFLAGS=-fsanitize=address,undefined). */
static void broken_cases_never_crash_the_parser(void **state)
{
    glob_t g;
    struct tn_rng r;
    static char text[TN_CASE_BYTES];
    unsigned good = 0, bad = 0;
    (void)state;
    tn_rng_seed(&r, 3, 0);
    assert_int_equal(glob("suites/*/cases/*/*.case", 0, NULL, &g), 0);
    for (unsigned round = 0; round < 6000; round++) {
        const char *path = g.gl_pathv[tn_rng_below(&r, g.gl_pathc)];
        FILE *f = fopen(path, "r");
        struct tn_case *c;
        assert_non_null(f);
        size_t n = fread(text, 1, sizeof text, f);
        fclose(f);
        for (uint64_t k = tn_rng_below(&r, 6); k < 6; k++) {
            size_t at = tn_rng_below(&r, n);
            static const char likely[] = "=[]x*_-./0123456789 \n#:>,fP";
            if (tn_rng_below(&r, 3) == 0 && n > at + 8) {
                memmove(text + at, text + at + 8, n - at - 8); /* a piece lost */
                n -= 8;
            } else {
                text[at] = tn_rng_below(&r, 4) ? likely[tn_rng_below(&r, sizeof likely - 1)]
                                               : (char)tn_rng_below(&r, 256);
            }
        }
        int rc = tn_case_parse(path, text, n, &c, err);
        if (rc == 0) {
            good++;
        } else {
            bad++;
            assert_null(c);
            assert_true(strncmp(err, path, strlen(path)) == 0 && err[strlen(path)] == ':');
            assert_null(strchr(err, '\n'));
        }
        tn_case_free(c);
    }
    globfree(&g);
    assert_true(good > 100 && bad > 100);
}

static void every_case_of_the_tree_is_readable(void **state)
{
    glob_t g;
    (void)state;
    assert_int_equal(glob("suites/*/cases/*/*.case", 0, NULL, &g), 0);
    for (size_t k = 0; k < g.gl_pathc; k++) {
        struct tn_case *c;
        if (tn_case_read(g.gl_pathv[k], &c, err) < 0)
            fail_msg("%s", err);
        tn_case_free(c);
    }
    globfree(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(broken_cases_never_crash_the_parser),
        cmocka_unit_test(every_case_of_the_tree_is_readable),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
