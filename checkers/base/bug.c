/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The end of the road when an invariant of our own is broken.
 */
#include <tn/bug.h>

#include <stdio.h>
#include <stdlib.h>

_Noreturn void tn_bug_at(const char *file, int line, const char *text)
{
    fprintf(stderr, "tenter: bug at %s:%d: %s\n", file, line, text);
    abort();
}
