/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The remapper's session: the model through the scoreboard, PCIe's rules on both
 * sides, the handshakes, obs_rej and the error registers. The functions below are for
 * suites that send a stimulus of their own.
 */
#ifndef TN_CZ_SESSION_H
#define TN_CZ_SESSION_H

#include "../../replay/session.h"

#include <tn/czodiac/cz_stimulus.h>

/* Opens s, a new session of the remapper, without a capture of its own: resets the DUT, programs
 * the entry of the stimulus' device and BAR, watches from now on. False when memory fails. o's
 * capture and map are not looked at. */
bool tn_cz_session_open(struct tn_session *s, const struct tn_cz_stimulus *stimulus,
                        const struct tn_session_options *o);

/* Hands p to its source, to be sent p->at cycles after s was opened. */
void tn_cz_session_send(struct tn_session *s, const struct tn_cz_stim_packet *p);

#endif
