/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The remapper's session: the model through the scoreboard, PCIe's rules on both
 * sides, the handshakes, obs_rej and the error registers. The functions below are for
 * suites that send a stimulus of their own.
 */
#ifndef TN_SESSION_CZ_H
#define TN_SESSION_CZ_H

#include "session.h"

/* Resets the DUT, programs the entry of s's device and BAR, watches from now on. False
 * when memory fails. o's capture and map are not looked at. */
bool tn_cz_session_open(const struct tn_stimulus *s, const struct tn_session_options *o);

/* Hands p to its source, to be sent p->at cycles after it was opened. */
void tn_cz_session_send(const struct tn_stim_packet *p);

#endif
