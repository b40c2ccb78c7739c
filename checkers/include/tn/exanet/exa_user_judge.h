/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Judges what a user of transfers is told (checkers/exanet/spec/exa_transfer.md sections 4 and 5): EXF-CMP-1 to 3. The caller says
 * what each user of each node began, and which ends it was given.
 */
#ifndef TN_EXA_USER_JUDGE_H
#define TN_EXA_USER_JUDGE_H

#include <tn/verdict.h>

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct tn_exu_judge;

/* Makes a judge; a transfer must have its end patience cycles after it began. Verdicts go to fn, which may be NULL. NULL on ENOMEM. */
struct tn_exu_judge *tn_exu_judge_new(uint64_t patience, tn_verdict_fn *fn, void *ctx);
/* Frees the judge. */
void tn_exu_judge_free(struct tn_exu_judge *j);

/* A user began a transfer (or a read), and has this handle for it from now on. */
void tn_exu_judge_begin(struct tn_exu_judge *j, uint64_t cycle, unsigned user, bool read, int handle);
/* A user was told that the transfer of a handle has ended: 0 correct, else an error. */
void tn_exu_judge_end(struct tn_exu_judge *j, uint64_t cycle, unsigned user, int handle, unsigned err);
/* Judges the end: every transfer must have one. */
void tn_exu_judge_finish(struct tn_exu_judge *j, uint64_t cycle);

/* Receives how often a rule was asked, and failed. */
typedef void tn_exu_rule_fn(void *ctx, const char *rule, uint64_t asked, uint64_t failed);
/* Calls fn for each rule of the judge. */
void tn_exu_judge_rules(const struct tn_exu_judge *j, tn_exu_rule_fn *fn, void *ctx);

#ifdef __cplusplus
}
#endif

#endif
