/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Judge of one end of a link (checkers/tnw/spec/tnw_link.md sections 3 to 10): all pins of every
 * cycle go in, and what breaks a rule comes out. What the page fixes is predicted; where it
 * gives time or choice, what the DUT did decides, and everything that the page allows is
 * followed.
 *
 * Rules: TNW-WRD-1, PKT-1 to 4, FB-1 to 5, INJ-1, RCV-1, RCV-2, LNK-1 to 5, RX-1 to 11, TX-1 to
 * 5 and 7, TMO-1, TMO-2, LAT-1 to 3, CNT-1, RST-1 and OLD-1. TX-6 and the exactly once of both
 * ends together (TX-7) want both ends: they are for whoever sees both.
 *
 * After a verdict on what is received, or on what is sent, that half is not judged again before
 * the link's reset. Cycles are judged some cycles late, with their own number.
 */
#ifndef TN_TNW_LINK_JUDGE_H
#define TN_TNW_LINK_JUDGE_H

#include <tn/tnw/tnw_link.h>
#include <tn/verdict.h>

#ifdef __cplusplus
extern "C" {
#endif

struct tn_tnw_link_judge;

/* NULL on ENOMEM. fn may be NULL. */
struct tn_tnw_link_judge *tn_tnw_link_judge_new(const struct tn_tnw_params *p, tn_verdict_fn *fn,
                                                void *ctx);
void tn_tnw_link_judge_free(struct tn_tnw_link_judge *w);

/* The pins of one cycle; the first cycle is one of rst. The caller keeps to what the page asks of
 * who injects and takes. */
void tn_tnw_link_judge_cycle(struct tn_tnw_link_judge *w, const struct tn_tnw_in *in,
                             const struct tn_tnw_out *out, uint64_t cycle);

/* Is it one of these rules? */
bool tn_tnw_link_judge_knows(const char *rule);
/* How often one of them was exercised, and failed. */
uint64_t tn_tnw_link_judge_asked(const struct tn_tnw_link_judge *w, const char *rule);
uint64_t tn_tnw_link_judge_failed(const struct tn_tnw_link_judge *w, const char *rule);
/* Times that the sender's possible states were too many to be followed: not judged since. */
uint64_t tn_tnw_link_judge_unsure(const struct tn_tnw_link_judge *w);

#ifdef __cplusplus
}
#endif

#endif
