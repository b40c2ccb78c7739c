/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The sessions of a TNW link's end, of the reception side and the processor interface, and of two
 * nodes of a torus.
 */
#ifndef TN_SESSION_TNW_H
#define TN_SESSION_TNW_H

#include "session.h"

extern const struct tn_session tn_tnw_link_session;
extern const struct tn_session tn_tnw_rcv_session;
extern const struct tn_session tn_tnw_pi_session;
extern const struct tn_session tn_tnw_torus_session;

#endif
