/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Judge of one end of a link (checkers/tnw/spec/tnw_link.md sections 3 to 10). The caller passes
 * all pins of every cycle. The judge predicts the behaviour that the page fixes; where the page
 * gives time or choice, the judge keeps all states that the page allows until the DUT's outputs
 * decide.
 *
 * Rules: TNW-WRD-1, PKT-1 to 4, FB-1 to 5, INJ-1, RCV-1, RCV-2, LNK-1 to 5, RX-1 to 11, TX-1 to
 * 5 and 7, TMO-1, TMO-2, LAT-1 to 3, CNT-1, RST-1 and OLD-1. TX-6, and the part of TX-7 that a
 * packet arrives exactly once, need both ends: they are judged by checkers that see both.
 *
 * After a verdict on the receiving or on the sending half, that half is not judged again before the
 * link's reset. Cycles are judged some cycles late, with their own number.
 */
#ifndef TN_TNW_LINK_JUDGE_H
#define TN_TNW_LINK_JUDGE_H

#include <tn/tnw/tnw_link.h>
#include <tn/verdict.h>

#ifdef __cplusplus
extern "C" {
#endif

struct tn_tnw_link_judge;

/* Makes a judge. fn may be NULL. NULL on ENOMEM. */
struct tn_tnw_link_judge *tn_tnw_link_judge_new(const struct tn_tnw_params *p, tn_verdict_fn *fn,
                                                void *ctx);
/* Frees the judge. */
void tn_tnw_link_judge_free(struct tn_tnw_link_judge *w);

/* Judges the pins of one cycle; the first cycle is one of rst. The caller keeps the page's demands
 * on the sides that inject and take. */
void tn_tnw_link_judge_cycle(struct tn_tnw_link_judge *w, const struct tn_tnw_in *in,
                             const struct tn_tnw_out *out, uint64_t cycle);

/* Says whether the judge has that rule. */
bool tn_tnw_link_judge_knows(const char *rule);
/* Returns how often a rule was asked. */
uint64_t tn_tnw_link_judge_asked(const struct tn_tnw_link_judge *w, const char *rule);
/* Returns how often a rule failed. */
uint64_t tn_tnw_link_judge_failed(const struct tn_tnw_link_judge *w, const char *rule);
/* Returns how often the sender had more possible states than the judge keeps; the sender is not
 * judged since then. */
uint64_t tn_tnw_link_judge_unsure(const struct tn_tnw_link_judge *w);

#ifdef __cplusplus
}
#endif

#endif
