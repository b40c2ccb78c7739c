/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A case around the lines of its body under test, which begin in line 4.
 */
#ifndef CASE_TEXT_H
#define CASE_TEXT_H

#include <tn/case.h>

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static char err[TN_CASE_ERROR]; /* the message of the last case that was refused */

/* Parses a case of a DUT with these rules and this body, as tn_case_parse() does. */
static inline int case_text(const char *dut, const char *rules, const char *body, struct tn_case **c)
{
    char text[4096];
    snprintf(text, sizeof text, "# why\ndut = %s\nrules = %s\n%s\nexpect = pass\n", dut, rules, body);
    return tn_case_parse("x.case", text, strlen(text), c, err);
}

/* Returns the parsed case; fails the test when the parser refuses the text. */
static inline struct tn_case *case_good(const char *dut, const char *rules, const char *body)
{
    struct tn_case *c;
    if (case_text(dut, rules, body, &c) < 0)
        fail_msg("%s", err);
    return c;
}

/* Checks that the parser refuses the body in one line, which names the file and line 4 (or the line
 * with which the message begins, "5: ...") and holds the message. */
static inline void case_refused(const char *dut, const char *rules, const char *body, const char *message)
{
    struct tn_case *c;
    assert_int_equal(case_text(dut, rules, body, &c), -EINVAL);
    assert_null(c);
    const bool there = strncmp(err, "x.case:4: ", 10) == 0 || message[0] == '5';
    if (!there || !strstr(err, message) || strchr(err, '\n'))
        fail_msg("'%s' gives '%s', not '... %s'", body, err, message);
}

#endif
