/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Judge of the level-2 switch by its pins, cycle by cycle (cl_switch.md). Pins and registers
 * are made from cl_switch/ports.def and regs.def.
 */
#ifndef TN_CL_SWITCH_H
#define TN_CL_SWITCH_H

#include <tn/gen/cl_switch.h>
#include <tn/judge.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The block's parameters. */
struct tn_cl_switch_config {
    uint8_t ports;  /* PORT_N, 2 to 20 */
    uint8_t planes; /* PLANE_N, 1 to 3; lanes: ports x planes, at most TN_CL_SWITCH_LANES */
    uint8_t speed;  /* SPEED, 1 or 2 */
    bool preempt;   /* PREEMPT */
};

struct tn_cl_switch_judge;

/* Makes a judge that waits for a reset; verdicts (rule, cycle, expected and found) go to fn. NULL
 * on ENOMEM. */
struct tn_cl_switch_judge *tn_cl_switch_judge_new(const struct tn_cl_switch_config *c,
                                                  tn_verdict_fn *fn, void *ctx);
void tn_cl_switch_judge_free(struct tn_cl_switch_judge *j);
/* Judges the next cycle; the caller passes every cycle, in order. */
void tn_cl_switch_judge_cycle(struct tn_cl_switch_judge *j, const struct tn_cl_switch_pins *p,
                              uint64_t cycle);
/* Says whether nothing is under way: no packet is in an input buffer, in an output queue of a port
 * that has a lane which is up, or partly at a pin. A run whose last state is not idle for long has
 * lost a packet. */
bool tn_cl_switch_judge_idle(const struct tn_cl_switch_judge *j);
/* Says whether the judge can no longer know the packets: after a verdict, or when a packet came
 * without a credit just as a place became free. */
bool tn_cl_switch_judge_blind(const struct tn_cl_switch_judge *j);
/* The judge's counts of rules asked and failed. */
const struct tn_judge *tn_cl_switch_judge_of(const struct tn_cl_switch_judge *j);

#ifdef __cplusplus
}
#endif

#endif
