/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Judges the pins of ExaNet's RDMA receiver by its page (checkers/exanet/spec/exa_rdma_rx.md): the
 * causes that obs_rx shows, writes at the memory port, answers and notifications, accesses to the
 * AXI slave port. Where the page leaves the block a choice, the judge follows all ways
 * (<tn/exanet/exa_rdma_rx.h>). Rules: EXV-*, and AXS-ACC-4 and AXS-ORD-1 of the slave port.
 *
 * The caller passes what happened in order of cycles; within a cycle beats and causes come before
 * the pins, which come for every cycle.
 */
#ifndef TN_EXA_RDMA_RX_JUDGE_H
#define TN_EXA_RDMA_RX_JUDGE_H

#include <tn/axi/axi_port.h>
#include <tn/exanet/exa_rdma_rx.h>
#include <tn/verdict.h>

#ifdef __cplusplus
extern "C" {
#endif

struct tn_exv_judge;

/* A byte that the memory has taken: its write was answered OKAY. */
typedef void tn_exv_byte_fn(void *ctx, uint64_t addr, uint8_t byte);

/* Makes a judge of the block after reset. Verdicts go to fn, bytes written to byte; both may be
 * NULL. NULL on ENOMEM. */
struct tn_exv_judge *tn_exv_judge_new(const struct tn_exv_params *p, uint32_t own, tn_verdict_fn *fn,
                                      tn_exv_byte_fn *byte, void *ctx);
/* Frees the judge. */
void tn_exv_judge_free(struct tn_exv_judge *j);
/* The block was reset: judges anew, with these coordinates. */
void tn_exv_judge_reset(struct tn_exv_judge *j, uint32_t own);

/* Passes a beat of the memory port. */
void tn_exv_judge_memory(struct tn_exv_judge *j, const struct tn_axi_seen *seen);
/* Passes a beat of the AXI slave port. */
void tn_exv_judge_axi(struct tn_exv_judge *j, const struct tn_axi_seen *seen);
/* obs_rx showed this cause in this cycle. */
void tn_exv_judge_cause(struct tn_exv_judge *j, uint64_t cycle, unsigned cause);
/* Passes the pins of both channels in one cycle. */
void tn_exv_judge_pins(struct tn_exv_judge *j, uint64_t cycle, const struct tn_exa_pins *in,
                       const struct tn_exa_pins *out);

/* Says whether the block is at rest, as the page has it. */
bool tn_exv_judge_at_rest(const struct tn_exv_judge *j);
/* Judges the end, at rest: nothing may be missing. */
void tn_exv_judge_finish(struct tn_exv_judge *j);

/* Says whether the judge lost sight of the block without a fault: more ways than it follows, or a
 * queue of answers that is full. Then it has judged nothing since. */
bool tn_exv_judge_is_unsure(const struct tn_exv_judge *j);
/* Returns the largest number of ways followed at once. */
unsigned tn_exv_judge_ways(const struct tn_exv_judge *j);
/* Receives how often a rule was asked, and failed. */
typedef void tn_exv_rule_fn(void *ctx, const char *rule, uint64_t asked, uint64_t failed);
/* Calls fn for each rule of the judge. */
void tn_exv_judge_rules(const struct tn_exv_judge *j, tn_exv_rule_fn *fn, void *ctx);

#ifdef __cplusplus
}
#endif

#endif
