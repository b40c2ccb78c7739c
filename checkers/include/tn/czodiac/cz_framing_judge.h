/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The judge of the pins of a cz_framing (checkers/czodiac/spec/cz_framing.md), cycle by cycle.
 * Symbols, lanes and bytes are judged exactly, times by the page's limit of 16 cycles.
 */
#ifndef TN_CZ_FRAMING_JUDGE_H
#define TN_CZ_FRAMING_JUDGE_H

#include <tn/czodiac/cz_framing.h>
#include <tn/stream.h>
#include <tn/verdict.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The pins of a cz_framing in one cycle, by the names of the page. Ports of beats are not used. */
struct tn_cz_framing_pins {
    bool rst, up;
    struct tn_stream_beat s_frm, m_frm;
    bool s_frm_ready, s_frm_dllp, s_frm_edb;
    bool m_frm_dllp, m_frm_edb, m_frm_err;
    struct tn_cz_column tx, rx;
    bool rx_up, obs_rx_err;
};

struct tn_cz_framing_judge;
/* Makes a judge. blind: the block is a cz_link, whose frames are not seen (s_frm, m_frm); symbols
 * and errors are judged then. fn may be NULL. NULL on ENOMEM. */
struct tn_cz_framing_judge *tn_cz_framing_judge_new(const struct tn_cz_framing_params *par,
                                                    bool blind, tn_verdict_fn *fn, void *ctx);
/* Frees the judge; j may be NULL. */
void tn_cz_framing_judge_free(struct tn_cz_framing_judge *j);
/* Judges the pins of one cycle; the first cycle is one of rst. */
void tn_cz_framing_judge_cycle(struct tn_cz_framing_judge *j, const struct tn_cz_framing_pins *p,
                               uint64_t cycle);
/* Returns the ID of the judge's rule number i, NULL behind the last. */
const char *tn_cz_framing_judge_rule(unsigned i);
/* Returns how often a rule was asked, and broken; 0 for a rule that is not the judge's. */
uint64_t tn_cz_framing_judge_asked(const struct tn_cz_framing_judge *j, const char *rule);
uint64_t tn_cz_framing_judge_broken(const struct tn_cz_framing_judge *j, const char *rule);

#ifdef __cplusplus
}
#endif

#endif
