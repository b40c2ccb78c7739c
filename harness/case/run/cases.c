/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The conformance cases, one after the other on one simulation.
 *   cases [--bug N] [--rule ID] [--log FILE] [--stalls yes|no|both] [--judges yes|no] [FILE.case | FOLDER]...
 * Without names: the folder of the DUT's cases. --bug: the seeded bug that the RTL was built
 * with. --stalls: under random stalls at every stream, without (default for names), or
 * both (default without names). --judges no: the lines alone count, as with scoreboard = off.
 * --rule: only cases that ask that rule or must break it. --log (or TN_VERDICTS): a line a case and
 * rule. A case is a TAP line on stdout.
 */
#include "files.h"

#include <tn/case_run.h>
#include <tn/sim.h>
#include <tn/trace.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What the options ask for, and how the cases ended. */
struct cases {
    const char *rule, *log_path;
    unsigned bug;
    bool plain, stalled, alone;
    FILE *log;
    unsigned passed, failed, skipped;
};

static int usage(const char *what)
{
    fprintf(stderr,
            "cases: %s\nusage: cases [--bug N] [--rule ID] [--log FILE] "
            "[--stalls yes|no|both] [--judges yes|no] [FILE.case | FOLDER]...\n",
            what);
    return 2;
}

static bool wanted(const struct cases *run, const struct tn_case *c)
{
    return !run->rule || tn_case_asks(c, run->rule) ||
           (c->expect_rule && strcmp(c->expect_rule, run->rule) == 0);
}

/* Runs it one way, and says how it went. */
static int play(struct cases *run, struct tn_case *c, const char *path, bool stalls)
{
    const struct tn_case_how how = {.bug = run->bug, .stalls = stalls};
    const char *variant = stalls ? "/stalls" : "";
    char why[TN_CASE_ERROR];
    int rc = tn_case_run(c, &how, run->log, why);
    if (rc < 0)
        fprintf(stderr, "%s: %s\n", path, strerror(-rc));
    else if (rc == TN_CASE_PASSED)
        printf("ok %s%s\n", c->name, variant);
    else if (rc == TN_CASE_FAILED)
        printf("not ok %s%s: %s\n", c->name, variant, why);
    else if (!stalls) /* a case about time needs no word */
        printf("ok %s # SKIP %s\n", c->name, why);
    run->passed += rc == TN_CASE_PASSED;
    run->failed += rc == TN_CASE_FAILED;
    run->skipped += rc == TN_CASE_SKIPPED && !stalls;
    return rc < 0 ? rc : 0;
}

/* A seeded bug's case of a folder is for the bug's own check alone. */
static int one_case(void *ctx, const char *path, bool of_folder)
{
    struct cases *run = ctx;
    struct tn_case *c;
    char why[TN_CASE_ERROR];
    int rc = tn_case_read(path, &c, why);
    if (rc < 0) {
        fprintf(stderr, "%s\n", why);
        return 2;
    }
    c->no_board |= run->alone;
    if (wanted(run, c) && !(of_folder && c->bug && c->bug != run->bug)) {
        if (run->plain)
            rc = play(run, c, path, false);
        if (run->stalled && rc == 0 && !c->bug)
            rc = play(run, c, path, true);
    }
    tn_case_free(c);
    return rc < 0 ? 2 : 0;
}

int tn_cases_main(int argc, char **argv, const char *folder)
{
    struct cases run = {0};
    int k = 1, rc = 0;
    const char *stalls = NULL, *judges = "yes";
    run.log_path = getenv("TN_VERDICTS");
    for (; k + 1 < argc && strncmp(argv[k], "--", 2) == 0; k += 2) {
        if (strcmp(argv[k], "--bug") == 0)
            run.bug = (unsigned)strtoul(argv[k + 1], NULL, 10);
        else if (strcmp(argv[k], "--rule") == 0)
            run.rule = argv[k + 1];
        else if (strcmp(argv[k], "--log") == 0)
            run.log_path = argv[k + 1];
        else if (strcmp(argv[k], "--stalls") == 0)
            stalls = argv[k + 1];
        else if (strcmp(argv[k], "--judges") == 0)
            judges = argv[k + 1];
        else
            return usage("unknown option");
    }
    if (k < argc && strncmp(argv[k], "--", 2) == 0)
        return usage("an option without its value");
    stalls = stalls ? stalls : k == argc ? "both" : "no";
    if (strcmp(stalls, "yes") != 0 && strcmp(stalls, "no") != 0 && strcmp(stalls, "both") != 0)
        return usage("--stalls is yes, no or both");
    if (strcmp(judges, "yes") != 0 && strcmp(judges, "no") != 0)
        return usage("--judges is yes or no");
    run.alone = strcmp(judges, "no") == 0;
    run.plain = strcmp(stalls, "yes") != 0;
    run.stalled = strcmp(stalls, "no") != 0;
    if (getenv("TN_STOP")) /* run again for a failure's files: the log of the first run stays */
        run.log_path = NULL;
    /* the suites write there, too, where the environment names it */
    const char *env = getenv("TN_VERDICTS");
    run.log = fopen(run.log_path ? run.log_path : "/dev/null", run.log_path && run.log_path == env ? "a" : "w");
    if (!run.log) {
        fprintf(stderr, "cases: %s: %s\n", run.log_path, strerror(errno));
        return 2;
    }
    if (k == argc)
        rc = tn_run_files("cases", folder, ".case", one_case, &run);
    for (; k < argc; k++)
        rc = tn_run_files("cases", argv[k], ".case", one_case, &run) ? 2 : rc;
    if (tn_sim_trace_stop() < 0)
        rc = 2;
    if (fclose(run.log) != 0) {
        fprintf(stderr, "cases: %s: %s\n", run.log_path, strerror(errno));
        rc = 2;
    }
    printf("%u cases passed, %u failed, %u skipped\n", run.passed, run.failed, run.skipped);
    return rc ? rc : run.failed ? 1 : run.passed ? 0 : 77;
}
