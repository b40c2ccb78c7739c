/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Judge of a tnw_rcv (checkers/tnw/spec/tnw_nwp.md sections 1 to 4): all pins of every cycle go in,
 * and what breaks a rule comes out. What the page fixes is predicted; where it gives time or
 * choice, what the DUT did decides.
 *
 * Rules: TNW-WR-1, CRD-1 to 7, ARB-1, LAT-4, LAT-5, INV-2, CNT-2.
 *
 * After a verdict on what is taken or written neither is judged again before the next rst, but
 * for TNW-WR-1's hold.
 */
#ifndef TN_TNW_RCV_JUDGE_H
#define TN_TNW_RCV_JUDGE_H

#include <tn/tnw/tnw_rcv.h>
#include <tn/verdict.h>

#ifdef __cplusplus
extern "C" {
#endif

struct tn_tnw_rcv_judge;

/* NULL on ENOMEM. fn may be NULL. */
struct tn_tnw_rcv_judge *tn_tnw_rcv_judge_new(const struct tn_tnw_rcv_params *p, tn_verdict_fn *fn,
                                              void *ctx);
void tn_tnw_rcv_judge_free(struct tn_tnw_rcv_judge *w);

/* The pins of one cycle; the first cycle is one of rst. The caller keeps to what tnw_link.md
 * promises of its ports: 8 beats in the cycles 2 to 9 after a take, rcv_valid from the cycle
 * after it of what is left, no flush of a link with a take under way. */
void tn_tnw_rcv_judge_cycle(struct tn_tnw_rcv_judge *w, const struct tn_tnw_rcv_in *in,
                            const struct tn_tnw_rcv_out *out, uint64_t cycle);

/* How often a rule was exercised, and failed. */
uint64_t tn_tnw_rcv_judge_asked(const struct tn_tnw_rcv_judge *w, const char *rule);
uint64_t tn_tnw_rcv_judge_failed(const struct tn_tnw_rcv_judge *w, const char *rule);
/* Credits that may have been queued or not (section 2): the (link, channel) is not judged before
 * its link's next flush, and nothing is once it takes a packet. */
uint64_t tn_tnw_rcv_judge_unsure(const struct tn_tnw_rcv_judge *w);

#ifdef __cplusplus
}
#endif

#endif
