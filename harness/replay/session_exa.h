/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The session of ExaNet's intra-node switch: scoreboard and model, ExaNet's rules on
 * what leaves, drops and counters.
 */
#ifndef TN_SESSION_EXA_H
#define TN_SESSION_EXA_H

#include "session.h"

extern const struct tn_session tn_exa_xbar_session;

#endif
