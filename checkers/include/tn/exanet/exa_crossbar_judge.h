/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The judge of ExaNet's switch: it holds the pins of all channels in every cycle against the
 * promises of the page (checkers/exanet/spec/exa_crossbar.md sections 1 and 4).
 *
 * The judge follows each word from the input that took it to the output that shows it, and so knows
 * in each cycle which inputs ask for which output. Its rules:
 *   EXX-CHN-1 valid and data of an output hold until ready
 *   EXX-CHN-2 an output has one valid at a time
 *   EXX-CHN-3 outputs send headers where packets begin, and only there
 *   EXX-ORD-2 each word of an output is the next word that an input has for it
 *   EXX-ARB-1 outputs serve inputs round-robin
 *   EXX-ARB-2 an output sends no word of another input inside a packet
 *   EXX-PAR-1 an input stalls only while it holds two words
 *   EXX-LAT-1 a header taken in cycle t stands in t+2 on an output that is free and has no other
 *             request
 *   EXX-IDL-1 an output that is ready and has a request is not idle
 */
#ifndef TN_EXA_CROSSBAR_JUDGE_H
#define TN_EXA_CROSSBAR_JUDGE_H

#include <tn/exanet/exa_crossbar.h>
#include <tn/verdict.h>

#ifdef __cplusplus
extern "C" {
#endif

/* All channels in one cycle. */
struct tn_exa_xbar_pins {
    uint64_t cycle; /* for verdicts */
    struct tn_exa_pins in[TN_EXA_XBAR_PORTS], out[TN_EXA_XBAR_PORTS];
};

struct tn_exa_xbar_judge;

/* Makes a judge; own as in tn_exa_xbar_new(). fn may be NULL. NULL on ENOMEM. */
struct tn_exa_xbar_judge *tn_exa_xbar_judge_new(const struct tn_exa_xbar_params *p, uint32_t own,
                                                tn_verdict_fn *fn, void *ctx);
/* The switch was reset; the next cycle is the first out of reset. */
void tn_exa_xbar_judge_reset(struct tn_exa_xbar_judge *w, uint32_t own);
/* Frees the judge. */
void tn_exa_xbar_judge_free(struct tn_exa_xbar_judge *w);

/* Judges one cycle; no cycle may be left out. After a verdict on EXX-ORD-2, EXX-ARB-2 or EXX-CHN-3
 * the judge cannot follow the words any longer and judges nothing until the next reset. */
void tn_exa_xbar_judge_cycle(struct tn_exa_xbar_judge *w, const struct tn_exa_xbar_pins *y);

/* Returns how often a rule of the list above was asked. */
uint64_t tn_exa_xbar_judge_asked(const struct tn_exa_xbar_judge *w, const char *rule);
/* Returns how often a rule of the list above failed. */
uint64_t tn_exa_xbar_judge_failed(const struct tn_exa_xbar_judge *w, const char *rule);

#ifdef __cplusplus
}
#endif

#endif
