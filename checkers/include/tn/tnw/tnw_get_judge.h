/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Judge of the Nget of a tnw_pi, and of its way out (checkers/tnw/spec/tnw_pi.md sections 3, 5 and
 * 6). The caller passes all pins of every cycle. The judge predicts the behaviour that the page
 * fixes; where the page gives time or choice, the judge follows the DUT.
 *
 * Rules: TNW-PI-12 (when an answer begins), 13 to 16, LAT-6, LAT-8, GET-1 to 9, ARB-2 (where an
 * engine asks), CNT-3 (8000h to 85FFh, 00A0h to 00BFh). Pput and the fate of TLPs from the host are
 * judged by <tn/tnw/tnw_pi_judge.h>.
 *
 * After a verdict on an engine, on the writes of tnw_rcv, or on registers, that part is not judged
 * before the next rst.
 */
#ifndef TN_TNW_GET_JUDGE_H
#define TN_TNW_GET_JUDGE_H

#include <tn/tnw/tnw_get.h>
#include <tn/verdict.h>

#ifdef __cplusplus
extern "C" {
#endif

struct tn_tnw_get_judge;

/* Makes a judge. fn may be NULL. NULL on ENOMEM. */
struct tn_tnw_get_judge *tn_tnw_get_judge_new(const struct tn_tnw_pi_params *p, tn_verdict_fn *fn,
                                              void *ctx);
/* Frees the judge. */
void tn_tnw_get_judge_free(struct tn_tnw_get_judge *w);

/* Judges the pins of one cycle; the first cycle is one of rst. The caller keeps to the page: s_tlp
 * and m_wr hold until ready, and the host answers only reads that it was asked. An item that is not
 * the next item of an engine counts as a window's item if the window of its (link, channel) was
 * written in BAR2 since rst. */
void tn_tnw_get_judge_cycle(struct tn_tnw_get_judge *w, const struct tn_tnw_pi_in *in,
                            const struct tn_tnw_pi_out *out, uint64_t cycle);

/* Returns how often a rule was asked. */
uint64_t tn_tnw_get_judge_asked(const struct tn_tnw_get_judge *w, const char *rule);
/* Returns how often a rule failed. */
uint64_t tn_tnw_get_judge_failed(const struct tn_tnw_get_judge *w, const char *rule);
/* Returns the last cycle so far in which an engine may have asked for its turn on inj, by the
 * caller's number; 0: no cycle. */
uint64_t tn_tnw_get_judge_asks_at(const struct tn_tnw_get_judge *w);
/* Returns how often the judge lost track: a descriptor may have been queued or refused while a
 * place became free, or an unexpected completion came with a tag that a new read may have got just
 * then. The engine is not judged before the next rst. */
uint64_t tn_tnw_get_judge_unsure(const struct tn_tnw_get_judge *w);

#ifdef __cplusplus
}
#endif

#endif
