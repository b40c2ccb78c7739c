/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Judge of a tnw_pi (checkers/tnw/spec/tnw_pi.md sections 1, 2, 4 and 6): all pins of every cycle
 * go in, and what breaks a rule comes out. What the page fixes is predicted; where it gives time or
 * choice, what the DUT did decides: each window is in all the states that it may be in, and what
 * is seen takes away those that could not have shown it.
 *
 * Rules: TNW-PI-1 to 12, TNW-PUT-1 to 11, TNW-ARB-2, LAT-7, CNT-3. Nget and what m_tlp's writes,
 * reads and order are like is not judged here; hooks hand Nget's part on.
 *
 * Verdicts come up to TN_TNW_PI_LAG cycles late, of the cycle that they say. After one on a window
 * it is not judged before the next rst; after one on registers or answers, these.
 */
#ifndef TN_TNW_PI_JUDGE_H
#define TN_TNW_PI_JUDGE_H

#include <tn/tnw/tnw_pi.h>
#include <tn/verdict.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { TN_TNW_PI_LAG = 16 };

/* What is not the judge's own; each may be NULL. at, from and to are the caller's cycle
 * numbers; they are told late, in order. */
struct tn_tnw_pi_judge_hooks {
    /* A TLP from the host was judged, its last beat accepted in at: completions (cause CPL) are
     * Nget's. */
    void (*tlp)(void *ctx, const struct tn_tnw_pi_tlp *tlp, uint64_t at);
    /* A register of Nget is written (CPL_TMO is told, too), in at at the earliest and to at the
     * latest; is read: found was answered, taken between at and to. */
    void (*write)(void *ctx, uint16_t addr, uint32_t data, uint64_t at, uint64_t to);
    void (*read)(void *ctx, uint16_t addr, uint32_t found, uint64_t at, uint64_t to);
    /* An item that is no window's, first beat in at: true when Nget can explain it. Without the
     * hook it is taken for Nget's when a descriptor of its link was queued since rst and its
     * (link, channel)'s window is empty. */
    bool (*item)(void *ctx, const struct tn_tnw_item *item, uint64_t at);
    /* The last of the cycles so far in which an engine of Nget may have asked for its turn on inj
     * (tn_tnw_get_judge_asks_at()). Without the hook TNW-LAT-7 is not judged any more once a
     * descriptor was queued. */
    uint64_t (*get_asks_at)(void *ctx);
};

struct tn_tnw_pi_judge;

/* NULL on ENOMEM. fn and hooks may be NULL; hooks is copied, ctx is theirs and fn's. */
struct tn_tnw_pi_judge *tn_tnw_pi_judge_new(const struct tn_tnw_pi_params *p,
                                            const struct tn_tnw_pi_judge_hooks *hooks,
                                            tn_verdict_fn *fn, void *ctx);
void tn_tnw_pi_judge_free(struct tn_tnw_pi_judge *w);

/* The pins of one cycle; the first cycle is one of rst. The caller keeps to the page: s_tlp holds
 * until ready and begins where s_tlp_ok allows it; reg_rdata in the cycle after reg_rd. */
void tn_tnw_pi_judge_cycle(struct tn_tnw_pi_judge *w, const struct tn_tnw_pi_in *in,
                           const struct tn_tnw_pi_out *out, uint64_t cycle);

/* How often a rule was exercised, and failed. */
uint64_t tn_tnw_pi_judge_asked(const struct tn_tnw_pi_judge *w, const char *rule);
uint64_t tn_tnw_pi_judge_failed(const struct tn_tnw_pi_judge *w, const char *rule);
/* Windows that had more states than are kept: not judged before their next rst. */
uint64_t tn_tnw_pi_judge_unsure(const struct tn_tnw_pi_judge *w);

#ifdef __cplusplus
}
#endif

#endif
