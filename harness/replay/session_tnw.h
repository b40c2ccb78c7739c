/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The session of a TNW link's end.
 */
#ifndef TN_SESSION_TNW_H
#define TN_SESSION_TNW_H

#include "session.h"

extern const struct tn_session tn_tnw_link_session;

#endif
