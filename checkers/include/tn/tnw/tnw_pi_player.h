/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The model of <tn/tnw/tnw_pi.h> driven cycle by cycle: one way to use the time that the page
 * gives, to try judges on. It has no Nget, and puts no m_wr on m_tlp: what comes there is taken and
 * gone.
 */
#ifndef TN_TNW_PI_SIDE_H
#define TN_TNW_PI_SIDE_H

#include <tn/tnw/tnw_pi.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Misbehaviours, to try judges on; each breaks one rule. */
enum tn_tnw_pi_bug {
    TN_TNW_PI_NO_BUG,
#define TN_TNW_PI_BUG(name, rule) TN_TNW_PI_BUG_##name,
#include <tn/tnw/tnw_pi_bugs.def>
#undef TN_TNW_PI_BUG
    TN_TNW_PI_BUGS
};

struct tn_tnw_pi_player;
/* NULL on ENOMEM. In reset until clocked without it. late: takes the time that the page gives. */
struct tn_tnw_pi_player *tn_tnw_pi_player_new(const struct tn_tnw_pi_params *p, bool late,
                                              enum tn_tnw_pi_bug bug);
void tn_tnw_pi_player_free(struct tn_tnw_pi_player *s);
/* What it shows in this cycle: inputs of this cycle have no part in it. */
const struct tn_tnw_pi_out *tn_tnw_pi_player_out(const struct tn_tnw_pi_player *s);
/* The clock edge that ends this cycle. */
void tn_tnw_pi_player_clock(struct tn_tnw_pi_player *s, const struct tn_tnw_pi_in *in);

#ifdef __cplusplus
}
#endif

#endif
