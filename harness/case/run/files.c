/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The files that a program of a simulation plays: cases, mixes.
 */
#include "files.h"

#include <errno.h>
#include <fnmatch.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Says whether TN_TESTS, a pattern with * and ?, chooses the file; without TN_TESTS each file is chosen. */
static bool is_chosen(const char *path)
{
    const char *pattern = getenv("TN_TESTS"), *base = strrchr(path, '/');
    char name[256];
    snprintf(name, sizeof name, "%s", base ? base + 1 : path);
    char *dot = strrchr(name, '.');
    if (dot)
        *dot = 0;
    return !pattern || !*pattern || fnmatch(pattern, name, 0) == 0;
}

int tn_run_files(const char *program, const char *name, const char *suffix, tn_run_file_fn *fn,
                 void *ctx)
{
    struct stat st;
    char pattern[512];
    glob_t g;
    int rc = 0;
    if (stat(name, &st) < 0) {
        fprintf(stderr, "%s: %s: %s\n", program, name, strerror(errno));
        return 2;
    }
    if (!S_ISDIR(st.st_mode))
        return fn(ctx, name, false);
    snprintf(pattern, sizeof pattern, "%.400s/*%s", name, suffix);
    if (glob(pattern, 0, NULL, &g) != 0) {
        fprintf(stderr, "%s: %s: no *%s there\n", program, name, suffix);
        return 2;
    }
    for (size_t k = 0; k < g.gl_pathc; k++)
        if (is_chosen(g.gl_pathv[k]))
            rc = fn(ctx, g.gl_pathv[k], true) ? 2 : rc;
    globfree(&g);
    return rc;
}
