/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Judge of a tnw_rcv (checkers/tnw/spec/tnw_nwp.md sections 1 to 4). The caller passes all pins of
 * every cycle. The judge predicts the behaviour that the page fixes; where the page gives time or
 * choice, the judge follows the DUT.
 *
 * Rules: TNW-WR-1, CRD-1 to 9, ARB-1, LAT-4, LAT-5, INV-2, CNT-2.
 *
 * After a verdict on packets taken or on writes, neither is judged again before the next rst,
 * except that m_wr holds until ready (TNW-WR-1).
 */
#ifndef TN_TNW_RCV_JUDGE_H
#define TN_TNW_RCV_JUDGE_H

#include <tn/tnw/tnw_rcv.h>
#include <tn/verdict.h>

#ifdef __cplusplus
extern "C" {
#endif

struct tn_tnw_rcv_judge;

/* Makes a judge. fn may be NULL. NULL on ENOMEM. */
struct tn_tnw_rcv_judge *tn_tnw_rcv_judge_new(const struct tn_tnw_rcv_params *p, tn_verdict_fn *fn,
                                              void *ctx);
/* Frees the judge. */
void tn_tnw_rcv_judge_free(struct tn_tnw_rcv_judge *w);

/* Judges the pins of one cycle; the first cycle is one of rst. The caller keeps the promises that
 * tnw_link.md makes for its ports: 8 beats in the cycles 2 to 9 after a take; rcv_valid shows the
 * remaining packets from the cycle after the take on; no flush of a link with a take under way. */
void tn_tnw_rcv_judge_cycle(struct tn_tnw_rcv_judge *w, const struct tn_tnw_rcv_in *in,
                            const struct tn_tnw_rcv_out *out, uint64_t cycle);

/* Returns how often a rule was asked. */
uint64_t tn_tnw_rcv_judge_asked(const struct tn_tnw_rcv_judge *w, const char *rule);
/* Returns how often a rule failed. */
uint64_t tn_tnw_rcv_judge_failed(const struct tn_tnw_rcv_judge *w, const char *rule);
/* Returns the number of credits that may or may not have been queued (section 2). Such a (link,
 * channel) is not judged before its link's next flush; once it takes a packet, nothing is judged.
 */
uint64_t tn_tnw_rcv_judge_unsure(const struct tn_tnw_rcv_judge *w);

#ifdef __cplusplus
}
#endif

#endif
