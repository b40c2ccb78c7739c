/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A player of tnw_pi's pins, to try judges on: the model of <tn/tnw/tnw_pi.h>, cycle by cycle,
 * which uses the time that the page gives in one way. It has no Nget. It takes the beats of m_wr
 * and drops them, instead of sending them on m_tlp.
 */
#ifndef TN_TNW_PI_PLAYER_H
#define TN_TNW_PI_PLAYER_H

#include <tn/tnw/tnw_pi.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Bugs that a player can have; each breaks one rule. */
enum tn_tnw_pi_bug {
    TN_TNW_PI_NO_BUG,
#define TN_TNW_PI_BUG(name, rule) TN_TNW_PI_BUG_##name,
#include <tn/tnw/tnw_pi_bugs.def>
#undef TN_TNW_PI_BUG
    TN_TNW_PI_BUGS
};

struct tn_tnw_pi_player;
/* Makes a player, in reset until the first clock without rst. late: the player takes all the time
 * that the page gives. NULL on ENOMEM. */
struct tn_tnw_pi_player *tn_tnw_pi_player_new(const struct tn_tnw_pi_params *p, bool late,
                                              enum tn_tnw_pi_bug bug);
/* Frees the player. */
void tn_tnw_pi_player_free(struct tn_tnw_pi_player *s);
/* Returns the outputs of this cycle, which do not depend on the inputs of this cycle. */
const struct tn_tnw_pi_out *tn_tnw_pi_player_out(const struct tn_tnw_pi_player *s);
/* Ends this cycle with a clock edge. */
void tn_tnw_pi_player_clock(struct tn_tnw_pi_player *s, const struct tn_tnw_pi_in *in);

#ifdef __cplusplus
}
#endif

#endif
