/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Judges the pins of ExaNet's sender of RDMA transactions by its page (checkers/exanet/spec/exa_dma.md): accesses to
 * its slave port, its reads of memory, the packets on its outputs. Rules: EXD-*, and AXS-ACC-4 and AXS-ORD-1 of the
 * slave port. The expected payload is made of the data that the memory gave.
 *
 * The caller passes what happened in order of cycles; within a cycle the pins come first, then drops, then beats in the
 * order B, R, AW, AR, W.
 */
#ifndef TN_EXA_DMA_JUDGE_H
#define TN_EXA_DMA_JUDGE_H

#include <tn/axi/axi_port.h>
#include <tn/exanet/exa_dma.h>
#include <tn/verdict.h>

#ifdef __cplusplus
extern "C" {
#endif

struct tn_exd_judge;

/* Makes a judge of the block after reset. Verdicts go to fn, which may be NULL. NULL on ENOMEM. */
struct tn_exd_judge *tn_exd_judge_new(const struct tn_exd_params *p, uint32_t own, tn_verdict_fn *fn, void *ctx);
/* Frees the judge. */
void tn_exd_judge_free(struct tn_exd_judge *j);
/* The block was reset: judges anew, with these coordinates. */
void tn_exd_judge_reset(struct tn_exd_judge *j, uint32_t own);

/* Passes the pins of the input and of all outputs in one cycle. */
void tn_exd_judge_pins(struct tn_exd_judge *j, uint64_t cycle, const struct tn_exa_pins *in,
                       const struct tn_exa_pins *out);
/* obs_drop was high in this cycle. */
void tn_exd_judge_drop(struct tn_exd_judge *j, uint64_t cycle);
/* irq_fault has this level from this cycle on. */
void tn_exd_judge_irq(struct tn_exd_judge *j, uint64_t cycle, bool level);
/* Passes a beat of the memory port. */
void tn_exd_judge_memory(struct tn_exd_judge *j, const struct tn_axi_seen *seen);
/* Passes a beat of the AXI slave port. */
void tn_exd_judge_axi(struct tn_exd_judge *j, const struct tn_axi_seen *seen);

/* Says whether the block is at rest, as the page has it. */
bool tn_exd_judge_at_rest(const struct tn_exd_judge *j);
/* Judges the end, at rest: nothing may be missing. */
void tn_exd_judge_finish(struct tn_exd_judge *j);
/* Says whether the judge lost sight of the block without a fault: two transactions whose reads look alike, or a race
 * whose outcome cannot be seen. Then it has judged nothing since. */
bool tn_exd_judge_is_unsure(const struct tn_exd_judge *j);
/* Returns the model that the judge keeps. */
const struct tn_exd *tn_exd_judge_model(const struct tn_exd_judge *j);

/* Receives how often a rule was asked, and failed. */
typedef void tn_exd_rule_fn(void *ctx, const char *rule, uint64_t asked, uint64_t failed);
/* Calls fn for each rule of the judge. */
void tn_exd_judge_rules(const struct tn_exd_judge *j, tn_exd_rule_fn *fn, void *ctx);

#ifdef __cplusplus
}
#endif

#endif
