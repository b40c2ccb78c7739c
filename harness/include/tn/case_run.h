/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Runs conformance cases on the DUT of the running simulation, with its scoreboard,
 * handshake checks and its fabric's rules attached.
 */
#ifndef TN_CASE_RUN_H
#define TN_CASE_RUN_H

#include <tn/case.h>

#include <stdio.h>

enum tn_case_verdict { TN_CASE_PASSED, TN_CASE_FAILED, TN_CASE_SKIPPED };

/* How a case is run. */
struct tn_case_how {
    unsigned bug; /* seeded bug that the DUT was built with, or 0 */
    bool stalls;  /* random stalls at every stream that the case leaves alone, and windows
                     TN_CASE_STALLED times as long: cases about time are skipped */
};
enum { TN_CASE_STALLED = 20 };

/* From reset to the last line. Each rule's verdict goes to log, a line each:
 *   RULE pass|fail|skip CASE cycle N packet N[ line N: expected ...; found ...]
 * cycles and packets counted from the case's reset; CASE/stalls when run so. why (may be NULL)
 * receives one line about a case that failed or was skipped. The DUT may
 * change c to the shape of its bench. Gives whether the case ended as its
 * `expect = ` says; negative errno when it could not be run. */
int tn_case_run(struct tn_case *c, const struct tn_case_how *how, FILE *log,
                char why[TN_CASE_ERROR]);

/* The program `cases`: all of them, one after the other; folder when none is named. Its
 * arguments: harness/case/run/cases.c. Gives the exit status. */
int tn_cases_main(int argc, char **argv, const char *folder);

/* Does the case ask this rule? */
bool tn_case_asks(const struct tn_case *c, const char *rule);

#endif
