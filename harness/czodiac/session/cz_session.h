/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The remapper's session. It is judged by the board with the model, PCIe's rules on both sides, the
 * handshakes, obs_rej and the error registers. The functions below are for suites that send a
 * stimulus of their own.
 */
#ifndef TN_CZ_SESSION_H
#define TN_CZ_SESSION_H

#include "../../replay/session.h"

#include <tn/czodiac/cz_stimulus.h>

/* Opens s, a new session of the remapper, without a capture of its own: resets the DUT, programs
 * the entry of the stimulus' device and BAR, and starts the judges. The capture and map of o are
 * ignored. Returns false when memory runs out. */
bool tn_cz_session_open(struct tn_session *s, const struct tn_cz_stimulus *stimulus,
                        const struct tn_session_options *o);

/* Queues p at its source, to be sent p->at cycles after s was opened. */
void tn_cz_session_send(struct tn_session *s, const struct tn_cz_stim_packet *p);

#endif
