/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Judge of a tnw_pi (checkers/tnw/spec/tnw_pi.md sections 1, 2, 4 and 6). The caller passes all
 * pins of every cycle. The judge predicts the behaviour that the page fixes. Where the page gives
 * time or choice, the judge keeps all states that each window may be in; each output removes the
 * states that could not have shown it.
 *
 * Rules: TNW-PI-1 to 12, TNW-PUT-1 to 11, TNW-ARB-2, LAT-7, CNT-3. The judge does not judge Nget,
 * nor the writes, the reads and the order of m_tlp; hooks hand Nget's part on.
 *
 * Verdicts come up to TN_TNW_PI_LAG cycles late and carry their own cycle. After a verdict on a
 * window, that window is not judged before the next rst; the same holds for registers and for
 * answers.
 */
#ifndef TN_TNW_PI_JUDGE_H
#define TN_TNW_PI_JUDGE_H

#include <tn/tnw/tnw_pi.h>
#include <tn/verdict.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { TN_TNW_PI_LAG = 16 };

/* Events that the judge hands on; each hook may be NULL. at and to are cycle numbers of the caller.
 * Hooks are called late, but in order. */
struct tn_tnw_pi_judge_hooks {
    /* A TLP from the host was judged; its last beat was accepted in cycle at. Completions (cause
     * CPL) belong to Nget. */
    void (*tlp)(void *ctx, const struct tn_tnw_pi_tlp *tlp, uint64_t at);
    /* Software wrote a register of Nget, or CPL_TMO, between cycles at and to. */
    void (*write)(void *ctx, uint16_t addr, uint32_t data, uint64_t at, uint64_t to);
    /* Software read a register of Nget; the value found was taken between cycles at and to. */
    void (*read)(void *ctx, uint16_t addr, uint32_t found, uint64_t at, uint64_t to);
    /* An item that belongs to no window began in cycle at. Returns whether Nget can explain it.
     * Without the hook the judge takes the item for Nget's if a descriptor of its link was queued
     * since rst and the window of its (link, channel) is empty. */
    bool (*item)(void *ctx, const struct tn_tnw_item *item, uint64_t at);
    /* Returns the last cycle so far in which an engine of Nget may have asked for its turn on inj
     * (tn_tnw_get_judge_asks_at()). Without the hook TNW-LAT-7 is no longer judged once a
     * descriptor was queued. */
    uint64_t (*get_asks_at)(void *ctx);
};

struct tn_tnw_pi_judge;

/* Makes a judge. fn and hooks may be NULL; hooks is copied. ctx goes to the hooks and to fn. NULL
 * on ENOMEM. */
struct tn_tnw_pi_judge *tn_tnw_pi_judge_new(const struct tn_tnw_pi_params *p,
                                            const struct tn_tnw_pi_judge_hooks *hooks,
                                            tn_verdict_fn *fn, void *ctx);
/* Frees the judge. */
void tn_tnw_pi_judge_free(struct tn_tnw_pi_judge *w);

/* Judges the pins of one cycle; the first cycle is one of rst. The caller keeps to the page: s_tlp
 * holds until ready and begins where s_tlp_ok allows it; reg_rdata comes in the cycle after reg_rd.
 */
void tn_tnw_pi_judge_cycle(struct tn_tnw_pi_judge *w, const struct tn_tnw_pi_in *in,
                           const struct tn_tnw_pi_out *out, uint64_t cycle);

/* Returns how often a rule was asked. */
uint64_t tn_tnw_pi_judge_asked(const struct tn_tnw_pi_judge *w, const char *rule);
/* Returns how often a rule failed. */
uint64_t tn_tnw_pi_judge_failed(const struct tn_tnw_pi_judge *w, const char *rule);
/* Returns the number of windows that had more states than the judge keeps; such a window is not
 * judged before the next rst. */
uint64_t tn_tnw_pi_judge_unsure(const struct tn_tnw_pi_judge *w);

#ifdef __cplusplus
}
#endif

#endif
