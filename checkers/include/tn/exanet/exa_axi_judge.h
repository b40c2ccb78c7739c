/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Judges the pins of ExaNet's loads and stores to other nodes by their page
 * (checkers/exanet/spec/exa_axi.md). Rules: EXZ-*, and AXS-ACC-4 and AXS-ORD-1 of the registers'
 * port.
 *
 * The caller passes what happened in order of cycles; within a cycle beats and causes come before
 * the pins, which come for every cycle.
 */
#ifndef TN_EXA_AXI_JUDGE_H
#define TN_EXA_AXI_JUDGE_H

#include <tn/axi/axi_port.h>
#include <tn/exanet/exa_axi.h>
#include <tn/exanet/exa_word.h>
#include <tn/verdict.h>

#ifdef __cplusplus
extern "C" {
#endif

struct tn_exz_judge;

/* Makes a judge of the block after reset. Verdicts go to fn, which may be NULL. NULL on ENOMEM. */
struct tn_exz_judge *tn_exz_judge_new(unsigned req_log2, uint32_t own, tn_verdict_fn *fn,
                                      void *ctx);
/* Frees the judge. */
void tn_exz_judge_free(struct tn_exz_judge *j);
/* The block was reset: judges anew, with these coordinates. */
void tn_exz_judge_reset(struct tn_exz_judge *j, uint32_t own);

/* The AXI ports of the block. */
enum tn_exz_port { TN_EXZ_REGISTERS, TN_EXZ_WINDOW, TN_EXZ_MEMORY };
/* Passes a beat of a port. */
void tn_exz_judge_axi(struct tn_exz_judge *j, enum tn_exz_port port,
                      const struct tn_axi_seen *seen);
/* obs_rx showed this cause in this cycle. */
void tn_exz_judge_cause(struct tn_exz_judge *j, uint64_t cycle, unsigned cause);
/* Passes the pins of both channels in one cycle. */
void tn_exz_judge_pins(struct tn_exz_judge *j, uint64_t cycle, const struct tn_exa_pins *in,
                       const struct tn_exa_pins *out);

/* Says whether the block is at rest, as the page has it. */
bool tn_exz_judge_at_rest(const struct tn_exz_judge *j);
/* Judges the end, at rest: nothing may be missing. */
void tn_exz_judge_finish(struct tn_exz_judge *j);
/* Says whether the judge lost sight of the block without a fault: registers were written amid what
 * they rule, or more was under way than the judge follows. Then the judge has judged nothing since.
 */
bool tn_exz_judge_is_unsure(const struct tn_exz_judge *j);
/* Receives how often a rule was asked, and failed. */
typedef void tn_exz_rule_fn(void *ctx, const char *rule, uint64_t asked, uint64_t failed);
/* Calls fn for each rule of the judge. */
void tn_exz_judge_rules(const struct tn_exz_judge *j, tn_exz_rule_fn *fn, void *ctx);

#ifdef __cplusplus
}
#endif

#endif
