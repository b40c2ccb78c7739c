/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Judge of one end of a lane by its pins, cycle by cycle (cl_link.md). Pins and registers
 * are made from cl_link/ports.def and regs.def.
 */
#ifndef TN_CL_LINK_H
#define TN_CL_LINK_H

#include <tn/gen/cl_link.h>
#include <tn/judge.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The block's parameters. */
struct tn_cl_link_config {
    uint8_t plane; /* 0 to 2 */
};

struct tn_cl_link_judge;

/* Makes a judge that waits for a reset; verdicts (rule, cycle, expected and found) go to fn. NULL
 * on ENOMEM. */
struct tn_cl_link_judge *tn_cl_link_judge_new(const struct tn_cl_link_config *c, tn_verdict_fn *fn,
                                              void *ctx);
void tn_cl_link_judge_free(struct tn_cl_link_judge *j);
/* Judges the next cycle; the caller passes every cycle, in order. */
void tn_cl_link_judge_cycle(struct tn_cl_link_judge *j, const struct tn_cl_link_pins *p,
                            uint64_t cycle);
/* Says whether nothing is under way: no packet or link packet is owed on the line, at m or at d,
 * and every packet sent has been acknowledged. A lane that is down is idle when it is drained, or
 * when d_go has not come. A run whose last state is not idle for long has lost a packet. */
bool tn_cl_link_judge_idle(const struct tn_cl_link_judge *j);
/* The judge's counts of rules asked and failed. */
const struct tn_judge *tn_cl_link_judge_of(const struct tn_cl_link_judge *j);

#ifdef __cplusplus
}
#endif

#endif
