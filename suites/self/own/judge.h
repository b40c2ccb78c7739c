/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The judge of my_filter (my_filter.md), by its pins.
 */
#ifndef MY_FILTER_JUDGE_H
#define MY_FILTER_JUDGE_H

#include <tn/gen/my_filter.h>
#include <tn/judge.h>

struct tn_my_filter_judge;

/* Makes a judge; of: a parameter's value; verdicts go to fn. Returns NULL on ENOMEM. */
struct tn_my_filter_judge *tn_my_filter_judge_new(unsigned (*of)(const char *parameter),
                                                  tn_verdict_fn *fn, void *ctx);
void tn_my_filter_judge_free(struct tn_my_filter_judge *j);
/* Judges one cycle by the pins at the edge that ends it. */
void tn_my_filter_judge_cycle(struct tn_my_filter_judge *j, const struct tn_my_filter_pins *p,
                              uint64_t cycle);
/* Says whether no word is under way. */
bool tn_my_filter_judge_idle(const struct tn_my_filter_judge *j);
const struct tn_judge *tn_my_filter_judge_of(const struct tn_my_filter_judge *j);

#endif
