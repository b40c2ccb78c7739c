/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The parts of APEnet's blocks that their descriptors name.
 */
#ifndef TN_APE_DUTS_H
#define TN_APE_DUTS_H

struct tn_session_ops;

extern const struct tn_session_ops tn_ape_torus_session;

#endif
