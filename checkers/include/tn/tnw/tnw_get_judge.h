/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Judge of the Nget of a tnw_pi, and of its way out (checkers/tnw/spec/tnw_pi.md sections 3, 5 and
 * 6): all pins of every cycle go in, and what breaks a rule comes out. What the page fixes is
 * predicted; where it gives time or choice, what the DUT did decides.
 *
 * Rules: TNW-PI-12 (when an answer begins), 13 to 16, LAT-6, LAT-8, GET-1 to 9, ARB-2
 * (where an engine asks), CNT-3 (8000h to
 * 85FFh, 00A0h to 00BFh).
 * Pput and what becomes of TLPs from the host is judged by <tn/tnw/tnw_pi_judge.h>.
 *
 * After a verdict on an engine, on what tnw_rcv writes, or on registers, it is not judged before
 * the next rst.
 */
#ifndef TN_TNW_GET_JUDGE_H
#define TN_TNW_GET_JUDGE_H

#include <tn/tnw/tnw_get.h>
#include <tn/verdict.h>

#ifdef __cplusplus
extern "C" {
#endif

struct tn_tnw_get_judge;

/* NULL on ENOMEM. fn may be NULL. */
struct tn_tnw_get_judge *tn_tnw_get_judge_new(const struct tn_tnw_pi_params *p, tn_verdict_fn *fn,
                                              void *ctx);
void tn_tnw_get_judge_free(struct tn_tnw_get_judge *w);

/* The pins of one cycle; the first cycle is one of rst. The caller keeps to the page: s_tlp and
 * m_wr hold until ready, and the host answers no read that it was not asked. An item that is no
 * engine's next is taken for a window's where one of its (link, channel) was written to in BAR2
 * since rst. */
void tn_tnw_get_judge_cycle(struct tn_tnw_get_judge *w, const struct tn_tnw_pi_in *in,
                            const struct tn_tnw_pi_out *out, uint64_t cycle);

/* How often a rule was exercised, and failed. */
uint64_t tn_tnw_get_judge_asked(const struct tn_tnw_get_judge *w, const char *rule);
uint64_t tn_tnw_get_judge_failed(const struct tn_tnw_get_judge *w, const char *rule);
/* The last of the cycles so far in which an engine may have asked for its turn on inj, by the
 * caller's number; 0 none. */
uint64_t tn_tnw_get_judge_asks_at(const struct tn_tnw_get_judge *w);
/* Descriptors that may have been queued or refused, as a place was being freed, and completions
 * that nobody had asked for, of a tag that may have been given anew just then: their engines are
 * not judged before the next rst. */
uint64_t tn_tnw_get_judge_unsure(const struct tn_tnw_get_judge *w);

#ifdef __cplusplus
}
#endif

#endif
