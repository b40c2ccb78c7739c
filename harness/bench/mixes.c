/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The mixes, one after the other on one simulation.
 *   mixes [FILE.mix | FOLDER]...
 * Without names: the folder of the block's mixes. TN_TESTS, a pattern with * and ?, chooses among
 * those of a folder. A mix is a TAP line on stdout.
 */
#include "mix.h"

#include "../case/run/files.h"

#include <tn/trace.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct tally {
    unsigned passed, failed, skipped;
};

static int one(void *ctx, const char *path, bool of_folder)
{
    struct tally *t = ctx;
    struct mix *m;
    char text[MIX_ERROR];
    (void)of_folder;
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

int tn_mixes_main(int argc, char **argv, const char *folder)
{
    struct tally t = {0};
    int rc = argc > 1 ? 0 : tn_run_files("mixes", folder, ".mix", one, &t);
    for (int k = 1; k < argc; k++)
        rc = tn_run_files("mixes", argv[k], ".mix", one, &t) ? 2 : rc;
    if (tn_sim_trace_stop() < 0)
        rc = 2;
    printf("%u mixes passed, %u failed, %u skipped\n", t.passed, t.failed, t.skipped);
    return rc ? rc : t.failed ? 1 : t.passed ? 0 : 77;
}
