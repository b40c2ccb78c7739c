/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Judge of the level-2 switch by its pins, cycle by cycle (cl_switch.md). Pins have the names of
 * the page's ports.
 */
#ifndef TN_CL_SWITCH_H
#define TN_CL_SWITCH_H

#include <tn/judge.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { TN_CL_SWITCH_LANES = 20 }; /* most lanes */

/* The pins of a lane in one cycle. Bit q of freed and m_ok speaks of priority q. */
struct tn_cl_switch_lane {
    bool s_valid, s_last;
    uint16_t s_data;
    uint8_t freed;
    bool m_valid, m_ready, m_last;
    uint16_t m_data;
    uint8_t m_ok;
    bool up;
    bool d_valid, d_ready, d_last, d_done;
    uint16_t d_data;
    bool obs_move, obs_drop;
    uint8_t obs_from; /* a lane */
};

/* All pins in one cycle, as they stand at the rising edge that ends it. */
struct tn_cl_switch_pins {
    bool rst;
    struct tn_cl_switch_lane lane[TN_CL_SWITCH_LANES];
    bool reg_wr, reg_rd;
    uint16_t reg_addr; /* bytes */
    uint32_t reg_wdata, reg_rdata;
};

/* Words of the register window (cl_switch.md section 6). */
enum tn_cl_switch_reg {
    CLS_MAX_BURST,
    CLS_SEED,
    CLS_MATCHES,
    CLS_PREEMPTED,
    CLS_VOID,
    CLS_OVERFLOW,
    CLS_DROPPED,
    CLS_MOVED,
    CLS_IN = 32,    /* of lane 0 */
    CLS_OUT = 64,   /* of lane 0 */
    CLS_LEVEL = 96, /* of lane 0 */
    CLS_REGS = 128
};

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
/* The judge's counts of rules asked and failed. */
const struct tn_judge *tn_cl_switch_judge_of(const struct tn_cl_switch_judge *j);

#ifdef __cplusplus
}
#endif

#endif
