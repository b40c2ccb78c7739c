/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The sessions of ExaNet's blocks: the intra-node switch (scoreboard and model, ExaNet's
 * rules on what leaves, drops and counters), and two links back to back (what went in
 * comes out, error counters).
 */
#ifndef TN_SESSION_EXA_H
#define TN_SESSION_EXA_H

#include "session.h"

extern const struct tn_session tn_exa_xbar_session, tn_exa_link_session;

#endif
