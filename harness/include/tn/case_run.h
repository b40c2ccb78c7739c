/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Runs conformance cases on the DUT of the running simulation. The DUT's board, the checks of
 * handshakes and the rules of its fabric judge the run, too.
 */
#ifndef TN_CASE_RUN_H
#define TN_CASE_RUN_H

#include <tn/case.h>

#include <stdio.h>

enum tn_case_verdict { TN_CASE_PASSED, TN_CASE_FAILED, TN_CASE_SKIPPED };

/* Variants of a run. */
struct tn_case_how {
    unsigned bug; /* the seeded bug that the DUT was built with, or 0 */
    bool stalls;  /* stalls every stream that the case leaves alone at random, and makes windows
                     TN_CASE_STALLED times as long; cases about time are skipped */
};
enum { TN_CASE_STALLED = 20 };

/* Runs a case from its reset to its last line. The verdict on each rule goes to log as one line:
 *   RULE pass|fail|skip CASE cycle N packet N[ line N: expected ...; found ...]
 * Cycles and packets count from the case's reset; CASE is "name/stalls" in a run with stalls. why
 * (may be NULL) receives one line about a case that failed or was skipped. The DUT may change c to
 * the shape of its bench. Returns an enum tn_case_verdict (whether the case ended as its `expect =
 * ` says), or negative errno when the case could not be run. */
int tn_case_run(struct tn_case *c, const struct tn_case_how *how, FILE *log,
                char why[TN_CASE_ERROR]);

/* The program `cases`: runs the cases that argv names, or all cases of folder, one after the other.
 * Its arguments are described in harness/case/run/cases.c. Returns the exit status. */
int tn_cases_main(int argc, char **argv, const char *folder);

/* Says whether the case asks this rule. */
bool tn_case_asks(const struct tn_case *c, const char *rule);

#endif
