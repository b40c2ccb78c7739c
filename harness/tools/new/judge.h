/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The judge of @NAME@: compares all its pins with ../spec/@NAME@.md.
 */
#ifndef TN_@UPPER@_JUDGE_H
#define TN_@UPPER@_JUDGE_H

#include <tn/gen/@NAME@.h>
#include <tn/judge.h>

struct tn_@NAME@_judge;

/* Makes a judge; of: a parameter's value; verdicts go to fn. Returns NULL on ENOMEM. */
struct tn_@NAME@_judge *tn_@NAME@_judge_new(unsigned (*of)(const char *parameter),
                                            tn_verdict_fn *fn, void *ctx);
void tn_@NAME@_judge_free(struct tn_@NAME@_judge *j);
/* Judges one cycle by the pins at the edge that ends it. */
void tn_@NAME@_judge_cycle(struct tn_@NAME@_judge *j, const struct tn_@NAME@_pins *p,
                           uint64_t cycle);
/* Says whether no word is under way. */
bool tn_@NAME@_judge_idle(const struct tn_@NAME@_judge *j);
const struct tn_judge *tn_@NAME@_judge_of(const struct tn_@NAME@_judge *j);

#endif
