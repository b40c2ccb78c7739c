/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The judge of the pins of a cz_dll (checkers/czodiac/spec/cz_dll.md), cycle by cycle. Numbers,
 * bytes and decisions are judged exactly; times by the limits of the page's section 9.
 */
#ifndef TN_CZ_DLL_JUDGE_H
#define TN_CZ_DLL_JUDGE_H

#include <tn/czodiac/cz_dll.h>
#include <tn/stream.h>
#include <tn/verdict.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { TN_CZ_DLL_LAG = 64 }; /* cycles until an event shows at the pins at the latest (section 9) */

/* The pins of a cz_dll in one cycle, by the names of the page. Ports of beats are not used. */
struct tn_cz_dll_pins {
    bool rst, dl_up;
    struct tn_stream_beat s_tlp, m_tlp, m_frm, s_frm;
    bool s_tlp_ready, m_tlp_ready, m_frm_ready;
    bool s_tlp_abort;
    uint8_t s_tlp_ok, m_tlp_ok; /* bit 0 P, bit 1 NP, bit 2 CPL */
    bool m_frm_dllp, m_frm_edb;
    bool s_frm_dllp, s_frm_edb, s_frm_err;
    bool dl_active, retrain;
    uint8_t obs_err;
    bool reg_wr, reg_rd;
    uint16_t reg_addr;
    uint32_t reg_wdata, reg_rdata;
};

struct tn_cz_dll_judge;
/* Makes a judge of an end with these parameters. fn may be NULL. NULL on ENOMEM. */
struct tn_cz_dll_judge *tn_cz_dll_judge_new(const struct tn_cz_dll_params *par, tn_verdict_fn *fn,
                                            void *ctx);
/* Frees the judge; j may be NULL. */
void tn_cz_dll_judge_free(struct tn_cz_dll_judge *j);
/* Judges the pins of one cycle; the first cycle is one of rst. */
void tn_cz_dll_judge_cycle(struct tn_cz_dll_judge *j, const struct tn_cz_dll_pins *p,
                           uint64_t cycle);
/* Returns the ID of the judge's rule number i, NULL behind the last. */
const char *tn_cz_dll_judge_rule(unsigned i);
/* Returns how often a rule was asked; 0 for a rule that is not the judge's. */
uint64_t tn_cz_dll_judge_asked(const struct tn_cz_dll_judge *j, const char *rule);
/* Returns how often a rule was broken; 0 for a rule that is not the judge's. */
uint64_t tn_cz_dll_judge_broken(const struct tn_cz_dll_judge *j, const char *rule);

#ifdef __cplusplus
}
#endif

#endif
