/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The mixes, one after the other on one simulation.
 *   mixes [FILE.mix | FOLDER]...
 * Without names: the folder of the block's mixes. TN_TESTS, a pattern with * and ?, chooses among
 * those of a folder. A mix is a TAP line on stdout.
 */
#include "mix.h"

#include <tn/trace.h>

#include <fnmatch.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct tally {
    unsigned passed, failed, skipped;
};

static int one(struct tally *t, const char *path)
{
    struct mix *m;
    char text[MIX_ERROR];
    if (tn_mix_read(path, &m, text) < 0) {
        fprintf(stderr, "%s\n", text);
        return 2;
    }
    const int rc = tn_mix_play(m, text);
    if (rc < 0)
        fprintf(stderr, "%s: %s\n", path, text[0] ? text : strerror(-rc));
    else if (rc == MIX_PASSED)
        printf("ok %s\n", m->name);
    else if (rc == MIX_FAILED)
        printf("not ok %s: %s\n", m->name, text);
    else
        printf("ok %s # SKIP %s\n", m->name, text);
    t->passed += rc == MIX_PASSED;
    t->failed += rc == MIX_FAILED;
    t->skipped += rc == MIX_SKIPPED;
    free(m);
    return rc < 0 ? 2 : 0;
}

static bool is_chosen(const char *path)
{
    const char *pattern = getenv("TN_TESTS"), *base = strrchr(path, '/');
    char name[256];
    snprintf(name, sizeof name, "%s", base ? base + 1 : path);
    name[strcspn(name, ".")] = 0;
    return !pattern || !*pattern || fnmatch(pattern, name, 0) == 0;
}

/* A file, or every mix of a folder in the order of their names. */
static int named(struct tally *t, const char *name)
{
    struct stat st;
    char pattern[512];
    glob_t g;
    int rc = 0;
    if (stat(name, &st) == 0 && !S_ISDIR(st.st_mode))
        return one(t, name);
    snprintf(pattern, sizeof pattern, "%.400s/*.mix", name);
    if (glob(pattern, 0, NULL, &g) != 0) {
        fprintf(stderr, "mixes: %s: no *.mix there\n", name);
        return 2;
    }
    for (size_t k = 0; k < g.gl_pathc; k++)
        if (is_chosen(g.gl_pathv[k]))
            rc = one(t, g.gl_pathv[k]) ? 2 : rc;
    globfree(&g);
    return rc;
}

int tn_mixes_main(int argc, char **argv, const char *folder)
{
    struct tally t = {0};
    int rc = argc > 1 ? 0 : named(&t, folder);
    for (int k = 1; k < argc; k++)
        rc = named(&t, argv[k]) ? 2 : rc;
    if (tn_sim_trace_stop() < 0)
        rc = 2;
    printf("%u mixes passed, %u failed, %u skipped\n", t.passed, t.failed, t.skipped);
    return rc ? rc : t.failed ? 1 : t.passed ? 0 : 77;
}
