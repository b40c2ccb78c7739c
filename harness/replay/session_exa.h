/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The sessions of ExaNet's blocks: the intra-node switch (scoreboard and model, ExaNet's
 * rules on what leaves, drops and counters), two links back to back (what went in
 * comes out, error counters), and the network interface's blocks (session_ni.h).
 */
#ifndef TN_SESSION_EXA_H
#define TN_SESSION_EXA_H

#include "session.h"

extern const struct tn_session tn_exa_xbar_session, tn_exa_link_session;
extern const struct tn_session tn_exa_mailbox_session, tn_exa_rt_mailbox_session, tn_exa_packetizer_session;

#endif
